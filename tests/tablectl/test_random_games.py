"""Whatever happens in a game, under every preset: nothing comes from nowhere, and any part of it plays again alike."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.random_games import faults, wild
from tablectl.rulefile import load, preset_names
from tablectl.rules.event import Event
from tablectl.rules.game import Game, new_game, play
from tablectl.rules.ruleset import TENHOU, TENHOU_3P, Ruleset
from tablectl.simulate.deal import deal


@pytest.mark.parametrize("name", preset_names())
def test_a_wild_game_has_no_fault(name: str) -> None:
    rules = load(name).rules
    assert not list(faults(wild(1, rules, hands=5), rules))


@pytest.mark.parametrize(
    "rules", [TENHOU_3P, replace(TENHOU_3P, kita="off"), replace(TENHOU, players=2, uma=(10, -10))]
)
def test_simulated_games_of_three_and_two_have_no_fault(rules: Ruleset) -> None:
    rules = replace(rules, length="tonpuu")
    assert not list(faults(deal(3, rules), rules))


@cache
def game_of(seed: int) -> tuple[tuple[Event, ...], tuple[Game, ...]]:
    """Events of some hands and the game before each and after the last."""
    rules = (TENHOU, TENHOU_3P)[seed % 2]
    events = tuple(wild(seed, rules, hands=2))
    games = [new_game(rules)]
    for event in events:
        games.append(play(games[-1], event))
    return events, tuple(games)


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 5), st.data())
def test_undoing_and_playing_on_comes_to_the_same_game(seed: int, data: st.DataObject) -> None:
    """A game is its events: taken back to any place and played on it equals the one that went straight through."""
    events, games = game_of(seed)
    back = data.draw(st.integers(0, len(events)))
    again = new_game(games[0].ruleset)
    for event in events[:back]:
        again = play(again, event)
    assert again == games[back]
    for event, expected in zip(events[back : back + 40], games[back + 1 :], strict=False):
        again = play(again, event)
        assert again == expected
