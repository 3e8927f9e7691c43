"""Events print to JSON and read back; a broken one is named."""

from __future__ import annotations

import json

import pytest

from tablectl.rules.event import (
    Called,
    Discarded,
    DoraTurned,
    DrawerCounted,
    Drawn,
    DrawTold,
    Drew,
    Event,
    Fouled,
    GameEnded,
    GameStarted,
    HandDied,
    HandEnded,
    HandStarted,
    KitaLaid,
    RiichiAccepted,
    RiichiDeclared,
    RiichiTold,
    RyuukyokuKind,
    WinTold,
    Won,
    describe,
    from_json,
    to_json,
)
from tablectl.rules.hanfu import HanFu
from tablectl.rules.meld import Meld
from tablectl.rules.reading import Win
from tablectl.rules.seat import BySeat, Seat
from tablectl.rules.tile import Tile, all_tiles, parse_tiles

EVENTS: list[Event] = [
    GameStarted(Seat.S2, BySeat("A", "B", "C", "D")),
    HandStarted(Tile.parse("4m")),
    HandStarted(Tile.parse("0s"), (3, 5), BySeat(parse_tiles("123m"), None, None, None), all_tiles()),
    Drawn(Seat.S0),
    Drawn(Seat.S1, Tile.parse("0p")),
    RiichiDeclared(Seat.S1),
    Discarded(Seat.S1, Tile.parse("5p"), True),
    Discarded(Seat.S1, Tile.parse("5p")),
    RiichiAccepted(Seat.S1),
    Called(Seat.S2, Meld.parse("pon:55p+5p<1")),
    DoraTurned(Tile.parse("7z")),
    Won(Seat.S0, Seat.S3, Tile.parse("2s"), parse_tiles("13s55z"), parse_tiles("1z")),
    Drew(RyuukyokuKind.EXHAUSTIVE, BySeat(None, parse_tiles("11z"), None, None)),
    RiichiDeclared(Seat.S1, True),
    KitaLaid(Seat.S2),
    HandStarted(Tile.parse("4p"), (1, 2), BySeat(None, None, None), second=(5, 6)),
    HandDied(Seat.S0, "fourteen tiles"),
    Fouled(Seat.S3, "false win"),
    DrawerCounted(Seat.S1, 24900),
    HandStarted(),
    RiichiTold(Seat.S3),
    WinTold(Seat.S1, Seat.S1, HanFu(3, 40)),
    WinTold(Seat.S1, Seat.S0, HanFu(yakuman=1), liable=Seat.S2, riichi_tile=True),
    WinTold(
        Seat.S1,
        Seat.S1,
        Win(
            parse_tiles("13s55z"),
            Tile.parse("2s"),
            tsumo=True,
            melds=(Meld.parse("pon:55p+5p<2"), Meld.parse("ankan:1111z")),
            riichi=2,
            ippatsu=True,
            haitei=True,
            indicators=parse_tiles("1m2p"),
            ura=parse_tiles("3s"),
        ),
    ),
    DrawTold(RyuukyokuKind.EXHAUSTIVE, (Seat.S0, Seat.S3), (Seat.S1,)),
    HandEnded(),
    GameEnded(),
]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_an_event_reads_back(event: Event) -> None:
    assert from_json(json.loads(json.dumps(to_json(event)))) == event


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_an_event_has_one_plain_line(event: Event) -> None:
    line = describe(event)
    assert line and "\n" not in line


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({}, "type"),
        ({"type": "Danced"}, "Danced"),
        ({"type": "Drawn", "seat": 4, "tile": None}, "4"),
        ({"type": "Discarded", "seat": 1, "tile": "8z", "tsumogiri": None}, "8z"),
        ({"type": "Won", "seat": 1}, "'hand'"),
        ({"type": "RiichiTold"}, "seat"),
        ({"type": "DrawTold", "kind": "rain", "tenpai": [], "nagashi": []}, "rain"),
    ],
)
def test_a_broken_event_is_named(data: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        from_json(data)
