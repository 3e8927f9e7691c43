"""Scenes to train the finder on: patches of table with every tile's middle and direction."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.classes import BACK
from vision.find import PIXELS_PER_MM, STRIDE
from vision.frame import Image
from vision.render.style import pick
from vision.train.sources import Photo, TileSet
from vision.train.tables import Table
from vision.train.tabletop import FINE, Piece, Tabletop, lit, photographed

SIDE = 192
"""Pixels of a scene: 144 mm."""
CELLS = SIDE // STRIDE
_SIZE = 560
_QUARTER = math.pi / 2
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
    top.clutter(0.3)
    pieces: list[Piece] = []
    base = rng.normal(0, 0.04)
    for _ in range(int(rng.integers(1, 5)) if rng.random() < 0.93 else 0):
        group = pick(
            rng, (_river, _river, _river, _wall, _wall, _meld, _meld, _standing, _standing, _row, _loose, _loose)
        )(top)
        _lay(top, pieces, group, base)
    top.paint(pieces)
    if rng.random() < 0.2:
        for _ in range(2):
            top.dice(*rng.uniform(0.2, 0.8, 2) * _SIZE)
    hidden = np.zeros((_SIZE, _SIZE), np.uint8)
    if rng.random() < 0.28:
        hidden = top.arm(*rng.uniform(0.1, 0.9, 2) * _SIZE)
    angle = rng.normal(0, 0.05) if rng.random() < 0.6 else rng.uniform(-math.pi, math.pi)
    scale = PIXELS_PER_MM / FINE * float(np.exp(rng.normal(0, 0.13)))
    matrix = _view(rng, (_SIZE / 2, _SIZE / 2), angle, scale)
    image = _seen(top.image, matrix)
    seen = [_label(matrix, piece, _hidden(hidden, piece), top) for piece in pieces if not _covered(piece, pieces)]
    labels = [label for label in seen if label is not None]
    return _scene(photographed(rng, lit(rng, image)), labels, np.ones((CELLS, CELLS), np.uint8))


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
    light = lit(rng, image) if rng.random() < 0.5 else image
    return _scene(photographed(rng, light), labels, np.asarray(judged[STRIDE // 2 :: STRIDE, STRIDE // 2 :: STRIDE]))


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
    light = lit(rng, image) if rng.random() < 0.5 else image
    return _scene(photographed(rng, light), labels, np.ones((CELLS, CELLS), np.uint8))


def _scene(image: Image, labels: list[tuple[float, float, float, int]], judged: Mask) -> Scene:
    inside = [label for label in labels if 0 <= label[0] < SIDE and 0 <= label[1] < SIDE]
    return Scene(image, np.array(inside, np.float32).reshape(-1, 4), judged)


def _view(rng: np.random.Generator, centre: tuple[float, float], angle: float, scale: float) -> NDArray[np.float64]:
    """From painting or photograph to scene, with some perspective and squeeze."""
    half = SIDE / 2 / scale
    corners = np.array([[-half, -half], [half, -half], [half, half], [-half, half]]) * np.exp(rng.normal(0, 0.07, 2))
    corners = corners + rng.normal(0, pick(rng, (0.02, 0.03, 0.06)) * half, (4, 2))
    cosine, sine = math.cos(angle), math.sin(angle)
    turned = corners @ np.array([[cosine, sine], [-sine, cosine]]) + centre
    scene = np.array([[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(turned.astype(np.float32), scene), np.float64)


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


def _label(
    matrix: NDArray[np.float64], piece: Piece, hidden: float, top: Tabletop
) -> tuple[float, float, float, int] | None:
    if piece.standing:
        # Seen so much from the side that its face could be read: neither right nor wrong.
        return (*_moved(matrix, piece.x, piece.y, piece.turn), 0) if float(np.hypot(*top.lean)) > 0.35 else None
    return (*_moved(matrix, piece.x, piece.y, piece.turn), int(hidden < 0.35))


def _hidden(hidden: Mask, piece: Piece) -> float:
    x, y, reach = int(piece.x), int(piece.y), round(8 * FINE)
    window = hidden[max(y - reach, 0) : max(y + reach, 0), max(x - reach, 0) : max(x + reach, 0)]
    return float(window.mean()) / 255 if window.size else 0.0


def _covered(piece: Piece, pieces: list[Piece]) -> bool:
    """Whether another tile lies on it."""
    near = 9 * FINE
    return any(
        other.level > piece.level and math.hypot(other.x - piece.x, other.y - piece.y) < near for other in pieces
    )


def _lay(top: Tabletop, pieces: list[Piece], group: list[Piece], base: float) -> None:
    """Turn a group made around the origin, shift it, and add what has room."""
    rng = top.rng
    turn = base + _QUARTER * rng.integers(4) + rng.normal(0, 0.02)
    x, y = rng.uniform(0.15, 0.85, 2) * _SIZE
    cosine, sine = math.cos(turn), math.sin(turn)
    before = list(pieces)
    for piece in group:
        place_x, place_y = x + cosine * piece.x - sine * piece.y, y + sine * piece.x + cosine * piece.y
        if any(math.hypot(place_x - old.x, place_y - old.y) < 0.95 * top.shape[1] for old in before):
            continue
        if piece.level:
            place_x, place_y = place_x + top.lean[0] * top.shape[2], place_y + top.lean[1] * top.shape[2]
        pieces.append(Piece(piece.name, float(place_x), float(place_y), piece.turn + turn, piece.level, piece.standing))


def _name(top: Tabletop, backs: float = 0.04) -> str:
    return BACK if top.rng.random() < backs else pick(top.rng, top.names())


def _gap(top: Tabletop) -> float:
    return max(0.0, float(top.rng.normal(0.1, 0.45))) * FINE


def _line(
    top: Tabletop, count: int, y: float, sideways: float, backs: float = 0.04, upside: float = 0.05
) -> list[Piece]:
    """A row of tiles from the left, sideways ones flush with the lower edge."""
    rng = top.rng
    width, length, _ = top.shape
    gap, x = _gap(top), -count * width / 2 + rng.normal(0, 2) * FINE
    row: list[Piece] = []
    for _ in range(count):
        lies = bool(rng.random() < sideways)
        wide = length if lies else width
        turn = (pick(rng, (-_QUARTER, _QUARTER)) if lies else math.pi * (rng.random() < upside)) + rng.normal(0, 0.02)
        shift = ((length - width) / 2 if lies else 0) + rng.normal(0, 0.4) * FINE
        if rng.random() < 0.97:
            row.append(Piece(_name(top, backs), x + wide / 2, y + shift, turn))
        x += wide + gap
    return row


def _river(top: Tabletop) -> list[Piece]:
    rows, gap = int(top.rng.integers(1, 5)), _gap(top)
    pieces: list[Piece] = []
    for row in range(rows):
        count = 6 if row < rows - 1 else int(top.rng.integers(1, 7))
        pieces += _line(top, count, row * (top.shape[1] + gap), 0.07)
    return pieces


def _row(top: Tabletop) -> list[Piece]:
    """A hand laid open, or an enrolment sheet's row."""
    return _line(top, int(top.rng.integers(5, 12)), 0, 0.02, upside=float(top.rng.choice((0.0, 0.5))))


def _meld(top: Tabletop) -> list[Piece]:
    rng = top.rng
    pieces = _line(top, int(rng.integers(3, 5)), 0, 0.3, backs=0.12)
    if rng.random() < 0.2 and pieces:
        # The fourth tile of an added kan above a sideways one.
        under = pick(rng, pieces)
        pieces.append(Piece(_name(top), under.x, under.y - top.shape[0] - _gap(top), under.turn))
    return pieces


def _wall(top: Tabletop) -> list[Piece]:
    rng = top.rng
    low = _line(top, int(rng.integers(3, 12)), 0, 0.0, backs=1.0)
    pieces = list(low)
    for piece in low:
        if rng.random() < 0.75:
            name = BACK if rng.random() < 0.93 else _name(top)
            pieces.append(Piece(name, piece.x + rng.normal(0, 0.4), piece.y + rng.normal(0, 0.4), piece.turn, 1))
    return pieces


def _standing(top: Tabletop) -> list[Piece]:
    row = _line(top, int(top.rng.integers(3, 14)), 0, 0.0, backs=0.0, upside=0.0)
    turn = math.pi * top.rng.integers(2)
    return [Piece(piece.name, piece.x, piece.y, turn, standing=True) for piece in row]


def _loose(top: Tabletop) -> list[Piece]:
    rng = top.rng
    pieces: list[Piece] = []
    for _ in range(int(rng.integers(1, 7))):
        x, y = rng.uniform(-0.4, 0.4, 2) * _SIZE
        if all(math.hypot(x - other.x, y - other.y) > 1.3 * top.shape[1] for other in pieces):
            pieces.append(Piece(_name(top, 0.15), float(x), float(y), rng.uniform(-math.pi, math.pi)))
    return pieces
