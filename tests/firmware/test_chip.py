"""The image that is flashed, on a simulated ATmega328P, spoken to by the driver over pyserial."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import serial

from hardware.board import SerialBoard
from hardware.codec import encode
from hardware.device import DeviceError
from hardware.hostboard import SEGMENTS
from hardware.mcu import Answered, Linked, Lost, Unanswered
from hardware.messages import (
    BAUD,
    COLOURS,
    PATTERNS,
    AskStatus,
    Clear,
    Colour,
    Fault,
    Motor,
    Outcome,
    Pattern,
    Reset,
    Result,
    Roll,
    SetLamps,
    SetScores,
    Status,
    Stop,
    lamp,
    limit,
    table_hash,
)
from hardware.port import SerialPort
from tests.firmware.boards import Built, Chip, Rig


def dim(colour: Colour, brightness: int = 64) -> tuple[int, ...]:
    return tuple(part * brightness // 255 for part in COLOURS[colour])


def roll(number: int = 1, run: int = 300, settle: int = 100, boot: int = 1, power: int = 200) -> Roll:
    return Roll(boot, number, power, run, settle)


def shown(rig: Rig, seat: int) -> str:
    return "".join(SEGMENTS[code & 0x7F] + "." * (code >> 7) for code in rig.chip.digits(seat))


def test_it_fits_the_chip(built: Built) -> None:
    assert "flash" in built.told and "RAM" in built.told  # `make size` fails above half of either


def test_greeting(rig: Rig) -> None:
    greeting = rig.link().greeting
    assert greeting.table == table_hash()
    assert (greeting.boot, greeting.roll, greeting.reset) == (1, 0, Reset.POWER)
    assert greeting.release == (0, 1, 0) and greeting.build > 0
    assert rig.now < 0.6  # the first status ends the wait for the board's loader


def test_every_lamp_in_every_colour_and_pattern_by_the_lengths_of_pulses(rig: Rig) -> None:
    rig.link()
    lamps = tuple(lamp(Pattern(1 + i % 5), Colour(i % 6)) for i in range(16))
    assert rig.ask(SetLamps(255, lamps)) is Result.OK
    seen: list[list[tuple[int, int, int]]] = []
    for _ in range(18):
        rig.run(125, step=125)
        seen.append(rig.chip.lamps)
    steps = [[frame[i] != (0, 0, 0) for frame in seen] for i in range(16)]
    for i in range(16):
        lit = {frame[i] for frame in seen} - {(0, 0, 0)}
        assert lit == {dim(Colour(i % 6))}  # the cap holds, whatever was asked for
        mask = PATTERNS[Pattern(1 + i % 5)]
        bits = [bool(mask >> step & 1) for step in range(16)] * 3
        assert any(steps[i] == bits[first : first + 18] for first in range(16)), i
    state = rig.chip.state
    assert (state["lamp_bits"], state["lamp_bad"]) == (384, 0)
    assert state["lamp_zero_us"] == [0.3125, 0.3125] and state["lamp_one_us"] == [0.75, 0.75]
    assert state["lamp_pause_us"] < 9  # interrupts between lamps; WS2812 latch after 50


def test_lamps_that_do_not_exist_are_refused_whole(rig: Rig) -> None:
    rig.link()
    good = SetLamps(64, (lamp(Pattern.STEADY, Colour.RED),) * 16)
    assert rig.ask(good) is Result.OK
    assert rig.ask(SetLamps(64, (*good.lamps[:15], lamp(Pattern(5)) + 16))) is Result.RANGE
    assert rig.ask(SetLamps(64, (*good.lamps[:15], 6))) is Result.RANGE
    rig.run(130)
    assert rig.chip.lamps == [dim(Colour.RED)] * 16


def test_scores_below_zero_and_against_a_seat(rig: Rig) -> None:
    rig.link()
    rig.run(100)
    assert shown(rig, 0) == "-" * 8
    points, none = (25000, -300, 0, 499999), limit("NOBODY")
    assert rig.ask(SetScores(7, points, (none,) * 4)) is Result.OK
    rig.run(100)
    assert [shown(rig, seat) for seat in range(4)] == ["   25000", "    -300", "       0", "  499999"]
    assert rig.ask(SetScores(7, points, (1, 0, 3, none))) is Result.OK
    rig.run(100)
    assert [shown(rig, seat) for seat in range(3)] == ["1.  25300", "0. -25300", "3.-499999"]
    registers = bytes.fromhex(rig.chip.state["displays"][2])
    assert (registers[9], registers[10], registers[11], registers[12], registers[15]) == (0, 7, 7, 1, 0)
    assert rig.ask(SetScores(7, (500000, 0, 0, 0), (none,) * 4)) is Result.RANGE
    assert rig.ask(SetScores(16, points, (none,) * 4)) is Result.RANGE
    assert rig.ask(SetScores(7, points, (4, none, none, none))) is Result.RANGE


def test_a_display_that_lost_its_power_comes_back(rig: Rig) -> None:
    rig.link()
    rig.ask(SetScores(7, (1000,) * 4, (limit("NOBODY"),) * 4))
    rig.run(100)
    rig.chip.tell("dark")
    rig.run(60)
    assert shown(rig, 3) == "    1000"
    assert bytes.fromhex(rig.chip.state["displays"][3])[9:13] == bytes((0, 7, 7, 1))


@pytest.mark.parametrize("button", range(5))
def test_buttons_bounce_and_are_counted_once(rig: Rig, button: int) -> None:
    rig.link()
    for _ in range(2):
        for down in (True, False, True, False, True):  # contacts bounce for some milliseconds
            rig.chip.press(button, down)
            rig.chip.run(3)
        rig.run(60)
        for down in (False, True, False, True, False):
            rig.chip.press(button, down)
            rig.chip.run(3)
        rig.run(60)
    for down in (True, False) * 3:  # a disturbance alone is no press
        rig.chip.press(button, down)
        rig.chip.run(7)
    status = rig.status()
    assert status.presses == tuple(2 if i == button else 0 for i in range(5))
    assert status.longs == (0,) * 5 and status.held == 0


def test_a_long_press_is_no_short_one_and_is_told_while_it_lasts(rig: Rig) -> None:
    rig.link()
    rig.chip.press(4, True)
    rig.run(700)
    assert rig.status().longs == (0, 0, 0, 0, 1)
    rig.chip.press(4, False)
    status = rig.status()
    assert (status.presses, status.longs, status.held) == ((0,) * 5, (0, 0, 0, 0, 1), 0)


def test_a_roll_runs_settles_and_ends(rig: Rig) -> None:
    boot = rig.link().greeting.boot
    assert rig.ask(roll(boot=boot)) is Result.OK
    rig.run(50)
    assert 0.2 < rig.chip.power < 0.6  # on the way up
    rig.run(150)
    assert rig.chip.power == pytest.approx(201 / 256, abs=0.01) and rig.chip.state["direction"] == 0
    rig.run(150)
    assert rig.chip.power == 0
    status = rig.status()
    assert (status.motor, status.roll, status.outcome, status.faults) == (Motor.IDLE, 1, Outcome.DONE, 0)
    assert status.current == pytest.approx(100, abs=6)
    assert rig.chip.state["wakes"] == 1


def test_a_roll_never_happens_twice(rig: Rig) -> None:
    rig.link()
    assert rig.ask(roll(5, run=50, settle=10)) is Result.OK
    rig.run(200)
    assert rig.ask(roll(5, run=50, settle=10)) is Result.OK  # told twice, done once
    assert rig.ask(roll(4)) is Result.OLD
    assert rig.ask(roll(6, boot=2)) is Result.OLD
    assert rig.ask(roll(0)) is Result.RANGE
    assert rig.ask(roll(6, run=4001)) is Result.RANGE
    rig.run(100)
    assert rig.chip.state["wakes"] == 1
    assert rig.ask(roll(6)) is Result.OK
    assert rig.ask(roll(7)) is Result.BUSY
    assert rig.ask(Stop()) is Result.OK
    assert rig.chip.power == 0
    assert rig.status().outcome == Outcome.STOPPED


def test_the_motor_cools_before_it_rolls_again(rig: Rig) -> None:
    rig.link()
    assert rig.ask(roll(1, run=2500, settle=0)) is Result.OK
    rig.run(2600, step=50)
    assert rig.ask(roll(2, run=1700)) is Result.HOT
    assert rig.ask(roll(2, run=1300)) is Result.OK


@pytest.mark.parametrize(
    ("fault", "load", "at_most"),
    [
        (Fault.STALL, 700, limit("START_MS") + limit("STALL_MS") + 30),  # stuck from the start
        (Fault.OVER_CURRENT, 1300, limit("OVER_MS") + 30),
        (Fault.NO_CURRENT, 0, limit("OPEN_MS") + 30),
        (Fault.DRIVER, 100, limit("DRIVER_MS") + 30),
    ],
    ids=lambda value: getattr(value, "name", str(value)),
)
def test_a_motor_in_trouble_is_switched_off(rig: Rig, fault: Fault, load: int, at_most: int) -> None:
    rig.link()
    rig.chip.load(load)
    rig.chip.driver_fault(fault is Fault.DRIVER)
    assert rig.ask(roll(1, run=1000)) is Result.OK
    rig.run(at_most, step=5)
    assert rig.chip.power == 0
    status = rig.status()
    assert (status.faults, status.outcome, status.motor) == (fault, Outcome.FAILED, Motor.IDLE)
    rig.chip.load(100)
    rig.chip.driver_fault(False)
    assert rig.ask(roll(2)) is Result.FAULT
    assert rig.ask(Clear(Fault.LINK)) is Result.OK  # another one
    assert rig.ask(roll(2)) is Result.FAULT
    assert rig.ask(Clear(fault)) is Result.OK
    assert rig.ask(roll(2)) is Result.OK


def test_a_stall_in_the_middle_is_noticed_and_a_short_one_is_borne(rig: Rig) -> None:
    rig.link()
    assert rig.ask(roll(1, run=2000)) is Result.OK
    rig.run(400)
    rig.chip.load(600)
    rig.run(30)
    rig.chip.load(100)
    rig.run(100)
    assert rig.chip.power > 0.5
    rig.chip.load(600)
    rig.run(80)
    assert rig.chip.power == 0
    assert rig.status().faults == Fault.STALL


def test_a_board_that_nobody_has_spoken_to_waits_visibly(rig: Rig) -> None:
    """A flash of the fourth lamp of each seat, once in two seconds; dashes; no motor."""
    frames = []
    for _ in range(34):
        rig.chip.run(125)
        frames.append(rig.chip.lamps)
    flash = [(16, 16, 16) if place % 4 == 3 else (0, 0, 0) for place in range(16)]
    assert frames.count(flash) == 2 and frames.count([(0, 0, 0)] * 16) >= 31
    assert all(shown(rig, seat) == "-" * 8 for seat in range(4)) and rig.chip.power == 0


def test_silence_stops_the_motor_and_lamps_and_displays_say_so(rig: Rig) -> None:
    rig.link()
    rig.ask(SetLamps(64, (lamp(Pattern.STEADY, Colour.GREEN),) * 16))
    rig.ask(SetScores(7, (1000,) * 4, (limit("NOBODY"),) * 4))
    assert rig.ask(roll(1, run=4000)) is Result.OK
    rig.chip.run(1400)
    assert rig.chip.power > 0.5
    rig.chip.run(300)
    assert rig.chip.power == 0
    rig.chip.run(1000)
    assert all(lit in ((0, 0, 0), (16, 0, 0)) for lit in rig.chip.lamps)
    assert shown(rig, 2) == "-" * 8
    rig.run(300)  # back again: what was set is shown again
    assert rig.chip.lamps == [dim(Colour.GREEN)] * 16 and shown(rig, 2) == "    1000"
    status = rig.status()
    assert (status.faults, status.outcome) == (Fault.LINK, Outcome.FAILED)


def test_a_program_that_hangs_is_reset_and_says_so(rig: Rig) -> None:
    first = rig.link().greeting
    assert rig.ask(roll(1, run=4000)) is Result.OK
    rig.run(200)
    assert rig.chip.power > 0.5
    rig.chip.tell("hang")
    rig.chip.run(290)
    assert rig.chip.power == 0 and not rig.chip.state["awake"]
    again = rig.link().greeting
    assert (again.reset, again.boot, again.roll) == (Reset.WATCHDOG, first.boot + 1, 0)
    assert rig.ask(roll(2, boot=first.boot)) is Result.OLD  # meant for the board before
    assert rig.ask(roll(1, boot=again.boot)) is Result.FAULT
    assert rig.ask(Clear(Fault.WATCHDOG)) is Result.OK
    assert rig.ask(roll(1, boot=again.boot)) is Result.OK


def test_a_reset_board_is_greeted_anew_and_drives_nothing_before(rig: Rig) -> None:
    first = rig.link().greeting
    rig.ask(roll(1, run=3000))
    rig.run(100)
    rig.chip.tell("reset")
    rig.chip.run(20)
    assert rig.chip.power == 0
    again = rig.link().greeting
    assert (again.boot, again.reset) == (first.boot + 1, Reset.PIN)


def test_unplugged_and_plugged_in_again(rig: Rig) -> None:
    rig.link()
    rig.chip.unplug()
    lost = [item for _ in range(3) for item in rig.mcu.poll(rig.now)]
    assert len(lost) == 1 and isinstance(lost[0], Lost) and not rig.mcu.ready
    rig.offset += 1
    gone = rig.mcu.poll(rig.now)  # the path is gone too
    assert len(gone) == 1 and isinstance(gone[0], Lost) and rig.chip.path in gone[0].why
    rig.offset += 10
    assert rig.mcu.poll(rig.now) == []  # told once
    rig.replug()
    rig.offset += 10
    assert isinstance(rig.link(), Linked)
    assert rig.ask(Stop()) is Result.OK


def test_nobody_else_opens_the_port(rig: Rig) -> None:
    rig.link()
    with pytest.raises(serial.SerialException):
        serial.Serial(rig.chip.path, BAUD, exclusive=True)


def test_no_byte_is_lost_while_the_lamps_are_written(rig: Rig) -> None:
    """Frames come without a pause, twelve times while the lamps are written."""
    rig.link()
    assert rig.port is not None
    lamps = (lamp(Pattern.FAST, Colour.WHITE),) * 16
    before = rig.status()
    for number in range(60):
        rig.port.write(encode(SetLamps(number, lamps), 77))  # of no session: read, checked and left
        rig.port.write(encode(SetLamps(number, lamps), 78))
        rig.chip.run(1)
    after = rig.status()
    assert rig.chip.state["overruns"] == 0
    assert (after.damaged, after.lost) == (before.damaged, before.lost)
    assert (after.stale - before.stale) % 65536 == 120


def test_noise_on_the_line_is_counted_and_overcome(rig: Rig) -> None:
    rig.link()
    assert rig.port is not None
    for noise in (b"\x00\xff" * 20, bytes(range(256)), b"U" * 300, encode(Stop(), 9)[:-2] + b"\x00"):
        rig.port.write(noise)
        rig.run(30)
        assert rig.ask(SetLamps(9, (0,) * 16)) is Result.OK
    assert rig.status().damaged > 4


def test_more_than_the_board_can_take_is_lost_counted_and_overcome(rig: Rig) -> None:
    rig.link()
    assert rig.port is not None
    seq = rig.mcu._seq  # the newest command again: answered from memory, six times as long as the question
    ask = encode(AskStatus(), seq + 1)
    for _ in range(200):
        rig.port.write(ask)
    happened = rig.run(1500)
    status = next(item for item in reversed(happened) if isinstance(item, Status))
    assert status.lost > 100
    assert not any(isinstance(item, Lost) for item in happened)
    assert rig.ask(Stop()) is Result.OK


def test_answers_that_are_lost_are_asked_for_again_and_nothing_is_done_twice(rig: Rig) -> None:
    rig.link()
    assert rig.port is not None
    rig.mcu.ask(roll(1, run=50, settle=0))
    rig.mcu.poll(rig.now)
    rig.chip.run(20)
    rig.port.read()  # the answer is gone
    happened = rig.run(300)
    assert [item.reply.result for item in happened if isinstance(item, Answered)] == [Result.OK]
    assert not any(isinstance(item, Unanswered) for item in happened)
    assert rig.chip.state["wakes"] == 1


def test_the_table_shakes_its_dice_on_the_chip(built: Built) -> None:
    chip = Chip(built)
    line: list[bool] = []

    @contextmanager
    def arm() -> Iterator[None]:
        line.append(True)
        try:
            yield
        finally:
            line.append(False)

    board = SerialBoard(
        lambda: SerialPort(chip.path), "[board] port", lambda: chip.time, lambda seconds: chip.run(seconds * 1000), arm
    )
    chip.load(100)
    for roll_number in (1, 2):
        board.shake()
        assert chip.state["wakes"] == roll_number and chip.power == 0
    chip.load(700)
    with pytest.raises(DeviceError, match="stuck"):
        board.shake()
    assert chip.power == 0
    chip.tell("reset")
    chip.load(100)
    for fault in (True, False):  # the simulated chip forgets with a reset what its pins were
        chip.driver_fault(fault)
    for _ in range(100):
        chip.run(10)
        board.pushed(chip.time)
    board.shake()
    assert chip.state["wakes"] == 4
    chip.unplug()
    with pytest.raises(DeviceError, match="plugged in"):
        board.shake()
    assert line == [True, False] * 5
