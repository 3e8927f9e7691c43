"""Where the camera stands: four printed markers, or four corners given by a person, become a camera pose.

The pose gives the exact map between pixels and millimetres for any height over the cloth. Pixel coordinates are those
of OpenCV: whole numbers are pixel centres. The world frame is the table frame of `vision.layout` with z upwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.frame import Image
from vision.layout import Layout, Point
from vision.markers import Markers, find_markers

Floats = NDArray[np.float64]
FEWEST_MARKERS = 3
"""An arm may hide one of the four."""
CORNER_NOISE = 0.3
"""Standard error of a marker's corner, pixels."""
USUAL_HEIGHT, HEIGHT_SPREAD = 1000.0, 0.35
"""Height of a camera over the cloth (mm) and the spread of its logarithm: where the picture does not tell the focal
length (a camera that looks straight down), this decides."""
HEIGHTS = (400.0, 3000.0)
"""Heights of a camera that can be right, millimetres."""
MOST_TILT = 40.0
"""Degrees from looking straight down."""
MOST_ERROR = 2.5
"""Root mean square distance of the markers from where the pose puts them, pixels."""
FOCAL_RANGE = (0.4, 4.0)
"""Focal lengths tried, in picture widths."""
_GOLDEN = (5**0.5 - 1) / 2


class Refusal(Enum):
    """Why there is no calibration."""

    FEW_MARKERS = "few markers"
    IMPLAUSIBLE = "implausible"


class CalibrationError(ValueError):
    """The picture does not tell where the camera is. `reason` says why, the text how to mend it."""

    def __init__(self, reason: Refusal, text: str) -> None:
        super().__init__(text)
        self.reason = reason


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """A camera's pose. `matrix`: 3 x 4 projection from millimetres to pixels; `focal` in pixels; `position` of the
    pinhole in millimetres; `size`: width and height of its pictures; `markers`: what it was found from."""

    matrix: Floats
    focal: float
    position: tuple[float, float, float]
    size: tuple[int, int]
    markers: Markers

    def project(self, points: ArrayLike) -> Floats:
        """Pixels (N x 2) of points (N x 3, millimetres)."""
        flat = np.asarray(points, np.float64).reshape(-1, 3)
        image = flat @ self.matrix[:, :3].T + self.matrix[:, 3]
        return np.asarray(image[:, :2] / image[:, 2:])

    def homography(self, z: float) -> Floats:
        """3 x 3 map from millimetres on the plane at height `z` to pixels."""
        return np.column_stack([self.matrix[:, :2], self.matrix[:, 2] * z + self.matrix[:, 3]])


def calibrate(image: Image, layout: Layout, focal: float | None = None) -> Calibration:
    """The pose told by the markers in a picture. `focal`: the lens's focal length in pixels where it is known.

    Raises `CalibrationError`.
    """
    markers = find_markers(image)
    if len(markers) < FEWEST_MARKERS:
        seen = ", ".join(map(str, sorted(markers))) or "none"
        raise CalibrationError(
            Refusal.FEW_MARKERS,
            f"{len(markers)} of 4 corner markers are seen ({seen}): uncover them, add light, or give the four corners",
        )
    world = {marker: layout.marker_corners(marker) for marker in markers}
    points = np.array([point for marker in markers for point in world[marker]], np.float64)
    pixels = np.concatenate([markers[marker] for marker in markers])
    return _solve(points, pixels, (image.shape[1], image.shape[0]), layout, focal, markers)


def from_corners(
    corners: Sequence[Point], size: tuple[int, int], layout: Layout, focal: float | None = None
) -> Calibration:
    """The pose told by the field's corners in pixels: left bottom, right bottom, right top, left top for seat 0.

    Raises `CalibrationError`.
    """
    if len(corners) != 4:
        raise CalibrationError(Refusal.FEW_MARKERS, f"{len(corners)} corners are given: mark all four corners")
    half = layout.field / 2
    world = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
    return _solve(world, np.asarray(corners, np.float64), size, layout, focal, {})


def drift(calibration: Calibration, markers: Markers) -> float | None:
    """How far the markers moved since the calibration: median of their corners, pixels; None if none is seen."""
    both = [marker for marker in markers if marker in calibration.markers]
    if not both:
        return None
    moved = [markers[marker] - calibration.markers[marker] for marker in both]
    return float(np.median(np.linalg.norm(np.concatenate(moved), axis=1)))


def _solve(
    points: Floats, pixels: Floats, size: tuple[int, int], layout: Layout, focal: float | None, markers: Markers
) -> Calibration:
    if not _orderly(points, pixels):
        raise CalibrationError(
            Refusal.IMPLAUSIBLE,
            "the four corners are crossed or mirrored: markers 0 to 3 lie left bottom, right bottom, right top, left "
            "top as seat 0 sees them, and a person marks the corners in that order",
        )
    if focal is None:
        focal = _focal(points, pixels, size)
    calibration, error = _pose(points, pixels, size, focal, markers)
    height = calibration.position[2]
    down = -calibration.matrix[2, 2] / np.linalg.norm(calibration.matrix[2, :3])
    tilt = float(np.degrees(np.arccos(np.clip(down, -1, 1))))
    if error > MOST_ERROR or not HEIGHTS[0] <= height <= HEIGHTS[1] or tilt > MOST_TILT:
        raise CalibrationError(
            Refusal.IMPLAUSIBLE,
            f"the corners fit a camera {height:.0f} mm high, tilted by {tilt:.0f} degrees, with {error:.1f} pixels "
            f"error: expected {HEIGHTS[0]:.0f} to {HEIGHTS[1]:.0f} mm, at most {MOST_TILT:.0f} degrees and "
            f"{MOST_ERROR} pixels; check the markers' places and sizes",
        )
    return calibration


def _orderly(points: Floats, pixels: Floats) -> bool:
    """Whether the picture shows the points the same way round as they lie (y is up on the table, down in pixels)."""
    matrix, _ = cv2.findHomography(points, pixels)
    if matrix is None:
        return False
    depth = points @ matrix[2, :2] + matrix[2, 2]
    return bool(np.linalg.det(matrix) < 0 and ((depth > 0).all() or (depth < 0).all()))


def _focal(points: Floats, pixels: Floats, size: tuple[int, int]) -> float:
    """The focal length that fits best, weighed against the usual height of a camera; golden section search."""

    def misfit(logarithm: float) -> float:
        calibration, error = _pose(points, pixels, size, float(np.exp(logarithm)), {})
        unusual = np.log(max(calibration.position[2], 1.0) / USUAL_HEIGHT) / HEIGHT_SPREAD
        return float(len(points) * (error / CORNER_NOISE) ** 2 + unusual**2)

    low, high = (float(np.log(factor * size[0])) for factor in FOCAL_RANGE)
    for _ in range(24):
        step = _GOLDEN * (high - low)
        if misfit(high - step) < misfit(low + step):
            high = low + step
        else:
            low = high - step
    return float(np.exp((low + high) / 2))


def _pose(
    points: Floats, pixels: Floats, size: tuple[int, int], focal: float, markers: Markers
) -> tuple[Calibration, float]:
    """The pose for a focal length and its root mean square error in pixels."""
    lens = np.array([[focal, 0, size[0] / 2], [0, focal, size[1] / 2], [0, 0, 1]])
    world = np.column_stack([points, np.zeros(len(points))])
    none = np.zeros(4)
    _, turn, shift = cv2.solvePnP(world, pixels, lens, none, flags=cv2.SOLVEPNP_IPPE)
    turn, shift = cv2.solvePnPRefineLM(world, pixels, lens, none, turn, shift)
    rotation = np.asarray(cv2.Rodrigues(turn)[0], np.float64)
    matrix = np.asarray(lens @ np.column_stack([rotation, shift]), np.float64)
    x, y, z = (float(value) for value in (-rotation.T @ shift).ravel())
    calibration = Calibration(matrix, focal, (x, y, z), size, markers)
    error = np.sqrt(((calibration.project(world) - pixels) ** 2).sum(axis=1).mean())
    return calibration, float(error)
