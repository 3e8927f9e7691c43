"""What moves, what changed and what an arm hides: a cheap map of the table in cells.

Each frame is judged by a small grey picture of the table from above. A cell moves when it differs from the last frame.
A patch that differs from the table as it last lay still and reaches the edge of the table is an arm: what it covers is
not observed. A zone is new where it differs from the picture in which it was last read.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tablectl.table import Zone
from vision.calibrate import Calibration
from vision.frame import Frame, Grey, Image
from vision.layout import Layout
from vision.lens import Floats, cut
from vision.rectify import Region

CELL = 20.0
"""Side of a cell, millimetres: about a tile's width."""
_FINE = 4
"""Pixels of the small picture from above along a cell."""
HALVINGS = 2
"""A camera's picture is first averaged over 4 x 4 pixels, so that its noise does not look like motion."""
DIFFERENT = 8
"""Grey levels by which such a pixel differs: noise stays below half of it, the ink of another face above. So do
neighbours on bare cloth, woven or in dim light, by 6 at most, while a tile, face or back, rises by 25 or more."""
_FEW = 2 / _FINE**2
"""Share of a cell's pixels that must differ."""
TILE_TOP = 16.0
"""Height of the plane that is looked at, millimetres."""
TILE_REACH = 14.0
"""A tile that looks different where it is touched has its centre within half its length, millimetres."""
ABSORB, ABSORB_ARM = 3.0, 20.0
"""Seconds after which what lies still outside all zones belongs to the table; the longer time while it also covers a
zone, as an arm that rests there does."""
LIT, LIT_LEFT = 0.08, 0.25
"""Share of the table that must differ before it may be the light that changed, and the most of this that a change of
brightness, smooth over the table, may leave unexplained."""
LIT_FLOOR = 8.0
"""Added to brightnesses before they are compared, so that black noise has no large ratios."""
_BLOCK = 20
"""Side of the squares in which brightness is compared, pixels of the small picture from above."""
ALL_OVER = 0.6
"""Share of changed cells from which it is the light that changed, however it looks."""
Cells = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Coarse:
    """The table from above in few pixels. `bright`: the median, by which two pictures are compared."""

    image: Grey
    bright: float


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
        self._matrix = calibration.homography(TILE_TOP) @ to_table
        self._lens = calibration.lens
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

    def look(self, frame: Frame) -> None:
        """Take in the next frame."""
        now, time = self._coarse(small_of(frame.image) if frame.small is None else frame.small), frame.time
        before, self._now = self._now, now
        if before is None:
            self._still[:] = 1
            self._since[:] = time
            return
        moving = _cells(_differing(now, before))
        self._still = np.where(moving, 1, self._still + 1)
        self._since[moving] = time
        changed = moving
        if self._table is not None:
            changed = _cells(_differing(now, self._table))
            if changed.mean() > LIT:
                changed = self._relight(now, changed, moving)
            self._absorb(changed, time)
        self.hidden = self._arms(changed | moving)

    def at_rest(self, region: Region) -> bool:
        """Whether all of a region (table frame) is in view and still."""
        cells = self._cells(region)
        return bool((self._still[cells] >= self._still_frames).all() and not self.hidden[cells].any())

    def difference(self, zone: Zone, region: Region) -> Region | None:
        """The part of a region (table frame) that does not look as when the zone was read, with the centre of every
        tile that it touches; all of it before that; None where nothing differs."""
        read, now = self._read.get(zone), self._now
        if read is None or now is None:
            return region
        part = _fine(self._cells(region))
        return self._around(
            part, _differing(Coarse(now.image[part], now.bright), Coarse(read.image[part], read.bright))
        )

    def was_read(self, zone: Zone) -> bool:
        """Whether a zone was ever accepted, and the light did not change all over since then."""
        return zone in self._read

    def covered(self, region: Region) -> Region | None:
        """The part of a region (table frame) that shows more than bare cloth, with the centre of every tile in it; None
        where nothing lies."""
        assert self._now is not None, "nothing was looked at yet"
        part = _fine(self._cells(region))
        rise = cv2.morphologyEx(self._now.image[part], cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
        return self._around(part, np.asarray(cv2.threshold(rise, DIFFERENT, 255, cv2.THRESH_BINARY)[1], np.uint8))

    def moved_since(self, time: float) -> bool:
        """Whether anything on the table or the table itself moved after a time."""
        return bool((self._since > time).any())

    def accept(self, zone: Zone, region: Region) -> None:
        """A zone was read as it looks now."""
        assert self._now is not None, "nothing was looked at yet"
        self._read[zone] = self._now
        if self._table is not None:
            part = _fine(self._cells(region))
            self._table.image[part] = self._now.image[part]
        elif not self.hidden.any():
            # With an arm in it the picture would make an arm of the bare table, once the arm is gone.
            self._table = Coarse(self._now.image.copy(), self._now.bright)

    def _coarse(self, small: Grey) -> Coarse:
        part = small.shape[1] / self._lens.size[0]
        shrink = np.array([[part, 0, part / 2 - 0.5], [0, part, part / 2 - 0.5], [0, 0, 1]])
        soft = cv2.blur(small, (3, 3))  # about a pixel of the picture from above
        side = self._count * _FINE
        above = cut(np.asarray(soft, np.uint8), shrink @ self._matrix, (side, side), self._lens.scaled(part))
        return Coarse(above, float(np.median(above[::5, ::5])))

    def _relight(self, now: Coarse, changed: Cells, moving: Cells) -> Cells:
        """What remains changed when lamps were switched: brightness may change differently from place to place."""
        table = self._table
        assert table is not None
        gain = _lit(now.image, table.image)
        lit = np.clip((table.image + LIT_FLOOR) * gain - LIT_FLOOR, 0, 255).astype(np.uint8)
        left = _cells(_differing(now, Coarse(lit, now.bright)))
        if left.sum() <= LIT_LEFT * changed.sum():
            self._table = Coarse(lit, now.bright)
            return left
        if changed.mean() > ALL_OVER and not moving.any():
            # The table is as it was, but every zone is read anew.
            self._table = Coarse(now.image.copy(), now.bright)
            self._read.clear()
            return moving
        return changed

    def _cells(self, region: Region) -> tuple[slice, slice]:
        """Rows and columns of the cells a region touches."""
        top, bottom = (self._half - region.top) / CELL, (self._half - region.bottom) / CELL
        left, right = (region.left + self._half) / CELL, (region.right + self._half) / CELL
        count = self._count
        return (
            slice(max(int(np.floor(top)), 0), min(int(np.ceil(bottom)), count)),
            slice(max(int(np.floor(left)), 0), min(int(np.ceil(right)), count)),
        )

    def _around(self, part: tuple[slice, slice], differing: Grey) -> Region | None:
        """The region (table frame) around the pixels that differ in a part, and the centre of every tile they touch."""
        cells = _cells(differing)
        if not cells.any():
            return None
        differing[~np.repeat(np.repeat(cells, _FINE, axis=0), _FINE, axis=1)] = 0
        left, top, width, height = cv2.boundingRect(differing)
        (rows, columns), fine = part, CELL / _FINE
        x, y = (columns.start + left) * fine - self._half, self._half - (rows.start + top) * fine
        return Region(x, y - height * fine, x + width * fine, y).grown(TILE_REACH)

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


def _differing(now: Coarse, then: Coarse) -> Grey:
    """255 where pixels differ, a general change of brightness apart."""
    lit = cv2.convertScaleAbs(then.image, alpha=now.bright / max(then.bright, 1.0))
    return np.asarray(cv2.threshold(cv2.absdiff(now.image, lit), DIFFERENT, 255, cv2.THRESH_BINARY)[1], np.uint8)


def _lit(now: Grey, then: Grey) -> NDArray[np.float32]:
    """How many times brighter each pixel became: a quadratic surface through the squares that agree on one."""
    rows, columns = (size // _BLOCK for size in now.shape)
    ratio = (now + LIT_FLOOR) / (then + LIT_FLOOR)
    squares = ratio[: rows * _BLOCK, : columns * _BLOCK].reshape(rows, _BLOCK, columns, _BLOCK)
    rise = np.log(np.median(squares, axis=(1, 3))).ravel()
    y, x = np.mgrid[0:rows, 0:columns].reshape(2, -1) * (2 / (rows - 1)) - 1
    terms = _powers(x, y)
    agreeing = np.ones(len(rise), bool)
    for _ in range(3):
        surface = np.linalg.lstsq(terms[agreeing], rise[agreeing], rcond=None)[0]
        apart = np.abs(terms @ surface - rise)
        agreeing = apart <= 2.5 * np.median(apart)
    half = (rows * _BLOCK - _BLOCK) / 2
    y, x = ((np.arange(size) - (size - 1) / 2) / half for size in now.shape)
    x, y = np.meshgrid(x, y)
    return np.asarray(np.exp(_powers(x, y) @ surface), np.float32)


def _powers(x: Floats, y: Floats) -> Floats:
    """The terms of a quadratic surface."""
    return np.stack([np.ones_like(x), x, y, x * y, x * x, y * y], axis=-1)


def _cells(differing: Grey) -> Cells:
    """The cells of which enough pixels differ."""
    size = (differing.shape[1] // _FINE, differing.shape[0] // _FINE)
    return np.asarray(cv2.resize(differing, size, interpolation=cv2.INTER_AREA) >= int(_FEW * 255))


def small_of(image: Image) -> Grey:
    """A camera's picture in grey, a quarter as wide and high."""
    for _ in range(HALVINGS):
        # Halving is many times faster than shrinking at once.
        width, height = image.shape[1] // 2, image.shape[0] // 2
        even = image[: 2 * height, : 2 * width]
        image = np.asarray(cv2.resize(even, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
