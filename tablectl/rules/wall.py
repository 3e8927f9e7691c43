"""The wall: which tile is where, from the break to the haitei.

Tiles are numbered from 0 in drawing order: of 136, the deal takes 0 to 51, draws go on from 52, the dead wall is 122 to
135. Even numbers are upper tiles. Stacks are numbered in a ring: `Build.ring(seat, k)` is stack `k` of the wall before
`seat`, counted from its right end in its owner's view; drawing goes with growing ring numbers, clockwise seen from
above. Places in the dead wall were checked against 15,925 recorded hands of four players (WA6, WA7, WA9).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeVar

from tablectl.rules.dice import Dice, pointed
from tablectl.rules.seat import BySeat, Seat, seats
from tablectl.rules.tile import Tile

T = TypeVar("T")

HAND_TILES = 13
DEAD_WALL = 14
"""Tiles of the dead wall; each replacement tile taken moves one live tile into it (WA5)."""


@dataclass(frozen=True, slots=True)
class Build:
    """How a set is built up (WA1): four walls of 17 stacks; three players build their 108 tiles in three walls of 18
    before them, two the whole set in four walls as if all chairs were taken.
    """

    players: int
    tiles: int
    walls: int

    @property
    def stacks(self) -> int:
        """Stacks of two tiles."""
        return self.tiles // 2

    @property
    def stacks_a_wall(self) -> int:
        """Stacks before each seat that has a wall."""
        return self.stacks // self.walls

    @property
    def dealt(self) -> int:
        """Tiles of the deal; the dealer's fourteenth is the first draw."""
        return HAND_TILES * self.players

    @property
    def live_end(self) -> int:
        """First tile of the dead wall; each replacement moves it down by one (WA9)."""
        return self.tiles - DEAD_WALL

    @property
    def indicators(self) -> tuple[int, ...]:
        """The dora indicators in turning order; the ura indicator lies under each, one number higher (WA6)."""
        return tuple(self.tiles - 6 - 2 * kan for kan in range(5))

    def rinshan(self, taken: int) -> int:
        """The replacement tile after so many: upper, lower of the stack beside the break, then the next stack (WA7).

        Kita may need more than these four: further ones are the live tiles that joined the dead wall, in that order.
        """
        last = self.tiles
        return (last - 2, last - 1, last - 4, last - 3)[taken] if taken < 4 else self.live_end - 1 - (taken - 4)

    def ring(self, seat: Seat, stack: int) -> int:
        """Ring number of a stack. Raises `ValueError` unless the wall has it."""
        if not 0 <= stack < self.stacks_a_wall:
            raise ValueError(f"stack {stack}: a wall has stacks 0 to {self.stacks_a_wall - 1}")
        return self.stacks_a_wall * (-seat % self.walls) + stack


FOUR = Build(4, 136, 4)
BUILDS = {4: FOUR, 3: Build(3, 108, 3), 2: Build(2, 136, 4)}
"""By the number of players."""
TILES_IN_WALL, STACKS, STACKS_A_WALL, LIVE_END = FOUR.tiles, FOUR.stacks, FOUR.stacks_a_wall, FOUR.live_end
INDICATORS = FOUR.indicators
ring = FOUR.ring


@dataclass(frozen=True, slots=True)
class Place:
    """Where a tile of the wall lies: whose wall, which stack from its right end, upper or lower."""

    seat: Seat
    stack: int
    upper: bool

    @property
    def ring(self) -> int:
        """Ring number of the stack in a wall of four players."""
        return ring(self.seat, self.stack)


@dataclass(frozen=True, slots=True)
class Wall:
    """How far the wall is used up.

    `dice`: the dealer's throw, None where unknown: no place can be told then; `second`: the throw added to it (WA2).
    `drawn`: tiles taken from the live wall, the deal included. `replaced`: replacement tiles taken after kans and kita.
    `order`: all tiles where they are known.
    """

    dealer: Seat
    dice: Dice | None = None
    drawn: int = FOUR.dealt
    replaced: int = 0
    order: tuple[Tile, ...] | None = None
    build: Build = FOUR
    second: Dice | None = None

    @property
    def live_left(self) -> int:
        """Tiles that can still be drawn; every replacement takes one for the dead wall."""
        return self.build.live_end - self.replaced - self.drawn

    @property
    def first(self) -> int | None:
        """Ring number of the stack drawn first (WA2): count from the dealer to a wall, then so many stacks stay.

        A second throw picks no other wall but adds to the stacks, into the next wall where this one ends.
        """
        if self.dice is None:
            return None
        wall = self.build.ring(pointed(self.dealer, self.dice, self.build.walls), 0)
        return (wall + sum(self.dice) + sum(self.second or ())) % self.build.stacks

    def next_tile(self, *, rinshan: bool = False) -> int:
        """Number of the tile drawn next. Raises `ValueError` when there is none."""
        if self.live_left <= 0:
            raise ValueError("the live wall is used up")
        return self.build.rinshan(self.replaced) if rinshan else self.drawn

    def draw(self, *, rinshan: bool = False) -> Wall:
        """The wall after the next tile was taken. Raises `ValueError` when there is none."""
        self.next_tile(rinshan=rinshan)
        return replace(self, replaced=self.replaced + 1) if rinshan else replace(self, drawn=self.drawn + 1)

    def tile(self, number: int) -> Tile | None:
        """The tile with this number, None where the order is not known."""
        return None if self.order is None else self.order[number]

    def place(self, number: int) -> Place | None:
        """Where a tile was built into the wall, None where the dice are not known."""
        if self.first is None:
            return None
        wall, stack = divmod((self.first + number // 2) % self.build.stacks, self.build.stacks_a_wall)
        return Place(Seat(-wall % self.build.walls), stack, number % 2 == 0)

    @property
    def moved(self) -> tuple[int, ...]:
        """Numbers of the live tiles that joined the dead wall after kans, in that order (WA8)."""
        return tuple(self.build.live_end - 1 - kan for kan in range(self.replaced))

    @property
    def dead_stacks(self) -> frozenset[int]:
        """Ring numbers of the stacks that hold dead-wall tiles; empty where the dice are not known."""
        if self.first is None:
            return frozenset()
        numbers = set(range(self.build.live_end - self.replaced, self.build.tiles)) - self._taken()
        return frozenset((self.first + number // 2) % self.build.stacks for number in numbers)

    @property
    def heights(self) -> BySeat[tuple[int, ...]] | None:
        """Tiles on each stack of each wall, from its owner's right end; None where the dice are not known."""
        if self.first is None:
            return None
        heights = [2] * self.build.stacks
        for number in (*range(self.drawn), *self._taken()):
            heights[(self.first + number // 2) % self.build.stacks] -= 1
        wide = self.build.stacks_a_wall
        return BySeat.of(tuple(heights[self.build.ring(seat, 0) :][:wide]) for seat in seats(self.build.walls))

    def _taken(self) -> set[int]:
        """Numbers of the replacement tiles taken."""
        return {self.build.rinshan(taken) for taken in range(self.replaced)}


def dealt(order: tuple[T, ...], dealer: Seat, players: int = 4) -> BySeat[tuple[T, ...]]:
    """The thirteen tiles of each seat: three times four tiles in turn from the dealer on, then one each (WA3)."""
    hands: list[tuple[T, ...]] = [()] * players
    for place in range(players):
        blocks = [order[4 * (players * go + place) :][:4] for go in range(3)]
        hands[dealer.right(place, players)] = (*blocks[0], *blocks[1], *blocks[2], order[12 * players + place])
    return BySeat.of(hands)
