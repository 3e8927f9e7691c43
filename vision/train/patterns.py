"""Patterns of cloths, table tops, sleeves and tile backs: grey pictures, 0 the ground, 255 the print."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.canvas import bezier
from vision.render.style import pick

Grey = NDArray[np.uint8]
Floats = NDArray[np.float32]
SIDE = 256
"""Pixels of a pattern as it is kept; where it is used it is mirrored at its edges."""
_EACH = 6
"""Patterns of each manner."""
_SEED = 8


def pattern(rng: np.random.Generator, size: int, least: float = 0.4, most: float = 2.2) -> Floats:
    """Some pattern over size x size pixels, 0 to 1, turned at random and enlarged by `least` to `most`."""
    scale, angle = 1 / float(np.exp(rng.uniform(math.log(least), math.log(most)))), rng.uniform(0, 2 * math.pi)
    # Most cloths lie as the table stands.
    angle = angle if rng.random() < 0.3 else rng.normal(0, 0.05)
    cosine, sine = scale * math.cos(angle), scale * math.sin(angle)
    x, y = rng.uniform(0, SIDE, 2)
    matrix = np.array([[cosine, -sine, x], [sine, cosine, y]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    drawn = cv2.warpAffine(pick(rng, _patterns()), matrix, (size, size), flags=flags, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(drawn, np.float32) / np.float32(255)


@lru_cache(maxsize=1)
def _patterns() -> list[Grey]:
    manners: tuple[Callable[[np.random.Generator], Floats], ...] = (
        _weave, _stripes, _checks, _dots, _flowers, _curls, _wood, _marble, _leather, _mat, _writing, _lattice,
    )  # fmt: skip
    drawn = [manner(np.random.default_rng([_SEED, number])) for number in range(_EACH) for manner in manners]
    return [(picture.clip(0, 1) * 255).astype(np.uint8) for picture in drawn]


def _axes() -> tuple[Floats, Floats]:
    down, right = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
    return down, right


def _clouds(rng: np.random.Generator, cells: int) -> Floats:
    """Smooth noise around 0 with so many cells across."""
    rough = rng.standard_normal((cells + 2, cells + 2), np.float32)
    return np.asarray(cv2.resize(rough, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC), np.float32)


def _weave(rng: np.random.Generator) -> Floats:
    down, right = _axes()
    period = rng.uniform(3, 14)
    if rng.random() < 0.5:
        right, down = right + down, right - down
    woven = np.sin(right * 2 * math.pi / period) * np.sin(down * 2 * math.pi / (period * rng.uniform(0.5, 2)))
    return np.asarray(0.5 + 0.5 * woven + 0.1 * _clouds(rng, 60), np.float32)


def _stripes(rng: np.random.Generator) -> Floats:
    _, right = _axes()
    edges = rng.uniform(0, 1, 128) < rng.uniform(0.2, 0.6)
    return np.asarray(edges[(right / rng.uniform(3, 20)).astype(int) % 128], np.float32)


def _checks(rng: np.random.Generator) -> Floats:
    """Chessboard, gingham or tartan."""
    down, right = _axes()
    period = rng.uniform(8, 60)
    over, up = (right / period).astype(int) % 2, (down / period).astype(int) % 2
    if rng.random() < 0.4:
        return np.asarray(over ^ up, np.float32)
    return np.asarray((over + up) / 2 + 0.3 * ((right / period * 3).astype(int) % 7 == 0), np.float32)


def _dots(rng: np.random.Generator) -> Floats:
    down, right = _axes()
    period = rng.uniform(10, 50)
    shifted = right + period / 2 * ((down / period).astype(int) % 2)
    away = np.hypot(shifted % period - period / 2, down % period - period / 2)
    return np.asarray(np.clip(period * rng.uniform(0.12, 0.4) - away + 0.5, 0, 1), np.float32)


def _flowers(rng: np.random.Generator) -> Floats:
    picture = np.zeros((SIDE, SIDE), np.float32)
    for _ in range(int(rng.integers(4, 16))):
        x, y = rng.uniform(0, SIDE, 2)
        petals, reach, first = int(rng.integers(4, 9)), rng.uniform(8, 34), rng.uniform(0, 360)
        ink = float(rng.uniform(0.5, 1))
        for petal in range(petals):
            angle = first + 360 * petal / petals
            turned = math.radians(angle)
            centre = (int(x + 0.6 * reach * math.cos(turned)), int(y + 0.6 * reach * math.sin(turned)))
            axes = (int(reach * 0.5), int(reach * rng.uniform(0.2, 0.3)))
            cv2.ellipse(picture, centre, axes, angle, 0, 360, ink, int(pick(rng, (-1, -1, 1, 2))), cv2.LINE_AA)
        cv2.circle(picture, (int(x), int(y)), int(reach * 0.22), 1 - ink * 0.5, -1, cv2.LINE_AA)
        stem = [(x, y), *((x + rng.normal(0, 40), y + rng.normal(0, 40)) for _ in range(3))]
        cv2.polylines(picture, [np.array(bezier(stem), np.int32)], False, ink, 2, cv2.LINE_AA)
    return picture


def _curls(rng: np.random.Generator) -> Floats:
    """Scrolls, clouds, dragons' bodies: swinging lines, often mirrored."""
    picture = np.zeros((SIDE, SIDE), np.float32)
    for _ in range(int(rng.integers(3, 14))):
        points = rng.uniform(0, SIDE, 2) + np.cumsum(rng.normal(0, 45, (6, 2)), 0)
        curve = np.array(bezier([(float(x), float(y)) for x, y in points]), np.int32)
        thick = int(rng.integers(1, 14))
        cv2.polylines(picture, [curve], False, 1.0, thick, cv2.LINE_AA)
        if thick > 6:
            for x, y in curve[::3]:
                cv2.circle(picture, (int(x), int(y)), thick // 2, 0.4, 1, cv2.LINE_AA)
    return np.asarray(np.maximum(picture, picture[:, ::-1]) if rng.random() < 0.6 else picture, np.float32)


def _wood(rng: np.random.Generator) -> Floats:
    _, right = _axes()
    long = cv2.resize(rng.standard_normal((5, 24), np.float32), (SIDE, SIDE), interpolation=cv2.INTER_CUBIC)
    rings = np.sin(right * rng.uniform(0.1, 0.5) + np.asarray(long) * rng.uniform(1, 5))
    fibres = cv2.resize(rng.standard_normal((9, SIDE), np.float32), (SIDE, SIDE), interpolation=cv2.INTER_LINEAR)
    planks = (right % rng.uniform(60, 300) < 1.6) * rng.integers(2)
    return np.asarray(0.45 + 0.3 * rings + 0.12 * np.asarray(fibres) + planks, np.float32)


def _marble(rng: np.random.Generator) -> Floats:
    field = _clouds(rng, 4) + 0.5 * _clouds(rng, 9) + 0.2 * _clouds(rng, 30)
    return np.asarray(np.exp(-abs(field) * rng.uniform(3, 12)) + 0.12 * _clouds(rng, 6), np.float32)


def _leather(rng: np.random.Generator) -> Floats:
    return np.asarray(0.5 + 0.35 * np.tanh(2 * _clouds(rng, int(rng.integers(20, 90)))), np.float32)


def _mat(rng: np.random.Generator) -> Floats:
    """Rush mats: fine rushes across, broad warps along."""
    down, right = _axes()
    rushes = 0.5 + 0.5 * np.sin(down * 2 * math.pi / rng.uniform(3, 6))
    return np.asarray(rushes * (0.75 + 0.25 * np.sign(np.sin(right * 2 * math.pi / rng.uniform(18, 50)))), np.float32)


def _writing(rng: np.random.Generator) -> Floats:
    """A newspaper: columns of lines, headings, a grey picture."""
    printed = np.zeros((SIDE, SIDE), np.uint8)
    letters = "abcdefghiklmnoprstuvwyz   ABEHKMRSTX"
    y = 6
    while y < SIDE + 10:
        heading = bool(rng.random() < 0.12)
        size = float(rng.uniform(0.6, 1.4) if heading else rng.uniform(0.25, 0.38))
        for column in range(0, SIDE, 86):
            words = "".join(letters[place] for place in rng.integers(0, len(letters), 40 if heading else 14))
            cv2.putText(printed, words, (column + 3, y), cv2.FONT_HERSHEY_DUPLEX, size, 255, 1 + heading, cv2.LINE_AA)
            if heading:
                break
        y += round(34 * size)
    picture = printed.astype(np.float32) / 255
    if rng.random() < 0.5:
        x, y = rng.integers(0, SIDE - 90, 2)
        picture[y : y + 70, x : x + 80] = 0.6 + 0.2 * _clouds(rng, 20)[:70, :80]
    return np.asarray(picture, np.float32)


def _lattice(rng: np.random.Generator) -> Floats:
    """Printed frames, tiled floors, bricks."""
    picture = np.zeros((SIDE, SIDE), np.float32)
    step, tall, thick = int(rng.integers(24, 128)), int(rng.integers(20, 100)), int(rng.integers(1, 5))
    for row, y in enumerate(range(0, SIDE, tall)):
        cv2.line(picture, (0, y), (SIDE, y), 1.0, thick)
        for x in range(step // 2 * (row % 2), SIDE, step):
            cv2.line(picture, (x, y), (x, y + tall), 1.0, thick)
            if rng.random() < 0.3:
                cv2.rectangle(picture, (x + 6, y + 6), (x + step - 6, y + tall - 6), 0.5, 1)
    return picture
