"""How right a calibrated table is, in millimetres: `python -m benchmarks.calibration`.

Empty drawn tables are calibrated from their markers in three ways: knowing nothing, the camera's height, the measured
lens. Then 81 places at each of three heights are carried from the true picture back to the table. At last what it costs
to see through a bent lens is set beside straightening whole pictures.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import replace
from math import cos, radians, sin

import cv2
import numpy as np

from tablectl.table import TableSnapshot
from vision.calibrate import Calibration, calibrate
from vision.layout import DEFAULT_LAYOUT
from vision.lens import STRAIGHT, Bend, Floats, cut, pixel_map
from vision.render.camera import CameraPose
from vision.render.faces import load_atlas
from vision.render.look import Look
from vision.render.scene import Renderer

BENDS: dict[str, Bend] = {"straight": STRAIGHT, "wide": (-0.12, 0.02, 0.0006, -0.0004, 0.0)}
SLANTS = (0, 15, 30, 40)
HEIGHTS = (0.0, 16.0, 32.0)
PLACES = np.array([(x, y) for x in range(-320, 321, 80) for y in range(-320, 321, 80)], np.float64)
RIVER = (320, 150)
"""Pixels of a zone seen from above."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--looks", type=int, default=4, help="tables for each slant and lens (4)")
    looks = range(1, parser.parse_args().looks + 1)
    print("mean / largest error in mm at heights", *HEIGHTS)
    for name, bend in BENDS.items():
        for tilt in SLANTS:
            found: dict[str, list[list[Floats]]] = {}
            for seed in looks:
                renderer = Renderer(load_atlas(), slanted(seed, tilt, bend))
                image, pose = renderer.frame(TableSnapshot(), None, 0.0, 0).image, renderer.pose
                for known, calibration in (
                    ("nothing", calibrate(image, DEFAULT_LAYOUT)),
                    ("height", calibrate(image, DEFAULT_LAYOUT, height=pose.position[2])),
                    ("lens", calibrate(image, DEFAULT_LAYOUT, pose.lens)),
                ):
                    found.setdefault(known, []).append([errors(calibration, pose, z) for z in HEIGHTS])
            for known, tables in found.items():
                every = np.array(tables)
                told = (f"{every[:, z].mean():.2f} / {every[:, z].max():.2f}" for z in range(len(HEIGHTS)))
                print(f"{name} lens, slant {tilt:2} degrees, known {known}:".ljust(52), "   ".join(told))
    _cost()


def slanted(seed: int, tilt: float, bend: Bend) -> Look:
    """A table's look with its camera so many degrees off the vertical."""
    look = Look.of(seed)
    if tilt == 0:
        return replace(look, bend=bend)
    away, up, bearing = look.camera[2] * sin(radians(tilt)), look.camera[2] * cos(radians(tilt)), 1.9 * seed
    camera = (away * cos(bearing), away * sin(bearing), up)
    return replace(look, bend=bend, camera=camera, aim=(0.0, 0.0), size=(1920, 1080))


def errors(calibration: Calibration, pose: CameraPose, z: float) -> Floats:
    """How many millimetres beside its true place each of `PLACES` at a height is thought to lie."""
    pixels = pose.project(np.column_stack([PLACES, np.full(len(PLACES), z)]))
    plane = np.linalg.inv(calibration.homography(z))
    thought = cv2.perspectiveTransform(calibration.lens.straight(pixels)[None], plane)[0]
    return np.asarray(np.linalg.norm(thought - PLACES, axis=1))


def _cost() -> None:
    cv2.setNumThreads(1)
    lens = replace(slanted(1, 0, BENDS["wide"]).pose(DEFAULT_LAYOUT).lens, size=(1920, 1080), centre=(960.0, 540.0))
    image = np.random.default_rng(1).integers(0, 255, (1080, 1920, 3), np.uint8)
    whole = pixel_map(lens.bent, lens.size)
    fixed = cv2.convertMaps(*whole, cv2.CV_16SC2)
    matrix = np.array([[1.2, 0, 500], [0, 1.2, 400], [0, 0, 1]])
    print("milliseconds, one thread, the least of 30")
    for name, work in (
        ("a whole 1080p picture straightened", lambda: cv2.remap(image, *fixed, cv2.INTER_LINEAR)),
        ("a river cut out through the lens", lambda: cut(image, matrix, RIVER, lens)),
        ("a river cut out, no lens", lambda: cut(image, matrix, RIVER, replace(lens, bend=STRAIGHT))),
    ):
        print(f"{name}: {_least(work):.2f}")


def _least(work: Callable[[], object]) -> float:
    times = []
    for _ in range(30):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return 1000 * min(times)


if __name__ == "__main__":
    main()
