"""Melds: chi, pon, daiminkan, kakan and ankan; which tile was called, from whom."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from tablectl.rules.group import Group
from tablectl.rules.seat import Seat
from tablectl.rules.tile import Tile, packed, parse_tiles, print_tiles


class MeldKind(Enum):
    """What was called."""

    CHI = "chi"
    PON = "pon"
    DAIMINKAN = "daiminkan"
    KAKAN = "kakan"
    ANKAN = "ankan"


@dataclass(frozen=True, slots=True)
class Meld:
    """One open set or kan of a player.

    `own` are the tiles from the caller's hand (for a kakan the two of the pon, then the added tile last);
    `called` is the tile taken from `source`'s river; both are None for an ankan.
    Raises `ValueError` when the tiles do not form the kind.
    """

    kind: MeldKind
    own: tuple[Tile, ...]
    called: Tile | None = None
    source: Seat | None = None
    group: Group = field(init=False, repr=False, compare=False)
    """The set that it is in a hand; made with it, as every value of a hand asks for it."""
    packed: int = field(init=False, repr=False, compare=False)
    """Its tiles as one number; likewise."""

    def __post_init__(self) -> None:
        closed = self.kind is MeldKind.ANKAN
        if closed != (self.called is None) or closed != (self.source is None):
            raise ValueError(f"{self.kind.value}: a called tile and its source belong to every meld but an ankan")
        kinds = sorted(tile.kind for tile in self.tiles)
        if len(kinds) != (4 if self.is_kan else 3):
            raise ValueError(f"{self.kind.value} of {print_tiles(self.tiles)}: wrong number of tiles")
        if self.kind is MeldKind.CHI:
            first = kinds[0]
            if first >= 27 or first % 9 > 6 or kinds != [first, first + 1, first + 2]:
                raise ValueError(f"chi of {print_tiles(self.tiles)}: not a run")
        elif kinds[0] != kinds[-1]:
            raise ValueError(f"{self.kind.value} of {print_tiles(self.tiles)}: tiles differ")
        object.__setattr__(self, "group", Group(kinds[0], self.kind is MeldKind.CHI, closed, self.is_kan))
        object.__setattr__(self, "packed", packed(self.tiles))

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """All tiles of the meld, the called one last but for a kakan's added tile."""
        if self.called is None:
            return self.own
        if self.kind is MeldKind.KAKAN:
            return (*self.own[:2], self.called, *self.own[2:])
        return (*self.own, self.called)

    @property
    def is_kan(self) -> bool:
        """Four tiles."""
        return self.kind in (MeldKind.DAIMINKAN, MeldKind.KAKAN, MeldKind.ANKAN)

    @property
    def is_open(self) -> bool:
        """Everything but an ankan opens the hand."""
        return self.kind is not MeldKind.ANKAN

    def __str__(self) -> str:
        if self.kind is MeldKind.ANKAN:
            return f"ankan:{print_tiles(self.own)}"
        assert self.called is not None and self.source is not None
        return f"{self.kind.value}:{print_tiles(self.own)}+{self.called}<{self.source}"

    @classmethod
    def parse(cls, text: str) -> Meld:
        """Read `chi:34m+5m<3`, `pon:55z+5z<1`, `kakan:555p+0p<2` or `ankan:1111z`. Raises `ValueError`."""
        try:
            name, rest = text.split(":", 1)
            kind = MeldKind(name)
            if kind is MeldKind.ANKAN:
                return cls(kind, parse_tiles(rest))
            own, taken = rest.split("+", 1)
            called, source = taken.split("<", 1)
            return cls(kind, parse_tiles(own), Tile.parse(called), Seat.parse(source))
        except ValueError as error:
            raise ValueError(f"meld {text!r}: {error}") from None
