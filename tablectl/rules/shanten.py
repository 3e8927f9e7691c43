"""How far a hand is from tenpai (shanten)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from tablectl.rules.shape import KOKUSHI, count
from tablectl.rules.tile import Tile

Parts = tuple[int, int, int]
"""Numbers of sets, of pairs of tiles that one tile makes a set, and of pairs set apart (0 or 1)."""


def shanten(tiles: Iterable[Tile], melds: int = 0) -> int:
    """How many tiles are missing for tenpai: 0 in tenpai, -1 for a complete hand; `melds`: sets called."""
    return shanten_of(count(tiles), melds)


def shanten_of(counts: Sequence[int], melds: int = 0) -> int:
    """The same for counts of the 34 kinds."""
    found = {(melds, 0, 0)}
    for suit in (counts[0:9], counts[9:18], counts[18:27], counts[27:34]):
        found = {_added(whole, part) for whole in found for part in _parts(tuple(suit)) if whole[2] + part[2] < 2}
    best = min(8 - 2 * sets - min(partial, 4 - sets) - pair for sets, partial, pair in found)
    if melds:
        return best
    pairs, kinds = sum(number > 1 for number in counts), sum(number > 0 for number in counts)
    yaochuu = [counts[kind] for kind in KOKUSHI if counts[kind]]
    return min(best, 6 - pairs + max(0, 7 - kinds), 13 - len(yaochuu) - (max(yaochuu, default=0) > 1))


def nearer(tiles: Sequence[Tile], melds: int = 0) -> tuple[int, ...]:
    """The kinds that bring a hand of 13 tiles (less three a meld) nearer to tenpai, or complete it."""
    counts = count(tiles)
    now = shanten_of(counts, melds)
    found = []
    for kind in range(34):
        counts[kind] += 1
        if shanten_of(counts, melds) < now:
            found.append(kind)
        counts[kind] -= 1
    return tuple(found)


def _added(whole: Parts, part: Parts) -> Parts:
    return whole[0] + part[0], whole[1] + part[1], whole[2] + part[2]


@lru_cache(maxsize=1 << 14)
def _parts(counts: tuple[int, ...]) -> frozenset[Parts]:
    """Every way to part one suit (nine counts) or the honours (seven)."""
    first = next((kind for kind, number in enumerate(counts) if number), None)
    if first is None:
        return frozenset({(0, 0, 0)})
    return frozenset(
        _added(part, rest)
        for used, part in _taken(counts, first)
        for rest in _parts(tuple(number - used.count(kind) for kind, number in enumerate(counts)))
        if part[2] + rest[2] < 2
    )


def _taken(counts: tuple[int, ...], first: int) -> Iterator[tuple[tuple[int, ...], Parts]]:
    """What can be made of the first tile: the kinds used, and what they are."""
    yield (first,), (0, 0, 0)
    if counts[first] >= 2:
        yield (first,) * 2, (0, 0, 1)
        yield (first,) * 2, (0, 1, 0)
    if counts[first] >= 3:
        yield (first,) * 3, (1, 0, 0)
    if len(counts) == 9:
        near, far = (first < 9 - step and counts[first + step] > 0 for step in (1, 2))
        if near:
            yield (first, first + 1), (0, 1, 0)
        if far:
            yield (first, first + 2), (0, 1, 0)
        if near and far:
            yield (first, first + 1, first + 2), (1, 0, 0)
