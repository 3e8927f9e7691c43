"""A lens measured from photographs of the printed chart, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from math import cos, radians, sin

import cv2
import numpy as np
import pypdfium2
import pytest

from vision.chart import COLUMNS, ROWS, SQUARE, View, measure, see_chart
from vision.frame import Image
from vision.layout import DEFAULT_LAYOUT
from vision.lens import Lens, LensError, pixel_map
from vision.paper import Paper
from vision.table_sheets import table_sheets

TRUE = Lens(1010.0, (655.0, 352.0), (1280, 720), (-0.15, 0.03, 0.0008, -0.0005, 0.0))
SCALE = 5.0
"""Pixels a millimetre of the printed page."""
POSES = [
    (tilt, bearing, x, y)
    for tilt, bearing, x, y in (
        (0, 0, -90, -40),
        (25, 0, 100, -50),
        (25, 60, -110, 50),
        (30, 120, 110, 55),
        (25, 180, -130, -60),
        (30, 240, 60, 60),
        (20, 300, 140, 0),
        (35, 30, -60, 10),
    )
]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Image:
    path = tmp_path_factory.mktemp("chart") / "sheet.pdf"
    table_sheets(DEFAULT_LAYOUT, Paper.A4).save(path)
    with pypdfium2.PdfDocument(path) as document:
        return np.ascontiguousarray(document[2].render(scale=SCALE * 25.4 / 72).to_numpy()[..., :3])


def photographed(page: Image, tilt: float, bearing: float, x: float, y: float, away: float = 360.0) -> Image:
    """The page as the camera sees it: slanted by degrees about an axis, its middle off the camera's axis (mm)."""
    turn = np.array([cos(radians(bearing)), sin(radians(bearing)), 0]) * radians(tilt)
    rotation = np.asarray(cv2.Rodrigues(turn)[0])
    middle = np.array(page.shape[1::-1]) / 2 / SCALE
    to_page = np.array([[1 / SCALE, 0, 0.5 / SCALE - middle[0]], [0, 1 / SCALE, 0.5 / SCALE - middle[1]], [0, 0, 1]])
    plane = TRUE.matrix @ np.column_stack([rotation[:, :2], (x, y, away)]) @ to_page
    back = np.linalg.inv(plane)
    maps = pixel_map(lambda pixels: cv2.perspectiveTransform(TRUE.straight(pixels)[None], back)[0], TRUE.size)
    return np.asarray(cv2.remap(page, *maps, cv2.INTER_LINEAR, borderValue=(90, 90, 90)), np.uint8)


@pytest.fixture(scope="module")
def views(page: Image) -> list[View]:
    return [see_chart(f"{number}.jpg", photographed(page, *pose)) for number, pose in enumerate(POSES)]


def test_the_printed_board_is_seen_whole(page: Image) -> None:
    view = see_chart("page", page)
    assert view.corners == tuple(range((COLUMNS - 1) * (ROWS - 1)))
    apart = np.diff(view.pixels.reshape(ROWS - 1, COLUMNS - 1, 2), axis=1)
    assert np.linalg.norm(apart, axis=2) / SCALE == pytest.approx(SQUARE, abs=0.2)


def test_the_lens_is_found_again(views: list[View]) -> None:
    found = measure(views)
    assert found.lens.focal == pytest.approx(TRUE.focal, rel=0.01)
    assert found.error < 0.3 and found.doubt < 0.01 * TRUE.focal
    grid = np.array([(x, y) for x in range(80, 1280, 160) for y in range(60, 720, 100)], np.float64)
    # A lens a little longer and a plane a little farther look the same: compare what is straight, scales apart.
    there, here = found.lens.straight(grid), TRUE.straight(grid)
    matrix, _ = cv2.findHomography(there, here)
    assert np.abs(cv2.perspectiveTransform(there[None], matrix)[0] - here).max() < 1.0


def test_too_few_or_too_similar_pictures_are_refused(page: Image, views: list[View]) -> None:
    with pytest.raises(LensError, match="5 pictures show the chart: at least 6"):
        measure(views[:5])
    flat = [see_chart("flat", photographed(page, 2, 60 * n, x, y)) for n, (_, _, x, y) in enumerate(POSES)]
    with pytest.raises(LensError, match="too much alike"):
        measure(flat)
    small = [see_chart("small", photographed(page, 25, 60 * n, 10 * n, 0, away=900)) for n in range(6)]
    with pytest.raises(LensError, match=r"over \d+% of the picture's"):
        measure(small)


def test_a_board_that_is_not_flat_or_not_there_is_refused(page: Image, views: list[View]) -> None:
    crooked = [
        View(view.name, view.corners, view.pixels + 6 * np.sin(view.pixels[:, ::-1] / 40), view.size) for view in views
    ]
    with pytest.raises(LensError, match="fit no lens"):
        measure(crooked)
    with pytest.raises(LensError, match=r"empty\.jpg: 0 of 35 corners"):
        see_chart("empty.jpg", np.full((720, 1280, 3), 90, np.uint8))
    other = see_chart("large.jpg", cv2.resize(photographed(page, *POSES[0]), (1920, 1080)))
    with pytest.raises(LensError, match=r"large.jpg: another size than 0.jpg"):
        measure([*views, other])


def test_a_marker_too_large_for_the_paper_is_refused() -> None:
    with pytest.raises(ValueError, match="outside what is printed"):
        table_sheets(replace(DEFAULT_LAYOUT, marker=160.0, marker_centre=300.0), Paper.A4)
