"""A cap on the lens, a paper before it, far too much light or none: nothing is believed of it, and it is said."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tablectl.rules.seat import BySeat
from tablectl.rules.tile import parse_tiles
from tablectl.table import SeenHand, SeenTile, TableSnapshot
from vision.frame import Frame, Image
from vision.locate import SEEN
from vision.pipeline import Eyes
from vision.render.faces import load_atlas
from vision.render.look import Look
from vision.render.scene import Renderer

TABLE = TableSnapshot(
    rivers=BySeat.of(
        tuple(SeenTile(tile) for tile in parse_tiles(text)) for text in ("19m4z", "1234p", "9s8s2m", "1z6z")
    ),
    hands=BySeat(*[SeenHand(standing=13)] * 4),
    walls=BySeat((2,) * 17, (0,) * 5 + (2,) * 12, (2,) * 17, (0,) * 17),
)
NOISE = np.random.default_rng(1).normal(0, 3, (1520, 2028, 3))


def _noisy(image: Image) -> Image:
    return (image.astype(np.float64) + NOISE).clip(0, 255).astype(np.uint8)


@pytest.mark.parametrize(
    ("word", "spoil"),
    (
        ("black", lambda image: _noisy(image // 64)),
        ("even surface", lambda image: _noisy(np.full_like(image, 150))),
        ("burnt out", lambda image: cv2.convertScaleAbs(image, alpha=9)),
        ("dark", lambda image: _noisy(image // 6)),
        ("blurred", lambda image: cv2.GaussianBlur(image, (0, 0), 25)),
    ),
)
def test_a_covered_lens_takes_no_tile_away_and_adds_none(word: str, spoil: Callable[[Image], Image]) -> None:
    eyes, renderer = Eyes(), Renderer(load_atlas(), Look.of(3))
    good = [renderer.frame(TABLE, None, number / 10, number) for number in range(4)]
    shown = [table for frame in good if (table := eyes.feed(frame)) is not None][-1]
    assert not shown.stale
    assert [len(river) for river in shown.rivers] == [3, 4, 3, 2]
    bad = np.asarray(spoil(good[0].image), np.uint8)
    for number, time in enumerate((0.5, 0.6, 0.7, 0.8, 0.9, 6.0, 6.6, 7.2, 12.0, 12.6), start=4):
        table = eyes.feed(Frame(bad, time, number))
        if table is not None:
            assert replace(table, number=0, time=0.0, stale=frozenset()) == replace(shown, number=0, time=0.0)
    assert word in eyes.status
    again = [table for number in range(20, 26) if (table := eyes.feed(renderer.frame(TABLE, None, number, number)))]
    assert not again[-1].stale
    for before, now in zip(shown.rivers, again[-1].rivers, strict=True):
        # A look more may change how sure an unsure face is.
        assert [(tile.tile, tile.sideways, tile.at) for tile in now] == [
            (tile.tile, tile.sideways, tile.at) for tile in before
        ]
    assert eyes.status == SEEN
