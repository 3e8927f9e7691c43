"""The simulated board on the page: whichever is attached now, and the dice that were rolled last."""

from __future__ import annotations

from hardware.attached import Attached
from hardware.messages import Motor, limit
from hardware.played import SimulatedBoard
from hardware.roll_button import RollButton
from tablectl.web.board import BoardPicture

DARK = ("#000000",) * limit("LAMPS")
BLANK = ("",) * limit("SEATS")


class BoardPage:
    """A `tablectl.web.board.PlayedBoard`. `button` is the one in the middle of the table, if dice are rolled there."""

    def __init__(self, attached: Attached, button: RollButton | None) -> None:
        self._attached, self._button = attached, button

    def picture(self) -> BoardPicture:
        """As the core has lit it; dark while there is no board."""
        board, button = self._attached.board, self._button
        dice, trouble = (None, "") if button is None else (button.dice, button.trouble)
        if not isinstance(board, SimulatedBoard):
            return BoardPicture(DARK, BLANK, Motor.IDLE.name.lower(), dice, self._attached.trouble)
        motor = Motor.IDLE if board.status is None else Motor(board.status.motor)
        return BoardPicture(board.lamps, board.displays, motor.name.lower(), dice, trouble)

    def push(self, button: int, down: bool) -> None:
        """Push a button or let it go; nothing while there is no board."""
        board = self._attached.board
        if isinstance(board, SimulatedBoard):
            board.push(button, down)

    def roll(self) -> None:
        """Begin to roll. Raises `ValueError` while the dice roll, and where nobody rolls any."""
        if self._button is None:
            raise ValueError("nothing rolls dice at this table")
        self._button.push()
