"""Bare table: a colour, its grain, often a pattern."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.canvas import Colour
from vision.render.palette import shade_near
from vision.render.style import pick
from vision.train.patterns import pattern

Floats = NDArray[np.float32]
CLOTHS: tuple[Colour, ...] = (
    (62, 104, 34), (58, 138, 52), (90, 200, 60), (138, 122, 52), (165, 150, 50), (126, 76, 36), (52, 34, 98),
    (78, 76, 72), (130, 130, 130), (112, 158, 186), (150, 175, 195), (60, 80, 120), (30, 30, 30),
    (40, 60, 20), (210, 205, 200), (238, 240, 240), (14, 14, 16), (40, 30, 150), (110, 40, 90), (36, 52, 84),
)  # fmt: skip
"""Felts, mats, wood, white, black and red tables."""
PRINTS: tuple[Colour, ...] = (
    (240, 240, 240), (30, 28, 28), (40, 170, 215), (45, 40, 180), (70, 120, 40), (150, 80, 30), (120, 170, 200),
)  # fmt: skip
"""What is printed or woven into them."""
_PATTERNED = 0.42
"""Share of tables with a pattern."""


def cloth(rng: np.random.Generator, size: int) -> Floats:
    """Size x size pixels of a table."""
    colour = np.array(shade_near(rng, pick(rng, CLOTHS), 18), np.float32)
    rough = noise(rng, size) * np.float32(rng.uniform(0.5, 6))
    for grain in (3, 40):
        cells = noise(rng, size // grain + 2) * np.float32(rng.uniform(0.5, 6))
        rough += cv2.resize(cells, (size, size), interpolation=cv2.INTER_LINEAR)
    image = np.asarray(colour + rough[..., None], np.float32)
    if rng.random() < _PATTERNED:
        printed(rng, image, float(rng.uniform(0.1, 1)))
    return image


def printed(rng: np.random.Generator, image: Floats, strength: float) -> None:
    """Lay a pattern of one colour over a square picture."""
    colour = np.array(shade_near(rng, pick(rng, (*PRINTS, *CLOTHS)), 18), np.float32)
    image += (colour - image) * (pattern(rng, len(image)) * np.float32(strength))[..., None]


def noise(rng: np.random.Generator, size: int) -> Floats:
    """Size x size normal numbers (1024 at most): a cut of the same noise at a random place."""
    rough = _noise()
    down, right = rng.integers(0, len(rough) - size + 1, 2)
    return rough[down : down + size, right : right + size].copy()


@lru_cache(maxsize=1)
def _noise() -> Floats:
    return np.random.default_rng(7).standard_normal((1024, 1024), np.float32)
