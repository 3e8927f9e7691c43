"""Random games of loaded walls under every preset: no point comes from nowhere (PT7, PT8, EN7, EN9)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from benchmarks.random_games import faults_of_points
from benchmarks.random_payments import game_faults, loaded
from tablectl.rulefile import load, preset_names
from tablectl.rules.game import new_game
from tablectl.rules.ledger import Entry
from tablectl.rules.seat import Seat
from tablectl.rules.shape import waits
from tablectl.rules.tile import all_tiles
from tablectl.rules.wall import dealt


@pytest.mark.parametrize("preset", preset_names())
def test_points_and_settlements_sum(preset: str) -> None:
    happened: Counter[str] = Counter()
    for seed in range(3):
        found, events = game_faults(seed, load(preset).rules)
        assert found == []
        happened += events
    assert happened["Won"] > 3 and happened["RiichiAccepted"] > 3


@pytest.mark.parametrize("preset", ["tenhou", "tenhou-3p", "two-player"])
def test_a_loaded_wall_is_the_whole_set_and_deals_tenpai_hands(preset: str) -> None:
    rules = load(preset).rules
    order = loaded(Random(5), rules)
    assert Counter(order) == Counter(all_tiles(rules.red_fives, rules.players))
    hands = dealt(order, Seat.S1, rules.players)
    assert len(hands) == rules.players
    assert all(waits(hand) for hand in hands)


def test_points_from_nowhere_are_found() -> None:
    game = new_game(load("tenhou").rules)
    assert list(faults_of_points(game)) == []
    more = replace(game, book=game.book.add(Entry(Seat.S0, 100, "a gift")))
    assert list(faults_of_points(more)) == ["[25100, 25000, 25000, 25000] and -1 sticks are not 100000"]
