"""Whose a place on the table is, and in which order the tiles of a zone lie.

Each function takes the tiles seen in one seat's frame and gives them back in the order a `TableSnapshot` wants, with
what speaks against the reading: a row with holes was not read to its end, and is better not believed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, sin

from tablectl.laid import split_melds
from tablectl.rules.seat import Seat
from tablectl.rules.wall import STACKS, STACKS_A_WALL
from tablectl.table import Area, SeenTile
from vision.layout import Layout, Point
from vision.observe import TileObservation
from vision.rectify import Region

REACH = 16.0
"""How far from its place on the layout a row may begin, millimetres."""
OVERLAP, GAP = -5.0, 9.0
"""Space between neighbours of a row, millimetres: careless, but no tile between them."""
MELD_GAP = 25.0
"""Most space between two melds; a hand begins farther away."""
APART = 6.0
"""Least space before a tile that is set apart."""
NEXT_MELD = 105.0
"""Room left of the melds in which the next one is laid, millimetres: a kan's length and some more."""
NEXT_DISCARDS = 50.0
"""Room right of a long third row."""


@dataclass(frozen=True, slots=True)
class Arranged:
    """Tiles of a zone in order. `plausible`: they lie as the rules have it. `missing`: places (and whether sideways)
    at which a tile was to be expected."""

    tiles: tuple[TileObservation, ...]
    plausible: bool
    missing: tuple[tuple[Point, bool], ...] = ()


def read_region(layout: Layout, area: Area, seen: Sequence[TileObservation] = ()) -> Region:
    """What is looked at to read an area, in the seat's frame, given the tiles believed in it."""
    long, wide = layout.tile_length, layout.tile_width
    right = max((tile.x for tile in seen), default=0.0)
    left = min((tile.x for tile in seen), default=layout.melds_right)
    hand, row = layout.hand_y, long / 2 + 8
    match area:
        case Area.RIVER:
            top, bottom = layout.river_top + 5, layout.river_top - 3 * long - 12
            end = max(-layout.river_left + 35, right + NEXT_DISCARDS)
            return Region(layout.river_left - REACH, bottom, end, top)
        case Area.MELDS:
            return Region(left - wide - NEXT_MELD, hand - row, layout.melds_right + REACH, hand + row + wide)
        case Area.HAND:
            return Region(layout.hand_left - REACH, hand - row, left - wide, hand + row)
        case Area.WALL:
            half = STACKS_A_WALL / 2 * wide + 8
            return Region(-half, layout.wall_y - row, half, layout.ura_y + row)
        case Area.STICK:
            length, width = layout.stick
            return Region(-length / 2 - 6, layout.stick_y - width - 4, length / 2 + 6, layout.stick_y + width + 4)


def dice_region(layout: Layout) -> Region:
    """Where the dice lie, in the table frame."""
    (x, y), half = layout.dice_middle, layout.dice_half
    return Region(x - half, y - half, x + half, y + half)


def on_table(layout: Layout, seat: Seat, region: Region) -> Region:
    """A region of a seat's frame in the table frame."""
    x0, y0 = layout.to_table(seat, (region.left, region.bottom))
    x1, y1 = layout.to_table(seat, (region.right, region.top))
    return Region(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))


def for_seat(layout: Layout, seat: Seat, region: Region) -> Region:
    """A region of the table frame in a seat's frame."""
    x0, y0 = layout.to_seat(seat, (region.left, region.bottom))
    x1, y1 = layout.to_seat(seat, (region.right, region.top))
    return Region(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))


def arrange_river(tiles: Iterable[TileObservation], layout: Layout) -> Arranged:
    """A river: rows from the middle outwards, each from the left; the third row does not wrap."""
    frame = _Straight.of(tiles, (0.0, layout.river_top), layout)
    kept: list[TileObservation] = []
    missing: list[tuple[Point, bool]] = []
    rows = _rows(frame.spots, layout)
    plausible = len(rows) <= 3
    for place, row in enumerate(rows):
        line, holes, tight = _line(row, layout, layout.river_left)
        room = layout.river_columns - len(line)
        middle = layout.river_top - (place + 0.5) * layout.tile_length
        near = all(abs(spot.y - middle) < layout.tile_length / 2 for spot in line)
        plausible &= tight and near and (place >= 2 or room == 0 or (room > 0 and place == len(rows) - 1))
        kept += [spot.tile for spot in line]
        missing += [(frame.back(point), sideways) for point, sideways in holes]
    return Arranged(tuple(kept), plausible, tuple(missing))


def next_discard(tiles: Sequence[TileObservation], layout: Layout) -> tuple[tuple[Point, bool], tuple[Point, bool]]:
    """Where the discard after those of a river in order should lie: upright, and sideways."""
    frame = _Straight.of(tiles, (0.0, layout.river_top), layout)
    edge, y = layout.river_left, layout.river_top - layout.tile_length / 2
    rows = _rows(frame.spots, layout)
    if rows:
        line, _, _ = _line(rows[-1], layout, layout.river_left)
        upright = [spot.y for spot in line if not spot.tile.sideways]
        edge, y = line[-1].right, sorted(upright)[len(upright) // 2] if upright else line[0].y
        if len(rows) < 3 and len(line) >= layout.river_columns:
            edge, y = line[0].left, y - layout.tile_length
    # A sideways tile lies on the row's lower edge.
    lower = y - (layout.tile_length - layout.tile_width) / 2
    upright_place = frame.back((edge + layout.tile_width / 2, y))
    return (upright_place, False), (frame.back((edge + layout.tile_length / 2, lower)), True)


def arrange_melds(tiles: Iterable[TileObservation], owner: Seat, layout: Layout) -> Arranged:
    """The melds in a seat's right corner, from the right leftwards; an added tile follows the one it lies against."""
    frame = _Straight.of(tiles, (layout.melds_right, layout.melds_y), layout)
    added = _added(frame.spots, layout)
    bases = {base: top for top, base in added.items()}
    chain: list[int] = []
    edge = layout.melds_right + REACH
    for place in sorted(range(len(frame.spots)), key=lambda place: -frame.spots[place].x):
        spot = frame.spots[place]
        if place in added:
            continue
        if edge - spot.right > (MELD_GAP if chain else 2 * REACH + layout.tile_length):
            break
        chain.append(place)
        edge = spot.left
    row = [frame.spots[place] for place in chain]
    tight = all(right.left - left.right > OVERLAP for right, left in pairwise(row))
    tight &= not row or abs(row[0].right - layout.melds_right) < REACH
    order = [each for place in chain for each in (place, bases.get(place)) if each is not None]
    kept = [frame.spots[place].tile for place in order]
    lying = [
        SeenTile(None, sideways=tile.sideways, face_down=tile.face_down, added=place in added)
        for place, tile in zip(order, kept, strict=True)
    ]
    return Arranged(tuple(kept), tight and count_melds(lying, owner) is not None)


def count_melds(tiles: Sequence[SeenTile], owner: Seat) -> int | None:
    """How many melds tiles form by how they lie, None if they cannot be parted into melds."""
    split = next(split_melds(tiles, owner), None)
    return None if split is None else len(split)


def added_tiles(tiles: Iterable[TileObservation], layout: Layout) -> tuple[bool, ...]:
    """Which tiles of melds lie against a sideways tile, on the middle's side of it."""
    spots = _Straight.of(tiles, (layout.melds_right, layout.melds_y), layout).spots
    added = _added(spots, layout)
    return tuple(place in added for place in range(len(spots)))


def arrange_hand(tiles: Iterable[TileObservation], melds: int | None, layout: Layout) -> Arranged:
    """A row laid open or face down, from the left; `melds`: how many the seat has, None where that is not known.

    A hand is laid down as a whole: a few spots among standing tiles are none, nor are backs with unequal ends.
    """
    flat = [tile for tile in tiles if (tile.even if tile.face_down else tile.none < 0.5)]
    frame = _Straight.of(flat, (0.0, layout.hand_y), layout)
    row = [spot for spot in frame.spots if abs(spot.y - layout.hand_y) < layout.tile_length / 2]
    line, _, tight = _line(row, layout, None, gap=3 * APART)
    held = 13 - 3 * (melds or 0)
    if len(line) < held / 2:
        return Arranged((), True)
    one_way = len({spot.tile.face_down for spot in line}) == 1
    plausible = tight and melds is not None and len(line) in (held, held + 1) and one_way
    return Arranged(tuple(spot.tile for spot in line), plausible)


def apart_tiles(tiles: Iterable[TileObservation], layout: Layout) -> tuple[bool, ...]:
    """Which tile of an arranged hand is set apart: the last or the first one, with a space before the others."""
    spots = _Straight.of(tiles, (0.0, layout.hand_y), layout).spots
    spaces = [right.left - left.right for left, right in pairwise(spots)]
    if len(spaces) < 2:
        return (False,) * len(spots)
    last, first = spaces[-1] > APART, spaces[0] > APART
    return (first, *(False,) * (len(spots) - 2), last)


def stack_of(tile: TileObservation, y: float, layout: Layout) -> int | None:
    """The wall stack whose x place a tile has, if it lies about on the line `y`: 0..16 from the owner's right end."""
    stack = round(8 - tile.x / layout.tile_width)
    on_line = abs(tile.y - y) < layout.tile_length / 3
    return stack if on_line and not tile.sideways and 0 <= stack < STACKS_A_WALL else None


def turning_order(rings: Iterable[int]) -> list[int]:
    """Ring numbers of indicators in the order they are turned: from the break on, against the drawing order."""
    left = set(rings)
    ordered: list[int] = []
    while left:
        place = max((ring for ring in left if (ring + 1) % STACKS not in left), default=max(left))
        while place in left:
            left.remove(place)
            ordered.append(place)
            place = (place - 1) % STACKS
    return ordered


@dataclass(frozen=True, slots=True)
class _Spot:
    """A tile in a row that was turned straight."""

    tile: TileObservation
    x: float
    y: float
    width: float

    @property
    def left(self) -> float:
        return self.x - self.width / 2

    @property
    def right(self) -> float:
        return self.x + self.width / 2


@dataclass(frozen=True, slots=True)
class _Straight:
    """Tiles turned about a pivot so that their rows lie along x."""

    pivot: Point
    skew: float
    spots: tuple[_Spot, ...]

    @classmethod
    def of(cls, tiles: Iterable[TileObservation], pivot: Point, layout: Layout) -> _Straight:
        given = list(tiles)
        skew = sorted(tile.skew for tile in given)[len(given) // 2] if given else 0.0
        spots = []
        for tile in given:
            x, y = _turned((tile.x, tile.y), pivot, skew)
            spots.append(_Spot(tile, x, y, layout.tile_length if tile.sideways else layout.tile_width))
        return cls(pivot, skew, tuple(spots))

    def back(self, point: Point) -> Point:
        """The point as it lies."""
        return _turned(point, self.pivot, -self.skew)


def _turned(point: Point, pivot: Point, angle: float) -> Point:
    """Turned about a pivot, counter-clockwise by radians."""
    x, y = point[0] - pivot[0], point[1] - pivot[1]
    return pivot[0] + x * cos(angle) - y * sin(angle), pivot[1] + x * sin(angle) + y * cos(angle)


def _rows(spots: Iterable[_Spot], layout: Layout) -> list[list[_Spot]]:
    """Tiles parted by y, the row nearest the middle first."""
    rows: list[list[_Spot]] = []
    for spot in sorted(spots, key=lambda spot: -spot.y):
        if rows and rows[-1][-1].y - spot.y < layout.tile_length / 2:
            rows[-1].append(spot)
        else:
            rows.append([spot])
    return rows


def _line(
    row: Iterable[_Spot], layout: Layout, start: float | None, gap: float = GAP
) -> tuple[list[_Spot], list[tuple[Point, bool]], bool]:
    """A row from the left without tiles that lie on better ones; the places of missing ones; whether it is whole.

    `start`: x where it begins, None where any place will do.
    """
    line: list[_Spot] = []
    for spot in sorted(row, key=lambda spot: spot.x):
        if line and spot.left - line[-1].right <= OVERLAP:
            line[-1] = max(line[-1], spot, key=lambda spot: spot.tile.score)
        else:
            line.append(spot)
    holes: list[tuple[Point, bool]] = []
    tight = True
    edge = start
    for place, spot in enumerate(line):
        space = 0.0 if edge is None else spot.left - edge
        most = gap if place else REACH
        if abs(space) >= most:
            tight = False
            holes += _hole(spot.left - space, space, spot.y, layout)
        edge = spot.right
    return line, holes, tight


def _hole(left: float, space: float, y: float, layout: Layout) -> list[tuple[Point, bool]]:
    """The tile that fits into a space of a row, if one does."""
    sideways = abs(space - layout.tile_length) < abs(space - layout.tile_width)
    width = layout.tile_length if sideways else layout.tile_width
    return [((left + space / 2, y), sideways)] if abs(space - width) < GAP else []


def _added(spots: tuple[_Spot, ...], layout: Layout) -> dict[int, int]:
    """Places of sideways tiles that lie against another one, with that one's place."""
    added: dict[int, int] = {}
    for top, spot in enumerate(spots):
        for base, other in enumerate(spots):
            near = abs(spot.x - other.x) < layout.tile_width / 2
            against = 0.6 < (spot.y - other.y) / layout.tile_width < 1.5
            if near and against and spot.tile.sideways and other.tile.sideways:
                added[top] = base
    return added
