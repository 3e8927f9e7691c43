"""A pushed camera is found again in its next pictures, with markers and without."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from hardware.line import NUDGE_ROOM
from tablectl.rules.seat import BySeat
from tablectl.rules.tile import parse_tiles
from tablectl.table import SeenHand, SeenTile, TableSnapshot
from vision.frame import Frame
from vision.layout import DEFAULT_LAYOUT
from vision.locate import CHECK_EVERY, SEEN, Locator
from vision.markers import TABLE_MARKERS
from vision.render.faces import load_atlas
from vision.render.look import Look
from vision.render.scene import Renderer

TABLE = TableSnapshot(
    rivers=BySeat.of(
        tuple(SeenTile(tile) for tile in parse_tiles(text)) for text in ("19m4z", "1234z", "9s8s2m", "1z6z")
    ),
    hands=BySeat(*[SeenHand(standing=13)] * 4),
    walls=BySeat((2,) * 17, (0,) * 5 + (2,) * 12, (2,) * 17, (0,) * 17),
)
PLACES = [(x, y, z) for x in (-300, 0, 300) for y in (-300, 0, 300) for z in (0, 16)]


@pytest.fixture(scope="module")
def tables() -> tuple[Renderer, Renderer]:
    """The table before and after somebody knocked against the camera."""
    look = replace(Look.of(3), room=NUDGE_ROOM, bend=(-0.08, 0.01, 0.0, 0.0, 0.0))
    before = Renderer(load_atlas(), look)
    return before, before.nudged()


def frame(renderer: Renderer, time: float, bare: bool) -> Frame:
    """The table at a time; `bare`: its markers are covered."""
    shown = renderer.frame(TABLE, None, time, round(10 * time))
    if not bare:
        return shown
    image = shown.image.copy()
    for marker in TABLE_MARKERS:
        corners = np.array(DEFAULT_LAYOUT.marker_corners(marker))
        cover = corners.mean(axis=0) + 1.5 * (corners - corners.mean(axis=0))
        pixels = renderer.pose.project(np.column_stack([cover, np.zeros(4)]))
        cv2.fillConvexPoly(image, np.rint(pixels).astype(np.int32), (70, 70, 70))
    return replace(shown, image=image)


def error(locator: Locator, renderer: Renderer) -> float:
    """Millimetres by which the place of something on the table is wrong, at most."""
    assert locator.calibration is not None
    apart = np.linalg.norm(locator.calibration.project(PLACES) - renderer.pose.project(PLACES), axis=1)
    return float(apart.max() * renderer.pose.position[2] / renderer.pose.focal)


@pytest.mark.parametrize("bare", [False, True], ids=["markers", "corners"])
def test_a_pushed_camera_is_found_again(tables: tuple[Renderer, Renderer], bare: bool) -> None:
    before, after = tables
    half = DEFAULT_LAYOUT.field / 2
    field = before.pose.project([(-half, -half, 0), (half, -half, 0), (half, half, 0), (-half, half, 0)])
    marked = [(float(x), float(y)) for x, y in np.rint(field)]
    locator = Locator(DEFAULT_LAYOUT, before.pose.lens, marked if bare else None)
    locator.look(frame(before, 0.0, bare))
    assert locator.status == SEEN and error(locator, before) < 1
    found = locator.calibration
    locator.look(frame(before, CHECK_EVERY, bare))
    assert locator.calibration is found, "nothing has moved"
    assert error(locator, after) > 5
    locator.look(frame(after, 2 * CHECK_EVERY, bare))
    assert locator.status == SEEN and locator.calibration is not found
    assert error(locator, after) < 1
