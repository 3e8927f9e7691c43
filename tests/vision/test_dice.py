"""Two dice are read, or unclear with the reason; never guessed."""

from __future__ import annotations

import numpy as np
import pytest

from tablectl.table import TableSnapshot
from vision.calibrate import calibrate
from vision.dice import SeenDie, Throw, Why, confirmed, read_picture, read_table
from vision.die import Cube, Sight, fit
from vision.layout import DEFAULT_LAYOUT
from vision.render.dice import Roll
from vision.render.faces import load_atlas
from vision.render.look import Look
from vision.render.rolls import Case, View, roll
from vision.render.scene import Renderer

CLOTH = (62, 104, 34)


def _read(drawn: Roll, view: View) -> Throw:
    picture = drawn.draw()
    return read_picture(picture) if view is View.BOWL else read_table(picture, drawn.calibration)


@pytest.mark.parametrize("view", View)
@pytest.mark.parametrize("seed", (200, 201))
def test_a_clear_throw_is_read(view: View, seed: int) -> None:
    drawn = roll(seed, view, Case.CLEAR)
    throw = _read(drawn, view)
    assert throw.values is not None and drawn.values is not None
    assert sorted(throw.values) == sorted(drawn.values)
    assert throw.why is None
    assert throw.values == tuple(die.value for die in throw.dice)
    tops = drawn.pose.project([(x, y, 2 * z) for x, y, z in (die.centre for die in drawn.dice)])
    for die in throw.dice:
        assert np.linalg.norm(tops - (die.x, die.y), axis=1).min() < 0.2 * die.edge


@pytest.mark.parametrize("seed", (200, 201))
def test_a_bowl_in_a_calibrated_cameras_picture_is_read(seed: int) -> None:
    drawn = roll(seed, View.BOWL, Case.CLEAR)
    assert drawn.values is not None and drawn.ground.bowl is not None
    throw = read_table(drawn.draw(), drawn.calibration, (0.0, 0.0), drawn.ground.bowl)
    assert sorted(throw.values or ()) == sorted(drawn.values)


@pytest.mark.parametrize(
    ("case", "view"),
    (
        (Case.COCKED, View.TABLE),
        (Case.COCKED, View.BOWL),
        (Case.STACKED, View.TABLE),
        (Case.STACKED, View.BOWL),
        (Case.HAND, View.TABLE),
    ),
)
def test_what_does_not_lie_free_is_unclear(case: Case, view: View) -> None:
    throw = _read(roll(200, view, case), view)
    assert throw.values is None
    assert throw.why in (Why.COCKED, Why.ONE, Why.NONE)


def test_a_third_die_and_an_empty_table_are_said_so() -> None:
    assert _read(roll(200, View.TABLE, Case.THIRD), View.TABLE).why is Why.MORE
    noise = np.random.default_rng(1).normal(0, 4, (300, 300, 3))
    assert read_picture((np.array(CLOTH) + noise).clip(0, 255).astype(np.uint8)).why is Why.NONE


def test_a_picture_that_is_too_dark_bright_or_blurred_is_said_so() -> None:
    assert _read(roll(200, View.TABLE, Case.DARK), View.TABLE).why is Why.DARK
    assert _read(roll(303, View.TABLE, Case.BLURRED), View.TABLE).why is Why.BLURRED
    assert read_picture(np.full((200, 200, 3), 255, np.uint8)).why is Why.BRIGHT


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return Renderer(load_atlas("table"), Look.of(3))


@pytest.mark.parametrize("dice", ((3, 5), (6, 1), None))
def test_dice_in_the_middle_of_a_whole_table_are_read(renderer: Renderer, dice: tuple[int, int] | None) -> None:
    picture = renderer.frame(TableSnapshot(dice=dice), None, 0.0, 0).image
    throw = read_table(picture, calibrate(picture, DEFAULT_LAYOUT))
    assert throw.why is (Why.NONE if dice is None else None)
    assert sorted(throw.values or ()) == sorted(dice or ())


def test_a_cube_is_found_again_by_its_outline() -> None:
    sight = Sight.tilted(30)
    true = Cube(100.0, 80.0, 40.0, 0.4, 30.0)
    found, share = fit(true.outline(sight), lambda _x, _y, _tilt: sight, (30.0,))
    assert share > 0.97
    assert (found.x, found.y, found.edge) == pytest.approx((true.x, true.y, true.edge), abs=1.5)


def test_two_pictures_confirm_each_other() -> None:
    dice = (SeenDie(50, 50, 30, 2), SeenDie(120, 60, 30, 6))
    first = Throw((2, 6), None, dice)
    assert confirmed(first, first) == first
    rolled_on = Throw((2, 6), None, (dice[0], SeenDie(140, 60, 30, 6)))
    assert confirmed(first, rolled_on) == Throw(None, Why.UNSTEADY, rolled_on.dice)
    turned_over = Throw((2, 5), None, (dice[0], SeenDie(120, 60, 30, 5)))
    assert confirmed(first, turned_over).why is Why.UNSTEADY
    cocked = Throw(None, Why.COCKED)
    assert confirmed(first, cocked) == confirmed(cocked, first) == cocked
