"""The empty table: floor, rail, cloth and its four printed markers."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.layout import Layout
from vision.markers import DICTIONARY
from vision.render.box import FINE
from vision.render.camera import CameraPose
from vision.render.canvas import Colour
from vision.render.look import Look

DENSE = 2
"""Pixels a millimetre of the table's texture."""
SPAN = (1400, 1100)
"""Width and height of what is drawn around the table's centre, millimetres."""
RAIL = 45
"""Width of the rail around the cloth, millimetres."""
PRINTED = 10
"""Pixels a millimetre of a printed marker."""
MARGIN = 8.0
"""White paper around a marker, millimetres."""
FLOOR: Colour = (70, 78, 86)
RAILS: tuple[Colour, ...] = ((38, 36, 36), (64, 92, 132), (30, 44, 74), (120, 118, 114))
PAPER = 236.0
PRINT = 28.0


def draw_ground(look: Look, layout: Layout, pose: CameraPose) -> Image:
    """The empty table in even light, as the camera sees it."""
    texture = _table(look, layout)
    width, height = SPAN
    # From texture pixels (y down, whole numbers are their centres) to table millimetres (y up).
    half = 0.5 / DENSE
    to_table = np.array([[1 / DENSE, 0, half - width / 2], [0, -1 / DENSE, height / 2 - half], [0, 0, 1]])
    warp = pose.homography() @ to_table
    ground: Image = np.asarray(
        cv2.warpPerspective(texture, warp, pose.size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )
    for marker in range(4):
        _print_marker(ground, marker, layout, pose)
    return ground


def _table(look: Look, layout: Layout) -> Image:
    """Floor, rail and cloth from straight above."""
    rng = np.random.default_rng((look.seed, 2))
    width, height = (edge * DENSE for edge in SPAN)
    table = np.empty((height, width, 3), np.uint8)
    table[:] = FLOOR
    cloth = round(layout.field / 2 + 6) * DENSE
    for half, colour in ((cloth + RAIL * DENSE, RAILS[int(rng.integers(len(RAILS)))]), (cloth, (18, 18, 18))):
        cv2.rectangle(
            table, (width // 2 - half, height // 2 - half), (width // 2 + half, height // 2 + half), colour, -1
        )
    half = cloth - 2 * DENSE
    top, left = height // 2 - half, width // 2 - half
    table[top : top + 2 * half, left : left + 2 * half] = _cloth(look, 2 * half, rng)
    return table


def _cloth(look: Look, side: int, rng: np.random.Generator) -> Image:
    """A square of cloth or wood with its weave, grain and stains."""

    def blotches(across: int, down: int, strength: float) -> NDArray[np.float32]:
        cells = rng.normal(0, strength, (down, across)).astype(np.float32)
        return np.asarray(cv2.resize(cells, (side, side), interpolation=cv2.INTER_CUBIC), np.float32)

    value = blotches(5, 5, 0.03) + blotches(30, 30, 0.012)
    if look.cloth == "oak":
        value += blotches(12, 220, 0.05) + blotches(40, side // 2, 0.03)
    elif "woven" in look.cloth:
        place = np.arange(side, dtype=np.float32) / DENSE * (2 * np.pi / 3.2)
        value += 0.09 * np.sin(place)[:, None] * np.sin(place)[None, :] + blotches(side // 2, side // 2, 0.02)
    else:
        value += blotches(side // 2, side // 2, 0.05)
    cloth = (1 + value)[..., None] * np.array(look.cloth_colour, np.float32)
    return np.asarray(cloth.clip(0, 255), np.uint8)


def _print_marker(ground: Image, marker: int, layout: Layout, pose: CameraPose) -> None:
    """Lay marker number `marker` (4x4_50) on its white paper into the picture."""
    printed = cv2.aruco.generateImageMarker(DICTIONARY, marker, round(layout.marker * PRINTED))
    printed = np.pad(printed, round(MARGIN * PRINTED), constant_values=255)
    paper = PRINT + printed.astype(np.float32) * ((PAPER - PRINT) / 255)
    sheet = np.dstack([paper, np.ones_like(paper)])
    inner = np.array(layout.marker_corners(marker))
    outer = inner.mean(axis=0) + (inner - inner.mean(axis=0)) * (1 + 2 * MARGIN / layout.marker)
    corners = pose.project(np.column_stack([outer, np.zeros(4)]))
    left, top = (int(edge) - 1 for edge in np.floor(corners.min(axis=0)))
    right, bottom = (int(edge) + 2 for edge in np.ceil(corners.max(axis=0)))
    source = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32) * len(sheet) - 0.5
    finely = (corners - (left, top)) * FINE + (FINE - 1) / 2
    warp = cv2.getPerspectiveTransform(source, finely.astype(np.float32))
    large = cv2.warpPerspective(sheet, warp, ((right - left) * FINE, (bottom - top) * FINE))
    small = cv2.resize(large, (right - left, bottom - top), interpolation=cv2.INTER_AREA)
    # The warp fades to nothing at the paper's edge, so the print is multiplied by its cover already.
    window = ground[top:bottom, left:right]
    window[:] = (window * (1 - small[..., 1:]) + small[..., :1]).clip(0, 255).astype(np.uint8)
