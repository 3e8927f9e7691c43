"""What should lie on the table by the game: the prediction that a snapshot is compared with."""

from __future__ import annotations

from collections import Counter

from tablectl.laid import lay_melds
from tablectl.rules.game import Game
from tablectl.rules.round import Round
from tablectl.rules.seat import SEATS, BySeat, Seat
from tablectl.rules.tile import Tile
from tablectl.table import SeenHand, SeenTile, TableSnapshot


def look(game: Game) -> TableSnapshot:
    """Rivers, melds, sticks and indicators as the game has them; empty before the first hand."""
    current = game.round
    if current is None:
        return TableSnapshot()
    return TableSnapshot(
        rivers=BySeat.of(lying(current, seat) for seat in SEATS),
        melds=BySeat.of(lay_melds(current.hands[seat].melds, seat) for seat in SEATS),
        hands=BySeat.of(SeenHand(standing=13 - 3 * len(current.hands[seat].melds)) for seat in SEATS),
        sticks=BySeat.of(current.riichi[seat].accepted for seat in SEATS),
        dora=tuple(SeenTile(tile) for tile in current.indicators),
        dice=current.wall.second or current.wall.dice,
    )


def lying(current: Round, seat: Seat) -> tuple[SeenTile, ...]:
    """A seat's discards that were not called away."""
    return tuple(SeenTile(tile.tile, sideways=tile.sideways) for tile in current.rivers[seat].lying)


def visible(game: Game) -> Counter[Tile]:
    """Every tile whose face the game knows to be open to all: rivers, melds, indicators."""
    current = game.round
    if current is None:
        return Counter()
    seen = Counter(current.indicators)
    for seat in SEATS:
        seen.update(tile.tile for tile in current.rivers[seat].lying)
        for meld in current.hands[seat].melds:
            seen.update(meld.tiles)
    return seen
