"""The adapter against picamera2 itself on libcamera's virtual camera; `run.sh` prepares what it needs.

The virtual camera has one format, no raw modes, and buffers of its own: `Virtual` makes up for these three.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import cv2
import numpy as np
import pytest

sys.modules.setdefault("pykms", MagicMock(name="pykms"))  # for a screen, which there is none of

from picamera2 import MappedArray, Picamera2  # noqa: E402
from picamera2.allocators import LibcameraAllocator  # noqa: E402

from tablectl.config import CameraSettings  # noqa: E402
from tests.virtual_camera.frames import LEVELS  # noqa: E402
from vision.sources.picamera import BUFFERS, PiCamera  # noqa: E402
from vision.sources.source import SourceError  # noqa: E402

SIZE = (2304, 1296)
SETTINGS = CameraSettings("picamera", width=SIZE[0], height=SIZE[1], rate=30.0)


class Virtual(Picamera2):  # type: ignore[misc]
    """A virtual camera, asked for the one thing it has."""

    def __init__(self, camera_num: int = 0) -> None:
        super().__init__(camera_num)
        self.allocator = LibcameraAllocator(self.camera)

    def _get_raw_modes(self) -> list[dict[str, Any]]:
        return [{"format": "NV12", "size": SIZE}]

    def create_video_configuration(self, **asked: Any) -> Any:
        for stream in ("lores", "sensor"):
            asked.pop(stream, None)
        return super().create_video_configuration(**asked)


class Converting(Virtual):
    """Tells the formats that were asked for and makes them of what it gives, as a Raspberry Pi's processor does."""

    def camera_configuration(self) -> dict[str, Any]:
        given = dict(super().camera_configuration())
        given["main"] = given["main"] | {"format": "RGB888"}
        given["lores"] = {"format": "YUV420", "size": (640, 360)}
        return given

    def capture_request(self, wait: float) -> Any:
        return Request(super().capture_request(wait=wait))


class Request:
    """A request of the library, its one stream shown as two."""

    def __init__(self, request: Any) -> None:
        self._request = request
        self.get_metadata, self.release = request.get_metadata, request.release

    def make_array(self, name: str) -> Any:
        with MappedArray(self._request, "main", reshape=False) as mapped:
            grey = np.array(mapped.array[: SIZE[0] * SIZE[1]]).reshape(SIZE[1], SIZE[0])
        if name == "lores":
            return cv2.resize(grey, (640, 360))
        return cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR)


def library(kind: type[Virtual]) -> Any:
    return SimpleNamespace(Picamera2=kind)


@pytest.fixture
def camera() -> Iterator[PiCamera]:
    camera = PiCamera(SETTINGS, library=library(Converting))
    yield camera
    camera.close()


def test_a_format_changed_without_a_word_is_refused() -> None:
    with pytest.raises(SourceError, match=r"gives NV12 for RGB888 \(main\)"):
        PiCamera(SETTINGS, library=library(Virtual))


def test_pictures_come_and_buffers_go_back(camera: PiCamera) -> None:
    frames = [frame for _ in range(10 * BUFFERS) if (frame := camera.read()) is not None]
    assert [frame.number for frame in frames] == list(range(10 * BUFFERS))
    assert all(frame.image.shape == (SIZE[1], SIZE[0], 3) for frame in frames)
    assert all(min(LEVELS) - 6 <= frame.image.mean() <= max(LEVELS) + 6 for frame in frames)
    times = [frame.time for frame in frames]
    assert times == sorted(times)


def test_a_starving_camera_says_so_and_recovers(camera: PiCamera) -> None:
    held = []
    with pytest.raises(TimeoutError):  # the virtual camera may make more buffers than it was asked for
        for _ in range(4 * BUFFERS):
            held.append(camera._camera.capture_request(wait=3.0))
    assert len(held) >= BUFFERS
    with pytest.raises(SourceError, match="no picture for 3 seconds"):
        camera.read()
    for request in held:
        request.release()
    assert camera.read() is not None


def test_an_unknown_control_is_refused(camera: PiCamera) -> None:
    with pytest.raises(RuntimeError):
        camera._camera.set_controls({"NoSuchControl": 1})


def test_it_can_be_opened_again_and_another_is_named() -> None:
    for _ in range(2):
        PiCamera(SETTINGS, library=library(Converting)).close()
    with pytest.raises(SourceError, match="device = 7: no such camera; connected: 0"):
        PiCamera(CameraSettings("picamera", device=7), library=library(Converting))
