"""Tiles: 34 kinds and red fives.

Notation: `1m`..`9m` characters, `1p`..`9p` dots, `1s`..`9s` bamboos, `1z`..`7z` = East South West North haku hatsu
chun; `0m` `0p` `0s` are the red fives. Several tiles print in groups: `123m055p1z`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from operator import attrgetter

_ORDER = attrgetter("kind", "red")
SUITS = "mpsz"
COUNT_BITS = 4
"""Of a number that counts tiles, for each kind: four hold a whole hand of one kind."""
COUNT = (1 << COUNT_BITS) - 1
REDS_AT = 4 * 9 * COUNT_BITS
"""Above these bits it counts the red fives."""


@dataclass(frozen=True, slots=True, order=True)
class Tile:
    """One tile face. `kind` is 0..33 (1m..9m, 1p..9p, 1s..9s, E S W N haku hatsu chun); `red` marks a red five."""

    kind: int
    red: bool = False
    one: int = field(init=False, repr=False, compare=False)
    """The tile in a number that counts tiles, see `packed`."""

    def __post_init__(self) -> None:
        if not 0 <= self.kind < 34:
            raise ValueError(f"tile kind {self.kind}: expected 0 to 33")
        if self.red and self.kind not in (4, 13, 22):
            raise ValueError(f"only a five can be red, not kind {self.kind}")
        object.__setattr__(self, "one", 1 << COUNT_BITS * self.kind | self.red << REDS_AT)

    @classmethod
    def parse(cls, text: str) -> Tile:
        """Read one tile such as `5m`, `0p` or `7z`. Raises `ValueError` naming the text."""
        tile = _BY_NAME.get(text)
        if tile is None:
            raise ValueError(f"tile {text!r}: expected 1-9 or 0 with m, p or s, or 1z to 7z")
        return tile

    def __str__(self) -> str:
        return f"{0 if self.red else self.number}{self.suit}"

    @property
    def suit(self) -> str:
        """`m`, `p`, `s` or `z`."""
        return SUITS[self.kind // 9]

    @property
    def number(self) -> int:
        """1 to 9 in a suit (a red five is 5), 1 to 7 for honours."""
        return self.kind % 9 + 1

    @property
    def plain(self) -> Tile:
        """The same face without red ink."""
        return TILES[self.kind]

    @property
    def is_honour(self) -> bool:
        """A wind or a dragon."""
        return self.kind >= 27

    @property
    def is_terminal(self) -> bool:
        """A one or a nine of a suit."""
        return self.kind < 27 and self.kind % 9 in (0, 8)

    @property
    def is_yaochuu(self) -> bool:
        """A terminal or an honour (yaochuuhai)."""
        return self.is_honour or self.is_terminal


TILES: tuple[Tile, ...] = tuple(Tile(kind) for kind in range(34))


def packed(tiles: Iterable[Tile]) -> int:
    """How many tiles of each kind and how many red fives, as one number: the quickest to make and to look up."""
    number = 0
    for tile in tiles:
        number += tile.one
    return number


def mask(kinds: Iterable[int]) -> int:
    """A bit for each kind."""
    return sum({1 << kind for kind in kinds})


SUIT_MASKS: tuple[int, int, int] = (mask(range(9)), mask(range(9, 18)), mask(range(18, 27)))
WINDS = mask(range(27, 31))
DRAGONS = mask(range(31, 34))
HONOURS = WINDS | DRAGONS
YAOCHUU = mask(tile.kind for tile in TILES if tile.is_yaochuu)
RED_FIVES: tuple[Tile, ...] = (Tile(4, True), Tile(13, True), Tile(22, True))
_BY_NAME = {str(tile): tile for tile in (*TILES, *RED_FIVES)}


@cache
def dora_of(indicator: Tile, players: int = 4) -> Tile:
    """The dora an indicator points to: 9 wraps to 1, N to E, chun to haku; of three players 1m to 9m (DO1)."""
    kind = indicator.kind
    if players == 3 and kind == 0:
        return TILES[8]
    if kind < 27:
        return TILES[kind - kind % 9 + (kind % 9 + 1) % 9]
    if kind < 31:
        return TILES[27 + (kind - 27 + 1) % 4]
    return TILES[31 + (kind - 31 + 1) % 3]


@cache
def faces_of(red_fives: tuple[int, int, int], players: int) -> tuple[Tile, ...]:
    """Every face of the set, in order."""
    return in_order(set(all_tiles(red_fives, players)))


@cache
def four_of(kind: int, red_fives: tuple[int, int, int]) -> tuple[Tile, ...]:
    """The four tiles of a kind, in order."""
    return in_order(tile for tile in all_tiles(red_fives) if tile.kind == kind)


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Read grouped tiles such as `123m055p1z` in the order written. Raises `ValueError` naming the wrong place."""
    tiles: list[Tile] = []
    digits: list[str] = []
    for place, mark in enumerate(text):
        if mark.isascii() and mark.isdigit():
            digits.append(mark)
        elif mark in SUITS and digits:
            tiles += [Tile.parse(digit + mark) for digit in digits]
            digits = []
        else:
            raise ValueError(f"tiles {text!r}: unexpected {mark!r} at place {place + 1}")
    if digits:
        raise ValueError(f"tiles {text!r}: no suit (m, p, s or z) after {''.join(digits)!r}")
    return tuple(tiles)


def print_tiles(tiles: Iterable[Tile]) -> str:
    """Print tiles in the order given, neighbours of one suit in one group; `parse_tiles` reads it back."""
    out = ""
    suit = ""
    for tile in tiles:
        if suit and tile.suit != suit:
            out += suit
        out += str(tile)[0]
        suit = tile.suit
    return out + suit


def in_order(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """Sorted as a hand is usually held; a red five stands with the fives."""
    return tuple(sorted(tiles, key=_ORDER))


def is_played(kind: int, players: int) -> bool:
    """Whether the set of so many players has the kind: three leave out 2m to 8m (EQ1)."""
    return players != 3 or not 1 <= kind <= 7


@cache
def all_tiles(red_fives: tuple[int, int, int] = (1, 1, 1), players: int = 4) -> tuple[Tile, ...]:
    """The physical tiles with so many red fives in m, p and s: 136, for three players 108 (EQ1, EQ3)."""
    tiles: list[Tile] = []
    for tile in TILES:
        if not is_played(tile.kind, players):
            continue
        red = red_fives[tile.kind // 9] if tile.kind in (4, 13, 22) else 0
        if red:
            tiles += [RED_FIVES[tile.kind // 9]] * red
        tiles += [tile] * (4 - red)
    return tuple(tiles)
