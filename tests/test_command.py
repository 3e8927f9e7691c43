"""The command line: exit statuses, JSON lines, and plain words for what cannot be done."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tablectl.__main__ import app

runner = CliRunner()


def test_replay_says_equal_and_exits_0(shared: Path) -> None:
    games = [str(shared / f"data/logs/games/g{number:03}.mjson.gz") for number in (2, 4)]
    result = runner.invoke(app, ["replay", *games, "--json"])
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(line["game"], line["equal"], line["differences"]) for line in lines] == [
        ("g002.mjson.gz", True, []),
        ("g004.mjson.gz", True, []),
    ]
    assert [line["hands"] for line in lines] == [5, 9]
    assert result.exit_code == 0


def test_replay_of_a_broken_file_goes_on_and_exits_1(tmp_path: Path, shared: Path) -> None:
    broken = tmp_path / "broken.mjson"
    broken.write_text('{"type":"start_game"\n')
    result = runner.invoke(app, ["replay", str(broken), str(shared / "data/logs/games/g002.mjson.gz")])
    assert "broken.mjson: 0 hands, NOT READ\n  broken.mjson, line 1: no JSON: Expecting" in result.stdout
    assert "1 of 2 games equal" in result.stdout
    assert result.exit_code == 1


def test_read_names_what_is_no_picture(tmp_path: Path) -> None:
    text = tmp_path / "note.jpg"
    text.write_text("not a picture")
    result = runner.invoke(app, ["read", str(text), str(tmp_path / "absent.png")])
    assert result.exit_code == 1
    assert "note.jpg" in result.stderr and "absent.png" in result.stderr


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ("[simulate]\npase = 2\n", "pase"),
        ("[rules]\npreset = 'nobody'\n", "preset = 'nobody': expected a file *.toml or one of"),
        ("[rules]\npreset = 'tenhou-3p'\n", "a game of 3 players"),
        ("[rules]\npreset = 'two-player'\n", "a game of 2 players"),
    ],
)
def test_run_refuses_settings_it_cannot_follow(tmp_path: Path, settings: str, message: str) -> None:
    file = tmp_path / "table.toml"
    file.write_text(settings)
    result = runner.invoke(app, ["run", "--headless", "--config", str(file)])
    assert result.exit_code == 2
    assert message in result.stderr


def test_a_game_is_dealt_or_recorded_not_both(tmp_path: Path) -> None:
    result = runner.invoke(app, ["run", "--headless", "--simulate", "1", "--game", str(tmp_path / "g.mjson")])
    assert result.exit_code == 2 and "exclude each other" in result.stderr
