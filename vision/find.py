"""Where tiles lie: a small network's heat map of tile centres, read off as peaks.

The picture must show tiles at about the size the network was trained for (`PIXELS_PER_MM`, any tile face, seen from
above). Coordinates are continuous pixels: the first pixel covers 0 to 1, so a picture's middle is width / 2.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.models import Model, load_model

PIXELS_PER_MM = 4 / 3
"""Scale of the pictures the finder was trained on: a tile is 26 x 34.7 pixels."""
STRIDE = 4
"""Pixels a cell of the heat map."""
MULTIPLE = 16
"""The network halves the picture four times."""
MARGIN = 24
"""Pixels added around a picture so that tiles at its edge have surroundings."""
APART = 0.62 * 19.5 * PIXELS_PER_MM
"""Two peaks nearer than this are one tile: less than a tile's width, more than the blur of a peak."""


@dataclass(frozen=True, slots=True)
class Found:
    """A tile centre in pixels of the picture.

    `sideways`: the tile's long side lies nearer to the picture's horizontal. `angle`: direction of the long side in
    radians, clockwise from the picture's vertical, in (-pi/2, pi/2]. `score`: 0 to 1.
    """

    x: float
    y: float
    sideways: bool
    angle: float
    score: float


class Finder:
    """Finds tiles of any face. Peaks with a lower score than `threshold`, the model's, are dropped."""

    def __init__(self, model: Model | None = None) -> None:
        self._model = model or load_model("finder")
        self.threshold = float(self._model.card["threshold"])

    def find(self, image: Image, least: float | None = None, rim: int = 0) -> tuple[Found, ...]:
        """All tiles in a picture taken at `PIXELS_PER_MM`, best score first; `least`: another threshold.

        `rim`: so many pixels along the edges only show what lies around; `MARGIN` of them are enough.
        """
        height, width = image.shape[:2]
        margin = max(MARGIN - rim, 0)
        right = margin + -(width + 2 * margin) % MULTIPLE
        bottom = margin + -(height + 2 * margin) % MULTIPLE
        padded = cv2.copyMakeBorder(image, margin, bottom, margin, right, cv2.BORDER_REPLICATE)
        maps = self._model.run(np.asarray(padded[None], np.uint8))[0]
        peaks = read_peaks(maps, self.threshold if least is None else least)
        inside = [
            Found(found.x - margin, found.y - margin, found.sideways, found.angle, found.score)
            for found in peaks
            if rim <= found.x - margin < width - rim and rim <= found.y - margin < height - rim
        ]
        return suppress(inside, APART)


def read_peaks(maps: NDArray[np.float32], threshold: float) -> list[Found]:
    """Local maxima of the two heat channels of one picture (6 x rows x columns; logits), moved by the offset channels.

    `threshold`: between 0 and 1, least score.
    """
    best = maps[:2].max(0)
    least = math.log(threshold / (1 - threshold))
    top = (best == cv2.dilate(best, np.ones((3, 3), np.uint8))) & (best >= least)
    peaks: list[Found] = []
    for row, column in np.argwhere(top):
        upright, sideways, dx, dy, sine, cosine = (float(value) for value in maps[:, row, column])
        peaks.append(
            Found(
                (column + 0.5 + dx) * STRIDE,
                (row + 0.5 + dy) * STRIDE,
                sideways > upright,
                math.atan2(sine, cosine) / 2,
                1 / (1 + math.exp(-max(upright, sideways))),
            )
        )
    return peaks


def suppress(found: list[Found], apart: float) -> tuple[Found, ...]:
    """Best first, without those nearer than `apart` pixels to a better one."""
    kept: list[Found] = []
    for peak in sorted(found, key=lambda peak: -peak.score):
        if all(math.hypot(peak.x - other.x, peak.y - other.y) >= apart for other in kept):
            kept.append(peak)
    return tuple(kept)
