"""Whether a riichi stick lies before a river: a light bar of a stick's length and width on the cloth."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

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
    brightness = cv2.blur(patch.image, (1, 3)).astype(np.float32)
    length, width = layout.stick
    columns = patch.region.left + (np.arange(brightness.shape[1]) + 0.5) / patch.scale
    half = length / 2
    parts = np.array_split(np.flatnonzero(np.abs(columns) < half - 4), PARTS)
    ends = [np.flatnonzero(columns < -half - 5), np.flatnonzero(columns > half + 5)]
    profile, beyond = (np.stack([_middle(brightness[:, part]) for part in places]) for places in (parts, ends))
    reach, rows = round((width / 2 + 4) * patch.scale), brightness.shape[0]
    middle = slice(reach, rows - reach)
    # A stick may lie a little askew: each part looks one row up and down.
    askew = [profile[:, reach + step : rows - reach + step] for step in (-1, 0, 1)]
    light = np.max(askew, axis=0).min(axis=0)
    beside = [*profile[:, : rows - 2 * reach], *profile[:, 2 * reach :]]
    dark = np.max([*beside, *beyond[:, middle]], axis=0)
    return bool(((light > _LIGHTER * dark) & (light - dark > _LEAST_RISE)).any())


def _middle(brightness: NDArray[np.float32]) -> NDArray[np.float32]:
    """Of each row and colour (rows x columns x colours): what half of the columns have at most."""
    place = brightness.shape[1] // 2
    return np.partition(brightness, place, axis=1)[:, place]
