"""What a settled game says of a recorded picture: which tile truly lay where, by the rows that stand at the end.

A tile is confirmed when its zone was seen at rest and lies there just as the game has it. Its face is the game's, not
the reader's: what was read wrong and put right by a person is told as it was put right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import groupby

from tablectl.controller import PEOPLE
from tablectl.laid import lay_meld
from tablectl.look import look
from tablectl.rules.event import Called, Discarded, DoraTurned, Drew, Event, HandStarted, Won
from tablectl.rules.game import Game, new_game, play
from tablectl.rules.illegal import IllegalEvent
from tablectl.rules.meld import Meld, MeldKind
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.seat import SEATS, Seat
from tablectl.rules.tile import Tile
from tablectl.store import Row
from tablectl.table import Area, SeenTile
from vision.classes import BACK
from vision.recording import INDICATORS, URA, LaidTile, Recording, Sight, zone_name, zone_of


class Confirmed(Enum):
    """How it is known what a tile is."""

    READING = "reading"
    """It was read so, and the game that went on from it was settled."""
    LEGALITY = "legality"
    """It was read unsurely; the rules left this face."""
    PERSON = "person"
    """A person said so, or corrected it."""


@dataclass(frozen=True, slots=True)
class Label:
    """A tile of a recorded picture and what it is. `name`: one of `vision.classes.CLASSES`; `hand`: counted from 1;
    `tile`: the same for the same tile lying in the same zone, however often it was seen."""

    sight: Sight
    zone: str
    laid: LaidTile
    name: str
    confirmed: Confirmed
    hand: int
    tile: tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Place:
    """A tile as the game has it, the row that brought it and its number among those the row brought."""

    seen: SeenTile
    row: Row
    number: int


@dataclass(frozen=True, slots=True)
class _State:
    """The table after a row: tiles in order, and tiles in any order (hands laid open)."""

    hand: int
    rows: Mapping[str, tuple[_Place, ...]]
    hands: Mapping[str, tuple[Row, tuple[Tile, ...]]]


def labels(recording: Recording) -> Iterator[Label]:
    """Every confirmed tile, each time it was seen; sights in order, zones by name, tiles as they lie."""
    states = {number: _states(rows, recording.ruleset) for number, rows in recording.games.items()}
    for sight in recording.sights:
        state = _state_at(states.get(sight.game, ()), sight.row)
        if state is None:
            continue
        for zone in sorted(sight.laid):
            if _at_rest(zone, sight):
                yield from _confirmed(zone, sight, state)


def _at_rest(zone: str, sight: Sight) -> bool:
    if zone in (INDICATORS, URA):
        return not any((seat, Area.WALL) in sight.stale for seat in SEATS)
    return zone_of(zone) not in sight.stale


def _confirmed(zone: str, sight: Sight, state: _State) -> Iterator[Label]:
    tiles = sight.laid[zone]
    if zone in state.hands:
        row, truly = state.hands[zone]
        # Which of the tiles lies where only the reading tells, so it must have them all.
        if Counter(laid.seen.tile for laid in tiles) == Counter(truly):
            by = Confirmed.PERSON if row.source in PEOPLE else Confirmed.READING
            for number, laid in enumerate(tiles):
                yield Label(sight, zone, laid, str(laid.seen.tile), by, state.hand, (row.seq, number))
        return
    places = state.rows.get(zone, ())
    if len(places) != len(tiles) or not all(map(_lies_as, tiles, places)):
        return
    if zone.endswith(Area.MELDS.value):
        places = _as_they_lie(tiles, places)
    found = [(laid, place, _how(laid, place)) for laid, place in zip(tiles, places, strict=True)]
    if any(how is None for _, _, how in found):
        return  # the reading and the game disagree and nobody said who is right
    for laid, place, how in found:
        name = BACK if place.seen.tile is None else str(place.seen.tile)
        assert how is not None
        yield Label(sight, zone, laid, name, how, state.hand, (place.row.seq, place.number))


def _as_they_lie(tiles: Sequence[LaidTile], places: Sequence[_Place]) -> tuple[_Place, ...]:
    """A meld's tiles in the order they were laid in, which the game does not know."""
    out: list[_Place] = []
    for _, group in groupby(places, lambda place: place.row.seq):
        meld = tuple(group)
        read = [laid.seen.tile for laid in tiles[len(out) : len(out) + len(meld)]]
        truly = [place.seen.tile for place in meld]
        if read != truly and Counter(read) == Counter(truly):
            meld = tuple(
                replace(place, seen=replace(place.seen, tile=tile)) for place, tile in zip(meld, read, strict=True)
            )
        out += meld
    return tuple(out)


def _lies_as(laid: LaidTile, place: _Place) -> bool:
    seen, truly = laid.seen, place.seen
    return (seen.sideways, seen.face_down, seen.added) == (truly.sideways, truly.face_down, truly.added)


def _how(laid: LaidTile, place: _Place) -> Confirmed | None:
    """How the face is known; None where a sure reading is another than the game's."""
    if place.row.source in PEOPLE:
        return Confirmed.PERSON
    if laid.seen.tile == place.seen.tile:
        return Confirmed.READING
    return Confirmed.LEGALITY if laid.seen.tile is None else None


def _state_at(states: Sequence[tuple[int, _State | None]], row: int) -> _State | None:
    """The table by the rows that stand, up to the last of them that was on record with a certain row."""
    return next((state for seq, state in reversed(states) if seq <= row), None)


def _states(rows: Sequence[Row], ruleset: Ruleset) -> tuple[tuple[int, _State | None], ...]:
    """The table after every row of a game; None in hands that were not settled or in which a row does not fit."""
    game, hand = new_game(ruleset), 0
    out: list[tuple[int, int, _State | None]] = []
    misfits: set[int] = set()
    settled: set[int] = set()
    told = _Told()
    for row in rows:
        assert row.event is not None
        hand += isinstance(row.event, HandStarted)
        try:
            game = play(game, row.event)
        except IllegalEvent:
            misfits.add(hand)
            continue
        told.take(row, row.event)
        if game.round is not None and game.round.settlements:
            settled.add(hand)
        out.append((row.seq, hand, told.state(game, hand)))
    good = settled - misfits
    return tuple((seq, state if number in good else None) for seq, number, state in out)


class _Told:
    """Which row brought which tile to where it lies."""

    def __init__(self) -> None:
        self._clear()

    def _clear(self) -> None:
        self._rivers: dict[Seat, list[Row]] = {seat: [] for seat in SEATS}
        self._melds: dict[tuple[Seat, Meld], Row] = {}
        self._dora: list[Row] = []
        self._open: dict[Seat, tuple[Row, tuple[Tile, ...]]] = {}
        self._ura: tuple[Row, tuple[Tile, ...]] | None = None

    def take(self, row: Row, event: Event) -> None:
        """A row that the rules allow."""
        match event:
            case HandStarted():
                self._clear()
                self._dora.append(row)
            case DoraTurned():
                self._dora.append(row)
            case Discarded(seat):
                self._rivers[seat].append(row)
            case Called(seat, meld):
                if meld.source is not None and meld.kind is not MeldKind.KAKAN:
                    self._rivers[meld.source].pop()
                self._melds[seat, meld] = row
            case Won(seat, source, tile, hand, ura):
                self._open[seat] = row, (*hand, tile) if seat is source else hand
                self._ura = (row, ura) if ura else self._ura
            case Drew(_, hands):
                self._open |= {seat: (row, shown) for seat in SEATS if (shown := hands[seat]) is not None}

    def state(self, game: Game, hand: int) -> _State | None:
        """What lies where after it; None between hands."""
        if game.round is None or game.round.ended:
            return None
        table = look(game)
        rows = {INDICATORS: _each(table.dora, self._dora)}
        for seat in SEATS:
            rows[zone_name((seat, Area.RIVER))] = _each(table.rivers[seat], self._rivers[seat])
            rows[zone_name((seat, Area.MELDS))] = tuple(
                _Place(seen, self._melds[seat, meld], number)
                for meld in game.round.hands[seat].melds
                for number, seen in enumerate(lay_meld(meld, seat))
            )
        if self._ura is not None:
            row, tiles = self._ura
            rows[URA] = tuple(_Place(SeenTile(tile), row, number) for number, tile in enumerate(tiles))
        hands = {zone_name((seat, Area.HAND)): laid for seat, laid in self._open.items()}
        return _State(hand, rows, hands)


def _each(tiles: Sequence[SeenTile], rows: Sequence[Row]) -> tuple[_Place, ...]:
    """Tiles that a row each brought."""
    return tuple(_Place(seen, row, 0) for seen, row in zip(tiles, rows, strict=True))
