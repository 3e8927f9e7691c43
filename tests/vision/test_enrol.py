"""A tile set learnt from one picture; pictures that do not serve are refused with the reason."""

from __future__ import annotations

import numpy as np
import pytest

from hardware.simulated import enrolment_frames
from tablectl.rules.seat import BySeat
from tablectl.table import SeenTile, TableSnapshot
from vision.classes import BACK, CLASSES, FACES, INDEX, NONE, tile_of
from vision.classify import Classifier
from vision.enrol import EnrolError, TileSet
from vision.pipeline import ENROLMENT, Eyes
from vision.render.faces import load_atlas
from vision.render.look import Look
from vision.render.scene import Renderer


def test_every_face_is_laid_out_once() -> None:
    assert sorted(name for names in ENROLMENT for name in names) == sorted(FACES)


def test_a_set_learnt_from_one_picture_is_read_in_other_places() -> None:
    renderer = Renderer(load_atlas("table"), Look.of(0))
    eyes = Eyes()
    for frame in enrolment_frames(renderer):
        eyes.feed(frame)
    assert eyes.enrol(frame).right >= 0.98
    # The same faces, each now before another seat.
    turned = ENROLMENT[1:] + ENROLMENT[:1]
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
    rivers = BySeat.of(tuple(SeenTile(tile_of(name)) for name in names) for names in ENROLMENT)
    short = TableSnapshot(rivers=rivers.set(2, rivers[2][:-1]))
    for number in range(4):
        frame = renderer.frame(short, None, number / 10, number)
        eyes.feed(frame)
    with pytest.raises(EnrolError, match="9 tiles seen before seat 2, expected 10"):
        eyes.enrol(frame)


def test_faces_that_look_alike_are_refused() -> None:
    grey = {name: np.full((48, 48, 3), 128, np.uint8) for name in FACES}
    with pytest.raises(EnrolError, match="cannot be told apart"):
        TileSet.learn(Classifier(), grey)
    with pytest.raises(EnrolError, match="no picture of 0s"):
        TileSet.learn(Classifier(), {name: window for name, window in grey.items() if name != "0s"})


def test_back_and_none_are_left_to_the_classifier() -> None:
    rng = np.random.default_rng(5)
    means = rng.normal(0, 3, (len(FACES), len(CLASSES)))
    kinds = rng.dirichlet(np.ones(len(CLASSES)), 8)
    judged = TileSet(means, np.eye(len(CLASSES)), 1.0).judge(kinds, means[:8] + rng.normal(0, 0.1, (8, len(CLASSES))))
    assert judged.sum(1) == pytest.approx(1)
    for name in (BACK, NONE):
        assert judged[:, INDEX[name]] == pytest.approx(kinds[:, INDEX[name]])
    assert judged[:, : len(FACES)].argmax(1).tolist() == list(range(8))
