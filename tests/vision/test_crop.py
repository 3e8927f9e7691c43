"""Crops are cut upright, with their rim, and a hand beside a tile is seen."""

from __future__ import annotations

import math

import numpy as np
import pytest

from vision.crop import CROP_MM, CROP_PIXELS, MOST_SKIN, cut, skin, window
from vision.frame import Image
from vision.window import Corners

SKIN = (136, 168, 216)
SCALE = 2.0
"""Pixels a millimetre of the pictures."""


def table(colour: tuple[int, int, int] = (62, 104, 34)) -> Image:
    image = np.empty((300, 400, 3), np.uint8)
    image[:] = colour
    return image


def face(x: float, y: float, turn: float) -> Corners:
    """The outline of a tile turned clockwise by so many radians."""
    corners = np.array([(-9.75, -13), (9.75, -13), (9.75, 13), (-9.75, 13)]) * SCALE
    turned = corners @ np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
    first, second, third, fourth = ((float(u + x), float(v + y)) for u, v in turned)
    return first, second, third, fourth


@pytest.mark.parametrize("turns", range(4))
def test_a_crop_is_upright_whatever_way_the_tile_lay(turns: int) -> None:
    image = table()
    # A white tile whose upper half is red, lying turned by quarters.
    upright = np.full((80, 80, 3), (62, 104, 34), np.uint8)
    upright[14:66, 20:60] = 240
    upright[14:40, 20:60] = (40, 30, 190)
    image[110:190, 160:240] = np.rot90(upright, -turns)
    crop = cut(image, face(200, 150, turns * math.pi / 2))
    assert crop is not None and crop.shape == (CROP_PIXELS, CROP_PIXELS, 3)
    middle, reach = CROP_PIXELS // 2, round(10 * CROP_PIXELS / CROP_MM)
    assert crop[middle - reach, middle].tolist() == [40, 30, 190]
    assert crop[middle + reach, middle].tolist() == [240, 240, 240]
    assert crop[2, middle].tolist() == [62, 104, 34]
    assert window(crop).shape == (48, 48, 3)
    assert window(crop)[12, 24].tolist() == [40, 30, 190]


def test_a_crop_does_not_reach_out_of_the_picture() -> None:
    assert cut(table(), face(50, 150, 0)) is not None
    assert cut(table(), face(40, 150, 0)) is None
    assert cut(table(), face(200, 260, 0)) is None


def test_skin_beside_a_tile_is_seen_unless_it_always_lies_there() -> None:
    plain = cut(table(), face(200, 150, 0))
    covered = table()
    covered[100:140] = SKIN
    hand = cut(covered, face(200, 150, 0))
    assert plain is not None and hand is not None
    assert skin(plain, None) == 0
    assert skin(hand, None) > MOST_SKIN
    assert skin(hand, plain) > MOST_SKIN
    assert skin(hand, hand) == 0
    wood = cut(table(SKIN), face(200, 150, 0))
    assert wood is not None and skin(wood, None) > 0.9 and skin(wood, wood) == 0
