"""Least squares for a few unknowns, by Levenberg's and Marquardt's method."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
STEPS = 60
_SHIFT = 1e-6
"""By how much each unknown is changed to see what it does; unknowns should be of the size of 1."""


def least_squares(misfit: Callable[[Floats], Floats], start: Floats) -> Floats:
    """The unknowns near `start` for which the sum of the squares of `misfit` is least."""
    values, apart, caution = start, misfit(start), 1e-3
    for _ in range(STEPS):
        slopes = np.column_stack([(misfit(values + _SHIFT * axis) - apart) / _SHIFT for axis in np.eye(len(values))])
        square, down = slopes.T @ slopes, -slopes.T @ apart
        for _ in range(STEPS):
            tried = values + np.linalg.solve(square + caution * np.diag(np.diag(square) + 1e-12), down)
            error = misfit(tried)
            if error @ error < apart @ apart:
                break
            caution *= 10
        else:
            return values
        gain = apart @ apart - error @ error
        values, apart, caution = tried, error, caution / 10
        if gain < 1e-9 * (apart @ apart) + 1e-12:
            break
    return values
