"""Where the camera stands: four printed markers, or four corners given by a person, become a camera pose.

The pose gives the exact map between pixels and millimetres for any height over the cloth. Pixel coordinates are those
of OpenCV: whole numbers are pixel centres. The world frame is the table frame of `vision.layout` with z upwards. What
the lens bends is told apart, see `vision.lens`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

import cv2
import numpy as np
from numpy.typing import ArrayLike

from vision.frame import Image
from vision.layout import Layout, Point
from vision.least import least_squares
from vision.lens import Floats, Lens, LensError
from vision.markers import Markers, find_markers

FEWEST_MARKERS = 3
"""An arm may hide one of the four."""
CORNER_NOISE, CLICK_NOISE = 0.3, 3.0
"""Standard errors of a marker's corner and of a corner marked by a person, pixels."""
USUAL_HEIGHT, HEIGHT_SPREAD, MEASURED_SPREAD = 1000.0, 0.35, 0.01
"""Height of a camera over the cloth (mm) and the spread of its logarithm, unmeasured and measured: where the picture
does not tell the focal length (a camera that looks straight down), this decides."""
BEND_SPREAD = 0.15
"""Usual size of a lens's first coefficient k1."""
HEIGHTS = (400.0, 3000.0)
"""Heights of a camera that can be right, millimetres."""
MOST_TILT = 50.0
"""Degrees from looking straight down."""
MOST_ERROR = 2.5
"""Root mean square distance of the markers from where the pose puts them, pixels."""


class Refusal(Enum):
    """Why there is no calibration."""

    FEW_MARKERS = "few markers"
    IMPLAUSIBLE = "implausible"
    LENS = "lens"


class CalibrationError(ValueError):
    """The picture does not tell where the camera is. `reason` says why, the text how to mend it."""

    def __init__(self, reason: Refusal, text: str) -> None:
        super().__init__(text)
        self.reason = reason


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """A camera's pose. `matrix`: 3 x 4 projection from millimetres to straight pixels; `position` of the pinhole in
    millimetres; `lens`: measured, or a pinhole that fits; `markers`: what it was found from."""

    matrix: Floats
    position: tuple[float, float, float]
    lens: Lens
    markers: Markers

    @property
    def focal(self) -> float:
        """Focal length in pixels."""
        return self.lens.focal

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the camera's pictures."""
        return self.lens.size

    def project(self, points: ArrayLike) -> Floats:
        """Pixels (N x 2) of points (N x 3, millimetres)."""
        flat = np.asarray(points, np.float64).reshape(-1, 3)
        image = flat @ self.matrix[:, :3].T + self.matrix[:, 3]
        return self.lens.bent(image[:, :2] / image[:, 2:])

    def homography(self, z: float) -> Floats:
        """3 x 3 map from millimetres on the plane at height `z` to straight pixels."""
        return np.column_stack([self.matrix[:, :2], self.matrix[:, 2] * z + self.matrix[:, 3]])


def calibrate(image: Image, layout: Layout, lens: Lens | None = None, height: float | None = None) -> Calibration:
    """The pose told by the markers in a picture. `lens`: the camera's, where it was measured; otherwise the one that
    fits best. `height`: of the camera over the cloth in millimetres, where it was measured; a known lens tells it.

    Raises `CalibrationError`.
    """
    return from_markers(find_markers(image), (image.shape[1], image.shape[0]), layout, lens, height)


def from_markers(
    markers: Markers,
    size: tuple[int, int],
    layout: Layout,
    lens: Lens | None = None,
    height: float | None = None,
) -> Calibration:
    """The pose told by the markers seen in a picture of `size`. `lens`, `height`: see `calibrate`.

    Raises `CalibrationError`.
    """
    if len(markers) < FEWEST_MARKERS:
        seen = ", ".join(map(str, sorted(markers))) or "none"
        raise CalibrationError(
            Refusal.FEW_MARKERS,
            f"{len(markers)} of 4 corner markers are seen ({seen}): uncover them, add light, or give the four corners",
        )
    world = {marker: layout.marker_corners(marker) for marker in markers}
    points = np.array([point for marker in markers for point in world[marker]], np.float64)
    pixels = np.concatenate([markers[marker] for marker in markers])
    return _solve(points, pixels, size, markers, CORNER_NOISE, lens, height)


def from_corners(
    corners: Sequence[Point],
    size: tuple[int, int],
    layout: Layout,
    lens: Lens | None = None,
    height: float | None = None,
) -> Calibration:
    """The pose told by the field's corners in pixels: left bottom, right bottom, right top, left top for seat 0.
    `lens`, `height`: see `calibrate`.

    Raises `CalibrationError`.
    """
    if len(corners) != 4:
        raise CalibrationError(Refusal.FEW_MARKERS, f"{len(corners)} corners are given: mark all four corners")
    half = layout.field / 2
    world = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
    return _solve(world, np.asarray(corners, np.float64), size, {}, CLICK_NOISE, lens, height)


def drift(calibration: Calibration, markers: Markers) -> float | None:
    """How far the markers moved since the calibration: median of their corners, pixels; None if none is seen."""
    both = [marker for marker in markers if marker in calibration.markers]
    if not both:
        return None
    moved = [markers[marker] - calibration.markers[marker] for marker in both]
    return float(np.median(np.linalg.norm(np.concatenate(moved), axis=1)))


def _solve(
    points: Floats,
    pixels: Floats,
    size: tuple[int, int],
    markers: Markers,
    noise: float,
    lens: Lens | None,
    height: float | None,
) -> Calibration:
    """The pose that puts `points` (N x 2, millimetres on the cloth) at `pixels`, known with an error of `noise`."""
    if not _orderly(points, pixels):
        raise CalibrationError(
            Refusal.IMPLAUSIBLE,
            "the four corners are crossed or mirrored: markers 0 to 3 lie left bottom, right bottom, right top, left "
            "top as seat 0 sees them, and a person marks the corners in that order",
        )
    try:
        lens = _guess(points, pixels, size, noise, height) if lens is None else lens.at(size)
    except LensError as unfit:
        raise CalibrationError(Refusal.LENS, str(unfit)) from None
    calibration, error = _pose(points, lens.straight(pixels), lens, markers)
    found = calibration.position[2]
    down = -calibration.matrix[2, 2] / np.linalg.norm(calibration.matrix[2, :3])
    tilt = float(np.degrees(np.arccos(np.clip(down, -1, 1))))
    if error > MOST_ERROR or not HEIGHTS[0] <= found <= HEIGHTS[1] or tilt > MOST_TILT:
        raise CalibrationError(
            Refusal.IMPLAUSIBLE,
            f"the corners fit a camera {found:.0f} mm high, tilted by {tilt:.0f} degrees, with {error:.1f} pixels "
            f"error: expected {HEIGHTS[0]:.0f} to {HEIGHTS[1]:.0f} mm, at most {MOST_TILT:.0f} degrees and "
            f"{MOST_ERROR} pixels; check the markers' places and sizes, and measure a lens that bends the picture much",
        )
    return calibration


def _orderly(points: Floats, pixels: Floats) -> bool:
    """Whether the picture shows the points the same way round as they lie (y is up on the table, down in pixels)."""
    matrix, _ = cv2.findHomography(points, pixels)
    if matrix is None:
        return False
    depth = points @ matrix[2, :2] + matrix[2, 2]
    return bool(np.linalg.det(matrix) < 0 and ((depth > 0).all() or (depth < 0).all()))


def _guess(points: Floats, pixels: Floats, size: tuple[int, int], noise: float, height: float | None) -> Lens:
    """The lens that fits best: its focal length and k1, weighed against the camera's usual or measured height.

    How a marker far from the middle is squeezed tells k1 well; a camera that looks straight down does not tell focal
    length and height apart.
    """
    start = Lens.pinhole(float(size[0]), size)
    world = np.column_stack([points, np.zeros(len(points))])
    _, turn, shift = cv2.solvePnP(world, pixels, start.matrix, np.zeros(4), flags=cv2.SOLVEPNP_IPPE)
    expected, spread = (USUAL_HEIGHT, HEIGHT_SPREAD) if height is None else (height, MEASURED_SPREAD)

    def lens_of(values: Floats) -> Lens:
        return replace(start, focal=start.focal * float(np.exp(values[6])), bend=(float(values[7]), 0.0, 0.0, 0.0, 0.0))

    def misfit(values: Floats) -> tuple[Floats, Floats]:
        # A longer lens looks from as much farther away, so that the picture hardly changes with the focal length.
        lens = lens_of(values)
        away = USUAL_HEIGHT * lens.focal / start.focal
        place = values[3:6] * away
        rotation, by_turn = cv2.Rodrigues(values[:3])
        above = max(float(-rotation[:, 2] @ place), 1.0)
        seen, by = cv2.projectPoints(world, values[:3], place, lens.matrix, np.array(lens.bend))
        # OpenCV's order: turn, place, focal lengths, centre, k1.
        by_focal = by[:, 6:8].sum(axis=1) * lens.focal + by[:, 3:6] @ place
        height_by_turn = -by_turn.reshape(3, 3, 3)[:, :, 2] @ place
        slopes = np.vstack(
            [
                np.column_stack([by[:, :3], by[:, 3:6] * away, by_focal, by[:, 10]]) / noise,
                np.array([*height_by_turn, *-rotation[:, 2] * away, above, 0]) / above / spread,
                np.array([0, 0, 0, 0, 0, 0, 0, 1 / BEND_SPREAD]),
            ]
        )
        apart = (seen[:, 0] - pixels).ravel() / noise
        return np.array([*apart, np.log(above / expected) / spread, values[7] / BEND_SPREAD]), slopes

    return lens_of(least_squares(misfit, np.array([*turn.ravel(), *shift.ravel() / USUAL_HEIGHT, 0.0, 0.0])))


def _pose(points: Floats, pixels: Floats, lens: Lens, markers: Markers) -> tuple[Calibration, float]:
    """The pose for a lens and straight pixels, and its root mean square error in these."""
    world = np.column_stack([points, np.zeros(len(points))])
    none = np.zeros(4)
    _, turn, shift = cv2.solvePnP(world, pixels, lens.matrix, none, flags=cv2.SOLVEPNP_IPPE)
    turn, shift = cv2.solvePnPRefineLM(world, pixels, lens.matrix, none, turn, shift)
    rotation = np.asarray(cv2.Rodrigues(turn)[0], np.float64)
    matrix = np.asarray(lens.matrix @ np.column_stack([rotation, shift]), np.float64)
    x, y, z = (float(value) for value in (-rotation.T @ shift).ravel())
    calibration = Calibration(matrix, (x, y, z), lens, markers)
    seen = np.column_stack([world, np.ones(len(world))]) @ matrix.T
    error = np.sqrt(((seen[:, :2] / seen[:, 2:] - pixels) ** 2).sum(axis=1).mean())
    return calibration, float(error)
