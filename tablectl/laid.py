"""How melds lie on the table: the sideways tile tells whose discard was called.

A player's melds start in the right corner and grow leftwards. In the owner's view the called tile lies sideways at the
left for a discard from the left, in the middle from across (second from the left in a kan) and at the right from the
right. The tile of a kakan lies against the sideways tile; the outer tiles of an ankan lie face down.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tablectl.rules.meld import Meld, MeldKind
from tablectl.rules.seat import Seat
from tablectl.table import SeenTile

RIGHT, ACROSS, LEFT = 1, 2, 3


def lay_meld(meld: Meld, owner: Seat) -> tuple[SeenTile, ...]:
    """One meld as it lies, from the right leftwards."""
    if meld.called is None or meld.source is None:
        outer, inner = meld.own[:1] + meld.own[3:], meld.own[1:3]
        # A red five is shown: an ankan lies with its inner tiles face up.
        if any(tile.red for tile in outer):
            outer, inner = inner, outer[::-1]
        back = SeenTile(None, face_down=True)
        return (back, *(SeenTile(tile) for tile in reversed(inner)), back)
    row = [SeenTile(tile) for tile in meld.own]
    added: list[SeenTile] = []
    if meld.kind is MeldKind.KAKAN:
        added = [SeenTile(row.pop().tile, sideways=True, added=True)]
    place = {LEFT: 0, ACROSS: 1, RIGHT: len(row)}[owner.distance(meld.source)]
    leftwards = [*reversed(row[place:]), SeenTile(meld.called, sideways=True), *added, *reversed(row[:place])]
    return tuple(leftwards)


def lay_melds(melds: Iterable[Meld], owner: Seat) -> tuple[SeenTile, ...]:
    """All melds of a seat, oldest first, as a `TableSnapshot` lists them."""
    return tuple(tile for meld in melds for tile in lay_meld(meld, owner))


@dataclass(frozen=True, slots=True)
class Laid:
    """A meld told from how its tiles lie, whatever their faces.

    `tiles` keeps the order seen (leftwards). `source`: whose discard was called, None for an ankan.
    """

    kind: MeldKind | None
    """KAKAN, DAIMINKAN or ANKAN; None for three tiles, chi or pon as their faces tell."""
    tiles: tuple[SeenTile, ...]
    source: Seat | None

    @property
    def called(self) -> SeenTile | None:
        """The tile that came from another river."""
        return next((tile for tile in self.tiles if tile.sideways and not tile.added), None)

    @property
    def added(self) -> SeenTile | None:
        """The fourth tile of a kakan."""
        return next((tile for tile in self.tiles if tile.added), None)

    @property
    def own(self) -> tuple[SeenTile, ...]:
        """The tiles from the owner's hand that lie upright, leftmost first."""
        return tuple(tile for tile in reversed(self.tiles) if not tile.sideways)


def split_melds(tiles: Sequence[SeenTile], owner: Seat) -> Iterator[tuple[Laid, ...]]:
    """Every way to part a seat's meld tiles into melds by how they lie, likeliest first."""
    if not tiles:
        yield ()
    for size in (3, 4):
        head = _laid(tuple(tiles[:size]), owner) if len(tiles) >= size else None
        if head is not None:
            for rest in split_melds(tiles[size:], owner):
                yield (head, *rest)


def _laid(tiles: tuple[SeenTile, ...], owner: Seat) -> Laid | None:
    if any(tile.face_down for tile in tiles):
        backs = [tile.face_down for tile in tiles]
        if backs in ([True, False, False, True], [False, True, True, False]):
            return Laid(MeldKind.ANKAN, tiles, None)
        return None
    row = [tile for tile in tiles if not tile.added]
    turned = [place for place, tile in enumerate(row) if tile.sideways]
    added = [place for place, tile in enumerate(tiles) if tile.added]
    if len(turned) != 1 or len(added) > 1 or (added and (len(row) != 3 or added[0] != turned[0] + 1)):
        return None
    # Leftwards: place 0 is the right end; across is the middle, in a kan the second from the left.
    places = {0: RIGHT, len(row) - 2: ACROSS, len(row) - 1: LEFT}
    if turned[0] not in places:
        return None
    kind = MeldKind.KAKAN if added else MeldKind.DAIMINKAN if len(row) == 4 else None
    return Laid(kind, tiles, owner.right(places[turned[0]]))
