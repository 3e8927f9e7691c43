"""Tile sets are kept by name: written, read, learnt anew for another network, refused when damaged; their self-test."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from tablectl.__main__ import app
from tablectl.home import data_folder
from tests.vision.photograph import in_rows, photograph
from vision.classes import CLASSES, FACES
from vision.classify import Classifier
from vision.enrol import EnrolError, TileSet
from vision.frame import Image
from vision.render.camera import CameraPose
from vision.render.faces import load_atlas
from vision.render.look import Look
from vision.selftest import FaceTest, SelfTest
from vision.tilesets import StoredSet, TileSetError, TileSets
from vision.window import Place, Windows

RUN = CliRunner()
LOOK = Look.of(3)
POSE = CameraPose.aimed((-40, -150, 500), (0, 0), 5, 270, (1200, 900))


def drawn() -> dict[str, Image]:
    """The window of each face in a drawn photograph."""
    laid = in_rows(LOOK)
    photo = photograph(load_atlas("table"), LOOK, laid, POSE)
    places = []
    for piece in laid:
        top, turn = piece.size[2], np.deg2rad(piece.angle)
        axes = np.array([(0, 0), (np.cos(turn), np.sin(turn)), (np.sin(turn), -np.cos(turn))])
        centre, across, along = POSE.project([(piece.x + x, piece.y + y, top) for x, y in axes]) + 0.5
        places.append(Place(*centre, tuple(across - centre), tuple(along - centre)))
    return dict(zip((piece.face for piece in laid), Windows(photo).cut(places), strict=True))


@pytest.fixture(autouse=True)
def few_variations(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer than are used on a table: these tests are about what becomes of a set."""
    monkeypatch.setattr("vision.enrol.VARIATIONS", 8)
    monkeypatch.setattr("vision.selftest.VIEWS", 3)


@pytest.fixture(scope="module")
def classifier() -> Classifier:
    return Classifier()


@pytest.fixture
def stored(classifier: Classifier) -> StoredSet:
    """A set with made-up means."""
    rng = np.random.default_rng(5)
    pictures = ({face: rng.integers(0, 256, (48, 48, 3), np.uint8) for face in FACES},)
    learnt = TileSet(FACES, rng.normal(0, 6, (len(FACES), len(CLASSES))), np.eye(len(CLASSES)))
    return StoredSet("mine", date(2026, 1, 5), pictures, learnt, classifier.network, 1.0)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TileSets]:
    """The sets of a user who has none yet."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    yield TileSets.of_user()


def test_a_set_comes_back_as_it_was_saved(home: TileSets, stored: StoredSet, classifier: Classifier) -> None:
    assert home.names() == ()
    home.save(stored)
    home.save(replace(stored, name="other-1"))
    assert home.names() == ("mine", "other-1")
    read = home.load("mine", classifier)
    assert read.to_json() == stored.to_json()
    assert read.learnt.means == pytest.approx(stored.learnt.means)
    assert all((read.pictures[0][face] == stored.pictures[0][face]).all() for face in FACES)
    home.delete("mine")
    assert home.names() == ("other-1",)
    with pytest.raises(TileSetError, match="no tile set 'mine' is enrolled"):
        home.delete("mine")


def test_another_network_learns_the_set_anew(home: TileSets, stored: StoredSet, classifier: Classifier) -> None:
    pictures = (drawn(),)
    home.save(replace(stored, network="0" * 64, pictures=pictures))
    read = home.load("mine", classifier)
    assert read.network == classifier.network
    test = SelfTest.of(classifier, read.learnt, pictures)
    assert test.right > 0.97
    assert {face.face for face in test.faces} == set(FACES)
    near = {face.face: face.rival for face in test.faces}
    assert near["2z"] == "3z" and near["2m"] in ("1m", "3m")
    lines = list(test.lines())
    assert lines[0].startswith("self-test (new views of the same picture): ")
    assert len(lines) == 2 + len(FACES)
    assert home.classifier("").tile_set is None


def test_names_that_could_leave_the_folder_are_refused(home: TileSets, stored: StoredSet) -> None:
    for name in ("", "../x", "a b", ".hidden", "x" * 41, "a/b"):
        with pytest.raises(TileSetError, match="is no name for a tile set"):
            home.save(replace(stored, name=name))


def test_damaged_files_are_refused_with_what_to_do(home: TileSets, stored: StoredSet, classifier: Classifier) -> None:
    with pytest.raises(TileSetError, match="there are: none yet"):
        home.load("mine", classifier)
    home.save(stored)
    content = home.path("mine").read_bytes()
    for broken in (b"", b"nothing", content[: len(content) // 2]):
        home.path("mine").write_bytes(broken)
        with pytest.raises(TileSetError, match="enrol the set again"):
            home.load("mine", classifier)
    with home.path("mine").open("wb") as file:
        np.savez(file, about=np.array('{"format": 2}'))
    with pytest.raises(TileSetError, match="format 2, expected 1"):
        home.load("mine", classifier)


def test_the_data_folder_follows_the_desktop_convention() -> None:
    assert data_folder({"XDG_DATA_HOME": "/data"}) == Path("/data/tablectl")
    assert data_folder({"XDG_DATA_HOME": "data"}) == Path.home() / ".local/share/tablectl" == data_folder({})


def test_a_set_that_misreads_its_own_faces_is_refused() -> None:
    poor = FaceTest("2z", 12, 6, 0.7, "3z", {"3z": 6})
    fair = FaceTest("3z", 12, 12, 4.0, "2z", {})
    test = SelfTest((poor, fair), across=False)
    assert test.weak == (poor,)
    with pytest.raises(EnrolError, match=r"only 75.0% .*: 2z \(as 3z 6\);"):
        test.check()
    assert "WEAK as 3z 6" in list(test.lines())[2]


def test_the_command_learns_lists_uses_and_forgets_a_set(home: TileSets, tmp_path: Path) -> None:
    photo = tmp_path / "rows.png"
    cv2.imwrite(str(photo), photograph(load_atlas("table"), LOOK, in_rows(LOOK), POSE))
    done = RUN.invoke(app, ["enrol", "mine", str(photo), "--json"])
    assert done.exit_code == 0, done.output
    assert '"surprises": {}' in done.stdout
    again = RUN.invoke(app, ["enrol", "mine", str(photo)])
    assert again.exit_code == 2
    assert "enrolled already: take another name, or add --replace" in again.stderr
    assert "mine: 37 faces, 3 red fives, from 1 picture" in RUN.invoke(app, ["enrol", "--list"]).stdout
    taught = home.classifier("mine")
    assert [face.name for face in taught.classify(np.stack([drawn()["2z"]]))] == ["2z"]
    assert RUN.invoke(app, ["enrol", "mine", "--delete"]).exit_code == 0
    unknown = RUN.invoke(app, ["read", str(photo), "--tile-set", "mine"])
    assert unknown.exit_code == 2 and "no tile set 'mine'" in unknown.stderr


def test_the_command_prints_the_form_and_refuses_what_it_cannot_do(home: TileSets, tmp_path: Path) -> None:
    printed = RUN.invoke(app, ["enrol", "mine", "--print", str(tmp_path / "form.pdf"), "--paper", "a3"])
    assert printed.exit_code == 0 and (tmp_path / "form.pdf").read_bytes().startswith(b"%PDF")
    assert "one page A3" in printed.stdout and "31 x 42 mm" in printed.stdout
    for arguments, told in (
        (["mine"], "0 pictures are given, expected one to 4"),
        (["--delete"], "name the tile set"),
        (["../mine", "photo.jpg"], "is no name for a tile set"),
        (["mine", str(tmp_path / "form.pdf")], "not a picture"),
        (["mine", "--print", str(tmp_path / "no" / "form.pdf")], "cannot be written"),
    ):
        refused = RUN.invoke(app, ["enrol", *arguments])
        assert refused.exit_code == 2
        assert told in refused.stderr
