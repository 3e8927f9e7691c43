"""At most four of a face and the red fives of the rules, over all that lies open."""

from __future__ import annotations

import numpy as np
import pytest

from tablectl.rulefile import load
from vision.census import ANY_SET, resolve, set_of
from vision.classes import BACK, CLASSES, INDEX
from vision.classify import Face


def _face(**chances: float) -> Face:
    kinds = np.full(len(CLASSES), 1e-6)
    for name, chance in chances.items():
        kinds[INDEX[name.strip("_")]] = chance
    return Face(kinds / kinds.sum(), np.eye(4)[0])


def _names(faces: tuple[Face, ...]) -> list[str]:
    return [face.name for face in faces]


def test_a_fifth_tile_that_is_unsure_is_the_next_likeliest_face() -> None:
    sure, unsure = _face(_5s=0.99, _5p=0.01), _face(_5s=0.6, _5p=0.39)
    got = resolve([unsure, *[sure] * 4])
    assert _names(got) == ["5p", "5s", "5s", "5s", "5s"]
    assert got[0].score == pytest.approx(1.0, abs=0.02)
    assert got[0].kinds.sum() == pytest.approx(1.0)


def test_the_least_sure_of_five_gives_way() -> None:
    faces = [_face(_1z=chance, _3z=1 - chance) for chance in (0.6, 0.85, 0.7, 0.8, 0.75)]
    assert _names(resolve(faces)) == ["3z", "1z", "1z", "1z", "1z"]


def test_sure_tiles_stand_even_when_there_are_too_many() -> None:
    spare = _face(_5z=0.99)
    assert _names(resolve([spare] * 6)) == ["5z"] * 6


def test_nothing_is_taken_that_was_hardly_possible() -> None:
    sure, unsure = _face(_7z=0.99), _face(_7z=0.88)
    assert _names(resolve([*[sure] * 4, unsure])) == ["7z"] * 5


def test_one_red_five_a_suit_as_the_rules_have_it() -> None:
    red, doubtful = _face(_0p=0.95, _5p=0.05), _face(_0p=0.55, _5p=0.45)
    assert _names(resolve([red, doubtful])) == ["0p", "5p"]
    none = set_of(load("ema-2016").rules)
    assert none["0p"] == 0
    assert _names(resolve([doubtful], none)) == ["5p"]
    assert sum(set_of(load("tenhou").rules).values()) == 136


def test_backs_are_never_used_up() -> None:
    back = _face(back=0.7, _5z=0.3)
    assert _names(resolve([back] * 40)) == [BACK] * 40
    assert BACK not in ANY_SET


def test_a_fifth_blank_tile_is_a_spare_one_and_no_back() -> None:
    sure, unsure = _face(_5z=0.99), _face(_5z=0.86, back=0.13, _1z=0.01)
    got = resolve([unsure, *[sure] * 4])
    assert _names(got) == ["5z"] * 5
    assert got[0].score == pytest.approx(0.86, abs=0.01)
    doubtful = _face(_5z=0.5, back=0.1, _1z=0.4)
    assert resolve([doubtful, *[sure] * 4])[0].kinds[INDEX[BACK]] == pytest.approx(0.1, abs=0.01)
