"""How honest confidence is: of answers given with about the same confidence, how many are right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike

from tablectl.table import SURE

EDGES = (0.0, 0.5, 0.7, 0.8, SURE, 0.95, 0.98, 0.99, 1.0)
"""Bounds of the bands; what matters is from `SURE` on, where a reading is believed."""


@dataclass(frozen=True, slots=True)
class Band:
    """Answers with a confidence from `least` to `most`: how many, their mean confidence, the share that is right."""

    least: float
    most: float
    count: int
    confidence: float
    right: float

    def to_json(self) -> dict[str, float]:
        """As the model cards and reports hold it."""
        return {
            "least": self.least,
            "most": self.most,
            "count": self.count,
            "confidence": round(self.confidence, 4),
            "right": round(self.right, 4),
        }


def bands(confidences: ArrayLike, right: ArrayLike) -> tuple[Band, ...]:
    """The bands that hold any answer, from the least sure. `confidences`: N numbers from 0 to 1; `right`: N truths.

    Raises `ValueError` when the two differ in length or a confidence is outside 0 to 1.
    """
    scores, truths = np.asarray(confidences, float), np.asarray(right, bool)
    if scores.shape != truths.shape or scores.ndim != 1:
        raise ValueError(f"{scores.shape} confidences and {truths.shape} truths: expected two lists of one length")
    if scores.size and not (scores.min() >= 0 and scores.max() <= 1 + 1e-9):
        raise ValueError("a confidence lies outside 0 to 1")
    found: list[Band] = []
    for least, most in pairwise(EDGES):
        inside = (scores >= least) & ((scores < most) | (most == EDGES[-1]))
        if inside.any():
            mean, share = float(scores[inside].mean()), float(truths[inside].mean())
            found.append(Band(least, most, int(inside.sum()), mean, share))
    return tuple(found)


def gap(found: Sequence[Band]) -> float:
    """The expected calibration error: by how much confidence and truth differ, weighted by the number of answers."""
    total = sum(band.count for band in found)
    return sum(band.count * abs(band.confidence - band.right) for band in found) / total if total else 0.0
