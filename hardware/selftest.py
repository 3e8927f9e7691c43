"""What of a table's devices works, part by part and in plain words: each check is a function that gives a `Result`."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from enum import Enum
from itertools import pairwise
from pathlib import Path
from typing import Any, Protocol

from hardware.boards import open_board, open_case
from hardware.device import Board, DeviceError, Part, Push, Shaker
from hardware.dice import Unclear
from hardware.rollers import camera_roller
from tablectl.config import TableConfig
from tablectl.rolllog import RollSource
from tablectl.rules.seat import SEATS, Seat
from tablectl.view import QuestionView, SeatView, TableView
from vision.calibrate import CalibrationError, calibrate, from_corners
from vision.condition import complaint
from vision.frame import Frame
from vision.layout import layout_of
from vision.lens import LensError
from vision.saved import load
from vision.sources.source import Source, SourceError

LOOK = 20.0
"""Seconds after which no more pictures are taken."""
LATE = 2.0
"""A camera is slow if its pictures come so many times slower than asked for."""
PUSH = 20.0
"""Seconds that a person has to find a button."""
PERIOD = 0.01
"""Seconds between two looks at the board."""
NUMBERS = (1111, 2222, 3333, 4444)
"""What the score displays of the seats show."""
SIDES = ("bottom", "right", "top", "left")


class Finding(Enum):
    """What a check found."""

    WORKS = "works"
    FAILS = "does not work"
    ABSENT = "not set up"
    UNSEEN = "nobody looked"


@dataclass(frozen=True, slots=True)
class Result:
    """One part. `words`: what was seen, and for what fails what to try; `facts`: figures, as JSON values."""

    part: str
    finding: Finding
    words: str
    facts: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return {"part": self.part, "finding": self.finding.value, "words": self.words, **self.facts}


class Person(Protocol):
    """Somebody at the table."""

    def ask(self, question: str) -> bool:
        """Whether it is so; returns when it was answered."""
        ...

    def tell(self, text: str) -> None:
        """Say what to do."""
        ...


def check_camera(
    config: TableConfig, opener: Callable[[], Source], pictures: int
) -> tuple[Result, Source | None, Frame | None]:
    """Open the camera and take so many pictures; it stays open where it works, and its newest frame is given, too."""
    settings, part = config.camera, "camera"
    if settings.source in ("none", "simulated"):
        return Result(part, Finding.ABSENT, f"[camera] source = {settings.source!r}"), None, None
    with ExitStack() as stack:
        try:
            source = opener()
            stack.callback(source.close)
            frame, times = _take(source, pictures)
        except SourceError as error:
            return Result(part, Finding.FAILS, str(error)), None, None
        if frame is None:
            return Result(part, Finding.FAILS, f"[camera] source = {settings.source!r}: gave no picture"), None, None
        stack.pop_all()
    gaps = [after - before for before, after in pairwise(times)]
    longest, rate = max(gaps, default=0.0), len(gaps) / sum(gaps) if sum(gaps) > 0 else 0.0
    height, width = frame.image.shape[:2]
    facts = {
        "given": source.given,
        "size": [width, height],
        "pictures": len(times),
        "rate": round(rate, 2),
        "longest_gap": round(longest, 3),
    }
    words = f"{source.given}; {len(times)} pictures, {rate:.1f} a second, longest gap {longest:.2f} s"
    fault = complaint(frame.image)
    if fault is not None:
        return Result(part, Finding.FAILS, f"{words}; {fault.text}", facts), source, frame
    if source.live and gaps and rate * LATE < settings.rate:
        words += f"; slower than rate = {settings.rate:g}: ask for a smaller width and height, or add light"
        return Result(part, Finding.FAILS, words, facts), source, frame
    return Result(part, Finding.WORKS, words, facts), source, frame


def check_table(config: TableConfig, frame: Frame | None) -> Result:
    """Whether the camera sees the table, by its markers or by the corners that were marked."""
    if frame is None:
        return Result("table", Finding.ABSENT, "there is no camera picture")
    try:
        saved, layout = load(Path(config.camera.calibration)), layout_of(config)
        if saved is not None and saved.corners is not None:
            size = (frame.image.shape[1], frame.image.shape[0])
            place = from_corners(saved.corners, size, layout, saved.lens)
        else:
            place = calibrate(frame.image, layout, None if saved is None else saved.lens)
    except (CalibrationError, LensError) as error:
        return Result("table", Finding.FAILS, str(error))
    height = round(place.position[2])
    return Result("table", Finding.WORKS, f"seen from {height} mm above the cloth", {"height": height})


def check_board(
    config: TableConfig, opener: Callable[[TableConfig], Board] = open_board
) -> tuple[Result, Board | None]:
    """Open the board; it stays open where it works."""
    if config.board.kind == "none":
        return Result("board", Finding.ABSENT, "[board] kind = 'none'"), None
    try:
        board = opener(config)
    except DeviceError as error:
        return Result("board", Finding.FAILS, str(error)), None
    parts = sorted(part.value for part in board.parts)
    return Result("board", Finding.WORKS, f"{board.given}; has {', '.join(parts)}", {"given": board.given}), board


def check_case(config: TableConfig) -> Result:
    """Whether the pins of shutdown button and status lamp can be used."""
    if not config.pins.case:
        return Result("case", Finding.ABSENT, "[pins] names neither shutdown nor status")
    try:
        open_case(config).close()
    except DeviceError as error:
        return Result("case", Finding.FAILS, str(error))
    return Result("case", Finding.WORKS, "its pins can be used")


def check_lamps(board: Board | None, person: Person | None) -> Result:
    """Light the lamps of one seat after the other."""
    return _shown(Part.LAMPS, board, person, [(lit(seat), _lamp_question(seat)) for seat in SEATS])


def check_displays(board: Board | None, person: Person | None) -> Result:
    """Show a number on each seat's display."""
    told = ", ".join(f"{number:,} {side}" for number, side in zip(NUMBERS, SIDES, strict=True))
    return _shown(Part.DISPLAYS, board, person, [(lit(None), f"Do the displays show {told}?")])


def check_buttons(
    board: Board | None, person: Person | None, clock: Callable[[], float] = time.monotonic, limit: float = PUSH
) -> Result:
    """Let a person push one seat's button after the other."""
    part = Part.BUTTONS
    if board is None or part not in board.parts:
        return _absent(part)
    if person is None:
        return Result(part.value, Finding.UNSEEN, "nobody was there to push them")
    try:
        for seat in SEATS:
            person.tell(f"Push the button of the seat at the {SIDES[seat]}.")
            push = _wait_for_push(board, lit(seat), clock, limit)
            if push is None:
                return Result(part.value, Finding.FAILS, f"no push of {_name(seat)} came; look at its wire and its pin")
            if push.seat != seat:
                came = "the middle" if push.seat is None else _name(push.seat)
                return Result(part.value, Finding.FAILS, f"{_name(seat)} came as {came}: exchange the wires")
    except DeviceError as error:
        return Result(part.value, Finding.FAILS, str(error))
    return Result(part.value, Finding.WORKS, "each came as its own seat's")


def check_dice(config: TableConfig, board: Board | None, source: Source | None) -> Result:
    """Shake the dice once and read them."""
    if not isinstance(board, Shaker):
        return Result("dice", Finding.ABSENT, "no board that shakes them")
    try:
        board.shake()
    except DeviceError as error:
        return Result("dice", Finding.FAILS, str(error))
    if source is None:
        return Result("dice", Finding.UNSEEN, "they were shaken; without a camera nobody reads them")
    try:
        outcome = camera_roller(RollSource.ROLLER, lambda _: None, source, layout_of(config)).roll(1)
    except (DeviceError, SourceError) as error:
        return Result("dice", Finding.FAILS, f"they were shaken; {error}")
    if isinstance(outcome, Unclear):
        return Result("dice", Finding.FAILS, f"they were shaken, and cannot be read: {outcome.why}")
    one, other = outcome.dice
    return Result("dice", Finding.WORKS, f"shaken and read as {one} and {other}", {"dice": [one, other]})


def check_all(
    config: TableConfig, opener: Callable[[], Source], pictures: int, person: Person | None
) -> tuple[Result, ...]:
    """Every check in turn."""
    camera, source, frame = check_camera(config, opener, pictures)
    try:
        table = check_table(config, frame)
        found, board = check_board(config)
        try:
            hands = (check_lamps(board, person), check_displays(board, person), check_buttons(board, person))
            dice = check_dice(config, board, source)
        finally:
            if board is not None:
                board.close()
    finally:
        if source is not None:
            source.close()
    return (camera, table, found, check_case(config), *hands, dice)


def lit(seat: Seat | None) -> TableView:
    """A view in which everything that a seat's lamps can tell is so at this seat only; each display has its number."""
    sides = tuple(
        SeatView(
            side, "", "E", NUMBERS[side], dealer=side == seat, turn=side == seat, riichi="accepted" * (side == seat)
        )
        for side in SEATS
    )
    question = None if seat is None else QuestionView(0, "", (), seat)
    return TableView(0, "self-test", sides, question=question)


def _take(source: Source, pictures: int) -> tuple[Frame | None, list[float]]:
    """The newest of so many frames, and when each came. Raises `SourceError`."""
    newest, times = None, list[float]()
    while len(times) < pictures and (not times or times[-1] - times[0] < LOOK):
        frame = source.read()
        if frame is None:
            break
        newest = frame
        times.append(frame.time)
    return newest, times


def _shown(part: Part, board: Board | None, person: Person | None, steps: list[tuple[TableView, str]]) -> Result:
    """Show each view and ask a person about it."""
    if board is None or part not in board.parts:
        return _absent(part)
    try:
        for view, question in steps:
            if person is None:
                board.show(view, time.monotonic())
            elif not _asked(board, view, person, question):
                return Result(part.value, Finding.FAILS, f"no: {question}")
    except DeviceError as error:
        return Result(part.value, Finding.FAILS, str(error))
    if person is None:
        return Result(part.value, Finding.UNSEEN, "they were told what to show, and nobody was there to look")
    return Result(part.value, Finding.WORKS, "as seen by a person")


def _asked(board: Board, view: TableView, person: Person, question: str) -> bool:
    """A person's answer. Meanwhile the board is served, for one that hears nothing puts its lamps out."""
    answers: list[bool] = []
    board.show(view, time.monotonic())
    asking = threading.Thread(target=lambda: answers.append(person.ask(question)), daemon=True)
    asking.start()
    while asking.is_alive():
        board.show(view, time.monotonic())
        board.pushed(time.monotonic())
        asking.join(PERIOD)
    return answers == [True]


def _wait_for_push(board: Board, view: TableView, clock: Callable[[], float], limit: float) -> Push | None:
    start = now = clock()
    while now - start < limit:
        board.show(view, now)
        pushes = board.pushed(now)
        if pushes:
            return pushes[0]
        threading.Event().wait(PERIOD)
        now = clock()
    return None


def _absent(part: Part) -> Result:
    return Result(part.value, Finding.ABSENT, f"no board with {part.value}")


def _lamp_question(seat: Seat) -> str:
    return f"Are the lamps of {_name(seat)} lit or blinking, and no others?"


def _name(seat: Seat) -> str:
    return f"seat {seat}, {SIDES[seat]},"
