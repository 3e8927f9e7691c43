"""The 39 classes a small window of the table can show, in the order of the classifier's outputs."""

from __future__ import annotations

from tablectl.rules.tile import RED_FIVES, TILES, Tile

BACK = "back"
NONE = "none"
BLANK = "5z"
"""Of many sets this face has nothing on it."""
FACES: tuple[str, ...] = tuple(str(tile) for tile in (*TILES, *RED_FIVES))
"""The 37 faces: 34 kinds, then the red fives `0m 0p 0s`."""
ROWS: tuple[tuple[str, ...], ...] = (
    (*FACES[:9], FACES[34]),
    (*FACES[9:18], FACES[35]),
    (*FACES[18:27], FACES[36]),
    FACES[27:34],
)
"""How the faces of a set are laid out to be learnt: characters, dots and bamboos, each with its red five last, then
winds and dragons."""
CLASSES: tuple[str, ...] = (*FACES, BACK, NONE)
INDEX: dict[str, int] = {name: place for place, name in enumerate(CLASSES)}


def tile_of(name: str) -> Tile | None:
    """The tile a class names; None for `back` and `none`."""
    return None if name in (BACK, NONE) else Tile.parse(name)
