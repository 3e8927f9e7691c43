"""EQ9: a session counts points, places, or both."""

from __future__ import annotations

import pytest

from tablectl.rules.profile import read
from tablectl.rules.seat import BySeat, Seat
from tablectl.rules.session import session_value, standings

POINTS = BySeat(38200, 27400, 24300, 10100)


@pytest.mark.parametrize(
    ("system", "values"),
    [
        ("points", BySeat(13.2, 2.4, -0.7, -14.9)),
        ("placement", BySeat(40.0, 10.0, -10.0, -20.0)),
        ("mixed", BySeat(49.0, 7.0, -16.0, -40.0)),
    ],
)
def test_a_game_counts_by_the_system_of_the_session(system: str, values: BySeat[float]) -> None:
    """EQ9: with 25,000 returning 30,000 the first has the oka of 20; `mixed` rounds to thousands."""
    assert session_value(POINTS, Seat.S0, read({"session_value": system})) == values


def test_standings_add_the_games_of_each() -> None:
    games = [{"Ann": 49.0, "Bo": -9.1}, {"Bo": 9.3, "Cy": 0.1}, {"Cy": 0.2}]
    assert standings(games) == (("Ann", 49.0), ("Cy", 0.3), ("Bo", 0.2))
    assert standings([]) == ()
