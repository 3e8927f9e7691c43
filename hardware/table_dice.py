"""The dice of a table with a page: the roller of the settings behind a button, one roll at a time."""

from __future__ import annotations

import threading

from hardware.device import DeviceError
from hardware.dice import PictureRoller, RollKeeper, Unclear
from hardware.seeing import Seeing
from tablectl.rolllog import RollSource
from tablectl.rules.dice import Dice
from vision.dice import Throw, read_picture, read_table
from vision.frame import Image

LABELS = {
    RollSource.ROLLER: "Roll the dice",
    RollSource.HAND: "Read the dice",
    RollSource.CRYPTOGRAPHIC: "Draw the dice",
    RollSource.SIMULATED: "Roll the simulated dice",
}


class TableDice:
    """A `tablectl.web.roll.Cup`."""

    def __init__(self, keeper: RollKeeper) -> None:
        self._keeper = keeper
        self._lock = threading.Lock()
        self.label = LABELS[keeper.roller.source]

    def roll(self) -> Dice:
        """The next roll. Raises `ValueError` (`RollLogError` is one) with why there is none."""
        with self._lock:
            try:
                outcome = self._keeper.roll()
            except DeviceError as error:
                raise ValueError(f"the dice were not rolled: {error}") from None
        if isinstance(outcome, Unclear):
            raise ValueError(f"the dice are unclear: {outcome.why}; or say what they show")
        return outcome.dice

    def press(self, dice: Dice) -> None:
        """Log what a person says. Raises `ValueError`."""
        with self._lock:
            self._keeper.press(dice)


def seen_dice(seeing: Seeing) -> PictureRoller:
    """Dice thrown by hand in the middle of a table that is being watched anyway."""

    def read(image: Image) -> Throw:
        place = seeing.calibration
        known = place is not None and place.size == (image.shape[1], image.shape[0])
        return read_table(image, place) if place is not None and known else read_picture(image)

    def still() -> Image:
        frame = seeing.next_frame()
        if frame is None:
            raise DeviceError("the camera gives no pictures; see its status on the page")
        return frame.image

    return PictureRoller(RollSource.HAND, lambda roll_id: None, still, read)
