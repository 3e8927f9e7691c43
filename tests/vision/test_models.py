"""The shipped networks: whole, small, and able to read art they were not trained on."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.classes import CLASSES, FACES
from vision.classify import WINDOW_MM, WINDOW_PIXELS, Classifier
from vision.find import PIXELS_PER_MM, STRIDE, Finder
from vision.models import MODELS, load_model
from vision.render.faces import FaceSet, load_atlas

CARDS: dict[str, dict[str, Any]] = json.loads((MODELS / "models.json").read_text(encoding="utf-8"))
CLOTH = (70, 110, 50)


@pytest.fixture(scope="module")
def table_art() -> FaceSet:
    return load_atlas("table")


def _tile(faces: FaceSet, name: str, pixels_per_mm: float) -> NDArray[np.uint8]:
    """A face-up tile seen straight from above."""
    height, width = round(26 * pixels_per_mm), round(19.5 * pixels_per_mm)
    ink = cv2.resize(faces.ink[name], (width, height), interpolation=cv2.INTER_AREA).astype(np.float32)
    share = ink[..., 3:] / 255 * 0.95
    return np.asarray(np.array(faces.body) * (1 - share) + ink[..., 2::-1] * share, np.uint8)


def _put(picture: NDArray[np.uint8], tile: NDArray[np.uint8], x: float, y: float) -> None:
    """Lay a tile with its middle at a pixel, a thin dark seam around it."""
    height, width = tile.shape[:2]
    left, top = round(x - width / 2), round(y - height / 2)
    cv2.rectangle(picture, (left - 1, top - 1), (left + width, top + height), (60, 80, 60), 1)
    picture[top : top + height, left : left + width] = tile


def _window(faces: FaceSet, name: str) -> NDArray[np.uint8]:
    scale = 3 * WINDOW_PIXELS / WINDOW_MM
    side = 3 * WINDOW_PIXELS
    picture = np.full((side, side, 3), CLOTH, np.uint8)
    _put(picture, _tile(faces, name, scale), side / 2, side / 2)
    return np.asarray(cv2.resize(picture, (WINDOW_PIXELS, WINDOW_PIXELS), interpolation=cv2.INTER_AREA), np.uint8)


@pytest.mark.parametrize("name", ("finder", "classifier"))
def test_file_is_small_and_has_a_card(name: str) -> None:
    path = MODELS / CARDS[name]["file"]
    assert path.stat().st_size < 3_000_000
    assert hashlib.sha256(path.read_bytes()).hexdigest() == CARDS[name]["sha256"]
    text = (MODELS / f"{name}.md").read_text(encoding="utf-8")
    for section in ("Sources", "Held out", "Figures", "Weak"):
        assert f"## {section}" in text


def test_entries_agree_with_the_program() -> None:
    assert CARDS["classifier"]["input"] == [WINDOW_PIXELS, WINDOW_PIXELS]
    assert CARDS["classifier"]["window_mm"] == WINDOW_MM
    assert CARDS["finder"]["stride"] == STRIDE
    assert CARDS["finder"]["pixels_per_mm"] == pytest.approx(PIXELS_PER_MM, abs=1e-3)
    assert 0.2 < CARDS["classifier"]["temperature"] < 3


@pytest.mark.parametrize("count", (1, 5))
def test_classifier_takes_any_number_of_windows(count: int) -> None:
    outputs = load_model("classifier").run(np.zeros((count, WINDOW_PIXELS, WINDOW_PIXELS, 3), np.uint8))
    assert outputs.shape == (count, len(CLASSES) + 4)


@pytest.mark.parametrize("size", ((64, 96), (208, 144)))
def test_finder_takes_any_size(size: tuple[int, int]) -> None:
    outputs = load_model("finder").run(np.zeros((1, *size, 3), np.uint8))
    assert outputs.shape == (1, 6, size[0] // STRIDE, size[1] // STRIDE)


def test_classifier_names_faces_it_was_not_trained_on(table_art: FaceSet) -> None:
    windows = np.stack([_window(table_art, name) for name in FACES])
    names = [face.name for face in Classifier().classify(windows)]
    assert sum(name == face for name, face in zip(names, FACES, strict=True)) >= 34


@pytest.mark.parametrize("quarters", (1, 2, 3))
def test_classifier_tells_the_turn(table_art: FaceSet, quarters: int) -> None:
    names = ("1m", "2m", "4m", "7m", "9m", "1z", "2z", "3z", "6z", "7p")
    windows = np.stack([np.rot90(_window(table_art, name), -quarters) for name in names])
    turns = [face.turn for face in Classifier().classify(windows)]
    assert sum(turn == quarters for turn in turns) >= 9


def test_bare_cloth_is_none() -> None:
    noise = np.random.default_rng(1).normal(0, 4, (8, WINDOW_PIXELS, WINDOW_PIXELS, 3))
    windows = (np.array(CLOTH) + noise).clip(0, 255).astype(np.uint8)
    assert {face.name for face in Classifier().classify(windows)} == {"none"}


def test_finder_finds_a_touching_row_and_a_sideways_tile(table_art: FaceSet) -> None:
    width, length = 19.5 * PIXELS_PER_MM, 26 * PIXELS_PER_MM
    picture = np.full((200, 280, 3), CLOTH, np.uint8)
    expected = [(60 + place * (width + 1), 100.0) for place in range(6)]
    for (x, y), name in zip(expected, ("1m", "5p", "5z", "9s", "3z", "0s"), strict=True):
        _put(picture, _tile(table_art, name, PIXELS_PER_MM), x, y)
    lying = 60 + 5.5 * (width + 1) + length / 2 + 1, 100 + (length - width) / 2
    _put(picture, np.rot90(_tile(table_art, "7m", PIXELS_PER_MM)), *lying)
    found = Finder().find(picture)
    assert len(found) == 7
    for x, y in [*expected, lying]:
        nearest = min(found, key=lambda tile: (tile.x - x) ** 2 + (tile.y - y) ** 2)
        assert abs(nearest.x - x) < 4
        assert abs(nearest.y - y) < 4
        assert nearest.sideways == ((x, y) == lying)


def test_finder_finds_nothing_on_bare_cloth() -> None:
    noise = np.random.default_rng(2).normal(0, 4, (240, 240, 3))
    picture = (np.array(CLOTH) + noise).clip(0, 255).astype(np.uint8)
    assert Finder().find(picture) == ()
