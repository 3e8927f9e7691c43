"""The throw that broke the wall, where it was not known when the hand began: taken once it is seen, else asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations_with_replacement

from tablectl.ending import NOTHING
from tablectl.rules.dice import Dice
from tablectl.rules.event import Event, HandStarted
from tablectl.rules.game import Game
from tablectl.table import TableSnapshot
from tablectl.verdict import Choice, Correction, Question, Reading, Verdict

THROWS: tuple[Dice, ...] = tuple(combinations_with_replacement(range(1, 7), 2))
"""All that two dice can show."""


def late_throw(
    game: Game, table: TableSnapshot, dice: Dice | None, log: Sequence[Event], told: frozenset[int]
) -> Verdict:
    """The correction of the hand's beginning, or the question, for a hand in play whose throw is not known.

    `dice`, `log`, `told`: see `tablectl.referee.interpret`. A throw reported once tiles were played is the next hand's.
    """
    current = game.round
    starts = [place for place, event in enumerate(log) if isinstance(event, HandStarted)]
    if current is None or current.wall.dice is not None or not starts:
        return NOTHING
    place = starts[-1]
    start = log[place]
    assert isinstance(start, HandStarted)

    def thrown(values: Dice) -> tuple[Correction, ...]:
        return (Correction(place, (replace(start, dice=values),)),)

    if dice is not None and len(log) == place + 1:
        return Reading((), thrown(dice))
    if table.dice is not None and place not in told:
        return Reading((), thrown(table.dice))
    if table.dice is None and not table.dice_unclear:
        return NOTHING
    seen = () if table.dice is None else (table.dice,)
    ways = (*seen, *(values for values in THROWS if values not in seen))
    why = f" ({table.dice_unclear})" if table.dice_unclear else ""
    choices = tuple(Choice(f"{a} and {b}", (), thrown((a, b))) for a, b in ways)
    return Question(current.dealer, f"What did the dice show?{why}", choices)
