"""Writing one recording: pictures and journal lines into a folder of their own, within limits of size and age."""

from __future__ import annotations

import dataclasses
import os
import re
import shutil
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import Enum
from math import dist
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from tablectl.config import RecordSettings
from tablectl.rules.profile import OPTIONS
from tablectl.rules.ruleset import Ruleset
from tablectl.store import Row
from tablectl.table import SeenTile, TableSnapshot
from vision.calibrate import Calibration
from vision.frame import Image
from vision.journal import Journal
from vision.layout import Layout
from vision.models import model_card
from vision.read import ReadTile
from vision.recording import (
    INDICATORS,
    JOURNAL,
    VERSION,
    LaidTile,
    Moment,
    RecordingError,
    recordings,
    row_json,
    tiles_of,
    zone_name,
)

STAMP = "%Y%m%dT%H%M%SZ"
"""Name of a recording's folder: when it began (UTC)."""
_OWN_FILE = re.compile(r"\d+\.\d{3}\.(jpg|png)(\.part)?|" + re.escape(JOURNAL))
NEAR = 8.0
"""A tile's outline lies no farther than this from where its place in millimetres is seen, pixels: a third of its
width at the coarsest."""
GB = 10**9


@dataclass(frozen=True, slots=True)
class Source:
    """What is recorded. `camera`: where the frames come from; `tile_set`: name of the set the eyes have learnt, empty
    for none; `layout`: sizes of the table; `ruleset`: the rules in force."""

    camera: str
    tile_set: str
    layout: Layout
    ruleset: Ruleset


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """A picture to be kept; `image` is None for one that had to be left out."""

    moment: Moment
    frame: int
    time: float
    image: Image | None


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """What the eyes made of a frame: the table, the outlines of its tiles, the camera's place."""

    table: TableSnapshot
    overlay: tuple[ReadTile, ...]
    calibration: Calibration


@dataclass(frozen=True, slots=True, eq=False)
class Kept:
    """What is to be written of one frame: all rows that stand, what the referee asks, and `seen` if it changed."""

    time: float
    frame: int
    pictures: tuple[Shown, ...]
    rows: tuple[Row, ...]
    finding: str
    seen: Seen | None


class RecordWriter:
    """One recording, begun in a new folder. `started`: the time of day, by which old recordings are told.

    Raises `RecordingError` when the folder cannot be made.
    """

    def __init__(self, settings: RecordSettings, source: Source, started: datetime, program: str) -> None:
        self._settings, self._source = settings, source
        base = Path(settings.folder)
        try:
            base.mkdir(parents=True, exist_ok=True)
            _remove_old(base, started - timedelta(days=settings.days))
            self.folder = _new_folder(base, started)
            self._journal = Journal(self.folder / JOURNAL)
            self._bytes = self._journal.append(
                "begun",
                version=VERSION,
                started=started.astimezone(UTC).isoformat(timespec="seconds"),
                program=program,
                models={name: model_card(name)["sha256"] for name in ("finder", "classifier")},
                camera=source.camera,
                tile_set=source.tile_set,
                layout=_plain(source.layout),
                rules=_rules(source.ruleset),
            )
        except OSError as error:
            reason = error.strerror or error
            raise RecordingError(f"{base}: cannot be recorded to ({reason}); choose another [record] folder") from None
        self._older = deque((folder, _size(folder)) for folder in recordings(base) if folder != self.folder)
        self._pictures: deque[tuple[Path, int]] = deque()
        self._began: float | None = None
        self._last = 0.0
        self._written = float("-inf")
        self._calibration: Calibration | None = None
        self._rows: tuple[Row, ...] = ()
        self._finding = ""
        self._laid: dict[str, tuple[LaidTile, ...]] = {}

    def write(self, kept: Kept) -> str:
        """Write what is new. Returns what kept something from being written, in words, empty when nothing did; rows
        and tiles that were not written are written the next time."""
        if self._began is None:
            self._began = min((shown.time for shown in kept.pictures), default=kept.time)
        self._last = self._since(kept.time)
        trouble = ""
        try:
            for shown in kept.pictures:
                if shown.time > self._written:
                    trouble = self._picture(shown) or trouble
            self._tell_rows(kept)
            if kept.finding != self._finding:
                if kept.finding:
                    self._tell("finding", time=self._last, frame=kept.frame, text=kept.finding)
                self._finding = kept.finding
            if kept.seen is not None:
                self._tell_table(kept.frame, kept.seen)
            self._make_room()
        except OSError as error:
            trouble = f"{error.strerror or error} ({self.folder})"
        return trouble

    def close(self) -> None:
        """End the recording."""
        try:
            self._tell("ended", time=self._last)
        except OSError:
            pass  # the journal then reads as one that was not closed
        finally:
            self._journal.close()

    def _since(self, time: float) -> float:
        assert self._began is not None
        return round(time - self._began, 3)

    def _tell(self, kind: str, **values: Any) -> None:
        self._bytes += self._journal.append(kind, **values)

    def _picture(self, shown: Shown) -> str:
        """A picture is whole under its name or not there at all; then it is named by the journal."""
        time = self._since(shown.time)
        name: str | None = None
        trouble = ""
        free = shutil.disk_usage(self.folder).free
        if free < self._settings.least_free_gb * GB:
            trouble = f"{free / GB:.1f} GB are free on the disk, less than least_free_gb; free some space"
        elif shown.image is not None:
            try:
                name = self._save(f"{time:09.3f}", shown.image)
            except OSError as error:
                trouble = f"{error.strerror or error} ({self.folder})"
        self._tell("picture", time=time, frame=shown.frame, moment=shown.moment.value, file=name)
        self._written = shown.time
        return trouble

    def _save(self, stem: str, image: Image) -> str:
        jpeg = self._settings.pictures == "jpeg"
        how = [cv2.IMWRITE_JPEG_QUALITY, self._settings.quality] if jpeg else [cv2.IMWRITE_PNG_COMPRESSION, 1]
        path = self.folder / f"{stem}.{'jpg' if jpeg else 'png'}"
        data = cv2.imencode(path.suffix, image, how)[1].tobytes()
        part = path.with_name(f"{path.name}.part")
        try:
            with part.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            part.replace(path)
        except OSError:
            part.unlink(missing_ok=True)
            raise
        self._pictures.append((path, len(data)))
        self._bytes += len(data)
        return path.name

    def _tell_rows(self, kept: Kept) -> None:
        """The rows from the first that is not as it was told."""
        if kept.rows == self._rows or not kept.rows:
            return
        assert self._began is not None
        same = 0
        for one, other in zip(kept.rows, self._rows, strict=False):
            if one != other:
                break
            same += 1
        rows = [row_json(row, self._began, self._last) for row in kept.rows[same:]]
        self._tell("rows", time=self._last, game=kept.rows[0].game, **{"from": same}, rows=rows)
        self._rows = kept.rows

    def _tell_table(self, frame: int, seen: Seen) -> None:
        if seen.calibration is not self._calibration:
            self._tell("camera", time=self._last, **_plain(seen.calibration))
            self._calibration = seen.calibration
        laid = {name: self._lay(name, tiles, seen) for name, tiles in tiles_of(seen.table).items()}
        changed = {name: tiles for name, tiles in laid.items() if tiles != self._laid.get(name, ())}
        self._tell(
            "table",
            time=self._last,
            frame=frame,
            zones={name: [tile.to_json() for tile in tiles] for name, tiles in changed.items()},
            stale=sorted(zone_name(zone) for zone in seen.table.stale),
        )
        self._laid = laid

    def _lay(self, zone: str, tiles: tuple[SeenTile, ...], seen: Seen) -> tuple[LaidTile, ...]:
        """Tiles with the outlines that the eyes draw where they lie."""
        height = self._source.layout.tile_height * (2 if zone == INDICATORS else 1)
        centres = [tile.centre for tile in seen.overlay]
        out: list[LaidTile] = []
        for tile in tiles:
            polygon = None
            if tile.at is not None and centres:
                x, y = seen.calibration.project([(*tile.at, height)])[0] + 0.5
                nearest = min(range(len(centres)), key=lambda place: dist(centres[place], (x, y)))
                if dist(centres[nearest], (x, y)) < NEAR:
                    polygon = seen.overlay[nearest].polygon
            out.append(LaidTile(tile, polygon))
        return tuple(out)

    def _make_room(self) -> None:
        """Keep all recordings within their size: the oldest go first, of this one its oldest pictures."""
        most = self._settings.most_gb * GB
        total = self._bytes + sum(size for _, size in self._older)
        while total > most and self._older:
            folder, size = self._older.popleft()
            _remove(folder)
            total -= size
        removed: list[str] = []
        while total > most and self._pictures:
            path, size = self._pictures.popleft()
            path.unlink(missing_ok=True)
            removed.append(path.name)
            self._bytes -= size
            total -= size
        if removed:
            self._tell("removed", time=self._last, files=removed)


def _new_folder(base: Path, started: datetime) -> Path:
    stamp = started.astimezone(UTC).strftime(STAMP)
    number = 1
    while True:
        folder = base / (stamp if number == 1 else f"{stamp}-{number}")
        try:
            folder.mkdir()
        except FileExistsError:
            number += 1
        else:
            return folder


def _remove_old(base: Path, before: datetime) -> None:
    for folder in recordings(base):
        if datetime.strptime(folder.name[:16], STAMP).replace(tzinfo=UTC) < before:
            _remove(folder)


def _own_files(folder: Path) -> Iterator[Path]:
    return (path for path in folder.iterdir() if _OWN_FILE.fullmatch(path.name))


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in _own_files(folder))


def _remove(folder: Path) -> None:
    """Delete what a recording wrote; a folder in which somebody put more stays with that."""
    for path in _own_files(folder):
        path.unlink()
    if not any(folder.iterdir()):
        folder.rmdir()


def _rules(ruleset: Ruleset) -> dict[str, Any]:
    """Every rule with its value, as `[rules]` of the settings takes it."""
    return {name: getattr(ruleset, name) for name in OPTIONS} | {name: str(worth) for name, worth in ruleset.yaku}


def _plain(value: Any) -> Any:
    """A value as JSON has it: dataclasses and mappings as objects, arrays as lists."""
    if dataclasses.is_dataclass(value):
        return {item.name: _plain(getattr(value, item.name)) for item in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, np.ndarray):
        return _plain(value.tolist())
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, Enum):
        return _plain(value.value)
    return value
