"""The shape of concealed tiles: complete, tenpai, waits, and every way to part them into sets and a pair."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, product

from tablectl.rules.meld import Meld
from tablectl.rules.tile import Tile, mask

KOKUSHI = (0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33)
"""The thirteen kinds of terminals and honours."""
Counts = tuple[int, ...]
_BASES = (0, 9, 18, 27)
"""The first kind of m, p, s and honours."""


@dataclass(frozen=True, slots=True, order=True)
class Group:
    """A set: a run from `kind` on, or three or four of it. `concealed`: not called and not completed by ron."""

    kind: int
    run: bool
    concealed: bool = True
    kan: bool = False

    @property
    def kinds(self) -> tuple[int, ...]:
        """The kinds of its tiles."""
        return (self.kind, self.kind + 1, self.kind + 2) if self.run else (self.kind,) * (4 if self.kan else 3)


@dataclass(frozen=True, slots=True)
class Split:
    """One way to part concealed tiles into sets and a pair.

    `pair`: its kind, -1 where a part of a hand has none. `runs`: first kinds of the runs, ascending. `triplets`: bit
    mask of the triplets' kinds.
    """

    groups: tuple[Group, ...]
    pair: int
    runs: tuple[int, ...]
    triplets: int


def count(tiles: Iterable[Tile]) -> list[int]:
    """How many tiles of each of the 34 kinds."""
    counts = [0] * 34
    for tile in tiles:
        counts[tile.kind] += 1
    return counts


@lru_cache(maxsize=1 << 17)
def _suit_splits(counts: Counts, base: int) -> tuple[Split, ...]:
    """Every way to part a suit (nine counts) or the honours (seven) into sets and a pair at most; kinds from `base`."""
    if sum(counts) % 3 != 2:
        return tuple(_split(groups, -1) for groups in sorted(_sets(counts, base)))
    found = []
    for place, number in enumerate(counts):
        if number >= 2:
            rest = (*counts[:place], number - 2, *counts[place + 1 :])
            found += [_split(groups, base + place) for groups in sorted(_sets(rest, base))]
    return tuple(found)


def _split(groups: tuple[Group, ...], pair: int) -> Split:
    runs = tuple([group.kind for group in groups if group.run])
    return Split(groups, pair, runs, mask(group.kind for group in groups if not group.run))


@lru_cache(maxsize=1 << 17)
def _sets(counts: Counts, base: int) -> frozenset[tuple[Group, ...]]:
    first = next((place for place, number in enumerate(counts) if number), None)
    if first is None:
        return frozenset({()})
    found = set()
    if counts[first] >= 3:
        rest = (*counts[:first], counts[first] - 3, *counts[first + 1 :])
        found |= {tuple(sorted((Group(base + first, False), *groups))) for groups in _sets(rest, base)}
    if len(counts) == 9 and first < 7 and counts[first + 1] and counts[first + 2]:
        three = (counts[first] - 1, counts[first + 1] - 1, counts[first + 2] - 1)
        rest = (*counts[:first], *three, *counts[first + 3 :])
        found |= {tuple(sorted((Group(base + first, True), *groups))) for groups in _sets(rest, base)}
    return frozenset(found)


def splits(tiles: Iterable[Tile]) -> tuple[Split, ...]:
    """Every way to part 14, 11, 8, 5 or 2 tiles into sets and a pair; none where they are not complete."""
    return splits_of(count(tiles))


def splits_of(counts: Sequence[int]) -> tuple[Split, ...]:
    """The same for counts of the 34 kinds."""
    parts = [_suit_splits(tuple(counts[base : base + 9]), base) for base in _BASES]
    # All ways to part a suit have a pair, or none has.
    if not all(parts) or sum([part[0].pair >= 0 for part in parts]) != 1:
        return ()
    return tuple(
        [
            Split(
                m.groups + p.groups + s.groups + z.groups,
                max(m.pair, p.pair, s.pair, z.pair),
                m.runs + p.runs + s.runs,
                m.triplets | p.triplets | s.triplets | z.triplets,
            )
            for m, p, s, z in product(*parts)
        ]
    )


def is_chiitoitsu(counts: Sequence[int], *, four_alike: bool = False) -> bool:
    """Seven pairs: different ones, or with `four_alike` four of a kind for two (Y12)."""
    return counts.count(2) + (2 * counts.count(4) if four_alike else 0) == 7


def is_kokushi(counts: Sequence[int]) -> bool:
    """One of each terminal and honour and a second of one (K8)."""
    return (
        sum(counts) == 14 and all([counts[kind] for kind in KOKUSHI]) and sum([counts[kind] for kind in KOKUSHI]) == 14
    )


def is_shiisanpuutaa(counts: Sequence[int], gap: int) -> bool:
    """One pair and twelve others, no two tiles of a suit nearer than `gap`, at least one of them a simple (L9)."""
    kinds = [kind for kind, number in enumerate(counts) if number]
    near = [low // 9 == high // 9 < 3 and high - low < gap for low, high in pairwise(kinds)]
    return len(kinds) == 13 and sum(counts) == 14 and not any(near) and any(kind not in KOKUSHI for kind in kinds)


def is_complete(tiles: Iterable[Tile], *, four_alike: bool = False) -> bool:
    """Whether 14 tiles (less three for each meld) make a hand; `four_alike` as for `is_chiitoitsu`."""
    return _is_complete(count(tiles), four_alike)


def _is_complete(counts: Sequence[int], four_alike: bool) -> bool:
    if is_chiitoitsu(counts, four_alike=four_alike) or is_kokushi(counts):
        return True
    suits = [tuple(counts[base : base + 9]) for base in _BASES]
    return [sum(suit) % 3 for suit in suits].count(2) == 1 and all(map(_suit_splits, suits, _BASES))


def waits(tiles: Iterable[Tile], *, four_alike: bool = False) -> frozenset[int]:
    """The kinds that complete 13 tiles (less three for each meld); also those of which the hand holds all four."""
    counts = count(tiles)
    if sum([counts[kind] for kind in KOKUSHI]) == 13 and len(missing := [k for k in KOKUSHI if not counts[k]]) < 2:
        return frozenset(missing or KOKUSHI)
    found = []
    if counts.count(2) + (2 * counts.count(4) + counts.count(3) if four_alike else 0) == 6 and sum(counts) == 13:
        found = [kind for kind, number in enumerate(counts) if number == 1 or (four_alike and number == 3)]
    suits = [tuple(counts[base : base + 9]) for base in _BASES]
    sums = [sum(suit) % 3 for suit in suits]
    broken = [place for place, suit in enumerate(suits) if not _suit_splits(suit, _BASES[place])]
    for place, base in enumerate(_BASES if len(broken) < 2 else ()):
        # The other suits are whole as they are, and just one suit will have a pair.
        others = sums[:place] + sums[place + 1 :]
        if sums[place] and others.count(2) == sums[place] - 1 and broken in ([], [place]):
            found += _suit_waits(suits[place], base)
    return frozenset(found)


@lru_cache(maxsize=1 << 17)
def _suit_waits(counts: Counts, base: int) -> tuple[int, ...]:
    """The kinds with which a suit or the honours can be parted into sets, and a pair where a tile is left over."""
    raised = [(*counts[:place], number + 1, *counts[place + 1 :]) for place, number in enumerate(counts)]
    return tuple([base + place for place, more in enumerate(raised) if _suit_splits(more, base)])


def is_tenpai(
    tiles: Sequence[Tile], melds: Sequence[Meld] = (), *, own_four: bool = False, four_alike: bool = False
) -> bool:
    """Whether one tile is missing; `own_four`: even when all four copies are in the own hand and melds (DR2)."""
    waiting = waits(tiles, four_alike=four_alike)
    if own_four or not waiting:
        return bool(waiting)
    own = count((*tiles, *(tile for meld in melds for tile in meld.tiles)))
    return any(own[kind] < 4 for kind in waiting)
