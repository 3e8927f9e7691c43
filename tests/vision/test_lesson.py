"""Pictures of a tile set laid out to be learnt: on the printed form or in rows, in any turn; poor ones are refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.photograph import in_rows, on_form, page, photograph
from vision.classes import BACK, FACES, ROWS
from vision.enrol import EnrolError
from vision.form import Form
from vision.form_view import FormView
from vision.frame import Image
from vision.lesson import Lesson, check_backs, check_light, check_order, in_cells
from vision.lesson import in_rows as read_rows
from vision.paper import Paper
from vision.read import Reader, ReadTile
from vision.render.camera import CameraPose
from vision.render.faces import load_atlas
from vision.render.look import Look

LOOK = Look.of(3)
ART = load_atlas("table")


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


def read(name: str, x: float, y: float, score: float = 1.0, turned: float = 0.0) -> ReadTile:
    """A tile of 20 x 27 pixels, its foot down, the picture turned by so many degrees."""
    sine, cosine = np.sin(np.deg2rad(turned)), np.cos(np.deg2rad(turned))
    corners = np.array([(x - 10, y - 13.5), (x + 10, y - 13.5), (x + 10, y + 13.5), (x - 10, y + 13.5)])
    first, second, third, fourth = ((float(a), float(b)) for a, b in corners @ [(cosine, sine), (-sine, cosine)])
    return ReadTile(name, score, (first, second, third, fourth))


def laid(rows: tuple[tuple[str, ...], ...], turned: float = 0.0) -> list[ReadTile]:
    """Rows as they lie, the tiles in no order."""
    tiles = [
        read(name, 21.0 * column, 30.0 * number, turned=turned)
        for number, row in enumerate(rows)
        for column, name in enumerate(row)
    ]
    return [tiles[place] for place in np.random.default_rng(1).permutation(len(tiles))]


@pytest.mark.parametrize("turned", [0, 90, 180, 270, 33])
@pytest.mark.parametrize("reds", ["", "0m", "0m 0p 0s"])
def test_rows_are_put_in_order_in_any_turn_with_the_red_fives_there_are(turned: float, reds: str) -> None:
    rows = tuple(tuple(face for face in row if face[0] != "0" or face in reds) for row in ROWS)
    found = read_rows(laid(rows, turned))
    assert {face: tile.name for face, tile in found.items()} == {face: face for row in rows for face in row}


def test_rows_of_other_lengths_are_refused_with_what_is_wrong() -> None:
    with pytest.raises(EnrolError, match=r"4 rows of 10, 8, 10, 7 tiles are seen.*: the dots are 8;"):
        read_rows(laid((ROWS[0], ROWS[1][:8], ROWS[2], ROWS[3])))
    with pytest.raises(EnrolError, match="3 rows of 10, 10, 10 tiles"):
        read_rows(laid(ROWS[:3]))


def test_exchanged_tiles_are_refused_but_a_misread_one_is_what_learning_is_for() -> None:
    right = {face: read(face, 0, 0) for face in FACES}
    assert check_order(right | {"2z": read("3z", 0, 0)}) == {"2z": "3z"}
    with pytest.raises(EnrolError, match="place of 2z shows 3z; the place of 3z shows 2z"):
        check_order(right | {"2z": read("3z", 0, 0), "3z": read("2z", 0, 0)})
    with pytest.raises(EnrolError, match=r"in the right order.*and 14 more"):
        check_order(dict(zip(FACES, laid_names(ROWS[1] + ROWS[0] + ROWS[2] + ROWS[3]), strict=True)))


def laid_names(names: tuple[str, ...]) -> list[ReadTile]:
    plain = [name for name in names if name[0] != "0"]
    return [read(name, 0, 0) for name in (*plain, "0m", "0p", "0s")]


def test_the_form_is_read_from_a_slant_and_says_which_cell_is_empty(reader: Reader, tmp_path: Path) -> None:
    form = Form.on(Paper.A4)
    pose = CameraPose.aimed((60, -120, 420), (0, 0), 4, 290, (1600, 1200))
    faces = [face for face in FACES if face != "0s"]
    photo = photograph(ART, LOOK, on_form(form, faces, LOOK), pose, page(form, tmp_path))
    lesson = Lesson.of(np.ascontiguousarray(np.rot90(photo)), reader)
    assert lesson.on_form
    assert set(lesson.windows) == set(faces)
    assert lesson.surprises == {}
    view = FormView.of(photo)
    assert view is not None
    assert view.empty == {"0s"}


def test_empty_cells_and_tiles_face_down_are_named() -> None:
    form = Form.on(Paper.A3)
    view = FormView(form, np.zeros((1, 1, 3), np.uint8), 2.0, 2.0, frozenset({"3p"}))
    centres = {face: (2 * form.centre(face)[0], 2 * form.centre(face)[1]) for face in FACES}
    tiles = [read(face, *centres[face]) for face in FACES]
    assert set(in_cells(tiles, replace(view, empty=frozenset({"0s"})))) == set(FACES) - {"0s"}
    with pytest.raises(EnrolError, match="no tile is seen on the place of 3p:"):
        in_cells(tiles, view)
    down = [read(BACK, *centres["1z"]), *(tile for tile in tiles if tile.name != "1z"), read("9s", 5.0, 5.0)]
    with pytest.raises(EnrolError, match="the place of 1z lies face down"):
        check_backs(in_cells(down, replace(view, empty=frozenset())))


def test_small_tiles_are_refused(reader: Reader) -> None:
    pose = CameraPose.aimed((0, 0, 900), (0, 0), 0, 760, (720, 720))
    with pytest.raises(EnrolError, match=r"only (1[6-9]|2[0-4]) pixels wide"):
        Lesson.of(photograph(ART, replace(LOOK, blur=0.4), in_rows(LOOK), pose), reader)


def windows(ground: float = 215.0, ink: float = 40.0, sigma: float = 0.0) -> dict[str, Image]:
    """Tiles with two strokes of ink each."""
    face = np.full((48, 48, 3), ground, np.float32)
    for column in (15, 26):
        face[12:36, column : column + 6] = ink
    if sigma:
        face = np.asarray(cv2.GaussianBlur(face, (0, 0), sigma), np.float32)
    return {name: face.astype(np.uint8) for name in FACES}


@pytest.mark.parametrize(
    ("poor", "told"),
    [
        (windows(ground=50, ink=5), "too dark"),
        (windows(ground=255), "overexposed"),
        (windows(sigma=3.0), "blurred"),
        (windows(ground=120, ink=110), "hardly any contrast"),
        (windows() | {"3p": np.full((48, 48, 3), 254, np.uint8)}, "mirrored on 3p"),
    ],
)
def test_poor_light_is_named(poor: dict[str, Image], told: str) -> None:
    check_light(windows())
    with pytest.raises(EnrolError, match=told):
        check_light(poor)
