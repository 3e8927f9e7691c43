"""The first dealer (chiicha): two throws, one throw, or the drawer of East (DE2)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from tablectl.rules.dice import Dice, pointed, total
from tablectl.rules.instruction import Action, Instruction
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.seat import BySeat, Seat, seats
from tablectl.rules.seatdraw import Seating

_THROWS = {"two_throws": 2, "one_throw": 1, "east": 0}


@dataclass(frozen=True, slots=True)
class FirstDealer:
    """How far the search for the first dealer is; `next` tells what to do, `dealer` is set when it is None.

    `names`: who sits where. `east`: the chair of who drew East, which throws first; None after free seating, then the
    table names it. With two throws the first finds the temporary dealer (kari-oya), who throws for the first dealer.
    """

    names: BySeat[str]
    method: Literal["two_throws", "one_throw", "east"] = "two_throws"
    east: Seat | None = None
    throws: tuple[Dice, ...] = ()

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.names)

    @property
    def _last(self) -> Seat | None:
        """The chair the last throw pointed to, East before any."""
        seat = self.east
        for dice in self.throws:
            seat = None if seat is None else pointed(seat, dice, self.players)
        return seat

    @property
    def temporary_dealer(self) -> Seat | None:
        """Who throws the second time, known after the first of two throws."""
        if self.method != "two_throws" or self.east is None or not self.throws:
            return None
        return pointed(self.east, self.throws[0], self.players)

    @property
    def dealer(self) -> Seat | None:
        """The first dealer, None while not found."""
        return self._last if len(self.throws) == _THROWS[self.method] else None

    @property
    def next(self) -> Instruction | None:
        """What to do now; None when the first dealer is found."""
        if self.east is None:
            role = "is East" if self.method == "east" else "throws the dice"
            chairs = seats(self.players)
            return Instruction(Action.NAME_CHAIR, f"Say who {role}.", tuple(self.names), chairs=chairs)
        thrower = self._last
        if thrower is None or self.dealer is not None:
            return None
        role = ", temporary dealer," if self.temporary_dealer is not None else ""
        goal = "temporary" if self.method == "two_throws" and not self.throws else "first"
        text = f"{self.names[thrower]}{role} throws the dice for the {goal} dealer."
        return Instruction(Action.THROW, text, (self.names[thrower],), seat=thrower)

    def choose(self, seat: Seat) -> FirstDealer:
        """The table said who throws first (or is East). Raises `ValueError` when that is known or not a chair."""
        now = self._expect(f"chair {seat} chosen", Action.NAME_CHAIR)
        if seat not in now.chairs:
            raise ValueError(f"chair {seat}: nobody sits there. {now.text}")
        return replace(self, east=seat)

    def throw(self, dice: Dice) -> FirstDealer:
        """The dice were thrown. Raises `ValueError` when no throw is due or the dice cannot show this."""
        self._expect(f"dice {dice} thrown", Action.THROW)
        total(dice)
        return replace(self, throws=(*self.throws, dice))

    def _expect(self, what: str, action: Action) -> Instruction:
        now = self.next
        if now is None:
            raise ValueError(f"{what}: the first dealer is known already, chair {self.dealer}")
        if now.action is not action:
            raise ValueError(f"{what}: not now. {now.text}")
        return now


def first_dealer(seating: Seating, ruleset: Ruleset) -> FirstDealer:
    """The search by the rules of the table, after the seat draw."""
    return FirstDealer(seating.names, ruleset.first_dealer, seating.east)
