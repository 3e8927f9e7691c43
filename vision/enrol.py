"""Learning the faces of one tile set from one picture in which each face lies once, in known order.

Errors of the classifier come from designs it has never seen, not from noise, so more pictures of a game do not help but
one labelled picture does. The network stays as it is: what it answers to each face of the set, under small shifts and
changes of light, is remembered, and a tile is then judged by which of these answers its own is most like (a linear
discriminant on the 39 logits, fitted in numpy in a second).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.classes import BACK, FACES, INDEX, NONE
from vision.classify import Classifier, Probabilities

SHIFTS = (-2, 0, 2)
"""Pixels of a 48 pixel window by which a tile is cut beside its middle, as the finder may miss it."""
GAINS = (0.75, 1.0, 1.25)
BLURS = (0.0, 0.8)
SHRINK = 0.1
"""Share of the spread taken to be the same in all directions: the views of one picture tell too little of it."""
CAUTION = 2.0
"""The fitted distances are divided by so much: places on the table differ more than views of one picture do."""
LEAST_RIGHT = 0.98
"""Least share of its own views a set must read right to be used."""


class EnrolError(ValueError):
    """The picture does not serve; the text says why and what to do."""


@dataclass(frozen=True, slots=True, eq=False)
class TileSet:
    """What the classifier answers to the faces of one tile set.

    `means`: 37 x 39, the mean logits of each face in the order of `FACES`. `precision`: 39 x 39, the inverse of their
    common spread. `right`: share of its own views that it reads right.
    """

    means: NDArray[np.float64]
    precision: NDArray[np.float64]
    right: float

    @classmethod
    def learn(cls, classifier: Classifier, windows: Mapping[str, NDArray[np.uint8]]) -> TileSet:
        """From one window (48 x 48 x 3) of each of the 37 faces. Raises `EnrolError`."""
        missing = [face for face in FACES if face not in windows]
        if missing:
            raise EnrolError(f"no picture of {', '.join(missing)}; lay every face once, red fives too")
        views = np.stack([_views(windows[face]) for face in FACES])
        count = views.shape[1]
        logits = classifier.logits(views.reshape(-1, *views.shape[2:])).reshape(len(FACES), count, -1)
        means = logits.mean(1)
        apart = (logits - means[:, None]).reshape(-1, logits.shape[2])
        spread = apart.T @ apart / len(apart)
        even = np.eye(len(spread)) * np.trace(spread) / len(spread)
        learnt = cls(means, np.linalg.inv((1 - SHRINK) * spread + SHRINK * even), 0.0)
        read = learnt.faces(logits.reshape(-1, logits.shape[2])).argmax(1).reshape(len(FACES), count)
        hits = read == np.arange(len(FACES))[:, None]
        if hits.mean() < LEAST_RIGHT:
            poor = [face for face, hit in zip(FACES, hits.mean(1), strict=True) if hit < LEAST_RIGHT]
            raise EnrolError(f"{', '.join(poor)} cannot be told apart in this picture; take a sharper, brighter one")
        return cls(learnt.means, learnt.precision, float(hits.mean()))

    def faces(self, logits: NDArray[np.float64]) -> Probabilities:
        """Probabilities of the 37 faces for N rows of logits, given that a face is up."""
        away = logits[:, None] - self.means
        distance = np.einsum("nki,ij,nkj->nk", away, self.precision, away) / CAUTION
        powers = np.exp(-(distance - distance.min(1, keepdims=True)) / 2)
        return np.asarray(powers / powers.sum(1, keepdims=True))

    def judge(self, kinds: Probabilities, logits: NDArray[np.float64]) -> Probabilities:
        """The classifier's probabilities of the 39 classes with the faces judged anew; back and none stay."""
        others = kinds[:, [INDEX[BACK], INDEX[NONE]]]
        up = np.maximum(1 - others.sum(1, keepdims=True), 0)
        return np.concatenate([self.faces(logits) * up, others], 1)


def _views(window: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """One window shifted, lit and blurred in many ways."""
    side = window.shape[0]
    out = []
    for dx in SHIFTS:
        for dy in SHIFTS:
            moved = cv2.warpAffine(
                window, np.array([[1, 0, dx], [0, 1, dy]], np.float64), (side, side), borderMode=cv2.BORDER_REPLICATE
            )
            for gain in GAINS:
                lit = np.clip(moved.astype(np.float32) * gain, 0, 255).astype(np.uint8)
                out += [lit if sigma == 0 else cv2.GaussianBlur(lit, (0, 0), sigma) for sigma in BLURS]
    return np.stack(out)
