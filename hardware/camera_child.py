"""The process in which a camera's driver runs: it opens a source and hands over a frame whenever it is asked.

Drivers hang: in reading, in stopping, in closing. A thread cannot be ended from outside, a process can. Pictures go
through a file in memory that both sides hold; what is said about them goes through a pipe.
"""

from __future__ import annotations

import os
import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from queue import SimpleQueue

import numpy as np

from tablectl.config import CameraSettings
from vision.frame import Frame, Image
from vision.sources.source import Source, SourceError

CLOSING = 2.0
"""Seconds that a camera may take to close; then its process ends all the same."""
Opener = Callable[[CameraSettings], Source]
"""Opens the source that settings name; told to the process by its name, so it must be a function of a module."""


@dataclass(frozen=True, slots=True)
class Opened:
    """The source is there. `given`: what it says of itself."""

    given: str


@dataclass(frozen=True, slots=True)
class Taken:
    """A frame whose picture lies in the memory, its small picture behind it. Shapes are NumPy's."""

    shape: tuple[int, ...]
    small: tuple[int, ...] | None
    time: float
    number: int
    given: str


@dataclass(frozen=True, slots=True)
class Ended:
    """There are no more frames."""


@dataclass(frozen=True, slots=True)
class Failed:
    """The source cannot go on; `text`: why, and what to try."""

    text: str


Answer = Opened | Taken | Ended | Failed


def main(pipe: int, memory: int) -> None:
    """Serve the frames of the source that the first message names. `pipe`, `memory`: open files of this process."""
    asker = Connection(pipe)
    opener, settings = asker.recv()
    asked: SimpleQueue[bool] = SimpleQueue()
    threading.Thread(target=_listen, args=(asker, asked), daemon=True).start()
    try:
        source = opener(settings)
    except Exception as error:
        asker.send(_failed(error))
        return
    serve(source, memory, asked.get, asker.send)


def serve(source: Source, memory: int, asked: Callable[[], bool], say: Callable[[Answer], None]) -> None:
    """Answer until nothing is `asked` any more. A failure is said before the source is closed, which may hang."""
    try:
        say(Opened(source.given))
        while asked():
            say(_next(source, memory))
    finally:
        source.close()


def picture(memory: int, shape: tuple[int, ...], place: int = 0) -> Image:
    """A picture that lies in the memory from a byte on."""
    image: Image = np.empty(shape, np.uint8)
    if os.preadv(memory, [image.data], place) != image.nbytes:
        raise EOFError("the picture is not whole")
    return image


def _next(source: Source, memory: int) -> Answer:
    try:
        frame = source.read()
        return Ended() if frame is None else _put(frame, memory, source.given)
    except Exception as error:
        return _failed(error)


def _failed(error: Exception) -> Failed:
    if isinstance(error, SourceError):
        return Failed(str(error))
    traceback.print_exception(error)
    return Failed(f"[camera]: its driver failed ({error!r}); the log tells more")


def _put(frame: Frame, memory: int, given: str) -> Taken:
    place = 0
    for image in (frame.image, frame.small):
        if image is not None:
            place += os.pwrite(memory, np.ascontiguousarray(image).data, place)
    small = None if frame.small is None else frame.small.shape
    return Taken(frame.image.shape, small, frame.time, frame.number, given)


def _listen(asker: Connection, asked: SimpleQueue[bool]) -> None:
    """Pass on what is asked; when the asker has gone, so do we, even if the camera hangs."""
    try:
        while True:
            asker.recv()
            asked.put(True)
    except (EOFError, OSError):
        asked.put(False)
    threading.Event().wait(CLOSING)
    os._exit(1)
