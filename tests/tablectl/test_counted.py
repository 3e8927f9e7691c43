"""A drawer is counted at the table: recorded, shown where it differs, undone, and kept in a log (EQ5)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tablectl.controller import Controller, Refused
from tablectl.export import mjai, mjai_write
from tablectl.rules.event import DrawerCounted, GameStarted, HandStarted, to_json
from tablectl.rules.ruleset import TENHOU
from tablectl.rules.seat import BySeat, Seat
from tablectl.rules.tile import Tile
from tablectl.store import Source, Store
from tablectl.table import Press

START = GameStarted(Seat.S0, BySeat("Ann", "Bo", "Cy", "Di"))
HAND = HandStarted(Tile.parse("1p"), (3, 5))
SHORT = DrawerCounted(Seat.S1, 24_900)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Controller]:
    with closing(Store(tmp_path / "record.sqlite")) as store:
        store.append(1, (START, HAND), Source.CAMERA, wall=0, monotonic=0)
        yield Controller(store, TENHOU, start=START, wall_clock=lambda: 1000.0)


def count(table: Controller, event: DrawerCounted) -> list[str]:
    """The notices after a drawer was counted."""
    assert table.press(Press("event", None, json.dumps(to_json(event))), 1.0) == (event,)
    return [notice.text for notice in table.view.notices]


def test_a_difference_is_shown_until_it_is_mended(table: Controller) -> None:
    (notice,) = count(table, SHORT)
    assert notice.startswith("Bo counted 24,900 points, 100 too few: 25,000 were expected; count again")
    assert table.view.events[-1].text == "Bo counted 24,900 points"
    assert list(table.game.points) == [25_000] * 4
    assert count(table, DrawerCounted(Seat.S1, 25_000)) == []


def test_a_count_is_undone(table: Controller) -> None:
    count(table, SHORT)
    table.press(Press("undo"), 2.0)
    assert (table.view.notices, table.game.book.assertions) == ((), ())


def test_a_count_that_cannot_be_is_refused(table: Controller) -> None:
    with pytest.raises(Refused, match="smallest stick is worth 100"):
        count(table, DrawerCounted(Seat.S2, 25_010))


def test_a_count_stands_in_a_log() -> None:
    lines = list(mjai_write.write((START, HAND, SHORT), TENHOU))
    assert json.loads(lines[-1]) == {"type": "counted", "actor": 1, "points": 24_900}
    assert [line.event for line in mjai.read(lines)] == [START, HAND, SHORT]
