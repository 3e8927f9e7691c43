"""Draws one piece as the camera sees it: a box in true perspective, as a small patch with transparency."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.classes import BACK
from vision.frame import Image
from vision.lens import Floats
from vision.render.camera import CameraPose, projected
from vision.render.canvas import Colour
from vision.render.faces import FaceSet
from vision.render.light import Light
from vision.render.look import Look, shake
from vision.render.place import Piece, Shape

FINE = 3
"""Drawing is done this much larger than the picture and averaged down."""
GRAIN = 6
"""Pixels a millimetre of the textures."""
BACK_SHARE = 0.38
"""Share of a tile's height that has the colour of its back."""
CORNER = 1.6
"""Radius of a tile's rounded corners, millimetres."""
IVORY: Colour = (214, 226, 230)
RED: Colour = (40, 36, 196)
BLACK: Colour = (36, 34, 34)
PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """A piece in the picture.

    `colour` is multiplied by `alpha` already. `shadow`: how dark it makes the cloth, 0 to 255. `at` and `shadow_at`:
    left and top pixel.
    """

    at: tuple[int, int]
    colour: Image
    alpha: NDArray[np.uint8]
    shadow_at: tuple[int, int]
    shadow: NDArray[np.uint8]

    @property
    def bounds(self) -> tuple[int, int, int, int]:
        """Left, top, right, bottom of the pixels that this piece can change."""
        boxes = [(*at, at[0] + a.shape[1], at[1] + a.shape[0]) for at, a in self._layers()]
        return (
            min(box[0] for box in boxes),
            min(box[1] for box in boxes),
            max(box[2] for box in boxes),
            max(box[3] for box in boxes),
        )

    def _layers(self) -> tuple[tuple[tuple[int, int], NDArray[np.uint8]], ...]:
        return (self.at, self.alpha), (self.shadow_at, self.shadow)


def corners(piece: Piece) -> Floats:
    """The eight corners in table millimetres: underside, then top; each left-far, right-far, right-near, left-near.

    Far and near as for somebody who reads the face upright.
    """
    width, length, height = (edge / 2 for edge in piece.size)
    turn = radians(piece.angle)
    flat = np.array([(-width, length), (width, length), (width, -length), (-width, -length)])
    flat = flat @ np.array([(cos(turn), sin(turn)), (-sin(turn), cos(turn))]) + (piece.x, piece.y)
    low, high = np.full((4, 1), piece.z), np.full((4, 1), piece.z + 2 * height)
    return np.vstack([np.hstack([flat, low]), np.hstack([flat, high])])


class BoxPainter:
    """Draws pieces of one tile set for one camera and light."""

    def __init__(self, faces: FaceSet, look: Look, pose: CameraPose, light: Light) -> None:
        self._faces = faces
        self._look = look
        self._light = light
        self._matrix = pose.matrix
        self._scale = pose.focal / pose.position[2]
        self._textures: dict[tuple[Shape, str], NDArray[np.uint8]] = {}

    def paint(self, piece: Piece) -> Patch:
        """The piece and its shadow."""
        solid = corners(piece)
        pixels = projected(self._matrix, solid)
        left, top = (int(edge) - 1 for edge in np.floor(pixels.min(axis=0)))
        right, bottom = (int(edge) + 2 for edge in np.ceil(pixels.max(axis=0)))
        shape = (bottom - top, right - left)

        def finely(points: Floats) -> NDArray[np.float32]:
            # A whole number is a pixel's centre, there as here.
            return ((points - (left, top)) * FINE + (FINE - 1) / 2).astype(np.float32)

        canvas = np.zeros((shape[0] * FINE, shape[1] * FINE, 4), np.uint8)
        for part, colour, normal in self._sides(piece, solid):
            outline = finely(projected(self._matrix, part))
            if cv2.contourArea(outline, oriented=True) > 0:
                lit = self._light.side(normal, piece.x, piece.y)
                paint = (*(float(min(255.0, channel * lit)) for channel in colour), 255.0)
                cv2.fillConvexPoly(canvas, np.rint(outline * 16).astype(np.int32), paint, cv2.LINE_8, 4)
        texture = self._texture(piece)
        rows, columns = texture.shape[:2]
        source = np.array([(0, 0), (columns, 0), (columns, rows), (0, rows)], np.float32) - 0.5
        warp = cv2.getPerspectiveTransform(source, finely(pixels[4:]))
        lid = cv2.warpPerspective(texture, warp, (canvas.shape[1], canvas.shape[0]))
        opaque = lid[..., 3] > 127
        canvas[opaque] = lid[opaque]
        small = cv2.resize(canvas, (shape[1], shape[0]), interpolation=cv2.INTER_AREA)
        alpha = small[..., 3]
        # Transparent pixels are black, so averaging has multiplied the colour by alpha already.
        colour_gain = self._light.gain((left + right) / 2, (top + bottom) / 2)
        lit_colour = small[..., :3] * colour_gain
        if piece.shape is Shape.TILE:
            gloss = cv2.resize(opaque.astype(np.float32), (shape[1], shape[0]), interpolation=cv2.INTER_AREA)
            tilt = shake(self._look.seed, "tilt", piece.x, piece.y)[:2]
            lit_colour = lit_colour + (self._light.glare(left, top, shape, tilt) * gloss)[..., None]
        # No brighter than white times alpha, or edges would shine.
        colour = np.minimum(lit_colour, alpha[..., None]).astype(np.uint8)
        shadow_at, shadow = self._shadow(piece, solid, pixels)
        return Patch((left, top), colour, np.ascontiguousarray(alpha), shadow_at, shadow)

    def _sides(self, piece: Piece, solid: Floats) -> list[tuple[Floats, Colour, tuple[float, float]]]:
        """The upright faces in parts of one colour each, with their outward normals."""
        parts: list[tuple[Floats, Colour, tuple[float, float]]] = []
        under, over = solid[:4], solid[4:]
        for start in range(4):
            end = (start + 1) % 4
            wall = np.stack([under[start], under[end], over[end], over[start]])
            # Edges run clockwise as seen from above, so the outside is on their left.
            edge = wall[1, :2] - wall[0, :2]
            edge /= np.linalg.norm(edge)
            normal = (-float(edge[1]), float(edge[0]))
            match piece.shape:
                case Shape.TILE:
                    share = 1 - BACK_SHARE if piece.face == BACK else BACK_SHARE
                    lower, upper = (self._faces.body, self._faces.back)[:: 1 if piece.face == BACK else -1]
                    seam_start = wall[0] + (wall[3] - wall[0]) * share
                    seam_end = wall[1] + (wall[2] - wall[1]) * share
                    parts.append((np.stack([wall[0], wall[1], seam_end, seam_start]), lower, normal))
                    parts.append((np.stack([seam_start, seam_end, wall[2], wall[3]]), upper, normal))
                case Shape.STANDING if start in (1, 3):
                    share = BACK_SHARE if start == 1 else 1 - BACK_SHARE
                    low, high = wall[0] + (wall[1] - wall[0]) * share, wall[3] + (wall[2] - wall[3]) * share
                    first, second = (self._faces.back, self._faces.body)[:: 1 if start == 1 else -1]
                    parts.append((np.stack([wall[0], low, high, wall[3]]), first, normal))
                    parts.append((np.stack([low, wall[1], wall[2], high]), second, normal))
                case Shape.STANDING:
                    parts.append((wall, self._faces.back if start == 0 else self._faces.body, normal))
                case Shape.STICK | Shape.DIE:
                    parts.append((wall, IVORY, normal))
        return parts

    def _texture(self, piece: Piece) -> NDArray[np.uint8]:
        """The upper side, far edge first, with rounded corners."""
        key = (piece.shape, piece.face)
        if key not in self._textures:
            self._textures[key] = self._draw_texture(piece)
        return self._textures[key]

    def _draw_texture(self, piece: Piece) -> NDArray[np.uint8]:
        columns, rows = (round(edge * GRAIN) for edge in piece.size[:2])
        body, back = np.array(self._faces.body, np.float32), np.array(self._faces.back, np.float32)
        picture = np.empty((rows, columns, 3), np.float32)
        picture[:] = IVORY
        match piece.shape:
            case Shape.TILE if piece.face == BACK:
                picture[:] = back
            case Shape.TILE:
                picture[:] = body
                _print_ink(picture, self._faces.ink[piece.face])
            case Shape.STANDING:
                picture[:] = body
                picture[: round(rows * BACK_SHARE)] = back
            case Shape.STICK:
                cv2.circle(picture, (columns // 2, rows // 2), round(1.6 * GRAIN), RED, -1, cv2.LINE_AA)
            case Shape.DIE:
                _print_pips(picture, int(piece.face))
        mask = _rounded(columns, rows, CORNER if piece.shape is not Shape.STICK else 0.8)
        # The rim bends away from the light.
        depth = cv2.distanceTransform(np.pad(mask, 1), cv2.DIST_L2, 3)[1:-1, 1:-1] / GRAIN
        picture *= np.clip(0.8 + 0.25 * depth, 0, 1)[..., None]
        return np.dstack([picture.astype(np.uint8), mask])

    def _shadow(self, piece: Piece, solid: Floats, pixels: Floats) -> tuple[tuple[int, int], NDArray[np.uint8]]:
        """Its darkness on the cloth: sharp at the foot, soft where the top's shadow ends."""
        cast = [(*self._light.cast(*corner), 0.0) for corner in solid]
        ground = projected(self._matrix, cast)
        soft = (1.0 + 0.06 * (piece.z + piece.size[2])) * self._scale
        margin = int(3 * soft) + 1
        left, top = (int(edge) - margin for edge in np.floor(ground.min(axis=0)))
        right, bottom = (int(edge) + margin for edge in np.ceil(ground.max(axis=0)))
        mask = np.zeros((bottom - top, right - left), np.uint8)
        hull = cv2.convexHull((ground - (left, top)).astype(np.float32))
        cv2.fillConvexPoly(mask, np.rint(hull * 16).astype(np.int32), 255.0 * self._look.shadow, cv2.LINE_AA, 4)
        return (left, top), np.asarray(cv2.GaussianBlur(mask, (0, 0), soft), np.uint8)


def _print_ink(picture: NDArray[np.float32], ink: NDArray[np.uint8]) -> None:
    rows, columns = picture.shape[:2]
    ink = np.asarray(cv2.resize(ink, (columns, rows), interpolation=cv2.INTER_AREA))
    share = ink[..., 3:].astype(np.float32) / 255
    picture *= 1 - share
    picture += ink[..., 2::-1] * share


def _print_pips(picture: NDArray[np.float32], value: int) -> None:
    rows, columns = picture.shape[:2]
    radius = rows * (0.2 if value == 1 else 0.1)
    for x, y in PIPS[value]:
        centre = (round(columns / 2 + x * columns * 0.25), round(rows / 2 + y * rows * 0.25))
        cv2.circle(picture, centre, round(radius), RED if value == 1 else BLACK, -1, cv2.LINE_AA)


def _rounded(columns: int, rows: int, radius: float) -> NDArray[np.uint8]:
    """A mask of a rectangle with rounded corners; `radius` in millimetres."""
    mask = np.zeros((rows, columns), np.uint8)
    around = round(radius * GRAIN)
    cv2.rectangle(mask, (around, 0), (columns - 1 - around, rows - 1), 255, -1)
    cv2.rectangle(mask, (0, around), (columns - 1, rows - 1 - around), 255, -1)
    for x in (around, columns - 1 - around):
        for y in (around, rows - 1 - around):
            cv2.circle(mask, (x, y), around, 255, -1)
    return mask
