"""Whose tiles are whose, and in which order they lie."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, sin

import numpy as np
import pytest

from tablectl.rules.seat import SEATS, Seat
from tablectl.rules.wall import INDICATORS, Wall
from tablectl.table import Area
from vision.classes import BACK, CLASSES, INDEX
from vision.layout import DEFAULT_LAYOUT as LAY
from vision.observe import TileObservation
from vision.zones import (
    added_tiles,
    apart_tiles,
    arrange_hand,
    arrange_melds,
    arrange_river,
    next_discard,
    on_table,
    read_region,
    stack_of,
    turning_order,
)

NAMES = ("1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m", "1p", "2p", "3p", "4p", "5p", "6p", "7p", "8p", "9p")


def tile(name: str, x: float, y: float, sideways: bool = False, score: float = 0.9) -> TileObservation:
    kinds = np.full(len(CLASSES), -12.0)
    kinds[INDEX[name]] = 0.0
    turns = np.array([1.0, 0, 0, 0])
    return TileObservation(x, y, 16.0, sideways, 0.0, score, kinds, turns, 1, np.zeros((10, 8, 3), np.int16))


def askew(tiles: Sequence[TileObservation], pivot: tuple[float, float], angle: float) -> list[TileObservation]:
    """The tiles turned clockwise about a pivot."""
    turned = []
    for each in tiles:
        x, y = each.x - pivot[0], each.y - pivot[1]
        place = pivot[0] + x * cos(angle) + y * sin(angle), pivot[1] - x * sin(angle) + y * cos(angle)
        turned.append(
            TileObservation(*place, 16.0, each.sideways, angle, each.score, each.kinds, each.turns, 1, each.sample)
        )
    return turned


def river(count: int, sideways: int | None = None) -> list[TileObservation]:
    """A river as players lay it: rows of six, the third goes on."""
    tiles, left = [], LAY.river_left
    for place in range(count):
        line = min(place // 6, 2)
        if place == 6 * line:
            left = LAY.river_left
        width, depth = (26.0, 19.5) if place == sideways else (19.5, 26.0)
        y = LAY.river_top - (line + 1) * 26 + depth / 2
        tiles.append(tile(NAMES[place], left + width / 2, y, place == sideways))
        left += width + 0.3
    return tiles


def names(tiles: Sequence[TileObservation]) -> list[str]:
    return [each.best[0] for each in tiles]


@pytest.mark.parametrize("count", [0, 1, 6, 7, 12, 13, 18])
@pytest.mark.parametrize("angle", [0.0, 0.03, -0.03])
def test_a_river_is_read_row_by_row(count: int, angle: float) -> None:
    rng = np.random.default_rng(count)
    lying = askew(river(count, sideways=3), (0.0, LAY.river_top), angle)
    arranged = arrange_river(rng.permutation(np.array(lying, object)).tolist(), LAY)
    assert names(arranged.tiles) == list(NAMES[:count])
    assert arranged.plausible
    assert [each.sideways for each in arranged.tiles] == [place == 3 for place in range(count)]


@pytest.mark.parametrize("count", [0, 1, 3, 5, 6, 8, 12, 14, 17])
@pytest.mark.parametrize("across", [False, True])
@pytest.mark.parametrize("angle", [0.0, 0.04])
def test_the_next_discard_is_expected_where_players_lay_it(count: int, across: bool, angle: float) -> None:
    riichi = count if across else 2 if count > 2 else None
    lying = askew(river(count + 1, riichi), (0.0, LAY.river_top), angle if count else 0.0)
    place, sideways = next_discard(lying[:count], LAY)[across]
    assert sideways is across
    assert np.hypot(place[0] - lying[count].x, place[1] - lying[count].y) < 1


def test_a_hole_in_a_river_is_no_river_and_says_where() -> None:
    lying = river(9)
    arranged = arrange_river(lying[:2] + lying[3:], LAY)
    assert not arranged.plausible
    ((place, sideways),) = arranged.missing
    assert place == pytest.approx((lying[2].x, lying[2].y), abs=1)
    assert not sideways


def test_a_missing_first_tile_is_noticed() -> None:
    lying = river(4)
    arranged = arrange_river(lying[1:], LAY)
    assert not arranged.plausible
    assert arranged.missing[0][0] == pytest.approx((lying[0].x, lying[0].y), abs=1)


def test_a_short_row_before_another_is_no_river() -> None:
    lying = river(8)
    assert not arrange_river(lying[:5] + lying[6:], LAY).plausible


def test_of_two_finds_on_one_tile_the_better_counts() -> None:
    lying = river(5)
    ghost = tile("7z", lying[2].x + 5, lying[2].y + 9, score=0.4)
    arranged = arrange_river([*lying, ghost], LAY)
    assert names(arranged.tiles) == list(NAMES[:5])
    assert arranged.plausible


def melds(*groups: Sequence[tuple[str, bool]]) -> list[TileObservation]:
    """From the right corner leftwards."""
    tiles, right = [], LAY.melds_right
    for group in groups:
        for name, sideways in group:
            width, depth = (26.0, 19.5) if sideways else (19.5, 26.0)
            tiles.append(tile(name, right - width / 2, LAY.melds_y - 13 + depth / 2, sideways))
            right -= width + 0.3
        right -= 4
    return tiles


PON = (("5z", False), ("5z", True), ("5z", False))
CHI = (("4s", False), ("3s", False), ("2s", True))
ANKAN = ((BACK, False), ("9p", False), ("9p", False), (BACK, False))


@pytest.mark.parametrize("angle", [0.0, 0.02])
def test_melds_are_read_from_the_right(angle: float) -> None:
    lying = askew(melds(PON, CHI, ANKAN), (LAY.melds_right, LAY.melds_y), angle)
    arranged = arrange_melds(lying[::-1], Seat.S0, LAY)
    assert names(arranged.tiles) == ["5z"] * 3 + ["4s", "3s", "2s", BACK, "9p", "9p", BACK]
    assert arranged.plausible


def test_an_added_tile_follows_its_sideways_tile() -> None:
    lying = melds(PON, CHI)
    top = tile("5z", lying[1].x + 1, lying[1].y + 20, True)
    arranged = arrange_melds([top, *lying], Seat.S2, LAY)
    assert [each is top for each in arranged.tiles] == [False, False, True] + [False] * 4
    assert added_tiles(arranged.tiles, LAY) == (False, False, True, False, False, False, False)
    assert arranged.plausible


def test_a_hand_on_the_same_line_is_no_meld() -> None:
    lying = melds(PON)
    hand = [tile("1m", -140 + 19.5 * place, LAY.hand_y) for place in range(11)]
    assert arrange_melds([*hand, *lying], Seat.S1, LAY).tiles == tuple(lying)


def test_two_meld_tiles_are_not_believed() -> None:
    assert not arrange_melds(melds(PON)[:2], Seat.S0, LAY).plausible


def hand(count: int, apart: float = 0.0) -> list[TileObservation]:
    places = [LAY.hand_left + 19.5 * (place + 0.5) for place in range(count)]
    places[-1] += apart
    return [tile(NAMES[place % 18], x, LAY.hand_y) for place, x in enumerate(places)]


def test_a_hand_is_read_from_the_left_with_the_drawn_tile_apart() -> None:
    arranged = arrange_hand(hand(14, apart=LAY.apart)[::-1], 0, LAY)
    assert names(arranged.tiles) == list(NAMES[:14])
    assert arranged.plausible
    assert apart_tiles(arranged.tiles, LAY) == (False,) * 13 + (True,)
    assert not any(apart_tiles(hand(13), LAY))


@pytest.mark.parametrize(("count", "counts_as", "plausible"), [(12, 12, False), (13, 13, True), (5, 0, True)])
def test_a_hand_is_laid_down_as_a_whole(count: int, counts_as: int, plausible: bool) -> None:
    arranged = arrange_hand(hand(count), 0, LAY)
    assert (len(arranged.tiles), arranged.plausible) == (counts_as, plausible)


def test_fewer_tiles_make_a_hand_beside_melds() -> None:
    assert arrange_hand(hand(8), 2, LAY).plausible
    assert not arrange_hand(hand(9), 2, LAY).plausible
    assert not arrange_hand(hand(8), None, LAY).plausible


def test_an_indicator_lies_on_a_stack() -> None:
    assert stack_of(tile("1m", LAY.stack_x(4) + 3, LAY.wall_y - 2), LAY.wall_y, LAY) == 4
    assert stack_of(tile("1m", LAY.stack_x(4), LAY.wall_y + 14), LAY.wall_y, LAY) is None
    assert stack_of(tile("1m", 200, LAY.wall_y), LAY.wall_y, LAY) is None


@pytest.mark.parametrize("dice", [(1, 1), (2, 3), (5, 6), (6, 6)])
@pytest.mark.parametrize("dealer", SEATS)
def test_indicators_come_in_the_order_they_are_turned(dealer: Seat, dice: tuple[int, int]) -> None:
    places = [Wall(dealer, dice).place(number) for number in INDICATORS]
    rings = [place.ring for place in places if place is not None]
    assert turning_order(sorted(rings)) == rings


@pytest.mark.parametrize("seat", SEATS)
def test_a_seats_region_lies_before_its_owner(seat: Seat) -> None:
    region = on_table(LAY, seat, read_region(LAY, Area.RIVER))
    for each in river(13):
        assert region.holds(LAY.to_table(seat, (each.x, each.y)))
        assert not region.holds(LAY.to_table(seat.right(), (each.x, each.y)))
