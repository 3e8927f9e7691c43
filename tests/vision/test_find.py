"""The finder's heat maps become tile centres in pixels of the picture."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.find import APART, MARGIN, STRIDE, Finder, Found, suppress
from vision.models import Model

GREEN = np.full((120, 160, 3), (60, 140, 40), np.uint8)


def heat(*peaks: tuple[float, float, bool, float, float]) -> Model:
    """A network that sees tiles at the given (x, y, sideways, angle, score) of a picture, whatever it shows."""

    def run(pictures: NDArray[np.uint8]) -> NDArray[np.float32]:
        assert pictures.shape[1] % 8 == 0 and pictures.shape[2] % 8 == 0
        maps = np.zeros((1, 6, pictures.shape[1] // STRIDE, pictures.shape[2] // STRIDE), np.float32)
        maps[:, :2] = -9
        for x, y, sideways, angle, score in peaks:
            column, row = (x + MARGIN) / STRIDE - 0.5, (y + MARGIN) / STRIDE - 0.5
            cell = (0, slice(None), round(row), round(column))
            maps[cell][int(sideways)] = math.log(score / (1 - score))
            maps[cell][2:] = column - round(column), row - round(row), math.sin(2 * angle), math.cos(2 * angle)
        return maps

    return Model(run, {"threshold": 0.35})


def test_peaks_come_back_to_a_fraction_of_a_pixel() -> None:
    truth = [(40.25, 30.5, False, 0.1, 0.9), (90.75, 61.0, True, 1.5, 0.7)]
    found = Finder(heat(*truth)).find(GREEN)
    assert [(tile.x, tile.y, tile.sideways, tile.angle, tile.score) for tile in found] == [
        pytest.approx(tile, abs=1e-4) for tile in truth
    ]


def test_a_weak_peak_is_dropped() -> None:
    assert Finder(heat((40, 30, False, 0, 0.2))).find(GREEN) == ()


def test_of_two_peaks_on_one_tile_the_better_stays() -> None:
    found = Finder(heat((40, 30, False, 0, 0.6), (40 + APART - 1, 30, False, 0, 0.9))).find(GREEN)
    assert [round(tile.score, 3) for tile in found] == [0.9]


def test_neighbours_a_tile_width_apart_both_stay() -> None:
    assert len(suppress([Found(0, 0, False, 0, 0.9), Found(26, 0, False, 0, 0.5)], APART)) == 2


def test_a_peak_in_the_added_rim_is_no_tile() -> None:
    assert Finder(heat((-6, 30, False, 0, 0.9))).find(GREEN) == ()


@pytest.mark.parametrize("size", [(1, 1), (7, 300), (121, 33)])
def test_any_size_of_picture_is_taken(size: tuple[int, int]) -> None:
    assert Finder(heat()).find(np.zeros((*size, 3), np.uint8)) == ()
