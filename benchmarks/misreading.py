"""How tile sets are misread, as measured, and true tables misread in the same way."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from tablectl.config import ConfidenceSettings
from tablectl.faces import CLEAR
from tablectl.rules.seat import SEATS, BySeat
from tablectl.rules.tile import TILES, Tile
from tablectl.table import SeenTile, TableSnapshot

COUNTS = ("tiles", "missed", "axis", "false")
LIMIT = ConfidenceSettings().face
Options = tuple[tuple[Tile, float], ...]
"""Faces a tile may have with their probabilities, best first."""


@dataclass(slots=True)
class Misreadings:
    """What was read of one tile set.

    `plain`: how often each face was read right with a confidence of `CLEAR` and more; `doubts`: every other reading of
    it. `tiles` laid, of which so many were `missed` and so many found with the wrong `axis`, and so many `false` ones
    beside them; all 0 where only faces were measured.
    """

    plain: dict[str, int] = field(default_factory=dict)
    doubts: dict[str, list[Options]] = field(default_factory=dict)
    tiles: int = 0
    missed: int = 0
    axis: int = 0
    false: int = 0

    def add(self, face: str, options: Options) -> None:
        """Count one reading of a face."""
        best, confidence = options[0]
        if str(best) == face and confidence >= CLEAR:
            self.plain[face] = self.plain.get(face, 0) + 1
        else:
            self.doubts.setdefault(face, []).append(options)

    def doubt(self, face: str) -> float:
        """Share of readings of a face that are not plain; 0 for a face that was not measured."""
        doubts = len(self.doubts.get(face, ()))
        return doubts / max(1, doubts + self.plain.get(face, 0))

    def to_json(self) -> dict[str, Any]:
        """As `load` reads it."""
        doubts = {
            face: [[[str(tile), round(chance, 3)] for tile, chance in options] for options in readings]
            for face, readings in sorted(self.doubts.items())
        }
        counts = {name: getattr(self, name) for name in COUNTS}
        return {"plain": dict(sorted(self.plain.items())), "doubts": doubts, **counts}

    def __str__(self) -> str:
        readings = [(face, options[0]) for face, every in self.doubts.items() for options in every]
        wrong = [confidence for face, (best, confidence) in readings if str(best) != face]
        sure = sum(confidence >= LIMIT for confidence in wrong)
        text = (
            f"{len(readings) + sum(self.plain.values())} faces read, {len(readings)} of them not plainly right, "
            f"{len(wrong)} wrong, {sure} wrong with confidence"
        )
        if self.tiles:
            text += f"; {self.missed} of {self.tiles} missed, {self.axis} axes wrong, {self.false} false"
        return text


def load(path: Path) -> dict[str, Misreadings]:
    """Measured misreadings by the name of the tile set, from a file that `benchmarks.confusion` wrote."""
    out: dict[str, Misreadings] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        data = json.loads(line)
        doubts = {
            face: [tuple((Tile.parse(tile), chance) for tile, chance in options) for options in readings]
            for face, readings in data["doubts"].items()
        }
        out[data["set"]] = Misreadings(data["plain"], doubts, *(data[name] for name in COUNTS))
    return out


@dataclass(frozen=True, slots=True)
class Slips:
    """Chances, a tile laid, that it is not found, that its axis is wrong, that one more is seen."""

    missed: float
    axis: float
    false: float

    @classmethod
    def of(cls, sets: Iterable[Misreadings]) -> Slips:
        """Of all sets together, for they hardly depend on faces; what was never met may still come as the next."""
        measured = list(sets)
        tiles = sum(found.tiles for found in measured)
        return cls(*((sum(getattr(found, name) for found in measured) + 1) / (tiles + 1) for name in COUNTS[1:]))


class Misreader:
    """Misreads one game's tables. Each tile is read once, as it is laid; misses, false tiles and wrong axes last until
    its row changes again.

    `times`: how many times more often than measured.
    """

    def __init__(self, measured: Misreadings, slips: Slips, times: float, seed: int) -> None:
        self._measured, self._slips, self._times = measured, slips, times
        self._rng = random.Random(seed)
        self._read: dict[tuple[str, int, Tile], SeenTile] = {}
        self._rows: dict[str, tuple[tuple[SeenTile, ...], tuple[SeenTile, ...]]] = {}
        """Each row as it truly lies and as it is seen."""

    def new_hand(self) -> None:
        """All tiles are pushed together and laid anew."""
        self._read.clear()
        self._rows.clear()

    def look(self, table: TableSnapshot) -> TableSnapshot:
        """What is seen of a true table."""

        def rows(name: str, true: BySeat[tuple[SeenTile, ...]]) -> BySeat[tuple[SeenTile, ...]]:
            return BySeat.of(self._row(f"{name} {seat}", true[seat], loose=True) for seat in SEATS)

        hands = [
            replace(hand, open=self._row(f"hand {seat}", hand.open))
            for seat, hand in zip(SEATS, table.hands, strict=True)
        ]
        return replace(
            table,
            rivers=rows("river", table.rivers),
            melds=rows("melds", table.melds),
            hands=BySeat.of(hands),
            dora=self._row("dora", table.dora),
            ura=self._row("ura", table.ura),
        )

    def _row(self, name: str, true: tuple[SeenTile, ...], loose: bool = False) -> tuple[SeenTile, ...]:
        """A row as it is seen; of a `loose` one that has grown the last tile may be missed, turned or doubled."""
        known = self._rows.get(name)
        if known is not None and known[0] == true:
            return known[1]
        seen = tuple(self._tile(name, place, tile) for place, tile in enumerate(true))
        if loose and len(true) > len(known[0] if known else ()):
            seen = self._slipped(seen)
        self._rows[name] = true, seen
        return seen

    def _slipped(self, row: tuple[SeenTile, ...]) -> tuple[SeenTile, ...]:
        *others, last = row
        if self._chance(self._slips.missed):
            return tuple(others)
        if self._chance(self._slips.axis):
            last = replace(last, sideways=not last.sideways)
        if self._chance(self._slips.false):
            return (*others, last, self._as_read(SeenTile(None), self._any_doubt()))
        return (*others, last)

    def _chance(self, rate: float) -> bool:
        return self._rng.random() < rate * self._times

    def _tile(self, row: str, place: int, true: SeenTile) -> SeenTile:
        if true.tile is None or true.face_down:
            return true
        key = row, place, true.tile
        if key not in self._read:
            face = str(true.tile)
            if self._chance(self._measured.doubt(face)):
                self._read[key] = self._as_read(true, self._rng.choice(self._measured.doubts[face]))
            else:
                self._read[key] = self._as_read(true, ((true.tile, 0.99),))
        read = self._read[key]
        return replace(true, tile=read.tile, confidence=read.confidence, options=read.options)

    def _as_read(self, true: SeenTile, options: Options) -> SeenTile:
        best, confidence = options[0]
        named = best if confidence >= LIMIT else None
        return replace(true, tile=named, confidence=confidence, options=options)

    def _any_doubt(self) -> Options:
        every = [options for readings in self._measured.doubts.values() for options in readings]
        return self._rng.choice(every) if every else ((self._rng.choice(TILES), 0.5),)
