"""Furiten of three kinds, and what lifts it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from tablectl.rules.event import (
    Discarded,
    DoraTurned,
    Drawn,
)
from tablectl.rules.game import Game, play
from tablectl.rules.ruleset import TENHOU, Ruleset
from tablectl.rules.tile import Tile
from tests.rules.playing import (
    CLOSED,
    S0,
    S1,
    S2,
    S3,
    after,
    begun,
    called,
    played,
    refused,
    riichi,
    turn,
    turns,
    won,
    yaku,
)


def test_furiten() -> None:
    """FR1, FR2"""
    own = after(begun(), *turn(S0, "1z"), *turn(S1, "3s"), *turns(S2, "3z4z6s"))
    refused(own, "own river", won(S1, S0, "6s", CLOSED))
    passed = after(begun(), *turn(S0, "1z"), *turn(S1, "2z"), *turn(S2, "3s"), *turn(S3, "6s"))
    refused(passed, "since its last draw", won(S1, S3, "6s", CLOSED))
    again = after(passed, *turn(S0, "1z"), *turn(S1, "7z"), *turn(S2, "6s"))
    assert yaku(play(again, won(S1, S2, "6s", CLOSED))) == ["pinfu", "tanyao"]


def test_furiten_is_lifted_by_a_call() -> None:
    """FR2"""
    game = after(begun(), *turns(S0, "1z2z"), *turn(S2, "3s"), *turn(S3, "5z"), called(S1, "pon:55z+5z<3"))
    game = after(game, Discarded(S1, Tile.parse("9p")), *turn(S2, "6s"))
    assert yaku(play(game, won(S1, S2, "6s", "567m88p45s234m"))) == ["haku"]
    strict = replace(TENHOU, furiten_lift="draw")
    game = after(begun(strict), *turns(S0, "1z2z"), *turn(S2, "3s"), *turn(S3, "5z"), called(S1, "pon:55z+5z<3"))
    game = after(game, Discarded(S1, Tile.parse("9p")), *turn(S2, "6s"))
    refused(game, "since its last draw", won(S1, S2, "6s", "567m88p45s234m"))


def test_riichi_furiten_lasts_but_a_tsumo_wins() -> None:
    """FR3, FR4, RI5"""
    game = after(begun(), *turn(S0, "1z"), *riichi(S1, "2z"), *turn(S2, "3s"), *turns(S3, "4z1z2z"))
    refused(game, "in riichi", *turn(S2, "6s"), won(S1, S2, "6s", CLOSED, "1m"))
    drawn = after(game, *turns(S2, "3z4z1z"), Drawn(S1))
    assert "menzen_tsumo" in yaku(play(drawn, won(S1, S1, "6s", CLOSED, "1m")))


def ponned_and_added(ruleset: Ruleset = TENHOU) -> Game:
    """Seat 1 discarded a 3s that seat 2 called pon on and later added the fourth to."""
    game = after(begun(ruleset), *turns(S0, "1z3s"), called(S2, "pon:33s+3s<1"), Discarded(S2, Tile.parse("9m")))
    return after(game, *turns(S3, "1z2z3z"), Drawn(S2), called(S2, "kakan:333s+3s<1"))


def test_who_fed_a_pon_cannot_rob_its_kan() -> None:
    """FR5"""
    refused(ponned_and_added(), "own river", won(S1, S2, "3s", "123m456p77712s55z"))
    assert yaku(play(ponned_and_added(), won(S0, S2, "3s", "123m456p77712s55z"))) == ["chankan"]


def test_a_kan_not_robbed_is_a_wait_let_go() -> None:
    """FR2: even a chankan, even without a yaku."""
    game = after(ponned_and_added(), Drawn(S2), Discarded(S2, Tile.parse("9p")), DoraTurned(Tile.parse("9s")))
    game = after(game, Drawn(S3), Discarded(S3, Tile.parse("6s")))
    refused(game, "since its last draw", won(S0, S3, "6s", "123m456p77745s55z"))


def test_the_own_discard_lifts_furiten_where_a_call_does_not() -> None:
    """FR2: after a call the discard must be made first."""
    for lift, message in (("draw", "since its last draw"), ("own_discard", "")):
        rules = replace(TENHOU, furiten_lift=cast(Any, lift))
        game = after(begun(rules), *turns(S0, "1z2z"), *turn(S2, "3s"), *turn(S3, "5z"), called(S1, "pon:55z+5z<3"))
        assert played(game).missed[S1]
        game = after(game, Discarded(S1, Tile.parse("9p")), *turn(S2, "6s"))
        win = won(S1, S2, "6s", "567m88p45s234m")
        if message:
            refused(game, message, win)
        else:
            assert yaku(play(game, win)) == ["haku"]


def test_kokushi_robs_an_ankan_where_the_rules_say_so() -> None:
    """Y10"""
    rules = replace(TENHOU, kokushi_ankan_chankan=True)
    for ruleset in (TENHOU, rules):
        game = after(begun(ruleset), *turn(S0, "2m"), Drawn(S1), called(S1, "ankan:9999s"))
        win = won(S2, S1, "9s", "19m19p1s12344567z")
        if ruleset is TENHOU:
            refused(game, "Y10", win)
        else:
            assert yaku(play(game, win)) == ["kokushi"]
            # Its indicator was not turned and does not count (DO5).
            assert played(play(game, win)).dora_due == 1
            refused(game, "Y10", won(S2, S1, "9s", "123m456p77778s55z"))
