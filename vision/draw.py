"""A picture with what was read drawn into it, for a person to check."""

from __future__ import annotations

import cv2
import numpy as np

from tablectl.rules.seat import SEATS
from tablectl.table import SURE, Area
from vision.calibrate import Calibration
from vision.classes import BACK
from vision.frame import Image
from vision.layout import Layout
from vision.read import PhotoReading
from vision.rectify import Region
from vision.zones import dice_region, on_table, read_region

GREEN = (60, 200, 60)
ORANGE = (0, 140, 255)
BLUE = (200, 120, 40)
"""Blue-green-red colours of the outlines: faces read surely, unsurely, and backs."""


def draw(image: Image, reading: PhotoReading) -> Image:
    """A copy of the picture with each tile's outline, its class, and a tick at the top edge of its face.

    A tile read with less than `SURE` shows its probability in per cent and another colour.
    """
    drawn = image.copy()
    for tile in reading.tiles:
        polygon = np.array(tile.polygon)
        sure = tile.score >= SURE
        colour = BLUE if tile.name == BACK else GREEN if sure else ORANGE
        side = float(np.sqrt(cv2.contourArea(polygon.astype(np.float32))))
        line = max(1, round(side / 30))
        cv2.polylines(drawn, [np.rint(polygon).astype(np.int32)], True, colour, line, cv2.LINE_AA)
        if tile.name == BACK:
            continue
        middle = polygon.mean(0)
        top = (polygon[0] + polygon[1]) / 2
        cv2.line(drawn, _point(top), _point(top + 0.2 * (middle - top)), colour, line + 1, cv2.LINE_AA)
        _label(drawn, tile.name if sure else f"{tile.name} {100 * tile.score:.0f}", middle, side, colour)
    return drawn


def draw_zones(image: Image, calibration: Calibration, layout: Layout) -> Image:
    """A copy of the picture with the outlines of the field and the dice's place (on the cloth) and of every zone (at
    tile height)."""
    drawn = image.copy()
    half = layout.field / 2
    outlines = [(Region(-half, -half, half, half), 0.0, GREEN), (dice_region(layout), 0.0, ORANGE)]
    outlines += [
        (on_table(layout, seat, read_region(layout, area)), layout.tile_height, ORANGE)
        for seat in SEATS
        for area in Area
    ]
    steps = np.linspace(0, 1, 21)[:, None]  # a lens bends the lines
    for region, z, colour in outlines:
        corners = np.array(
            [
                (region.left, region.bottom),
                (region.right, region.bottom),
                (region.right, region.top),
                (region.left, region.top),
            ]
        )
        line = np.concatenate([a + (b - a) * steps for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True)])
        pixels = calibration.project(np.column_stack([line, np.full(len(line), z)]))
        cv2.polylines(drawn, [np.rint(pixels).astype(np.int32)], True, colour, 2, cv2.LINE_AA)
    return drawn


def _label(image: Image, text: str, middle: np.ndarray, side: float, colour: tuple[int, int, int]) -> None:
    """Text in the middle of a tile on a dark ground, about a fifth of the tile high."""
    size, weight = max(0.3, side / 150), max(1, round(side / 80))
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, weight)
    left, base = round(middle[0] - width / 2), round(middle[1] + height / 2)
    cv2.rectangle(image, (left - 2, base - height - 3), (left + width + 2, base + 3), (30, 30, 30), cv2.FILLED)
    cv2.putText(image, text, (left, base), cv2.FONT_HERSHEY_SIMPLEX, size, colour, weight, cv2.LINE_AA)


def _point(point: np.ndarray) -> tuple[int, int]:
    return round(float(point[0])), round(float(point[1]))
