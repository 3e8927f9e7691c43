"""A part of the table as seen straight from above, upright for the seat it belongs to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import cos, sin

import numpy as np

from tablectl.rules.seat import Seat
from vision.calibrate import Calibration
from vision.find import PIXELS_PER_MM
from vision.frame import Image
from vision.layout import Layout, Point
from vision.lens import Floats, cut
from vision.window import Place


@dataclass(frozen=True, slots=True)
class Region:
    """A rectangle in a seat's own frame, millimetres."""

    left: float
    bottom: float
    right: float
    top: float

    def holds(self, point: Point) -> bool:
        """Whether the point lies inside."""
        return self.left <= point[0] <= self.right and self.bottom <= point[1] <= self.top

    def grown(self, by: float) -> Region:
        """With so many millimetres more on each side."""
        return Region(self.left - by, self.bottom - by, self.right + by, self.top + by)

    def hull(self, other: Region) -> Region:
        """The smallest region that covers both."""
        left, bottom = min(self.left, other.left), min(self.bottom, other.bottom)
        return Region(left, bottom, max(self.right, other.right), max(self.top, other.top))

    def overlap(self, other: Region) -> Region | None:
        """What both cover, None if that is nothing."""
        left, bottom = max(self.left, other.left), max(self.bottom, other.bottom)
        right, top = min(self.right, other.right), min(self.top, other.top)
        return Region(left, bottom, right, top) if left < right and bottom < top else None


@dataclass(frozen=True, slots=True, eq=False)
class TableImage:
    """`image` shows a region at `z` millimetres over the cloth at `scale` pixels a millimetre, the owner below."""

    image: Image
    region: Region
    z: float
    scale: float

    def at(self, x: float, y: float) -> Point:
        """The point of the seat's frame under a pixel (continuous: the first one covers 0 to 1)."""
        return float(self.region.left + x / self.scale), float(self.region.top - y / self.scale)


@dataclass(frozen=True, slots=True, eq=False)
class SeatView:
    """One seat's side of the table, seen through a calibrated camera."""

    calibration: Calibration
    layout: Layout
    seat: Seat

    def homography(self, z: float) -> Floats:
        """3 x 3 map from the seat's frame at height `z` to straight pixels (whole numbers are centres)."""
        right, up = self.layout.to_table(self.seat, (1, 0)), self.layout.to_table(self.seat, (0, 1))
        turn = np.array([[right[0], up[0], 0], [right[1], up[1], 0], [0, 0, 1]])
        return np.asarray(self.calibration.homography(z) @ turn)

    def rectify(self, image: Image, region: Region, z: float, scale: float = PIXELS_PER_MM) -> TableImage:
        """The region of a picture from above; what the picture does not show is black."""
        width, height = round((region.right - region.left) * scale), round((region.top - region.bottom) * scale)
        matrix = self.to_picture(region, z, scale)
        return TableImage(cut(image, matrix, (width, height), self.calibration.lens), region, z, scale)

    def to_picture(self, region: Region, z: float, scale: float) -> Floats:
        """3 x 3 map from pixels of the region seen from above to straight ones (whole numbers are centres)."""
        shift = 0.5 / scale  # pixel centres
        to_seat = np.array([[1 / scale, 0, region.left + shift], [0, -1 / scale, region.top - shift], [0, 0, 1]])
        return np.asarray(self.homography(z) @ to_seat)

    def places(self, lying: Iterable[tuple[Point, float, float]]) -> list[Place]:
        """Where tiles lie in the picture; told of each: the point, its height, and the radians of its length clockwise
        from the y axis."""
        ends: list[tuple[float, float, float]] = []
        for (x, y), z, angle in lying:
            for end in ((x, y), (x + cos(angle), y - sin(angle)), (x - sin(angle), y - cos(angle))):
                ends.append((*self.layout.to_table(self.seat, end), z))
        if not ends:
            return []
        middle, across, along = self.calibration.project(ends).reshape(-1, 3, 2).swapaxes(0, 1)
        vectors = np.concatenate([middle + 0.5, across - middle, along - middle], axis=1).tolist()
        return [Place(x, y, (ax, ay), (lx, ly)) for x, y, ax, ay, lx, ly in vectors]
