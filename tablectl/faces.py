"""Which face a tile has, from how it was read and what the rules leave possible: decided, or worth a question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from math import prod
from typing import Generic, TypeVar

from tablectl.rules.ruleset import Ruleset
from tablectl.rules.tile import RED_FIVES, TILES, Tile, all_tiles
from tablectl.table import SURE, SeenTile, TableSnapshot

FACES: tuple[Tile, ...] = (*TILES, *RED_FIVES)
DECIDED = 0.97
"""Least probability, after the rules ruled out what cannot be, to take a face that was not read with confidence."""
CLEAR = 0.97
"""Least confidence of a face to correct what was believed before."""
PLAUSIBLE = 0.01
"""A face the reader gave less than this is never taken without asking, even where it alone is legal."""
MOST_READINGS = 256
"""Readings of one hand tried, likeliest first."""
CHOICES = 6
"""Most choices a question offers."""

V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Candidate(Generic[V]):
    """One possible value, its weight (likelihood of what was seen) and the least likelihood among its tiles."""

    value: V
    weight: float
    weakest: float


def is_sure(seen: SeenTile) -> bool:
    """The reader itself is certain of the face."""
    return seen.tile is not None and seen.confidence >= SURE


def likelihood(seen: SeenTile, face: Tile) -> float:
    """How likely the tile seen is of that face; what the reader left open is spread over the faces it did not name."""
    named = dict(seen.options)
    if seen.tile is not None:
        named[seen.tile] = seen.confidence
    if face in named:
        return named[face]
    return max(0.0, 1.0 - sum(named.values())) / max(1, len(FACES) - len(named))


def candidate(value: V, pairs: Iterable[tuple[SeenTile, Tile]]) -> Candidate[V]:
    """A value under which every tile seen has a certain face."""
    weight, weakest = 1.0, 1.0
    for seen, face in pairs:
        chance = likelihood(seen, face)
        weight, weakest = weight * chance, min(weakest, chance)
    return Candidate(value, weight, weakest)


def decide(
    candidates: Sequence[Candidate[V]], rest: float = 0.0, outcome: Callable[[V], object] | None = None
) -> V | None:
    """The one value that needs no question, None when a person must say.

    `candidates` are the values the rules allow; an unlikely only candidate means that something was misread. `rest`:
    the weight of values that were not tried. `outcome`: what follows from a value; values with the same outcome as the
    likeliest one speak for it, too.
    """
    total = sum(item.weight for item in candidates) + rest
    best = max(candidates, key=lambda item: item.weight, default=None)
    if best is None or total <= 0 or best.weakest < PLAUSIBLE:
        return None
    share = best.weight / total
    if share < DECIDED and outcome is not None:
        followed = outcome(best.value)
        share = sum(item.weight for item in candidates if outcome(item.value) == followed) / total
    return best.value if share >= DECIDED else None


def likeliest(candidates: Sequence[Candidate[V]], count: int = CHOICES) -> list[V]:
    """The values to offer in a question, likeliest first."""
    ordered = sorted(candidates, key=lambda item: -item.weight)
    return [item.value for item in ordered[:count]]


def offer(seen: SeenTile, candidates: Sequence[Candidate[V]]) -> list[V]:
    """The values to offer for a tile: the likeliest, or all where the reader named none."""
    return likeliest(candidates, CHOICES if seen.options or seen.tile is not None else len(candidates))


def left_over(visible: Counter[Tile], ruleset: Ruleset) -> Counter[Tile]:
    """How many tiles of each face are not among the visible ones (EQ1, EQ3)."""
    left = Counter(all_tiles(ruleset.red_fives))
    left.subtract(visible)
    return left


def possible(seen: SeenTile, left: Counter[Tile]) -> list[Candidate[Tile]]:
    """The faces one more tile can have, given how many of each are left; the one that was read where it is sure."""
    if is_sure(seen) and seen.tile is not None and left[seen.tile] > 0:
        return [Candidate(seen.tile, 1.0, 1.0)]
    return [candidate(face, ((seen, face),)) for face in FACES if left[face] > 0]


@dataclass(frozen=True, slots=True)
class Readings:
    """Faces for several tiles at once, likeliest first; `rest`: the weight of those not tried."""

    candidates: list[Candidate[tuple[Tile, ...]]]
    rest: float


def readings(tiles: Sequence[SeenTile], left: Counter[Tile], doubted: bool) -> Readings:
    """The likeliest faces of tiles that decide a payment, no face more often than it is left.

    Only a clear face stands for itself; `doubted`: not even that, the other faces named for it are tried too.
    """
    options = [_options(seen, left, doubted) for seen in tiles]
    if not all(options):
        return Readings([], 0.0)
    tried: list[Candidate[tuple[Tile, ...]]] = []
    rest = 1.0
    start = (0,) * len(tiles)
    waiting = [(-prod(row[0][0] for row in options), start)]
    known = {start}
    for _ in range(MOST_READINGS):
        if not waiting:
            break
        weight, places = heappop(waiting)
        rest += weight
        faces = tuple(row[place][1] for row, place in zip(options, places, strict=True))
        if all(left[face] >= count for face, count in Counter(faces).items()):
            weakest = min((likelihood(*pair) for pair in zip(tiles, faces, strict=True)), default=1.0)
            tried.append(Candidate(faces, -weight, weakest))
        for at, place in enumerate(places):
            further = (*places[:at], place + 1, *places[at + 1 :])
            if place + 1 < len(options[at]) and further not in known:
                known.add(further)
                heappush(waiting, (weight / options[at][place][0] * options[at][place + 1][0], further))
    return Readings(tried, max(0.0, rest) if waiting else 0.0)


def _options(seen: SeenTile, left: Counter[Tile], doubted: bool) -> list[tuple[float, Tile]]:
    """The faces a tile may have with their shares, best first."""
    if seen.tile is not None and seen.confidence >= CLEAR:
        named = [(seen.confidence, seen.tile)]
        named += [(chance, face) for face, chance in seen.options if doubted and face != seen.tile and chance > 0]
    else:
        named = [(likelihood(seen, face), face) for face in FACES if left[face] > 0 and likelihood(seen, face) > 0]
    total = sum(chance for chance, _ in named)
    return sorted(((chance / total, face) for chance, face in named), key=lambda item: -item[0])


def crowded(table: TableSnapshot, ruleset: Ruleset) -> Tile | None:
    """A face that lies open more often than there are tiles of it: at least one of them is misread."""
    rows = (*table.rivers, *table.melds, *(hand.open for hand in table.hands), table.dora, table.ura)
    seen = Counter(tile.tile for row in rows for tile in row if tile.tile is not None and is_sure(tile))
    left = left_over(seen, ruleset)
    return min((face for face in seen if left[face] < 0), key=lambda face: left[face], default=None)
