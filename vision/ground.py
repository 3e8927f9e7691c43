"""What does not belong to the ground: cloth or floor of one colour, in uneven light and with shadows on it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

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

_CENTRES = (np.arange(BINS) + 0.5) * (256 / BINS)
_COLOURS = np.stack(np.meshgrid(_CENTRES, _CENTRES, _CENTRES, indexing="ij"), axis=-1).astype(np.float32)
"""The colour in the middle of each bin."""
Floats32 = NDArray[np.float32]


def grounds(image: Image, coarse: int = 1) -> Iterator[Mask]:
    """For each ground a picture may have, the largest first, and for soft and deep shadows on it: a mask (255) of what
    does not belong to it.

    `coarse`: so many pixels across belong to one of the camera; they are judged together.
    """
    height, width = image.shape[:2]
    size = (width // coarse, height // coarse)
    small = image if coarse == 1 else cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    smooth = cv2.medianBlur(small, 5 if coarse == 1 else 3)
    step = max(3 // coarse, 1)
    pixels = smooth[::step, ::step].reshape(-1, 3).astype(np.int64) * BINS // 256
    count = np.bincount(pixels @ (BINS * BINS, BINS, 1), minlength=BINS**3).reshape(BINS, BINS, BINS)
    crowd = _spread(count.astype(np.float64))
    for _ in range(MOST_GROUNDS):
        peak = np.unravel_index(int(crowd.argmax()), crowd.shape)
        if crowd[peak] < FEWEST * len(pixels):
            return
        colour = _COLOURS[peak]
        for away, limit in _apart(smooth.astype(np.float32), colour):
            full = away if coarse == 1 else cv2.resize(away, (width, height), interpolation=cv2.INTER_LINEAR)
            yield np.asarray(cv2.threshold(full, limit, 255, cv2.THRESH_BINARY)[1], np.uint8)
        near = _away(_COLOURS.reshape(-1, 3), colour[None], UNEVEN) < _tint(colour) + TOLERANCE
        crowd[near.reshape(crowd.shape)] = 0


def _spread(count: NDArray[np.float64]) -> NDArray[np.float64]:
    """Each bin with its neighbours."""
    for axis in range(3):
        padded = np.moveaxis(np.pad(count, [(1, 1) if a == axis else (0, 0) for a in range(3)]), axis, 0)
        count = np.moveaxis(padded[:-2] + padded[1:-1] + padded[2:], 0, axis)
    return count


def _apart(picture: Floats32, colour: Floats32) -> Iterator[tuple[Floats32, float]]:
    """For soft and deep shadows: how far each pixel is from a ground about as bright as `colour`, whose brightness
    changes slowly over the picture, and from what limit on it does not belong to it."""
    height, width = picture.shape[:2]
    flat = picture.reshape(-1, 3)
    terms = _terms(height, width)
    sample = np.arange(0, len(flat), 7)
    alike = sample[_away(flat[sample], colour[None], UNEVEN) < _tint(colour) + TOLERANCE / 2]
    shown, basis = flat[alike], terms[alike]
    ground = np.tile(colour, (len(alike), 1))
    limit = ALIKE
    for _ in range(3):
        mine = _length(shown - ground) < limit
        own = basis[mine]
        surface = np.linalg.lstsq(own.T @ own, own.T @ shown[mine], rcond=None)[0]
        ground = basis @ surface
        noise = float(np.median(_length(shown[mine] - ground[mine])))
        limit = float(np.clip(4.5 * noise, TOLERANCE, ALIKE))
    whole = terms @ surface
    for shade in SHADES:
        yield _away(flat, whole, (shade, BRIGHTER)).reshape(height, width), limit


@lru_cache(maxsize=8)
def _terms(height: int, width: int) -> Floats32:
    """The terms of a quadratic surface at each pixel, N x 6."""
    x, y = (axis.ravel() for axis in np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height)))
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1).astype(np.float32)


def _tint(colour: Floats32) -> float:
    return TINT * float(np.linalg.norm(colour))


def _away(flat: Floats32, ground: Floats32, brightness: tuple[float, float]) -> Floats32:
    """How far colours are from those of a ground in the likeliest light, darkest to brightest as a share of it."""
    share = np.einsum("ij,ij->i", flat, np.broadcast_to(ground, flat.shape)) / np.einsum("ij,ij->i", ground, ground)
    return _length(flat - share.clip(*brightness)[:, None] * ground)


def _length(vectors: Floats32) -> Floats32:
    return np.asarray(np.sqrt(np.einsum("ij,ij->i", vectors, vectors)))
