"""A tile cut out of a recorded picture with a rim of what lies beside it, and whether a hand is in it."""

from __future__ import annotations

import cv2
import numpy as np

from vision.classify import WINDOW_MM, WINDOW_PIXELS
from vision.frame import Image
from vision.layout import DEFAULT_LAYOUT
from vision.window import Corners

FINER = 2
"""A crop has so many times the pixels a millimetre that the classifier's window has."""
CROP_MM = WINDOW_MM * 4 / 3
"""Side of the square that a crop shows: room to shift, turn and squeeze the classifier's window in training."""
CROP_PIXELS = round(CROP_MM / WINDOW_MM * WINDOW_PIXELS * FINER)
_RIM = 2.0
"""Millimetres beside the face that may show the tile's own side."""
MOST_SKIN = 0.12
"""Share of the rim that may look like skin."""
MOVED = 30
"""Grey levels by which a spot differs between two pictures when something else is there."""
SKIN = ((40, 136, 80), (250, 175, 124))
"""Least and most luma, red and blue difference of skin (Y'CrCb; the usual bounds, which hold for all tones of skin)."""


def cut(image: Image, polygon: Corners) -> Image | None:
    """The crop around a face, upright as it was read; None where it would reach out of the picture.

    `polygon`: the face's outline, clockwise from its top left; see `vision.read.ReadTile`.
    """
    first, second, third, fourth = np.array(polygon, np.float64)
    across = (second - first + third - fourth) / 2 / DEFAULT_LAYOUT.tile_width
    along = (fourth - first + third - second) / 2 / DEFAULT_LAYOUT.tile_length
    middle = np.mean(np.array(polygon, np.float64), 0)
    half = CROP_MM / 2
    corners = np.array([middle + x * half * across + y * half * along for x in (-1, 1) for y in (-1, 1)])
    height, width = image.shape[:2]
    if corners.min() < 0 or (corners > (width, height)).any():
        return None
    side = CROP_PIXELS * 2  # cut finer and averaged, so that fine lines do not flicker
    step = CROP_MM / side
    origin = middle + (step / 2 - half) * (across + along) - 0.5
    matrix = np.column_stack([across * step, along * step, origin])
    fine = cv2.warpAffine(image, matrix, (side, side), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    return np.asarray(cv2.resize(fine, (CROP_PIXELS, CROP_PIXELS), interpolation=cv2.INTER_AREA), np.uint8)


def window(crop: Image) -> Image:
    """The classifier's window in the middle of a crop."""
    side = WINDOW_PIXELS * FINER
    start = (CROP_PIXELS - side) // 2
    middle = crop[start : start + side, start : start + side]
    return np.asarray(cv2.resize(middle, (WINDOW_PIXELS, WINDOW_PIXELS), interpolation=cv2.INTER_AREA), np.uint8)


def skin(crop: Image, other: Image | None) -> float:
    """Share of the rim around the tile that has the colour of skin and was not so in another picture, 0 to 1.

    `other`: the crop of the same tile at another time, if there is one. Cloth and the backs of tiles may have that
    colour too, but lie still.
    """
    like = cv2.inRange(cv2.cvtColor(cv2.GaussianBlur(crop, (5, 5), 0), cv2.COLOR_BGR2YCrCb), *map(np.array, SKIN)) > 0
    if other is not None:
        like &= cv2.absdiff(cv2.GaussianBlur(crop, (5, 5), 0), cv2.GaussianBlur(other, (5, 5), 0)).max(2) > MOVED
    scale = CROP_PIXELS / CROP_MM
    half_width = round((DEFAULT_LAYOUT.tile_width / 2 + _RIM) * scale)
    half_length = round((DEFAULT_LAYOUT.tile_length / 2 + _RIM) * scale)
    rim = np.ones(like.shape, bool)
    middle = CROP_PIXELS // 2
    rim[middle - half_length : middle + half_length, middle - half_width : middle + half_width] = False
    return float(like[rim].mean())
