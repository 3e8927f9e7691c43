"""A simulated table on which things go wrong: what is played is recorded all the same, and what is pushed counts."""

from __future__ import annotations

import threading
from itertools import groupby
from pathlib import Path

import pytest

from hardware.attached import keep, serve_board
from hardware.backoff import Backoff
from hardware.hostboard import HostBoard, HostPort, build_library
from hardware.line import Line, Played, run_headless
from hardware.mcu import Answered, Linked, Lost, Mcu, Unanswered
from hardware.messages import Colour, Pattern, Result, SetLamps, Status, Stop, lamp
from hardware.played import SimulatedBoard
from hardware.port import PortLost
from hardware.trouble import TroubledBoard
from tablectl.config import SimulateSettings, TableConfig
from tablectl.controller import Controller
from tablectl.rules.event import GameStarted
from tablectl.rules.ruleset import TENHOU
from tablectl.store import Store
from tests.hardware.filmed import SHORT_HAND, as_seen


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


class Bench:
    """A driver on a board's port, and the time."""

    def __init__(self, board: HostBoard) -> None:
        self.board, self.now = board, 0.0
        self.mcu = Mcu(lambda: HostPort(board, lambda: self.now), session=1)
        self.happened: list[object] = []

    def run(self, seconds: float) -> None:
        for _ in range(round(seconds * 100)):
            self.now += 0.01
            self.happened += self.mcu.poll(self.now)

    @property
    def status(self) -> Status:
        self.run(0.3)
        return [item for item in self.happened if isinstance(item, Status)][-1]

    def lost(self) -> list[str]:
        return [item.why for item in self.happened if isinstance(item, Lost)]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_library(tmp_path_factory.mktemp("cache"))


def test_its_contacts_bounce_and_a_push_counts_once(library: Path) -> None:
    bench = Bench(HostBoard(library))
    bench.run(1.0)
    seen: list[int] = []
    press = bench.board._library.host_press

    def watched(down: int) -> None:
        seen.append(down)
        press(down)

    bench.board._library.host_press = watched  # type: ignore[assignment]
    for down in (True, False, True, False):
        bench.board.press(2, down)
        bench.run(0.1)
    assert len(list(groupby(seen))) > 8, "open and closed several times a push"
    assert bench.status.presses == (0, 0, 2, 0, 0) and bench.status.longs == (0,) * 5


def test_a_pulled_cable_is_told_and_a_board_that_comes_back_is_a_new_one(library: Path) -> None:
    bench = Bench(HostBoard(library))
    bench.run(1.0)
    bench.board.unplug()
    with pytest.raises(PortLost):
        HostPort(bench.board)
    bench.run(20.0)
    assert bench.lost() == ["the simulated board is unplugged"] and not bench.mcu.ready
    bench.board.plug()
    bench.run(40.0)
    boots = [item.greeting.boot for item in bench.happened if isinstance(item, Linked)]
    assert boots == [1, 2]


def test_a_board_in_trouble_is_deaf_and_unplugged_and_comes_back_each_time(library: Path) -> None:
    board = TroubledBoard(library)
    bench = Bench(board)
    lamps = SetLamps(64, (lamp(Pattern.STEADY, Colour.GREEN),) * 16)
    boots: list[int] = []
    while len(boots) < 4:
        assert bench.now < 600
        bench.mcu.ask(Stop())
        bench.run(0.1)
        if not board.plugged:
            board.plug()
        boots = [item.greeting.boot for item in bench.happened if isinstance(item, Linked)]
    assert set(bench.lost()) == {"the simulated board is unplugged"}
    assert any(isinstance(item, Unanswered) for item in bench.happened), "what was asked of a deaf board is told"
    bench.mcu.ask(lamps)
    bench.run(1.0)
    answers = [item.reply.result for item in bench.happened if isinstance(item, Answered) and item.command == lamps]
    assert answers == [Result.OK] and board.lamps[0][1] > 0
    assert bench.status.boot == boots[-1]


def test_the_table_plays_on_with_a_board_in_trouble(
    tmp_path: Path, library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the program serves it: told on the page, opened anew, lit again."""
    monkeypatch.setattr("hardware.hostboard.build_library", lambda: library)
    controller = Controller(Store(tmp_path / "record.sqlite"), TENHOU, start=GameStarted())
    clock = Clock()
    stop, told, boards = threading.Event(), list[str](), list[SimulatedBoard]()

    def opener() -> SimulatedBoard:
        boards.append(SimulatedBoard(clock, clock.sleep, TroubledBoard))
        return boards[-1]

    def serve(board: SimulatedBoard, now: float) -> None:
        for _ in range(200):
            clock.sleep(0.01)
            serve_board(board, clock(), controller)
        if len(boards) == 3 and board.displays == ("25000",) * 4:
            stop.set()

    keep(opener, serve, told.append, stop, Backoff(first=0.001, most=0.001))
    assert len(boards) == 3
    assert any("the simulated board is unplugged; see that its cable is plugged in" in text for text in told)


def test_a_camera_in_trouble_says_so_and_the_hand_is_recorded_to_its_end(tmp_path: Path) -> None:
    events = (GameStarted(), *SHORT_HAND)
    config = TableConfig(simulate=SimulateSettings(look=2, art="river", enrol=False, trouble=True))
    line = Line(Played("short", events, TENHOU), config, Store(tmp_path / "record.sqlite"))
    told: list[str] = []
    line.controller.subscribe(lambda view: told.append(view.camera))
    comparison = run_headless(line, lambda text: None)
    assert [hand.difference for hand in comparison.hands] == [""]
    assert [as_seen(event) for event in line.controller.events] == [as_seen(event) for event in events]
    lost = [text.split(": ", 2)[-1] for text, _ in groupby(told) if text.startswith("no camera")]
    camera = "the simulated camera"
    assert lost == [
        f"{camera} gives no picture, every buffer is held; it is opened anew",
        f"{camera} gives no more pictures; check the cable, or plug it in again",
        f"{camera}: the pictures changed from 2028 x 1520 to 1014 x 760 pixels in mid-stream; it is opened anew",
    ]
    assert told[-1] == "the table is seen"
