"""The adapter against a stand-in for picamera2 0.3 that refuses what the library and the camera refuse."""

from __future__ import annotations

import ast
import errno
import importlib.util
import inspect
from pathlib import Path
from typing import Any

import pytest

from tablectl.config import CameraSettings
from tests.vision.fake_picamera import AUTOMATICS, Camera, Request, library
from vision.sources import picamera
from vision.sources.picamera import BUFFERS, SETTLE, PiCamera
from vision.sources.source import SourceError


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

    camera = PiCamera(CameraSettings("picamera", **settings), lambda: cameras[0].clock, library(Kept))
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


def test_it_is_configured_once_and_gives_every_buffer_back() -> None:
    camera, device = opened()
    while device.clock < 3 * SETTLE:
        camera.read()
    assert device.out == 0
    with pytest.raises(OSError, match="Cannot allocate memory"):
        device.started = False
        device.configure(device.configured)
    camera.close()


def test_a_camera_without_memory_is_named() -> None:
    class Poor(Camera):
        def configure(self, camera_config: dict[str, Any]) -> None:
            raise OSError(errno.ENOMEM, "Cannot allocate memory")

    with pytest.raises(SourceError, match=r"cannot be set up \(.*Cannot allocate memory\); try a smaller width"):
        opened(Poor)


def test_a_starving_camera_says_so_and_recovers_when_a_buffer_comes_back() -> None:
    camera, device = opened()
    held = [device.capture_request(wait=1.0) for _ in range(BUFFERS)]
    with pytest.raises(SourceError, match="no picture for 3 seconds"):
        camera.read()
    held[0].release()
    assert camera.read() is not None
    camera.close()


def test_without_the_library_it_says_how_to_get_it() -> None:
    if importlib.util.find_spec("libcamera"):
        pytest.skip("picamera2 can be imported here")
    with pytest.raises(SourceError, match=r"sudo apt install python3-picamera2"):
        PiCamera(CameraSettings("picamera"))


def classes() -> dict[str, dict[str, list[ast.arguments]]]:
    """Of the installed library: what its cameras and requests have, and which arguments each method takes in all its
    forms. Read from its source: importing it needs a Raspberry Pi."""
    found = importlib.util.find_spec("picamera2")
    assert found is not None and found.origin is not None, "install it: pip install --no-deps picamera2"
    out: dict[str, dict[str, list[ast.arguments]]] = {}
    for name in ("picamera2.py", "request.py"):
        for kind in ast.parse((Path(found.origin).parent / name).read_text()).body:
            if isinstance(kind, ast.ClassDef):
                members = out.setdefault(kind.name, {})
                for node in ast.walk(kind):
                    if isinstance(node, ast.FunctionDef):
                        members.setdefault(node.name, []).append(node.args)
                    elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                        members.setdefault(node.attr, [])
    return out


OWNERS = {
    "library.Picamera2": "Picamera2",
    "camera": "Picamera2",
    "self._camera": "Picamera2",
    "request": "CompletedRequest",
}
"""By what name the adapter calls an object, and its class in the library."""


def uses() -> list[tuple[str, str, int, set[str]]]:
    """Every member of the library that the adapter touches: class, name, how many arguments by place, and keywords."""
    tree = ast.parse(inspect.getsource(picamera))
    calls = {id(node.func): node for node in ast.walk(tree) if isinstance(node, ast.Call)}
    out = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.Attribute):
            continue
        name, call = node.attr, calls.get(id(node))
        owner = OWNERS.get(ast.unparse(node.value))
        if ast.unparse(node) == "library.Picamera2" and call is not None:
            owner, name = "Picamera2", "__init__"
        if owner is not None:
            places, words = (len(call.args), {word.arg or "**" for word in call.keywords}) if call else (0, set())
            out.append((owner, name, places, words))
    return out


def test_the_installed_library_has_what_is_called() -> None:
    known, used = classes(), uses()
    assert {"__init__", "create_video_configuration", "capture_request", "make_array", "sensor_resolution"} <= {
        name for _, name, _, _ in used
    }
    for owner, name, places, words in used:
        assert name in known[owner], f"{owner}.{name} is not there"
        forms = known[owner][name]
        taken = [({a.arg for a in (*form.args, *form.kwonlyargs)}, len(form.args)) for form in forms]
        fits = not (places or words) or any(words <= names and places < count + 1 for names, count in taken)
        assert fits, f"{owner}.{name} does not take {places} arguments and {words}"


def test_the_stand_in_takes_nothing_that_the_library_does_not() -> None:
    known = classes()
    for stand_in, owner in ((Camera, "Picamera2"), (Request, "CompletedRequest")):
        for name, function in vars(stand_in).items():
            if not name.startswith("_") and inspect.isfunction(function):
                asked = set(inspect.signature(function).parameters) - {"self"}
                assert any(asked <= {a.arg for a in form.args} for form in known[owner][name]), f"{name}: {asked}"
