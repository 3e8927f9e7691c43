"""A photograph with markers is read as from above, and what is found is told in the photograph's own pixels."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tablectl.rules.ruleset import TENHOU
from tablectl.simulate.deal import deal
from tablectl.simulate.playback import moments
from tablectl.table import TableSnapshot
from vision import markers
from vision.frame import Image
from vision.markers import find_markers
from vision.overhead import Overhead
from vision.read import Reader
from vision.render.faces import load_atlas
from vision.render.look import Look
from vision.render.scene import Quad, Renderer


@pytest.fixture(scope="module", params=[201, 203])
def table(request: pytest.FixtureRequest) -> tuple[Image, list[Quad]]:
    """A table in play seen a little from the side, and its tiles."""
    renderer = Renderer(load_atlas(), Look.of(request.param))
    calm = [moment for moment in moments(deal(3, TENHOU)) if any(moment.table.rivers) and moment.arm is None]
    moment = calm[len(calm) // 3]
    return renderer.frame(moment.table, None, moment.time, 0).image, renderer.true_quads(moment.table)


def test_tiles_lie_where_the_photograph_shows_them(table: tuple[Image, list[Quad]]) -> None:
    image, quads = table
    tiles = Reader().read(image).tiles
    exact = turned = 0
    for quad in quads:
        middle = quad.corners.mean(0)
        nearest = min(tiles, key=lambda tile: float(np.hypot(*(np.array(tile.centre) - middle - 0.5))))
        # 26 mm are about 45 pixels here; walls lie 16 mm above the plane that the view from above is made for.
        exact += bool(np.hypot(*(np.array(nearest.centre) - middle - 0.5)) < 6)
        turned += nearest.turn % 2 == quad.turn % 2
    assert exact >= 0.97 * len(quads)
    assert turned >= 0.97 * len(quads)


def test_a_marker_is_no_tile(table: tuple[Image, list[Quad]]) -> None:
    overhead = Overhead.of(table[0], find_markers(table[0]))
    assert overhead is not None and len(overhead.markers) == 4
    assert not any(overhead.may_hold((float(x), float(y))) for x, y in (m.mean(0) for m in overhead.markers))
    assert overhead.may_hold((table[0].shape[1] / 2, table[0].shape[0] / 2))
    assert not overhead.may_hold((-1.0, 5.0))


def test_no_view_from_above_without_markers(table: tuple[Image, list[Quad]]) -> None:
    image = table[0]
    quarter = image[: image.shape[0] // 2, : image.shape[1] // 2]
    assert Overhead.of(quarter, find_markers(quarter)) is None
    assert Overhead.of(image, {}) is None


def test_markers_are_looked_for_once(table: tuple[Image, list[Quad]], monkeypatch: pytest.MonkeyPatch) -> None:
    image = cv2.resize(table[0], None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    pictures = (image, image[: image.shape[0] // 2, : image.shape[1] // 2])
    looks: list[int] = []
    detect = markers._detect
    monkeypatch.setattr(markers, "_detect", lambda picture: looks.append(1) or detect(picture))
    for picture in pictures:
        looks.clear()
        Reader().read(np.ascontiguousarray(picture))
        assert len(looks) == 1


def test_an_empty_table_shows_no_tile_not_even_its_markers() -> None:
    image = Renderer(load_atlas(), Look.of(4)).frame(TableSnapshot(), None, 0.0, 0).image
    reading = Reader().read(image)
    assert reading.tiles == ()
    assert reading.remark is not None
    one = image[: image.shape[0] // 2, : image.shape[1] // 2]
    assert Reader().read(one).tiles == ()
