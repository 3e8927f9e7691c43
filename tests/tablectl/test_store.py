"""The record: nothing committed is ever lost, whatever happens to the process or the file."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tablectl.recordfile import log_of, size
from tablectl.rules.event import Discarded, Drawn, Event, GameStarted
from tablectl.rules.seat import SEATS, Seat
from tablectl.rules.tile import Tile
from tablectl.store import Amendment, BrokenRecord, Change, Row, Source, Store, StoreError, fold

EVENTS: tuple[Event, ...] = (
    GameStarted(),
    *(Discarded(seat, Tile(kind), None) for kind in range(9) for seat in SEATS),
)


def write(store: Store, events: tuple[Event, ...] = EVENTS, game: int = 1) -> list[int]:
    """One transaction an event."""
    return [
        seq
        for time, event in enumerate(events)
        for seq in store.append(game, (event,), Source.CAMERA, wall=1000.0 + time, monotonic=float(time))
    ]


def test_events_come_back_in_order_with_their_times_and_source(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "record.sqlite"
    store = Store(path)
    assert write(store) == list(range(1, len(EVENTS) + 1))
    store.append(2, (GameStarted(), Drawn(Seat.S0)), Source.PAGE, wall=5.0, monotonic=6.0)
    store.close()
    store = Store(path)
    assert store.notices == ()
    assert store.games() == (1, 2)
    assert store.events(1) == EVENTS
    assert store.rows(2)[1] == Row(len(EVENTS) + 2, 2, Drawn(Seat.S0), Source.PAGE, 5.0, 6.0)


def test_rows_cannot_be_changed_or_deleted(tmp_path: Path) -> None:
    path = tmp_path / "record.sqlite"
    store = Store(path)
    write(store, EVENTS[:3])
    store.close()
    db = sqlite3.connect(path)
    for order in ("UPDATE event SET game = 9", "DELETE FROM event"):
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            db.execute(order)
    db.close()


def test_amendments_replace_strike_and_insert(tmp_path: Path) -> None:
    store = Store(tmp_path / "record.sqlite")
    write(store, EVENTS[:4])
    new = Discarded(Seat.S1, Tile.parse("7z"))
    between = Drawn(Seat.S1)
    amendments = (
        Amendment(3, Change.REPLACE, new),
        Amendment(4, Change.STRIKE),
        Amendment(2, Change.INSERT, between),
    )
    assert store.amend(1, amendments, Source.REFEREE, wall=0.0, monotonic=0.0) == (5, 6, 7)
    assert store.events(1) == (EVENTS[0], EVENTS[1], between, new)
    assert len(store.rows(1)) == 7
    back = (Amendment(7, Change.STRIKE), Amendment(4, Change.REPLACE, EVENTS[3]))
    store.amend(1, back, Source.REFEREE, wall=0, monotonic=0)
    assert store.events(1) == (EVENTS[0], EVENTS[1], new, EVENTS[3])
    assert [row.seq for row in fold(store.rows(1))] == [1, 2, 3, 4]


def test_an_amendment_must_name_an_event_of_the_game(tmp_path: Path) -> None:
    store = Store(tmp_path / "record.sqlite")
    write(store, EVENTS[:2])
    store.amend(1, (Amendment(2, Change.STRIKE),), Source.PAGE, wall=0, monotonic=0)
    for seq, game in ((99, 1), (1, 2), (3, 1)):
        with pytest.raises(ValueError, match=f"row {seq} is no event of game {game}"):
            store.amend(game, (Amendment(seq, Change.STRIKE),), Source.PAGE, wall=0, monotonic=0)
    with pytest.raises(ValueError, match="replace needs an event"):
        Amendment(1, Change.REPLACE)


def test_a_failing_batch_leaves_nothing(tmp_path: Path) -> None:
    store = Store(tmp_path / "record.sqlite")
    write(store, EVENTS[:2])
    with pytest.raises(StoreError, match="was not recorded"):
        store.append(None, EVENTS[2:4], Source.CAMERA, wall=0.0, monotonic=0.0)  # type: ignore[arg-type]
    assert store.events(1) == EVENTS[:2]
    store.append(1, EVENTS[2:3], Source.CAMERA, wall=0.0, monotonic=0.0)
    assert store.events(1) == EVENTS[:3]


def test_a_second_process_is_told_that_the_record_is_in_use(tmp_path: Path) -> None:
    path = tmp_path / "record.sqlite"
    store = Store(path)
    write(store, EVENTS[:2])
    with pytest.raises(StoreError, match=r"record\.sqlite: the record is in use by another tablectl"):
        Store(path)
    assert store.events(1) == EVENTS[:2]


def test_an_unusable_path_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(StoreError, match="its folder cannot be made"):
        Store(tmp_path / "file" / "record.sqlite")
    (tmp_path / "folder.sqlite").mkdir()
    with pytest.raises(StoreError, match="there is no such record"):
        Store(tmp_path / "folder.sqlite")


def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "bookmarks.sqlite"
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE bookmark (place TEXT)")
    db.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match=r"bookmarks\.sqlite: a database of another program"):
        Store(path)
    assert path.read_bytes() == before and os.listdir(tmp_path) == ["bookmarks.sqlite"]


WRITER = """
import sys
from pathlib import Path
from tablectl.rules.event import Drawn
from tablectl.rules.seat import Seat
from tablectl.store import Source, Store
store = Store(Path(sys.argv[1]))
for number in range(10_000):
    store.append(1, (Drawn(Seat(number % 4)), Drawn(Seat(number % 4))), Source.CAMERA, wall=0.0, monotonic=0.0)
    print(number, flush=True)
"""


@pytest.mark.parametrize("kill_after", [0, 1, 7, 40])
def test_a_killed_process_loses_nothing_it_reported(tmp_path: Path, kill_after: int) -> None:
    path = tmp_path / "record.sqlite"
    with subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if int(line) >= kill_after:
                break
        os.kill(process.pid, signal.SIGKILL)
        reported = [line, *process.stdout]
    store = Store(path)
    assert store.notices == ()
    events = store.events(1)
    assert len(events) >= 2 * (int(reported[-1]) + 1)
    assert len(events) % 2 == 0, "a transaction is whole or absent"
    store.append(1, (GameStarted(),), Source.PAGE, wall=0, monotonic=0)
    assert len(store.events(1)) == len(events) + 1


def crashed_copy(path: Path, folder: Path) -> Path:
    """The files as a power cut leaves them: taken while the writer still has them open."""
    folder.mkdir()
    for ending in ("", "-wal"):
        if Path(f"{path}{ending}").exists():
            shutil.copyfile(f"{path}{ending}", f"{folder / path.name}{ending}")
    return folder / path.name


def test_a_log_cut_at_any_place_keeps_every_whole_event_before_the_cut(tmp_path: Path) -> None:
    path = tmp_path / "record.sqlite"
    store = Store(path)
    write(store)
    length = size(log_of(path))
    assert length > 0
    kept = []
    for number, cut in enumerate([*range(0, length, length // 40), length]):
        copy = crashed_copy(path, tmp_path / str(number))
        os.truncate(f"{copy}-wal", cut)
        opened = Store(copy)
        events = opened.events(1)
        assert events == EVENTS[: len(events)]
        kept.append(len(events))
        opened.append(1, (GameStarted(),), Source.PAGE, wall=0, monotonic=0)
        opened.close()
    assert kept == sorted(kept) and kept[0] == 0 and kept[-1] == len(EVENTS)


def test_a_main_file_cut_at_any_place_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "record.sqlite"
    store = Store(path)
    write(store)
    store.close()
    length = path.stat().st_size
    cuts = [1, 99, 100, 1000, *range(4096, length, 4096), *range(5000, length, 4096), length - 1]
    for number, cut in enumerate(cuts):
        copy = crashed_copy(path, tmp_path / str(number))
        os.truncate(copy, cut)
        before = copy.read_bytes()
        with pytest.raises(BrokenRecord, match=r"record\.sqlite: the record is broken .*`tablectl restore`"):
            Store(copy)
        assert copy.read_bytes() == before and size(log_of(copy)) == 0


def test_an_empty_file_is_a_fresh_record(tmp_path: Path) -> None:
    path = tmp_path / "record.sqlite"
    path.touch()
    store = Store(path)
    assert store.games() == () and store.notices == ()


@pytest.mark.parametrize("missing", [True, False])
def test_a_log_without_its_main_file_is_kept(tmp_path: Path, missing: bool) -> None:
    path = tmp_path / "record.sqlite"
    store = Store(path)
    write(store)
    copy = crashed_copy(path, tmp_path / "copy")
    log = Path(f"{copy}-wal").read_bytes()
    copy.unlink() if missing else os.truncate(copy, 0)
    with pytest.raises(BrokenRecord, match="its beginning is missing"):
        Store(copy)
    assert Path(f"{copy}-wal").read_bytes() == log


def test_a_broken_record_keeps_its_log_too(tmp_path: Path) -> None:
    path = tmp_path / "record.sqlite"
    store = Store(path)
    write(store, EVENTS * 8)
    store.close()
    store = Store(path)
    write(store, EVENTS[:3])
    copy = crashed_copy(path, tmp_path / "copy")
    os.truncate(copy, 3 * 4096)
    before = [file.read_bytes() for file in (copy, Path(f"{copy}-wal"))]
    with pytest.raises(BrokenRecord):
        Store(copy)
    assert [file.read_bytes() for file in (copy, Path(f"{copy}-wal"))] == before


def test_bytes_overwritten_in_the_middle_are_found(tmp_path: Path) -> None:
    path = tmp_path / "record.sqlite"
    store = Store(path)
    write(store, EVENTS * 8)
    store.close()
    data = bytearray(path.read_bytes())
    data[-4096:] = b"\xff" * 4096
    path.write_bytes(data)
    with pytest.raises(BrokenRecord):
        Store(path)
    assert path.read_bytes() == bytes(data)


def test_another_tile_on_disk_than_was_written_is_found(tmp_path: Path) -> None:
    path = tmp_path / "record.sqlite"
    store = Store(path)
    write(store)
    store.close()
    data = path.read_bytes()
    assert data.count(b'"tile":"5m"') == 4
    path.write_bytes(data.replace(b'"tile":"5m"', b'"tile":"6m"', 1))
    with pytest.raises(BrokenRecord, match=r"not as written, by their sums: event 21\b"):
        Store(path)


def test_events_that_are_missing_are_named(tmp_path: Path) -> None:
    path = tmp_path / "record.sqlite"
    store = Store(path)
    write(store, EVENTS[:9])
    store.close()
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("DROP TRIGGER event_no_delete")
    db.execute("DELETE FROM event WHERE seq IN (2, 3, 6)")
    db.close()
    with pytest.raises(BrokenRecord, match="events 2 to 3, 6 to 6 are missing"):
        Store(path)


def test_a_write_that_was_cut_off_is_told(tmp_path: Path) -> None:
    path = tmp_path / "record.sqlite"
    store = Store(path)
    write(store, EVENTS[:5])
    whole = Path(f"{path}-wal").stat().st_size
    write(store, EVENTS[5:6])
    after = Path(f"{path}-wal").stat().st_size
    for number, cut in enumerate((whole, whole + 1, after - 4120, after - 1, after)):
        copy = crashed_copy(path, tmp_path / str(number))
        os.truncate(f"{copy}-wal", cut)
        opened = Store(copy)
        assert len(opened.events(1)) == (6 if cut == after else 5)
        assert bool(opened.notices) == (cut not in (whole, after)), cut
        assert not opened.notices or "its last write was cut off" in opened.notices[0]
        opened.close()


def test_a_log_begun_anew_holds_nothing_old(tmp_path: Path) -> None:
    path = tmp_path / "record.sqlite"
    store = Store(path)
    write(store, EVENTS * 2)
    copy = crashed_copy(path, tmp_path / "copy")
    store = Store(copy)
    write(store, EVENTS[:1])
    again = crashed_copy(copy, tmp_path / "again")
    assert Store(again).notices == ()
