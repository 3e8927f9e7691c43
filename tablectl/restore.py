"""A record put back: from a backup, with all that a broken record still holds of what came after it."""

from __future__ import annotations

import json
import os
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from shutil import copyfile
from typing import Any

from tablectl import schema
from tablectl.backups import Backups
from tablectl.checkup import Checkup, examine, row_fits
from tablectl.recordfile import HEADER, StoreError, exists, headless, log_of, move_aside, reading, sync, sync_folder
from tablectl.rules.event import GameStarted, from_json
from tablectl.store import Store, Values

_PAGE_SIZE, _PAGES = slice(16, 18), slice(28, 32)
"""Where in the file's header the size of a page and their number stand."""
_LOG_PAGE_SIZE = slice(8, 12)
"""Where the log's header tells the size of a page."""
_PAGE = 4096
"""Bytes of a page where nothing tells."""
_MOST_BLANK = 1 << 30
"""Bytes; a header that asks for more is damaged itself."""
_ROWS_A_PAGE = 200
"""More than fit."""


@dataclass(frozen=True, slots=True)
class Restored:
    """What was put back. `backup`: the one it began with; `saved`: events taken from the broken record after it;
    `missing`: what is not there, in words; `aside`: where everything lies now that was there before.
    """

    record: Path
    events: int
    games: int
    backup: Path | None
    saved: int
    missing: tuple[str, ...]
    aside: tuple[Path, ...]


def restore(backups: Backups, backup: Path | None = None) -> Restored:
    """Put a record back from its newest whole backup and what can be read of the record itself, or from `backup` alone.

    What was there is moved aside, backups that hold more than the record now does as well. Raises `StoreError` when
    there is nothing to put back, or the record is in use or of a newer tablectl; then nothing was changed.
    """
    record = backups.record
    there = examine(record) if exists(record) else None
    base = examine(backup, full=True) if backup is not None else backups.newest_whole()
    if base is not None and base.problems:
        raise StoreError(f"{base.path}: this backup is broken ({'; '.join(base.problems)}); choose another")
    rows: tuple[Values, ...] = ()
    missing: tuple[str, ...] = ()
    if backup is None:
        if there is not None and there.whole and (base is None or there.events >= base.events):
            raise StoreError(
                f"{record}: nothing is to be restored: the record is whole and holds all that its backups do; name a "
                "backup to go back to it"
            )
        if there is not None:
            rows, missing = _saved(record, base)
        if base is None and not rows:
            raise StoreError(f"{record}: nothing of it can be read and there is no whole backup in {backups.folder}")
    part = record.with_name(f"{record.name}.restoring")
    try:
        made = _build(part, base.path if base else None, rows)
        aside = [move_aside(record), *(move_aside(path) for path in backups.beyond(made.last))]
        events, games = made.last, len(made.games())
        made.close()
        sync(part)
        part.rename(record)
        sync_folder(record.parent)
    except OSError as error:
        raise StoreError(f"{record}: cannot be put back ({error.strerror}); {part} holds what was made") from None
    moved = tuple(path for path in aside if path is not None)
    return Restored(record, events, games, base.path if base else None, len(rows), missing, moved)


def _saved(record: Path, base: Checkup | None) -> tuple[tuple[Values, ...], tuple[str, ...]]:
    """What can be used of a record behind a backup, and what is missing, in words."""
    found, to_the_end = readable(record)
    after = base.events if base is not None else 0
    if base is not None and not _agree(found, base):
        return (), (f"{record} does not go on from {base.path}: nothing was taken from it",)
    rows, missing = usable(found, after)
    if not to_the_end:
        last = max(after, found[-1][0] if found else 0)
        missing = (*missing, f"whatever came after event {last} cannot be read")
    return rows, missing


def _agree(rows: Sequence[Values], backup: Checkup) -> bool:
    """Whether the newest row that both hold is the same; true where they hold none."""
    both = [row for row in rows if row[0] <= backup.events][-1:]
    with reading(backup.path) as db:
        return all(
            db.execute("SELECT game, event, wall FROM event WHERE seq = ?", row[:1]).fetchone() == (*row[1:3], row[4])
            for row in both
        )


def _build(part: Path, base: Path | None, rows: Iterable[Values]) -> Store:
    for left in (part, log_of(part)):
        left.unlink(missing_ok=True)
    if base is not None:
        with reading(base) as source, closing(sqlite3.connect(part)) as target:
            source.backup(target)
    made = Store(part)
    made.copy_rows(rows)
    return made


def usable(rows: Iterable[Values], after: int = 0) -> tuple[tuple[Values, ...], tuple[str, ...]]:
    """Of the rows that can be read, those after row `after` that tell a game without a gap, numbered anew; what is
    missing, in words.

    A game is kept up to the first event that is missing there; what follows in it could mean anything.
    """
    kept: list[Values] = []
    missing: list[str] = []
    numbers: dict[int, int] = {}
    following, whole, unused = after + 1, True, 0
    for seq, game, text, source, wall, monotonic, amends, change in rows:
        if seq <= after:
            continue
        if seq != following:
            missing.append(f"events {following} to {seq - 1} cannot be read")
            whole = False
        following = seq + 1
        whole = whole or (amends is None and _begins_a_game(text))
        if not whole:
            unused += 1
            continue
        numbers[seq] = after + len(kept) + 1
        amended = None if amends is None else numbers.get(amends, amends)
        kept.append((numbers[seq], game, text, source, wall, monotonic, amended, change))
    if unused:
        missing.append(f"{unused} that can be read are left out, because events before them in their game are missing")
    return tuple(kept), tuple(missing)


def _begins_a_game(text: str | None) -> bool:
    return text is not None and isinstance(from_json(json.loads(text)), GameStarted)


def readable(record: Path) -> tuple[tuple[Values, ...], bool]:
    """Every row of a broken record that is as it was written, in order, and whether its end could be read.

    The record is left as it is.
    """
    with tempfile.TemporaryDirectory(dir=record.parent, prefix=f"{record.name}.") as folder:
        copy = Path(folder, record.name)
        for old, new in ((record, copy), (log_of(record), log_of(copy))):
            if old.exists():
                copyfile(old, new)
        rows: list[Values] = []
        _fill_up(copy)
        try:
            with closing(sqlite3.connect(copy)) as db:
                for row in _scan(db):
                    rows.append(row)  # kept whatever comes after it
            return tuple(rows), True
        except sqlite3.DatabaseError:
            return tuple(rows), False


def _fill_up(copy: Path) -> None:
    """Blank pages for those that are missing at its beginning or end, without which SQLite reads none of the others.

    Where the beginning is missing it would even delete the log, which may hold all of them.
    """
    if headless(copy):
        log = log_of(copy).read_bytes() if log_of(copy).exists() else b""
        copy.write_bytes(bytes(int.from_bytes(log[_LOG_PAGE_SIZE]) or _PAGE))
        return
    with copy.open("rb") as file:
        header = file.read(HEADER)
    whole = int.from_bytes(header[_PAGE_SIZE]) * int.from_bytes(header[_PAGES])
    if copy.stat().st_size < whole <= copy.stat().st_size + _MOST_BLANK:
        os.truncate(copy, whole)


def _scan(db: sqlite3.Connection) -> Iterator[Values]:
    """From the first row on; behind a damaged page one number after the other.

    Raises `sqlite3.DatabaseError` where there is or may be more behind the last one.
    """
    sums = "sum" if schema.SUMS in schema.applied(db) else "NULL"
    select = f"SELECT {schema.COLUMNS}, {sums} FROM event NOT INDEXED WHERE seq"
    (pages,) = db.execute("PRAGMA page_count").fetchone()
    following, end, sound = 1, pages * _ROWS_A_PAGE, True
    while following < end:
        try:
            for row in db.execute(f"{select} >= ? ORDER BY seq", (following,)):
                sound = row[0] >= following and _is_written(row)  # a damaged page has rows out of order
                following = max(following, row[0] + 1)
                if sound:
                    yield row[:-1]
            if not sound:
                raise sqlite3.DatabaseError("the last row is not as it was written")
            return
        except sqlite3.DatabaseError:
            # The row before a damaged page is not told either: it is asked for alone, and so is the first behind it.
            alone = next(filter(None, (_row(db, select, seq) for seq in range(following, end))), None)
            if alone is None:
                raise
            following, sound = alone[0] + 1, _is_written(alone)
            if sound:
                yield alone[:-1]


def _row(db: sqlite3.Connection, select: str, seq: int) -> tuple[Any, ...] | None:
    try:
        row: tuple[Any, ...] | None = db.execute(f"{select} = ?", (seq,)).fetchone()
    except sqlite3.DatabaseError:
        return None
    return row


def _is_written(row: tuple[Any, ...]) -> bool:
    """Its sum fits, and its event, if it has one, can be read."""
    if row[-1] is not None and not row_fits(row):
        return False
    try:
        return row[2] is None or from_json(json.loads(row[2])) is not None
    except ValueError:
        return False
