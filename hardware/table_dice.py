"""The dice of a table that is played at: the roller of the settings, one roll at a time, whoever asks for it."""

from __future__ import annotations

import threading
from collections.abc import Callable

from hardware.device import DeviceError
from hardware.dice import PictureRoller, Roller, RollKeeper, Unclear
from hardware.rollers import CryptographicRoller, UnseenRoller, simulated_roller
from hardware.seeing import Seeing
from tablectl.config import TableConfig
from tablectl.rolllog import RollSource
from tablectl.rules.dice import Dice
from vision.dice import Throw, read_picture, read_table
from vision.frame import Image
from vision.layout import DEFAULT_LAYOUT, Layout, layout_of

LABELS = {
    RollSource.ROLLER: "Roll the dice",
    RollSource.HAND: "Read the dice",
    RollSource.CRYPTOGRAPHIC: "Draw the dice",
    RollSource.SIMULATED: "Roll the simulated dice",
}


class TableDice:
    """A `tablectl.web.roll.Cup`. `tell` is told why there are no dice, and nothing once there are."""

    def __init__(self, keeper: RollKeeper, tell: Callable[[str], None] = lambda text: None) -> None:
        self._keeper, self._tell = keeper, tell
        self._lock = threading.Lock()
        self.label = LABELS[keeper.roller.source]

    def roll(self) -> Dice:
        """The next roll. Raises `ValueError` (`RollLogError` is one) with why there is none."""
        if not self._lock.acquire(blocking=False):
            raise ValueError("the dice are rolling")
        try:
            dice = self._rolled()
        except ValueError as error:
            self._tell(str(error))
            raise
        finally:
            self._lock.release()
        self._tell("")
        return dice

    def press(self, dice: Dice) -> None:
        """Log what a person says. Raises `ValueError`."""
        with self._lock:
            self._keeper.press(dice)
        self._tell("")

    def _rolled(self) -> Dice:
        try:
            outcome = self._keeper.roll()
        except DeviceError as error:
            raise ValueError(f"the dice were not rolled: {error}") from None
        if isinstance(outcome, Unclear):
            raise ValueError(f"the dice are unclear: {outcome.why}; or say what they show")
        return outcome.dice


def table_roller(config: TableConfig, seeing: Seeing | None, shake: Callable[[], None]) -> Roller | None:
    """The roller that the settings name, its dice read on the table that is watched anyway; None for dice thrown by
    hand that no camera sees. `shake`: what a board does. Raises `ConfigError`."""
    watched = None if config.camera.source == "simulated" else seeing
    match config.dice.roller:
        case "cryptographic":
            return CryptographicRoller()
        case "simulated":
            return simulated_roller(config.simulate.seed)
        case "board" if config.board.kind == "simulated":
            return CryptographicRoller(shake=shake)
        case "board":
            if watched is None:
                return UnseenRoller(shake)
            return seen_dice(watched, layout_of(config), RollSource.ROLLER, shake)
        case "hand":
            return None if watched is None else seen_dice(watched, layout_of(config))


def seen_dice(
    seeing: Seeing,
    layout: Layout = DEFAULT_LAYOUT,
    kind: RollSource = RollSource.HAND,
    shake: Callable[[], None] = lambda: None,
) -> PictureRoller:
    """Dice in their place on a table that is being watched anyway; `shake` throws them, if anything does."""

    def read(image: Image) -> Throw:
        place = seeing.calibration
        if place is None or place.size != (image.shape[1], image.shape[0]):
            return read_picture(image)
        return read_table(image, place, layout.dice_middle, layout.dice_half)

    def still() -> Image:
        frame = seeing.next_frame()
        if frame is None:
            raise DeviceError("the camera gives no pictures; see its status on the page")
        return frame.image

    return PictureRoller(kind, lambda roll_id: shake(), still, read)
