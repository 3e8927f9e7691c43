"""Measures how tile sets that were not trained on are misread: `python -m benchmarks.confusion --out FILE.jsonl ...`.

Drawn sets: tables with full rivers in every light are read by the eyes of the table, as they come and, as `NAME,
learnt`, after the set was learnt from one picture. Photographs: the classifier alone on the labelled shapes. The file
is read by `benchmarks.noisy_games`.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from pathlib import Path

import cv2

from benchmarks.misreading import Misreadings, Options
from benchmarks.reading_score import face_up, match
from hardware.line import tile_art
from hardware.simulated import FRAME_TIME, enrolment_frames
from tablectl.config import ConfigError
from tablectl.rules.seat import BySeat
from tablectl.rules.tile import RED_FIVES, TILES, Tile
from tablectl.table import SeenTile, TableSnapshot
from vision.classes import BACK, FACES, INDEX, tile_of
from vision.classify import Classifier, Face
from vision.evaluate import LabelError, label_faces, load_labels, spread
from vision.find import Finder
from vision.layout import DEFAULT_LAYOUT
from vision.models import MODELS, ModelError, load_model, model_card
from vision.observe import LEAST_OPTION, OPTIONS
from vision.picture import PictureError, open_picture
from vision.pipeline import Eyes
from vision.render.lighting import LIGHTS, under
from vision.render.look import Look
from vision.render.scene import Renderer

COPIES = 2
"""Of each face on a drawn table: 74 tiles in four rivers."""


def drawn_tables(seed: int) -> TableSnapshot:
    """Every face twice, shuffled into four rivers, the seventh tile of each sideways."""
    faces = [face for face in (*TILES, *RED_FIVES) for _ in range(COPIES)]
    random.Random(seed).shuffle(faces)
    rivers = [faces[seat::4] for seat in range(4)]
    return TableSnapshot(
        rivers=BySeat.of(tuple(SeenTile(tile, sideways=slot == 6) for slot, tile in enumerate(row)) for row in rivers)
    )


def measure_art(art: str, models: Path, tables: int, learn: bool) -> Misreadings:
    """How a drawn set is read on so many tables, lights in turn. Raises `ConfigError`, `ModelError`."""
    found = Misreadings()
    faces = tile_art(art)
    for number in range(tables):
        look = under(Look.of(number), list(LIGHTS)[number % len(LIGHTS)])
        renderer = Renderer(faces, look)
        eyes = Eyes(
            finder=Finder(load_model("finder", models)), classifier=Classifier(load_model("classifier", models))
        )
        if learn:
            for frame in enrolment_frames(renderer):
                eyes.feed(frame)
            eyes.enrol(frame)
        table = drawn_tables(number)
        seen = TableSnapshot()
        for place in range(3):
            seen = eyes.feed(renderer.frame(table, None, 10 + place * FRAME_TIME, 10 + place)) or seen
        lying = face_up(table, DEFAULT_LAYOUT, look)
        matched, false = match(seen, lying)
        found.tiles += len(lying)
        found.missed += len(lying) - len(matched)
        found.false += len(false)
        for piece, (tile, axis) in matched.items():
            found.axis += not axis
            found.add(piece.face, tile.options)
    return found


def measure_photos(labels: Path, root: Path, models: Path, limit: int) -> Misreadings:
    """How the classifier reads labelled photographs. Raises `LabelError`, `ModelError`, `PictureError`."""
    found = Misreadings()
    classifier = Classifier(load_model("classifier", models))
    for picture in spread(load_labels(labels), limit):
        wanted = [label for label in picture.labels if not label.ignored and label.name in FACES]
        read = label_faces(classifier, open_picture(root / picture.image), wanted)
        for label, (_, face) in zip(wanted, read, strict=True):
            found.add(label.name, options_of(face))
    return found


def options_of(face: Face) -> Options:
    """The likeliest faces, given that a tile lies there, as the eyes name them."""
    shares = face.kinds[: INDEX[BACK] + 1] / face.kinds[: INDEX[BACK] + 1].sum()
    order = shares[: len(FACES)].argsort()[::-1][:OPTIONS]
    tiles = [(tile_of(FACES[place]), float(shares[place])) for place in order]
    return tuple((tile, chance) for tile, chance in tiles if isinstance(tile, Tile) and chance >= LEAST_OPTION)


def main() -> None:
    """Read the arguments, measure, write."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.confusion", description=__doc__)
    parser.add_argument("--art", nargs="*", default=[], help="styles or folders of artwork")
    parser.add_argument("--tables", type=int, default=12, help="drawn tables of each, and as many learnt")
    parser.add_argument("--photos", nargs="*", type=Path, default=[], metavar="LABELS", help="label files")
    parser.add_argument("--root", type=Path, help="folder the picture paths start from (default: the label file's)")
    parser.add_argument("--limit", type=int, default=100, metavar="N", help="pictures of each label file")
    parser.add_argument("--models", type=Path, default=MODELS, metavar="FOLDER", help="networks other than the shipped")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    sets: dict[str, Misreadings] = {}
    try:
        for labels in options.photos:
            root = options.root or labels.parent
            sets[labels.stem] = measure_photos(labels, root, options.models, options.limit)
        for art in options.art:
            name = Path(art).name
            sets[name] = measure_art(art, options.models, options.tables, learn=False)
            sets[f"{name}, learnt"] = measure_art(art, options.models, options.tables, learn=True)
        networks = {name: model_card(name, options.models)["sha256"] for name in ("finder", "classifier")}
    except (ConfigError, LabelError, ModelError, PictureError) as error:
        print(error, file=sys.stderr)
        sys.exit(2)
    for name, found in sets.items():
        print(f"{name}: {found}")
    lines = [json.dumps({"set": name, "networks": networks, **found.to_json()}) for name, found in sets.items()]
    options.out.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
