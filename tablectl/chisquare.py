"""The chi-square distribution: how often chance alone gives so large a sum, and which true deviation would show.

Its tail has a closed form for every whole number of degrees of freedom (Abramowitz and Stegun, 26.4.4 and 26.4.5), so
that no library is needed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import erfc, exp, gamma, lgamma, log, sqrt

_ROUNDS = 50
"""Halvings of a bisection: about the rounding of a float."""


def tail(x: float, freedom: int) -> float:
    """Probability that a chi-square of `freedom` degrees of freedom exceeds `x`."""
    if x <= 0:
        return 1.0
    half = x / 2
    whole = freedom % 2 == 0
    start = 0.0 if whole else 0.5
    first = exp(-half) if whole else exp(-half) * sqrt(half) / gamma(1.5)
    total = 0.0 if whole else erfc(sqrt(half))
    term = first
    for step in range(freedom // 2):
        total += term
        term *= half / (start + step + 1)
    return min(total, 1.0)


@lru_cache(maxsize=64)
def limit(alpha: float, freedom: int) -> float:
    """What a chi-square exceeds with probability `alpha`."""
    return _solve(lambda x: tail(x, freedom) < alpha)


def power(shift: float, freedom: int, alpha: float) -> float:
    """Probability that a test at level `alpha` notices a true deviation of noncentrality `shift`."""
    x, half = limit(alpha, freedom), shift / 2
    if not half:
        return tail(x, freedom)
    # A chi-square whose degrees of freedom grow by twice a Poisson number; beyond ten spreads of it nothing is left.
    reach = 10 * sqrt(half) + 10
    places = range(max(0, int(half - reach)), int(half + reach))
    return sum(exp(place * log(half) - half - lgamma(place + 1)) * tail(x, freedom + 2 * place) for place in places)


@lru_cache(maxsize=64)
def noticed(freedom: int, alpha: float, wanted: float) -> float:
    """The noncentrality that a test at level `alpha` notices with probability `wanted`."""
    return _solve(lambda shift: power(shift, freedom, alpha) > wanted)


def _solve(reached: Callable[[float], bool]) -> float:
    """The least argument from 0 on for which `reached` holds; it holds for all greater ones."""
    high = 1.0
    while not reached(high):
        high *= 2
    low = 0.0
    for _ in range(_ROUNDS):
        middle = (low + high) / 2
        low, high = (low, middle) if reached(middle) else (middle, high)
    return high
