"""The camera's place from markers or marked corners: right to a fraction of a millimetre, or refused with a reason."""

from __future__ import annotations

import numpy as np
import pytest

from tablectl.table import TableSnapshot
from vision.calibrate import (
    Calibration,
    CalibrationError,
    Refusal,
    calibrate,
    drift,
    from_corners,
)
from vision.frame import Image
from vision.layout import DEFAULT_LAYOUT
from vision.markers import find_markers
from vision.render.faces import load_atlas
from vision.render.look import Look
from vision.render.scene import Renderer

POINTS = [(x, y, z) for x in (-300, 0, 300) for y in (-300, 0, 300) for z in (0, 16, 32)]


def drawn(seed: int) -> tuple[Renderer, Image]:
    renderer = Renderer(load_atlas(), Look.of(seed))
    return renderer, renderer.frame(TableSnapshot(), None, 0.0, 0).image


@pytest.fixture(scope="module")
def table() -> tuple[Renderer, Image]:
    return drawn(3)


def error(calibration: Calibration, renderer: Renderer) -> float:
    """The largest error in millimetres over the table, at the heights of cloth, tiles and wall."""
    apart = np.linalg.norm(calibration.project(POINTS) - renderer.pose.project(POINTS), axis=1)
    return float(apart.max() * renderer.pose.position[2] / renderer.pose.focal)


@pytest.mark.parametrize("seed", [1, 6])
def test_the_markers_tell_where_everything_is(seed: int) -> None:
    renderer, image = drawn(seed)
    assert error(calibrate(image, DEFAULT_LAYOUT, renderer.pose.focal), renderer) < 0.2
    # Without the focal length the height is known less well, which matters only for what stands high.
    assert error(calibrate(image, DEFAULT_LAYOUT), renderer) < 1.0


def test_homography_and_projection_agree(table: tuple[Renderer, Image]) -> None:
    calibration = calibrate(table[1], DEFAULT_LAYOUT)
    flat = calibration.homography(32.0) @ (120.0, -205.0, 1.0)
    assert flat[:2] / flat[2] == pytest.approx(calibration.project([(120, -205, 32)])[0])


def test_one_hidden_marker_does_no_harm(table: tuple[Renderer, Image]) -> None:
    renderer, image = table
    covered = image.copy()
    x, y = np.rint(renderer.pose.project([(372, 372, 0)])[0]).astype(int)
    covered[max(y - 60, 0) : y + 60, x - 60 : x + 60] = 40
    calibration = calibrate(covered, DEFAULT_LAYOUT, renderer.pose.focal)
    assert sorted(calibration.markers) == [0, 1, 3]
    assert error(calibration, renderer) < 0.5


def test_too_few_markers_are_refused(table: tuple[Renderer, Image]) -> None:
    covered = table[1].copy()
    covered[:, : covered.shape[1] // 2] = 40
    with pytest.raises(CalibrationError, match="2 of 4 corner markers") as caught:
        calibrate(covered, DEFAULT_LAYOUT)
    assert caught.value.reason is Refusal.FEW_MARKERS


def test_marked_corners_serve_as_well(table: tuple[Renderer, Image]) -> None:
    renderer, image = table
    half = DEFAULT_LAYOUT.field / 2
    corners = renderer.pose.project([(-half, -half, 0), (half, -half, 0), (half, half, 0), (-half, half, 0)])
    marked = [(float(x), float(y)) for x, y in corners]
    size = (image.shape[1], image.shape[0])
    assert error(from_corners(marked, size, DEFAULT_LAYOUT, renderer.pose.focal), renderer) < 0.05
    with pytest.raises(CalibrationError, match="crossed or mirrored") as caught:
        from_corners(marked[::-1], size, DEFAULT_LAYOUT)
    assert caught.value.reason is Refusal.IMPLAUSIBLE
    with pytest.raises(CalibrationError, match="3 corners"):
        from_corners(marked[:3], size, DEFAULT_LAYOUT)


def test_corners_of_no_real_camera_are_refused() -> None:
    with pytest.raises(CalibrationError, match="check the markers' places") as caught:
        from_corners([(900, 1000), (1000, 1000), (1000, 900), (900, 900)], (2028, 1520), DEFAULT_LAYOUT, 1500.0)
    assert caught.value.reason is Refusal.IMPLAUSIBLE


def test_drift_is_measured_at_the_markers(table: tuple[Renderer, Image]) -> None:
    calibration = calibrate(table[1], DEFAULT_LAYOUT)
    assert drift(calibration, find_markers(table[1], calibration.markers)) == pytest.approx(0, abs=0.05)
    pushed = np.roll(table[1], 6, axis=1)
    assert drift(calibration, find_markers(pushed, calibration.markers)) == pytest.approx(6, abs=0.2)
    assert drift(calibration, {}) is None
