"""How the tiles of one painted set are made: cut ink, bevels, corners, layers, wear, patterned backs."""

from __future__ import annotations

import math
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.classes import BACK
from vision.render.palette import BACKS, shade_near
from vision.render.style import pick
from vision.train.patterns import pattern
from vision.train.sources import TileSet

Floats = NDArray[np.float32]
ROWS, COLUMNS = 70, 52
"""Pixels of a face while it is made."""
_DEEP = 44
"""Pixels of a tile's thickness."""
_ALIKE = 85
"""Colours that differ by less, of 255, may be taken for one another in bad light."""
_BEVELS = (0.03, 0.045, 0.07, 0.11)
"""Widths of a face's rounded edge, in face lengths."""
_RADII = (0.03, 0.06, 0.09, 0.13, 0.18)
"""Radii of a face's corners, in face widths."""


class Craft:
    """One tile set as it was made and worn, the same for all its tiles."""

    def __init__(self, rng: np.random.Generator, tiles: TileSet) -> None:
        self._tiles = tiles
        self.names = list(tiles.faces)
        self.body, self.back = np.array(tiles.body, np.float32), _back(tiles)
        self._ink_share = float(rng.uniform(0.78, 0.98))
        self._rim = float(rng.uniform(0.7, 1.02))
        self._bevel, self._radius = pick(rng, _BEVELS), pick(rng, _RADII)
        # Half of all sets show no depth: printed, or lit from everywhere.
        self._slope = float(rng.uniform(5, 45)) * int(rng.integers(2))
        self._depth = float(rng.uniform(10, 75)) * int(rng.integers(2))
        self._wear = float(rng.uniform(0.2, 0.9)) if rng.random() < 0.12 else 0.0
        self._worn = rng.random((9, 7), np.float32)
        self._layers = self._layered(rng)
        self._back_face = self._pattern(rng) if rng.random() < 0.25 else None

    @property
    def cover(self) -> Floats:
        """Cover of a face with rounded corners."""
        return _rounded(ROWS, COLUMNS, self._radius)

    def layers(self, name: str) -> list[tuple[float, Floats]]:
        """The side of a lying tile from the top down: where each layer begins (0 to 1), and its colour."""
        if name == BACK:
            ends = [*(begin for begin, _ in self._layers[1:]), 1.0]
            turned = [(1 - end, colour) for end, (_, colour) in zip(ends, self._layers, strict=True)]
            return turned[::-1]
        return self._layers

    def _layered(self, rng: np.random.Generator) -> list[tuple[float, Floats]]:
        """Body and back, often with a third layer between them; the body's side yellows with age."""
        age = float(rng.uniform(0, 0.3)) if rng.random() < 0.4 else 0.0
        side = self.body * np.array([1 - age, 1 - age * 0.45, 1 - age * 0.15], np.float32)
        begin = 1 - float(rng.uniform(0.2, 0.55))
        layers = [(0.0, side), (begin, self.back)]
        if rng.random() < 0.2:
            middle = np.array(shade_near(rng, pick(rng, ((60, 60, 60), (60, 170, 220), (230, 235, 235))), 20))
            layers.insert(1, (begin - float(rng.uniform(0.08, 0.25)), middle.astype(np.float32)))
        return layers if rng.random() < 0.94 else layers[:1]

    def _pattern(self, rng: np.random.Generator) -> Floats:
        """A back of bamboo, with a printed ornament, or glassy."""
        colour = np.array(shade_near(rng, pick(rng, ((60, 170, 220), (230, 230, 230), (40, 40, 40))), 20), np.float32)
        print_ = pattern(rng, ROWS, 0.3, 1.0)[:, :COLUMNS, None] * np.float32(rng.uniform(0.1, 0.7))
        return np.asarray(self.back + (colour - self.back) * print_, np.float32)

    def face(self, name: str, light: float) -> Floats:
        """The upright upper side of a tile; `light`: where it comes from, radians clockwise from its right."""
        picture = self._tiles.faces.get(name)
        if picture is not None and picture.shape[2] == 3:
            return np.asarray(cv2.resize(picture, (COLUMNS, ROWS), interpolation=cv2.INTER_AREA), np.float32)
        if name == BACK and self._back_face is not None:
            face = self._back_face.copy()
        else:
            face = np.empty((ROWS, COLUMNS, 3), np.float32)
            face[:] = self.back if name == BACK else self.body
        if picture is not None:
            self._engrave(face, picture, light)
        rim, right, down = _edges(ROWS, COLUMNS, self._bevel)
        face *= 1 - np.float32(1 - self._rim) * rim
        if self._slope:
            face += np.float32(self._slope * math.cos(light)) * right + np.float32(self._slope * math.sin(light)) * down
        return face

    def _engrave(self, face: Floats, picture: NDArray[np.uint8], light: float) -> None:
        """Lay the ink into the face; cut ink has one dark and one bright edge."""
        height, width = round(ROWS * self._ink_share), round(COLUMNS * self._ink_share)
        ink = cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA).astype(np.float32)
        top, left = (ROWS - height) // 2, (COLUMNS - width) // 2
        window, share = face[top : top + height, left : left + width], ink[..., 3:] / np.float32(255)
        worn = share
        if self._wear:
            gone = np.asarray(cv2.resize(self._worn, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)
            worn = share * (1 - np.float32(self._wear) * gone.clip(0, 1))[..., None]
        window += (ink[..., :3] - window) * worn
        if self._depth:
            down, right = round(1.3 * math.sin(light)), round(1.3 * math.cos(light))
            # The wall of the cut towards the light lies in shadow, the far one shines.
            edges = np.roll(share, (down, right), (0, 1)) - np.roll(share, (-down, -right), (0, 1))
            window -= np.float32(self._depth) * edges

    def edge(self) -> Floats:
        """The short side of a standing tile seen from above, its back at the top: its thickness by its width."""
        face = np.empty((_DEEP, COLUMNS, 3), np.float32)
        for begin, colour in self._layers:
            face[: _DEEP - round(begin * _DEEP)] = colour
        return face


def _back(tiles: TileSet) -> Floats:
    """The colour of the backs: another one where a back would look like a blank face."""
    body, back = np.array(tiles.body, np.float32), np.array(tiles.back, np.float32)
    if abs(body - back).max() > _ALIKE:
        return back
    return max((np.array(other, np.float32) for other in BACKS), key=lambda other: float(abs(other - body).max()))


@cache
def _edges(rows: int, columns: int, width: float) -> tuple[Floats, Floats, Floats]:
    """1 along the edge of a face, falling to 0 within `width`; and the same by how far that edge looks right, down."""
    down, right = np.arange(rows, dtype=np.float32)[:, None], np.arange(columns, dtype=np.float32)[None]
    reach = rows * width

    def near(distance: Floats) -> Floats:
        return np.asarray(np.clip(1 - distance / reach, 0, 1), np.float32)

    left, top = near(right) + 0 * down, near(down) + 0 * right
    rim = np.maximum.reduce([left, top, left[:, ::-1], top[::-1]])
    return rim[..., None], (left[:, ::-1] - left)[..., None], (top[::-1] - top)[..., None]


@cache
def _rounded(rows: int, columns: int, share: float) -> Floats:
    """Cover of a face with rounded corners of that radius, in face widths."""
    mask = np.zeros((rows, columns), np.uint8)
    radius = round(columns * share)
    cv2.rectangle(mask, (radius, 0), (columns - 1 - radius, rows - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (columns - 1, rows - 1 - radius), 255, -1)
    for x in (radius, columns - 1 - radius):
        for y in (radius, rows - 1 - radius):
            cv2.circle(mask, (x, y), radius, 255, -1)
    return np.asarray(mask, np.float32) / np.float32(255)
