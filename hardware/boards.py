"""From `[board]` and `[pins]` to what they name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from hardware.board import SerialBoard
from hardware.device import Board, DeviceError
from hardware.gpio import Case, Panel, armed, open_factory
from hardware.hostboard import HostBoard, HostPort
from hardware.port import PortLost, SerialPort
from tablectl.config import TableConfig


def open_panel(config: TableConfig) -> Board:
    """The panel on the pins. Raises `DeviceError`."""
    return Panel(config.pins, open_factory(config.pins.factory))


def open_serial(config: TableConfig) -> Board:
    """The board on the serial device, its motor armed while it shakes dice. Raises `DeviceError`."""
    port = config.board.port
    arm = partial(armed, config.pins, open_factory)
    return SerialBoard(lambda: SerialPort(port), f"[board] port = {port!r}", arm=arm)


def open_simulated(config: TableConfig) -> Board:
    """The firmware's core in this program. Raises `DeviceError`."""
    try:
        core = HostBoard()
    except PortLost as error:
        raise DeviceError(f"[board] kind = 'simulated': {error}") from None
    return SerialBoard(lambda: HostPort(core), "the simulated board")


OPENERS: Mapping[str, Callable[[TableConfig], Board]] = {
    "panel": open_panel,
    "serial": open_serial,
    "simulated": open_simulated,
}
"""What opens the board of a kind; each raises `DeviceError`."""


def open_board(config: TableConfig) -> Board:
    """The board that the settings name; not for `none`. Raises `DeviceError` naming key, device, and what to try."""
    return OPENERS[config.board.kind](config)


def open_case(config: TableConfig) -> Case:
    """What the settings name on the case. Raises `DeviceError`."""
    return Case(config.pins, open_factory(config.pins.factory))
