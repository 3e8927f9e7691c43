"""Furiten of three kinds, and what lifts it."""

from __future__ import annotations

from dataclasses import replace

from tablectl.rules.event import (
    Discarded,
    Drawn,
)
from tablectl.rules.game import play
from tablectl.rules.ruleset import TENHOU
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
    refused,
    riichi,
    turn,
    turns,
    won,
    yaku,
)


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
