"""Places and final results: ties, rounding, uma, oka, and riichi sticks left over."""

from __future__ import annotations

from tablectl.rules.ledger import Entry, Ledger, split
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.seat import BySeat, Seat

_ROUND_UP_FROM = {"down": 1000, "half-up": 500, "five_down_six_up": 600}
"""Hundreds of a score from which it counts as the next thousand, by rounding rule (EN9)."""


def ranked(points: BySeat[int], first_dealer: Seat) -> tuple[Seat, ...]:
    """The seats from first to last; of equals the one that dealt first stands before (EN11)."""
    players = len(points)
    return tuple(sorted(points.seats, key=lambda seat: (-points[seat], first_dealer.distance(seat, players))))


def placement(points: BySeat[int], first_dealer: Seat) -> BySeat[int]:
    """Each seat's place, from 1."""
    order = ranked(points, first_dealer)
    return BySeat.of(order.index(seat) + 1 for seat in points.seats)


def uma(points: BySeat[int], ruleset: Ruleset) -> tuple[int, ...]:
    """Points by place, first to last (EN9), by how many end below the start where the rules say so.

    Raises `ValueError` unless there is a number for each player.
    """
    numbers = ruleset.uma
    if ruleset.uma_by_below:
        # One below and three below have a row of their own; every other case counts as two.
        below = sum(each < ruleset.start for each in points)
        numbers = ruleset.uma_by_below[{1: 0, 3: 2}.get(below, 1)]
    if len(numbers) != len(points):
        raise ValueError(f"uma has {len(numbers)} numbers for {len(points)} players")
    return tuple(round(1000 * number) for number in numbers)


def place_points(points: BySeat[int], first_dealer: Seat, ruleset: Ruleset) -> BySeat[int]:
    """Uma and oka of each seat in points (EN8, EN9).

    Seats with equal points share them where the rules say so, in hundreds, the odd ones to who dealt first (EN11).
    """
    order = ranked(points, first_dealer)
    bonus = list(uma(points, ruleset))
    bonus[0] += (_base(ruleset) - ruleset.start) * len(points)
    got: dict[Seat, int] = {}
    for group in _groups(order, points, ruleset):
        places = [order.index(seat) for seat in group]
        got |= zip(group, split(sum(bonus[place] for place in places), len(group)), strict=True)
    return BySeat.of(got[seat] for seat in points.seats)


def results(
    points: BySeat[int], first_dealer: Seat, ruleset: Ruleset, fines: BySeat[int] | None = None
) -> BySeat[float]:
    """Final results in thousands of points: rounded score less the target, plus uma and oka (EN8, EN9).

    With rounding the first gets what is left, so that results sum to what the points differ from the start: zero
    unless riichi sticks were lost. `fines`: penalty points taken off a result, given to nobody (PE1).
    """
    rounded = points.map(lambda each: _rounded(each, ruleset))
    first = _groups(ranked(points, first_dealer), points, ruleset)[0]
    rest = dict(zip(first, split(sum(points) - sum(rounded), len(first)), strict=True))
    bonus, base = place_points(points, first_dealer, ruleset), _base(ruleset)
    return BySeat.of(
        (rounded[seat] - base + rest.get(seat, 0) + bonus[seat] - (fines[seat] if fines else 0)) / 1000
        for seat in points.seats
    )


def _base(ruleset: Ruleset) -> int:
    """What all give back at the end: with oka more than they started with (EN8)."""
    return ruleset.target if ruleset.oka else ruleset.start


def _groups(order: tuple[Seat, ...], points: BySeat[int], ruleset: Ruleset) -> list[list[Seat]]:
    """The seats in order, those with equal points together where they share (EN11)."""
    groups: list[list[Seat]] = []
    for seat in order:
        if groups and ruleset.tie == "share" and points[groups[-1][0]] == points[seat]:
            groups[-1].append(seat)
        else:
            groups.append([seat])
    return groups


def _rounded(points: int, ruleset: Ruleset) -> int:
    """A score rounded to thousands by its amount: on Tenhou 24,500 counts 25,000 and -500 counts -1,000."""
    if ruleset.rounding == "none":
        return points
    whole, rest = divmod(abs(points), 1000)
    amount = 1000 * (whole + (rest >= _ROUND_UP_FROM[ruleset.rounding]))
    return amount if points >= 0 else -amount


def left_over(book: Ledger, first_dealer: Seat, ruleset: Ruleset) -> tuple[Entry, ...]:
    """What becomes of the riichi sticks that lie on the table at the end of the game (EN7)."""
    points, order = book.points, ranked(book.points, first_dealer)
    shares: dict[Seat, int] = {}
    match ruleset.leftover_sticks:
        case "top":
            shares = {order[0]: book.deposits}
        case "split":
            firsts = [seat for seat in order if points[seat] == max(points)]
            shares = dict(zip(firsts, split(book.deposits, len(firsts)), strict=True))
        case "returned":
            shares = dict(zip(points.seats, book.staked, strict=True))
    return tuple(Entry(seat, share, "riichi sticks left over") for seat, share in shares.items() if share)
