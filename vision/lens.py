"""How a lens bends straight lines, and pictures cut out straight in spite of it.

The camera's picture is never straightened as a whole: what is looked at is cut out of it through the bend, and points
are carried across. "Straight" pixels are those of a pinhole camera with the same focal length and centre. The bend is
the usual radial and tangential one (Brown and Conrady), as OpenCV measures it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.frame import Image
from vision.layout import Point

Floats = NDArray[np.float64]
Map = NDArray[np.float32]
Bend = tuple[float, float, float, float, float]
"""k1, k2, p1, p2, k3."""
STRAIGHT: Bend = (0.0, 0.0, 0.0, 0.0, 0.0)
MESH = 16
"""The bend is worked out at one point in so many pixels of what is cut, and in between by the straight line."""
_STEPS = 40
"""Of the search for the point that is bent to a given one; far more than any lens needs."""


class LensError(ValueError):
    """A lens does not fit, or cannot be measured; the text says how to mend it."""


@dataclass(frozen=True, slots=True)
class Lens:
    """A lens on its camera. `focal` in pixels; `centre`: where its axis meets the picture; `size`: width and height of
    the pictures these belong to."""

    focal: float
    centre: Point
    size: tuple[int, int]
    bend: Bend = STRAIGHT

    @classmethod
    def pinhole(cls, focal: float, size: tuple[int, int]) -> Lens:
        """One that bends nothing, its axis in the middle."""
        return cls(focal, (size[0] / 2, size[1] / 2), size)

    def at(self, size: tuple[int, int]) -> Lens:
        """The same lens with pictures of another size but the same view. Raises `LensError`."""
        scale = size[0] / self.size[0]
        if abs(self.size[1] * scale - size[1]) > 1:
            ours, other = (f"{width} x {height}" for width, height in (self.size, size))
            raise LensError(
                f"the lens was measured in pictures of {ours} pixels, and {other} have another shape: the camera cuts "
                "them otherwise; measure the lens again in this mode"
            )
        return replace(self.scaled(scale), size=size)

    def scaled(self, scale: float) -> Lens:
        """The same lens with pictures `scale` times as large."""
        # Whole numbers are pixel centres: the picture's corner is at -0.5.
        x, y = ((place + 0.5) * scale - 0.5 for place in self.centre)
        size = (round(self.size[0] * scale), round(self.size[1] * scale))
        return Lens(self.focal * scale, (x, y), size, self.bend)

    @property
    def matrix(self) -> Floats:
        """3 x 3 projection from camera axes to straight pixels."""
        return np.array([[self.focal, 0, self.centre[0]], [0, self.focal, self.centre[1]], [0, 0, 1]])

    def bent(self, points: ArrayLike) -> Floats:
        """Where straight pixels (N x 2) lie in the camera's picture."""
        rays = (np.asarray(points, np.float64).reshape(-1, 2) - self.centre) / self.focal
        return bend(rays, self.bend) * self.focal + self.centre

    def straight(self, points: ArrayLike) -> Floats:
        """The straight pixels of points (N x 2) of the camera's picture."""
        rays = (np.asarray(points, np.float64).reshape(-1, 2) - self.centre) / self.focal
        return unbend(rays, self.bend) * self.focal + self.centre


def bend(rays: Floats, by: Bend) -> Floats:
    """Rays (N x 2: x and y at distance 1) as the lens shows them."""
    k1, k2, p1, p2, k3 = by
    x, y = rays[:, 0], rays[:, 1]
    square = x * x + y * y
    radial = 1 + square * (k1 + square * (k2 + square * k3))
    return np.column_stack(
        [
            x * radial + 2 * p1 * x * y + p2 * (square + 2 * x * x),
            y * radial + p1 * (square + 2 * y * y) + 2 * p2 * x * y,
        ]
    )


def unbend(rays: Floats, by: Bend) -> Floats:
    """The rays (N x 2) that a lens shows as these."""
    found = rays
    for _ in range(_STEPS):
        found = found + (rays - bend(found, by))
    return found


def cut(
    image: Image, to_straight: Floats, size: tuple[int, int], lens: Lens, border: int = cv2.BORDER_CONSTANT
) -> Image:
    """A picture of `size` (width, height) cut out of the camera's picture; what that does not show is black.

    `to_straight`: 3 x 3 from the new pixels to straight ones (whole numbers are centres). `border`: another of OpenCV's
    ways to fill what is not shown.
    """
    if lens.bend == STRAIGHT:
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        return np.asarray(cv2.warpPerspective(image, to_straight, size, flags=flags, borderMode=border), np.uint8)
    places = pixel_map(lambda pixels: lens.bent(cv2.perspectiveTransform(pixels[None], to_straight)[0]), size)
    return np.asarray(cv2.remap(image, *places, cv2.INTER_LINEAR, borderMode=border), np.uint8)


def pixel_map(place: Callable[[Floats], Floats], size: tuple[int, int]) -> tuple[Map, Map]:
    """For `cv2.remap`: where each pixel of a picture of `size` is taken from, as `place` tells for some (N x 2)."""
    columns, rows = (-(-edge // MESH) + 2 for edge in size)
    # Mesh points lie in the middles of squares of MESH pixels, one square farther than the picture on each side.
    x, y = ((np.arange(count) - 0.5) * MESH - 0.5 for count in (columns, rows))
    places = place(np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)).astype(np.float32)
    across, down = (
        cv2.resize(every, (columns * MESH, rows * MESH))[MESH : MESH + size[1], MESH : MESH + size[0]]
        for every in (places[:, 0].reshape(rows, columns), places[:, 1].reshape(rows, columns))
    )
    return np.ascontiguousarray(across, np.float32), np.ascontiguousarray(down, np.float32)
