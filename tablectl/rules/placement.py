"""Places and final results: ties, rounding, uma and oka."""

from __future__ import annotations

from tablectl.rules.ruleset import Ruleset
from tablectl.rules.seat import SEATS, BySeat, Seat

_ROUND_UP_FROM = {"down": 1000, "half-up": 500, "five_down_six_up": 600}
"""Hundreds of a score from which it counts as the next thousand, by rounding rule (EN9)."""


def ranked(points: BySeat[int], first_dealer: Seat) -> tuple[Seat, ...]:
    """The seats from first to last; of equals the one that dealt first stands before (EN11)."""
    return tuple(sorted(SEATS, key=lambda seat: (-points[seat], first_dealer.distance(seat))))


def placement(points: BySeat[int], first_dealer: Seat) -> BySeat[int]:
    """Each seat's place, 1 to 4."""
    order = ranked(points, first_dealer)
    return BySeat.of(order.index(seat) + 1 for seat in SEATS)


def results(points: BySeat[int], first_dealer: Seat, ruleset: Ruleset) -> BySeat[float]:
    """Final results in thousands of points: rounded score less the target, plus uma; oka goes to the first (EN8, EN9).

    With rounding the first gets what makes the sum zero. Seats with equal points share their uma and oka where the
    rules say so (EN11).
    """
    order = ranked(points, first_dealer)
    base = ruleset.target if ruleset.oka else ruleset.start
    pot = (base - ruleset.start) * len(SEATS) / 1000
    bonus = [float(uma) for uma in ruleset.uma]
    bonus[0] += pot
    if ruleset.tie == "share":
        for place, seat in enumerate(order):
            tied = [other for other, rival in enumerate(order) if points[rival] == points[seat]]
            if place == tied[0]:
                shared = sum(bonus[other] for other in tied) / len(tied)
                for other in tied:
                    bonus[other] = shared
    result = {seat: _thousands(points[seat], ruleset) - base / 1000 + bonus[order.index(seat)] for seat in SEATS}
    if ruleset.rounding != "none":
        result[order[0]] = -sum(result[seat] for seat in order[1:])
    return BySeat.of(round(result[seat], 1) for seat in SEATS)


def _thousands(points: int, ruleset: Ruleset) -> float:
    """A score in thousands, rounded by its amount: on Tenhou 24,500 counts 25 and -500 counts -1."""
    if ruleset.rounding == "none":
        return points / 1000
    whole, rest = divmod(abs(points), 1000)
    amount = whole + (rest >= _ROUND_UP_FROM[ruleset.rounding])
    return float(amount if points >= 0 else -amount)
