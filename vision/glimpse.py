"""Which frames of a stream show a change: the table before it, and the one in which most of it is covered."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame, Image

STRIDE = 8
"""Every eighth row and column is looked at, and two by two of them averaged: every frame is looked at, so a
look may cost next to nothing."""
DIFFERENT = 24
"""Grey levels between two looks at one spot: more than the noise of a camera makes, far less than a tile or an arm."""
FEW = 2
"""Spots that must differ for something to have moved."""
FORGET = 5.0
"""Seconds of rest after which what moved changed nothing."""


class Glimpse:
    """Follows a stream and remembers three frames of it."""

    def __init__(self) -> None:
        self._small: NDArray[np.int16] | None = None
        self._rest: tuple[Frame, NDArray[np.int16]] | None = None
        """The newest frame that looked like the one before it."""
        self._before: tuple[Frame, NDArray[np.int16]] | None = None
        self._during: Frame | None = None
        self._covered = 0
        self._moved = float("-inf")

    @property
    def rest(self) -> Frame | None:
        """The newest frame at rest."""
        return None if self._rest is None else self._rest[0]

    def look(self, frame: Frame) -> None:
        """Take in the next frame."""
        small = _small(frame.image)
        if self._small is None or self._small.shape != small.shape:
            self._rest = self._before = self._during = None
            moved = False
        else:
            moved = _differing(small, self._small) >= FEW
        self._small = small
        if not moved:
            self._rest = frame, small
            if frame.time - self._moved > FORGET:
                self._before = self._during = None
            return
        self._moved = frame.time
        self._before = self._before or self._rest
        covered = 0 if self._before is None else _differing(small, self._before[1])
        if self._during is None or covered > self._covered:
            self._during, self._covered = frame, covered

    def change(self) -> tuple[Frame | None, Frame | None]:
        """The table changed: the frame before, and the one while it did. The next change begins anew."""
        before, during = None if self._before is None else self._before[0], self._during
        self._before = self._during = None
        return before, during


def _small(image: Image) -> NDArray[np.int16]:
    rough = np.ascontiguousarray(image[::STRIDE, ::STRIDE])
    size = rough.shape[1] // 2, rough.shape[0] // 2
    return cv2.resize(rough[: 2 * size[1], : 2 * size[0]], size, interpolation=cv2.INTER_AREA).astype(np.int16)


def _differing(one: NDArray[np.int16], other: NDArray[np.int16]) -> int:
    return int((np.abs(one - other).max(2) > DIFFERENT).sum())
