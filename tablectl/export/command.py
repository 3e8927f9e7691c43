"""The command `tablectl export`: a game from a log or from a table's record, written in another form."""

from __future__ import annotations

import sys
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from tablectl.config import ConfigError, load
from tablectl.export import mjai, mjai_write, sheet, tenhou_read, tenhou_write
from tablectl.export.hands import ExportError
from tablectl.replay import rules_of, text_lines
from tablectl.rules.event import Event
from tablectl.rules.game import new_game, play
from tablectl.rules.illegal import IllegalEvent
from tablectl.rules.ruleset import Ruleset
from tablectl.store import Store, StoreError, fold

_SQLITE = b"SQLite format 3\0"


class Format(Enum):
    """What is written."""

    MJAI = "mjai"
    TENHOU = "tenhou"
    CSV = "csv"


@dataclass(frozen=True, slots=True)
class Recording:
    """A game as it was found. `game`: what it is called; `started`: when it began, empty where unknown."""

    game: str
    events: tuple[Event, ...]
    ruleset: Ruleset
    started: str = ""


def export(
    source: Annotated[
        Path, typer.Argument(metavar="GAME", help="an mjai file, a tenhou.net/6 JSON, or a table's SQLite record")
    ],
    form: Annotated[Format, typer.Option("--format", help="what to write; see docs/export.md")],
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="write there instead of the screen")] = None,
    number: Annotated[
        int | None, typer.Option("--number", help="which game of a table's record, the last one if not said")
    ] = None,
    config: Annotated[
        Path | None, typer.Option(help="table.toml with the rules of the game; Tenhou's without it")
    ] = None,
) -> None:
    """Write a game as mjai lines, tenhou.net/6 JSON, or CSV rows of hands and results."""
    try:
        recording = load_recording(source, load(config).ruleset(), number)
        text = print_recording(recording, form)
        if out is None:
            print(text, end="")
        else:
            _write(out, text, form)
    except (ConfigError, ExportError, StoreError, mjai.MjaiError) as error:
        print(f"tablectl: {error}", file=sys.stderr)
        raise typer.Exit(2) from None


def load_recording(path: Path, ruleset: Ruleset, number: int | None = None) -> Recording:
    """Read a game, whatever file holds it. Raises `ExportError`, `MjaiError` or `StoreError` naming file and place."""
    try:
        with path.open("rb") as file:
            is_record = file.read(len(_SQLITE)) == _SQLITE
        if is_record:
            return _recorded(path, ruleset, number)
        if number is not None:
            raise ExportError(f"{path}: --number chooses a game of a table's record; this file holds one game")
        lines = text_lines(path)
    except (OSError, EOFError, UnicodeDecodeError, zlib.error) as error:
        raise ExportError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if path.name.removesuffix(".gz").endswith(".json"):
        return Recording(path.stem, tenhou_read.read("\n".join(lines), ruleset, str(path)), ruleset)
    return _lined(path, lines, ruleset)


def _lined(path: Path, lines: Sequence[str], ruleset: Ruleset) -> Recording:
    """An mjai file, under the rules that it names."""
    record = mjai.read(lines, str(path))
    ruleset = rules_of(record[0], ruleset, str(path))
    events = tuple(line.event for line in record)
    _check(events, ruleset, [f"{path}, line {line.number}" for line in record])
    stated = record[0].stated
    return Recording(str(stated.get("id", path.name.split(".")[0])), events, ruleset)


def _recorded(path: Path, ruleset: Ruleset, number: int | None) -> Recording:
    store = Store(path)
    try:
        games = store.games()
        if not games:
            raise ExportError(f"{path}: no game is recorded there")
        if number is not None and number not in games:
            raise ExportError(f"{path}: no game {number}; recorded are {', '.join(map(str, games))}")
        game = games[-1] if number is None else number
        rows = [row for row in fold(store.rows(game)) if row.event is not None]
    finally:
        store.close()
    for notice in store.notices:
        print(f"tablectl: {notice}", file=sys.stderr)
    events = tuple(row.event for row in rows if row.event is not None)
    _check(events, ruleset, [f"{path}, game {game}, row {row.seq}" for row in rows])
    started = datetime.fromtimestamp(rows[0].wall, UTC).isoformat(sep=" ", timespec="seconds") if rows else ""
    return Recording(f"{path.stem}-{game}", events, ruleset, started)


def _check(events: Sequence[Event], ruleset: Ruleset, places: Sequence[str]) -> None:
    """Play the game. Raises `ExportError` naming the place of the first event that the rules refuse."""
    game = new_game(ruleset)
    for event, place in zip(events, places, strict=True):
        try:
            game = play(game, event)
        except IllegalEvent as error:
            raise ExportError(f"{place}: {error}; was it played by other rules? (--config)") from None


def print_recording(recording: Recording, form: Format) -> str:
    """The game in this form. Raises `ExportError` for what the form cannot tell."""
    events, ruleset = recording.events, recording.ruleset
    match form:
        case Format.MJAI:
            return "".join(f"{line}\n" for line in mjai_write.write(events, ruleset))
        case Format.TENHOU:
            return tenhou_write.write(events, ruleset, recording.game) + "\n"
        case Format.CSV:
            return sheet.write(events, ruleset, recording.game, recording.started)


def _write(path: Path, text: str, form: Format) -> None:
    """Spreadsheets need the byte order mark to take a CSV for UTF-8; lines end as they are."""
    try:
        path.write_text(text, encoding="utf-8-sig" if form is Format.CSV else "utf-8", newline="")
    except OSError as error:
        raise ExportError(f"{path}: cannot be written ({error.strerror})") from None
