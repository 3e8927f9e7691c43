"""From a recording to what may be given away: crops of confirmed tiles and the events, no picture of a whole table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from vision.bundle import Crop, event_line
from vision.classes import BACK
from vision.crop import CROP_PIXELS, MOST_SKIN, cut, skin
from vision.frame import Image
from vision.picture import PictureError, open_picture
from vision.read import ReadTile
from vision.recording import INDICATORS, URA, Picture, Recording, zone_of
from vision.settled import Confirmed, Label, labels

COLUMNS = 16
"""Crops in a row of the contact sheet."""
_CAPTION = 20
_COLOURS = {Confirmed.READING: (60, 200, 60), Confirmed.LEGALITY: (0, 190, 255), Confirmed.PERSON: (255, 160, 60)}


@dataclass(frozen=True, slots=True, eq=False)
class Offer:
    """What a recording can give. `left_out`: how many tiles were not taken, by reason."""

    crops: tuple[Crop, ...]
    events: tuple[Mapping[str, object], ...]
    left_out: Mapping[str, int]


def offer(recording: Recording) -> Offer:
    """One crop of each tile that lay still and is confirmed, the first time it can be had, and all events."""
    tiles: dict[tuple[int, str, tuple[int, int]], list[Label]] = {}
    for label in labels(recording):
        tiles.setdefault((label.sight.game, label.zone, label.tile), []).append(label)
    began = _began(recording)
    crops: list[Crop] = []
    left_out: Counter[str] = Counter()
    for seen in tiles.values():
        crop = _crop(seen, began)
        if isinstance(crop, str):
            left_out[crop] += 1
        else:
            crops.append(crop)
    events = [
        event_line(row.event, row.source, row.monotonic - began)
        for _, rows in sorted(recording.games.items())
        for row in rows
        if row.event is not None
    ]
    return Offer(tuple(crops), tuple(events), left_out)


def _began(recording: Recording) -> float:
    """Time of the first event, from which a bundle counts."""
    return min((row.monotonic for rows in recording.games.values() for row in rows), default=0.0)


def _crop(seen: Sequence[Label], began: float) -> Crop | str:
    """The crop of a tile that was seen so many times, or why there is none."""
    reason = "their pictures are not kept"
    for label in seen:
        try:
            image = _cut(label, label.sight.picture)
            if image is None:
                continue
            if skin(image, None) <= MOST_SKIN or skin(image, _elsewhen(seen, label)) <= MOST_SKIN:
                return _labelled(label, image, began)
            reason = "something like a hand is beside them"
        except PictureError:
            reason = "their pictures are damaged"
    return reason


def _elsewhen(seen: Sequence[Label], label: Label) -> Image | None:
    """The tile in the last other picture that shows it."""
    last = seen[-1]
    for later, picture in ((last, last.sight.again), (last, last.sight.picture), (label, label.sight.again)):
        if picture is not None and picture is not label.sight.picture:
            image = _cut(later, picture)
            if image is not None:
                return image
    return None


def _cut(label: Label, picture: Picture) -> Image | None:
    """The tile cut out of a picture, if that is kept and shows all around it. Raises `PictureError`."""
    polygon = label.laid.polygon
    return None if picture.file is None or polygon is None else cut(_picture(picture.file), polygon)


@lru_cache(maxsize=8)
def _picture(file: Path) -> Image:
    return open_picture(file)


def _labelled(label: Label, image: Image, began: float) -> Crop:
    seen, polygon = label.laid.seen, label.laid.polygon
    assert polygon is not None
    read = BACK if seen.face_down else None if seen.tile is None else str(seen.tile)
    if label.zone in (INDICATORS, URA):
        seat, zone = None, label.zone
    else:
        seat, area = zone_of(label.zone)
        zone = area.value
    turn = ReadTile(label.name, seen.confidence, polygon).turn
    time = label.sight.picture.time - began
    return Crop(image, label.name, label.confirmed, read, seen.confidence, turn, zone, seat, label.sight.hand, time)


def sheet(crops: Sequence[Crop]) -> Image:
    """All crops side by side, each with its number and label below; green: as read, yellow: by the rules, blue: by a
    person."""
    cells = [_cell(number, crop) for number, crop in enumerate(crops, 1)]
    columns = min(COLUMNS, len(cells))
    empty = np.zeros_like(cells[0])
    rows = [cells[start : start + columns] for start in range(0, len(cells), columns)]
    rows[-1] += [empty] * (columns - len(rows[-1]))
    return np.concatenate([np.concatenate(row, 1) for row in rows])


def _cell(number: int, crop: Crop) -> Image:
    cell = np.zeros((CROP_PIXELS + _CAPTION, CROP_PIXELS, 3), np.uint8)
    cell[:CROP_PIXELS] = crop.image
    place = 4, CROP_PIXELS + _CAPTION - 6
    text, colour = f"{number}: {crop.name}", _COLOURS[crop.confirmed]
    cv2.putText(cell, text, place, cv2.FONT_HERSHEY_SIMPLEX, 0.45, colour, 1, cv2.LINE_AA)
    return cell
