"""From everything the finder and classifier saw of a picture to tiles that fit together."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.classes import NONE
from vision.classify import Face
from vision.find import PIXELS_PER_MM, Found
from vision.layout import DEFAULT_LAYOUT
from vision.view import View
from vision.window import Place

LEAST_FOUND = 0.4
"""A tile the finder is less sure of is dropped; one of which the classifier says `none`, too."""
MOST_COMMON = 0.3
"""Two tiles that share more of the smaller one's face are one tile, seen twice."""
NEAR = 90.0
"""Tiles within so many millimetres are taken to have the same size in the picture."""
SIZE_TOLERANCE = math.log(1.2)
"""Near tiles may differ by so much in size, besides the step between two views."""
ALIKE = math.radians(12)
"""Near tiles that differ by less from parallel or square are taken to be so."""
TOUCHING = (0.85, 1.18)
"""Distance of two neighbours over the tile's size by which they may be touching: the size is not yet known better."""
PITCH = 1.01
"""Distance of the middles of touching tiles over the tile's size: tiles are never quite tight."""
FEWEST_PAIRS = 4
"""So many touching pairs must agree before the size is corrected by them."""


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A peak the finder saw in a view of the picture, with what the classifier sees there."""

    view: View
    found: Found
    face: Face

    @property
    def place(self) -> Place:
        """Where in the picture it lies."""
        return self.view.place(self.found)

    @property
    def worth(self) -> float:
        """How much this looks like a whole, well-cut tile: 0 to 1.

        A picture stretched by (26 / 19.5)^2 shows standing tiles as lying ones; only their faces tell.
        """
        upright_or_on_its_head = float(self.face.turns[0] + self.face.turns[2])
        return 0.0 if self.face.name == NONE else (self.found.score * self.face.score) ** 2 * upright_or_on_its_head


def settle(seen: Iterable[Candidate]) -> list[Candidate]:
    """The candidates that are tiles, each tile once: the worthiest first, none that covers a worthier one.

    Done twice: half a tile may look like a tile in a view of twice the size, but not among tiles of the right size.
    """
    tiles = [candidate for candidate in seen if candidate.worth > 0 and candidate.found.score >= LEAST_FOUND]
    tiles.sort(key=lambda candidate: -candidate.worth)
    first = _apart(tiles)
    return _apart(candidate for candidate in tiles if _as_large_as_near(candidate, first))


def _apart(tiles: Iterable[Candidate]) -> list[Candidate]:
    """Without those that cover an earlier one."""
    kept: list[Candidate] = []
    outlines: list[NDArray[np.float32]] = []
    for candidate in tiles:
        outline = np.array(candidate.place.corners, np.float32)
        if all(_common(outline, other) <= MOST_COMMON for other in outlines):
            kept.append(candidate)
            outlines.append(outline)
    return kept


def _as_large_as_near(candidate: Candidate, others: Sequence[Candidate]) -> bool:
    """Whether a tile's size is about the weighted median of those near it."""
    here = candidate.place
    near = [
        other
        for other in others
        if math.dist((here.x, here.y), (other.place.x, other.place.y)) <= NEAR * here.pixels_per_mm
    ]
    near.sort(key=lambda other: other.view.size)
    half = sum(other.worth for other in near) / 2
    for other in near:
        half -= other.worth
        if half <= 0:
            return abs(math.log(candidate.view.size / other.view.size)) < SIZE_TOLERANCE
    return True


def _common(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """The shared part of two faces over the smaller face."""
    if (one.max(0) <= other.min(0)).any() or (other.max(0) <= one.min(0)).any():
        return 0.0
    shared, _ = cv2.intersectConvexConvex(one, other)
    return float(shared / max(min(cv2.contourArea(one), cv2.contourArea(other)), 1e-9))


def straighten(tiles: Sequence[Candidate]) -> list[Place]:
    """The places of tiles, each with the size and the direction that it and the tiles near it have in common.

    A single tile's size is known to the step between two views only, and its angle to a few degrees. Where tiles touch,
    their distances then give the size exactly, and with it the squeeze.
    """
    if not tiles:
        return []
    centres = np.array([(tile.place.x, tile.place.y) for tile in tiles])
    worth = np.array([tile.worth for tile in tiles])
    size = np.array([math.log(tile.view.size) for tile in tiles])
    angle = np.array([tile.found.angle for tile in tiles])
    squeeze = tiles[0].view.squeeze
    offsets = _offsets(centres, [tile.view for tile in tiles])
    weight = worth * (np.hypot(offsets[..., 0], offsets[..., 1]) <= NEAR)
    size = (weight * size).sum(1) / weight.sum(1)
    differ = np.angle(np.exp(4j * (angle - angle[:, None]))) / 4
    alike = weight * (abs(differ) < ALIKE)
    angle = angle + (alike * differ).sum(1) / alike.sum(1)
    views = [View.of(math.exp(value), squeeze) for value in size]
    correction = _correction(_offsets(centres, views), angle)
    views = [view.scaled(*correction) for view in views]
    straight = [replace(tile.found, angle=float(turn)) for tile, turn in zip(tiles, angle, strict=True)]
    return [
        replace(view.place(found), x=float(x), y=float(y))
        for view, found, (x, y) in zip(views, straight, centres, strict=True)
    ]


def _offsets(centres: NDArray[np.float64], views: Sequence[View]) -> NDArray[np.float64]:
    """From each tile to each in millimetres, squeeze and size taken out as the first tile's view has it."""
    scales = np.array([(view.x, view.y) for view in views]) / PIXELS_PER_MM
    return np.asarray((centres - centres[:, None]) * scales[:, None])


def _correction(offsets: NDArray[np.float64], angle: NDArray[np.float64]) -> tuple[float, float]:
    """Factors across and down the picture by which the views have to grow for touching tiles to just touch."""
    cosine, sine = np.cos(angle)[:, None], np.sin(angle)[:, None]
    across = offsets[..., 0] * cosine + offsets[..., 1] * sine
    along = offsets[..., 1] * cosine - offsets[..., 0] * sine
    parallel = abs(np.angle(np.exp(2j * (angle - angle[:, None])))) / 2 < ALIKE
    rows: list[NDArray[np.float64]] = []
    for ahead, aside, size in (
        (across, along, DEFAULT_LAYOUT.tile_width),
        (along, across, DEFAULT_LAYOUT.tile_length),
    ):
        relative = np.hypot(ahead, aside) / (size * PITCH)
        pair = parallel & (ahead > 0) & (abs(aside) < size / 4) & (relative > TOUCHING[0]) & (relative < TOUCHING[1])
        if pair.any():
            touching = pair & (relative < 1.05 * np.quantile(relative[pair], 0.25))
            rows.append((offsets[touching] / (size * PITCH)) ** 2)
    pairs = np.concatenate(rows) if rows else np.empty((0, 2))
    if len(pairs) < FEWEST_PAIRS:
        return 1.0, 1.0
    # Each pair says: factor_x^2 dx^2 + factor_y^2 dy^2 = 1. What the pairs leave open keeps the squeeze, then the size.
    equations = np.vstack([pairs, [(0.3, -0.3), (0.1, 0), (0, 0.1)]])
    squares = np.linalg.lstsq(equations, np.append(np.ones(len(pairs)), (0, 0.1, 0.1)), rcond=None)[0]
    x, y = np.sqrt(np.clip(squares, 0.5, 2))
    return float(x), float(y)
