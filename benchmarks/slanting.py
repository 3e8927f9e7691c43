"""Whole rendered tables photographed from a slant, without markers: `python -m benchmarks.slanting`.

Tables of simulated games in art that no network was trained on, taken from straight above to 45 degrees off, from any
side; the markers are covered. A reading is judged as by `vision.evaluate`.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from tablectl.rules.ruleset import TENHOU
from tablectl.simulate.deal import deal
from tablectl.simulate.playback import moments
from vision.evaluate import Figures, Label, count
from vision.frame import Image
from vision.models import MODELS
from vision.read import Reader
from vision.render.faces import load_atlas
from vision.render.look import Look
from vision.render.scene import Renderer

FIRST_SEED = 20_000
ANGLES = (0, 25, 45)
"""Degrees from looking straight down."""
HEIGHT = 900.0
"""Of the camera over the cloth, millimetres."""
COVER = 1.4
"""Side of what covers a marker over the marker's side."""


def photographs(angle: float, number: int) -> Iterator[tuple[Image, list[Label]]]:
    """So many tables from that angle with their tiles."""
    for seed in range(FIRST_SEED, FIRST_SEED + number):
        rng = np.random.default_rng(seed)
        bearing, away = rng.uniform(0, 2 * math.pi), HEIGHT * math.tan(math.radians(angle))
        camera = (away * math.cos(bearing), away * math.sin(bearing), HEIGHT)
        look = replace(Look.of(seed), camera=camera, roll=float(rng.uniform(-15, 15)))
        renderer = Renderer(load_atlas("table"), look)
        played = [moment for moment in moments(deal(seed, TENHOU)) if any(moment.table.rivers) and moment.arm is None]
        moment = played[int(rng.integers(min(len(played), 60)))]
        image = renderer.frame(moment.table, None, moment.time, 0).image.copy()
        _cover_markers(image, renderer)
        height, width = image.shape[:2]
        labels = [
            Label(quad.name, quad.corners.astype(np.float32) + np.float32(0.5))
            for quad in renderer.true_quads(moment.table)
            if (quad.corners.mean(0) > 0).all() and (quad.corners.mean(0) < (width, height)).all()
        ]
        yield image, labels


def _cover_markers(image: Image, renderer: Renderer) -> None:
    ground = tuple(int(level) for level in image[5, 5])
    for marker in range(4):
        corners = np.array([(x, y, 0.0) for x, y in renderer.layout.marker_corners(marker)])
        outline = corners.mean(0) + (corners - corners.mean(0)) * COVER
        cv2.fillConvexPoly(image, renderer.pose.project(outline).round().astype(np.int32), ground)


def measure(reader: Reader, angle: float, number: int) -> Figures:
    """Figures of so many photographs from that angle."""
    figures = Figures()
    for image, labels in photographs(angle, number):
        count(figures, labels, reader.read(image).tiles, backs_labelled=True)
    return figures


def main() -> None:
    """Print the figures by angle, or with `--json` one object a line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.slanting", description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--count", type=int, default=4, help="photographs from each angle")
    parser.add_argument("--models", type=Path, default=MODELS, metavar="FOLDER", help="networks other than the shipped")
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    reader = Reader.of(chosen.models)
    for angle in ANGLES:
        figures = measure(reader, angle, chosen.count)
        if chosen.json:
            print(json.dumps({"angle": angle, **figures.to_json()}), flush=True)
        else:
            print(f"{angle} degrees off: " + "\n  ".join(figures.lines()), flush=True)


if __name__ == "__main__":
    main()
