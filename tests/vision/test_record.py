"""Recording keeps the pictures around changes, says what it could not keep, and never holds up the table."""

from __future__ import annotations

import shutil
import threading
from collections import namedtuple
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import cv2
import numpy as np
import pytest

from tablectl.rules.event import DoraTurned, GameStarted, HandStarted
from tablectl.rules.seat import BySeat, Seat
from tablectl.rules.tile import Tile
from tablectl.table import Area, SeenTile, TableSnapshot
from tablectl.verdict import Mismatch
from tests.vision.recorded import STARTED, Eyes, Game, camera, frame, writer
from vision.read import ReadTile
from vision.record import MOST_WAITING, Recorder
from vision.recording import JOURNAL, Moment, RecordingError, open_recording
from vision.recordwriter import Kept, RecordWriter

NO_TILES = BySeat[tuple[SeenTile, ...]]((), (), (), ())


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that is never too slow, whatever else this machine does."""
    monkeypatch.setattr("vision.record.MOST_WAITING", 100)


def river(*names: str) -> TableSnapshot:
    """Tiles in the river of seat 0, the wall of seat 2 unseen."""
    tiles = tuple(
        SeenTile(Tile.parse(name), 0.99, at=(-48.75 + 19.5 * place, -78.0)) for place, name in enumerate(names)
    )
    return TableSnapshot(rivers=NO_TILES.set(Seat.S0, tiles), stale=frozenset({(Seat.S2, Area.WALL)}))


def outlined(table: TableSnapshot) -> tuple[ReadTile, ...]:
    """The tiles as the eyes would draw them."""
    out = []
    for tile in table.rivers[0]:
        assert tile.at is not None
        x, y = tile.at
        corners = [(x + dx, y + dy, 16.0) for dx, dy in ((-9.75, 13), (9.75, 13), (9.75, -13), (-9.75, -13))]
        first, second, third, fourth = ((float(u) + 0.5, float(v) + 0.5) for u, v in camera().project(corners))
        out.append(ReadTile(str(tile.tile), 0.99, (first, second, third, fourth)))
    return tuple(out)


def play(recorder: Recorder, changes: int = 2) -> None:
    """The table at rest, then some discards: an arm for two frames, three frames at rest after it."""
    eyes, game = Eyes(), Game()
    game.play(GameStarted(), HandStarted(Tile.parse("1z"), (3, 4)))
    recorder.saw(frame(0), None, eyes, game)
    recorder.saw(frame(1), river(), eyes, game)
    recorder.saw(frame(2), None, eyes, game)
    for change in range(changes):
        first = 3 + 5 * change
        for number in (first, first + 1, first + 2):
            recorder.saw(frame(number, arm=number < first + 2), None, eyes, game)
        table = river(*["1m", "2m", "3m", "4m", "5m", "6m"][: change + 1])
        eyes.tiles = outlined(table)
        game.play(DoraTurned(Tile.parse("1m")), now=frame(first + 3).time)
        recorder.saw(frame(first + 3), table, eyes, game)
        recorder.saw(frame(first + 4), None, eyes, game)


@pytest.mark.usefixtures("quick")
def test_a_frame_before_during_and_after_each_change_is_kept(tmp_path: Path) -> None:
    recorder = Recorder(writer(tmp_path))
    play(recorder)
    recorder.close()
    assert recorder.status == "" and recorder.folder == tmp_path / "20260503T183000Z"
    recording = open_recording(recorder.folder)
    kept = [(picture.frame, picture.moment) for picture in recording.pictures]
    assert kept == [
        (1, Moment.SETTLED),
        (2, Moment.BEFORE), (3, Moment.DURING), (6, Moment.SETTLED),
        (7, Moment.BEFORE), (8, Moment.DURING), (11, Moment.SETTLED),
        (12, Moment.LAST),
    ]  # fmt: skip
    names = sorted(path.name for path in recorder.folder.iterdir())
    assert names == [*(f"{number / 10:09.3f}.jpg" for number, _ in kept), JOURNAL]
    assert recording.ended == 1.2 and recording.damage == ()
    assert [len(sight.laid["0 river"]) if sight.laid else 0 for sight in recording.sights] == [0, 1, 2]
    assert recording.sights[-1].stale == {(Seat.S2, Area.WALL)}
    assert [sight.again and sight.again.frame for sight in recording.sights] == [2, 7, 12]


@pytest.mark.usefixtures("quick")
def test_what_was_believed_comes_back(tmp_path: Path) -> None:
    recorder = Recorder(writer(tmp_path))
    play(recorder)
    recorder.close()
    recording = open_recording(recorder.folder)
    table = river("1m", "2m")
    laid = recording.sights[-1].laid["0 river"]
    assert tuple(tile.seen for tile in laid) == table.rivers[0]
    for tile, shown in zip(laid, outlined(table), strict=True):
        assert np.array(tile.polygon) == pytest.approx(np.array(shown.polygon), abs=0.01)
    rows = recording.games[1]
    assert [row.event for row in rows][:2] == [GameStarted(), HandStarted(Tile.parse("1z"), (3, 4))]
    assert [row.seq for row in rows] == [1, 2, 3, 4]
    assert rows[-1].monotonic == pytest.approx(1.1), "times count from the first picture"
    assert [(sight.game, sight.hand) for sight in recording.sights] == [(1, 1)] * 3


@pytest.mark.usefixtures("quick")
def test_corrected_rows_stand_in_the_stead_of_those_before(tmp_path: Path) -> None:
    recorder = Recorder(writer(tmp_path))
    eyes, game = Eyes(), Game()
    game.play(GameStarted(), HandStarted(Tile.parse("1z")), DoraTurned(Tile.parse("2z")))
    recorder.saw(frame(0), river(), eyes, game)
    mended = replace(game.rows[1], event=HandStarted(Tile.parse("3z")))
    game.rows = (game.rows[0], mended)
    game.finding = Mismatch("two tiles lie askew", "seat 1 river", "rows of six")
    recorder.saw(frame(1), None, eyes, game)
    recorder.close()
    recording = open_recording(recorder.folder)
    assert [row.event for row in recording.games[1]] == [GameStarted(), HandStarted(Tile.parse("3z"))]
    (finding,) = recording.findings
    assert finding.text == "two tiles lie askew (seat 1 river): rows of six"


def test_png_loses_nothing(tmp_path: Path) -> None:
    recorder = Recorder(writer(tmp_path, pictures="png"))
    recorder.saw(frame(7), river(), Eyes(), Game())
    recorder.close()
    (picture,) = open_recording(recorder.folder).pictures
    assert picture.file is not None and picture.file.suffix == ".png"
    assert (cv2.imread(str(picture.file)) == frame(7).image).all()


class Stuck(RecordWriter):
    """A disk that does not answer before it is let."""

    go = threading.Event()

    def write(self, kept: Kept) -> str:
        self.go.wait(10)
        return super().write(kept)


def test_a_slow_disk_leaves_pictures_out_and_says_so(tmp_path: Path) -> None:
    stuck = writer(tmp_path)
    stuck.__class__ = Stuck
    recorder = Recorder(stuck)
    play(recorder, changes=5)  # 16 pictures
    assert recorder.status == f"the disk is too slow to record: {16 - MOST_WAITING} pictures left out"
    Stuck.go.set()
    recorder.close()
    recording = open_recording(recorder.folder)
    assert sum(picture.file is not None for picture in recording.pictures) in (MOST_WAITING, MOST_WAITING + 1)
    assert len(recording.sights) == 6 and len(recording.games[1]) == 7, "what was believed is all there"


@pytest.mark.usefixtures("quick")
def test_a_full_disk_pauses_the_pictures_and_the_table_plays_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = namedtuple("usage", "total used free")
    recorder = Recorder(writer(tmp_path, least_free_gb=1.0))
    with monkeypatch.context() as patch:
        patch.setattr(shutil, "disk_usage", lambda path: usage(10**10, 9.6 * 10**9, 4 * 10**8))
        play(recorder)
        recorder.close()
    assert recorder.status.startswith("recording pauses: 0.4 GB are free on the disk, less than least_free_gb")
    recording = open_recording(recorder.folder)
    assert len(recording.pictures) == 8 and all(picture.file is None for picture in recording.pictures)
    assert len(recording.sights) == 3


def test_what_the_disk_refused_is_told_with_the_next_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    failing = writer(tmp_path)
    game = Game()
    game.play(GameStarted(), HandStarted(Tile.parse("1z")))
    kept = Kept(50.0, 0, (), game.rows, "", None)

    def full(kind: str, **values: object) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(failing._journal, "append", full)
        assert failing.write(kept).startswith("No space left on device")
    assert failing.write(replace(kept, time=51.0)) == ""
    failing.close()
    assert len(open_recording(failing.folder).games[1]) == 2


def test_a_fault_does_not_reach_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = writer(tmp_path)

    def fault(kept: Kept) -> str:
        raise RuntimeError("no such thing")

    monkeypatch.setattr(broken, "_tell_rows", fault)
    recorder = Recorder(broken)
    play(recorder)
    recorder.close()
    recorder.close()
    assert recorder.status == "recording pauses: a fault in the program, see its log"


def test_eyes_that_fail_do_not_reach_the_table(tmp_path: Path) -> None:
    class Failing(Eyes):
        def overlay(self) -> tuple[ReadTile, ...]:
            raise RuntimeError("no such thing")

    recorder = Recorder(writer(tmp_path))
    recorder.saw(frame(0), river(), Failing(), Game())
    assert recorder.status == "recording pauses: a fault in the program, see its log"
    recorder.close()


@pytest.mark.usefixtures("quick")
def test_old_recordings_make_room_and_other_files_are_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.recordwriter.GB", 10**6)
    folders = []
    for day in range(3):
        recorder = Recorder(writer(tmp_path, STARTED + timedelta(days=day)))
        play(recorder)
        recorder.close()
        folders.append(recorder.folder)
    (folders[0] / "note.txt").write_text("mine")
    (tmp_path / "holiday").mkdir()
    # The first is over its days; the second has to make room; of the third its oldest pictures.
    size = sum(path.stat().st_size for path in folders[2].iterdir())
    recorder = Recorder(writer(tmp_path, STARTED + timedelta(days=30.5), days=30, most_gb=(size + 5000) / 1e6))
    play(recorder, changes=4)
    recorder.close()
    assert sorted(path.name for path in folders[0].iterdir()) == ["note.txt"]
    assert not folders[1].exists() and not folders[2].exists() and (tmp_path / "holiday").is_dir()
    recording = open_recording(recorder.folder)
    kept = [picture.file is not None for picture in recording.pictures]
    assert kept == sorted(kept) and True in kept and False in kept, "the oldest went, the newest stay"


def test_two_recordings_of_one_second_do_not_meet(tmp_path: Path) -> None:
    names = [writer(tmp_path).folder.name for _ in range(2)]
    assert names == ["20260503T183000Z", "20260503T183000Z-2"]


def test_what_is_no_recording_is_named(tmp_path: Path) -> None:
    with pytest.raises(RecordingError, match=r"expected a folder that `tablectl record` made"):
        open_recording(tmp_path)
    (tmp_path / JOURNAL).write_text('{"seq":0,"kind":"begun","version":99}\n')
    with pytest.raises(RecordingError, match="not begun by this version"):
        open_recording(tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(RecordingError, match=r"cannot be recorded to .*choose another \[record\] folder"):
        writer(tmp_path / "file")


@pytest.mark.usefixtures("quick")
def test_a_recording_cut_off_is_read_up_to_there(tmp_path: Path) -> None:
    recorder = Recorder(writer(tmp_path))
    play(recorder)
    recorder.close()
    journal = recorder.folder / JOURNAL
    data = journal.read_bytes()
    for end in range(len(data) - 1, len(data) - 1200, -197):
        journal.write_bytes(data[:end])
        recording = open_recording(recorder.folder)
        assert recording.ended is None
        assert recording.damage or data[end - 1 : end] == b"\n"
        assert 1 <= len(recording.games[1]) <= 4
