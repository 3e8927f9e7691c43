"""What lies on the table: the one value that passes from the eyes to the referee.

`TableSnapshot` is filled by `vision` from pictures, by `simulate.playback` from a known game (the truth), and by
`referee.look` from a `Game` (the prediction). All three are compared field by field.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from tablectl.rules.dice import Dice
from tablectl.rules.seat import SEATS, BySeat, Seat
from tablectl.rules.tile import Tile


class Area(Enum):
    """A part of the table that is read, believed and goes stale as one."""

    RIVER = "river"
    MELDS = "melds"
    HAND = "hand"
    WALL = "wall"
    STICK = "stick"


Zone = tuple[Seat, Area]
"""One seat's area."""

SURE = 0.9
"""Confidence from which a face counts as read; readers are calibrated so that such a face is hardly ever wrong. Where
the settings let the eyes name more (`[confidence] face`), the referee asks all the same."""

ZONES: tuple[Zone, ...] = tuple((seat, area) for seat in SEATS for area in Area)


@dataclass(frozen=True, slots=True)
class SeenTile:
    """A tile as it lies.

    `tile`: its face; None when it lies face down or its face cannot be told. `confidence`: 0 to 1 for the face.
    `options`: the likeliest faces with their probabilities, best first, for a question. `sideways`: lies across its
    row. `face_down`: its back is up. `added`: laid against the sideways tile of a pon (kakan). `apart`: set apart from
    the rest of a hand laid open (the winning tile of a tsumo). `at`: centre in table millimetres, None unless seen.
    `stack`: ring number 0..67 of the wall stack an indicator lies on, see `tablectl.rules.wall`.
    """

    tile: Tile | None
    confidence: float = 1.0
    sideways: bool = False
    face_down: bool = False
    added: bool = False
    apart: bool = False
    options: tuple[tuple[Tile, float], ...] = ()
    at: tuple[float, float] | None = None
    stack: int | None = None


@dataclass(frozen=True, slots=True)
class SeenHand:
    """A seat's hand: tiles laid open face up (left to right for its owner), and how many lie flat face down.

    `standing`: tiles on edge; None where the camera does not count them.
    """

    open: tuple[SeenTile, ...] = ()
    face_down: int = 0
    standing: int | None = None


EMPTY_HAND = SeenHand()
_NO_TILES: BySeat[tuple[SeenTile, ...]] = BySeat((), (), (), ())
_NO_HANDS = BySeat(EMPTY_HAND, EMPTY_HAND, EMPTY_HAND, EMPTY_HAND)
_NO_STICKS = BySeat(False, False, False, False)
_NOT_COUNTED: BySeat[tuple[int, ...] | None] = BySeat(None, None, None, None)


@dataclass(frozen=True, slots=True)
class TableSnapshot:
    """Everything visible at one moment, zone by zone.

    `time`: seconds on a monotonic clock. `rivers`: in order of discard. `melds`: from the owner's right corner
    leftwards, so that a new meld comes last; an added kan tile follows its sideways tile. `sticks`: a riichi stick lies
    before the river. `dora` and `ura`: indicators in turning order. `walls`: heights (0..2) of the 17 stacks of each
    wall from its owner's right end, None where not counted. `dice`: the throw of the hand that begins or is played,
    None where it is unclear or nobody looks; `dice_unclear`: why a camera that looks for it cannot tell it, empty while
    it can or has not looked yet. `stale`: zones that were not seen at rest; they still hold what was last believed.
    """

    number: int = 0
    time: float = 0.0
    rivers: BySeat[tuple[SeenTile, ...]] = _NO_TILES
    melds: BySeat[tuple[SeenTile, ...]] = _NO_TILES
    hands: BySeat[SeenHand] = _NO_HANDS
    sticks: BySeat[bool] = _NO_STICKS
    dora: tuple[SeenTile, ...] = ()
    ura: tuple[SeenTile, ...] = ()
    walls: BySeat[tuple[int, ...] | None] = _NOT_COUNTED
    dice: Dice | None = None
    dice_unclear: str = ""
    stale: frozenset[Zone] = frozenset()


@dataclass(frozen=True, slots=True)
class Press:
    """A button, a page action or a throw of the dice roller; `name` says which, `value` what it carries."""

    name: str
    seat: Seat | None = None
    value: str = ""
