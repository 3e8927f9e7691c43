"""Every value prints and parses back; what cannot be read is named."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablectl.rules.meld import Meld, MeldKind
from tablectl.rules.seat import SEATS, BySeat, Seat, Wind
from tablectl.rules.tile import RED_FIVES, TILES, Tile, all_tiles, dora_of, in_order, parse_tiles, print_tiles

tiles = st.sampled_from((*TILES, *RED_FIVES))


@given(tiles)
def test_a_tile_reads_back(tile: Tile) -> None:
    assert Tile.parse(str(tile)) == tile


@given(st.lists(tiles, max_size=20))
def test_tiles_read_back_in_order(many: list[Tile]) -> None:
    assert parse_tiles(print_tiles(many)) == tuple(many)


@pytest.mark.parametrize("text", ["", "5", "m5", "8z", "0z", "10m", "5M", "五"])
def test_an_unreadable_tile_is_named(text: str) -> None:
    with pytest.raises(ValueError, match=repr(text).replace("\\", ".")):
        Tile.parse(text)


@pytest.mark.parametrize(
    ("text", "message"), [("12", "no suit"), ("m1", "'m' at place 1"), ("1m x", "' ' at place 3"), ("1mm", "place 3")]
)
def test_unreadable_tiles_say_where(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse_tiles(text)


def test_136_tiles_four_of_a_kind_with_three_red_fives() -> None:
    tiles_ = all_tiles()
    assert len(tiles_) == 136
    assert all(sum(tile.kind == kind for tile in tiles_) == 4 for kind in range(34))
    assert sorted(tile for tile in tiles_ if tile.red) == sorted(RED_FIVES)


def test_dora_follows_the_indicator() -> None:
    pairs = {"1m": "2m", "9s": "1s", "0p": "6p", "1z": "2z", "4z": "1z", "5z": "6z", "7z": "5z"}
    assert {indicator: str(dora_of(Tile.parse(indicator))) for indicator in pairs} == pairs


def test_a_red_five_stands_with_the_fives() -> None:
    assert print_tiles(in_order(parse_tiles("60m5m4m"))) == "4506m"


@pytest.mark.parametrize(
    "text", ["chi:34m+5m<3", "pon:55z+5z<1", "daiminkan:055p+5p<2", "kakan:555p+0p<2", "ankan:1111z"]
)
def test_a_meld_reads_back(text: str) -> None:
    meld = Meld.parse(text)
    assert str(meld) == text
    assert meld.is_open == (meld.kind is not MeldKind.ANKAN)


@pytest.mark.parametrize(
    "text",
    [
        "chi:35m+5m<3",
        "chi:89m+1p<0",
        "chi:12z+3z<1",
        "pon:5z+5z<1",
        "pon:55z+6z<1",
        "ankan:111z",
        "ankan:1111z<2",
        "kan",
    ],
)
def test_an_impossible_meld_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="meld"):
        Meld.parse(text)


def test_a_kakan_adds_its_last_tile_to_the_pon() -> None:
    meld = Meld.parse("kakan:555p+0p<2")
    assert print_tiles(meld.tiles) == "5505p"
    assert meld.is_kan


def test_winds_turn_with_the_dealer() -> None:
    assert [str(seat.wind(Seat.S2)) for seat in SEATS] == ["W", "N", "E", "S"]
    assert Seat.S3.right() is Seat.S0
    assert Seat.S3.distance(Seat.S1) == 2
    assert Wind.parse("N") is Wind.NORTH
    with pytest.raises(ValueError, match="wind 'X'"):
        Wind.parse("X")
    with pytest.raises(ValueError, match="seat '4'"):
        Seat.parse("4")


def test_by_seat_changes_one_chair() -> None:
    values = BySeat.fill(0).set(2, 7)
    assert list(values) == [0, 0, 7, 0]
    assert values[Seat.S2] == 7
    assert BySeat.of([1, 2, 3]).seats == (Seat.S0, Seat.S1, Seat.S2)
    assert BySeat(1, 2) != BySeat(1, 2, 2)
    with pytest.raises(ValueError, match="5 values"):
        BySeat.of([1, 2, 3, 4, 5])
