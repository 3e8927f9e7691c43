"""The tables of a record, by named migrations, and the sum that each row carries of itself."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Sequence
from hashlib import blake2b

COLUMNS = "seq, game, event, source, wall, monotonic, amends, change"
"""What a row says; its sum is made of these."""


def sum_of(values: Sequence[object]) -> str:
    """What tells a row, in the order of `COLUMNS`, from one that has changed since it was written: 32 hex digits."""
    text = json.dumps(list(values), separators=(",", ":"), ensure_ascii=False)
    return blake2b(text.encode(), digest_size=16).hexdigest()


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
    _forbid(db, "UPDATE")
    _forbid(db, "DELETE")


def _add_sums(db: sqlite3.Connection) -> None:
    db.execute("DROP TRIGGER event_no_update")
    db.execute("ALTER TABLE event ADD COLUMN sum TEXT NOT NULL DEFAULT ''")
    db.create_function("sum_of", -1, lambda *values: sum_of(values), deterministic=True)
    db.execute(f"UPDATE event SET sum = sum_of({COLUMNS})")
    _forbid(db, "UPDATE")


def _forbid(db: sqlite3.Connection, verb: str) -> None:
    db.execute(
        f"CREATE TRIGGER event_no_{verb.lower()} BEFORE {verb} ON event "
        "BEGIN SELECT RAISE(ABORT, 'the record is append-only'); END"
    )


SUMS = "0002 sums"

MIGRATIONS: tuple[tuple[str, Callable[[sqlite3.Connection], None]], ...] = (
    ("0001 events", _create_events),
    (SUMS, _add_sums),
)
"""Each is applied once, in order."""


def is_foreign(db: sqlite3.Connection) -> bool:
    """Whether the file is another program's database."""
    tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    return bool(tables) and not {"migration", "event"} <= tables


def applied(db: sqlite3.Connection) -> frozenset[str]:
    """The names of the migrations that a file has seen."""
    (known,) = db.execute("SELECT count(*) FROM sqlite_master WHERE name = 'migration'").fetchone()
    return frozenset(name for (name,) in db.execute("SELECT name FROM migration")) if known else frozenset()


def unknown(db: sqlite3.Connection) -> tuple[str, ...]:
    """The migrations of a newer program, which this one must not write over."""
    return tuple(sorted(applied(db) - {name for name, _ in MIGRATIONS}))


def migrate(db: sqlite3.Connection) -> None:
    """Apply what is missing. The caller makes it one transaction, so that a file is migrated whole or not at all."""
    db.execute("CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY)")
    done = applied(db)
    for name, apply in MIGRATIONS:
        if name not in done:
            apply(db)
            db.execute("INSERT INTO migration (name) VALUES (?)", (name,))
