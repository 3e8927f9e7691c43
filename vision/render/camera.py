"""A camera above the table: from table millimetres to pixels.

World frame: the table frame (x right, y up as seen) with z towards the camera, 0 on the cloth. Pixel coordinates as in
OpenCV: x right, y down, whole numbers are pixel centres.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import ArrayLike

from vision.lens import STRAIGHT, Bend, Floats, Lens

DOWNWARDS = np.diag([1.0, -1.0, -1.0])
"""World to camera axes of a camera that looks straight down, picture upright for seat 0."""


@dataclass(frozen=True, slots=True)
class CameraPose:
    """Where a camera stands.

    `focal`: focal length in pixels; the optical axis meets the picture at half its width and height. `position`: of the
    pinhole, millimetres. `turn`: rotation vector (Rodrigues, radians) that leads from the camera looking straight down
    to this one, in camera axes (x right, y down, z forwards). `size`: width and height in pixels. `bend`: of the lens.
    """

    focal: float
    position: tuple[float, float, float]
    turn: tuple[float, float, float] = (0.0, 0.0, 0.0)
    size: tuple[int, int] = (2028, 1520)
    bend: Bend = STRAIGHT

    @classmethod
    def aimed(
        cls,
        position: tuple[float, float, float],
        aim: tuple[float, float],
        roll: float,
        field: float,
        size: tuple[int, int] = (2028, 1520),
        bend: Bend = STRAIGHT,
    ) -> CameraPose:
        """A camera at `position` that looks at the point `aim` on the cloth, rolled by `roll` degrees.

        The focal length is the longest that keeps a square of side `field` around the origin in the picture with 3 %
        to spare. Raises `ValueError` if the camera is not above the table.
        """
        if position[2] <= 0:
            raise ValueError(f"camera height {position[2]} mm: expected above the cloth, more than 0")
        forward = np.array([*aim, 0.0]) - position
        forward /= np.linalg.norm(forward)
        right = np.cross(forward, (0.0, 1.0, 0.0))
        right /= np.linalg.norm(right)
        upright = np.stack([right, np.cross(forward, right), forward])
        angle = np.deg2rad(roll)
        rolled = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]]) @ upright
        vector = cv2.Rodrigues(rolled @ DOWNWARDS.T)[0].ravel()
        turn = (float(vector[0]), float(vector[1]), float(vector[2]))
        half = field / 2
        corners = cls(1.0, position, turn, (0, 0), bend).project(
            [(x, y, 0) for x in (-half, half) for y in (-half, half)]
        )
        reach = np.abs(corners).max(axis=0)
        focal = 0.97 * min(size[0] / 2 / reach[0], size[1] / 2 / reach[1])
        return cls(float(focal), position, turn, size, bend)

    @property
    def lens(self) -> Lens:
        """What bends its pictures."""
        return replace(Lens.pinhole(self.focal, self.size), bend=self.bend)

    @property
    def pinhole(self) -> CameraPose:
        """The camera without a bend whose picture, the same middle and as much larger as needed, holds all of it."""
        if self.bend == STRAIGHT:
            return self
        width, height = self.size
        rim = [(x, y) for x in np.linspace(-0.5, width - 0.5, 41) for y in (-0.5, height - 0.5)]
        rim += [(x, y) for y in np.linspace(-0.5, height - 0.5, 41) for x in (-0.5, width - 0.5)]
        across, down = np.ceil(np.abs(self.lens.straight(rim) - self.lens.centre).max(axis=0)) + 2
        size = (max(2 * int(across), width + width % 2), max(2 * int(down), height + height % 2))
        return replace(self, size=size, bend=STRAIGHT)

    def moved(self, shift: tuple[float, float, float], turn: tuple[float, float, float]) -> CameraPose:
        """The same camera pushed by millimetres in the world and turned by degrees about its own axes (x right, y down,
        z forwards)."""
        own = np.asarray(cv2.Rodrigues(np.array(self.turn))[0], np.float64)
        push = np.asarray(cv2.Rodrigues(np.deg2rad(turn))[0], np.float64)
        a, b, c = (float(value) for value in cv2.Rodrigues(push @ own)[0].ravel())
        x, y, z = (place + by for place, by in zip(self.position, shift, strict=True))
        return replace(self, position=(x, y, z), turn=(a, b, c))

    @property
    def matrix(self) -> Floats:
        """3 x 4 projection from homogeneous world millimetres to homogeneous straight pixels, see `vision.lens`."""
        width, height = self.size
        lens = np.array([[self.focal, 0, width / 2], [0, self.focal, height / 2], [0, 0, 1]])
        rotation = np.asarray(cv2.Rodrigues(np.array(self.turn))[0], np.float64) @ DOWNWARDS
        return np.asarray(lens @ np.column_stack([rotation, -rotation @ np.array(self.position)]), np.float64)

    def project(self, points: ArrayLike) -> Floats:
        """Pixels (N x 2) of points (N x 3, millimetres) in front of the camera."""
        straight = projected(self.matrix, points)
        return straight if self.bend == STRAIGHT else self.lens.bent(straight)

    def homography(self, z: float = 0.0) -> Floats:
        """3 x 3 map from millimetres on the plane at height `z` to straight pixels."""
        matrix = self.matrix
        return np.column_stack([matrix[:, :2], matrix[:, 2] * z + matrix[:, 3]])


def projected(matrix: Floats, points: ArrayLike) -> Floats:
    """Straight pixels (N x 2) of points (N x 3) under a 3 x 4 projection `matrix`."""
    flat = np.asarray(points, np.float64).reshape(-1, 3)
    image = flat @ matrix[:, :3].T + matrix[:, 3]
    return np.asarray(image[:, :2] / image[:, 2:], np.float64)
