"""Each check of the self-test on devices that work and on such that do not, and the command around them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import count
from pathlib import Path

import cv2
import numpy as np
import pytest
from gpiozero.pins.mock import MockFactory
from typer.testing import CliRunner

from hardware.device import Board, DeviceError, Part, Push
from hardware.selftest import (
    NUMBERS,
    Finding,
    Result,
    check_board,
    check_buttons,
    check_camera,
    check_case,
    check_dice,
    check_displays,
    check_lamps,
    check_table,
    lit,
)
from tablectl.__main__ import app
from tablectl.config import BoardSettings, CameraSettings, PinSettings, TableConfig
from tablectl.rules.seat import SEATS, Seat
from tablectl.table import TableSnapshot
from tablectl.view import TableView
from vision.frame import Frame, Image
from vision.render.faces import load_atlas
from vision.render.look import Look
from vision.render.rolls import Case, View, roll
from vision.render.scene import Renderer
from vision.sources.source import Source, SourceError

LOST = "[board] port = '/dev/ttyUSB0': gives no answer; plug it in again"
PANEL = frozenset({Part.LAMPS, Part.BUTTONS})


@pytest.fixture(scope="module")
def table() -> Image:
    """An empty table with its markers."""
    return Renderer(load_atlas("river"), Look.of(2)).frame(TableSnapshot(), None, 0.0, 0).image


class FakeCamera:
    """Gives a picture again and again, `rate` a second; breaks after so many."""

    given = "a camera of the test"
    live = True

    def __init__(self, image: Image, rate: float = 10.0, breaks: int | None = None, ends: int | None = None) -> None:
        self._image, self._rate, self._breaks, self._ends = image, rate, breaks, ends
        self.taken, self.closed = 0, False

    def read(self) -> Frame | None:
        assert not self.closed
        if self.taken == self._ends:
            return None
        if self.taken == self._breaks:
            raise SourceError("device = 0: gives no more pictures; check the cable")
        number, self.taken = self.taken, self.taken + 1
        return Frame(self._image, number / self._rate, number)

    def close(self) -> None:
        self.closed = True


class FakeBoard:
    """Keeps what it was shown; gives its pushes one at a look; breaks at so manyth look."""

    given = "a board of the test"

    def __init__(self, parts: frozenset[Part] = PANEL, pushes: Sequence[Push] = (), breaks: int | None = None) -> None:
        self.parts, self._pushes, self._breaks = parts, list(pushes), breaks
        self.shown: list[TableView] = []
        self.closed = False

    def show(self, view: TableView, now: float) -> None:
        if self._breaks is not None and len(self.shown) >= self._breaks:
            raise DeviceError(LOST)
        if not self.shown or self.shown[-1] != view:
            self.shown.append(view)

    def pushed(self, now: float) -> tuple[Push, ...]:
        return (self._pushes.pop(0),) if self._pushes else ()

    def close(self) -> None:
        self.closed = True


class Shaking(FakeBoard):
    """A board that shakes dice."""

    def __init__(self, trouble: str = "") -> None:
        super().__init__()
        self.trouble, self.shaken = trouble, 0

    def shake(self) -> None:
        if self.trouble:
            raise DeviceError(self.trouble)
        self.shaken += 1


class Somebody:
    """A person who sees what is so but for the `bad` questions."""

    def __init__(self, bad: Sequence[int] = ()) -> None:
        self._bad = bad
        self.asked: list[str] = []
        self.told: list[str] = []

    def ask(self, question: str) -> bool:
        self.asked.append(question)
        return len(self.asked) - 1 not in self._bad

    def tell(self, text: str) -> None:
        self.told.append(text)


def camera(source: FakeCamera, **settings: float) -> tuple[Result, Source | None, Frame | None]:
    return check_camera(TableConfig(camera=CameraSettings("camera", **settings)), lambda: source, 12)


def test_a_camera_that_works(table: Image) -> None:
    source = FakeCamera(table)
    result, opened, frame = camera(source)
    assert result.finding is Finding.WORKS and opened is source and frame is not None and not source.closed
    assert result.words == "a camera of the test; 12 pictures, 10.0 a second, longest gap 0.10 s"
    height, width = table.shape[:2]
    assert result.to_json() == {
        "part": "camera",
        "finding": "works",
        "words": result.words,
        "given": "a camera of the test",
        "size": [width, height],
        "pictures": 12,
        "rate": 10.0,
        "longest_gap": 0.1,
    }


def test_cameras_that_do_not_work(table: Image) -> None:
    broken = FakeCamera(table, breaks=5)
    result, opened, frame = camera(broken)
    assert (result.finding, opened, frame) == (Finding.FAILS, None, None)
    assert result.words == "device = 0: gives no more pictures; check the cable" and broken.closed
    empty = FakeCamera(table, ends=0)
    assert camera(empty)[0].words == "[camera] source = 'camera': gave no picture" and empty.closed
    dark = camera(FakeCamera(np.zeros_like(table)))[0]
    assert dark.finding is Finding.FAILS and "take the cap off the lens" in dark.words
    slow = camera(FakeCamera(table, rate=2.0))[0]
    assert slow.finding is Finding.FAILS and "2.0 a second" in slow.words
    assert "slower than rate = 10: ask for a smaller width" in slow.words

    def absent() -> Source:
        raise SourceError("[camera] source = 'camera', device = 0: cannot be opened")

    result, opened, _ = check_camera(TableConfig(camera=CameraSettings("camera")), absent, 3)
    assert (result.finding, opened) == (Finding.FAILS, None)


def test_a_slow_camera_is_not_waited_for_for_ever(table: Image) -> None:
    source = FakeCamera(table, rate=0.1)
    result, _, _ = check_camera(TableConfig(camera=CameraSettings("camera", rate=0.1)), lambda: source, 1000)
    assert result.finding is Finding.WORKS and source.taken == 3


@pytest.mark.parametrize("source", ["none", "simulated"])
def test_what_is_not_set_up_does_not_fail(source: str) -> None:
    config = TableConfig(camera=CameraSettings(source))  # type: ignore[arg-type]
    result, opened, frame = check_camera(config, lambda: pytest.fail("it was opened"), 3)
    assert (result.finding, opened, frame) == (Finding.ABSENT, None, None)
    assert check_table(config, None).finding is Finding.ABSENT
    assert check_board(config, lambda _: pytest.fail("it was opened"))[0].finding is Finding.ABSENT
    assert check_case(config).finding is Finding.ABSENT
    for check in (check_lamps, check_displays, check_buttons):
        assert check(None, Somebody()).finding is Finding.ABSENT
    assert check_dice(config, None, None).finding is Finding.ABSENT


def test_whether_the_table_is_seen(table: Image, tmp_path: Path) -> None:
    config = TableConfig(camera=CameraSettings(calibration=str(tmp_path / "calibration.json")))
    seen = check_table(config, Frame(table, 0.0, 0))
    assert seen.finding is Finding.WORKS
    assert 600 < seen.facts["height"] < 1500 and str(seen.facts["height"]) in seen.words
    without = check_table(config, Frame(np.full_like(table, 128), 0.0, 0))
    assert without.finding is Finding.FAILS and "0 of 4 corner markers are seen" in without.words


def test_boards_that_are_there_and_not() -> None:
    config = TableConfig(board=BoardSettings("panel"))
    result, board = check_board(config, lambda _: FakeBoard())
    assert (result.finding, result.words) == (Finding.WORKS, "a board of the test; has buttons, lamps")
    assert board is not None

    def absent(_: TableConfig) -> Board:
        raise DeviceError(LOST)

    assert check_board(config, absent) == (Result("board", Finding.FAILS, LOST), None)


def test_pins_of_the_case(monkeypatch: pytest.MonkeyPatch) -> None:
    config = TableConfig(pins=PinSettings(shutdown=17))
    factory = MockFactory("d04171")
    monkeypatch.setattr("hardware.boards.open_factory", lambda _: factory)
    assert check_case(config).finding is Finding.WORKS
    assert factory.pin(17).function == "input"

    def absent(name: str) -> None:
        raise DeviceError(f"[pins] factory = {name!r}: opens no pins")

    monkeypatch.setattr("hardware.boards.open_factory", absent)
    assert check_case(config) == Result("case", Finding.FAILS, "[pins] factory = 'lgpio': opens no pins")


def test_the_lamps_of_one_seat_after_the_other_are_lit() -> None:
    board, person = FakeBoard(), Somebody()
    assert check_lamps(board, person).finding is Finding.WORKS
    assert board.shown == [lit(seat) for seat in SEATS]
    for seat, view in zip(SEATS, board.shown, strict=True):
        told = [(side.dealer, side.turn, side.riichi) for side in view.seats]
        assert [side for side in SEATS if told[side] != (False, False, "")] == [seat]
        assert view.question is not None and view.question.seat == seat
    assert [text.split(",")[0] for text in person.asked] == [f"Are the lamps of seat {seat}" for seat in SEATS]
    failed = check_lamps(FakeBoard(), Somebody(bad=[2]))
    assert failed.finding is Finding.FAILS and "seat 2, top," in failed.words
    assert check_lamps(FakeBoard(breaks=2), Somebody()) == Result("lamps", Finding.FAILS, LOST)


def test_displays_show_a_number_each() -> None:
    board, person = FakeBoard(frozenset(Part)), Somebody()
    assert check_displays(board, person).finding is Finding.WORKS
    assert [side.points for side in board.shown[0].seats] == list(NUMBERS)
    assert person.asked == ["Do the displays show 1,111 bottom, 2,222 right, 3,333 top, 4,444 left?"]
    assert check_displays(FakeBoard(), person).finding is Finding.ABSENT, "a panel has none"


def test_what_nobody_looked_at_is_not_said_to_work() -> None:
    board = FakeBoard(frozenset(Part))
    found = [check(board, None).finding for check in (check_lamps, check_displays, check_buttons)]
    assert found == [Finding.UNSEEN] * 3
    assert len(board.shown) == 5


@pytest.mark.parametrize(
    ("pushes", "finding", "words"),
    [
        ([Push(seat) for seat in SEATS], Finding.WORKS, "each came as its own seat's"),
        ([Push(Seat.S0), Push(Seat.S2)], Finding.FAILS, "seat 1, right, came as seat 2, top,: exchange the wires"),
        ([Push(None)], Finding.FAILS, "seat 0, bottom, came as the middle: exchange the wires"),
        ([Push(Seat.S0)], Finding.FAILS, "no push of seat 1, right, came; look at its wire and its pin"),
    ],
)
def test_buttons_are_pushed_one_after_the_other(pushes: list[Push], finding: Finding, words: str) -> None:
    seconds = count()
    result = check_buttons(FakeBoard(pushes=pushes), Somebody(), lambda: float(next(seconds)), 5.0)
    assert (result.finding, result.words) == (finding, words)


def test_buttons_of_a_board_that_breaks() -> None:
    assert check_buttons(FakeBoard(breaks=0), Somebody()) == Result("buttons", Finding.FAILS, LOST)


def test_dice_are_shaken_once_and_read() -> None:
    thrown, board = roll(7, View.BOWL, Case.CLEAR), Shaking()
    result = check_dice(TableConfig(), board, FakeCamera(thrown.draw()))
    assert result.finding is Finding.WORKS, result.words
    assert result.facts["dice"] == list(thrown.values) and board.shaken == 1


def test_dice_that_stick_or_cannot_be_read(table: Image) -> None:
    stuck = check_dice(TableConfig(), Shaking("the dice motor is stuck: free the disc"), FakeCamera(table))
    assert stuck == Result("dice", Finding.FAILS, "the dice motor is stuck: free the disc")
    assert check_dice(TableConfig(), Shaking(), None).finding is Finding.UNSEEN
    none = check_dice(TableConfig(), Shaking(), FakeCamera(table))
    assert none.finding is Finding.FAILS
    assert none.words == "they were shaken, and cannot be read: no dice are seen"
    gone = check_dice(TableConfig(), Shaking(), FakeCamera(table, breaks=0))
    assert gone.words == "they were shaken; device = 0: gives no more pictures; check the cable"
    assert check_dice(TableConfig(), FakeBoard(), FakeCamera(table)).finding is Finding.ABSENT


def run(folder: Path, settings: str, *options: str) -> tuple[int, str, dict[str, object]]:
    (folder / "table.toml").write_text(settings)
    report = folder / "report.json"
    result = CliRunner().invoke(
        app, ["selftest", "--config", str(folder / "table.toml"), "--report", str(report), *options]
    )
    return result.exit_code, result.output, json.loads(report.read_text()) if report.exists() else {}


def test_the_command_tells_what_works_and_writes_a_report(tmp_path: Path, table: Image) -> None:
    (tmp_path / "pictures").mkdir()
    for name in ("a", "b"):
        cv2.imwrite(str(tmp_path / "pictures" / f"{name}.png"), table)
    status, said, report = run(tmp_path, f"[camera]\nsource = 'images'\npath = '{tmp_path}/pictures'\n")
    assert status == 0
    assert said.splitlines()[0].startswith("camera    works          2 pictures, timed by their order; 2 pictures")
    assert said.splitlines()[1].startswith("table     works          seen from ")
    assert said.splitlines()[-1] == f"{tmp_path}/report.json: nothing fails"
    results = report["results"]
    assert isinstance(results, list)
    assert [(item["part"], item["finding"]) for item in results] == [
        ("camera", "works"),
        ("table", "works"),
        *((part, "not set up") for part in ("board", "case", "lamps", "displays", "buttons", "dice")),
    ]
    assert {"tablectl", "time", "machine"} < report.keys()


def test_the_command_fails_with_what_fails(tmp_path: Path) -> None:
    settings = "[camera]\nsource = 'images'\npath = 'absent'\n[board]\nkind = 'serial'\nport = '/dev/nothing'\n"
    status, said, report = run(tmp_path, settings, "--json")
    assert status == 1
    assert json.loads(said) == report
    results = report["results"]
    assert isinstance(results, list)
    assert [item["part"] for item in results if item["finding"] == "does not work"] == ["camera", "board"]
    assert "no such folder; check the path" in results[0]["words"] and "[board]" in results[2]["words"]


def test_the_command_refuses_settings_it_cannot_follow(tmp_path: Path) -> None:
    status, said, report = run(tmp_path, "[board]\nkind = 'arduino'\n")
    assert (status, report) == (2, {})
    assert "[board] kind = 'arduino': expected one of 'none', 'simulated', 'serial', 'panel'" in said
