"""Whether a riichi stick lies before a river: a light bar of a stick's length and width on the cloth."""

from __future__ import annotations

import cv2
import numpy as np

from vision.layout import Layout
from vision.rectify import TableImage

STICK_TOP = 4.0
"""Height of a stick's upper side, millimetres."""
SCALE = 1.0
"""Pixels a millimetre at which a stick is looked for."""
PARTS = 5
"""A stick is light along all parts of its length, a row of tiles is not or goes on beyond its ends."""
_LIGHTER = 1.18
"""Least ratio of the stick's brightness to that of the cloth around it, in the colour that tells them best apart."""
_LEAST_RISE = 14.0
"""Grey levels by which it is lighter, too: dark cloth is full of large ratios."""


def stick_lies(patch: TableImage, layout: Layout) -> bool:
    """Whether a region around a stick's place, seen at `SCALE`, shows one."""
    blue_green_red = cv2.blur(patch.image, (1, 3)).astype(np.float32)
    return any(_bar(blue_green_red[..., channel], patch, layout) for channel in range(3))


def _bar(brightness: np.ndarray, patch: TableImage, layout: Layout) -> bool:
    length, width = layout.stick
    columns = patch.region.left + (np.arange(brightness.shape[1]) + 0.5) / patch.scale
    half = length / 2
    inside = np.abs(columns) < half - 4
    parts = np.array_split(np.flatnonzero(inside), PARTS)
    ends = [columns < -half - 5, columns > half + 5]
    profile = np.stack([np.median(brightness[:, part], axis=1) for part in parts])
    beyond = np.stack([np.median(brightness[:, end], axis=1) for end in ends])
    reach = round((width / 2 + 4) * patch.scale)
    for row in range(reach, brightness.shape[0] - reach):
        # A stick may lie a little askew: each part looks one row up and down.
        light = profile[:, row - 1 : row + 2].max(axis=1).min()
        dark = max(profile[:, row + side * reach].max() for side in (-1, 1))
        dark = max(dark, beyond[:, row].max())
        if light > _LIGHTER * dark and light - dark > _LEAST_RISE:
            return True
    return False
