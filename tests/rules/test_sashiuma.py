"""Side bets on places."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablectl.rules.ruleset import TENHOU, Ruleset
from tablectl.rules.sashiuma import Bet, sashi_uma
from tablectl.rules.seat import BySeat, Seat

S0, S1, S2, S3 = Seat
DIRECT = replace(TENHOU, sashi_uma="placement")
HALF = replace(TENHOU, sashi_uma="half")
PLACES = BySeat(2, 1, 4, 3)


def test_the_better_of_two_places_wins() -> None:
    """EN10"""
    bets = (Bet(S0, S2, 5000), Bet(S3, S1, 1000), Bet(S2, S0, 2000))
    assert list(sashi_uma(bets, PLACES, DIRECT)) == [7000, 1000, -7000, -1000]


def test_who_was_named_wins_in_the_top_half_and_loses_in_the_bottom_half() -> None:
    """EN10: the places of those who name do not matter."""
    assert list(sashi_uma((Bet(S1, S0, 5000), Bet(S2, S3, 1000)), PLACES, HALF)) == [5000, -5000, 1000, -1000]
    three = (Bet(S0, S1, 1000), Bet(S1, S2, 1000), Bet(S2, S0, 1000))
    assert list(sashi_uma(three, BySeat(1, 2, 3), HALF)) == [1000, 1000, -2000]


@pytest.mark.parametrize(
    ("bets", "rules", "text"),
    [
        ((Bet(S0, S1, 1000),), TENHOU, "side bets are not played"),
        ((Bet(S0, S0, 1000),), DIRECT, "seat 0: each may name one opponent"),
        ((Bet(S0, S1, 1000), Bet(S0, S2, 1000)), DIRECT, "seat 0: each may name one opponent"),
    ],
)
def test_bets_that_are_not_allowed(bets: tuple[Bet, ...], rules: Ruleset, text: str) -> None:
    with pytest.raises(ValueError, match=text):
        sashi_uma(bets, PLACES, rules)
