"""The shape of concealed tiles: complete, tenpai, waits, and every way to part them into sets and a pair."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tablectl.rules.meld import Meld
from tablectl.rules.tile import Tile

KOKUSHI = (0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33)
"""The thirteen kinds of terminals and honours."""
Counts = tuple[int, ...]


@dataclass(frozen=True, slots=True, order=True)
class Block:
    """A concealed run from `kind` on, or a triplet of it."""

    kind: int
    run: bool

    @property
    def kinds(self) -> tuple[int, int, int]:
        """The kinds of its three tiles."""
        return (self.kind, self.kind + 1, self.kind + 2) if self.run else (self.kind,) * 3


@dataclass(frozen=True, slots=True)
class Split:
    """One way to part a complete hand's concealed tiles: sets and the pair's kind."""

    blocks: tuple[Block, ...]
    pair: int


def count(tiles: Iterable[Tile]) -> list[int]:
    """How many tiles of each of the 34 kinds."""
    counts = [0] * 34
    for tile in tiles:
        counts[tile.kind] += 1
    return counts


def _suits(counts: Sequence[int]) -> tuple[Counts, Counts, Counts, Counts]:
    return tuple(counts[0:9]), tuple(counts[9:18]), tuple(counts[18:27]), tuple(counts[27:34])


@lru_cache(maxsize=1 << 17)
def _splits_of_suit(counts: Counts) -> tuple[tuple[tuple[Block, ...], int | None], ...]:
    """Every way to part one suit (nine counts) or the honours (seven) into sets and at most one pair; kinds from 0."""
    found = set()
    if sum(counts) % 3 == 2:
        for kind, number in enumerate(counts):
            if number >= 2:
                rest = (*counts[:kind], number - 2, *counts[kind + 1 :])
                found |= {(blocks, kind) for blocks in _sets(rest)}
        return tuple(sorted(found))
    return tuple((blocks, None) for blocks in sorted(_sets(counts)))


@lru_cache(maxsize=1 << 17)
def _sets(counts: Counts) -> frozenset[tuple[Block, ...]]:
    first = next((kind for kind, number in enumerate(counts) if number), None)
    if first is None:
        return frozenset({()})
    found = set()
    if counts[first] >= 3:
        rest = (*counts[:first], counts[first] - 3, *counts[first + 1 :])
        found |= {tuple(sorted((Block(first, False), *blocks))) for blocks in _sets(rest)}
    if len(counts) == 9 and first < 7 and counts[first + 1] and counts[first + 2]:
        three = (counts[first] - 1, counts[first + 1] - 1, counts[first + 2] - 1)
        rest = (*counts[:first], *three, *counts[first + 3 :])
        found |= {tuple(sorted((Block(first, True), *blocks))) for blocks in _sets(rest)}
    return frozenset(found)


def splits(tiles: Iterable[Tile]) -> tuple[Split, ...]:
    """Every way to part 14, 11, 8, 5 or 2 tiles into sets and a pair; none where they are not complete."""
    return splits_of(count(tiles))


def splits_of(counts: Sequence[int]) -> tuple[Split, ...]:
    """The same for counts of the 34 kinds."""
    parts = [_placed_splits(suit, base) for suit, base in zip(_suits(counts), (0, 9, 18, 27), strict=True)]
    if sum(bool(part) and part[0][1] >= 0 for part in parts) != 1:
        return ()
    return tuple(
        Split((*m[0], *p[0], *s[0], *z[0]), max(m[1], p[1], s[1], z[1]))
        for m in parts[0]
        for p in parts[1]
        for s in parts[2]
        for z in parts[3]
    )


@lru_cache(maxsize=1 << 17)
def _placed_splits(counts: Counts, base: int) -> tuple[tuple[tuple[Block, ...], int], ...]:
    """Every way to part one suit, with its kinds counted from `base`; -1 where there is no pair."""
    return tuple(
        (tuple(Block(base + block.kind, block.run) for block in blocks), -1 if pair is None else base + pair)
        for blocks, pair in _splits_of_suit(counts)
    )


def is_chiitoitsu(counts: Sequence[int]) -> bool:
    """Seven different pairs (Y12)."""
    return counts.count(2) == 7


def is_kokushi(counts: Sequence[int]) -> bool:
    """One of each terminal and honour and a second of one (K8)."""
    return sum(counts) == 14 and all(counts[kind] for kind in KOKUSHI) and sum(counts[kind] for kind in KOKUSHI) == 14


def is_complete(tiles: Iterable[Tile]) -> bool:
    """Whether 14 tiles (less three for each meld) make a hand."""
    return _is_complete(count(tiles))


def _is_complete(counts: Sequence[int]) -> bool:
    if is_chiitoitsu(counts) or is_kokushi(counts):
        return True
    suits = _suits(counts)
    return [sum(suit) % 3 for suit in suits].count(2) == 1 and all(map(_splits_of_suit, suits))


def waits(tiles: Iterable[Tile]) -> frozenset[int]:
    """The kinds that complete 13 tiles (less three for each meld); also those of which the hand holds all four."""
    counts = count(tiles)
    found = []
    for kind in range(34):
        counts[kind] += 1
        if _is_complete(counts):
            found.append(kind)
        counts[kind] -= 1
    return frozenset(found)


def is_tenpai(tiles: Sequence[Tile], melds: Sequence[Meld] = (), *, own_four: bool = False) -> bool:
    """Whether one tile is missing; `own_four`: even when all four copies are in the own hand and melds (DR2)."""
    waiting = waits(tiles)
    if own_four or not waiting:
        return bool(waiting)
    own = count((*tiles, *(tile for meld in melds for tile in meld.tiles)))
    return any(own[kind] < 4 for kind in waiting)
