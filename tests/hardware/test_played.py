"""The simulated board behind the page: the real core, served as a real board is; pushes that answer, dice that roll."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from hardware import attached as attaching
from hardware.attached import Attached, serve_board
from hardware.board_page import BoardPage
from hardware.device import DeviceError
from hardware.dice import RollKeeper
from hardware.played import SimulatedBoard
from hardware.roll_button import RollButton
from hardware.table_dice import TableDice, table_roller
from tablectl.config import BoardSettings, DiceSettings, TableConfig
from tablectl.controller import Controller
from tablectl.rolllog import RollLog, RollSource, read_rolls
from tablectl.rules.dice import Dice
from tablectl.rules.event import GameStarted
from tablectl.rules.ruleset import TENHOU
from tablectl.store import Store
from tablectl.view import QuestionView, TableView
from tablectl.web.app import create_app

CONFIG = TableConfig(board=BoardSettings("simulated"), dice=DiceSettings("board"))


class Clock:
    def __init__(self) -> None:
        self.now = 50.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


@dataclass
class Table:
    """A table with a simulated board whose time passes where it is said."""

    controller: Controller
    clock: Clock
    attached: Attached
    board: SimulatedBoard
    button: RollButton
    log: Path
    taken: list[Dice] = field(default_factory=list)

    @property
    def page(self) -> BoardPage:
        return BoardPage(self.attached, self.button)

    def client(self, host: str = "127.0.0.1") -> TestClient:
        app = create_app(self.controller, board=self.page)
        return TestClient(app, base_url="http://localhost", client=(host, 50000))

    def run(self, seconds: float) -> None:
        for _ in range(round(seconds / 0.02)):
            self.clock.now += 0.02
            serve_board(self.board, self.clock.now, self.controller, self.button.push)

    def rolled(self) -> None:
        """Wait for the roll, which lets the clock go on."""
        self.button.wait(60)
        assert self.button._rolling is not None and not self.button._rolling.is_alive()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    controller = Controller(Store(tmp_path / "record.sqlite"), TENHOU, start=GameStarted())
    clock = Clock()
    board = SimulatedBoard(clock, clock.sleep)
    attached = Attached(CONFIG, controller)
    attached.board = board
    roller = table_roller(CONFIG, None, attached.shake)
    assert roller is not None
    with closing(RollLog(tmp_path / "dice.jsonl")) as log:
        cup = TableDice(RollKeeper(roller, log, lambda: datetime.now(UTC)))
        table = Table(controller, clock, attached, board, RollButton(cup, lambda dice: None), log.path)
        table.button._take = table.taken.append
        yield table


def test_the_page_shows_what_the_core_lights_and_pushes_reach_it(table: Table) -> None:
    client = table.client()
    table.run(0.5)
    shown = client.get("/api/board").json()
    assert shown["displays"] == ["25000"] * 4 and len(shown["lamps"]) == 16
    assert (shown["motor"], shown["dice"], shown["trouble"]) == ("idle", None, "")
    for down in (True, False):
        assert client.post("/api/board/push", json={"button": 4, "down": down}).status_code == 204
        table.run(0.1)
    table.rolled()
    assert client.get("/api/board").json()["dice"] == list(table.taken[0])
    assert table.board.core.starts == 1
    (logged,) = read_rolls(table.log).rolls
    assert (logged.id, logged.source, logged.dice) == (1, RollSource.CRYPTOGRAPHIC, table.taken[0])
    assert client.post("/api/board/push", json={"button": 5, "down": True}).status_code == 422


def test_dice_roll_from_the_page_and_a_stuck_motor_is_told(table: Table) -> None:
    client = table.client()
    assert client.post("/api/board/roll").status_code == 204
    table.rolled()
    assert client.get("/api/board").json()["dice"] == list(table.taken[0])
    table.board.core.load(900)
    assert client.post("/api/board/roll").status_code == 204
    table.rolled()
    shown = client.get("/api/board").json()
    assert shown["dice"] is None and "stuck" in shown["trouble"]
    assert len(read_rolls(table.log).rolls) == 1


def test_while_the_dice_roll_nobody_rolls_them_again(table: Table) -> None:
    client, sleep = table.client(), table.clock.sleep
    rolling, go = threading.Event(), threading.Event()

    def pause(seconds: float) -> None:
        rolling.set()
        assert go.wait(30)
        sleep(seconds)

    table.board._sleep = pause
    assert client.post("/api/board/roll").status_code == 204
    assert rolling.wait(30)
    again = client.post("/api/board/roll")
    assert (again.status_code, again.json()["detail"]) == (409, "the dice are rolling")
    for down in (True, False):
        table.board.push(4, down)
        table.run(0.1)
    go.set()
    table.rolled()
    assert len(table.taken) == table.board.core.starts == 1


def test_another_machine_pushes_nothing(table: Table) -> None:
    assert table.client("192.0.2.1").post("/api/board/roll").status_code == 403


def test_a_table_without_a_board_has_none(table: Table) -> None:
    assert TestClient(create_app(table.controller), base_url="http://localhost").get("/api/board").json() is None


def test_a_board_that_is_away_is_dark_and_the_page_says_why(table: Table) -> None:
    table.attached.board = None
    table.attached.trouble = "[board] kind = 'simulated': no compiler"
    client = table.client()
    shown = client.get("/api/board").json()
    assert (set(shown["lamps"]), set(shown["displays"]), shown["motor"]) == ({"#000000"}, {""}, "idle")
    assert shown["trouble"] == table.attached.trouble
    assert client.post("/api/board/push", json={"button": 2, "down": True}).status_code == 204
    assert client.post("/api/board/roll").status_code == 204
    table.rolled()
    assert table.attached.trouble in table.button.trouble


def test_a_push_of_the_seat_that_is_asked_answers(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    pressed: list[tuple[str, str]] = []
    asked: TableView = replace(table.controller.view, question=QuestionView(3, "ron?", ("yes", "no"), seat=2))
    monkeypatch.setattr(Controller, "view", asked)
    monkeypatch.setattr(Controller, "press", lambda self, press, now, source: pressed.append((press.name, press.value)))
    for seconds in (0.1, 1.0):
        table.board.push(2, True)
        table.run(seconds)
        table.board.push(2, False)
        table.run(0.1)
    assert pressed == [("answer", "3:0"), ("answer", "3:1")]


def until(controller: Controller, told: Callable[[TableView], bool]) -> threading.Event:
    """Set as soon as the table shows something."""
    seen = threading.Event()
    controller.subscribe(lambda view: seen.set() if told(view) else None)
    return seen


def test_it_is_opened_and_opened_again_as_every_board(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """In threads of its own; the second one is another board, and the page follows it."""
    stop, opened = threading.Event(), list[SimulatedBoard]()
    there = threading.Semaphore(0)

    def opener(config: TableConfig) -> SimulatedBoard:
        if len(opened) == 1:
            opened.append(table.board)
            raise DeviceError("[board] kind = 'simulated': no compiler; install one")
        opened.append(SimulatedBoard())
        there.release()
        return opened[-1]

    monkeypatch.setattr(attaching, "open_board", opener)
    lost = until(table.controller, lambda view: any("no compiler" in notice.text for notice in view.notices))
    table.attached.start(stop)
    try:
        assert there.acquire(timeout=30)
        opened[0].close()  # as when it fails
        assert lost.wait(30) and there.acquire(timeout=30)
    finally:
        stop.set()
    assert len(opened) == 3 and opened[2] is not opened[0]
