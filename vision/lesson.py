"""One picture in which each face of a tile set lies once, on the printed form or in rows: where it shows which face.

A picture that does not serve is refused with the reason: what a set is learnt from decides how the whole game is read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from tablectl.table import SURE
from vision.classes import BACK, ROWS
from vision.enrol import PLAIN, EnrolError
from vision.form import ROW_NAMES
from vision.form_view import FormView
from vision.frame import Image
from vision.layout import DEFAULT_LAYOUT
from vision.read import Reader, ReadTile
from vision.rows import rows
from vision.variation import face_of
from vision.window import Place, Windows

LIKELY = 0.6
"""From this confidence the network's own reading counts against the place a tile lies on."""
LEAST_WIDTH = 25.0
"""Least pixels across a tile: as many as its window has."""
DARKEST = 60.0
"""Least brightness of a tile's ground, grey levels."""
CLIPPED = 250
"""Grey level from which a pixel is overexposed."""
MOST_CLIPPED = 0.35
"""Most of a face that may be overexposed, beyond what most faces are."""
LEAST_CONTRAST = 25.0
"""Grey levels between ink and ground; a face with less has no ink or cannot be seen."""
LEAST_SHARP = 0.2
"""Least steepness of the ink's edges: the share of its contrast by which neighbouring pixels of a window differ. Where
thin strokes run into one another it is less."""
FEWEST_READ = 0.6
"""Share of the faces that the network must read as what they are laid for: most faces of any set are like those of
others, so with fewer the tiles lie in another order."""
STRAY = 2
"""A row of so few tiles, all unsure, is none."""


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """`windows`: the cut window of each face. `surprises`: face -> what the network alone, not yet taught, takes it
    for. `on_form`: whether the printed form was seen."""

    windows: Mapping[str, Image]
    surprises: Mapping[str, str]
    on_form: bool

    @classmethod
    def of(cls, photo: Image, reader: Reader) -> Lesson:
        """What a picture teaches. Raises `EnrolError`."""
        view = FormView.of(photo)
        image = photo if view is None else view.image
        reading = reader.read(image)
        if not reading.tiles:
            raise EnrolError(reading.remark or "no tile is seen")
        tiles = in_rows(reading.tiles) if view is None else in_cells(reading.tiles, view)
        places = {face: Place.of(tile.polygon) for face, tile in tiles.items()}
        finer = 1.0 if view is None else view.photographed / view.scale
        scale = float(np.median([place.pixels_per_mm for place in places.values()])) * finer
        if scale * DEFAULT_LAYOUT.tile_width < LEAST_WIDTH:
            raise EnrolError(
                f"the tiles are only {scale * DEFAULT_LAYOUT.tile_width:.0f} pixels wide: go nearer or take a larger "
                f"picture, at least {LEAST_WIDTH:.0f} are needed"
            )
        windows = dict(zip(places, Windows(image).cut(places.values()), strict=True))
        check_light(windows)
        check_backs(tiles)
        return cls(windows, check_order(tiles), view is not None)


def in_cells(tiles: Sequence[ReadTile], view: FormView) -> dict[str, ReadTile]:
    """The tile on each face's cell of the form. Raises `EnrolError`."""
    found: dict[str, ReadTile] = {}
    for tile in sorted(tiles, key=lambda tile: -tile.score):
        face = view.face_at(tile.centre)
        if face is not None and face not in view.empty:
            found.setdefault(face, tile)
    empty = [face for face in PLAIN if face not in found]
    if empty:
        raise EnrolError(
            f"no tile is seen on the {_cells(empty)}: lay one on each, with nothing over it, and no glare on it"
        )
    return found


def in_rows(tiles: Sequence[ReadTile]) -> dict[str, ReadTile]:
    """The tile of each face, laid in four rows in the order of `ROWS`, whichever way is up. Raises `EnrolError`."""
    seen = [row for row in rows(tiles) if len(row) > STRAY or any(tile.score >= SURE for tile in row)]
    upside_down = [row[::-1] for row in seen[::-1]]
    fitting = next((laid for laid in (seen, upside_down) if _fit(laid)), None)
    if fitting is None:
        raise EnrolError(
            f"{len(seen)} rows of {', '.join(str(len(row)) for row in seen)} tiles are seen, expected four: 9 "
            "characters, 9 dots, 9 bamboos, each with its red five at the end if the set has one, and 7 honours (East "
            f"South West North white green red){_wrong_row(seen)}; lay nothing else into the picture"
        )
    found: dict[str, ReadTile] = {}
    for faces, row in zip(ROWS, fitting, strict=True):
        found |= zip(faces, row, strict=False)  # no red five: one tile less
    return found


def _fit(laid: Sequence[Sequence[ReadTile]]) -> bool:
    """Whether rows have as many tiles as they may."""
    return (
        len(laid) == len(ROWS)
        and all(len(row) in (len(faces), 9) for row, faces in zip(laid, ROWS, strict=True))
        and len(laid[3]) == len(ROWS[3])
    )


def _wrong_row(laid: Sequence[Sequence[ReadTile]]) -> str:
    """Which row is wrong, where there are four."""
    if len(laid) != len(ROWS):
        return ""
    counts = [(9, 10), (9, 10), (9, 10), (7,)]
    wrong = [
        f"the {name} are {len(row)}"
        for name, row, allowed in zip(ROW_NAMES, laid, counts, strict=True)
        if len(row) not in allowed
    ]
    return ": " + ", ".join(wrong)


def check_backs(found: Mapping[str, ReadTile]) -> None:
    """Raises `EnrolError` for tiles that lie face down."""
    backs = [face for face, tile in found.items() if tile.name == BACK and tile.score >= SURE]
    if backs:
        raise EnrolError(f"the tile on the {_cells(backs)} lies face down: turn it up")


def _cells(faces: Sequence[str]) -> str:
    return f"place of {faces[0]}" if len(faces) == 1 else f"places of {', '.join(faces)}"


def check_order(tiles: Mapping[str, ReadTile]) -> dict[str, str]:
    """What the network takes for another face than its place says. Raises `EnrolError` for tiles laid wrongly.

    A design that the network does not know is read wrong although it lies right: that is what a set is learnt for. But
    tiles that were exchanged are read in a circle: A's place shows B, B's place shows C, C's shows A. (Where A's place
    shows B, and so does B's own, A is misread, or two equal tiles lie there; learning finds those alike.)
    """
    shown = {face: tile.name for face, tile in tiles.items() if tile.score >= LIKELY}
    surprises = {face: name for face, name in shown.items() if name != face}
    exchanged = [face for face in surprises if _in_circle(face, surprises)]
    right = sum(tile.name == face for face, tile in tiles.items())
    if not exchanged and right >= FEWEST_READ * len(tiles):
        return surprises
    wrong = exchanged or list(surprises)
    told = [f"the place of {face} shows {surprises[face]}" for face in wrong[:4]]
    more = [f"and {len(wrong) - 4} more"] if len(wrong) > 4 else []
    few = [] if exchanged else [f"only {right} of {len(tiles)} look like what they are laid for"]
    raise EnrolError(f"the tiles do not lie in the right order: {'; '.join(told + more + few)}")


def _in_circle(start: str, shown: Mapping[str, str]) -> bool:
    face = shown[start]
    for _ in shown:
        if face == start:
            return True
        if face not in shown:
            return False
        face = shown[face]
    return False


def check_light(windows: Mapping[str, Image]) -> None:
    """Raises `EnrolError` for a picture that is too dark, overexposed or blurred."""
    faces = {name: face_of(window) for name, window in windows.items()}
    ground = {name: float(np.percentile(face.max(2), 90)) for name, face in faces.items()}
    if np.median(list(ground.values())) < DARKEST:
        raise EnrolError("the picture is too dark: add light, or turn the exposure up")
    clipped = {name: float((face.min(2) >= CLIPPED).mean()) for name, face in faces.items()}
    usual = float(np.median(list(clipped.values())))
    if usual > MOST_CLIPPED:
        raise EnrolError("the picture is overexposed, the tiles' ground is pure white: turn the exposure down")
    glaring = [name for name, share in clipped.items() if share > usual + MOST_CLIPPED]
    if glaring:
        raise EnrolError(f"light is mirrored on {', '.join(glaring)}: move the lamp or the camera")
    steep = [steepness for face in faces.values() if (steepness := _steepness(face)) is not None]
    if len(steep) < len(faces) / 2:
        raise EnrolError("the faces have hardly any contrast: add light, and clean the lens")
    if np.median(steep) < LEAST_SHARP:
        raise EnrolError("the picture is blurred: hold the camera still, let it focus, and add light")


def _steepness(face: Image) -> float | None:
    """How much neighbouring pixels differ at the ink's edges, over its contrast; None without ink."""
    grey = np.asarray(cv2.cvtColor(face, cv2.COLOR_BGR2GRAY), np.float64)
    dark, bright = np.percentile(grey, (2, 98))
    if bright - dark < LEAST_CONTRAST:
        return None
    across, down = (grey[1:-1, 2:] - grey[1:-1, :-2]) / 2, (grey[2:, 1:-1] - grey[:-2, 1:-1]) / 2
    return float(np.percentile(np.hypot(across, down), 95) / (bright - dark))
