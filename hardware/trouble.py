"""What goes wrong with the devices of a table, made to happen to simulated ones at times known beforehand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hardware.hostboard import HostBoard
from vision.frame import Frame
from vision.sources.source import SourceError, same_size

LASTS = 2.0
"""Seconds until the camera sees again: about one action of the players."""
DEAF_AFTER, UNPLUGGED_AFTER = 20_000, 40_000
"""Milliseconds that a board has worked when it turns deaf, and when its cable is pulled."""
DEAF = 400
"""Milliseconds in which commands are lost: one is given up after 300, the board itself after 600."""
_WHAT = "[simulate] trouble: the simulated camera"


class CameraTrouble:
    """A camera that starves, is unplugged, and gives another format unasked, each once. `times`: when, in seconds."""

    def __init__(self, times: Sequence[float]) -> None:
        self._starves, self._unplugged, self._other = times

    def check(self, frame: Frame) -> None:
        """Raise `SourceError` where the camera's driver would, instead of giving this frame."""
        if 0 <= frame.time - self._starves < LASTS:
            raise SourceError(f"{_WHAT} gives no picture, every buffer is held; it is opened anew")
        if 0 <= frame.time - self._unplugged < LASTS:
            raise SourceError(f"{_WHAT} gives no more pictures; check the cable, or plug it in again")
        if 0 <= frame.time - self._other < LASTS:
            same_size(frame.image, np.zeros_like(frame.image[::2, ::2]), _WHAT, "it is opened anew")


class TroubledBoard(HostBoard):
    """A board that is deaf for a while and then unplugged; whoever opens one anew finds it plugged in."""

    _worked = 0

    def run(self, milliseconds: int) -> None:
        super().run(milliseconds)
        self._worked += milliseconds
        if self._worked >= UNPLUGGED_AFTER:
            self.unplug()

    def plug(self) -> None:
        self._worked = 0
        super().plug()

    def feed(self, data: bytes) -> None:
        if not DEAF_AFTER <= self._worked < DEAF_AFTER + DEAF:
            super().feed(data)
