"""A camera that the system lists as a video device (USB, built in), through OpenCV."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from tablectl.config import CameraSettings
from vision.frame import Frame, Image
from vision.sources.source import SourceError, same_size

SETTLE = 2.0
"""Seconds in which the camera finds exposure and white balance before they are held."""
EARLY = 0.25
"""Share of the time between two frames by which one may come too early and is still taken."""
MANUAL_EXPOSURE = 1.0
"""V4L2_EXPOSURE_MANUAL; 3 (aperture priority) is a webcam's automatic."""
_LOCKS = (
    ("exposure", cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL_EXPOSURE, cv2.CAP_PROP_EXPOSURE),
    ("white balance", cv2.CAP_PROP_AUTO_WB, 0.0, cv2.CAP_PROP_WB_TEMPERATURE),
    ("focus", cv2.CAP_PROP_AUTOFOCUS, 0.0, cv2.CAP_PROP_FOCUS),
)
"""Name, the switch of the automatic, its value for off, and the value that is then held."""


class UsbCamera:
    """Frames of a video device, at most `rate` a second. `clock`: seconds, monotonic; `capture` opens a device."""

    live = True

    def __init__(
        self,
        settings: CameraSettings,
        clock: Callable[[], float] = time.monotonic,
        capture: Callable[..., cv2.VideoCapture] = cv2.VideoCapture,
    ) -> None:
        self._settings, self._clock = settings, clock
        self._what = f"[camera] source = 'camera', device = {settings.device!r}"
        self._camera = capture(settings.device, cv2.CAP_V4L2 if sys.platform == "linux" else cv2.CAP_ANY)
        if not self._camera.isOpened():
            raise SourceError(f"{self._what}: cannot be opened; {_present()}, and no other program may be using it")
        for key, value in (
            # Uncompressed pictures of this size are too much for USB 2.
            (cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG")),
            (cv2.CAP_PROP_FRAME_WIDTH, settings.width),
            (cv2.CAP_PROP_FRAME_HEIGHT, settings.height),
            (cv2.CAP_PROP_FPS, settings.rate),
            (cv2.CAP_PROP_BUFFERSIZE, 1),
        ):
            self._camera.set(key, value)  # what came of it is read back
        self._number = 0
        self._started = self._due = clock()
        self._held: tuple[str, ...] | None = None
        self._before: Image | None = None

    @property
    def given(self) -> str:
        width, height, rate = (
            self._camera.get(key) for key in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT, cv2.CAP_PROP_FPS)
        )
        said = f"{width:.0f} x {height:.0f} pixels, {rate:g} pictures a second"
        asked = self._settings
        if (width, height) != (asked.width, asked.height):
            said += f" (the driver does not give the {asked.width} x {asked.height} asked for)"
        if self._held is None:
            return said
        free = [name for name, *_ in _LOCKS if name not in self._held]
        held = f"; {', '.join(self._held)} held" if self._held else ""
        return said + held + (f"; the driver does not let {', '.join(free)} be held" if free else "")

    def read(self) -> Frame | None:
        while True:
            if not self._camera.grab():
                raise SourceError(f"{self._what}: gives no more pictures; check the cable, or plug it in again")
            now = self._clock()
            if now >= self._due - EARLY / self._settings.rate:
                break
        going_on, picture = self._camera.retrieve()
        if not going_on:
            raise SourceError(f"{self._what}: a picture cannot be decoded; try a smaller width and height, or a cable")
        image: Image = np.asarray(picture, np.uint8)
        same_size(self._before, image, self._what, "it is opened anew")
        self._before = image
        self._due = max(self._due + 1 / self._settings.rate, now)
        if self._held is None and self._settings.hold and now - self._started >= SETTLE:
            self._hold()
        number, self._number = self._number, self._number + 1
        return Frame(image, now, number)

    def close(self) -> None:
        self._camera.release()

    def _hold(self) -> None:
        """Keep what the automatics found: their every move would look like a change on the table."""
        held = []
        for name, automatic, off, key in _LOCKS:
            value = self._camera.get(key)
            if self._camera.set(automatic, off) and self._camera.set(key, value):
                held.append(name)
        self._held = tuple(held)


def _present() -> str:
    devices = sorted(str(path) for path in Path("/dev").glob("video*"))
    return f"there are {', '.join(devices)}" if devices else "no video device is connected"
