"""A bundle of tiles for training: a zip of labelled crops and a game's events, and nothing else.

`manifest.json` names the licence, where the labels come from and every other file with its SHA-256; `labels.jsonl` has
a line for each picture of `crops/`; `events.jsonl` the events with times from 0. The same content gives the same bytes.
Reading checks all of it: what is read fits this page word for word.
"""

from __future__ import annotations

import hashlib
import json
import os
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from tablectl.rules.event import Event, Fouled, GameStarted, HandDied, from_json, to_json
from tablectl.rules.seat import BySeat, Seat
from tablectl.store import Source
from tablectl.table import Area
from vision.classes import CLASSES, NONE
from vision.crop import CROP_MM, CROP_PIXELS
from vision.frame import Image
from vision.settled import Confirmed

VERSION = 1
MANIFEST, LABELS, EVENTS, LICENCE = "manifest.json", "labels.jsonl", "events.jsonl", "LICENSE.txt"
MOST_CROPS, MOST_BYTES = 50_000, 50_000_000
"""A bundle with more crops, or a file of more bytes, is refused before it is unpacked."""
_CHUNKS = {b"IHDR", b"IDAT", b"IEND"}
"""Parts of a PNG that are its picture; others could hold a text."""
_WHEN = (1980, 1, 1, 0, 0, 0)


class BundleError(ValueError):
    """A file that is no bundle or not as one must be; the text names it and what is wrong."""


class Licence(Enum):
    """The terms under which a bundle may be given: all let everybody train networks with it and give those away."""

    CC0 = "CC0-1.0"
    CC_BY = "CC-BY-4.0"

    @property
    def title(self) -> str:
        """As lists of sources name it: `CC BY 4.0`."""
        return self.value.replace("-", " ")

    @property
    def text(self) -> str:
        """What stands in the bundle."""
        return _LICENCES[self]


_LICENCES = {
    Licence.CC0: "CC0 1.0 Universal: whoever made these pictures and events waives all rights to them.\n"
    "https://creativecommons.org/publicdomain/zero/1.0/legalcode\n",
    Licence.CC_BY: "Creative Commons Attribution 4.0 International; credit: the contributors of tablectl.\n"
    "https://creativecommons.org/licenses/by/4.0/legalcode\n",
}


@dataclass(frozen=True, slots=True, eq=False)
class Crop:
    """A labelled tile. `image`: 128 x 128 x 3 BGR showing 48 mm, the face upright in its middle.

    `name`: its class, confirmed as `confirmed` says; `read`: the class as it was read at that time (None: not surely)
    and its `score`. `turn`: quarter turns clockwise of the face in the picture it was cut from; on its head or not was
    read, not confirmed. `zone`: the part of the table; `seat` whose, None for indicators. `hand`: counted from 1;
    `time`: seconds since the events began.
    """

    image: Image
    name: str
    confirmed: Confirmed
    read: str | None
    score: float
    turn: int
    zone: str
    seat: Seat | None
    hand: int
    time: float

    def to_json(self, file: str) -> dict[str, Any]:
        """Its line of `labels.jsonl`."""
        return {
            "crop": file,
            "label": self.name,
            "confirmed": self.confirmed.value,
            "read": self.read,
            "score": round(self.score, 4),
            "turn": self.turn,
            "zone": self.zone,
            "seat": None if self.seat is None else int(self.seat),
            "hand": self.hand,
            "time": round(self.time, 1),
        }


@dataclass(frozen=True, slots=True, eq=False)
class Bundle:
    """Everything that is in a bundle. `tile_set`: what the giver calls the tiles, may be empty; `tile_mm`: their width
    and length; `models`: SHA-256 of the networks that read them; `events`: lines of `events.jsonl`."""

    licence: Licence
    program: str
    tile_set: str
    tile_mm: tuple[float, float]
    models: Mapping[str, str]
    crops: tuple[Crop, ...]
    events: tuple[Mapping[str, Any], ...]

    @property
    def session(self) -> str:
        """Tells bundles of one sitting from others, and nothing about who sat there."""
        return hashlib.sha256(_lines(self.events)).hexdigest()[:12]


def write_bundle(path: Path, bundle: Bundle) -> tuple[str, ...]:
    """Write a bundle, whole or not at all; returns what is in it, a line a file. Raises `BundleError`."""
    files: dict[str, bytes] = {LICENCE: bundle.licence.text.encode(), EVENTS: _lines(bundle.events)}
    labels = []
    for number, crop in enumerate(bundle.crops, 1):
        name = f"crops/{number:05}.png"
        files[name] = cv2.imencode(".png", crop.image)[1].tobytes()
        labels.append(crop.to_json(name))
    files[LABELS] = _lines(labels)
    manifest = {
        "version": VERSION,
        "licence": bundle.licence.value,
        "program": bundle.program,
        "session": bundle.session,
        "tile_set": bundle.tile_set,
        "tile_mm": list(bundle.tile_mm),
        "crop_mm": CROP_MM,
        "models": dict(bundle.models),
        "files": [
            {"name": name, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
            for name, data in sorted(files.items())
        ],
    }
    files[MANIFEST] = (json.dumps(manifest, indent=1, sort_keys=True) + "\n").encode()
    part = path.with_name(f"{path.name}.part")
    try:
        with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in sorted(files.items()):
                archive.writestr(zipfile.ZipInfo(name, _WHEN), data, zipfile.ZIP_DEFLATED)
        os.replace(part, path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise BundleError(f"{path}: cannot be written ({error.strerror}); choose another place") from None
    return tuple(f"{hashlib.sha256(data).hexdigest()}  {name}" for name, data in sorted(files.items()))


def read_bundle(path: Path) -> Bundle:
    """Read a bundle and check everything in it. Raises `BundleError` naming the file and what is wrong."""
    try:
        files = _unpacked(path)
        manifest = json.loads(files.pop(MANIFEST))
        _check_files(manifest, files)
        licence = _licence(manifest["licence"])
        if files[LICENCE].decode() != licence.text:
            raise ValueError(f"{LICENCE} is not that of {licence.value}")
        events = tuple(_event(line) for line in _objects(files[EVENTS]))
        labels = _objects(files[LABELS])
        names = sorted(name for name in files if name.startswith("crops/"))
        if [label["crop"] for label in labels] != names:
            raise ValueError(f"{LABELS} does not have one line for each crop, in order")
        crops = tuple(_crop(label, files[label["crop"]]) for label in labels)
        width, length = (float(size) for size in manifest["tile_mm"])
        bundle = Bundle(
            licence,
            str(manifest["program"]),
            str(manifest["tile_set"]),
            (width, length),
            {str(name): str(digest) for name, digest in manifest["models"].items()},
            crops,
            events,
        )
        if manifest["session"] != bundle.session or manifest["crop_mm"] != CROP_MM:
            raise ValueError("the manifest does not tell the session and size of these crops")
        return bundle
    except OSError as error:
        raise BundleError(f"{path}: cannot be read ({error.strerror})") from None
    except (zipfile.BadZipFile, zlib.error, KeyError, TypeError, ValueError, AttributeError) as error:
        reason = f"{error.args[0]} is missing" if isinstance(error, KeyError) else str(error)
        raise BundleError(f"{path}: not a bundle as it must be: {reason}") from None


def _licence(name: str) -> Licence:
    try:
        return Licence(name)
    except ValueError:
        known = " and ".join(licence.value for licence in Licence)
        raise ValueError(f"the licence {name!r} does not permit training; {known} do") from None


def _unpacked(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        infos = archive.infolist()
        if len(infos) > MOST_CROPS:
            raise ValueError(f"{len(infos)} files, at most {MOST_CROPS} are read")
        if len({info.filename for info in infos}) != len(infos):
            raise ValueError("a name stands there twice")
        for info in infos:
            if info.file_size > MOST_BYTES:
                raise ValueError(f"{info.filename} has {info.file_size} bytes, at most {MOST_BYTES} are read")
            if info.comment or info.extra or info.date_time != _WHEN:
                raise ValueError(f"{info.filename} carries a date or a comment")
        if archive.comment:
            raise ValueError("the file carries a comment")
        return {info.filename: archive.read(info) for info in infos}


def _check_files(manifest: Mapping[str, Any], files: Mapping[str, bytes]) -> None:
    """Exactly the files that the manifest names, each as it says."""
    if manifest["version"] != VERSION:
        raise ValueError(f"version {manifest['version']}, this program reads {VERSION}")
    named = {entry["name"]: (entry["bytes"], entry["sha256"]) for entry in manifest["files"]}
    for name in sorted(named.keys() | files.keys()):
        if name not in files:
            raise ValueError(f"{name} is missing")
        if name not in named:
            raise ValueError(f"{name} is not in the manifest")
        if named[name] != (len(files[name]), hashlib.sha256(files[name]).hexdigest()):
            raise ValueError(f"{name} is not as the manifest says (SHA-256)")
        if name not in (LABELS, EVENTS, LICENCE) and not _is_crop(name):
            raise ValueError(f"{name} does not belong in a bundle")


def _is_crop(name: str) -> bool:
    number = name.removeprefix("crops/").removesuffix(".png")
    return name == f"crops/{number}.png" and number.isdecimal() and number.isascii()


def nameless(event: Event) -> Event:
    """The event with nothing in it that people wrote: names become `P0` to `P3`, reasons are left out."""
    match event:
        case GameStarted(_, names):
            return replace(event, names=BySeat.of(f"P{seat}" for seat in names.seats))
        case HandDied() | Fouled():
            return replace(event, reason="")
    return event


def event_line(event: Event, source: Source, time: float) -> dict[str, Any]:
    """A line of `events.jsonl`; `time`: seconds since the first."""
    return {"time": round(time, 1), "source": source.value, "event": to_json(nameless(event))}


def _event(line: Mapping[str, Any]) -> Mapping[str, Any]:
    if event_line(from_json(line["event"]), Source(line["source"]), line["time"]) != line:
        raise ValueError(f"{EVENTS}: {json.dumps(line)[:80]} is no event without names")
    return line


def _crop(label: Mapping[str, Any], data: bytes) -> Crop:
    file = label["crop"]
    seat = None if label["seat"] is None else Seat(label["seat"])
    crop = Crop(
        _png(file, data),
        label["label"],
        Confirmed(label["confirmed"]),
        label["read"],
        float(label["score"]),
        label["turn"],
        label["zone"],
        seat,
        label["hand"],
        float(label["time"]),
    )
    kinds = {name for name in CLASSES if name != NONE}
    zones = {area.value for area in (Area.RIVER, Area.MELDS, Area.HAND)} if seat is not None else {"dora", "ura"}
    if crop.to_json(file) != label or crop.name not in kinds or crop.read not in kinds | {None}:
        raise ValueError(f"{LABELS}: the line of {file} is not as it must be")
    if crop.zone not in zones or crop.turn not in range(4) or not 0 <= crop.score <= 1 or type(crop.hand) is not int:
        raise ValueError(f"{LABELS}: the line of {file} has a value that cannot be")
    return crop


def _png(name: str, data: bytes) -> Image:
    """A picture of the right size that holds nothing but its pixels."""
    if not data.startswith(b"\x89PNG\r\n\x1a\n"):
        raise ValueError(f"{name} is no PNG")
    place = 8
    while place < len(data):
        size, kind = int.from_bytes(data[place : place + 4], "big"), data[place + 4 : place + 8]
        if kind not in _CHUNKS:
            raise ValueError(f"{name} carries more than a picture ({kind.decode(errors='replace')})")
        place += size + 12
    if data[16:24] != CROP_PIXELS.to_bytes(4, "big") * 2:
        raise ValueError(f"{name} is not {CROP_PIXELS} x {CROP_PIXELS} pixels")
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        raise ValueError(f"{name} cannot be decoded")
    return np.asarray(image, np.uint8)


def _lines(objects: tuple[Mapping[str, Any], ...] | list[dict[str, Any]]) -> bytes:
    return "".join(json.dumps(item, separators=(",", ":")) + "\n" for item in objects).encode()


def _objects(data: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in data.decode().splitlines()]
