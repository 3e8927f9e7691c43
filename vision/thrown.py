"""The throw of the hand that begins: read once the dice lie still, while no tile has been played.

What lies there when the tiles were pushed together was thrown before, and is no throw of the new hand until it lies
otherwise. Dice that are taken away after they were told stay told.
"""

from __future__ import annotations

from tablectl.rules.dice import Dice
from vision.dice import Throw, Why, confirmed, same

OLD = "they lie as before the hand"
UNSEEN = "they were not seen at rest"


class Thrown:
    """Follows the dice of one table. `dice`: the throw told, None where it is not; `unclear`: why it cannot be told,
    empty while it can or was not looked at."""

    def __init__(self) -> None:
        self.dice: Dice | None = None
        self.unclear = ""
        self._begins = False
        self._played = False
        """Whether tiles were played since the dice were last read."""
        self._before: Throw | None = None
        """What lay there when the tiles were pushed together."""
        self._due = True
        self._first: Throw | None = None
        """The first of two looks that must agree."""
        self._told: Dice | None = None
        """The last throw that was told, which something may hide now."""

    def follow(self, *, cleared: bool, played: bool, rests: bool) -> bool:
        """Whether the dice have to be looked at now.

        `cleared`: neither river nor meld lies there, and all are in sight; `played`: some do; `rests`: the dice's place
        is in sight and still.
        """
        if played:
            if self._begins and self.dice is None and not self.unclear:
                self.unclear = UNSEEN
            self._begins, self._played = False, True
        elif cleared and not self._begins:
            self._begins, self._due = True, True
            self._before = self._first = None
            self._forget()
        if self._begins and not rests:
            self._due, self._first, self.dice = True, None, None
        return self._begins and self._due and rests

    def look(self, throw: Throw) -> None:
        """Take in what a picture shows of the dice at rest."""
        if self._played:
            self._played, self._before = False, throw
            return
        if self._first is None:
            self._first = throw
            return
        believed = confirmed(self._first, throw)
        self._due, self._first = False, None
        if believed.why is Why.NONE and self._told is not None:
            self.dice = self._told
            return
        self._forget()
        if believed.why is not None:
            self.unclear = believed.why.value
        elif self._before is not None and same(self._before, believed):
            self.unclear = OLD
        else:
            self.dice = self._told = believed.values

    def moved(self) -> None:
        """The camera stands elsewhere: what lies there has other places in its pictures."""
        self._due, self._first, self._before = True, None, None
        self._played |= self._told is None

    def _forget(self) -> None:
        self.dice, self._told, self.unclear = None, None, ""
