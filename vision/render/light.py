"""Light on one table: how bright it is where, where shadows fall, where glossy faces mirror the lamp."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.camera import CameraPose
from vision.render.look import Look

GRID = 8
"""Pixels a cell of the brightness map covers: light changes slowly."""
GLOSS = 75.0
"""Radius of the lamp's image in a tile's gloss, millimetres."""


class Light:
    """The lamp and the room of one look, seen by one camera."""

    def __init__(self, look: Look, pose: CameraPose, height: float) -> None:
        """`height`: of the glossy faces, millimetres."""
        self._strength = look.glare
        self._lamp = np.array(look.lamp)
        width, rows = pose.size
        grid_x, grid_y = np.meshgrid(np.linspace(-1, 1, width // GRID + 1), np.linspace(-1, 1, rows // GRID + 1))
        gain = 1 + look.slope[0] * grid_x + look.slope[1] * grid_y - 0.06 * (grid_x**2 + grid_y**2)
        rng = np.random.default_rng((look.seed, 1))
        for bearing in rng.uniform(0, 2 * np.pi, 3):
            # People around the table keep light away: wide, soft, from the edge inwards.
            x, y, wide = 0.9 * np.cos(bearing), 0.9 * np.sin(bearing), rng.uniform(0.25, 0.6)
            gain *= 1 - look.gloom * np.exp(-((grid_x - x) ** 2 + (grid_y - y) ** 2) / wide**2)
        self._gain = (gain[..., None] * np.array(look.light)).astype(np.float32)
        eye = np.array(pose.position)
        # The lamp's mirror image under the faces' plane: its ray to the eye meets the plane here.
        share = (eye[2] - height) / (eye[2] + self._lamp[2] - 2 * height)
        spot = eye[:2] + (self._lamp[:2] - eye[:2]) * share
        self._spot = pose.project([(*spot, height)])[0]
        self._radius = GLOSS * pose.focal / eye[2]

    def gain(self, x: float, y: float) -> NDArray[np.float32]:
        """Factor on blue, green and red at a pixel; beyond the picture that of its edge."""
        rows, columns = self._gain.shape[:2]
        cell: NDArray[np.float32] = self._gain[
            min(max(int(y / GRID), 0), rows - 1), min(max(int(x / GRID), 0), columns - 1)
        ]
        return cell

    def gains(self, size: tuple[int, int]) -> NDArray[np.float32]:
        """The factors of a whole picture of width and height `size`."""
        return np.asarray(cv2.resize(self._gain, size, interpolation=cv2.INTER_LINEAR), np.float32)

    def glare(self, left: int, top: int, shape: tuple[int, int], tilt: tuple[float, float]) -> NDArray[np.float32]:
        """Grey levels that gloss adds in a window of `shape` rows and columns whose first pixel is `left`, `top`.

        `tilt`: -1 to 1 each; a face that is not quite level mirrors the lamp elsewhere.
        """
        x = np.arange(left, left + shape[1], dtype=np.float32) - self._spot[0] - tilt[0] * self._radius * 0.35
        y = np.arange(top, top + shape[0], dtype=np.float32) - self._spot[1] - tilt[1] * self._radius * 0.35
        across, down = np.exp(-((x / self._radius) ** 2)), np.exp(-((y / self._radius) ** 2))
        return np.asarray(self._strength * down[:, None] * across[None, :], np.float32)

    def side(self, normal: tuple[float, float], x: float, y: float) -> float:
        """Brightness of an upright face at `x`, `y` (mm) with this outward normal, relative to one that lies flat."""
        ray = self._lamp[:2] - (x, y)
        reach = float(np.hypot(np.hypot(*ray), self._lamp[2]))
        return 0.58 + 0.9 * max(0.0, float(ray @ np.array(normal)) / reach)

    def cast(self, x: float, y: float, z: float) -> tuple[float, float]:
        """Where on the cloth the shadow of a point at height `z` falls, millimetres."""
        share = z / (self._lamp[2] - z)
        return x + (x - float(self._lamp[0])) * share, y + (y - float(self._lamp[1])) * share
