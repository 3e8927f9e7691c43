"""Least squares for a few unknowns, by Levenberg's and Marquardt's method."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
STEPS = 60


def least_squares(misfit: Callable[[Floats], tuple[Floats, Floats]], start: Floats) -> Floats:
    """The unknowns near `start` for which the sum of the squares of a misfit is least.

    `misfit`: its values, and how each (row) changes with each unknown (column).
    """
    values, caution = start, 1e-3
    apart, slopes = misfit(start)
    for _ in range(STEPS):
        square, down = slopes.T @ slopes, -slopes.T @ apart
        for _ in range(STEPS):
            tried = values + np.linalg.solve(square + caution * np.diag(np.diag(square) + 1e-12), down)
            error, turned = misfit(tried)
            if error @ error < apart @ apart:
                break
            caution *= 10
        else:
            return values
        gain = apart @ apart - error @ error
        values, apart, slopes, caution = tried, error, turned, caution / 10
        if gain < 1e-9 * (apart @ apart) + 1e-12:
            break
    return values
