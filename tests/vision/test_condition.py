"""What is said of pictures that show nothing."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from tablectl.table import TableSnapshot
from vision.condition import complaint
from vision.frame import Image
from vision.picture import open_picture
from vision.render.faces import load_atlas
from vision.render.lighting import LIGHTS, under
from vision.render.look import Look
from vision.render.scene import Renderer
from vision.stabilize import small_of


def _photos(shared: Path) -> list[Image]:
    names = ("riichi-box", "green-table-hands", "riichi-standing", "macro-crops")
    return [
        open_picture(path) for name in names for path in sorted((shared / "data/tiles/photos" / name).iterdir())[::9]
    ]


def test_good_photographs_are_left_alone(shared: Path) -> None:
    complaints = [complaint(photo) for photo in _photos(shared)]
    assert len(complaints) > 40
    assert complaints.count(None) == len(complaints)


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("seed", [0, 2, 4])
def test_a_table_without_tiles_is_left_alone_in_any_light(seed: int, light: str) -> None:
    table = Renderer(load_atlas(), under(Look.of(seed), light)).frame(TableSnapshot(), None, 0.0, 0).image
    assert complaint(table) is None
    assert complaint(small_of(table)) is None


@pytest.mark.parametrize(
    ("word", "spoil"),
    (
        ("black", lambda photo: photo // 16),
        ("dark", lambda photo: photo // 5),
        ("burnt out", lambda photo: cv2.convertScaleAbs(photo, alpha=6)),
        ("blurred", lambda photo: cv2.GaussianBlur(photo, (0, 0), max(photo.shape) / 200)),
        ("even", lambda photo: np.full_like(photo, 120)),
    ),
)
def test_each_fault_is_named(shared: Path, word: str, spoil: object) -> None:
    assert callable(spoil)
    for photo in _photos(shared)[::6]:
        found = complaint(np.asarray(spoil(photo), np.uint8))
        assert found is not None
        assert word in found.text


def test_noise_does_not_make_an_even_surface_a_picture() -> None:
    noise = np.random.default_rng(1).normal(90, 5, (480, 640, 3)).clip(0, 255).astype(np.uint8)
    found = complaint(noise)
    assert found is not None
    assert found.hopeless
    assert "even" in found.text
