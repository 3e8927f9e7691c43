"""How high a camera must hang, and what its pixels then show: a pinhole above the middle, looking straight down."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import atan, degrees, radians, tan

from vision.layout import DEFAULT_LAYOUT

MARGIN = 30.0
"""Millimetres of table that are to be seen around the field: nothing hangs quite straight."""
GOAL = 2.0
"""Pixels a millimetre from which on tiles and dice are read well."""
LEAST = 1.2
"""Below it a tile has less than 32 pixels along its longer side; a 1080p camera is just above."""
CELL = 5.0
"""Pixels that a cell of a marker needs."""
CELLS = 6
"""Of a 4 x 4 marker with its black rim."""
EDGE = 16.0
"""Pixels that the edge of a die needs."""
SKEW = 0.15
"""By how much, as a share, pixels may differ in width and height before two numbers must have been mixed up."""
OFF = 350.0
"""Distance from the axis at which parallax is told, millimetres: a hand before its owner."""
HEIGHTS = {"tile lying": DEFAULT_LAYOUT.tile_height, "tile standing": DEFAULT_LAYOUT.tile_length, "wall": 32.0}
"""What stands on the table, millimetres over the cloth."""


class OpticsError(ValueError):
    """No camera sees like this; the text names the number and says what would do."""


@dataclass(frozen=True, slots=True)
class Optics:
    """A camera with its lens. `pixels`: width and height of the whole sensor; `view`: degrees across and down.

    Raises `OpticsError` for what no camera has.
    """

    name: str
    pixels: tuple[int, int]
    view: tuple[float, float]
    source: str = ""

    def __post_init__(self) -> None:
        for name, count in zip(("width", "height"), self.pixels, strict=True):
            if not 16 <= count <= 20_000:
                raise OpticsError(f"a picture's {name} of {count} pixels: expected 16 to 20000")
        for name, angle in zip(("across", "down"), self.view, strict=True):
            if not 1 <= angle < 170:
                raise OpticsError(f"a field of view of {angle:g} degrees {name}: expected 1 to 170")
        across, down = self._spread
        skew = (across / self.pixels[0]) / (down / self.pixels[1])
        if abs(skew - 1) > SKEW:
            raise OpticsError(
                f"{self.pixels[0]} x {self.pixels[1]} pixels over {self.view[0]:g} x {self.view[1]:g} degrees would be "
                f"{skew:.2f} times as wide as high: check both pairs, width first; a diagonal angle does not fit here"
            )

    @classmethod
    def of_lens(cls, name: str, pixels: tuple[int, int], focal: float, pitch: float) -> Optics:
        """From the focal length in millimetres and the distance of two pixels in micrometres. Raises `OpticsError`."""
        for told, value, unit in (("focal length", focal, "mm"), ("pixel pitch", pitch, "micrometres")):
            if not 0.1 <= value <= 100:
                raise OpticsError(f"a {told} of {value:g} {unit}: expected 0.1 to 100")
        across, down = (2 * degrees(atan(count * pitch / 2000 / focal)) for count in pixels)
        return cls(name, pixels, (across, down))

    @property
    def _spread(self) -> tuple[float, float]:
        """Millimetres of cloth across and down that are seen from one millimetre's height."""
        return 2 * tan(radians(self.view[0] / 2)), 2 * tan(radians(self.view[1] / 2))

    def lowest(self, field: float = DEFAULT_LAYOUT.field, margin: float = MARGIN) -> float:
        """Height over the cloth from which a square field with its margin is seen whole, millimetres."""
        if not 100 <= field <= 3000 or not 0 <= margin <= 500:
            raise OpticsError(f"a field of {field:g} mm with {margin:g} mm around: expected 100 to 3000, 0 to 500")
        return (field + 2 * margin) / min(self._spread)

    def seen(self, height: float) -> tuple[float, float]:
        """Millimetres of cloth across and down in the picture."""
        return self._spread[0] * height, self._spread[1] * height

    def density(self, height: float) -> float:
        """Pixels a millimetre of cloth, in the direction in which they are fewer."""
        return min(count / wide for count, wide in zip(self.pixels, self.seen(height), strict=True))

    def half(self) -> Optics:
        """The same with half as many pixels across and down."""
        width, height = self.pixels
        return replace(self, pixels=(width // 2, height // 2))


def parallax(height: float, over: float, off: float = OFF) -> float:
    """By how much something `over` the cloth seems too far out, seen from `height`, `off` millimetres from the axis.

    Raises `OpticsError` for what reaches up to the camera.
    """
    if over >= height:
        raise OpticsError(
            f"something {over:g} mm high under a camera {height:g} mm high: the camera must hang above it"
        )
    return off * over / (height - over)


CAMERAS = {
    "wide": Optics("Camera Module 3 Wide", (4608, 2592), (102.0, 67.0), "maker's angles"),
    "standard": Optics("Camera Module 3", (4608, 2592), (66.0, 41.0), "maker's angles"),
    "hq-4mm": replace(Optics.of_lens("HQ Camera, 4 mm lens", (4056, 3040), 4.0, 1.55), source="from the lens"),
    "hq-6mm": replace(Optics.of_lens("HQ Camera, 6 mm lens", (4056, 3040), 6.0, 1.55), source="from the lens"),
    "global-6mm": replace(Optics.of_lens("Global Shutter, 6 mm", (1456, 1088), 6.0, 3.45), source="from the lens"),
    "v2": Optics("Camera Module 2", (3280, 2464), (62.2, 48.8), "maker's angles"),
    "webcam": Optics("usual 1080p webcam", (1920, 1080), (70.0, 43.0), "differs from make to make"),
}
"""Cameras that are sold; the angles of wide lenses are without their bend, which a measured lens takes out."""
