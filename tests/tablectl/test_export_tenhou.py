"""tenhou.net/6 JSON: recorded games written and read again, single hands by their text, what is refused and why."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from benchmarks.round_trips import first_difference, told_by_tenhou
from tablectl.export.hands import ExportError
from tablectl.export.tenhou import parse_call, print_call, tile_of
from tablectl.export.tenhou_order import goes, in_turn
from tablectl.export.tenhou_read import read
from tablectl.export.tenhou_write import write
from tablectl.rules.event import Called, Discarded, Drawn, Event, GameStarted, HandStarted
from tablectl.rules.meld import Meld
from tablectl.rules.ruleset import TENHOU
from tablectl.rules.seat import BySeat, Seat
from tablectl.rules.tile import in_order
from tests.tablectl.export_games import game_of, log_of, text_of

GAMES = ("g000", "g001", "g002", "g003", "g004", "g010", "g022", "g039", "g140", "g152")
"""Every kind of draw, call and win: sancha hou, nagashi, pao, four riichi, chankan, double ron; three players."""


@pytest.fixture
def short(shared: Path) -> dict[str, Any]:
    """What is written of a game of five hands."""
    return log_of(shared, "g002")


@pytest.mark.parametrize("game", GAMES)
def test_a_recorded_game_comes_back_as_it_was(shared: Path, game: str) -> None:
    events, ruleset = game_of(shared, game)
    assert first_difference(told_by_tenhou(events), read(text_of(shared, game), ruleset)) == ""


def test_what_stands_around_the_hands(short: dict[str, Any]) -> None:
    document = short
    assert document["title"] == ["g002", ""]
    assert document["name"] == ["P0", "P1", "P2", "P3"]
    assert document["rule"] == {"disp": "南喰赤", "aka51": 1, "aka52": 1, "aka53": 1}
    assert len(document["log"]) == 5
    assert sum(document["sc"][1::2]) == 0


def results(shared: Path, game: str) -> list[list[Any]]:
    return [entry[-1] for entry in log_of(shared, game)["log"]]


def test_a_double_ron_on_a_robbed_kan_with_a_yakuman(shared: Path) -> None:
    assert results(shared, "g010")[-1] == [
        "和了",
        [0, 0, -32000, 33000],
        [3, 2, 3, "役満32000点", "大三元(役満)"],
        [7700, 0, -7700, 0],
        [0, 2, 0, "30符4飜7700点", "立直(1飜)", "槍槓(1飜)", "平和(1飜)", "ドラ(1飜)"],
    ]


def test_the_liable_player_stands_third(shared: Path) -> None:
    won = results(shared, "g002")[-1]
    assert won[2][0] == won[2][1] != won[2][2]
    assert won[2][3] == "役満8000-16000点"
    assert sorted(won[1])[:3] == [-32000, 0, 0]


def test_the_scores_of_tsumo(shared: Path) -> None:
    texts = [info[3] for game in ("g003", "g010") for result in results(shared, game) for info in result[2::2]]
    assert any(text.endswith("点∀") for text in texts)
    assert any("-" in text and text.endswith("点") for text in texts)


def test_each_draw_has_its_name(shared: Path) -> None:
    names = {result[0] for game in ("g000", "g001", "g003", "g004", "g022", "g039") for result in results(shared, game)}
    assert names >= {"流局", "流し満貫", "三家和了", "四槓散了", "四家立直", "四風連打", "九種九牌"}


@pytest.mark.parametrize(
    ("source", "meld", "text"),
    [
        (3, "chi:35m+4m<3", "c141315"),
        (3, "pon:50p+5p<3", "p252552"),
        (2, "pon:11z+1z<2", "41p4141"),
        (1, "pon:11z+1z<1", "4141p41"),
        (3, "daiminkan:555s+0s<3", "m53353535"),
        (2, "daiminkan:999m+9m<2", "19m191919"),
        (1, "daiminkan:999m+9m<1", "191919m19"),
        (3, "kakan:77s7s+7s<3", "k37373737"),
        (2, "kakan:550p+5p<2", "25k522525"),
        (1, "kakan:777s+7s<1", "3737k3737"),
        (0, "ankan:0555m", "151515a51"),
    ],
)
def test_the_place_of_the_letter_tells_who_fed_the_call(source: int, meld: str, text: str) -> None:
    called = Meld.parse(meld)
    assert print_call(0, called, source) == text
    assert in_order(parse_call(0, text).own) == in_order(called.own)
    assert (parse_call(0, text).called, parse_call(0, text).source) == (called.called, called.source)


def test_places_are_counted_from_the_first_dealer(shared: Path) -> None:
    """A game in which seat 2 deals first reads as one in which seat 0 does."""
    events, ruleset = game_of(shared, "g022")
    moved = [turned(event) for event in events]
    assert isinstance(moved[0], GameStarted) and moved[0].first_dealer is Seat.S2
    assert read(write(moved, ruleset), ruleset) == told_by_tenhou(events)


def turned(event: Event) -> Event:
    """The event as it would be if everybody sat two chairs on."""
    changes: dict[str, Any] = {}
    if isinstance(event, HandStarted):
        changes = {"dice": None, "wall": None}
    for name in ("first_dealer", "seat", "source"):
        if hasattr(event, name):
            changes[name] = getattr(event, name).right(2)
    for name in ("hands", "names"):
        if hasattr(event, name):
            values = getattr(event, name)
            changes[name] = BySeat.of(values[seat.right(2)] for seat in Seat)
    if isinstance(event, Called) and event.meld.source is not None:
        changes["meld"] = replace(event.meld, source=event.meld.source.right(2))
    return replace(event, **changes)


def test_the_hand_still_being_played_is_left_out(shared: Path) -> None:
    events, ruleset = game_of(shared, "g002")
    document = json.loads(write(events[:200], ruleset))
    assert 1 <= len(document["log"]) < 5 and "sc" not in document


def hidden(events: Iterable[Event], seat: Seat) -> list[Event]:
    """The game as a table saw it that never saw this seat's tiles."""
    out: list[Event] = []
    for event in events:
        if isinstance(event, HandStarted):
            event = replace(event, wall=None, hands=event.hands.set(seat, None))
        elif isinstance(event, Drawn) and event.seat is seat:
            event = Drawn(seat)
        out.append(event)
    return out


def test_an_unknown_hand_is_refused_by_name(shared: Path) -> None:
    events, ruleset = game_of(shared, "g022")
    with pytest.raises(ExportError, match=r"hand 1 \(East 1\): the hand dealt to seat 2 is not known"):
        write(hidden(events, Seat.S2), ruleset)


def test_an_unknown_draw_is_refused_by_its_turn(shared: Path) -> None:
    events, ruleset = game_of(shared, "g022")
    events = told_by_tenhou(events)
    draws = [place for place, event in enumerate(events) if isinstance(event, Drawn) and event.seat is Seat.S0]
    lost = (*events[: draws[2]], Drawn(Seat.S0), *events[draws[2] + 1 :])
    with pytest.raises(ExportError, match=r"hand 1 \(East 1\): what seat 0 drew in its turn 3 is not known"):
        write(lost, ruleset)


def test_an_unseen_tsumogiri_is_told_from_the_hand_or_refused(shared: Path) -> None:
    events, ruleset = game_of(shared, "g022")
    unseen = [
        replace(event, tsumogiri=None) if isinstance(event, Discarded) else event for event in told_by_tenhou(events)
    ]
    with pytest.raises(ExportError, match=r"whether seat \d discarded .. as drawn or from its hand is not known"):
        write(unseen, ruleset)
    first = next(place for place, event in enumerate(unseen) if isinstance(event, Discarded))
    one = (*told_by_tenhou(events)[:first], unseen[first], *told_by_tenhou(events)[first + 1 :])
    assert read(write(one, ruleset), ruleset) == told_by_tenhou(events)


def test_events_that_the_rules_refuse_are_no_game() -> None:
    with pytest.raises(ExportError, match=r"before the first hand: .*Drawn between two hands"):
        write([GameStarted(), Drawn(Seat.S0)], TENHOU)


@pytest.mark.parametrize("number", [0, 10, 20, 48, 50, 54, 60, "11", None])
def test_numbers_that_are_no_tile(number: object) -> None:
    with pytest.raises(ValueError, match="expected 11 to 19"):
        tile_of(number)


@pytest.mark.parametrize("text", ["", "p", "11p11", "p1111111111", "x111111", "c1", "11k", "c112131", "p494949"])
def test_texts_that_are_no_call(text: str) -> None:
    with pytest.raises(ValueError):
        parse_call(0, text)


def test_text_that_is_no_log_is_named() -> None:
    with pytest.raises(ExportError, match=r"game.json, line 2: no JSON"):
        read("{\n'title'", TENHOU, "game.json")
    with pytest.raises(ExportError, match=r"game.json: expected a JSON object with name and log"):
        read("[]", TENHOU, "game.json")
    with pytest.raises(ExportError, match=r"game.json: 3 names for 4 players"):
        read('{"name":["A","B","C"],"log":[]}', TENHOU, "game.json")
    with pytest.raises(ExportError, match=r"game.json: no JSON that can be read"):
        read("[" * 100_000, TENHOU, "game.json")


BROKEN: list[tuple[tuple[int, ...], Any, str]] = [
    ((0,), [], "expected a list of 17 lists"),
    ((0, 0), [0, 1, 0], "the file has hand, honba and sticks"),
    ((0, 1), [26000, 25000, 25000, 24000], "the file has points"),
    ((0, 2), [], "the dora indicator is missing"),
    ((0, 2, 0), 99, "tile 99: expected"),
    ((0, 4), [11], "1 tiles dealt"),
    ((0, 6, 0), 41, "the hand does not hold this tile"),
    ((0, 5, 0), "x", "call 'x'"),
    ((0, 5), [], "seat 0 took 0 times and gave"),
    ((0, 2), [11, 12], "the file has 2 dora indicators, by the rules they are 1"),
    ((0, 8, 0), "c111213", "chi: the last discard is 9p of seat 0"),
    ((0, 8, 0), "12p1212", "takes that do not fit together: how often a seat goes and others after it: seat 0"),
    ((0, 5, 0), "12p1212", "pon while there is no discard to call"),
    ((0, 5, 0), "121212a12", "'121212a12' of seat 0 is no call of a discard"),
    ((0, 5, 0), "m12121212", "'m12121212' of seat 0 needs a 0 beside it"),
    ((0, 6, 0), "k12121212", "'k12121212' of seat 0 is no kan that it can call"),
    ((0, 6, 0), "rx", "tile 'rx': expected 11 to 19"),
    ((0, 6, 0), "11b11", "call '11b11'"),
    ((0, 16, 0), "流", "expected 和了 or one of"),
    ((0, 16, 1), [0, 0, 0, 0], "the file has payments"),
]


@pytest.mark.parametrize(("path", "value", "message"), BROKEN)
def test_a_broken_hand_is_named(short: dict[str, Any], path: tuple[int, ...], value: Any, message: str) -> None:
    document = json.loads(json.dumps(short))
    place = document["log"]
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    with pytest.raises(ExportError, match=rf"game.json: hand 1 \(.*\): .*{message}"):
        read(json.dumps(document), TENHOU, "game.json")


def test_a_call_of_a_later_discard_is_told_from_one_of_an_earlier() -> None:
    """Seat 0 discards 5z twice; seat 2 calls the second, though it could have called the first."""
    hand: list[list[Any]] = [
        [[0, 0, 0], [25000] * 4, [19], []],
        [[11, 11, 12, 13, 14, 15, 22, 23, 24, 25, 39, 45, 45], [38, "1111p11"], [45, 45]],
        [[16, 17, 21, 26, 27, 29, 31, 37, 39, 41, 42, 43, 44], [11], [60]],
        [[19, 19, 22, 23, 24, 31, 32, 36, 37, 38, 45, 45, 46], ["45p4545"], [46]],
        [[12, 12, 13, 13, 24, 24, 26, 26, 35, 35, 37, 37, 46], [], []],
        [["和了", [0, 0, -1600, 1600], [3, 2, 3, "25符2飜1600点", "七対子(2飜)"]]],
    ]
    log = [part for parts in hand for part in parts]
    events = read(json.dumps({"name": ["A", "B", "C", "D"], "log": [log]}), TENHOU)
    happened = [event for event in events if isinstance(event, Discarded | Called)]
    assert [(type(event), event.seat) for event in happened] == [
        (Discarded, Seat.S0),
        (Discarded, Seat.S1),
        (Called, Seat.S0),
        (Discarded, Seat.S0),
        (Called, Seat.S2),
        (Discarded, Seat.S2),
    ]
    assert json.loads(write(events, TENHOU))["log"] == [log]


def test_goes_that_only_follow_each_other_lead_nowhere() -> None:
    """Seat 1 calls from seat 2, and seat 2 draws after seat 1: neither can be first."""
    lists = [
        goes(seat, takes, [11], Seat.S0, 3)
        for seat, takes in ((Seat.S0, [11]), (Seat.S1, ["1111p11"]), (Seat.S2, [12]))
    ]
    assert [go.after for mine in lists for go in mine] == [None, Seat.S2, Seat.S1]
    with pytest.raises(ValueError, match="the first 1 of seat 1, 1 of seat 2 lead nowhere"):
        in_turn(lists)
    assert in_turn([lists[0], (), ()]) == lists[0]
    with pytest.raises(ValueError, match="calls from seat 3, where nobody plays"):
        goes(Seat.S0, ["p111111"], [12], Seat.S0, 3)
