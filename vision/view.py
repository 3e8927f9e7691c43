"""How a picture of unknown scale is shown to the finder, which knows tiles of one size only."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from vision.find import PIXELS_PER_MM, Found
from vision.frame import Image
from vision.window import Place

SQUEEZES = (9 / 16, 3 / 4, 1.0, 4 / 3, 16 / 9)
"""Widths over heights to stretch by: a 9:16, 3:4, 4:3 or 16:9 picture saved as a square, and an honest one."""
SIZE_STEP = 1.25
"""From one view to the next size; the finder was trained with tiles about a tenth larger or smaller."""
MOST_ENLARGED = 1.6
LONGEST_SIDE = 1800
"""A view is neither enlarged more than that nor longer: tiles of 16 pixels' width, or a table 1.3 m across."""
SHORTEST_SIDE = 40
"""The smallest view, a little more than one tile."""


@dataclass(frozen=True, slots=True)
class View:
    """How the picture is shown to the finder: stretched by so much in each direction."""

    x: float
    y: float

    @classmethod
    def of(cls, size: float, squeeze: float) -> View:
        """A mean scale, and the stretch across over the stretch down."""
        return cls(size * math.sqrt(squeeze), size / math.sqrt(squeeze))

    @property
    def size(self) -> float:
        """Mean scale."""
        return math.sqrt(self.x * self.y)

    @property
    def squeeze(self) -> float:
        """The stretch across over the stretch down."""
        return self.x / self.y

    def squeezed(self, squeeze: float) -> View:
        """A view of the same size with this squeeze."""
        return View.of(self.size, squeeze)

    def scaled(self, x: float, y: float) -> View:
        """A view that differs by these factors."""
        return View(self.x * x, self.y * y)

    def of_picture(self, image: Image) -> Image:
        """The picture as this view shows it."""
        width, height = max(1, round(image.shape[1] * self.x)), max(1, round(image.shape[0] * self.y))
        method = cv2.INTER_AREA if self.size < 1 else cv2.INTER_LINEAR
        return np.asarray(cv2.resize(image, (width, height), interpolation=method), np.uint8)

    def place(self, found: Found) -> Place:
        """Where in the picture a tile found in this view lies."""
        sine, cosine = math.sin(found.angle) * PIXELS_PER_MM, math.cos(found.angle) * PIXELS_PER_MM
        across, along = (cosine / self.x, sine / self.y), (-sine / self.x, cosine / self.y)
        return Place(found.x / self.x, found.y / self.y, across, along)


def views(width: int, height: int) -> tuple[View, ...]:
    """The sizes in which a picture of so many pixels is tried, unsqueezed."""
    size = min(MOST_ENLARGED, LONGEST_SIDE / max(width, height))
    tried: list[View] = []
    while min(width, height) * size >= SHORTEST_SIDE:
        tried.append(View(size, size))
        size /= SIZE_STEP
    return tuple(tried)
