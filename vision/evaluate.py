"""How well photographs are read: `python -m vision.evaluate LABELS.jsonl --root PHOTOS`.

A label file holds one picture a line, `{"image": ..., "tiles": [{"class": ..., "box": [x0, y0, x1, y1]}, ...]}`; a tile
may have a `polygon` [[x, y], ...] instead of a box, a `turn` (quarter turns clockwise, 0 to 3), and `ignore`.

A read tile and a label are one tile when the read tile's centre lies in the label's shape and their bounding boxes
overlap by at least `LEAST_OVERLAP` (intersection over union). Pairs are made one to one, the best overlap first.

Not counted, neither as missed nor (where found) as false: tiles marked `ignore`, and the classes the networks do not
know (`other`, flowers). Backs that were found but not labelled are counted as false only if the file labels backs.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tablectl.table import SURE
from vision.classes import BACK, FACES, INDEX
from vision.classify import Classifier, Face
from vision.enrol import PLAIN, EnrolError, TileSet
from vision.find import Finder
from vision.frame import Image
from vision.models import MODELS, ModelError, load_model
from vision.picture import PictureError, open_picture
from vision.read import Reader, ReadTile
from vision.reliability import Band, bands, gap
from vision.selftest import gathered
from vision.window import Place, Windows

LEAST_OVERLAP = 0.2


class LabelError(ValueError):
    """A label file that cannot be used; the text names the line."""


@dataclass(frozen=True, slots=True, eq=False)
class Label:
    """A tile as labelled: its class, its shape (N x 2 pixels), its quarter turn if known."""

    name: str
    shape: NDArray[np.float32]
    turn: int | None = None
    ignored: bool = False


@dataclass(frozen=True, slots=True)
class LabelledPicture:
    """A picture's path below the root, and its tiles."""

    image: str
    labels: tuple[Label, ...]


@dataclass(slots=True)
class Figures:
    """Counts over pictures. `labelled` leaves out the `ignored`; `right` and the like are among the `found`."""

    pictures: int = 0
    labelled: int = 0
    ignored: int = 0
    found: int = 0
    false: int = 0
    right: int = 0
    unsure: int = 0
    surely_wrong: int = 0
    turn_known: int = 0
    turn_right: int = 0
    whole_right: int = 0
    ignored_classes: Counter[str] = field(default_factory=Counter)
    confusions: Counter[tuple[str, str]] = field(default_factory=Counter)
    scores: list[tuple[float, bool]] = field(default_factory=list)
    """Confidence of each found tile, and whether its class is right."""

    def reliability(self) -> tuple[Band, ...]:
        """How many answers of about the same confidence are right."""
        return bands([score for score, _ in self.scores], [right for _, right in self.scores])

    def to_json(self) -> dict[str, Any]:
        """The counts and the shares people compare; a share of nothing is None."""
        return {
            "pictures": self.pictures,
            "labelled": self.labelled,
            "ignored": self.ignored,
            "ignored_classes": dict(sorted(self.ignored_classes.items())),
            "found": self.found,
            "recall": _share(self.found, self.labelled),
            "false": self.false,
            "false_per_picture": _share(self.false, self.pictures),
            "right": self.right,
            "class_right_of_found": _share(self.right, self.found),
            "right_of_labelled": _share(self.right, self.labelled),
            "unsure_of_found": _share(self.unsure, self.found),
            "surely_wrong": self.surely_wrong,
            "surely_wrong_of_sure": _share(self.surely_wrong, self.found - self.unsure),
            "turn_right_of_known": _share(self.turn_right, self.turn_known),
            "whole_picture_right": _share(self.whole_right, self.pictures),
            "calibration_error": round(gap(self.reliability()), 4),
            "reliability": [band.to_json() for band in self.reliability()],
            "confusions": [[true, read, count] for (true, read), count in self.confusions.most_common()],
        }

    def lines(self) -> Iterator[str]:
        """The same for people."""
        yield f"{self.pictures} pictures, {self.labelled} labelled tiles ({self.ignored} more are ignored)"
        if self.ignored_classes:
            yield "  ignored: " + ", ".join(f"{name} {count}" for name, count in sorted(self.ignored_classes.items()))
        yield f"found            {_per_cent(self.found, self.labelled)}"
        yield f"false tiles      {self.false} = {self.false / max(self.pictures, 1):.2f} a picture"
        yield f"class right      {_per_cent(self.right, self.found)} of the found"
        yield f"below {SURE:.0%}        {_per_cent(self.unsure, self.found)} of the found"
        yield f"wrong from {SURE:.0%}   {_per_cent(self.surely_wrong, self.found - self.unsure)} of the sure"
        if self.turn_known:
            yield f"turn right       {_per_cent(self.turn_right, self.turn_known)}"
        yield f"whole pictures   {_per_cent(self.whole_right, self.pictures)} all found and right, none false"
        for band in self.reliability():
            yield f"  confidence {band.least:.2f} to {band.most:.2f}: {band.right:.1%} of {band.count} right"
        if self.confusions:
            pairs = ", ".join(f"{true} as {read} {count}" for (true, read), count in self.confusions.most_common(20))
            yield f"  confusions: {pairs}"


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 5) if whole else None


def _per_cent(part: int, whole: int) -> str:
    return f"{part} of {whole} = {part / whole:.2%}" if whole else f"{part} of 0"


def load_labels(path: Path) -> tuple[LabelledPicture, ...]:
    """All pictures of a label file. Raises `LabelError` naming the line that is wrong."""
    pictures: list[LabelledPicture] = []
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise LabelError(f"{path}: cannot be read as a label file ({error})") from error
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            pictures.append(LabelledPicture(str(row["image"]), tuple(_label(tile) for tile in row["tiles"])))
        except (ValueError, KeyError, TypeError) as error:
            raise LabelError(
                f"{path}, line {number}: {error!r}; expected image and tiles with class and box"
            ) from error
    if not pictures:
        raise LabelError(f"{path}: no pictures in it")
    return tuple(pictures)


def _label(tile: dict[str, Any]) -> Label:
    if "polygon" in tile:
        shape = np.array(tile["polygon"], np.float32).reshape(-1, 2)
    else:
        x0, y0, x1, y1 = tile["box"]
        shape = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], np.float32)
    name = str(tile["class"])
    return Label(name, shape, tile.get("turn"), bool(tile.get("ignore")) or name not in INDEX)


def count(figures: Figures, labels: Sequence[Label], tiles: Sequence[ReadTile], backs_labelled: bool) -> None:
    """Add one picture to the figures."""
    pairs = match(labels, tiles)
    matched = {read for _, read in pairs}
    right_before = figures.right
    for label, read in pairs:
        if not labels[label].ignored:
            _count_pair(figures, labels[label], tiles[read])
    counted = [label for label in labels if not label.ignored]
    false = sum(
        1
        for place, tile in enumerate(tiles)
        if place not in matched
        and (tile.name != BACK or backs_labelled)
        and not any(label.ignored and _inside(label, tile) for label in labels)
    )
    figures.pictures += 1
    figures.labelled += len(counted)
    figures.ignored += len(labels) - len(counted)
    figures.ignored_classes.update(label.name for label in labels if label.ignored)
    figures.false += false
    figures.whole_right += not false and figures.right - right_before == len(counted)


def _count_pair(figures: Figures, label: Label, tile: ReadTile) -> None:
    right, sure = label.name == tile.name, tile.score >= SURE
    figures.found += 1
    figures.right += right
    figures.unsure += not sure
    figures.surely_wrong += sure and not right
    figures.scores.append((tile.score, right))
    if not right:
        figures.confusions[label.name, tile.name] += 1
    if label.turn is not None:
        figures.turn_known += 1
        figures.turn_right += label.turn == tile.turn


def match(labels: Sequence[Label], tiles: Sequence[ReadTile]) -> list[tuple[int, int]]:
    """Pairs of places in `labels` and `tiles`, one to one, the best overlap first."""
    candidates = [
        (overlap, label, read)
        for label in range(len(labels))
        for read in range(len(tiles))
        if _inside(labels[label], tiles[read])
        and (overlap := _overlap(labels[label].shape, np.array(tiles[read].polygon))) >= LEAST_OVERLAP
    ]
    pairs: list[tuple[int, int]] = []
    labels_left, tiles_left = set(range(len(labels))), set(range(len(tiles)))
    for _, label, read in sorted(candidates, reverse=True):
        if label in labels_left and read in tiles_left:
            labels_left.remove(label)
            tiles_left.remove(read)
            pairs.append((label, read))
    return pairs


def _inside(label: Label, tile: ReadTile) -> bool:
    return cv2.pointPolygonTest(label.shape, tile.centre, False) >= 0


def _overlap(one: NDArray[np.floating[Any]], other: NDArray[np.floating[Any]]) -> float:
    """Intersection over union of two shapes' bounding boxes."""
    low, high = np.maximum(one.min(0), other.min(0)), np.minimum(one.max(0), other.max(0))
    common = float(np.prod(np.clip(high - low, 0, None)))
    areas = float(np.prod(np.ptp(one, 0)) + np.prod(np.ptp(other, 0)))
    return common / max(areas - common, 1e-9)


def evaluate(
    pictures: Iterable[LabelledPicture],
    root: Path,
    read: Callable[[Image, LabelledPicture], Sequence[ReadTile]],
    progress: Callable[[str], None] = lambda text: None,
) -> Figures:
    """Figures of reading pictures below `root`. Raises `PictureError` for one that cannot be opened."""
    pictures = tuple(pictures)
    figures = Figures()
    backs_labelled = any(label.name == BACK for picture in pictures for label in picture.labels)
    for number, picture in enumerate(pictures, 1):
        count(figures, picture.labels, read(open_picture(root / picture.image), picture), backs_labelled)
        progress(f"{number}/{len(pictures)} {picture.image}")
    return figures


def lessons(
    pictures: Sequence[LabelledPicture], root: Path, reader: Reader
) -> tuple[list[dict[str, Image]], tuple[LabelledPicture, ...]]:
    """The windows of each face in as few pictures as show every face between them, and the pictures left.

    The picture with most new faces comes first; a face counts where the reader finds the tile. Raises `EnrolError` when
    faces are left over, `PictureError`.
    """
    shown: list[dict[str, Image]] = []
    left, missing = list(pictures), set(PLAIN)
    while missing and left:
        best = max(left, key=lambda picture: len(missing & {label.name for label in picture.labels}))
        left.remove(best)
        image = open_picture(root / best.image)
        tiles = reader.read(image).tiles
        found = {best.labels[label].name: tiles[read] for label, read in match(best.labels, tiles)}
        faces = [face for face in FACES if face in found]
        if missing.isdisjoint(faces):
            continue
        windows = Windows(image).cut(Place.of(found[face].polygon) for face in faces)
        shown.append(dict(zip(faces, windows, strict=True)))
        missing -= set(faces)
    if missing:
        raise EnrolError(f"no picture shows {', '.join(sorted(missing))}: the set cannot be learnt from them")
    return shown, tuple(left)


def read_label_boxes(classifier: Classifier, image: Image, labels: Sequence[Label]) -> list[ReadTile]:
    """What the classifier alone says of the true shapes."""
    return [ReadTile.of(place, face) for place, face in label_faces(classifier, image, labels)]


def label_faces(classifier: Classifier, image: Image, labels: Sequence[Label]) -> list[tuple[Place, Face]]:
    """How each true shape lies and what the classifier says of it.

    A shape's four corners are taken as the outline of the face; whether its long side stands or lies in the picture is
    left to the classifier, since a squeezed picture does not show it.
    """
    both = [_place(label.shape, quarters) for label in labels for quarters in range(2)]
    faces = classifier.classify(Windows(image).cut(both))
    best = [2 * number + (faces[2 * number + 1].score > faces[2 * number].score) for number in range(len(labels))]
    return [(both[number], faces[number]) for number in best]


def _place(shape: NDArray[np.float32], quarters: int) -> Place:
    """The place of a face with these corners (those of the bounding box, if not four), turned by so many quarters."""
    if len(shape) != 4:
        (x0, y0), (x1, y1) = shape.min(0), shape.max(0)
        shape = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], np.float32)
    first, second, third, fourth = ((float(x), float(y)) for x, y in np.roll(shape, -quarters, 0))
    return Place.of((first, second, third, fourth))


def spread(pictures: Sequence[LabelledPicture], limit: int | None) -> tuple[LabelledPicture, ...]:
    """At most `limit` pictures, evenly spread over the file, since neighbours are often alike."""
    if limit is None or limit >= len(pictures):
        return tuple(pictures)
    return tuple(pictures[number * len(pictures) // limit] for number in range(limit))


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns its exit status."""
    parser = argparse.ArgumentParser(prog="python -m vision.evaluate", description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("labels", type=Path, help="label file, JSON lines")
    parser.add_argument("--root", type=Path, help="folder the picture paths start from (default: the label file's)")
    parser.add_argument("--limit", type=int, metavar="N", help="only N pictures, evenly spread over the file")
    parser.add_argument("--label-boxes", action="store_true", help="classifier alone on the labelled shapes")
    parser.add_argument("--models", type=Path, default=MODELS, metavar="FOLDER", help="networks other than the shipped")
    told = "first learn the set from the fewest pictures that show all faces; these are left out"
    parser.add_argument("--enrol", action="store_true", help=told)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    chosen = parser.parse_args(arguments)
    if chosen.limit is not None and chosen.limit < 1:
        parser.error("--limit must be at least 1")
    try:
        pictures = spread(load_labels(chosen.labels), chosen.limit)
        classifier = Classifier(load_model("classifier", chosen.models))
        reader = Reader(Finder(load_model("finder", chosen.models)), classifier)
        root = chosen.root or chosen.labels.parent
        if chosen.enrol:
            shown, pictures = lessons(pictures, root, reader)
            classifier.tile_set = TileSet.learn(classifier, gathered(shown))
            print(f"learnt from {len(shown)} pictures, which are left out", file=sys.stderr)
        if chosen.label_boxes:
            figures = evaluate(
                pictures, root, lambda image, picture: read_label_boxes(classifier, image, picture.labels)
            )
        else:
            figures = evaluate(pictures, root, lambda image, _: reader.read(image).tiles)
    except (EnrolError, LabelError, ModelError, PictureError) as error:
        print(error, file=sys.stderr)
        return 1
    print(json.dumps(figures.to_json()) if chosen.json else "\n".join(figures.lines()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
