"""Recorded wins and draws, and written cases, against the values and payments of the rules engine."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from benchmarks.recorded_wins import Comparison, Row, compare, differences, rows
from tablectl.rules.meld import Meld, MeldKind
from tablectl.rules.ruleset import TENHOU
from tablectl.rules.score import Win, evaluate
from tablectl.rules.seat import Seat, Wind
from tablectl.rules.settlement import settle_win
from tablectl.rules.tile import Tile, parse_tiles

WIN: Row = {
    "id": "a",
    "players": 4,
    "bakaze": "E",
    "oya": 0,
    "who": 2,
    "from": 0,
    "tsumo": False,
    "jikaze": "W",
    "closed": "3456789m234s",
    "win": "3m",
    "melds": [{"type": "pon", "tiles": "666z", "called": "6z", "from": 3}],
    "dora": ["0m"],
    "ura": [],
    "riichi": 0,
    "honba": 1,
    "sticks": 1,
    "yaku": [["hatsu", 1], ["dora", 1]],
    "yakuman": [],
    "han": 2,
    "fu": 30,
    "points": 2000,
    "deltas": [-2300, 0, 3300, 0],
}
DRAW: Row = {
    "id": "b",
    "players": 4,
    "kind": "exhaustive",
    "oya": 3,
    "tenpai": [False, True, True, False],
    "shown": {"1": "05p23344557s", "2": "456p44066999s77z"},
    "deltas": [-1500, 1500, 1500, -1500],
}


@pytest.mark.parametrize(("name", "least"), [("wins-4p", 1100), ("wins-fixture-10k", 600), ("draws", 200)])
def test_a_part_of_the_records_agrees(shared: Path, name: str, least: int) -> None:
    """One row in eleven; `benchmarks.recorded_wins` compares all."""
    result = Comparison(name)
    for number, row in enumerate(rows(shared / "data" / "logs" / f"{name}.jsonl.gz")):
        if number % 11 == 0:
            result.add(row)
    assert result.wrong == []
    assert result.rows >= least


@pytest.mark.parametrize("row", [WIN, DRAW])
def test_a_row_that_agrees(row: Row) -> None:
    assert differences(row) == {}


@pytest.mark.parametrize(
    ("row", "changed", "name"),
    [
        (WIN, {"han": 3}, "han"),
        (WIN, {"fu": 40}, "fu"),
        (WIN, {"yaku": [["hatsu", 2]]}, "yaku"),
        (WIN, {"points": 2600}, "points"),
        (WIN, {"deltas": [-2000, 0, 3000, 0]}, "payments"),
        (DRAW, {"deltas": [0, 0, 0, 0]}, "payments"),
        (DRAW, {"tenpai": [False, False, True, False]}, "tenpai"),
    ],
)
def test_a_row_that_differs_is_found(row: Row, changed: dict[str, Any], name: str) -> None:
    assert list(differences({**row, **changed})) == [name]


def test_a_hand_that_does_not_win_differs_in_everything() -> None:
    found = differences({**WIN, "win": "1z"})
    assert set(found) == {"han", "fu", "points", "yaku", "yakuman", "payments"}
    assert "not a complete hand" in found["han"]


def test_three_player_rows_are_counted_as_left_out(tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in (WIN, DRAW, {**WIN, "players": 3})))
    result = compare(path)
    assert (result.rows, result.three_player, result.wrong) == (2, 1, [])
    assert any("left out: 1 row" in line for line in result.lines())


def test_an_unreadable_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    path.write_text(json.dumps(WIN) + "\n{\n")
    with pytest.raises(ValueError, match="line 2"):
        compare(path)


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    path.write_text(json.dumps({"file": "g000", "players": 4}))
    with pytest.raises(ValueError, match=r"row 1: no '.*'; expected recorded wins or draws"):
        compare(path)


def test_what_rests_on_the_record_alone_is_told(tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    path.write_text(json.dumps({**DRAW, "shown": {"1": DRAW["shown"]["1"]}}))
    assert "  on the record's word in 1 rows: that a hand which is not shown was tenpai" in list(compare(path).lines())


def test_written_cases_of_wins(shared: Path) -> None:
    """Those under plain rules."""
    cases = [json.loads(line) for line in (shared / "data" / "scoring-cases.jsonl").read_text().splitlines()]
    wins = [case for case in cases if case["kind"] == "win" and not case["rules"]]
    assert len(wins) > 5
    for case in wins:
        expected = case["expect"]
        value, deltas = _of_case(case)
        assert {wind: deltas[Wind.parse(wind)] for wind in "ESWN"} == expected["deltas"], case["id"]
        assert (value.han, value.fu) == (expected["han"], expected["fu"]), case["id"]
        assert sorted([line.name, line.han] for line in value.yaku) == sorted(expected["yaku"]), case["id"]


def _of_case(case: dict[str, Any]) -> tuple[Any, Any]:
    hand, situation = case["hand"], case["situation"]
    rules = replace(TENHOU, **case["rules"])
    seat = Seat(Wind.parse(situation["seat"]))
    melds = []
    for meld in hand["melds"]:
        tiles = parse_tiles(meld["tiles"])
        melds.append(Meld(MeldKind(meld["type"]), tiles[1:], tiles[0], seat.right(meld["from"])))
    value = evaluate(
        Win(
            hand=parse_tiles(hand["closed"]),
            tile=Tile.parse(hand["win"]),
            tsumo=hand["by"] == "tsumo",
            melds=tuple(melds),
            seat_wind=Wind.parse(situation["seat"]),
            round_wind=Wind.parse(situation["round_wind"]),
            riichi=hand["riichi"],
            **dict.fromkeys(hand["flags"], True),
            indicators=parse_tiles("".join(hand["dora_indicators"])),
            ura=parse_tiles("".join(hand["ura_indicators"])),
        ),
        rules,
    )
    settled = settle_win(
        winner=seat,
        source=seat if hand["by"] == "tsumo" else Seat(Wind.parse(hand["discarder"])),
        value=value,
        dealer=Seat.S0,
        honba=situation["honba"],
        deposits=situation["riichi_sticks"],
        ruleset=rules,
    )
    return value, settled.deltas
