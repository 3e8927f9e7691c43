"""A table without hardware: a known game becomes camera frames and presses, drawn as a camera would see it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tablectl.rules.event import Event
from tablectl.rules.seat import BySeat
from tablectl.simulate.playback import Moment
from tablectl.table import Press, SeenTile, TableSnapshot
from vision.classes import tile_of
from vision.frame import Frame
from vision.pipeline import ENROLMENT
from vision.render.scene import Renderer

REST_FRAMES = 3
"""Frames taken of a table at rest: the eyes believe what was still for two."""


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """One frame, what was pressed just before it, and what has truly happened since the shot before."""

    frame: Frame
    presses: tuple[Press, ...]
    events: tuple[Event, ...]


def shots(moments: Iterable[Moment], renderer: Renderer, rest_frames: int = REST_FRAMES) -> Iterator[Shot]:
    """The frames of a game: one with an arm over the table, then `rest_frames` at rest, a tenth of a second apart."""
    number = 0
    for moment in moments:
        for place in range(1 if moment.arm is not None else rest_frames):
            frame = renderer.frame(moment.table, moment.arm, moment.time + place / 10, number)
            yield Shot(frame, moment.presses if place == 0 else (), moment.events if place == 0 else ())
            number += 1


def enrolment_frames(renderer: Renderer, rest_frames: int = REST_FRAMES) -> Iterator[Frame]:
    """A table at rest on which every face of the set lies once, as `vision.pipeline.ENROLMENT` says, before time 0."""
    rivers = BySeat.of(tuple(SeenTile(tile_of(name)) for name in names) for names in ENROLMENT)
    for place in range(rest_frames):
        yield renderer.frame(TableSnapshot(rivers=rivers), None, (place - rest_frames) / 10, place)
