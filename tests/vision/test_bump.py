"""A push of the camera or the table is noticed; hands, other tiles and another light are not taken for one."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from tablectl.rules.seat import BySeat, Seat
from tablectl.rules.tile import parse_tiles
from tablectl.table import SeenHand, SeenTile, TableSnapshot
from vision.bump import MOST_DRIFT, Mount, Standing
from vision.calibrate import Calibration, calibrate
from vision.frame import Image
from vision.layout import DEFAULT_LAYOUT
from vision.render.faces import load_atlas
from vision.render.look import Look
from vision.render.scene import Renderer

LOOK = Look.of(3)


def row(text: str) -> tuple[SeenTile, ...]:
    return tuple(SeenTile(tile) for tile in parse_tiles(text))


PLAY = TableSnapshot(
    rivers=BySeat(row("19m4z7z3s0p2p8s"), row("1234z"), row("9s8s2m3m3p5z7z6z1m"), row("1z6z")),
    hands=BySeat(*[SeenHand(standing=13)] * 4),
    walls=BySeat((2,) * 17, (0,) * 5 + (2,) * 12, (2,) * 17, (0,) * 17),
)
LATER = TableSnapshot(rivers=BySeat(row("123456789m1234z0m"), row("123456789p567z0p"), row("123456789s0s"), ()))


@cache
def drawn(look: Look, table: TableSnapshot = PLAY, arm: Seat | None = None) -> Image:
    return Renderer(load_atlas(), look).frame(table, arm, 0.0, 1).image


def pushed(x: float = 0.0, y: float = 0.0, aim: float = 0.0, turn: float = 0.0) -> Look:
    """The camera shifted and aimed elsewhere by millimetres, and turned by degrees."""
    camera = (LOOK.camera[0] + x, LOOK.camera[1] + y, LOOK.camera[2])
    return replace(LOOK, camera=camera, aim=(LOOK.aim[0] + x + aim, LOOK.aim[1] + y), roll=LOOK.roll + turn)


@pytest.fixture(scope="module")
def start() -> tuple[Calibration, Image]:
    image = Renderer(load_atlas(), LOOK).frame(PLAY, None, 0.0, 0).image
    return calibrate(image, DEFAULT_LAYOUT), image


def mounts(start: tuple[Calibration, Image]) -> tuple[Mount, Mount]:
    """One that sees the markers, and one that knows of none and has to go by the picture."""
    calibration, image = start
    return Mount(calibration, image), Mount(replace(calibration, markers={}), image)


@pytest.mark.parametrize(
    ("look", "table", "arm"),
    [
        (LOOK, PLAY, None),
        (LOOK, PLAY, Seat.S1),
        (LOOK, LATER, Seat.S2),
        (LOOK, TableSnapshot(), None),
        (replace(LOOK, light=(0.5, 0.55, 0.6)), PLAY, None),
        (pushed(x=0.5), PLAY, None),
    ],
    ids=["same", "arm", "later, arm", "cleared", "evening", "half a millimetre"],
)
def test_what_is_no_push(start: tuple[Calibration, Image], look: Look, table: TableSnapshot, arm: Seat | None) -> None:
    image = drawn(look, table, arm)
    for mount in mounts(start):
        assert mount.look(image) is Standing.STILL
        assert mount.shift < 1


@pytest.mark.parametrize(
    ("look", "arm"),
    [(pushed(x=3), None), (pushed(x=-8, y=6), Seat.S2), (pushed(turn=1), None), (pushed(x=10, aim=30), Seat.S0)],
    ids=["3 mm", "10 mm, arm", "1 degree", "40 mm"],
)
def test_a_push_is_noticed_and_measured(start: tuple[Calibration, Image], look: Look, arm: Seat | None) -> None:
    image = drawn(look, arm=arm)
    before, after = (one.pose(DEFAULT_LAYOUT) for one in (LOOK, look))
    corners = [(x, y, 0) for x in (-400, 400) for y in (-400, 400)]
    true = after.project(corners)
    for mount in mounts(start):
        assert mount.look(image) is Standing.MOVED
        assert mount.shift > MOST_DRIFT
    carried = mount.carried((float(x), float(y)) for x, y in before.project(corners))
    assert np.abs(carried - true).max() < 1


def test_the_push_is_told_after_the_table_was_cleared(start: tuple[Calibration, Image]) -> None:
    for mount in mounts(start):
        assert mount.look(drawn(LOOK, TableSnapshot())) is Standing.STILL
        assert mount.look(drawn(pushed(turn=1), TableSnapshot())) is Standing.MOVED


def test_slow_drift_adds_up(start: tuple[Calibration, Image]) -> None:
    for mount in mounts(start):
        told = []
        for step, table in enumerate((PLAY, LATER, TableSnapshot()), start=1):
            told.append(mount.look(drawn(pushed(x=0.6 * step), table)))
        assert told == [Standing.STILL, Standing.STILL, Standing.MOVED]


def test_one_marker_that_was_pushed_is_no_push_of_the_table(start: tuple[Calibration, Image]) -> None:
    calibration, image = start
    x, y = np.rint(calibration.markers[0].mean(axis=0)).astype(int)
    moved = image.copy()
    marker = image[y - 60 : y + 60, x - 50 : x + 60].copy()
    moved[y - 60 : y + 60, x - 30 : x + 80] = marker
    assert Mount(calibration, image).look(moved) is Standing.STILL
    # The other three are covered: one alone does not decide either.
    alone = replace(calibration, markers={0: calibration.markers[0]})
    assert Mount(alone, image).look(moved) is Standing.STILL


def test_where_nothing_is_seen_nothing_is_told(start: tuple[Calibration, Image]) -> None:
    covered = cv2.GaussianBlur(np.full_like(start[1], 40), (0, 0), 3)
    for mount in mounts(start):
        assert mount.look(covered) is Standing.UNSEEN
        assert mount.look(drawn(pushed(x=5))) is Standing.MOVED
