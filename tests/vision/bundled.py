"""A small bundle of noise, and the same with something changed in it."""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np

from tablectl.rules.event import Discarded, Event, Fouled, GameStarted, Won
from tablectl.rules.seat import BySeat, Seat
from tablectl.rules.tile import Tile, parse_tiles
from tablectl.store import Source
from vision.bundle import EVENTS, MANIFEST, Bundle, Crop, Licence, event_line
from vision.crop import CROP_PIXELS
from vision.settled import Confirmed

PLAYED: tuple[Event, ...] = (
    GameStarted(names=BySeat("Aki", "Ben", "Chika", "Dora")),
    Discarded(Seat.S1, Tile.parse("0p")),
    Won(Seat.S2, Seat.S1, Tile.parse("0p"), parse_tiles("234567m34p55678s")),
    Fouled(Seat.S3, "Dora looked at the wall"),
)


def bundle(crops: int = 3) -> Bundle:
    rng = np.random.default_rng(5)
    shape = CROP_PIXELS, CROP_PIXELS, 3
    made = tuple(
        Crop(rng.integers(0, 255, shape, np.uint8), name, Confirmed.READING, name, 0.98, 1, "river", Seat.S1, 1, 2.5)
        for name in ("0p", "back", "7z")[:crops]
    )
    events = tuple(event_line(event, Source.CAMERA, 10.0 * place) for place, event in enumerate(PLAYED))
    return Bundle(Licence.CC0, "0.1.0", "a set of plastic", (19.5, 26.0), {"finder": "ab" * 32}, made, events)


Files = dict[str, bytes]


def changed(path: Path, change: Callable[[Files], None], honest: bool = True) -> None:
    """The bundle with its files changed; `honest`: the manifest tells of it."""
    with zipfile.ZipFile(path) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    change(files)
    if honest and MANIFEST in files:
        manifest = json.loads(files.pop(MANIFEST))
        manifest["files"] = [
            {"name": name, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
            for name, data in files.items()
        ]
        manifest["session"] = hashlib.sha256(files.get(EVENTS, b"")).hexdigest()[:12]
        files[MANIFEST] = json.dumps(manifest).encode()
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name), data)


def edit(name: str, old: str, new: str) -> Callable[[Files], None]:
    return lambda files: files.update({name: files[name].replace(old.encode(), new.encode(), 1)})
