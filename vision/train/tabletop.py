"""A patch of table with tiles and other things, painted straight from above for training.

Quicker and wilder than the renderer of whole tables: no camera model, only a lean by which higher things are moved,
and random everything. All lengths in pixels at `FINE` pixels a millimetre.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.classes import BACK
from vision.frame import Image
from vision.render.canvas import Colour
from vision.render.style import pick, shade_near
from vision.train.sources import TileSet

Floats = NDArray[np.float32]
FINE = 8 / 3
"""Pixels a millimetre while painting."""
CLOTHS: tuple[Colour, ...] = (
    (62, 104, 34), (58, 138, 52), (90, 200, 60), (138, 122, 52), (165, 150, 50), (126, 76, 36), (52, 34, 98),
    (78, 76, 72), (130, 130, 130), (112, 158, 186), (150, 175, 195), (60, 80, 120), (30, 30, 30),
    (40, 60, 20), (210, 205, 200),
)  # fmt: skip
"""Felts, mats, wood, white tables."""
SKINS: tuple[Colour, ...] = ((136, 168, 216), (112, 148, 204), (80, 112, 166), (52, 74, 112))
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
    """One patch with one tile set. `shape`: a tile's width, length and height in pixels."""

    def __init__(self, rng: np.random.Generator, size: int, tiles: TileSet) -> None:
        self.rng, self.size, self.tiles = rng, size, tiles
        width = 19.5 * FINE * rng.uniform(0.93, 1.07)
        self.shape = width, width / rng.uniform(0.71, 0.79), width * rng.uniform(0.72, 0.86)
        tilt, towards = abs(rng.normal(0, 0.17)), rng.uniform(0, 2 * math.pi)
        self.lean = np.array([tilt * math.cos(towards), tilt * math.sin(towards)], np.float32)
        self._ink_share = float(rng.uniform(0.8, 0.98))
        self._rim = float(rng.uniform(0.7, 1.02))
        self._back_share = float(rng.uniform(0.25, 0.5))
        self._light = rng.uniform(0, 2 * math.pi)
        self._body, self._back = np.array(tiles.body, np.float32), np.array(tiles.back, np.float32)
        self.image = cloth(rng, size)

    def names(self) -> list[str]:
        return list(self.tiles.faces)

    def paint(self, pieces: list[Piece]) -> None:
        """Paint tiles, the lower and farther ones first."""
        self._shadows(pieces)
        for piece in sorted(pieces, key=lambda piece: (piece.level, -float(np.dot((piece.x, piece.y), self.lean)))):
            self._paint(piece)

    def outline(self, piece: Piece) -> Floats:
        """The four corners of its upper side: top left of the upright face first, then clockwise."""
        width, length, height = self.shape
        extent = (width, height) if piece.standing else (width, length)
        cosine, sine = math.cos(piece.turn), math.sin(piece.turn)
        turned = _CORNERS * np.array(extent, np.float32) @ np.array([[cosine, sine], [-sine, cosine]], np.float32)
        return np.asarray(turned + np.array([piece.x, piece.y], np.float32), np.float32)

    def _paint(self, piece: Piece) -> None:
        top = self.outline(piece)
        depth = self.shape[1] if piece.standing else self.shape[2]
        down = -self.lean * depth
        share = self._back_share
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
                upper, lower = (self._back, self._body) if piece.name == BACK else (self._body, self._back)
                cut = share if piece.name == BACK else 1 - share
                self._quad(edge, down * 0, down * cut, upper * shade)
                self._quad(edge, down * cut, down, lower * shade)
        self._top(piece, top)

    def _standing_side(self, piece: Piece, edge: Floats, down: Floats, start: int, shade: float) -> None:
        if start == 2:
            corners = np.stack([edge[1], edge[0], edge[0] + down, edge[1] + down])
            self._warp(self._face(piece.name), np.asarray(corners, np.float32))
            return
        self._quad(edge, down * 0, down, (self._back if start == 0 else self._body) * shade)

    def _quad(self, edge: Floats, first: Floats, second: Floats, colour: Floats) -> None:
        corners = np.stack([edge[0] + first, edge[1] + first, edge[1] + second, edge[0] + second])
        cv2.fillConvexPoly(self.image, np.round(corners * 16).astype(np.int32), _tuple(colour), cv2.LINE_AA, 4)

    def _top(self, piece: Piece, corners: Floats) -> None:
        if piece.standing:
            rows, columns = 44, 52
            face = np.empty((rows, columns, 3), np.float32)
            face[:] = self._body
            face[: round(rows * self._back_share)] = self._back
        else:
            face = self._face(piece.name)
        self._warp(face, corners)

    def _face(self, name: str) -> Floats:
        """The upright upper side of a tile, 70 x 52."""
        rows, columns = 70, 52
        picture = self.tiles.faces.get(name)
        if picture is not None and picture.shape[2] == 3:
            face = np.asarray(cv2.resize(picture, (columns, rows), interpolation=cv2.INTER_AREA), np.float32)
            return face
        face = np.empty((rows, columns, 3), np.float32)
        face[:] = self._back if name == BACK else self._body
        if picture is not None:
            height, width = round(rows * self._ink_share), round(columns * self._ink_share)
            ink = cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA).astype(np.float32)
            top, left = (rows - height) // 2, (columns - width) // 2
            window, share = face[top : top + height, left : left + width], ink[..., 3:] / 255
            window += (ink[..., :3] - window) * share
        face *= 1 - (1 - self._rim) * _rim(rows, columns)
        return face

    def _warp(self, face: Floats, corners: Floats) -> None:
        rows, columns = face.shape[:2]
        low = np.maximum(np.floor(corners.min(0)).astype(int) - 1, 0)
        high = np.minimum(np.ceil(corners.max(0)).astype(int) + 2, self.size)
        if (high - low).min() < 2:
            return
        source = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32) - 0.5
        matrix = cv2.getPerspectiveTransform(source, (corners - low - 0.5).astype(np.float32))
        size = int(high[0] - low[0]), int(high[1] - low[1])
        flags = cv2.INTER_LINEAR
        warped = cv2.warpPerspective(face, matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
        mask = cv2.warpPerspective(_rounded(rows, columns), matrix, size, flags=flags)[..., None]
        window = self.image[low[1] : high[1], low[0] : high[0]]
        window += (warped - window) * mask

    def _shadows(self, pieces: list[Piece]) -> None:
        rng = self.rng
        shadow = np.zeros((self.size, self.size), np.float32)
        away, reach = rng.uniform(0, 2 * math.pi), abs(rng.normal(0, 5)) * FINE
        shift = np.array([math.cos(away), math.sin(away)], np.float32) * reach
        for piece in pieces:
            base = self.outline(piece) - self.lean * self.shape[2]
            hull = cv2.convexHull(np.concatenate([base, base + shift]))
            cv2.fillConvexPoly(shadow, hull.round().astype(np.int32), 1.0)
        soft = np.asarray(cv2.GaussianBlur(shadow, (0, 0), rng.uniform(1, 6)), np.float32)
        self.image *= (1 - rng.uniform(0.1, 0.65) * soft)[..., None]

    def clutter(self, amount: float) -> None:
        """Things that are no tiles, under the tiles: sticks, markers, dice, consoles, cards, lines."""
        rng = self.rng
        for thing in (self._stick, self._marker, self._console, self._line, self._card):
            if rng.random() < amount:
                thing(*rng.uniform(0, self.size, 2))

    def dice(self, x: float, y: float) -> None:
        """One die; pips in black, a red one."""
        rng = self.rng
        side, turn = FINE * rng.uniform(9, 16), rng.uniform(0, math.pi)
        self._box(x, y, side, side, turn, shade_near(rng, (235, 238, 240), 10))
        value = int(rng.integers(1, 7))
        for _ in range(value):
            place = (int(x + rng.uniform(-0.3, 0.3) * side), int(y + rng.uniform(-0.3, 0.3) * side))
            colour = (40, 30, 190) if value == 1 else (40, 40, 40)
            cv2.circle(self.image, place, round(side * (0.2 if value == 1 else 0.1)), colour, -1, cv2.LINE_AA)

    def _stick(self, x: float, y: float) -> None:
        rng = self.rng
        turn = math.pi / 2 * rng.integers(2) + rng.normal(0, 0.05)
        self._box(
            x, y, FINE * rng.uniform(70, 95), FINE * rng.uniform(6, 9), turn, shade_near(rng, (228, 232, 235), 10)
        )
        dots = shade_near(rng, pick(rng, ((40, 30, 190), (60, 60, 60))), 10)
        for _ in range(int(rng.integers(1, 6))):
            cv2.circle(self.image, (int(x + rng.normal(0, 8)), int(y + rng.normal(0, 3))), round(FINE * 1.4), dots, -1)

    def _marker(self, x: float, y: float) -> None:
        rng = self.rng
        side = round(FINE * rng.uniform(25, 45))
        bits = np.pad(rng.integers(0, 2, (4, 4)).astype(np.uint8), 1)
        framed = np.pad(bits, 1, constant_values=1) * np.uint8(255)
        picture = cv2.resize(framed, (side, side), interpolation=cv2.INTER_NEAREST)
        top, left = round(y - side / 2), round(x - side / 2)
        window = self.image[max(top, 0) : top + side, max(left, 0) : left + side]
        part = picture[max(-top, 0) :, max(-left, 0) :][: window.shape[0], : window.shape[1]]
        window[:] = part[..., None] * 0.85 + 15

    def _console(self, x: float, y: float) -> None:
        rng = self.rng
        colour = shade_near(rng, pick(rng, ((60, 60, 60), (40, 90, 170), (230, 230, 230), (30, 30, 30))), 15)
        width, height = rng.uniform(20, 100, 2) * FINE
        self._box(x, y, width, height, math.pi / 2 * rng.integers(2) + rng.normal(0, 0.1), colour)

    def _card(self, x: float, y: float) -> None:
        """A piece of paper with writing: white like a tile, but no tile's size."""
        rng = self.rng
        width, height = rng.uniform(40, 90, 2) * FINE
        self._box(x, y, width, height, rng.normal(0, 0.2), shade_near(rng, (240, 242, 242), 8))
        for row in np.arange(y - height * 0.35, y + height * 0.35, 4 * FINE):
            end = x - width * 0.3 + rng.uniform(0.2, 0.7) * width
            cv2.line(self.image, (int(x - width * 0.3), int(row)), (int(end), int(row)), (70, 70, 70), 2, cv2.LINE_AA)

    def _line(self, x: float, y: float) -> None:
        rng = self.rng
        end = rng.uniform(0, self.size, 2)
        colour = shade_near(rng, (60, 60, 60), 40)
        cv2.line(
            self.image, (int(x), int(y)), (int(end[0]), int(end[1])), colour, int(rng.integers(1, 12)), cv2.LINE_AA
        )

    def _box(self, x: float, y: float, width: float, height: float, turn: float, colour: Colour) -> None:
        cosine, sine = math.cos(turn), math.sin(turn)
        corners = _CORNERS * np.array([width, height], np.float32) @ np.array([[cosine, sine], [-sine, cosine]])
        points = np.round((corners + np.array([x, y])) * 16).astype(np.int32)
        shadow = points + np.array([24, 24], np.int32)
        cv2.fillConvexPoly(self.image, shadow, _tuple(self.image[0, 0] * 0.5), cv2.LINE_AA, 4)
        cv2.fillConvexPoly(self.image, points, colour, cv2.LINE_AA, 4)

    def arm(self, x: float, y: float) -> NDArray[np.uint8]:
        """A hand with fingers and sleeve reaching in; returns where it hides the table."""
        rng = self.rng
        hidden = np.zeros((self.size, self.size), np.uint8)
        skin, angle = shade_near(rng, pick(rng, SKINS), 15), rng.uniform(0, 360)
        towards = np.array([math.cos(math.radians(angle)), math.sin(math.radians(angle))])
        across = np.array([-towards[1], towards[0]])
        shade = 1.0
        for finger in rng.permutation(int(rng.integers(1, 5))):
            middle = np.array([x, y]) + across * (finger - 1.5) * 17 * FINE + towards * rng.normal(0, 5) * FINE
            axes = (round(rng.uniform(25, 40) * FINE), round(rng.uniform(7, 10) * FINE))
            centre = (int(middle[0]), int(middle[1]))
            colour = _tuple(np.array(skin) * shade)
            cv2.ellipse(self.image, centre, axes, angle + rng.normal(0, 9), 0, 360, colour, -1, cv2.LINE_AA)
            cv2.ellipse(hidden, centre, axes, angle, 0, 360, 255, -1)
            shade = float(rng.uniform(0.85, 1.05))
        palm = np.array([x, y]) + towards * 48 * FINE
        cv2.circle(self.image, (int(palm[0]), int(palm[1])), round(38 * FINE), skin, -1, cv2.LINE_AA)
        cv2.circle(hidden, (int(palm[0]), int(palm[1])), round(38 * FINE), 255, -1)
        sleeve = shade_near(rng, pick(rng, CLOTHS), 25)
        start, end = palm + towards * 30 * FINE, palm + towards * 400 * FINE
        ends = (int(start[0]), int(start[1])), (int(end[0]), int(end[1]))
        cv2.line(self.image, *ends, sleeve, round(62 * FINE), cv2.LINE_AA)
        cv2.line(hidden, *ends, 255, round(62 * FINE))
        return hidden


def cloth(rng: np.random.Generator, size: int) -> Floats:
    """Bare table: colour, weave or grain, stains and folds."""
    colour = np.array(shade_near(rng, pick(rng, CLOTHS), 18), np.float32)
    image = np.empty((size, size, 3), np.float32)
    image[:] = colour
    for grain in (1, 3, 40):
        rough = rng.normal(0, rng.uniform(0.5, 6), (size // grain + 2, size // grain + 2)).astype(np.float32)
        image += cv2.resize(rough, (size, size), interpolation=cv2.INTER_LINEAR)[..., None]
    if rng.random() < 0.3:
        period = rng.uniform(2.5, 9)
        rows, columns = np.mgrid[0:size, 0:size].astype(np.float32)
        weave = np.sin(columns * 2 * math.pi / period) * np.sin(rows * 2 * math.pi / period)
        image += (rng.uniform(3, 18) * weave)[..., None].astype(np.float32)
    elif rng.random() < 0.25:
        planks = rng.normal(0, rng.uniform(3, 12), (size // 5 + 2, 3)).astype(np.float32)
        image += cv2.resize(planks, (size, size), interpolation=cv2.INTER_LINEAR)[..., None]
    return image


def lit(rng: np.random.Generator, image: Floats) -> Floats:
    """The picture under some lamp: brightness, slope, shadow edge, highlights, white balance, saturation."""
    rows, columns = image.shape[:2]
    down, right = np.mgrid[-1 : 1 : rows * 1j, -1 : 1 : columns * 1j].astype(np.float32)
    angle = rng.uniform(0, 2 * math.pi)
    slope = right * np.float32(math.cos(angle)) + down * np.float32(math.sin(angle))
    image = image * np.float32(rng.uniform(0.45, 1.15)) * (1 + np.float32(rng.uniform(0, 0.28)) * slope)[..., None]
    if rng.random() < 0.25:
        edge = 1 / (1 + np.exp(-(slope - np.float32(rng.normal(0, 0.4))) * np.float32(rng.uniform(5, 30))))
        image = image * (1 - np.float32(rng.uniform(0.1, 0.5)) * edge)[..., None]
    for _ in range(int(rng.integers(0, 3)) if rng.random() < 0.35 else 0):
        x, y = rng.uniform(-0.9, 0.9, 2)
        wide, tall = rng.uniform(0.06, 0.5, 2)
        spot = np.exp(-(((right - x) / wide) ** 2) - ((down - y) / tall) ** 2)
        image = image + (np.float32(rng.uniform(25, 170)) * spot)[..., None].astype(np.float32)
    image = image * np.clip(rng.normal(1, 0.09, 3), 0.72, 1.28).astype(np.float32)
    grey = image.mean(2, keepdims=True)
    return np.asarray(grey + (image - grey) * np.float32(rng.uniform(0.45, 1.35)), np.float32)


def photographed(rng: np.random.Generator, image: Floats) -> Image:
    """The picture as a camera stores it: contrast, blur, sharpening, noise, JPEG."""
    if rng.random() < 0.3:
        contrast = np.float32(rng.uniform(0.75, 1.35))
        image = (image - 128) * contrast + 128
    if rng.random() < 0.2:
        length = int(rng.integers(2, 6))
        kernel = np.zeros((length, length), np.float32)
        cv2.line(kernel, (0, int(rng.integers(length))), (length - 1, int(rng.integers(length))), 1.0, 1)
        image = np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.float32)
    soft = np.asarray(cv2.GaussianBlur(image, (0, 0), rng.uniform(0.25, 0.95)), np.float32)
    if rng.random() < 0.3:
        soft = soft + np.float32(rng.uniform(0.3, 1.2)) * (soft - cv2.GaussianBlur(soft, (0, 0), 1.5))
    noisy = soft + rng.standard_normal(soft.shape, np.float32) * np.float32(rng.uniform(0.5, 7))
    stored = noisy.clip(0, 255).astype(np.uint8)
    if rng.random() < 0.6:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(40, 96))]
        stored = np.asarray(cv2.imdecode(cv2.imencode(".jpg", stored, quality)[1], cv2.IMREAD_COLOR), np.uint8)
    return stored


@lru_cache(maxsize=4)
def _rim(rows: int, columns: int) -> Floats:
    """1 along the edge of a face, falling to 0 within a twentieth of it."""
    down = np.minimum(np.arange(rows), np.arange(rows)[::-1])[:, None]
    right = np.minimum(np.arange(columns), np.arange(columns)[::-1])[None]
    return np.clip(1 - np.minimum(down, right) / (rows * 0.045), 0, 1)[..., None].astype(np.float32)


@lru_cache(maxsize=4)
def _rounded(rows: int, columns: int) -> Floats:
    """Cover of a face with rounded corners."""
    mask = np.zeros((rows, columns), np.uint8)
    radius = round(columns * 0.09)
    cv2.rectangle(mask, (radius, 0), (columns - 1 - radius, rows - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (columns - 1, rows - 1 - radius), 255, -1)
    for x in (radius, columns - 1 - radius):
        for y in (radius, rows - 1 - radius):
            cv2.circle(mask, (x, y), radius, 255, -1)
    return np.asarray(mask, np.float32) / np.float32(255)


def _tuple(colour: NDArray[np.floating]) -> Colour:
    blue, green, red = (float(value) for value in colour)
    return blue, green, red
