"""Dice, and the middle of an automatic table: console, displays, buttons, dice bowl, slots.

Each is drawn around a point and returns its outline.
"""

from __future__ import annotations

import math

import cv2
import numpy as np

from vision.render.canvas import Colour
from vision.render.palette import shade_near
from vision.render.style import pick
from vision.train.things import FINE, Floats, Outline, as_colour, at, box, disc, placed

PLASTICS: tuple[Colour, ...] = ((28, 28, 30), (60, 60, 62), (40, 60, 110), (205, 208, 210), (90, 50, 30), (40, 34, 90))
LAMPS: tuple[Colour, ...] = ((60, 60, 255), (70, 255, 90), (255, 190, 80), (80, 190, 255), (255, 255, 255))
_SEGMENTS = (
    ((-1, -2), (1, -2)), ((-1, 0), (1, 0)), ((-1, 2), (1, 2)),
    ((-1, -2), (-1, 0)), ((1, -2), (1, 0)), ((-1, 0), (-1, 2)), ((1, 0), (1, 2)),
)  # fmt: skip
"""Both ends of a digit's strokes, in half widths."""


_PIPS = {
    1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)), 4: ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    5: ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)), 6: ((-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)),
}  # fmt: skip
"""Of each value the pips, right and down in pip distances."""


def die(rng: np.random.Generator, image: Floats, x: float, y: float) -> Outline:
    """One die; pips in black or white, a red one."""
    side, turn = FINE * rng.uniform(8, 17), rng.uniform(0, math.pi)
    colour, dots = pick(rng, (((235, 238, 240), (40, 40, 40)),) * 4 + (((40, 30, 180), (240, 240, 240)),))
    outline = box(image, x, y, side, side, turn, shade_near(rng, colour, 10))
    value = int(rng.integers(1, 7))
    for right, down in placed(x, y, turn, np.array(_PIPS[value], np.float64) * side * 0.26):
        ink = (40, 30, 190) if value == 1 and rng.random() < 0.8 else dots
        cv2.circle(image, at(right, down), round(side * (0.2 if value == 1 else 0.1)), ink, -1)
    return outline


def console(rng: np.random.Generator, image: Floats, x: float, y: float) -> Outline:
    """A square or eight-sided plate with displays, buttons and mostly a dice bowl."""
    side, turn = rng.uniform(110, 240) * FINE, math.pi / 4 * rng.integers(2) + rng.normal(0, 0.06)
    plastic = shade_near(rng, pick(rng, PLASTICS), 12)
    outline = box(image, x, y, side, side, turn, plastic, 4)
    if rng.random() < 0.5:
        box(image, x, y, side, side, turn + math.pi / 4, plastic, 0)
    rim = as_colour(np.array(plastic) * 0.6 + 60)
    cv2.polylines(image, [outline], True, rim, int(rng.integers(1, 7)))
    for quarter in range(4):
        ahead = turn + math.pi / 2 * quarter
        middle = placed(x, y, ahead, np.array([[0, side * rng.uniform(0.33, 0.42)]]))[0]
        _display(rng, image, float(middle[0]), float(middle[1]), ahead)
        for aside in (-0.3, 0.3):
            place = placed(x, y, ahead, np.array([[side * aside, side * 0.4]]))[0]
            _button(rng, image, float(place[0]), float(place[1]))
    if rng.random() < 0.7:
        bowl(rng, image, x, y)
    return outline


def _display(rng: np.random.Generator, image: Floats, x: float, y: float, turn: float) -> None:
    """A number in seven segments a digit, or a wind sign's white field."""
    tall, count = rng.uniform(7, 16) * FINE, int(rng.integers(1, 6))
    step = tall * 0.75
    if rng.random() < 0.2:
        box(image, x, y, tall * 1.4, tall * 1.8, turn, shade_near(rng, pick(rng, (*LAMPS, (235, 235, 235))), 15), 0)
        return
    box(image, x, y, step * (count + 0.6), tall * 1.5, turn, (16, 16, 18), 0)
    lamp = np.array(pick(rng, LAMPS)) * rng.uniform(0.6, 1)
    for digit in range(count):
        middle = (digit - (count - 1) / 2) * step
        for ends in _SEGMENTS:
            on = rng.random() < 0.75
            strokes = np.array(ends) * tall / 4 * [0.9, 1] + [middle, 0]
            first, last = placed(x, y, turn, strokes)
            ink = as_colour(lamp if on else lamp * 0.15)
            cv2.line(image, at(*first), at(*last), ink, max(1, round(tall * 0.09)))


def _button(rng: np.random.Generator, image: Floats, x: float, y: float) -> None:
    radius, colour = rng.uniform(4, 11) * FINE, shade_near(rng, pick(rng, (*LAMPS, *PLASTICS)), 20)
    if rng.random() < 0.7:
        disc(image, x, y, radius, colour)
        cv2.circle(image, at(x - radius * 0.3, y - radius * 0.3), round(radius * 0.25), (245, 245, 245), -1)
    else:
        box(image, x, y, radius * 2.4, radius * 1.4, rng.normal(0, 0.1), colour)


def bowl(rng: np.random.Generator, image: Floats, x: float, y: float) -> Outline:
    """A lit dice bowl under its dome, with two dice."""
    radius = rng.uniform(28, 55) * FINE
    lamp = np.array(pick(rng, LAMPS)) * rng.uniform(0.3, 0.9)
    outline = disc(image, x, y, radius, shade_near(rng, pick(rng, PLASTICS), 10), 3)
    floor = np.array(shade_near(rng, pick(rng, ((50, 50, 160), (40, 90, 40), (90, 60, 40), (200, 200, 200))), 25))
    for share in (0.93, 0.75, 0.55):
        disc(image, x, y, radius * share, as_colour(floor * (1.15 - 0.4 * share)), 0)
    cv2.circle(image, at(x, y), round(radius * 0.96), as_colour(lamp), int(rng.integers(1, 8)))
    for side in (-1, 1):
        angle, away = rng.uniform(0, math.pi), radius * rng.uniform(0.15, 0.45)
        place = x + side * away * math.cos(angle), y + side * away * math.sin(angle)
        die(rng, image, *place)
    for _ in range(int(rng.integers(0, 4))):
        # The lamp above in the dome.
        away, angle = radius * rng.uniform(0.2, 0.8), rng.uniform(0, 360)
        bright = int(rng.integers(1, 7))
        cv2.ellipse(image, at(x, y), (round(away), round(away)), angle, 0, rng.uniform(8, 70), (250, 250, 250), bright)
    return outline


def slot(rng: np.random.Generator, image: Floats, x: float, y: float) -> Outline:
    """A groove for tiles or sticks, or a hole, with a bright lip."""
    turn = math.pi / 2 * rng.integers(2) + rng.normal(0, 0.04)
    width, height = rng.uniform(40, 340) * FINE, rng.uniform(6, 34) * FINE
    lip = shade_near(rng, pick(rng, (*PLASTICS, (150, 150, 150))), 15)
    outline = box(image, x, y, width + 5 * FINE, height + 5 * FINE, turn, lip)
    box(image, x, y, width, height, turn, shade_near(rng, (24, 24, 26), 14), 0)
    return outline
