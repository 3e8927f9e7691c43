"""Which faces have been seen: whatever lies open counts against the copies that the set has."""

from __future__ import annotations

from collections.abc import Iterable

from tablectl.rules.illegal import IllegalEvent
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.seat import Seat
from tablectl.rules.tile import Tile, faces_of, is_played

NOTHING_SEEN = bytes(37)
"""A count for each of the 34 kinds and the three red fives."""


def _face(tile: Tile) -> int:
    return 34 + tile.kind // 9 if tile.red else tile.kind


def copies(tile: Tile, ruleset: Ruleset) -> int:
    """How many tiles of this face the set has (EQ1, EQ3)."""
    if not is_played(tile.kind, ruleset.players):
        return 0
    if tile.kind not in (4, 13, 22):
        return 4
    red = ruleset.red_fives[tile.kind // 9]
    return red if tile.red else 4 - red


def see(seen: bytes, tiles: Iterable[Tile], ruleset: Ruleset, seat: Seat | None = None) -> bytes:
    """The counts with these faces added. Raises `IllegalEvent` for more copies than the set has (EQ1, EQ2)."""
    counts = bytearray(seen)
    for tile in tiles:
        face = _face(tile)
        counts[face] += 1
        if counts[face] > (total := copies(tile, ruleset)):
            raise IllegalEvent(f"copy {total + 1} of a face of which the set has {total} (EQ1)", seat, tile)
    return bytes(counts)


def unseen(seen: bytes, ruleset: Ruleset) -> tuple[Tile, ...]:
    """Every face of which a copy is still to be seen, in order."""
    faces = faces_of(ruleset.red_fives, ruleset.players)
    return tuple([tile for tile in faces if seen[_face(tile)] < copies(tile, ruleset)])
