"""Least squares find the bottom of a curved valley."""

from __future__ import annotations

import numpy as np
import pytest

from vision.least import Floats, least_squares


@pytest.mark.parametrize("start", [(-1.2, 1.0), (3.0, -2.0), (1.0, 1.0)])
def test_the_bottom_is_found_from_anywhere(start: tuple[float, float]) -> None:
    def valley(values: Floats) -> tuple[Floats, Floats]:
        x, y = values
        return np.array([10 * (y - x * x), 1 - x]), np.array([[-20 * x, 10.0], [-1.0, 0.0]])

    assert least_squares(valley, np.array(start)) == pytest.approx([1, 1], abs=1e-6)
