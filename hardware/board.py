"""The board as the table has it: lamps, score displays, buttons and the dice motor, over a line that is kept up."""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import NoReturn

from hardware.device import DeviceError, Part, Push
from hardware.mcu import BOOT_WAIT, Answered, Happening, Linked, Lost, Mcu, Unanswered
from hardware.messages import (
    Button,
    Clear,
    Command,
    Fault,
    Greeting,
    Motor,
    Outcome,
    Result,
    Roll,
    Status,
)
from hardware.port import Opener
from hardware.shown import NOBODY, is_asked, lamps_of, next_against, scores_of
from tablectl.rules.seat import SEATS, Seat
from tablectl.view import TableView

log = logging.getLogger(__name__)

REPEAT = 2.0
"""Seconds until lamps and displays are told again what they show."""
KEPT = 2000
"""Milliseconds: pushes from before a longer silence mean nothing any more."""
POWER, RUN, SETTLE = 200, 1500, 1500
"""How the dice are shaken: power of 255, and milliseconds. Dice in a cup lie still after 1.5 to 2 s."""
LINK_WAIT = BOOT_WAIT + 1.0
ROLL_WAIT = 30.0
"""Seconds for a roll, with the longest time that the motor must cool before it."""
COOL_WAIT = 1.0
PAUSE = 0.01
"""Seconds from one look at the board to the next while it is waited for."""
FAULTS = {
    Fault.STALL: "the dice motor is stuck: free the disc",
    Fault.OVER_CURRENT: "the dice motor drew too much current: look for a short circuit",
    Fault.DRIVER: "the motor driver reports a fault: it is too hot, or its supply is too low",
    Fault.NO_CURRENT: "the dice motor draws no current: see that it is connected, powered and armed ([pins] arm)",
    Fault.LINK: "nothing came from the computer while the motor ran",
    Fault.WATCHDOG: "the board's program hung and was started again",
}


def words(faults: int) -> str:
    """Faults in plain words."""
    return "; ".join(text for fault, text in FAULTS.items() if faults & fault)


def pushes_between(before: Status, after: Status) -> list[Push]:
    """What was pushed from one status of a boot to a later one: counters count on, so none is lost with a status.

    Nothing after a long silence.
    """
    if (after.time - before.time) % 2**32 > KEPT:
        return []
    out: list[Push] = []
    for long, new, old in ((False, after.presses, before.presses), (True, after.longs, before.longs)):
        for button in Button:
            seat = None if button is Button.CENTRE else Seat(int(button))
            out += [Push(seat, long)] * ((new[button] - old[button]) % 256)
    return out


@dataclass(slots=True)
class _Shake:
    """A roll on its way. `number`: the board's own, which never rolls twice between two starts; `asked`: when last."""

    number: int
    boot: int
    asked: float
    outcome: Outcome = Outcome.RUNNING
    refused: Result | None = None


class SerialBoard:
    """A board behind a port. Methods may be called from several threads. One that failed stays so: open another."""

    parts = frozenset(Part)

    def __init__(
        self,
        opener: Opener,
        what: str,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        arm: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        """Waits for the board. `what`: how errors name it; `arm`: lets the motor have power while it is entered.

        Raises `DeviceError`.
        """
        self._what, self._clock, self._sleep, self._arm = what, clock, sleep, arm
        self._lock = threading.RLock()
        self._shaking = threading.Lock()
        self._mcu = Mcu(opener, session=secrets.randbelow(65536))
        self._failed = ""
        self._view: TableView | None = None
        self._against = [NOBODY] * len(SEATS)
        self._told: dict[type[Command], tuple[Command, float]] = {}
        self._status: Status | None = None
        self._pushes: list[Push] = []
        self._shake: _Shake | None = None
        start = clock()
        while self._mcu.greeting is None:
            self._step(clock())
            if clock() - start > LINK_WAIT:
                self._fail("the board does not answer; see that it has power and its firmware (make -C firmware flash)")
            sleep(PAUSE)

    @property
    def given(self) -> str:
        """In plain words: what was found."""
        greeting = self._mcu.greeting
        if greeting is None:
            return f"{self._what}: not there"
        return f"{self._what}: firmware {'.'.join(map(str, greeting.release))} ({greeting.build:07x})"

    @property
    def status(self) -> Status | None:
        """How things stood last."""
        return self._status

    def show(self, view: TableView, now: float) -> None:
        """Let lamps and displays tell what a view holds. Raises `DeviceError`."""
        with self._lock:
            self._view = view
            self._step(now)

    def pushed(self, now: float) -> tuple[Push, ...]:
        """What was pushed since the last time. A seat that is asked nothing compares its points with the next seat; the
        middle button, held, acknowledges faults. Raises `DeviceError`."""
        with self._lock:
            self._step(now)
            pushes, self._pushes = tuple(self._pushes), []
            for push in pushes:
                self._heed(push)
            return pushes

    def shake(self) -> None:
        """Shake the dice once, whatever is lost on the line; on return they lie still. Raises `DeviceError`.

        The board counts its rolls by itself, from 1 at each start, and takes each number once.
        """
        with self._shaking, self._arm():
            start = now = self._clock()
            self._shake = None
            while not self._is_shaken(now):
                if now - start > ROLL_WAIT:
                    self._fail("the dice were not rolled in time")
                self._sleep(PAUSE)
                now = self._clock()

    def close(self) -> None:
        """Lamps out by silence, port free."""
        with self._lock:
            self._failed = self._failed or f"{self._what}: was closed"
            self._mcu.close()

    def _fail(self, why: str) -> NoReturn:
        with self._lock:
            self._failed = f"{self._what}: {why}"
            self._mcu.close()
        raise DeviceError(self._failed)

    def _step(self, now: float) -> None:
        if self._failed:
            raise DeviceError(self._failed)
        for happening in self._mcu.poll(now):
            self._take(happening)
        if self._mcu.idle and self._view is not None:
            for command in (lamps_of(self._view), scores_of(self._view, tuple(self._against))):
                told = self._told.get(type(command))
                if told is None or told[0] != command or now - told[1] >= REPEAT:
                    self._told[type(command)] = (command, now)
                    self._mcu.ask(command)

    def _take(self, happening: Happening) -> None:
        match happening:
            case Lost(why):
                self._fail(f"{why}; see that its cable is plugged in")
            case Linked(greeting):
                self._linked(greeting)
            case Status():
                self._take_status(happening)
            case Answered(Roll(roll=number), reply) if reply.result is not Result.OK:
                if self._shake is not None and self._shake.number == number:
                    self._shake.refused = reply.result
            case Answered(command, reply) if reply.result is not Result.OK:
                log.warning("%s: %s was refused: %s", self._what, command, reply.result.name)
            case Unanswered(Roll()) if self._shake is not None:
                self._shake.refused = Result.BUSY  # perhaps it rolls: asked for by the same number it rolls once
            case Unanswered(command):
                self._told.pop(type(command), None)
            case _:
                pass

    def _linked(self, greeting: Greeting) -> None:
        self._told.clear()
        if self._status is not None and self._status.boot != greeting.boot:
            self._status = None
        if self._shake is not None:
            self._shake.refused = Result.BUSY  # perhaps it was not sent: it is asked for again

    def _take_status(self, status: Status) -> None:
        before, self._status = self._status, status
        if before is not None:
            self._pushes += pushes_between(before, status)
        shake = self._shake
        if shake is not None and (status.boot, status.roll) == (shake.boot, shake.number):
            shake.refused = None
            shake.outcome = Outcome(status.outcome) if status.motor == Motor.IDLE else Outcome.RUNNING

    def _heed(self, push: Push) -> None:
        if push.seat is None:
            if push.long and self._status is not None and self._status.faults:
                self._mcu.ask(Clear(self._status.faults))
        elif not push.long and self._view is not None and not is_asked(self._view.question, push.seat):
            seats = len(self._view.seats)
            self._against[push.seat] = next_against(push.seat, self._against[push.seat], seats)

    def _is_shaken(self, now: float) -> bool:
        """Ask for a roll until the board has taken it; whether the dice lie still after it. Raises `DeviceError`."""
        with self._lock:
            self._step(now)
            shake = self._shake
            if shake is None:
                if (greeting := self._mcu.greeting) is not None:
                    newest = greeting.roll if self._status is None else self._status.roll
                    self._shake = _Shake(newest % 65535 + 1, greeting.boot, now)
                    self._ask_roll(self._shake)
                return False
            if self._is_over(shake):
                return True
            if shake.refused is not None and now - shake.asked >= COOL_WAIT and self._mcu.ready:
                shake.refused, shake.asked = None, now
                self._ask_roll(shake)
            return False

    def _ask_roll(self, shake: _Shake) -> None:
        self._mcu.ask(Roll(shake.boot, shake.number, POWER, RUN, SETTLE))

    def _is_over(self, shake: _Shake) -> bool:
        """Whether the dice lie still after their roll. Raises `DeviceError` where it went wrong."""
        greeting = self._mcu.greeting
        if greeting is not None and greeting.boot != shake.boot:
            raise DeviceError(f"{self._what}: the board started again during the roll; roll again")
        if shake.refused is Result.FAULT or shake.outcome is Outcome.FAILED:
            faults = self._status.faults if self._status is not None else 0
            raise DeviceError(f"{self._what}: {words(faults)}; then hold the middle button and roll again")
        if shake.refused not in (None, Result.HOT, Result.BUSY):
            raise DeviceError(f"{self._what}: the board refused to roll: {shake.refused.name}")
        if shake.outcome is Outcome.STOPPED:
            raise DeviceError(f"{self._what}: the roll was stopped; roll again")
        return shake.outcome is Outcome.DONE
