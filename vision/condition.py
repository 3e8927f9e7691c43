"""What is wrong with a picture as a picture, in plain words: black, dark, burnt out, blurred, or nothing on it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image

LONGEST = 1000
"""Longest side at which pictures are judged, pixels."""
BRIGHTEST = 99.9
"""Percentile of the grey levels that tells how bright white is: on a table without tiles only the paper of its markers
is, two to five thousandths of the picture."""
BLACK, DARK = 24, 70
"""Grey levels that white stays below in a black and in a dark picture."""
BURNT, MOST_BURNT = 250, 0.5
"""Grey levels from which a pixel is burnt out; more than that share of a picture makes it useless."""
EVEN = 0.04
"""Standard deviation, as a share of the mean, below which a picture shows one even surface."""
BLURRED = 0.42
"""Strength of the finest lines over that of lines twice as wide. A hundred photographs of tiles have 0.58 or more, most
of them 0.9; the same ones blurred by 1.5 pixels in 640 have about 0.47, by 3 pixels at most 0.37."""
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
    bright = np.percentile(grey, BRIGHTEST)
    if bright < BLACK:
        return Complaint("the picture is black: take the cap off the lens, or switch on a light", True)
    if bright < DARK:
        return Complaint("the picture is very dark: add light, or expose longer", False)
    if (grey >= BURNT).mean() > MOST_BURNT:
        return Complaint("most of the picture is burnt out to white: use less light, or expose more shortly", False)
    if cv2.GaussianBlur(grey, (0, 0), 3).std() < EVEN * grey.mean():
        return Complaint("the picture shows one even surface: uncover the lens, or point it at the table", True)
    if _is_blurred(grey):
        return Complaint("the picture is blurred: focus on the tiles, hold the camera still, wipe the lens", False)
    return None


def _grey(image: Image) -> NDArray[np.float32]:
    height, width = image.shape[:2]
    factor = min(1.0, LONGEST / max(height, width))
    size = max(1, round(width * factor)), max(1, round(height * factor))
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    return np.asarray(small if small.ndim == 2 else cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.float32)


def _is_blurred(grey: NDArray[np.float32]) -> bool:
    """Judged at half and a quarter of the size: there noise is averaged out, and fine lines are not."""
    half = cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    quarter = cv2.resize(half, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    fine, coarse = (float(np.percentile(np.abs(cv2.Laplacian(level, cv2.CV_32F)), 99)) for level in (half, quarter))
    return fine < FAINT or fine < BLURRED * coarse
