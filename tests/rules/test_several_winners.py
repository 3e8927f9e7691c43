"""Several rons on one tile: who is paid, who gets the counters and the riichi sticks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablectl.rules.ruleset import TENHOU, Ruleset
from tablectl.rules.score import HandValue, Win, evaluate
from tablectl.rules.seat import BySeat, Seat
from tablectl.rules.settlement import Claim, settle_wins
from tablectl.rules.tile import Tile, parse_tiles

S0, S1, S2, S3 = Seat
CHEAP = evaluate(Win(parse_tiles("234567m34588p45s"), Tile.parse("6s"), False), TENHOU)
MANGAN: HandValue = replace(CHEAP, base=2000)
SMALL: HandValue = replace(CHEAP, base=480)


def deltas(
    *winners: Seat, honba: int = 0, deposits: int = 0, own: BySeat[int] | None = None, rules: Ruleset = TENHOU
) -> list[list[int]]:
    """The payments of each winner in the order they are paid; seat 0 discarded, seat 3 deals, each won 8,000."""
    claims = [Claim(winner, MANGAN if winner is not S3 else SMALL) for winner in winners]
    settled = settle_wins(claims, source=S0, dealer=S3, honba=honba, deposits=deposits, own=own, ruleset=rules)
    return [list(each.deltas) for each in settled]


def test_the_nearest_gets_counters_and_sticks() -> None:
    """PT6, PT7, PT8: whoever speaks first."""
    assert deltas(S3, S1, honba=2, deposits=3) == [[-8600, 11600, 0, 0], [-2900, 0, 0, 2900]]


@pytest.mark.parametrize(
    ("rule", "counters"),
    [("first", (600, 0)), ("each", (600, 600)), ("split", (300, 300))],
)
def test_counters(rule: str, counters: tuple[int, int]) -> None:
    """PT7"""
    rules = replace(TENHOU, honba_on_multi_ron=rule)  # type: ignore[arg-type]
    paid = deltas(S1, S2, honba=2, rules=rules)
    assert (paid[0][S1] - 8000, paid[1][S2] - 8000) == counters
    assert all(sum(each) == 0 for each in paid)


def test_parts_come_in_hundreds_and_the_nearest_gets_the_odd_ones() -> None:
    """PT7"""
    rules = replace(TENHOU, honba_on_multi_ron="split", sticks_on_multi_ron="split", triple_ron="paid")
    assert deltas(S1, S2, honba=1, rules=rules) == [[-8200, 8200, 0, 0], [-8100, 0, 8100, 0]]
    three = deltas(S1, S2, S3, deposits=1, rules=rules)
    assert [three[place][place + 1] for place in range(3)] == [8400, 8300, 3200]


def test_winners_get_their_own_sticks_back_and_the_first_the_rest() -> None:
    """PT7: a stick of somebody who did not win is the rest, too."""
    rules = replace(TENHOU, sticks_on_multi_ron="own_back_rest_first")
    own = BySeat(1, 0, 1, 0)
    assert deltas(S2, S1, deposits=4, own=own, rules=rules) == [[-8000, 11000, 0, 0], [-8000, 0, 9000, 0]]


@pytest.mark.parametrize(
    ("rules", "two", "three"),
    [
        (replace(TENHOU, triple_ron="paid"), 2, 3),
        (replace(TENHOU, triple_ron="head_bump"), 2, 1),
        (replace(TENHOU, multi_ron="head_bump", triple_ron="paid"), 1, 1),
    ],
)
def test_head_bump(rules: Ruleset, two: int, three: int) -> None:
    """PT8, AB5: of three rons at least."""
    assert deltas(S3, S2, rules=rules)[0][S2] == 8000
    assert (len(deltas(S3, S2, rules=rules)), len(deltas(S3, S2, S1, rules=rules))) == (two, three)
    assert deltas(S3, S2, S1, rules=rules)[0][S1] == 8000
