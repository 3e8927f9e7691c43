"""Two dice on a table or in a bowl: their values, or why they cannot be told.

Whatever does not belong to the ground is cut out. A thing counts as a die when its outline is that of a cube lying
flat under this camera, and its value counts when the pips of the upper face, and nothing else, lie as on a die. Two
such dice of one size, with nothing in the way, make a throw; anything else is unclear, never a guess.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from math import hypot

import cv2
import numpy as np
from numpy.typing import NDArray

from tablectl.rules.dice import Dice
from vision.calibrate import Calibration
from vision.die import Cube, Sight, Sights, fit, settled, value
from vision.frame import Image
from vision.ground import Mask, grounds
from vision.layout import DEFAULT_LAYOUT, Point
from vision.lens import cut

EDGES = (8.0, 18.0)
"""Edges of dice as their outlines are found, millimetres: a small one with its rim in shadow looks smaller."""
LEVEL = 14.0
"""Height of the upper face of an ordinary die, millimetres."""
DENSE = 4.0
"""Pixels a millimetre of the dice's place seen from above."""
SPARSE = 2.4
"""A camera with fewer pixels a millimetre shows nothing smaller than two of those."""
LONGEST = 900
"""Longest side of a picture of unknown scale while it is read, pixels."""
FEWEST_PIXELS = 16.0
"""Edge of the smallest die that is read, pixels of the camera."""
TILTS = (0.0, 12.0, 24.0, 36.0, 46.0)
"""Tilts that are tried for a camera that is not calibrated, degrees."""
COMMON = 0.92
"""Share that an outline and the die supposed there have in common at least."""
LOSS = 0.03
"""What a die that lies flat loses of that share at most when the camera's tilt is set to what fits all dice best."""
SOLID = 0.8
"""The same of a thing and its convex outline."""
THICK = 0.33
"""A thing counts when a circle of this radius, in edges, fits into it: a reflection or a glint is thinner."""
LARGER = 1.8
"""A thing that covers more of the table, in squares of the edge, is a tile or a hand: a die stands on a corner at most.
"""
MOST_THINGS = 8
"""So many things, the thickest, may be dice; more is noise, or no throw."""
SOFT = 0.14
"""A picture is blurred when the steepest edges of a die take this share of its width or more from dark to bright."""
MOVED = 0.15
"""A die that lies farther from where it lay, in edges, was moved."""
SAME_EDGE = 0.12
"""By how much, as a share, the edges of two dice of one throw differ at most."""


class Why(Enum):
    """Why a throw cannot be told."""

    DARK = "too dark: add light"
    BRIGHT = "overexposed: less light or a shorter exposure"
    BLURRED = "blurred: wait until the dice lie still, or focus the camera"
    NONE = "no dice are seen"
    ONE = "one die is seen, two are needed"
    MORE = "more than two dice are seen"
    COCKED = "a die does not lie flat, touches something or is covered: throw again"
    PIPS = "the pips cannot be told: glare, dirt or too few pixels"
    UNLIKE = "the two dice differ in size"
    UNSTEADY = "two pictures differ: wait until the dice lie still"


@dataclass(frozen=True, slots=True)
class SeenDie:
    """A die that lies flat: the middle of its upper face in pixels of the picture, its edge there, its value."""

    x: float
    y: float
    edge: float
    value: int | None


@dataclass(frozen=True, slots=True)
class Throw:
    """What a picture shows: `values` of two dice from left to right, or None and `why`; the dice that were told."""

    values: Dice | None
    why: Why | None
    dice: tuple[SeenDie, ...] = ()

    def to_json(self) -> dict[str, object]:
        """As JSON values."""
        dice = [{"x": round(d.x, 1), "y": round(d.y, 1), "edge": round(d.edge, 1), "value": d.value} for d in self.dice]
        return {
            "values": None if self.values is None else list(self.values),
            "unclear": None if self.why is None else self.why.name.lower(),
            "reason": None if self.why is None else self.why.value,
            "dice": dice,
        }


def read_table(
    image: Image, calibration: Calibration, middle: Point = (0.0, 0.0), radius: float = DEFAULT_LAYOUT.dice_half
) -> Throw:
    """The dice on a calibrated camera's table, within `radius` millimetres of a point of the table frame."""
    half = radius + EDGES[1] / 2
    side = round(2 * half * DENSE)
    shift = 0.5 / DENSE
    left, top = middle[0] - half + shift, middle[1] + half - shift
    to_table = np.array([(1 / DENSE, 0, left), (0, -1 / DENSE, top), (0, 0, 1)])
    matrix = calibration.homography(LEVEL) @ to_table
    above = cut(image, matrix, (side, side), calibration.lens, cv2.BORDER_REPLICATE)
    eye_x, eye_y, eye_z = (float(value) for value in calibration.position)

    def sight(x: float, y: float, tilt: float) -> Sight:
        deep = eye_z - LEVEL
        lean = ((eye_x - left - x / DENSE) / deep, (top - y / DENSE - eye_y) / deep)
        return Sight(((1.0, 0.0), (0.0, 1.0)), lean)

    def to_picture(x: float, y: float) -> Point:
        across, down, share = matrix @ (x, y, 1)
        ((left, top),) = calibration.lens.bent((across / share, down / share))
        return float(left), float(top)

    centre, beside = to_picture(side / 2, side / 2), to_picture(side / 2 + DENSE, side / 2)
    scale = hypot(beside[0] - centre[0], beside[1] - centre[1]) / DENSE
    least = max(EDGES[0] * DENSE, FEWEST_PIXELS / scale)
    throw = _read(above, sight, (0.0,), (least, EDGES[1] * DENSE), 2 if scale < SPARSE else 1)
    dice = tuple(SeenDie(*to_picture(die.x, die.y), die.edge * scale, die.value) for die in throw.dice)
    return Throw(throw.values, throw.why, dice)


def read_picture(image: Image) -> Throw:
    """The dice in a picture that shows little else, taken from above or from its lower side, at most 45 degrees off."""
    scale = min(1.0, LONGEST / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
    shortest = min(small.shape[:2])

    def sight(_x: float, _y: float, tilt: float) -> Sight:
        return Sight.tilted(tilt)

    throw = _read(np.asarray(small, np.uint8), sight, TILTS, (FEWEST_PIXELS, shortest / 2.5))
    dice = tuple(SeenDie(die.x / scale, die.y / scale, die.edge / scale, die.value) for die in throw.dice)
    return Throw(throw.values, throw.why, dice)


def confirmed(first: Throw, second: Throw) -> Throw:
    """The second of two readings taken at rest, if both say the same of dice in the same places."""
    if first.values is None or second.values is None:
        return first if first.values is None else second
    return second if same(first, second) else Throw(None, Why.UNSTEADY, second.dice)


def same(first: Throw, second: Throw) -> bool:
    """Whether both tell the same values of dice in the same places."""
    if first.values is None or first.values != second.values:
        return False
    pairs = zip(first.dice, second.dice, strict=True)
    return all(hypot(before.x - after.x, before.y - after.y) <= MOVED * before.edge for before, after in pairs)


@dataclass(frozen=True, slots=True, eq=False)
class _Thing:
    """Something on the ground: its convex outline in pixels, and the radius of the greatest circle within it."""

    outline: NDArray[np.float32]
    solid: float
    thick: float


def _read(image: Image, sights: Sights, tilts: tuple[float, ...], edges: tuple[float, float], coarse: int = 1) -> Throw:
    """The throw on the first ground of a picture on which there is one. `coarse`: see `vision.ground.grounds`."""
    found: list[Throw] = []
    for mask in grounds(image, coarse):
        throw = _on_ground(image, mask, sights, tilts, edges)
        if throw.values is not None:
            return throw
        found.append(throw)
        if len(tilts) == 1 and len(throw.dice) == 2 and throw.why in (Why.PIPS, Why.BLURRED):
            break  # two dice lie there: on another ground the same faces would be looked at
    best = max(found, key=lambda throw: len(throw.dice), default=Throw(None, Why.NONE))
    return Throw(None, _blame(image) or best.why, best.dice)


def _on_ground(image: Image, mask: Mask, sights: Sights, tilts: tuple[float, ...], edges: tuple[float, float]) -> Throw:
    things = _things(mask, THICK * edges[0])
    fits = [(thing, *fit(thing.outline, sights, tilts)) for thing in things[:MOST_THINGS]]
    alone = [(thing, cube, share) for thing, cube, share in fits if _is_die(thing, cube, share, edges)]
    flat = _agreed(alone, sights) if len(tilts) > 1 else [(thing, cube) for thing, cube, _ in alone]
    flat.sort(key=lambda pair: pair[1].x)
    cubes = [cube for _, cube in flat]
    dies = [thing for thing, _ in flat]
    others = [thing for thing in things if not any(thing is die for die in dies)]
    dice: list[SeenDie] = []
    for cube in cubes:
        dice.append(SeenDie(cube.x, cube.y, cube.edge, value(image, cube, sights(cube.x, cube.y, cube.tilt))))
    if cubes:
        edge = min(cube.edge for cube in cubes)
        whole = LARGER * edge**2 * float(np.linalg.det(sights(cubes[0].x, cubes[0].y, cubes[0].tilt).squeeze))
        others = [o for o in others if o.thick > THICK * edge and cv2.contourArea(o.outline) < whole]
    why = _fault(cubes, dice, others)
    if why is not None:
        blurred = any(_is_blurred(image, thing) for thing in things[:2])
        return Throw(None, Why.BLURRED if blurred else why, tuple(dice))
    first, second = (die.value for die in dice)
    assert first is not None and second is not None
    return Throw((first, second), None, tuple(dice))


def _is_die(thing: _Thing, cube: Cube, share: float, edges: tuple[float, float]) -> bool:
    return share >= COMMON and thing.solid >= SOLID and edges[0] <= cube.edge <= edges[1]


def _agreed(alone: list[tuple[_Thing, Cube, float]], sights: Sights) -> list[tuple[_Thing, Cube]]:
    """The dice that lie flat under the one tilt, of those they suppose, that fits all of them best."""
    supposed = [
        [settled(thing.outline, replace(cube, tilt=tilt), sights) for thing, cube, _ in alone]
        for tilt in {cube.tilt for _, cube, _ in alone}
    ]
    best = max(supposed, key=lambda fits: sum(share for _, share in fits), default=[])
    pairs = zip(alone, best, strict=True)
    return [(thing, cube) for (thing, _, before), (cube, share) in pairs if share >= max(COMMON, before - LOSS)]


def _fault(cubes: Sequence[Cube], dice: Sequence[SeenDie], others: Sequence[_Thing]) -> Why | None:
    """What is wrong with a throw, None if nothing is."""
    if others:
        return Why.COCKED
    if len(dice) != 2:
        return (Why.NONE, Why.ONE)[len(dice)] if len(dice) < 2 else Why.MORE
    if any(die.value is None for die in dice):
        return Why.PIPS
    first, second = cubes
    if abs(first.edge / second.edge - 1) > SAME_EDGE:
        return Why.UNLIKE
    return None


def _things(mask: Mask, thick: float) -> list[_Thing]:
    """What lies on the ground and does not reach over the picture's edge, the thickest first."""
    open_mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    height, width = mask.shape
    found: list[_Thing] = []
    contours, family = cv2.findContours(open_mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    for number, contour in enumerate(contours):
        if family[0, number, 3] >= 0:  # the rim of a hole
            continue
        left, top, wide, high = cv2.boundingRect(contour)
        if left <= 1 or top <= 1 or left + wide >= width - 1 or top + high >= height - 1:
            continue
        filled = np.zeros((high + 2, wide + 2), np.uint8)
        cv2.drawContours(filled, [contour], -1, 255, -1, offset=(1 - left, 1 - top))
        inner = float(cv2.distanceTransform(filled, cv2.DIST_L2, 3).max())
        if inner < thick:
            continue
        outline = cv2.convexHull(contour).astype(np.float32)
        solid = cv2.contourArea(contour) / max(cv2.contourArea(outline), 1e-9)
        found.append(_Thing(outline, solid, inner))
    return sorted(found, key=lambda thing: -thing.thick)


def _is_blurred(image: Image, thing: _Thing) -> bool:
    """Whether even the steepest edges of a thing are soft."""
    left, top, wide, high = cv2.boundingRect(thing.outline)
    around = round(thing.thick / 2)
    part = image[max(top - around, 0) : top + high + around, max(left - around, 0) : left + wide + around]
    grey = cv2.cvtColor(cv2.GaussianBlur(part, (0, 0), 1.0), cv2.COLOR_BGR2GRAY).astype(np.float32)
    steep = np.hypot(*(cv2.Sobel(grey, cv2.CV_32F, dx, 1 - dx, scale=1 / 8) for dx in (0, 1)))
    span = float(np.quantile(grey, 0.98) - np.quantile(grey, 0.02))
    return span > SOFT * 2 * thing.thick * float(np.quantile(steep, 0.99))


def _blame(image: Image) -> Why | None:
    """Light that lets nothing be told."""
    some = image[::3, ::3]
    if np.quantile(some.max(axis=2), 0.98) < 45:
        return Why.DARK
    if (some.min(axis=2) > 250).mean() > 0.3:
        return Why.BRIGHT
    return None
