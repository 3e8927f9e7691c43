"""The beginning of a dealt hand as pictures, and what was played in them."""

from __future__ import annotations

from itertools import islice

from hardware.line import dealt
from hardware.simulated import shots
from tablectl.rules.event import Discarded, Drawn, Event, GameStarted, HandStarted, describe
from tablectl.rules.ruleset import TENHOU
from tablectl.simulate.playback import moments
from vision.frame import Image
from vision.render.faces import load_atlas
from vision.render.look import Look
from vision.render.scene import Renderer

SHOTS = 2 + 7 * 3
"""A table at rest, then actions of three pictures each: an arm, then rest. A chi and a pon are among them."""
Filmed = tuple[list[Image], list[Event]]


def film() -> Filmed:
    taken = list(
        islice(shots(moments(dealt(1, TENHOU).events), Renderer(load_atlas("river"), Look.of(2)), rest_frames=2), SHOTS)
    )
    return [shot.frame.image for shot in taken], [event for shot in taken for event in shot.events]


def as_seen(event: Event) -> str:
    """What a camera can tell of an event: no concealed tile, no thrown dice, no names, not from where a tile came."""
    match event:
        case GameStarted(dealer, _):
            return f"seat {dealer} deals first"
        case HandStarted(indicator):
            return f"a hand with {indicator} turned"
        case Drawn(seat, _):
            return f"seat {seat} drew"
        case Discarded(seat, tile, _):
            return f"seat {seat} discarded {tile}"
        case _:
            return describe(event)
