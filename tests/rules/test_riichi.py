"""Riichi: who may declare it, what it bars, how long ippatsu lasts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tablectl.rules import profile
from tablectl.rules.event import (
    Discarded,
    DoraTurned,
    Drawn,
    Event,
    HandStarted,
    RiichiAccepted,
    RiichiDeclared,
)
from tablectl.rules.game import Game, new_game, play
from tablectl.rules.ruleset import TENHOU, Ruleset
from tablectl.rules.seat import BySeat, Seat
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
    """RI1"""
    declared = after(begun(), Drawn(S0), RiichiDeclared(S0), Discarded(S0, Tile.parse("1z")))
    assert declared.points[S0] == 25000
    refused(declared, "before the riichi of seat 0 was accepted", Drawn(S1))
    refused(declared, "before the riichi of seat 0 was accepted", called(S1, "pon:11z+1z<0"))
    accepted = play(declared, RiichiAccepted(S0))
    assert (accepted.points[S0], accepted.deposits) == (24000, 1)
    refused(accepted, "after the riichi was accepted", won(S1, S0, "1z", "123m456p789s1122z"))


def test_the_riichi_tile_lies_sideways_even_after_it_was_called() -> None:
    """TU1"""
    game = after(begun(), *riichi(S0, "9m"), called(S1, "pon:99m+9m<0"), Discarded(S1, Tile.parse("1z")))
    game = after(game, *turns(S2, "2z3z1p4z"))
    assert str(played(game).rivers[S0]) == "9m->1 1p-"


def test_riichi_conditions() -> None:
    """RI1 to RI3"""
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
    """RI4"""
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
    """RI7"""
    game = after(begun(), *turns(S0, "9s9s9s9p"), *riichi(S0, "1z"), *between)
    last = played(game).last_discard
    assert last is not None
    win = play(game, won(S0, last[0], "6s", CLOSED, "1m"))
    assert ("ippatsu" in yaku(win)) is expected
    assert "riichi" in yaku(win)


def test_a_robbed_kan_does_not_break_ippatsu() -> None:
    """RI7"""
    game = after(begun(), *turn(S0, "3s"), called(S2, "pon:33s+3s<0"), Discarded(S2, Tile.parse("9m")))
    game = after(game, *riichi(S3, "1z"), *turns(S0, "2z4z"), Drawn(S2), called(S2, "kakan:333s+3s<0"))
    assert {"chankan", "ippatsu"} <= set(yaku(play(game, won(S3, S2, "3s", "123m456p77712s55z", "1m"))))


def test_double_riichi_needs_an_unbroken_first_go() -> None:
    """RI8"""
    first = after(begun(), *turns(S0, "9s9s"), *riichi(S2, "9p"), *turn(S3, "6s"))
    assert "double_riichi" in yaku(play(first, won(S2, S3, "6s", CLOSED, "1m")))
    broken = after(begun(), *turn(S0, "9s"), called(S1, "pon:99s+9s<0"), Discarded(S1, Tile.parse("9m")))
    broken = after(broken, *riichi(S2, "9p"), *turn(S3, "6s"))
    assert "double_riichi" not in yaku(play(broken, won(S2, S3, "6s", CLOSED, "1m")))


def test_a_riichi_winner_shows_as_many_ura_as_indicators() -> None:
    """DO6"""
    game = after(begun(), *turns(S0, "9s9s9s9p"), *riichi(S0, "1z"), *turn(S1, "6s"))
    refused(game, "0 ura indicators shown, expected 1", won(S0, S1, "6s", CLOSED))
    refused(after(begun(), *turns(S0, "9s6s")), "1 ura indicators shown, expected 0", won(S2, S1, "6s", CLOSED, "1m"))


def test_riichi_needs_as_many_tiles_as_players_unless_the_rules_let_it_go() -> None:
    """RI2, RI3"""
    late = left(after(begun(replace(TENHOU, riichi_needs_own_draw=False)), Drawn(S0)), 1)
    assert played(after(late, RiichiDeclared(S0))).riichi[S0].declared
    poor = after(begun(replace(TENHOU, start=900, riichi_below_1000=True)), *riichi(S0, "1z"))
    assert poor.points[S0] == -100


def in_hand(hand: str, ruleset: Ruleset = TENHOU) -> Game:
    """A game in which seat 1 holds these tiles."""
    start = HandStarted(Tile.parse("3z"), None, BySeat(None, parse_tiles(hand), None, None))
    return after(new_game(ruleset), START[0], start)


def test_riichi_in_furiten_where_it_is_barred() -> None:
    """RI5"""
    for rules in (TENHOU, replace(TENHOU, riichi_furiten=False)):
        game = after(in_hand(CLOSED, rules), *turn(S0, "1z"), *drawn_and_discarded(S1, "6s"), *turns(S2, "2z3z4z"))
        game = after(game, Drawn(S1, Tile.parse("7z")))
        if rules.riichi_furiten:
            after(game, RiichiDeclared(S1), Discarded(S1, Tile.parse("7z")))
        else:
            refused(game, "RI5", RiichiDeclared(S1))


def drawn_and_discarded(seat: Seat, tile: str) -> tuple[Event, ...]:
    return Drawn(seat, Tile.parse(tile)), Discarded(seat, Tile.parse(tile), True)


@pytest.mark.parametrize(
    ("rule", "hand", "allowed"),
    [
        ("never", "111m567m456p4599s", False),
        ("waits_unchanged", "111m567m456p4599s", True),
        ("reading_unchanged", "111m567m456p4599s", True),
        # Waits 1z and 2z; 333444555m may be three runs as well.
        ("waits_unchanged", "333444555m11z22z", True),
        ("reading_unchanged", "333444555m11z22z", False),
    ],
)
def test_an_ankan_in_riichi_by_each_rule(rule: Any, hand: str, allowed: bool) -> None:
    """RI4"""
    game = after(in_hand(hand, replace(TENHOU, riichi_ankan=rule)), *turn(S0, "9m"), Drawn(S1, Tile.parse("7z")))
    game = after(game, RiichiDeclared(S1), Discarded(S1, Tile.parse("7z")), RiichiAccepted(S1), *turns(S2, "2s5z4z"))
    tile = hand[0] + "m"
    game = after(game, Drawn(S1, Tile.parse(tile)))
    kan = called(S1, f"ankan:{hand[0] * 4}m")
    if allowed:
        assert played(play(game, kan)).hands[S1].melds
    else:
        refused(game, "RI4", kan)


def test_an_own_ankan_breaks_ippatsu_unless_only_others_calls_do() -> None:
    """RI7"""
    for rules, expected in ((TENHOU, False), (replace(TENHOU, ippatsu_broken_by="others_call"), True)):
        game = after(begun(rules), *turns(S0, "9s9s9s9p"), *riichi(S0, "1z"), *turns(S1, "2z2z4z"), Drawn(S0))
        game = after(game, called(S0, "ankan:1111p"), DoraTurned(Tile.parse("9m")), Drawn(S0))
        assert played(game).riichi[S0].ippatsu is expected
        other = after(begun(rules), *turns(S0, "9s9s9s9p"), *riichi(S0, "1z"), Drawn(S1), called(S1, "ankan:1111p"))
        assert not played(after(other, DoraTurned(Tile.parse("9m")), Drawn(S1))).riichi[S0].ippatsu


OPEN_RIICHI = profile.read({"open_riichi": 2})


def test_open_riichi_is_yakuman_off_a_seat_not_in_riichi() -> None:
    """RI9, L1"""
    refused(after(begun(), Drawn(S0)), "not played", RiichiDeclared(S0, True))
    game = after(begun(OPEN_RIICHI), *turns(S0, "9s9s9s9p"), Drawn(S0), RiichiDeclared(S0, True))
    game = after(game, Discarded(S0, Tile.parse("1z")), RiichiAccepted(S0))
    assert yaku(after(game, *turn(S1, "6s"), won(S0, S1, "6s", CLOSED, "1m"))) == ["open_riichi_deal_in"]
    both = after(game, *riichi(S1, "2z"), *turn(S2, "3z"), *turn(S3, "4z"), *turn(S0, "7z"), *turn(S1, "6s"))
    both = play(both, won(S0, S1, "6s", CLOSED, "1m"))
    assert "open_riichi" in yaku(both)
    value = played(both).settlements[0].value
    assert value is not None and not value.yakuman
    tsumo_only = replace(game, ruleset=replace(OPEN_RIICHI, open_riichi_tsumo_only=True))
    refused(tsumo_only, "tsumo alone", *turn(S1, "6s"), won(S0, S1, "6s", CLOSED, "1m"))


def test_open_double_riichi() -> None:
    """RI10"""
    game = after(begun(OPEN_RIICHI), Drawn(S0), RiichiDeclared(S0, True), Discarded(S0, Tile.parse("1z")))
    state = played(after(game, RiichiAccepted(S0))).riichi[S0]
    assert (state.double, state.open) == (True, True)
