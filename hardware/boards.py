"""From `[board]` and `[pins]` to what they name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from hardware.board import SerialBoard
from hardware.device import Board, DeviceError
from hardware.gpio import Case, Panel, armed, open_factory
from hardware.hostboard import HostBoard
from hardware.played import SimulatedBoard
from hardware.port import SerialPort
from hardware.trouble import TroubledBoard
from tablectl.config import TableConfig


def open_panel(config: TableConfig) -> Board:
    """The panel on the pins. Raises `DeviceError`."""
    return Panel(config.pins, open_factory(config.pins.factory))


def open_serial(config: TableConfig) -> SerialBoard:
    """The board on the serial device, its motor armed while it shakes dice. Raises `DeviceError`."""
    port = config.board.port
    arm = partial(armed, config.pins, open_factory)
    return SerialBoard(lambda: SerialPort(port), f"[board] port = {port!r}", arm=arm)


def open_simulated(config: TableConfig) -> SerialBoard:
    """The firmware's core in this program. Raises `DeviceError`."""
    return SimulatedBoard(core=TroubledBoard if config.simulate.trouble else HostBoard)


OPENERS: Mapping[str, Callable[[TableConfig], Board]] = {
    "panel": open_panel,
    "serial": open_serial,
    "simulated": open_simulated,
}
"""What opens the board of a kind; each raises `DeviceError`."""


def open_board(config: TableConfig) -> Board:
    """The board that the settings name; not for `none`. Raises `DeviceError` naming key, device, and what to try."""
    return OPENERS[config.board.kind](config)


def no_shaker(config: TableConfig) -> str:
    """Why the settings' board shakes no dice; empty where it is one that does."""
    kind = config.board.kind
    if kind in ("serial", "simulated"):
        return ""
    return (
        f"{config.origin}: [dice] roller = 'board', and [board] kind = {kind!r} has no dice motor: name a board that "
        "has one with kind = 'serial' and its port, or take another roller, such as 'hand'"
    )


def open_shaker(config: TableConfig) -> SerialBoard:
    """The board that shakes the dice. Raises `DeviceError`, also where the settings name none."""
    why = no_shaker(config)
    if why:
        raise DeviceError(why)
    return open_simulated(config) if config.board.kind == "simulated" else open_serial(config)


def open_case(config: TableConfig) -> Case:
    """What the settings name on the case. Raises `DeviceError`."""
    return Case(config.pins, open_factory(config.pins.factory))
