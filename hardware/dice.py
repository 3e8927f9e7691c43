"""The dice: rolled by whatever rolls them, read from two stills that agree, and every roll logged; never guessed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from hardware.device import DeviceError
from tablectl.rolllog import Roll, RollLog, RollSource
from tablectl.rules.dice import Dice, total
from vision.dice import Throw, Why, confirmed
from vision.frame import Image

STILLS = 8
"""So many stills are looked at before dice that do not come out the same twice in a row are called unclear."""
UNCLEAR_IN_A_ROW = 10
"""A soak stops then: something lies in the way, or the light has gone."""


@dataclass(frozen=True, slots=True)
class Rolled:
    """Two values, left and right. `picture`: SHA-256 of the still that was read; empty where there was none."""

    dice: Dice
    picture: str = ""


@dataclass(frozen=True, slots=True)
class Unclear:
    """Dice that cannot be told, `why` in words: somebody says what they show, or they are rolled again."""

    why: str
    picture: str = ""


class Roller(Protocol):
    """Rolls two dice and tells them."""

    source: RollSource

    def roll(self, roll_id: int) -> Rolled | Unclear:
        """Roll once; on return the dice are at rest. `roll_id` never comes twice: it is the roll's in the log.

        Raises `DeviceError`.
        """
        ...


class PictureRoller:
    """Dice in front of a camera. `shake(roll_id)` throws them and waits until they can be at rest; `still()` waits for
    the next picture; `read` tells the dice in it. What they raise is passed on."""

    def __init__(
        self,
        source: RollSource,
        shake: Callable[[int], None],
        still: Callable[[], Image],
        read: Callable[[Image], Throw],
    ) -> None:
        self.source = source
        self._shake, self._still, self._read = shake, still, read

    def roll(self, roll_id: int) -> Rolled | Unclear:
        """Throw, then look until two stills in a row show the same."""
        self._shake(roll_id)
        image = self._still()
        before = self._read(image)
        for _ in range(STILLS - 1):
            image = self._still()
            now = self._read(image)
            agreed = confirmed(before, now)
            if agreed.values is not None:
                return Rolled(agreed.values, digest(image))
            before = now
        return Unclear((before.why or Why.UNSTEADY).value, digest(image))


class RollKeeper:
    """Rolls and logs. `clock`: the time of day. All methods raise `RollLogError`."""

    def __init__(self, roller: Roller, log: RollLog, clock: Callable[[], datetime]) -> None:
        self.roller, self.log = roller, log
        self._clock = clock

    def roll(self) -> Rolled | Unclear:
        """The next roll, on disk before anybody is told. Raises `DeviceError`, of which nothing is logged."""
        roll_id = self.log.take_id()
        outcome = self.roller.roll(roll_id)
        dice, why = (outcome.dice, "") if isinstance(outcome, Rolled) else (None, outcome.why)
        self.log.append(Roll(roll_id, self._clock(), self.roller.source, dice, why, outcome.picture))
        return outcome

    def press(self, dice: Dice) -> None:
        """What a person says of dice that were unclear. Raises `ValueError` unless each shows 1 to 6."""
        total(dice)
        self.log.append(Roll(self.log.take_id(), self._clock(), RollSource.PRESSED, dice))


def soak(keeper: RollKeeper, wanted: int, say: Callable[[int, Rolled | Unclear], None]) -> int:
    """Roll until the log holds so many clear rolls from this roller, those from before included; how many were added.

    `say` is told of every roll and how many there are now. Raises `DeviceError` also where roll after roll is unclear.
    """
    have = before = len(keeper.log.before.clear(keeper.roller.source))
    in_a_row = 0
    while have < wanted:
        outcome = keeper.roll()
        clear = isinstance(outcome, Rolled)
        have += clear
        in_a_row = 0 if clear else in_a_row + 1
        say(have, outcome)
        if isinstance(outcome, Unclear) and in_a_row == UNCLEAR_IN_A_ROW:
            raise DeviceError(f"{in_a_row} rolls in a row are unclear, the last one: {outcome.why}")
    return have - before


def digest(image: Image) -> str:
    """SHA-256 of a picture: of its height, width and colours as they were read."""
    height, width = image.shape[:2]
    return hashlib.sha256(f"{height}x{width}:".encode() + image.tobytes()).hexdigest()
