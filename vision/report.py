"""Photographs read one after the other and reported: all that `tablectl read` does."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import cv2

from tablectl.rules.ruleset import Ruleset
from tablectl.table import SURE
from vision.census import ANY_SET, set_of
from vision.classes import BACK
from vision.draw import draw
from vision.frame import Image
from vision.models import ModelError
from vision.picture import PictureError, open_picture
from vision.read import PhotoReading, Reader, ReadTile
from vision.tilesets import TileSetError, TileSets

Printer = Callable[[str], None]


def report(
    photos: Sequence[Path],
    reader: Reader,
    say: Printer,
    complain: Printer,
    as_json: bool = False,
    drawn: Path | None = None,
) -> bool:
    """Read each photo and `say` what lies there: a few lines for people, or one JSON object a line.

    `drawn`: the annotated picture goes there; with several photos it names a folder, and each picture goes into it
    under its own name. A photo that cannot be read or drawn is a `complain`; the others are still read. Returns whether
    all went well.
    """
    well = True
    for photo in photos:
        try:
            image = open_picture(photo)
            reading = reader.read(image)
            say(json.dumps(reading.to_json(str(photo))) if as_json else describe(photo, reading))
            if drawn is not None:
                save(drawn if len(photos) == 1 else drawn / f"{photo.stem}.png", draw(image, reading))
        except PictureError as error:
            complain(str(error))
            well = False
    return well


def describe(photo: Path, reading: PhotoReading) -> str:
    """What was read, for people: how many tiles, then line by line as they lie in the picture, unsure ones with `?`."""
    backs = sum(tile.name == BACK for tile in reading.tiles)
    head = f"{photo}: {len(reading.tiles) - backs} tiles" + (f", {backs} face down" if backs else "")
    lines = [" ".join(tile.name + "?" * (tile.score < SURE) for tile in row) for row in rows(reading.tiles)]
    remark = [f"({reading.remark})"] if reading.remark else []
    return "\n  ".join([head, *remark, *lines])


def rows(tiles: Sequence[ReadTile]) -> list[list[ReadTile]]:
    """Tiles in lines from top to bottom, each from left to right: a tile begins a new line when its middle
    lies lower than the edge of the line's first tile."""
    lines: list[list[ReadTile]] = []
    limit = float("-inf")
    for tile in sorted(tiles, key=lambda tile: tile.centre[1]):
        top, bottom = min(y for _, y in tile.polygon), max(y for _, y in tile.polygon)
        if tile.centre[1] > limit:
            lines.append([])
            limit = tile.centre[1] + (bottom - top) / 2
        lines[-1].append(tile)
    return [sorted(line, key=lambda tile: tile.centre[0]) for line in lines]


def save(path: Path, image: Image) -> None:
    """Write a picture, making its folder. Raises `PictureError` naming the file."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        written = cv2.imwrite(str(path), image)
    except (OSError, cv2.error) as error:
        raise PictureError(f"{path}: cannot be written ({error}); choose a name that ends in .png or .jpg") from error
    if not written:
        raise PictureError(f"{path}: cannot be written; choose another folder")


def read_photos(
    photos: Sequence[Path],
    as_json: bool = False,
    drawn: Path | None = None,
    ruleset: Ruleset | None = None,
    tile_set: str = "",
) -> int:
    """The whole of `tablectl read`, with the shipped models, to standard output and error; returns the exit status.

    `ruleset`: the rules whose set of tiles lies on the table, where known. `tile_set`: the name of a learnt one.
    """
    complain = partial(print, file=sys.stderr)
    try:
        classifier = TileSets.of_user().classifier(tile_set)
        reader = Reader(classifier=classifier, tiles=ANY_SET if ruleset is None else set_of(ruleset))
    except ModelError as error:
        complain(str(error))
        return 1
    except TileSetError as error:
        complain(f"tablectl: {error}")
        return 2
    return 0 if report(photos, reader, print, complain, as_json, drawn) else 1
