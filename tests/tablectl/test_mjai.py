"""mjai lines read, write and read again; a broken line is named."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tablectl.export.mjai import MjaiError, read
from tablectl.export.mjai_write import write
from tablectl.replay import rules_of
from tablectl.rules import profile
from tablectl.rules.event import (
    Called,
    Discarded,
    Drawn,
    Event,
    Fouled,
    GameStarted,
    HandDied,
    HandEnded,
    HandStarted,
    RiichiDeclared,
    Won,
)
from tablectl.rules.meld import Meld
from tablectl.rules.ruleset import TENHOU
from tablectl.rules.seat import BySeat, Seat
from tablectl.rules.tile import Tile, print_tiles

START = '{"type":"start_game","names":["A","B","C","D"]}'
HIDDEN = ["?"] * 13
HAND = json.dumps({"type": "start_kyoku", "dora_marker": "5mr", "tehais": [["E"] * 3 + ["1m"] * 10, *[HIDDEN] * 3]})

GAMES = ("g000", "g002", "g003", "g010", "g140", "g152")
"""Sancha hou, pao, four kans, chankan and a double ron; three players, with a ron on a north laid aside."""


def han_by_yaku(yakus: list[tuple[str, int]]) -> Counter[str]:
    """The records count north tiles laid aside as dora."""
    han = Counter[str]()
    for name, value in yakus:
        han["dora" if name == "kita" else name] += value
    return han


def lines_of(path: Path) -> Iterator[str]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from lines


@pytest.mark.parametrize("game", GAMES)
def test_a_recorded_game_is_written_as_it_was_read(shared: Path, game: str) -> None:
    path = shared / "data" / "logs" / "games" / f"{game}.mjson.gz"
    record = read(lines_of(path), path.name)
    written = list(write([line.event for line in record], rules_of(record[0], TENHOU)))
    assert [line.event for line in read(written)] == [line.event for line in record]
    for line, text in zip(record, written, strict=True):
        ours = json.loads(text)
        stated = {key: line.stated[key] for key in ours if key in line.stated}
        if "rules" in ours:
            assert stated.pop("rules") == {**line.stated["rules"], **ours.pop("rules")}
        if "yakus" in ours:
            assert han_by_yaku(ours.pop("yakus")) == han_by_yaku(stated.pop("yakus"))
        assert ours == stated, f"line {line.number}"


def test_tiles_and_hidden_hands() -> None:
    lines = read([START, HAND, '{"type":"tsumo","actor":1,"pai":"?"}', '{"type":"dahai","actor":1,"pai":"C"}'])
    start = lines[1].event
    assert isinstance(start, HandStarted)
    assert str(start.indicator) == "0m"
    assert start.hands[0] is not None and print_tiles(start.hands[0]) == "111z1111111111m"
    assert start.hands[1] is None
    assert lines[2].event == Drawn(Seat.S1)
    assert lines[3].event == Discarded(Seat.S1, Tile.parse("7z"))


def test_an_added_kan_keeps_who_fed_the_pon() -> None:
    pon = '{"type":"pon","actor":2,"target":0,"pai":"5p","consumed":["5p","5p"]}'
    kakan = '{"type":"kakan","actor":2,"pai":"5pr","consumed":["5p","5p","5p"]}'
    lines = read([START, HAND, pon, kakan])
    assert lines[3].event == Called(Seat.S2, Meld.parse("kakan:550p+5p<0"))


def test_a_tsumo_tile_is_told_apart_from_the_hand() -> None:
    draw = '{"type":"tsumo","actor":0,"pai":"S"}'
    win = '{"type":"hora","actor":0,"target":0,"pai":"S","uradora_markers":["F"]}'
    won = read([START, HAND, draw, win])[3].event
    assert isinstance(won, Won)
    assert (len(won.hand), str(won.tile), print_tiles(won.ura)) == (13, "2z", "6z")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", r"game.mjson, line 3: .*Expecting"),
        ("[]", "line 3: expected one JSON object"),
        ('{"type":"dahai","actor":1,"pai":"8z"}', "line 3: tile '8z'"),
        ('{"type":"dahai","actor":0,"pai":"9s"}', "line 3: seat 0 does not hold 9s"),
        ('{"type":"tsumo","actor":1}', "line 3: 'pai' is missing"),
        ('{"type":"tsumo","actor":7,"pai":"?"}', "line 3: 7"),
        ('{"type":"dance","actor":1}', "line 3: unknown event type 'dance'"),
        ('{"type":"nukidora","actor":0,"pai":"N"}', "line 3: seat 0 does not hold N"),
        ('{"type":"kakan","actor":1,"pai":"N","consumed":["N","N","N"]}', "line 3: seat 1 has no pon of N"),
        ('{"type":"hora","actor":1,"target":1,"pai":"N"}', "line 3: seat 1 won with a hand that the record hides"),
    ],
)
def test_a_broken_line_is_named(text: str, message: str) -> None:
    with pytest.raises(MjaiError, match=message):
        read([START, HAND, text], "game.mjson")


def test_a_record_begins_with_its_game() -> None:
    with pytest.raises(MjaiError, match="line 1: a record begins with start_game"):
        read([HAND])
    with pytest.raises(MjaiError, match="line 1: a game of 5 players"):
        read(['{"type":"start_game","rules":{"players":5}}'])


def read_events(lines: Iterable[str]) -> list[Event]:
    return [line.event for line in read(lines)]


def hidden(event: Event) -> Event:
    """As a camera sees it."""
    match event:
        case HandStarted():
            return HandStarted(event.indicator, event.dice, BySeat.fill(None, len(event.hands)))
        case Drawn(seat):
            return Drawn(seat)
        case Discarded(seat, tile):
            return Discarded(seat, tile)
    return event


@pytest.mark.parametrize("game", ["g003", "g141"])
def test_what_was_never_seen_is_written_as_a_question_mark_and_reads_back(shared: Path, game: str) -> None:
    path = shared / "data" / "logs" / "games" / f"{game}.mjson.gz"
    record = read(lines_of(path), path.name)
    events = [hidden(line.event) for line in record]
    written = list(write(events, rules_of(record[0], TENHOU)))
    assert any('"pai":"?"' in text for text in written)
    assert read_events(written) == events


def test_what_mjai_has_no_word_for_is_written_in_its_manner() -> None:
    rules = profile.read({"open_riichi": 2, "dice_throws": "two", "chombo": "fixed"})
    seat, tile = Seat.S2, Tile.parse("1m")
    events: list[Event] = [
        GameStarted(seat),
        HandStarted(tile, (1, 2), second=(3, 4)),
        HandDied(Seat.S0, "short by a tile"),
        Drawn(seat),
        RiichiDeclared(seat, True),
        Discarded(seat, Tile.parse("9s")),
        Fouled(Seat.S1, "false win"),
        HandEnded(),
    ]
    assert read_events(write(events, rules)) == events
