"""Whether the camera still stands over the table as it did when it was calibrated, or was pushed, or sank slowly.

Nothing here reads a clock: the caller decides when to look, regularly for slow drift and at once when much of the
picture changes. A push moves everything in the picture together; a hand covers something and leaves the rest where it
was. So the markers decide where two of them are seen, and otherwise spots of the picture that are easy to find again.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibrate import Calibration, drift
from vision.frame import Image
from vision.layout import Point
from vision.lens import Floats
from vision.markers import find_markers
from vision.stabilize import HALVINGS, small_of

MOST_DRIFT = 2.5
"""Pixels the picture may move before the camera is placed anew: a tenth of a tile."""
FEWEST_MARKERS = 2
"""One marker alone may itself have been pushed."""
SPOTS = 120
"""Spots of the picture that are followed."""
FEWEST_SPOTS = 8
STILL_SHARE, MOVED_SHARE = 0.3, 0.5
"""Shares of the spots found again: so many where they were, and not more that moved together: nothing was pushed; so
many that moved together: it was."""
_APART = 8
"""Least distance of two spots, pixels of the small picture."""
_FLOW: Any = {"winSize": (15, 15), "maxLevel": 3, "flags": cv2.OPTFLOW_USE_INITIAL_FLOW}
_RETURN = 0.5
"""A spot is found again if the way back leads so near to where it was, pixels of the small picture."""
_SMALL = 0.5**HALVINGS
_SHRINK = np.array([[_SMALL, 0, _SMALL / 2 - 0.5], [0, _SMALL, _SMALL / 2 - 0.5], [0, 0, 1]])
"""From pixels of the picture to those of the small one (whole numbers are centres)."""
Grey = NDArray[np.uint8]
Spots = NDArray[np.float32]


class Standing(Enum):
    """How camera and table stand to each other."""

    STILL = "still"
    """As they were calibrated."""
    MOVED = "moved"
    """One of them was pushed: nothing is where the calibration says."""
    UNSEEN = "unseen"
    """Too little of what was there can be seen to tell."""


class Mount:
    """Follows how a camera stands over a table since a calibration, from one of its pictures."""

    def __init__(self, calibration: Calibration, image: Image) -> None:
        self._calibration = calibration
        self._before: Floats = np.eye(3)
        """From pixels of the picture of the calibration to those of the one the spots were chosen in."""
        self._move: Floats = np.eye(3)
        self._choose(_small(image))
        self.shift = 0.0
        """Pixels that the picture has moved, as the last look told; the last known value while that is unseen."""

    def look(self, image: Image) -> Standing:
        """Compare a picture with the one of the calibration."""
        markers = find_markers(image, self._calibration.markers)
        moved = drift(self._calibration, markers) if len(markers) >= FEWEST_MARKERS else None
        if moved is None:
            return self._look_at_spots(_small(image))
        self.shift = moved
        return Standing.MOVED if moved > MOST_DRIFT else Standing.STILL

    def carried(self, points: Iterable[Point]) -> tuple[Point, ...]:
        """Where points of the calibration's picture lie after the push that the last look told from the spots."""
        flat = cv2.perspectiveTransform(np.array([list(points)], np.float64), self._move)[0]
        return tuple((float(x), float(y)) for x, y in flat)

    def _look_at_spots(self, now: Grey) -> Standing:
        then, there = self._follow(now)
        if len(then) < FEWEST_SPOTS:
            return Standing.UNSEEN
        start = cv2.perspectiveTransform(then[None], np.linalg.inv(self._before))[0]
        moved = np.linalg.norm(there - start, axis=1)
        still = moved <= MOST_DRIFT
        step = _common(then, there)
        together = 0 if step is None else int((step[1] & ~still).sum())
        if still.sum() >= max(FEWEST_SPOTS, STILL_SHARE * len(then), together):
            self.shift = float(np.median(moved[still]))
            if step is not None and still.sum() < SPOTS * STILL_SHARE:
                self._before = step[0] @ self._before
                self._choose(now)
            return Standing.STILL
        if step is None or together < MOVED_SHARE * len(then):
            return Standing.UNSEEN
        # Many more are found from near where they must be.
        nearer = _common(*self._follow(now, step[0]))
        self._move = (step if nearer is None else nearer)[0] @ self._before
        self.shift = float(np.median(moved))
        return Standing.MOVED

    def _choose(self, small: Grey) -> None:
        """Take the spots from this small picture."""
        spots = cv2.goodFeaturesToTrack(small, SPOTS, 0.05, _APART)
        self._spots: Spots = np.empty((0, 1, 2), np.float32) if spots is None else np.asarray(spots, np.float32)
        self._small = small

    def _follow(self, now: Grey, guess: Floats | None = None) -> tuple[Floats, Floats]:
        """Where the spots that are found again were and are, pixels of the whole picture (N x 2).

        `guess`: how the whole picture moved since the spots were chosen, nearly.
        """
        spots = self._spots
        if len(spots) == 0 or now.shape != self._small.shape:
            return np.empty((0, 2)), np.empty((0, 2))
        start = spots if guess is None else cv2.perspectiveTransform(spots, _SHRINK @ guess @ np.linalg.inv(_SHRINK))
        there, found, _ = cv2.calcOpticalFlowPyrLK(self._small, now, spots, start.copy(), **_FLOW)
        back, again, _ = cv2.calcOpticalFlowPyrLK(now, self._small, there, spots + there - start, **_FLOW)
        near = np.linalg.norm(back - spots, axis=2).ravel() < _RETURN
        good = near & (found.ravel() == 1) & (again.ravel() == 1)
        if not good.any():
            return np.empty((0, 2)), np.empty((0, 2))
        both = np.stack([spots[good, 0], there[good, 0]]).astype(np.float64)
        then, here = cv2.perspectiveTransform(both, np.linalg.inv(_SHRINK))
        return np.asarray(then, np.float64), np.asarray(here, np.float64)


def _common(then: Floats, there: Floats) -> tuple[Floats, NDArray[np.bool_]] | None:
    """The move of a plane that most spots share, and which do; None if no `FEWEST_SPOTS` share one."""
    if len(then) < FEWEST_SPOTS:
        return None
    matrix, inside = cv2.findHomography(then, there, cv2.RANSAC, MOST_DRIFT)
    if matrix is None or inside.sum() < FEWEST_SPOTS:
        return None
    return np.asarray(matrix, np.float64), inside.ravel() == 1


def _small(image: Image) -> Grey:
    """The picture small and in grey, local brightness and contrast taken away."""
    grey = small_of(image).astype(np.float32)
    grey -= cv2.blur(grey, (25, 25))
    contrast = np.sqrt(cv2.blur(grey * grey, (49, 49))) + 10
    return np.asarray((128 + 40 * grey / contrast).clip(0, 255), np.uint8)
