"""How well a learnt tile set reads its own faces in views it was not learnt from: a line for each face.

Each face is shown anew: shifted, askew, in other light, blurred, in other surroundings. With several pictures each is
read by a set learnt from the others, which tells more: places, light and surroundings are truly new. Quarter turns need
no test, since every window is read in all four.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from vision.classify import Classifier
from vision.enrol import EnrolError, TileSet, variations
from vision.frame import Image

VIEWS = 12
"""Views of each face and picture that are read."""
WEAK_MARGIN = 1.8
"""A face whose worst views are nearer to another face than this (times as far as their own) is called weak."""
LEAST_RIGHT = 0.98
"""Least share of all views that a set must read right to be used."""
Windows = Mapping[str, Image]
"""The window of each face in one picture."""


@dataclass(frozen=True, slots=True)
class FaceTest:
    """One face: `right` of `views` read right; `margin`: how many times farther its nearest rival is in the worst tenth
    of the views; `rival`: the face it is most like; `taken_for`: what it was misread as, and how often."""

    face: str
    views: int
    right: int
    margin: float
    rival: str
    taken_for: Mapping[str, int]

    @property
    def weak(self) -> bool:
        """Whether to look at this face again: it was misread, or nearly."""
        return self.right < self.views or self.margin < WEAK_MARGIN

    def to_json(self) -> dict[str, Any]:
        """For `tablectl enrol --json`."""
        return {
            "face": self.face,
            "views": self.views,
            "right": self.right,
            "margin": round(self.margin, 2),
            "rival": self.rival,
            "taken_for": dict(self.taken_for),
            "weak": self.weak,
        }


@dataclass(frozen=True, slots=True)
class SelfTest:
    """`across`: whether pictures were read by sets learnt from other pictures."""

    faces: tuple[FaceTest, ...]
    across: bool

    @classmethod
    def of(cls, classifier: Classifier, learnt: TileSet, pictures: Sequence[Windows]) -> SelfTest:
        """Test the set that was learnt from these pictures. Raises `EnrolError` as `TileSet.learn`."""
        across = len(pictures) > 1
        margins: dict[str, list[float]] = {}
        rivals: dict[str, list[str]] = {}
        for number, shown in enumerate(pictures):
            if across:
                others = [*pictures[:number], *pictures[number + 1 :]]
                learnt = TileSet.learn(classifier, gathered(others))
            views = variations(gathered([shown]), VIEWS, seed=1 + number)
            faces = [face for face in learnt.faces if face in views]
            logits = classifier.logits(np.concatenate([views[face] for face in faces]))
            for face, part in zip(faces, logits.reshape(len(faces), VIEWS, -1), strict=True):
                margin, rival = learnt.margins(part, face)
                margins.setdefault(face, []).extend(margin)
                rivals.setdefault(face, []).extend(learnt.faces[place] for place in rival)
        return cls(tuple(_face(face, margins[face], rivals[face]) for face in margins), across)

    @property
    def right(self) -> float:
        """Share of all views read right."""
        return sum(face.right for face in self.faces) / sum(face.views for face in self.faces)

    @property
    def weak(self) -> tuple[FaceTest, ...]:
        """The faces to look at again."""
        return tuple(face for face in self.faces if face.weak)

    def check(self) -> None:
        """Raises `EnrolError` when too many views were read wrong."""
        if self.right < LEAST_RIGHT:
            poor = ", ".join(f"{face.face} ({_most(face.taken_for)})" for face in self.faces if face.taken_for)
            raise EnrolError(
                f"only {self.right:.1%} of the test views are read right: {poor}; take a sharper, brighter picture, "
                "and check that these tiles lie on their own places"
            )

    def to_json(self) -> dict[str, Any]:
        """For `tablectl enrol --json`."""
        faces = [face.to_json() for face in self.faces]
        return {"right": round(self.right, 4), "across_pictures": self.across, "faces": faces}

    def lines(self) -> Iterator[str]:
        """For people: a line a face."""
        how = "each picture read by what the others taught" if self.across else "new views of the same picture"
        yield f"self-test ({how}): {self.right:.2%} right"
        yield "face  right    margin  nearest"
        for face in self.faces:
            note = f"  WEAK {_most(face.taken_for)}".rstrip() if face.weak else ""
            yield f"{face.face:4}  {face.right:3}/{face.views:<3}  {face.margin:6.1f}  {face.rival}{note}"


def gathered(pictures: Sequence[Windows]) -> dict[str, list[Image]]:
    """All windows of each face in several pictures."""
    faces = dict.fromkeys(face for shown in pictures for face in shown)
    return {face: [shown[face] for shown in pictures if face in shown] for face in faces}


def _face(name: str, margins: Sequence[float], rivals: Sequence[str]) -> FaceTest:
    wrong = Counter(rival for margin, rival in zip(margins, rivals, strict=True) if margin <= 1)
    worst = float(np.quantile(margins, 0.1))
    nearest = Counter(rivals).most_common(1)[0][0]
    return FaceTest(name, len(margins), len(margins) - wrong.total(), worst, nearest, dict(wrong.most_common()))


def _most(taken_for: Mapping[str, int]) -> str:
    return ", ".join(f"as {name} {count}" for name, count in taken_for.items())
