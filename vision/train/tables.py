"""Whole tables as the renderer draws them, as a source of scenes: true perspective, shadows, arms and walls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tablectl.rules.ruleset import TENHOU
from tablectl.simulate.deal import deal
from tablectl.simulate.playback import Moment, moments
from vision.frame import Image
from vision.render.faces import draw_faces
from vision.render.lighting import LIGHTS, under
from vision.render.look import Look
from vision.render.scene import Renderer
from vision.render.style import pick
from vision.train.sources import DRAWN

TABLES = 72
"""Rendered pictures."""
GAMES = 6
FIRST_SEED = 100_000
"""Looks and games from here on are the training's own; tests use smaller seeds."""
_HIDDEN = 25
"""Mean grey levels by which an arm changes a tile that it hides."""


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """`tiles`: rows of x, y in pixels, direction of the long side (radians clockwise from the vertical), 1 to be
    found or 0 hidden by an arm. `pixels_per_mm`: of most tiles."""

    image: Image
    tiles: NDArray[np.float32]
    pixels_per_mm: float


def rendered(count: int = TABLES) -> list[Table]:
    """Moments of simulated games, each with a look and drawn tiles of its own."""
    games = [list(moments(deal(FIRST_SEED + game, TENHOU))) for game in range(GAMES)]
    return [_table(FIRST_SEED + number, games) for number in range(count)]


def _table(seed: int, games: Sequence[Sequence[Moment]]) -> Table:
    rng = np.random.default_rng(seed)
    look = Look.of(seed)
    if seed % 2:
        # Every second one stands in one of the rooms that tables are used in.
        look = under(look, list(LIGHTS)[seed // 2 % len(LIGHTS)])
    renderer = Renderer(draw_faces(int(rng.integers(1, DRAWN + 1))), look)
    moment = pick(rng, [moment for moment in pick(rng, games) if any(moment.table.rivers)])
    clear = renderer.frame(moment.table, None, moment.time, 0).image
    image = clear if moment.arm is None else renderer.frame(moment.table, moment.arm, moment.time, 1).image
    changed = cv2.blur(cv2.absdiff(clear, image).mean(2), (9, 9))
    rows: list[tuple[float, float, float, float]] = []
    lengths: list[float] = []
    for quad in renderer.true_quads(moment.table):
        x, y = quad.corners.mean(0)
        up_x, up_y = quad.corners[0] - quad.corners[3]
        if 0 <= x < image.shape[1] and 0 <= y < image.shape[0]:
            seen = changed[int(y), int(x)] < _HIDDEN
            rows.append((float(x), float(y), float(np.arctan2(up_x, -up_y)), float(seen)))
            lengths.append(float(np.hypot(up_x, up_y)))
    return Table(image, np.array(rows, np.float32), float(np.median(lengths)) / renderer.layout.tile_length)
