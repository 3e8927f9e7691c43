"""Draws what a camera above the table sees: a `TableSnapshot` in which everything is true becomes a `Frame`.

Tiles are boxes in true perspective on a lit cloth. What did not change is not drawn again, so that a whole game can be
drawn frame by frame: pieces are cached as patches, and only the rectangles that differ from the frame before are
composed anew. Noise and JPEG are new in every frame.
"""

from __future__ import annotations

from functools import lru_cache
from math import hypot
from typing import NamedTuple

import cv2
import numpy as np

from tablectl.rules.seat import Seat
from tablectl.table import TableSnapshot
from vision.frame import Frame, Image
from vision.layout import DEFAULT_LAYOUT, Layout
from vision.lens import STRAIGHT, Floats, Map, pixel_map
from vision.render.arm import draw_arm
from vision.render.box import BoxPainter, Patch, corners
from vision.render.camera import CameraPose
from vision.render.faces import FaceSet
from vision.render.ground import draw_ground
from vision.render.light import Light
from vision.render.look import Look
from vision.render.place import Piece, Shape, pieces

NOISE_CELL = 512
"""Side in pixels of the noise that the stored noise repeats; each frame takes another cut."""
NOISE_MEAN = 64.0
"""Value that stands for no noise in the stored noise."""
PUSH, PUSH_TURN = (3.0, 15.0), (0.5, 2.0)
"""How far (mm) and by how many degrees a camera is moved that somebody knocks against."""
Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels."""


class Quad(NamedTuple):
    """A flat tile's upper side in the picture.

    `name`: its class, `back` for a back. `corners`: pixels (4 x 2) of the face's own left-top, right-top, right-bottom
    and left-bottom. `turn`: quarter turns clockwise of the face in the picture, 0 upright for seat 0.
    """

    name: str
    corners: Floats
    turn: int


class Renderer:
    """Draws one table's frames. Frames that follow one another are cheap: give them in order of time."""

    def __init__(
        self, faces: FaceSet, look: Look, layout: Layout = DEFAULT_LAYOUT, pose: CameraPose | None = None
    ) -> None:
        """`pose`: where the camera stands, the look's own place by default."""
        self.look = look
        self.layout = layout
        self.pose = pose or look.pose(layout)
        self._faces = faces
        self._straight = self.pose.pinhole
        """All is drawn as this camera sees it; the lens then bends the finished picture."""
        self._light = Light(look, self._straight, layout.tile_height)
        self._painter = BoxPainter(faces, look, self._straight, self._light)
        self._patch = lru_cache(maxsize=4096)(self._painter.paint)
        ground = draw_ground(look, layout, self._straight) * self._light.gains(self._straight.size)
        self._ground: Image = ground.clip(0, 255).astype(np.uint8)
        self._drawn: dict[Piece, Patch] = {}
        """The pieces in the composed picture, in painting order."""
        self._sharp: Image = self._ground.copy()
        self._clean: Image = self._blurred(self._sharp)
        self._bend = self._pixel_map() if self.pose.bend != STRAIGHT else None
        self._noise = self._draw_noise()

    def frame(self, table: TableSnapshot, arm: Seat | None, time: float, number: int) -> Frame:
        """The picture of a table, with the arm of a seat over it. The same arguments give the same picture.

        Raises `ValueError` for a table that cannot be drawn, see `vision.render.place.pieces`.
        """
        self._compose(table)
        picture = self._clean
        if arm is not None:
            picture = picture.copy()
            draw_arm(picture, arm, number, self.layout, self.look, self._straight, self._light)
        return Frame(self._expose(picture, number), time, number)

    def nudged(self) -> Renderer:
        """The same table after the camera was pushed and turned a little, drawn from the seed."""
        rng = np.random.default_rng((self.look.seed, 6))
        push, turn = (_towards(rng, *most) for most in (PUSH, PUSH_TURN))
        return Renderer(self._faces, self.look, self.layout, self.pose.moved(push, turn))

    def true_quads(self, table: TableSnapshot) -> list[Quad]:
        """Every flat tile whose upper side can be seen, the backs of walls included."""
        found: list[Quad] = []
        flat = [piece for piece in pieces(table, self.layout, self.look) if piece.shape is Shape.TILE]
        # A lower wall tile lies under the upper one of its stack; nothing else lies under anything.
        upper = {(round(p.x / 4), round(p.y / 4)) for p in flat if p.z > 0}
        for piece in flat:
            around = ((round(piece.x / 4) + dx, round(piece.y / 4) + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1))
            if piece.z > 0 or not upper.intersection(around):
                turn = round(-piece.angle / 90) % 4
                found.append(Quad(piece.face, self.pose.project(corners(piece)[4:]), turn))
        return found

    def _compose(self, table: TableSnapshot) -> None:
        """Bring the noise-free picture up to date where pieces came, went or moved."""
        new = set(pieces(table, self.layout, self.look))
        changed = new.symmetric_difference(self._drawn)
        if not changed:
            return
        touched = [self._patch(piece).bounds for piece in changed]
        self._drawn = {piece: self._patch(piece) for piece in sorted(new, key=self._order)}
        for box in _merged(touched):
            self._paint(box)

    def _order(self, piece: Piece) -> tuple[float, float, float]:
        """What the camera sees farther out is covered by what lies nearer to the point below it."""
        away = hypot(piece.x - self.pose.position[0], piece.y - self.pose.position[1])
        return piece.z * 0.5 - away, piece.x, piece.y

    def _paint(self, box: Box) -> None:
        """Compose one rectangle: ground, shadows, pieces from far to near, lens blur."""
        width, height = self._straight.size
        left, top, right, bottom = max(box[0], 0), max(box[1], 0), min(box[2], width), min(box[3], height)
        if left >= right or top >= bottom:
            return
        window = self._sharp[top:bottom, left:right]
        dark = np.zeros(window.shape[:2], np.uint8)
        near = [patch for patch in self._drawn.values() if _overlap(patch.bounds, box)]
        for patch in near:
            place, part = _cut(patch.shadow_at, patch.shadow.shape, (left, top, right, bottom))
            dark[place] = np.maximum(dark[place], patch.shadow[part])
        window[:] = (self._ground[top:bottom, left:right] * (1 - dark[..., None].astype(np.float32) / 255)).astype(
            np.uint8
        )
        for patch in near:
            place, part = _cut(patch.at, patch.alpha.shape, (left, top, right, bottom))
            through = 255 - patch.alpha[part][..., None].astype(np.uint16)
            window[place] = (window[place] * through // 255).astype(np.uint8) + patch.colour[part]
        margin = int(4 * self.look.blur) + 1
        outer = (max(left - 2 * margin, 0), max(top - 2 * margin, 0), right + 2 * margin, bottom + 2 * margin)
        soft = self._blurred(self._sharp[outer[1] : outer[3], outer[0] : outer[2]])
        inner = (max(left - margin, 0), max(top - margin, 0), min(right + margin, width), min(bottom + margin, height))
        self._clean[inner[1] : inner[3], inner[0] : inner[2]] = soft[
            inner[1] - outer[1] : inner[3] - outer[1], inner[0] - outer[0] : inner[2] - outer[0]
        ]

    def _blurred(self, picture: Image) -> Image:
        return np.asarray(cv2.GaussianBlur(picture, (0, 0), self.look.blur), np.uint8)

    def _pixel_map(self) -> tuple[Map, Map]:
        """For each pixel of the bent picture its place in the straight one."""
        shift = (np.array(self._straight.size) - self.pose.size) / 2
        return pixel_map(lambda pixels: self.pose.lens.straight(pixels) + shift, self.pose.size)

    def _draw_noise(self) -> Image:
        """Sensor noise around a mean of half its range: neighbours are alike, as after demosaicing."""
        rng = np.random.default_rng((self.look.seed, 3))
        width, height = self.pose.size
        raw = rng.standard_normal((NOISE_CELL, NOISE_CELL, 3), np.float32)
        soft = np.asarray(cv2.GaussianBlur(raw, (0, 0), 0.6), np.float32)
        soft = soft * (self.look.noise / soft.std()) + NOISE_MEAN
        cell: Image = soft.round().clip(0, 255).astype(np.uint8)
        return np.tile(cell, (height // NOISE_CELL + 2, width // NOISE_CELL + 2, 1))

    def _expose(self, picture: Image, number: int) -> Image:
        """Bend the picture, add this frame's noise and send it through JPEG."""
        rng = np.random.default_rng((self.look.seed, 4, number))
        left, top = (int(edge) for edge in rng.integers(0, NOISE_CELL, 2))
        width, height = self.pose.size
        if self._bend is not None:
            picture = np.asarray(cv2.remap(picture, *self._bend, cv2.INTER_CUBIC), np.uint8)
        noise = self._noise[top : top + height, left : left + width]
        noisy = cv2.addWeighted(picture, 1.0, noise, 1.0, -NOISE_MEAN)
        code = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, self.look.quality])[1]
        return np.asarray(cv2.imdecode(code, cv2.IMREAD_COLOR), np.uint8)


def _towards(rng: np.random.Generator, least: float, most: float) -> tuple[float, float, float]:
    """A vector of a length within bounds and of any direction."""
    way = rng.standard_normal(3)
    x, y, z = (float(value) for value in way / np.linalg.norm(way) * rng.uniform(least, most))
    return x, y, z


def _overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _merged(boxes: list[Box]) -> list[Box]:
    """Rectangles that do not overlap and cover the given ones."""
    apart: list[Box] = []
    for box in boxes:
        while True:
            met = next((other for other in apart if _overlap(box, other)), None)
            if met is None:
                break
            apart.remove(met)
            box = (min(box[0], met[0]), min(box[1], met[1]), max(box[2], met[2]), max(box[3], met[3]))
        apart.append(box)
    return apart


def _cut(at: tuple[int, int], shape: tuple[int, ...], box: Box) -> tuple[tuple[slice, slice], tuple[slice, slice]]:
    """Where an array whose first pixel is `at` meets a rectangle: slices of the rectangle and of the array."""
    left, top = max(at[0], box[0]), max(at[1], box[1])
    right, bottom = max(min(at[0] + shape[1], box[2]), left), max(min(at[1] + shape[0], box[3]), top)
    place = (slice(top - box[1], bottom - box[1]), slice(left - box[0], right - box[0]))
    part = (slice(top - at[1], bottom - at[1]), slice(left - at[0], right - at[0]))
    return place, part
