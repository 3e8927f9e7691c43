"""The backups of a record: whole copies in a folder, each checked before it counts, the oldest dropped.

A backup is called by the number of its last event, so the newest is the one that holds most, whatever the clock said.
"""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from tablectl.checkup import Checkup, examine
from tablectl.config import TableConfig
from tablectl.recordfile import BrokenRecord, StoreError, exists, reading, size, sync, sync_folder
from tablectl.rules.event import HandEnded
from tablectl.store import Row, Store
from tablectl.view import TableView

_SPARE = 64 << 20
"""Bytes that a backup leaves free on its disk: the record may lie on the same one and must go on."""


@dataclass(frozen=True, slots=True)
class Backups:
    """The backups of `record` in `folder`, of which the newest `keep` are kept."""

    record: Path
    folder: Path
    keep: int = 10

    @classmethod
    def of(cls, config: TableConfig) -> Backups:
        """Those of a table, as its settings say."""
        record = Path(config.table.database)
        return cls(record, record.parent / config.backup.folder, config.backup.keep)

    def path_of(self, events: int) -> Path:
        """The backup that ends with this event."""
        return self.folder / f"{self.record.stem}-{events:09}.sqlite"

    def files(self) -> tuple[Path, ...]:
        """All backups, the one that holds most first."""
        found = [path for path in self.folder.glob("*.sqlite") if self._number(path) is not None]
        return tuple(sorted(found, key=lambda path: self._number(path) or 0, reverse=True))

    def newest_whole(self) -> Checkup | None:
        """The newest backup that is whole; None where there is none."""
        for path in self.files():
            try:
                found = examine(path, full=True)
            except StoreError:
                continue
            if found.whole:
                return found
        return None

    def beyond(self, events: int) -> tuple[Path, ...]:
        """The backups that hold more than so many events."""
        return tuple(path for path in self.files() if (self._number(path) or 0) > events)

    def make(self, store: Store) -> Checkup:
        """Copy the record as it stands, check the copy, drop the oldest. Raises `StoreError` saying what to do.

        A copy that is not whole is not kept, nor is any older one dropped for it.
        """
        part = self.folder / f"{self.record.stem}.part"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            part.unlink(missing_ok=True)
            if shutil.disk_usage(self.folder).free < 2 * size(self.record) + _SPARE:
                raise StoreError(f"{self.folder}: too little space for a backup; free some, or choose another disk")
            store.backup(part)
            made = self._checked(part)
            path = self.path_of(made.events)
            sync(part)
            part.replace(path)
            sync_folder(self.folder)
            for old in self.files()[self.keep :]:
                old.unlink()
        except OSError as error:
            raise StoreError(f"{self.folder}: no backup can be written there ({error.strerror})") from None
        finally:
            _forget(part)
        return Checkup(path, (), made.games, made.events, made.newest)

    def _checked(self, part: Path) -> Checkup:
        """The new copy, looked over; it must go on where the newest backup ends. Raises `StoreError`."""
        made = examine(part, full=True)
        if made.problems:
            raise BrokenRecord(self.record, f"found by a backup: {'; '.join(made.problems)}")
        older = self.files()[:1]
        if older and (self._number(older[0]) or 0) <= made.events and not continues(part, older[0]):
            raise StoreError(f"{self.record} does not go on from its backup {older[0]}; `tablectl verify` tells more")
        return made

    def _number(self, path: Path) -> int | None:
        match = re.fullmatch(re.escape(self.record.stem) + r"-(\d{9,})\.sqlite", path.name)
        return int(match[1]) if match else None


def _forget(part: Path) -> None:
    try:
        part.unlink(missing_ok=True)
    except OSError:
        return  # what made it fail was told already


def continues(record: Path, backup: Path) -> bool:
    """Whether a record holds the last event of a backup just so; true for a backup that cannot be asked."""
    try:
        with reading(backup) as old, reading(record) as new:
            last = old.execute("SELECT seq, game, event, wall FROM event ORDER BY seq DESC LIMIT 1").fetchone()
            if last is None:
                return True
            mine = new.execute("SELECT seq, game, event, wall FROM event WHERE seq = ?", last[:1]).fetchone()
            return bool(mine == last)
    except (StoreError, sqlite3.DatabaseError):
        return True


def open_record(backups: Backups) -> Store:
    """The record of a table, unless events that it once held are missing there.

    Raises `StoreError`, naming the backup that helps.
    """
    path = backups.record
    newest = next(iter(backups.files()), None)
    if newest is not None and not exists(path):
        raise StoreError(
            f"{path}: the record is missing, but {newest} is a backup of it. `tablectl restore` puts it back; to begin "
            f"a new one move the backups in {backups.folder} away"
        )
    try:
        store = Store(path)
    except BrokenRecord as error:
        whole = backups.newest_whole()
        told = f"its newest whole backup is {whole.path}" if whole else f"there is no whole backup in {backups.folder}"
        raise StoreError(f"{error}; {told}") from error
    last = store.last
    ahead = backups.beyond(last)
    if ahead:
        store.close()
        raise StoreError(
            f"{path}: the record ends with event {last}, but its backup {ahead[0]} holds more: events are lost. "
            f"`tablectl restore` brings them back; if {backups.folder} is another table's, move its backups away"
        )
    return store


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a game has come: its number, how many hands have ended, whether it is over."""

    game: int = 0
    hands: int = 0
    over: bool = False

    @classmethod
    def of(cls, rows: tuple[Row, ...], over: bool) -> Progress:
        """From the standing rows of a game."""
        hands = sum(isinstance(row.event, HandEnded) for row in rows)
        return cls(rows[-1].game, hands, over) if rows else cls()

    def due(self, since: Progress, every: int) -> bool:
        """Whether a backup is due, the last one made at `since`: at the end of a game, and every so many hands."""
        if self.game != since.game:
            since = Progress(self.game)
        return (self.over and not since.over) or self.hands >= since.hands + every


class BackupKeeper:
    """An output that makes backups in a thread of its own; nothing it does or fails to do holds up the table.

    `rows`: those of the game that stand; `tell`: takes what is wrong, empty when nothing is. The first backup is made
    at once where the newest one lacks events.
    """

    def __init__(
        self,
        backups: Backups,
        store: Store,
        rows: Callable[[], tuple[Row, ...]],
        tell: Callable[[str], None],
        every: int,
    ) -> None:
        self._backups, self._store, self._rows, self._tell, self._every = backups, store, rows, tell, every
        self._since = Progress.of(rows(), over=False)
        self._worker = ThreadPoolExecutor(1, "backup")
        if store.last and not backups.path_of(store.last).exists():
            self._begin()

    def __call__(self, view: TableView) -> None:
        """Begin a backup if one is due, after any that is still being made."""
        now = Progress.of(self._rows(), view.over)
        if now.due(self._since, self._every):
            self._since = now
            self._begin()

    def close(self) -> None:
        """Finish what was begun."""
        self._worker.shutdown()

    def _begin(self) -> None:
        self._worker.submit(self._make)

    def _make(self) -> None:
        try:
            self._backups.make(self._store)
            self._tell("")
        except Exception as error:  # whatever it is, the table plays on and says so
            self._tell(str(error))
