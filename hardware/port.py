"""A serial port as bytes: the one way to a board, real or simulated."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Protocol

import serial

from hardware.messages import BAUD


class PortLost(OSError):
    """The port cannot be opened, or is gone; the message says why."""


class Port(Protocol):
    """An open port. `read` and `write` raise `PortLost` once it is gone."""

    def read(self) -> bytes:
        """What has come; nothing is waited for."""
        ...

    def write(self, data: bytes) -> None: ...

    def close(self) -> None: ...


Opener = Callable[[], Port]


class SerialPort:
    """A device such as `/dev/serial/by-id/...`, for this program alone. Raises `PortLost`."""

    def __init__(self, path: str) -> None:
        try:
            self._serial = serial.Serial(path, BAUD, timeout=0, write_timeout=1, exclusive=True)
        except (serial.SerialException, OSError, ValueError) as error:
            raise PortLost(f"{path}: {error}") from None
        with contextlib.suppress(OSError):  # a pseudo-terminal has no such line
            self._serial.dtr = False
            self._serial.dtr = True  # its edge resets the board

    def read(self) -> bytes:
        try:
            return bytes(self._serial.read(4096))
        except (serial.SerialException, OSError, TypeError) as error:  # pyserial: a TypeError if closed meanwhile
            raise PortLost(str(error)) from None

    def write(self, data: bytes) -> None:
        try:
            self._serial.write(data)
        except (serial.SerialException, OSError) as error:
            raise PortLost(str(error)) from None

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._serial.close()
