"""What a tile shows: windows of 48 x 48 pixels around tiles to probabilities of the 39 classes and the quarter turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.classes import CLASSES
from vision.models import Model, load_model

WINDOW_PIXELS = 48
WINDOW_MM = 36.0
"""Side of the square a window shows, the tile in its middle: the tile and a rim of what lies around it."""
_BATCH = 128
"""Windows a pass through the network; more need memory and gain nothing."""

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
    """Reads windows, each in all four quarter turns, and averages the answers: a network that had learned turning
    perfectly would not need it, a real one gains from it. `tile_set`: the faces of the set on the table, if learnt."""

    def __init__(self, model: Model | None = None) -> None:
        self._model = model or load_model("classifier")
        self._temperature = float(self._model.card["temperature"])
        self.tile_set: Judge | None = None

    def classify(self, windows: NDArray[np.uint8]) -> tuple[Face, ...]:
        """Faces of N windows (N x 48 x 48 x 3, BGR)."""
        faces: list[Face] = []
        for start in range(0, len(windows), _BATCH):
            batch = windows[start : start + _BATCH]
            views = [self._read(np.rot90(batch, -quarters, (1, 2)), quarters) for quarters in range(4)]
            kinds = np.mean([_softmax(logits / self._temperature) for logits, _ in views], 0)
            turns = np.mean([turns for _, turns in views], 0)
            if self.tile_set is not None:
                kinds = self.tile_set.judge(kinds, np.mean([logits for logits, _ in views], 0))
            faces += [Face(*pair) for pair in zip(kinds, turns, strict=True)]
        return tuple(faces)

    def logits(self, windows: NDArray[np.uint8]) -> NDArray[np.float64]:
        """Mean logits of the 39 classes over the four turns: N x 39."""
        parts = [windows[start : start + _BATCH] for start in range(0, len(windows), _BATCH)]
        views = [[self._read(np.rot90(part, -turn, (1, 2)), turn)[0] for turn in range(4)] for part in parts]
        return np.concatenate([np.mean(view, 0) for view in views])

    def _read(self, windows: NDArray[np.uint8], quarters: int) -> tuple[NDArray[np.float64], Probabilities]:
        """Logits of the kinds, and turns as before the windows were turned clockwise by so many quarters."""
        answer = self._model.run(np.ascontiguousarray(windows)).astype(np.float64)
        turns = _softmax(answer[:, len(CLASSES) :])
        return answer[:, : len(CLASSES)], np.roll(turns, -quarters, axis=1)


def _softmax(logits: Probabilities) -> Probabilities:
    powers = np.exp(logits - logits.max(1, keepdims=True))
    return np.asarray(powers / powers.sum(1, keepdims=True))
