"""Riichi: who may declare it, what it bars, how long ippatsu lasts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablectl.rules.event import (
    Discarded,
    Drawn,
    Event,
    HandStarted,
    RiichiAccepted,
    RiichiDeclared,
)
from tablectl.rules.game import new_game, play
from tablectl.rules.ruleset import TENHOU
from tablectl.rules.seat import BySeat
from tablectl.rules.tile import Tile, parse_tiles
from tests.rules.playing import (
    CLOSED,
    S0,
    S1,
    S2,
    S3,
    START,
    after,
    begun,
    called,
    left,
    played,
    refused,
    riichi,
    turn,
    turns,
    won,
    yaku,
)


def test_riichi_costs_a_stick_once_its_tile_passed() -> None:
    declared = after(begun(), Drawn(S0), RiichiDeclared(S0), Discarded(S0, Tile.parse("1z")))
    assert declared.points[S0] == 25000
    refused(declared, "before the riichi of seat 0 was accepted", Drawn(S1))
    refused(declared, "before the riichi of seat 0 was accepted", called(S1, "pon:11z+1z<0"))
    accepted = play(declared, RiichiAccepted(S0))
    assert (accepted.points[S0], accepted.deposits) == (24000, 1)
    refused(accepted, "after the riichi was accepted", won(S1, S0, "1z", "123m456p789s1122z"))


def test_the_riichi_tile_lies_sideways_even_after_it_was_called() -> None:
    game = after(begun(), *riichi(S0, "9m"), called(S1, "pon:99m+9m<0"), Discarded(S1, Tile.parse("1z")))
    game = after(game, *turns(S2, "2z3z1p4z"))
    assert str(played(game).rivers[S0]) == "9m->1 1p-"


def test_riichi_conditions() -> None:
    game = after(begun(), Drawn(S0))
    refused(left(game, 3), "4 tiles in the live wall, 3 are left", RiichiDeclared(S0))
    play(left(game, 4), RiichiDeclared(S0))
    poor = after(new_game(replace(TENHOU, start=900)), *START, Drawn(S0))
    refused(poor, "the seat has 900", RiichiDeclared(S0))
    open_hand = after(begun(), *turn(S0, "5m"), called(S1, "chi:34m+5m<0"), Discarded(S1, Tile.parse("1z")))
    refused(after(open_hand, *turns(S2, "9p9s9m")), "closed hand", Drawn(S1), RiichiDeclared(S1))
    refused(game, "between riichi and its discard", RiichiDeclared(S0), called(S0, "ankan:1111z"))
    refused(after(game, RiichiDeclared(S0)), "declared already", RiichiDeclared(S0))


def test_in_riichi_only_an_ankan_of_the_drawn_tile_is_called() -> None:
    game = after(begun(), *riichi(S0, "1z"), *turns(S1, "2z3z9m"))
    refused(game, "without the drawn tile 9s", Drawn(S0, Tile.parse("9s")), called(S0, "ankan:1111p"))
    play(after(game, Drawn(S0, Tile.parse("1p"))), called(S0, "ankan:1111p"))
    refused(after(game, *turn(S0, "9m")), "in riichi", *turn(S1, "9s"), called(S0, "pon:99s+9s<1"))
    refused(game, "only the drawn tile", Drawn(S0, Tile.parse("9s")), Discarded(S0, Tile.parse("1p")))


@pytest.mark.parametrize(
    ("hand", "fits"),
    [("111m567m456p4599s", True), ("1113m456789p456s", False)],
)
def test_an_ankan_in_riichi_keeps_the_waits(hand: str, fits: bool) -> None:
    start = HandStarted(Tile.parse("3z"), None, BySeat(None, parse_tiles(hand), None, None))
    game = after(new_game(TENHOU), START[0], start, *turn(S0, "1z"), Drawn(S1, Tile.parse("7z")))
    game = after(game, RiichiDeclared(S1), Discarded(S1, Tile.parse("7z")), RiichiAccepted(S1), *turns(S2, "2z5z4z"))
    game = play(game, Drawn(S1, Tile.parse("1m")))
    if fits:
        assert len(played(play(game, called(S1, "ankan:1111m"))).hands[S1].melds) == 1
    else:
        # 1113m also waits for 2m as 11 + 13m, with four 1m only for 3m.
        refused(game, "changes the waits", called(S1, "ankan:1111m"))


@pytest.mark.parametrize(
    ("between", "expected"),
    [
        ((*turn(S1, "9m"), *turn(S2, "6s")), True),
        ((*turn(S1, "9m"), called(S3, "pon:99m+9m<1"), Discarded(S3, Tile.parse("6s"))), False),
        ((*turns(S1, "2z3z4z1m2z"), *turn(S2, "6s")), False),
    ],
)
def test_ippatsu_lasts_one_go_without_calls(between: tuple[Event, ...], expected: bool) -> None:
    game = after(begun(), *turns(S0, "9s9s9s9p"), *riichi(S0, "1z"), *between)
    last = played(game).last_discard
    assert last is not None
    win = play(game, won(S0, last[0], "6s", CLOSED, "1m"))
    assert ("ippatsu" in yaku(win)) is expected
    assert "riichi" in yaku(win)


def test_a_robbed_kan_does_not_break_ippatsu() -> None:
    game = after(begun(), *turn(S0, "3s"), called(S2, "pon:33s+3s<0"), Discarded(S2, Tile.parse("9m")))
    game = after(game, *riichi(S3, "1z"), *turns(S0, "2z4z"), Drawn(S2), called(S2, "kakan:333s+3s<0"))
    assert {"chankan", "ippatsu"} <= set(yaku(play(game, won(S3, S2, "3s", "123m456p77712s55z", "1m"))))


def test_double_riichi_needs_an_unbroken_first_go() -> None:
    first = after(begun(), *turns(S0, "9s9s"), *riichi(S2, "9p"), *turn(S3, "6s"))
    assert "double_riichi" in yaku(play(first, won(S2, S3, "6s", CLOSED, "1m")))
    broken = after(begun(), *turn(S0, "9s"), called(S1, "pon:99s+9s<0"), Discarded(S1, Tile.parse("9m")))
    broken = after(broken, *riichi(S2, "9p"), *turn(S3, "6s"))
    assert "double_riichi" not in yaku(play(broken, won(S2, S3, "6s", CLOSED, "1m")))


def test_a_riichi_winner_shows_as_many_ura_as_indicators() -> None:
    game = after(begun(), *turns(S0, "9s9s9s9p"), *riichi(S0, "1z"), *turn(S1, "6s"))
    refused(game, "0 ura indicators shown, expected 1", won(S0, S1, "6s", CLOSED))
    refused(after(begun(), *turns(S0, "9s6s")), "1 ura indicators shown, expected 0", won(S2, S1, "6s", CLOSED, "1m"))
