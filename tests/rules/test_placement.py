"""Places and final results: rounding, uma, oka, ties, fines, and riichi sticks left over."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablectl.rules.ledger import RIICHI, RIICHI_RETURNED, STICKS_TAKEN, Entry, Ledger
from tablectl.rules.placement import left_over, placement, results
from tablectl.rules.ruleset import TENHOU, Ruleset
from tablectl.rules.seat import BySeat, Seat

S0, S1, S2, S3 = Seat
EXACT = replace(TENHOU, rounding="none")
EMA = replace(EXACT, start=30000, target=30000, oka=False, uma=(15, 5, -5, -15), tie="share")
SHARED = replace(EXACT, tie="share")


@pytest.mark.parametrize(
    ("rules", "points", "expected"),
    [
        # EN8: all give 5,000 above the start to the first; or nobody does.
        (EXACT, (42300, 31200, 18500, 8000), [52.3, 11.2, -21.5, -42.0]),
        (replace(EXACT, oka=False), (42300, 31200, 18500, 8000), [37.3, 16.2, -16.5, -37.0]),
        (EMA, (42300, 31200, 27500, 19000), [27.3, 6.2, -7.5, -26.0]),
        # EN9: another uma, and the three ways to round.
        (replace(EXACT, uma=(30, 10, -10, -30)), (40000, 30000, 20000, 10000), [60, 10, -20, -50]),
        (replace(TENHOU, rounding="half-up"), (40500, 30400, 20500, 8600), [50, 10, -19, -41]),
        (replace(TENHOU, rounding="five_down_six_up"), (40500, 30500, 20600, 8400), [51, 10, -19, -42]),
        (replace(TENHOU, rounding="down"), (40900, 30900, 20900, 7300), [53, 10, -20, -43]),
        (TENHOU, (51000, 29500, 20000, -500), [61, 10, -20, -51]),
    ],
)
def test_results(rules: Ruleset, points: tuple[int, ...], expected: list[float]) -> None:
    got = results(BySeat.of(points), S0, rules)
    assert list(got) == pytest.approx(expected)
    assert sum(got) == pytest.approx(0)


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ((50000, 30000, 29000, 11000), [28, 4, -5, -27]),
        ((50000, 31000, 30000, 9000), [28, 4, 1, -33]),
        ((50000, 29000, 28000, 13000), [32, -2, -5, -25]),
        ((30000, 30000, 30000, 30000), [8, 4, -4, -8]),
    ],
)
def test_uma_by_how_many_end_below_the_start(points: tuple[int, ...], expected: list[float]) -> None:
    """EN9"""
    rows = ((8, 3, 1, -12), (8, 4, -4, -8), (12, -1, -3, -8))
    rules = replace(EMA, uma_by_below=rows, tie="starting_order")
    assert list(results(BySeat.of(points), S0, rules)) == expected


@pytest.mark.parametrize(
    ("rules", "points", "first", "expected"),
    [
        # EN11: of equals the one that dealt first stands before.
        (EXACT, (35000, 35000, 20000, 10000), S0, [45, 15, -20, -40]),
        (EXACT, (35000, 35000, 20000, 10000), S1, [15, 45, -20, -40]),
        # Or they share uma and oka: 20 + 20 + 10 by two, and so on.
        (SHARED, (35000, 35000, 20000, 10000), S1, [30, 30, -20, -40]),
        (SHARED, (40000, 20000, 20000, 20000), S0, [50, -50 / 3, -50 / 3, -50 / 3]),
        (SHARED, (25000, 25000, 25000, 25000), S2, [0, 0, 0, 0]),
        (EMA, (40000, 30000, 30000, 20000), S0, [25, 0, 0, -25]),
    ],
)
def test_ties(rules: Ruleset, points: tuple[int, ...], first: Seat, expected: list[float]) -> None:
    """EN11: what does not part into hundreds goes to who dealt first."""
    got = results(BySeat.of(points), first, rules)
    assert list(got) == pytest.approx(expected, abs=0.1)
    assert sum(got) == pytest.approx(0)


def test_tied_firsts_share_what_rounding_leaves() -> None:
    """EN9, EN11"""
    rules = replace(TENHOU, tie="share")
    got = results(BySeat(30500, 30500, 20500, 18500), S0, rules)
    assert list(got) == [25, 25, -19, -31]


def test_places_of_three() -> None:
    """EN9: an uma of three numbers; another count is told."""
    rules = replace(EXACT, players=3, start=35000, target=40000, uma=(20, 0, -20))
    points = BySeat(30000, 40000, 35000)
    assert list(placement(points, S0)) == [3, 1, 2]
    assert list(results(points, S0, rules)) == [-30, 35, -5]
    with pytest.raises(ValueError, match="uma has 4 numbers for 3 players"):
        results(points, S0, EXACT)


def test_a_fine_is_taken_off_the_result_and_given_to_nobody() -> None:
    """PE1"""
    fines = BySeat(0, 20000, 0, 0)
    assert list(results(BySeat(40000, 30000, 20000, 10000), S0, EXACT, fines)) == [50, 10 - 20, -20, -40]


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("top", [36000, 33000, 18000, 13000]),
        ("lost", [33000, 33000, 18000, 13000]),
        ("split", [34500, 34500, 18000, 13000]),
        ("returned", [33000, 34000, 19000, 14000]),
    ],
)
def test_sticks_left_over(rule: str, expected: list[int]) -> None:
    """EN7: of seats 1, 2 and 3; one of seat 0 was won before, one of seat 1 went back after a foul."""
    rules = replace(EXACT, leftover_sticks=rule)  # type: ignore[arg-type]
    book = Ledger(BySeat(34000, 33000, 19000, 14000)).add(
        Entry(S0, -1000, RIICHI),
        Entry(S1, 1000, STICKS_TAKEN),
        Entry(S1, -1000, RIICHI),
        Entry(S1, 1000, RIICHI_RETURNED),
        *(Entry(seat, -1000, RIICHI) for seat in (S1, S2, S3)),
    )
    book = book.add(*left_over(book, S0, rules))
    assert list(book.points) == expected
    assert sum(results(book.points, S0, rules)) == pytest.approx((sum(expected) - 100000) / 1000)


def test_lost_sticks_are_missing_from_the_results() -> None:
    """EN7: rounding does not give them to the first."""
    lost = BySeat(39000, 30000, 20000, 10000)
    assert list(results(lost, S0, replace(TENHOU, leftover_sticks="lost"))) == [49, 10, -20, -40]
