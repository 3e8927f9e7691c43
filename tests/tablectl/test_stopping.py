"""The leading dealer ends the game from the page, where the rules leave it to it (EN2, EN3)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from benchmarks.random_payments import next_event
from tablectl.controller import Controller, Refused
from tablectl.rules.event import Event, GameEnded, GameStarted
from tablectl.rules.game import new_game
from tablectl.rules.ruleset import TENHOU
from tablectl.store import Source, Store
from tablectl.table import Press

RULES = replace(TENHOU, length="tonpuu", agari_yame="choice", tenpai_yame="choice", bankruptcy="off")


def played() -> list[Event]:
    """A random game up to where the dealer may stop."""
    for seed in range(200):
        rng, game = Random(seed), new_game(RULES)
        events: list[Event] = []
        while not game.over and not game.may_stop:
            event, game = next_event(rng, game)
            events.append(event)
        if game.may_stop:
            return events
    raise AssertionError("no game in which the dealer may stop")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Controller]:
    with closing(Store(tmp_path / "record.sqlite")) as store:
        store.append(1, played(), Source.CAMERA, wall=0, monotonic=0)
        yield Controller(store, RULES, start=GameStarted(), wall_clock=lambda: 1000.0)


def test_the_game_is_ended_and_placed(table: Controller) -> None:
    assert "end_game" in [action.name for action in table.view.actions]
    assert table.press(Press("end_game"), 1.0) == (GameEnded(),)
    assert table.game.ended
    assert [rank.place for rank in table.view.ranking] == [1, 2, 3, 4]
    assert [action.name for action in table.view.actions] == ["undo", "new_game"]


def test_ending_it_can_be_undone(table: Controller) -> None:
    table.press(Press("end_game"), 1.0)
    table.press(Press("undo"), 2.0)
    assert (table.game.ended, table.game.over, table.game.may_stop) == (False, False, True)


def test_it_is_refused_in_the_middle_of_a_hand(table: Controller) -> None:
    table.press(Press("end_game"), 1.0)
    with pytest.raises(Refused, match="only between hands"):
        table.press(Press("end_game"), 2.0)
    table.press(Press("new_game"), 3.0)
    with pytest.raises(Refused, match="only between hands"):
        table.press(Press("end_game"), 4.0)
