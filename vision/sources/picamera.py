"""A Raspberry Pi camera through picamera2, which is imported when one is opened.

One video configuration for good: the picture, and beside it a small one whose grey plane shows changes. Modes are never
switched, since that fails on long runs.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from tablectl.config import CameraSettings
from vision.frame import Frame, Image
from vision.sources.source import SourceError, same_size

SMALL_WIDTH = 640
"""Width of the small picture; its height follows from the shape of the large one."""
SETTLE = 2.0
"""Seconds in which exposure and white balance are found before they are held."""
PATIENCE = 3.0
"""Seconds without a frame after which the camera hangs."""
BUFFERS = 3
"""Frames in flight; more do not fit a Pi 4 at full resolution."""
_HELD = ("ExposureTime", "AnalogueGain", "ColourGains")
"""What is read from the frames' metadata and written back; white balance stays only with its gains written."""


class PiCamera:
    """Frames of Raspberry Pi camera number `device`. `clock`: seconds, monotonic; `library`: the module picamera2."""

    live = True

    def __init__(
        self, settings: CameraSettings, clock: Callable[[], float] = time.monotonic, library: Any = None
    ) -> None:
        self._settings, self._clock = settings, clock
        self._what = f"[camera] source = 'picamera', device = {settings.device!r}"
        library = library or _library(self._what)
        names = [str(info.get("Model", "?")) for info in library.Picamera2.global_camera_info()]
        if not isinstance(settings.device, int) or settings.device >= len(names):
            found = (
                ", ".join(f"{number} ({name})" for number, name in enumerate(names)) or "none; check the ribbon cable"
            )
            raise SourceError(f"{self._what}: no such camera; connected: {found}")
        try:
            self._camera = library.Picamera2(settings.device)
        except RuntimeError as error:
            raise SourceError(f"{self._what}: cannot be opened ({error}); end the program that uses it") from None
        try:
            self._start()
        except (RuntimeError, OSError) as error:
            self._camera.close()
            raise SourceError(f"{self._what}: cannot be set up ({error}); try a smaller width and height") from None
        except SourceError:
            self._camera.close()
            raise
        self._model = names[settings.device]
        self._number = 0
        self._started = clock()
        self._held = False
        self._before: Image | None = None

    @property
    def given(self) -> str:
        (width, height), held = self._size, "; exposure and white balance held" if self._held else ""
        asked = self._settings
        other = (
            "" if self._size == (asked.width, asked.height) else f" (not the {asked.width} x {asked.height} asked for)"
        )
        return f"{self._model}, {width} x {height} pixels{other}, {asked.rate:g} pictures a second{held}"

    def read(self) -> Frame | None:
        try:
            request = self._camera.capture_request(wait=PATIENCE + 1 / self._settings.rate)
        except TimeoutError:
            raise SourceError(f"{self._what}: no picture for {PATIENCE:g} seconds; check the ribbon cable") from None
        try:
            now = self._clock()
            image = np.asarray(request.make_array("main"), np.uint8)
            width, height = self._small
            # The rows of grey come first; they may be padded.
            small = np.asarray(request.make_array("lores")[:height, :width], np.uint8)
            if self._settings.hold and not self._held and now - self._started >= SETTLE:
                self._hold(request.get_metadata())
        finally:
            request.release()
        same_size(self._before, image, self._what, "it is opened anew")
        self._before = image
        number, self._number = self._number, self._number + 1
        return Frame(image, now, number, small)

    def close(self) -> None:
        self._camera.stop()
        self._camera.close()

    def _start(self) -> None:
        camera, settings = self._camera, self._settings
        height = round(SMALL_WIDTH * settings.height / settings.width / 2) * 2
        apart = round(1e6 / settings.rate)
        wanted = {
            "FrameDurationLimits": (apart, apart),
            "AfMode": 0,  # manual
            "LensPosition": 1 / settings.distance,
            "AeEnable": True,
            "AwbEnable": True,
            "AeFlickerMode": 1,  # manual, at the period below
            "AeFlickerPeriod": settings.flicker,
        }
        # A control that a camera does not have is refused: lenses of fixed focus have none.
        controls = {name: value for name, value in wanted.items() if name in camera.camera_controls}
        configuration = camera.create_video_configuration(
            main={"size": (settings.width, settings.height), "format": "RGB888"},  # blue first in memory
            lores={"size": (SMALL_WIDTH, height), "format": "YUV420"},
            raw=None,
            # Without it a small picture would be cut out of the sensor's middle.
            sensor={"output_size": camera.sensor_resolution},
            buffer_count=BUFFERS,
            queue=False,
            display=None,
            encode=None,
            controls=controls,
        )
        camera.configure(configuration)
        given = camera.camera_configuration()
        for stream, form in (("main", "RGB888"), ("lores", "YUV420")):
            if given[stream]["format"] != form:  # adjusted without a word
                raise SourceError(
                    f"{self._what}: gives {given[stream]['format']} for {form} ({stream}); it is no camera of a "
                    "Raspberry Pi, use source = 'camera'"
                )
        self._size: tuple[int, int] = tuple(given["main"]["size"])
        self._small: tuple[int, int] = tuple(given["lores"]["size"])
        camera.start()

    def _hold(self, found: dict[str, Any]) -> None:
        """Keep what the automatics found, a long exposure as a multiple of the light's flicker."""
        if not all(name in found for name in _HELD):
            return  # not yet found
        exposure, flicker = int(found["ExposureTime"]), self._settings.flicker
        exposure = exposure // flicker * flicker or exposure
        gain = found["AnalogueGain"] * found["ExposureTime"] / exposure
        self._camera.set_controls(
            {
                "AeEnable": False,
                "AwbEnable": False,
                "ExposureTime": exposure,
                "AnalogueGain": gain,
                "ColourGains": tuple(found["ColourGains"]),
            }
        )
        self._held = True


def _library(what: str) -> Any:
    try:
        import picamera2
    except ImportError as error:
        raise SourceError(
            f"{what}: picamera2 cannot be imported ({error}); install it with `sudo apt install python3-picamera2` and "
            "make the environment with --system-site-packages"
        ) from None
    return picamera2
