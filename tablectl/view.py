"""`TableView`: the one value that every output renders. Texts are ready to read; nothing is left to compute."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

BACK = "back"
UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class TileView:
    """A tile as it lies; `face` is a tile name such as `5m` or `0p`, `back`, or `unknown`.

    `away`: called away from its river. `added`: laid on the sideways tile of a pon. `last`: the newest discard.
    """

    face: str
    sideways: bool = False
    away: bool = False
    added: bool = False
    last: bool = False


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat's side of the table.

    `melds`: each from the right leftwards, as it lies. `hand`: tiles laid open or otherwise known; `hidden`: how many
    more stand concealed. `riichi`: empty, `declared` or `accepted`. `change`: points won or lost by the hand just over.
    """

    seat: int
    name: str
    wind: str
    points: int
    dealer: bool = False
    turn: bool = False
    riichi: str = ""
    river: tuple[TileView, ...] = ()
    melds: tuple[tuple[TileView, ...], ...] = ()
    hand: tuple[TileView, ...] = ()
    hidden: int = 0
    change: int = 0


@dataclass(frozen=True, slots=True)
class StackView:
    """A wall stack that still stands: `stack` 0..16 from its owner's right end, `height` 0 (indicator only) to 2."""

    seat: int
    stack: int
    height: int
    dead: bool = False
    indicator: str = ""


@dataclass(frozen=True, slots=True)
class DeadWallView:
    """The dead wall: how many tiles it holds (14), kans made, where it begins in words."""

    tiles: int
    kans: int
    place: str


@dataclass(frozen=True, slots=True)
class QuestionView:
    """An open question. An answer names `id` and the index of a choice, so that a late press cannot answer the next."""

    id: int
    text: str
    choices: tuple[str, ...]
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class NoticeView:
    """Something to know (`level` info) or to put right (`level` warning)."""

    level: str
    text: str


@dataclass(frozen=True, slots=True)
class SettlementView:
    """How the last hand was settled, line by line, and each seat's points from it."""

    title: str
    lines: tuple[str, ...]
    changes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class EventView:
    """A recorded event; `seq` names it in corrections, `event` is its JSON."""

    seq: int
    text: str
    source: str
    event: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class RankView:
    """A place in the final result: points and, where the rules have uma and oka, the score."""

    seat: int
    place: int
    points: int
    result: float | None = None


@dataclass(frozen=True, slots=True)
class ActionView:
    """A press the page may offer now, besides answers."""

    name: str
    label: str


@dataclass(frozen=True, slots=True)
class HandEndView:
    """What people may tell of a hand's end now. An entry names `id`, so that a hand cannot be entered twice.

    `draws`: the abortive draws of the rules; `nagashi`: whether nagashi mangan is played; `hand`: which hand it is.
    """

    id: str
    hand: str
    draws: tuple[ActionView, ...] = ()
    nagashi: bool = False


@dataclass(frozen=True, slots=True)
class TableView:
    """Everything a display shows, at one moment; `number` counts up by one with every view.

    `stale`: zones (`0 river`) that show what was last believed. `unseen`: in words, those unseen for a while. `dice`:
    thrown for the hand that has not begun yet. `hand_end`: None while no end of a hand can be told.
    """

    number: int
    round: str
    seats: tuple[SeatView, ...]
    phase: str = ""
    honba: int = 0
    deposits: int = 0
    tiles_left: int | None = None
    dora: tuple[str, ...] = ()
    ura: tuple[str, ...] = ()
    walls: tuple[StackView, ...] = ()
    dead_wall: DeadWallView | None = None
    question: QuestionView | None = None
    notices: tuple[NoticeView, ...] = ()
    settlements: tuple[SettlementView, ...] = ()
    events: tuple[EventView, ...] = ()
    ranking: tuple[RankView, ...] = ()
    actions: tuple[ActionView, ...] = ()
    camera: str = ""
    hand_end: HandEndView | None = None
    dice: tuple[int, int] | None = None
    stale: tuple[str, ...] = ()
    unseen: tuple[str, ...] = ()
    over: bool = False

    def to_json(self) -> dict[str, Any]:
        """The view as plain JSON values."""
        return dataclasses.asdict(self)

    def changes_since(self, old: TableView) -> dict[str, Any]:
        """The top-level JSON fields that differ from an older view; with the old view they give this one."""
        names = [field.name for field in dataclasses.fields(self)]
        new = self.to_json()
        return {name: new[name] for name in names if getattr(self, name) != getattr(old, name)}
