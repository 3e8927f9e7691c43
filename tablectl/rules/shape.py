"""The shape of concealed tiles: complete, tenpai, waits, and every way to part them into sets and a pair."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from tablectl.rules.group import Group
from tablectl.rules.meld import Meld
from tablectl.rules.tile import COUNT, COUNT_BITS, TILES, YAOCHUU, Tile, mask, packed
from tablectl.rules.value import value

KOKUSHI = (0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33)
"""The thirteen kinds of terminals and honours."""
Counts = tuple[int, ...]
_SUIT_BITS = 9 * COUNT_BITS
_SUIT = (1 << _SUIT_BITS) - 1


@value
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


@dataclass(frozen=True, slots=True)
class Part:
    """The tiles of one suit, or the honours, of a hand.

    `tiles`: how many. `kinds`: bit mask. `pairs` and `fours`: kinds with just so many tiles. `splits`: every way to
    part them into sets and at most a pair; empty where there is none.
    """

    tiles: int
    kinds: int
    pairs: int
    fours: int
    splits: tuple[Split, ...]


def parts_of(tiles: Iterable[Tile]) -> list[Part]:
    """The tiles by suit: m, p, s and honours."""
    return _parts(packed(tiles))


def _parts(held: int) -> list[Part]:
    return [
        _part(held & _SUIT),
        _part(held >> _SUIT_BITS & _SUIT | 1 << _SUIT_BITS),
        _part(held >> 2 * _SUIT_BITS & _SUIT | 2 << _SUIT_BITS),
        _part(held >> 3 * _SUIT_BITS & _SUIT | 3 << _SUIT_BITS),
    ]


@lru_cache(maxsize=1 << 17)
def _part(marked: int) -> Part:
    """One suit; its place stands above its counts, since a single number is the quickest of keys."""
    held, base = marked & _SUIT, 9 * (marked >> _SUIT_BITS)
    counts = tuple(held >> COUNT_BITS * place & COUNT for place in range(9 if base < 27 else 7))
    kinds = mask(base + place for place, number in enumerate(counts) if number)
    return Part(sum(counts), kinds, counts.count(2), counts.count(4), _part_splits(counts, base))


def _part_splits(counts: Counts, base: int) -> tuple[Split, ...]:
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
    return splits_of(parts_of(tiles))


def splits_of(parts: Sequence[Part]) -> tuple[Split, ...]:
    """The same for tiles by suit."""
    if not is_standard(parts):
        return ()
    return tuple(
        [
            Split(
                m.groups + p.groups + s.groups + z.groups,
                max(m.pair, p.pair, s.pair, z.pair),
                m.runs + p.runs + s.runs,
                m.triplets | p.triplets | s.triplets | z.triplets,
            )
            for m in parts[0].splits
            for p in parts[1].splits
            for s in parts[2].splits
            for z in parts[3].splits
        ]
    )


def is_standard(parts: Sequence[Part]) -> bool:
    """Sets and one pair."""
    m, p, s, z = parts
    if not (m.splits and p.splits and s.splits and z.splits):
        return False
    return (m.tiles % 3 == 2) + (p.tiles % 3 == 2) + (s.tiles % 3 == 2) + (z.tiles % 3 == 2) == 1


def is_chiitoitsu(parts: Sequence[Part], *, four_alike: bool = False) -> bool:
    """Seven pairs: different ones, or with `four_alike` four of a kind for two (Y12)."""
    m, p, s, z = parts
    pairs = m.pairs + p.pairs + s.pairs + z.pairs
    if four_alike:
        pairs += 2 * (m.fours + p.fours + s.fours + z.fours)
    return pairs == 7 and m.tiles + p.tiles + s.tiles + z.tiles == 14


def is_kokushi(parts: Sequence[Part]) -> bool:
    """One of each terminal and honour and a second of one (K8)."""
    m, p, s, z = parts
    return m.kinds | p.kinds | s.kinds | z.kinds == YAOCHUU and m.tiles + p.tiles + s.tiles + z.tiles == 14


def is_shiisanpuutaa(parts: Sequence[Part], gap: int) -> bool:
    """One pair and twelve others, no two tiles of a suit nearer than `gap`, at least one of them a simple (L9)."""
    kinds = [kind for kind in range(34) if any(part.kinds >> kind & 1 for part in parts)]
    near = [low // 9 == high // 9 < 3 and high - low < gap for low, high in pairwise(kinds)]
    return (
        len(kinds) == 13
        and sum(part.tiles for part in parts) == 14
        and not any(near)
        and any(kind not in KOKUSHI for kind in kinds)
    )


def is_complete(tiles: Iterable[Tile], *, four_alike: bool = False) -> bool:
    """Whether 14 tiles (less three for each meld) make a hand; `four_alike` as for `is_chiitoitsu`."""
    return _is_complete(parts_of(tiles), four_alike)


def _is_complete(parts: Sequence[Part], four_alike: bool) -> bool:
    return is_standard(parts) or is_chiitoitsu(parts, four_alike=four_alike) or is_kokushi(parts)


def waits(tiles: Iterable[Tile], *, four_alike: bool = False) -> frozenset[int]:
    """The kinds that complete 13 tiles (less three for each meld); also those of which the hand holds all four."""
    held = packed(tiles)
    parts = _parts(held)
    m, p, s, z = parts
    kinds = m.kinds | p.kinds | s.kinds | z.kinds
    pairs = m.pairs + p.pairs + s.pairs + z.pairs
    if pairs == 6 or (four_alike and kinds.bit_count() <= 7) or (kinds & YAOCHUU).bit_count() >= 12:
        # It may be near seven pairs or kokushi: every kind is tried.
        return frozenset([kind for kind in range(34) if _is_complete(_parts(held + TILES[kind].one), four_alike)])
    broken = [place for place, part in enumerate(parts) if not part.splits]
    rests = [part.tiles % 3 for part in parts]
    found: list[int] = []
    for place, rest in enumerate(rests if len(broken) < 2 else ()):
        # The other suits are whole as they are, and just one suit will have a pair.
        others = rests[:place] + rests[place + 1 :]
        if rest and others.count(2) == rest - 1 and broken in ([], [place]):
            found += _part_waits(held >> place * _SUIT_BITS & _SUIT | place << _SUIT_BITS)
    return frozenset(found)


@lru_cache(maxsize=1 << 17)
def _part_waits(marked: int) -> tuple[int, ...]:
    """The kinds with which a suit or the honours can be parted into sets, and a pair where a tile is left over."""
    base = 9 * (marked >> _SUIT_BITS)
    return tuple(
        base + place for place in range(9 if base < 27 else 7) if _part(marked + (1 << COUNT_BITS * place)).splits
    )


def is_tenpai(
    tiles: Sequence[Tile], melds: Sequence[Meld] = (), *, own_four: bool = False, four_alike: bool = False
) -> bool:
    """Whether one tile is missing; `own_four`: even when all four copies are in the own hand and melds (DR2)."""
    waiting = waits(tiles, four_alike=four_alike)
    if own_four or not waiting:
        return bool(waiting)
    own = count((*tiles, *(tile for meld in melds for tile in meld.tiles)))
    return any(own[kind] < 4 for kind in waiting)
