"""How well a table was read while a game was played: tiles, whole states and delays against the truth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import dist
from typing import Any, Protocol

import numpy as np

from hardware.simulated import FRAME_TIME, Shot
from tablectl.controller import Controller
from tablectl.look import look
from tablectl.rules.event import HandStarted
from tablectl.rules.game import Game
from tablectl.rules.seat import SEATS, BySeat
from tablectl.rules.wall import STACKS_A_WALL
from tablectl.simulate.compare import visible
from tablectl.simulate.keeper import hand_start
from tablectl.table import SeenTile, TableSnapshot
from vision.classes import BACK
from vision.layout import Layout, Point
from vision.observe import SAME_PLACE
from vision.render.look import Look
from vision.render.place import Piece, Shape, pieces

State = tuple[object, ...]


@dataclass(slots=True)
class Counts:
    """Sums over games.

    `tiles`: laid face up and then at rest with nothing over them, each counted once; `found`: seen within half a tile's
    width of where they lie; among these `kind` right (the likeliest face), `sure` of it (the face was named), `wrong`
    (named, but another), and `axis` (sideways or upright) right. `false`: tiles seen where none lies. `states`: tables
    at rest after something happened; `seen` exactly by the eyes alone, `kept` exactly in the record. `delays`: frames
    from the first at rest to the record, how often each. `missed`: events that never came to the record as they were.
    """

    tiles: int = 0
    found: int = 0
    kind: int = 0
    sure: int = 0
    wrong: int = 0
    axis: int = 0
    false: int = 0
    states: int = 0
    seen: int = 0
    kept: int = 0
    missed: int = 0
    delays: Counter[int] = field(default_factory=Counter)

    def add(self, other: Counts) -> None:
        """Add another game's counts."""
        for name in NUMBERS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.delays += other.delays

    def delay(self, share: float) -> int:
        """So many frames or fewer pass for this share of the events; 0 without events."""
        total = sum(self.delays.values())
        if not total:
            return 0
        each = np.repeat(sorted(self.delays), [self.delays[frames] for frames in sorted(self.delays)])
        return int(np.quantile(each, share, method="inverted_cdf"))

    def to_json(self) -> dict[str, Any]:
        """The counts; delays as pairs of frames and how often."""
        return {name: getattr(self, name) for name in NUMBERS} | {"delays": sorted(self.delays.items())}

    @classmethod
    def of_json(cls, data: dict[str, Any]) -> Counts:
        """The counts that `to_json` wrote."""
        return cls(**{name: data[name] for name in NUMBERS}, delays=Counter(dict(map(tuple, data["delays"]))))

    def lines(self) -> Iterator[str]:
        """For people."""
        yield f"tiles found       {_share(self.found, self.tiles)}, {self.false} false"
        yield f"kind              {_share(self.kind, self.found)}; named {_share(self.sure, self.found)}"
        yield f"wrong when named  {_share(self.wrong, self.sure)}"
        yield f"sideways/upright  {_share(self.axis, self.found)}"
        yield f"state seen        {_share(self.seen, self.states)} exactly, by the eyes alone"
        yield f"state in record   {_share(self.kept, self.states)} exactly"
        yield f"delay             median {self.delay(0.5)}, 95 % within {self.delay(0.95)} frames; {self.missed} never"


NUMBERS = ("tiles", "found", "kind", "sure", "wrong", "axis", "false", "states", "seen", "kept", "missed")


def _share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({100 * part / whole:.2f} %)" if whole else "none"


class Seen(Protocol):
    """A drawn table that somebody looks at, such as `hardware.line.Line`; `seen`: what the eyes believe."""

    controller: Controller
    seen: TableSnapshot
    layout: Layout
    look: Look


class Judge:
    """Follows a table shot by shot and counts; give `watch` to `hardware.line.run_headless`, then read `counts`."""

    def __init__(self, line: Seen) -> None:
        self._line = line
        self._counts = Counts()
        self._lying: frozenset[Piece] = frozenset()
        """Tiles that lay face up when the table last was at rest."""
        self._false: tuple[Point, ...] = ()
        self._due: list[tuple[str, int, float]] = []
        """Events not yet on record: what, the how manieth of their kind in this hand, when they came to rest."""
        self._played: Counter[str] = Counter()
        """Events played in this hand."""
        self._happened = False
        """Something did since the table last was at rest."""

    @property
    def counts(self) -> Counts:
        """What was counted; events still due count as missed."""
        total = Counts(missed=len(self._due))
        total.add(self._counts)
        return total

    def watch(self, shot: Shot) -> None:
        """Look at what the line made of a shot."""
        self._delays(shot)
        self._happened |= bool(shot.events)
        if shot.settled:
            self._tiles(shot.table)
            if self._happened:
                self._state(shot.table)
            self._happened = False

    def _delays(self, shot: Shot) -> None:
        for event in shot.events:
            if isinstance(event, HandStarted):
                self._counts.missed += len(self._due)
                self._due, self._played = [], Counter()
            text = visible(event)
            if text is not None:
                self._played[text] += 1
                self._due.append((text, self._played[text], shot.frame.time))
        if not self._due:
            return
        events = self._line.controller.events
        recorded = Counter(filter(None, map(visible, events[hand_start(events) :])))
        for text, number, since in self._due:
            if recorded[text] >= number:
                self._counts.delays[round((shot.frame.time - since) / FRAME_TIME)] += 1
        self._due = [item for item in self._due if recorded[item[0]] < item[1]]

    def _tiles(self, truth: TableSnapshot) -> None:
        counts = self._counts
        lying = face_up(truth, self._line.layout, self._line.look)
        matched, false = match(self._line.seen, lying)
        counts.false += sum(all(dist(point, old) >= SAME_PLACE for old in self._false) for point in false)
        self._false = false
        for piece in lying:
            if piece in self._lying:
                continue
            counts.tiles += 1
            if piece in matched:
                tile, axis = matched[piece]
                counts.found += 1
                counts.axis += axis
                counts.kind += bool(tile.options) and str(tile.options[0][0]) == piece.face
                counts.sure += tile.tile is not None
                counts.wrong += tile.tile is not None and str(tile.tile) != piece.face
        self._lying = frozenset(lying)

    def _state(self, truth: TableSnapshot) -> None:
        state = as_lying(truth)
        self._counts.states += 1
        self._counts.seen += as_lying(self._line.seen) == state
        self._counts.kept += as_lying(_kept(self._line.controller.game, truth)) == state


def face_up(table: TableSnapshot, layout: Layout, drawn: Look) -> list[Piece]:
    """The tiles of a true table that lie face up."""
    return [piece for piece in pieces(table, layout, drawn) if piece.shape is Shape.TILE and piece.face != BACK]


def match(seen: TableSnapshot, lying: Sequence[Piece]) -> tuple[dict[Piece, tuple[SeenTile, bool]], tuple[Point, ...]]:
    """Which tiles lying face up were seen, each with whether its axis is right; and where one was seen but none lies.

    A tile is seen where one is believed within half its width.
    """
    matched: dict[Piece, tuple[SeenTile, bool]] = {}
    false: list[Point] = []
    for at, tile, across in _seen_tiles(seen):
        nearest = min(lying, key=lambda piece: dist((piece.x, piece.y), at), default=None)
        if nearest is not None and nearest not in matched and dist((nearest.x, nearest.y), at) < SAME_PLACE:
            matched[nearest] = tile, across == (round(nearest.angle / 90) % 2 == 1)
        else:
            false.append(at)
    return matched, tuple(false)


def as_lying(table: TableSnapshot) -> State:
    """What counts as the state of a table: rivers and melds in order, sticks, dora indicators.

    Which of a closed kan's two open tiles is the red five's place means nothing, and no record has it.
    """
    rivers, melds = (
        [[(not t.face_down and t.tile, t.sideways, t.face_down, t.added) for t in row] for row in rows]
        for rows in (table.rivers, table.melds)
    )
    for row in melds:
        for place in range(len(row) - 3):
            if [tile[2] for tile in row[place : place + 4]] == [True, False, False, True]:
                row[place + 1 : place + 3] = sorted(row[place + 1 : place + 3], key=str)
    return (
        tuple(map(tuple, (*rivers, *melds))),
        tuple(table.sticks),
        tuple(tile.tile for tile in table.dora),
    )


def _kept(game: Game, truth: TableSnapshot) -> TableSnapshot:
    """The table as the record has it: bare between hands. The stick of a riichi that may yet be ronned lies or not."""
    current = game.round
    if current is None or current.ended:
        return TableSnapshot()
    table = look(game)
    pending = [truth.sticks[seat] and current.riichi[seat].is_pending for seat in SEATS]
    return replace(
        table, sticks=BySeat.of(lies or pending[seat] for seat, lies in zip(SEATS, table.sticks, strict=True))
    )


def _seen_tiles(table: TableSnapshot) -> Iterator[tuple[Point, SeenTile, bool]]:
    """Every tile seen face up: its place, and whether its long side lies across the table frame."""
    for seat in SEATS:
        for tile in (*table.rivers[seat], *table.melds[seat], *table.hands[seat].open):
            if tile.at is not None and not tile.face_down:
                yield tile.at, tile, tile.sideways != (seat % 2 == 1)
    for tile in (*table.dora, *table.ura):
        if tile.at is not None and tile.stack is not None:
            # Stacks are numbered along seat 0's wall, then seat 3's, 2's and 1's.
            yield tile.at, tile, tile.stack // STACKS_A_WALL % 2 == 1
