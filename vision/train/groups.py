"""How tiles lie on a table: rivers, walls, melds, hands, heaps. Made around the origin, then laid on a patch."""

from __future__ import annotations

import math

import cv2
import numpy as np

from vision.classes import BACK
from vision.render.style import pick
from vision.train.tabletop import Piece, Tabletop
from vision.train.things import FINE

HELD = 3
"""Level of a tile in a hand."""
_QUARTER = math.pi / 2


def laid(top: Tabletop) -> list[Piece]:
    """Some groups of tiles on a patch, none through another."""
    rng = top.rng
    pieces: list[Piece] = []
    base = rng.normal(0, 0.04)
    for _ in range(int(rng.integers(1, 6)) if rng.random() < 0.94 else 0):
        # One group in five is laid in a slant.
        slant = base if rng.random() < 0.8 else rng.uniform(0, math.pi)
        _lay(top, pieces, pick(rng, _MANNERS)(top), slant)
    lying = [piece for piece in pieces if not piece.standing]
    if lying and rng.random() < 0.15:
        pieces += [covering(top, pick(rng, lying)) for _ in range(int(rng.integers(1, 4)))]
    return pieces


def covering(top: Tabletop, under: Piece) -> Piece:
    """A tile that lies partly on another one, at any angle."""
    rng = top.rng
    away, reach = rng.uniform(0, 2 * math.pi), top.shape[0] * rng.uniform(0.45, 1.0)
    x, y = np.array([under.x, under.y]) + top.lean * top.shape[2]
    place = float(x + reach * math.cos(away)), float(y + reach * math.sin(away))
    return Piece(_name(top), *place, rng.uniform(-math.pi, math.pi), under.level + 1)


def touching(top: Tabletop, other: Piece, away: float, turn: float) -> Piece:
    """A tile turned so, pushed against a lying one from a direction `away` (radians clockwise from the right)."""
    width, length, _ = top.shape
    size = width, length
    reach = width * 0.8
    still = ((other.x, other.y), size, math.degrees(other.turn))
    while True:
        x, y = other.x + reach * math.cos(away), other.y + reach * math.sin(away)
        if cv2.rotatedRectangleIntersection(still, ((x, y), size, math.degrees(turn)))[0] == cv2.INTERSECT_NONE:
            return Piece(_name(top), x, y, turn)
        reach += 0.4 * FINE


def _lay(top: Tabletop, pieces: list[Piece], group: list[Piece], base: float) -> None:
    """Turn a group made around the origin, shift it, and add what has room."""
    rng = top.rng
    turn = base + _QUARTER * rng.integers(4) + rng.normal(0, 0.02)
    x, y = rng.uniform(0.15, 0.85, 2) * top.size
    cosine, sine = math.cos(turn), math.sin(turn)
    before = list(pieces)
    for piece in group:
        place_x, place_y = x + cosine * piece.x - sine * piece.y, y + sine * piece.x + cosine * piece.y
        if any(math.hypot(place_x - old.x, place_y - old.y) < 0.95 * top.shape[1] for old in before):
            continue
        if piece.level:
            place_x, place_y = place_x + top.lean[0] * top.shape[2], place_y + top.lean[1] * top.shape[2]
        if piece.standing:
            # Its upper edge is higher than a lying tile's face.
            more = top.shape[1] - top.shape[2]
            place_x, place_y = place_x + top.lean[0] * more, place_y + top.lean[1] * more
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


def _grid(top: Tabletop) -> list[Piece]:
    """Tiles packed in a box or laid out to be counted: tight rows, heads up or down."""
    rng = top.rng
    count, gap, upside = int(rng.integers(3, 10)), _gap(top), float(pick(rng, (0.0, 0.0, 0.5)))
    pieces: list[Piece] = []
    for row in range(int(rng.integers(2, 5))):
        pieces += _line(top, count, (row - 1.5) * (top.shape[1] + gap), 0.0, upside=upside)
    return pieces


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
    """Scattered tiles, many of them touching at odd angles."""
    rng = top.rng
    pieces: list[Piece] = []
    for _ in range(int(rng.integers(1, 12))):
        turn = rng.uniform(-math.pi, math.pi)
        if pieces and rng.random() < 0.5:
            piece = touching(top, pick(rng, pieces), rng.uniform(0, 2 * math.pi), turn)
        else:
            x, y = rng.uniform(-0.4, 0.4, 2) * top.size
            piece = Piece(_name(top, 0.15), float(x), float(y), turn)
        near = 0.97 if rng.random() < 0.5 else 1.25
        if sum(math.hypot(piece.x - other.x, piece.y - other.y) < near * top.shape[1] for other in pieces) <= (
            near < 1
        ):
            pieces.append(piece)
    return pieces


_MANNERS = (
    _river, _river, _river, _wall, _wall, _meld, _meld, _standing, _standing, _row, _row, _grid, _loose, _loose, _loose,
)  # fmt: skip
