"""What a settled game says of a recorded picture: which tile truly lay where, by the rows that stand at the end.

A picture is confirmed when every zone that was seen at rest lies there just as it did at some time of that hand: so
many tiles, the same ones sideways and face down. The faces are the game's, not the reader's: what was read wrong and
put right by a person, even as a whole hand told anew, is given as it was put right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import groupby

from tablectl.controller import PEOPLE
from tablectl.laid import lay_meld
from tablectl.look import lying
from tablectl.rules.event import Called, Discarded, DoraTurned, Drew, Event, HandStarted, Won
from tablectl.rules.game import new_game, play
from tablectl.rules.illegal import IllegalEvent
from tablectl.rules.meld import Meld, MeldKind
from tablectl.rules.round import Round
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.seat import SEATS, Seat
from tablectl.rules.tile import Tile
from tablectl.store import Row
from tablectl.table import Area, SeenTile
from vision.classes import BACK
from vision.recording import INDICATORS, URA, LaidTile, Recording, Sight, zone_name, zone_of

LEAST_ALIKE = 0.75
"""Share of the faces read surely that the game must have so: with fewer the picture may show another hand."""


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
    """A tile of a recorded picture and what it is. `name`: one of `vision.classes.CLASSES`; `tile`: the same for the
    same tile lying in the same zone, however often it was seen."""

    sight: Sight
    zone: str
    laid: LaidTile
    name: str
    confirmed: Confirmed
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

    rows: Mapping[str, tuple[_Place, ...]]
    hands: Mapping[str, tuple[Row, tuple[Tile, ...]]]

    def fits(self, zone: str, tiles: Sequence[LaidTile]) -> bool:
        """Whether a zone lies so, whatever its faces. Of a hand or ura that are not seen yet nothing is said."""
        if zone in self.hands:
            return len(tiles) in (0, len(self.hands[zone][1]))
        places = self.rows.get(zone, ())
        if zone == URA and not tiles:
            return True
        return len(places) == len(tiles) and all(map(_lies_as, tiles, places))


def labels(recording: Recording) -> Iterator[Label]:
    """Every confirmed tile, each time it was seen; sights in order, zones by name, tiles as they lie."""
    hands = {number: _hands(rows, recording.ruleset) for number, rows in recording.games.items()}
    for sight in recording.sights:
        zones = [zone for zone in sorted(sight.laid) if _at_rest(zone, sight)]
        states = hands.get(sight.game, {}).get(sight.hand, ())
        fitting = (state for state in reversed(states) if all(state.fits(zone, sight.laid[zone]) for zone in zones))
        state = next(fitting, None)
        if state is None:
            continue
        found = [label for zone in zones for label in _confirmed(zone, sight, state)]
        sure = [label for label in found if label.laid.seen.tile is not None]
        if sum(str(label.laid.seen.tile) == label.name for label in sure) >= LEAST_ALIKE * len(sure):
            yield from found


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
                yield Label(sight, zone, laid, str(laid.seen.tile), by, (row.seq, number))
        return
    places = state.rows.get(zone, ())[: len(tiles)]
    if zone.endswith(Area.MELDS.value):
        places = _as_they_lie(tiles, places)
    found = [(laid, place, _how(laid, place)) for laid, place in zip(tiles, places, strict=True)]
    if any(how is None for _, _, how in found):
        return  # the reading and the game disagree and nobody said who is right
    for laid, place, how in found:
        name = BACK if place.seen.tile is None else str(place.seen.tile)
        assert how is not None
        yield Label(sight, zone, laid, name, how, (place.row.seq, place.number))


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


def _hands(rows: Sequence[Row], ruleset: Ruleset) -> Mapping[int, Sequence[_State]]:
    """The table after every row of each hand (counted from 1) that was settled and whose rows all fit the rules."""
    game, hand = new_game(ruleset), 0
    out: dict[int, list[_State]] = {}
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
        if game.round is not None and not game.round.ended:
            out.setdefault(hand, []).append(told.state(game.round))
    return {number: states for number, states in out.items() if number in settled - misfits}


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

    def state(self, current: Round) -> _State:
        """What lies where after it."""
        rows = {INDICATORS: _each([SeenTile(tile) for tile in current.indicators], self._dora)}
        for seat in SEATS:
            rows[zone_name((seat, Area.RIVER))] = _each(lying(current, seat), self._rivers[seat])
            rows[zone_name((seat, Area.MELDS))] = tuple(
                _Place(seen, self._melds[seat, meld], number)
                for meld in current.hands[seat].melds
                for number, seen in enumerate(lay_meld(meld, seat))
            )
        if self._ura is not None:
            row, tiles = self._ura
            rows[URA] = tuple(_Place(SeenTile(tile), row, number) for number, tile in enumerate(tiles))
        hands = {zone_name((seat, Area.HAND)): laid for seat, laid in self._open.items()}
        return _State(rows, hands)


def _each(tiles: Sequence[SeenTile], rows: Sequence[Row]) -> tuple[_Place, ...]:
    """Tiles that a row each brought."""
    return tuple(_Place(seen, row, 0) for seen, row in zip(tiles, rows, strict=True))
