"""The camera's place from markers or marked corners: right to a fraction of a millimetre, or refused with a reason."""

from __future__ import annotations

from dataclasses import replace
from math import cos, radians, sin

import cv2
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
from vision.lens import STRAIGHT, Bend, Floats, Lens
from vision.markers import find_markers
from vision.render.faces import load_atlas
from vision.render.look import Look
from vision.render.scene import Renderer

HEIGHTS = (0.0, 16.0, 32.0)
"""Of cloth, tile faces and upper wall tiles, millimetres."""
PLACES = np.array([(x, y) for x in range(-320, 321, 80) for y in range(-320, 321, 80)], np.float64)


def drawn(seed: int) -> tuple[Renderer, Image]:
    renderer = Renderer(load_atlas(), Look.of(seed))
    return renderer, renderer.frame(TableSnapshot(), None, 0.0, 0).image


@pytest.fixture(scope="module")
def table() -> tuple[Renderer, Image]:
    return drawn(3)


def slanted(tilt: float, bend: Bend) -> tuple[Renderer, Image]:
    """A table seen by a camera so many degrees off the vertical through a lens."""
    look = Look.of(2)
    away, up = look.camera[2] * sin(radians(tilt)), look.camera[2] * cos(radians(tilt))
    look = replace(look, camera=(0.6 * away, -0.8 * away, up), aim=(0.0, 0.0), size=(1920, 1080), bend=bend)
    renderer = Renderer(load_atlas(), look)
    return renderer, renderer.frame(TableSnapshot(), None, 0.0, 0).image


def errors(calibration: Calibration, renderer: Renderer, z: float) -> Floats:
    """How many millimetres beside its true place a thing at height `z` is thought to lie, over the table."""
    pixels = renderer.pose.project([(x, y, z) for x, y in PLACES])
    plane = np.linalg.inv(calibration.homography(z))
    thought = cv2.perspectiveTransform(calibration.lens.straight(pixels)[None], plane)[0]
    return np.asarray(np.linalg.norm(thought - PLACES, axis=1))


def error(calibration: Calibration, renderer: Renderer) -> float:
    """The largest of these errors at the heights of cloth, tiles and wall."""
    return max(float(errors(calibration, renderer, z).max()) for z in HEIGHTS)


@pytest.mark.parametrize("seed", [1, 6])
def test_the_markers_tell_where_everything_is(seed: int) -> None:
    renderer, image = drawn(seed)
    assert error(calibrate(image, DEFAULT_LAYOUT, renderer.pose.lens), renderer) < 0.2
    # Without the focal length the height is known less well, which matters only for what stands high.
    assert error(calibrate(image, DEFAULT_LAYOUT), renderer) < 1.2


@pytest.mark.parametrize("bend", [STRAIGHT, (-0.12, 0.02, 0.0006, -0.0004, 0.0)], ids=["straight", "wide"])
@pytest.mark.parametrize("tilt", [0, 20, 40])
def test_places_are_right_at_every_height_from_any_slant(tilt: float, bend: Bend) -> None:
    """81 places at each of three heights; a tile is 19.5 mm wide."""
    renderer, image = slanted(tilt, bend)
    measured = calibrate(image, DEFAULT_LAYOUT, renderer.pose.lens)
    told = calibrate(image, DEFAULT_LAYOUT, height=renderer.pose.position[2])
    guessed = calibrate(image, DEFAULT_LAYOUT)
    for z in HEIGHTS:
        assert errors(measured, renderer, z).max() < 0.7
        assert errors(told, renderer, z).mean() < 1.5 and errors(told, renderer, z).max() < 3
        # Looking straight down does not tell how high the camera is: what stands high is seen the more wrongly.
        assert errors(guessed, renderer, z).mean() < 1.5 or (tilt == 0 and z > 0)
    assert (errors(measured, renderer, 16) < 0.5).sum() >= 78 and len(PLACES) == 81


def test_homography_and_projection_agree(table: tuple[Renderer, Image]) -> None:
    calibration = calibrate(table[1], DEFAULT_LAYOUT)
    flat = calibration.homography(32.0) @ (120.0, -205.0, 1.0)
    straight = calibration.lens.straight(calibration.project([(120, -205, 32)]))[0]
    assert flat[:2] / flat[2] == pytest.approx(straight)


def test_one_hidden_marker_does_no_harm(table: tuple[Renderer, Image]) -> None:
    renderer, image = table
    covered = image.copy()
    x, y = np.rint(renderer.pose.project([(372, 372, 0)])[0]).astype(int)
    covered[max(y - 60, 0) : y + 60, x - 60 : x + 60] = 40
    calibration = calibrate(covered, DEFAULT_LAYOUT, renderer.pose.lens)
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
    assert error(from_corners(marked, size, DEFAULT_LAYOUT, renderer.pose.lens), renderer) < 0.05
    with pytest.raises(CalibrationError, match="crossed or mirrored") as caught:
        from_corners(marked[::-1], size, DEFAULT_LAYOUT)
    assert caught.value.reason is Refusal.IMPLAUSIBLE
    with pytest.raises(CalibrationError, match="3 corners"):
        from_corners(marked[:3], size, DEFAULT_LAYOUT)


def test_corners_of_no_real_camera_are_refused() -> None:
    lens = Lens.pinhole(1500.0, (2028, 1520))
    with pytest.raises(CalibrationError, match="check the markers' places") as caught:
        from_corners([(900, 1000), (1000, 1000), (1000, 900), (900, 900)], lens.size, DEFAULT_LAYOUT, lens)
    assert caught.value.reason is Refusal.IMPLAUSIBLE


def test_drift_is_measured_at_the_markers(table: tuple[Renderer, Image]) -> None:
    calibration = calibrate(table[1], DEFAULT_LAYOUT)
    assert drift(calibration, find_markers(table[1], calibration.markers)) == pytest.approx(0, abs=0.05)
    pushed = np.roll(table[1], 6, axis=1)
    assert drift(calibration, find_markers(pushed, calibration.markers)) == pytest.approx(6, abs=0.2)
    assert drift(calibration, {}) is None


@pytest.mark.parametrize("tilt", [3, 5])
def test_a_camera_almost_straight_above_tells_its_height_to_the_end_of_the_search(tilt: float) -> None:
    """Focal length and height are nearly one there: a search that stops half way leaves the height a tenth off."""
    renderer, image = slanted(tilt, STRAIGHT)
    found = calibrate(image, DEFAULT_LAYOUT).position[2]
    assert found == pytest.approx(renderer.pose.position[2], rel=0.05)
