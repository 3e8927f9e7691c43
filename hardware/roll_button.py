"""The button in the middle of the table: it rolls the dice, whoever the roller is."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from hardware.table_dice import TableDice
from tablectl.rules.dice import Dice

log = logging.getLogger(__name__)


class RollButton:
    """Rolls in a thread of its own, so that nobody waits for dice, and hands over what came of it.

    `dice`: of the last roll, None while they roll and where they cannot be told; `trouble`: why not, in words.
    """

    def __init__(self, cup: TableDice, take: Callable[[Dice], None]) -> None:
        self._cup, self._take = cup, take
        self._rolling: threading.Thread | None = None
        self.dice: Dice | None = None
        self.trouble = ""

    def push(self) -> None:
        """Begin to roll. Raises `ValueError` while the dice roll."""
        if self._rolling is not None and self._rolling.is_alive():
            raise ValueError("the dice are rolling")
        self._rolling = threading.Thread(target=self._roll, daemon=True)
        self._rolling.start()

    def wait(self, seconds: float) -> None:
        """Until the dice have been rolled, at most so long."""
        if self._rolling is not None:
            self._rolling.join(seconds)

    def _roll(self) -> None:
        self.dice = None
        try:
            dice = self._cup.roll()
            self._take(dice)
            self.dice, self.trouble = dice, ""
        except ValueError as error:
            self.trouble = str(error)
        except Exception as error:
            log.exception("rolling failed")
            self.trouble = f"an error of the program ({error!r}); the log tells more"
