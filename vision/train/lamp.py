"""Light on a painted picture: brightness, slopes, shadow edges, highlights, white balance."""

from __future__ import annotations

import math
from enum import Enum

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.style import pick

Floats = NDArray[np.float32]


class Room(Enum):
    """Where a picture is taken: in good light by a good camera; anywhere; in the evening, dim, warm and noisy."""

    GOOD = "good"
    ANY = "any"
    EVENING = "evening"


def lit(rng: np.random.Generator, image: Floats, room: Room = Room.ANY) -> Floats:
    """The picture under some lamp: brightness, slope, shadow edge, highlights, white balance, saturation."""
    if room is Room.GOOD:
        tint = rng.normal(1, 0.05, 3).astype(np.float32)
        return np.asarray(image * np.float32(rng.uniform(0.6, 1.15)) * tint, np.float32)
    if room is Room.EVENING:
        warmth, brightness = rng.uniform(0.0, 0.3), rng.uniform(0.28, 0.62)
        return np.asarray(image * np.float32(brightness) * np.array([1 - warmth, 1, 1 + warmth], np.float32))
    rows, columns = image.shape[:2]
    down, right = np.mgrid[-1 : 1 : rows * 1j, -1 : 1 : columns * 1j].astype(np.float32)
    angle = rng.uniform(0, 2 * math.pi)
    slope = right * np.float32(math.cos(angle)) + down * np.float32(math.sin(angle))
    bright = pick(rng, ((0.45, 1.15),) * 8 + ((0.2, 0.45), (1.15, 1.7)))
    image = image * np.float32(rng.uniform(*bright)) * (1 + np.float32(rng.uniform(0, 0.28)) * slope)[..., None]
    if rng.random() < 0.25:
        edge = 1 / (1 + np.exp(-(slope - np.float32(rng.normal(0, 0.4))) * np.float32(rng.uniform(5, 30))))
        image = image * (1 - np.float32(rng.uniform(0.1, 0.5)) * edge)[..., None]
    for _ in range(int(rng.integers(0, 3)) if rng.random() < 0.35 else 0):
        x, y = rng.uniform(-0.9, 0.9, 2)
        wide, tall = rng.uniform(0.06, 0.5, 2)
        spot = np.exp(-(((right - x) / wide) ** 2) - ((down - y) / tall) ** 2)
        image = image + (np.float32(rng.uniform(25, 170)) * spot)[..., None].astype(np.float32)
    cast = 0.18 if rng.random() < 0.12 else 0.09
    image = image * np.clip(rng.normal(1, cast, 3), 0.6, 1.4).astype(np.float32)
    grey = image.mean(2, keepdims=True)
    return np.asarray(grey + (image - grey) * np.float32(rng.uniform(0.45, 1.35)), np.float32)


def mirrored(rng: np.random.Generator, size: int) -> Floats:
    """What polished tiles mirror, size x size: the grey levels that soft boxes, lamps or a window's stripes add."""
    small = np.zeros((64, 64), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        x, y = (int(place) for place in rng.uniform(0, 64, 2))
        manner, light = rng.random(), float(rng.uniform(25, 190))
        if manner < 0.35:
            wide, tall = rng.uniform(4, 40, 2)
            corners = cv2.boxPoints(((x, y), (wide, tall), rng.uniform(0, 90)))
            cv2.fillConvexPoly(small, corners.astype(np.int32), light, cv2.LINE_AA)
        elif manner < 0.65:
            cv2.ellipse(small, (x, y), (int(rng.integers(1, 16)), int(rng.integers(1, 16))), 0, 0, 360, light, -1)
        else:
            along = rng.normal(0, 60, 2)
            aside = np.array([-along[1], along[0]]) / max(float(np.hypot(*along)), 1e-6) * rng.uniform(4, 12)
            for stripe in range(int(rng.integers(1, 5))):
                start = np.array([x, y]) + stripe * aside - along
                ends = tuple(int(value) for value in start), tuple(int(value) for value in start + 2 * along)
                cv2.line(small, ends[0], ends[1], light, int(rng.integers(1, 5)), cv2.LINE_AA)
    small = np.asarray(cv2.GaussianBlur(small, (0, 0), rng.uniform(0.6, 5)), np.float32)
    return np.asarray(cv2.resize(small, (size, size), interpolation=cv2.INTER_LINEAR), np.float32)
