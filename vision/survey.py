"""How well a camera sees a table, said step by step: what is there, what is missing, and how to mend it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.calibrate import Calibration, CalibrationError, from_corners, from_markers
from vision.condition import complaint
from vision.frame import Image
from vision.layout import Layout, Point
from vision.lens import Floats, Lens
from vision.markers import TABLE_MARKERS, Markers, find_markers
from vision.table_sheets import CORNERS

FEWEST_PIXELS, GOOD_PIXELS = 1.3, 1.6
"""Pixels a millimetre: below the first tiles cannot be read, from the second on they are read well."""
SHARP = 3.0
"""Pixels within which the edge of a marker in focus goes from black to white."""
STEEP = 30.0
"""Degrees of slant from which standing tiles hide much of what lies behind them."""
FLAT = 8.0
"""Degrees of slant below which a picture tells the focal length and the height badly."""
_GRID = 9
_REACH = 8
"""Pixels on each side of a marker's edge that are looked at."""


@dataclass(frozen=True, slots=True)
class Survey:
    """What a picture tells. `seen`: good news; `wrong`: what must be mended, in the order to mend it; `doubtful`: what
    works, but could be better; `calibration`: None while something is wrong with the place of the camera."""

    seen: tuple[str, ...]
    wrong: tuple[str, ...]
    doubtful: tuple[str, ...]
    calibration: Calibration | None


def survey(
    image: Image,
    layout: Layout,
    lens: Lens | None = None,
    height: float | None = None,
    corners: Sequence[Point] | None = None,
) -> Survey:
    """Look at a table through one picture. `lens`, `height`: see `vision.calibrate.calibrate`; `corners`: marked by a
    person, see `vision.calibrate.from_corners`."""
    seen: list[str] = []
    wrong: list[str] = []
    doubtful: list[str] = []
    size = (image.shape[1], image.shape[0])
    blemish = complaint(image)
    if blemish is not None:
        (wrong if blemish.hopeless else doubtful).append(blemish.text)
    markers: Markers = {}
    if corners is None:
        markers = find_markers(image)
        for marker in TABLE_MARKERS:
            if marker in markers:
                side = float(np.linalg.norm(np.diff(markers[marker], axis=0), axis=1).mean())
                seen.append(f"marker {marker} ({CORNERS[marker]}): seen, {side:.0f} pixels wide")
            else:
                (doubtful if len(markers) == 3 else wrong).append(
                    f"marker {marker} ({CORNERS[marker]}) is not seen: uncover it, turn it face up, or add light"
                )
        width = _edge_width(image, markers)
        if width is not None and width > SHARP:
            doubtful.append(f"the markers are blurred over {width:.1f} pixels: focus on the table, fix the lens")
    try:
        if corners is None:
            found = from_markers(markers, size, layout, lens, height)
        else:
            found = from_corners(corners, size, layout, lens, height)
    except CalibrationError as error:
        if not wrong or corners is not None or len(markers) >= 3:
            wrong.append(str(error))
        return Survey(tuple(seen), tuple(wrong), tuple(doubtful), None)
    seen += _place(found)
    scale = scales(found, layout)
    told = f"{scale.min():.2f} pixels a millimetre where there are fewest, {np.median(scale):.2f} in the median"
    if scale.min() < FEWEST_PIXELS:
        wrong.append(f"too far away: {told}; at least {FEWEST_PIXELS} are needed: hang the camera lower, or zoom in")
    elif scale.min() < GOOD_PIXELS:
        doubtful.append(f"{told}: read, but {GOOD_PIXELS} would be better")
    else:
        seen.append(told)
    wrong += _cut_off(found, layout)
    if lens is None and height is None and slant(found) < FLAT:
        doubtful.append(
            "the height is a guess, for a camera that looks straight down cannot tell it: measure it (--height) or the "
            "lens (--measure-lens)"
        )
    if slant(found) > STEEP:
        doubtful.append(f"slanted by {slant(found):.0f} degrees: standing tiles hide what lies behind them")
    return Survey(tuple(seen), tuple(wrong), tuple(doubtful), found)


def slant(calibration: Calibration) -> float:
    """Degrees between the camera's axis and the vertical."""
    down = -calibration.matrix[2, 2] / np.linalg.norm(calibration.matrix[2, :3])
    return math.degrees(math.acos(min(1.0, max(-1.0, float(down)))))


def scales(calibration: Calibration, layout: Layout) -> Floats:
    """Pixels a millimetre on tile tops at places all over the field: the root of the area of a square millimetre."""
    line = np.linspace(-layout.field / 2, layout.field / 2, _GRID)
    places = np.array([(x, y, layout.tile_height) for x in line for y in line])
    right, up = (calibration.project(places + axis) - calibration.project(places) for axis in np.eye(3)[:2])
    return np.asarray(np.sqrt(np.abs(right[:, 0] * up[:, 1] - right[:, 1] * up[:, 0])))


def _place(found: Calibration) -> Iterator[str]:
    """Where the camera stands, what it sees and how its lens bends."""
    x, y, z = found.position
    width, height = found.size
    across, down = (math.degrees(2 * math.atan(side / 2 / found.focal)) for side in (width, height))
    off = math.hypot(x, y)
    yield f"camera {z:.0f} mm above the cloth, {off:.0f} mm off the middle, slant {slant(found):.0f} degrees"
    yield f"field of view {across:.0f} x {down:.0f} degrees, focal length {found.focal:.0f} pixels"
    rim = np.array([(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)])
    moved = np.linalg.norm(found.lens.bent(rim) - rim, axis=1).max()
    yield f"the lens moves the picture's corners by {moved:.0f} pixels (k1 = {found.lens.bend[0]:.3f})"


def _cut_off(found: Calibration, layout: Layout) -> Iterator[str]:
    half = layout.field / 2
    corners = found.project([(-half, -half, 0), (half, -half, 0), (half, half, 0), (-half, half, 0)])
    for name, (x, y) in zip(CORNERS, corners, strict=True):
        if not (-0.5 <= x <= found.size[0] - 0.5 and -0.5 <= y <= found.size[1] - 0.5):
            yield f"the {name} corner of the field is outside the picture: turn or raise the camera"


def _edge_width(image: Image, markers: Markers) -> float | None:
    """Pixels over which the outer edges of the markers go from black to white, the median; None without markers."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.float32)
    steps = np.arange(-_REACH, _REACH + 1, dtype=np.float64)
    widths: list[float] = []
    for corners in markers.values():
        for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
            along = (end - start) / np.linalg.norm(end - start)
            line = (start + end) / 2 + steps[:, None] * (along[1], -along[0])
            places = line.astype(np.float32)[None]
            profile = cv2.remap(grey, places[..., 0], places[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            slope = float(np.abs(np.diff(profile)).max())
            widths.append(float(np.ptp(profile)) / max(slope, 1e-3))
    return float(np.median(widths)) if widths else None
