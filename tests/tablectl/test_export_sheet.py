"""CSV of hands and results: the rows of recorded games, and that sheets add up."""

from __future__ import annotations

import csv
import io
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from tablectl.export.sheet import COLUMNS, write
from tablectl.rules.event import GameStarted
from tablectl.rules.ruleset import TENHOU
from tablectl.rules.seat import BySeat
from tests.tablectl.export_games import game_of

DOCS = Path(__file__).parents[2] / "docs" / "export.md"


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


@cache
def sheet(shared: Path, game: str) -> list[dict[str, str]]:
    return rows(write(*game_of(shared, game), game, "2026-12-01 10:00"))


@pytest.mark.parametrize(("game", "hands"), [("g000", 12), ("g001", 11), ("g010", 8), ("g003", 14)])
def test_the_rows_of_a_game_add_up(shared: Path, game: str, hands: int) -> None:
    table = sheet(shared, game)
    assert [row["row"] for row in table] == ["hand"] * hands + ["result"]
    assert all(row["game"] == game and row["started"] == "2026-12-01 10:00" for row in table)
    for row in table:
        for seat in range(4):
            assert int(row[f"before_{seat}"]) + int(row[f"delta_{seat}"]) == int(row[f"after_{seat}"])
    for row, then in pairwise(table[:-1]):
        assert [row[f"after_{seat}"] for seat in range(4)] == [then[f"before_{seat}"] for seat in range(4)]
    result = table[-1]
    assert sorted(result[f"place_{seat}"] for seat in range(4)) == ["1", "2", "3", "4"]
    assert sum(float(result[f"result_{seat}"]) for seat in range(4)) == pytest.approx(0)


def test_a_double_ron_is_one_row(shared: Path) -> None:
    hand = sheet(shared, "g010")[-2]
    shown = {name: hand[name] for name in COLUMNS[3:17]}
    assert shown == {
        "hand": "8",
        "wind": "S",
        "number": "2",
        "honba": "0",
        "sticks": "0",
        "dealer": "1",
        "ending": "ron",
        "winner": "3; 0",
        "from": "2; 2",
        "liable": "",
        "han": "0; 4",
        "fu": "40; 30",
        "limit": "yakuman; ",
        "yaku": "daisangen; riichi 1, chankan 1, pinfu 1, dora 1",
    }
    # Seat 0 gets 7,700 and loses the stick of its riichi.
    assert [hand[f"delta_{seat}"] for seat in range(4)] == ["6700", "0", "-39700", "33000"]


def test_a_liable_seat_and_a_draw(shared: Path) -> None:
    assert sheet(shared, "g002")[-2]["liable"] in {"0", "1", "2", "3"}
    endings = {row["ending"] for game in ("g000", "g001") for row in sheet(shared, game)}
    assert endings >= {"ron", "tsumo", "exhaustive", "nagashi_mangan", "sancha_hou"}
    draw = next(row for row in sheet(shared, "g000") if row["ending"] == "exhaustive")
    assert {draw[f"tenpai_{seat}"] for seat in range(4)} <= {"0", "1"} and draw["winner"] == ""


def test_a_game_under_way_has_no_result(shared: Path) -> None:
    table = rows(write(game_of(shared, "g002")[0][:200], TENHOU, "g002"))
    assert table and {row["row"] for row in table} == {"hand"}
    assert rows(write([GameStarted()], TENHOU, "new")) == []


def test_no_name_is_taken_for_a_formula(shared: Path) -> None:
    events, _ = game_of(shared, "g002")
    started = GameStarted(names=BySeat("=1+1", '山田, "Taro"', "@x", "C"))
    row = rows(write([started, *events[1:200]], TENHOU, "g002"))[0]
    assert [row[f"name_{seat}"] for seat in range(4)] == ["'=1+1", '山田, "Taro"', "'@x", "C"]


def test_every_column_is_described() -> None:
    described = DOCS.read_text(encoding="utf-8")
    for name in dict.fromkeys(column.rstrip("0123").rstrip("_") for column in COLUMNS):
        assert f"`{name}`" in described or f"`{name}_0`" in described, name
