"""A camera that plays pictures and breaks at places of the film: a stand-in for drivers, opened in another process.

What was played, and what broke, is kept in the folder, since the process that shows it comes and goes; the table goes
on while nobody looks.
"""

from __future__ import annotations

import json
import os
import signal
import threading
from pathlib import Path
from typing import Any

import numpy as np

from tablectl.config import CameraSettings
from vision.frame import Frame, Image
from vision.sources.source import SourceError

REASON = "device = 0: gives no more pictures; check the cable"


def prepare(folder: Path, pictures: list[Image], faults: dict[int, str], blind: int = 0) -> None:
    """Lay out a film. `faults`: by picture; `blind`: so many pictures pass before anybody sees again."""
    np.save(folder / "film.npy", np.stack(pictures))
    _write(folder, {"place": 0, "faults": {str(place): fault for place, fault in faults.items()}, "blind": blind})


def left(folder: Path) -> dict[str, str]:
    """The faults that have not come up."""
    return dict(_read(folder)["faults"])


def open_faulty(settings: CameraSettings) -> FaultyCamera:
    """The film in the folder `path`. Raises `SourceError` while it is unplugged."""
    return FaultyCamera(Path(settings.path))


class FaultyCamera:
    """Breaks once at each place: `killed`, `stopped` (its whole process stands still), `hangs`, `unplugged` (opening it
    fails once, too), `hangs in close`, `crashes` (a fault of the program)."""

    live = True
    given = "a film with faults"

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._film = np.load(folder / "film.npy", mmap_mode="r")
        self._hangs_in_close = False
        if self._broken("opening"):
            raise SourceError("device = 0: cannot be opened; no video device is connected")

    def read(self) -> Frame | None:
        state = _read(self._folder)
        place = state["place"]
        if place >= len(self._film):
            return None
        fault = self._broken(str(place))
        if fault is None:
            _write(self._folder, state | {"place": place + 1})
            return Frame(np.array(self._film[place]), place / 10, place)
        match fault:
            case "killed":
                os.kill(os.getpid(), signal.SIGKILL)
            case "stopped":
                os.kill(os.getpid(), signal.SIGSTOP)
            case "hangs":
                threading.Event().wait()
            case "hangs in close":
                self._hangs_in_close = True
            case "crashes":
                raise ZeroDivisionError("a fault of the driver")
        raise SourceError(REASON)

    def close(self) -> None:
        if self._hangs_in_close:
            threading.Event().wait()

    def _broken(self, where: str) -> str | None:
        """The fault at a place, which comes up once."""
        state = _read(self._folder)
        fault: str | None = state["faults"].pop(where, None)
        if fault is not None:
            if where != "opening":
                state["place"] += state["blind"]
            if fault == "unplugged" and where != "opening":
                state["faults"]["opening"] = "unplugged"
            _write(self._folder, state)
        return fault


def _read(folder: Path) -> dict[str, Any]:
    state: dict[str, Any] = json.loads((folder / "state.json").read_text())
    return state


def _write(folder: Path, state: dict[str, Any]) -> None:
    (folder / "state.json").write_text(json.dumps(state))
