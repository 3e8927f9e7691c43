"""ArUco markers: printed squares whose number and corners a picture tells. All are of the dictionary 4x4_50."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image

Markers = Mapping[int, NDArray[np.float64]]
"""Corners of the markers seen, by number: 4 x 2 pixels, the marker's own top left first, then clockwise."""
DICTIONARY = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
TABLE_MARKERS = (0, 1, 2, 3)
"""At the table's corners, see `Layout.marker_corners`."""
CHART_MARKERS = range(10, 34)
"""On the chart that the lens is measured with."""
FORM_MARKERS = range(36, 48)
"""On the form that a tile set is laid on: four for each kind of paper, see `vision.form`."""
EMPTY_MARKER = 35
"""On every cell of that form: it is seen where no tile lies."""
CELLS = 6
"""Cells along a marker's side: 4 of code within a black border of 1."""

REFINED = 0.5
"""A corner is looked for within so many cells of where it was seen: what is looked at averages out a dim picture's
noise, and must not reach the next corner of the code, one cell away."""


def marker_cells(marker: int) -> NDArray[np.bool_]:
    """The cells of a marker as it is printed, `CELLS` x `CELLS`; true is black."""
    return np.asarray(cv2.aruco.generateImageMarker(DICTIONARY, marker, CELLS) == 0)


def find_markers(
    image: Image, near: Markers | None = None, wanted: Collection[int] = TABLE_MARKERS
) -> dict[int, NDArray[np.float64]]:
    """The wanted markers in a picture; with `near` only around those places, which is much cheaper."""
    windows: list[tuple[int, int, Image]] = [(0, 0, image)]
    if near is not None:
        windows = [_around(image, corners) for corners in near.values()]
    found: dict[int, NDArray[np.float64]] = {}
    for left, top, window in windows:
        seen = _detect(window)
        found |= {marker: corners + np.array([left, top]) for marker, corners in seen if marker in wanted}
    return found


def covers(corners: NDArray[np.float64], point: tuple[float, float]) -> bool:
    """Whether a point of the picture (continuous pixels) lies on a marker with these corners."""
    place = point[0] - 0.5, point[1] - 0.5
    return cv2.pointPolygonTest(corners.astype(np.float32), place, False) >= 0


def find_every(image: Image, wanted: int) -> list[NDArray[np.float64]]:
    """The corners of every print of one marker in a picture."""
    return [corners for marker, corners in _detect(image) if marker == wanted]


def _detect(image: Image) -> list[tuple[int, NDArray[np.float64]]]:
    corners, ids, _ = _detector().detectMarkers(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
    numbers = [] if ids is None else ids.ravel()
    return [(int(number), np.asarray(corner[0], np.float64)) for number, corner in zip(numbers, corners, strict=True)]


@cache
def _detector() -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    parameters.cornerRefinementWinSize = 8  # pixels at most
    parameters.relativeCornerRefinmentWinSize = REFINED
    return cv2.aruco.ArucoDetector(DICTIONARY, parameters)


def _around(image: Image, corners: NDArray[np.float64]) -> tuple[int, int, Image]:
    """Left, top and pixels of a window around a marker, its side added on each side."""
    side = float(np.ptp(corners, axis=0).max())
    left, top = np.maximum(corners.min(axis=0) - side, 0).astype(int)
    right, bottom = np.ceil(corners.max(axis=0) + side).astype(int)
    return int(left), int(top), image[top:bottom, left:right]
