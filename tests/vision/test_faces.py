"""Tile art: the shipped atlas is whole, drawing repeats itself, folders of art are read."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.classes import FACES
from vision.render import birds, dots, fonts, sticks
from vision.render.canvas import FACE_HEIGHT, FACE_WIDTH, RGBA, TALL, Canvas
from vision.render.drawing import draw
from vision.render.faces import ATLAS, ATLAS_NAMES, FaceSet, load_art, load_atlas
from vision.render.plumage import Plumage
from vision.render.style import TABLE, random_style
from vision.render.wear import Wear, worn
from vision.train.sources import DRAWN

PLAIN = fonts.FONTS[0]
"""A font of a Debian package that `make test` installs; the others are only needed for training."""


def _ink(faces: FaceSet, name: str) -> float:
    """Share of the face that is inked."""
    return float(faces.ink[name][..., 3].mean()) / 255


@pytest.mark.parametrize("name", ATLAS_NAMES)
def test_atlas_has_every_face(name: str) -> None:
    faces = load_atlas(name)
    assert faces.name == name
    assert tuple(faces.ink) == FACES
    for face, ink in faces.ink.items():
        assert ink.shape == (FACE_HEIGHT, FACE_WIDTH, 4)
        assert ink.dtype == np.uint8
        # Only the white dragon may be blank.
        assert face == "5z" or 0.02 < _ink(faces, face) < 0.7


@pytest.mark.parametrize("name", ATLAS_NAMES)
def test_atlas_faces_differ(name: str) -> None:
    faces = load_atlas(name)
    assert len({ink.tobytes() for ink in faces.ink.values()}) == len(FACES)


@pytest.mark.parametrize("name", ATLAS_NAMES)
@pytest.mark.parametrize("suit", "mps")
def test_red_five_is_redder_than_the_plain_one(name: str, suit: str) -> None:
    def redness(face: str) -> float:
        ink = load_atlas(name).ink[face].astype(float)
        return float(((ink[..., 0] - ink[..., 2]) * ink[..., 3]).sum() / ink[..., 3].sum())

    assert redness(f"0{suit}") > redness(f"5{suit}") + 10


def test_atlas_stays_as_it_is() -> None:
    digest = hashlib.sha256(ATLAS.read_bytes()).hexdigest()
    assert digest == "6cdbc9a50515e3bc143fa26b8965f6c5d14537cbac47c7a2bad6305bd29ff004"


def test_unknown_atlas_name_is_named() -> None:
    with pytest.raises(ValueError, match="'marble'; the atlas has table"):
        load_atlas("marble")


def _draw(seed: int) -> dict[str, RGBA]:
    return draw(replace(random_style(seed), numbers=PLAIN, honours=PLAIN, latin=PLAIN, east="東", green="發"))


def test_same_seed_draws_the_same() -> None:
    first, again, other = _draw(3), _draw(3), _draw(4)
    assert all(np.array_equal(first[face], again[face]) for face in FACES)
    assert all(not np.array_equal(first[face], other[face]) for face in FACES if face != "5z")


@pytest.mark.parametrize("seed", range(1, 221, 88))
def test_drawn_faces_differ(seed: int) -> None:
    drawn = _draw(seed)
    assert len({ink.tobytes() for ink in drawn.values()}) == len(FACES)
    for face, ink in drawn.items():
        assert face == "5z" or 0.015 < float(ink[..., 3].mean()) / 255 < 0.7


def test_there_are_two_hundred_trained_styles_of_many_fonts_and_birds() -> None:
    styles = [random_style(seed) for seed in range(1, DRAWN + 1)]
    assert len({replace(style, seed=0) for style in styles}) == DRAWN >= 200
    birds_of_parts = [style.bird for style in styles if isinstance(style.bird, Plumage)]
    assert len({(bird.pose, bird.tail, bird.wing) for bird in birds_of_parts}) >= 25
    assert len({font for style in styles for font in (style.numbers, style.honours)}) >= 0.9 * len(fonts.FONTS)


def test_random_styles_never_use_what_is_reserved_for_the_table() -> None:
    for seed in (*range(DRAWN + 1), *range(1001, 1013)):
        style = random_style(seed)
        assert not set(fonts.RESERVED_FONTS) & {style.numbers, style.honours, style.latin}
        assert style.dot is not dots.coin
        assert style.great_dot is not dots.great_coin
        assert style.stick is not sticks.leafed
        assert style.bird is not birds.swallow
    assert {TABLE.numbers, TABLE.honours} == set(fonts.RESERVED_FONTS)


def test_red_fives_differ_by_more_than_wear() -> None:
    for seed in range(1, DRAWN + 1):
        style = random_style(seed)
        plain = style.red_five == "marked" or not style.colours.numbers_differ_from_red
        assert style.mark != "none" or not plain


def test_reserved_manners_are_in_no_list() -> None:
    assert dots.coin not in dots.DOTS
    assert dots.great_coin not in dots.GREAT_DOTS
    assert sticks.leafed not in sticks.STICKS
    assert birds.swallow not in birds.BIRDS
    assert not set(fonts.FONTS) & set(fonts.RESERVED_FONTS)


def test_wear_takes_ink_away_and_keeps_the_rest() -> None:
    face = np.zeros((FACE_HEIGHT, FACE_WIDTH, 4), np.uint8)
    face[40:90, 30:70] = (180, 30, 40, 255)
    assert np.array_equal(worn(face, Wear(), np.random.default_rng(1)), face)
    chipped = worn(face, Wear(chipped=0.2, faded=0.3), np.random.default_rng(1))
    assert 0.4 < chipped[..., 3].sum() / face[..., 3].sum() < 0.8
    bent = worn(face, Wear(wobble=1, rough=0.3, depth=0.3), np.random.default_rng(1))
    assert 0.9 < bent[..., 3].sum() / face[..., 3].sum() < 1.1
    assert not np.array_equal(bent, face)


def test_drawing_is_fitted_to_the_face() -> None:
    canvas = Canvas()
    canvas.disc((0.2, 0.2), 0.1, (10.0, 20.0, 200.0))
    canvas.fit(0.1)
    rows, columns = np.where(canvas.face()[..., 3] > 128)
    assert columns.min() == pytest.approx(0.1 * FACE_WIDTH, abs=3)
    assert columns.max() == pytest.approx(0.9 * FACE_WIDTH, abs=3)
    assert (rows.min() + rows.max()) / 2 == pytest.approx(FACE_HEIGHT / 2, abs=1)


def test_canvas_inks_and_erases() -> None:
    canvas = Canvas()
    canvas.disc((0.5, TALL / 2), 0.4, (10.0, 20.0, 200.0))
    canvas.disc((0.5, TALL / 2), 0.2, None)
    face = canvas.face()
    assert face[FACE_HEIGHT // 2, FACE_WIDTH // 2, 3] == 0
    assert face[FACE_HEIGHT // 2, round(FACE_WIDTH * 0.8)].tolist() == [200, 20, 10, 255]
    assert face[0, 0, 3] == 0


def test_folder_of_pictures_becomes_a_set_with_red_fives(tmp_path: Path) -> None:
    for face in FACES:
        if face[0] != "0":
            picture = np.zeros((80, 60, 4), np.uint8)
            picture[20:60, 15:45] = (40, 120, 20, 255)
            cv2.imwrite(str(tmp_path / f"{face}.png"), picture)
    faces = load_art(tmp_path)
    middle = FACE_HEIGHT // 2, FACE_WIDTH // 2
    assert faces.ink["5p"][middle].tolist() == [20, 120, 40, 255]
    red, green, blue, ink = faces.ink["0p"][middle].tolist()
    assert ink == 255
    assert red > 2 * max(green, blue)


def test_folder_without_a_face_is_told(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"no 1m\.svg or 1m\.png"):
        load_art(tmp_path)


def test_broken_picture_is_told(tmp_path: Path) -> None:
    (tmp_path / "1m.png").write_bytes(b"not a picture")
    with pytest.raises(ValueError, match=r"1m\.png: not a colour picture"):
        load_art(tmp_path)


def test_open_art_is_read(shared: Path) -> None:
    pytest.importorskip("resvg_py")
    faces = load_art(shared / "data" / "tiles" / "faces" / "fluffystuff-regular")
    assert tuple(faces.ink) == FACES
    assert _ink(faces, "5z") == 0
    assert 0.05 < _ink(faces, "8s") < 0.7
