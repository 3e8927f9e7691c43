"""The command line: exit statuses, JSON lines, and plain words for what cannot be done."""

from __future__ import annotations

import json
import signal
import threading
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from gpiozero.pins.mock import MockFactory
from typer.testing import CliRunner

from hardware.hostboard import HostBoard, HostPort
from tablectl.__main__ import _own_dice, app, main
from tablectl.config import BoardSettings, DiceSettings, TableConfig
from tablectl.rolllog import read_rolls

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


def page_of(settings: str, folder: Path, monkeypatch: pytest.MonkeyPatch, look: Callable[[TestClient], None]) -> None:
    """Run a table without a camera and look at its page instead of serving it."""
    file, looked = folder / "table.toml", list[str]()
    file.write_text(f"{settings}\nlog = '{folder}/dice.jsonl'\n[camera]\nsource = 'none'\n")
    monkeypatch.chdir(folder)

    def serve(made: FastAPI, **_: object) -> None:
        look(TestClient(made, base_url="http://localhost", client=("127.0.0.1", 50000)))
        looked.append("done")

    monkeypatch.setattr("tablectl.__main__.uvicorn.run", serve)
    result = runner.invoke(app, ["run", "--config", str(file)], catch_exceptions=False)
    assert (result.exit_code, looked) == (0, ["done"]), result.stderr


def test_a_board_rolls_the_tables_dice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.board.RUN", 50)
    monkeypatch.setattr("hardware.board.SETTLE", 50)

    def look(client: TestClient) -> None:
        assert client.get("/api/roll").json() == {"label": "Draw the dice"}
        while client.get("/api/board").json()["displays"] != ["25000"] * 4:
            threading.Event().wait(0.01)  # it is being opened
        with client.websocket_connect("/ws") as socket:
            assert client.post("/api/board/roll").status_code == 204
            told: dict[str, Any] = {}
            while told.get("dice") is None and not told.get("notices"):
                message = socket.receive_json()
                told |= message.get("view", {}) | message.get("changes", {})
        (roll,) = read_rolls(tmp_path / "dice.jsonl").rolls
        assert list(roll.dice or ()) == told["dice"]

    page_of("[board]\nkind = 'simulated'\n[dice]\nroller = 'board'", tmp_path, monkeypatch, look)


@pytest.mark.parametrize("revision", ["c03115", "d04171"], ids=["Pi 4", "Pi 5"])
def test_a_table_that_ends_while_the_dice_roll_takes_the_motors_power(
    revision: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    core, factory = HostBoard(), MockFactory(revision)
    monkeypatch.setattr("hardware.boards.SerialPort", lambda path: HostPort(core))
    monkeypatch.setattr("hardware.boards.open_factory", lambda name: factory)

    def look(client: TestClient) -> None:
        for tick in count():
            core.press(4, tick % 20 < 10)
            if core.power:
                break
            threading.Event().wait(0.01)
        assert factory.pin(23).state

    settings = "[board]\nkind = 'serial'\nport = '/dev/tty'\n[pins]\narm = 23\n[dice]\nroller = 'board'"
    page_of(settings, tmp_path, monkeypatch, look)
    assert factory.pin(23).function == "input"
    assert read_rolls(tmp_path / "dice.jsonl").rolls == ()


def test_told_to_end_it_exits_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    left: list[str] = []

    def command() -> None:
        try:
            signal.raise_signal(signal.SIGTERM)
        finally:
            left.append("let go")

    monkeypatch.setattr("tablectl.__main__.app", command)
    before = signal.getsignal(signal.SIGTERM)
    try:
        with pytest.raises(SystemExit) as ended:
            main()
    finally:
        signal.signal(signal.SIGTERM, before)
    assert (ended.value.code, left) == (143, ["let go"])


def test_a_table_whose_board_shakes_no_dice_goes_on_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def look(client: TestClient) -> None:
        (notice,) = client.get("/api/view").json()["notices"]
        assert notice["text"].startswith(f"no dice: {tmp_path}/table.toml: [dice] roller = 'board', and [board] kind")
        refused = client.post("/api/roll", json={})
        assert refused.status_code == 409 and "has no dice motor" in refused.json()["detail"]
        assert client.post("/api/roll", json={"dice": [2, 5]}).status_code == 200
        shown = client.get("/api/view").json()
        assert (shown["dice"], shown["notices"]) == ([2, 5], [])

    page_of("[dice]\nroller = 'board'", tmp_path, monkeypatch, look)


def test_a_simulated_table_has_a_board_whose_dice_are_shown_only(tmp_path: Path) -> None:
    settings, shown = _own_dice(TableConfig())
    assert (settings.board.kind, settings.dice.roller, shown) == ("simulated", "board", True)
    assert settings.dice.log != TableConfig().dice.log
    chosen = TableConfig(board=BoardSettings("serial", "/dev/tty"), dice=DiceSettings("cryptographic"))
    assert _own_dice(chosen) == (chosen, False)
