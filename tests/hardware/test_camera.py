"""A camera in a process of its own that is killed, hangs or is unplugged: the table goes on and misses nothing."""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from pathlib import Path

import numpy as np
import pytest

from hardware.backoff import STEADY, Backoff, in_a_row
from hardware.camera import ChildCamera, Patience, open_camera
from hardware.live import Live
from tablectl.config import CameraSettings, TableConfig
from tablectl.rules.event import Event
from tablectl.store import Store
from tests.hardware.faults import REASON, left, open_faulty, prepare
from tests.hardware.filmed import Filmed, as_seen, film_short_hand
from tests.vision import fake_picamera
from vision.frame import Frame, Image
from vision.sources.files import ImageFolder
from vision.sources.picamera import BUFFERS, PiCamera
from vision.sources.source import SourceError

PATIENCE = Patience(opening=120.0, frame=4.0, closing=3.0)
GREY: list[Image] = [np.full((6, 8, 3), level, np.uint8) for level in (10, 20, 30)]


def settings(folder: Path) -> CameraSettings:
    return CameraSettings("camera", path=str(folder), rate=100.0)


def opened(folder: Path, faults: dict[int, str], pictures: list[Image] = GREY) -> ChildCamera:
    prepare(folder, pictures, faults)
    return ChildCamera(settings(folder), open_faulty, PATIENCE)


def runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


class WithSmall:
    """One picture with its small one."""

    live = True

    def __init__(self, settings: CameraSettings) -> None:
        self.given = "one picture"
        self._image = np.arange(4 * 5 * 3, dtype=np.uint8).reshape(4, 5, 3)

    def read(self) -> Frame:
        self.given = "exposure held"
        return Frame(self._image[:, ::-1], 7.5, 3, self._image[:, :, 0])

    def close(self) -> None:
        pass


def test_frames_come_over_whole(tmp_path: Path) -> None:
    camera = ChildCamera(settings(tmp_path), WithSmall, PATIENCE)
    assert camera.given == "one picture"
    frame, image = camera.read(), np.arange(4 * 5 * 3, dtype=np.uint8).reshape(4, 5, 3)
    assert frame is not None and frame.small is not None
    assert (frame.time, frame.number, camera.given) == (7.5, 3, "exposure held")
    assert (frame.image == image[:, ::-1]).all() and (frame.small == image[:, :, 0]).all()
    camera.close()
    camera.close()  # once more does no harm
    assert not runs(camera.process)


def test_frames_stand_when_later_ones_come(tmp_path: Path) -> None:
    camera = opened(tmp_path, {})
    frames = [camera.read() for _ in range(4)]
    assert [None if frame is None else int(frame.image[0, 0, 0]) for frame in frames] == [10, 20, 30, None]
    camera.close()


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("killed", "the camera's process was ended by SIGKILL"),
        ("crashes", r"its driver failed \(ZeroDivisionError"),
        ("hangs", "the camera hung, no sign of life for 4.01 seconds"),
        ("stopped", "the camera hung, no sign of life for 4.01 seconds"),
        ("unplugged", "device = 0: gives no more pictures"),
        ("hangs in close", "device = 0: gives no more pictures"),
    ],
)
def test_a_fault_is_told_and_nothing_is_left_behind(tmp_path: Path, fault: str, words: str) -> None:
    camera = opened(tmp_path, {1: fault})
    assert camera.read() is not None
    with pytest.raises(SourceError, match=words):
        camera.read()
    assert not runs(camera.process)
    camera.close()


def hangs_at_once(settings: CameraSettings) -> WithSmall:
    threading.Event().wait()
    return WithSmall(settings)


def test_a_camera_that_hangs_while_it_is_opened_is_given_up(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"\[camera\] source = 'camera', device = 0: the camera hung"):
        ChildCamera(settings(tmp_path), hangs_at_once, Patience(opening=0.5))


class Stuck(fake_picamera.Camera):
    """Every buffer is held by somebody, so that no frame comes, and then stopping hangs, too."""

    hangs_in_stop = True

    def start(self) -> None:
        super().start()
        self.out = BUFFERS


class Other(fake_picamera.Camera):
    """Gives another format than asked for, without a word."""

    adjusted_to = "NV12"


def stuck(settings: CameraSettings) -> PiCamera:
    return PiCamera(settings, library=fake_picamera.library(Stuck))


def other(settings: CameraSettings) -> PiCamera:
    return PiCamera(settings, library=fake_picamera.library(Other))


def test_a_starving_raspberry_pi_camera_that_hangs_in_stop_is_ended() -> None:
    camera = ChildCamera(CameraSettings("picamera"), stuck, PATIENCE)
    with pytest.raises(SourceError, match="source = 'picamera', device = 0: no picture for 3 seconds"):
        camera.read()
    assert not runs(camera.process)


def test_a_format_changed_without_a_word_is_refused() -> None:
    with pytest.raises(SourceError, match=r"gives NV12 for RGB888 \(main\)"):
        ChildCamera(CameraSettings("picamera"), other, PATIENCE)


def test_without_its_asker_the_process_ends_even_if_the_camera_hangs(tmp_path: Path) -> None:
    camera = opened(tmp_path, {0: "hangs"})
    camera._pipe.send(None)
    camera._pipe.close()
    assert camera._process.wait(60) == 1


def test_files_are_read_in_our_own_process(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"")
    assert isinstance(open_camera(CameraSettings("images", path=str(tmp_path))), ImageFolder)


def test_waits_grow_up_to_a_limit_and_begin_anew_after_steady_work() -> None:
    retry = Backoff(0.5, 30.0)
    assert [retry.after(failures) for failures in (1, 2, 3, 7, 8, 10_000)] == [0.5, 1.0, 2.0, 30.0, 30.0, 30.0]
    assert in_a_row(4, STEADY - 1) == 5
    assert in_a_row(4, STEADY) == 1


def test_no_event_is_lost_whatever_the_camera_does(tmp_path: Path, filmed: Filmed) -> None:
    pictures, played = filmed
    # Each time three pictures pass unseen: a whole action.
    prepare(tmp_path, pictures, {2: "hangs", 8: "killed", 14: "unplugged"}, blind=3)
    table = Live(
        TableConfig(camera=settings(tmp_path)),
        Store(tmp_path / "record.sqlite"),
        partial(ChildCamera, opener=open_faulty, patience=PATIENCE),
        Backoff(first=0.01),
    )
    told: list[str] = []
    table.controller.subscribe(lambda view: told.append(view.camera))
    table.follow(threading.Event())
    assert left(tmp_path) == {}
    assert [as_seen(event) for event in table.controller.events] == [as_seen(event) for event in played]
    steps = [text for text, before in zip(told, ["", *told], strict=False) if text != before]
    seen = "the table is seen"
    whole = [text.split(";")[0] for text in steps]
    assert [text for text in whole if text != "looking for the table's markers"] == [
        seen,
        "no camera: [camera] source = 'camera', device = 0: the camera hung, no sign of life for 4.01 seconds, and was "
        "ended",
        seen,
        "no camera: [camera] source = 'camera', device = 0: the camera's process was ended by SIGKILL",
        seen,
        f"no camera: {REASON.split(';')[0]}",
        "no camera: device = 0: cannot be opened",
        seen,
        "no camera: the camera has ended after 6 pictures",
    ]


@dataclass(frozen=True, slots=True)
class Kept:
    """What is on disk after a hand, its points, and what the page said of the camera."""

    events: tuple[Event, ...]
    points: tuple[int, ...]
    said: tuple[str, ...]


def kept(folder: Path, pictures: list[Image], faults: dict[int, str]) -> Kept:
    """A hand in front of a camera that breaks; each time three pictures pass unseen."""
    prepare(folder, pictures, faults, blind=3)
    store = Store(folder / "record.sqlite")
    opener = partial(ChildCamera, opener=open_faulty, patience=PATIENCE)
    table = Live(TableConfig(camera=settings(folder)), store, opener, Backoff(first=0.01))
    said: list[str] = []
    table.controller.subscribe(lambda view: said.append(view.camera))
    table.follow(threading.Event())
    assert left(folder) == {}
    store.close()
    again = Store(folder / "record.sqlite")
    events = again.events(1)
    again.close()
    return Kept(events, tuple(table.controller.game.points), tuple(said))


@pytest.fixture(scope="module")
def whole_hand() -> Filmed:
    """Pictures of a hand to its end, the winner's tiles lying open for a while, and what was played."""
    pictures, played = film_short_hand()
    return [*pictures[:20], *[pictures[19]] * 3, *pictures[20:]], played


@pytest.fixture(scope="module")
def undisturbed(whole_hand: Filmed, tmp_path_factory: pytest.TempPathFactory) -> Kept:
    """What is kept of that hand by a camera without faults."""
    return kept(tmp_path_factory.mktemp("undisturbed"), whole_hand[0], {})


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("killed", "the camera's process was ended by SIGKILL"),
        ("stopped", "the camera hung, no sign of life for 4.01 seconds"),
        ("unplugged", "device = 0: cannot be opened"),
    ],
)
def test_a_hand_is_played_and_paid_to_its_end_whatever_the_camera_does(
    tmp_path: Path, whole_hand: Filmed, undisturbed: Kept, fault: str, words: str
) -> None:
    """It breaks while a pon is called, and again while the winner lays the hand open."""
    pictures, played = whole_hand
    found = kept(tmp_path, pictures, {8: fault, 18: fault})
    assert found.events == undisturbed.events
    assert [as_seen(event) for event in found.events] == [as_seen(event) for event in played]
    assert found.points == undisturbed.points == (21_100, 25_000, 28_900, 25_000)
    seen = "the table is seen"
    steps = [text == seen for text, _ in groupby(found.said) if text == seen or words in text]
    assert steps == [True, False, True, False, True], "it says so, and sees again"
    assert not any(text.startswith("no camera: [camera]") for text in undisturbed.said)
