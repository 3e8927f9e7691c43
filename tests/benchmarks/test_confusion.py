"""How unseen sets are misread is measured on tables with every face, and on labelled pictures."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from benchmarks import confusion
from benchmarks.misreading import load
from benchmarks.noisy_games import MEASURED
from tablectl.rules.tile import Tile
from vision.classes import CLASSES, FACES, INDEX
from vision.classify import Face
from vision.models import model_card


def test_a_drawn_table_shows_every_face_twice_and_one_tile_sideways_a_river() -> None:
    table = confusion.drawn_table(3)
    faces = Counter(str(tile.tile) for river in table.rivers for tile in river)
    assert faces == dict.fromkeys(FACES, 2)
    assert [sum(tile.sideways for tile in river) for river in table.rivers] == [1, 1, 1, 1]
    assert confusion.drawn_table(4) != table


def test_faces_are_named_as_the_eyes_name_them() -> None:
    kinds = np.zeros(len(CLASSES))
    kinds[[INDEX["1m"], INDEX["2m"], INDEX["none"]]] = 0.4, 0.1, 0.5
    options = confusion.options_of(Face(kinds, np.full(4, 0.25)))
    assert options == ((Tile.parse("1m"), pytest.approx(0.8)), (Tile.parse("2m"), pytest.approx(0.2)))


def test_the_command_measures_labelled_pictures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    cv2.imwrite(str(tmp_path / "white.png"), np.full((60, 60, 3), 255, np.uint8))
    tiles = [{"class": "5z", "box": [10, 10, 40, 50]}, {"class": "flower", "box": [0, 0, 5, 5]}]
    labels = tmp_path / "mine.jsonl"
    labels.write_text(json.dumps({"image": "white.png", "tiles": tiles}) + "\n")
    out = tmp_path / "out.jsonl"
    monkeypatch.setattr(sys, "argv", ["confusion", "--photos", str(labels), "--out", str(out)])
    confusion.main()
    assert capsys.readouterr().out.startswith("mine: 1 faces read")
    assert json.loads(out.read_text())["networks"]["finder"] == model_card("finder")["sha256"]
    (name,) = load(out)
    assert name == "mine"
    labels.write_text("{}\n")
    with pytest.raises(SystemExit, match="2"):
        confusion.main()


def test_the_shipped_measurement_names_real_faces_only() -> None:
    sets = load(MEASURED)
    assert len(sets) > 1
    assert all(set(found.plain) | set(found.doubts) <= set(FACES) for found in sets.values())
