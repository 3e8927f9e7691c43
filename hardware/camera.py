"""A camera in a process of its own, which is ended when it hangs: a `Source` like any other."""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from multiprocessing import Pipe

from hardware.camera_child import CLOSING, Answer, Ended, Failed, Opened, Opener, Taken, picture
from tablectl.config import CameraSettings
from vision.frame import Frame
from vision.sources.opening import open_source
from vision.sources.source import Source, SourceError

log = logging.getLogger(__name__)

# Not a fork: drivers and threads of the parent must not come along. Not `multiprocessing`: it would load the whole
# program a second time.
_CODE = "import sys; from hardware.camera_child import main; main(int(sys.argv[1]), int(sys.argv[2]))"


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds without a sign of life after which the process is ended: while it opens the camera, for a frame over and
    above the time between two, and while it closes."""

    opening: float = 30.0
    frame: float = 6.0
    closing: float = CLOSING + 1


DEFAULT_PATIENCE = Patience()


def open_camera(settings: CameraSettings) -> Source:
    """The source that the settings name; devices in a process of their own, files in ours. Raises `SourceError`."""
    return ChildCamera(settings) if settings.source in ("camera", "picamera") else open_source(settings)


class ChildCamera:
    """Frames of a source that `opener` opens in another process. Each answer is the process's heartbeat."""

    live = True

    def __init__(
        self, settings: CameraSettings, opener: Opener = open_source, patience: Patience = DEFAULT_PATIENCE
    ) -> None:
        self._what = f"[camera] source = {settings.source!r}, device = {settings.device!r}"
        self._patience, self._between = patience, 1 / settings.rate
        self._memory = _memory()
        self._pipe, theirs = Pipe()
        self._process = subprocess.Popen(
            [sys.executable, "-c", _CODE, str(theirs.fileno()), str(self._memory)],
            pass_fds=(theirs.fileno(), self._memory),
            stdin=subprocess.DEVNULL,
            stdout=2,  # what drivers print belongs into the log
            env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            start_new_session=True,  # Ctrl-C is for us, who then close it
        )
        theirs.close()
        answer = self._ask((opener, settings), patience.opening)
        assert isinstance(answer, Opened)
        self._given = answer.given

    @property
    def process(self) -> int:
        """Its number in the system."""
        return self._process.pid

    @property
    def given(self) -> str:
        return self._given

    def read(self) -> Frame | None:
        answer = self._ask(None, self._patience.frame + self._between)
        if isinstance(answer, Ended):
            return None
        assert isinstance(answer, Taken)
        self._given = answer.given
        image = picture(self._memory, answer.shape)
        small = None if answer.small is None else picture(self._memory, answer.small, image.nbytes)
        return Frame(image, answer.time, answer.number, small)

    def close(self) -> None:
        if self._pipe.closed:
            return
        self._pipe.close()
        try:
            self._process.wait(self._patience.closing)
        except subprocess.TimeoutExpired:
            log.warning("%s: does not close; its process is ended", self._what)
            self._end()
        os.close(self._memory)

    def _ask(self, question: object, limit: float) -> Answer:
        """The answer to a question. Without one the process is ended. Raises `SourceError`."""
        try:
            self._pipe.send(question)
            if not self._pipe.poll(limit):
                self._end()
                raise SourceError(
                    f"{self._what}: the camera hung, no sign of life for {limit:g} seconds, and was ended; check the "
                    "cable, or plug it in again"
                )
            answer: Answer = self._pipe.recv()
        except (EOFError, OSError):
            how = self._end()
            self.close()
            raise SourceError(
                f"{self._what}: the camera's process {how}; its last words are in the log; it is started again"
            ) from None
        except SourceError:
            self.close()
            raise
        if isinstance(answer, Failed):
            self.close()
            raise SourceError(answer.text)
        return answer

    def _end(self) -> str:
        """End the process if it still runs; in words how it ended. One that the kernel holds fast is left behind."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(0.2)  # it may be about to end by itself, which tells more
        self._process.kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(self._patience.closing)
        code = self._process.returncode
        if code is None:
            return "cannot be ended"
        return f"was ended by {signal.Signals(-code).name}" if code < 0 else f"ended with status {code}"


def _memory() -> int:
    """A file in memory that other processes can be given."""
    if sys.platform == "linux":
        return os.memfd_create("frame")
    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())
