"""The camera behind a painted picture: contrast, blur, sharpening, noise, JPEG."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.train.cloth import noise
from vision.train.lamp import Room

Floats = NDArray[np.float32]


def photographed(rng: np.random.Generator, image: Floats, room: Room = Room.ANY) -> Image:
    """The picture as a camera stores it."""
    if room is Room.GOOD:
        sharp = np.asarray(cv2.GaussianBlur(image, (0, 0), rng.uniform(0.25, 0.65)), np.float32)
        return _stored(rng, sharp, rng.uniform(0.5, 3), int(rng.integers(60, 97)))
    if room is Room.EVENING:
        dull = np.asarray(cv2.GaussianBlur(image, (0, 0), rng.uniform(0.4, 1.0)), np.float32)
        return _stored(rng, dull, rng.uniform(4, 10), int(rng.integers(50, 97)))
    if rng.random() < 0.3:
        contrast = np.float32(rng.uniform(0.7, 1.45))
        image = (image - 128) * contrast + 128
    if rng.random() < 0.2:
        length = int(rng.integers(2, 6))
        kernel = np.zeros((length, length), np.float32)
        cv2.line(kernel, (0, int(rng.integers(length))), (length - 1, int(rng.integers(length))), 1.0, 1)
        image = np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.float32)
    soft = np.asarray(cv2.GaussianBlur(image, (0, 0), rng.uniform(0.25, 0.95)), np.float32)
    if rng.random() < 0.3:
        soft = soft + np.float32(rng.uniform(0.3, 1.4)) * (soft - cv2.GaussianBlur(soft, (0, 0), 1.5))
    strength = rng.uniform(7, 14) if rng.random() < 0.08 else rng.uniform(0.5, 7)
    return _stored(rng, soft, strength, int(rng.integers(28, 96)))


def _stored(rng: np.random.Generator, soft: Floats, strength: float, quality: int) -> Image:
    """With noise of that standard deviation (grey levels), and most often as a JPEG of that quality."""
    rows, columns = soft.shape[:2]
    side = max(rows, columns)
    grain = np.dstack([noise(rng, side)[:rows, :columns] for _ in range(3)])
    if rng.random() < 0.25:
        # A camera that smooths its noise leaves blotches.
        grain = np.asarray(cv2.blur(grain, (3, 3)), np.float32) * np.float32(2)
    stored = (soft + grain * np.float32(strength)).clip(0, 255).astype(np.uint8)
    if rng.random() < 0.6:
        encoded = cv2.imencode(".jpg", stored, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        stored = np.asarray(cv2.imdecode(encoded, cv2.IMREAD_COLOR), np.uint8)
    return stored
