"""How one table looks: cloth, light, camera and how carelessly the tiles lie; all drawn from one seed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

import numpy as np

from vision.layout import Layout
from vision.lens import STRAIGHT, Bend
from vision.render.camera import CameraPose
from vision.render.canvas import Colour

CLOTHS: dict[str, Colour] = {
    "green felt": (62, 104, 34),
    "teal mat": (138, 122, 52),
    "blue mat": (126, 76, 36),
    "woven green": (58, 138, 52),
    "wine felt": (52, 34, 98),
    "grey neoprene": (78, 76, 72),
    "oak": (112, 158, 186),
}
"""Cloth names and their mean colours; `oak` is a bare wooden table."""
SKINS: tuple[Colour, ...] = ((136, 168, 216), (112, 148, 204), (80, 112, 166), (52, 74, 112))
SLEEVES: tuple[Colour, ...] = (
    (60, 52, 46),
    (150, 120, 84),
    (200, 198, 192),
    (54, 48, 128),
    (92, 116, 84),
    (40, 36, 34),
)


@dataclass(frozen=True, slots=True)
class Look:
    """One table's look. `Look.of(seed)` draws one; the same seed always gives the same table.

    Shifts are in millimetres and turns in degrees, both the most that occurs: `tile_*` of one tile in its row, `row_*`
    of a whole row, river or hand.
    """

    seed: int
    cloth: str = "green felt"
    cloth_colour: Colour = CLOTHS["green felt"]
    light: Colour = (1.0, 1.0, 1.0)
    """Factor on each channel: brightness, and warm or cold light."""
    slope: tuple[float, float] = (0.0, 0.0)
    """How much brighter, as a fraction, the picture's right and lower edge are than its centre."""
    lamp: tuple[float, float, float] = (300.0, 400.0, 1600.0)
    """Where the lamp hangs, table millimetres: it casts the shadows and shines back from glossy faces."""
    glare: float = 40.0
    """Grey levels added where a tile mirrors the lamp."""
    shadow: float = 0.45
    """How much darker, as a fraction, the cloth is in a tile's shadow."""
    gloom: float = 0.15
    """The same for the wide soft shadows of people."""
    tile_shift: float = 0.6
    tile_turn: float = 1.0
    row_shift: float = 2.0
    row_turn: float = 0.8
    upside_down: float = 0.04
    """Share of tiles that lie with their face turned by 180 degrees."""
    camera: tuple[float, float, float] = (0.0, 0.0, 1000.0)
    aim: tuple[float, float] = (0.0, 0.0)
    roll: float = 0.0
    blur: float = 0.7
    """Sigma of the lens blur, pixels."""
    noise: float = 2.5
    """Standard deviation of the sensor's noise, grey levels."""
    quality: int = 88
    """JPEG quality."""
    skin: Colour = SKINS[0]
    sleeve: Colour = SLEEVES[0]
    bend: Bend = STRAIGHT
    """How the lens bends the picture, see `vision.lens`."""
    size: tuple[int, int] = (2028, 1520)
    """Width and height of the picture, pixels."""
    room: float = 1.0
    """Side of the square that is surely in the picture, in sides of the field: a camera that may be pushed needs more
    than 1."""

    @classmethod
    def of(cls, seed: int) -> Look:
        """The look that belongs to a seed: an ordinary room and a camera 75 to 120 cm above, slightly askew."""
        rng = np.random.default_rng(seed)

        def between(low: float, high: float) -> float:
            return float(rng.uniform(low, high))

        cloth = list(CLOTHS)[int(rng.integers(len(CLOTHS)))]
        blue, green, red = CLOTHS[cloth]
        brightness, warmth = between(0.62, 1.0), between(-0.1, 0.12)
        height, bearing, off = between(750, 1200), between(0, 2 * np.pi), between(0, 60)
        lamp_bearing, lamp_off = between(0, 2 * np.pi), between(250, 1000)
        return cls(
            seed=seed,
            cloth=cloth,
            cloth_colour=(blue + between(-14, 14), green + between(-14, 14), red + between(-14, 14)),
            light=(brightness * (1 - warmth), brightness, brightness * (1 + warmth)),
            slope=(between(-0.14, 0.14), between(-0.14, 0.14)),
            lamp=(lamp_off * float(np.cos(lamp_bearing)), lamp_off * float(np.sin(lamp_bearing)), between(1300, 2000)),
            glare=between(0, 70),
            shadow=between(0.25, 0.6),
            gloom=between(0.0, 0.25),
            tile_shift=between(0.2, 0.9),
            tile_turn=between(0.3, 1.6),
            row_shift=between(0.5, 3.0),
            row_turn=between(0.2, 1.2),
            camera=(off * float(np.cos(bearing)), off * float(np.sin(bearing)), height),
            aim=(between(-10, 10), between(-10, 10)),
            roll=between(-3, 3),
            blur=between(0.5, 1.0),
            noise=between(1.0, 5.0),
            quality=int(rng.integers(75, 96)),
            skin=SKINS[int(rng.integers(len(SKINS)))],
            sleeve=SLEEVES[int(rng.integers(len(SLEEVES)))],
        )

    def pose(self, layout: Layout) -> CameraPose:
        """The camera's pose: the whole field of the layout is in the picture."""
        return CameraPose.aimed(self.camera, self.aim, self.roll, self.room * layout.field, self.size, self.bend)


@lru_cache(maxsize=65536)
def shake(*key: object) -> tuple[float, float, float, float]:
    """Four numbers from -1 to 1, always the same for the same key: what is left alone lies still."""
    digest = blake2b(repr(key).encode(), digest_size=16).digest()
    a, b, c, d = (int.from_bytes(digest[4 * place : 4 * place + 4], "little") / 2**31 - 1 for place in range(4))
    return a, b, c, d
