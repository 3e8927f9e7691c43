"""Side bets on places (sashi-uma): before the seat draw each may name one opponent (EN10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablectl.rules.ruleset import Ruleset
from tablectl.rules.seat import BySeat, Seat


@dataclass(frozen=True, slots=True)
class Bet:
    """`by` named `on` as opponent for so many `points`."""

    by: Seat
    on: Seat
    points: int


def sashi_uma(bets: Sequence[Bet], placement: BySeat[int], ruleset: Ruleset) -> BySeat[int]:
    """What each seat wins or loses by the bets, in points.

    By `placement` the better place of the two wins. By `half` the seat that was named loses in the bottom half and wins
    in the top half; the middle one of three does neither. Raises `ValueError` for bets that the rules do not allow.
    """
    if bets and ruleset.sashi_uma == "off":
        raise ValueError("side bets are not played; write sashi_uma = placement or half")
    sums = BySeat.fill(0, len(placement))
    for number, bet in enumerate(bets):
        if bet.by is bet.on or any(bet.by is other.by for other in bets[:number]):
            raise ValueError(f"seat {bet.by}: each may name one opponent")
        points = bet.points * _outcome(bet, placement, ruleset)
        sums = sums.set(bet.by, sums[bet.by] + points)
        sums = sums.set(bet.on, sums[bet.on] - points)
    return sums


def _outcome(bet: Bet, placement: BySeat[int], ruleset: Ruleset) -> int:
    """1 where the bet is won, -1 where it is lost, 0 for neither."""
    if ruleset.sashi_uma == "placement":
        return 1 if placement[bet.by] < placement[bet.on] else -1
    middle = (len(placement) + 1) / 2
    return (placement[bet.on] > middle) - (placement[bet.on] < middle)
