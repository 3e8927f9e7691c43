"""A photograph with markers is read as from above, and what is found is told in the photograph's own pixels."""

from __future__ import annotations

import numpy as np
import pytest

from tablectl.rules.ruleset import TENHOU
from tablectl.simulate.deal import deal
from tablectl.simulate.playback import moments
from tablectl.table import TableSnapshot
from vision.frame import Image
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
    overhead = Overhead.of(table[0])
    assert overhead is not None and len(overhead.markers) == 4
    assert not any(overhead.may_hold((float(x), float(y))) for x, y in (m.mean(0) for m in overhead.markers))
    assert overhead.may_hold((table[0].shape[1] / 2, table[0].shape[0] / 2))
    assert not overhead.may_hold((-1.0, 5.0))


def test_no_view_from_above_without_markers(table: tuple[Image, list[Quad]]) -> None:
    image = table[0]
    quarter = image[: image.shape[0] // 2, : image.shape[1] // 2]
    assert Overhead.of(quarter) is None
    assert Overhead.of(np.zeros((40, 30, 3), np.uint8)) is None


def test_an_empty_table_shows_no_tile_not_even_its_markers() -> None:
    image = Renderer(load_atlas(), Look.of(4)).frame(TableSnapshot(), None, 0.0, 0).image
    reading = Reader().read(image)
    assert reading.tiles == ()
    assert reading.remark is not None
    one = image[: image.shape[0] // 2, : image.shape[1] // 2]
    assert Reader().read(one).tiles == ()
