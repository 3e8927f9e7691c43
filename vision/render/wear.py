"""What hands and years do to a face: strokes cut by hand, engraving that catches light, paint that chips and fades."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.canvas import RGBA


@dataclass(frozen=True, slots=True)
class Wear:
    """Amounts of each; all 0 leave a face as it was drawn."""

    wobble: float = 0
    """Bends of the strokes, in pixels of the finished face."""
    rough: float = 0
    """Ragged edges, in pixels of the finished face."""
    depth: float = 0
    """How much one side of each stroke is darker than the other, 0 to 0.5."""
    chipped: float = 0
    """Share of the ink that is gone, in spots."""
    faded: float = 0
    """How thin all paint is, 0 to 0.5, unevenly."""


def worn(face: RGBA, wear: Wear, rng: np.random.Generator) -> RGBA:
    """The face with that wear."""
    height, width = face.shape[:2]
    shift = wear.wobble * _noise(rng, 2, height, width, 14) + wear.rough * _noise(rng, 2, height, width, 1.3)
    down, right = np.mgrid[0:height, 0:width].astype(np.float32)
    alpha = face[..., 3:].astype(np.float32) / 255
    inked = np.dstack([face[..., :3] * alpha, alpha])
    moved = cv2.remap(inked, right + shift[0], down + shift[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    ink = moved[..., 3]
    colour = moved[..., :3] / np.maximum(ink, 1e-6)[..., None]
    blurred = cv2.GaussianBlur(ink, (0, 0), 1.2)
    slope = cv2.Sobel(blurred, cv2.CV_32F, 1, 0) + cv2.Sobel(blurred, cv2.CV_32F, 0, 1)
    colour = colour * (1 - wear.depth * np.clip(slope, -1, 1))[..., None]
    if wear.chipped:
        spots = _noise(rng, 1, height, width, 1.8)[0] + 0.5 * _noise(rng, 1, height, width, 7)[0]
        # The spots fill a share of the face; what is left of their edges is soft.
        limit = float(np.quantile(spots, 1 - wear.chipped))
        ink = ink * (1 - 0.9 * np.clip((spots - limit) * 4, 0, 1))
    if wear.faded:
        ink = ink * np.clip(1 - wear.faded * (1 + 0.5 * _noise(rng, 1, height, width, 9)[0]), 0.25, 1)
    return np.dstack([colour.clip(0, 255), ink[..., None] * 255]).round().astype(np.uint8)


def _noise(rng: np.random.Generator, count: int, height: int, width: int, size: float) -> NDArray[np.float32]:
    """Smooth random fields with standard deviation 1 and grains of that size in pixels."""
    # Coarse grains need few points.
    step = max(1, round(size / 3))
    fields = []
    for _ in range(count):
        points = rng.normal(size=(height // step + 2, width // step + 2)).astype(np.float32)
        field = cv2.resize(
            cv2.GaussianBlur(points, (0, 0), size / step), (width, height), interpolation=cv2.INTER_CUBIC
        )
        fields.append(np.asarray(field / field.std(), np.float32))
    return np.stack(fields)
