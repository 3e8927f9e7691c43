"""A face while it is drawn: layers of ink on transparent ground, in units of the tile's width."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.glyphs import Mask

Colour = tuple[float, float, float]
"""Blue, green, red, 0 to 255."""
Point = tuple[float, float]
"""Right and down in tile widths; a face spans (0, 0) to (1, `TALL`)."""
RGBA = NDArray[np.uint8]
"""Height x width x 4: red, green, blue, and ink from 0 clear to 255 full."""

TALL = 4 / 3
"""A face's height in tile widths."""
FINE = 300
"""Pixels a tile width while drawing."""
FACE_WIDTH, FACE_HEIGHT = 96, 128
"""Pixels of a finished face."""
_SHIFT = 4
"""Fraction bits of OpenCV's coordinates."""


class Canvas:
    """Ink of one face. Each call lays one shape over what is there; angles are degrees clockwise."""

    def __init__(self) -> None:
        self._height, self._width = round(FINE * TALL), FINE
        self._colour = np.zeros((self._height, self._width, 3), np.float32)
        self._alpha = np.zeros((self._height, self._width), np.float32)

    def face(self) -> RGBA:
        """The finished face: `FACE_HEIGHT` x `FACE_WIDTH` x 4, red-green-blue and ink."""
        size = FACE_WIDTH, FACE_HEIGHT
        alpha = np.asarray(cv2.resize(self._alpha, size, interpolation=cv2.INTER_AREA), np.float32)
        inked = cv2.resize(self._colour * self._alpha[..., None], size, interpolation=cv2.INTER_AREA)
        colour = np.asarray(inked, np.float32) / np.maximum(alpha, 1e-6)[..., None]
        return np.dstack([colour[..., ::-1].clip(0, 255), alpha[..., None] * 255]).round().astype(np.uint8)

    def mask(self) -> Mask:
        return np.zeros((self._height, self._width), np.uint8)

    def paint(self, mask: Mask, colour: Colour) -> None:
        """Ink in one colour where the mask is set."""
        part = _extent(mask)
        cover = mask[part].astype(np.float32) / 255
        self._colour[part] += (np.asarray(colour, np.float32) - self._colour[part]) * cover[..., None]
        self._alpha[part] = np.maximum(self._alpha[part], cover)

    def erase(self, mask: Mask) -> None:
        """Take ink away where the mask is set."""
        part = _extent(mask)
        self._alpha[part] *= 1 - mask[part].astype(np.float32) / 255

    def stamp(self, ink: Mask, centre: Point, colour: Colour) -> None:
        """Ink a small mask (in drawing pixels) centred on a point; what sticks out is cut off."""
        height, width = ink.shape
        left, top = round(centre[0] * FINE - width / 2), round(centre[1] * FINE - height / 2)
        mask = self.mask()
        x0, y0, x1, y1 = max(left, 0), max(top, 0), min(left + width, self._width), min(top + height, self._height)
        if x0 < x1 and y0 < y1:
            mask[y0:y1, x0:x1] = ink[y0 - top : y1 - top, x0 - left : x1 - left]
        self.paint(mask, colour)

    def disc(self, centre: Point, radius: float, colour: Colour | None) -> None:
        """A filled circle; colour None erases, here and below."""
        self.ellipse(centre, (radius, radius), 0, colour)

    def ring(self, centre: Point, radius: float, thickness: float, colour: Colour | None) -> None:
        """A circle line centred on the radius."""
        mask = self.mask()
        cv2.circle(mask, _fixed(centre), _fix(radius), 255, _pixels(thickness), cv2.LINE_AA, _SHIFT)
        self._put(mask, colour)

    def ellipse(self, centre: Point, axes: Point, angle: float, colour: Colour | None, line: float = 0) -> None:
        """An ellipse with half axes; filled, or a line of that thickness."""
        mask = self.mask()
        thickness = _pixels(line) if line else -1
        cv2.ellipse(mask, _fixed(centre), _fixed(axes), angle, 0, 360, 255, thickness, cv2.LINE_AA, _SHIFT)
        self._put(mask, colour)

    def line(self, points: Sequence[Point], thickness: float, colour: Colour | None, closed: bool = False) -> None:
        """A line through points."""
        mask = self.mask()
        corners = [np.array([_fixed(point) for point in points], np.int32)]
        cv2.polylines(mask, corners, closed, 255, _pixels(thickness), cv2.LINE_AA, _SHIFT)
        self._put(mask, colour)

    def polygon(self, points: Sequence[Point], colour: Colour | None) -> None:
        """A filled polygon."""
        mask = self.mask()
        cv2.fillPoly(mask, [np.array([_fixed(point) for point in points], np.int32)], 255, cv2.LINE_AA, _SHIFT)
        self._put(mask, colour)

    def stroke(self, points: Sequence[Point], widths: tuple[float, float], colour: Colour) -> None:
        """A brush stroke along a smooth curve through control points, its width going from first to second."""
        curve = bezier(points)
        mask = self.mask()
        for place, (x, y) in enumerate(curve):
            share = place / (len(curve) - 1)
            radius = (widths[0] * (1 - share) + widths[1] * share) / 2
            cv2.circle(mask, _fixed((x, y)), max(_fix(radius), 8), 255, -1, cv2.LINE_AA, _SHIFT)
        self._put(mask, colour)

    def fit(self, margin: float) -> None:
        """Move and scale all ink, its shape kept, to fill the face but for a margin in tile widths."""
        left, top, width, height = cv2.boundingRect((self._alpha > 0.05).astype(np.uint8))
        scale = min((self._width - 2 * margin * FINE) / width, (self._height - 2 * margin * FINE) / height)
        shift = self._width / 2 - scale * (left + width / 2), self._height / 2 - scale * (top + height / 2)
        matrix = np.array([[scale, 0, shift[0]], [0, scale, shift[1]]])
        inked = cv2.warpAffine(self._colour * self._alpha[..., None], matrix, (self._width, self._height))
        self._alpha = np.asarray(cv2.warpAffine(self._alpha, matrix, (self._width, self._height)), np.float32)
        self._colour = np.asarray(inked / np.maximum(self._alpha, 1e-6)[..., None], np.float32)

    def _put(self, mask: Mask, colour: Colour | None) -> None:
        if colour is None:
            self.erase(mask)
        else:
            self.paint(mask, colour)


def bezier(points: Sequence[Point], count: int = 48) -> list[Point]:
    """Points along the Bezier curve of any number of control points."""
    steps = np.linspace(0, 1, count)[:, None]
    degree = len(points) - 1
    curve = sum(
        math.comb(degree, k) * steps**k * (1 - steps) ** (degree - k) * np.array(point, np.float64)
        for k, point in enumerate(points)
    )
    return [(float(x), float(y)) for x, y in np.asarray(curve)]


def around(centre: Point, radius: float, angles: Iterable[float]) -> list[Point]:
    """Points on a circle at angles in degrees, clockwise from the right."""
    return [
        (centre[0] + radius * math.cos(math.radians(angle)), centre[1] + radius * math.sin(math.radians(angle)))
        for angle in angles
    ]


def _extent(mask: Mask) -> tuple[slice, slice]:
    """The part of a mask that is set: most shapes are small."""
    left, top, width, height = cv2.boundingRect(mask)
    return slice(top, top + height), slice(left, left + width)


def _fix(value: float) -> int:
    return round(value * FINE * (1 << _SHIFT))


def _fixed(point: Point) -> tuple[int, int]:
    return _fix(point[0]), _fix(point[1])


def _pixels(thickness: float) -> int:
    return max(1, round(thickness * FINE))


Motif = Callable[[Canvas, Point, float, Colour, Colour], None]
"""Draws one dot: canvas, centre, radius, colour, second colour."""
