"""Scenes to train the finder on: patches of table with every tile's middle and direction."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find import PIXELS_PER_MM, STRIDE
from vision.frame import Image
from vision.render.style import pick
from vision.train.groups import HELD, laid
from vision.train.lamp import Room, lit
from vision.train.lens import photographed
from vision.train.sources import Photo, TileSet
from vision.train.tables import Table
from vision.train.tabletop import STEEP, Piece, Tabletop
from vision.train.things import FINE

SIDE = 192
"""Pixels of a scene: 144 mm."""
CELLS = SIDE // STRIDE
MOSTLY_SEEN, LEAST_SEEN = 0.6, 0.15
"""A tile is to be found if so much of its upper side is seen; between both it may be found or not."""
_SIZE = 560
_QUARTER = math.pi / 2
_ROOMS = (Room.GOOD,) * 2 + (Room.ANY,) * 6 + (Room.EVENING,) * 2
Mask = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """`tiles`: rows of x, y in pixels, direction of the long side (radians clockwise from the vertical), and 1 for a
    tile to be found or 0 for one that may be found or not. `judged`: which cells of the heat map count (0 or 1)."""

    image: Image
    tiles: NDArray[np.float32]
    judged: Mask


class SceneMaker:
    """Makes scenes: `scene(n)` is the same for the same sources, seed and number."""

    def __init__(
        self,
        sets: Sequence[TileSet],
        pictures: Sequence[Photo],
        tables: Sequence[Table],
        seed: int,
        photo_share: float,
        table_share: float,
    ) -> None:
        self._sets, self._photos, self._tables, self._seed = sets, pictures, tables, seed
        self._photo_share, self._table_share = photo_share, table_share

    def scene(self, number: int) -> Scene:
        rng = np.random.default_rng([self._seed, number])
        kind = rng.random()
        if kind < self._photo_share:
            return _from_photo(rng, pick(rng, self._photos))
        if kind < self._photo_share + self._table_share:
            return _from_table(rng, pick(rng, self._tables))
        return _painted(rng, pick(rng, self._sets))


def _painted(rng: np.random.Generator, tiles: TileSet) -> Scene:
    top = Tabletop(rng, _SIZE, tiles)
    top.clutter(pick(rng, (0.15, 0.3, 0.6)))
    pieces = laid(top)
    hand = rng.uniform(0.1, 0.9, 2) * _SIZE if rng.random() < 0.28 else None
    if hand is not None and rng.random() < 0.3:
        x, y = hand + rng.normal(0, 12 * FINE, 2)
        pieces.append(Piece(pick(rng, top.names()), float(x), float(y), rng.uniform(-math.pi, math.pi), level=HELD))
    top.paint(pieces)
    if rng.random() < 0.2:
        for _ in range(2):
            top.dice(*rng.uniform(0.2, 0.8, 2) * _SIZE)
    if rng.random() < 0.12:
        top.strew(*rng.uniform(0.2, 0.8, 2) * _SIZE)
    if hand is not None:
        top.arm(*hand)
    angle = rng.normal(0, 0.05) if rng.random() < 0.6 else rng.uniform(-math.pi, math.pi)
    scale = PIXELS_PER_MM / FINE * float(np.exp(rng.normal(0, 0.13)))
    # The reader squeezes slanting pictures back, but never quite.
    squeeze = (1 + top.steepness**2) ** (-0.5 * float(rng.uniform(0, 1)))
    matrix = _view(rng, (_SIZE / 2, _SIZE / 2), angle, scale, top.squeeze(squeeze), top.lean * rng.uniform(0, 0.1))
    labels = [label for piece, share in zip(pieces, top.shares(), strict=True) for label in _labels(piece, share, top)]
    moved = [(*_moved(matrix, x, y, turn), found) for x, y, turn, found in labels]
    inside = cv2.warpPerspective(np.ones((_SIZE, _SIZE), np.uint8), matrix, (SIDE, SIDE), flags=cv2.INTER_NEAREST)
    judged = np.asarray(inside[STRIDE // 2 :: STRIDE, STRIDE // 2 :: STRIDE], np.uint8)
    room = pick(rng, _ROOMS)
    return _scene(photographed(rng, lit(rng, _seen(top.image, matrix), room), room), moved, judged)


def _from_photo(rng: np.random.Generator, photo: Photo) -> Scene:
    """A cut of a photograph; outside the labelled tiles and a narrow rim nothing is judged."""
    width = photo.tile[0]
    centre = np.array(pick(rng, photo.labels).centre) + rng.normal(0, 1.0, 2) * width
    angle = rng.normal(0, 0.05) if rng.random() < 0.5 else rng.uniform(-math.pi, math.pi)
    scale = 19.5 * PIXELS_PER_MM / width * float(np.exp(rng.normal(0, 0.13)))
    matrix = _view(rng, (float(centre[0]), float(centre[1])), angle, scale)
    image = _seen(photo.image.astype(np.float32), matrix)
    known = np.zeros(photo.image.shape[:2], np.uint8)
    corners = [(x, y) for label in photo.labels for x in (label.left, label.right) for y in (label.top, label.bottom)]
    hull = cv2.convexHull(np.array(corners, np.float32)).round().astype(np.int32)
    cv2.fillConvexPoly(known, hull, 1)
    cv2.polylines(known, [hull], True, 1, max(1, round(0.5 * width)))
    judged = cv2.warpPerspective(known, matrix, (SIDE, SIDE), flags=cv2.INTER_NEAREST)
    labels: list[tuple[float, float, float, int]] = []
    for tile in photo.labels:
        sideways = photo.straight and tile.right - tile.left > 1.12 * (tile.bottom - tile.top)
        turn = (_QUARTER if sideways else 0.0) if photo.straight else photo.direction
        labels.append((*_moved(matrix, *tile.centre, turn), 1))
    room = pick(rng, _ROOMS)
    light = lit(rng, image, room) if rng.random() < 0.5 else image
    cells = judged[STRIDE // 2 :: STRIDE, STRIDE // 2 :: STRIDE]
    return _scene(photographed(rng, light, room), labels, np.asarray(cells))


def _from_table(rng: np.random.Generator, table: Table) -> Scene:
    """A cut of a rendered table, most often about a tile."""
    height, width = table.image.shape[:2]
    centre = rng.uniform(0.1, 0.9, 2) * (width, height)
    if rng.random() < 0.85:
        centre = table.tiles[int(rng.integers(len(table.tiles))), :2] + rng.normal(0, 30, 2) * table.pixels_per_mm
    angle = rng.normal(0, 0.03) + _QUARTER * rng.integers(4)
    scale = PIXELS_PER_MM / table.pixels_per_mm * float(np.exp(rng.normal(0, 0.08)))
    matrix = _view(rng, (float(centre[0]), float(centre[1])), angle, scale)
    image = _seen(table.image.astype(np.float32), matrix)
    labels = [(*_moved(matrix, float(x), float(y), float(turn)), int(found)) for x, y, turn, found in table.tiles]
    room = pick(rng, _ROOMS)
    light = lit(rng, image, room) if rng.random() < 0.5 else image
    return _scene(photographed(rng, light, room), labels, np.ones((CELLS, CELLS), np.uint8))


def _scene(image: Image, labels: list[tuple[float, float, float, int]], judged: Mask) -> Scene:
    inside = [label for label in labels if 0 <= label[0] < SIDE and 0 <= label[1] < SIDE]
    return Scene(image, np.array(inside, np.float32).reshape(-1, 4), judged)


def _view(
    rng: np.random.Generator,
    centre: tuple[float, float],
    angle: float,
    scale: float,
    squeeze: NDArray[np.float64] | None = None,
    fall: NDArray[np.floating] | None = None,
) -> NDArray[np.float64]:
    """From painting or photograph to scene, with some perspective.

    `squeeze`: 2 x 2, what a slanting camera does. `fall`: towards where things look smaller, by that share at the rim.
    """
    half = SIDE / 2 / scale
    corners = np.array([[-half, -half], [half, -half], [half, half], [-half, half]]) * np.exp(rng.normal(0, 0.07, 2))
    corners = corners + rng.normal(0, pick(rng, (0.02, 0.03, 0.06)) * half, (4, 2))
    cosine, sine = math.cos(angle), math.sin(angle)
    turned = corners @ np.array([[cosine, sine], [-sine, cosine]])
    if squeeze is not None:
        # Tiles keep their area: the finder is shown them in their usual size.
        turned = turned @ np.linalg.inv(squeeze) * math.sqrt(np.linalg.det(squeeze))
    if fall is not None:
        turned = turned * (1 + turned @ fall / half)[:, None]
    scene = np.array([[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]], np.float32)
    return np.asarray(cv2.getPerspectiveTransform((turned + centre).astype(np.float32), scene), np.float64)


def _seen(picture: NDArray[np.float32], matrix: NDArray[np.float64]) -> NDArray[np.float32]:
    """The scene, averaged over twice as fine a cut."""
    fine = np.diag([2.0, 2.0, 1.0]) @ matrix
    size = (2 * SIDE, 2 * SIDE)
    cut = cv2.warpPerspective(picture, fine, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(cv2.resize(cut, (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.float32)


def _moved(matrix: NDArray[np.float64], x: float, y: float, turn: float) -> tuple[float, float, float]:
    """A place and direction of the painting in the scene."""
    ends = np.array([[[x, y], [x + 20 * math.sin(turn), y - 20 * math.cos(turn)]]])
    (x0, y0), (x1, y1) = cv2.perspectiveTransform(ends, matrix)[0]
    return float(x0), float(y0), math.atan2(x1 - x0, y0 - y1)


def _labels(piece: Piece, share: float, top: Tabletop) -> list[tuple[float, float, float, int]]:
    """What a painted tile adds to the scene's tiles, in the painting; `share`: how much of it is seen."""
    if piece.standing:
        # Seen so much from the side that its face could be read: neither right nor wrong.
        x, y = top.front(piece)
        steep = top.steepness > STEEP
        return [(piece.x, piece.y, piece.turn, 0), (float(x), float(y), piece.turn, 0)] if steep else []
    if share < LEAST_SEEN:
        return []
    return [(piece.x, piece.y, piece.turn, int(share >= MOSTLY_SEEN and piece.level < HELD))]
