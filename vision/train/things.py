"""The shapes that things on a painted table are made of. Each returns its outline, points in pixels."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.canvas import Colour

Floats = NDArray[np.float32]
Outline = NDArray[np.int32]
FINE = 8 / 3
"""Pixels a millimetre while painting."""


def as_colour(colour: NDArray[np.floating]) -> Colour:
    blue, green, red = (float(value) for value in colour)
    return blue, green, red


def at(x: float, y: float) -> tuple[int, int]:
    """The pixel at a point."""
    return int(x), int(y)


def placed(x: float, y: float, turn: float, points: NDArray[np.floating]) -> NDArray[np.float64]:
    """Points around the origin, turned clockwise and moved."""
    cosine, sine = math.cos(turn), math.sin(turn)
    return np.asarray(points @ np.array([[cosine, sine], [-sine, cosine]]) + np.array([x, y]))


def box(
    image: Floats, x: float, y: float, width: float, height: float, turn: float, colour: Colour, raised: float = 1.5
) -> Outline:
    """A rectangle on the table with a hard shadow so many pixels away."""
    corners = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2
    points = placed(x, y, turn, corners)
    if raised:
        _fill(image, points + raised, as_colour(image[0, 0] * 0.5))
    _fill(image, points, colour)
    return points.round().astype(np.int32)


def disc(image: Floats, x: float, y: float, radius: float, colour: Colour, raised: float = 1.5) -> Outline:
    """A filled circle with a shadow."""
    if raised:
        cv2.circle(image, at(x + raised, y + raised), round(radius), as_colour(image[0, 0] * 0.5), -1)
    cv2.circle(image, at(x, y), round(radius), colour, -1)
    return np.asarray(cv2.ellipse2Poly(at(x, y), (round(radius), round(radius)), 0, 0, 360, 20), np.int32)


def _fill(image: Floats, points: NDArray[np.float64], colour: Colour) -> None:
    cv2.fillConvexPoly(image, np.round(points * 16).astype(np.int32), colour, cv2.LINE_AA, 4)
