"""One die in a picture: the outline of a cube that lies flat, and the pips of its upper face."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import cos, pi, radians, sin
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image

BEVEL = 0.1
"""Radius of a die's rounded corners, in edges."""
FACE = 64
"""Pixels of an upper face as it is read."""
ROOM = 1.06
"""Side of what is read as the upper face, edges: an outline may be found a little too small."""
WHOLE, CORE = (0.45, 0.76), (0.37, 0.62)
"""What counts of it, in its sides: so far right or down of its middle, and both together; rim and corners bend away.
Contrast is measured in its core; a spot that touches the rim of the whole is no pip.
"""
PIP_SIZES = (0.006, 0.16)
"""Least and greatest area of a pip as share of the face: small pips, and a large red one."""
PITCH = (0.16, 0.31)
"""Distance of pips from a face's middle along each axis, edges."""
OFF = 0.06
"""How far from its place a pip may lie, and the pattern from the face's middle, edges."""
SHIFT = 4
"""How far from its supposed middle a face is also read, pixels of it."""
CONTRAST = 22.0
"""Least difference of pips from their face, grey levels (root of the squares of the channels)."""
FAINT, STRONG = 0.3, 0.6
"""Shares of the greatest contrast. A pip is strong; a faint spot that is no part of one may be a pip half hidden."""
GLARE = 0.5
"""What differs from the face the other way than its pips, by this share of their contrast, is glare."""
GAIN = 1e-3
"""Least share that a step of the fit has to win."""
SURE = 0.95
"""A fit that has so great a share is not tried again from elsewhere."""
PATTERNS: dict[int, tuple[complex, ...]] = {
    1: (0,),
    2: (-1 - 1j, 1 + 1j),
    3: (-1 - 1j, 0, 1 + 1j),
    4: (-1 - 1j, 1 - 1j, -1 + 1j, 1 + 1j),
    5: (-1 - 1j, 1 - 1j, 0, -1 + 1j, 1 + 1j),
    6: (-1 - 1j, 1 - 1j, -1, 1, -1 + 1j, 1 + 1j),
}
"""The six faces, in pitches right (real) and down (imaginary) of the middle."""


@dataclass(frozen=True, slots=True)
class Sight:
    """How the camera sees the dice's place: `squeeze`, 2 x 2, from lengths on the level of their upper faces to
    pixels; `lean`: pixels right and down of a point one such unit lower."""

    squeeze: tuple[tuple[float, float], tuple[float, float]]
    lean: tuple[float, float]

    @classmethod
    def tilted(cls, degrees: float) -> Sight:
        """Of a camera that looks so many degrees off from straight down, with the near side below in its picture."""
        angle = radians(degrees)
        return cls(((1.0, 0.0), (0.0, cos(angle))), (0.0, sin(angle)))


Sights = Callable[[float, float, float], Sight]
"""The sight at a place of the picture (x, y) for a supposed tilt in degrees."""


@dataclass(frozen=True, slots=True)
class Cube:
    """A die that lies flat: the middle of its upper face and its edge in pixels, its turn in radians, the camera's
    supposed tilt in degrees."""

    x: float
    y: float
    edge: float
    turn: float
    tilt: float

    def face(self, sight: Sight) -> NDArray[np.float64]:
        """2 x 3 map from the upper face (edges right and down of its middle) to pixels."""
        spin = np.array([(cos(self.turn), -sin(self.turn)), (sin(self.turn), cos(self.turn))])
        return np.column_stack([np.array(sight.squeeze) @ spin * self.edge, (self.x, self.y)])

    def outline(self, sight: Sight) -> NDArray[np.float32]:
        """The convex outline of the whole die, pixels."""
        c, s, edge = cos(self.turn), sin(self.turn), self.edge
        (a, b), (d, e) = sight.squeeze
        right, down = sight.lean
        across = ((a * c + b * s) * edge, (d * c + e * s) * edge)
        along = ((b * c - a * s) * edge, (e * c - d * s) * edge)
        points = _RIMS @ np.array((across, along, (right * edge, down * edge), (self.x, self.y)), np.float32)
        return np.asarray(cv2.convexHull(points), np.float32)


def _rims() -> NDArray[np.float32]:
    """The upper and the lower rim of a die of one edge, squares with rounded corners: right, down, below its upper
    face, and 1."""
    corner = np.array([(0.5 - BEVEL) + BEVEL * np.array((cos(a), sin(a))) for a in np.linspace(0, pi / 2, 4)])
    rim = np.vstack([corner @ np.array([(cos(a), sin(a)), (-sin(a), cos(a))]) for a in np.arange(4) * pi / 2])
    ones = np.ones((len(rim), 1))
    return np.vstack([np.hstack([rim, ones * low, ones]) for low in (BEVEL / 2, 1 - BEVEL / 2)]).astype(np.float32)


_RIMS = _rims()


def common(outline: NDArray[np.float32], cube: Cube, sights: Sights) -> float:
    """The share that a convex outline and a die's have in common, 0 to 1."""
    model = cube.outline(sights(cube.x, cube.y, cube.tilt))
    both = cv2.intersectConvexConvex(outline, model)[0]
    return float(both / max(cv2.contourArea(outline) + cv2.contourArea(model) - both, 1e-9))


def fit(outline: NDArray[np.float32], sights: Sights, tilts: tuple[float, ...]) -> tuple[Cube, float]:
    """The flat die that covers a convex outline best, and the share that both have in common (0 to 1).

    `tilts`: what the camera's tilt may be, degrees; with several of them, any between the least and the greatest.
    """
    area = cv2.contourArea(outline)
    x, y = outline.reshape(-1, 2).mean(axis=0)
    starts: list[tuple[float, Cube]] = []
    for tilt in tilts:
        sight = sights(float(x), float(y), tilt)
        for turn in np.arange(6) * (pi / 12):
            whole = cv2.contourArea(Cube(0, 0, 100.0, float(turn), tilt).outline(sight))
            edge = 100.0 * (area / whole) ** 0.5
            middle = np.array((x, y)) - np.array(sight.lean) * edge / 2
            cube = Cube(float(middle[0]), float(middle[1]), edge, float(turn), tilt)
            starts.append((common(outline, cube, sights), cube))
    starts.sort(key=lambda start: -start[0])
    best, share = settled(outline, starts[0][1], sights, tilts)
    for _, cube in starts[1:3] if share < SURE else ():
        other, its = settled(outline, cube, sights, tilts)
        if its > share:
            best, share = other, its
    return best, share


def settled(
    outline: NDArray[np.float32], cube: Cube, sights: Sights, tilts: tuple[float, ...] = ()
) -> tuple[Cube, float]:
    """The best die near another, as `fit`: each number is moved to and fro by smaller and smaller steps.

    Without `tilts` the tilt stays as it is.
    """
    best, step = common(outline, cube, sights), 1.0
    while step > 0.05:
        steps = {"x": 0.06 * cube.edge, "y": 0.06 * cube.edge, "edge": 0.06 * cube.edge, "turn": 0.12}
        if len(tilts) > 1:
            steps["tilt"] = 6.0
        better = False
        for name, size in steps.items():
            for sign in (-1, 1):
                changes: dict[str, Any] = {name: getattr(cube, name) + sign * step * size}
                if name == "tilt" and not tilts[0] <= changes[name] <= tilts[-1]:
                    continue
                other = replace(cube, **changes)
                value = common(outline, other, sights)
                if value > best + GAIN:
                    cube, best, better = other, value, True
        if not better:
            step /= 2
    return cube, best


def value(image: Image, cube: Cube, sight: Sight) -> int | None:
    """The number on a die's upper face; None unless every spot is a pip in its place."""
    # The outline may tell the face's middle not quite rightly.
    marked = _marked(_upper_face(image, cube, sight))
    if marked is None:
        return None
    shifts = (0, SHIFT, 2 * SHIFT)
    values = {_number(marked[y : y + FACE, x : x + FACE].copy()) for x in shifts for y in shifts} - {None}
    return values.pop() if len(values) == 1 else None


def _upper_face(image: Image, cube: Cube, sight: Sight) -> NDArray[np.float32]:
    """The upper face straightened and softened, `FACE` pixels and on each side `SHIFT` more."""
    step, side = ROOM / FACE, FACE + 2 * SHIFT
    start = (1 - side) * step / 2
    matrix = cube.face(sight) @ np.array([(step, 0, start), (0, step, start), (0, 0, 1)])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    face = cv2.warpAffine(image, matrix, (side, side), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.GaussianBlur(face.astype(np.float32), (0, 0), 1.5), np.float32)


def _within(flat: float, both: float) -> NDArray[np.bool_]:
    across = np.abs((np.arange(FACE) + 0.5) / FACE - 0.5)
    return (np.maximum(across, across[:, None]) < flat) & (across + across[:, None] < both)


_WHOLE, _CORE = _within(*WHOLE), _within(*CORE)


def _marked(face: NDArray[np.float32]) -> NDArray[np.float32] | None:
    """How much of each pixel of a straightened face is pip, 0 to 1; None where nothing stands out."""
    core = face[SHIFT:-SHIFT, SHIFT:-SHIFT][_CORE]
    body = np.median(core, axis=0)
    away = core - body
    size = np.einsum("ij,ij->i", away, away)
    direction = away[size > np.quantile(size, 0.96)].mean(axis=0)
    contrast = float(np.linalg.norm(direction))
    return None if contrast < CONTRAST else np.asarray((face - body) @ (direction / contrast**2))


def _number(marked: NDArray[np.float32]) -> int | None:
    """The number on a straightened face, told by what is pip; writes over it."""
    if (marked[_CORE] < -GLARE).mean() > PIP_SIZES[0]:
        return None
    marked[~_WHOLE] = 1.0
    count, rim = cv2.connectedComponents((marked > FAINT).astype(np.uint8), connectivity=4)
    outer = np.zeros(count, bool)
    outer[rim[~_WHOLE]] = True
    marked[outer[rim]] = 0
    strong = marked > STRONG
    faint, labels = cv2.connectedComponents((marked > FAINT).astype(np.uint8), connectivity=4)
    areas = np.bincount(labels.ravel(), minlength=faint)[1:]
    spotted = np.bincount(labels[strong], minlength=faint)[1:] > 0
    if (areas[~spotted] > PIP_SIZES[0] * FACE**2).any():
        return None
    spots = _spots(strong)
    return next((number for number in PATTERNS if _matches(spots, number)), None)


def _spots(marked: NDArray[np.bool_]) -> list[complex]:
    """Middles of the spots of a face, edges right (real) and down of its middle; none if one cannot be a pip."""
    count, _, stats, middles = cv2.connectedComponentsWithStats(marked.astype(np.uint8), connectivity=4)
    spots: list[complex] = []
    for label in range(1, count):
        share = stats[label, cv2.CC_STAT_AREA] / FACE**2
        wide, high = stats[label, cv2.CC_STAT_WIDTH], stats[label, cv2.CC_STAT_HEIGHT]
        if share < PIP_SIZES[0] / 3:
            continue
        round_enough = 0.6 < wide / high < 1 / 0.6 and stats[label, cv2.CC_STAT_AREA] > 0.6 * wide * high
        if not (PIP_SIZES[0] <= share <= PIP_SIZES[1] and round_enough):
            return []
        x, y = (middles[label] + 0.5) / FACE - 0.5
        spots.append(complex(x, y))
    return spots


def _matches(spots: list[complex], number: int) -> bool:
    """Whether spots lie as a number's pips do, in one of its two positions."""
    if len(spots) != number:
        return False
    if number == 1:
        return abs(spots[0]) < 1.5 * OFF
    for quarter in (1, 1j):
        places = np.array(PATTERNS[number]) * quarter
        nearest = np.array([min(spots, key=lambda spot: abs(spot - 0.24 * place)) for place in places])
        if len(set(nearest.tolist())) < number:
            continue
        middle = nearest.mean()
        scale = np.vdot(places, nearest - middle) / np.vdot(places, places)
        rest = nearest - middle - scale * places
        if (
            abs(middle) < 1.5 * OFF
            and PITCH[0] <= abs(scale) <= PITCH[1]
            and abs(np.angle(scale)) < radians(15)
            and np.abs(rest).max() < OFF
        ):
            return True
    return False
