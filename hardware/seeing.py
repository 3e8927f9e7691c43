"""The eyes above a table and the controller that keeps its game: frame by frame, wherever the frames come from."""

from __future__ import annotations

import logging
import threading

import cv2

from tablectl.controller import Controller
from tablectl.rules.event import Event
from tablectl.store import Source
from tablectl.table import Press, TableSnapshot
from vision.calibrate import Calibration
from vision.draw import draw
from vision.frame import Frame
from vision.pipeline import Eyes
from vision.read import PhotoReading
from vision.record import Recorder

log = logging.getLogger(__name__)

PATIENCE = 5.0
"""Seconds that the next frame is waited for."""


class Seeing:
    """One table. `source` marks presses that come with a frame."""

    def __init__(self, eyes: Eyes, controller: Controller, source: Source) -> None:
        self.controller = controller
        self._eyes, self._source = eyes, source
        self._newest: Frame | None = None
        self._came = threading.Condition()
        self.seen = TableSnapshot()
        """What the eyes believe."""
        self._recorder: Recorder | None = None

    def record(self, recorder: Recorder) -> None:
        """Show a recorder every frame from now on."""
        self._recorder = recorder

    def take(self, frame: Frame, presses: tuple[Press, ...] = ()) -> tuple[Event, ...]:
        """Let the controller have what was pressed before a frame, and the eyes the frame; the events recorded."""
        taken = self._press(presses, frame.time)
        snapshot = self._eyes.feed(frame)
        with self._came:
            self._newest = frame
            self._came.notify_all()
        self.controller.set_camera(self._status)
        self.controller.set_unseen(self._eyes.unseen(frame.time))
        if snapshot is not None:
            self.seen = snapshot
            taken += self.controller.feed(snapshot, frame.time)
        if self._recorder is not None:
            self._recorder.saw(frame, snapshot, self._eyes, self.controller)
        return taken

    def lose(self, status: str) -> None:
        """Nothing is seen, `status` says why: all zones stand as last believed."""
        if status == self._eyes.status:
            return
        log.warning(status)
        blind = self._eyes.lose(status)
        self.controller.set_camera(status)
        if blind is not None:
            self.seen = blind
            self.controller.feed(blind, blind.time)

    def _press(self, presses: tuple[Press, ...], now: float) -> tuple[Event, ...]:
        taken: tuple[Event, ...] = ()
        for press in presses:
            taken += self.controller.press(press, now, self._source)
        return taken

    @property
    def calibration(self) -> Calibration | None:
        """Where the camera stands, if that is known."""
        return self._eyes.calibration

    def next_frame(self) -> Frame | None:
        """The next frame, waited for from any thread; None when none comes."""
        with self._came:
            before = self._newest
            return self._newest if self._came.wait_for(lambda: self._newest is not before, PATIENCE) else None

    @property
    def _status(self) -> str:
        """Whether the table is seen, and what keeps the recording from being whole."""
        trouble = "" if self._recorder is None else self._recorder.status
        return f"{self._eyes.status}; {trouble}" if trouble else self._eyes.status

    def picture(self) -> bytes | None:
        """The newest frame with every tile found drawn on it, as JPEG; None before the first one."""
        frame = self._newest
        if frame is None:
            return None
        height, width = frame.image.shape[:2]
        drawn = draw(frame.image, PhotoReading(width, height, self._eyes.overlay()))
        return bytes(cv2.imencode(".jpg", drawn, [cv2.IMWRITE_JPEG_QUALITY, 80])[1])
