"""A seat's discards in the order made."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tablectl.rules.seat import Seat
from tablectl.rules.tile import Tile

_HOW = {"": None, "*": True, "^": False}
"""Marks of `tsumogiri`."""


@dataclass(frozen=True, slots=True)
class RiverTile:
    """One discard.

    `tsumogiri`: the tile just drawn, None: not seen. `sideways`: turned for a riichi. `called_by`: who took it away.
    """

    tile: Tile
    tsumogiri: bool | None = None
    sideways: bool = False
    called_by: Seat | None = None

    def __str__(self) -> str:
        how = {None: "", True: "*", False: "^"}[self.tsumogiri]
        called = f">{self.called_by}" if self.called_by is not None else ""
        return f"{self.tile}{how}{'-' if self.sideways else ''}{called}"

    @classmethod
    def parse(cls, text: str) -> RiverTile:
        """Read what a river tile prints. Raises `ValueError` naming the text."""
        face, arrow, caller = text.partition(">")
        sideways = face.endswith("-")
        tile, how = face[:2], face[2:].removesuffix("-")
        if how not in _HOW:
            raise ValueError(f"river tile {text!r}: expected a tile, * or ^, -, and > with a seat")
        return cls(Tile.parse(tile), _HOW[how], sideways, Seat.parse(caller) if arrow else None)


@dataclass(frozen=True, slots=True)
class River:
    """All discards of a seat, those called away included.

    Prints as `1z 5m*- 9p^>2`: `*` the tile just drawn, `^` from the hand, `-` sideways, `>2` called by seat 2.
    """

    tiles: tuple[RiverTile, ...] = ()

    @property
    def lying(self) -> tuple[RiverTile, ...]:
        """Those that still lie in the river."""
        return tuple(tile for tile in self.tiles if tile.called_by is None)

    @property
    def kinds(self) -> frozenset[int]:
        """The kinds ever discarded: what furiten looks at (FR1)."""
        return frozenset(tile.tile.kind for tile in self.tiles)

    @property
    def has_sideways(self) -> bool:
        """Whether a turned tile lies here; when it was called away the next discard is turned (TU1)."""
        return any(tile.sideways and tile.called_by is None for tile in self.tiles)

    def add(self, tile: RiverTile) -> River:
        """The river with one more discard."""
        return River((*self.tiles, tile))

    def take(self, caller: Seat) -> River:
        """The river after `caller` took its newest tile. Raises `IndexError` on an empty river."""
        return River((*self.tiles[:-1], replace(self.tiles[-1], called_by=caller)))

    def __str__(self) -> str:
        return " ".join(map(str, self.tiles))

    @classmethod
    def parse(cls, text: str) -> River:
        """Read what a river prints. Raises `ValueError` naming the tile that is wrong."""
        return cls(tuple(map(RiverTile.parse, text.split())))
