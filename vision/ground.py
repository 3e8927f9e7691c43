"""What does not belong to the ground: cloth or floor of one colour, in uneven light and with shadows on it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image

Mask = NDArray[np.uint8]
BINS = 32
"""Steps a channel of the histogram in which grounds are looked for."""
MOST_GROUNDS = 4
FEWEST = 0.08
"""Share of a picture that a ground covers at least."""
ALIKE = 40.0
"""Colours nearer than this (root of the squares of the channels) belong to one ground at first."""
UNEVEN = (0.65, 1.35)
"""Brightness of one ground in uneven light."""
TINT = 0.12
"""What may be left between two colours of one ground, made equally bright, as a share of them, beside the noise."""
SHADES, BRIGHTER = (0.55, 0.38), 1.15
"""How much darker a ground is in shadow, soft or deep, and how much brighter in light."""
TOLERANCE = 16.0
"""The least difference, grey levels, that is a thing; more on a coarse cloth or in noise."""


def grounds(image: Image) -> Iterator[Mask]:
    """For each ground a picture may have, the largest first, and for soft and deep shadows on it: a mask (255) of what
    does not belong to it."""
    smooth = cv2.medianBlur(image, 5)
    pixels = smooth[::3, ::3].reshape(-1, 3)
    count, _ = np.histogramdd(pixels, bins=(BINS,) * 3, range=((0, 256),) * 3)
    crowd = _spread(count)
    centres = (np.arange(BINS) + 0.5) * (256 / BINS)
    colours = np.stack(np.meshgrid(centres, centres, centres, indexing="ij"), axis=-1)
    for _ in range(MOST_GROUNDS):
        peak = np.unravel_index(int(crowd.argmax()), crowd.shape)
        if crowd[peak] < FEWEST * len(pixels):
            return
        colour = colours[peak]
        yield from _apart(smooth.astype(np.float32), colour)
        near = _away(colours.reshape(-1, 3), colour[None], UNEVEN) < TINT * np.linalg.norm(colour) + TOLERANCE
        crowd[near.reshape(crowd.shape)] = 0


def _spread(count: NDArray[np.float64]) -> NDArray[np.float64]:
    """Each bin with its neighbours."""
    for axis in range(3):
        padded = np.moveaxis(np.pad(count, [(1, 1) if a == axis else (0, 0) for a in range(3)]), axis, 0)
        count = np.moveaxis(padded[:-2] + padded[1:-1] + padded[2:], 0, axis)
    return count


def _apart(picture: NDArray[np.float32], colour: NDArray[np.float64]) -> Iterator[Mask]:
    """What differs from a ground about as bright as `colour`, whose brightness changes slowly over the picture."""
    height, width = picture.shape[:2]
    x, y = (axis.ravel() for axis in np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height)))
    terms = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1)
    flat = picture.reshape(-1, 3)
    sample = np.arange(0, len(flat), 7)
    ground = np.tile(colour, (len(flat), 1))
    limit = ALIKE
    alike = sample[_away(flat[sample], colour[None], UNEVEN) < TINT * np.linalg.norm(colour) + TOLERANCE / 2]
    for _ in range(3):
        mine = alike[np.linalg.norm(flat[alike] - ground[alike], axis=1) < limit]
        ground = terms @ np.linalg.lstsq(terms[mine], flat[mine], rcond=None)[0]
        noise = float(np.median(np.linalg.norm(flat[mine] - ground[mine], axis=1)))
        limit = float(np.clip(4.5 * noise, TOLERANCE, ALIKE))
    for shade in SHADES:
        away = _away(flat, ground, (shade, BRIGHTER))
        yield np.where(away > limit, 255, 0).astype(np.uint8).reshape(height, width)


def _away(
    flat: NDArray[np.floating[Any]], ground: NDArray[np.float64], brightness: tuple[float, float]
) -> NDArray[np.float64]:
    """How far colours are from those of a ground in the likeliest light, darkest to brightest as a share of it."""
    share = (flat * ground).sum(axis=1) / (ground * ground).sum(axis=1)
    return np.asarray(np.linalg.norm(flat - share.clip(*brightness)[:, None] * ground, axis=1))
