"""The line kept up, against a scripted port: what is sent when, and what is made of what comes."""

from __future__ import annotations

from collections import deque
from itertools import pairwise

import pytest

from hardware.codec import encode, frame
from hardware.mcu import (
    ALIVE,
    ANSWER_WAIT,
    BOOT_WAIT,
    OTHER_FIRMWARE_RETRY,
    RETRY,
    Answered,
    Linked,
    Lost,
    Mcu,
    Unanswered,
)
from hardware.messages import AskStatus, Clear, Command, Greeting, Hello, Message, Result, Status, Stop, table_hash
from hardware.port import Port, PortLost

GREETING = Greeting(1, 0, table_hash(), (0, 1, 0), 1, 7, 0, 0)


def status(time: int, boot: int = 7, presses: int = 0) -> Status:
    return Status(boot, time, 0, 0, 0, 0, 0, 0, (presses, 0, 0, 0, 0), (0,) * 5, 0, 0, 0)


def told(item: Status) -> bytes:
    return frame(bytes((Status.ID, 0)) + item.to_bytes())


class Script:
    """A port that says what a test puts into it, and keeps what was sent."""

    def __init__(self) -> None:
        self.coming: deque[bytes | PortLost] = deque()
        self.sent: list[bytes] = []
        self.opened = 0
        self.missing = False
        self.mcu = Mcu(self.open, session=40)

    def open(self) -> Port:
        if self.missing:
            raise PortLost("no such port")
        self.opened += 1
        return self

    def read(self) -> bytes:
        item = self.coming.popleft() if self.coming else b""
        if isinstance(item, PortLost):
            raise item
        return item

    def write(self, data: bytes) -> None:
        if data != b"\0":
            self.sent.append(data)

    def close(self) -> None:
        self.coming.clear()

    def answer(self, command: Command, seq: int, answer: Message | None = None, result: Result = Result.OK) -> None:
        body = b"" if answer is None else answer.to_bytes()
        self.coming.append(frame(bytes((command.ID | 0x80, seq, result)) + body))

    def link(self, now: float) -> None:
        """Open, hear a status, greet and be greeted."""
        self.mcu.poll(now)
        self.coming.append(told(status(1)))
        self.mcu.poll(now)
        self.answer(Hello(0), self.mcu._seq, GREETING)
        assert self.mcu.poll(now) == [Linked(GREETING)]
        self.sent.clear()


@pytest.fixture
def port() -> Script:
    return Script()


def test_the_board_is_greeted_once_it_says_something(port: Script) -> None:
    port.mcu.poll(0.0)
    assert port.mcu.poll(1.0) == [] and port.sent == []
    port.coming.append(told(status(1)))
    port.mcu.poll(1.1)
    assert port.sent == [encode(Hello(41), 1)]


def test_a_mute_board_is_greeted_after_its_loader_has_had_time(port: Script) -> None:
    port.mcu.poll(0.0)
    port.mcu.poll(BOOT_WAIT - 0.01)
    assert port.sent == []
    port.mcu.poll(BOOT_WAIT)
    assert port.sent == [encode(Hello(41), 1)]


def test_an_unanswered_greeting_is_a_lost_board_that_is_tried_later_and_later(port: Script) -> None:
    now, opened = 0.0, []
    told_lost = []
    for _ in range(8000):
        before = port.opened
        told_lost += port.mcu.poll(now)
        if port.opened > before:
            opened.append(now)
        now += 0.01
    waits = [after - before - BOOT_WAIT - 3 * ANSWER_WAIT for before, after in pairwise(opened)]
    assert waits[:6] == pytest.approx([RETRY.after(failures) for failures in range(1, 7)], abs=0.15)
    assert told_lost == [Lost("the board does not answer")]


def test_a_board_that_comes_and_goes_is_tried_later_and_later(port: Script) -> None:
    now = 0.0
    for wait in (0.5, 1.0, 2.0):
        port.link(now)
        now += 1.0
        port.coming.append(PortLost("a loose plug"))
        port.mcu.poll(now)
        opened = port.opened
        port.mcu.poll(now + wait - 0.1)
        assert port.opened == opened
        now += wait


def test_a_command_is_sent_again_with_the_same_bytes_then_given_up_in_a_new_session(port: Script) -> None:
    port.link(0.0)
    port.mcu.ask(Stop())
    for tick in range(40):
        port.mcu.poll(tick * 0.01)
    stop = encode(Stop(), 2)
    assert port.sent == [stop, stop, stop, encode(Hello(42), 3)]


def test_what_was_given_up_is_told(port: Script) -> None:
    port.link(0.0)
    port.mcu.ask(Stop())
    port.mcu.ask(Clear(1))
    happened = [item for tick in range(40) for item in port.mcu.poll(tick * 0.01)]
    assert happened == [Unanswered(Stop())] and not port.mcu.ready


def test_answers_to_other_commands_and_numbers_count_for_nothing(port: Script) -> None:
    port.link(0.0)
    port.mcu.ask(Stop())
    port.mcu.poll(0.0)
    port.answer(Clear(0), 2)
    port.answer(Stop(), 1)
    assert port.mcu.poll(0.01) == [] and port.mcu.poll(0.01) == []
    port.answer(Stop(), 2)
    (answered,) = port.mcu.poll(0.02)
    assert isinstance(answered, Answered) and answered.reply.result is Result.OK
    port.answer(Stop(), 2)  # doubled on the way
    assert port.mcu.poll(0.03) == []


def test_one_command_is_under_way_at_a_time(port: Script) -> None:
    port.link(0.0)
    port.mcu.ask(Stop())
    port.mcu.ask(Clear(1))
    port.mcu.poll(0.0)
    port.mcu.poll(0.01)
    assert port.sent == [encode(Stop(), 2)]
    port.answer(Stop(), 2)
    port.mcu.poll(0.02)
    assert port.sent[1:] == [encode(Clear(1), 3)]


def test_silence_is_broken_so_that_the_board_goes_on(port: Script) -> None:
    port.link(0.0)
    port.mcu.poll(ALIVE - 0.01)
    assert port.sent == []
    port.mcu.poll(ALIVE)
    assert port.sent == [encode(AskStatus(), 2)]


def test_an_older_status_tells_nothing(port: Script) -> None:
    port.link(0.0)
    first, late, next_one = status(100, presses=3), status(99, presses=2), status(101, presses=3)
    for item in (first, late, first, next_one):
        port.coming.append(told(item))
    assert [item for _ in range(4) for item in port.mcu.poll(0.1)] == [first, next_one]


def test_time_goes_round(port: Script) -> None:
    port.link(0.0)
    for item in (status(2**32 - 5), status(3)):
        port.coming.append(told(item))
    assert [item for _ in range(2) for item in port.mcu.poll(0.1)] == [status(2**32 - 5), status(3)]


def test_a_board_that_started_again_is_greeted_anew(port: Script) -> None:
    port.link(0.0)
    port.mcu.ask(Stop())
    port.mcu.poll(0.0)
    port.coming.append(told(status(5, boot=8)))
    assert port.mcu.poll(0.01) == [Unanswered(Stop())]
    assert port.sent[-1] == encode(Hello(42), 3) and not port.mcu.ready


def test_a_board_that_forgot_the_session_is_greeted_anew(port: Script) -> None:
    port.link(0.0)
    port.mcu.ask(Clear(1))
    port.mcu.poll(0.0)
    port.answer(Clear(1), 2, result=Result.NO_SESSION)
    port.mcu.poll(0.01)
    assert port.sent[-1] == encode(Hello(42), 3)


def test_other_firmware_is_refused_and_its_port_left_free_to_flash_it(port: Script) -> None:
    port.mcu.poll(0.0)
    port.mcu.poll(BOOT_WAIT)
    port.answer(Hello(0), 1, Greeting(2, 5, 0x12345678, (9, 0, 0), 1, 7, 0, 0))
    (lost,) = port.mcu.poll(BOOT_WAIT)
    assert isinstance(lost, Lost) and "2.5 (12345678)" in lost.why and "make -C firmware flash" in lost.why
    assert port.mcu.poll(OTHER_FIRMWARE_RETRY) == [] and port.opened == 1
    port.mcu.poll(BOOT_WAIT + OTHER_FIRMWARE_RETRY)
    assert port.opened == 2


def test_a_port_that_vanishes_and_comes_back(port: Script) -> None:
    port.link(0.0)
    port.mcu.ask(Stop())
    port.mcu.poll(0.0)
    port.coming.append(PortLost("unplugged"))
    port.missing = True
    assert port.mcu.poll(0.01) == [Unanswered(Stop()), Lost("unplugged")]
    port.mcu.ask(Stop())  # nobody to send it to
    assert port.mcu.poll(0.6) == [Lost("no such port")]
    assert port.mcu.poll(5.0) == []
    port.missing = False
    port.link(20.0)
    assert port.mcu.idle
