"""Bundles that people gave: which they are, under which licence, and windows of their crops to train the classifier on.

A crop's face is confirmed, but not which way up it lies: its turn is known but for a half. What lies beside it has no
name, so no window shows what is no tile.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vision.bundle import BundleError, read_bundle
from vision.classes import INDEX
from vision.crop import CROP_MM, CROP_PIXELS
from vision.frame import Image
from vision.render.style import pick
from vision.train.windows import HALF_KNOWN, Window, retaken

_SEED = 1300
"""The first number of every seed, which no other source has."""
_MIDDLE = np.full(2, CROP_PIXELS / 2)


@dataclass(frozen=True, slots=True)
class Given:
    """A bundle's file, the SHA-256 of that, and the licence as cards name it."""

    path: Path
    sha256: str
    licence: str


def given(paths: Iterable[Path]) -> tuple[Given, ...]:
    """The bundles of these files, each once, in the order of their checksums.

    Raises `BundleError` for a file that is no bundle, whose licence does not permit training, or without a crop.
    """
    found: dict[str, Given] = {}
    for path in paths:
        bundle = read_bundle(path)
        if not bundle.crops:
            raise BundleError(f"{path}: there is no crop in it to learn from")
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        found[digest] = Given(path, digest, bundle.licence.title)
    return tuple(found[digest] for digest in sorted(found))


class GivenWindows:
    """Makes windows of a bundle, each of its classes as often: `window(n)` is the same for the same file and number.

    Raises `BundleError`.
    """

    def __init__(self, source: Given) -> None:
        self._seed = (_SEED, int(source.sha256[:8], 16))
        self._crops: dict[str, list[Image]] = {}
        for crop in read_bundle(source.path).crops:
            self._crops.setdefault(crop.name, []).append(crop.image)
        self._names = sorted(self._crops)

    def window(self, number: int) -> Window:
        rng = np.random.default_rng((*self._seed, number))
        name, turn = pick(rng, self._names), int(rng.integers(4))
        crop = pick(rng, self._crops[name])
        image = retaken(rng, crop, _MIDDLE, CROP_PIXELS / CROP_MM, -math.pi / 2 * turn)
        return Window(image, INDEX[name], HALF_KNOWN + turn % 2)
