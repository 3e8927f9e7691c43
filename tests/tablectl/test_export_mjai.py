"""mjai and three players, from outside: whole recorded games, and games of which concealed tiles were never seen."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from benchmarks.round_trips import Events, first_difference, through_mjai, through_unseen, unseen
from tablectl.export import mjai, mjai_write, sheet, tenhou_write
from tablectl.export.hands import ExportError
from tablectl.replay import rules_of
from tablectl.rules.event import Drawn, GameStarted
from tablectl.rules.game import new_game
from tablectl.rules.ruleset import TENHOU, TENHOU_3P, Ruleset
from tablectl.rules.seat import Seat
from tests.tablectl.export_games import game_of, log_of


@pytest.mark.parametrize(
    ("game", "through"),
    [("g001", through_unseen), ("g010", through_unseen), ("g140", through_unseen), ("g152", through_mjai)],
)
def test_a_game_comes_back(
    shared: Path, game: str, through: Callable[[Events, Ruleset], tuple[Events, Events]]
) -> None:
    """Nagashi mangan, a double ron, a robbed kan; three players with kita, three kans, draws and a yakuman."""
    assert first_difference(*through(*game_of(shared, game))) == ""


def test_what_was_not_seen_is_a_question_mark(shared: Path) -> None:
    events, ruleset = game_of(shared, "g002")
    events = unseen(events, [Seat.S1, Seat.S3])
    lines = list(mjai_write.write(events, ruleset))
    start, draws = json.loads(lines[1]), [json.loads(line) for line in lines if '"tsumo"' in line]
    assert [set(hand) == {"?"} for hand in start["tehais"]] == [False, True, False, True]
    assert all((draw["pai"] == "?") == (draw["actor"] in (1, 3)) for draw in draws)
    assert any(isinstance(event, Drawn) and event.tile is None for event in events)
    assert tuple(line.event for line in mjai.read(lines)) == events


def test_three_players_leave_the_fourth_place_empty(shared: Path) -> None:
    document = log_of(shared, "g140")
    assert document["name"] == ["P0", "P1", "P2", ""] and document["rule"]["disp"] == "三南喰赤"
    assert len(document["sc"]) == 8 and document["sc"][6:] == [0, 0.0]
    for entry in document["log"]:
        assert len(entry) == 17 and len(entry[1]) == 4 and entry[13:16] == [[], [], []]
    assert any("f44" in gives for entry in document["log"] for gives in entry[6:16:3])


def test_a_sheet_of_three_players_leaves_the_fourth_seat_empty(shared: Path) -> None:
    events, ruleset = game_of(shared, "g140")
    header, *rows = (line.split(",") for line in sheet.write(events, ruleset, "g140").splitlines() if '"' not in line)
    assert all(row[header.index("before_3")] == row[header.index("name_3")] == "" for row in rows)


def test_a_hidden_game_has_no_place_in_the_other_log(shared: Path) -> None:
    events, ruleset = game_of(shared, "g002")
    with pytest.raises(ExportError, match="the hand dealt to seat 0 is not known"):
        tenhou_write.write(unseen(events), ruleset)


@pytest.mark.parametrize(
    "ruleset",
    [
        TENHOU,
        replace(TENHOU, length="tonpuu", red_fives=(0, 0, 0), kuitan=False),
        replace(TENHOU, length="issou", red_fives=(1, 2, 1)),
        replace(TENHOU_3P, length="tonpuu", kuitan=False),
    ],
)
@pytest.mark.parametrize("config", [TENHOU, replace(TENHOU, length="tonpuu", red_fives=(2, 2, 2), kuitan=False)])
def test_the_rules_go_with_the_game(ruleset: Ruleset, config: Ruleset) -> None:
    """Read back under any rules of the table, length, red fives, open tanyao and players are those of the game."""
    started = GameStarted(names=new_game(ruleset).names)
    (line,) = mjai.read(mjai_write.write([started], ruleset))
    assert line.event == started
    assert rules_of(line, config) == ruleset


@pytest.mark.parametrize(
    ("stated", "message"),
    [
        ({"rules": []}, "rules must be an object"),
        ({"names": "ABCD"}, "names a list"),
        ({"rules": {"players": 3}, "names": ["A"] * 4}, "4 names for 3 players"),
        ({"names": ["A"]}, "a game of 1 players, expected 2 to 4"),
        ({"rules": {"length": "long"}}, "length 'long': expected tonpuu, hanchan"),
        ({"rules": {"aka": "many"}}, "aka 'many': expected {m, p, s}"),
        ({"rules": {"kuitan": 3}}, "kuitan 3: expected true or false"),
        ({"rules": {"players": 2}}, "a game of 2 players, the rules are for 4"),
    ],
)
def test_rules_that_cannot_be_are_named(stated: dict[str, Any], message: str) -> None:
    with pytest.raises(mjai.MjaiError, match="record, line 1: .*" + re.escape(message)):
        rules_of(mjai.read([json.dumps({"type": "start_game"} | stated)])[0], TENHOU)
