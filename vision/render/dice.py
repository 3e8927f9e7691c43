"""Draws a roll: dice and whatever lies about on a cloth or in a lit bowl, ray by ray, as a camera sees them."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibrate import Calibration
from vision.frame import Image
from vision.lens import Floats
from vision.render.camera import CameraPose
from vision.render.canvas import Colour
from vision.render.die import Die, Solid, Vector, length

STEPS = 40
"""Steps along a ray before it counts as arrived; dice are reached in about ten."""
NEAR = 0.02
"""A ray this near to a surface has arrived, millimetres."""
FINE = 2
"""Rays across and down a pixel at and beside solids."""
BOUNCE = 0.35
"""Share of the even light that the cloth loses at the foot of a solid."""


@dataclass(frozen=True, slots=True)
class Highlight:
    """A reflection in a dome: an arc of an ellipse. `middle`, `axes` in millimetres on the cloth; angles in degrees."""

    middle: tuple[float, float]
    axes: tuple[float, float]
    start: float
    end: float
    thick: float
    strength: float


@dataclass(frozen=True, slots=True)
class Ground:
    """What the dice lie on: a cloth, or the floor of a bowl of `bowl` millimetres' radius within a rim and a console.

    `weave`, `blotch`: strength of the fine and the coarse pattern, shares of the colour.
    """

    colour: Colour
    weave: float = 0.04
    blotch: float = 0.03
    bowl: float | None = None
    rim: Colour = (60, 60, 60)
    console: Colour = (30, 30, 30)
    highlights: tuple[Highlight, ...] = ()


@dataclass(frozen=True, slots=True)
class Lamp:
    """`place` in millimetres; `even`: share of the light that comes from everywhere; `tint`: factor on each channel;
    `sharp`: how sharply shadows end."""

    place: Vector
    even: float = 0.55
    tint: Colour = (1.0, 1.0, 1.0)
    sharp: float = 10.0


@dataclass(frozen=True, slots=True)
class Shot:
    """The camera's part. `blur`: sigma in pixels; `motion`: pixels right and down while the shutter is open;
    `exposure`: factor on the light; `noise`: grey levels; `quality`: of the JPEG."""

    blur: float = 0.7
    motion: tuple[float, float] = (0.0, 0.0)
    exposure: float = 1.0
    noise: float = 2.5
    quality: int = 90


@dataclass(frozen=True, slots=True, eq=False)
class Roll:
    """A drawn throw. `values`: what a person may say the dice show, None where nobody should say anything."""

    solids: tuple[Solid, ...]
    ground: Ground
    lamp: Lamp
    pose: CameraPose
    shot: Shot
    seed: int
    values: tuple[int, int] | None

    @property
    def dice(self) -> list[Die]:
        return [solid for solid in self.solids if isinstance(solid, Die)]

    @property
    def calibration(self) -> Calibration:
        """What a calibration of this camera would have found."""
        return Calibration(self.pose.matrix, self.pose.position, self.pose.lens, {})

    def draw(self) -> Image:
        """The picture; the same one every time."""
        width, height = self.pose.size
        caster = _Caster(self)
        y, x = np.indices((height, width), np.float64).reshape(2, -1)
        light, solid = caster.cast(x, y)
        near = np.flatnonzero(cv2.dilate(solid.reshape(height, width).astype(np.uint8), np.ones((5, 5), np.uint8)))
        offsets = (np.arange(FINE) + 0.5) / FINE - 0.5
        finely = [caster.cast(x[near] + dx, y[near] + dy)[0] for dx in offsets for dy in offsets]
        light[near] = np.mean(finely, axis=0)
        picture = light.reshape(height, width, 3)
        for highlight in self.ground.highlights:
            picture += self._reflection(highlight)[..., None]
        return self._expose(picture)

    def _reflection(self, highlight: Highlight) -> Floats:
        width, height = self.pose.size
        angles = np.deg2rad(np.linspace(highlight.start, highlight.end, 40))
        arc = np.array(highlight.middle) + np.array(highlight.axes) * np.column_stack([np.cos(angles), np.sin(angles)])
        line = self.pose.project(np.column_stack([arc, np.zeros(len(arc))])).round().astype(np.int32)
        scale = self.pose.focal / float(np.linalg.norm(self.pose.position))
        mask = np.zeros((height, width), np.float32)
        cv2.polylines(mask, [line], False, highlight.strength, max(round(highlight.thick * scale), 1), cv2.LINE_AA)
        return np.asarray(cv2.GaussianBlur(mask, (0, 0), 0.5 * scale), np.float64)

    def _expose(self, picture: Floats) -> Image:
        shot, rng = self.shot, np.random.default_rng((self.seed, 7))
        length = float(np.hypot(*shot.motion))
        if length >= 1:
            side = 2 * int(length / 2 + 1) + 1
            kernel = np.zeros((side, side), np.float32)
            half = np.array(shot.motion) / 2
            ends = [tuple(int(v) for v in (side // 2 + sign * half).round()) for sign in (-1, 1)]
            cv2.line(kernel, ends[0], ends[1], 1.0)
            picture = np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum()), np.float64)
        soft = cv2.GaussianBlur(picture * shot.exposure, (0, 0), shot.blur)
        grain = np.asarray(cv2.GaussianBlur(rng.standard_normal(picture.shape), (0, 0), 0.6), np.float64)
        noisy = np.asarray(soft + grain * (shot.noise / float(grain.std())), np.float64)
        code = cv2.imencode(".jpg", noisy.clip(0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, shot.quality])[1]
        return np.asarray(cv2.imdecode(code, cv2.IMREAD_COLOR), np.uint8)


class _Caster:
    """Rays of one camera into one scene."""

    def __init__(self, roll: Roll) -> None:
        self._solids, self._ground, self._lamp = roll.solids, roll.ground, roll.lamp
        self._eye = np.array(roll.pose.position)
        self._back = np.linalg.inv(roll.pose.matrix[:, :3])
        rng = np.random.default_rng((roll.seed, 6))
        self._weave = rng.standard_normal((128, 128)).astype(np.float32)
        coarse = rng.standard_normal((24, 24)).astype(np.float32)
        self._blotch = np.asarray(cv2.resize(coarse, (256, 256), interpolation=cv2.INTER_CUBIC), np.float32)

    def cast(self, x: Floats, y: Floats) -> tuple[Floats, NDArray[np.bool_]]:
        """Blue, green, red at pixels (whole numbers are centres), N x 3, 0 to 255 and above; where a solid is seen."""
        rays = self._rays(x, y)
        far = -self._eye[2] / rays[:, 2]
        light, depth, owner = np.empty((len(rays), 3)), far.copy(), np.full(len(rays), -1)
        for number, solid in enumerate(self._solids):
            some = np.flatnonzero(self._missed(rays, solid) < solid.radius)
            ahead = rays[some] @ (np.array(solid.centre) - self._eye)
            reach, gap = ahead - solid.radius, np.full(len(some), np.inf)
            on = np.arange(len(some))
            for _ in range(STEPS):
                gap[on] = solid.distance(self._eye + rays[some[on]] * reach[on, None])
                reach[on] += gap[on]
                on = on[(gap[on] > NEAR) & (reach[on] < ahead[on] + solid.radius)]
                if not len(on):
                    break
            hit = (gap < 10 * NEAR) & (reach < depth[some])
            depth[some[hit]], owner[some[hit]] = reach[hit], number
        points = self._eye + rays * depth[:, None]
        for number in range(-1, len(self._solids)):
            on = np.flatnonzero(owner == number)
            if len(on):
                light[on] = self._lit(None if number < 0 else self._solids[number], points[on], rays[on])
        return light * self._lamp.tint, owner >= 0

    def _rays(self, x: Floats, y: Floats) -> Floats:
        rays = np.column_stack([x, y, np.ones(len(x))]) @ self._back.T
        rays *= -np.sign(rays[:, 2:])
        return np.asarray(rays / length(rays)[:, None])

    def _missed(self, rays: Floats, solid: Solid) -> Floats:
        """By how much rays pass a solid's centre."""
        away = np.array(solid.centre) - self._eye
        return np.asarray(np.sqrt(np.maximum(away @ away - (rays @ away) ** 2, 0)))

    def _lit(self, solid: Solid | None, points: Floats, rays: Floats) -> Floats:
        """The light that points on a solid (None: on the ground) send back along their rays."""
        to_lamp = np.array(self._lamp.place) - points
        to_lamp /= length(to_lamp)[:, None]
        even = np.full(len(points), self._lamp.even)
        if solid is None:
            normals = np.tile((0.0, 0.0, 1.0), (len(points), 1))
            paint = self._ground_colour(points)
            for other in self._solids:
                near = np.flatnonzero(length(points - other.centre) < other.radius + 12)
                even[near] *= 1 - BOUNCE * np.exp(-np.maximum(other.distance(points[near]), 0) / 3)
        else:
            flat = self._normals(solid, points)
            paint, normals = solid.colour(points, flat)
            even *= 0.75 + 0.25 * normals[:, 2]
            if isinstance(solid, Die) and solid.style.clear:
                paint += solid.style.clear * (self._ground_colour(points) - paint)
        straight = self._unshadowed(points + 0.3 * normals, to_lamp)
        direct = (1 - self._lamp.even) * straight * np.maximum(np.einsum("ij,ij->i", normals, to_lamp), 0)
        light = paint * (even + direct)[:, None]
        if solid is not None:
            half = to_lamp - rays
            half /= length(half)[:, None]
            mirrored = np.maximum(np.einsum("ij,ij->i", flat, half), 0) ** 60
            light += (solid.gloss * 170 * straight * mirrored)[:, None]
        return np.asarray(light)

    def _unshadowed(self, points: Floats, to_lamp: Floats) -> Floats:
        """Share of the lamp seen from points: 1 in its full light."""
        share = np.ones(len(points))
        for solid in self._solids:
            away = np.array(solid.centre) - points
            ahead = np.einsum("ij,ij->i", away, to_lamp)
            passed = length(away - ahead[:, None] * to_lamp)
            some = np.flatnonzero((passed < solid.radius * 1.4) & (ahead > 0))
            reach = np.maximum(ahead[some] - 1.5 * solid.radius, 0.2)
            for _ in range(16):
                gap = solid.distance(points[some] + to_lamp[some] * reach[:, None])
                share[some] = np.minimum(share[some], (self._lamp.sharp * gap / reach).clip(0, 1))
                reach = reach + np.maximum(gap, 0.3)
        return share

    def _ground_colour(self, points: Floats) -> Floats:
        ground = self._ground
        x, y = points[:, 0], points[:, 1]
        weave = self._weave[(y * 1.5).astype(int) % 128, (x * 1.5).astype(int) % 128]
        blotch = self._blotch[(y + 1024).astype(int) % 256, (x + 1024).astype(int) % 256]
        paint = np.array(ground.colour) * (1 + ground.weave * weave + ground.blotch * blotch)[:, None]
        if ground.bowl is not None:
            away = np.hypot(x, y) / ground.bowl
            paint *= (1.08 - 0.2 * away**2)[:, None]
            paint[away > 1] = ground.rim
            paint[away > 1.12] = ground.console
        return np.asarray(paint)

    @staticmethod
    def _normals(solid: Solid, points: Floats) -> Floats:
        step = 0.05
        slope = [solid.distance(points + move) - solid.distance(points - move) for move in np.eye(3) * step]
        normals = np.stack(slope, axis=1)
        return np.asarray(normals / np.maximum(length(normals), 1e-9)[:, None])
