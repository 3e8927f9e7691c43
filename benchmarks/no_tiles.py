"""Pictures without a tile: how many tiles are read in them all the same: `python -m benchmarks.no_tiles`.

Painted by `vision.train` and drawn by `vision.render` from seeds that no training uses.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

import cv2
import numpy as np

from tablectl.table import SURE, TableSnapshot
from vision.frame import Image
from vision.models import MODELS
from vision.read import Reader
from vision.render.faces import load_atlas
from vision.render.look import Look
from vision.render.scene import Renderer
from vision.train.arm import arm
from vision.train.cloth import Floats, cloth
from vision.train.clutter import thing
from vision.train.lamp import lit
from vision.train.lens import photographed

FIRST_SEED = 700_000
SIDE = 900
"""Pixels of a painted picture: 340 mm of a table."""


def empty_table(rng: np.random.Generator) -> Image:
    """A whole table with its markers."""
    look = Look.of(int(rng.integers(50_000, 90_000)))
    return Renderer(load_atlas("table"), look).frame(TableSnapshot(), None, 0.0, 0).image


def table_without_markers(rng: np.random.Generator) -> Image:
    """The middle of an empty table."""
    image = empty_table(rng)
    height, width = image.shape[:2]
    return image[height // 5 : -height // 5, width // 4 : -width // 4]


def bare_cloth(rng: np.random.Generator) -> Image:
    """A cloth from near, half of the time with a pattern."""
    return _taken(rng, cloth(rng, SIDE))


def things(rng: np.random.Generator) -> Image:
    """Sticks, papers, cups, consoles and the like."""
    image = cloth(rng, SIDE)
    for _ in range(int(rng.integers(3, 9))):
        thing(rng, image, *rng.uniform(0, SIDE, 2))
    return _taken(rng, image)


def hands(rng: np.random.Generator) -> Image:
    """Arms and hands over a cloth."""
    image = cloth(rng, SIDE)
    for _ in range(int(rng.integers(1, 4))):
        arm(rng, image, *rng.uniform(0.2 * SIDE, 0.8 * SIDE, 2))
    return _taken(rng, image)


def lens_cap(rng: np.random.Generator) -> Image:
    """A black picture with noise."""
    return rng.normal(6, 3, (SIDE, SIDE, 3)).clip(0, 255).astype(np.uint8)


def burnt_out(rng: np.random.Generator) -> Image:
    """A table in far too much light."""
    return np.asarray(cv2.convertScaleAbs(things(rng), alpha=5.0), np.uint8)


def unlit(rng: np.random.Generator) -> Image:
    """A table in the dark."""
    dark = things(rng).astype(np.float32) * 0.1
    return (dark + rng.normal(4, 3, dark.shape)).clip(0, 255).astype(np.uint8)


PICTURES: Mapping[str, Callable[[np.random.Generator], Image]] = {
    "empty table": empty_table,
    "without markers": table_without_markers,
    "cloth": bare_cloth,
    "things": things,
    "hands": hands,
    "lens cap": lens_cap,
    "burnt out": burnt_out,
    "in the dark": unlit,
}


def _taken(rng: np.random.Generator, image: Floats) -> Image:
    return photographed(rng, lit(rng, image))


@dataclass(frozen=True, slots=True)
class Row:
    """One kind of picture: how many, tiles read in them, sure ones, pictures with any, remarks made, what was read."""

    pictures: str
    count: int
    tiles: int
    sure: int
    with_tiles: int
    remarks: int
    names: tuple[str, ...]


def measure(reader: Reader, count: int) -> Iterator[Row]:
    """A row a kind of picture, of so many each."""
    for kind, (name, make) in enumerate(PICTURES.items()):
        read = [reader.read(make(np.random.default_rng([FIRST_SEED, kind, number]))) for number in range(count)]
        tiles = [tile for reading in read for tile in reading.tiles]
        yield Row(
            name,
            count,
            len(tiles),
            sum(tile.score >= SURE for tile in tiles),
            sum(bool(reading.tiles) for reading in read),
            sum(reading.remark is not None for reading in read),
            tuple(sorted({tile.name for tile in tiles})),
        )


def main() -> None:
    """Print the table, or with `--json` one object a line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.no_tiles", description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--count", type=int, default=12, help="pictures of each kind")
    parser.add_argument("--models", type=Path, default=MODELS, metavar="FOLDER", help="networks other than the shipped")
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    reader = Reader.of(chosen.models)
    if not chosen.json:
        print(f"{'':18}{'pictures':>10}{'tiles':>8}{'sure':>8}{'with any':>10}{'remarks':>10}")
    for row in measure(reader, chosen.count):
        if chosen.json:
            print(json.dumps(asdict(row)), flush=True)
        else:
            numbers = f"{row.count:>10}{row.tiles:>8}{row.sure:>8}{row.with_tiles:>10}{row.remarks:>10}"
            print(f"{row.pictures:18}{numbers}  {' '.join(row.names)}", flush=True)


if __name__ == "__main__":
    main()
