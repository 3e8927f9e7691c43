"""A patch of table with tiles and other things, painted straight from above for training.

Quicker and wilder than the renderer of whole tables: no camera model, only a lean by which higher things are moved,
and random everything. Seen by a slanting camera a table is that, squeezed along the lean: see `squeeze`.
All lengths in pixels at `FINE` pixels a millimetre.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.classes import BACK
from vision.train import arm, clutter
from vision.train.cloth import cloth
from vision.train.console import die
from vision.train.craft import Craft
from vision.train.lamp import mirrored
from vision.train.sources import TileSet
from vision.train.things import FINE, Outline, as_colour

Floats = NDArray[np.float32]
STEEP = 0.35
"""A lean from here on shows standing tiles' faces."""
_POLISHED = 0.3
"""Share of patches whose tiles mirror lamps."""
_CORNERS = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32) / 2


@dataclass(frozen=True, slots=True)
class Piece:
    """A tile: class, the middle of what is seen of it from above, turn in radians clockwise.

    `level`: 0 on the table, 1 on another tile. `standing`: on its short edge, face towards the viewer's lower edge
    before turning.
    """

    name: str
    x: float
    y: float
    turn: float = 0.0
    level: int = 0
    standing: bool = False


class Tabletop:
    """One patch with one tile set.

    `shape`: a tile's width, length and height in pixels. `lean`: how far what is one pixel high is moved: away from the
    camera, by the tangent of its angle from the vertical.
    """

    def __init__(self, rng: np.random.Generator, size: int, tiles: TileSet) -> None:
        self.rng, self.size = rng, size
        width = 19.5 * FINE * rng.uniform(0.92, 1.1)
        self.shape = width, width / rng.uniform(0.69, 0.8), width * rng.uniform(0.62, 0.9)
        # Half of the cameras look nearly straight down, the others up to 45 degrees off.
        tilt = abs(rng.normal(0, 0.17)) if rng.random() < 0.5 else rng.uniform(0, 1)
        towards = rng.uniform(0, 2 * math.pi)
        if rng.random() < 0.6:
            # Most tables are photographed across an edge.
            towards = math.pi / 2 * rng.integers(4) + rng.normal(0, 0.15)
        self.lean = np.array([tilt * math.cos(towards), tilt * math.sin(towards)], np.float32)
        self._light = rng.uniform(0, 2 * math.pi)
        self.craft = Craft(rng, tiles)
        self.image = cloth(rng, size)
        self._owner = np.zeros((size, size), np.uint8)
        self._pieces: list[Piece] = []

    @property
    def steepness(self) -> float:
        """The tangent of the camera's angle from the vertical."""
        return float(np.hypot(*self.lean))

    def squeeze(self, factor: float) -> NDArray[np.float64]:
        """2 x 2: shortens what lies along the lean by `factor`."""
        x, y = self.lean / max(self.steepness, 1e-6)
        return np.eye(2) - (1 - factor) * np.array([[x * x, x * y], [x * y, y * y]])

    def names(self) -> list[str]:
        return self.craft.names

    def paint(self, pieces: list[Piece]) -> None:
        """Paint tiles, the farther and lower ones first; once a patch, at most 255."""
        self._pieces = pieces
        self._shadows()
        for number in sorted(range(len(pieces)), key=lambda number: self._nearness(pieces[number])):
            self._paint(pieces[number], number + 1)
        if self.rng.random() < _POLISHED:
            gains = self.rng.uniform(0.2, 1.5, 256).astype(np.float32)
            gains[0] = 0
            self.image += (mirrored(self.rng, self.size) * gains[self._owner])[..., None]

    def shares(self) -> list[float]:
        """Of each painted piece how much of its upper side can be seen, 0 to 1."""
        counts = np.bincount(self._owner.ravel(), minlength=len(self._pieces) + 1)[1:]
        areas = (float(cv2.contourArea(self.outline(piece))) for piece in self._pieces)
        return [float(min(1.0, count / area)) for count, area in zip(counts, areas, strict=False)]

    def strew(self, x: float, y: float) -> None:
        """Something that is no tile on top of what is painted."""
        self._hide(clutter.loose(self.rng, self.image, x, y))

    def clutter(self, amount: float) -> None:
        """Things that are no tiles, under the tiles."""
        for _ in range(int(self.rng.binomial(5, amount))):
            clutter.thing(self.rng, self.image, *self.rng.uniform(0, self.size, 2))

    def dice(self, x: float, y: float) -> None:
        """One die."""
        self._hide(die(self.rng, self.image, x, y))

    def finger(self, x: float, y: float, angle: float) -> None:
        """A finger that comes in at an angle (radians clockwise from the right) and whose tip lies at a point."""
        skin = arm.skin(self.rng)
        self._owner[arm.finger(self.rng, self.image, (x, y), angle, skin) > 0] = 0

    def arm(self, x: float, y: float) -> None:
        """A hand with fingers and sleeve reaching in."""
        self._owner[arm.arm(self.rng, self.image, x, y) > 0] = 0

    def outline(self, piece: Piece) -> Floats:
        """The four corners of its upper side: top left of the upright face first, then clockwise."""
        width, length, height = self.shape
        extent = (width, height) if piece.standing else (width, length)
        cosine, sine = math.cos(piece.turn), math.sin(piece.turn)
        turned = _CORNERS * np.array(extent, np.float32) @ np.array([[cosine, sine], [-sine, cosine]], np.float32)
        return np.asarray(turned + np.array([piece.x, piece.y], np.float32), np.float32)

    def front(self, piece: Piece) -> Floats:
        """Middle of the face or back of a standing piece, whichever is seen."""
        ahead = np.array([-math.sin(piece.turn), math.cos(piece.turn)]) * self.shape[2] / 2
        ahead = -ahead if float(ahead @ self.lean) > 0 else ahead
        return np.asarray(np.array([piece.x, piece.y]) + ahead - self.lean * self.shape[1] / 2, np.float32)

    def _hide(self, outline: Outline) -> None:
        cv2.fillConvexPoly(self._owner, outline, 0)

    def _nearness(self, piece: Piece) -> float:
        high = self.shape[1] if piece.standing else self.shape[2] * (piece.level + 1)
        foot = np.array([piece.x, piece.y]) - self.lean * high
        ahead = self.lean / max(self.steepness, 1e-6)
        return 0.8 * self.shape[1] * piece.level - float(foot @ ahead)

    def _paint(self, piece: Piece, number: int) -> None:
        top = self.outline(piece)
        down = -self.lean * (self.shape[1] if piece.standing else self.shape[2])
        for start in range(4):
            edge = top[[start, (start + 1) % 4]]
            along = edge[1] - edge[0]
            outward = np.array([along[1], -along[0]], np.float32) / max(float(np.hypot(*along)), 1e-6)
            if float(outward @ down) <= 0.3:
                continue
            shade = 0.82 + 0.14 * float(outward @ (math.cos(self._light), math.sin(self._light)))
            if piece.standing:
                self._standing_side(piece, edge, down, start, shade)
            else:
                for begin, colour in self.craft.layers(piece.name):
                    self._quad(edge, down * begin, down, colour * shade)
        hull = cv2.convexHull(np.concatenate([top, top + down])).round().astype(np.int32)
        cv2.fillConvexPoly(self._owner, hull, 0)
        cv2.fillConvexPoly(self._owner, top.round().astype(np.int32), number)
        if piece.standing:
            self._warp(self.craft.edge(), top)
        else:
            self._warp(self.craft.face(piece.name, self._light - piece.turn), top, self.craft.cover)

    def _standing_side(self, piece: Piece, edge: Floats, down: Floats, start: int, shade: float) -> None:
        if start in (0, 2):
            corners = np.stack([edge[1], edge[0], edge[0] + down, edge[1] + down])
            name = piece.name if start == 2 else BACK
            self._warp(self.craft.face(name, math.pi / 2) * np.float32(shade), np.asarray(corners, np.float32))
            return
        across = edge[1] - edge[0]
        for begin, colour in self.craft.layers(piece.name):
            # The back lies at this edge's end on the left side, at its start on the right one.
            ends = (edge[0] + across * begin, edge[1]) if start == 3 else (edge[0], edge[1] - across * begin)
            self._quad(np.asarray(np.stack(ends), np.float32), down * 0, down, colour * shade)

    def _quad(self, edge: Floats, first: Floats, second: Floats, colour: Floats) -> None:
        corners = np.stack([edge[0] + first, edge[1] + first, edge[1] + second, edge[0] + second])
        cv2.fillConvexPoly(self.image, np.round(corners * 16).astype(np.int32), as_colour(colour), cv2.LINE_AA, 4)

    def _warp(self, face: Floats, corners: Floats, cover: Floats | None = None) -> None:
        rows, columns = face.shape[:2]
        low = np.maximum(np.floor(corners.min(0)).astype(int) - 1, 0)
        high = np.minimum(np.ceil(corners.max(0)).astype(int) + 2, self.size)
        if (high - low).min() < 2:
            return
        source = np.array([[0, 0], [columns, 0], [columns, rows]], np.float32) - 0.5
        matrix = cv2.getAffineTransform(source, (corners[:3] - low - 0.5).astype(np.float32))
        size = int(high[0] - low[0]), int(high[1] - low[1])
        warped = cv2.warpAffine(face, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        whole = np.ones((rows, columns), np.float32) if cover is None else cover
        mask = cv2.warpAffine(whole, matrix, size, flags=cv2.INTER_LINEAR)[..., None]
        window = self.image[low[1] : high[1], low[0] : high[0]]
        window += (warped - window) * mask

    def _shadows(self) -> None:
        rng = self.rng
        shadow = np.zeros((self.size, self.size), np.float32)
        away, reach = rng.uniform(0, 2 * math.pi), abs(rng.normal(0, 5)) * FINE
        shift = np.array([math.cos(away), math.sin(away)], np.float32) * reach
        for piece in self._pieces:
            base = self.outline(piece) - self.lean * self.shape[1 if piece.standing else 2]
            hull = cv2.convexHull(np.concatenate([base, base + shift]))
            cv2.fillConvexPoly(shadow, hull.round().astype(np.int32), 1.0)
        soft = np.asarray(cv2.GaussianBlur(shadow, (0, 0), rng.uniform(1, 6)), np.float32)
        self.image *= (1 - rng.uniform(0.1, 0.65) * soft)[..., None]
