"""The adapter against a stand-in for picamera2 0.3 that refuses what the library and the camera refuse."""

from __future__ import annotations

import ast
import importlib.util
import inspect
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tablectl.config import CameraSettings
from vision.sources.picamera import BUFFERS, SETTLE, PiCamera
from vision.sources.source import SourceError

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
    """Opened once at a time, configured while stopped, started when configured; a configuration is adjusted without a
    word; unknown controls are refused; a camera whose every buffer is held gives no frame."""

    models = ("imx708_wide",)
    controls = WIDE
    adjusted_to: str | None = None
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
        self.started = False

    def close(self) -> None:
        Camera.opened -= 1

    def _refuse_unknown(self, controls: dict[str, Any]) -> None:
        for name in controls:
            if name not in self.controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")


@pytest.fixture(autouse=True)
def nothing_open() -> Any:
    Camera.opened = 0
    yield
    assert Camera.opened == 0, "a camera was left open"


def opened(kind: type[Camera] = Camera, **settings: Any) -> tuple[PiCamera, Camera]:
    cameras: list[Camera] = []

    class Kept(kind):  # type: ignore[valid-type, misc]
        def __init__(self, camera_num: int = 0) -> None:
            super().__init__(camera_num)
            cameras.append(self)

    library = SimpleNamespace(Picamera2=Kept)
    camera = PiCamera(CameraSettings("picamera", **settings), lambda: cameras[0].clock, library)
    return camera, cameras[0]


def test_a_picture_and_a_small_grey_one() -> None:
    camera, device = opened(width=2304, height=1296)
    for number in range(3 * BUFFERS):  # more than it has buffers: each goes back
        frame = camera.read()
        assert frame is not None and frame.small is not None
        assert (frame.number, frame.image.shape, frame.small.shape) == (number, (1296, 2304, 3), (360, 640))
        assert (frame.image == 90).all() and (frame.small == 70).all()
    assert camera.given == "imx708_wide, 2304 x 1296 pixels, 10 pictures a second"
    assert device.configured["controls"]["LensPosition"] == 1.25
    assert device.configured["controls"]["FrameDurationLimits"] == (100_000, 100_000)
    camera.close()
    assert not device.started


def test_exposure_and_white_balance_are_held_as_found() -> None:
    camera, device = opened(mains=60)
    while device.clock < SETTLE + 0.3:
        camera.read()
    assert device.written["AeEnable"] is False and device.written["AwbEnable"] is False
    assert device.written["ExposureTime"] == 4 * 8333
    assert device.written["ExposureTime"] * device.written["AnalogueGain"] == pytest.approx(34567 * 2.0)
    assert device.written["ColourGains"] == (1.5, 2.1)
    assert camera.given.endswith("exposure and white balance held")
    camera.close()


def test_a_lens_of_fixed_focus_is_not_asked_to_move() -> None:
    class Fixed(Camera):
        controls = AUTOMATICS

    camera, device = opened(Fixed)
    assert "LensPosition" not in device.configured["controls"]
    camera.close()


def test_what_is_not_there_or_not_given_is_named() -> None:
    with pytest.raises(SourceError, match=r"device = 1: no such camera; connected: 0 \(imx708_wide\)"):
        opened(device=1)

    class Unplugged(Camera):
        models = ()

    with pytest.raises(SourceError, match="connected: none; check the ribbon cable"):
        opened(Unplugged)

    class Usb(Camera):
        adjusted_to = "NV12"

    with pytest.raises(SourceError, match=r"gives NV12 for RGB888 \(main\).*use source = 'camera'"):
        opened(Usb)
    with pytest.raises(SourceError, match=r"cannot be set up \(Configuration failed\); try a smaller width"):
        opened(width=8000, height=6000)


def test_a_busy_and_a_hanging_camera_are_named() -> None:
    camera, device = opened()
    with pytest.raises(SourceError, match=r"cannot be opened .*; end the program that uses it"):
        opened()
    device.hangs = True
    with pytest.raises(SourceError, match="no picture for 3 seconds; check the ribbon cable"):
        camera.read()
    camera.close()


def test_without_the_library_it_says_how_to_get_it() -> None:
    if importlib.util.find_spec("picamera2"):
        pytest.skip("picamera2 is installed")
    with pytest.raises(SourceError, match=r"sudo apt install python3-picamera2"):
        PiCamera(CameraSettings("picamera"))


def test_the_installed_library_has_what_is_called() -> None:
    """Methods and keywords, read from its source: importing it needs a Raspberry Pi."""
    found = importlib.util.find_spec("picamera2")
    if found is None or found.origin is None:
        pytest.skip("picamera2 is not installed")
    trees = [ast.parse((Path(found.origin).parent / name).read_text()) for name in ("picamera2.py", "request.py")]
    taken: dict[str, set[str]] = {}
    for node in (node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        taken.setdefault(node.name, set()).update(argument.arg for argument in node.args.args)
    for stand_in in (Camera, Request):
        for name, function in vars(stand_in).items():
            if not name.startswith("_") and inspect.isfunction(function):
                asked = set(inspect.signature(function).parameters) - {"self"}
                assert name in taken and asked <= taken[name], f"{name}: {asked}"
