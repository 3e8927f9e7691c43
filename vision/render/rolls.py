"""Throws to draw, from a seed: clear ones, and every way in which two dice cannot be read."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from functools import lru_cache
from math import cos, hypot, radians, sin, tan
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lens import Floats
from vision.render.camera import CameraPose
from vision.render.canvas import Colour
from vision.render.dice import Ground, Highlight, Lamp, Roll, Shot
from vision.render.die import DIE_STYLES, Block, Die, Finger, Solid, about, turned
from vision.render.faces import FaceSet, load_atlas
from vision.render.look import CLOTHS, SKINS

T = TypeVar("T")


class View(Enum):
    """Where the camera is: above a table, beside it, or over a bowl."""

    TABLE = "table"
    OBLIQUE = "table, oblique"
    BOWL = "bowl"


class Case(Enum):
    """How the dice lie."""

    CLEAR = "clear"
    SMALL = "small in the picture"
    TOUCHING = "touching"
    GLARE = "glare on a die"
    COCKED = "cocked"
    STACKED = "stacked"
    MISSING = "one or none"
    THIRD = "three dice"
    HAND = "hand over them"
    BLURRED = "blurred"
    DARK = "too dark"
    OVEREXPOSED = "overexposed"
    ALIKE = "coloured as the ground"


READABLE = (Case.CLEAR, Case.SMALL, Case.TOUCHING, Case.GLARE, Case.BLURRED, Case.DARK, Case.OVEREXPOSED, Case.ALIKE)
"""The dice lie flat and free to see: their values are no mistake. In the others nothing may be said."""
FLOORS: tuple[Colour, ...] = ((44, 40, 38), (70, 110, 40), (52, 36, 120), (130, 84, 40), (170, 168, 160), (60, 60, 62))
_ALIKE = 36.0
"""Dice whose colour differs less from the ground's have the case of their own, grey levels."""
_LARGEST = 420.0
"""Pixels of a picture's side: more only takes longer to draw."""
_EDGES = (10.0, 12.0, 14.0, 16.0)


def roll(seed: int, view: View, case: Case) -> Roll:
    """A throw; the same for the same arguments."""
    return _Thrower(seed, view, case).thrown()


class _Thrower:
    def __init__(self, seed: int, view: View, case: Case) -> None:
        self.rng = np.random.default_rng((seed, list(View).index(view), list(Case).index(case)))
        self.seed, self.view, self.case = seed, view, case
        self.style = self.one_of(DIE_STYLES)
        self.edge = self.one_of(_EDGES)
        self.room = self.between(34, 48) if view is View.BOWL else 38.0
        self.pose = self.camera()

    def between(self, low: float, high: float) -> float:
        return float(self.rng.uniform(low, high))

    def one_of(self, things: tuple[T, ...]) -> T:
        return things[int(self.rng.integers(len(things)))]

    def camera(self) -> CameraPose:
        """A pose with the dice's place in the middle of a picture of that place only."""
        small = self.case is Case.SMALL
        across = self.between(13, 22) if small else self.between(26, 60)
        if self.view is View.BOWL:
            tilt, height, bearing = self.between(0, 40), self.between(300, 700), -90 + self.between(-8, 8)
            across = across if small else self.between(40, 90)
        else:
            tilt = self.between(0, 12) if self.view is View.TABLE else self.between(12, 45)
            height, bearing = self.between(750, 1200), self.between(0, 360)
        off = height * tan(radians(tilt))
        place = (off * cos(radians(bearing)), off * sin(radians(bearing)), height)
        scale = min(across / self.edge, _LARGEST / (2.7 * self.room))
        side = round(2.7 * self.room * scale)
        roll = 0.0 if self.view is View.BOWL or self.view is View.TABLE else self.between(-180, 180)
        aimed = CameraPose.aimed(place, (0.0, 0.0), roll, 2.6 * self.room, (side, side))
        return replace(aimed, focal=scale * hypot(off, height))

    def thrown(self) -> Roll:
        dice = self.dice()
        solids: list[Solid] = [*dice, *self.extras(dice)]
        values = None
        if self.case in READABLE:
            values = (dice[0].value, dice[1].value)
        return Roll(tuple(solids), self.ground(dice), self.lamp(), self.pose, self.shot(), self.seed, values)

    def flat(self, x: float, y: float, z: float = 0.0) -> Die:
        rotation = turned(int(self.rng.integers(1, 7)), self.between(0, 2 * np.pi))
        return Die((x, y, z + self.edge / 2), self.edge, rotation, self.style)

    def dice(self) -> list[Die]:
        """The dice, apart from one another as the camera sees them unless the case says otherwise."""
        count = {Case.THIRD: 3, Case.MISSING: int(self.rng.integers(2))}.get(self.case, 2)
        if self.case is Case.TOUCHING:
            return self.touching()
        placed: list[Die] = []
        tries = 0
        while len(placed) < count:
            tries += 1
            if tries % 30 == 0:
                placed.clear()
            reach, bearing = (self.room - self.edge) * self.between(0, 1) ** 0.5, self.between(0, 2 * np.pi)
            die = self.flat(reach * cos(bearing), reach * sin(bearing))
            if all(self.apart(die, other) for other in placed):
                placed.append(die)
        if self.case is Case.STACKED:
            low = placed[0]
            dx, dy = self.rng.uniform(-0.3, 0.3, 2) * self.edge
            placed[1] = self.flat(low.centre[0] + dx, low.centre[1] + dy, self.edge)
        if self.case is Case.COCKED:
            placed[0] = self.cocked(placed[0])
        return placed

    def touching(self) -> list[Die]:
        first, bearing = self.flat(self.between(-12, 12), self.between(-12, 12)), self.between(0, 2 * np.pi)
        yaw = self.flat(0, 0).rotation
        for away in np.arange(0.9, 1.6, 0.01) * self.edge:
            place = (first.centre[0] + away * cos(bearing), first.centre[1] + away * sin(bearing), self.edge / 2)
            second = Die(place, self.edge, yaw, self.style)
            if (first.distance(_shell(second)) > 0).all() and (second.distance(_shell(first)) > 0).all():
                break
        return [first, second]

    def cocked(self, die: Die) -> Die:
        bearing, tilt = self.between(0, 2 * np.pi), radians(self.between(12, 45))
        rotation = about((cos(bearing), sin(bearing), 0.0), tilt) @ die.rotation
        tilted = replace(die, rotation=rotation)
        return replace(tilted, centre=(die.centre[0], die.centre[1], tilted.lowest))

    def apart(self, first: Die, second: Die) -> bool:
        """Whether cloth is seen between two dice (three need not be so far apart)."""
        if hypot(first.centre[0] - second.centre[0], first.centre[1] - second.centre[1]) < 1.6 * self.edge:
            return False
        hulls = [self.hull(die, 1.12) for die in (first, second)]
        return self.case is Case.THIRD or cv2.intersectConvexConvex(hulls[0], hulls[1])[0] <= 0

    def hull(self, die: Die, grown: float) -> NDArray[np.float32]:
        corners = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * (grown * die.edge / 2)
        seen = self.pose.project(corners @ die.rotation.T + die.centre)
        return np.asarray(cv2.convexHull(seen.astype(np.float32)), np.float32)

    def extras(self, dice: list[Die]) -> list[Solid]:
        """Tiles, sticks and fingers."""
        found: list[Solid] = []
        if self.case is Case.COCKED and self.view is not View.BOWL:
            found.append(self.support(dice[0]))
        if self.case is Case.HAND:
            x, y, _ = dice[0].centre
            bearing, skin = self.between(0, 2 * np.pi), self.one_of(SKINS)
            for side in (-9, 9):
                tip = (x - side * sin(bearing), y + side * cos(bearing), self.edge + self.between(8, 14))
                back = (tip[0] + 80 * cos(bearing), tip[1] + 80 * sin(bearing), tip[2] + 40)
                found.append(Finger(tip, back, 9.0, skin))
        elif self.view is not View.BOWL and self.rng.random() < 0.4:
            beside = self.beside(dice)
            found += [] if beside is None else [beside]
        return found

    def beside(self, dice: list[Die]) -> Solid | None:
        """A tile or a stick at the edge of the dice's place, with cloth between."""
        for _ in range(20):
            bearing, yaw = self.between(0, 2 * np.pi), self.between(0, np.pi)
            x, y = 46 * cos(bearing), 46 * sin(bearing)
            block = self.stick(x, y, yaw) if self.rng.random() < 0.3 else self.tile(x, y, yaw)
            if all(block.distance(_shell(die)).min() > 0.7 * self.edge for die in dice):
                return block
        return None

    def tile(self, x: float, y: float, yaw: float) -> Block:
        faces = _art()
        ink = faces.ink[self.one_of(tuple(faces.ink))] if self.rng.random() < 0.7 else None
        body, back = (faces.body, faces.back) if ink is not None else (faces.back, faces.body)
        return Block((x, y, 8.0), (19.5, 26.0, 16.0), yaw, body, back, 6.0, ink)

    def stick(self, x: float, y: float, yaw: float) -> Block:
        return Block((x, y, 2.0), (85.0, 8.0, 4.0), yaw, (214, 226, 230))

    def support(self, die: Die) -> Block:
        """A tile or a stick pushed against the die's raised side."""
        up = (die.rotation @ _AXES.T).T
        low = up[up[:, 2].argmin()]
        bearing = float(np.arctan2(-low[1], -low[0]))
        lies = self.between(-0.3, 0.3) + bearing
        for away in np.arange(0, 3, 0.05) * die.edge:
            x, y = die.centre[0] + away * cos(bearing), die.centre[1] + away * sin(bearing)
            block = self.tile(x, y, lies) if self.seed % 3 else self.stick(x, y, lies + np.pi / 2)
            if block.distance(_shell(die)).min() > 0.1:
                return block
        raise AssertionError("a tile three edges away touches nothing")

    def ground(self, dice: list[Die]) -> Ground:
        if self.view is View.BOWL:
            floor = self.contrasting(FLOORS)
            rim = self.one_of(((60, 60, 62), (150, 150, 152), (40, 90, 130)))
            console = self.one_of(((30, 30, 30), (70, 70, 74), (24, 40, 60)))
            return Ground(floor, 0.02, 0.02, self.room, rim, console, self.highlights(dice))
        cloth = self.contrasting(tuple(CLOTHS.values()))
        woven = cloth in (CLOTHS["oak"], CLOTHS["woven green"])
        return Ground(cloth, self.between(0.03, 0.07) if woven else self.between(0.01, 0.05), self.between(0, 0.04))

    def contrasting(self, colours: tuple[Colour, ...]) -> Colour:
        """One that does not swallow the dice, lit or in their shadow, unless the case says so."""
        contrast = {colour: _contrast(self.style.body, colour) for colour in colours}
        if self.case is Case.ALIKE:
            return min(contrast, key=lambda colour: contrast[colour])
        return self.one_of(tuple(colour for colour in colours if contrast[colour] > _ALIKE))

    def highlights(self, dice: list[Die]) -> tuple[Highlight, ...]:
        """Reflections in the dome: strong ones beside the dice, or on one where the case says so."""
        found: list[Highlight] = []
        for _ in range(int(self.rng.integers(0, 3))):
            x, y = self.rng.uniform(-0.6, 0.6, 2) * self.room
            axes = (self.room * self.between(0.2, 0.6), self.room * self.between(0.2, 0.6))
            start = self.between(0, 360)
            end = start + self.between(10, 50)
            arc = [(x + axes[0] * cos(a), y + axes[1] * sin(a)) for a in np.deg2rad(np.linspace(start, end, 9))]
            free = min(hypot(px - d.centre[0], py - d.centre[1]) for px, py in arc for d in dice) if dice else 99.0
            if free > 1.5 * self.edge * (1 + tan(radians(20))):
                found.append(Highlight((x, y), axes, start, end, self.between(1, 4), self.between(60, 220)))
        if self.case is Case.GLARE:
            x, y, _ = dice[0].centre
            size = self.edge * self.between(0.1, 0.4)
            found.append(Highlight((x, y), (size, size), 0, self.between(40, 160), size, self.between(60, 220)))
        return tuple(found)

    def lamp(self) -> Lamp:
        bearing, high = self.between(0, 2 * np.pi), radians(self.between(35, 80))
        place = (1500 * cos(bearing) * cos(high), 1500 * sin(bearing) * cos(high), 1500 * sin(high))
        warm, strength = self.between(-0.08, 0.1), self.between(0.75, 1.02)
        tint = (strength * (1 - warm), strength, strength * (1 + warm))
        return Lamp(place, self.between(0.5, 0.75), tint, self.between(3, 20))

    def shot(self) -> Shot:
        exposure, noise, motion, across = 1.0, self.between(1, 5), (0.0, 0.0), self.edge * self.scale
        blur = min(self.between(0.5, 1.1), 0.04 * across)
        match self.case:
            case Case.DARK:
                exposure, noise = self.between(0.02, 0.08), self.between(3, 6)
            case Case.OVEREXPOSED:
                exposure = self.between(2.5, 8)
            case Case.BLURRED if self.rng.random() < 0.5:
                bearing, length = self.between(0, 2 * np.pi), across * self.between(0.3, 1.0)
                motion = (length * cos(bearing), length * sin(bearing))
            case Case.BLURRED:
                blur = across * self.between(0.1, 0.3)
            case _:
                pass
        return Shot(blur, motion, exposure, noise, int(self.rng.integers(80, 96)))

    @property
    def scale(self) -> float:
        """Pixels a millimetre."""
        return self.pose.focal / float(np.linalg.norm(self.pose.position))


_AXES = np.vstack([np.eye(3), -np.eye(3)])


def _contrast(body: Colour, ground: Colour) -> float:
    """The least difference of a colour to a ground's in light and shadow."""
    light = np.linspace(0.55, 1.15, 13)[:, None]
    return float(np.linalg.norm(light * ground - body, axis=1).min())


@lru_cache(maxsize=1)
def _art() -> FaceSet:
    return load_atlas("table")


def _shell(die: Die) -> Floats:
    """Points on a die's faces."""
    steps = np.linspace(-0.42, 0.42, 7)
    u, v = (axis.ravel() for axis in np.meshgrid(steps, steps))
    half = np.full(len(u), 0.5)
    points = np.vstack(
        [np.roll(np.stack([u, v, sign * half], axis=1), turn, 1) for turn in range(3) for sign in (-1, 1)]
    )
    return np.asarray(points * die.edge @ die.rotation.T + die.centre)
