"""A tile set learnt from windows of its faces; what does not serve is refused with the reason."""

from __future__ import annotations

import numpy as np
import pytest

from hardware.simulated import enrolment_frames
from tablectl.rules.seat import BySeat
from tablectl.table import SeenTile, TableSnapshot
from vision.classes import BACK, CLASSES, FACES, INDEX, NONE, ROWS, tile_of
from vision.classify import Classifier
from vision.enrol import PLAIN, STRANGE, EnrolError, TileSet, variations
from vision.pipeline import Eyes
from vision.render.faces import load_atlas
from vision.render.look import Look
from vision.render.scene import Renderer


def made_up(faces: tuple[str, ...] = FACES) -> TileSet:
    """A set whose means are far apart."""
    means = np.random.default_rng(5).normal(0, 6, (len(faces), len(CLASSES)))
    return TileSet(faces, means, np.eye(len(CLASSES)))


def test_every_face_is_laid_out_once() -> None:
    assert sorted(name for names in ROWS for name in names) == sorted(FACES)


def test_a_set_learnt_from_one_picture_is_read_in_other_places() -> None:
    renderer = Renderer(load_atlas("table"), Look.of(0))
    eyes = Eyes()
    for frame in enrolment_frames(renderer):
        eyes.feed(frame)
    assert eyes.enrol(frame).faces == FACES
    # The same faces, each now before another seat.
    turned = ROWS[1:] + ROWS[:1]
    table = TableSnapshot(rivers=BySeat.of(tuple(SeenTile(tile_of(name)) for name in names) for names in turned))
    snapshots = [eyes.feed(renderer.frame(table, None, 1 + number / 10, 100 + number)) for number in range(4)]
    read = [snapshot for snapshot in snapshots if snapshot is not None][-1]
    for seat, names in enumerate(turned):
        assert [str(tile.tile) for tile in read.rivers[seat]] == list(names)


def test_a_picture_with_a_tile_missing_is_refused() -> None:
    renderer = Renderer(load_atlas("table"), Look.of(0))
    eyes = Eyes()
    with pytest.raises(EnrolError, match="markers"):
        eyes.enrol(next(enrolment_frames(renderer)))
    rivers = BySeat.of(tuple(SeenTile(tile_of(name)) for name in names) for names in ROWS)
    short = TableSnapshot(rivers=rivers.set(2, rivers[2][:-1]))
    for number in range(4):
        frame = renderer.frame(short, None, number / 10, number)
        eyes.feed(frame)
    with pytest.raises(EnrolError, match="9 tiles seen before seat 2, expected 10"):
        eyes.enrol(frame)


def test_faces_that_look_alike_are_refused() -> None:
    grey = {name: [np.full((48, 48, 3), 128, np.uint8)] for name in PLAIN}
    with pytest.raises(EnrolError, match=r"1m and 2m.* look the same"):
        TileSet.learn(Classifier(), grey)
    with pytest.raises(EnrolError, match="no picture of 7z"):
        TileSet.learn(Classifier(), {name: windows for name, windows in grey.items() if name != "7z"})


def test_back_and_none_are_left_to_the_classifier() -> None:
    learnt = made_up()
    rng = np.random.default_rng(6)
    kinds = rng.dirichlet(np.ones(len(CLASSES)), 8)
    judged = learnt.judge(kinds, learnt.means[:8] + rng.normal(0, 0.1, (8, len(CLASSES))))
    assert judged.sum(1) == pytest.approx(1)
    for name in (BACK, NONE):
        assert judged[:, INDEX[name]] == pytest.approx(kinds[:, INDEX[name]])
    assert judged[:, : len(FACES)].argmax(1).tolist() == list(range(8))


def test_a_set_without_red_fives_is_never_read_as_having_them() -> None:
    learnt = made_up(PLAIN)
    kinds = np.full((1, len(CLASSES)), 0.001)
    kinds[0, INDEX["0p"]] = 1 - 0.001 * (len(CLASSES) - 1)
    judged = learnt.judge(kinds, learnt.means[[INDEX["5p"]]])
    assert CLASSES[int(judged.argmax())] == "5p"
    assert not judged[0, [INDEX[face] for face in FACES if face[0] == "0"]].any()


def test_a_tile_unlike_all_faces_is_left_to_the_classifier_too() -> None:
    learnt = made_up()
    kinds = np.full((1, len(CLASSES)), 0.1 / (len(CLASSES) - 1))
    kinds[0, INDEX["9s"]] = 0.9
    away = np.zeros(len(CLASSES))
    away[3] = 12 * np.sqrt(STRANGE)
    judged = learnt.judge(kinds, learnt.means[[INDEX["1m"]]] + away)
    assert CLASSES[int(judged.argmax())] == "9s"
    near = learnt.judge(kinds, learnt.means[[INDEX["1m"]]] + away / 20)
    assert CLASSES[int(near.argmax())] == "1m"


def test_the_same_seed_varies_windows_the_same_way() -> None:
    windows = {name: [np.full((48, 48, 3), 20 * place + 60, np.uint8)] for place, name in enumerate(FACES[:3])}
    once, again, other = (variations(windows, 5, seed) for seed in (3, 3, 4))
    for name in windows:
        assert once[name].shape == (5, 48, 48, 3)
        assert (once[name] == again[name]).all()
        assert (once[name] != other[name]).any()
