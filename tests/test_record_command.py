"""`tablectl record`: what it refuses, and what it tells of recordings that are there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tablectl.__main__ import app
from tablectl.rules.event import GameStarted, HandStarted
from tablectl.rules.tile import Tile
from tests.vision.recorded import Game, writer
from vision.recording import JOURNAL
from vision.recordwriter import Kept

runner = CliRunner()


@pytest.fixture
def base(tmp_path: Path) -> Path:
    """A folder with one recording of two rows and no picture, cut off in its last line."""
    recording = writer(tmp_path)
    game = Game()
    game.play(GameStarted(), HandStarted(Tile.parse("1z"), (3, 4)), now=50.0)
    assert recording.write(Kept(50.0, 0, (), game.rows, "which tile is it? (1m / 2m)", None)) == ""
    recording.close()
    journal = recording.folder / JOURNAL
    journal.write_bytes(journal.read_bytes()[:-20])
    return tmp_path


def test_list_tells_each_recording_in_a_line(base: Path) -> None:
    (base / "20260504T183000Z").mkdir()
    (base / "20260504T183000Z" / JOURNAL).write_text("")
    result = runner.invoke(app, ["record", "--list", "--folder", str(base)])
    first, second = result.stdout.splitlines()
    expected = "20260503T183000Z: 0.0 minutes, 0 hands, 0 changes, 0 pictures (0 MB), not closed, 1 places damaged"
    assert first == expected
    assert "20260504T183000Z" in second and "not one whole line" in second
    assert result.exit_code == 0


def test_a_folder_without_recordings_is_said_to_be_so(tmp_path: Path) -> None:
    result = runner.invoke(app, ["record", "--list", "--folder", str(tmp_path / "none")])
    assert result.stdout == f"{tmp_path / 'none'}: no recordings\n" and result.exit_code == 0


def test_show_tells_what_happened_and_what_is_damaged(base: Path) -> None:
    result = runner.invoke(app, ["record", "20260503T183000Z", "--show", "--folder", str(base)])
    lines = result.stdout.splitlines()
    assert lines[1:4] == [
        "      0.0 s  game started, seat 0 deals first",
        "      0.0 s  hand started, dice 3 and 4, dora indicator 1z",
        "      0.0 s  ? which tile is it? (1m / 2m)",
    ]
    assert lines[4].startswith('damaged: line 4 was cut off after 16 bytes: {"seq":3,"kind"')
    as_json = runner.invoke(app, ["record", "20260503T183000Z", "--show", "--json", "--folder", str(base)])
    summary, *told = (json.loads(line) for line in as_json.stdout.splitlines())
    assert summary["began"] == "2026-05-03T18:30:00+00:00" and summary["questions"] == 1 and len(told) == 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--show"], "say --list, or --show with the NAME"),
        (["nobody", "--list"], "say --list, or --show with the NAME"),
        (["nobody", "--show"], "expected a folder that `tablectl record` made"),
        (["--simulate", "1", "--game", "g.mjson"], "exclude each other"),
    ],
)
def test_what_cannot_be_done_is_said(tmp_path: Path, arguments: list[str], message: str) -> None:
    result = runner.invoke(app, ["record", *arguments, "--folder", str(tmp_path)])
    assert result.exit_code == 2 and message in result.stderr


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    config = tmp_path / "table.toml"
    config.write_text(f"[camera]\nsource = 'images'\npath = '{tmp_path}'\n[record]\nfolder = '{tmp_path / 'taken'}'\n")
    result = runner.invoke(app, ["record", "--config", str(config)])
    assert result.exit_code == 2 and "taken: cannot be recorded to" in result.stderr
