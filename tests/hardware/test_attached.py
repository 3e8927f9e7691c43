"""A board that comes, breaks and comes back while a table is played."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

import pytest
from gpiozero.pins.mock import MockFactory

from hardware import attached, boards
from hardware.attached import Attached, keep, power_off, serve_board, serve_case
from hardware.backoff import Backoff
from hardware.boards import open_board
from hardware.device import DeviceError, Part, Push
from hardware.gpio import SHUTDOWN, Case
from tablectl.config import BoardSettings, PinSettings, TableConfig
from tablectl.controller import Controller
from tablectl.rules.event import GameStarted, HandStarted
from tablectl.rules.ruleset import TENHOU
from tablectl.rules.seat import Seat
from tablectl.rules.tile import Tile
from tablectl.store import Source, Store, StoreError
from tablectl.table import TableSnapshot
from tablectl.verdict import Choice, Question, Reading, Verdict
from tablectl.view import TableView

START = GameStarted()
HANDS = tuple(HandStarted(Tile.parse(name), (3, 5)) for name in ("4p", "5p"))


class FakeBoard:
    """Has its pushes told beforehand and keeps what it was shown; `breaks` at so manyth look, and for good."""

    parts = frozenset({Part.LAMPS, Part.BUTTONS})
    given = "a board of the test"

    def __init__(self, pushes: tuple[Push, ...] = (), breaks: int | None = None) -> None:
        self._pushes, self._breaks, self._looks = list(pushes), breaks, 0
        self.shown: list[TableView] = []
        self.closed = False

    def show(self, view: TableView, now: float) -> None:
        assert not self.closed
        self.shown.append(view)

    def pushed(self, now: float) -> tuple[Push, ...]:
        assert not self.closed
        self._looks += 1
        if self._breaks is not None and self._looks >= self._breaks:
            raise DeviceError("[board] port = '/dev/ttyUSB0': gives no answer; plug it in again")
        told, self._pushes = tuple(self._pushes), []
        return told

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def controller(tmp_path: Path) -> Iterator[Controller]:
    store = Store(tmp_path / "record.sqlite")
    yield Controller(store, TENHOU, start=START, wall_clock=lambda: 1000.0)
    store.close()


def ask(controller: Controller, monkeypatch: pytest.MonkeyPatch) -> None:
    """The referee asks seat 1 once which indicator was turned."""
    question = Question(Seat.S1, "Which?", tuple(Choice(str(hand.indicator), (hand,)) for hand in HANDS))
    asked: list[Verdict] = [question]
    monkeypatch.setattr("tablectl.controller.interpret", lambda *_, **__: asked.pop() if asked else Reading(()))
    controller.feed(TableSnapshot(1), 1.0)
    assert controller.view.question is not None


@pytest.mark.parametrize("long", [False, True])
def test_a_push_answers_and_the_board_shows_what_came_of_it(
    controller: Controller, monkeypatch: pytest.MonkeyPatch, long: bool
) -> None:
    ask(controller, monkeypatch)
    board = FakeBoard((Push(Seat.S3), Push(None), Push(Seat.S1, long), Push(Seat.S1, long)))
    serve_board(board, 2.0, controller)
    assert controller.events == (START, HANDS[long])
    assert [row.source for row in controller.rows] == [Source.CAMERA, Source.BUTTON]
    assert board.shown == [controller.view] and board.shown[0].round == "East 1"


def test_the_button_in_the_middle_rolls_and_holding_it_does_not(controller: Controller) -> None:
    rolls: list[str] = []

    def middle() -> None:
        rolls.append("rolled")
        if len(rolls) > 1:
            raise ValueError("the dice are rolling")

    board = FakeBoard((Push(None, long=True), Push(None), Push(None)))
    serve_board(board, 2.0, controller, middle)
    assert len(rolls) == 2 and len(board.shown) == 1


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("none", "[dice] roller = 'board', and [board] kind = 'none' has no dice motor: name a board that has one"),
        ("panel", "[dice] roller = 'board', and [board] kind = 'panel' has no dice motor: name a board that has one"),
        ("serial", "[board] kind = 'serial': it is being opened; try again"),
    ],
)
def test_without_a_board_that_shakes_dice_the_error_says_what_to_try(
    controller: Controller, kind: Literal["none", "panel", "serial"], words: str
) -> None:
    attached = Attached(TableConfig(board=BoardSettings(kind, port="/dev/ttyUSB7")), controller)
    attached.board = FakeBoard() if kind == "panel" else None
    with pytest.raises(DeviceError) as caught:
        attached.shake()
    assert words in str(caught.value)


def test_a_board_that_is_missing_shakes_no_dice_and_says_why(controller: Controller) -> None:
    stop, shown = threading.Event(), threading.Event()
    attached = Attached(TableConfig(board=BoardSettings("serial", "/dev/ttyUSB7")), controller)
    controller.subscribe(lambda view: shown.set() if view.notices else None)
    attached.start(stop)
    assert shown.wait(60)
    stop.set()
    with pytest.raises(DeviceError, match=r"\[board\] port = '/dev/ttyUSB7': .*cable is plugged in"):
        attached.shake()


@pytest.mark.parametrize("error", [StoreError("the disk is full"), ValueError("question 3 is closed")])
def test_a_push_that_cannot_be_taken_stops_nothing(
    controller: Controller, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    ask(controller, monkeypatch)

    def press(*_: object) -> None:
        raise error

    monkeypatch.setattr(controller, "press", press)
    board = FakeBoard((Push(Seat.S1),))
    serve_board(board, 2.0, controller)
    assert len(board.shown) == 1


def run_until(told: Callable[[list[str]], bool], opener: Callable[[], FakeBoard]) -> list[str]:
    """What is told of a board until it is enough."""
    stop, texts = threading.Event(), list[str]()

    def tell(text: str) -> None:
        texts.append(text)
        if told(texts):
            stop.set()

    def serve(board: FakeBoard, now: float) -> None:
        board.pushed(now)

    keep(opener, serve, tell, stop, Backoff(first=0.001, most=0.001))
    return texts


def test_a_board_that_breaks_is_closed_and_opened_again() -> None:
    opened: list[FakeBoard] = []

    def opener() -> FakeBoard:
        if len(opened) == 1:
            opened.append(FakeBoard())
            raise DeviceError("[board] port = '/dev/ttyUSB0': is not there")
        opened.append(FakeBoard(breaks=3))
        return opened[-1]

    texts = run_until(lambda texts: len(texts) == 5, opener)
    broken = "[board] port = '/dev/ttyUSB0': gives no answer; plug it in again"
    assert texts == ["", broken, "[board] port = '/dev/ttyUSB0': is not there", "", broken]
    assert [board.closed for board in opened] == [True, False, True]


def test_an_error_of_the_program_ends_nothing_either() -> None:
    def opener() -> FakeBoard:
        raise ZeroDivisionError

    texts = run_until(lambda texts: len(texts) == 2, opener)
    assert texts == ["an error of the program (ZeroDivisionError()); the log tells more"] * 2


def test_trouble_is_shown_on_the_page_until_it_is_over(controller: Controller) -> None:
    controller.set_trouble("lamps and buttons", "the cable is out")
    assert [notice.text for notice in controller.view.notices] == ["no lamps and buttons: the cable is out"]
    number = controller.view.number
    controller.set_trouble("lamps and buttons", "the cable is out")
    assert controller.view.number == number
    controller.set_trouble("lamps and buttons", "")
    assert controller.view.notices == ()


@pytest.mark.parametrize(
    ("board", "words"),
    [
        (BoardSettings("panel"), "[pins] factory = 'lgpio': "),
        (BoardSettings("serial", "/dev/ttyUSB7"), "[board] "),
    ],
)
def test_without_its_device_the_table_plays_on_and_says_what_to_try(
    controller: Controller, board: BoardSettings, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", None)
    stop, shown = threading.Event(), threading.Event()
    controller.subscribe(lambda view: shown.set() if view.notices else None)
    Attached(TableConfig(board=board), controller).start(stop)
    assert shown.wait(60)
    stop.set()
    (notice,) = controller.view.notices
    assert notice.text.startswith(f"no lamps and buttons: {words}")
    assert any(hint in notice.text for hint in ("install it with", "choose one of", "check", "plug"))


def test_the_case_tells_whether_the_camera_sees_and_switches_off(controller: Controller) -> None:
    factory, pressed = MockFactory("d04171"), []
    case = Case(PinSettings(shutdown=17, status=27), factory)
    lamp, button = factory.pin(27), factory.pin(17)
    controller.set_camera("no camera: the cable is out")
    seen = []
    for now in (0.5, 1.5):
        serve_case(case, now, controller, lambda: pressed.append("off"))
        seen.append(bool(lamp.state))
    assert seen == [True, False]
    controller.set_camera("the table is seen")
    serve_case(case, 1.6, controller)
    assert lamp.state
    button.drive_low()
    for now in (2.0, 2.1, 2.1 + SHUTDOWN, 2.2 + SHUTDOWN):
        serve_case(case, now, controller, lambda: pressed.append("off"))
    assert pressed == ["off"]
    case.close()


def test_a_machine_that_cannot_be_switched_off_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(command: list[str], **options: object) -> None:
        raise subprocess.CalledProcessError(1, command, stderr="Interactive authentication required.\n")

    monkeypatch.setattr(attached.subprocess, "run", run)
    with pytest.raises(DeviceError, match=r"\[pins\] shutdown: .* \(Interactive authentication required\.\)"):
        power_off()


def test_the_panel_is_opened_on_the_named_pins(monkeypatch: pytest.MonkeyPatch) -> None:
    factory = MockFactory("c03115")
    asked: list[str] = []
    monkeypatch.setattr(boards, "open_factory", lambda name: asked.append(name) or factory)
    board = open_board(TableConfig(board=BoardSettings("panel"), pins=PinSettings(factory="rpigpio")))
    assert asked == ["rpigpio"]
    assert board.parts == {Part.LAMPS, Part.BUTTONS}
    board.close()
