"""Two dice: the total and whom it points to."""

from __future__ import annotations

from tablectl.rules.seat import Seat

Dice = tuple[int, int]


def total(dice: Dice) -> int:
    """The sum of two dice, 2 to 12. Raises `ValueError` unless each shows 1 to 6."""
    if len(dice) != 2 or not all(1 <= pips <= 6 for pips in dice):
        raise ValueError(f"dice {'-'.join(map(str, dice))}: two dice, each shows 1 to 6")
    return sum(dice)


def pointed(thrower: Seat, dice: Dice, players: int = 4) -> Seat:
    """The chair a throw points to: counter-clockwise, the thrower is 1 (DE1).

    Of four: 5 9 the thrower, 2 6 10 right, 3 7 11 across, 4 8 12 left. Fewer players count only themselves.
    """
    return thrower.right(total(dice) - 1, players)
