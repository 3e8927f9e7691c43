"""`tablectl dice soak` and `report`, and pictures as before."""

from __future__ import annotations

import json
import random
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import cv2
import pytest
from typer.testing import CliRunner

from hardware import board, boards
from hardware.hostboard import HostBoard, HostPort
from hardware.rollers import REST
from tablectl.__main__ import app
from tablectl.rolllog import Roll, RollLog, RollSource, read_rolls
from vision.render.rolls import Case, View, roll

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


def board_settings(folder: Path, board_: str, camera: str = "none") -> list[str]:
    path = folder / "board.toml"
    path.write_text(
        f'[dice]\nroller = "board"\nlog = "{folder}/dice.jsonl"\n[board]\n{board_}\n'
        f'[camera]\nsource = "{camera}"\npath = "{folder}"\n'
    )
    return ["--config", str(path)]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board, "RUN", 50)
    monkeypatch.setattr(board, "SETTLE", 50)


def test_a_board_shakes_and_the_camera_reads(tmp_path: Path, quick: None, monkeypatch: pytest.MonkeyPatch) -> None:
    core, drawn = HostBoard(), roll(200, View.BOWL, Case.CLEAR)
    monkeypatch.setattr(boards, "SerialPort", lambda path: HostPort(core))
    frames = 2 * (round(10 * REST) + 4)
    for number in range(frames):
        cv2.imwrite(str(tmp_path / f"{number:03}.png"), drawn.draw())
    settings = board_settings(tmp_path, 'kind = "serial"\nport = "/dev/tty"', "images")
    result = runner.invoke(app, ["dice", "soak", "2", *settings])
    assert result.exit_code == 0, result.stderr
    assert core.starts == 2
    rolls = read_rolls(tmp_path / "dice.jsonl").rolls
    assert [(roll.id, roll.source, sorted(roll.dice or ())) for roll in rolls] == [
        (number, RollSource.ROLLER, sorted(drawn.values or ())) for number in (1, 2)
    ]
    assert all(len(roll.picture) == 64 for roll in rolls)


def test_a_simulated_board_shakes_and_draws(tmp_path: Path, quick: None) -> None:
    result = runner.invoke(app, ["dice", "soak", "2", *board_settings(tmp_path, 'kind = "simulated"')])
    assert result.exit_code == 0, result.stderr
    assert [roll.source for roll in read_rolls(tmp_path / "dice.jsonl").rolls] == [RollSource.CRYPTOGRAPHIC] * 2


@pytest.mark.parametrize(
    ("board_", "words"),
    [
        ('kind = "none"', "[dice] roller = 'board', and [board] kind = 'none' has no dice motor"),
        ('kind = "panel"', "[dice] roller = 'board', and [board] kind = 'panel' has no dice motor"),
        ('kind = "serial"\nport = "/dev/absent"', "[board] port = '/dev/absent': "),
    ],
)
def test_a_soak_without_a_board_that_shakes_says_what_to_try(tmp_path: Path, board_: str, words: str) -> None:
    result = runner.invoke(app, ["dice", "soak", "1", *board_settings(tmp_path, board_, "images")])
    assert result.exit_code == 2
    assert words in result.stderr


def test_a_board_without_a_camera_reads_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    core = HostBoard()
    monkeypatch.setattr(boards, "SerialPort", lambda path: HostPort(core))
    settings = board_settings(tmp_path, 'kind = "serial"\nport = "/dev/tty"')
    result = runner.invoke(app, ["dice", "soak", "1", *settings])
    assert result.exit_code == 2 and core.starts == 0
    assert "[dice] roller = 'board' needs a camera to read the dice" in result.stderr


def test_hand_thrown_dice_need_somebody_who_says_so(tmp_path: Path) -> None:
    (tmp_path / "1.png").write_bytes(b"")
    settings = tmp_path / "table.toml"
    settings.write_text(f'[camera]\nsource = "images"\npath = "{tmp_path}"\n')
    result = runner.invoke(
        app, ["dice", "soak", "1", "--log", str(tmp_path / "log"), "--config", str(settings)], input=""
    )
    assert result.exit_code == 2
    assert "standard input has ended" in result.stderr
