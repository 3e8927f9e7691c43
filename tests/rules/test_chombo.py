"""What a chombo costs, and the hand that is played again after it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablectl.rules.event import (
    Discarded,
    Drawn,
    Fouled,
    GameStarted,
    HandEnded,
    HandStarted,
    RiichiAccepted,
    RiichiDeclared,
)
from tablectl.rules.foul import chombo
from tablectl.rules.game import Game, new_game, play
from tablectl.rules.length import HandName
from tablectl.rules.ruleset import TENHOU, Ruleset
from tablectl.rules.seat import BySeat, Seat
from tablectl.rules.tile import Tile

S0, S1, S2, S3 = Seat
THREE = replace(TENHOU, players=3)


@pytest.mark.parametrize(
    ("seat", "rules", "deltas"),
    [
        (S0, TENHOU, [-12000, 4000, 4000, 4000]),
        (S2, TENHOU, [4000, 2000, -8000, 2000]),
        (S0, THREE, [-8000, 4000, 4000]),
        (S2, replace(THREE, tsumo_loss=False), [5000, 3000, -8000]),
        (S1, replace(TENHOU, chombo="fixed"), [0, 0, 0, 0]),
        (S1, replace(TENHOU, chombo="replay"), [0, 0, 0, 0]),
    ],
)
def test_payments(seat: Seat, rules: Ruleset, deltas: list[int]) -> None:
    """PE1: a mangan the wrong way round, or nothing now."""
    settled = chombo(seat, S0, (), rules)
    assert (list(settled.deltas), settled.deposits) == (deltas, 0)


def after_a_foul(rules: Ruleset, hand: HandName) -> Game:
    """Seat 0 declared riichi, then seat 1 committed a foul; a stick of an earlier hand lies on the table."""
    game = play(new_game(rules), GameStarted())
    points = game.book.start.set(S3, 24000).set(S2, 26000)
    game = replace(game, book=replace(game.book, start=points), hand=hand)
    riichi = (Drawn(S0), RiichiDeclared(S0), Discarded(S0, Tile.parse("9s")), RiichiAccepted(S0))
    for event in (HandStarted(Tile.parse("1m")), *riichi, Fouled(S1, "false win"), HandEnded()):
        game = play(game, event)
    return game


def test_the_hand_is_played_again_with_its_counters_and_sticks_go_back() -> None:
    """AB7, PE1"""
    game = after_a_foul(TENHOU, HandName(0, 1, S0, 2))
    assert list(game.points) == [25000 + 4000, 25000 - 8000, 26000 + 2000, 24000 + 2000]
    assert (game.hand, game.deposits, game.over) == (HandName(0, 1, S0, 2), 0, False)


def test_a_fixed_penalty_waits_for_the_final_result() -> None:
    """PE1: taken off after uma; the points at the table stay."""
    rules = replace(TENHOU, chombo="fixed", chombo_points=20000, chombo_ends_last_hand=True)
    game = after_a_foul(rules, HandName(1, 4, S0, 0))
    assert (list(game.points), game.over) == ([25000, 25000, 26000, 24000], True)
    assert game.result == BySeat(5.0, -15.0 - 20.0, 36.0, -26.0)
    replayed = after_a_foul(replace(rules, chombo_ends_last_hand=False), HandName(1, 4, S0, 0))
    assert (replayed.over, replayed.hand) == (False, HandName(1, 4, S0, 0))


def test_a_dead_hand_plays_on() -> None:
    """PE1"""
    game = play(new_game(replace(TENHOU, chombo="dead_hand")), GameStarted())
    for event in (HandStarted(Tile.parse("1m")), Drawn(S0), Fouled(S1), Discarded(S0, Tile.parse("9s"))):
        game = play(game, event)
    assert game.round is not None
    assert game.round.dead == {S1}
