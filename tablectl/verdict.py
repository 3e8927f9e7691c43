"""What the referee makes of a table: events, a question to one seat, or something the rules do not explain."""

from __future__ import annotations

from dataclasses import dataclass

from tablectl.rules.event import Event
from tablectl.rules.seat import Seat


@dataclass(frozen=True, slots=True)
class Correction:
    """The event at `place` of the game's log (counted from 0) was misread: `events` belong there instead."""

    place: int
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """What happened since; empty when the table lies as the game says."""

    events: tuple[Event, ...] = ()
    corrections: tuple[Correction, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to a question and what it makes happen; or which earlier event was misread."""

    label: str
    events: tuple[Event, ...]
    corrections: tuple[Correction, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """The table allows several readings; `seat` knows which is true. Likeliest choice first."""

    seat: Seat | None
    text: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Mismatch:
    """The table lies as the rules do not allow: what lies wrong, where, and which rule says so."""

    what: str
    where: str
    rule: str


Verdict = Reading | Question | Mismatch
