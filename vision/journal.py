"""A journal: one JSON object a line, numbered, only ever added to, and readable after a power cut at any byte.

A line that was half written stays where it is and is told of when the journal is read; a number that is missing tells
of a line that could not be written at all.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

Entry = dict[str, Any]
_SHOWN = 60
"""Characters of a damaged line that are shown."""


class JournalError(ValueError):
    """A file that is no journal or cannot be read; the text names it."""


class Journal:
    """Writes a new journal. Raises `FileExistsError`: a journal is never begun over another one."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o644)
        self._seq = 0
        self._torn = False

    def append(self, kind: str, **values: Any) -> int:
        """Write one line; on return it is on disk. Returns its length in bytes.

        Raises `OSError`; the number of the line is then missing from the journal.
        """
        line = json.dumps({"seq": self._seq, "kind": kind, **values}, separators=(",", ":")) + "\n"
        self._seq += 1
        # What an earlier failure left of a line becomes a line of its own.
        data = (b"\n" if self._torn else b"") + line.encode()
        place = 0
        while place < len(data):
            place += os.write(self._file, data[place:])
            self._torn = place < len(data)
        os.fsync(self._file)
        return len(data)

    def close(self) -> None:
        """Let go of the file."""
        os.close(self._file)


@dataclass(frozen=True, slots=True)
class Pages:
    """What a journal holds. `damage`: a sentence for each line that was cut off or never written."""

    entries: tuple[Entry, ...]
    damage: tuple[str, ...]


def read_journal(path: Path) -> Pages:
    """Every line that is whole, and what is wrong with the others. Raises `JournalError` when nothing is readable."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise JournalError(f"{path}: cannot be read ({error.strerror})") from None
    entries: list[Entry] = []
    damage: list[str] = []
    lines = data.split(b"\n")
    for number, line in enumerate(lines, 1):
        entry = _entry(line)
        # Without its end a line may lack a part, even where what is there reads well.
        if entry is not None and number < len(lines):
            entries.append(entry)
        elif line:
            shown = line[:_SHOWN].decode(errors="replace")
            damage.append(f"line {number} was cut off after {len(line)} bytes: {shown}")
    if not entries:
        raise JournalError(f"{path}: no journal: not one whole line")
    return Pages(tuple(entries), (*damage, *_gaps(entries)))


def _entry(line: bytes) -> Entry | None:
    try:
        entry = json.loads(line)
    except ValueError:
        return None
    return entry if isinstance(entry, dict) and type(entry.get("seq")) is int and "kind" in entry else None


def _gaps(entries: list[Entry]) -> Iterator[str]:
    for before, after in pairwise((-1, *(entry["seq"] for entry in entries))):
        if after > before + 1:
            yield f"{after - before - 1} lines before number {after} were not written"
        elif after <= before:
            yield f"number {after} comes after number {before}"
