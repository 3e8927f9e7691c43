"""The simulated board behind the page: the real core, pushes that answer, dice that roll."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from hardware.played import SimulatedBoard
from tablectl.controller import Controller
from tablectl.rules.event import GameStarted
from tablectl.rules.ruleset import TENHOU
from tablectl.store import Store
from tablectl.view import QuestionView, TableView
from tablectl.web.app import create_app

DICE = (2, 4)


class Clock:
    def __init__(self) -> None:
        self.now = 50.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[SimulatedBoard, Controller, Clock]]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    controller = Controller(Store(tmp_path / "record.sqlite"), TENHOU, start=GameStarted())
    clock = Clock()
    below = itertools.cycle(DICE).__next__
    yield SimulatedBoard(controller, lambda faces: below() - 1, clock, clock.sleep), controller, clock


def run(board: SimulatedBoard, clock: Clock, seconds: float) -> None:
    for _ in range(round(seconds / 0.02)):
        clock.now += 0.02
        board.serve(clock.now)


def rolled(board: SimulatedBoard) -> None:
    """Wait for the roll, which lets the clock go on."""
    assert board._rolling is not None
    board._rolling.join(60)
    assert not board._rolling.is_alive()


def test_the_page_shows_what_the_core_lights_and_pushes_reach_it(
    played: tuple[SimulatedBoard, Controller, Clock],
) -> None:
    board, controller, clock = played
    client = TestClient(create_app(controller, board=board), base_url="http://localhost", client=("127.0.0.1", 50000))
    run(board, clock, 0.5)
    shown = client.get("/api/board").json()
    assert shown["displays"] == ["25000"] * 4 and len(shown["lamps"]) == 16
    assert (shown["motor"], shown["dice"], shown["trouble"]) == ("idle", None, "")
    for down in (True, False):
        assert client.post("/api/board/push", json={"button": 4, "down": down}).status_code == 204
        run(board, clock, 0.1)
    rolled(board)
    assert client.get("/api/board").json()["dice"] == list(DICE)
    assert client.post("/api/board/push", json={"button": 5, "down": True}).status_code == 422


def test_dice_roll_from_the_page_and_a_stuck_motor_is_told(played: tuple[SimulatedBoard, Controller, Clock]) -> None:
    board, controller, _ = played
    client = TestClient(create_app(controller, board=board), base_url="http://localhost", client=("127.0.0.1", 50000))
    assert client.post("/api/board/roll").status_code == 204
    rolled(board)
    assert client.get("/api/board").json()["dice"] == list(DICE)
    board._core.load(900)
    assert client.post("/api/board/roll").status_code == 204
    rolled(board)
    shown = client.get("/api/board").json()
    assert shown["dice"] is None and "stuck" in shown["trouble"]


def test_another_machine_pushes_nothing(played: tuple[SimulatedBoard, Controller, Clock]) -> None:
    board, controller, _ = played
    client = TestClient(create_app(controller, board=board), base_url="http://localhost", client=("192.0.2.1", 50000))
    assert client.post("/api/board/roll").status_code == 403


def test_a_table_without_a_board_has_none(played: tuple[SimulatedBoard, Controller, Clock]) -> None:
    _, controller, _ = played
    assert TestClient(create_app(controller), base_url="http://localhost").get("/api/board").json() is None


def test_a_push_of_the_seat_that_is_asked_answers(
    played: tuple[SimulatedBoard, Controller, Clock], monkeypatch: pytest.MonkeyPatch
) -> None:
    board, controller, clock = played
    pressed: list[tuple[str, str]] = []
    asked: TableView = replace(controller.view, question=QuestionView(3, "ron?", ("yes", "no"), seat=2))
    monkeypatch.setattr(Controller, "view", asked)
    monkeypatch.setattr(Controller, "press", lambda self, press, now, source: pressed.append((press.name, press.value)))
    for seconds in (0.1, 1.0):
        board.push(2, True)
        run(board, clock, seconds)
        board.push(2, False)
        run(board, clock, 0.1)
    assert pressed == [("answer", "3:0"), ("answer", "3:1")]
