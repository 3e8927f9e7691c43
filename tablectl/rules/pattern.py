"""An entry of the yaku table: what a yaku is called, what it is worth, and when a reading has it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tablectl.rules.reading import Reading, Trait
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.tile import mask
from tablectl.rules.value import value
from tablectl.rules.worth import Worth

Test = Callable[[Reading, Ruleset], bool]
"""Whether a reading has a yaku, its openness aside."""


@dataclass(frozen=True, slots=True)
class Yaku:
    """One yaku.

    `worth`: its value where it is played. `item`: of the rule checklist. `needs`: traits it cannot be without, so that
    most readings need no test. `played`: whether it counts where a table says nothing. `follows`: the yaku it is a form
    of: played where that one is. `doubled`: counts twice where the table has double yakuman. `replaces`: yaku that do
    not count beside it, unless the rule named by `beside` says so.
    """

    name: str
    worth: Worth
    item: str
    test: Test
    needs: Trait = Trait.NONE
    played: bool = True
    follows: str = ""
    doubled: bool = False
    replaces: tuple[str, ...] = ()
    beside: str = ""


@value
class YakuLine:
    """A yaku of a hand and the han it counts."""

    name: str
    han: int


def always(reading: Reading, ruleset: Ruleset) -> bool:
    """The test of a yaku whose `needs` say it all."""
    return True


GREEN = mask((19, 20, 21, 23, 25, 32))
"""2 3 4 6 8 of bamboos and hatsu."""
HATSU = mask((32,))


def triplets_of(reading: Reading, kinds: int) -> int:
    """How many of these kinds the reading has as a triplet or kan."""
    return (reading.triplets & kinds).bit_count()


def concealed_triplets(reading: Reading) -> int:
    """Triplets and kans that were neither called nor completed by ron (FU6)."""
    return sum([group.concealed and not group.run for group in reading.groups])


def kans(reading: Reading) -> int:
    """Kans of any kind."""
    return sum([group.kan for group in reading.groups])
