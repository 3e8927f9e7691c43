"""A game as a camera sees it: hidden hands, nothing impossible accepted, every consequence computed."""

from __future__ import annotations

import gzip
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from tablectl.export.mjai import read
from tablectl.replay import rules_of
from tablectl.rules.event import (
    Called,
    Discarded,
    DoraTurned,
    Drawn,
    Drew,
    Event,
    GameEnded,
    GameStarted,
    HandEnded,
    HandStarted,
    RiichiAccepted,
    RiichiDeclared,
    RyuukyokuKind,
    Won,
)
from tablectl.rules.game import Game, IllegalEvent, new_game, play
from tablectl.rules.length import HandName
from tablectl.rules.meld import Meld
from tablectl.rules.pao import Pao
from tablectl.rules.round import Phase, Round
from tablectl.rules.ruleset import TENHOU, Ruleset
from tablectl.rules.seat import BySeat, Seat, Wind
from tablectl.rules.tile import Tile, parse_tiles

S0, S1, S2, S3 = Seat
START = (GameStarted(S0, BySeat("Ann", "Bo", "Cy", "Di")), HandStarted(Tile.parse("3z"), (3, 5)))


def after(game: Game, *events: Event) -> Game:
    for event in events:
        game = play(game, event)
    return game


def begun(ruleset: Ruleset = TENHOU) -> Game:
    return after(new_game(ruleset), *START)


def turn(seat: Seat, tile: str) -> tuple[Event, ...]:
    return Drawn(seat), Discarded(seat, Tile.parse(tile))


def turns(first: Seat, tiles: str) -> tuple[Event, ...]:
    """Draw and discard in turn."""
    return tuple(
        event for place, tile in enumerate(parse_tiles(tiles)) for event in turn(first.right(place), str(tile))
    )


def riichi(seat: Seat, tile: str) -> tuple[Event, ...]:
    return Drawn(seat), RiichiDeclared(seat), Discarded(seat, Tile.parse(tile)), RiichiAccepted(seat)


def called(seat: Seat, meld: str) -> Called:
    return Called(seat, Meld.parse(meld))


def won(seat: Seat, source: Seat, tile: str, hand: str, ura: str = "") -> Won:
    return Won(seat, source, Tile.parse(tile), parse_tiles(hand), parse_tiles(ura))


def played(game: Game) -> Round:
    assert game.round is not None
    return game.round


def yaku(game: Game) -> list[str]:
    value = played(game).settlements[-1].value
    assert value is not None
    return [*(line.name for line in value.yaku), *value.yakuman]


def refused(game: Game, rule: str, *events: Event) -> IllegalEvent:
    """The refusal of the last event."""
    game = after(game, *events[:-1])
    with pytest.raises(IllegalEvent, match=rule) as caught:
        play(game, events[-1])
    return caught.value


def left(game: Game, live: int) -> Game:
    """The game with so many tiles left in the live wall."""
    current = played(game)
    wall = current.wall
    return replace(game, round=replace(current, wall=replace(wall, drawn=wall.drawn + wall.live_left - live)))


# Turn order


def test_turns_go_round() -> None:
    game = after(begun(), *turns(S0, "1z2z3z4z9p"))
    current = played(game)
    assert (current.turn, current.phase) == (S0, Phase.REACT)
    assert str(current.rivers[S0]) == "1z 9p"
    assert current.hands[S0].hidden == 13
    assert current.wall.live_left == 65


@pytest.mark.parametrize(
    ("events", "rule"),
    [
        ((Drawn(S1),), "seat 1: drew out of turn, seat 0 is next"),
        ((*turn(S0, "1z"), Drawn(S2)), "seat 2: drew out of turn, seat 1 is next"),
        ((Discarded(S0, Tile(0)),), "seat 0, tile 1m: discarded out of turn"),
        ((Drawn(S0), Discarded(S1, Tile(0))), "seat 1, tile 1m: discarded out of turn: seat 0 discards next"),
        ((Drawn(S0), Drawn(S1)), "drew while seat 0 is to discard"),
        ((*turn(S0, "5m"), called(S2, "chi:34m+5m<0")), "only from the left neighbour"),
        ((*turn(S0, "5m"), called(S1, "pon:66m+6m<0")), "the last discard is 5m of seat 0"),
        ((*turn(S0, "5m"), called(S1, "pon:55m+5m<2")), "the last discard is 5m of seat 0"),
        ((Drawn(S0), called(S1, "pon:55m+5m<0")), "no discard to call"),
        ((*turn(S0, "5m"), called(S1, "pon:55m+5m<0"), called(S1, "ankan:1111p")), "right after a call"),
        ((Drawn(S0), called(S0, "kakan:555m+5m<2")), "that was not called"),
        ((Drawn(S0), DoraTurned(Tile(0))), "no dora indicator is due"),
        ((*turn(S0, "5m"), called(S1, "chi:34m+5m<0"), RiichiDeclared(S1)), "not after a call"),
        ((HandEnded(),), "neither won nor drawn"),
        ((GameEnded(),), "not over yet"),
        ((START[1],), "before the last one ended"),
        ((START[0],), "started already"),
        ((Drawn(S0), Drew(RyuukyokuKind.EXHAUSTIVE)), "69 tiles in the live wall"),
        ((RiichiAccepted(S0),), "no riichi"),
    ],
)
def test_what_cannot_happen_is_refused(events: tuple[Event, ...], rule: str) -> None:
    refused(begun(), rule, *events)


def test_a_refusal_names_seat_tile_and_rule() -> None:
    error = refused(begun(), "fifth|copy 5", *turns(S0, "9m9m9m9m"), *turn(S0, "9m"))
    assert (error.seat, error.tile) == (S0, Tile.parse("9m"))
    assert "EQ1" in error.rule


def test_a_fifth_copy_is_refused_wherever_it_shows() -> None:
    three = after(begun(), *turns(S0, "9m9m9m1z"))
    refused(three, "EQ1", *turn(S0, "9m"), called(S1, "pon:99m+9m<0"))
    refused(begun(), "EQ1", *turns(S0, "0m0m"))
    refused(after(begun(), *turns(S0, "3z3z3z")), "EQ1", *turn(S3, "3z"))


def test_a_called_tile_counts_once() -> None:
    game = after(begun(), *turn(S0, "9m"), called(S1, "pon:99m+9m<0"), Discarded(S1, Tile.parse("1z")))
    game = after(game, *turn(S2, "9m"))
    assert str(played(game).rivers[S0]) == "9m>1"


# Known hands


KNOWN = BySeat(parse_tiles("123456789m1122p"), None, None, None)


def test_a_known_hand_discards_only_what_it_holds() -> None:
    game = after(new_game(TENHOU), START[0], HandStarted(Tile.parse("4p"), None, KNOWN), Drawn(S0, Tile.parse("9s")))
    refused(game, "does not hold", Discarded(S0, Tile.parse("8s")))
    refused(game, "the tile drawn was 9s", Discarded(S0, Tile.parse("1m"), True))
    refused(game, "not from the hand", Discarded(S0, Tile.parse("9s"), False))
    refused(game, "tenpai", RiichiDeclared(S0), Discarded(S0, Tile.parse("1m")))
    assert play(game, Discarded(S0, Tile.parse("9s"), True)).round is not None


def test_a_deal_that_cannot_be_is_refused() -> None:
    game = after(new_game(TENHOU), START[0])
    refused(game, "12 tiles dealt", HandStarted(Tile(0), None, BySeat(parse_tiles("123456789m111p"), None, None, None)))
    refused(game, "EQ1", HandStarted(Tile(0), None, BySeat(parse_tiles("1111m456789m111p"), None, None, None)))
    refused(game, "dice 0-7", HandStarted(Tile(0), (0, 7)))


# Kuikae


@pytest.mark.parametrize(
    ("discarded", "meld", "barred", "allowed"),
    [
        ("5m", "chi:34m+5m<0", "25m", "6m"),
        ("5m", "chi:67m+5m<0", "58m", "2m"),
        ("5m", "chi:46m+5m<0", "5m", "28m"),
        ("3m", "chi:12m+3m<0", "3m", "6m"),
        ("7m", "chi:89m+7m<0", "7m", "4m"),
        ("5z", "pon:55z+5z<0", "5z", "6z"),
    ],
)
def test_kuikae(discarded: str, meld: str, barred: str, allowed: str) -> None:
    game = after(begun(), *turn(S0, discarded), called(S1, meld))
    for tile in parse_tiles(barred):
        refused(game, "kuikae", Discarded(S1, tile))
    for tile in parse_tiles(allowed):
        play(game, Discarded(S1, tile))
    free = replace(game, ruleset=replace(TENHOU, kuikae="allowed"))
    for tile in parse_tiles(barred):
        play(free, Discarded(S1, tile))


# Riichi


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


# Kans and dora


def test_an_ankan_turns_its_indicator_at_once() -> None:
    game = after(begun(), Drawn(S0), called(S0, "ankan:1111z"))
    assert played(game).dora_due == 1
    game = play(game, DoraTurned(Tile.parse("7s")))
    assert [str(tile) for tile in played(game).indicators] == ["3z", "7s"]
    refused(game, "out of turn", Discarded(S0, Tile.parse("1m")))
    game = play(game, Drawn(S0))
    assert (played(game).rinshan, played(game).wall.live_left) == (True, 68)


def test_an_open_kan_turns_its_indicator_after_the_discard() -> None:
    game = after(begun(), *turn(S0, "1z"), called(S1, "daiminkan:111z+1z<0"))
    refused(game, "no dora indicator is due", DoraTurned(Tile.parse("7s")))
    game = after(game, Drawn(S1), Discarded(S1, Tile.parse("9m")))
    assert played(game).dora_due == 1
    late = after(game, *turns(S2, "9m9p"))
    assert len(played(play(late, DoraTurned(Tile.parse("7s")))).indicators) == 2
    refused(game, "still to be turned", won(S2, S1, "9m", "12378m123p22444z"))


def test_an_open_kans_indicator_may_be_turned_just_before_the_discard() -> None:
    game = after(begun(), *turn(S0, "1z"), called(S1, "daiminkan:111z+1z<0"), Drawn(S1), DoraTurned(Tile.parse("7s")))
    assert played(game).dora_early == 1
    win = play(game, won(S1, S1, "8s", "234567m9988s"))
    assert "dora" not in yaku(win)
    discarded = play(game, Discarded(S1, Tile.parse("9m")))
    assert (played(discarded).dora_early, played(discarded).dora_due) == (0, 0)


def test_the_next_kan_makes_an_open_kans_indicator_due() -> None:
    game = after(begun(), *turn(S0, "1z"), called(S1, "daiminkan:111z+1z<0"), Drawn(S1), called(S1, "ankan:9999s"))
    assert played(game).dora_due == 2


def test_kans_end_with_the_wall_and_after_four() -> None:
    game = after(begun(), *turn(S0, "1z"))
    for meld in ("pon:11z+1z<0", "daiminkan:111z+1z<0"):
        refused(left(game, 0), "no tile left", called(S1, meld))
    own = after(begun(), Drawn(S0))
    for kan in ("1111m", "9999m", "1111p", "9999p"):
        own = after(own, called(S0, f"ankan:{kan}"), Drawn(S0))
    refused(own, "four kans", called(S0, "ankan:1111s"))


def test_four_kans_of_two_seats_draw_the_hand_after_the_discard() -> None:
    game = after(begun(), Drawn(S0), called(S0, "ankan:1111m"), Drawn(S0), Discarded(S0, Tile.parse("1z")))
    game = play(game, Drawn(S1))
    for kan in ("9999m", "1111p", "9999p"):
        game = after(game, called(S1, f"ankan:{kan}"), Drawn(S1))
    game = play(game, Discarded(S1, Tile.parse("2z")))
    refused(game, "suukan_sanra", Drawn(S2))
    game = after(game, Drew(RyuukyokuKind.SUUKAN_SANRA), HandEnded())
    assert (game.honba, game.dealer) == (1, S0)


def test_a_robbed_kan() -> None:
    game = after(begun(), *turns(S0, "9m3s"), called(S2, "pon:33s+3s<1"), Discarded(S2, Tile.parse("9m")))
    game = after(game, *turns(S3, "1z2z3z"), Drawn(S2), called(S2, "kakan:333s+3s<1"))
    win = play(game, won(S0, S2, "3s", "123m456p77712s55z"))
    assert "chankan" in yaku(win)
    assert played(win).dora_due == 0
    refused(game, "tile to win on is 3s of seat 2", won(S0, S2, "9m", "123m456p77712s55z"))
    refused(play(game, Drawn(S2)), "no tile to win on", won(S0, S2, "3s", "123m456p77712s55z"))


# Wins


CLOSED = "234567m34588p45s"
"""Tanyao pinfu, waits for 3s and 6s."""


def test_a_hidden_hand_wins_with_what_it_shows() -> None:
    game = after(begun(), *turns(S0, "1z2z3z4z"), *turn(S0, "6s"))
    win = play(game, won(S1, S0, "6s", CLOSED))
    assert yaku(win) == ["pinfu", "tanyao"]
    assert list(win.points) == [23000, 27000, 25000, 25000]
    assert played(win).phase is Phase.OVER
    ended = play(win, HandEnded())
    assert (ended.dealer, ended.number, ended.honba) == (S1, 2, 0)
    assert list(ended.points) == list(win.points)


@pytest.mark.parametrize(
    ("hand", "rule"),
    [
        ("234567m34588p4s", "12 concealed tiles shown, expected 13"),
        ("234567m34588p46s", "no win"),
        ("124567m34588p45s", "no win"),
        ("234567m345888p5s", "no win"),
        ("234566m34588p45s", "no win"),
        ("23456m44444p567s", "EQ1"),
    ],
)
def test_a_hand_that_does_not_win_is_refused(hand: str, rule: str) -> None:
    game = after(begun(), *turns(S0, "1z2z3z4z"), *turn(S0, "6s"))
    refused(game, rule, won(S1, S0, "6s", hand))


def test_a_shown_hand_holds_the_tiles_known_of_it() -> None:
    game = after(begun(), *turn(S0, "1z"), Drawn(S1, Tile.parse("9p")), Discarded(S1, Tile.parse("2z")))
    error = refused(game, "not among those shown", *turn(S2, "6s"), won(S1, S2, "6s", CLOSED))
    assert error.tile == Tile.parse("9p")


def test_furiten() -> None:
    own = after(begun(), *turn(S0, "1z"), *turn(S1, "3s"), *turns(S2, "3z4z6s"))
    refused(own, "own river", won(S1, S0, "6s", CLOSED))
    passed = after(begun(), *turn(S0, "1z"), *turn(S1, "2z"), *turn(S2, "3s"), *turn(S3, "6s"))
    refused(passed, "since its last draw", won(S1, S3, "6s", CLOSED))
    again = after(passed, *turn(S0, "1z"), *turn(S1, "7z"), *turn(S2, "6s"))
    assert yaku(play(again, won(S1, S2, "6s", CLOSED))) == ["pinfu", "tanyao"]


def test_furiten_is_lifted_by_a_call() -> None:
    game = after(begun(), *turns(S0, "1z2z"), *turn(S2, "3s"), *turn(S3, "5z"), called(S1, "pon:55z+5z<3"))
    game = after(game, Discarded(S1, Tile.parse("9p")), *turn(S2, "6s"))
    assert yaku(play(game, won(S1, S2, "6s", "567m88p45s234m"))) == ["haku"]
    strict = replace(TENHOU, furiten_lift="draw")
    game = after(begun(strict), *turns(S0, "1z2z"), *turn(S2, "3s"), *turn(S3, "5z"), called(S1, "pon:55z+5z<3"))
    game = after(game, Discarded(S1, Tile.parse("9p")), *turn(S2, "6s"))
    refused(game, "since its last draw", won(S1, S2, "6s", "567m88p45s234m"))


def test_riichi_furiten_lasts_but_a_tsumo_wins() -> None:
    game = after(begun(), *turn(S0, "1z"), *riichi(S1, "2z"), *turn(S2, "3s"), *turns(S3, "4z1z2z"))
    refused(game, "in riichi", *turn(S2, "6s"), won(S1, S2, "6s", CLOSED, "1m"))
    drawn = after(game, *turns(S2, "3z4z1z"), Drawn(S1))
    assert "menzen_tsumo" in yaku(play(drawn, won(S1, S1, "6s", CLOSED, "1m")))


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


def test_last_tile_wins() -> None:
    own = left(after(begun(), *turns(S0, "1z2z3z4z"), Drawn(S0)), 0)
    assert "haitei" in yaku(play(own, won(S0, S0, "6s", CLOSED)))
    other = play(own, Discarded(S0, Tile.parse("6s")))
    assert "houtei" in yaku(play(other, won(S1, S0, "6s", CLOSED)))
    refused(other, "used up", Drawn(S1))


def test_first_draw_wins() -> None:
    assert yaku(play(play(begun(), Drawn(S0)), won(S0, S0, "6s", CLOSED))) == ["tenhou"]
    assert yaku(after(begun(), *turn(S0, "1z"), Drawn(S1), won(S1, S1, "6s", CLOSED))) == ["chiihou"]


def test_a_riichi_winner_shows_as_many_ura_as_indicators() -> None:
    game = after(begun(), *turns(S0, "9s9s9s9p"), *riichi(S0, "1z"), *turn(S1, "6s"))
    refused(game, "0 ura indicators shown, expected 1", won(S0, S1, "6s", CLOSED))
    refused(after(begun(), *turns(S0, "9s6s")), "1 ura indicators shown, expected 0", won(S2, S1, "6s", CLOSED, "1m"))


OTHER = "222345m66777p45s"


def test_the_nearest_of_two_winners_gets_honba_and_sticks_whoever_shows_first() -> None:
    game = after(begun(), *riichi(S0, "9s"), *turns(S1, "9s9s9p"), *turn(S0, "6s"))
    game = replace(game, hand=HandName(honba=2), round=replace(played(game), honba=2))
    near, far = won(S1, S0, "6s", CLOSED), won(S3, S0, "6s", OTHER)
    both = after(game, near, far)
    assert list(both.points) == [25000 - 1000 - 2000 - 600 - 1300, 27000 + 600 + 1000, 25000, 26300]
    assert list(after(game, far, near).points) == list(both.points)
    assert both.deposits == 0
    refused(both, "has won already", near)
    ended = play(both, HandEnded())
    assert (ended.dealer, ended.honba, ended.deposits) == (S1, 0, 0)


def test_three_winners_draw_the_hand() -> None:
    game = after(begun(), *turns(S0, "9m9m9m9p"), *turn(S0, "6s"))
    third = "345m333p2245678s"
    hands = BySeat(None, parse_tiles(CLOSED), parse_tiles(third), parse_tiles(OTHER))
    two = after(game, won(S1, S0, "6s", CLOSED), won(S3, S0, "6s", OTHER))
    refused(two, "sancha hou", won(S2, S0, "6s", third))
    for before in (game, two):
        drawn = after(before, Drew(RyuukyokuKind.SANCHA_HOU, hands), HandEnded())
        assert list(drawn.points) == [25000] * 4
        assert (drawn.dealer, drawn.honba) == (S0, 1)
    refused(game, "all but seat 0 show", Drew(RyuukyokuKind.SANCHA_HOU, hands.set(S1, None)))


# Draws


def exhausted(ruleset: Ruleset = TENHOU, events: Iterable[Event] = ()) -> Game:
    """The last discard was made by seat 3."""
    game = after(begun(ruleset), *events)
    while played(game).turn is not S3 or played(game).phase is not Phase.REACT:
        seat = played(game).turn.right() if played(game).phase is Phase.REACT else played(game).turn
        game = after(game, *turn(seat, "5p" if seat is S0 else "5s" if seat is S1 else "5m"))
    return left(game, 0)


def test_an_exhaustive_draw_pays_the_tenpai() -> None:
    drew = Drew(RyuukyokuKind.EXHAUSTIVE, BySeat(parse_tiles(CLOSED), None, None, None))
    game = play(exhausted(), drew)
    assert list(game.points) == [28000, 24000, 24000, 24000]
    assert (play(game, HandEnded()).dealer, play(game, HandEnded()).honba) == (S0, 1)
    passed = after(exhausted(), Drew(RyuukyokuKind.EXHAUSTIVE), HandEnded())
    assert (passed.dealer, passed.number, passed.honba) == (S1, 2, 1)


def test_a_hand_shown_at_a_draw_must_be_tenpai_and_riichi_must_show() -> None:
    noten = BySeat(parse_tiles("147m147p147s1234z"), None, None, None)
    refused(exhausted(), "not tenpai", Drew(RyuukyokuKind.EXHAUSTIVE, noten))
    refused(exhausted(events=riichi(S0, "1z")), "must be shown", Drew(RyuukyokuKind.EXHAUSTIVE))
    refused(exhausted(), "13", Drew(RyuukyokuKind.EXHAUSTIVE, BySeat(parse_tiles("147m"), None, None, None)))


def test_nagashi_mangan_is_found_in_the_river() -> None:
    game = after(begun(), *turns(S0, "5m5p5s1z5m5p5s9m"))
    game = play(left(game, 0), Drew(RyuukyokuKind.EXHAUSTIVE))
    assert list(game.points) == [21000, 23000, 23000, 33000]
    assert played(game).settlements[0].kind == "nagashi_mangan"
    taken = after(begun(), *turns(S0, "5m5p5s1z"), called(S0, "pon:11z+1z<3"), Discarded(S0, Tile.parse("5p")))
    taken = after(taken, *turns(S1, "5s5m9m"))
    assert list(play(left(taken, 0), Drew(RyuukyokuKind.EXHAUSTIVE)).points) == [25000] * 4


def test_kyuushu_kyuuhai() -> None:
    nine = parse_tiles("19m19p19s123z44556m")
    first = after(begun(), *turn(S0, "1z"), Drawn(S1))
    drawn = after(first, Drew(RyuukyokuKind.KYUUSHU_KYUUHAI, BySeat(None, nine, None, None)), HandEnded())
    assert (drawn.dealer, drawn.honba) == (S0, 1)
    eight = parse_tiles("19m19p19s12z344556m")
    refused(first, "with 8 kinds", Drew(RyuukyokuKind.KYUUSHU_KYUUHAI, BySeat(None, eight, None, None)))
    refused(first, "shows its hand", Drew(RyuukyokuKind.KYUUSHU_KYUUHAI))
    later = after(begun(), *turns(S0, "1z2z3z4z5z"), Drawn(S1))
    refused(later, "first own draw", Drew(RyuukyokuKind.KYUUSHU_KYUUHAI, BySeat(None, nine, None, None)))


def test_four_equal_winds_draw_the_hand() -> None:
    game = after(begun(), *turns(S0, "2z2z2z2z"))
    refused(game, "suufon_renda", Drawn(S0))
    assert after(game, Drew(RyuukyokuKind.SUUFON_RENDA), HandEnded()).honba == 1
    other = after(begun(), *turns(S0, "2z2z2z4z"))
    refused(other, "the table does not show it", Drew(RyuukyokuKind.SUUFON_RENDA))


def test_four_riichi_draw_the_hand() -> None:
    events = (*riichi(S0, "9m"), *riichi(S1, "9m"), *riichi(S2, "9m"), *riichi(S3, "1z"))
    game = after(begun(), *events)
    refused(game, "suucha_riichi", Drawn(S0))
    ended = after(game, Drew(RyuukyokuKind.SUUCHA_RIICHI), HandEnded())
    assert (list(ended.points), ended.deposits, ended.dealer) == ([24000] * 4, 4, S0)
    started = play(ended, HandStarted(Tile(0)))
    assert (played(started).honba, played(started).deposits) == (1, 4)


# Pao


def test_the_third_dragon_set_makes_its_feeder_liable() -> None:
    game = after(begun(), *turn(S0, "5z"), called(S2, "pon:55z+5z<0"), Discarded(S2, Tile.parse("9m")))
    game = after(game, *turn(S3, "6z"), called(S2, "pon:66z+6z<3"), Discarded(S2, Tile.parse("9m")))
    game = after(game, *turns(S3, "9p9p"), *turn(S1, "7z"), called(S2, "pon:77z+7z<1"), Discarded(S2, Tile.parse("9s")))
    game = after(game, *turns(S3, "1p1p1s"), Drawn(S2))
    win = play(game, won(S2, S2, "1m", "23m44s"))
    assert yaku(win) == ["daisangen"]
    assert played(win).settlements[0].pao == (Pao(S2, S1, "daisangen"),)
    assert list(win.points) == [25000, 25000 - 32000, 57000, 25000]
    assert play(win, HandEnded()).over


# The end of a game


def at(wind: Wind, number: int, points: tuple[int, int, int, int], ruleset: Ruleset = TENHOU) -> Game:
    """A hand of a game that stands so."""
    game = play(new_game(ruleset), START[0])
    ledger = replace(game.book, start=BySeat.of(points))
    game = replace(game, book=ledger, hand=HandName(int(wind), number, Seat(number - 1)))
    return play(game, START[1])


def drawn_out(game: Game, *tenpai: Seat) -> Game:
    """The hand ended in an exhaustive draw with these seats tenpai; nobody has nagashi."""
    first = played(game).dealer
    faces = ("5m", "5p", "5s", "6s")
    hands = (CLOSED, OTHER)
    game = after(game, *(event for place in range(4) for event in turn(first.right(place), faces[place])))
    shown = {seat: parse_tiles(hands[place]) for place, seat in enumerate(tenpai)}
    return after(
        left(game, 0), Drew(RyuukyokuKind.EXHAUSTIVE, BySeat.of(shown.get(seat) for seat in Seat)), HandEnded()
    )


def test_the_game_ends_after_the_last_hand_with_the_target_reached() -> None:
    game = drawn_out(at(Wind.SOUTH, 4, (31000, 29000, 25000, 15000)))
    assert game.over
    assert game.placement == BySeat(1, 2, 3, 4)
    assert game.result == BySeat(41.0, 9.0, -15.0, -35.0)
    refused(game, "no hand follows", START[1])
    closed = play(game, GameEnded())
    refused(closed, "closed already", GameEnded())


def test_west_is_entered_below_the_target_and_ends_on_reaching_it() -> None:
    game = drawn_out(at(Wind.SOUTH, 4, (29000, 29000, 27000, 15000)))
    assert (game.over, game.wind, game.number) == (False, Wind.WEST, 1)
    assert drawn_out(at(Wind.WEST, 1, (29000, 29000, 27000, 15000)), S1).over
    assert drawn_out(at(Wind.WEST, 4, (29000, 29000, 27000, 15000))).over
    short = replace(TENHOU, west_entry=False)
    assert drawn_out(at(Wind.SOUTH, 4, (29000, 29000, 27000, 15000), short)).over


def test_the_dealer_stops_when_leading_in_the_last_hand() -> None:
    assert drawn_out(at(Wind.SOUTH, 4, (25000, 25000, 21000, 29000)), S3).over
    behind = drawn_out(at(Wind.SOUTH, 4, (35000, 25000, 21000, 19000)), S3)
    assert (behind.over, behind.honba, behind.number) == (False, 1, 4)
    poor = drawn_out(at(Wind.SOUTH, 4, (25000, 25000, 25000, 25000)), S3)
    assert not poor.over


def test_a_tonpuu_ends_with_east() -> None:
    assert drawn_out(at(Wind.EAST, 4, (31000, 29000, 25000, 15000), replace(TENHOU, length="tonpuu"))).over
    assert not drawn_out(at(Wind.EAST, 4, (31000, 29000, 25000, 15000))).over


def test_below_zero_ends_the_game_and_zero_does_not() -> None:
    assert drawn_out(at(Wind.EAST, 2, (900, 33100, 33000, 33000)), S1).over
    assert not drawn_out(at(Wind.EAST, 2, (1000, 33000, 33000, 33000)), S1).over


def test_sticks_left_over_go_to_the_first() -> None:
    game = at(Wind.SOUTH, 4, (33000, 27000, 25000, 15000))
    game = after(game, *riichi(S3, "1z"), *turns(S0, "5m5p5s6s"))
    game = left(after(game, *turns(S0, "5m5p5s")), 0)
    drew = Drew(RyuukyokuKind.EXHAUSTIVE, BySeat(None, None, None, parse_tiles(OTHER)))
    game = after(game, drew, HandEnded())
    # The dealer kept the deal and plays on; the stick stays on the table.
    assert (game.over, game.deposits) == (False, 1)
    game = after(game, START[1])
    game = drawn_out(game)
    assert game.over
    assert (sum(game.points), game.deposits) == (100000, 0)


# Recorded games with everything hidden that a camera cannot see


def hidden(event: Event) -> Event:
    match event:
        case HandStarted():
            return HandStarted(event.indicator, event.dice)
        case Drawn(seat):
            return Drawn(seat)
        case Discarded(seat, tile):
            return Discarded(seat, tile)
    return event


@pytest.mark.parametrize("game", ["g001", "g002", "g003", "g004", "g010", "g131"])
def test_a_camera_comes_to_the_same_as_a_record(shared: Path, game: str) -> None:
    path = shared / "data" / "logs" / "games" / f"{game}.mjson.gz"
    lines = read(gzip.decompress(path.read_bytes()).decode().splitlines())
    known = seen = new_game(rules_of(lines[0], TENHOU))
    for line in lines:
        known, seen = play(known, line.event), play(seen, hidden(line.event))
        if isinstance(line.event, RiichiAccepted | Won | Drew | HandEnded):
            assert (seen.points, seen.deposits, seen.honba) == (known.points, known.deposits, known.honba)
            assert (seen.dealer, seen.over) == (known.dealer, known.over)
    assert seen.result == known.result
