"""A table without hardware: a known game becomes camera frames and presses, drawn as a camera would see it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tablectl.rules.event import Event
from tablectl.rules.seat import BySeat
from tablectl.simulate.playback import Moment
from tablectl.table import Press, SeenTile, TableSnapshot
from vision.classes import ROWS, tile_of
from vision.frame import Frame
from vision.render.scene import Renderer

FRAME_TIME = 0.1
"""Seconds from one frame to the next."""
REST_FRAMES = 3
"""Frames taken of a table at rest: the eyes believe what was still for two."""
NUDGED_FRAMES = 9
"""Frames of the first table at rest after a push: the place of the camera must be found anew. A camera takes as many
between two moments of a game; elsewhere the others, which show nothing new, are left out."""


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """One frame, what was pressed just before it, and what has truly happened since the shot before.

    `table`: what truly lies there. `settled`: the last frame of a table at rest, when all of it should be known.
    """

    frame: Frame
    presses: tuple[Press, ...]
    events: tuple[Event, ...]
    table: TableSnapshot
    settled: bool


def shots(
    moments: Iterable[Moment], renderer: Renderer, nudge: int | None = None, rest_frames: int = REST_FRAMES
) -> Iterator[Shot]:
    """The frames of a game: one with an arm over the table, then `rest_frames` at rest, a tenth of a second apart.

    `nudge`: the place of the moment before which somebody knocks against the camera.
    """
    number, pushed = 0, False
    for step, moment in enumerate(moments):
        if step == nudge:
            renderer, pushed = renderer.nudged(), True
        count = 1 if moment.arm is not None else NUDGED_FRAMES if pushed else rest_frames
        pushed &= moment.arm is not None
        for place in range(count):
            frame = renderer.frame(moment.table, moment.arm, moment.time + place * FRAME_TIME, number)
            presses, events = (moment.presses, moment.events) if place == 0 else ((), ())
            settled = moment.arm is None and place == count - 1
            yield Shot(frame, presses, events, moment.table, settled)
            number += 1


def enrolment_frames(renderer: Renderer, rest_frames: int = REST_FRAMES) -> Iterator[Frame]:
    """A table at rest on which every face of the set lies once, as `vision.classes.ROWS` says, before time 0."""
    rivers = BySeat.of(tuple(SeenTile(tile_of(name)) for name in names) for names in ROWS)
    for place in range(rest_frames):
        yield renderer.frame(TableSnapshot(rivers=rivers), None, (place - rest_frames) * FRAME_TIME, place)
