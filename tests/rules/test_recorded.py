"""Recorded wins and draws, and written cases, against the values and payments of the rules engine."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.recorded_wins import Comparison, Row, compare, differences, rows

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


@pytest.mark.parametrize(
    ("name", "least"), [("wins-4p", 1100), ("wins-3p", 250), ("wins-fixture-10k", 600), ("draws", 250)]
)
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


def test_north_tiles_of_three_players_are_dora() -> None:
    """DO10: each set aside counts one, here beside 1m -> 9m (DO1); of three, nobody pays a fourth part (EQ1)."""
    kita = {
        **WIN,
        "players": 3,
        "win": "5p",
        "melds": [*WIN["melds"], {"type": "kita", "tiles": "4z"}],
        "dora": ["1m"],
        "yaku": [["hatsu", 1], ["dora", 3]],
        "closed": "99m55p444789s",
        "han": 4,
        "points": 7700,
        "deltas": [-7900, 0, 8900],
    }
    assert differences(kita) == {}


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
