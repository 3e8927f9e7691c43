"""Seats, winds and one-value-a-seat containers.

A `Seat` is a chair and never moves; a `Wind` is what a chair is called this round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import Generic, TypeVar

T = TypeVar("T")
U = TypeVar("U")


class Wind(IntEnum):
    """East, South, West, North in playing order."""

    EAST = 0
    SOUTH = 1
    WEST = 2
    NORTH = 3

    def __str__(self) -> str:
        return "ESWN"[self]

    @classmethod
    def parse(cls, text: str) -> Wind:
        """Read `E`, `S`, `W` or `N`. Raises `ValueError` for anything else."""
        if len(text) != 1 or text not in "ESWN":
            raise ValueError(f"wind {text!r}: expected one of E S W N")
        return cls("ESWN".index(text))


class Seat(IntEnum):
    """A chair: 0 bottom, 1 right, 2 top, 3 left as the camera sees the table; play goes 0, 1, 2, 3."""

    S0 = 0
    S1 = 1
    S2 = 2
    S3 = 3

    def __str__(self) -> str:
        return str(int(self))

    @classmethod
    def parse(cls, text: str) -> Seat:
        """Read `0` to `3`. Raises `ValueError` for anything else."""
        if text not in ("0", "1", "2", "3"):
            raise ValueError(f"seat {text!r}: expected 0, 1, 2 or 3")
        return cls(int(text))

    def right(self, steps: int = 1) -> Seat:
        """The chair `steps` places on in playing order (1 right, 2 across, 3 left) at a table of four."""
        return Seat((self + steps) % 4)

    def distance(self, other: Seat) -> int:
        """How many places `other` sits to the right of this chair: 0 self, 1 right, 2 across, 3 left."""
        return (other - self) % 4

    def wind(self, dealer: Seat) -> Wind:
        """This chair's wind while `dealer` is East."""
        return Wind((self - dealer) % 4)


SEATS: tuple[Seat, ...] = tuple(Seat)


@dataclass(frozen=True, slots=True)
class BySeat(Generic[T]):
    """One value for each chair."""

    s0: T
    s1: T
    s2: T
    s3: T

    @classmethod
    def of(cls, values: Iterable[T]) -> BySeat[T]:
        """From four values in chair order. Raises `ValueError` unless there are four."""
        four = tuple(values)
        if len(four) != 4:
            raise ValueError(f"{len(four)} values for four seats")
        return cls(*four)

    @classmethod
    def fill(cls, value: T) -> BySeat[T]:
        """The same value at every chair."""
        return cls(value, value, value, value)

    def __getitem__(self, seat: int) -> T:
        return (self.s0, self.s1, self.s2, self.s3)[seat]

    def __iter__(self) -> Iterator[T]:
        return iter((self.s0, self.s1, self.s2, self.s3))

    def set(self, seat: int, value: T) -> BySeat[T]:
        """A copy with one chair's value changed."""
        values = list(self)
        values[seat] = value
        return BySeat.of(values)

    def map(self, function: Callable[[T], U]) -> BySeat[U]:
        """The function's value at every chair."""
        return BySeat.of(function(value) for value in self)
