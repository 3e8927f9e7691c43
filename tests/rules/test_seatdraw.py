"""Seats are drawn step by step: each step tells what to do, takes what was done, and refuses what cannot be."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablectl.rules.instruction import Action
from tablectl.rules.ruleset import TENHOU, Ruleset
from tablectl.rules.seat import BySeat, Seat, Wind, seats
from tablectl.rules.seatdraw import SeatDraw, Seating, WindDraw, wind_of
from tablectl.rules.sixtiles import EVEN, ODD, SixTileDraw, seat_draw
from tablectl.rules.tile import Tile, parse_tiles

S0, S1, S2, S3 = Seat
NAMES = ("Ann", "Bob", "Cem", "Dee")
E, S, W, N = parse_tiles("1234z")


def test_free_seating_asks_who_sits_where() -> None:
    """SE1: no tiles, no dice, nobody is East yet."""
    draw: SeatDraw = SeatDraw(NAMES)
    assert draw.next is not None and draw.next.text == (
        "Ann, Bob, Cem and Dee sit where they like; say who sits at which chair."
    )
    for name, seat in zip(NAMES, (S2, S0, S3, S1), strict=True):
        draw = draw.choose(seat, name)
    assert draw.next is None
    assert draw.seating == Seating(BySeat("Bob", "Dee", "Ann", "Cem"))
    assert draw.seating.wind(S0) is None


def test_a_method_of_the_house_is_told_in_its_own_words() -> None:
    """SE4."""
    rules = replace(TENHOU, seat_draw="other", seat_draw_text="Highest throw chooses first")
    draw = seat_draw(NAMES, rules)
    assert draw.next is not None and draw.next.text.startswith("Highest throw chooses first; say who")


def _drawn(form: str, tiles: str = "3142z", east: Seat | None = None) -> SeatDraw:
    draw = seat_draw(NAMES, replace(TENHOU, seat_draw=form))  # type: ignore[arg-type]
    if east is not None:
        draw = draw.choose(east)
    for name, tile in zip(NAMES, parse_tiles(tiles), strict=True):
        draw = draw.draw(name, tile)
    return draw


def test_east_sits_anywhere_and_the_others_follow() -> None:
    """SE2 (a), SE5: S W N run counter-clockwise from East."""
    draw = _drawn("east_first")
    assert draw.next is not None and (draw.next.people, draw.next.chairs) == (("Bob",), (S0, S1, S2, S3))
    seating = draw.choose(S2).seating
    assert seating == Seating(BySeat("Ann", "Cem", "Bob", "Dee"), S2)
    assert seating is not None and [seating.wind(seat) for seat in (S2, S3, S0, S1)] == list(Wind)


def test_a_chair_is_named_east_and_tiles_match_chairs() -> None:
    """SE2 (b)."""
    draw = WindDraw(NAMES, form="named_chair")
    assert draw.next is not None and draw.next.action is Action.NAME_CHAIR
    assert _drawn("named_chair", east=S1).seating == Seating(BySeat("Cem", "Bob", "Dee", "Ann"), S1)


def test_each_picks_a_chair_in_the_order_of_the_winds() -> None:
    """SE2 (c): South need not sit to the right of East."""
    draw = _drawn("pick")
    picked = []
    for seat in (S3, S1, S0, S2):
        assert draw.next is not None
        picked.append((draw.next.people[0], len(draw.next.chairs)))
        draw = draw.choose(seat)
    assert picked == [("Bob", 4), ("Dee", 3), ("Ann", 2), ("Cem", 1)]
    assert draw.seating == Seating(BySeat("Ann", "Dee", "Cem", "Bob"), S3)


def test_what_cannot_be_drawn_is_refused() -> None:
    draw = WindDraw(NAMES)
    with pytest.raises(
        ValueError, match=r"Ann drew 5z: expected 1z, 2z, 3z or 4z. Shuffle 1z, 2z, 3z and 4z face down"
    ):
        draw.draw("Ann", Tile.parse("5z"))
    draw = draw.draw("Ann", E)
    with pytest.raises(ValueError, match="Bob drew 1z: expected 2z, 3z or 4z"):
        draw.draw("Bob", E)
    with pytest.raises(ValueError, match="Ann: expected Bob, Cem or Dee"):
        draw.draw("Ann", S)
    with pytest.raises(ValueError, match=r"chair 0 chosen: not now. Bob, Cem and Dee draw a wind tile"):
        draw.choose(S0)
    with pytest.raises(ValueError, match=r"dice .* thrown: not now"):
        draw.throw((1, 1))
    with pytest.raises(ValueError, match="chair 2: expected one of 0 and 1"):
        WindDraw(("Ann", "Bob"), form="named_chair").choose(S2)
    with pytest.raises(ValueError, match="each name once"):
        WindDraw(("Ann", "Ann", "Bob", "Cem"))
    with pytest.raises(ValueError, match="3 people: the rules are for 4"):
        seat_draw(NAMES[:3], TENHOU)
    with pytest.raises(ValueError, match="the seats are drawn already"):
        _drawn("named_chair", east=S0).choose(S0, "Ann")


SIX_TILES = replace(TENHOU, seat_draw="six_tiles")


def _seated(names: tuple[str, ...] = NAMES, rules: Ruleset = SIX_TILES) -> SixTileDraw:
    draw = seat_draw(names, rules)
    assert isinstance(draw, SixTileDraw)
    for name, seat in zip(names, seats(len(names)), strict=True):
        draw = draw.choose(seat, name)
    return draw


def test_six_tiles_step_by_step() -> None:
    """SE3: opposite the shuffler throws; the second throw finds East, the third who takes first and from where."""
    draw = _seated()
    told = []

    def step(following: SixTileDraw) -> SixTileDraw:
        assert draw.next is not None
        told.append(draw.next.text)
        return following

    draw = step(draw.choose(S0))
    draw = step(draw.throw((3, 5)))
    draw = step(draw.throw((3, 4)))
    assert draw.east is S3
    draw = step(draw.throw((6, 1)))
    draw = step(draw.open_row((S, EVEN, N, ODD, W, E)))
    for name, tile in (("Bob", E), ("Cem", W), ("Dee", N), ("Ann", S)):
        draw = step(draw.draw(name, tile))
    assert told == [
        "One player lays 1z, 2z, 3z, 4z, 1p and 2p face down, shuffles them into a row; say from which chair.",
        "Cem throws the dice, to find who throws next.",
        "Bob throws the dice, to find the East chair.",
        "Dee throws the dice, to find who takes first, and from which end.",
        "Ann turns the row up; of 1p and 2p the left one goes to the left end, the other to the right.",
        "Bob takes the tile next to the 1p end, 1z (E).",
        "Cem takes the tile next to the 1p end, 3z (W).",
        "Dee takes the tile next to the 1p end, 4z (N).",
        "Ann takes the tile next to the 1p end, 2z (S).",
    ]
    assert draw.next is None
    assert draw.seating == Seating(BySeat("Ann", "Cem", "Dee", "Bob"), S3)


def test_an_even_total_takes_from_the_other_end_and_the_house_may_say_otherwise() -> None:
    """SE3."""
    row = (S, EVEN, N, ODD, W, E)
    cases: tuple[tuple[Literal["1p", "2p"], tuple[int, int], Tile], ...] = (
        ("1p", (4, 4), S),
        ("1p", (4, 3), E),
        ("2p", (4, 4), E),
        ("2p", (4, 3), S),
    )
    for odd_from, last, first_taken in cases:
        draw = _seated(rules=replace(SIX_TILES, six_tiles_odd_from=odd_from)).choose(S0)
        draw = draw.throw((3, 5)).throw((3, 4)).throw(last).open_row(row)
        assert draw.next is not None and draw.next.tiles == (first_taken,)


def test_six_tiles_refuse_what_cannot_be() -> None:
    """SE3."""
    draw = _seated()
    with pytest.raises(ValueError, match=r"thrown: not now. One player lays"):
        draw.throw((1, 2))
    draw = draw.choose(S1)
    with pytest.raises(ValueError, match="dice 0-7: two dice, each shows 1 to 6"):
        draw.throw((0, 7))
    draw = draw.throw((1, 2)).throw((1, 2)).throw((1, 2))
    with pytest.raises(ValueError, match=r"row 1z, 1z.*: expected 1z, 2z, 3z, 4z, 1p and 2p in some order"):
        draw.open_row((E, E, W, N, ODD, EVEN))
    draw = draw.open_row((E, S, W, N, ODD, EVEN))
    assert draw.next is not None
    with pytest.raises(ValueError, match=f"took 4z: expected {draw.next.tiles[0]}|: expected {draw.next.people[0]}"):
        draw.draw(draw.next.people[0], N if draw.next.tiles[0] != N else E)


@st.composite
def _finished(data: st.DrawFn) -> tuple[SeatDraw, dict[str, Wind]]:
    """Any draw, played to its end, and who drew which wind."""
    names = NAMES[: data(st.integers(2, 4))]
    method = data(st.sampled_from(("free", "east_first", "named_chair", "pick", "six_tiles")))
    rules = replace(TENHOU, players=len(names), seat_draw=method)  # type: ignore[arg-type]
    draw, winds = seat_draw(names, rules), dict[str, Wind]()
    while (now := draw.next) is not None:
        match now.action:
            case Action.DRAW:
                person, tile = data(st.sampled_from(now.people)), data(st.sampled_from(now.tiles))
                draw, winds[person] = draw.draw(person, tile), wind_of(tile)
            case Action.THROW:
                draw = draw.throw(data(st.tuples(st.integers(1, 6), st.integers(1, 6))))
            case Action.OPEN:
                draw = draw.open_row(tuple(data(st.permutations(now.tiles))))
            case _:
                person = data(st.sampled_from(now.people)) if now.people else None
                draw = draw.choose(data(st.sampled_from(now.chairs)), person)
    return draw, winds


@settings(deadline=None)
@given(_finished())
def test_every_draw_ends_with_everybody_in_a_chair(finished: tuple[SeatDraw, dict[str, Wind]]) -> None:
    """SE1 SE2 SE3 SE5, four, three and two players; but for free picking the chairs follow the winds drawn."""
    draw, winds = finished
    seating = draw.seating
    assert seating is not None and sorted(seating.names) == sorted(draw.names)
    if winds:
        assert seating.east is not None and winds[seating.names[seating.east]] is Wind.EAST
        if not (isinstance(draw, WindDraw) and draw.form == "pick"):
            assert {seating.names[seat]: seating.wind(seat) for seat in seating.names.seats} == winds
