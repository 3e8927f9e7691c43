"""Rooms of three kinds, and a camera that somebody knocks against."""

from __future__ import annotations

from dataclasses import replace
from math import degrees

import cv2
import numpy as np
import pytest

from hardware.line import NUDGE_ROOM
from tablectl.table import TableSnapshot
from vision.layout import DEFAULT_LAYOUT
from vision.render.camera import DOWNWARDS, CameraPose
from vision.render.faces import load_atlas
from vision.render.lighting import LIGHTS, under
from vision.render.look import Look
from vision.render.scene import PUSH, PUSH_TURN, Renderer


def rotation(pose: CameraPose) -> np.ndarray:
    return np.asarray(cv2.Rodrigues(np.array(pose.turn))[0] @ DOWNWARDS)


@pytest.mark.parametrize("light", LIGHTS)
def test_a_seed_has_one_light_of_each_kind_and_keeps_its_table(light: str) -> None:
    look = Look.of(3)
    lit = under(look, light)
    assert lit == under(look, light)
    assert lit != under(Look.of(4), light)
    table = {"cloth_colour", "camera", "tile_shift", "row_turn", "skin"}
    assert all(getattr(lit, name) == getattr(look, name) for name in table)


def test_lights_differ_as_their_names_say() -> None:
    day, lamp, evening = (under(Look.of(seed), light) for seed, light in enumerate(LIGHTS))
    assert lamp.glare > 4 * day.glare and lamp.shadow > 2 * day.shadow
    assert evening.light[1] < 0.6 * day.light[1] and evening.noise > 2 * day.noise
    assert evening.light[2] > 1.3 * evening.light[0], "not warm"


@pytest.mark.parametrize("seed", range(4))
def test_a_pushed_camera_stays_within_bounds_and_sees_the_whole_field(seed: int) -> None:
    look = replace(Look.of(seed), room=NUDGE_ROOM, size=(254, 190))
    before = Renderer(load_atlas(), look)
    after = before.nudged()
    assert after.pose.focal == before.pose.focal
    push = np.linalg.norm(np.subtract(after.pose.position, before.pose.position))
    assert PUSH[0] <= push <= PUSH[1]
    turn = np.linalg.norm(cv2.Rodrigues(rotation(after.pose) @ rotation(before.pose).T)[0])
    assert PUSH_TURN[0] <= degrees(turn) <= PUSH_TURN[1] + 1e-6
    half = DEFAULT_LAYOUT.field / 2
    corners = after.pose.project([(x, y, 0) for x in (-half, half) for y in (-half, half)])
    assert (corners > 0).all() and (corners < look.size).all()
    assert after.pose == before.nudged().pose
    picture = after.frame(TableSnapshot(), None, 0.0, 0).image
    assert picture.shape == (190, 254, 3)
