"""Many finds of the same tiles become each tile once, of one size, in line."""

from __future__ import annotations

import math

import numpy as np
import pytest

from vision.classes import CLASSES, INDEX, NONE
from vision.classify import Face
from vision.find import PIXELS_PER_MM, Found
from vision.settle import PITCH, Candidate, settle, straighten
from vision.view import View


def face(name: str = "4p", score: float = 0.9, turn: int = 0) -> Face:
    kinds = np.full(len(CLASSES), (1 - score) / (len(CLASSES) - 1))
    kinds[INDEX[name]] = score
    return Face(kinds, np.eye(4)[turn])


def candidate(
    x: float, y: float, view: View, angle: float = 0.0, shown: Face | None = None, score: float = 0.9
) -> Candidate:
    """A find at a place of the picture."""
    return Candidate(view, Found(x * view.x, y * view.y, abs(angle) > math.pi / 4, angle, score), shown or face())


TRUE = View(0.5, 0.5)
WIDE, LONG = 19.5 * PIXELS_PER_MM / 0.5, 26 * PIXELS_PER_MM / 0.5
"""A tile's sides in pixels of a picture for which `TRUE` is the right view."""


def test_the_same_tile_in_three_views_is_one() -> None:
    seen = [
        candidate(100, 100, TRUE.scaled(step, step), score=score)
        for step, score in ((1, 0.9), (1.15, 0.7), (0.87, 0.6))
    ]
    assert settle(seen) == [seen[0]]


def test_none_and_weak_finds_are_no_tiles() -> None:
    assert settle([candidate(100, 100, TRUE, shown=face(NONE)), candidate(300, 100, TRUE, score=0.2)]) == []


def test_half_a_tile_among_whole_ones_gives_way() -> None:
    whole = [candidate(100 + column * WIDE, 100, TRUE, score=0.8) for column in range(5)]
    half = candidate(100 + 2 * WIDE, 100 - LONG / 4, TRUE.scaled(1.7, 1.7), score=0.95)
    assert {id(tile) for tile in settle([*whole, half])} == {id(tile) for tile in whole}


def test_a_face_lying_across_its_place_is_worth_nothing() -> None:
    assert candidate(0, 0, TRUE, shown=face(turn=1)).worth == 0
    assert candidate(0, 0, TRUE, shown=face(turn=2)).worth > 0.5


@pytest.mark.parametrize("degrees", [0, 30])
@pytest.mark.parametrize("error", [0.93, 1.0, 1.08])
def test_touching_tiles_tell_their_size(degrees: float, error: float) -> None:
    """A block of 3 x 5 touching tiles seen with a wrong size and shaky angles."""
    angle = math.radians(degrees)
    random = np.random.default_rng(5)
    tiles = [
        candidate(
            300 + column * WIDE * PITCH * math.cos(angle) - row * LONG * PITCH * math.sin(angle),
            200 + column * WIDE * PITCH * math.sin(angle) + row * LONG * PITCH * math.cos(angle),
            TRUE.scaled(error, error),
            angle + random.normal(0, 0.03),
        )
        for row in range(3)
        for column in range(5)
    ]
    for place, tile in zip(straighten(tiles), tiles, strict=True):
        assert (place.x, place.y) == pytest.approx((tile.place.x, tile.place.y))
        assert math.hypot(*place.across) * 19.5 == pytest.approx(WIDE, rel=0.02)
        assert math.hypot(*place.along) * 26 == pytest.approx(LONG, rel=0.02)
        assert math.atan2(place.across[1], place.across[0]) == pytest.approx(angle, abs=0.02)


def test_touching_tiles_tell_the_squeeze() -> None:
    """The same block upright in a view that stretches it by a tenth too little across."""
    tiles = [
        candidate(300 + column * WIDE * PITCH, 200 + row * LONG * PITCH, TRUE.scaled(0.9, 1))
        for row in range(3)
        for column in range(5)
    ]
    for place in straighten(tiles):
        assert place.across == pytest.approx((WIDE / 19.5, 0), abs=0.05)
        assert place.along == pytest.approx((0, LONG / 26), abs=0.05)


def test_tiles_apart_keep_their_size_and_nothing_stays_nothing() -> None:
    tiles = [candidate(100 + 200 * number, 100, TRUE) for number in range(6)]
    assert [place.pixels_per_mm for place in straighten(tiles)] == pytest.approx([PIXELS_PER_MM / 0.5] * 6)
    assert straighten([]) == []
