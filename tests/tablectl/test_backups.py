"""Backups: whole copies, made beside the game, that a lost or broken record comes back from."""

from __future__ import annotations

import os
import shutil
import threading
from contextlib import closing
from pathlib import Path

import pytest

from tablectl import backups as backups_module
from tablectl.backups import BackupKeeper, Backups, Progress, open_record
from tablectl.checkup import examine
from tablectl.controller import Controller
from tablectl.recordfile import log_of
from tablectl.restore import readable, restore, usable
from tablectl.rules.event import Discarded, Event, GameStarted, HandEnded
from tablectl.rules.ruleset import TENHOU
from tablectl.rules.seat import SEATS
from tablectl.rules.tile import Tile
from tablectl.store import Source, Store, StoreError

EVENTS: tuple[Event, ...] = (GameStarted(), *(Discarded(seat, Tile(kind), None) for kind in range(9) for seat in SEATS))


def write(store: Store, events: tuple[Event, ...] = EVENTS, game: int = 1) -> None:
    store.append(game, events, Source.CAMERA, wall=1000.0, monotonic=0.0)


@pytest.fixture
def backups(tmp_path: Path) -> Backups:
    return Backups(tmp_path / "record.sqlite", tmp_path / "backups", keep=3)


def damage(path: Path, page: int) -> None:
    """Overwrite a page, counted from 1."""
    data = bytearray(path.read_bytes())
    data[(page - 1) * 4096 : page * 4096] = b"\xff" * 4096
    path.write_bytes(data)


def test_a_backup_is_one_whole_file_named_by_its_last_event(backups: Backups) -> None:
    with closing(Store(backups.record)) as store:
        write(store)
        made = backups.make(store)
        assert made.path == backups.folder / "record-000000037.sqlite"
        assert (made.whole, made.games, made.events, made.newest) == (True, 1, 37, 1000.0)
        assert backups.make(store) == made, "the same state is the same backup"
        assert os.listdir(backups.folder) == [made.path.name]
    assert examine(made.path, full=True) == made
    with closing(Store(made.path)) as copy:
        assert copy.events(1) == EVENTS


def test_the_oldest_are_dropped_and_other_files_left_alone(backups: Backups) -> None:
    backups.folder.mkdir()
    other = backups.folder / "holiday.sqlite"
    other.touch()
    with closing(Store(backups.record)) as store:
        for event in EVENTS[:5]:
            write(store, (event,))
            backups.make(store)
    assert [path.name for path in backups.files()] == [f"record-00000000{n}.sqlite" for n in (5, 4, 3)]
    assert other.exists()


def test_writes_during_a_backup_are_not_held_up_and_the_copy_is_whole(
    backups: Backups, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(Store(backups.record)) as store:
        write(store, EVENTS * 40)
        before = store.last

        def write_between(_: float) -> None:
            if store.last < before + 3:
                write(store, EVENTS[:1], game=2)

        monkeypatch.setattr("tablectl.store._STEP", 4)
        monkeypatch.setattr("tablectl.store.time.sleep", write_between)
        made = backups.make(store)
        assert made.whole and before <= made.events <= store.last == before + 3


def test_a_record_that_rots_is_found_by_its_backup_and_no_older_one_is_dropped(backups: Backups) -> None:
    with closing(Store(backups.record)) as store:
        write(store)
    old = backups.record.read_bytes()
    with closing(Store(backups.record)) as store:
        backups.make(store)
        write(store, EVENTS, game=2)
    backups.record.write_bytes(backups.record.read_bytes().replace(b'"tile":"5m"', b'"tile":"6m"', 1))
    assert backups.record.read_bytes() != old
    with closing(Store(backups.record)) as store, pytest.raises(StoreError, match="found by a backup: not as written"):
        backups.make(store)
    assert [path.name for path in backups.folder.iterdir()] == ["record-000000037.sqlite"]


def test_a_backup_leaves_room_on_the_disk(backups: Backups, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backups_module, "_SPARE", 1 << 60)
    with closing(Store(backups.record)) as store:
        write(store, EVENTS[:1])
        with pytest.raises(StoreError, match="too little space for a backup"):
            backups.make(store)


def test_a_folder_that_cannot_be_made_is_told(backups: Backups) -> None:
    backups.folder.write_text("a file")
    with closing(Store(backups.record)) as store, pytest.raises(StoreError, match="no backup can be written there"):
        backups.make(store)


def test_a_backup_is_due_at_the_end_of_a_game_and_every_so_many_hands() -> None:
    since = Progress(1, 2)
    assert [Progress(1, hands).due(since, 4) for hands in (0, 2, 5, 6, 7)] == [False, False, False, True, True]
    assert Progress(1, 3, over=True).due(since, 4)
    assert not Progress(1, 3, over=True).due(Progress(1, 3, over=True), 4)
    assert not Progress(2, 1).due(Progress(1, 9, over=True), 4)
    assert Progress(2, 4).due(Progress(1, 9, over=True), 4)


def test_the_keeper_works_in_a_thread_of_its_own(backups: Backups) -> None:
    with closing(Store(backups.record)) as store:
        write(store, EVENTS[:2])
        controller = Controller(store, TENHOU)
        told: list[tuple[str, str]] = []
        rows = store.rows(1)

        def tell(text: str) -> None:
            told.append((threading.current_thread().name, text))

        keeper = BackupKeeper(backups, store, lambda: rows, tell, every=1)
        write(store, (HandEnded(),))
        rows = store.rows(1)
        keeper(controller.view)
        keeper(controller.view)
        keeper.close()
        assert backups.files()[0].name == "record-000000003.sqlite"
        assert len(told) == 2, "one for what no backup held yet, one for the hand"
        assert all(name.startswith("backup") and text == "" for name, text in told)


def test_what_a_keeper_cannot_do_is_told_and_stops_nothing(backups: Backups) -> None:
    backups.folder.write_text("a file")
    with closing(Store(backups.record)) as store:
        write(store, EVENTS[:2])
        told: list[str] = []
        BackupKeeper(backups, store, lambda: store.rows(1), told.append, every=1).close()
        assert "no backup can be written there" in told[0]


def backed_up(backups: Backups, after: int = 0) -> None:
    """A record whose backup lacks its last events."""
    with closing(Store(backups.record)) as store:
        write(store, EVENTS * 8)
        backups.make(store)
        write(store, EVENTS[1 : after + 1])


def test_a_missing_record_is_refused_and_put_back(backups: Backups) -> None:
    backed_up(backups)
    backups.record.unlink()
    with pytest.raises(StoreError, match=r"the record is missing, but .*000000296\.sqlite is a backup"):
        open_record(backups)
    done = restore(backups)
    assert (done.events, done.saved, done.missing, done.aside) == (296, 0, (), ())
    with closing(open_record(backups)) as store:
        assert store.events(1) == EVENTS * 8


def test_a_record_that_lost_what_its_backup_holds_is_refused_and_put_back(backups: Backups) -> None:
    backed_up(backups)
    backups.record.unlink()
    with closing(Store(backups.record)) as store:
        write(store, (EVENTS * 8)[:100])
    with pytest.raises(StoreError, match=r"ends with event 100, but its backup .*296\.sqlite holds more"):
        open_record(backups)
    done = restore(backups)
    assert (done.events, done.saved, done.missing) == (296, 0, ())
    (aside,) = done.aside
    assert aside.name == "record.sqlite.aside-1" and examine(aside).events == 100


@pytest.mark.parametrize("page", [1, 2, 3, 7, 12])
def test_a_broken_record_names_its_backup_and_comes_back_with_all_that_is_left(backups: Backups, page: int) -> None:
    backed_up(backups, after=5)
    damage(backups.record, page)
    broken = backups.record.read_bytes()
    with pytest.raises(StoreError, match=r"record\.sqlite: the record is broken .* newest whole backup is .*296\.sq"):
        open_record(backups)
    done = restore(backups)
    assert backups.record.with_name("record.sqlite.aside-1").read_bytes() == broken
    with closing(open_record(backups)) as store:
        events = store.events(1)
        assert events == (*EVENTS * 8, *EVENTS[1:6])[: len(events)]
        assert len(events) == 296 + done.saved and (done.saved == 5 or page in (1, 2))
        assert bool(done.missing) == (done.saved < 5)
    assert examine(backups.record, full=True).whole


def test_without_a_backup_every_game_is_saved_up_to_its_first_gap(backups: Backups) -> None:
    long = (*EVENTS, *EVENTS[1:] * 5)
    with closing(Store(backups.record)) as store:
        for game in (1, 2, 3):
            write(store, long, game)
    damage(backups.record, 12)
    with pytest.raises(StoreError, match="there is no whole backup in"):
        open_record(backups)
    done = restore(backups)
    assert done.games >= 2 and 400 < done.events < 651 and done.backup is None
    assert "cannot be read" in done.missing[0] and "are left out" in done.missing[-1]
    with closing(open_record(backups)) as store:
        counts = [len(store.events(game)) for game in (1, 2, 3)]
        assert counts[2] == 217
        for game in (1, 2, 3):
            assert store.events(game) == long[: len(store.events(game))]


@pytest.mark.parametrize("lost", [1, 700, 4095, 5000, 5655, 12080])
def test_a_record_that_lost_its_end_gives_each_row_once(backups: Backups, lost: int) -> None:
    with closing(Store(backups.record)) as store:
        for event in EVENTS * 3:
            store.append(1, (event,), Source.CAMERA, wall=1000.0, monotonic=0.0)
    os.truncate(backups.record, backups.record.stat().st_size - lost)
    rows, to_the_end = readable(backups.record)
    numbers = [row[0] for row in rows]
    assert not to_the_end or numbers[-1] == 111
    assert numbers == sorted(set(numbers)) and 0 < len(numbers) <= 111


def test_a_log_whose_record_is_gone_is_read_all_the_same(backups: Backups) -> None:
    with closing(Store(backups.record)) as store:
        write(store)
        log = log_of(backups.record).read_bytes()
    log_of(backups.record).write_bytes(log)
    backups.record.write_bytes(b"SQLite")
    with pytest.raises(StoreError, match="its beginning is missing"):
        open_record(backups)
    done = restore(backups)
    assert done.events == done.saved == len(EVENTS)
    assert log_of(done.aside[0]).read_bytes() == log


def test_usable_rows_are_numbered_anew_behind_a_gap() -> None:
    start, drawn = '{"type":"GameStarted","first_dealer":0,"names":["a","b"]}', '{"type":"Drawn","seat":0,"tile":null}'

    def row(seq: int, game: int, text: str | None, amends: int | None = None) -> tuple[object, ...]:
        return (seq, game, text, "page", 1.0, 1.0, amends, "strike" if text is None else None)

    rows = (
        row(1, 1, start),
        row(2, 1, drawn),
        row(5, 1, drawn),
        row(6, 2, start),
        row(7, 2, drawn),
        row(8, 2, None, 7),
    )
    kept, missing = usable(rows)  # type: ignore[arg-type]
    assert [(item[0], item[1], item[6]) for item in kept] == [
        (1, 1, None),
        (2, 1, None),
        (3, 2, None),
        (4, 2, None),
        (5, 2, 4),
    ]
    assert missing[0] == "events 3 to 4 cannot be read" and missing[1].startswith("1 that can be read are left out")
    kept, _ = usable(rows, 1)  # type: ignore[arg-type]
    assert [item[0] for item in kept] == [2, 3, 4, 5]


def test_nothing_is_restored_over_a_record_that_is_whole(backups: Backups) -> None:
    backed_up(backups, after=5)
    before = backups.record.read_bytes()
    with pytest.raises(StoreError, match="nothing is to be restored"):
        restore(backups)
    assert backups.record.read_bytes() == before and not list(backups.record.parent.glob("*aside*"))


def test_a_named_backup_is_put_back_alone_and_newer_ones_step_aside(backups: Backups) -> None:
    with closing(Store(backups.record)) as store:
        write(store)
        old = backups.make(store).path
        write(store, EVENTS, game=2)
        newer = backups.make(store).path
    done = restore(backups, old)
    assert (done.events, done.saved, done.missing) == (37, 0, ())
    assert [path.name for path in done.aside] == ["record.sqlite.aside-1", f"{newer.name}.aside-1"]
    open_record(backups).close()


def test_a_broken_backup_is_passed_over_and_never_put_back_by_name(backups: Backups) -> None:
    with closing(Store(backups.record)) as store:
        write(store)
        good = backups.make(store).path
        write(store, EVENTS, game=2)
        bad = backups.make(store).path
    damage(bad, 3)
    damage(backups.record, 1)
    with pytest.raises(StoreError, match="this backup is broken"):
        restore(backups, bad)
    done = restore(backups)
    assert done.backup == good and len(done.aside) == 2
    open_record(backups).close()


def test_a_record_in_use_is_not_restored(backups: Backups, tmp_path: Path) -> None:
    with closing(Store(backups.record)) as store:
        write(store)
        made = backups.make(store).path
        with pytest.raises(StoreError, match="in use by another tablectl"):
            restore(backups, made)


def test_another_tables_record_gives_nothing_to_a_backup(backups: Backups, tmp_path: Path) -> None:
    backed_up(backups)
    backups.record.unlink()
    other = Backups(tmp_path / "other" / "record.sqlite", backups.folder)
    with closing(Store(other.record)) as store:
        store.append(1, EVENTS * 9, Source.PAGE, wall=5.0, monotonic=5.0)
        with pytest.raises(StoreError, match="does not go on from its backup"):
            other.make(store)
    shutil.copyfile(other.record, backups.record)
    damage(backups.record, 14)
    done = restore(backups)
    assert done.events == 296 and done.saved == 0 and "does not go on from" in done.missing[0]
