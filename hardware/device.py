"""What everything with lamps and buttons is to the table, and how it says that it cannot go on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Protocol, runtime_checkable

from tablectl.rules.seat import Seat
from tablectl.view import TableView


class DeviceError(RuntimeError):
    """A device is not there or failed; the text names the setting and the device, and says what to try."""


class Part(Enum):
    """What a board may have."""

    LAMPS = "lamps"
    BUTTONS = "buttons"
    DISPLAYS = "displays"


@dataclass(frozen=True, slots=True)
class Push:
    """A button was pushed: a seat's, or the one in the middle (None). `long`: it was held."""

    seat: Seat | None
    long: bool = False


class Board(Protocol):
    """Lamps and buttons at the seats. `now`: seconds on a steady clock; both methods are called many times a second and
    raise `DeviceError`."""

    parts: frozenset[Part]
    """What it has."""

    @property
    def given(self) -> str:
        """In plain words: what was found."""
        ...

    def show(self, view: TableView, now: float) -> None:
        """Let lamps and displays tell what a view holds."""
        ...

    def pushed(self, now: float) -> tuple[Push, ...]:
        """What was pushed since the last time, in order."""
        ...

    def close(self) -> None:
        """Lamps out, device free."""
        ...


@runtime_checkable
class Shaker(Protocol):
    """Shakes two dice."""

    def shake(self) -> None:
        """Once; on return they can be at rest. Raises `DeviceError`."""
        ...
