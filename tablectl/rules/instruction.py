"""What people are told to do next, as values: who, what, with which tiles, chairs or places of the wall."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from tablectl.rules.seat import Seat
from tablectl.rules.tile import Tile
from tablectl.rules.wall import Place


class Action(Enum):
    """What is to be done."""

    SIT = "sit"
    NAME_CHAIR = "name_chair"
    SHUFFLE = "shuffle"
    DRAW = "draw"
    THROW = "throw"
    OPEN = "open"
    BUILD = "build"
    MARKER = "marker"
    COUNTERS = "counters"
    DICE = "dice"
    BREAK = "break"
    DEAL = "deal"
    TURN = "turn"
    MOVE = "move"


@dataclass(frozen=True, slots=True)
class Instruction:
    """One step. `text` says it in English; the rest says the same for programs.

    `people`: by name, while chairs are still being drawn, any of them if several; `seat`: who acts once all sit.
    `tiles`: faces needed, `chairs`: those to choose from, `places`: tiles of the wall in the order they are touched.
    """

    action: Action
    text: str
    people: tuple[str, ...] = ()
    seat: Seat | None = None
    tiles: tuple[Tile, ...] = ()
    chairs: tuple[Seat, ...] = ()
    places: tuple[Place, ...] = ()


def listed(words: tuple[object, ...], last: str = "and") -> str:
    """`a, b and c`."""
    texts = [str(word) for word in words]
    return f" {last} ".join(part for part in (", ".join(texts[:-1]), texts[-1]) if part) if texts else ""
