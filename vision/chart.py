"""The chart a lens is measured with: a printed chessboard with markers, photographed several times from all sides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from vision.frame import Image
from vision.lens import Floats, Lens, LensError
from vision.markers import CHART_MARKERS, DICTIONARY
from vision.paper import Sheet

COLUMNS, ROWS = 8, 6
SQUARE, MARKER = 30.0, 22.0
"""Sides of a square and of the marker in a white one, millimetres; the printed scale need not be exact."""
FEWEST_CORNERS = 18
"""Of the 35 inner corners that a picture must show."""
FEWEST_VIEWS = 6
LEAST_TURN = 20.0
"""Degrees between the two most different slants of the chart."""
LEAST_COVER = 0.6
"""Share of the picture's width and of its height over which corners must have been seen."""
MOST_ERROR = 1.0
"""Root mean square distance of corners from where the lens puts them, pixels of a picture 2000 wide."""
MOST_DOUBT = 0.01
"""Standard error of the focal length, as a share of it."""


@dataclass(frozen=True, slots=True)
class View:
    """One picture of the chart. `corners`: numbers of its inner corners seen; `pixels`: their places (N x 2)."""

    name: str
    corners: tuple[int, ...]
    pixels: Floats
    size: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Measured:
    """A lens, and how well it fits: `error` in pixels (root mean square), `doubt` of the focal length in pixels."""

    lens: Lens
    error: float
    doubt: float


def draw_chart(sheet: Sheet) -> None:
    """Draw the chart into the middle of a page that lies."""
    left, top = (sheet.width - COLUMNS * SQUARE) / 2, (sheet.height - ROWS * SQUARE) / 2
    markers = iter(CHART_MARKERS)
    for row in range(ROWS):
        for column in range(COLUMNS):
            place = (left + column * SQUARE, top + row * SQUARE)
            if (row + column) % 2 == 0:
                sheet.rectangle(place, (SQUARE, SQUARE), filled=True)
            else:
                inset = (SQUARE - MARKER) / 2
                sheet.marker(next(markers), (place[0] + inset, place[1] + inset), MARKER)


def see_chart(name: str, image: Image) -> View:
    """The chart in a picture; `name` is told in errors. Raises `LensError`."""
    corners, ids, _, _ = cv2.aruco.CharucoDetector(_chart()).detectBoard(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
    seen = () if ids is None else tuple(int(corner) for corner in ids.ravel())
    if len(seen) < FEWEST_CORNERS:
        raise LensError(
            f"{name}: {len(seen)} of {(COLUMNS - 1) * (ROWS - 1)} corners of the chart are seen, at least "
            f"{FEWEST_CORNERS} are needed: hold it flat, sharp, evenly lit and wholly in the picture"
        )
    return View(name, seen, np.asarray(corners, np.float64).reshape(-1, 2), (image.shape[1], image.shape[0]))


def measure(views: Sequence[View]) -> Measured:
    """The lens that took these pictures. Raises `LensError` where they are too few, too much alike or do not fit."""
    if len(views) < FEWEST_VIEWS:
        raise LensError(
            f"{len(views)} pictures show the chart: at least {FEWEST_VIEWS} are needed, each from elsewhere"
        )
    size = views[0].size
    other = next((view for view in views if view.size != size), None)
    if other is not None:
        raise LensError(f"{other.name}: another size than {views[0].name}; take all pictures in one mode of the camera")
    every = np.concatenate([view.pixels for view in views])
    cover = np.ptp(every, axis=0) / size
    if cover.min() < LEAST_COVER:
        across = "width" if cover[0] < cover[1] else "height"
        raise LensError(
            f"the chart was seen over {cover.min():.0%} of the picture's {across} only: hold it into the corners, too"
        )
    start = Lens.pinhole(float(size[0]), size)
    plane = np.asarray(_chart().getChessboardCorners(), np.float32)
    # k3 is for fisheye lenses; from a printed chart it is found badly and bends the rim at random.
    flags = cv2.CALIB_USE_INTRINSIC_GUESS | cv2.CALIB_FIX_ASPECT_RATIO | cv2.CALIB_FIX_K3
    _, matrix, bend, turns, _, doubts, _, errors = cv2.calibrateCameraExtended(
        [plane[list(view.corners)] for view in views],
        [view.pixels.astype(np.float32) for view in views],
        size,
        start.matrix,
        np.zeros(5),
        flags=flags,
    )
    lens = Lens(float(matrix[0, 0]), (float(matrix[0, 2]), float(matrix[1, 2])), size, _five(bend))
    apart = np.asarray(errors, np.float64).ravel()
    error = float(np.sqrt((apart**2).mean()))
    if error > MOST_ERROR * size[0] / 2000:
        worst = views[int(apart.argmax())]
        raise LensError(
            f"the corners fit no lens: {error:.1f} pixels beside it, worst in {worst.name}; keep the chart flat (glued "
            "to something stiff) and the pictures sharp, and take one camera for all"
        )
    normals = np.stack([np.asarray(cv2.Rodrigues(turn)[0], np.float64)[:, 2] for turn in turns])
    turned = float(np.degrees(np.arccos(np.clip(normals @ normals.T, -1, 1).min())))
    doubt = float(np.asarray(doubts).ravel()[0])
    if turned < LEAST_TURN or doubt > MOST_DOUBT * lens.focal:
        raise LensError(
            f"the pictures are too much alike: the chart's slant differs by {turned:.0f} degrees and leaves the focal "
            f"length uncertain by {doubt / lens.focal:.1%}; tilt the chart by 20 to 40 degrees to each side"
        )
    return Measured(lens, error, doubt)


@cache
def _chart() -> cv2.aruco.CharucoBoard:
    return cv2.aruco.CharucoBoard((COLUMNS, ROWS), SQUARE, MARKER, DICTIONARY, np.array(CHART_MARKERS))


def _five(values: object) -> tuple[float, float, float, float, float]:
    k1, k2, p1, p2, k3 = (float(value) for value in np.asarray(values, np.float64).ravel()[:5])
    return k1, k2, p1, p2, k3
