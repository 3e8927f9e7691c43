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
from vision.train.around import neighbours, no_tile
from vision.train.lamp import Room, lit
from vision.train.lens import photographed
from vision.train.sources import Label, Photo, TileSet
from vision.train.tabletop import Tabletop
from vision.train.things import FINE, Floats

HALF_KNOWN = 4
"""Turns from here on are known but for a half turn: 4 is 0 or 2, 5 is 1 or 3."""
UNKNOWN = -1
"""Turn of what has none."""
HIDDEN, SEEN = 0.45, 0.6
"""Of a face: a window that shows less is no tile's, one that shows more is its tile's."""
_CUT = 2 * WINDOW_PIXELS
_SIZE = 208
"""Painted patch, pixels: 78 mm."""
_QUARTER = math.pi / 2
_ROOMS = (Room.GOOD,) * 4 + (Room.ANY,) * 4 + (Room.EVENING,)
_DRAW = (*CLASSES, NONE, NONE, NONE, BACK)
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
        angle = (0.0 if photo.straight else photo.direction) - _QUARTER * turn
        image = retaken(rng, photo.image, centre, width / 19.5, angle)
        shown = HALF_KNOWN + (turn + sideways) % 2
        if photo.source in ("riichi-standing", "macro-crops"):
            shown = turn
        return Window(image, INDEX[name], UNKNOWN if name == NONE else shown)


def retaken(
    rng: np.random.Generator, picture: Image, centre: NDArray[np.float64], pixels_per_mm: float, angle: float
) -> Image:
    """A window of a photograph as another camera would have taken it: shifted, askew, squeezed, coarser, lit anew.

    `angle`: at which the window's width lies in the photograph, radians clockwise.
    """
    step = pixels_per_mm * WINDOW_MM / _CUT * float(rng.uniform(0.9, 1.12))
    angle += rng.normal(0, 0.07)
    stretch = float(rng.uniform(0.93, 1.08))
    matrix = _window_matrix(centre, angle, step * stretch, step / stretch, rng)
    image = cv2.warpPerspective(picture, matrix, (_CUT, _CUT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    # Half of the light of a painted window: the photograph has its own.
    return _finished(rng, image.astype(np.float32), 0.5)


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
    centre: NDArray[np.float64],
    angle: float,
    across: float,
    along: float,
    rng: np.random.Generator,
    squeeze: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """From picture to cut: the cut's axes lie at an angle (clockwise) in the picture, with pixels of those sizes.

    `squeeze`: 2 x 2, done to the picture before that, but for its area.
    """
    cosine, sine = math.cos(angle), math.sin(angle)
    half = _CUT / 2
    corners = np.array([[-half, -half], [half, -half], [half, half], [-half, half]]) + rng.normal(0, 2.0, (4, 2))
    corners = (corners + rng.normal(0, 2.6, 2)) * [across, along]
    turned = corners @ np.array([[cosine, sine], [-sine, cosine]])
    if squeeze is not None:
        turned = turned @ np.linalg.inv(squeeze) * math.sqrt(np.linalg.det(squeeze))
    cut = np.array([[0, 0], [_CUT, 0], [_CUT, _CUT], [0, _CUT]], np.float32)
    return np.asarray(cv2.getPerspectiveTransform((turned + centre).astype(np.float32), cut), np.float64)


def _painted(rng: np.random.Generator, tiles: TileSet, name: str, turn: int) -> Window:
    """A window of a painted table; painted anew where so much of the tile is hidden that either class may be meant."""
    top = Tabletop(rng, _SIZE, tiles)
    middle = _SIZE / 2
    if rng.random() < 0.35:
        top.clutter(pick(rng, (0.2, 0.5)))
    pieces = no_tile(top) if name == NONE else neighbours(top, name)
    top.paint(pieces)
    if name == NONE and rng.random() < 0.12:
        top.dice(middle + rng.normal(0, 5), middle + rng.normal(0, 5))
    if rng.random() < 0.06:
        away, reach = rng.uniform(0, 2 * math.pi), rng.uniform(8, 30) * FINE
        top.strew(middle + reach * math.cos(away), middle + reach * math.sin(away))
    if rng.random() < (0.3 if name == NONE else 0.12):
        # Pointing at the middle, so that what is there stays mostly seen.
        away, reach = rng.uniform(0, 2 * math.pi), rng.uniform(-6 if name == NONE else 4, 18) * FINE
        top.finger(middle + reach * math.cos(away), middle + reach * math.sin(away), away + rng.normal(0, 0.4))
    if name != NONE:
        share = top.shares()[0]
        if HIDDEN <= share < SEEN:
            return _painted(rng, tiles, name, turn)
        name = name if share >= SEEN else NONE
    angle = -_QUARTER * turn + rng.normal(0, 0.085)
    step = WINDOW_MM * FINE / _CUT * float(rng.uniform(0.92, 1.12))
    stretch = float(rng.uniform(0.94, 1.06))
    squeeze = top.squeeze(_left_over(rng, (1 + top.steepness**2) ** -0.5))
    # A tile's direction is that of its long side as the picture shows it.
    slant = math.atan2(-squeeze[0, 1], squeeze[1, 1])
    matrix = _window_matrix(np.array([middle, middle]), angle + slant, step * stretch, step / stretch, rng, squeeze)
    image = cv2.warpPerspective(top.image, matrix, (_CUT, _CUT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    known = UNKNOWN if name == NONE else turn
    if name == BACK or (name in tiles.faces and tiles.faces[name].shape[2] == 3):
        known = HALF_KNOWN + turn % 2
    return Window(_finished(rng, np.asarray(image, np.float32), 1.0, _grain(top, angle)), INDEX[name], known)


def _left_over(rng: np.random.Generator, shortened: float) -> float:
    """What is left of a slanting camera's squeeze after the reader undid it: by steps of 4/3, roughly, or well."""
    manner = rng.random()
    if manner < 0.4:
        return shortened if shortened > math.sqrt(3 / 4) else shortened * 4 / 3
    return float(shortened ** rng.uniform(0, 0.8)) if manner < 0.65 else 1.0


def _grain(top: Tabletop, angle: float) -> tuple[float, float]:
    """How much of the camera's pixels across and down the window a slanting look leaves."""
    across = top.lean @ np.array([math.cos(angle), math.sin(angle)])
    shortened = (1 + top.steepness**2) ** -0.5
    return (shortened, 1.0) if abs(across) > top.steepness * math.sqrt(0.5) else (1.0, shortened)


def _finished(rng: np.random.Generator, image: Floats, light: float, grain: tuple[float, float] = (1.0, 1.0)) -> Image:
    """Light, camera and resolution: 0.9 to 2.6 pixels a millimetre, times `grain` across and down."""
    room = pick(rng, _ROOMS)
    if rng.random() < light:
        image = lit(rng, image, room)
    fine = room is Room.GOOD or rng.random() < 0.25
    pixels = WINDOW_MM * (rng.uniform(1.3, 2.6) if fine else rng.uniform(0.95, 2.0))
    size = int(pixels * grain[0]), int(pixels * grain[1])
    small = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.float32)
    stored = photographed(rng, small, room)
    way = cv2.INTER_AREA if pixels > WINDOW_PIXELS else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(stored, (WINDOW_PIXELS, WINDOW_PIXELS), interpolation=way), np.uint8)
