"""A game cut into the hands that are over, each with the game before and after every event: what a log is made of."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tablectl.history import hand_name
from tablectl.rules.event import Event, HandEnded, HandStarted
from tablectl.rules.game import Game, new_game, play
from tablectl.rules.illegal import IllegalEvent
from tablectl.rules.ruleset import Ruleset


class ExportError(ValueError):
    """What cannot be logged or read, and why; names the game, and the hand, line or row."""


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A hand that is over.

    `number`: counted from 1 in its game. `before`: the game between the hands. `steps`: each event with the game before
    it, from the deal to the last win or the draw. `after`: the game with the hand's payments, before it was closed.
    """

    number: int
    before: Game
    steps: tuple[tuple[Game, Event], ...]
    after: Game

    @property
    def name(self) -> str:
        """Such as `hand 3 (East 2, 1 honba)`."""
        return f"hand {self.number} ({hand_name(self.after)})"


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game's hands that are over and where it stands now; the hand still being played is not among them."""

    hands: tuple[PlayedHand, ...]
    game: Game


def play_hands(events: Iterable[Event], ruleset: Ruleset) -> PlayedGame:
    """Play the events. Raises `ExportError` naming the hand and the first event that the rules refuse."""
    game = before = new_game(ruleset)
    hands: list[PlayedHand] = []
    steps: list[tuple[Game, Event]] = []
    for event in events:
        try:
            then, game = game, play(game, event)
        except IllegalEvent as error:
            raise ExportError(f"{hand_name(game)}: {error}") from None
        if isinstance(event, HandStarted):
            before, steps = then, []
        steps.append((then, event))
        if isinstance(event, HandEnded):
            hands.append(PlayedHand(len(hands) + 1, before, tuple(steps[:-1]), then))
    return PlayedGame(tuple(hands), game)
