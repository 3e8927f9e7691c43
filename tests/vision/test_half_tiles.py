"""A finder that takes half a tile for one lying the other way does not spoil the newest discard."""

from __future__ import annotations

from dataclasses import replace
from math import pi

import pytest

from tablectl.rules.seat import SEATS, BySeat
from tablectl.rules.tile import parse_tiles
from tablectl.table import SeenTile, TableSnapshot
from vision.find import PIXELS_PER_MM, Finder, Found
from vision.frame import Image
from vision.pipeline import Eyes
from vision.render.faces import load_atlas
from vision.render.look import Look
from vision.render.scene import Renderer

HALF = 5.7
"""Millimetres from a tile's middle to where half of it was once found."""


class HalfFinder(Finder):
    """Finds upright tiles too low, lying sideways."""

    def find(self, image: Image, least: float | None = None, rim: int = 0) -> tuple[Found, ...]:
        found = super().find(image, least, rim)
        return tuple(
            each if each.sideways else replace(each, y=each.y + HALF * PIXELS_PER_MM, sideways=True, angle=pi / 2)
            for each in found
        )


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("face", ["4p", "9m", "1z", "3s"])
def test_the_newest_discard_is_looked_at_where_it_should_lie(seat: int, face: str) -> None:
    table, eyes = Renderer(load_atlas(), Look.of(1)), Eyes(finder=HalfFinder())
    laid = TableSnapshot(
        rivers=BySeat.of(tuple(SeenTile(tile) for tile in parse_tiles(face if s == seat else "")) for s in SEATS)
    )
    shown = [seen for n in range(4) if (seen := eyes.feed(table.frame(laid, None, n / 10, n))) is not None]
    assert [(str(tile.tile), tile.sideways) for tile in shown[-1].rivers[seat]] == [(face, False)]
