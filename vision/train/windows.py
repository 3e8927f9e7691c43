"""Windows to train the classifier on: 48 x 48 pixels around a tile, with class and turn."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.classes import BACK, CLASSES, INDEX, NONE
from vision.classify import WINDOW_MM, WINDOW_PIXELS
from vision.frame import Image
from vision.render.style import pick
from vision.train.sources import Label, Photo, TileSet
from vision.train.tabletop import FINE, Floats, Piece, Tabletop, lit, photographed

HALF_KNOWN = 4
"""Turns from here on are known but for a half turn: 4 is 0 or 2, 5 is 1 or 3."""
UNKNOWN = -1
"""Turn of what has none."""
_CUT = 2 * WINDOW_PIXELS
_SIZE = 208
"""Painted patch, pixels: 78 mm."""
_QUARTER = math.pi / 2
_DRAW = (*CLASSES, NONE, NONE, BACK)
"""What is drawn from: what is no tile looks more various than any one face."""


@dataclass(frozen=True, slots=True, eq=False)
class Window:
    """A picture of 48 x 48 pixels, the place of its class in `CLASSES`, and its quarter turns clockwise."""

    image: Image
    kind: int
    turn: int


class WindowMaker:
    """Makes windows: `window(n)` is the same for the same sources, seed and number."""

    def __init__(
        self, art: Sequence[TileSet], real: Sequence[TileSet], pictures: Sequence[Photo], seed: int, photo_share: float
    ) -> None:
        self._art, self._real, self._photos, self._seed = art, real, [_shrunk(photo) for photo in pictures], seed
        self._photo_share = photo_share
        self._labels: dict[str, list[tuple[Photo, Label]]] = {}
        for photo in self._photos:
            for label in photo.labels:
                self._labels.setdefault(label.name, []).append((photo, label))
        self._with: dict[str, list[TileSet]] = {}
        for tiles in real:
            for name in tiles.faces:
                self._with.setdefault(name, []).append(tiles)

    def window(self, number: int) -> Window:
        rng = np.random.default_rng([self._seed, number])
        name, turn = pick(rng, _DRAW), int(rng.integers(4))
        kind = rng.random()
        if kind < self._photo_share / 2 and (name in self._labels or name == NONE) and self._photos:
            return self._from_photo(rng, name, turn)
        tiles = pick(rng, self._art)
        if kind < self._photo_share and name in self._with:
            tiles = pick(rng, self._with[name])
        return _painted(rng, tiles, name, turn)

    def _from_photo(self, rng: np.random.Generator, name: str, turn: int) -> Window:
        photo, label = pick(rng, self._labels[pick(rng, list(self._labels))] if name == NONE else self._labels[name])
        width, length = photo.tile
        centre = np.array(label.centre)
        if name == NONE:
            for _ in range(8):
                shift = rng.uniform(-1.1, 1.1, 2) * photo.tile
                clear = min(math.hypot(*(centre + shift - other.centre)) for other in photo.labels)
                if 0.48 * width < clear < 1.2 * width:
                    break
            else:
                shift = np.array([width / 2, length / 2])
            centre = centre + shift
        wide, tall = label.right - label.left, label.bottom - label.top
        sideways = photo.straight and wide > 1.12 * tall
        step = width / 19.5 * WINDOW_MM / _CUT * float(rng.uniform(0.9, 1.12))
        angle = (0.0 if photo.straight else photo.direction) + _QUARTER * turn * -1 + rng.normal(0, 0.07)
        stretch = float(rng.uniform(0.93, 1.08))
        matrix = _window_matrix(centre, angle, step * stretch, step / stretch, rng)
        image = cv2.warpPerspective(
            photo.image, matrix, (_CUT, _CUT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        shown = HALF_KNOWN + (turn + sideways) % 2
        if photo.source in ("riichi-standing", "macro-crops"):
            shown = turn
        # Half of the light of a painted window: the photograph has its own.
        return Window(_finished(rng, image.astype(np.float32), 0.5), INDEX[name], UNKNOWN if name == NONE else shown)


def _shrunk(photo: Photo) -> Photo:
    """The photograph with tiles no wider than 64 pixels, so that windows average over its pixels."""
    factor = 64 / photo.tile[0]
    if factor >= 1:
        return photo
    image = cv2.resize(photo.image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    labels = tuple(
        Label(label.name, label.left * factor, label.top * factor, label.right * factor, label.bottom * factor)
        for label in photo.labels
    )
    tile = photo.tile[0] * factor, photo.tile[1] * factor
    return Photo(photo.source, np.asarray(image, np.uint8), labels, tile, photo.straight, photo.direction)


def _window_matrix(
    centre: NDArray[np.float64], angle: float, across: float, along: float, rng: np.random.Generator
) -> NDArray[np.float64]:
    """From picture to cut: the cut's axes lie at an angle (clockwise) in the picture, with pixels of those sizes."""
    cosine, sine = math.cos(angle), math.sin(angle)
    half = _CUT / 2
    corners = np.array([[-half, -half], [half, -half], [half, half], [-half, half]]) + rng.normal(0, 2.0, (4, 2))
    corners = (corners + rng.normal(0, 2.6, 2)) * [across, along]
    turned = corners @ np.array([[cosine, sine], [-sine, cosine]]) + centre
    cut = np.array([[0, 0], [_CUT, 0], [_CUT, _CUT], [0, _CUT]], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(turned.astype(np.float32), cut), np.float64)


def _painted(rng: np.random.Generator, tiles: TileSet, name: str, turn: int) -> Window:
    top = Tabletop(rng, _SIZE, tiles)
    middle = _SIZE / 2
    if rng.random() < 0.35:
        top.clutter(0.25)
    pieces = _no_tile(top) if name == NONE else _neighbours(top, name)
    top.paint(pieces)
    if name == NONE and rng.random() < 0.15:
        top.dice(middle + rng.normal(0, 5), middle + rng.normal(0, 5))
    if rng.random() < (0.3 if name == NONE else 0.1):
        reach = rng.uniform(0, 30) if name == NONE else rng.uniform(16, 24)
        away = rng.uniform(0, 2 * math.pi)
        _finger(top, middle + reach * FINE * math.cos(away), middle + reach * FINE * math.sin(away))
    step = WINDOW_MM * FINE / _CUT * float(rng.uniform(0.9, 1.1))
    stretch = float(rng.uniform(0.94, 1.06))
    angle = -_QUARTER * turn + rng.normal(0, 0.085)
    matrix = _window_matrix(np.array([middle, middle]), angle, step * stretch, step / stretch, rng)
    image = cv2.warpPerspective(top.image, matrix, (_CUT, _CUT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    known = UNKNOWN if name == NONE else turn
    if name == BACK or (name in tiles.faces and tiles.faces[name].shape[2] == 3):
        known = HALF_KNOWN + turn % 2
    return Window(_finished(rng, np.asarray(image, np.float32), 1.0), INDEX[name], known)


def _finger(top: Tabletop, x: float, y: float) -> None:
    rng = top.rng
    tone = pick(rng, ((136, 168, 216), (112, 148, 204), (80, 112, 166), (52, 74, 112)))
    axes = int(rng.uniform(7, 11) * FINE), int(rng.uniform(14, 30) * FINE)
    # Pointing away from the middle, so that what is at the middle stays mostly seen.
    angle = math.degrees(math.atan2(y - top.size / 2, x - top.size / 2)) + 90 + rng.normal(0, 20)
    cv2.ellipse(top.image, (int(x), int(y)), axes, angle, 0, 360, tone, -1, cv2.LINE_AA)


def _some(top: Tabletop) -> str:
    return BACK if top.rng.random() < 0.06 else pick(top.rng, top.names())


def _gap(top: Tabletop) -> float:
    return max(0.0, float(top.rng.normal(0.15, 0.5))) * FINE


def _neighbours(top: Tabletop, name: str) -> list[Piece]:
    """The tile in the middle and what lies around it."""
    rng, middle = top.rng, _SIZE / 2
    width, length, _ = top.shape
    gap, manner = _gap(top), rng.random()
    pieces = [Piece(name, middle, middle, level=int(rng.random() < 0.15))]
    if manner < 0.12:
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
        other = BACK if rng.random() < backs else _some(top)
        standing = bool(rng.random() < 0.04)
        pieces.append(Piece(other, *place, turn, level=int(rng.random() < 0.06), standing=standing))
    return pieces


def _no_tile(top: Tabletop) -> list[Piece]:
    """Tiles around a middle that is not the middle of a tile's face."""
    rng, middle = top.rng, _SIZE / 2
    width, length, height = top.shape
    gap, manner = _gap(top), rng.random()
    pieces: list[Piece] = []
    if manner < 0.35:
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
    elif manner < 0.5:
        # The seen side of a tile or stack: it reaches from the top against the lean.
        lean = top.lean * (0.3 * FINE / max(float(np.hypot(*top.lean)) * FINE, 1e-6))
        top.lean = lean * float(rng.uniform(0.8, 1.8))
        towards = top.lean / np.hypot(*top.lean)
        turn = pick(rng, (0.0, _QUARTER))
        along = abs(towards[1]) > abs(towards[0])
        half = (length if along == (turn == 0.0) else width) / 2
        away = half + float(np.hypot(*top.lean)) * height / 2
        for shift in (-1, 0, 1):
            across = np.array([-towards[1], towards[0]]) * shift * (width + gap)
            side = np.array([middle, middle]) + towards * away + across
            pieces.append(Piece(_some(top), float(side[0]), float(side[1]), turn, level=int(rng.random() < 0.5)))
    elif manner < 0.65:
        # The top of a standing hand.
        for rank in range(-2, 3):
            x = middle + rank * (width + gap) + rng.normal(0, 0.5) * FINE
            pieces.append(Piece(_some(top), x, middle + rng.normal(0, 0.5) * FINE, standing=True))
    elif manner < 0.85:
        # A tile off the middle.
        away, reach = rng.uniform(0, 2 * math.pi), rng.uniform(0.62, 1.1) * length
        spin = float(rng.uniform(0, 2 * math.pi))
        pieces.append(Piece(_some(top), middle + reach * math.cos(away), middle + reach * math.sin(away), spin))
    elif manner < 0.93:
        top.clutter(0.8)
    return pieces


def _finished(rng: np.random.Generator, image: Floats, light: float) -> Image:
    """Light, camera and resolution: 0.9 to 2.4 pixels a millimetre."""
    if rng.random() < light:
        image = lit(rng, image)
    pixels = int(WINDOW_MM * rng.uniform(0.95, 2.4))
    small = np.asarray(cv2.resize(image, (pixels, pixels), interpolation=cv2.INTER_AREA), np.float32)
    stored = photographed(rng, small)
    way = cv2.INTER_AREA if pixels > WINDOW_PIXELS else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(stored, (WINDOW_PIXELS, WINDOW_PIXELS), interpolation=way), np.uint8)
