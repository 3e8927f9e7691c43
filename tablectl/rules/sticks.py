"""Point sticks (tenbou): what a set of them is worth, the kits, how a stick is read, a counted drawer (EQ5 to EQ8)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Literal

from tablectl.rules.event import DrawerCounted
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.seat import Seat

DENOMINATIONS = (10000, 5000, 1000, 500, 100)
"""Points of the sticks; each is a multiple of the next."""
COUNTER = 100
"""Points of the stick that marks one honba (EQ7)."""


@dataclass(frozen=True, slots=True)
class Sticks:
    """How many sticks of 10000, 5000, 1000, 500 and 100 points. Prints as `1x10000 4x1000`, none as `-`."""

    counts: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)

    def __post_init__(self) -> None:
        if any(count < 0 for count in self.counts):
            wrong = next(points for points, count in self.by_points if count < 0)
            raise ValueError(f"fewer than no sticks of {wrong}")

    @classmethod
    def of(cls, points: int, count: int = 1) -> Sticks:
        """So many sticks of one kind. Raises `ValueError` for points no stick has."""
        if points not in DENOMINATIONS:
            raise ValueError(f"no stick of {points} points: expected one of {', '.join(map(str, DENOMINATIONS))}")
        return cls(_five(count if points == each else 0 for each in DENOMINATIONS))

    @classmethod
    def parse(cls, text: str) -> Sticks:
        """Read what `str` printed. Raises `ValueError` naming the part that is wrong."""
        sticks = cls()
        for part in text.split() if text.strip() != "-" else ():
            match = re.fullmatch(r"(\d+)x(\d+)", part)
            if match is None:
                raise ValueError(f"sticks {part!r}: expected a count and points such as 4x1000")
            sticks += cls.of(int(match[2]), int(match[1]))
        return sticks

    def __str__(self) -> str:
        return " ".join(f"{count}x{points}" for points, count in self.by_points if count) or "-"

    def __add__(self, other: Sticks) -> Sticks:
        return Sticks(_five(mine + theirs for mine, theirs in zip(self.counts, other.counts, strict=True)))

    def __sub__(self, other: Sticks) -> Sticks:
        """Raises `ValueError` where there are too few."""
        return Sticks(_five(mine - theirs for mine, theirs in zip(self.counts, other.counts, strict=True)))

    @property
    def by_points(self) -> tuple[tuple[int, int], ...]:
        """Points and count of each kind, the highest first."""
        return tuple(zip(DENOMINATIONS, self.counts, strict=True))

    @property
    def points(self) -> int:
        """What they are worth."""
        return sum(points * count for points, count in self.by_points)

    @property
    def number(self) -> int:
        """How many sticks."""
        return sum(self.counts)


NO_STICKS = Sticks()
KITS = {
    "1-1-9-10": Sticks((1, 1, 9, 0, 10)),
    "1-2-4-10": Sticks((1, 2, 4, 0, 10)),
    "500s": Sticks((1, 2, 4, 1, 5)),
}
"""What a seat gets for 25,000 points (EQ5); automatic tables come with the one that has a 500 stick."""


def kit(ruleset: Ruleset) -> Sticks | None:
    """A seat's sticks at the start of a game; None where points are kept without sticks (EQ8).

    The kit is changed to the starting points of the rules, see `changed`. Raises `ValueError` for a custom kit or
    starting points that sticks cannot make.
    """
    if ruleset.stick_kit == "none":
        return None
    if ruleset.stick_kit == "custom":
        if any(count != int(count) for count in ruleset.stick_kit_custom):
            raise ValueError(f"stick_kit_custom {list(ruleset.stick_kit_custom)}: expected whole numbers of sticks")
        return changed(Sticks(_five(ruleset.stick_kit_custom)), ruleset.start)
    return changed(KITS[ruleset.stick_kit], ruleset.start)


def changed(sticks: Sticks, points: int) -> Sticks:
    """The kit for other starting points: 1000s are added or taken out first, other sticks where these cannot (EQ5).

    Raises `ValueError` where the points cannot be made so.
    """
    if points < 0 or points % COUNTER:
        raise ValueError(f"{points} points: expected a multiple of {COUNTER} from 0 on")
    more = points - sticks.points
    if more >= 0:
        return sticks + Sticks((0, 0, more // 1000, 0, more % 1000 // COUNTER))
    # Small change stays as long as it can, then as many 1000s as can go do, then as few others as can be.
    taken = min(
        (part for part in _parts(sticks) if part.points == -more),
        key=lambda part: (part.counts[3] + part.counts[4], -part.counts[2], part.number),
        default=None,
    )
    if taken is None:
        raise ValueError(f"{points} points: {-more} cannot be taken out of {sticks}")
    return sticks - taken


def _parts(sticks: Sticks) -> Iterator[Sticks]:
    """Every choice of these sticks."""
    return (Sticks(_five(counts)) for counts in product(*(range(count + 1) for count in sticks.counts)))


def _five(counts: Iterator[int] | tuple[int, ...]) -> tuple[int, int, int, int, int]:
    tens, fives, ones, halves, hundreds = counts
    return tens, fives, ones, halves, hundreds


@dataclass(frozen=True, slots=True)
class Face:
    """How the sticks of one kind look: so many dots, of one colour where the colour matters."""

    points: int
    dots: int
    colour: Literal["red", "black"] | None = None


FACES = (Face(100, 8, "black"), Face(1000, 1, "red"), Face(5000, 5), Face(10000, 9))
"""Dots of the usual sticks (EQ6). The one of 10,000 is the most ornate; 500s differ from maker to maker."""


def read_stick(dots: int, colour: Literal["red", "black"] | None = None, faces: tuple[Face, ...] = FACES) -> int:
    """The points of a stick by its dots; `faces`: the house's own where they differ (EQ6).

    Raises `ValueError` where no stick, or more than one, looks so.
    """
    fits = {face.points for face in faces if face.dots == dots and colour in (face.colour, None)}
    fits |= {face.points for face in faces if face.dots == dots and face.colour is None}
    if len(fits) == 1:
        return fits.pop()
    known = ", ".join(f"{face.dots}{f' {face.colour}' if face.colour else ''} = {face.points}" for face in faces)
    seen = f"{dots}{f' {colour}' if colour else ''} dots"
    raise ValueError(f"{seen}: {'several sticks look' if fits else 'no stick looks'} so; dots are {known}")


def drawer(seat: Seat, sticks: Sticks, counters: int = 0) -> DrawerCounted:
    """What was found in a seat's drawer as an event, an assertion about its points that moves none.

    `counters`: the seat's 100-sticks that lie on the table as honba (EQ7); they are the dealer's own, not a pot.
    """
    return DrawerCounted(seat, sticks.points + COUNTER * counters)
