"""Recording a table beside its play: what is to be kept is chosen in the loop, written by a thread of its own.

Nothing here can hold up or break the table: a picture that cannot be written in time is left out and said to be so, a
full disk pauses the recording and is told in `status`, and what could not be told is told with the next change.
"""

from __future__ import annotations

import logging
import queue
import threading
from typing import Protocol

from tablectl.controller import lies_alike
from tablectl.store import Row
from tablectl.table import TableSnapshot
from tablectl.verdict import Mismatch, Question, Verdict
from vision.calibrate import Calibration
from vision.frame import Frame
from vision.glimpse import Glimpse
from vision.read import ReadTile
from vision.recording import Moment
from vision.recordwriter import Kept, RecordWriter, Seen, Shown

log = logging.getLogger(__name__)

MOST_WAITING = 9
"""Pictures that may wait to be written, those of three changes: 60 MB of 1080p."""


class Seeing(Protocol):
    """What is asked of `vision.pipeline.Eyes`."""

    @property
    def calibration(self) -> Calibration | None: ...

    def overlay(self) -> tuple[ReadTile, ...]: ...


class Playing(Protocol):
    """What is asked of `tablectl.controller.Controller`."""

    @property
    def rows(self) -> tuple[Row, ...]: ...

    @property
    def finding(self) -> Verdict: ...


class Recorder:
    """Keeps what happens at a table; `saw` after every frame, `close` at the end."""

    def __init__(self, writer: RecordWriter) -> None:
        self.folder = writer.folder
        self._writer = writer
        self._glimpse = Glimpse()
        self._last: TableSnapshot | None = None
        self._rows: tuple[Row, ...] = ()
        self._finding = ""
        self._queue: queue.SimpleQueue[Kept | None] = queue.SimpleQueue()
        self._room = threading.BoundedSemaphore(MOST_WAITING)
        self._trouble = ""
        self._left_out = 0
        self._thread = threading.Thread(target=self._write, name="recorder", daemon=True)
        self._thread.start()

    @property
    def status(self) -> str:
        """In plain words, what keeps the recording from being whole; empty when nothing does."""
        if self._trouble:
            return f"recording pauses: {self._trouble}"
        return f"the disk is too slow to record: {self._left_out} pictures left out" if self._left_out else ""

    def saw(self, frame: Frame, snapshot: TableSnapshot | None, eyes: Seeing, game: Playing) -> None:
        """The eyes and the game have taken in a frame; `snapshot` is what the eyes made of it. Raises nothing."""
        try:
            self._take(frame, snapshot, eyes, game)
        except Exception:
            self._trouble = self._fault()

    def _take(self, frame: Frame, snapshot: TableSnapshot | None, eyes: Seeing, game: Playing) -> None:
        self._glimpse.look(frame)
        rows, finding = game.rows, _words(game.finding)
        changed = snapshot is not None and (self._last is None or not lies_alike(snapshot, self._last))
        if not changed and rows is self._rows and finding == self._finding:
            return
        self._rows, self._finding = rows, finding
        shown: tuple[Shown, ...] = ()
        seen: Seen | None = None
        if changed and snapshot is not None and eyes.calibration is not None:
            self._last = snapshot
            before, during = self._glimpse.change()
            stages = ((Moment.BEFORE, before), (Moment.DURING, during), (Moment.SETTLED, frame))
            shown = tuple(self._shown(moment, picture) for moment, picture in stages if picture is not None)
            seen = Seen(snapshot, eyes.overlay(), eyes.calibration)
        self._queue.put(Kept(frame.time, frame.number, shown, rows, finding, seen))

    def close(self) -> None:
        """Write what waits, and the table as it lay last; a second time does nothing."""
        if not self._thread.is_alive():
            return
        last = self._glimpse.rest
        if last is not None:
            picture = self._shown(Moment.LAST, last)
            self._queue.put(Kept(last.time, last.number, (picture,), self._rows, self._finding, None))
        self._queue.put(None)
        self._thread.join()

    def _shown(self, moment: Moment, frame: Frame) -> Shown:
        """A picture to be written; without its image when too many wait already."""
        if self._room.acquire(blocking=False):
            return Shown(moment, frame.number, frame.time, frame.image)
        self._left_out += 1
        return Shown(moment, frame.number, frame.time, None)

    def _fault(self) -> str:
        """Log the exception being handled; what is said of it."""
        log.exception("recording to %s met a fault; the table plays on", self.folder)
        return "a fault in the program, see its log"

    def _write(self) -> None:
        while (kept := self._queue.get()) is not None:
            try:
                trouble = self._writer.write(kept)
            except Exception:
                trouble = self._fault()
            for shown in kept.pictures:
                if shown.image is not None:
                    self._room.release()
            if trouble and trouble != self._trouble:
                log.warning("recording to %s pauses: %s", self.folder, trouble)
            self._trouble = trouble
        self._writer.close()


def _words(finding: Verdict) -> str:
    """What the referee asks or does not understand; empty when all is well."""
    match finding:
        case Question():
            return f"{finding.text} ({' / '.join(choice.label for choice in finding.choices)})"
        case Mismatch():
            return f"{finding.what} ({finding.where}): {finding.rule}"
    return ""
