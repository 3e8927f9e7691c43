"""The file of a record: opened for reading without a byte of it changed, what is wrong with it, moved aside.

A record is an SQLite file `NAME` with its write-ahead log `NAME-wal` while it is open, or after it was not closed.
`NAME-shm` is an index of that log which SQLite makes again.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

HEADER = 100
"""Bytes before the first page's content; without them SQLite takes a file for a new one and deletes its log."""


class StoreError(Exception):
    """A record cannot be opened or written; the message names the file and how to mend it."""


class BrokenRecord(StoreError):
    """A record is not what was written. It was left as it is."""

    def __init__(self, path: Path, problem: str) -> None:
        super().__init__(
            f"{path}: the record is broken ({problem}). It was left as it is; `tablectl restore` moves it aside and "
            "puts back its newest backup with all that can still be read of what came after"
        )


def log_of(path: Path) -> Path:
    """The write-ahead log of a record."""
    return path.with_name(f"{path.name}-wal")


def size(path: Path) -> int:
    """Bytes of a file; 0 where there is none."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def exists(path: Path) -> bool:
    """Whether anything was ever written there; an empty file is no record yet."""
    return size(path) + size(log_of(path)) > 0


def headless(path: Path) -> bool:
    """Something is recorded but the beginning of the file is gone: SQLite must not open it, it would start anew."""
    return exists(path) and size(path) < HEADER


@contextlib.contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """The record, for reading; neither it nor its log is changed. Not for a `headless` one.

    Raises `StoreError` when another process holds it or it cannot be read, `sqlite3.DatabaseError` when it is broken.
    """
    db = sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True, isolation_level=None, timeout=1.0)
    try:
        yield db
    except sqlite3.OperationalError as error:
        raise StoreError(refusal(path, error)) from error
    finally:
        db.close()


def refusal(path: Path, error: sqlite3.OperationalError) -> str:
    """Why a record cannot be used, in words."""
    text = str(error)
    if "locked" in text:
        return f"{path}: the record is in use by another tablectl; stop that one first"
    return f"{path}: the record cannot be read or written ({text}); check the folder's owner and free space"


def move_aside(path: Path) -> Path | None:
    """Rename a record and its log to `NAME.aside-N`, never onto another; None where there is none. Raises `OSError`.

    Cut off between the two it leaves a log without its record, which is refused, never an older record.
    """
    if not path.exists() and not log_of(path).exists():
        return None
    number = 1
    while (aside := path.with_name(f"{path.name}.aside-{number}")).exists() or log_of(aside).exists():
        number += 1
    for old, new in ((path, aside), (log_of(path), log_of(aside))):
        if old.exists():
            old.rename(new)
    path.with_name(f"{path.name}-shm").unlink(missing_ok=True)
    sync_folder(path.parent)
    return aside


def sync(path: Path) -> None:
    """On return a file's content is on disk. Raises `OSError`."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


sync_folder = sync
"""On return the names in a folder are on disk. Raises `OSError`."""
