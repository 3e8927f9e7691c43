"""A photograph that shows the table's markers, as it would look from straight above."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from tablectl.rules.seat import Seat
from vision.calibrate import CalibrationError, from_markers
from vision.frame import Image
from vision.layout import DEFAULT_LAYOUT, Layout, Point
from vision.lens import Floats, Lens, cut
from vision.markers import Markers, covers
from vision.rectify import Region, SeatView
from vision.window import Corners

SCALES = (4 / 3, 2.0)
"""Pixels a millimetre of the view: as many as the photograph has, within these limits."""
SHOWN = 1.25
"""Side of the view over the side of the table's field: tiles may lie beyond the markers."""


@dataclass(frozen=True, slots=True, eq=False)
class Overhead:
    """`image` shows the plane of the tiles' faces at `scale` pixels a millimetre; `matrix` (3 x 3) takes its pixels
    to straight ones of the photograph (whole numbers are centres in both), which `lens` bends; `markers` are the
    corners of each in the photograph."""

    image: Image
    scale: float
    matrix: Floats
    lens: Lens
    markers: tuple[Floats, ...]

    @classmethod
    def of(cls, photo: Image, markers: Markers, layout: Layout = DEFAULT_LAYOUT) -> Overhead | None:
        """The view from above, or None where the photograph's markers do not tell where the camera stood."""
        try:
            calibration = from_markers(markers, (photo.shape[1], photo.shape[0]), layout)
        except CalibrationError:
            return None
        z, reach = layout.tile_height, layout.field / 2 * SHOWN
        scale = float(np.clip(_scale(calibration.homography(z)), *SCALES))
        region = Region(-reach, -reach, reach, reach)
        matrix = SeatView(calibration, layout, Seat.S0).to_picture(region, z, scale)
        side = round(2 * reach * scale)
        # Beyond the photograph its edge goes on: a black rim would look like the edges of tiles.
        image = cut(photo, matrix, (side, side), calibration.lens, cv2.BORDER_REPLICATE)
        return cls(image, scale, matrix, calibration.lens, tuple(calibration.markers.values()))

    def to_photo(self, corners: Corners) -> Corners:
        """Where the corners of a tile's face seen here lie in the photograph (the first pixel covers 0 to 1)."""
        straight = cv2.perspectiveTransform(np.array([corners], np.float64) - 0.5, self.matrix)[0]
        first, second, third, fourth = ((float(x), float(y)) for x, y in self.lens.bent(straight) + 0.5)
        return first, second, third, fourth

    def may_hold(self, point: Point) -> bool:
        """Whether a tile may lie at a point of the photograph: inside it and on no marker."""
        width, height = self.lens.size
        inside = 0 <= point[0] < width and 0 <= point[1] < height
        return inside and not any(covers(marker, point) for marker in self.markers)


def _scale(plane: Floats) -> float:
    """Pixels a millimetre in the middle of the table."""
    ends = cv2.perspectiveTransform(np.array([[(-1, 0), (1, 0), (0, -1), (0, 1)]], np.float64), plane)[0]
    return float(np.linalg.norm(ends[1] - ends[0]) + np.linalg.norm(ends[3] - ends[2])) / 4
