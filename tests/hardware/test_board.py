"""The board as the table has it, over the real core compiled for this machine; time passes only where it is said."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path

import pytest

from hardware.board import SerialBoard, words
from hardware.device import DeviceError, Push
from hardware.hostboard import HostBoard, HostPort, build_library
from hardware.messages import COLOURS, Colour, Fault, Lamp, Reset, Roll, Status
from hardware.port import Port, PortLost
from hardware.shown import NOBODY, lamps_of, next_against, scores_of
from tablectl.rules.seat import SEATS, Seat
from tablectl.view import QuestionView, SeatView, TableView

VIEW = TableView(
    number=1,
    round="East 1",
    seats=tuple(
        SeatView(int(seat), f"P{seat}", "E", 25000 + 100 * seat, dealer=seat == 1, turn=seat == 2) for seat in SEATS
    ),
)
ASKED = replace(VIEW, question=QuestionView(3, "ron?", ("yes", "no"), seat=0))


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


class Table:
    """A board on a table with its clock."""

    def __init__(self, library: Path, arm: Callable[[], AbstractContextManager[None]] = nullcontext) -> None:
        self.clock = Clock()
        self.core = HostBoard(library)
        self._arm, self.opened = arm, 0
        self.open()

    def open(self) -> None:
        """Another program comes to the board."""
        self.port = HostPort(self.core, self.clock)
        self.board = SerialBoard(self._port, "[board] kind = 'test'", self.clock, self.clock.sleep, self._arm)

    def _port(self) -> Port:
        self.opened += 1
        return self.port

    @property
    def status(self) -> Status:
        assert self.board.status is not None
        return self.board.status

    def run(self, seconds: float, view: TableView | None = None) -> list[Push]:
        out: list[Push] = []
        for _ in range(round(seconds / 0.01)):
            self.clock.now += 0.01
            out += self.board.pushed(self.clock.now)
            if view is not None:
                self.board.show(view, self.clock.now)
        return out

    def push(self, button: int, seconds: float = 0.1, view: TableView | None = None) -> list[Push]:
        self.core.press(button, True)
        out = self.run(seconds, view)
        self.core.press(button, False)
        return out + self.run(0.1, view)

    def lit(self) -> set[tuple[int, Lamp]]:
        return {(i // 4, Lamp(i % 4)) for i, rgb in enumerate(self.core.lamps) if rgb != (0, 0, 0)}

    def digits(self, seat: int) -> str:
        return self.core.text(seat).replace(" ", "")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_library(tmp_path_factory.mktemp("cache"))


@pytest.fixture
def table(library: Path) -> Table:
    return Table(library)


def test_what_was_found_is_told(table: Table) -> None:
    assert table.board.given == "[board] kind = 'test': firmware 0.0.0 (0000000)"
    table.board.close()
    assert table.board.given.endswith("not there")


def test_lamps_and_displays_follow_the_view(table: Table) -> None:
    table.run(0.3, VIEW)
    assert table.lit() == {(1, Lamp.DEALER), (2, Lamp.TURN)}
    assert [table.digits(seat) for seat in SEATS] == ["25000", "25100", "25200", "25300"]
    moved = replace(VIEW, seats=(replace(VIEW.seats[0], points=-1200, turn=True), *VIEW.seats[1:]))
    table.run(0.3, moved)
    assert (0, Lamp.TURN) in table.lit() and table.digits(0) == "-1200"


def test_riichi_and_questions_are_told_by_place_and_pattern(table: Table) -> None:
    riichi = {0: "declared", 3: "accepted"}
    view = replace(ASKED, seats=tuple(replace(seat, riichi=riichi.get(seat.seat, "")) for seat in VIEW.seats))
    lamps = lamps_of(view).lamps
    assert len({value >> 4 for value in (lamps[2], lamps[3], lamps[14])}) == 3
    assert [i for i, value in enumerate(lamps) if value] == [2, 3, 4, 9, 14]
    changes = set()
    for _ in range(24):
        table.run(0.1, view)
        changes.add(frozenset(table.lit()))
    always = frozenset.intersection(*changes)
    assert always == {(1, Lamp.DEALER), (2, Lamp.TURN), (3, Lamp.RIICHI)}
    assert frozenset.union(*changes) - always == {(0, Lamp.RIICHI), (0, Lamp.PROMPT)}


def test_a_question_to_all_prompts_every_seat() -> None:
    lamps = lamps_of(replace(ASKED, question=replace(ASKED.question, seat=None))).lamps  # type: ignore[type-var]
    assert all(lamps[4 * seat + Lamp.PROMPT] for seat in SEATS)


def test_three_players_leave_one_seat_dark(table: Table) -> None:
    three = replace(VIEW, seats=VIEW.seats[:3])
    assert lamps_of(three).lamps[12:] == (0,) * 4 and scores_of(three, (NOBODY,) * 4).points[3] == 0
    table.run(0.2, three)
    for expected in ("1.-100", "2.-200", "25000"):
        table.push(0, view=three)
        assert table.digits(0) == expected


def test_pushes_come_once_in_order_with_their_length(table: Table) -> None:
    assert table.push(2) == [Push(Seat(2))]
    assert table.push(0, 1.0) == [Push(Seat(0), long=True)]
    assert table.push(4) == [Push(None)]
    assert table.run(1.0) == []


def test_a_push_while_nothing_is_asked_compares_points_with_the_next_seat(table: Table) -> None:
    table.run(0.2, VIEW)
    for expected in ("3.-100", "0.200", "1.100", "25200"):
        table.push(2, view=VIEW)
        assert table.digits(2) == expected
    table.push(0, view=ASKED)  # an answer
    assert table.digits(0) == "25000"


@pytest.mark.parametrize("seats", [3, 4])
def test_comparing_goes_round(seats: int) -> None:
    for seat in range(seats):
        now, seen = NOBODY, []
        for _ in range(seats):
            now = next_against(seat, now, seats)
            seen.append(now)
        assert seen == [(seat + ahead) % seats for ahead in range(1, seats)] + [NOBODY]


def test_a_board_that_starts_again_shows_everything_again_and_no_old_pushes(table: Table) -> None:
    table.run(0.2, VIEW)
    table.push(1, view=VIEW)
    table.core.start(Reset.PIN)
    assert table.run(3.0, VIEW) == []
    assert table.lit() == {(1, Lamp.DEALER), (2, Lamp.TURN)} and table.digits(0) == "25000"
    assert table.push(1, view=VIEW) == [Push(Seat(1))]


def test_every_shake_rolls_once_and_waits_for_the_motor_to_cool(table: Table) -> None:
    took = []
    for roll in range(1, 6):
        before = table.clock.now
        table.board.shake()
        assert table.core.starts == roll and table.core.power == 0
        took.append(table.clock.now - before)
    assert took[:3] == pytest.approx([3.0] * 3, abs=0.2) and max(took) > 5.0


def test_numbers_of_rolls_go_round_and_another_program_goes_on_with_them(table: Table) -> None:
    """The board counts to 65535, and begins with 1 when it starts again; a roll log counts on and on."""
    table.run(0.3)
    boot = table.status.boot
    for number in (30000, 60000, 65534):
        table.board._mcu.ask(Roll(boot, number, 200, 1, 0))
        table.run(0.3)
    assert (table.status.roll, table.core.starts) == (65534, 3)
    told = []
    for _ in range(2):
        table.board.shake()
        told.append((table.status.roll, table.core.starts))
    table.board.close()
    table.open()
    table.board.shake()
    told.append((table.status.roll, table.core.starts))
    table.core.start(Reset.POWER)
    table.run(3.0)
    table.board.shake()
    told.append((table.status.roll, table.core.starts))
    assert told == [(65535, 4), (1, 5), (2, 6), (1, 1)]


@pytest.mark.parametrize("lost", ["commands", "answers"])
def test_a_roll_that_is_lost_on_the_line_is_asked_for_again_and_happens_once(table: Table, lost: str) -> None:
    """Half a second from the first time on, everything in one direction is lost: a new session begins."""
    read, write, asked = table.port.read, table.port.write, list[float]()

    def is_lost(way: str) -> bool:
        return way == lost and bool(asked) and table.clock.now - asked[0] < 0.5

    def bad_write(data: bytes) -> None:
        asked.extend([table.clock.now] * (data[1:2] == bytes((Roll.ID,))))
        write(b"" if is_lost("commands") else data)

    def bad_read() -> bytes:
        data = read()
        return b"" if is_lost("answers") else data

    table.port.write, table.port.read = bad_write, bad_read  # type: ignore[method-assign]
    table.board.shake()
    assert len(asked) >= 3 and table.core.starts == 1


def test_a_stuck_motor_is_told_in_words_and_rolls_after_the_middle_button_is_held(table: Table) -> None:
    table.core.load(700)
    with pytest.raises(DeviceError, match="stuck: free the disc"):
        table.board.shake()
    assert table.core.power == 0
    table.core.load(100)
    with pytest.raises(DeviceError, match="hold the middle button"):
        table.board.shake()
    assert table.push(4, 1.0) == [Push(None, long=True)]
    table.run(0.3)
    table.board.shake()
    assert table.core.starts == 2


def test_without_a_motor_the_error_says_so(table: Table) -> None:
    table.core.load(0)
    with pytest.raises(
        DeviceError, match=r"draws no current: see that it is connected, powered and armed \(\[pins\] arm"
    ):
        table.board.shake()


def test_a_board_that_starts_again_during_a_roll_is_no_roll(table: Table) -> None:
    threshold = table.clock.now + 0.5
    read = table.port.read

    def failing() -> bytes:
        nonlocal threshold
        if table.clock.now > threshold:
            threshold = float("inf")
            table.core.start(Reset.BROWN_OUT)
        return read()

    table.port.read = failing  # type: ignore[method-assign]
    with pytest.raises(DeviceError, match="started again during the roll"):
        table.board.shake()
    table.board.shake()
    assert table.core.power == 0


class Line:
    """The line that lets the motor have power."""

    def __init__(self) -> None:
        self.up, self.raised = False, 0

    def __call__(self) -> AbstractContextManager[None]:
        return self.held()

    @contextmanager
    def held(self) -> Iterator[None]:
        self.up, self.raised = True, self.raised + 1
        try:
            yield
        finally:
            self.up = False


@pytest.mark.parametrize("fault", ["none", "stuck", "unplugged", "silent", "closed", "interrupted"])
def test_the_motor_has_power_while_it_shakes_and_not_after_any_fault(library: Path, fault: str) -> None:
    line = Line()
    table = Table(library, line)
    assert not line.up
    sleep, begun = table.clock.sleep, table.clock.now

    def pause(seconds: float) -> None:
        assert line.up
        sleep(seconds)
        if table.clock.now - begun > 0.5:
            disturb()

    def disturb() -> None:
        def unplugged() -> bytes:
            raise PortLost("gone")

        match fault:
            case "stuck":
                table.core.load(900)
            case "unplugged":
                table.port.read = unplugged  # type: ignore[method-assign]
            case "silent":
                table.port.read = lambda: b""  # type: ignore[method-assign]
            case "closed":
                table.board.close()
            case "interrupted":
                raise KeyboardInterrupt

    table.board._sleep = pause
    if fault == "none":
        table.board.shake()
    else:
        with pytest.raises(KeyboardInterrupt if fault == "interrupted" else DeviceError):
            table.board.shake()
    assert (line.up, line.raised) == (False, 1)


def test_a_board_that_failed_tells_every_thread_and_lets_its_port_go(table: Table) -> None:
    opened = table.opened

    def unplugged() -> bytes:
        raise PortLost("gone")

    table.port.read = unplugged  # type: ignore[method-assign]
    for _ in range(3):
        with pytest.raises(DeviceError, match=r"\[board\] kind = 'test': gone; see that its cable is plugged in"):
            table.run(1.0)
    assert table.opened == opened


def test_a_board_that_was_closed_is_not_opened_by_whoever_waits_for_it(table: Table) -> None:
    opened = table.opened
    table.board.close()
    with pytest.raises(DeviceError, match="was closed"):
        table.board.shake()
    assert table.opened == opened


def test_faults_have_words() -> None:
    assert all(words(fault) for fault in Fault)


def test_a_port_that_is_not_there_is_told_with_what_to_try() -> None:
    def opener() -> Port:
        raise PortLost("/dev/ttyNONE: no such file")

    with pytest.raises(DeviceError, match=r"\[board\] port.*/dev/ttyNONE.*cable"):
        SerialBoard(opener, "[board] port")


def test_a_mute_board_is_told_with_what_to_try() -> None:
    clock = Clock()

    class Mute:
        def read(self) -> bytes:
            return b""

        def write(self, data: bytes) -> None: ...

        def close(self) -> None: ...

    with pytest.raises(DeviceError, match="does not answer"):
        SerialBoard(Mute, "[board] port", clock, clock.sleep)


def test_without_a_compiler_the_error_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(PortLost, match="apt install gcc"):
        build_library(tmp_path)


def test_two_boards_keep_apart(library: Path) -> None:
    one, other = Table(library), Table(library)
    one.run(0.3, VIEW)
    assert one.lit() and not other.lit()


def test_the_board_is_served_while_it_shakes(table: Table) -> None:
    sleep, served = table.clock.sleep, list[bool]()

    def serve() -> None:
        table.board.show(VIEW, table.clock.now)
        served.append(True)

    def pause(seconds: float) -> None:
        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        thread.join(30)
        sleep(seconds)

    table.board._sleep = pause
    table.board.shake()
    assert len(served) > 100 and table.lit() == {(1, Lamp.DEALER), (2, Lamp.TURN)}


def test_lamps_have_the_colours_of_the_table(table: Table) -> None:
    table.run(0.3, VIEW)
    assert table.core.lamps[4] == tuple(part * 48 // 255 for part in COLOURS[Colour.WHITE])
