"""A game as its record tells it: the rows that stand, played; what does not fit; how each hand was settled."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from tablectl.rules.event import DrawTold, Drew, Event, Fouled, WinTold, Won, describe
from tablectl.rules.game import Game, new_game, play
from tablectl.rules.illegal import IllegalEvent
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.seat import SEATS
from tablectl.rules.settlement import Settlement
from tablectl.store import Row, fold


@dataclass(frozen=True, slots=True)
class Settled:
    """How one hand was settled: two or three settlements after a double or triple ron.

    `hand`: `East 2, 1 honba`, with `chombo` where one ended it and it is played again.
    """

    hand: str
    settlements: tuple[Settlement, ...]

    @property
    def changes(self) -> tuple[int, ...]:
        """What each seat won or lost in the hand."""
        return tuple(sum(settlement.deltas[seat] for settlement in self.settlements) for seat in SEATS)


@dataclass(frozen=True, slots=True)
class History:
    """A game's standing rows and what came of them.

    `settled`: the hands that were won, drawn or fouled, oldest first. `misfits` says of each standing row that the
    rules refuse why they do; such a row is passed over, always the same way, so that a record of older rules still
    opens.
    """

    game: Game
    rows: tuple[Row, ...] = ()
    settled: tuple[Settled, ...] = ()
    misfits: tuple[str, ...] = ()

    @classmethod
    def of(cls, rows: Iterable[Row], ruleset: Ruleset) -> History:
        """Fold the rows of one game and play them. Raises `ValueError` for corrections of rows that are not there."""
        history = cls(new_game(ruleset))
        for row in fold(rows):
            try:
                history = history.add(row)
            except IllegalEvent as error:
                assert row.event is not None
                misfit = f"{row.seq}: {describe(row.event)}: {error}"
                history = replace(history, rows=(*history.rows, row), misfits=(*history.misfits, misfit))
        return history

    def add(self, row: Row) -> History:
        """One row more. Raises `IllegalEvent` when the rules refuse its event."""
        assert row.event is not None
        game = play(self.game, row.event)
        settled = self.settled
        ends = isinstance(row.event, Won | Drew | WinTold | DrawTold | Fouled)
        if ends and game.round is not None and game.round.settlements:
            hand = f"{hand_name(game)}{', chombo' if game.round.foul else ''}"
            # A second winner may change what the first gets: the hand is settled anew.
            settled = (*(item for item in settled if item.hand != hand), Settled(hand, game.round.settlements))
        return replace(self, game=game, rows=(*self.rows, row), settled=settled)

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of the standing rows."""
        return tuple(row.event for row in self.rows if row.event is not None)


def hand_name(game: Game) -> str:
    """The hand being played (or just ended), such as `East 2, 1 honba`."""
    current = game.round
    if current is None:
        return "before the first hand"
    name = f"{current.wind.name.title()} {current.number}"
    return f"{name}, {current.honba} honba" if current.honba else name


def payments_changed(old: History, new: History) -> tuple[str, ...]:
    """What a correction changed in payments already made, a line a hand: who must now get or give what."""
    before = {item.hand: item.changes for item in old.settled}
    after = {item.hand: item.changes for item in new.settled}
    lines = []
    for hand in dict.fromkeys((*before, *after)):
        was, now = before.get(hand, NOTHING), after.get(hand, NOTHING)
        due = [
            f"{name} {late - early:+,}"
            for name, early, late in zip(new.game.names, was, now, strict=True)
            if late != early
        ]
        if due:
            lines.append(f"{hand}: the payment changed; put right: {', '.join(due)}")
    return tuple(lines)


NOTHING = (0, 0, 0, 0)
