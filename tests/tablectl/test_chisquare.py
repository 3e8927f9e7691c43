"""The chi-square distribution against printed tables, its own density, and thrown dice."""

from __future__ import annotations

from math import exp, gamma

import numpy as np
import pytest

from tablectl.chisquare import limit, noticed, power, tail

TABLE = {  # upper 5 % and 1 % points, Abramowitz and Stegun, table 26.8
    1: (3.84146, 6.63490),
    5: (11.0705, 15.0863),
    10: (18.3070, 23.2093),
    25: (37.6525, 44.3141),
    30: (43.7730, 50.8922),
}


@pytest.mark.parametrize("freedom", TABLE)
def test_the_printed_points(freedom: int) -> None:
    for alpha, point in zip((0.05, 0.01), TABLE[freedom], strict=True):
        assert limit(alpha, freedom) == pytest.approx(point, abs=6e-5)
        assert tail(point, freedom) == pytest.approx(alpha, rel=1e-4)


@pytest.mark.parametrize("freedom", (2, 3, 5, 10, 25, 36))
def test_the_tail_is_the_area_under_the_density(freedom: int) -> None:
    x = np.linspace(0, 400, 400_001)[1:]
    density = np.array(x ** (freedom / 2 - 1) * np.exp(-x / 2) / (2 ** (freedom / 2) * gamma(freedom / 2)))
    for start in (0.5, 4.0, 20.0, 60.0):
        area = float((density[x >= start]).sum() * 0.001)
        assert tail(start, freedom) == pytest.approx(area, rel=2e-3, abs=1e-9)
    assert tail(0, freedom) == 1.0
    assert tail(2 * 3.0, 2) == pytest.approx(exp(-3.0))


def test_power_is_how_often_a_bias_is_noticed() -> None:
    """A face that comes 20 % too often, thrown 2,234 times, 20,000 times over. (The noncentral distribution holds in
    the limit of small deviations; for this one it promises two hundredths too much.)"""
    chances = np.array([1.2] + [0.96] * 5) / 6
    throws = round(noticed(5, 0.01, 0.8) / float((6 * (chances - 1 / 6) ** 2).sum()))
    counts = np.random.default_rng(5).multinomial(throws, chances, 20_000)
    statistics = ((counts - throws / 6) ** 2 / (throws / 6)).sum(axis=1)
    assert throws == 2234
    assert (statistics > limit(0.01, 5)).mean() == pytest.approx(0.8, abs=0.025)


@pytest.mark.parametrize("freedom", (1, 5, 10, 25))
def test_no_bias_is_noticed_as_seldom_as_alpha(freedom: int) -> None:
    assert power(0.0, freedom, 0.01) == pytest.approx(0.01)
    assert power(noticed(freedom, 0.01, 0.8), freedom, 0.01) == pytest.approx(0.8)
    assert power(5000.0, freedom, 0.01) == pytest.approx(1.0)
