"""Tiles of a picture put in rows, whichever way the picture is turned."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from vision.read import ReadTile

ALONG = 0.6
"""Two tiles of one row differ by less than so many lengths of a tile across the row."""
APART = 3.5
"""Neighbours of one row are at most so many widths apart, middle to middle: a tile or two may not have been seen."""


def rows(tiles: Sequence[ReadTile]) -> list[list[ReadTile]]:
    """The tiles in rows from top to bottom, each from left to right, as most tiles stand: their short sides lie along
    the rows. Which of the two ways is up is decided by how most faces were read."""
    if not tiles:
        return []
    across, along = _axes(tiles)
    centres = np.array([tile.centre for tile in tiles])
    x, y = centres @ across, centres @ along
    width, length = (np.array([_side(tile, side) for tile in tiles]) for side in (0, 1))
    row = list(range(len(tiles)))
    for one in range(len(tiles)):
        for other in range(one):
            beside = abs(y[one] - y[other]) < ALONG * min(length[one], length[other])
            if beside and abs(x[one] - x[other]) < APART * max(width[one], width[other]):
                row = [row[one] if number == row[other] else number for number in row]
    groups = {number: [place for place in range(len(tiles)) if row[place] == number] for number in dict.fromkeys(row)}
    ordered = sorted(groups.values(), key=lambda places: float(np.mean(y[places])))
    return [[tiles[place] for place in sorted(places, key=lambda place: x[place])] for places in ordered]


def _axes(tiles: Sequence[ReadTile]) -> tuple[np.ndarray, np.ndarray]:
    """Unit vectors of the picture along most tiles' widths and down their lengths."""
    downs = np.array([_down(tile) for tile in tiles])
    angles = np.arctan2(downs[:, 1], downs[:, 0])
    double = np.exp(2j * angles)
    # The direction that most tiles share, up or down: a few may lie across.
    shared = max(double, key=lambda one: int((np.abs(np.angle(double / one)) < math.radians(40)).sum()))
    alike = np.abs(np.angle(double / shared)) < math.radians(40)
    axis = np.angle(double[alike].sum()) / 2
    down = np.array([math.cos(axis), math.sin(axis)])
    if (downs[alike] @ down > 0).mean() < 0.5:
        down = -down
    return np.array([down[1], -down[0]]), down


def _down(tile: ReadTile) -> tuple[float, float]:
    """Unit vector from the head of a face to its foot."""
    first, second, third, fourth = (np.array(corner) for corner in tile.polygon)
    down = (fourth + third - first - second) / 2
    return tuple(down / np.linalg.norm(down))


def _side(tile: ReadTile, side: int) -> float:
    """Length in pixels of the upper (0) or right (1) side of an outline."""
    return math.dist(tile.polygon[side], tile.polygon[side + 1])
