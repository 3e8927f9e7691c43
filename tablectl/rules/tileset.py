"""Whether a set of tiles is whole (EQ1, EQ2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from tablectl.rules.ruleset import Ruleset
from tablectl.rules.tile import Tile, all_tiles


@dataclass(frozen=True, slots=True)
class Fault:
    """A face of which more or fewer tiles were found than the set has."""

    tile: Tile
    found: int
    expected: int

    def __str__(self) -> str:
        return f"{self.found} of {self.tile}, the set has {self.expected}"


def faults(tiles: Iterable[Tile], ruleset: Ruleset) -> tuple[Fault, ...]:
    """What is wrong with a whole set of tiles laid open, in order of faces; empty for a set that is whole.

    A hand played with a faulty set is void, and nobody cheated (EQ2): it is struck and played again.
    """
    expected, found = Counter(all_tiles(ruleset.red_fives, ruleset.players)), Counter(tiles)
    faces = sorted({*expected, *found})
    return tuple(Fault(tile, found[tile], expected[tile]) for tile in faces if found[tile] != expected[tile])
