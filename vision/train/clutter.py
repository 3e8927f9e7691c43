"""Things on a painted table that are no tiles: sticks, dice, papers, cups, phones and the like.

Each is drawn around a point and returns its outline.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import cv2
import numpy as np

from vision.render.canvas import Colour, bezier
from vision.render.palette import shade_near
from vision.render.style import pick
from vision.train.cloth import CLOTHS, PRINTS
from vision.train.console import bowl, console, die, slot
from vision.train.patterns import pattern
from vision.train.things import FINE, Floats, Outline, as_colour, at, box, disc, placed

Thing = Callable[[np.random.Generator, Floats, float, float], Outline]
PAPERS: tuple[Colour, ...] = ((240, 242, 242), (240, 242, 242), (214, 228, 232), (120, 210, 235), (200, 170, 240))


def thing(rng: np.random.Generator, image: Floats, x: float, y: float) -> None:
    """Anything, under the tiles."""
    pick(rng, _LYING)(rng, image, x, y)


def loose(rng: np.random.Generator, image: Floats, x: float, y: float) -> Outline:
    """Something small that may lie on tiles."""
    return pick(rng, _LOOSE)(rng, image, x, y)


def stick(rng: np.random.Generator, image: Floats, x: float, y: float) -> Outline:
    """A point stick."""
    turn = math.pi / 2 * rng.integers(2) + rng.normal(0, 0.05)
    return _stick(rng, image, x, y, turn if rng.random() < 0.6 else rng.uniform(0, math.pi))


def _stick(rng: np.random.Generator, image: Floats, x: float, y: float, turn: float) -> Outline:
    colour = pick(rng, ((228, 232, 235),) * 4 + ((60, 50, 190), (60, 160, 215), (120, 140, 60), (50, 50, 50)))
    outline = box(image, x, y, FINE * rng.uniform(55, 95), FINE * rng.uniform(5, 9), turn, shade_near(rng, colour, 10))
    dots = shade_near(rng, pick(rng, ((40, 30, 190), (60, 60, 60))), 10)
    count, spread = int(rng.integers(1, 9)), FINE * rng.uniform(2, 4)
    places = np.array([(place // 2 - count / 4, place % 2 - 0.5) for place in range(count)]) * spread
    for right, down in placed(x, y, turn, places):
        cv2.circle(image, at(right, down), round(FINE * 0.9), dots, -1)
    return outline


def _sticks(rng: np.random.Generator, image: Floats, x: float, y: float) -> Outline:
    """A heap of sticks, or a row in a drawer."""
    turn, outline = rng.uniform(0, math.pi), np.empty((0, 2), np.int32)
    loose_by = pick(rng, (0.0, 0.1, 0.5))
    for place in range(int(rng.integers(3, 9))):
        away = place * 8 * FINE if loose_by < 0.2 else rng.normal(0, 12) * FINE
        shifted = x - away * math.sin(turn), y + away * math.cos(turn)
        outline = _stick(rng, image, *shifted, turn + rng.normal(0, loose_by))
    return outline


def _marker(rng: np.random.Generator, image: Floats, x: float, y: float) -> Outline:
    """A printed square marker, as cameras are aimed by."""
    side = round(FINE * rng.uniform(25, 45))
    bits = np.pad(rng.integers(0, 2, (4, 4)).astype(np.uint8), 1)
    framed = np.pad(bits, 1, constant_values=1) * np.uint8(255)
    picture = cv2.resize(framed, (side, side), interpolation=cv2.INTER_NEAREST)
    top, left = round(y - side / 2), round(x - side / 2)
    window = image[max(top, 0) : top + side, max(left, 0) : left + side]
    part = picture[max(-top, 0) :, max(-left, 0) :][: window.shape[0], : window.shape[1]]
    window[:] = part[..., None] * 0.85 + 15
    return np.array([[left, top], [left + side, top], [left + side, top + side], [left, top + side]], np.int32)


def _plate(rng: np.random.Generator, image: Floats, x: float, y: float) -> Outline:
    """A plain box of any size: a tray, a book, a wallet."""
    colour = shade_near(rng, pick(rng, ((60, 60, 60), (40, 90, 170), (230, 230, 230), (30, 30, 30), *CLOTHS)), 15)
    width, height = rng.uniform(20, 100, 2) * FINE
    turn = math.pi / 2 * rng.integers(2) + rng.normal(0, 0.1)
    outline = box(image, x, y, width, height, turn, colour)
    if rng.random() < 0.5:
        box(image, x, y, width * 0.85, height * 0.85, turn, as_colour(np.array(colour) * rng.uniform(0.6, 1.1)), 0)
    return outline


def _paper(rng: np.random.Generator, image: Floats, x: float, y: float) -> Outline:
    """Paper, blank or with writing: white like a tile, but hardly ever a tile's size."""
    width, height = rng.uniform(30, 110, 2) * FINE
    turn, colour = rng.normal(0, 0.4), shade_near(rng, pick(rng, PAPERS), 8)
    outline = box(image, x, y, width, height, turn, colour, pick(rng, (0.0, 1.0, 2.0)))
    manner = rng.random()
    if manner < 0.5:
        ink, step = shade_near(rng, (70, 60, 60), 30), rng.uniform(2.5, 7) * FINE
        for row in np.arange(-height * 0.4, height * 0.4, step):
            line = np.array([[-width * 0.4, row], [rng.uniform(-0.2, 0.4) * width, row]])
            first, last = placed(x, y, turn, line)
            cv2.line(image, at(*first), at(*last), ink, int(rng.integers(1, 4)))
    elif manner < 0.7:
        middle = min(width, height) * 0.4
        box(image, x, y, width - middle, height - middle, turn, shade_near(rng, pick(rng, PRINTS), 20), 0)
    return outline


def _line(rng: np.random.Generator, image: Floats, x: float, y: float) -> Outline:
    """A printed line, a seam, a zip with its teeth, a rail, or the table's edge."""
    size, angle = len(image), math.pi / 2 * rng.integers(4) + rng.normal(0, 0.08)
    towards = np.array([math.cos(angle), math.sin(angle)]) * 2 * size
    aside = np.array([-towards[1], towards[0]])
    ends = np.array([x, y]) - towards, np.array([x, y]) + towards
    thick = int(rng.integers(1, 14))
    manner = rng.random()
    if manner < 0.4:
        edge = np.array([ends[0], ends[1], ends[1] + aside, ends[0] + aside])
        left = np.zeros((size, size), np.uint8)
        cv2.fillConvexPoly(left, edge.round().astype(np.int32), 1)
        colour = np.array(shade_near(rng, pick(rng, CLOTHS), 20), np.float32)
        image[left > 0] = colour
        if rng.random() < 0.4:
            grain = (pattern(rng, size) * left)[..., None] * np.float32(rng.uniform(-0.5, 0.5))
            image += grain * colour
        cv2.line(image, at(*(ends[0] + 3)), at(*(ends[1] + 3)), as_colour(colour * 0.5), thick)
    cv2.line(image, at(*ends[0]), at(*ends[1]), shade_near(rng, pick(rng, ((60, 60, 60), *PRINTS)), 30), thick)
    if 0.4 < manner < 0.55:
        for place in np.arange(-size, size, 8):
            tooth = np.array([x, y]) + towards / (2 * size) * place
            cv2.line(image, at(*tooth), at(*(tooth + aside / (2 * size) * 9)), (190, 190, 190), 3)
    return np.array([ends[0], ends[1], ends[1] + 1], np.int32)


def _chip(rng: np.random.Generator, image: Floats, x: float, y: float) -> Outline:
    """A chip or a coin."""
    radius, colour = rng.uniform(9, 21) * FINE, pick(rng, (*PRINTS, (130, 140, 150), (70, 130, 175)))
    outline = disc(image, x, y, radius, shade_near(rng, colour, 20))
    if rng.random() < 0.6:
        for angle in range(0, 360, 45):
            cv2.ellipse(image, at(x, y), (round(radius * 0.9),) * 2, angle, 0, 20, (235, 235, 235), round(radius * 0.2))
    other = shade_near(rng, pick(rng, PRINTS), 20)
    cv2.circle(image, at(x, y), round(radius * 0.62), other, int(pick(rng, (-1, 1, 2))))
    for stroke in rng.uniform(-0.35, 0.35, (int(rng.integers(0, 4)), 2, 2)) * radius + [x, y]:
        cv2.line(image, at(*stroke[0]), at(*stroke[1]), (50, 50, 50), 2)
    return outline


def _cup(rng: np.random.Generator, image: Floats, x: float, y: float) -> Outline:
    """A cup, glass or coaster from above."""
    radius = rng.uniform(28, 48) * FINE
    outline = disc(image, x, y, radius, shade_near(rng, pick(rng, (*PRINTS, *CLOTHS)), 15), 6)
    if rng.random() < 0.75:
        shifted = x + rng.normal(0, 5), y + rng.normal(0, 5)
        drink = shade_near(rng, pick(rng, ((20, 40, 70), (60, 130, 190), (215, 225, 225), (30, 30, 40))), 10)
        disc(image, *shifted, radius * rng.uniform(0.7, 0.93), drink, 0)
        axes = round(radius * 0.6), round(radius * 0.6)
        cv2.ellipse(image, at(*shifted), axes, rng.uniform(0, 360), 0, 50, (245, 245, 245), int(rng.integers(2, 9)))
    else:
        for share in rng.uniform(0.2, 0.95, 3):
            cv2.circle(image, at(x, y), round(radius * share), shade_near(rng, pick(rng, PRINTS), 20), 2)
    return outline


def _phone(rng: np.random.Generator, image: Floats, x: float, y: float) -> Outline:
    """A phone, its screen lit or dark."""
    width, turn = rng.uniform(65, 80) * FINE, rng.uniform(0, math.pi)
    outline = box(image, x, y, width, width * 2.1, turn, shade_near(rng, (35, 35, 35), 12), 4)
    screen = shade_near(rng, pick(rng, ((20, 20, 22), (235, 235, 235), *CLOTHS)), 10)
    box(image, x, y, width * 0.92, width * 1.98, turn, screen, 0)
    if rng.random() < 0.6:
        icons = np.array([(column, row) for row in range(-4, 4) for column in range(-2, 2)], np.float64)
        for right, down in placed(x, y, turn, (icons + 0.5) * width * 0.22):
            box(image, right, down, width * 0.14, width * 0.14, turn, shade_near(rng, pick(rng, PRINTS), 30), 0)
    return outline


def _cable(rng: np.random.Generator, image: Floats, x: float, y: float) -> Outline:
    """A cable, a strap or a rubber band."""
    points = np.array([x, y]) + np.cumsum(rng.normal(0, 50, (5, 2)) * FINE, 0)
    curve = np.array(bezier([(float(right), float(down)) for right, down in points]), np.int32)
    colour = shade_near(rng, pick(rng, ((30, 30, 30), (235, 235, 235), (40, 40, 190))), 15)
    cv2.polylines(image, [curve], False, colour, int(rng.integers(3, 14)))
    return np.asarray(curve[:3], np.int32)


def _watch(rng: np.random.Generator, image: Floats, x: float, y: float) -> Outline:
    radius, turn = rng.uniform(14, 22) * FINE, rng.uniform(0, math.pi)
    box(image, x, y, radius * 1.2, radius * 8, turn, shade_near(rng, pick(rng, CLOTHS), 15), 3)
    outline = disc(image, x, y, radius, (150, 160, 170), 2)
    disc(image, x, y, radius * 0.85, shade_near(rng, pick(rng, ((20, 20, 20), (240, 240, 240))), 10), 0)
    for angle in rng.uniform(0, 2 * math.pi, 2):
        tip = at(x + 0.7 * radius * math.cos(angle), y + 0.7 * radius * math.sin(angle))
        cv2.line(image, at(x, y), tip, (120, 120, 120), 3)
    return outline


_LOOSE: tuple[Thing, ...] = (stick, stick, _chip, _paper, die, _cable)
_LYING: tuple[Thing, ...] = (
    stick, stick, stick, _sticks, _marker, _marker, _plate, _plate, _paper, _paper, _paper, _line, _line, _line, _line,
    _chip, _chip, _cup, _phone, _cable, _watch, console, console, bowl, slot, slot,
)  # fmt: skip
