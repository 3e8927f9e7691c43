"""`tablectl export`: from every source to every form, and plain words for what cannot be done."""

from __future__ import annotations

import csv
import gzip
import json
import sqlite3
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tablectl.__main__ import app
from tablectl.export import mjai
from tablectl.replay import text_lines
from tablectl.rules.event import Event, GameStarted
from tablectl.store import Source, Store

runner = CliRunner()


@pytest.fixture
def game(shared: Path) -> Path:
    return shared / "data" / "logs" / "games" / "g002.mjson.gz"


def recorded(game: Path) -> list[Event]:
    return [line.event for line in mjai.read(text_lines(game), game.name)]


def record(path: Path, *games: list[Event]) -> Path:
    """A table's record with these games; each starts on 1 December 2026 at 10:00."""
    store = Store(path)
    for number, events in enumerate(games, 1):
        store.append(number, events, Source.PAGE, wall=1796119200.0, monotonic=0.0)
    store.close()
    return path


def test_a_file_goes_through_every_form_and_back(game: Path, tmp_path: Path) -> None:
    log, lines = tmp_path / "game.json", tmp_path / "game.mjson"
    assert runner.invoke(app, ["export", str(game), "--format", "tenhou", "--out", str(log)]).exit_code == 0
    assert runner.invoke(app, ["export", str(log), "--format", "mjai", "--out", str(lines)]).exit_code == 0
    ours = [json.loads(line) for line in lines.read_text().splitlines()]
    theirs = [json.loads(line) for line in text_lines(game)]
    assert [line["type"] for line in ours] == [line["type"] for line in theirs]
    assert ours[-1]["final"] == theirs[-1]["final"]


def test_a_csv_file_is_made_for_spreadsheets(game: Path, tmp_path: Path) -> None:
    sheet = tmp_path / "game.csv"
    assert runner.invoke(app, ["export", str(game), "--format", "csv", "--out", str(sheet)]).exit_code == 0
    data = sheet.read_bytes()
    assert data.startswith(b"\xef\xbb\xbfrow,") and data.count(b"\r\n") == data.count(b"\n") == 7
    with sheet.open(encoding="utf-8-sig", newline="") as lines:
        assert [row["row"] for row in csv.DictReader(lines)] == ["hand"] * 5 + ["result"]


def test_the_last_game_of_a_record_unless_told_which(game: Path, tmp_path: Path) -> None:
    path = record(tmp_path / "table.sqlite", recorded(game), [GameStarted(), *recorded(game)[1:40]])
    whole = runner.invoke(app, ["export", str(path), "--format", "csv", "--number", "1"])
    assert whole.exit_code == 0, whole.stderr
    rows = list(csv.DictReader(whole.stdout.splitlines()))
    assert [(row["row"], row["game"], row["started"]) for row in rows[-2:]] == [
        ("hand", "table-1", "2026-12-01 10:00:00+00:00"),
        ("result", "table-1", "2026-12-01 10:00:00+00:00"),
    ]
    last = runner.invoke(app, ["export", str(path), "--format", "mjai"])
    assert len(last.stdout.splitlines()) == 40
    nowhere = runner.invoke(app, ["export", str(path), "--format", "mjai", "--number", "3"])
    assert nowhere.exit_code == 2 and "no game 3; recorded are 1, 2" in nowhere.stderr


def test_a_record_that_does_not_fit_the_rules_names_the_row(game: Path, tmp_path: Path) -> None:
    path = record(tmp_path / "table.sqlite", [*recorded(game)[:2], recorded(game)[3]])
    result = runner.invoke(app, ["export", str(path), "--format", "csv"])
    assert result.exit_code == 2
    assert "table.sqlite, game 1, row 3: " in result.stderr and "out of turn" in result.stderr


def test_a_line_that_does_not_fit_is_named(game: Path, tmp_path: Path) -> None:
    lines = list(text_lines(game))
    broken = tmp_path / "broken.mjson"
    broken.write_text("\n".join((*lines[:2], '{"type":"dora","dora_marker":"C"}', *lines[2:])))
    result = runner.invoke(app, ["export", str(broken), "--format", "csv"])
    assert result.exit_code == 2 and "broken.mjson, line 3: tile 7z: no dora" in result.stderr


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("absent.mjson", None, "cannot be read: No such file or directory"),
        ("bad.mjson.gz", b"no gzip", "cannot be read: Not a gzipped file (b'no')"),
        ("cut.mjson.gz", gzip.compress(b"{}" * 99)[:20], "cannot be read: Compressed file ended before"),
        ("bad.mjson", b"\xff\xfe", "cannot be read: 'utf-8' codec can't decode"),
        ("bad.json", b"{\n]", "bad.json, line 2: no JSON: Expecting property name"),
        ("list.json", b"[1, 2]", "list.json: expected a JSON object with name and log, as tenhou.net/6 has it"),
        ("other.json", b'{"name": 3, "log": {}}', "other.json: expected a JSON object with name and log"),
        ("hand.json.gz", gzip.compress(b'{"name":["","","",""],"log":[3]}'), "hand 1 (East 1): expected a list of 17"),
        ("bad.mjson", b"{\n", "bad.mjson, line 1: "),
        ("list.mjson", b"[]", "list.mjson, line 1: expected one JSON object a line"),
        ("other.mjson", b'{"name":[]}', "other.mjson, line 1: 'type' is missing"),
        ("empty.mjson", b"", "empty.mjson, line 1: a record begins with start_game"),
        ("empty.json", b"", "empty.json, line 1: no JSON: Expecting value"),
        ("early.mjson", b'{"type":"tsumo","actor":0,"pai":"?"}', "early.mjson, line 1: tsumo before start_kyoku"),
    ],
)
def test_what_is_no_game_is_named_in_one_line(tmp_path: Path, name: str, content: bytes | None, message: str) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    result = runner.invoke(app, ["export", str(path), "--format", "csv"])
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert result.stderr.startswith(f"tablectl: {path}") and message in result.stderr


def test_a_folder_and_a_database_of_something_else(tmp_path: Path) -> None:
    folder = runner.invoke(app, ["export", str(tmp_path), "--format", "csv"])
    assert folder.exit_code == 2 and folder.stderr == f"tablectl: {tmp_path}: cannot be read: Is a directory\n"
    db = sqlite3.connect(tmp_path / "other.sqlite")
    db.execute("CREATE TABLE bookmark (place TEXT)")
    db.close()
    other = runner.invoke(app, ["export", str(tmp_path / "other.sqlite"), "--format", "csv"])
    assert other.exit_code == 2 and "other.sqlite: a database of another program" in other.stderr


def test_a_record_without_a_game_and_a_number_without_a_record(game: Path, tmp_path: Path) -> None:
    empty = runner.invoke(app, ["export", str(record(tmp_path / "empty.sqlite")), "--format", "csv"])
    assert empty.exit_code == 2 and "no game is recorded there" in empty.stderr
    numbered = runner.invoke(app, ["export", str(game), "--format", "csv", "--number", "1"])
    assert numbered.exit_code == 2 and "this file holds one game" in numbered.stderr


def test_a_file_that_cannot_be_written(game: Path, tmp_path: Path) -> None:
    result = runner.invoke(app, ["export", str(game), "--format", "csv", "--out", str(tmp_path / "no" / "x.csv")])
    assert result.exit_code == 2 and "cannot be written (No such file or directory)" in result.stderr
