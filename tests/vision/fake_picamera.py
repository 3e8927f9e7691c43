"""A stand-in for picamera2 0.3 that refuses what the library and the camera refuse."""

from __future__ import annotations

import errno
import threading
from types import SimpleNamespace
from typing import Any

import numpy as np

AUTOMATICS = {"AeEnable", "AwbEnable", "ExposureTime", "AnalogueGain", "ColourGains", "FrameDurationLimits"}
WIDE = AUTOMATICS | {"AfMode", "LensPosition", "AeFlickerMode", "AeFlickerPeriod"}


class Request:
    """A finished frame: a copy of a stream while it is held, nothing once it went back."""

    def __init__(self, camera: Camera) -> None:
        self._camera: Camera | None = camera

    def _held(self) -> Camera:
        if self._camera is None:
            raise RuntimeError("CompletedRequest: lock now has negative ref_count")
        return self._camera

    def make_array(self, name: str) -> Any:
        stream = self._held().configured[name]
        width, height = stream["size"]
        if stream["format"] == "RGB888":
            return np.full((height, width, 3), 90, np.uint8)
        return np.full((height * 3 // 2, width + 128), 70, np.uint8)  # rows are padded

    def get_metadata(self) -> dict[str, Any]:
        self._held()
        return {"ExposureTime": 34567, "AnalogueGain": 2.0, "ColourGains": (1.5, 2.1), "SensorTimestamp": 1}

    def release(self) -> None:
        self._held().out -= 1
        self._camera = None


class Camera:
    """Opened once at a time, configured while stopped and only once (there is no memory for more buffers), started when
    configured; a configuration is adjusted without a word; unknown controls are refused; a camera whose every buffer is
    held gives no frame; `stop` may never return."""

    models = ("imx708_wide",)
    controls = WIDE
    adjusted_to: str | None = None
    hangs_in_stop = False
    opened = 0
    sensor_resolution = (4608, 2592)

    def __init__(self, camera_num: int = 0) -> None:
        if camera_num >= len(self.models):
            raise RuntimeError(f"No camera number {camera_num} found")
        if Camera.opened:
            raise RuntimeError("Camera __init__ sequence did not complete.")
        Camera.opened += 1
        self.clock, self.out = 0.0, 0
        self.configured: dict[str, Any] = {}
        self.written: dict[str, Any] = {}
        self.started = self.hangs = False

    @classmethod
    def global_camera_info(cls) -> list[dict[str, Any]]:
        return [{"Model": model, "Num": number} for number, model in enumerate(cls.models)]

    @property
    def camera_controls(self) -> dict[str, tuple[int, int, int]]:
        return dict.fromkeys(self.controls, (0, 1, 0))

    def create_video_configuration(
        self,
        main: dict[str, Any],
        lores: dict[str, Any] | None = None,
        raw: dict[str, Any] | None = None,
        buffer_count: int = 6,
        controls: dict[str, Any] | None = None,
        display: str | None = "main",
        encode: str | None = "main",
        queue: bool = True,
        sensor: dict[str, Any] | None = None,
    ) -> dict[str, Any]:
        return {"main": main, "lores": lores, "controls": controls or {}, "buffer_count": buffer_count, "queue": queue}

    def configure(self, camera_config: dict[str, Any]) -> None:
        if self.started:
            raise RuntimeError("Camera must be stopped before configuring")
        if self.configured:
            raise OSError(errno.ENOMEM, "Cannot allocate memory")
        for name in ("main", "lores"):
            width, height = camera_config[name]["size"]
            if width % 2 or height % 2:
                raise RuntimeError("width and height should be even")
        if camera_config["main"]["size"][0] > 4608:
            raise RuntimeError("Configuration failed")
        self._refuse_unknown(camera_config["controls"])
        self.configured = camera_config
        if self.adjusted_to:
            self.configured["main"]["format"] = self.adjusted_to

    def camera_configuration(self) -> dict[str, Any]:
        return self.configured

    def start(self) -> None:
        if not self.configured:
            raise RuntimeError("Camera has not been configured")
        self.started = True

    def set_controls(self, controls: dict[str, Any]) -> None:
        self._refuse_unknown(controls)
        self.written |= controls

    def capture_request(self, wait: float | None = None) -> Request:
        assert self.started and wait is not None, "without a limit it waits for ever"
        if self.hangs or self.out >= self.configured["buffer_count"]:
            raise TimeoutError
        self.clock += 0.1
        self.out += 1
        return Request(self)

    def stop(self) -> None:
        if self.hangs_in_stop:
            threading.Event().wait()
        self.started = False

    def close(self) -> None:
        Camera.opened -= 1

    def _refuse_unknown(self, controls: dict[str, Any]) -> None:
        for name in controls:
            if name not in self.controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")


def library(kind: type[Camera]) -> Any:
    """The module picamera2 with this camera."""
    return SimpleNamespace(Picamera2=kind)
