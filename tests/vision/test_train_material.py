"""The painted training material: the same from the same seed, and labelled by what can be seen."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from vision.classes import CLASSES, INDEX, NONE
from vision.render.faces import load_atlas
from vision.train.craft import Craft
from vision.train.data import DRAWN, SOURCES, parts
from vision.train.groups import touching
from vision.train.scenes import CELLS, SIDE, SceneMaker
from vision.train.sources import TileSet, tile_set
from vision.train.tabletop import Piece, Tabletop
from vision.train.windows import HALF_KNOWN, UNKNOWN, WindowMaker


@pytest.fixture(scope="module")
def tiles() -> TileSet:
    return tile_set(load_atlas("table"))


def test_windows_are_the_same_from_the_same_seed_and_number(tiles: TileSet) -> None:
    one, other = (WindowMaker([tiles], [], [], 3, 0.0) for _ in range(2))
    # The second maker is asked in another order.
    again = {number: other.window(number) for number in reversed(range(12))}
    for number in range(12):
        window = one.window(number)
        assert window.image.shape == (48, 48, 3)
        assert (window.image == again[number].image).all()
        assert (window.kind, window.turn) == (again[number].kind, again[number].turn)


def test_windows_cover_the_classes_and_only_what_is_no_tile_has_no_turn(tiles: TileSet) -> None:
    maker = WindowMaker([tiles], [], [], 4, 0.0)
    windows = [maker.window(number) for number in range(150)]
    assert len({window.kind for window in windows}) > 0.8 * len(CLASSES)
    assert all((window.turn == UNKNOWN) == (window.kind == INDEX[NONE]) for window in windows)
    assert all(UNKNOWN <= window.turn < HALF_KNOWN + 2 for window in windows)


def test_scenes_are_the_same_from_the_same_seed_and_number(tiles: TileSet) -> None:
    one, other = (SceneMaker([tiles], [], [], 3, 0.0, 0.0) for _ in range(2))
    again = {number: other.scene(number) for number in reversed(range(5))}
    for number in range(5):
        scene = one.scene(number)
        assert scene.image.shape == (SIDE, SIDE, 3) and scene.judged.shape == (CELLS, CELLS)
        assert (scene.image == again[number].image).all() and (scene.tiles == again[number].tiles).all()
        assert ((scene.tiles[:, :2] >= 0) & (scene.tiles[:, :2] < SIDE)).all()
        assert set(np.unique(scene.judged)) <= {0, 1} and set(np.unique(scene.tiles[:, 3])) <= {0, 1}


def test_what_is_seen_of_a_tile_is_counted(tiles: TileSet) -> None:
    top = Tabletop(np.random.default_rng(1), 300, tiles)
    top.lean = np.zeros(2, np.float32)
    width = top.shape[0]
    top.paint([Piece("1m", 100, 100), Piece("2m", 100 + width / 2, 100, level=1), Piece("3m", 220, 220, 0.4)])
    assert top.shares() == pytest.approx([0.5, 1, 1], abs=0.06)
    top.finger(220, 220, math.pi / 2)
    assert top.shares()[2] < 0.8


def test_a_standing_tile_hides_what_is_behind_it_from_a_slanting_camera(tiles: TileSet) -> None:
    top = Tabletop(np.random.default_rng(1), 400, tiles)
    # The camera looks from below: higher things move up the picture.
    top.lean = np.array([0, -1], np.float32)
    _, length, height = top.shape
    standing = Piece("1m", 200, 200, standing=True)
    behind = Piece("2m", 200, 200 + 0.3 * length)
    before = Piece("3m", 200, 200 + 1.9 * length - height)
    top.paint([before, behind, standing])
    assert top.shares()[0] > 0.9
    assert top.shares()[1] < 0.3
    x, y = top.front(standing)
    assert (x, 200 < y < 200 + length) == (200, True)


def test_a_slanting_look_shortens_along_the_lean_only(tiles: TileSet) -> None:
    top = Tabletop(np.random.default_rng(1), 100, tiles)
    top.lean = np.array([0.6, 0.8], np.float32)
    squeeze = top.squeeze(0.7)
    assert squeeze @ [0.6, 0.8] == pytest.approx([0.42, 0.56])
    assert squeeze @ [-0.8, 0.6] == pytest.approx([-0.8, 0.6])


@pytest.mark.parametrize("turn", [0.0, 0.5, 2.0])
def test_a_tile_pushed_against_another_touches_it(tiles: TileSet, turn: float) -> None:
    top = Tabletop(np.random.default_rng(2), 300, tiles)
    still = Piece("1m", 150, 150, 0.3)
    pushed = touching(top, still, 1.0, turn)
    size = top.shape[0], top.shape[1]
    larger = size[0] + 2, size[1] + 2

    def common(extent: tuple[float, float]) -> int:
        one, other = (((piece.x, piece.y), extent, math.degrees(piece.turn)) for piece in (still, pushed))
        return cv2.rotatedRectangleIntersection(one, other)[0]

    assert common(size) == cv2.INTERSECT_NONE
    assert common(larger) != cv2.INTERSECT_NONE


def test_a_back_never_looks_like_a_blank_face() -> None:
    rng = np.random.default_rng(1)
    for colour in ((40.0, 38.0, 36.0), (206.0, 206.0, 206.0)):
        craft = Craft(rng, TileSet({}, colour, (colour[0] + 20, colour[1] + 20, colour[2] + 20)))
        assert abs(craft.body - craft.back).max() > 50
    craft = Craft(rng, TileSet({}, (232, 238, 238), (30, 140, 235)))
    assert tuple(craft.back) == (30, 140, 235)


def test_material_is_left_out_and_limited_by_source() -> None:
    every = parts("windows")
    assert {part.source for part in every} == set(SOURCES)
    few = parts("windows", ["riichi-box"], 3, 1)
    assert [(part.source, part.number) for part in few] == [
        *((DRAWN, number) for number in range(3)),
        ("green-table-hands", 0),
        ("riichi-standing", 0),
        ("macro-crops", 0),
    ]
    assert parts("windows", (), 1000) == every
