"""Windows become faces: turned views agree, the temperature cools, cuts show the tile upright."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.classes import CLASSES, INDEX
from vision.classify import WINDOW_PIXELS, Classifier
from vision.models import Model
from vision.window import Place, Windows


def bright_side(pictures: NDArray[np.uint8]) -> NDArray[np.float32]:
    """A network that takes the brightest side of a window for the top of a face, and every window for a 7s."""
    half = WINDOW_PIXELS // 2
    light = pictures.mean(3)
    top, bottom = light[:, :half].mean((1, 2)), light[:, half:].mean((1, 2))
    left, right = light[:, :, :half].mean((1, 2)), light[:, :, half:].mean((1, 2))
    answer = np.zeros((len(pictures), len(CLASSES) + 4), np.float32)
    answer[:, INDEX["7s"]] = 4
    answer[:, len(CLASSES) :] = np.stack([top, right, bottom, left], 1) / 10
    return answer


def window(turn: int) -> NDArray[np.uint8]:
    """A window whose top is bright, turned clockwise by so many quarters."""
    picture = np.zeros((1, WINDOW_PIXELS, WINDOW_PIXELS, 3), np.uint8)
    picture[:, : WINDOW_PIXELS // 2] = 200
    return np.rot90(picture, -turn, (1, 2))


@pytest.mark.parametrize("turn", range(4))
def test_the_four_views_agree_on_the_turn(turn: int) -> None:
    (face,) = Classifier(Model(bright_side, {"temperature": 1.0})).classify(window(turn))
    assert (face.name, face.turn) == ("7s", turn)
    assert face.turns[turn] > 0.9
    assert face.kinds.sum() == pytest.approx(1) and face.turns.sum() == pytest.approx(1)


def test_a_higher_temperature_is_less_sure() -> None:
    sure, careful = (
        Classifier(Model(bright_side, {"temperature": temperature})).classify(window(0))[0].score
        for temperature in (1.0, 2.0)
    )
    others = len(CLASSES) - 1
    assert sure == pytest.approx(math.exp(4) / (math.exp(4) + others), abs=1e-6)
    assert careful == pytest.approx(math.exp(2) / (math.exp(2) + others), abs=1e-6)


def test_what_is_sure_is_not_looked_at_again_but_for_a_blank() -> None:
    """Windows by how bright they are: at once sure, sure of a blank, sure after two looks, never sure."""
    seen: list[int] = []
    told = {200: ("7s", 20.0), 150: ("5z", 20.0), 100: ("7s", 9.5), 0: ("7s", 4.0)}

    def network(pictures: NDArray[np.uint8]) -> NDArray[np.float32]:
        seen.append(len(pictures))
        answer = np.zeros((len(pictures), len(CLASSES) + 4), np.float32)
        for row, light in zip(answer, pictures[:, 0, 0, 0], strict=True):
            name, logit = told[int(light)]
            row[INDEX[name]] = logit
        return answer

    windows = np.stack([np.full((WINDOW_PIXELS, WINDOW_PIXELS, 3), light, np.uint8) for light in told])
    faces = Classifier(Model(network, {"temperature": 1.0})).classify(windows)
    assert seen == [4, 3, 2]
    assert [face.name for face in faces] == ["7s", "5z", "7s", "7s"]
    assert faces[0].score > 0.999 > faces[2].score > 0.99 > faces[3].score


def test_no_windows_no_faces() -> None:
    assert Classifier(Model(bright_side, {"temperature": 1.0})).classify(Windows(window(0)[0]).cut([])) == ()


@pytest.mark.parametrize("scale", [0.8, 4 / 3, 3.0, 9.0])
@pytest.mark.parametrize("degrees", [0, 33, 180, -75])
def test_a_cut_window_shows_the_tile_upright_and_in_its_size(scale: float, degrees: float) -> None:
    angle = math.radians(degrees)
    across = (scale * math.cos(angle), scale * math.sin(angle))
    place = Place(210.3, 190.7, across, (-across[1], across[0]))
    y, x = np.mgrid[:400, :400] + 0.5
    axes = np.transpose([place.across, place.along])
    right, down = np.linalg.solve(axes, np.stack([x - place.x, y - place.y]).reshape(2, -1))
    upper_half = (abs(right) <= 9.75) & (down >= -13) & (down <= 0)
    picture = np.repeat((upper_half.reshape(400, 400, 1) * 255).astype(np.uint8), 3, 2)
    (cut,) = Windows(picture).cut([place])
    expected = np.zeros((WINDOW_PIXELS, WINDOW_PIXELS), bool)
    expected[round((18 - 13) * 4 / 3) : 24, round((18 - 9.75) * 4 / 3) : round((18 + 9.75) * 4 / 3)] = True
    assert ((cut[..., 0] > 127) == expected).mean() > 0.97


def test_corners_of_a_squeezed_place() -> None:
    place = Place(100, 100, (1, 0), (0, 2))
    assert place.corners == ((90.25, 74), (109.75, 74), (109.75, 126), (90.25, 126))
