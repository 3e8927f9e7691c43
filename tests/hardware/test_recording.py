"""A hand on record: pictures through the real eyes, played back, and given away as single tiles."""

from __future__ import annotations

import shutil
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import cast

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from hardware.line import Line, Played
from hardware.live import Live, run_live_headless
from hardware.seeing import Seeing
from tablectl.__main__ import app
from tablectl.config import CameraSettings, RecordSettings, SimulateSettings, TableConfig
from tablectl.controller import Controller
from tablectl.rules.event import Event, GameStarted, describe
from tablectl.rules.ruleset import TENHOU
from tablectl.rules.seat import BySeat
from tablectl.simulate.playback import moments
from tablectl.store import Source as RowSource
from tablectl.store import Store
from tablectl.table import Zone
from tests.hardware.filmed import SHORT_HAND
from vision.bundle import read_bundle
from vision.classes import BACK, CLASSES
from vision.classify import Classifier
from vision.contribute import offer
from vision.crop import window
from vision.frame import Frame
from vision.layout import DEFAULT_LAYOUT
from vision.pipeline import Eyes
from vision.record import Recorder
from vision.recording import Moment, Recording, open_recording, tiles_of
from vision.recordwriter import RecordWriter, Source
from vision.settled import labels
from vision.train.given import GivenWindows, given

NAMES = ("Akiko", "Benedikt", "Chiyo", "Dorothea")
EVENTS: tuple[Event, ...] = (GameStarted(names=BySeat.of(NAMES)), *SHORT_HAND)
TILES = 1 + 4 + 3 + 13
"""Indicator, discards (one of them called), the pon, the hand laid open."""
runner = CliRunner()


@dataclass(frozen=True, slots=True)
class Taken:
    """What was recorded, and the events as they were stored."""

    recording: Recording
    events: Sequence[Event]


@pytest.fixture(scope="module")
def taken(tmp_path_factory: pytest.TempPathFactory) -> Taken:
    base = tmp_path_factory.mktemp("recordings")
    source = Source("simulated", "", DEFAULT_LAYOUT, TENHOU)
    settings = RecordSettings(folder=str(base), least_free_gb=0.0)
    started = datetime(2026, 5, 3, 18, 30, tzinfo=UTC)
    store = Store(base / "record.sqlite")
    line = Line(Played("short", EVENTS, TENHOU), TableConfig(simulate=SimulateSettings(enrol=False)), store)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("vision.record.MOST_WAITING", 100)
        recorder = Recorder(RecordWriter(settings, source, started, "0.1.0"))
        line.record(recorder)
        for shot in line.shots:
            line.take(shot.frame, shot.presses)
        recorder.close()
    assert recorder.status == ""
    events = line.controller.events
    store.close()
    return Taken(open_recording(recorder.folder), events)


def test_the_hand_is_on_record_with_three_pictures_a_change(taken: Taken) -> None:
    recording = taken.recording
    assert recording.damage == () and recording.ended is not None
    assert [row.event for row in recording.games[1]] == list(taken.events)
    seen = [describe(event) for event in taken.events]
    assert seen == [describe(event) for event in EVENTS]
    moves = [picture.moment for picture in recording.pictures]
    # Two looks at the empty table, five at a new tile, the hand laid open, the table emptied.
    assert moves.count(Moment.SETTLED) == 9
    assert moves[-1] is Moment.LAST
    at = next(place for place, moment in enumerate(moves) if moment is Moment.DURING)
    assert moves[at - 1] is Moment.BEFORE and moves[at + 1] is Moment.SETTLED
    before, during, settled = (
        cv2.imread(str(picture.file)).astype(int) for picture in recording.pictures[at - 1 : at + 2]
    )
    covered = [float((np.abs(one - other).max(2) > 40).mean()) for one, other in ((before, during), (before, settled))]
    assert covered[0] > 0.01 > covered[1] > 0.0002, "an arm, then one more tile"


def test_a_recording_is_played_back_to_the_same_events(taken: Taken, tmp_path: Path) -> None:
    camera = CameraSettings(source="images", path=str(taken.recording.folder))
    store = Store(tmp_path / "record.sqlite")
    live = Live(TableConfig(camera=camera), store)
    frames = run_live_headless(live, camera, lambda text: None, as_json=True)
    store.close()
    assert frames == len(list(taken.recording.folder.glob("*.jpg")))
    # The throw of the dice was told by a button, the names by the settings.
    assert [describe(event) for event in live.controller.events[2:]] == [describe(event) for event in taken.events[2:]]


def test_every_label_is_true(taken: Taken) -> None:
    tables = [moment for moment in moments(EVENTS) if moment.arm is None]
    began = tables[0].time
    found = list(labels(taken.recording))
    for label in found:
        then = [moment.table for moment in tables if moment.time <= label.sight.picture.time + began + 1e-6][-1]
        place = [laid is label.laid for laid in label.sight.laid[label.zone]].index(True)
        truly = tiles_of(then)[label.zone][place].tile
        assert label.name == (BACK if truly is None else str(truly)), (label.zone, label.sight.picture.time)
    assert len({(label.zone, label.tile) for label in found}) == TILES


def test_the_crops_show_what_they_say(taken: Taken) -> None:
    given = offer(taken.recording)
    assert given.left_out == {} and len(given.crops) == TILES
    faces = Classifier().classify(np.stack([window(crop.image) for crop in given.crops]))
    right = [face.name == crop.name for face, crop in zip(faces, given.crops, strict=True)]
    assert sum(right) >= len(right) - 1
    upright = [face.turns[0] > 0.5 for face, crop in zip(faces, given.crops, strict=True) if crop.name == "1z"]
    assert upright == [True]


def test_a_bundle_is_made_looked_at_and_checked(taken: Taken, tmp_path: Path) -> None:
    folder = str(taken.recording.folder)
    sheet, out, again = (tmp_path / name for name in ("sheet.png", "one.zip", "two.zip"))
    looked = runner.invoke(app, ["contribute", folder, "--preview", str(sheet)])
    assert looked.exit_code == 0 and f"{TILES} tiles are confirmed" in looked.stdout
    assert sheet.exists() and not out.exists()
    for path in (out, again):
        made = runner.invoke(
            app, ["contribute", folder, "-o", str(path), "--licence", "CC-BY-4.0", "--without", "2,3", "--set", "drawn"]
        )
        assert made.exit_code == 0, made.stderr
    assert out.read_bytes() == again.read_bytes()
    bundle = read_bundle(out)
    assert bundle.tile_set == "drawn" and len(bundle.crops) == TILES - 2
    with zipfile.ZipFile(out) as archive:
        names = archive.namelist()
        assert all(f"  {name}\n" in made.stdout for name in names), "everything inside is listed"
        texts = "".join(archive.read(name).decode() for name in names if not name.endswith(".png"))
    for word in (*NAMES, "2026", "18:30", taken.recording.folder.name, str(taken.recording.folder.parent)):
        assert word not in texts
    checked = runner.invoke(app, ["contribute", "--check", str(out)])
    assert checked.exit_code == 0 and "right; CC-BY-4.0" in checked.stdout


def test_what_is_given_can_be_learnt_from(taken: Taken, tmp_path: Path) -> None:
    out = tmp_path / "b.zip"
    made = runner.invoke(app, ["contribute", str(taken.recording.folder), "-o", str(out), "--licence", "CC-BY-4.0"])
    assert made.exit_code == 0, made.stderr
    (bundle,) = given([out])
    assert bundle.licence == "CC BY 4.0"
    maker = GivenWindows(bundle)
    windows = [maker.window(number) for number in range(100)]
    faces = Classifier().classify(np.stack([window.image for window in windows]))
    assert sum(face.name == CLASSES[window.kind] for face, window in zip(faces, windows, strict=True)) >= 90
    assert sum(face.turn % 2 == window.turn % 2 for face, window in zip(faces, windows, strict=True)) >= 90


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "say which recording, and what to write"),
        (["-o", "b.zip"], "no licence chosen: say --licence CC0-1.0 or --licence CC-BY-4.0"),
        (["-o", "b.zip", "--licence", "CC0-1.0", "--without", "99"], f"the sheet has crops 1 to {TILES}"),
        (["-o", "b.zip", "--licence", "CC0-1.0", "--without", "two"], "expected numbers with commas, such as 3,17"),
        (["-o", "b.zip", "--licence", "mine"], "mine"),
        (["-o", "no/such/b.zip", "--licence", "CC0-1.0"], "cannot be written"),
    ],
)
def test_without_a_clear_word_nothing_is_given(
    taken: Taken, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    result = runner.invoke(app, ["contribute", str(taken.recording.folder), *arguments])
    assert result.exit_code == 2 and message in result.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("answer", "licence"), [("CC0-1.0\n", "CC0-1.0"), ("\n", None), ("yes\n", None)])
def test_the_licence_is_asked_at_a_terminal(
    taken: Taken, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str, licence: str | None
) -> None:
    monkeypatch.setattr("vision.contribute_command.at_terminal", lambda: True)
    out = tmp_path / "b.zip"
    result = runner.invoke(app, ["contribute", str(taken.recording.folder), "-o", str(out)], input=answer)
    assert "Under which terms?" in result.stdout
    assert (result.exit_code, out.exists()) == ((0, True) if licence else (2, False))
    assert licence is None or read_bundle(out).licence.value == licence


def test_a_hand_in_the_picture_keeps_the_tiles_beside_it_out(taken: Taken, tmp_path: Path) -> None:
    """As if an arm had come to lie there that the eyes took for table."""
    folder = tmp_path / "covered"
    shutil.copytree(taken.recording.folder, folder)
    last = [label for label in labels(taken.recording) if label.zone == "2 hand"]
    file, polygon = last[0].sight.picture.file, last[0].laid.polygon
    assert file is not None and polygon is not None
    image = cv2.imread(str(file))
    (x, y), reach = np.mean(polygon, 0), 2.5 * abs(polygon[1][0] - polygon[0][0])
    cv2.line(image, (round(x), round(y - reach)), (round(x), 0), (112, 148, 204), 120)
    cv2.imwrite(str(folder / file.name), image, [cv2.IMWRITE_JPEG_QUALITY, 92])
    given = offer(open_recording(folder))
    kept = [crop for crop in given.crops if crop.zone == "hand"]
    assert given.left_out["something like a hand is beside them"] == 13 - len(kept) > 0
    assert len(given.crops) + given.left_out["something like a hand is beside them"] == TILES


def test_what_is_no_bundle_or_recording_is_named(tmp_path: Path) -> None:
    result = runner.invoke(app, ["contribute", str(tmp_path), "--preview", str(tmp_path / "s.png")])
    assert result.exit_code == 2 and "expected a folder that `tablectl record` made" in result.stderr
    (tmp_path / "b.zip").write_text("no")
    result = runner.invoke(app, ["contribute", "--check", str(tmp_path / "b.zip")])
    assert result.exit_code == 2 and "not a bundle as it must be" in result.stderr


def test_the_page_says_what_keeps_a_recording_from_being_whole(tmp_path: Path) -> None:
    class Blind:
        """Eyes that see nothing new."""

        status = "the table is seen"
        calibration = None

        def feed(self, frame: Frame) -> None:
            return None

        def unseen(self, now: float) -> dict[Zone, float]:
            return {}

    class Full:
        """A recorder on a full disk."""

        status = "recording pauses: 0.4 GB are free on the disk"
        seen = 0

        def saw(self, *what: object) -> None:
            self.seen += 1

    store = Store(tmp_path / "record.sqlite")
    recorder = Full()
    seeing = Seeing(cast(Eyes, Blind()), Controller(store, TENHOU), RowSource.CAMERA)
    frame = Frame(np.zeros((4, 4, 3), np.uint8), 0.0, 0)
    seeing.take(frame)
    assert seeing.controller.view.camera == "the table is seen"
    seeing.record(cast(Recorder, recorder))
    seeing.take(frame)
    assert seeing.controller.view.camera == "the table is seen; recording pauses: 0.4 GB are free on the disk"
    assert recorder.seen == 1
    store.close()
