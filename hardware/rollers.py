"""Whoever rolls: hands or a board under a camera, the operating system's numbers, and dice that are drawn."""

from __future__ import annotations

import secrets
from collections.abc import Callable

import numpy as np

from hardware.device import DeviceError
from hardware.dice import PictureRoller, Rolled, Unclear
from tablectl.rolllog import RollSource
from vision.dice import read_picture
from vision.dice_report import read_throw
from vision.frame import Frame, Image
from vision.layout import DEFAULT_LAYOUT, Layout
from vision.render.rolls import Case, View, roll
from vision.sources.source import Source

REST = 1.5
"""Seconds from the word that the dice were thrown to the first still: they roll out, and older frames drain."""
COCKED = 40
"""Of the simulated throws one in so many does not lie flat."""
_GRAIN = 1.0
"""What two stills of the same simulated dice differ by, grey levels."""
_APART = 1_000_000
"""Rolls of one seed before those of the next."""


class CryptographicRoller:
    """No dice: two numbers from the system's cryptographic random source. `below(n)` gives 0 to n - 1; `shake` comes
    first: it is what a simulated board does, in which no dice lie."""

    source = RollSource.CRYPTOGRAPHIC

    def __init__(
        self, below: Callable[[int], int] = secrets.randbelow, shake: Callable[[], None] = lambda: None
    ) -> None:
        self._below, self._shake = below, shake

    def roll(self, roll_id: int) -> Rolled:
        """Two values, each face equally likely. Raises what `shake` does."""
        self._shake()
        return Rolled((self._below(6) + 1, self._below(6) + 1))


class UnseenRoller:
    """Dice that a board shakes and no camera sees: somebody says what they show."""

    source = RollSource.ROLLER

    def __init__(self, shake: Callable[[], None]) -> None:
        self._shake = shake

    def roll(self, roll_id: int) -> Unclear:
        """Shake them. Raises `DeviceError`."""
        self._shake()
        return Unclear("no camera sees them")


def camera_roller(
    kind: RollSource, throw: Callable[[int], None], source: Source, layout: Layout = DEFAULT_LAYOUT
) -> PictureRoller:
    """Dice under a camera of their own; `throw(roll_id)` returns when they were thrown."""

    def still() -> Image:
        return _read(source).image

    def shake(roll_id: int) -> None:
        throw(roll_id)
        first = _read(source).time
        while _read(source).time - first < REST:
            pass

    return PictureRoller(kind, shake, still, lambda image: read_throw(image, layout))


def simulated_roller(seed: int) -> PictureRoller:
    """Dice drawn in a bowl, with a grain that differs from still to still; some throws are cocked."""
    cup = _DrawnCup(seed)
    return PictureRoller(RollSource.SIMULATED, cup.shake, cup.still, read_picture)


class _DrawnCup:
    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._rng = np.random.default_rng(seed)
        self._picture: Image = np.zeros((1, 1, 3), np.uint8)

    def shake(self, roll_id: int) -> None:
        self._rng = np.random.default_rng((self._seed, roll_id))
        case = Case.COCKED if self._rng.integers(COCKED) == 0 else Case.CLEAR
        self._picture = roll(self._seed * _APART + roll_id, View.BOWL, case).draw()

    def still(self) -> Image:
        grain = self._rng.normal(0, _GRAIN, self._picture.shape)
        return np.asarray((self._picture + grain).round().clip(0, 255), np.uint8)


def _read(source: Source) -> Frame:
    frame = source.read()
    if frame is None:
        raise DeviceError("the pictures have ended")
    return frame
