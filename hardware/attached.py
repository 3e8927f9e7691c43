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
from hardware.boards import open_board, open_case
from hardware.buttons import press_of
from hardware.device import Board, DeviceError, Push
from hardware.gpio import Case
from tablectl.config import TableConfig
from tablectl.controller import Controller
from tablectl.store import Source, StoreError

log = logging.getLogger(__name__)

PERIOD = 0.01
"""Seconds from one look at the buttons to the next: half of the time that they must be still."""
RETRY = Backoff()


class Device(Protocol):
    """What can be let go of."""

    def close(self) -> None: ...


D = TypeVar("D", bound=Device)


def attach(config: TableConfig, controller: Controller, stop: threading.Event) -> None:
    """Serve, in threads of their own until told to stop, the board and the case that the settings name."""
    jobs: list[Callable[[], None]] = []
    if config.board.kind != "none":
        serve = partial(serve_board, controller=controller)
        tell = partial(controller.set_trouble, "lamps and buttons")
        jobs.append(lambda: keep(lambda: open_board(config), serve, tell, stop))
    if config.pins.case:
        serve_pins = partial(serve_case, controller=controller)
        tell_case = partial(controller.set_trouble, "shutdown button and status lamp")
        jobs.append(lambda: keep(lambda: open_case(config), serve_pins, tell_case, stop))
    for job in jobs:
        threading.Thread(target=job, daemon=True).start()


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


def serve_board(board: Board, now: float, controller: Controller) -> None:
    """Let the controller have what was pushed, and the board what the table holds. Raises `DeviceError`."""
    for push in board.pushed(now):
        _take(push, now, controller)
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


def _take(push: Push, now: float, controller: Controller) -> None:
    press = press_of(push, controller.view)
    if press is None:
        return
    try:
        controller.press(press, now, Source.BUTTON)
    except (ValueError, StoreError) as error:
        log.warning("the push of seat %s was not taken: %s", push.seat, error)
