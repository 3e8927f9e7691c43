"""A recorded table: pictures around changes, with what was believed of them, in one folder.

`record.jsonl` is a `vision.journal` of these kinds of lines; times are seconds since the recording began:

- `begun`: when, by which program, networks, tile set, rules and layout;
- `camera`: where the camera is, from here on;
- `picture`: a file beside the journal, named by its time, and its `moment`; `file` is null for one that was left out;
- `rows`: the rows of a game's record from a place on, which stand in the stead of those told before;
- `finding`: a question asked or a table that the rules do not allow;
- `table`: the tiles of the zones that changed, as believed in the picture before, and the zones not seen at rest;
- `removed`: pictures taken away because of the limit of size;
- `ended`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path
from typing import Any

from tablectl.rulefile import RuleFileError, rules_of_table
from tablectl.rules.event import HandStarted, from_json, to_json
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.seat import Seat
from tablectl.rules.tile import Tile
from tablectl.store import Row, Source
from tablectl.table import Area, SeenTile, TableSnapshot, Zone
from vision.journal import Entry, JournalError, read_journal
from vision.window import Corners

JOURNAL = "record.jsonl"
VERSION = 1
INDICATORS, URA = "dora", "ura"
"""Names of the turned indicators of all walls, beside those of the zones."""


_NAME = re.compile(r"\d{8}T\d{6}Z(-\d+)?")


class RecordingError(ValueError):
    """A folder that is no recording or cannot be read; the text names it and what is wrong."""


class Moment(Enum):
    """When a picture was taken."""

    BEFORE = "before"
    """The table as it lay before a change."""
    DURING = "during"
    """While an arm or a tile moved: the picture that differs most."""
    SETTLED = "settled"
    """When the change was believed."""
    LAST = "last"
    """When the recording ended."""


@dataclass(frozen=True, slots=True)
class LaidTile:
    """A tile as believed: `seen`, with the outline of its face in the picture as `vision.read.ReadTile` has it."""

    seen: SeenTile
    polygon: Corners | None

    def to_json(self) -> Entry:
        """As a journal has it, default values left out."""
        seen = self.seen
        out: Entry = {
            "tile": str(seen.tile) if seen.tile is not None else None,
            "confidence": round(seen.confidence, 4),
        }
        out |= {name: True for name in ("sideways", "face_down", "added", "apart") if getattr(seen, name)}
        if seen.options:
            out["options"] = [[str(tile), round(share, 4)] for tile, share in seen.options]
        if seen.stack is not None:
            out["stack"] = seen.stack
        for name, value in (("at", seen.at), ("polygon", self.polygon)):
            if value is not None:
                out[name] = _rounded(value)
        return out

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> LaidTile:
        """Read what `to_json` wrote. Raises `KeyError`, `TypeError`, `ValueError`."""
        at, polygon = data.get("at"), data.get("polygon")
        seen = SeenTile(
            Tile.parse(data["tile"]) if data["tile"] is not None else None,
            float(data["confidence"]),
            bool(data.get("sideways", False)),
            bool(data.get("face_down", False)),
            bool(data.get("added", False)),
            bool(data.get("apart", False)),
            tuple((Tile.parse(name), float(share)) for name, share in data.get("options", ())),
            None if at is None else (float(at[0]), float(at[1])),
            data.get("stack"),
        )
        if polygon is None:
            return cls(seen, None)
        first, second, third, fourth = ((float(x), float(y)) for x, y in polygon)
        return cls(seen, (first, second, third, fourth))


Laid = Mapping[str, tuple[LaidTile, ...]]
"""Tiles in order by the name of their zone, such as `1 river`; indicators under `dora` and `ura`."""


def zone_name(zone: Zone) -> str:
    """A zone in a journal: `1 river`."""
    return f"{int(zone[0])} {zone[1].value}"


def zone_of(name: str) -> Zone:
    """Read what `zone_name` wrote. Raises `ValueError`."""
    seat, _, area = name.partition(" ")
    return Seat(int(seat)), Area(area)


def tiles_of(table: TableSnapshot) -> dict[str, tuple[SeenTile, ...]]:
    """Every tile of a snapshot that lies at a place of its own, zone by zone."""
    zones = {INDICATORS: table.dora, URA: table.ura}
    for seat in table.rivers.seats:
        zones[zone_name((seat, Area.RIVER))] = table.rivers[seat]
        zones[zone_name((seat, Area.MELDS))] = table.melds[seat]
        zones[zone_name((seat, Area.HAND))] = table.hands[seat].open
    return zones


@dataclass(frozen=True, slots=True)
class Picture:
    """A recorded picture: `file` beside the journal, None where it was left out or removed."""

    file: Path | None
    frame: int
    time: float
    moment: Moment


@dataclass(frozen=True, slots=True)
class Sight:
    """What was believed in one picture. `game` and `hand`: which was being played by the record of that time, counted
    from 1, 0 before the first.

    `again`: the last picture of the same table at rest, if another was kept.
    """

    picture: Picture
    laid: Laid
    stale: frozenset[Zone]
    game: int
    hand: int
    again: Picture | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """A question asked, or what lay wrong, at a time."""

    time: float
    text: str


@dataclass(frozen=True, slots=True)
class Recording:
    """All that a folder tells. `games`: the rows that stand at the end, by game, each with the time it was recorded.

    `damage`: a sentence for each part of it that is missing or cut off. `ended`: None where it was not closed.
    """

    folder: Path
    begun: Mapping[str, Any]
    ruleset: Ruleset
    pictures: tuple[Picture, ...] = ()
    sights: tuple[Sight, ...] = ()
    findings: tuple[Finding, ...] = ()
    games: Mapping[int, tuple[Row, ...]] = field(default_factory=dict)
    ended: float | None = None
    damage: tuple[str, ...] = ()


def recordings(base: Path) -> list[Path]:
    """The recordings in a folder, oldest first; nothing else that lies there counts."""
    if not base.is_dir():
        return []
    return sorted(path for path in base.iterdir() if _NAME.fullmatch(path.name) and (path / JOURNAL).is_file())


def row_json(row: Row, began: float, now: float) -> Entry:
    """A row that stands, as a journal has it; its time counts from when the recording began and is no later than `now`:
    the clock of an earlier run, in which a game began, tells nothing."""
    assert row.event is not None, "a row without an event strikes another one out and does not stand"
    time = round(min(max(row.monotonic - began, 0.0), now), 3)
    return {"seq": row.seq, "event": to_json(row.event), "source": row.source.value, "time": time}


def open_recording(folder: Path) -> Recording:
    """Read a recorded folder. Raises `RecordingError`."""
    try:
        pages = read_journal(folder / JOURNAL)
    except JournalError as error:
        raise RecordingError(f"{error}; expected a folder that `tablectl record` made") from None
    begun, *entries = pages.entries
    if begun["kind"] != "begun" or begun.get("version") != VERSION:
        raise RecordingError(f"{folder / JOURNAL}: not begun by this version of tablectl (version {VERSION})")
    try:
        rules = rules_of_table(begun["rules"], str(folder / JOURNAL), {})
        reader = _Reading(folder, Recording(folder, begun, rules))
        for entry in entries:
            reader.take(entry)
    except (KeyError, TypeError, ValueError, RuleFileError) as error:
        raise RecordingError(f"{folder / JOURNAL}: cannot be understood ({error!r})") from None
    return replace(reader.recording(), damage=(*pages.damage, *reader.damage))


class _Reading:
    """A journal read line by line."""

    def __init__(self, folder: Path, blank: Recording) -> None:
        self._folder, self._blank = folder, blank
        self._pictures: list[Picture] = []
        self._sights: list[Sight] = []
        self._findings: list[Finding] = []
        self._games: dict[int, tuple[Row, ...]] = {}
        self._game = self._hand = 0
        self._laid: dict[str, tuple[LaidTile, ...]] = {}
        self._ended: float | None = None
        self.damage: list[str] = []

    def take(self, entry: Entry) -> None:
        """One line; of a kind that is not known nothing is taken."""
        match entry["kind"]:
            case "picture":
                self._take_picture(self._picture(entry))
            case "rows":
                self._rows(entry)
            case "finding":
                self._findings.append(Finding(entry["time"], entry["text"]))
            case "table":
                self._table(entry)
            case "ended":
                self._ended = entry["time"]

    def _take_picture(self, picture: Picture) -> None:
        self._pictures.append(picture)
        if picture.moment in (Moment.BEFORE, Moment.LAST) and self._sights:
            self._sights[-1] = replace(self._sights[-1], again=picture)

    def _picture(self, entry: Entry) -> Picture:
        name = entry["file"]
        path = None if name is None else self._folder / Path(name).name
        kept = path if path is not None and path.is_file() else None
        return Picture(kept, entry["frame"], entry["time"], Moment(entry["moment"]))

    def _rows(self, entry: Entry) -> None:
        self._game = entry["game"]
        known = self._games.get(self._game, ())
        if entry["from"] > len(known):
            raise ValueError(f"number {entry['seq']} goes on from row {entry['from']}, but {len(known)} are told")
        told = tuple(_row(self._game, data) for data in entry["rows"])
        self._games[self._game] = (*known[: entry["from"]], *told)
        self._hand = sum(isinstance(row.event, HandStarted) for row in self._games[self._game])

    def _table(self, entry: Entry) -> None:
        changed = {name: tuple(LaidTile.of(tile) for tile in tiles) for name, tiles in entry["zones"].items()}
        self._laid = self._laid | changed
        picture = next((item for item in reversed(self._pictures) if item.frame == entry["frame"]), None)
        if picture is None:
            self.damage.append(f"number {entry['seq']} tells of picture {entry['frame']}, which no line names")
            return
        stale = frozenset(zone_of(name) for name in entry["stale"])
        self._sights.append(Sight(picture, self._laid, stale, self._game, self._hand))

    def recording(self) -> Recording:
        """What was read so far."""
        return replace(
            self._blank,
            pictures=tuple(self._pictures),
            sights=tuple(self._sights),
            findings=tuple(self._findings),
            games=self._games,
            ended=self._ended,
        )


def _row(game: int, data: Mapping[str, Any]) -> Row:
    return Row(data["seq"], game, from_json(data["event"]), Source(data["source"]), 0.0, data["time"])


def _rounded(value: Any) -> Any:
    """Numbers to a hundredth, however deep in lists."""
    return round(float(value), 2) if not isinstance(value, Sequence) else [_rounded(item) for item in value]
