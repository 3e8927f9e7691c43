"""Tile art: the 37 faces of one tile set with the colours of its tiles."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.classes import FACES
from vision.render.canvas import FACE_HEIGHT, FACE_WIDTH, RGBA, Colour
from vision.render.drawing import draw
from vision.render.palette import BACKS, BODIES
from vision.render.style import random_style

ATLAS = Path(__file__).parent / "atlas.png"
"""Four styles that an earlier form of `vision.render.drawing` drew, a row each, kept as they are: simulated tables look
the same for ever. `atlas.json` beside it has the rows and colours."""
ATLAS_NAMES: tuple[str, ...] = ("table", "river", "garden", "lantern")
"""Styles in the shipped atlas; `table` is the art of simulated tables, on which no network was trained."""
_RED: Colour = (38, 30, 186)
"""Ink of red fives that a folder of art lacks."""


@dataclass(frozen=True, slots=True, eq=False)
class FaceSet:
    """The art of one tile set.

    `ink`: the 37 faces, upright, each height x width x 4 (red, green, blue, ink from 0 clear to 255 full) and covering
    the tile's whole top. `body`, `back`: blue-green-red colours of the tile's white side and of its back.
    """

    name: str
    ink: Mapping[str, RGBA]
    body: Colour
    back: Colour


def draw_faces(seed: int) -> FaceSet:
    """An invented tile set; the same seed gives the same art.

    Raises `OSError` when one of the fonts of `vision.render.fonts` is not installed.
    """
    style = random_style(seed)
    return FaceSet(f"drawn-{seed}", draw(style), style.colours.body, style.colours.back)


def load_atlas(name: str = "table") -> FaceSet:
    """A style of the shipped atlas. Raises `ValueError` for a name that is not in `ATLAS_NAMES`."""
    entries = json.loads(ATLAS.with_suffix(".json").read_text(encoding="utf-8"))
    if name not in entries:
        raise ValueError(f"no tile art is named {name!r}; the atlas has {', '.join(entries)}")
    sheet = cv2.imread(str(ATLAS), cv2.IMREAD_UNCHANGED)
    if sheet is None:
        raise OSError(f"{ATLAS}: cannot be read; install the package again")
    sheet = cv2.cvtColor(sheet, cv2.COLOR_BGRA2RGBA)
    entry = entries[name]
    top = int(entry["row"]) * FACE_HEIGHT
    ink = {
        face: np.asarray(sheet[top : top + FACE_HEIGHT, left : left + FACE_WIDTH], np.uint8)
        for face, left in zip(FACES, range(0, len(FACES) * FACE_WIDTH, FACE_WIDTH), strict=True)
    }
    return FaceSet(name, ink, _colour(entry["body"]), _colour(entry["back"]))


def load_art(folder: Path, body: Colour = BODIES[0], back: Colour = BACKS[0]) -> FaceSet:
    """Tile art of a folder with `<face>.svg` or `<face>.png` for each face; red fives it lacks are tinted plain fives.

    SVG needs the package `resvg-py` (extra `train`). Raises `FileNotFoundError` naming a face without a file,
    `ValueError` for a picture that cannot be read, `ModuleNotFoundError` without `resvg-py`.
    """
    ink: dict[str, RGBA] = {}
    for face in FACES:
        path = next((path for kind in ("svg", "png") if (path := folder / f"{face}.{kind}").is_file()), None)
        if path is not None:
            ink[face] = _fit(_read_svg(path) if path.suffix == ".svg" else _read_png(path))
        elif face[0] == "0" and f"5{face[1]}" in ink:
            ink[face] = _tint(ink[f"5{face[1]}"])
        else:
            raise FileNotFoundError(f"{folder}: no {face}.svg or {face}.png")
    return FaceSet(folder.name, ink, body, back)


def _colour(values: list[float]) -> Colour:
    blue, green, red = values
    return float(blue), float(green), float(red)


def _read_png(path: Path) -> RGBA:
    picture = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if picture is None or picture.dtype != np.uint8 or picture.ndim != 3:
        raise ValueError(f"{path}: not a colour picture of 8 bits")
    to_rgba = cv2.COLOR_BGR2RGBA if picture.shape[2] == 3 else cv2.COLOR_BGRA2RGBA
    return np.asarray(cv2.cvtColor(picture, to_rgba), np.uint8)


def _read_svg(path: Path) -> RGBA:
    try:
        import resvg_py
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(f"{path}: reading SVG needs resvg-py: pip install resvg-py") from error
    png = bytes(resvg_py.svg_to_bytes(svg_string=path.read_text(encoding="utf-8"), width=4 * FACE_WIDTH))
    picture = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED)
    if picture is None or picture.ndim != 3 or picture.shape[2] != 4:
        raise ValueError(f"{path}: not a picture with transparent ground")
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGRA2RGBA), np.uint8)


def _fit(picture: RGBA) -> RGBA:
    """Drawn size, the picture's shape kept and centred; colours are averaged by their ink."""
    height, width = picture.shape[:2]
    scale = min(FACE_WIDTH / width, FACE_HEIGHT / height)
    size = max(1, round(width * scale)), max(1, round(height * scale))
    alpha = picture[..., 3:].astype(np.float32) / 255
    inked = np.dstack([picture[..., :3] * alpha, alpha])
    small = np.asarray(cv2.resize(inked, size, interpolation=cv2.INTER_AREA), np.float32)
    colour = small[..., :3] / np.maximum(small[..., 3:], 1e-6)
    face = np.zeros((FACE_HEIGHT, FACE_WIDTH, 4), np.uint8)
    top, left = (FACE_HEIGHT - size[1]) // 2, (FACE_WIDTH - size[0]) // 2
    face[top : top + size[1], left : left + size[0]] = np.dstack([colour, small[..., 3:] * 255]).clip(0, 255).round()
    return face


def _tint(ink: RGBA) -> RGBA:
    """The same ink in red; light parts of the drawing stay light."""
    lightness = ink[..., :3].max(-1, keepdims=True).astype(np.float32) / 255
    light = np.clip((lightness - 0.75) / 0.25, 0, 1) * (ink[..., :3].min(-1, keepdims=True) > 150)
    tinted = np.array(_RED[::-1], np.float32) * (1 - light) + ink[..., :3] * light
    return np.dstack([tinted.round().astype(np.uint8), ink[..., 3:]])
