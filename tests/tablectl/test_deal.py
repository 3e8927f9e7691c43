"""Games played from a seed: legal, repeatable, and over a few seeds with everything that can happen."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from tablectl.rules.event import Called, Drew, Event, GameEnded, HandStarted, RiichiAccepted, Won
from tablectl.rules.game import Game, new_game, play
from tablectl.rules.ruleset import TENHOU
from tablectl.simulate.deal import deal

SEEDS = range(6)


@cache
def dealt(seed: int) -> tuple[Event, ...]:
    return tuple(deal(seed, TENHOU))


def played(events: tuple[Event, ...]) -> Game:
    game = new_game(TENHOU)
    for event in events:
        game = play(game, event)
    return game


@pytest.mark.parametrize("seed", [0, 1])
def test_a_game_is_legal_and_whole(seed: int) -> None:
    game = played(dealt(seed))
    assert game.over
    assert isinstance(dealt(seed)[-1], GameEnded)
    assert sum(game.points) == 4 * TENHOU.start
    starts = [event for event in dealt(seed) if isinstance(event, HandStarted)]
    assert all(event.wall is not None and None not in tuple(event.hands) for event in starts)


def test_a_seed_gives_the_same_game_again() -> None:
    assert tuple(deal(1, TENHOU)) == dealt(1)
    assert dealt(1) != dealt(2)


def test_everything_happens_over_a_few_seeds() -> None:
    happened: Counter[str] = Counter()
    for seed in SEEDS:
        for event in dealt(seed):
            match event:
                case Called(_, meld):
                    happened[meld.kind.value] += 1
                case Won(seat, source):
                    happened["tsumo" if seat is source else "ron"] += 1
                case Drew(kind):
                    happened[kind.value] += 1
                case RiichiAccepted():
                    happened["riichi"] += 1
                case _:
                    pass
    expected = {"chi", "pon", "daiminkan", "kakan", "ankan", "tsumo", "ron", "exhaustive", "riichi"}
    assert expected <= set(happened)
