"""Where every object of a table lies: a `TableSnapshot` in which everything is true becomes `Piece` values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from math import cos, radians, sin

from tablectl.rules.seat import SEATS, Seat
from tablectl.table import Area, SeenTile, TableSnapshot
from vision.classes import BACK
from vision.layout import Layout
from vision.render.look import Look, shake

WALL_STACKS = 17
UNPLACED = 4
"""Ring number of the first indicator when the snapshot does not say: as if seat 0's wall were broken by a seven."""
STICK_HEIGHT = 4.0
DIE = 14.0
"""Edge of a die, millimetres."""


class Shape(Enum):
    """What a piece is."""

    TILE = "tile"
    """A tile lying flat; its face is a class name, `back` when face down."""
    STANDING = "standing"
    """A tile standing on edge, its back to the table's middle."""
    STICK = "stick"
    DIE = "die"


@dataclass(frozen=True, slots=True)
class Piece:
    """A box on the table.

    `face`: class name of a flat tile, pips of a die, else empty. `x`, `y`: centre in table millimetres; `z`: underside.
    `angle`: degrees counter-clockwise from upright for seat 0. `size`: along its own x and y, and its height.
    """

    shape: Shape
    face: str
    x: float
    y: float
    z: float
    angle: float
    size: tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class _Row:
    """A seat's row with its own small error: turns about `pivot` (seat frame) and shifts."""

    seat: Seat
    area: str
    pivot: tuple[float, float]
    calm: float = 1.0
    """Share of the look's carelessness that applies."""


def pieces(table: TableSnapshot, layout: Layout, look: Look) -> Iterator[Piece]:
    """Every object on the table.

    A wall of unknown heights (None) is not drawn, except under indicators. Indicators without a `stack` lie on seat 0's
    wall from `UNPLACED` on. Raises `ValueError` for a tile that lies face up with no known face, and for an indicator
    on a stack that is empty.
    """
    placer = _Placer(layout, look)
    for seat in SEATS:
        yield from placer.river(seat, table.rivers[seat])
        yield from placer.melds(seat, table.melds[seat])
        yield from placer.hand(seat, table)
        if table.sticks[seat]:
            yield placer.stick(seat)
    yield from placer.walls(table)
    if table.dice is not None:
        yield from placer.dice(table.dice)


class _Placer:
    def __init__(self, layout: Layout, look: Look) -> None:
        self.layout = layout
        self.look = look
        self.flat = (layout.tile_width, layout.tile_length, layout.tile_height)

    def _put(
        self,
        row: _Row,
        slot: object,
        x: float,
        y: float,
        z: float = 0.0,
        *,
        shape: Shape = Shape.TILE,
        face: str = "",
        sideways: bool = False,
        size: tuple[float, float, float] | None = None,
    ) -> Piece:
        """A piece at `x`, `y` of its seat's frame, moved by its row's and its own error."""
        look, seed = self.look, self.look.seed
        across, along, turn, _ = shake(seed, row.seat, row.area)
        dx, dy, spin, chance = shake(seed, row.seat, row.area, slot)
        row_turn = turn * look.row_turn * row.calm
        cosine, sine = cos(radians(row_turn)), sin(radians(row_turn))
        px, py = x - row.pivot[0], y - row.pivot[1]
        point = (
            row.pivot[0] + px * cosine - py * sine + across * look.row_shift * row.calm + dx * look.tile_shift * 0.2,
            row.pivot[1]
            + px * sine
            + py * cosine
            + along * look.row_shift * row.calm
            + dy * look.tile_shift * row.calm / 2,
        )
        angle = 90.0 * row.seat + row_turn + spin * look.tile_turn * row.calm
        if sideways:
            angle += 90.0 if dx > 0 else -90.0
        if shape is Shape.TILE and (chance + 1) / 2 < look.upside_down:
            angle += 180.0
        tx, ty = self.layout.to_table(row.seat, point)
        return Piece(shape, face, round(tx, 3), round(ty, 3), z, round(angle, 3), size or self.flat)

    def _width(self, row: _Row, slot: object, seen: SeenTile) -> tuple[float, float]:
        """How much of a row a tile takes, and the crack before it."""
        crack = (0.7 + 0.3 * shake(self.look.seed, row.seat, row.area, slot)[0]) * self.look.tile_shift * row.calm
        return (self.layout.tile_length if seen.sideways else self.layout.tile_width), crack

    def river(self, seat: Seat, tiles: tuple[SeenTile, ...]) -> Iterator[Piece]:
        lay = self.layout
        row = _Row(seat, Area.RIVER.value, (0.0, lay.river_top - 1.5 * lay.tile_length))
        left = lay.river_left
        for slot, seen in enumerate(tiles):
            line = min(slot // lay.river_columns, 2)
            if slot == line * lay.river_columns:
                left = lay.river_left
            width, crack = self._width(row, slot, seen)
            near = lay.river_top - (line + 1) * lay.tile_length - line * self.look.tile_shift
            depth = lay.tile_width if seen.sideways else lay.tile_length
            x, y = left + crack + width / 2, near + depth / 2
            left += crack + width
            yield self._put(row, slot, x, y, face=face_of(seen), sideways=seen.sideways)

    def melds(self, seat: Seat, tiles: tuple[SeenTile, ...]) -> Iterator[Piece]:
        lay = self.layout
        row = _Row(seat, Area.MELDS.value, (lay.melds_right, lay.melds_y))
        near = lay.melds_y - lay.tile_length / 2
        right, middle, slot = lay.melds_right, 0.0, 0
        for seen in tiles:
            if seen.added:
                y = near + 1.5 * lay.tile_width + 0.3
                yield self._put(row, (slot, "added"), middle, y, face=face_of(seen), sideways=True)
                continue
            width, crack = self._width(row, slot, seen)
            depth = lay.tile_width if seen.sideways else lay.tile_length
            middle = right - crack - width / 2
            right -= crack + width
            yield self._put(row, slot, middle, near + depth / 2, face=face_of(seen), sideways=seen.sideways)
            slot += 1

    def hand(self, seat: Seat, table: TableSnapshot) -> Iterator[Piece]:
        """Tiles laid open, then flat ones face down, then standing ones; a drawn standing tile stands apart."""
        lay, hand = self.layout, table.hands[seat]
        row = _Row(seat, Area.HAND.value, (0.0, lay.hand_y))
        left = lay.hand_left
        flat = (*hand.open, *(SeenTile(None, face_down=True) for _ in range(hand.face_down)))
        for slot, seen in enumerate(flat):
            width, crack = self._width(row, slot, seen)
            left += lay.apart if seen.apart else 0.0
            x = left + crack + width / 2
            left += crack + width
            yield self._put(row, slot, x, lay.hand_y, face=face_of(seen), sideways=seen.sideways)
        standing = hand.standing or 0
        for slot in range(standing):
            if slot == standing - 1 and standing % 3 == 2:
                left += lay.apart / 2
            x = left + (slot + 0.5) * (lay.tile_width + 0.1)
            size = (lay.tile_width, lay.tile_height, lay.tile_length)
            yield self._put(row, ("standing", slot), x, lay.hand_y, shape=Shape.STANDING, size=size)

    def stick(self, seat: Seat) -> Piece:
        row = _Row(seat, Area.STICK.value, (0.0, self.layout.stick_y))
        return self._put(row, 0, 0, self.layout.stick_y, shape=Shape.STICK, size=(*self.layout.stick, STICK_HEIGHT))

    def walls(self, table: TableSnapshot) -> Iterator[Piece]:
        lay = self.layout
        heights = {
            WALL_STACKS * (-seat % 4) + stack: height
            for seat in SEATS
            for stack, height in enumerate(table.walls[seat] or ())
        }
        dora: dict[int, SeenTile] = {}
        for place, seen in enumerate(table.dora):
            ring = UNPLACED - place if seen.stack is None else seen.stack
            seat = _ring_place(ring)[0]
            if table.walls[seat] is None:
                heights[ring] = 2
            elif heights[ring] == 0:
                raise ValueError(
                    f"dora indicator {seen.tile} on stack {ring}: expected a tile there, the stack is empty"
                )
            dora[ring] = seen
        for ring, height in heights.items():
            seat, stack = _ring_place(ring)
            row = _Row(seat, Area.WALL.value, (0.0, lay.wall_y), 0.5)
            for layer in range(height):
                top = layer == height - 1
                face = face_of(dora[ring]) if top and ring in dora else BACK
                x, z = lay.stack_x(stack), layer * lay.tile_height
                yield self._put(row, (stack, layer), x, lay.wall_y, z, face=face)
        for place, seen in enumerate(table.ura):
            seat, stack = _ring_place(UNPLACED - place if seen.stack is None else seen.stack)
            row = _Row(seat, "ura", (0.0, lay.ura_y), 0.5)
            yield self._put(row, stack, lay.stack_x(stack), lay.ura_y, face=face_of(seen))

    def dice(self, values: tuple[int, int]) -> Iterator[Piece]:
        """Two dice at their place; a throw decides where and how they lie."""
        left, bottom = self.layout.dice_middle
        room = self.layout.dice_half - DIE
        for side, value in zip((-1, 1), values, strict=True):
            a, b, c, _ = shake(self.look.seed, "die", side, values)
            x, y = left + side * (room * (0.75 + 0.25 * a)), bottom + room * b
            yield Piece(Shape.DIE, str(value), round(x, 3), round(y, 3), 0.0, round(c * 180, 3), (DIE, DIE, DIE))


def face_of(seen: SeenTile) -> str:
    """The class a tile shows. Raises `ValueError` if it lies face up and nobody says what it is."""
    if seen.face_down:
        return BACK
    if seen.tile is None:
        raise ValueError("a tile lies face up with tile=None: give its face, or face_down=True")
    return str(seen.tile)


def _ring_place(ring: int) -> tuple[Seat, int]:
    """Wall owner and stack from the owner's right end of a ring number 0..67."""
    return Seat(-(ring // WALL_STACKS) % 4), ring % WALL_STACKS
