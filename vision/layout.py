"""Where things lie on the table, in millimetres: shared by the reader's zones and the renderer.

Table frame: origin at the centre, x to the right and y up as the camera sees it, seat 0 at the bottom edge, then
counter-clockwise 1 right, 2 top, 3 left. A seat's own frame is the table frame turned so that its owner sits at the
bottom: x to the owner's right, y towards the table's middle, so its own things have negative y.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from tablectl.config import ConfigError, TableConfig
from tablectl.rules.seat import Seat

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Layout:
    """Sizes and resting places of a table, millimetres. Defaults: 26 x 19.5 x 16 mm tiles on an 800 mm field."""

    tile_length: float = 26.0
    tile_width: float = 19.5
    tile_height: float = 16.0
    field: float = 800.0
    """Side of the square that the camera must see."""
    marker: float = 40.0
    """Side of an ArUco marker (dictionary 4x4_50, ids 0..3: left bottom, right bottom, right top, left top)."""
    marker_centre: float = 372.0
    """Distance of each marker's centre from both axes."""
    river_columns: int = 6
    river_left: float = -58.5
    """Left edge of a river's first column."""
    river_top: float = -65.0
    """Edge of the first river row nearest the middle; the rows follow outwards; the third row does not wrap."""
    stick_y: float = -55.0
    """Centre line of a riichi stick."""
    stick: tuple[float, float] = (85.0, 8.0)
    """Length and width of a stick."""
    wall_y: float = -205.0
    """Centre line of a wall; its 17 stacks are centred on x = 0."""
    ura_y: float = -172.0
    """Centre line of ura indicators laid open before the dead wall, beside their stacks."""
    hand_y: float = -280.0
    """Centre line of a hand, standing or laid open."""
    hand_left: float = -150.0
    """Left edge of a hand; a winning tile set apart lies `apart` further right than its place."""
    apart: float = 12.0
    melds_y: float = -280.0
    melds_right: float = 345.0
    """Right edge of the first meld; the next ones follow leftwards."""
    dice_middle: Point = (0.0, 0.0)
    dice_half: float = 40.0
    """Middle, in the table frame, and half side of the square that belongs to the dice."""

    def to_table(self, seat: Seat, point: Point) -> Point:
        """A point of a seat's own frame in the table frame."""
        x, y = point
        return ((x, y), (-y, x), (-x, -y), (y, -x))[seat]

    def to_seat(self, seat: Seat, point: Point) -> Point:
        """A point of the table frame in a seat's own frame."""
        x, y = point
        return ((x, y), (y, -x), (-x, -y), (-y, x))[seat]

    def stack_x(self, stack: int) -> float:
        """Centre x of a wall stack in its owner's frame; `stack` 0..16 from the owner's right end."""
        return (8 - stack) * self.tile_width

    def marker_corners(self, marker_id: int) -> tuple[Point, Point, Point, Point]:
        """Corners of a marker in the table frame, in the order ArUco reports them: its top left, then clockwise."""
        sx, sy = ((-1, -1), (1, -1), (1, 1), (-1, 1))[marker_id]
        x, y, half = sx * self.marker_centre, sy * self.marker_centre, self.marker / 2
        return ((x - half, y + half), (x + half, y + half), (x + half, y - half), (x - half, y - half))


DEFAULT_LAYOUT = Layout()


def layout_of(config: TableConfig) -> Layout:
    """The sizes of a table as `[layout]` changes them, the dice where `[dice] bowl` says. Raises `ConfigError`."""
    layout = config.sizes(DEFAULT_LAYOUT)
    if config.dice.bowl is None:
        return layout
    x, y, radius = config.dice.bowl
    if max(abs(x), abs(y)) + radius > layout.field / 2:
        raise ConfigError(
            f"{config.origin}: [dice] bowl = {list(config.dice.bowl)!r}: expected within the field, "
            f"{layout.field / 2:g} mm from the table's middle to each side"
        )
    return replace(layout, dice_middle=(x, y), dice_half=radius)
