"""How well a tile set is read once it was learnt from one picture, and how honest the confidence then is.

`python -m benchmarks.learnt_set [--windows N] [--tail T ...]`: the sets that no network has seen are learnt from one
drawn picture each, by daylight and in the evening; then windows composed at random (turned, slanting, shaded, under
fingers) are judged. The surprise is the mean of minus the logarithm of the probability given to the right face;
`--tail` tries other values of `vision.enrol.TAIL`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.line import tile_art
from hardware.simulated import enrolment_frames
from tablectl.table import SURE
from vision import enrol
from vision.classes import BACK, CLASSES, NONE
from vision.classify import Classifier
from vision.enrol import TileSet
from vision.frame import Image
from vision.pipeline import Eyes
from vision.reliability import bands
from vision.render.lighting import under
from vision.render.look import Look
from vision.render.scene import Renderer
from vision.train.sources import UNTRAINED_ART, shared_data, untrained_sets
from vision.train.windows import WindowMaker

LIGHTS = ("daylight", "evening")
LOOK, SEED = 1, 23


def learnt(art: str, light: str) -> Classifier:
    """A classifier that has learnt a set from one picture of it in a light."""
    name = str(shared_data() / "faces" / art) if art in UNTRAINED_ART else art
    classifier = Classifier()
    eyes = Eyes(classifier=classifier)
    for frame in enrolment_frames(Renderer(tile_art(name), under(Look.of(LOOK), light))):
        eyes.feed(frame)
    eyes.enrol(frame)
    return classifier


def windows(art: str, number: int) -> tuple[NDArray[np.uint8], list[str]]:
    """So many windows of a set's faces, and which faces they are."""
    maker = WindowMaker([untrained_sets()[art]], [], [], SEED, 0.0)
    images: list[Image] = []
    names: list[str] = []
    for window in (maker.window(place) for place in range(number)):
        if CLASSES[window.kind] not in (BACK, NONE):
            images.append(window.image)
            names.append(CLASSES[window.kind])
    return np.stack(images), names


def lines(chances: NDArray[np.float64], kinds: NDArray[np.int64]) -> Iterator[str]:
    """What N x 39 probabilities say of the right classes, for people."""
    given, best = chances[np.arange(len(kinds)), kinds], chances.max(1)
    right, sure = chances.argmax(1) == kinds, best >= SURE
    yield (
        f"  right {100 * right.mean():.1f} % of {len(kinds)}, sure {100 * sure.mean():.1f} %, wrong when sure "
        f"{int((sure & ~right).sum())} ({100 * (sure & ~right).sum() / max(1, sure.sum()):.2f} %), "
        f"surprise {-np.log(given.clip(1e-9)).mean():.4f}"
    )
    for band in bands(best.clip(0, 1), right):
        yield f"    {band.least:.2f} to {band.most:.2f}: {100 * band.right:.1f} % of {band.count} right"


def main() -> None:
    """Print what was counted, for each set and light and for all."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.learnt_set", description=(__doc__ or "").split("\n\n")[0]
    )
    parser.add_argument("--windows", type=int, default=1000, help="of each set")
    parser.add_argument("--tail", type=float, nargs="+", default=[enrol.TAIL], help="values of vision.enrol.TAIL")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    chances: dict[float, list[NDArray[np.float64]]] = {tail: [] for tail in options.tail}
    kinds: list[int] = []
    for art in untrained_sets():
        images, names = windows(art, options.windows)
        for light in LIGHTS:
            classifier = learnt(art, light)
            kinds += [CLASSES.index(name) for name in names]
            assert isinstance(classifier.tile_set, TileSet)
            for tail in options.tail:
                classifier.tile_set = replace(classifier.tile_set, tail=tail)
                chances[tail].append(np.stack([face.kinds for face in classifier.classify(images)]))
                print(
                    f"{art} learnt by {light}, tail {tail:g}:",
                    *lines(chances[tail][-1], np.array(kinds[-len(names) :])),
                    sep="\n",
                )
    for tail in options.tail:
        print(f"all, tail {tail:g}:", *lines(np.concatenate(chances[tail]), np.array(kinds)), sep="\n")


if __name__ == "__main__":
    main()
