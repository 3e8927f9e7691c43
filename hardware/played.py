"""A whole board played by the program: the firmware's core, the line to it, and dice by lot."""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Callable

from hardware.board import SerialBoard
from hardware.buttons import press_of
from hardware.device import DeviceError, Push
from hardware.hostboard import HostBoard, HostPort
from hardware.messages import Motor, limit
from tablectl.controller import Controller
from tablectl.store import Source, StoreError
from tablectl.web.board import BoardPicture

log = logging.getLogger(__name__)

BRIGHTEST = limit("BRIGHTNESS_CAP")
PERIOD = 0.02
"""Seconds from one look at the board to the next."""


class SimulatedBoard:
    """The board of a simulated table. The middle button rolls, as on a real one. `below(n)` gives 0 to n - 1.

    The dice are shown only: a simulated game throws its own.
    """

    def __init__(
        self,
        controller: Controller,
        below: Callable[[int], int] = secrets.randbelow,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """Raises `DeviceError`, and `PortLost` without a compiler."""
        self._controller, self._below, self._clock = controller, below, clock
        self._core = HostBoard()
        self._board = SerialBoard(lambda: HostPort(self._core, clock), "the simulated board", clock, sleep)
        self._rolling: threading.Thread | None = None
        self._dice: tuple[int, int] | None = None
        self._trouble = ""

    def picture(self) -> BoardPicture:
        """As the core has lit it; colours as bright as a screen shows them."""
        lamps = tuple(
            "#" + "".join(f"{min(255, part * 255 // BRIGHTEST):02x}" for part in rgb) for rgb in self._core.lamps
        )
        displays = tuple(self._core.text(seat) for seat in range(limit("SEATS")))
        status = self._board.status
        motor = Motor.IDLE if status is None else Motor(status.motor)
        return BoardPicture(lamps, displays, motor.name.lower(), self._dice, self._trouble)

    def push(self, button: int, down: bool) -> None:
        """Push a button or let it go."""
        self._core.press(button, down)

    def roll(self) -> None:
        """Begin to roll. Raises `ValueError` while the dice roll."""
        if self._rolling is not None and self._rolling.is_alive():
            raise ValueError("the dice are rolling")
        self._rolling = threading.Thread(target=self._roll, daemon=True)
        self._rolling.start()

    def follow(self, stop: threading.Event) -> None:
        """Serve the board until told to stop."""
        while not stop.wait(PERIOD):
            self.serve(self._clock())

    def serve(self, now: float) -> None:
        """Let the controller have what was pushed, and the board what the table holds."""
        try:
            for push in self._board.pushed(now):
                self._take(push, now)
            self._board.show(self._controller.view, now)
        except DeviceError as error:
            self._trouble = str(error)

    def _take(self, push: Push, now: float) -> None:
        press = press_of(push, self._controller.view)
        try:
            if press is not None:
                self._controller.press(press, now, Source.BUTTON)
            elif push == Push(None):
                self.roll()
        except (ValueError, StoreError) as error:
            log.warning("a push was not taken: %s", error)

    def _roll(self) -> None:
        self._dice = None
        try:
            self._board.shake()
            self._dice = (self._below(6) + 1, self._below(6) + 1)
            self._trouble = ""
        except DeviceError as error:
            self._trouble = str(error)
