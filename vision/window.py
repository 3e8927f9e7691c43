"""The square window around a tile, cut out of any picture for the classifier."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.classify import WINDOW_MM, WINDOW_PIXELS
from vision.frame import Image
from vision.layout import DEFAULT_LAYOUT

Corners = tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]
_OVERSAMPLE = 2
"""Windows are cut so much finer and then averaged, which keeps fine lines from flickering."""


@dataclass(frozen=True, slots=True)
class Place:
    """A tile's place in a picture, continuous pixels (the first pixel covers 0 to 1).

    `x`, `y`: centre. `across`, `along`: the picture vectors of one millimetre across the tile's width and down its
    length; they need be neither square nor equally long, so a squeezed or slanting picture is described as it is.
    """

    x: float
    y: float
    across: tuple[float, float]
    along: tuple[float, float]

    @classmethod
    def of(cls, corners: Corners) -> Place:
        """Where a tile with this outline lies (a picture seen at a slant is taken to be straight)."""
        a, b, c, d = np.array(corners, np.float64)
        x, y = (a + b + c + d) / 4
        across = (b + c - a - d) / 2 / DEFAULT_LAYOUT.tile_width
        along = (c + d - a - b) / 2 / DEFAULT_LAYOUT.tile_length
        return cls(float(x), float(y), (float(across[0]), float(across[1])), (float(along[0]), float(along[1])))

    @property
    def pixels_per_mm(self) -> float:
        """Mean scale: the root of the area of a square millimetre."""
        return math.sqrt(abs(self.across[0] * self.along[1] - self.across[1] * self.along[0]))

    @property
    def corners(self) -> Corners:
        """The face's outline, clockwise from its top left as the window shows it."""
        half_width, half_length = DEFAULT_LAYOUT.tile_width / 2, DEFAULT_LAYOUT.tile_length / 2
        signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
        first, second, third, fourth = (self.at(sx * half_width, sy * half_length) for sx, sy in signs)
        return first, second, third, fourth

    def at(self, across: float, along: float) -> tuple[float, float]:
        """The picture point so many millimetres right of and below the tile's centre."""
        return (
            self.x + across * self.across[0] + along * self.along[0],
            self.y + across * self.across[1] + along * self.along[1],
        )


class Windows:
    """Cuts windows from one picture; keeps halved copies of it, so that big pictures are averaged, not picked from."""

    def __init__(self, image: Image) -> None:
        self._levels = [image]

    def cut(self, places: Iterable[Place]) -> NDArray[np.uint8]:
        """One window a place: N x 48 x 48 x 3. What lies outside the picture repeats its rim."""
        windows = [self._cut(place) for place in places]
        return np.stack(windows) if windows else np.empty((0, WINDOW_PIXELS, WINDOW_PIXELS, 3), np.uint8)

    def _cut(self, place: Place) -> NDArray[np.uint8]:
        side = WINDOW_PIXELS * _OVERSAMPLE
        step = WINDOW_MM / side
        halvings = max(0, math.floor(math.log2(max(place.pixels_per_mm * step, 1e-9))))
        image = self._level(halvings)
        shrink_x = image.shape[1] / self._levels[0].shape[1]
        shrink_y = image.shape[0] / self._levels[0].shape[0]
        origin = place.at(step / 2 - WINDOW_MM / 2, step / 2 - WINDOW_MM / 2)
        to_picture = np.array(
            [
                [place.across[0] * step * shrink_x, place.along[0] * step * shrink_x, origin[0] * shrink_x - 0.5],
                [place.across[1] * step * shrink_y, place.along[1] * step * shrink_y, origin[1] * shrink_y - 0.5],
            ]
        )
        fine = cv2.warpAffine(
            image,
            to_picture,
            (side, side),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        return np.asarray(cv2.resize(fine, (WINDOW_PIXELS, WINDOW_PIXELS), interpolation=cv2.INTER_AREA), np.uint8)

    def _level(self, halvings: int) -> Image:
        while len(self._levels) <= halvings and min(self._levels[-1].shape[:2]) > 1:
            height, width = self._levels[-1].shape[:2]
            half = cv2.resize(self._levels[-1], (max(width // 2, 1), max(height // 2, 1)), interpolation=cv2.INTER_AREA)
            self._levels.append(np.asarray(half, np.uint8))
        return self._levels[min(halvings, len(self._levels) - 1)]
