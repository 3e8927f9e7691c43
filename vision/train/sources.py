"""What the networks learn from, by name and licence: drawn styles, open art, openly licensed photographs."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.classes import FACES
from vision.frame import Image
from vision.render.canvas import Colour
from vision.render.faces import FaceSet, draw_faces, load_art, load_atlas
from vision.render.palette import BACKS, BODIES, shade_near
from vision.render.style import pick, random_wear
from vision.render.wear import worn

DRAWN = 220
"""Drawn styles: seeds 1 to this."""
ART: dict[str, str] = {
    "fluffystuff-regular": "CC0 1.0",
    "hongkong-samoheen": "CC0 1.0",
    "font-noto-symbols2": "SIL OFL 1.1",
}
"""Folders of tile art that are trained on, with their licences."""
ART_COUNTS = 9
"""Drawn styles that one folder of art counts as."""
UNTRAINED_ART = ("gutenberg-labo", "font-symbola")
"""Folders of tile art kept for tests."""
PHOTOS: dict[str, str] = {
    "riichi-box": "CC BY 4.0",
    "green-table-hands": "CC BY 4.0",
    "riichi-standing": "CC BY 4.0",
    "macro-crops": "MIT",
}
"""Photograph sets, with their licences. A training may leave one out, to be measured on it."""
HELD_BACK = 10
"""Every tenth photograph of a set is kept out of training, for choosing thresholds and the temperature."""


def shared_data() -> Path:
    """Folder of the tile pictures: `$TABLECTL_SHARED/data/tiles`, or `../shared/data/tiles` beside the checkout.

    Raises `FileNotFoundError`.
    """
    root = os.environ.get("TABLECTL_SHARED") or Path(__file__).resolve().parents[2].parent / "shared"
    folder = Path(root) / "data" / "tiles"
    if not folder.is_dir():
        raise FileNotFoundError(f"{folder}: no such folder; set TABLECTL_SHARED to the folder that has data/tiles")
    return folder


@dataclass(frozen=True, slots=True, eq=False)
class Label:
    """A labelled tile of a photograph: class, and its box in pixels."""

    name: str
    left: float
    top: float
    right: float
    bottom: float

    @property
    def centre(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """A photograph, squeezed back so that tiles have their true shape, about upright.

    `tile`: a tile's width and height in pixels. `straight`: the row runs along the picture, so that boxes fit.
    `direction`: the row's direction in radians, clockwise from the picture's right.
    """

    source: str
    image: Image
    labels: tuple[Label, ...]
    tile: tuple[float, float]
    straight: bool
    direction: float


@dataclass(frozen=True, slots=True, eq=False)
class TileSet:
    """Faces to compose scenes of: art, or photographed faces (opaque), with the colours of the tiles."""

    faces: Mapping[str, Image]
    """Class to picture; four channels (blue, green, red, ink) for art, three for a photograph."""
    body: Colour
    back: Colour


def art_sets(drawn: int = DRAWN) -> list[TileSet]:
    """All art that is trained on; each folder of art counts as nine drawn styles, each worn in its own way."""
    sets = [tile_set(draw_faces(seed)) for seed in range(1, drawn + 1)]
    rng = np.random.default_rng(5)
    for name in ART:
        art = load_art(shared_data() / "faces" / name)
        for _ in range(ART_COUNTS):
            body, back = shade_near(rng, pick(rng, BODIES), 8), shade_near(rng, pick(rng, BACKS), 20)
            wear = random_wear(rng)
            ink = {face: worn(picture, wear, rng) for face, picture in art.ink.items()}
            sets.append(tile_set(FaceSet(name, ink, body, back)))
    return sets


def untrained_sets() -> dict[str, TileSet]:
    """Art kept out of training, by name: the style `table` and the folders of `UNTRAINED_ART`."""
    sets = {"table": tile_set(load_atlas("table"))}
    for name in UNTRAINED_ART:
        sets[name] = tile_set(load_art(shared_data() / "faces" / name))
    return sets


def tile_set(faces: FaceSet) -> TileSet:
    """Drawn art to compose scenes of."""
    turned = {name: np.asarray(cv2.cvtColor(ink, cv2.COLOR_RGBA2BGRA), np.uint8) for name, ink in faces.ink.items()}
    return TileSet(turned, faces.body, faces.back)


def photos(sources: Iterable[str], held_back: bool = False) -> list[Photo]:
    """The photographs of some sets that are trained on, or those held back from training."""
    found: list[Photo] = []
    for source in sources:
        folder = shared_data() / "photos"
        rows = [json.loads(line) for line in (folder / f"{source}.jsonl").read_text(encoding="utf-8").splitlines()]
        for number, row in enumerate(rows):
            # One picture a class: none of the macro crops can be spared.
            if (number % HELD_BACK == HELD_BACK - 1 and source != "macro-crops") == held_back:
                found.append(_photo(source, folder / row["image"], row["tiles"]))
    return found


def _photo(source: str, path: Path, tiles: list[dict[str, object]]) -> Photo:
    picture = cv2.imread(str(path))
    if picture is None:
        raise FileNotFoundError(f"{path}: cannot be read")
    boxes = [_label(tile) for tile in tiles]
    direction, straight = _row(boxes)
    width = float(np.median([box.right - box.left for box in boxes]))
    height = float(np.median([box.bottom - box.top for box in boxes]))
    # A tile is 19.5 x 26 mm; diagonal rows give no clean boxes, so they keep their shape.
    squeeze = 26 / 19.5 * width / height if straight else 1.0
    image = cv2.resize(
        picture, None, fx=1, fy=squeeze, interpolation=cv2.INTER_AREA if squeeze < 1 else cv2.INTER_LINEAR
    )
    labels = tuple(Label(box.name, box.left, box.top * squeeze, box.right, box.bottom * squeeze) for box in boxes)
    if not straight:
        # A box around a slanting tile is larger than the tile: use the spacing of the row instead.
        width = _spacing(boxes)
    return Photo(source, np.asarray(image, np.uint8), labels, (width, width * 26 / 19.5), straight, direction)


def _label(tile: dict[str, object]) -> Label:
    name = str(tile["class"])
    if "box" in tile:
        left, top, right, bottom = np.asarray(tile["box"], float)
    else:
        polygon = np.asarray(tile["polygon"], float)
        (left, top), (right, bottom) = polygon.min(0), polygon.max(0)
    return Label(name, float(left), float(top), float(right), float(bottom))


def _nearest(boxes: list[Label]) -> np.ndarray:
    """For each box the vector to its nearest neighbour."""
    centres = np.array([box.centre for box in boxes])
    if len(centres) < 2:
        return np.array([[1.0, 0.0]])
    apart = centres[None] - centres[:, None]
    distance = np.hypot(*apart.transpose(2, 0, 1)) + np.eye(len(centres)) * 1e9
    return np.asarray(apart[np.arange(len(centres)), distance.argmin(1)])


def _row(boxes: list[Label]) -> tuple[float, bool]:
    """Direction of the rows, and whether they run along the picture's axes."""
    steps = _nearest(boxes)
    angles = np.arctan2(steps[:, 1], steps[:, 0])
    # Rows and columns are at right angles: average the fourfold angle.
    direction = float(np.angle(np.exp(4j * angles).mean()) / 4)
    return direction, abs(direction) < np.radians(7)


def _spacing(boxes: list[Label]) -> float:
    return float(np.median(np.hypot(*_nearest(boxes).T)))


def photographed_sets(pictures: list[Photo]) -> list[TileSet]:
    """Faces cut from straight photographs, a set a picture, with red fives tinted from plain ones."""
    sets: list[TileSet] = []
    rng = np.random.default_rng(6)
    for photo in pictures:
        if not photo.straight or photo.source == "riichi-standing" or photo.source == "macro-crops":
            continue
        faces: dict[str, Image] = {}
        for label in photo.labels:
            crop = photo.image[
                max(0, round(label.top)) : round(label.bottom), max(0, round(label.left)) : round(label.right)
            ]
            if label.name in FACES and min(crop.shape[:2]) >= 24:
                faces[label.name] = crop
        for suit in "mps":
            if f"5{suit}" in faces:
                faces[f"0{suit}"] = reddened(faces[f"5{suit}"])
        if faces:
            sets.append(TileSet(faces, shade_near(rng, pick(rng, BODIES), 8), shade_near(rng, pick(rng, BACKS), 20)))
    return sets


def reddened(face: Image) -> Image:
    """A photographed face with all its ink turned red, as on a red five."""
    pixels = face.astype(np.float32)
    ground = np.percentile(pixels.reshape(-1, 3), 85, axis=0).astype(np.float32)
    ink = np.clip(1.25 * (1 - pixels.min(-1, keepdims=True) / ground.min()), 0, 1)
    red = np.array([0.22, 0.16, 0.8], np.float32) * ground
    return np.asarray((ground * (1 - ink) + red * ink).clip(0, 255), np.uint8)
