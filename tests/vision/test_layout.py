"""Sizes of a table as its settings tell them."""

from __future__ import annotations

import pytest

from tablectl.config import ConfigError, parse
from vision.layout import DEFAULT_LAYOUT, layout_of


def test_the_dice_lie_in_the_middle_or_in_the_bowl() -> None:
    assert layout_of(parse("", "t")) == DEFAULT_LAYOUT
    layout = layout_of(parse("[dice]\nbowl = [120, -80.5, 45]\n[layout]\ntile_length = 30", "t"))
    assert (layout.dice_middle, layout.dice_half, layout.tile_length) == ((120.0, -80.5), 45.0, 30.0)


def test_a_bowl_beside_the_field_is_refused_by_name() -> None:
    with pytest.raises(ConfigError, match=r"t: \[dice\] bowl = \[0\.0, 380\.0, 40\.0\]: expected within the field"):
        layout_of(parse("[dice]\nbowl = [0, 380, 40]", "t"))
    assert layout_of(parse("[dice]\nbowl = [0, 380, 40]\n[layout]\nfield = 900", "t")).dice_middle == (0.0, 380.0)
