"""What moves, what changed and what an arm hides: a cheap map of the table in cells.

Each frame is shrunk to a coarse picture of the table from above. A cell moves when it differs from the frame before. A
patch that differs from the table as it last lay still and reaches the edge of the table is an arm: what it covers is
not observed. A zone is new when it differs from the picture in which it was last read.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tablectl.table import Zone
from vision.calibrate import Calibration, Floats
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


@dataclass(frozen=True, slots=True, eq=False)
class Coarse:
    """The table from above in few pixels. `bright`: the median of each colour, by which two pictures are compared."""

    image: Image
    bright: Floats


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
        to_table = np.array([[fine, 0, fine / 2 - self._half], [0, -fine, self._half - fine / 2], [0, 0, 1]])
        part = 0.5**_HALVINGS
        shrink = np.array([[part, 0, part / 2 - 0.5], [0, part, part / 2 - 0.5], [0, 0, 1]])
        self._matrix = shrink @ calibration.homography(TILE_TOP) @ to_table
        self._free = np.ones((self._count, self._count), bool)
        for zone in zones:
            self._free[self._cells(zone)] = False
        self._edge = np.zeros_like(self._free)
        self._edge[[0, -1], :] = self._edge[:, [0, -1]] = True
        self._now: Coarse | None = None
        self._table: Coarse | None = None
        """The table without arms: each part as it was when it was last accepted."""
        self._read: dict[Zone, Coarse] = {}
        self._still = np.zeros((self._count, self._count), np.int32)
        self._since = np.zeros((self._count, self._count))
        """Time at which each cell came to look as it does."""
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
        changed = moving
        if self._table is not None:
            changed = _differing(now, self._table)
            if changed.mean() > ALL_OVER and not moving.any():
                # Another light: the table is as it was, but every zone is read anew.
                self._table, changed = Coarse(now.image.copy(), now.bright), moving
                self._read.clear()
            self._absorb(changed, time)
        self.hidden = self._arms(changed | moving)

    def at_rest(self, region: Region) -> bool:
        """Whether all of a region (table frame) is in view and still."""
        cells = self._cells(region)
        return bool((self._still[cells] >= self._still_frames).all() and not self.hidden[cells].any())

    def is_new(self, zone: Zone, region: Region) -> bool:
        """Whether a zone, lying in a region of the table frame, does not look as it did when it was read."""
        read, now = self._read.get(zone), self._now
        if read is None or now is None:
            return True
        part = _fine(self._cells(region))
        return bool(_differing(Coarse(now.image[part], now.bright), Coarse(read.image[part], read.bright)).any())

    def accept(self, zone: Zone, region: Region) -> None:
        """A zone was read as it looks now."""
        assert self._now is not None, "nothing was looked at yet"
        self._read[zone] = self._now
        if self._table is None:
            self._table = Coarse(self._now.image.copy(), self._now.bright)
        part = _fine(self._cells(region))
        self._table.image[part] = self._now.image[part]

    def _coarse(self, image: Image) -> Coarse:
        for _ in range(_HALVINGS):
            # Halving is many times faster than shrinking at once.
            width, height = image.shape[1] // 2, image.shape[0] // 2
            even = image[: 2 * height, : 2 * width]
            image = np.asarray(cv2.resize(even, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
        image = np.asarray(cv2.blur(image, (3, 3)), np.uint8)  # about a coarse pixel
        side = self._count * _FINE
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        above = np.asarray(cv2.warpPerspective(image, self._matrix, (side, side), flags=flags), np.uint8)
        return Coarse(above, np.median(above[::5, ::5].reshape(-1, 3), axis=0))

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

    def _absorb(self, changed: Cells, time: float) -> None:
        """Let what came to lie outside the zones become part of the table."""
        assert self._now is not None and self._table is not None
        waiting = self._free & changed & (time - self._since > ABSORB)
        if not waiting.any():
            return
        _, labels = cv2.connectedComponents(changed.astype(np.uint8), connectivity=8)
        over_zones = np.isin(labels, np.unique(labels[changed & ~self._free]))
        done = waiting & (~over_zones | (time - self._since > ABSORB_ARM))
        fine = np.repeat(np.repeat(done, _FINE, axis=0), _FINE, axis=1)
        self._table.image[fine] = self._now.image[fine]


def _fine(cells: tuple[slice, slice]) -> tuple[slice, slice]:
    """The coarse pixels of a block of cells."""
    rows, columns = cells
    return slice(rows.start * _FINE, rows.stop * _FINE), slice(columns.start * _FINE, columns.stop * _FINE)


def _differing(now: Coarse, then: Coarse) -> Cells:
    """Cells that differ, a general change of brightness apart."""
    gain = np.diag(now.bright / np.maximum(then.bright, 1))
    apart = cv2.absdiff(now.image, np.asarray(cv2.transform(then.image, gain), np.uint8))
    most = np.asarray(cv2.max(cv2.max(apart[..., 0], apart[..., 1]), apart[..., 2]))
    different = (most > DIFFERENT).astype(np.float32)
    size = (different.shape[1] // _FINE, different.shape[0] // _FINE)
    return np.asarray(cv2.resize(different, size, interpolation=cv2.INTER_AREA) >= _FEW)
