"""Drawn dice: real dice in what they show and where they stand."""

from __future__ import annotations

import numpy as np
import pytest

from vision.render.die import DIE_STYLES, Block, Die, Finger, turned
from vision.render.rolls import Case, View, roll


@pytest.mark.parametrize("number", range(1, 7))
def test_the_number_asked_for_lies_up_and_opposite_sides_make_seven(number: int) -> None:
    rotation = turned(number, 0.7)
    assert np.linalg.det(rotation) == pytest.approx(1)
    assert Die((0, 0, 8), 16, rotation, DIE_STYLES[0]).value == number
    assert Die((0, 0, 8), 16, rotation * np.array([[1], [-1], [-1]]), DIE_STYLES[0]).value == 7 - number


def test_a_flat_die_stands_on_the_cloth_and_its_pips_are_where_they_belong() -> None:
    style = DIE_STYLES[3]
    die = Die((3.0, 4.0, 8.0), 16.0, turned(3, 0.0), style)
    assert die.lowest == pytest.approx(8.0)
    up = np.array([(0.0, 0.0, 1.0)] * 3)
    points = np.array([(3.0, 4.0, 16.0), (3 + 16 * style.pitch, 4 + 16 * style.pitch, 16.0), (7.0, 4.0, 16.0)])
    assert np.abs(die.distance(points)).max() < 0.01
    paint, _ = die.colour(points, up)
    pips = [tuple(colour) == style.pips for colour in paint]
    other = die.colour(np.array([(3 - 16 * style.pitch, 4 + 16 * style.pitch, 16.0)]), up[:1])[0]
    assert pips[0]
    assert pips[1] != (tuple(other[0]) == style.pips)
    assert not pips[2]


def test_a_cocked_die_does_not_lie_flat_and_touches_what_it_leans_on() -> None:
    drawn = roll(1, View.TABLE, Case.COCKED)
    first = drawn.dice[0]
    assert first.rotation[:, :].max() < 0.999
    assert first.centre[2] == pytest.approx(first.lowest)
    assert drawn.values is None
    assert any(isinstance(solid, Block) for solid in drawn.solids)


def test_cases_are_what_they_say() -> None:
    assert len(roll(1, View.TABLE, Case.THIRD).dice) == 3
    assert len(roll(1, View.TABLE, Case.MISSING).dice) < 2
    low, high = roll(1, View.TABLE, Case.STACKED).dice
    assert high.centre[2] == pytest.approx(low.centre[2] + low.edge)
    assert sum(isinstance(solid, Finger) for solid in roll(1, View.BOWL, Case.HAND).solids) == 2
    clear = roll(1, View.BOWL, Case.CLEAR)
    assert clear.values == tuple(die.value for die in clear.dice)


def test_the_same_seed_draws_the_same_picture() -> None:
    first, again, other = (roll(seed, View.TABLE, Case.CLEAR).draw() for seed in (5, 5, 6))
    assert (first == again).all()
    assert first.shape != other.shape or (first != other).any()
