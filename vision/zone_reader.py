"""Reads zone by zone through one camera's place: what lies at rest there, in order, if it fits the rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from math import dist

import numpy as np

from tablectl.rules.seat import SEATS, BySeat, Seat
from tablectl.rules.wall import ring
from tablectl.table import Area, SeenHand, SeenTile, Zone
from vision.belief import Belief, names
from vision.calibrate import Calibration
from vision.frame import Frame
from vision.layout import Layout
from vision.observe import SAME_PLACE, Observer, TileObservation
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
    for_seat,
    next_discard,
    on_table,
    read_region,
    stack_of,
)

PATIENCE = 6
"""A river or melds that do not fit the rules are believed when they come out the same so many times in a row."""
FACE_UP = 0.8
"""Least probability that a wall tile shows its face to be an indicator."""
FEWEST_BACKS, UNLIKE_BACKS = 3, 40
"""A wall tile that differs by so many grey levels from so many backs beside it shows its face: in dim light a blank one
looks much like a back to the network, but not like these backs."""


class ZoneReader:
    """Reads the zones of one table. `limit`: least probability of a face to be named; `beliefs`: what is known so far;
    `watch`: follows the table through the same camera."""

    def __init__(
        self,
        layout: Layout,
        observer: Observer,
        limit: float,
        calibration: Calibration,
        watch: Watch,
        beliefs: Mapping[Zone, Belief],
    ) -> None:
        self._layout, self._observer, self._limit, self._watch = layout, observer, limit, watch
        self._beliefs = beliefs
        self.views = BySeat.of(SeatView(calibration, layout, seat) for seat in SEATS)

    def region(self, zone: Zone) -> Region:
        """What is looked at for a zone, in the table frame."""
        seat, area = zone
        return on_table(self._layout, seat, self._own_region(seat, area))

    def unchanged(self, zone: Zone, windows: Windows) -> bool:
        """Whether a zone that was hidden for a while still shows the same tiles."""
        belief = self._beliefs[zone]
        kept = self._observer.unchanged(self.views[zone[0]], windows, belief.tiles)
        return not belief.doubts and len(kept) == len(belief.tiles)

    def read(self, zone: Zone, frame: Frame, windows: Windows) -> Belief | None:
        """What lies in a zone at rest; what does not fit the rules is not believed at once, which gives None."""
        match zone[1]:
            case Area.STICK:
                return self._read_stick(zone, frame)
            case Area.WALL:
                return self._read_wall(zone, frame, windows, again=False)
            case _:
                return self._read_row(zone, frame, windows)

    def read_again(self, zone: Zone, frame: Frame, windows: Windows) -> Belief | None:
        """What lies in a zone at rest, looked at as if for the first time; None where that does not fit the rules."""
        seat, area = zone
        match area:
            case Area.STICK:
                return self._read_stick(zone, frame)
            case Area.WALL:
                return self._read_wall(zone, frame, windows, again=True)
        view, own, height = self.views[seat], self._own_region(seat, area), self._layout.tile_height
        tiles = self._observer.look_again(view, windows, frame.image, own, height, self._beliefs[zone].tiles)
        arranged = self._completed(zone, tiles, windows)
        return self._shown(zone, arranged.tiles) if arranged.plausible else None

    def _own_region(self, seat: Seat, area: Area) -> Region:
        """What is looked at for a zone, in the seat's frame; a hand ends where the melds begin."""
        shaping = Area.MELDS if area is Area.HAND else area
        return read_region(self._layout, area, self._beliefs[seat, shaping].tiles)

    def _read_stick(self, zone: Zone, frame: Frame) -> Belief:
        patch = self.views[zone[0]].rectify(frame.image, self._own_region(*zone), STICK_TOP, SCALE)
        return Belief(stick=stick_lies(patch, self._layout))

    def _read_row(self, zone: Zone, frame: Frame, windows: Windows) -> Belief | None:
        """A river, melds or a hand."""
        seat, area = zone
        belief, own, view = self._beliefs[zone], self._own_region(seat, area), self.views[seat]
        if area is Area.MELDS:
            # Two melds may have come at once; the hand beside them is told by the space between.
            wide = Region(own.left - 2 * NEXT_MELD, own.bottom, own.right, own.top)
            own = wide if self._watch.at_rest(on_table(self._layout, seat, wide)) else own
        changed = self._watch.difference(zone, on_table(self._layout, seat, own))
        part = None if changed is None else for_seat(self._layout, seat, changed)

        def look(
            region: Region | None, part: Region | None = None, closely: bool = False
        ) -> tuple[TileObservation, ...]:
            if region is None:
                return ()
            look, height = self._observer.look, self._layout.tile_height
            return look(view, windows, frame.image, region, height, belief.tiles, changed=part, closely=closely)

        first = look(own, part) if self._watch.was_read(zone) else look(self._covered(seat, own))
        arranged = self._completed(zone, first, windows)
        if not arranged.plausible and part is not None:
            arranged = self._completed(zone, look(own), windows)
        if not arranged.plausible:
            closer = self._arrange(zone, look(own, closely=True))
            arranged = closer if closer.plausible else arranged
        if not arranged.plausible and (area is Area.HAND or not _insists(belief, arranged)):
            return None
        return self._shown(zone, self._told(seat, arranged.tiles, windows) if area is Area.RIVER else arranged.tiles)

    def _told(self, seat: Seat, river: tuple[TileObservation, ...], windows: Windows) -> tuple[TileObservation, ...]:
        """A river whose newest discard, where its face is not sure, is looked at where it should lie: in dim light half
        a tile is now and then found as one that lies the other way."""
        if not river or river[-1].best[1] >= self._limit:
            return river
        newest, slots = river[-1], next_discard(river[:-1], self._layout)
        sure = [
            tile
            for tile in self._observer.probe(self.views[seat], windows, slots, self._layout.tile_height)
            if tile.best[1] >= self._limit and dist((tile.x, tile.y), (newest.x, newest.y)) < SAME_PLACE
        ]
        return (*river[:-1], max(sure, key=lambda tile: tile.best[1], default=newest))

    def _covered(self, seat: Seat, region: Region) -> Region | None:
        """The part of a region (seat's frame) where something lies: bare cloth needs no looking at."""
        part = self._watch.covered(on_table(self._layout, seat, region))
        return None if part is None else for_seat(self._layout, seat, part).overlap(region)

    def _completed(self, zone: Zone, tiles: Iterable[TileObservation], windows: Windows) -> Arranged:
        """Tiles in order, with those that the finder did not see where one is to be expected."""
        arranged = self._arrange(zone, tiles)
        if not arranged.missing:
            return arranged
        found = self._observer.probe(self.views[zone[0]], windows, arranged.missing, self._layout.tile_height)
        return self._arrange(zone, (*arranged.tiles, *found))

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

    def _shown(self, zone: Zone, tiles: tuple[TileObservation, ...]) -> Belief:
        """A river, melds or a hand in order, as a snapshot has them."""
        seat, area = zone
        open_hand = area is Area.HAND and sum(tile.face_down for tile in tiles) < len(tiles) / 2
        lying = tuple(tile.among_faces() for tile in tiles) if area is Area.RIVER or open_hand else tiles
        row = tuple(tile.seen(self._limit, self._layout, self.views[seat]) for tile in lying)
        match area:
            case Area.MELDS:
                marks = added_tiles(tiles, self._layout)
                row = tuple(replace(seen, added=added) for seen, added in zip(row, marks, strict=True))
            case Area.HAND:
                marks = apart_tiles(tiles, self._layout)
                row = tuple(replace(seen, apart=apart) for seen, apart in zip(row, marks, strict=True))
                shown = tuple(seen for seen in row if not seen.face_down)
                return Belief(tiles, hand=SeenHand(shown, len(row) - len(shown)))
        return Belief(tiles, row)

    def _read_wall(self, zone: Zone, frame: Frame, windows: Windows, again: bool) -> Belief:
        """The indicators on a wall's upper tiles, and the ura indicators laid before it."""
        layout, seat, view = self._layout, zone[0], self.views[zone[0]]
        own, believed = read_region(layout, Area.WALL), self._beliefs[zone].tiles
        between = (layout.wall_y + layout.ura_y) / 2
        upper = Region(own.left, own.bottom, own.right, between + layout.tile_length / 2)
        lower = Region(own.left, between, own.right, own.top)
        before_wall = Region(own.left, layout.wall_y + layout.tile_length, own.right, own.top)
        changed = self._watch.difference(zone, self.region(zone))
        shown: list[dict[int, SeenTile]] = []
        every: tuple[TileObservation, ...] = ()
        backs: list[TileObservation] = []
        for region, z, line, watched in (
            (upper, 2 * layout.tile_height, layout.wall_y, upper),
            (lower, layout.tile_height, layout.ura_y, before_wall),
        ):
            tiles = tuple(tile for tile in believed if tile.z == z)
            part = self._watch.difference(zone, on_table(layout, seat, watched))
            if again:
                tiles = self._observer.look_again(view, windows, frame.image, region, z, tiles)
            elif not self._watch.was_read(zone):
                covered = self._covered(seat, watched)
                tiles = () if covered is None else self._observer.look(view, windows, frame.image, covered, z, tiles)
            elif changed is None:
                tiles = self._observer.look(view, windows, frame.image, region, z, tiles)
            elif part is not None:
                part = for_seat(layout, seat, part)
                tiles = self._observer.look(view, windows, frame.image, region, z, tiles, changed=part)
            faces: dict[int, SeenTile] = {}
            backs += [tile for tile in tiles if tile.face_down]
            usual = np.median([tile.colour for tile in backs], axis=0) if len(backs) >= FEWEST_BACKS else None
            for tile in tiles:
                stack = stack_of(tile, line, layout)
                if usual is not None and np.abs(tile.colour - usual).max() >= UNLIKE_BACKS:
                    tile = tile.among_faces()
                if stack is not None and tile.face_up >= FACE_UP and tile.none < 0.5:
                    place = ring(seat, stack)
                    faces[place] = replace(tile.seen(self._limit, layout, view), stack=place)
            shown.append(faces)
            every += tiles
        return Belief(every, dora=shown[0], ura=shown[1])


def _insists(belief: Belief, arranged: Arranged) -> bool:
    """Whether a reading that does not fit came out the same again and again."""
    named = names(arranged.tiles)
    belief.doubts = belief.doubts + 1 if named == belief.doubtful else 1
    belief.doubtful = named
    return belief.doubts >= PATIENCE
