"""Wins: what is shown, who wins on what, furiten."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablectl.rules import profile
from tablectl.rules.event import (
    Discarded,
    DoraTurned,
    Drawn,
    Drew,
    Fouled,
    HandDied,
    HandEnded,
    RiichiDeclared,
    RyuukyokuKind,
)
from tablectl.rules.game import Game, play
from tablectl.rules.length import HandName
from tablectl.rules.pao import Pao
from tablectl.rules.round import Phase
from tablectl.rules.ruleset import TENHOU, Ruleset
from tablectl.rules.seat import BySeat, Seat
from tablectl.rules.tile import Tile, parse_tiles
from tests.rules.playing import (
    CLOSED,
    OTHER,
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
    """TU8"""
    game = after(begun(), *turns(S0, "1z2z3z4z"), *turn(S0, "6s"))
    refused(game, rule, won(S1, S0, "6s", hand))


def test_a_shown_hand_holds_the_tiles_known_of_it() -> None:
    game = after(begun(), *turn(S0, "1z"), Drawn(S1, Tile.parse("9p")), Discarded(S1, Tile.parse("2z")))
    error = refused(game, "not among those shown", *turn(S2, "6s"), won(S1, S2, "6s", CLOSED))
    assert error.tile == Tile.parse("9p")


def test_last_tile_wins() -> None:
    """Y8"""
    own = left(after(begun(), *turns(S0, "1z2z3z4z"), Drawn(S0)), 0)
    assert "haitei" in yaku(play(own, won(S0, S0, "6s", CLOSED)))
    other = play(own, Discarded(S0, Tile.parse("6s")))
    assert "houtei" in yaku(play(other, won(S1, S0, "6s", CLOSED)))
    refused(other, "used up", Drawn(S1))


def test_first_draw_wins() -> None:
    """K1, K2"""
    assert yaku(play(play(begun(), Drawn(S0)), won(S0, S0, "6s", CLOSED))) == ["tenhou"]
    assert yaku(after(begun(), *turn(S0, "1z"), Drawn(S1), won(S1, S1, "6s", CLOSED))) == ["chiihou"]


def test_the_nearest_of_two_winners_gets_honba_and_sticks_whoever_shows_first() -> None:
    """PT7"""
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
    """AB5"""
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
    """PA1, PA2"""
    game = after(begun(), *turn(S0, "5z"), called(S2, "pon:55z+5z<0"), Discarded(S2, Tile.parse("9m")))
    game = after(game, *turn(S3, "6z"), called(S2, "pon:66z+6z<3"), Discarded(S2, Tile.parse("9m")))
    game = after(game, *turns(S3, "9p9p"), *turn(S1, "7z"), called(S2, "pon:77z+7z<1"), Discarded(S2, Tile.parse("9s")))
    game = after(game, *turns(S3, "1p1p1s"), Drawn(S2))
    win = play(game, won(S2, S2, "1m", "23m44s"))
    assert yaku(win) == ["daisangen"]
    assert played(win).settlements[0].pao == (Pao(S2, S1, "daisangen"),)
    assert list(win.points) == [25000, 25000 - 32000, 57000, 25000]
    assert play(win, HandEnded()).over


@pytest.mark.parametrize(("rule", "winners"), [("paid", [S1, S2, S3]), ("head_bump", [S1]), ("abort", [S1, S3])])
def test_three_rons_by_each_rule(rule: str, winners: list[Seat]) -> None:
    """PT8, AB5"""
    rules = profile.read({"triple_ron": rule})
    game = after(begun(rules), *turns(S0, "9m9m9m9p"), *turn(S0, "6s"))
    third = won(S2, S0, "6s", "345m333p2245678s")
    game = after(game, won(S3, S0, "6s", OTHER), won(S1, S0, "6s", CLOSED))
    if rule == "abort":
        refused(game, "AB5", third)
    else:
        game = play(game, third)
        # Whoever won already, or gave way to a nearer winner, does not win once more.
        for told in (third, won(S3, S0, "6s", OTHER), won(S1, S0, "6s", CLOSED)):
            refused(game, "has won already|PT8", told)
    assert [each.seat for each in played(game).wins] == winners
    assert sum(game.points) == 100000


def test_three_rons_are_a_draw_though_two_are_told_by_head_bump() -> None:
    """AB5, PT8: the farther one that gave way counts among the three."""
    game = after(begun(replace(TENHOU, multi_ron="head_bump")), *turns(S0, "9m9m9m9p"), *turn(S0, "6s"))
    third = "345m333p2245678s"
    two = after(game, won(S3, S0, "6s", OTHER), won(S2, S0, "6s", third))
    refused(two, "AB5", won(S1, S0, "6s", CLOSED))
    hands = BySeat(None, parse_tiles(CLOSED), parse_tiles(third), parse_tiles(OTHER))
    assert list(play(two, Drew(RyuukyokuKind.SANCHA_HOU, hands)).points) == [25000] * 4


def test_head_bump_pays_the_nearest_whoever_shows_first() -> None:
    """PT8"""
    game = after(begun(replace(TENHOU, multi_ron="head_bump")), *turns(S0, "9m9m9m9p"), *turn(S0, "6s"))
    far = play(game, won(S3, S0, "6s", OTHER))
    both = play(far, won(S1, S0, "6s", CLOSED))
    assert [each.seat for each in played(both).wins] == [S1]
    refused(both, "head bump", won(S3, S0, "6s", OTHER))


def test_renhou_is_a_ron_before_the_first_own_draw() -> None:
    """K3, L7: not after a call."""
    rules = profile.read({"renhou": "yakuman"})
    assert yaku(after(begun(rules), *turns(S0, "9m6s"), won(S2, S1, "6s", CLOSED))) == ["renhou"]
    drawn = after(begun(rules), *turns(S0, "9m9m9m9p9s"), *turn(S1, "6s"))
    assert yaku(play(drawn, won(S2, S1, "6s", CLOSED))) == ["pinfu", "tanyao"]
    called_before = after(begun(rules), *turn(S0, "9m"), called(S1, "pon:99m+9m<0"), Discarded(S1, Tile.parse("6s")))
    assert yaku(play(called_before, won(S2, S1, "6s", CLOSED))) == ["pinfu", "tanyao"]


def test_chiihou_in_its_old_meaning_is_a_ron_on_the_dealers_first_discard() -> None:
    """K2"""
    rules = replace(TENHOU, chiihou_old=True)
    assert yaku(after(begun(rules), *turn(S0, "6s"), won(S2, S0, "6s", CLOSED))) == ["chiihou"]
    assert yaku(after(begun(rules), *turns(S0, "9m6s"), won(S2, S1, "6s", CLOSED))) == ["pinfu", "tanyao"]
    both = after(begun(rules), *turn(S0, "6s"), won(S1, S0, "6s", CLOSED), won(S3, S0, "6s", OTHER))
    assert [settled.value.yakuman for settled in played(both).settlements if settled.value] == [("chiihou",)] * 2


def test_an_own_ankan_spoils_the_first_turn() -> None:
    """K1, RI8"""
    game = after(begun(), Drawn(S0), called(S0, "ankan:1111z"), DoraTurned(Tile.parse("9m")), Drawn(S0))
    assert "tenhou" not in yaku(play(game, won(S0, S0, "6s", "234567m88m45s")))
    assert not played(play(game, RiichiDeclared(S0))).riichi[S0].double


def test_two_han_are_needed_from_so_many_counters() -> None:
    """LE4"""
    rules = replace(TENHOU, ryanhan_shibari_from_honba=5)
    for honba, refusal in ((4, False), (5, True)):
        game = after(begun(rules), *turns(S0, "1z2z3z4z6s"))
        game = replace(game, round=replace(played(game), honba=honba))
        one_han = won(S1, S0, "6s", "345567m23499p45s")
        if refusal:
            refused(game, "no win", one_han)
        else:
            assert yaku(play(game, one_han)) == ["pinfu"]


def test_a_dead_hand_neither_wins_nor_counts_as_tenpai() -> None:
    """PE1"""
    game = after(begun(), *turns(S0, "1z2z3z4z"), HandDied(S1, "thirteen and a half tiles"))
    refused(game, "dead hand", *turn(S0, "6s"), won(S1, S0, "6s", CLOSED))
    refused(game, "dead already", HandDied(S1))
    drawn = left(after(game, *turns(S0, "8s8s2s8s")), 0)
    shown = Drew(RyuukyokuKind.EXHAUSTIVE, BySeat(None, parse_tiles(CLOSED), None, parse_tiles(OTHER)))
    assert list(play(drawn, shown).points) == [24000, 24000, 24000, 28000]


def test_a_foul_may_only_kill_the_hand() -> None:
    """PE1"""
    game = after(begun(replace(TENHOU, chombo="dead_hand")), *turns(S0, "1z2z3z4z"), Fouled(S1, "false win"))
    assert (played(game).dead, played(game).phase) == ({S1}, Phase.REACT)


def eight_times(ruleset: Ruleset, winner: Seat) -> Game:
    """Seven hands won by seat 0, the dealer, and the eighth up to a discard that the winner wins on."""
    game = begun(ruleset)
    for hand in range(8):
        game = after(game, *turns(S0, "9m9p9p9p"), *turn(S0, "1p"), *turn(S1, "6s"))
        if hand < 7:
            game = after(game, won(S0, S1, "6s", CLOSED), HandEnded(), START[1])
    return play(game, won(winner, S1, "6s", CLOSED))


def test_the_eighth_hand_running_is_paarenchan() -> None:
    """L14: by deals kept or by wins, and the yaku of one seat alone."""
    for counts in ("deals", "wins"):
        rules = profile.read({"paarenchan": "yakuman", "paarenchan_counts": counts, "bankruptcy": "off"})
        assert yaku(eight_times(rules, S0)) == ["paarenchan"]
        assert yaku(eight_times(rules, S3)) == ["pinfu", "tanyao"]
    drawn = begun(profile.read({"paarenchan": "yakuman", "paarenchan_counts": "deals"}))
    assert drawn.streak.deals == 1
