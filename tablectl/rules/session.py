"""Several games of the same people: what each game counts, and who stands where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tablectl.rules.placement import place_points, results
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.seat import BySeat, Seat


def session_value(points: BySeat[int], first_dealer: Seat, ruleset: Ruleset) -> BySeat[float]:
    """What a game with these final points counts for each seat, in thousands, by the session's system (EQ9)."""
    if ruleset.session_value == "points":
        return points.map(lambda each: (each - ruleset.start) / 1000)
    if ruleset.session_value == "placement":
        return place_points(points, first_dealer, ruleset).map(lambda each: each / 1000)
    return results(points, first_dealer, ruleset)


def standings(games: Iterable[Mapping[str, float]]) -> tuple[tuple[str, float], ...]:
    """Everybody's sum over the games played, best first; who sat out a game counts 0 for it."""
    sums: dict[str, float] = {}
    for game in games:
        for name, value in game.items():
            # Values are tenths of thousands; rounding keeps float sums at them.
            sums[name] = round(sums.get(name, 0.0) + value, 1)
    return tuple(sorted(sums.items(), key=lambda entry: -entry[1]))
