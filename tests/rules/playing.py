"""Plays hands event by event: what tests of the game are written with."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablectl.rules.event import (
    Called,
    Discarded,
    Drawn,
    Event,
    GameStarted,
    HandStarted,
    RiichiAccepted,
    RiichiDeclared,
    Won,
)
from tablectl.rules.game import Game, IllegalEvent, new_game, play
from tablectl.rules.meld import Meld
from tablectl.rules.round import Round
from tablectl.rules.ruleset import TENHOU, Ruleset
from tablectl.rules.score import HandValue
from tablectl.rules.seat import BySeat, Seat
from tablectl.rules.tile import Tile, parse_tiles

S0, S1, S2, S3 = Seat
START = (GameStarted(S0, BySeat("Ann", "Bo", "Cy", "Di")), HandStarted(Tile.parse("3z"), (3, 5)))
CLOSED = "234567m34588p45s"
"""Tanyao pinfu, waits for 3s and 6s."""
OTHER = "222345m66777p45s"


def after(game: Game, *events: Event) -> Game:
    """The game after these events."""
    for event in events:
        game = play(game, event)
    return game


def begun(ruleset: Ruleset = TENHOU) -> Game:
    """A first hand with everything hidden, before the dealer draws."""
    return after(new_game(ruleset), *START)


def turn(seat: Seat, tile: str) -> tuple[Event, ...]:
    """Draw and discard."""
    return Drawn(seat), Discarded(seat, Tile.parse(tile))


def turns(first: Seat, tiles: str) -> tuple[Event, ...]:
    """Draw and discard in turn."""
    return tuple(
        event for place, tile in enumerate(parse_tiles(tiles)) for event in turn(first.right(place), str(tile))
    )


def riichi(seat: Seat, tile: str) -> tuple[Event, ...]:
    """Draw, declare, discard, lay down the stick."""
    return Drawn(seat), RiichiDeclared(seat), Discarded(seat, Tile.parse(tile)), RiichiAccepted(seat)


def called(seat: Seat, meld: str) -> Called:
    """The call as an event."""
    return Called(seat, Meld.parse(meld))


def won(seat: Seat, source: Seat, tile: str, hand: str = CLOSED, ura: str = "") -> Won:
    """The win as an event."""
    return Won(seat, source, Tile.parse(tile), parse_tiles(hand), parse_tiles(ura))


def played(game: Game) -> Round:
    """The hand being played."""
    assert game.round is not None
    return game.round


def value(game: Game) -> HandValue:
    """The value of the last win."""
    last = played(game).settlements[-1].value
    assert last is not None
    return last


def yaku(game: Game) -> list[str]:
    """Names of the yaku of the last win."""
    return [*(line.name for line in value(game).yaku), *value(game).yakuman]


def refused(game: Game, rule: str, *events: Event) -> IllegalEvent:
    """The refusal of the last event."""
    game = after(game, *events[:-1])
    with pytest.raises(IllegalEvent, match=rule) as caught:
        play(game, events[-1])
    return caught.value


def left(game: Game, live: int) -> Game:
    """The game with so many tiles left in the live wall."""
    current = played(game)
    wall = current.wall
    return replace(game, round=replace(current, wall=replace(wall, drawn=wall.drawn + wall.live_left - live)))
