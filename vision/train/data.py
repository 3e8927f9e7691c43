"""Training material on disk: made once in parts, each part from its own seeds, in a folder git ignores."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.train.scenes import CELLS, SIDE, SceneMaker
from vision.train.sources import Photo, TileSet, art_sets, photographed_sets, photos
from vision.train.tables import Table, rendered
from vision.train.windows import WindowMaker

FOLDER = Path("data-local/train")
WINDOWS_A_PART, SCENES_A_PART = 5000, 500
WINDOW_SEED, SCENE_SEED = 11, 12
PHOTO_SHARE_WINDOWS, PHOTO_SHARE_SCENES, TABLE_SHARE_SCENES = 0.4, 0.22, 0.22
"""Shares of windows and scenes made from photographs, of scenes made from rendered tables."""
_MOST_TILES = 64
"""Rows kept for a scene's tiles."""


@dataclass(frozen=True, slots=True, eq=False)
class Windows:
    images: NDArray[np.uint8]
    kinds: NDArray[np.int64]
    turns: NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Scenes:
    """`tiles`: for each scene 64 rows as in `Scene.tiles`, unused ones with -1 as their last number."""

    images: NDArray[np.uint8]
    tiles: NDArray[np.float32]
    judged: NDArray[np.uint8]


def make(kind: str, parts: int, workers: int, folder: Path = FOLDER) -> None:
    """Make what is missing of the first so many parts; `kind` is `windows` or `scenes`."""
    folder.mkdir(parents=True, exist_ok=True)
    missing = [part for part in range(parts) if not _path(folder, kind, part).exists()]
    makers: dict[str, Callable[[int, Path], None]] = {"windows": _make_windows, "scenes": _make_scenes}
    with get_context("spawn").Pool(workers) as pool:
        for part in pool.imap(partial(_make, makers[kind], folder, kind), missing):
            print(f"{kind}: part {part} of {parts}", flush=True)


def load_windows(parts: int, folder: Path = FOLDER) -> Windows:
    """The first so many parts of the windows. Raises `FileNotFoundError`."""
    loaded = [np.load(_path(folder, "windows", part)) for part in range(parts)]
    return Windows(*(np.concatenate([part[name] for part in loaded]) for name in ("images", "kinds", "turns")))


def load_scenes(parts: int, folder: Path = FOLDER) -> Scenes:
    """The first so many parts of the scenes. Raises `FileNotFoundError`."""
    loaded = [np.load(_path(folder, "scenes", part)) for part in range(parts)]
    return Scenes(*(np.concatenate([part[name] for part in loaded]) for name in ("images", "tiles", "judged")))


def _path(folder: Path, kind: str, part: int) -> Path:
    return folder / f"{kind}-{part:03}.npz"


def _make(maker: Callable[[int, Path], None], folder: Path, kind: str, part: int) -> int:
    cv2.setNumThreads(1)
    path = _path(folder, kind, part)
    unfinished = path.with_suffix(".part.npz")
    maker(part, unfinished)
    unfinished.rename(path)
    return part


@lru_cache(maxsize=1)
def _sources() -> tuple[list[TileSet], list[TileSet], list[Photo]]:
    pictures = photos()
    return art_sets(), photographed_sets(pictures), pictures


@lru_cache(maxsize=1)
def _tables() -> list[Table]:
    return rendered()


def _make_windows(part: int, path: Path) -> None:
    art, real, pictures = _sources()
    maker = WindowMaker(art, real, pictures, WINDOW_SEED, PHOTO_SHARE_WINDOWS)
    made = [maker.window(part * WINDOWS_A_PART + number) for number in range(WINDOWS_A_PART)]
    np.savez(
        path,
        images=np.stack([window.image for window in made]),
        kinds=np.array([window.kind for window in made]),
        turns=np.array([window.turn for window in made]),
    )


def _make_scenes(part: int, path: Path) -> None:
    art, real, pictures = _sources()
    maker = SceneMaker([*art, *real], pictures, _tables(), SCENE_SEED, PHOTO_SHARE_SCENES, TABLE_SHARE_SCENES)
    images = np.empty((SCENES_A_PART, SIDE, SIDE, 3), np.uint8)
    tiles = np.full((SCENES_A_PART, _MOST_TILES, 4), -1, np.float32)
    judged = np.empty((SCENES_A_PART, CELLS, CELLS), np.uint8)
    for number in range(SCENES_A_PART):
        scene = maker.scene(part * SCENES_A_PART + number)
        images[number], judged[number] = scene.image, scene.judged
        rows = scene.tiles[:_MOST_TILES]
        tiles[number, : len(rows)] = rows
    np.savez(path, images=images, tiles=tiles, judged=judged)
