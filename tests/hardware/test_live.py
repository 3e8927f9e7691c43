"""A filmed table through the whole line: the events are those that were played."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import cv2
import pytest
from typer.testing import CliRunner

from hardware.live import Live
from tablectl.__main__ import app
from tablectl.config import CameraSettings, TableConfig, TableSettings
from tablectl.rules.event import from_json
from tablectl.store import Store
from tablectl.table import Press
from tests.hardware.filmed import Filmed, as_seen
from vision.frame import Frame, Image
from vision.sources.source import SourceError


def run(tmp_path: Path, camera: str) -> list[str]:
    """The events of `tablectl run` on a source."""
    file = tmp_path / "table.toml"
    file.write_text(f"[camera]\n{camera}\n")
    result = CliRunner().invoke(app, ["run", "--headless", "--json", "--config", str(file)])
    assert result.exit_code == 0, result.output
    return [as_seen(from_json(json.loads(line)["event"])) for line in result.stdout.splitlines()]


def test_a_filmed_hand_gives_the_events_that_were_played(tmp_path: Path, filmed: Filmed) -> None:
    pictures, played = filmed
    height, width = pictures[0].shape[:2]
    writer = cv2.VideoWriter(str(tmp_path / "film.mp4"), cv2.VideoWriter.fourcc(*"mp4v"), 10, (width, height))
    for picture in pictures:
        writer.write(picture)
    writer.release()
    told = run(tmp_path, f"source = 'video'\npath = {str(tmp_path / 'film.mp4')!r}")
    assert told == [as_seen(event) for event in played]
    assert any("chi" in text for text in told) and any("pon" in text for text in told)


def test_a_folder_of_its_pictures_gives_them_too(tmp_path: Path, filmed: Filmed) -> None:
    pictures, played = filmed
    for place, picture in enumerate(pictures[:10]):
        cv2.imwrite(str(tmp_path / f"{place / 10:.2f}.jpg"), picture)
    told = run(tmp_path, f"source = 'images'\npath = {str(tmp_path)!r}")
    assert len(told) > 5
    assert told == [as_seen(event) for event in played][: len(told)]


@pytest.mark.parametrize(
    ("camera", "words"),
    [
        ("source = 'video'\npath = 'absent.mp4'", "[camera] source = 'video', path = 'absent.mp4': no such file"),
        ("source = 'images'\npath = 'absent'", "no such folder; check the path"),
        ("source = 'camera'\ndevice = 98", "device = 98: cannot be opened"),
        ("source = 'picamera'\ndevice = 98", "source = 'picamera', device = 98: "),
        ("source = 'none'", "source = 'none' leaves nothing to do without the page"),
    ],
)
def test_a_source_that_is_not_there_is_named(tmp_path: Path, camera: str, words: str) -> None:
    file = tmp_path / "table.toml"
    file.write_text(f"[table]\ndatabase = '{tmp_path}/record.sqlite'\n[camera]\n{camera}\n")
    result = CliRunner().invoke(app, ["run", "--headless", "--config", str(file)])
    assert result.exit_code == 2
    assert words in result.stderr
    assert result.stderr.startswith("tablectl: ") and result.stderr.count("\n") == 1


class Tape:
    """A source that plays pictures and then fails, or ends; `live` as wished."""

    given = "a tape"

    def __init__(self, pictures: list[Image], live: bool, fails: bool, stop: threading.Event) -> None:
        self.live = live
        self._pictures, self._fails, self._stop = iter(enumerate(pictures)), fails, stop
        self.closed = False

    def read(self) -> Frame | None:
        assert not self.closed
        number, picture = next(self._pictures, (0, None))
        if picture is not None:
            return Frame(picture, number / 100, number)
        self._stop.set()  # nobody waits until it is tried again
        if self._fails:
            raise SourceError("device = 0: gives no more pictures")
        return None

    def close(self) -> None:
        self.closed = True


@pytest.mark.parametrize(
    ("live", "fails", "status"),
    [
        (True, True, "no camera: device = 0: gives no more pictures"),
        (False, True, "no camera: device = 0: gives no more pictures"),
        (False, False, "no camera: the video has ended after 4 pictures"),
    ],
)
def test_without_its_camera_the_table_stands_as_it_was_believed(
    tmp_path: Path, filmed: Filmed, live: bool, fails: bool, status: str
) -> None:
    stop = threading.Event()
    tapes: list[Tape] = []

    def opener(settings: CameraSettings) -> Tape:
        tapes.append(Tape(filmed[0][:4], live, fails, stop))
        return tapes[-1]

    config = TableConfig(
        camera=CameraSettings("video", path="tape"), table=TableSettings(names=("Ann", "Bo", "Cy", "Di"))
    )
    table = Live(config, Store(tmp_path / "record.sqlite"), opener)
    table.follow(stop)
    assert len(tapes) == 1 and tapes[0].closed
    view = table.controller.view
    assert view.camera == status
    assert len(view.stale) == 20, "nothing is seen"
    assert view.dora[0] == "2z", "what was seen stands"
    assert [seat.name for seat in view.seats] == ["Ann", "Bo", "Cy", "Di"]
    assert table.picture() is not None
    # People go on without it.
    assert table.controller.press(Press("undo"), 5.0) == ()
