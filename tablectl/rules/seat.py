"""Seats, winds and one-value-a-seat containers.

A `Seat` is a chair and never moves; a `Wind` is what a chair is called this round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
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
    """A chair: 0 bottom, 1 right, 2 top, 3 left as the camera sees the table; play goes 0, 1, 2, 3.

    Three players leave chair 3 empty, two chairs 2 and 3; the methods' `players` says how many play.
    """

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

    def right(self, steps: int = 1, players: int = 4) -> Seat:
        """The chair `steps` places on in playing order (of four: 1 right, 2 across, 3 left)."""
        return Seat((self + steps) % players)

    def distance(self, other: Seat, players: int = 4) -> int:
        """How many places on in playing order `other` sits (of four: 0 self, 1 right, 2 across, 3 left)."""
        return (other - self) % players

    def wind(self, dealer: Seat, players: int = 4) -> Wind:
        """This chair's wind while `dealer` is East; nobody is North of three."""
        return Wind((self - dealer) % players)


SEATS: tuple[Seat, ...] = tuple(Seat)


def seats(players: int) -> tuple[Seat, ...]:
    """The chairs of so many players, in playing order."""
    return SEATS[:players]


class BySeat(Generic[T]):
    """One value for each player's chair: four, three or two."""

    __slots__ = ("_values",)

    def __init__(self, *values: T) -> None:
        if not 2 <= len(values) <= 4:
            raise ValueError(f"{len(values)} values for two to four seats")
        self._values = values

    @classmethod
    def of(cls, values: Iterable[T]) -> BySeat[T]:
        """From the values in chair order. Raises `ValueError` unless there are two to four."""
        return cls(*values)

    @classmethod
    def fill(cls, value: T, players: int = 4) -> BySeat[T]:
        """The same value at every chair."""
        return cls(*(value,) * players)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The chairs it has a value for."""
        return SEATS[: len(self._values)]

    def __getitem__(self, seat: int) -> T:
        return self._values[seat]

    def __iter__(self) -> Iterator[T]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BySeat) and self._values == other._values

    def __hash__(self) -> int:
        return hash(self._values)

    def __repr__(self) -> str:
        return f"BySeat{self._values!r}"

    def set(self, seat: int, value: T) -> BySeat[T]:
        """A copy with one chair's value changed."""
        return BySeat(*self._values[:seat], value, *self._values[seat + 1 :])

    def map(self, function: Callable[[T], U]) -> BySeat[U]:
        """The function's value at every chair."""
        return BySeat(*map(function, self._values))
