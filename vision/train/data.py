"""Training material on disk: made once in parts, each of one source and from its own seeds, in a folder git ignores.

A part holds drawn material or that of one set of photographs or of one bundle, so that a set is left out of a training
by leaving out its parts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.train.given import Given, GivenWindows
from vision.train.scenes import CELLS, SIDE, SceneMaker
from vision.train.sources import PHOTOS, TileSet, art_sets, photographed_sets, photos
from vision.train.tables import Table, rendered
from vision.train.windows import WindowMaker

FOLDER = Path("data-local/train")
WINDOWS_A_PART, SCENES_A_PART = 5000, 500
DRAWN = "drawn"
SOURCES: tuple[str, ...] = (DRAWN, *PHOTOS)
WINDOW_PARTS: Mapping[str, int] = {
    DRAWN: 24,
    "riichi-box": 4,
    "green-table-hands": 5,
    "riichi-standing": 3,
    "macro-crops": 1,
}
SCENE_PARTS: Mapping[str, int] = {DRAWN: 16, "riichi-box": 2, "green-table-hands": 3, "riichi-standing": 1}
"""Parts of each source; a drawn part more is made to measure the finder. Tiles of `macro-crops` fill the picture."""
WINDOW_SEED, SCENE_SEED = 1100, 1200
"""Seeds of the first source, counting up."""
TABLE_SHARE = 0.28
"""Share of drawn scenes cut from rendered tables."""
_MOST_TILES = 96
"""Rows kept for a scene's tiles."""


@dataclass(frozen=True, slots=True, eq=False)
class Windows:
    images: NDArray[np.uint8]
    kinds: NDArray[np.int64]
    turns: NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Scenes:
    """`tiles`: for each scene 96 rows as in `Scene.tiles`, unused ones with -1 as their last number."""

    images: NDArray[np.uint8]
    tiles: NDArray[np.float32]
    judged: NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Part:
    """One file of material; `kind` is `windows` or `scenes`. `given`: the bundle it is made of, if it is of one."""

    kind: str
    source: str
    number: int
    given: Given | None = None

    def path(self, folder: Path) -> Path:
        """Its file."""
        return folder / f"{self.kind}-{self.source}-{self.number:02}.npz"


def parts(
    kind: str, without: Sequence[str] = (), most: int | None = None, most_photos: int | None = None
) -> list[Part]:
    """The parts a training uses: those of all sources but some, at most so many of each, and at most `most_photos` of
    each set of photographs."""
    counts = {"windows": WINDOW_PARTS, "scenes": SCENE_PARTS}[kind]
    found: list[Part] = []
    for source, count in counts.items():
        limits = [count, most, None if source == DRAWN else most_photos]
        if source not in without:
            found += [Part(kind, source, number) for number in range(min(each for each in limits if each is not None))]
    return found


def given_parts(bundles: Sequence[Given]) -> list[Part]:
    """A part of windows of each bundle, named by its checksum: they come after all others, which stay as they are."""
    return [Part("windows", f"bundle-{bundle.sha256}", 0, bundle) for bundle in bundles]


def unseen() -> Part:
    """Drawn scenes that no training uses."""
    return Part("scenes", DRAWN, SCENE_PARTS[DRAWN])


def make(wanted: list[Part], workers: int, folder: Path = FOLDER) -> None:
    """Make those parts that are missing."""
    folder.mkdir(parents=True, exist_ok=True)
    missing = [part for part in wanted if not part.path(folder).exists()]
    with get_context("spawn").Pool(workers) as pool:
        for part in pool.imap(partial(_make, folder), missing):
            print(f"made {part.path(folder).name}", flush=True)


def load_windows(wanted: list[Part], folder: Path = FOLDER) -> Windows:
    """Windows of some parts. Raises `FileNotFoundError`."""
    loaded = [np.load(part.path(folder)) for part in wanted]
    return Windows(*(np.concatenate([part[name] for part in loaded]) for name in ("images", "kinds", "turns")))


def load_scenes(wanted: list[Part], folder: Path = FOLDER) -> Scenes:
    """Scenes of some parts. Raises `FileNotFoundError`."""
    loaded = [np.load(part.path(folder)) for part in wanted]
    return Scenes(*(np.concatenate([part[name] for part in loaded]) for name in ("images", "tiles", "judged")))


def _make(folder: Path, part: Part) -> Part:
    cv2.setNumThreads(1)
    makers: dict[str, Callable[[Part, Path], None]] = {"windows": _make_windows, "scenes": _make_scenes}
    unfinished = part.path(folder).with_suffix(".part.npz")
    makers[part.kind](part, unfinished)
    unfinished.rename(part.path(folder))
    return part


@lru_cache(maxsize=1)
def _art() -> list[TileSet]:
    return art_sets()


@lru_cache(maxsize=1)
def _tables() -> list[Table]:
    return rendered()


def _make_windows(part: Part, path: Path) -> None:
    maker = _window_maker(part)
    made = [maker.window(part.number * WINDOWS_A_PART + number) for number in range(WINDOWS_A_PART)]
    np.savez(
        path,
        images=np.stack([window.image for window in made]),
        kinds=np.array([window.kind for window in made]),
        turns=np.array([window.turn for window in made]),
    )


def _window_maker(part: Part) -> WindowMaker | GivenWindows:
    if part.given is not None:
        return GivenWindows(part.given)
    seed = WINDOW_SEED + SOURCES.index(part.source)
    if part.source == DRAWN:
        return WindowMaker(_art(), [], [], seed, 0.0)
    pictures = photos([part.source])
    # Drawn art stands in for faces that the set lacks.
    return WindowMaker(_art(), photographed_sets(pictures), pictures, seed, 1.0)


def _make_scenes(part: Part, path: Path) -> None:
    seed = SCENE_SEED + SOURCES.index(part.source)
    if part.source == DRAWN:
        maker = SceneMaker(_art(), [], _tables(), seed, 0.0, TABLE_SHARE)
    else:
        maker = SceneMaker([], photos([part.source]), [], seed, 1.0, 0.0)
    images = np.empty((SCENES_A_PART, SIDE, SIDE, 3), np.uint8)
    tiles = np.full((SCENES_A_PART, _MOST_TILES, 4), -1, np.float32)
    judged = np.empty((SCENES_A_PART, CELLS, CELLS), np.uint8)
    for number in range(SCENES_A_PART):
        scene = maker.scene(part.number * SCENES_A_PART + number)
        images[number], judged[number] = scene.image, scene.judged
        rows = scene.tiles[:_MOST_TILES]
        tiles[number, : len(rows)] = rows
    np.savez(path, images=images, tiles=tiles, judged=judged)
