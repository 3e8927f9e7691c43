"""Lamps and buttons follow the table, whatever happens to them: opened, served and, when they fail, opened again."""

from __future__ import annotations

import logging
import subprocess
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Protocol, TypeVar

from hardware.backoff import Backoff, in_a_row
from hardware.boards import no_shaker, open_board, open_case
from hardware.buttons import press_of
from hardware.device import Board, DeviceError, Push, Shaker
from hardware.gpio import Case
from tablectl.config import TableConfig
from tablectl.controller import Controller
from tablectl.store import Source, StoreError

log = logging.getLogger(__name__)

PERIOD = 0.01
"""Seconds from one look at the buttons to the next: half of the time that they must be still."""
RETRY = Backoff()
MIDDLE = Push(None)
"""A short push of the button in the middle; held, it acknowledges a board's faults."""


class Device(Protocol):
    """What can be let go of."""

    def close(self) -> None: ...


D = TypeVar("D", bound=Device)


class Attached:
    """The board and the case that the settings name, served in threads of their own.

    `board`: the one that is there now; `trouble`: why there is none, in words.
    """

    def __init__(self, config: TableConfig, controller: Controller) -> None:
        self._config, self._controller = config, controller
        self._threads: list[threading.Thread] = []
        self.board: Board | None = None
        self.trouble = f"[board] kind = {config.board.kind!r}: it is being opened; try again"

    def start(self, stop: threading.Event, middle: Callable[[], None] | None = None) -> None:
        """Serve them until told to stop. `middle`: what a short push of the middle button does; it may raise
        `ValueError`."""
        jobs: list[Callable[[], None]] = []
        if self._config.board.kind != "none":
            serve = partial(serve_board, controller=self._controller, middle=middle)
            jobs.append(lambda: keep(self._open, serve, self._tell, stop))
        if self._config.pins.case:
            serve_pins = partial(serve_case, controller=self._controller)
            tell = partial(self._controller.set_trouble, "shutdown button and status lamp")
            jobs.append(lambda: keep(lambda: open_case(self._config), serve_pins, tell, stop))
        self._threads = [threading.Thread(target=job, daemon=True) for job in jobs]
        for thread in self._threads:
            thread.start()

    def wait(self, seconds: float) -> None:
        """Until all was let go of after being told to stop, at most so long for each device."""
        for thread in self._threads:
            thread.join(seconds)

    def shake(self) -> None:
        """Let the board shake its dice once. Raises `DeviceError`."""
        board = self.board
        if not isinstance(board, Shaker):
            raise DeviceError(no_shaker(self._config) or self.trouble)
        board.shake()

    def _open(self) -> Board:
        self.board = open_board(self._config)
        return self.board

    def _tell(self, trouble: str) -> None:
        self.trouble = trouble
        if trouble:
            self.board = None
        self._controller.set_trouble("lamps and buttons", trouble)


def keep(
    opener: Callable[[], D],
    serve: Callable[[D, float], None],
    tell: Callable[[str], None],
    stop: threading.Event,
    retry: Backoff = RETRY,
) -> None:
    """Open a device and serve it again and again. One that fails is opened anew, the later the more often it failed;
    `tell` is told what is wrong, and nothing once it works."""
    failures = 0
    while not stop.is_set():
        begun = time.monotonic()
        try:
            device = opener()
            try:
                tell("")
                while not stop.is_set():
                    serve(device, time.monotonic())
                    stop.wait(PERIOD)
            finally:
                device.close()
        except DeviceError as error:
            log.warning("%s", error)
            tell(str(error))
        except Exception as error:
            log.exception("a device failed")
            tell(f"an error of the program ({error!r}); the log tells more")
        failures = in_a_row(failures, time.monotonic() - begun)
        stop.wait(retry.after(failures))


def serve_board(board: Board, now: float, controller: Controller, middle: Callable[[], None] | None = None) -> None:
    """Let the controller have what was pushed, and the board what the table holds; `middle`: what the button in the
    middle does. Raises `DeviceError`."""
    for push in board.pushed(now):
        try:
            if push == MIDDLE and middle is not None:
                middle()
            elif (press := press_of(push, controller.view)) is not None:
                controller.press(press, now, Source.BUTTON)
        except (ValueError, StoreError) as error:
            log.warning("a push was not taken: %s", error)
    board.show(controller.view, now)


def power_off() -> None:
    """Shut the machine down in order. Raises `DeviceError`."""
    try:
        subprocess.run(["systemctl", "poweroff"], check=True, capture_output=True, text=True, timeout=30)
    except (OSError, subprocess.SubprocessError) as error:
        said = (getattr(error, "stderr", None) or str(error)).strip()
        raise DeviceError(
            f"[pins] shutdown: the machine cannot be switched off ({said}); run the program as a user that may do "
            "`systemctl poweroff`"
        ) from None


def serve_case(case: Case, now: float, controller: Controller, off: Callable[[], None] = power_off) -> None:
    """The status lamp tells whether the camera sees the table; the shutdown button switches the machine off."""
    case.show(not controller.view.camera.startswith("no camera"), now)
    if case.shut_down(now):
        log.warning("the shutdown button was held")
        off()
