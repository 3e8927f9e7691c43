"""Tile art: the shipped atlas is whole, drawing repeats itself, folders of art are read."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.classes import FACES
from vision.render import birds, dots, glyphs, sticks
from vision.render.canvas import FACE_HEIGHT, FACE_WIDTH, TALL, Canvas
from vision.render.faces import ATLAS, ATLAS_NAMES, FaceSet, draw_faces, load_art, load_atlas, save_atlas
from vision.render.style import TABLE, random_style

FONTS_THERE = all(font.file.is_file() for font in (*glyphs.FONTS, *glyphs.RESERVED_FONTS))
needs_fonts = pytest.mark.skipif(
    not FONTS_THERE, reason="the Debian font packages of vision/render/glyphs.py are absent"
)


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


def test_atlas_is_small() -> None:
    assert ATLAS.stat().st_size <= 400_000


def test_unknown_atlas_name_is_named() -> None:
    with pytest.raises(ValueError, match="'marble'; the atlas has table"):
        load_atlas("marble")


def test_saved_atlas_comes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "copy.png"
    save_atlas({"garden": load_atlas("garden")}, path)
    monkeypatch.setattr("vision.render.faces.ATLAS", path)
    copy = load_atlas("garden")
    monkeypatch.undo()
    assert all(np.array_equal(copy.ink[face], load_atlas("garden").ink[face]) for face in FACES)


@needs_fonts
def test_same_seed_draws_the_same() -> None:
    first, again, other = draw_faces(3), draw_faces(3), draw_faces(4)
    assert all(np.array_equal(first.ink[face], again.ink[face]) for face in FACES)
    assert any(not np.array_equal(first.ink[face], other.ink[face]) for face in FACES)


def test_random_styles_never_use_what_is_reserved_for_the_table() -> None:
    for seed in range(300):
        style = random_style(seed)
        assert not set(glyphs.RESERVED_FONTS) & {*style.numbers, *style.honours}
        assert style.dot is not dots.coin
        assert style.great_dot is not dots.great_coin
        assert style.stick is not sticks.leafed
        assert style.bird is not birds.swallow
    assert set(TABLE.numbers) == set(TABLE.honours) == set(glyphs.RESERVED_FONTS)


def test_reserved_manners_are_in_no_list() -> None:
    assert dots.coin not in dots.DOTS
    assert dots.great_coin not in dots.GREAT_DOTS
    assert sticks.leafed not in sticks.STICKS
    assert birds.swallow not in birds.BIRDS
    assert not set(glyphs.FONTS) & set(glyphs.RESERVED_FONTS)


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
