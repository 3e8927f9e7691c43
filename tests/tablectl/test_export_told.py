"""Hands that people told: kept in mjai and CSV, refused where a format needs every tile."""

from __future__ import annotations

import csv
import gzip
import io
from pathlib import Path

import pytest

from tablectl.export import mjai, mjai_write, sheet, tenhou_write
from tablectl.export.hands import ExportError
from tablectl.replay import rules_of
from tablectl.rules.event import Event
from tablectl.rules.ruleset import TENHOU, Ruleset
from tests.telling import told


@pytest.fixture
def game(shared: Path) -> tuple[tuple[Event, ...], Ruleset]:
    path = shared / "data" / "logs" / "games" / "g010.mjson.gz"
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        record = mjai.read(lines, path.name)
    rules = rules_of(record[0], TENHOU)
    return tuple(told((line.event for line in record), rules)), rules


def test_mjai_keeps_what_was_told(game: tuple[tuple[Event, ...], Ruleset]) -> None:
    lines = list(mjai_write.write(*game))
    assert any('"type":"told"' in line and '"deltas"' in line for line in lines)
    assert tuple(line.event for line in mjai.read(lines, "told")) == game[0]


def test_a_sheet_has_its_han_and_fu_and_names_no_yaku(game: tuple[tuple[Event, ...], Ruleset]) -> None:
    rows = list(csv.DictReader(io.StringIO(sheet.write(*game, "g010"), newline="")))
    wins = [row for row in rows if row["ending"] in ("ron", "tsumo")]
    assert wins and all(row["han"] and row["winner"] and row["yaku"].strip("; ") in ("", "yakuman") for row in wins)


def test_a_format_without_a_place_for_it_refuses(game: tuple[tuple[Event, ...], Ruleset]) -> None:
    with pytest.raises(ExportError, match=r"hand 1 \(East 1\): the dora indicator is not known"):
        tenhou_write.write(*game)
