"""Whether a picture shows tiles at all: papers, cups and hands give a few chance finds in one without any."""

from __future__ import annotations

from collections.abc import Iterable

from tablectl.table import SURE
from vision.classes import BACK

PLAIN = frozenset({BACK, "5z"})
"""Any plain rectangle looks like one of these: they prove nothing."""
LIKELY = 0.7
FEW = 3


def shows_tiles(read: Iterable[tuple[str, float]], faulty: bool) -> bool:
    """Whether the classes and probabilities read from a picture are those of tiles.

    One sure face with something on it is enough, or a few likely ones. A picture that is dark, burnt out or blurred
    (`faulty`) has to show a few sure ones.
    """
    faces = [score for name, score in read if name not in PLAIN]
    sure = sum(score >= SURE for score in faces)
    if faulty:
        return sure >= FEW
    return sure > 0 or sum(score >= LIKELY for score in faces) >= FEW
