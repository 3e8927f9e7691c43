"""`tablectl dice soak` and `report`, and pictures as before."""

from __future__ import annotations

import json
import random
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tablectl.__main__ import app
from tablectl.rolllog import Roll, RollLog, RollSource, read_rolls

runner = CliRunner()


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    path = tmp_path / "table.toml"
    path.write_text(f'[dice]\nroller = "cryptographic"\nlog = "{tmp_path}/dice.jsonl"\n')
    return path


def test_a_soak_is_reported_and_exported(settings: Path, tmp_path: Path) -> None:
    log, table = tmp_path / "dice.jsonl", tmp_path / "dice.csv"
    config = ["--config", str(settings)]
    assert runner.invoke(app, ["dice", "soak", "3", *config]).stdout.startswith(f"{log}: 3 rolls, 3 of them new")
    again = runner.invoke(app, ["dice", "soak", "5", "--json", *config])
    assert [json.loads(line)["rolls"] for line in again.stdout.splitlines()] == [4, 5]
    result = runner.invoke(app, ["dice", "report", "--export", str(table), *config])
    assert result.exit_code == 0
    assert result.stdout.startswith("cryptographic: 5 throws, 0 more unclear (0.0%)")
    assert "2,234 for 20% off" in result.stdout
    rows = table.read_text().splitlines()
    assert len(rows) == 6
    dice = read_rolls(log).rolls[0].dice
    assert dice is not None and f",cryptographic,{dice[0]},{dice[1]},," in rows[1]


def test_dice_that_are_not_fair_exit_1_and_a_damaged_line_is_told(tmp_path: Path) -> None:
    path, rng = tmp_path / "loaded.jsonl", random.Random(1)
    now = datetime(2026, 5, 1, tzinfo=UTC)
    with closing(RollLog(path)) as log:
        for _ in range(300):
            log.append(Roll(log.take_id(), now, RollSource.HAND, (6, rng.randint(1, 6))))
    with path.open("a") as out:
        out.write('{"id": 301, "ti')
    result = runner.invoke(app, ["dice", "report", str(path), "--json"])
    assert result.exit_code == 1
    (told,) = (json.loads(line) for line in result.stdout.splitlines())
    assert (told["source"], told["throws"]) == ("hand", 300)
    assert told["verdict"].startswith("not fair")
    assert "line 301 is no roll" in result.stderr
    assert path.read_text().endswith('{"id": 301, "ti')


def test_what_cannot_be_is_said(tmp_path: Path) -> None:
    missing = runner.invoke(app, ["dice", "report", str(tmp_path / "none.jsonl")])
    assert (missing.exit_code, missing.stderr.count("cannot be read")) == (2, 1)
    blind = runner.invoke(app, ["dice", "soak", "1", "--log", str(tmp_path / "log")])
    assert blind.exit_code == 2
    assert "[dice] roller = 'hand' needs a camera" in blind.stderr
    absent = runner.invoke(app, ["dice", str(tmp_path / "absent.png")])
    assert absent.exit_code == 2
    assert "absent.png" in absent.stderr


def test_hand_thrown_dice_need_somebody_who_says_so(tmp_path: Path) -> None:
    (tmp_path / "1.png").write_bytes(b"")
    settings = tmp_path / "table.toml"
    settings.write_text(f'[camera]\nsource = "images"\npath = "{tmp_path}"\n')
    result = runner.invoke(
        app, ["dice", "soak", "1", "--log", str(tmp_path / "log"), "--config", str(settings)], input=""
    )
    assert result.exit_code == 2
    assert "standard input has ended" in result.stderr
