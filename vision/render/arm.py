"""An arm that reaches over the table: sleeve, forearm and a hand with its fingers, and their shadow."""

from __future__ import annotations

from math import hypot

import cv2
import numpy as np
from numpy.typing import NDArray

from tablectl.rules.seat import Seat
from vision.frame import Image
from vision.layout import Layout, Point
from vision.render.camera import CameraPose
from vision.render.light import Light
from vision.render.look import Look, shake

HOVER = 60.0
"""Height of a hand over the cloth, millimetres."""
FOREARM = 170.0
"""From the fingertips to the cuff of the sleeve, millimetres."""
ROUND = 20.0
"""Depth from the outline, in millimetres, over which a limb curves out of the light."""


def targets(layout: Layout) -> tuple[Point, ...]:
    """What a player reaches for, in the seat's own frame: river, hand, wall, melds, middle."""
    return (
        (-30.0, layout.river_top - 20),
        (30.0, layout.river_top - 45),
        (0.0, layout.hand_y + 20),
        (90.0, layout.wall_y),
        (-100.0, layout.wall_y),
        (200.0, layout.melds_y),
        (0.0, 0.0),
    )


def draw_arm(
    picture: Image, seat: Seat, moment: int, layout: Layout, look: Look, pose: CameraPose, light: Light
) -> None:
    """Draw a seat's arm into a picture; another `moment` reaches elsewhere."""
    choice, dx, dy, lean = shake(look.seed, "arm", seat, moment)
    goals = targets(layout)
    x, y = goals[int((choice + 1) / 2 * len(goals)) % len(goals)]
    tip = (x + 15 * dx, y + 15 * dy)
    shoulder = (120 + 90 * lean, -layout.field / 2 - 160)
    drawn = _limbs(tip, shoulder)

    def pixels(points: NDArray[np.float64], height: float) -> NDArray[np.float64]:
        table = [layout.to_table(seat, (float(px), float(py))) for px, py in points]
        return pose.project([(px, py, height) for px, py in table])

    scale = pose.focal / (pose.position[2] - HOVER)
    outlines = [(pixels(points, HOVER), radius * scale, sleeve) for points, radius, sleeve in drawn]
    reach = np.vstack([points for points, _, _ in outlines])
    margin = max(radius for _, radius, _ in outlines) + 90 * scale
    width, height = pose.size
    left, top = np.maximum(np.floor(reach.min(axis=0) - margin), 0).astype(int)
    right, bottom = np.minimum(np.ceil(reach.max(axis=0) + margin), (width, height)).astype(int)
    if right <= left or bottom <= top:
        return
    window = picture[top:bottom, left:right]
    skin = np.zeros(window.shape[:2], np.uint8)
    sleeve = np.zeros_like(skin)
    for points, radius, is_sleeve in outlines:
        _stroke(sleeve if is_sleeve else skin, points - (left, top), radius)
    whole = np.maximum(skin, sleeve)
    foot = np.array([tip])
    seat_tip = layout.to_table(seat, tip)
    shift = pose.project([(*light.cast(*seat_tip, HOVER), 0.0)])[0] - pixels(foot, HOVER)[0]
    _darken(window, whole, shift, look.shadow, 0.25 * HOVER * scale)
    depth = cv2.distanceTransform(whole, cv2.DIST_L2, 3) / (ROUND * scale)
    shade = 0.62 + 0.38 * np.sqrt(np.minimum(depth, 1))
    gain = light.gain((left + right) / 2, (top + bottom) / 2)
    cover = cv2.GaussianBlur(whole, (0, 0), 1.2).astype(np.float32) / 255
    paint = np.empty((*whole.shape, 3), np.float32)
    paint[:] = np.array(look.skin) * gain
    paint[sleeve > 0] = np.array(look.sleeve) * gain
    paint *= shade[..., None]
    window[:] = cv2.blendLinear(window, paint.clip(0, 255).astype(np.uint8), 1 - cover, cover)


def _limbs(tip: Point, shoulder: Point) -> list[tuple[NDArray[np.float64], float, bool]]:
    """Thick strokes in millimetres: the line's points, half its width, and whether cloth covers it."""
    length = hypot(shoulder[0] - tip[0], shoulder[1] - tip[1])
    back = np.array([(shoulder[0] - tip[0]) / length, (shoulder[1] - tip[1]) / length])
    across = np.array([-back[1], back[0]])
    end = np.array(tip)
    palm, wrist, cuff = end + back * 95, end + back * 150, end + back * FOREARM
    strokes: list[tuple[NDArray[np.float64], float, bool]] = [
        (np.stack([palm - back * 8, palm + back * 22]), 36.0, False),
        (np.stack([palm, wrist, cuff + back * 20]), 27.0, False),
    ]
    for place, bend in zip((-1.5, -0.5, 0.5, 1.5), (18, 0, 4, 16), strict=True):
        knuckle = palm - back * 30 + across * 17 * place
        strokes.append((np.stack([knuckle, end + back * (12 + bend) + across * 23 * place]), 8.0, False))
    thumb = palm + across * 34
    strokes.append((np.stack([thumb + back * 15, thumb - back * 25 + across * 10, thumb - back * 55]), 10.0, False))
    far = np.array(shoulder)
    for share in np.linspace(0, 1, 24):
        strokes.append((np.stack([cuff + (far - cuff) * share, far]), 36 + 26 * float(share), True))
    return strokes


def _stroke(mask: NDArray[np.uint8], points: NDArray[np.float64], radius: float) -> None:
    line = np.rint(points).astype(np.int32)
    cv2.polylines(mask, [line], False, 255, max(round(2 * radius), 1), cv2.LINE_8)


def _darken(window: Image, mask: NDArray[np.uint8], shift: NDArray[np.float64], strength: float, soft: float) -> None:
    """Lay the mask's blurred shadow into the window; worked out at a quarter of its size."""
    quarter = (max(mask.shape[1] // 4, 1), max(mask.shape[0] // 4, 1))
    small = cv2.resize(mask, quarter, interpolation=cv2.INTER_AREA)
    move = np.array([[1, 0, shift[0] / 4], [0, 1, shift[1] / 4]])
    small = cv2.GaussianBlur(cv2.warpAffine(small, move, quarter), (0, 0), max(soft / 4, 0.5))
    dark = cv2.resize(small, (mask.shape[1], mask.shape[0]), interpolation=cv2.INTER_LINEAR)
    left = cv2.cvtColor(255 - cv2.convertScaleAbs(dark, alpha=strength), cv2.COLOR_GRAY2BGR)
    cv2.multiply(window, left, window, 1 / 255)
