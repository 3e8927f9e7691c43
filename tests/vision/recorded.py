"""A small table on record: grey pictures, tiles where a test says, no networks."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from tablectl.config import RecordSettings, read_section
from tablectl.rules.event import Event
from tablectl.rules.ruleset import TENHOU
from tablectl.store import Row
from tablectl.store import Source as RowSource
from tablectl.verdict import Reading, Verdict
from vision.calibrate import Calibration
from vision.frame import Frame
from vision.layout import DEFAULT_LAYOUT
from vision.lens import Lens
from vision.read import ReadTile
from vision.recordwriter import RecordWriter, Source

STARTED = datetime(2026, 5, 3, 18, 30, tzinfo=UTC)
SIZE = (320, 240)
FOCAL, HEIGHT = 300.0, 1000.0
MATRIX = np.array([[FOCAL, 0, -160, 160 * HEIGHT], [0, -FOCAL, -120, 120 * HEIGHT], [0, 0, -1, HEIGHT]])
"""A camera that looks straight down from a metre."""


def camera() -> Calibration:
    return Calibration(MATRIX, (0.0, 0.0, HEIGHT), Lens.pinhole(FOCAL, SIZE), {})


@dataclass(slots=True)
class Eyes:
    """What was seen."""

    calibration: Calibration | None = field(default_factory=camera)
    tiles: tuple[ReadTile, ...] = ()

    def overlay(self) -> tuple[ReadTile, ...]:
        return self.tiles


@dataclass(slots=True)
class Game:
    """What is on record."""

    rows: tuple[Row, ...] = ()
    finding: Verdict = field(default_factory=Reading)

    def play(self, *events: Event, by: RowSource = RowSource.CAMERA, now: float = 0.0) -> None:
        first = len(self.rows) + 1
        self.rows += tuple(Row(first + place, 1, event, by, 0.0, now) for place, event in enumerate(events))


def writer(folder: Path, started: datetime = STARTED, **settings: object) -> RecordWriter:
    wanted = read_section(RecordSettings(folder=str(folder), least_free_gb=0.0), settings, "test", "record")
    return RecordWriter(wanted, Source("simulated", "table", DEFAULT_LAYOUT, TENHOU), started, "0.1.0")


def frame(number: int, arm: bool = False) -> Frame:
    """A grey table ten times a second; with an arm, half of it is white."""
    image = np.full((SIZE[1], SIZE[0], 3), 90, np.uint8)
    image[0, 0] = number % 250
    if arm:
        image[:, : SIZE[0] // 2] = 220
    return Frame(image, 50.0 + number / 10, number)
