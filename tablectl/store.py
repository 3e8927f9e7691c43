"""The record: every event on disk before anyone sees its effect.

SQLite, append-only, write-ahead log, `synchronous=FULL`: when `append` returns, a power cut cannot take the rows back.
The folded state is never stored; a start checks the file, folds the rows and plays them again. A correction is a row
of its own that names the row it amends. One process at a time may hold the record.
"""

from __future__ import annotations

import contextlib
import json
import logging
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from tablectl.rules.event import Event, from_json, to_json

log = logging.getLogger(__name__)


class StoreError(Exception):
    """The record cannot be opened or written; the message names the file and how to mend it."""


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


def _create_events(db: sqlite3.Connection) -> None:
    db.execute(
        """CREATE TABLE event (
            seq INTEGER PRIMARY KEY,
            game INTEGER NOT NULL,
            event TEXT,
            source TEXT NOT NULL,
            wall REAL NOT NULL,
            monotonic REAL NOT NULL,
            amends INTEGER REFERENCES event (seq),
            change TEXT CHECK (change IN ('replace', 'strike', 'insert')),
            CHECK ((amends IS NULL) = (change IS NULL)),
            CHECK ((event IS NULL) = (change IS NOT NULL AND change = 'strike'))
        )"""
    )
    db.execute("CREATE INDEX event_game ON event (game, seq)")
    for verb in ("UPDATE", "DELETE"):
        db.execute(
            f"CREATE TRIGGER event_no_{verb.lower()} BEFORE {verb} ON event "
            "BEGIN SELECT RAISE(ABORT, 'the record is append-only'); END"
        )


MIGRATIONS: tuple[tuple[str, Callable[[sqlite3.Connection], None]], ...] = (("0001 events", _create_events),)
"""Each applied once, in order, in one transaction with its own record."""

_COLUMNS = "seq, game, event, source, wall, monotonic, amends, change"


class Store:
    """The record of one table in one SQLite file.

    `notices` tells what opening found, such as a damaged file set aside. Raises `StoreError` when the file is in use by
    another process, cannot be written, is another program's or comes from a newer tablectl.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.notices: tuple[str, ...] = ()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(f"{path}: its folder cannot be made ({error.strerror}); choose another database") from None
        try:
            if _headless(path):
                raise sqlite3.DatabaseError("its beginning is missing")
            self._db = _open(path)
        except sqlite3.OperationalError as error:
            raise StoreError(_refusal(path, error)) from error
        except sqlite3.DatabaseError as error:
            self._db = self._set_aside(error)

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
        """All rows of a game as written. Raises `StoreError` naming a row that cannot be read."""
        found = self._db.execute(f"SELECT {_COLUMNS} FROM event WHERE game = ? ORDER BY seq", (game,))
        return tuple(self._row(values) for values in found)

    def events(self, game: int) -> tuple[Event, ...]:
        """The events of a game that stand after all corrections."""
        return tuple(row.event for row in fold(self.rows(game)) if row.event is not None)

    def games(self) -> tuple[int, ...]:
        """The numbers of all recorded games, oldest first."""
        return tuple(number for (number,) in self._db.execute("SELECT DISTINCT game FROM event ORDER BY game"))

    def _row(self, values: tuple[int, int, str | None, str, float, float, int | None, str | None]) -> Row:
        seq, game, text, source, wall, monotonic, amends, change = values
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
                (last,) = self._db.execute("SELECT coalesce(max(seq), 0) FROM event").fetchone()
                for place, (text, amends, change) in enumerate(rows, last + 1):
                    values = (place, game, text, source.value, wall, monotonic, amends, change)
                    self._db.execute(f"INSERT INTO event ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values)
        except sqlite3.Error as error:
            raise StoreError(f"{self.path}: the event was not recorded: {error}; free some space") from error
        return tuple(range(last + 1, last + 1 + len(rows)))

    def _set_aside(self, damage: sqlite3.DatabaseError) -> sqlite3.Connection:
        """Keep the damaged files under a new name, start a fresh record with every row that can still be read."""
        number = 1
        while (aside := self.path.with_name(f"{self.path.name}.damaged-{number}")).exists():
            number += 1
        try:
            for ending in ("", "-wal"):
                part = Path(f"{self.path}{ending}")
                if part.exists():
                    part.rename(f"{aside}{ending}")
            Path(f"{self.path}-shm").unlink(missing_ok=True)  # an index of the -wal file, rebuilt when opened
            db = _open(self.path)
        except (OSError, sqlite3.Error) as error:
            raise StoreError(f"{self.path}: damaged ({damage}) and cannot be set aside: {error}") from error
        saved = _salvage(aside)
        with _transaction(db):
            db.executemany(f"INSERT INTO event ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", saved)
        self.notices = (
            f"{self.path.name} was damaged ({damage}). It is kept as {aside.name}; "
            f"{len(saved)} recorded events were saved from it.",
        )
        log.warning(self.notices[0])
        return db


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


def _open(path: Path) -> sqlite3.Connection:
    """Open, check and migrate. Raises `sqlite3.OperationalError` (locked, unwritable) or `sqlite3.DatabaseError`."""
    db = sqlite3.connect(path, timeout=1.0, isolation_level=None, check_same_thread=False)
    try:
        db.execute("PRAGMA locking_mode = EXCLUSIVE")  # a second writer would double hands
        tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if tables and not {"migration", "event"} <= tables:
            raise StoreError(f"{path}: a database of another program; choose another database")
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA foreign_keys = ON")
        problems = [text for (text,) in db.execute("PRAGMA integrity_check")]
        if problems != ["ok"]:
            raise sqlite3.DatabaseError("; ".join(problems[:3]))
        _migrate(db)
    except BaseException:
        db.close()
        raise
    return db


def _migrate(db: sqlite3.Connection) -> None:
    with _transaction(db):
        db.execute("CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY)")
        done = {name for (name,) in db.execute("SELECT name FROM migration")}
        unknown = done - {name for name, _ in MIGRATIONS}
        if unknown:
            raise StoreError(f"the record is from a newer tablectl ({', '.join(sorted(unknown))}); update tablectl")
        for name, migrate in MIGRATIONS:
            if name not in done:
                migrate(db)
                db.execute("INSERT INTO migration (name) VALUES (?)", (name,))


def _headless(path: Path) -> bool:
    """Something is recorded but the 100 byte file header is not: SQLite would start anew and delete the log."""
    main, wal = (part.stat().st_size if part.exists() else 0 for part in (path, Path(f"{path}-wal")))
    return main < 100 and main + wal > 0


def _salvage(path: Path) -> list[tuple[object, ...]]:
    """The rows of a damaged file from the first on, up to the first gap or the first that cannot be read."""
    rows: list[tuple[object, ...]] = []
    with tempfile.TemporaryDirectory() as folder:  # reading with SQLite may write: the damaged files stay as they are
        copy = Path(folder, "record")
        for ending in ("", "-wal"):
            if Path(f"{path}{ending}").exists():
                shutil.copyfile(f"{path}{ending}", f"{copy}{ending}")
        with contextlib.suppress(sqlite3.Error, ValueError), contextlib.closing(sqlite3.connect(copy)) as db:
            for row in db.execute(f"SELECT {_COLUMNS} FROM event ORDER BY seq"):
                if row[0] != len(rows) + 1:
                    break
                if row[2] is not None:
                    from_json(json.loads(row[2]))
                rows.append(row)
    return rows


def _refusal(path: Path, error: sqlite3.OperationalError) -> str:
    text = str(error)
    if "locked" in text:
        return f"{path}: the record is in use by another tablectl; stop that one first"
    return f"{path}: the record cannot be written ({text}); check the folder's owner and free space"
