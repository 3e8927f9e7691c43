"""Is a record what was written? Looked at without changing a byte of it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tablectl import schema
from tablectl.recordfile import StoreError, headless, log_of, reading, size

_TOLD = 3
"""How many of SQLite's complaints are told."""


@dataclass(frozen=True, slots=True)
class Checkup:
    """What a look at a record found.

    `problems`: what is wrong, in words; none for a whole record. `events` and `games` are counted as far as they can be
    read; `newest`: when the newest event was written, seconds since 1970.
    """

    path: Path
    problems: tuple[str, ...] = ()
    games: int = 0
    events: int = 0
    newest: float | None = None

    @property
    def whole(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems


def examine(path: Path, *, full: bool = False) -> Checkup:
    """Look a record over: SQLite's check of its pages, its length, that no row is missing, the rows' sums.

    A record that was closed is checked quickly: pages without their indexes, the sums of the newest game. One that was
    not, and any with `full`, is checked whole. Raises `StoreError` for a file that is none of ours, is in use, cannot
    be read, or was written by a newer tablectl.
    """
    if headless(path):
        return Checkup(path, ("its beginning is missing",))
    if not path.is_file():
        raise StoreError(f"{path}: there is no such record")
    full = full or size(log_of(path)) > 0
    try:
        with reading(path) as db:
            _refuse(path, db)
            if not schema.applied(db):
                return Checkup(path)
            problems = (*_pages(db, full), *_length(path, db))
            if problems:
                return Checkup(path, problems)
            games, events, last, newest = db.execute(
                "SELECT count(DISTINCT game), count(*), coalesce(max(seq), 0), max(wall) FROM event NOT INDEXED"
            ).fetchone()
            problems = (*_gaps(db, events, last), *_sums(db, full))
            return Checkup(path, problems, games, events, newest)
    except sqlite3.DatabaseError as error:
        return Checkup(path, (str(error),))


def row_fits(values: tuple[object, ...]) -> bool:
    """Whether a row in the order of `COLUMNS`, its sum behind it, is as it was written."""
    return schema.sum_of(values[:-1]) == values[-1]


def spans(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """The runs of rising numbers without a gap, as first and last: 1 2 3 7 -> (1, 3), (7, 7)."""
    first = last = None
    for number in numbers:
        if first is not None and last is not None and number != last + 1:
            yield first, last
            first = None
        first, last = number if first is None else first, number
    if first is not None and last is not None:
        yield first, last


def _refuse(path: Path, db: sqlite3.Connection) -> None:
    if schema.is_foreign(db):
        raise StoreError(f"{path}: a database of another program; choose another database")
    newer = schema.unknown(db)
    if newer:
        raise StoreError(
            f"{path}: the record was written by a newer tablectl ({', '.join(newer)}) and is left as it is; update "
            "tablectl to open it"
        )


def _pages(db: sqlite3.Connection, full: bool) -> tuple[str, ...]:
    check = "integrity_check" if full else "quick_check"
    found = [line for (text,) in db.execute(f"PRAGMA {check}({_TOLD})") for line in text.splitlines()]
    return () if found == ["ok"] else tuple(line for line in found if not line.startswith("***"))[:_TOLD]


def _length(path: Path, db: sqlite3.Connection) -> tuple[str, ...]:
    """A file that lost its end reads as one that ends in zeros. With a log, what is missing may stand there."""
    (pages,), (page,) = db.execute("PRAGMA page_count").fetchone(), db.execute("PRAGMA page_size").fetchone()
    whole, found = pages * page, size(path)
    if size(log_of(path)) or whole == found:
        return ()
    return (f"it has {found:,} bytes instead of {whole:,}",)


def _gaps(db: sqlite3.Connection, events: int, last: int) -> tuple[str, ...]:
    if events == last:
        return ()
    missing, following = [], 1
    for first, end in spans(seq for (seq,) in db.execute("SELECT seq FROM event NOT INDEXED ORDER BY seq")):
        if first != following:
            missing.append(f"{following} to {first - 1}")
        following = end + 1
    return (f"events {', '.join(missing[:_TOLD])} are missing",)


def _sums(db: sqlite3.Connection, full: bool) -> tuple[str, ...]:
    if schema.SUMS not in schema.applied(db):
        return ()
    newest = "" if full else "WHERE game = (SELECT max(game) FROM event)"
    rows = db.execute(f"SELECT {schema.COLUMNS}, sum FROM event {newest} ORDER BY seq")
    changed = [row[0] for row in rows if not row_fits(row)]
    told = ", ".join(map(str, changed[:_TOLD])) + (", ..." if len(changed) > _TOLD else "")
    return (f"not as written, by their sums: event {told}",) if changed else ()
