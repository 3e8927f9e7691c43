"""What lies around the middle of a painted window: a tile among its neighbours, or no tile."""

from __future__ import annotations

import math

import numpy as np

from vision.classes import BACK
from vision.render.style import pick
from vision.train import clutter
from vision.train.groups import covering, touching
from vision.train.tabletop import Piece, Tabletop
from vision.train.things import FINE

_QUARTER = math.pi / 2


def _some(top: Tabletop) -> str:
    return BACK if top.rng.random() < 0.06 else pick(top.rng, top.names())


def _gap(top: Tabletop) -> float:
    return max(0.0, float(top.rng.normal(0.15, 0.5))) * FINE


def neighbours(top: Tabletop, name: str) -> list[Piece]:
    """The tile in the middle first, then what lies around it."""
    rng, middle = top.rng, top.size / 2
    width, length, height = top.shape
    gap, manner = _gap(top), rng.random()
    level = int(rng.random() < 0.2)
    first = Piece(name, middle, middle, level=level)
    pieces = [first]
    if level:
        x, y = np.array([middle, middle]) - top.lean * height
        pieces.append(Piece(BACK if rng.random() < 0.7 else _some(top), x, y, rng.normal(0, 0.02)))
    if rng.random() < 0.07:
        pieces.append(covering(top, first))
    if manner < 0.12:
        return pieces
    if manner > 0.85:
        # Scattered ones, some of them pushed against the middle one.
        for _ in range(int(rng.integers(1, 5))):
            other = touching(top, first, rng.uniform(0, 2 * math.pi), rng.uniform(-math.pi, math.pi))
            if all(math.hypot(other.x - old.x, other.y - old.y) > 0.97 * length for old in pieces[1:]):
                pieces.append(other)
        return pieces
    backs = 0.85 if name == BACK and rng.random() < 0.6 else 0.05
    for x, y in ((-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, 1), (1, -1), (-1, 1)):
        if (manner < 0.4 and y) or rng.random() > (0.7 if 0 in (x, y) else 0.5):
            continue
        sideways = rng.random() < 0.12
        wide, tall = (length, width) if sideways else (width, length)
        turn = _QUARTER * (rng.choice((1, 3)) if sideways else rng.choice((0, 0, 0, 2))) + rng.normal(0, 0.02)
        place = (
            middle + x * ((width + wide) / 2 + gap) + (rng.normal(0, 0.8) * FINE if y else 0),
            middle + y * ((length + tall) / 2 + gap) + (rng.normal(0, 0.8) * FINE if x else 0),
        )
        other_name = BACK if rng.random() < backs else _some(top)
        standing = bool(rng.random() < 0.05)
        pieces.append(Piece(other_name, *place, turn, level=int(rng.random() < 0.06), standing=standing))
    return pieces


def no_tile(top: Tabletop) -> list[Piece]:
    """Tiles around a middle that is not the middle of a tile's face."""
    rng, middle = top.rng, top.size / 2
    width, length, height = top.shape
    gap, manner = _gap(top), rng.random()
    pieces: list[Piece] = []
    if manner < 0.3:
        # Between two or four tiles.
        x, y = pick(rng, ((width + gap, 0.0), (0.0, length + gap), (width + gap, length + gap)))
        shift_x, shift_y = (0.0 if x else rng.normal(0, 2) * FINE), (0.0 if y else rng.normal(0, 2) * FINE)
        for right in (-0.5, 0.5) if x else (-0.0,):
            for down in (-0.5, 0.5) if y else (-0.0,):
                if rng.random() < 0.85:
                    half_turn = math.pi * rng.integers(2)
                    place = middle + right * x + shift_x, middle + down * y + shift_y
                    pieces.append(Piece(_some(top), *place, half_turn))
        if not x:
            pieces += [
                Piece(_some(top), piece.x + side * (width + gap), piece.y) for piece in pieces for side in (-1, 1)
            ]
        if not y:
            pieces += [
                Piece(_some(top), piece.x, piece.y + side * (length + gap)) for piece in pieces for side in (-1, 1)
            ]
    elif manner < 0.45:
        # The seen side of a tile or stack: it reaches from the top against the lean.
        towards = top.lean / top.steepness
        top.lean = towards * max(top.steepness, float(rng.uniform(0.24, 0.54)))
        turn = pick(rng, (0.0, _QUARTER))
        along = abs(towards[1]) > abs(towards[0])
        half = (length if along == (turn == 0.0) else width) / 2
        away = half + top.steepness * height / 2
        for shift in (-1, 0, 1):
            across = np.array([-towards[1], towards[0]]) * shift * (width + gap)
            side = np.array([middle, middle]) + towards * away + across
            pieces.append(Piece(_some(top), float(side[0]), float(side[1]), turn, level=int(rng.random() < 0.5)))
    elif manner < 0.58:
        # The top of a standing hand.
        for rank in range(-2, 3):
            x = middle + rank * (width + gap) + rng.normal(0, 0.5) * FINE
            pieces.append(Piece(_some(top), x, middle + rng.normal(0, 0.5) * FINE, standing=True))
    elif manner < 0.75:
        # A tile off the middle.
        away, reach = rng.uniform(0, 2 * math.pi), rng.uniform(0.62, 1.1) * length
        spin = float(rng.uniform(0, 2 * math.pi))
        pieces.append(Piece(_some(top), middle + reach * math.cos(away), middle + reach * math.sin(away), spin))
    elif manner < 0.83:
        top.clutter(0.8)
    elif manner < 0.95:
        x, y = middle + rng.normal(0, 8 * FINE, 2)
        clutter.thing(rng, top.image, x, y)
    return pieces
