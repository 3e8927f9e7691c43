"""What moves, what changed and what an arm hides: a cheap map of the table in cells.

Each frame is shrunk to a coarse picture of the table from above. A cell moves when it differs from the frame before,
and has changed when it differs from what was accepted at its last reading. A changed patch that reaches the edge of the
table is an arm: what it covers is not observed.
"""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibrate import Calibration
from vision.frame import Image
from vision.layout import Layout
from vision.rectify import Region

CELL = 20.0
"""Side of a cell, millimetres: about a tile's width."""
_FINE = 4
"""Coarse pixels along a cell."""
_HALVINGS = 2
"""The camera's picture is first averaged over 4 x 4 pixels, so that its noise does not look like motion."""
DIFFERENT = 9.0
"""Grey levels by which a coarse pixel differs: noise stays below half of it, the ink of another face above."""
_FEW = 2 / _FINE**2
"""Share of a cell's coarse pixels that must differ."""
TILE_TOP = 16.0
"""Height of the plane that is looked at, millimetres."""
ABSORB, ABSORB_ARM = 3.0, 20.0
"""Seconds after which what lies still outside all zones belongs to the table; the longer time while it also covers a
zone, as an arm that rests there does."""
ALL_OVER = 0.6
"""Share of changed cells from which it is the light that changed."""
Cells = NDArray[np.bool_]


class Watch:
    """Follows one table from frame to frame. `still_frames`: frames a cell must look the same to be at rest.

    `zones`: regions of the table frame that are read; the rest of the table is free.
    """

    def __init__(
        self, layout: Layout, calibration: Calibration, zones: Iterable[Region], still_frames: int = 2
    ) -> None:
        self._count = round(layout.field / CELL)
        self._half = layout.field / 2
        self._still_frames = still_frames
        fine = CELL / _FINE
        side = self._count * _FINE
        to_table = np.array(
            [[fine, 0, fine / 2 - self._half], [0, -fine, self._half - fine / 2], [0, 0, 1]], np.float64
        )
        part = 0.5**_HALVINGS
        shrink = np.array([[part, 0, part / 2 - 0.5], [0, part, part / 2 - 0.5], [0, 0, 1]])
        self._matrix = shrink @ calibration.homography(TILE_TOP) @ to_table
        self._side = side
        self._free = np.ones((self._count, self._count), bool)
        for zone in zones:
            self._free[self._cells(zone)] = False
        self._edge = np.zeros_like(self._free)
        self._edge[[0, -1], :] = self._edge[:, [0, -1]] = True
        self._now: Image | None = None
        self._accepted: Image | None = None
        self._unread = ~self._free
        """Cells of zones that were never accepted."""
        self._still = np.zeros((self._count, self._count), np.int32)
        self._since = np.zeros((self._count, self._count))
        """Time at which each cell came to look as it does."""
        self.changed: Cells = np.zeros_like(self._free)
        self.hidden: Cells = np.zeros_like(self._free)
        """Cells an arm covers."""

    def look(self, image: Image, time: float) -> None:
        """Take in the next frame; `time` in seconds."""
        now = self._coarse(image)
        before, self._now = self._now, now
        if before is None:
            self._still[:] = 1
            self._since[:] = time
            return
        moving = _differing(now, before)
        self._still = np.where(moving, 1, self._still + 1)
        self._since[moving] = time
        if self._accepted is None:
            self.hidden = self._arms(moving)
            return
        self.changed = _differing(now, self._accepted) | self._unread
        if self.changed.mean() > ALL_OVER and not moving.any():
            self._accepted = None  # another light: everything is read anew
            self.hidden = np.zeros_like(self._free)
            return
        self.hidden = self._arms(self.changed | moving)
        self._absorb(time)

    def at_rest(self, region: Region) -> bool:
        """Whether all of a region (table frame) is in view and still."""
        cells = self._cells(region)
        return bool((self._still[cells] >= self._still_frames).all() and not self.hidden[cells].any())

    def is_new(self, region: Region) -> bool:
        """Whether a region does not look as it did when it was accepted."""
        return self._accepted is None or bool(self.changed[self._cells(region)].any())

    def accept(self, region: Region) -> None:
        """A region was read as it looks now."""
        assert self._now is not None, "nothing was looked at yet"
        if self._accepted is None:
            self._accepted = self._now.copy()
            self._unread = ~self._free
            self.changed = self._unread.copy()
        rows, columns = self._cells(region)
        fine = slice(rows.start * _FINE, rows.stop * _FINE), slice(columns.start * _FINE, columns.stop * _FINE)
        self._accepted[fine] = self._now[fine]
        self.changed[rows, columns] = self._unread[rows, columns] = False

    def _coarse(self, image: Image) -> Image:
        for _ in range(_HALVINGS):
            # Halving is many times faster than shrinking at once.
            width, height = image.shape[1] // 2, image.shape[0] // 2
            even = image[: 2 * height, : 2 * width]
            image = np.asarray(cv2.resize(even, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        return np.asarray(cv2.warpPerspective(image, self._matrix, (self._side, self._side), flags=flags), np.uint8)

    def _cells(self, region: Region) -> tuple[slice, slice]:
        """Rows and columns of the cells a region touches."""
        top, bottom = (self._half - region.top) / CELL, (self._half - region.bottom) / CELL
        left, right = (region.left + self._half) / CELL, (region.right + self._half) / CELL
        count = self._count
        return (
            slice(max(int(np.floor(top)), 0), min(int(np.ceil(bottom)), count)),
            slice(max(int(np.floor(left)), 0), min(int(np.ceil(right)), count)),
        )

    def _arms(self, different: Cells) -> Cells:
        """Cells of patches that reach the edge, and those beside them."""
        _, labels = cv2.connectedComponents(different.astype(np.uint8), connectivity=8)
        reaching = np.unique(labels[self._edge & different])
        arm = np.isin(labels, reaching) & different
        return np.asarray(cv2.dilate(arm.astype(np.uint8), np.ones((3, 3), np.uint8)), bool)

    def _absorb(self, time: float) -> None:
        """Let what came to lie outside the zones become part of the table."""
        assert self._now is not None and self._accepted is not None
        _, labels = cv2.connectedComponents(self.changed.astype(np.uint8), connectivity=8)
        over_zones = np.isin(labels, np.unique(labels[self.changed & ~self._free]))
        wait = np.where(over_zones, ABSORB_ARM, ABSORB)
        done = self._fine(self._free & self.changed & (time - self._since > wait))
        self._accepted[done] = self._now[done]

    def _fine(self, cells: Cells) -> Cells:
        return np.repeat(np.repeat(cells, _FINE, axis=0), _FINE, axis=1)


def _differing(now: Image, then: Image) -> Cells:
    """Cells that differ, a general change of brightness apart."""
    bright = [np.median(picture[::5, ::5].reshape(-1, 3), axis=0) for picture in (now, then)]
    gain = np.diag(bright[0] / np.maximum(bright[1], 1))
    apart = cv2.absdiff(now, np.asarray(cv2.transform(then, gain), np.uint8))
    different = np.asarray(cv2.max(cv2.max(apart[..., 0], apart[..., 1]), apart[..., 2])) > DIFFERENT
    return np.asarray(_in_cells(different) >= _FEW)


def _in_cells(fine: Cells) -> NDArray[np.float32]:
    """Share of each cell's coarse pixels that are set."""
    size = (fine.shape[1] // _FINE, fine.shape[0] // _FINE)
    return np.asarray(cv2.resize(fine.astype(np.float32), size, interpolation=cv2.INTER_AREA), np.float32)
