"""True tables after some events of a first hand: what tests of the referee are written with."""

from __future__ import annotations

from dataclasses import replace

from tablectl.referee import Reading
from tablectl.rules.event import Discarded, Drawn, Event, GameStarted, HandStarted
from tablectl.rules.game import Game, new_game, play
from tablectl.rules.ruleset import TENHOU
from tablectl.rules.seat import SEATS, Seat
from tablectl.rules.tile import Tile
from tablectl.simulate.playback import moments
from tablectl.table import SeenTile, TableSnapshot

S0, S1, S2, S3 = SEATS
START = (GameStarted(), HandStarted(Tile.parse("6p"), (2, 1)))


def tile(name: str) -> Tile:
    """The tile of this name."""
    return Tile.parse(name)


def played(*events: Event) -> Game:
    """The game after these events of its first hand."""
    game = new_game(TENHOU)
    for event in (*START, *events):
        game = play(game, event)
    return game


def turn(seat: Seat, name: str) -> tuple[Event, ...]:
    """Draw and discard."""
    return (Drawn(seat), Discarded(seat, tile(name)))


def turns(*names: str) -> tuple[Event, ...]:
    """Draws and discards in turn order from the dealer."""
    return tuple(event for place, name in enumerate(names) for event in turn(Seat(place % 4), name))


def table_after(*events: Event) -> TableSnapshot:
    """The true table after a hand's events."""
    return list(moments([*START, *events]))[-1].table


def unsure(*options: tuple[str, float]) -> SeenTile:
    """A tile whose face has these chances, the best first."""
    best, chance = options[0]
    return SeenTile(tile(best), chance, options=tuple((tile(name), share) for name, share in options))


def with_river(table: TableSnapshot, seat: Seat, *river: SeenTile) -> TableSnapshot:
    """The table with another river."""
    return replace(table, rivers=table.rivers.set(seat, river))


def discards(verdict: object) -> list[str]:
    """The discards read, as `seat:tile`."""
    assert isinstance(verdict, Reading), verdict
    return [f"{event.seat}:{event.tile}" for event in verdict.events if isinstance(event, Discarded)]
