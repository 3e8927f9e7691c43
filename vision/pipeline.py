"""The eyes of the table: frames go in, a `TableSnapshot` comes out whenever something new lies at rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tablectl.config import ConfidenceSettings
from tablectl.rules.seat import SEATS
from tablectl.table import Area, TableSnapshot, Zone
from vision.belief import Belief, alike, snapshot
from vision.calibrate import Calibration
from vision.classes import ROWS
from vision.classify import Classifier
from vision.condition import complaint
from vision.dice import read_table
from vision.enrol import EnrolError, TileSet
from vision.find import Finder
from vision.frame import Frame, Image
from vision.layout import DEFAULT_LAYOUT, Layout, Point
from vision.lens import Lens
from vision.locate import Locator
from vision.observe import Observer, outline, places_of
from vision.read import ReadTile
from vision.stabilize import Watch, small_of
from vision.thrown import Thrown
from vision.window import Windows
from vision.zone_reader import ZoneReader
from vision.zones import dice_region, on_table, read_region

MANY = 6
"""When so many zones change at once, the camera may have been pushed: that is looked at first."""
LOOK_OVER_EVERY = 1.0
"""Seconds from one zone that is looked over to the next, while nothing else is to be read: all of them in 20."""
AGREEING = 2
"""So many looks must tell the same before what was believed gives way, nothing on the table having moved."""
UNSEEN = 5.0
"""Seconds after which a zone under arms, or in a table that is not found, is told to be unseen."""
_AREAS = (Area.RIVER, Area.STICK, Area.MELDS, Area.HAND, Area.WALL)
"""In this order: how many tiles a hand has depends on the melds."""
_DEFAULTS = ConfidenceSettings()


class Eyes:
    """Reads one table. `still_frames`: frames a zone must lie still before it is believed.

    `dice`: whether the dice of a hand that begins are read. `lens`: the camera's where it was measured. `corners`: the
    field's corners in pixels as marked by a person, for a table without markers; see `vision.calibrate.from_corners`.
    """

    def __init__(
        self,
        layout: Layout = DEFAULT_LAYOUT,
        finder: Finder | None = None,
        classifier: Classifier | None = None,
        confidence: ConfidenceSettings = _DEFAULTS,
        *,
        still_frames: int = 2,
        dice: bool = False,
        lens: Lens | None = None,
        corners: Sequence[Point] | None = None,
    ) -> None:
        self._layout = layout
        self._limit = confidence.face
        self._classifier = classifier or Classifier()
        self._observer = Observer(finder or Finder(), self._classifier, layout, confidence.face, confidence.tile)
        self._still_frames = still_frames
        self._locator = Locator(layout, lens, corners)
        self._place: Calibration | None = None
        """The camera's place that the two below are made for."""
        self._watch: Watch | None = None
        self._reader: ZoneReader | None = None
        self._beliefs: dict[Zone, Belief] = {(seat, area): Belief() for seat in SEATS for area in _AREAS}
        self._turn = list(self._beliefs)
        """Zones in the order in which they are looked over; the first one is next."""
        self._looked_over = float("-inf")
        self._other: tuple[tuple[str, ...], int] = ((), 0)
        """What the last look at the first of them told otherwise, and how many times in a row."""
        self._thrown = Thrown() if dice else None
        self._sent: TableSnapshot | None = None
        self._seen: dict[Zone, float] = {}
        """When each zone was last seen at rest."""

    @property
    def status(self) -> str:
        """In plain words: whether the table is seen, and if not, what to do."""
        return self._locator.status

    @property
    def calibration(self) -> Calibration | None:
        """Where the camera is; None while that is not known."""
        return self._locator.calibration

    def mark(self, corners: Sequence[Point], size: tuple[int, int]) -> Calibration:
        """Find the table by corners marked in a picture, see `vision.locate.Locator.mark`."""
        return self._locator.mark(corners, size)

    def feed(self, frame: Frame) -> TableSnapshot | None:
        """Look at the next frame. The table when something new lies at rest, became visible again or could no longer be
        seen at all; else None."""
        for zone in self._beliefs:
            self._seen.setdefault(zone, frame.time)
        self._locator.look(frame)
        reader, watch = self._placed()
        if reader is None or watch is None:
            return self._blind()
        small = small_of(frame.image) if frame.small is None else frame.small
        watch.look(replace(frame, small=small))
        resting = [zone for zone in self._beliefs if self._rests(zone, reader, watch)]
        new = [zone for zone in resting if watch.difference(zone, reader.region(zone)) is not None]
        if new and self._sent is not None:
            fault = complaint(small)
            if fault is not None:
                return self.lose(fault.text)
        if len(new) >= MANY and watch.moved_since(self._locator.checked):
            self._locator.check(frame)
            if self._locator.calibration is not self._place:
                return self._blind() if self._locator.calibration is None else None
        windows = Windows(frame.image)
        idle = True
        for zone in resting:
            belief = self._beliefs[zone]
            if zone not in new and belief.due and reader.unchanged(zone, windows):
                belief.due = False
            elif zone in new or belief.due:
                idle = False
                self._believe(zone, reader.read(zone, frame, windows), reader, watch)
        if self._dice_are_due(watch):
            if idle:
                self._look_at_dice(frame)
        elif idle and frame.time - self._looked_over >= LOOK_OVER_EVERY:
            self._look_over(frame, windows, resting, reader, watch)
        stale = frozenset(zone for zone, belief in self._beliefs.items() if zone not in resting or belief.due)
        self._seen |= {zone: frame.time for zone in self._beliefs if zone not in stale}
        return self._send(frame, stale)

    def unseen(self, now: float) -> dict[Zone, float]:
        """The zones that were not seen at rest for a while, with the seconds since they were."""
        return {zone: now - then for zone, then in self._seen.items() if now - then >= UNSEEN}

    def lose(self, status: str) -> TableSnapshot | None:
        """Nothing is seen any more, for the reason in `status`: what was believed, all of it stale; None before that.

        The next frame is looked at as the first one.
        """
        self._locator.forget(status)
        self._placed()
        return self._blind()

    def enrol(self, frame: Frame) -> TileSet:
        """Learn the tile set from a frame at rest in which `ROWS` lie in the four rivers, and use it from now on.

        The frames before it must have been fed. Raises `EnrolError` when the rivers do not hold these tiles.
        """
        if self._reader is None:
            raise EnrolError(self.status)
        windows: dict[str, list[Image]] = {}
        cutter = Windows(frame.image)
        for seat, names in zip(SEATS, ROWS, strict=True):
            tiles = self._beliefs[seat, Area.RIVER].tiles
            if len(tiles) != len(names):
                raise EnrolError(
                    f"{len(tiles)} tiles seen before seat {seat}, expected {len(names)}: {' '.join(names)}"
                )
            cut = cutter.cut(places_of(self._reader.views[seat], tiles))
            windows |= {name: [window] for name, window in zip(names, cut, strict=True)}
        tile_set = TileSet.learn(self._classifier, windows)
        self._classifier.tile_set = tile_set
        # Everything is seen anew with what was learnt.
        for zone in self._beliefs:
            self._beliefs[zone] = Belief()
        self._locator.forget(self.status)
        self._placed()
        self._thrown = self._thrown and Thrown()
        self._sent = None
        return tile_set

    def overlay(self) -> tuple[ReadTile, ...]:
        """Every tile believed, in pixels of the frame, for `vision.draw`."""
        reader = self._reader
        if reader is None:
            return ()
        beliefs = list(self._beliefs.items())
        return tuple(outline(reader.views[seat], tile) for (seat, _), belief in beliefs for tile in belief.tiles)

    def _placed(self) -> tuple[ZoneReader | None, Watch | None]:
        """What reads and what watches the table from where the camera is; made anew whenever that is another place."""
        place = self._locator.calibration
        if place is not self._place:
            if self._thrown is not None and self._place is not None:
                self._thrown.moved()
            self._place = place
            self._watch, self._reader = None, None
            for belief in self._beliefs.values():
                belief.due = True
            if place is not None:
                layout = self._layout
                zones = [on_table(layout, seat, read_region(layout, area)) for seat, area in self._beliefs]
                self._watch = Watch(layout, place, zones, self._still_frames)
                self._reader = ZoneReader(layout, self._observer, self._limit, place, self._watch, self._beliefs)
        return self._reader, self._watch

    def _rests(self, zone: Zone, reader: ZoneReader, watch: Watch) -> bool:
        rests = watch.at_rest(reader.region(zone))
        self._beliefs[zone].due |= not rests
        return rests

    def _dice_are_due(self, watch: Watch) -> bool:
        """Whether the dice should be looked at: a hand begins, and they lie still."""
        if self._thrown is None:
            return False
        laid = [self._beliefs[seat, area] for seat in SEATS for area in (Area.RIVER, Area.MELDS)]
        played = any(belief.tiles for belief in laid)
        rests = watch.at_rest(dice_region(self._layout))
        cleared = not (played or any(belief.due for belief in laid))
        return self._thrown.follow(cleared=cleared, played=played, rests=rests)

    def _look_at_dice(self, frame: Frame) -> None:
        assert self._thrown is not None and self._place is not None
        layout = self._layout
        self._thrown.look(read_table(frame.image, self._place, layout.dice_middle, layout.dice_half))

    def _believe(self, zone: Zone, read: Belief | None, reader: ZoneReader, watch: Watch) -> None:
        """Take over what was read; None has to be read again."""
        if read is None:
            self._beliefs[zone].due = True
            return
        region = reader.region(zone)  # as it was looked at
        self._beliefs[zone] = replace(read, due=False)
        watch.accept(zone, region)

    def _look_over(
        self, frame: Frame, windows: Windows, resting: Sequence[Zone], reader: ZoneReader, watch: Watch
    ) -> None:
        """Read one zone as if for the first time, so that what was missed, or never was there, is put right."""
        zone = next((zone for zone in self._turn if zone in resting), None)
        if zone is None:
            return
        self._looked_over = frame.time
        read, before = reader.read_again(zone, frame, windows), self._beliefs[zone]
        if read is not None and read.says(zone[1]) != before.says(zone[1]):
            told, times = self._other
            self._other = (read.says(zone[1]), times + 1 if told == read.says(zone[1]) else 1)
            if self._other[1] < AGREEING:
                return  # it is looked at again next time
        if read is not None:
            self._believe(zone, read, reader, watch)
        self._other = ((), 0)
        self._turn.remove(zone)
        self._turn.append(zone)

    def _blind(self) -> TableSnapshot | None:
        """Once, when the table is lost from sight: all that was believed, stale."""
        everything = frozenset(self._beliefs)
        if self._sent is None or self._sent.stale == everything:
            return None
        self._sent = replace(self._sent, number=self._sent.number + 1, stale=everything)
        return self._sent

    def _send(self, frame: Frame, stale: frozenset[Zone]) -> TableSnapshot | None:
        number = 0 if self._sent is None else self._sent.number + 1
        table = snapshot(self._beliefs, number, frame.time, stale, self._thrown)
        if self._sent is not None and not self._sent.stale - stale and alike(table, self._sent):
            return None
        self._sent = table
        return table
