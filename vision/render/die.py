"""Solids of a drawn roll: dice with rounded edges and hollow pips, tiles, sticks, fingers; told by their distance.

Each solid says how far a point is from its surface (negative inside) and what colour its surface has there, so that one
ray caster (`vision.render.dice`) draws them in any position, one before the other and in each other's shadow.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from vision.lens import Floats
from vision.render.box import PIPS
from vision.render.canvas import RGBA, Colour

Vector = tuple[float, float, float]


class Solid(Protocol):
    """A body in table millimetres; `centre` and `radius` of a ball around it; `gloss`: how much of the lamp it mirrors,
    0 to 1."""

    @property
    def centre(self) -> Vector: ...

    @property
    def radius(self) -> float: ...

    @property
    def gloss(self) -> float: ...

    def distance(self, points: Floats) -> Floats:
        """How far each of N x 3 points is from the surface, negative inside."""

    def colour(self, points: Floats, normals: Floats) -> tuple[Floats, Floats]:
        """Blue, green, red (0 to 255) of points on the surface, and their normals (N x 3) with its hollows."""


@dataclass(frozen=True, slots=True)
class DieStyle:
    """How a kind of dice looks. Lengths in edges of the die.

    `pip` and `ace`: radius of a pip and of the one. `pitch`: distance of a pip from the face's middle along each axis.
    `bevel`: radius of the edges. `ball`: radius of the ball that cuts the corners off, 0.87 and more cuts none.
    `clear`: share of what lies below that shows through.
    """

    name: str
    body: Colour
    pips: Colour
    ace_colour: Colour
    pip: float = 0.095
    ace: float = 0.095
    pitch: float = 0.25
    bevel: float = 0.08
    ball: float = 0.76
    clear: float = 0.0
    gloss: float = 0.4


_RED: Colour = (38, 30, 190)
DIE_STYLES = (
    DieStyle("white", (232, 236, 238), (30, 28, 28), _RED, ace=0.16),
    DieStyle("white, large ace", (226, 232, 236), (36, 32, 30), _RED, pip=0.085, ace=0.2, pitch=0.23, ball=0.72),
    DieStyle("ivory", (176, 214, 232), (40, 38, 44), (36, 34, 160), ace=0.15, pitch=0.24, bevel=0.12),
    DieStyle("white, plain ace", (236, 238, 238), (24, 24, 24), (24, 24, 24), bevel=0.05, ball=0.82),
    DieStyle("red", (40, 34, 186), (236, 238, 240), (236, 238, 240), ball=0.8),
    DieStyle("blue", (168, 74, 24), (236, 238, 240), (236, 238, 240), pitch=0.24),
    DieStyle("green", (70, 126, 24), (236, 238, 240), (236, 238, 240), ball=0.8),
    DieStyle("black", (30, 28, 27), (232, 234, 236), (232, 234, 236)),
    DieStyle("clear red", (34, 24, 196), (238, 240, 242), (238, 240, 242), clear=0.3, gloss=0.7, bevel=0.04, ball=0.9),
    DieStyle("clear blue", (190, 92, 30), (238, 240, 242), (238, 240, 242), clear=0.3, gloss=0.7, bevel=0.05),
)
"""Kinds of dice; Japanese ones have a red, larger one."""
_SIDES = np.array([(0, 0, 1), (1, 0, 0), (0, 1, 0), (0, -1, 0), (-1, 0, 0), (0, 0, -1)], np.float64)
"""Outward directions of the faces 1 to 6; opposite ones make seven."""


def turned(value: int, yaw: float) -> Floats:
    """The rotation (3 x 3, from the die's axes to the table's) that brings a face up and turns it by `yaw` radians."""
    up = _SIDES[value - 1]
    side = np.roll(up, 1) * up.sum()
    basis = np.stack([side, np.cross(up, side), up])
    return np.asarray(about((0.0, 0.0, 1.0), yaw) @ basis)


def about(axis: Vector, angle: float) -> Floats:
    """The rotation by `angle` radians about an axis of length 1."""
    x, y, z = axis
    cross = np.array([(0, -z, y), (z, 0, -x), (-y, x, 0)])
    return np.asarray(np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross)


@dataclass(frozen=True, slots=True, eq=False)
class Die:
    """A die of `edge` millimetres; `rotation`: from its own axes to the table's."""

    centre: Vector
    edge: float
    rotation: Floats
    style: DieStyle

    @property
    def radius(self) -> float:
        return min(0.87, self.style.ball) * self.edge

    @property
    def gloss(self) -> float:
        return self.style.gloss

    @property
    def value(self) -> int:
        """The face that looks up most."""
        return int((_SIDES @ self.rotation.T)[:, 2].argmax()) + 1

    @property
    def lowest(self) -> float:
        """Height of its lowest corner (that of the cube it was cut from) below its centre, millimetres."""
        return float(np.abs(self.rotation[2]).sum()) * self.edge / 2

    def distance(self, points: Floats) -> Floats:
        local = (points - self.centre) @ self.rotation
        ball = length(local) - self.style.ball * self.edge
        return np.maximum(_box(local, (self.edge, self.edge, self.edge), self.style.bevel * self.edge), ball)

    def colour(self, points: Floats, normals: Floats) -> tuple[Floats, Floats]:
        local, bent = (points - self.centre) @ self.rotation / self.edge, normals @ self.rotation
        face = (bent @ _SIDES.T).argmax(axis=1)
        paint = np.tile(np.array(self.style.body, np.float64), (len(points), 1))
        for number in range(6):
            on = np.flatnonzero(face == number)
            across = np.roll(np.abs(_SIDES[number]), 1)
            flat = np.stack([local[on] @ across, local[on] @ np.cross(_SIDES[number], across)], axis=1)
            radius = self.style.ace if number == 0 else self.style.pip
            colour = self.style.ace_colour if number == 0 else self.style.pips
            for place in PIPS[number + 1]:
                away = flat - np.array(place) * self.style.pitch
                inside = np.hypot(*away.T) < radius
                paint[on[inside]] = colour
                # A hollow: its walls lean towards its middle.
                bent[on[inside]] -= (
                    0.8 / radius * (away[inside, :1] * across + away[inside, 1:] * np.cross(_SIDES[number], across))
                )
        out = bent @ self.rotation.T
        return paint, out / length(out)[:, None]


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """A tile or a stick that lies flat: a box with `size` along its own axes, `yaw` radians about the vertical.

    `ink`: what is printed on its upper side, far edge first; `back`: colour of its lower part, `seam` millimetres high.
    """

    centre: Vector
    size: Vector
    yaw: float
    body: Colour
    back: Colour = (0.0, 0.0, 0.0)
    seam: float = 0.0
    ink: RGBA | None = None
    gloss: float = 0.4

    @property
    def radius(self) -> float:
        return float(np.linalg.norm(self.size)) / 2

    def distance(self, points: Floats) -> Floats:
        return _box(self._local(points), self.size, min(self.size) / 10)

    def colour(self, points: Floats, normals: Floats) -> tuple[Floats, Floats]:
        local = self._local(points)
        paint = np.tile(np.array(self.body, np.float64), (len(points), 1))
        paint[local[:, 2] < self.seam - self.size[2] / 2] = self.back
        if self.ink is not None:
            top = normals[:, 2] > 0.9
            rows, columns = self.ink.shape[:2]
            column = ((local[top, 0] / self.size[0] + 0.5) * columns).astype(int).clip(0, columns - 1)
            row = ((0.5 - local[top, 1] / self.size[1]) * rows).astype(int).clip(0, rows - 1)
            ink = self.ink[row, column].astype(np.float64)
            paint[top] += (ink[:, 2::-1] - paint[top]) * (ink[:, 3:] / 255)
        return paint, normals

    def _local(self, points: Floats) -> Floats:
        return np.asarray((points - self.centre) @ about((0.0, 0.0, 1.0), self.yaw))


@dataclass(frozen=True, slots=True)
class Finger:
    """A round rod between two points."""

    start: Vector
    end: Vector
    thick: float
    skin: Colour
    gloss: float = 0.1

    @property
    def centre(self) -> Vector:
        x, y, z = (np.array(self.start) + self.end) / 2
        return float(x), float(y), float(z)

    @property
    def radius(self) -> float:
        return float(np.linalg.norm(np.array(self.end) - self.start)) / 2 + self.thick

    def distance(self, points: Floats) -> Floats:
        line = np.array(self.end) - self.start
        share = ((points - self.start) @ line / (line @ line)).clip(0, 1)
        return length(points - self.start - share[:, None] * line) - self.thick

    def colour(self, points: Floats, normals: Floats) -> tuple[Floats, Floats]:
        return np.tile(np.array(self.skin, np.float64), (len(points), 1)), normals


def length(vectors: Floats) -> Floats:
    """Lengths of N x 3 vectors."""
    return np.asarray(np.sqrt(np.einsum("ij,ij->i", vectors, vectors)))


def _box(local: Floats, size: Vector, bevel: float) -> Floats:
    """Distance from a box with rounded edges."""
    x, y, z = (np.abs(local[:, axis]) - (size[axis] / 2 - bevel) for axis in range(3))
    inside = np.minimum(np.maximum(np.maximum(x, y), z), 0)
    outside = sum(np.square(np.maximum(side, 0)) for side in (x, y, z))
    return np.asarray(np.sqrt(outside) + inside - bevel)
