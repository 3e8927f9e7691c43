"""The commands backup, restore and verify: exit statuses, plain words, JSON lines."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tablectl.__main__ import app
from tablectl.rules.event import Drawn, GameStarted
from tablectl.rules.seat import Seat
from tablectl.store import Source, Store

runner = CliRunner()


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the record of a table that is not running."""
    monkeypatch.chdir(tmp_path)
    with closing(Store(tmp_path / "tablectl.sqlite")) as store:
        store.append(1, (GameStarted(), Drawn(Seat.S0)), Source.PAGE, wall=1000.0, monotonic=0.0)
    return tmp_path


def test_backup_makes_lists_and_tells(table: Path) -> None:
    made = runner.invoke(app, ["backup"])
    assert made.exit_code == 0
    assert made.stdout.startswith(
        "backups/tablectl-000000002.sqlite: whole; 1 game, 2 events, the newest of 1970-01-01"
    )
    listed = runner.invoke(app, ["backup", "--list", "--json"])
    assert json.loads(listed.stdout) == {
        "file": "backups/tablectl-000000002.sqlite",
        "whole": True,
        "problems": [],
        "games": 1,
        "events": 2,
        "newest": 1000.0,
    }


def test_backup_without_a_record_or_of_a_running_table_exits_2(table: Path) -> None:
    with closing(Store(table / "tablectl.sqlite")):
        result = runner.invoke(app, ["backup"])
        assert result.exit_code == 2 and "in use by another tablectl" in result.stderr
    (table / "tablectl.sqlite").unlink()
    result = runner.invoke(app, ["backup"])
    assert result.exit_code == 2 and "there is no such record" in result.stderr
    assert not (table / "tablectl.sqlite").exists()


def test_verify_tells_each_file_and_exits_1_for_a_broken_one(table: Path) -> None:
    runner.invoke(app, ["backup"])
    result = runner.invoke(app, ["verify"])
    assert result.exit_code == 0 and result.stdout.count(": whole; 1 game, 2 events") == 2
    record = table / "tablectl.sqlite"
    record.write_bytes(record.read_bytes()[:-5])
    result = runner.invoke(app, ["verify", "--json"])
    assert result.exit_code == 1
    assert [json.loads(line)["whole"] for line in result.stdout.splitlines()] == [False, True]
    assert runner.invoke(app, ["verify", "backups/tablectl-000000002.sqlite"]).exit_code == 0
    assert runner.invoke(app, ["verify", "nothing.sqlite"]).exit_code == 2


def test_verify_tells_a_backup_that_holds_more(table: Path) -> None:
    runner.invoke(app, ["backup"])
    (table / "tablectl.sqlite").unlink()
    with closing(Store(table / "tablectl.sqlite")) as store:
        store.append(1, (GameStarted(),), Source.PAGE, wall=1000.0, monotonic=0.0)
    result = runner.invoke(app, ["verify"])
    assert result.exit_code == 1 and "APART: holds what the record does not" in result.stdout


def test_run_refuses_a_broken_record_and_restore_mends_it(table: Path) -> None:
    runner.invoke(app, ["backup"])
    record = table / "tablectl.sqlite"
    record.write_bytes(record.read_bytes()[:-5])
    (table / "table.toml").write_text("[camera]\nsource = 'none'\n")
    result = runner.invoke(app, ["run", "--config", "table.toml"])
    assert result.exit_code == 2
    assert "the record is broken" in result.stderr and "newest whole backup is backups/tablectl-000" in result.stderr
    result = runner.invoke(app, ["restore"])
    assert result.exit_code in (0, 1), result.stderr
    assert "tablectl.sqlite: put back from backup backups/tablectl-000000002.sqlite" in result.stdout
    assert "kept: tablectl.sqlite.aside-1" in result.stdout
    assert runner.invoke(app, ["verify"]).exit_code == 0
    result = runner.invoke(app, ["restore", "--json"])
    assert result.exit_code == 2 and "nothing is to be restored" in result.stderr
    result = runner.invoke(app, ["restore", "backups/tablectl-000000002.sqlite", "--json"])
    assert result.exit_code == 0 and json.loads(result.stdout)["aside"] == ["tablectl.sqlite.aside-2"]
