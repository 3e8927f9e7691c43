"""What is wrong with a picture as a picture, in plain words: black, dark, burnt out, blurred, or nothing on it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.frame import Grey, Image

LONGEST = 1000
"""Pictures are halved until their longer side has so many pixels at most, and judged then."""
BRIGHTEST = 0.999
"""Share of the pixels that are not brighter than white: on a table without tiles only its markers' paper is white, two
to five thousandths of the picture."""
BLACK, DARK = 24, 70
"""Grey levels that white stays below in a black and in a dark picture."""
BURNT, MOST_BURNT = 250, 0.5
"""Grey levels from which a pixel is burnt out; more than that share of a picture makes it useless."""
EVEN = 0.04
"""Standard deviation, as a share of the mean, below which a picture shows one even surface."""
BLURRED = 0.42
"""Strength of the finest lines over that of lines twice as wide: sharp photographs of tiles lie above, the same ones
blurred by 3 pixels in 600 below (`pytest tests/vision/test_condition.py` tries both)."""
FAINT = 10.0
"""Strength of the finest lines, grey levels, under which there are none: smooth slopes are rounded, too."""


@dataclass(frozen=True, slots=True)
class Complaint:
    """What is wrong and how to mend it; `hopeless`: nothing can be read, whatever seems to be there is chance."""

    text: str
    hopeless: bool


def complaint(image: Image) -> Complaint | None:
    """What is wrong with a picture, in colour or grey; None for one that shows something."""
    grey = _grey(image)
    levels = cv2.calcHist([grey], [0], None, [256], [0, 256]).ravel() / grey.size
    bright = int(np.searchsorted(np.cumsum(levels), BRIGHTEST))
    if bright < BLACK:
        return Complaint("the picture is black: take the cap off the lens, or switch on a light", True)
    if bright < DARK:
        return Complaint("the picture is very dark: add light, or expose longer", False)
    if levels[BURNT:].sum() > MOST_BURNT:
        return Complaint("most of the picture is burnt out to white: use less light, or expose more shortly", False)
    half = _half(grey)
    if cv2.GaussianBlur(half, (0, 0), 1.5).std() < EVEN * half.mean():
        return Complaint("the picture shows one even surface: uncover the lens, or point it at the table", True)
    if _is_blurred(half):
        return Complaint("the picture is blurred: focus on the tiles, hold the camera still, wipe the lens", False)
    return None


def _grey(image: Image) -> Grey:
    grey = image if image.ndim == 2 else np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    while max(grey.shape) > LONGEST:
        grey = _half(grey)
    return grey


def _half(grey: Grey) -> Grey:
    """Half as wide and high: many times faster than shrinking by another factor."""
    height, width = grey.shape
    size = max(1, width // 2), max(1, height // 2)
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8)


def _is_blurred(half: Grey) -> bool:
    """Judged at half and a quarter of the size: there noise is averaged out, and fine lines are not."""
    lines = (np.abs(cv2.Laplacian(level, cv2.CV_16S)) for level in (half, _half(half)))
    fine, coarse = (float(np.percentile(strength, 99)) for strength in lines)
    return fine < FAINT or fine < BLURRED * coarse
