"""Learning the faces of one tile set from pictures in which each face lies once, in known order.

Errors of the classifier come from designs it has never seen, not from noise, so more pictures of a game do not help but
one labelled picture does. The network stays as it is: what it answers to each face of the set, in many variations, is
remembered, and a tile is then judged by which of these answers its own is most like (a linear discriminant on the 39
logits, fitted in numpy in seconds).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.classes import BACK, FACES, INDEX, NONE
from vision.classify import Classifier, Probabilities
from vision.frame import Image
from vision.variation import vary

PLAIN = FACES[:34]
"""The faces every set has; red fives may be missing."""
VARIATIONS = 36
"""So many of each face are learnt from, however many pictures there are."""
SHRINK = 0.1
"""Share of the spread taken to be the same in all directions: few pictures tell too little of it."""
TYPICAL = 30.0
"""About the squared distance of a face from its own mean, in units of the spread (39 directions, some shrunk)."""
STRANGE = 160.0
"""The squared distance at which a tile is as likely none of the learnt faces as the nearest: well cut tiles lie
nearer to their own face, and farther from all others."""
TAIL = 8.0
"""Likelihoods fall with this power of the squared distance, far more slowly than a normal distribution's: what moves a
tile far from all faces (a finger, a bad cut) moves it in no direction that was learnt. The value under which the right
faces of sets never seen are likeliest (`python -m benchmarks.learnt_set --tail 6 8 10 12`)."""
ALIKE = 50.0
"""Two faces whose means are nearer (squared distance) are the same or cannot be seen: far more than the same face
differs when it is seen twice, far less than two faces that a person can tell apart."""


class EnrolError(ValueError):
    """The pictures do not serve; the text says why and what to do."""


@dataclass(frozen=True, slots=True, eq=False)
class TileSet:
    """What the classifier answers to the faces of one tile set.

    `faces`: those it has, K of the 37. `means`: K x 39, the mean logits of each. `precision`: 39 x 39, the inverse of
    their common spread. `tail`: see `TAIL`.
    """

    faces: tuple[str, ...]
    means: NDArray[np.float64]
    precision: NDArray[np.float64]
    tail: float = TAIL

    @classmethod
    def learn(cls, classifier: Classifier, windows: Mapping[str, Sequence[Image]]) -> TileSet:
        """From one or several windows (48 x 48 x 3) of each face. Raises `EnrolError`."""
        missing = [face for face in PLAIN if not windows.get(face)]
        if missing:
            raise EnrolError(f"no picture of {', '.join(missing)}: lay every face once (red fives if the set has them)")
        faces = tuple(face for face in FACES if windows.get(face))
        views = variations(windows, VARIATIONS, seed=0)
        logits = classifier.logits(np.concatenate([views[face] for face in faces]))
        logits = logits.reshape(len(faces), VARIATIONS, -1)
        means = logits.mean(1)
        apart = (logits - means[:, None]).reshape(-1, logits.shape[2])
        spread = apart.T @ apart / len(apart)
        even = np.eye(len(spread)) * np.trace(spread) / len(spread)
        learnt = cls(faces, means, np.linalg.inv((1 - SHRINK) * spread + SHRINK * even))
        same = learnt.alike()
        if same:
            pairs = ", ".join(f"{one} and {other}" for one, other in same)
            raise EnrolError(
                f"{pairs} look the same in this picture: check that each place has its own tile, or take a sharper, "
                "brighter picture"
            )
        return learnt

    def alike(self) -> list[tuple[str, str]]:
        """Pairs of faces that cannot be told apart."""
        between = self._distances(self.means)
        pairs = np.argwhere(np.triu(between < ALIKE, 1))
        return [(self.faces[one], self.faces[other]) for one, other in pairs]

    def judge(self, kinds: Probabilities, logits: NDArray[np.float64]) -> Probabilities:
        """The classifier's probabilities of the 39 classes with the faces judged anew; back and none stay.

        Where a tile is unlike all learnt faces, the classifier's own opinion of them counts instead.
        """
        places = [INDEX[face] for face in self.faces]
        distances = np.column_stack([self._distances(logits), np.full(len(logits), STRANGE)])
        likelihoods = ((TYPICAL + distances.min(1, keepdims=True)) / (TYPICAL + distances)) ** self.tail
        shares = likelihoods / likelihoods.sum(1, keepdims=True)
        unlearnt = kinds[:, places] / np.maximum(kinds[:, places].sum(1, keepdims=True), 1e-12)
        others = kinds[:, [INDEX[BACK], INDEX[NONE]]]
        up = np.maximum(1 - others.sum(1, keepdims=True), 0)
        judged = np.zeros_like(kinds)
        judged[:, [INDEX[BACK], INDEX[NONE]]] = others
        judged[:, places] = up * (shares[:, :-1] + shares[:, -1:] * unlearnt)
        return judged

    def margins(self, logits: NDArray[np.float64], face: str) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
        """For windows of a face, how much farther (a factor) its nearest rival is than it itself, and which that is
        (a place in `faces`); below 1 it is read wrong."""
        distances = self._distances(logits) + TYPICAL
        own = distances[:, self.faces.index(face)].copy()
        distances[:, self.faces.index(face)] = np.inf
        return distances.min(1) / own, distances.argmin(1)

    def _distances(self, logits: NDArray[np.float64]) -> NDArray[np.float64]:
        """Squared distances N x K of N rows of logits from the faces."""
        away = logits[:, None] - self.means
        return np.asarray(np.einsum("nki,ij,nkj->nk", away, self.precision, away))


def variations(windows: Mapping[str, Sequence[Image]], count: int, seed: int) -> dict[str, NDArray[np.uint8]]:
    """So many variations of each face, taken from its windows in turn; the same seed gives the same ones."""
    rng = np.random.default_rng(seed)
    others = [window for shown in windows.values() for window in shown]
    return {
        face: np.concatenate([vary(shown[number % len(shown)], others, 1, rng) for number in range(count)])
        for face, shown in windows.items()
        if shown
    }
