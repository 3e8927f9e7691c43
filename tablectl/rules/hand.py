"""A seat's hand: concealed tiles, known or face down, and melds."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tablectl.rules.meld import Meld, MeldKind
from tablectl.rules.tile import TILES, Tile, parse_tiles, print_tiles

NORTH = TILES[30]


@dataclass(frozen=True, slots=True)
class Hand:
    """`tiles`: the concealed tiles that are known; `hidden`: how many more there are; `melds`: in the order called;
    `kita`: north tiles laid aside (DO10).

    Prints as `123m5p +9 | pon:55z+5z<1` (nine hidden tiles; kita as `| kita:2`) and reads back with `parse`.
    """

    tiles: tuple[Tile, ...] = ()
    hidden: int = 0
    melds: tuple[Meld, ...] = ()
    kita: int = 0

    @property
    def is_closed(self) -> bool:
        """No meld but ankan (RI1)."""
        return not any(meld.is_open for meld in self.melds)

    @property
    def all_tiles(self) -> tuple[Tile, ...]:
        """Every tile known to be the seat's: concealed, in melds and laid aside."""
        return (*self.tiles, *(tile for meld in self.melds for tile in meld.tiles), *(NORTH,) * self.kita)

    def draw(self, tile: Tile | None) -> Hand:
        """One tile more; None: not seen."""
        if tile is None:
            return replace(self, hidden=self.hidden + 1)
        return replace(self, tiles=(*self.tiles, tile))

    def discard(self, tile: Tile) -> Hand:
        """Without the tile, a hidden one if it is not among those known. Raises `ValueError` if it cannot be there."""
        return self._without((tile,))

    def call(self, meld: Meld) -> Hand:
        """With the meld laid down, a kakan in place of its pon. Raises `ValueError` if the tiles cannot be there."""
        if meld.kind is not MeldKind.KAKAN:
            return replace(self._without(meld.own), melds=(*self.melds, meld))
        pon = Meld(MeldKind.PON, meld.own[:2], meld.called, meld.source)
        if pon not in self.melds:
            raise ValueError(f"no {pon} to add {meld.own[2]} to")
        melds = tuple(meld if other == pon else other for other in self.melds)
        return replace(self._without(meld.own[2:]), melds=melds)

    def lay_kita(self) -> Hand:
        """With one more north tile laid aside. Raises `ValueError` if none can be there."""
        return replace(self._without((NORTH,)), kita=self.kita + 1)

    def _without(self, tiles: tuple[Tile, ...]) -> Hand:
        known = list(self.tiles)
        hidden = self.hidden
        for tile in tiles:
            if tile in known:
                known.remove(tile)
            elif hidden:
                hidden -= 1
            else:
                raise ValueError(f"hand {self} does not hold {tile}")
        return replace(self, tiles=tuple(known), hidden=hidden)

    def __str__(self) -> str:
        concealed = [print_tiles(self.tiles)] if self.tiles else []
        concealed += [f"+{self.hidden}"] if self.hidden else []
        kita = [f"kita:{self.kita}"] if self.kita else []
        return " | ".join([" ".join(concealed), *map(str, self.melds), *kita])

    @classmethod
    def parse(cls, text: str) -> Hand:
        """Read what a hand prints. Raises `ValueError` naming the text."""
        concealed, *melds = text.split(" | ")
        tiles, hidden, kita = "", 0, 0
        for word in concealed.split():
            if word.startswith("+") and word[1:].isdecimal():
                hidden = int(word[1:])
            else:
                tiles += word
        try:
            if melds and melds[-1].startswith("kita:"):
                kita = int(melds.pop().removeprefix("kita:"))
            return cls(parse_tiles(tiles), hidden, tuple(map(Meld.parse, melds)), kita)
        except ValueError as error:
            raise ValueError(f"hand {text!r}: {error}") from None
