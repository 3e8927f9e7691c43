"""The beginning of a dealt hand, and a short hand to its end, as pictures, and what was played in them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from hardware.line import dealt
from hardware.simulated import shots
from tablectl.rules.event import Called, Discarded, Drawn, Event, GameStarted, HandEnded, HandStarted, Won, describe
from tablectl.rules.meld import Meld
from tablectl.rules.ruleset import TENHOU
from tablectl.rules.seat import Seat
from tablectl.rules.tile import Tile, parse_tiles
from tablectl.simulate.playback import moments
from vision.frame import Image
from vision.render.faces import load_atlas
from vision.render.look import Look
from vision.render.scene import Renderer

SHOTS = 2 + 7 * 3
"""A table at rest, then actions of three pictures each: an arm, then rest. A chi and a pon are among them."""
Filmed = tuple[list[Image], list[Event]]
SHORT_HAND: tuple[Event, ...] = (
    HandStarted(Tile.parse("9m"), (3, 4)),
    Drawn(Seat.S0),
    Discarded(Seat.S0, Tile.parse("1z")),
    Drawn(Seat.S1),
    Discarded(Seat.S1, Tile.parse("7z")),
    Called(Seat.S3, Meld.parse("pon:77z+7z<1")),
    Discarded(Seat.S3, Tile.parse("1m")),
    Drawn(Seat.S0),
    Discarded(Seat.S0, Tile.parse("0p")),
    Won(Seat.S2, Seat.S0, Tile.parse("0p"), parse_tiles("234678m34p55678s")),
    HandEnded(),
)
"""A hand with a pon that seat 2 wins from its dealer, seat 0."""


def film() -> Filmed:
    return _filmed(dealt(1, TENHOU).events, SHOTS)


def film_short_hand() -> Filmed:
    """A whole hand, until its tiles are pushed together."""
    return _filmed((GameStarted(), *SHORT_HAND), None)


def _filmed(events: Sequence[Event], pictures: int | None) -> Filmed:
    taken = list(islice(shots(moments(events), Renderer(load_atlas("river"), Look.of(2)), rest_frames=2), pictures))
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
