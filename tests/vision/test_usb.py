"""A video device that refuses what drivers refuse."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from tablectl.config import CameraSettings
from vision.sources.source import SourceError
from vision.sources.usb import SETTLE, UsbCamera

SIZES = ((640, 480), (1280, 720), (1920, 1080))
RATES = (5.0, 15.0, 30.0)
AUTOMATIC = {
    cv2.CAP_PROP_EXPOSURE: (cv2.CAP_PROP_AUTO_EXPOSURE, 3),
    cv2.CAP_PROP_WB_TEMPERATURE: (cv2.CAP_PROP_AUTO_WB, 1),
}
"""The switch that must not stand at this value for a value to be written."""


class Device:
    """A webcam as OpenCV shows it: it has a few sizes and rates and takes the nearest; exposure can only be written
    while its automatic is off; it has no focus motor; a plug can be pulled; released, it gives nothing."""

    def __init__(self, device: int | str, backend: int) -> None:
        self.there = device in (0, "/dev/v4l/by-id/cam")
        self.clock, self.frames, self.plugged = 0.0, 0, True
        self.width, self.height, self.rate = 640, 480, 30.0
        self.values: dict[int, float] = {
            cv2.CAP_PROP_AUTO_EXPOSURE: 3,
            cv2.CAP_PROP_EXPOSURE: 157,
            cv2.CAP_PROP_AUTO_WB: 1,
            cv2.CAP_PROP_WB_TEMPERATURE: 4600,
            cv2.CAP_PROP_FOURCC: 0,
            cv2.CAP_PROP_BUFFERSIZE: 4,
        }

    def isOpened(self) -> bool:
        return self.there

    def set(self, key: int, value: float) -> bool:
        if not self.there:
            return False
        if key == cv2.CAP_PROP_FRAME_WIDTH:
            self.width = min((size[0] for size in SIZES), key=lambda width: abs(width - value))
        elif key == cv2.CAP_PROP_FRAME_HEIGHT:
            self.width, self.height = min(SIZES, key=lambda size: abs(size[1] - value))
        elif key == cv2.CAP_PROP_FPS:
            self.rate = min(RATES, key=lambda rate: abs(rate - value))
        elif key not in self.values or (key in AUTOMATIC and self.values[AUTOMATIC[key][0]] == AUTOMATIC[key][1]):
            return False
        else:
            self.values[key] = value
        return True

    def get(self, key: int) -> float:
        own = {
            cv2.CAP_PROP_FRAME_WIDTH: self.width,
            cv2.CAP_PROP_FRAME_HEIGHT: self.height,
            cv2.CAP_PROP_FPS: self.rate,
        }
        return own.get(key, self.values.get(key, -1.0))

    def grab(self) -> bool:
        if not (self.there and self.plugged):
            return False
        self.clock += 1 / self.rate
        self.frames += 1
        return True

    def retrieve(self) -> tuple[bool, Any]:
        return True, np.full((self.height, self.width, 3), self.frames % 256, np.uint8)

    def release(self) -> None:
        self.there = False


def opened(**settings: Any) -> tuple[UsbCamera, Device]:
    devices: list[Device] = []

    def capture(device: int | str, backend: int) -> Any:
        devices.append(Device(device, backend))
        return devices[0]

    return UsbCamera(CameraSettings("camera", **settings), lambda: devices[0].clock, capture), devices[0]


def test_what_is_asked_for_is_given() -> None:
    camera, _ = opened(rate=15)
    assert camera.live
    assert camera.given == "1920 x 1080 pixels, 15 pictures a second"
    frames = [camera.read() for _ in range(3)]
    assert [(frame.number, frame.image.shape) for frame in frames if frame] == [(n, (1080, 1920, 3)) for n in range(3)]


def test_a_device_may_be_named_by_its_path() -> None:
    camera, _ = opened(device="/dev/v4l/by-id/cam")
    assert camera.read() is not None


def test_too_many_pictures_are_passed_over() -> None:
    camera, device = opened(rate=3)  # the device has five at least
    times = [frame.time for _ in range(12) if (frame := camera.read()) is not None]
    assert device.frames > 12
    assert np.mean(np.diff(times)) == pytest.approx(1 / 3, rel=0.15)


def test_the_driver_gives_another_size_and_it_says_so() -> None:
    camera, _ = opened(width=1600, height=900, rate=15)
    assert "1280 x 720 pixels" in camera.given
    assert "does not give the 1600 x 900 asked for" in camera.given


def test_exposure_and_white_balance_are_held_as_found() -> None:
    camera, device = opened(rate=15)
    while device.clock < SETTLE - 0.2:
        camera.read()
    assert device.values[cv2.CAP_PROP_AUTO_EXPOSURE] == 3
    while device.clock < SETTLE + 0.2:
        camera.read()
    assert device.values[cv2.CAP_PROP_AUTO_EXPOSURE] == 1 and device.values[cv2.CAP_PROP_EXPOSURE] == 157
    assert device.values[cv2.CAP_PROP_AUTO_WB] == 0 and device.values[cv2.CAP_PROP_WB_TEMPERATURE] == 4600
    assert camera.given.endswith("exposure, white balance held; the driver does not let focus be held")
    free, device = opened(rate=15, hold=False)
    while device.clock < SETTLE + 0.2:
        free.read()
    assert device.values[cv2.CAP_PROP_AUTO_EXPOSURE] == 3


def test_a_missing_device_is_named() -> None:
    with pytest.raises(SourceError, match=r"\[camera\] source = 'camera', device = 7: cannot be opened; .* video"):
        opened(device=7)


def test_a_pulled_plug_and_a_changed_size_end_it() -> None:
    camera, device = opened(rate=15)
    camera.read()
    device.width, device.height = 640, 480
    with pytest.raises(SourceError, match="changed from 1920 x 1080 to 640 x 480 pixels"):
        camera.read()
    device.plugged = False
    with pytest.raises(SourceError, match="device = 0: gives no more pictures; check the cable"):
        camera.read()
