"""A tile's window as it may look elsewhere: beside other tiles or on bare cloth, shifted, askew, lit anew, blurred.

A set is learnt from few pictures, and they show one surrounding and one light. What is added here is what differs on a
table; the face itself stays as it was photographed.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.classify import WINDOW_MM, WINDOW_PIXELS
from vision.frame import Image
from vision.layout import DEFAULT_LAYOUT

FACE = (
    round(DEFAULT_LAYOUT.tile_width * WINDOW_PIXELS / WINDOW_MM),
    round(DEFAULT_LAYOUT.tile_length * WINDOW_PIXELS / WINDOW_MM) // 2 * 2,
)
"""Width and height in pixels of the tile in the middle of a window."""
RESET = 0.6
"""Share of variations with new surroundings."""
NEIGHBOUR = 0.5
"""Share of the places around a tile on which another tile lies."""
CLOTH = (20.0, 200.0)
"""Grey levels of each colour of bare cloth."""
SHIFT = 2.5
"""Most pixels by which the middle is missed."""
TURN = 2.5
"""Standard deviation of the angle by which it is cut askew, degrees."""
SIZE = 0.04
"""The same of the logarithm of its width and of its height."""
LIGHT = (0.65, 1.3)
CAST = 0.06
"""Standard deviation of the logarithm of each colour's strength."""
BLUR = 1.3
"""Largest sigma, pixels."""
NOISE = 3.0
"""Standard deviation, grey levels."""


def face_of(window: Image) -> Image:
    """The tile in the middle of a window, without what lies around it."""
    left, top = (WINDOW_PIXELS - FACE[0]) // 2, (WINDOW_PIXELS - FACE[1]) // 2
    return window[top : top + FACE[1], left : left + FACE[0]]


def vary(window: Image, others: Sequence[Image], count: int, rng: np.random.Generator) -> NDArray[np.uint8]:
    """So many variations of a window: count x 48 x 48 x 3. `others`: windows whose tiles may lie beside it."""
    return np.stack([_retake(_reset(window, others, rng), rng) for _ in range(count)])


def _reset(window: Image, others: Sequence[Image], rng: np.random.Generator) -> Image:
    """The window, or a larger picture with the same face in its middle and something else around it."""
    if rng.random() >= RESET:
        return window
    (width, height), gap = FACE, 1
    picture = np.empty((3 * height + 2 * gap, 3 * width + 2 * gap, 3), np.uint8)
    picture[:] = rng.uniform(*CLOTH, 3)
    for row in range(3):
        for column in range(3):
            middle = row == column == 1
            if middle or rng.random() < NEIGHBOUR:
                shown = window if middle else others[int(rng.integers(len(others)))]
                top, left = row * (height + gap), column * (width + gap)
                picture[top : top + height, left : left + width] = face_of(shown)
    return picture


def _retake(picture: Image, rng: np.random.Generator) -> Image:
    """The middle of a picture as another camera would have taken it."""
    angle = np.deg2rad(rng.normal(0, TURN))
    across, along = np.exp(rng.normal(0, SIZE, 2))
    turn = np.array([(np.cos(angle), -np.sin(angle)), (np.sin(angle), np.cos(angle))]) / (across, along)
    middle = np.array([picture.shape[1], picture.shape[0]]) / 2 - 0.5
    shift = middle - turn @ (rng.uniform(-SHIFT, SHIFT, 2) + WINDOW_PIXELS / 2 - 0.5)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    cut = cv2.warpAffine(
        picture,
        np.column_stack([turn, shift]),
        (WINDOW_PIXELS, WINDOW_PIXELS),
        flags=flags,
        borderMode=cv2.BORDER_REPLICATE,
    )
    lit: NDArray[np.float64] = cut * (rng.uniform(*LIGHT) * np.exp(rng.normal(0, CAST, 3)))
    sigma = rng.uniform(0, BLUR)
    if sigma > BLUR / 4:
        lit = np.asarray(cv2.GaussianBlur(lit, (0, 0), sigma), np.float64)
    return np.asarray((lit + rng.normal(0, NOISE, lit.shape)).clip(0, 255), np.uint8)
