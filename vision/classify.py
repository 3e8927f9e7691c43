"""What a tile shows: windows of 48 x 48 pixels around tiles to probabilities of the 39 classes and the quarter turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.classes import BLANK, CLASSES, INDEX
from vision.models import Model, load_model

WINDOW_PIXELS = 48
WINDOW_MM = 36.0
"""Side of the square a window shows, the tile in its middle: the tile and a rim of what lies around it."""
AT_ONCE = 0.999
"""A window that upright shows a face with this probability is not turned; a blank face always is."""
ENOUGH = 0.99
"""One that upright and on its head shows the same with this probability is not looked at from the sides: those would
cost as much again, and can hardly outvote two such looks."""
_BATCH = 64
"""Windows looked at together; more need memory and gain nothing."""

Probabilities = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """What one window shows. `kinds`: probabilities in the order of `CLASSES`; `turns`: of the face being turned
    clockwise by 0 to 3 quarters in the window."""

    kinds: Probabilities
    turns: Probabilities

    @property
    def name(self) -> str:
        """The likeliest class."""
        return CLASSES[int(self.kinds.argmax())]

    @property
    def score(self) -> float:
        """Its probability."""
        return float(self.kinds.max())

    @property
    def turn(self) -> int:
        """The likeliest quarter turn clockwise, 0 to 3."""
        return int(self.turns.argmax())


class Judge(Protocol):
    """Something that knows better which faces there are, see `vision.enrol.TileSet`."""

    def judge(self, kinds: Probabilities, logits: NDArray[np.float64]) -> Probabilities: ...


class Classifier:
    """Reads windows in several quarter turns and averages the answers: a network that had learned turning perfectly
    would not need it, a real one gains from it. `tile_set`: the faces of the set on the table, if learnt."""

    def __init__(self, model: Model | None = None) -> None:
        self._model = model or load_model("classifier")
        self._temperature = float(self._model.card["temperature"])
        self.tile_set: Judge | None = None

    @property
    def network(self) -> str:
        """SHA-256 of the network's file: what a set has learnt holds for this network only."""
        return str(self._model.card["sha256"])

    def classify(self, windows: NDArray[np.uint8]) -> tuple[Face, ...]:
        """Faces of N windows (N x 48 x 48 x 3, BGR)."""
        faces: list[Face] = []
        for start in range(0, len(windows), _BATCH):
            batch = windows[start : start + _BATCH]
            left = np.arange(len(batch))
            logits, turned = self._look(batch, (0,))
            kinds, turns = self._mean(logits, turned)
            for quarters in ((2,), (1, 3)):
                unsure = ~_settled(logits, kinds[left])
                left, logits, turned = left[unsure], logits[:, unsure], turned[:, unsure]
                if not len(left):
                    break
                more = self._look(batch[left], quarters)
                logits, turned = np.concatenate([logits, more[0]]), np.concatenate([turned, more[1]])
                kinds[left], turns[left] = self._mean(logits, turned)
            faces += [Face(*pair) for pair in zip(kinds, turns, strict=True)]
        return tuple(faces)

    def logits(self, windows: NDArray[np.uint8]) -> NDArray[np.float64]:
        """Mean logits of the 39 classes over the four turns: N x 39."""
        parts = [windows[start : start + _BATCH] for start in range(0, len(windows), _BATCH)]
        return np.concatenate([self._look(part, range(4))[0].mean(0) for part in parts])

    def _look(self, windows: NDArray[np.uint8], views: Sequence[int]) -> tuple[NDArray[np.float64], Probabilities]:
        """Windows turned clockwise by these quarters, in one pass: logits of the kinds (views x N x 39), and the turns
        of the faces before that (views x N x 4)."""
        turned = np.concatenate([np.rot90(windows, -quarters, (1, 2)) for quarters in views])
        answer = self._model.run(turned).reshape(len(views), len(windows), -1).astype(np.float64)
        turns = _softmax(answer[..., len(CLASSES) :])
        back = [np.roll(turns[place], -quarters, axis=1) for place, quarters in enumerate(views)]
        return answer[..., : len(CLASSES)], np.stack(back)

    def _mean(self, logits: NDArray[np.float64], turns: Probabilities) -> tuple[Probabilities, Probabilities]:
        """What several views of N windows say together: kinds and turns."""
        kinds = _softmax(logits / self._temperature).mean(0)
        if self.tile_set is not None:
            kinds = self.tile_set.judge(kinds, logits.mean(0))
        return kinds, turns.mean(0)


def _settled(logits: NDArray[np.float64], kinds: Probabilities) -> NDArray[np.bool_]:
    """Which of N windows need no other look, given their looks so far (views x N x 39) and what these say together."""
    best, named = kinds.max(1), logits.argmax(2)
    if len(logits) == 1:
        return np.asarray((best >= AT_ONCE) & (kinds.argmax(1) != INDEX[BLANK]))
    return np.asarray((best >= ENOUGH) & (named == named[0]).all(0))


def _softmax(logits: Probabilities) -> Probabilities:
    powers = np.exp(logits - logits.max(-1, keepdims=True))
    return np.asarray(powers / powers.sum(-1, keepdims=True))
