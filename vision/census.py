"""How many tiles of each face one set has, and what that says of tiles that were read unsurely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from tablectl.rules.ruleset import Ruleset
from tablectl.rules.tile import all_tiles
from tablectl.table import SURE
from vision.classes import CLASSES, FACES
from vision.classify import Face

COPIES, REDS = 4, 1
"""Tiles of a plain face and of a red five that a set may have, where it is not known which set is played with."""
ANY_SET: Mapping[str, int] = {name: REDS if name[0] == "0" else COPIES for name in FACES}
LEAST = 0.05
"""Where the faces left over were this unlikely together, none of them is taken."""


def set_of(ruleset: Ruleset) -> dict[str, int]:
    """The tiles of the set that rules are played with, by class (EQ1, EQ3)."""
    count = Counter(str(tile) for tile in all_tiles(ruleset.red_fives, ruleset.players))
    return {name: count[name] for name in FACES}


def resolve(faces: Sequence[Face], tiles: Mapping[str, int] = ANY_SET) -> tuple[Face, ...]:
    """The same faces with each unsure one read as a face of which the set, `tiles`, has one more.

    Sure faces stand, even where there are too many of one: spare tiles and second sets lie about. They take theirs
    first, then the others from the surest on; probabilities of faces that are used up go to the other faces, not to
    backs or what is no tile: a fifth blank tile is a spare one, no back.
    """
    left = Counter(tiles)
    left.subtract(face.name for face in faces if face.score >= SURE and face.name in tiles)
    resolved = list(faces)
    for place in sorted(range(len(faces)), key=lambda place: -faces[place].score):
        face = faces[place]
        if face.score >= SURE:
            continue
        gone = np.array([name in tiles and left[name] <= 0 for name in CLASSES])
        possible = np.array([name in tiles and left[name] > 0 for name in CLASSES])
        chance = float(face.kinds[possible].sum())
        if chance >= LEAST:
            share = np.where(possible, 1 + float(face.kinds[gone].sum()) / chance, ~gone)
            resolved[place] = face = replace(face, kinds=face.kinds * share)
        left[face.name] -= 1
    return tuple(resolved)
