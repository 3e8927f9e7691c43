"""Records made by earlier programs: each version of the tables has a file of its time in tests/data/records."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tablectl import schema
from tablectl.checkup import examine
from tablectl.history import History
from tablectl.rules.ruleset import TENHOU
from tablectl.store import Store, StoreError

RECORDS = Path(__file__).parents[1] / "data" / "records"
VERSIONS = [name for name, _ in schema.MIGRATIONS]


def old_record(folder: Path, version: str) -> Path:
    """A record as the program of that version left it."""
    path = folder / "record.sqlite"
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.executescript((RECORDS / f"{version.split()[0]}.sql").read_text(encoding="utf-8"))
    return path


@pytest.mark.parametrize("version", VERSIONS)
def test_a_record_of_every_version_opens_with_the_same_game(tmp_path: Path, version: str) -> None:
    path = old_record(tmp_path, version)
    before = examine(path, full=True)
    assert before.whole and (before.games, before.events) == (1, 59)
    with closing(Store(path)) as store:
        history = History.of(store.rows(1), TENHOU)
        assert list(history.game.points) == [17300, 25000, 25000, 32700]
        assert len(history.rows) == 56 and history.misfits == ()
        assert store.notices == ()
    with closing(sqlite3.connect(path)) as db:
        assert schema.applied(db) == set(VERSIONS)
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            db.execute("UPDATE event SET sum = ''")
    after = examine(path, full=True)
    assert after.whole and after.events == 59


@pytest.mark.parametrize("version", VERSIONS)
def test_a_migration_that_fails_leaves_the_record_as_it_was(
    tmp_path: Path, version: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = old_record(tmp_path, version)
    with closing(sqlite3.connect(path)) as db:
        before = list(db.iterdump())

    def half_done(db: sqlite3.Connection) -> None:
        db.execute("CREATE TABLE half (done INTEGER)")
        raise sqlite3.OperationalError("disk full")

    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, ("9999 future", half_done)))
    with pytest.raises(StoreError, match=r"record\.sqlite.*disk full"):
        Store(path)
    with closing(sqlite3.connect(path)) as db:
        assert list(db.iterdump()) == before


def test_a_record_of_a_newer_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "record.sqlite"
    Store(path).close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("INSERT INTO migration VALUES ('9999 future')")
        db.commit()
    before = path.read_bytes()
    with pytest.raises(StoreError, match=r"record\.sqlite: .* a newer tablectl \(9999 future\).*update tablectl"):
        Store(path)
    assert path.read_bytes() == before
