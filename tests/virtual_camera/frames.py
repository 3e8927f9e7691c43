"""Writes the pictures that the virtual camera shows: grey, each a little brighter than the one before."""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np

LEVELS = range(60, 140, 10)
"""Grey levels."""


def main(folder: Path) -> None:
    for number, level in enumerate(LEVELS):
        cv2.imwrite(str(folder / f"{number}.jpg"), np.full((1296, 2304, 3), level, np.uint8))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
