"""The record: every event on disk before anyone sees its effect.

SQLite, append-only, write-ahead log, `synchronous=FULL`: when `append` returns, a power cut cannot take the rows back.
The folded state is never stored; a start checks the file, folds the rows and plays them again. A correction is a row
of its own that names the row it amends. One process at a time may hold the record. What is promised, and what is not,
stands in docs/record.md.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from tablectl import schema
from tablectl.checkup import examine, row_fits
from tablectl.recordfile import BrokenRecord, StoreError, exists, log_of, refusal, size
from tablectl.rules.event import Event, from_json, to_json

__all__ = ["Amendment", "BrokenRecord", "Change", "Row", "Source", "Store", "StoreError", "fold"]

_LOG_HEADER, _FRAME_HEADER = 32, 24
"""Bytes before the log's first frame, and before the page in each."""
_STEP = 64
"""Pages that a backup copies at a time; a write waits for no more."""
_BREATH = 0.005
"""Seconds between two steps."""


class Source(Enum):
    """Who says that an event happened."""

    CAMERA = "camera"
    BUTTON = "button"
    PAGE = "page"
    REFEREE = "referee"
    SIMULATED = "simulated"


class Change(Enum):
    """What an amendment does to the row it names."""

    REPLACE = "replace"
    STRIKE = "strike"
    INSERT = "insert"
    """Adds an event right after the row."""


@dataclass(frozen=True, slots=True)
class Amendment:
    """A correction of row `seq`: replaces it by `event`, strikes it out (no event), or inserts `event` after it."""

    seq: int
    change: Change
    event: Event | None = None

    def __post_init__(self) -> None:
        if (self.event is None) != (self.change is Change.STRIKE):
            raise ValueError(f"amendment of row {self.seq}: {self.change.value} needs {_NEEDS[self.change]}")


_NEEDS = {Change.REPLACE: "an event", Change.STRIKE: "no event", Change.INSERT: "an event"}


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the record.

    `wall`: seconds since 1970; `monotonic`: seconds on the table's steady clock, comparable within one run only.
    `amends` and `change` are set on corrections; a correction without `event` strikes the amended row out.
    """

    seq: int
    game: int
    event: Event | None
    source: Source
    wall: float
    monotonic: float
    amends: int | None = None
    change: Change | None = None


Values = tuple[int, int, str | None, str, float, float, int | None, str | None]
"""A row as the file holds it, in the order of `schema.COLUMNS`."""


def fold(rows: Iterable[Row]) -> tuple[Row, ...]:
    """The rows that stand after all corrections, in playing order, each with the event it now means.

    A replaced row keeps its own `seq` and takes the correction's event and source. Raises `ValueError` when a
    correction names a row that is not there.
    """
    order: list[int] = []
    standing: dict[int, Row] = {}
    for row in rows:
        if row.amends is None:
            order.append(row.seq)
            standing[row.seq] = row
            continue
        if row.amends not in order:
            raise ValueError(f"row {row.seq} amends row {row.amends}, which is no event of game {row.game}")
        if row.change is Change.INSERT:
            order.insert(order.index(row.amends) + 1, row.seq)
            standing[row.seq] = row
        elif row.event is None:
            standing.pop(row.amends, None)
        else:
            standing[row.amends] = Row(row.amends, row.game, row.event, row.source, row.wall, row.monotonic)
    return tuple(standing[seq] for seq in order if seq in standing)


class Store:
    """The record of one table in one SQLite file.

    `notices` tells what opening found. Raises `StoreError` when the file is in use by another process, cannot be
    written, is another program's or comes from a newer tablectl, and `BrokenRecord` when it is not what was written;
    then it is left as it is.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.notices: tuple[str, ...] = ()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(f"{path}: its folder cannot be made ({error.strerror}); choose another database") from None
        if exists(path):
            found = examine(path)
            if found.problems:
                raise BrokenRecord(path, "; ".join(found.problems))
        logged = size(log_of(path))
        try:
            self._db, read = _open(path)
        except sqlite3.OperationalError as error:
            raise StoreError(refusal(path, error)) from error
        except sqlite3.DatabaseError as error:
            raise BrokenRecord(path, str(error)) from error
        if logged > read:
            self.notices = (
                f"{path.name}: its last write was cut off and is left out. What was shown had been on disk before; if "
                "the disk itself lost something, the last lines do not fit the table",
            )

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def append(
        self, game: int, events: Sequence[Event], source: Source, *, wall: float, monotonic: float
    ) -> tuple[int, ...]:
        """Write events of a game, all or none; on return they are on disk. Raises `StoreError` saying why not."""
        rows = [(_text(event), None, None) for event in events]
        return self._write(game, rows, source, wall, monotonic)

    def amend(
        self, game: int, amendments: Sequence[Amendment], source: Source, *, wall: float, monotonic: float
    ) -> tuple[int, ...]:
        """Write corrections, all or none. Raises `ValueError` when one names no event of the game, `StoreError`."""
        known = {row.seq for row in self.rows(game) if row.amends is None or row.change is Change.INSERT}
        for amendment in amendments:
            if amendment.seq not in known:
                raise ValueError(f"row {amendment.seq} is no event of game {game}")
        rows = [(_text(item.event), item.seq, item.change.value) for item in amendments]
        return self._write(game, rows, source, wall, monotonic)

    def rows(self, game: int) -> tuple[Row, ...]:
        """All rows of a game as written. Raises `StoreError` naming a row that is not, or that cannot be read."""
        found = self._db.execute(f"SELECT {schema.COLUMNS}, sum FROM event WHERE game = ? ORDER BY seq", (game,))
        return tuple(self._row(values) for values in found)

    @property
    def last(self) -> int:
        """The number of the newest row; 0 in a fresh record."""
        (last,) = self._db.execute("SELECT coalesce(max(seq), 0) FROM event").fetchone()
        return int(last)

    def events(self, game: int) -> tuple[Event, ...]:
        """The events of a game that stand after all corrections."""
        return tuple(row.event for row in fold(self.rows(game)) if row.event is not None)

    def games(self) -> tuple[int, ...]:
        """The numbers of all recorded games, oldest first."""
        return tuple(number for (number,) in self._db.execute("SELECT DISTINCT game FROM event ORDER BY game"))

    def backup(self, target: Path) -> None:
        """Copy the record to a new file of its own, whole as of some moment meanwhile; from any thread.

        A few pages at a time, with writes between them. The copy is not synced. Raises `StoreError`.
        """
        try:
            with contextlib.closing(sqlite3.connect(target, isolation_level=None)) as copy:
                copy.execute("PRAGMA synchronous = OFF")  # a step would hold up writes until it is synced
                self._db.backup(copy, pages=_STEP, progress=lambda *_: time.sleep(_BREATH), sleep=_BREATH)
                copy.execute("PRAGMA journal_mode = DELETE")  # one file, without a log beside it
        except sqlite3.Error as error:
            raise StoreError(f"{target}: the backup was not written: {error}") from error

    def copy_rows(self, rows: Iterable[Values]) -> None:
        """Take over rows of another record as they are, all or none. Raises `StoreError`."""
        try:
            with _transaction(self._db):
                self._insert(rows)
        except sqlite3.Error as error:
            raise StoreError(f"{self.path}: the events were not recorded: {error}; free some space") from error

    def _row(self, values: tuple[int, int, str | None, str, float, float, int | None, str | None, str]) -> Row:
        seq, game, text, source, wall, monotonic, amends, change, _ = values
        if not row_fits(values):
            raise BrokenRecord(self.path, f"event {seq} is not as it was written, by its sum")
        try:
            event = None if text is None else from_json(json.loads(text))
            return Row(seq, game, event, Source(source), wall, monotonic, amends, Change(change) if change else None)
        except ValueError as error:
            raise StoreError(f"{self.path}: row {seq} cannot be read: {error}") from error

    def _write(
        self,
        game: int,
        rows: Sequence[tuple[str | None, int | None, str | None]],
        source: Source,
        wall: float,
        monotonic: float,
    ) -> tuple[int, ...]:
        try:
            with _transaction(self._db):
                last = self.last
                self._insert(
                    (seq, game, text, source.value, float(wall), float(monotonic), amends, change)
                    for seq, (text, amends, change) in enumerate(rows, last + 1)
                )
        except sqlite3.Error as error:
            raise StoreError(f"{self.path}: the event was not recorded: {error}; free some space") from error
        return tuple(range(last + 1, last + 1 + len(rows)))

    def _insert(self, rows: Iterable[Values]) -> None:
        order = f"INSERT INTO event ({schema.COLUMNS}, sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
        self._db.executemany(order, ((*values, schema.sum_of(values)) for values in rows))


def _text(event: Event | None) -> str | None:
    return None if event is None else json.dumps(to_json(event), separators=(",", ":"))


@contextlib.contextmanager
def _transaction(db: sqlite3.Connection) -> Iterator[None]:
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def _open(path: Path) -> tuple[sqlite3.Connection, int]:
    """Open and migrate; with the bytes of the log that were read.

    Raises `sqlite3.OperationalError` (locked, unwritable) or `sqlite3.DatabaseError`.
    """
    db = sqlite3.connect(path, timeout=1.0, isolation_level=None, check_same_thread=False)
    try:
        db.execute("PRAGMA locking_mode = EXCLUSIVE")  # a second writer would double hands
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA foreign_keys = ON")
        db.execute("PRAGMA journal_size_limit = 0")  # nothing old behind the newest write
        (page,) = db.execute("PRAGMA page_size").fetchone()
        _, frames, _ = db.execute("PRAGMA wal_checkpoint").fetchone()
        with _transaction(db):
            schema.migrate(db)
    except BaseException:
        db.close()
        raise
    return db, _LOG_HEADER + frames * (page + _FRAME_HEADER) if frames > 0 else 0
