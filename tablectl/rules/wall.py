"""The wall: which tile is where, from the break to the haitei.

Tiles are numbered from 0 in drawing order: the deal takes 0 to 51, draws go on from 52, the dead wall is 122 to 135.
Even numbers are upper tiles. Stacks are numbered in a ring of 68: `ring(seat, k)` is stack `k` of the wall before
`seat`, counted from its right end in its owner's view; drawing goes with growing ring numbers, clockwise seen from
above. Places in the dead wall were checked against 15,925 recorded hands (WA6, WA7, WA9).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from tablectl.rules.seat import SEATS, BySeat, Seat
from tablectl.rules.tile import Tile

TILES_IN_WALL = 136
STACKS = 68
STACKS_A_WALL = 17
DEALT = 52
"""Tiles of the deal; the dealer's fourteenth is the first draw."""
LIVE_END = 122
"""First tile of the dead wall; each kan moves it down by one (WA9)."""
RINSHAN = (134, 135, 132, 133)
"""The replacement tiles in drawing order: upper, lower of the stack beside the break, then the next stack (WA7)."""
INDICATORS = (130, 128, 126, 124, 122)
"""The dora indicators in turning order; the ura indicator lies under each, one number higher (WA6)."""


def ring(seat: Seat, stack: int) -> int:
    """Ring number of a stack, 0 to 67. Raises `ValueError` unless `stack` is 0 to 16."""
    if not 0 <= stack < STACKS_A_WALL:
        raise ValueError(f"stack {stack}: a wall has stacks 0 to 16")
    return STACKS_A_WALL * (-seat % 4) + stack


@dataclass(frozen=True, slots=True)
class Place:
    """Where a tile of the wall lies: whose wall, which stack from its right end, upper or lower."""

    seat: Seat
    stack: int
    upper: bool

    @property
    def ring(self) -> int:
        """Ring number of the stack."""
        return ring(self.seat, self.stack)


@dataclass(frozen=True, slots=True)
class Wall:
    """How far the wall is used up.

    `dice`: the dealer's throw, None where unknown: no place can be told then. `drawn`: tiles taken from the live wall,
    the deal included. `replaced`: replacement tiles taken after kans. `order`: all tiles where they are known.
    """

    dealer: Seat
    dice: tuple[int, int] | None = None
    drawn: int = DEALT
    replaced: int = 0
    order: tuple[Tile, ...] | None = None

    @property
    def live_left(self) -> int:
        """Tiles that can still be drawn; every kan takes one for the dead wall."""
        return LIVE_END - self.replaced - self.drawn

    @property
    def first(self) -> int | None:
        """Ring number of the stack drawn first (WA2): count from the dealer to a wall, then so many stacks stay."""
        if self.dice is None:
            return None
        count = sum(self.dice)
        return ring(self.dealer.right(count - 1), count)

    def next_tile(self, *, rinshan: bool = False) -> int:
        """Number of the tile drawn next. Raises `ValueError` when there is none."""
        if rinshan:
            if self.replaced == len(RINSHAN):
                raise ValueError("all four replacement tiles are drawn")
            return RINSHAN[self.replaced]
        if self.live_left <= 0:
            raise ValueError("the live wall is used up")
        return self.drawn

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
        stack = (self.first + number // 2) % STACKS
        return Place(Seat(-(stack // STACKS_A_WALL) % 4), stack % STACKS_A_WALL, number % 2 == 0)

    @property
    def moved(self) -> tuple[int, ...]:
        """Numbers of the live tiles that joined the dead wall after kans, in that order (WA8)."""
        return tuple(LIVE_END - 1 - kan for kan in range(self.replaced))

    @property
    def dead_stacks(self) -> frozenset[int]:
        """Ring numbers of the stacks that hold dead-wall tiles; empty where the dice are not known."""
        if self.first is None:
            return frozenset()
        gone = set(RINSHAN[: self.replaced])
        numbers = (number for number in range(LIVE_END - self.replaced, TILES_IN_WALL) if number not in gone)
        return frozenset((self.first + number // 2) % STACKS for number in numbers)

    @property
    def heights(self) -> BySeat[tuple[int, ...]] | None:
        """Tiles on each stack of each wall, from its owner's right end; None where the dice are not known."""
        if self.first is None:
            return None
        heights = [2] * STACKS
        for number in (*range(self.drawn), *RINSHAN[: self.replaced]):
            heights[(self.first + number // 2) % STACKS] -= 1
        return BySeat.of(tuple(heights[ring(seat, 0) :][:STACKS_A_WALL]) for seat in SEATS)


def dealt(order: tuple[Tile, ...], dealer: Seat) -> BySeat[tuple[Tile, ...]]:
    """The thirteen tiles of each seat: three times four tiles in turn from the dealer on, then one each (WA3)."""
    hands: list[tuple[Tile, ...]] = [(), (), (), ()]
    for place in range(4):
        blocks = [order[16 * go + 4 * place :][:4] for go in range(3)]
        hands[dealer.right(place)] = (*blocks[0], *blocks[1], *blocks[2], order[48 + place])
    return BySeat.of(hands)
