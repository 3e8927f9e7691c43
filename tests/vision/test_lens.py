"""A bent picture is read as a straight one: points and cuts come out where they belong."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tablectl.rules.seat import BySeat, Seat
from tablectl.rules.tile import parse_tiles
from tablectl.table import SeenTile, TableSnapshot
from vision.calibrate import CalibrationError, Refusal, calibrate
from vision.layout import DEFAULT_LAYOUT
from vision.lens import STRAIGHT, Lens, LensError, cut, pixel_map
from vision.pipeline import Eyes
from vision.rectify import Region, SeatView
from vision.render.faces import load_atlas
from vision.render.look import Look
from vision.render.scene import Renderer

BEND = (-0.12, 0.02, 0.0006, -0.0004, 0.0)
"""A wide lens: what lies at the field's corners is seen 3 % too near to the middle."""
WIDE = Lens(1000.0, (955.0, 545.0), (1920, 1080), (-0.2, 0.05, 0.001, -0.0005, 0.002))
PLACES = np.array([(x, y) for x in range(0, 1920, 240) for y in range(0, 1080, 180)], np.float64)
TABLE = TableSnapshot(
    rivers=BySeat.of(
        tuple(SeenTile(tile) for tile in parse_tiles(text))
        for text in ("19m4p6p9p1s5s", "1467p2s4s", "2m3m7z6p5p9s8s4m", "6z7p8p3s")
    )
)


def test_bent_and_straight_undo_each_other_and_agree_with_opencv() -> None:
    assert WIDE.straight(WIDE.bent(PLACES)) == pytest.approx(PLACES, abs=1e-6)
    rays = np.column_stack([(PLACES - WIDE.centre) / WIDE.focal, np.ones(len(PLACES))])
    theirs, _ = cv2.projectPoints(rays, np.zeros(3), np.zeros(3), WIDE.matrix, np.array(WIDE.bend))
    assert WIDE.bent(PLACES) == pytest.approx(theirs[:, 0], abs=1e-6)


def test_a_lens_serves_pictures_of_another_size_but_not_of_another_shape() -> None:
    half = WIDE.at((960, 540))
    assert half.bent((PLACES + 0.5) / 2 - 0.5) == pytest.approx((WIDE.bent(PLACES) + 0.5) / 2 - 0.5, abs=1e-9)
    assert half.at((1920, 1080)) == WIDE
    with pytest.raises(LensError, match="1920 x 1080 pixels, and 1640 x 1232 have another shape"):
        WIDE.at((1640, 1232))


def test_a_map_worked_out_on_a_mesh_is_as_good_as_one_for_every_pixel() -> None:
    size = (333, 170)
    mapped = np.stack(pixel_map(lambda pixels: WIDE.bent(pixels * 2), size), axis=-1)
    every = np.stack(np.meshgrid(np.arange(size[0]), np.arange(size[1])), axis=-1)
    exact = WIDE.bent(every.reshape(-1, 2) * 2.0).reshape(size[1], size[0], 2)
    assert np.abs(mapped - exact).max() < 0.1


def test_a_straight_lens_cuts_as_a_pinhole_does() -> None:
    image = np.random.default_rng(1).integers(0, 255, (1080, 1920, 3), np.uint8)
    matrix = np.array([[0.9, 0.1, 300], [-0.1, 0.9, 400], [1e-5, 0, 1]])
    plain = cut(image, matrix, (200, 150), replace(WIDE, bend=STRAIGHT))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    assert (plain == cv2.warpPerspective(image, matrix, (200, 150), flags=flags)).all()


@pytest.fixture(scope="module")
def wide() -> Renderer:
    return Renderer(load_atlas(), replace(Look.of(3), bend=BEND))


def test_the_table_from_above_is_the_same_through_any_lens(wide: Renderer) -> None:
    plain = Renderer(load_atlas(), replace(wide.look, bend=STRAIGHT))
    shown = []
    for renderer in (wide, plain):
        image = renderer.frame(TABLE, None, 0.0, 0).image
        view = SeatView(calibrate(image, DEFAULT_LAYOUT, renderer.pose.lens), DEFAULT_LAYOUT, Seat.S1)
        shown.append(view.rectify(image, Region(-100, -200, 100, -50), 16.0, 2.0).image.astype(np.float64))
    shift, _ = cv2.phaseCorrelate(shown[0].mean(axis=2), shown[1].mean(axis=2))
    assert np.hypot(*shift) / 2 < 0.15  # millimetres
    assert np.abs(shown[0] - shown[1]).mean() < 6  # grey levels; noise alone makes 2


def test_a_bent_table_is_read_as_it_lies(wide: Renderer) -> None:
    eyes = Eyes(lens=wide.pose.lens)
    given = [eyes.feed(wide.frame(TABLE, None, number / 10, number)) for number in range(3)]
    seen = [snapshot for snapshot in given if snapshot is not None][-1]
    assert eyes.calibration is not None and eyes.calibration.lens.bend == BEND
    for read, true in zip(seen.rivers, TABLE.rivers, strict=True):
        assert len(read) == len(true)
        assert all(a.tile in (None, b.tile) for a, b in zip(read, true, strict=True))
    truth = [quad.corners.mean(axis=0) + 0.5 for quad in wide.true_quads(TABLE)]
    for tile in eyes.overlay():
        middle = np.mean(tile.polygon, axis=0)
        assert min(np.linalg.norm(middle - place) for place in truth) < 1.5  # pixels


def test_a_lens_for_pictures_of_another_shape_is_refused(wide: Renderer) -> None:
    with pytest.raises(CalibrationError, match="measure the lens again") as caught:
        calibrate(wide.frame(TABLE, None, 0.0, 0).image, DEFAULT_LAYOUT, WIDE)
    assert caught.value.reason is Refusal.LENS
