"""Wins: what is shown, who wins on what, furiten."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablectl.rules.event import (
    Discarded,
    Drawn,
    Drew,
    HandEnded,
    RyuukyokuKind,
)
from tablectl.rules.game import play
from tablectl.rules.length import HandName
from tablectl.rules.pao import Pao
from tablectl.rules.round import Phase
from tablectl.rules.seat import BySeat
from tablectl.rules.tile import Tile, parse_tiles
from tests.rules.playing import (
    CLOSED,
    OTHER,
    S0,
    S1,
    S2,
    S3,
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


def test_last_tile_wins() -> None:
    own = left(after(begun(), *turns(S0, "1z2z3z4z"), Drawn(S0)), 0)
    assert "haitei" in yaku(play(own, won(S0, S0, "6s", CLOSED)))
    other = play(own, Discarded(S0, Tile.parse("6s")))
    assert "houtei" in yaku(play(other, won(S1, S0, "6s", CLOSED)))
    refused(other, "used up", Drawn(S1))


def test_first_draw_wins() -> None:
    assert yaku(play(play(begun(), Drawn(S0)), won(S0, S0, "6s", CLOSED))) == ["tenhou"]
    assert yaku(after(begun(), *turn(S0, "1z"), Drawn(S1), won(S1, S1, "6s", CLOSED))) == ["chiihou"]


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
