"""The eyes of the table: frames go in, a `TableSnapshot` comes out whenever something new lies at rest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from tablectl.config import ConfidenceSettings
from tablectl.rules.seat import SEATS, BySeat, Seat
from tablectl.rules.wall import ring
from tablectl.table import EMPTY_HAND, Area, SeenHand, SeenTile, TableSnapshot, Zone
from vision.calibrate import Calibration, CalibrationError, calibrate, drift, from_corners
from vision.classes import FACES
from vision.classify import Classifier
from vision.enrol import EnrolError, TileSet
from vision.find import Finder
from vision.frame import Frame, Image
from vision.layout import DEFAULT_LAYOUT, Layout, Point
from vision.markers import find_markers
from vision.observe import Observer, TileObservation, outline, place_of
from vision.read import ReadTile
from vision.rectify import Region, SeatView
from vision.stabilize import Watch
from vision.stick import SCALE, STICK_TOP, stick_lies
from vision.window import Windows
from vision.zones import (
    NEXT_MELD,
    Arranged,
    added_tiles,
    apart_tiles,
    arrange_hand,
    arrange_melds,
    arrange_river,
    count_melds,
    on_table,
    read_region,
    stack_of,
    turning_order,
)

CHECK_EVERY = 5.0
"""Seconds between looks at the markers."""
TRY_EVERY = 0.5
"""Seconds between trials to find them."""
MOST_DRIFT = 2.5
"""Pixels the markers may move before the camera is placed anew: a tenth of a tile."""
MANY = 6
"""When so many zones change at once, the camera may have been pushed: the markers are looked at first."""
PATIENCE = 6
"""A river or melds that do not fit the rules are believed when they come out the same so many times in a row."""
FACE_UP = 0.8
"""Least probability that a wall tile shows its face to be an indicator."""
_AREAS = (Area.RIVER, Area.STICK, Area.MELDS, Area.HAND, Area.WALL)
"""In this order: how many tiles a hand has depends on the melds."""
_DEFAULTS = ConfidenceSettings()


@dataclass(slots=True)
class _Belief:
    """What is believed of one zone. `tiles`: as last read, in no order for a wall."""

    tiles: tuple[TileObservation, ...] = ()
    row: tuple[SeenTile, ...] = ()
    """A river or melds in order."""
    hand: SeenHand = EMPTY_HAND
    dora: dict[int, SeenTile] = field(default_factory=dict)
    """Indicators by ring number."""
    ura: dict[int, SeenTile] = field(default_factory=dict)
    stick: bool = False
    due: bool = True
    """It has to be read or compared when it is at rest."""
    doubtful: tuple[str, ...] = ()
    doubts: int = 0
    """The last reading that did not fit, and how many times it came."""


ENROLMENT: tuple[tuple[str, ...], ...] = (
    (*FACES[:9], FACES[34]),
    (*FACES[9:18], FACES[35]),
    (*FACES[18:27], FACES[36]),
    FACES[27:34],
)
"""How the faces of a set are laid out to be learnt, a river a seat: characters, dots and bamboos, each with its red
five last, then winds and dragons."""


class Eyes:
    """Reads one table. `still_frames`: frames a zone must lie still before it is believed.

    `focal`: the lens's focal length in pixels where it is known. `corners`: the field's corners in pixels as marked by
    a person, for a table without markers; see `vision.calibrate.from_corners`.
    """

    def __init__(
        self,
        layout: Layout = DEFAULT_LAYOUT,
        finder: Finder | None = None,
        classifier: Classifier | None = None,
        confidence: ConfidenceSettings = _DEFAULTS,
        *,
        still_frames: int = 2,
        focal: float | None = None,
        corners: Sequence[Point] | None = None,
    ) -> None:
        self._layout = layout
        self._limit = confidence.face
        self._classifier = classifier or Classifier()
        self._observer = Observer(finder or Finder(), self._classifier, layout, confidence.face, confidence.tile)
        self._still_frames, self._focal, self._corners = still_frames, focal, corners
        self._beliefs: dict[Zone, _Belief] = {(seat, area): _Belief() for seat in SEATS for area in _AREAS}
        self._calibration: Calibration | None = None
        self._views: BySeat[SeatView] | None = None
        self._watch: Watch | None = None
        self._checked = float("-inf")
        self._sent: TableSnapshot | None = None
        self.status = "looking for the table's markers"
        """In plain words: whether the table is seen, and if not, what to do."""

    @property
    def calibration(self) -> Calibration | None:
        """Where the camera is; None while that is not known."""
        return self._calibration

    def feed(self, frame: Frame) -> TableSnapshot | None:
        """Look at the next frame. The table when something new lies at rest or became visible again, else None."""
        if not self._find_table(frame):
            return None
        assert self._watch is not None
        self._watch.look(frame.image, frame.time)
        resting = [zone for zone in self._beliefs if self._rests(zone)]
        new = [zone for zone in resting if self._watch.is_new(zone, self._region(zone))]
        if len(new) >= MANY and self._sent is not None and self._moved(frame):
            return None
        windows = Windows(frame.image)
        for zone in resting:
            if zone in new or (self._beliefs[zone].due and not self._unchanged(zone, windows)):
                self._read(zone, frame, windows)
        stale = frozenset(zone for zone, belief in self._beliefs.items() if zone not in resting or belief.due)
        return self._send(frame, stale)

    def lose(self, status: str) -> TableSnapshot | None:
        """Nothing is seen any more, for the reason in `status`: what was believed, all of it stale; None before that.

        The next frame is looked at as the first one.
        """
        self.status = status
        self._calibration, self._checked = None, float("-inf")
        if self._sent is not None:
            self._sent = replace(self._sent, number=self._sent.number + 1, stale=frozenset(self._beliefs))
        return self._sent

    def enrol(self, frame: Frame) -> TileSet:
        """Learn the tile set from a frame at rest in which `ENROLMENT` lies in the four rivers, and use it from now on.

        The frames before it must have been fed. Raises `EnrolError` when the rivers do not hold these tiles.
        """
        if self._views is None:
            raise EnrolError(self.status)
        windows: dict[str, Image] = {}
        cutter = Windows(frame.image)
        for seat, names in zip(SEATS, ENROLMENT, strict=True):
            tiles = self._beliefs[seat, Area.RIVER].tiles
            if len(tiles) != len(names):
                raise EnrolError(
                    f"{len(tiles)} tiles seen before seat {seat}, expected {len(names)}: {' '.join(names)}"
                )
            cut = cutter.cut(place_of(self._views[seat], tile) for tile in tiles)
            windows |= dict(zip(names, cut, strict=True))
        tile_set = TileSet.learn(self._classifier, windows)
        self._classifier.tile_set = tile_set
        # Everything is seen anew with what was learnt.
        self._beliefs = {zone: _Belief() for zone in self._beliefs}
        self._calibration, self._checked, self._sent = None, float("-inf"), None
        return tile_set

    def overlay(self) -> tuple[ReadTile, ...]:
        """Every tile believed, in pixels of the frame, for `vision.draw`."""
        if self._views is None:
            return ()
        return tuple(
            outline(self._views[seat], tile) for (seat, _), belief in self._beliefs.items() for tile in belief.tiles
        )

    def _find_table(self, frame: Frame) -> bool:
        """Whether the camera's place is known; looks for the markers when it is time to."""
        size = (frame.image.shape[1], frame.image.shape[0])
        if self._calibration is not None and self._calibration.size != size:
            self._calibration = None
            self._checked = float("-inf")
        if self._calibration is None:
            return frame.time - self._checked >= TRY_EVERY and self._calibrate(frame)
        if frame.time - self._checked >= CHECK_EVERY:
            self._moved(frame)
        return self._calibration is not None

    def _calibrate(self, frame: Frame) -> bool:
        self._checked = frame.time
        image, layout = frame.image, self._layout
        try:
            if self._corners is not None:
                size = (image.shape[1], image.shape[0])
                calibration = from_corners(self._corners, size, layout, self._focal)
            else:
                calibration = calibrate(image, layout, self._focal)
        except CalibrationError as error:
            self._calibration, self.status = None, str(error)
            return False
        self._calibration = calibration
        self._views = BySeat.of(SeatView(calibration, layout, seat) for seat in SEATS)
        zones = [on_table(layout, seat, read_region(layout, area)) for seat, area in self._beliefs]
        self._watch = Watch(layout, calibration, zones, self._still_frames)
        for belief in self._beliefs.values():
            belief.due = True
        self.status = "the table is seen"
        return True

    def _moved(self, frame: Frame) -> bool:
        """Whether the camera or the table was pushed; then it is found anew."""
        self._checked = frame.time
        assert self._calibration is not None
        if not self._calibration.markers:
            return False
        moved = drift(self._calibration, find_markers(frame.image, self._calibration.markers))
        if moved is not None and moved <= MOST_DRIFT:
            return False
        if moved is None and len(find_markers(frame.image)) == 0:
            return False  # all hidden for a moment; what lies still is still read
        self._calibrate(frame)
        return True

    def _region(self, zone: Zone) -> Region:
        seat, area = zone
        return on_table(self._layout, seat, self._own_region(seat, area))

    def _own_region(self, seat: Seat, area: Area) -> Region:
        """What is looked at for a zone, in the seat's frame; a hand ends where the melds begin."""
        shaping = Area.MELDS if area is Area.HAND else area
        return read_region(self._layout, area, self._beliefs[seat, shaping].tiles)

    def _rests(self, zone: Zone) -> bool:
        assert self._watch is not None
        rests = self._watch.at_rest(self._region(zone))
        self._beliefs[zone].due |= not rests
        return rests

    def _unchanged(self, zone: Zone, windows: Windows) -> bool:
        """Whether a zone that was hidden for a while still shows the same tiles."""
        assert self._views is not None
        belief = self._beliefs[zone]
        kept = self._observer.unchanged(self._views[zone[0]], windows, belief.tiles)
        if belief.doubts or len(kept) != len(belief.tiles):
            return False
        belief.due = False
        return True

    def _read(self, zone: Zone, frame: Frame, windows: Windows) -> None:
        """Read a zone at rest; what does not fit the rules is not believed at once."""
        assert self._views is not None and self._watch is not None
        seat, area = zone
        belief, region = self._beliefs[zone], self._region(zone)
        view, own = self._views[seat], self._own_region(seat, area)
        if area is Area.STICK:
            believed = replace(belief, stick=stick_lies(view.rectify(frame.image, own, STICK_TOP, SCALE), self._layout))
        elif area is Area.WALL:
            believed = self._read_wall(view, windows, frame, belief)
        else:
            height = self._layout.tile_height
            if area is Area.MELDS:
                # Two melds may have come at once; the hand beside them is told by the space between.
                wide = Region(own.left - 2 * NEXT_MELD, own.bottom, own.right, own.top)
                own = wide if self._watch.at_rest(on_table(self._layout, seat, wide)) else own
            tiles = self._observer.look(view, windows, frame.image, own, height, belief.tiles)
            arranged = self._arrange(zone, tiles)
            if arranged.missing:
                found = self._observer.probe(view, windows, arranged.missing, height)
                arranged = self._arrange(zone, (*arranged.tiles, *found))
            if not arranged.plausible:
                tiles = self._observer.look(view, windows, frame.image, own, height, belief.tiles, closely=True)
                closer = self._arrange(zone, tiles)
                arranged = closer if closer.plausible else arranged
            if not arranged.plausible and (area is Area.HAND or not self._insists(belief, arranged)):
                belief.due = True
                return
            believed = self._shown(zone, view, arranged.tiles)
        self._beliefs[zone] = replace(believed, due=False, doubts=0)
        self._watch.accept(zone, region)

    def _insists(self, belief: _Belief, arranged: Arranged) -> bool:
        """Whether a reading that does not fit came out the same again and again."""
        names = tuple(tile.best[0] + "_" * tile.sideways for tile in arranged.tiles)
        belief.doubts = belief.doubts + 1 if names == belief.doubtful else 1
        belief.doubtful = names
        return belief.doubts >= PATIENCE

    def _arrange(self, zone: Zone, tiles: Iterable[TileObservation]) -> Arranged:
        seat, area = zone
        match area:
            case Area.RIVER:
                return arrange_river(tiles, self._layout)
            case Area.MELDS:
                return arrange_melds(tiles, seat, self._layout)
            case _:
                melds = count_melds(self._beliefs[seat, Area.MELDS].row, seat)
                return arrange_hand(tiles, melds, self._layout)

    def _shown(self, zone: Zone, view: SeatView, tiles: tuple[TileObservation, ...]) -> _Belief:
        """A river, melds or a hand in order, as a snapshot has them."""
        row = tuple(tile.seen(self._limit, self._layout, view) for tile in tiles)
        match zone[1]:
            case Area.MELDS:
                marks = added_tiles(tiles, self._layout)
                row = tuple(replace(seen, added=added) for seen, added in zip(row, marks, strict=True))
            case Area.HAND:
                marks = apart_tiles(tiles, self._layout)
                row = tuple(replace(seen, apart=apart) for seen, apart in zip(row, marks, strict=True))
                shown = tuple(seen for seen in row if not seen.face_down)
                return _Belief(tiles, hand=SeenHand(shown, len(row) - len(shown)))
        return _Belief(tiles, row)

    def _read_wall(self, view: SeatView, windows: Windows, frame: Frame, belief: _Belief) -> _Belief:
        """The indicators on a wall's upper tiles, and the ura indicators laid before it."""
        assert self._watch is not None
        layout, own, zone = self._layout, read_region(self._layout, Area.WALL), (view.seat, Area.WALL)
        between = (layout.wall_y + layout.ura_y) / 2
        upper = Region(own.left, own.bottom, own.right, between + layout.tile_length / 2)
        lower = Region(own.left, between, own.right, own.top)
        before_wall = Region(own.left, layout.wall_y + layout.tile_length, own.right, own.top)
        new = self._watch.is_new(zone, self._region(zone))
        shown: list[dict[int, SeenTile]] = []
        every: tuple[TileObservation, ...] = ()
        for region, z, line, watched in (
            (upper, 2 * layout.tile_height, layout.wall_y, upper),
            (lower, layout.tile_height, layout.ura_y, before_wall),
        ):
            tiles = tuple(tile for tile in belief.tiles if tile.z == z)
            if not new or self._watch.is_new(zone, on_table(layout, view.seat, watched)):
                tiles = self._observer.look(view, windows, frame.image, region, z, tiles)
            faces: dict[int, SeenTile] = {}
            for tile in tiles:
                stack = stack_of(tile, line, layout)
                if stack is not None and tile.face_up >= FACE_UP and tile.none < 0.5:
                    place = ring(view.seat, stack)
                    faces[place] = replace(tile.seen(self._limit, layout, view), stack=place)
            shown.append(faces)
            every += tiles
        return _Belief(every, dora=shown[0], ura=shown[1])

    def _send(self, frame: Frame, stale: frozenset[Zone]) -> TableSnapshot | None:
        beliefs = self._beliefs
        dora = {place: seen for seat in SEATS for place, seen in beliefs[seat, Area.WALL].dora.items()}
        ura = {place: seen for seat in SEATS for place, seen in beliefs[seat, Area.WALL].ura.items()}
        table = TableSnapshot(
            number=0 if self._sent is None else self._sent.number + 1,
            time=frame.time,
            rivers=BySeat.of(beliefs[seat, Area.RIVER].row for seat in SEATS),
            melds=BySeat.of(beliefs[seat, Area.MELDS].row for seat in SEATS),
            hands=BySeat.of(beliefs[seat, Area.HAND].hand for seat in SEATS),
            sticks=BySeat.of(beliefs[seat, Area.STICK].stick for seat in SEATS),
            dora=tuple(dora[place] for place in turning_order(dora)),
            ura=tuple(ura[place] for place in turning_order(ura)),
            stale=stale,
        )
        if self._sent is not None and not self._sent.stale - stale and _same(table, self._sent):
            return None
        self._sent = table
        return table


def _same(table: TableSnapshot, other: TableSnapshot) -> bool:
    """Whether two snapshots show the same things, whenever they were taken and whatever is stale."""
    return replace(table, number=0, time=0.0, stale=frozenset()) == replace(
        other, number=0, time=0.0, stale=frozenset()
    )
