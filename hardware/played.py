"""A board played by the program: the firmware's core behind the driver of a real one, and what a person does to it."""

from __future__ import annotations

import time
from collections.abc import Callable

from hardware.board import SerialBoard
from hardware.device import DeviceError
from hardware.hostboard import HostBoard, HostPort
from hardware.messages import limit
from hardware.port import PortLost

BRIGHTEST = limit("BRIGHTNESS_CAP")


class SimulatedBoard(SerialBoard):
    """A board that can be looked at and pushed from here."""

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        core: Callable[[], HostBoard] = HostBoard,
    ) -> None:
        """`core`: makes the board itself. Raises `DeviceError`, also without a compiler."""
        try:
            self.core = core()
        except PortLost as error:
            raise DeviceError(f"[board] kind = 'simulated': {error}") from None
        super().__init__(lambda: HostPort(self.core, clock), "the simulated board", clock, sleep)

    @property
    def lamps(self) -> tuple[str, ...]:
        """Each lamp as `#rrggbb`, as bright as a screen shows it."""
        return tuple(
            "#" + "".join(f"{min(255, part * 255 // BRIGHTEST):02x}" for part in rgb) for rgb in self.core.lamps
        )

    @property
    def displays(self) -> tuple[str, ...]:
        """What each seat's display reads."""
        return tuple(self.core.text(seat) for seat in range(limit("SEATS")))

    def push(self, button: int, down: bool) -> None:
        """Push a button (0 to 3 the seats', 4 the middle one) or let it go."""
        self.core.press(button, down)
