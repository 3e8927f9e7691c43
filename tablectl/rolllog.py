"""The roll log: every roll of the dice, clear or not, one JSON object a line, only ever added to.

A line that was half written stays where it is and is told of; the next one begins behind it.
"""

from __future__ import annotations

import csv
import fcntl
import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path
from typing import Any, TextIO

from tablectl.rules.dice import Dice, total

_SHOWN = 60
"""Characters of a damaged line that are shown."""


class RollLogError(ValueError):
    """A log that cannot be read or written; the text names it and says what to try."""


class RollSource(Enum):
    """Who threw the dice and who read them."""

    ROLLER = "roller"
    """Thrown by the machine, read by the camera."""
    HAND = "hand"
    """Thrown by hand, read by the camera."""
    PRESSED = "pressed"
    """Told by a person."""
    CRYPTOGRAPHIC = "cryptographic"
    """No dice: numbers from the operating system's random source."""
    SIMULATED = "simulated"
    """Drawn by the program and read from the drawing."""


@dataclass(frozen=True, slots=True)
class Roll:
    """One roll. `id` never comes twice in a log; `dice` (left, right), or None and `unclear` says why; `picture`:
    SHA-256 of the picture that was read, empty where there was none."""

    id: int
    time: datetime
    source: RollSource
    dice: Dice | None
    unclear: str = ""
    picture: str = ""

    def to_json(self) -> dict[str, Any]:
        """As JSON values; the time in UTC."""
        return {
            "id": self.id,
            "time": self.time.astimezone(UTC).isoformat(timespec="milliseconds"),
            "source": self.source.value,
            "dice": None if self.dice is None else list(self.dice),
            "unclear": self.unclear,
            "picture": self.picture,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Roll:
        """The roll of such values. Raises `ValueError`, `KeyError`, `TypeError` where they are none."""
        shown = data["dice"]
        dice = None if shown is None else (shown[0], shown[1])
        if dice is not None and (len(shown) != 2 or any(type(pips) is not int for pips in shown)):
            raise ValueError(f"dice {shown!r}")
        if dice is not None:
            total(dice)
        if type(data["id"]) is not int:
            raise ValueError(f"id {data['id']!r}")
        time, source = datetime.fromisoformat(data["time"]), RollSource(data["source"])
        return cls(data["id"], time, source, dice, str(data["unclear"]), str(data["picture"]))


@dataclass(frozen=True, slots=True)
class Rolls:
    """What a log holds. `damage`: a sentence for each line that is no roll; `next_id`: one that no line has had."""

    rolls: tuple[Roll, ...]
    damage: tuple[str, ...] = ()
    next_id: int = 1

    def of(self, source: RollSource) -> tuple[Roll, ...]:
        """The rolls from one source."""
        return tuple(roll for roll in self.rolls if roll.source is source)

    def clear(self, source: RollSource) -> tuple[Dice, ...]:
        """The values from one source that were told, in order."""
        return tuple(roll.dice for roll in self.of(source) if roll.dice is not None)


def read_rolls(path: Path) -> Rolls:
    """Every roll of a log, and what is wrong with its other lines. Raises `RollLogError`."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise RollLogError(f"{path}: cannot be read ({error.strerror}); `tablectl dice soak` begins one") from None
    return _parse(data)


class RollLog:
    """Adds rolls to a log, a new one or an old one. One program at a time. Raises `RollLogError`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        except OSError as error:
            raise RollLogError(f"{path}: cannot be written ({error.strerror}); choose another [dice] log") from None
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._file)
            raise RollLogError(f"{path}: another program is writing it; stop that one first") from None
        data = path.read_bytes()
        self.before = _parse(data)
        """What the log held when it was opened."""
        self._torn = bool(data) and not data.endswith(b"\n")
        self._next_id = self.before.next_id

    def take_id(self) -> int:
        """The number of the next roll; never the same twice."""
        self._next_id += 1
        return self._next_id - 1

    def append(self, roll: Roll) -> None:
        """Write one roll; on return it is on disk. Raises `RollLogError`."""
        data = (b"\n" if self._torn else b"") + json.dumps(roll.to_json()).encode() + b"\n"
        place = 0
        try:
            while place < len(data):
                place += os.write(self._file, data[place:])
                self._torn = place < len(data)
            os.fsync(self._file)
        except OSError as error:
            raise RollLogError(f"{self.path}: cannot be written ({error.strerror}); make room on the disk") from None

    def close(self) -> None:
        """Let go of the file."""
        os.close(self._file)


def write_csv(rolls: Sequence[Roll], out: TextIO) -> None:
    """The rolls as CSV rows with a heading, to be published."""
    writer = csv.writer(out)
    writer.writerow(("id", "time", "source", "left", "right", "unclear", "picture"))
    for roll in rolls:
        row = roll.to_json()
        left, right = row["dice"] or ("", "")
        writer.writerow((row["id"], row["time"], row["source"], left, right, row["unclear"], row["picture"]))


def _parse(data: bytes) -> Rolls:
    rolls: list[Roll] = []
    damage: list[str] = []
    lines = data.split(b"\n")
    for number, line in enumerate(lines, 1):
        roll = _roll(line)
        if roll is not None:
            rolls.append(roll)
        elif line:
            damage.append(f"line {number} is no roll ({len(line)} bytes): {line[:_SHOWN].decode(errors='replace')}")
    last = max((roll.id for roll in rolls), default=0)
    return Rolls(tuple(rolls), (*damage, *_doubled(rolls)), last + len(damage) + 1)


def _roll(line: bytes) -> Roll | None:
    try:
        return Roll.from_json(json.loads(line))
    except (ValueError, KeyError, TypeError, IndexError):
        return None


def _doubled(rolls: Sequence[Roll]) -> Iterator[str]:
    seen: set[int] = set()
    for roll in rolls:
        if roll.id in seen:
            yield f"roll {roll.id} stands twice"
        seen.add(roll.id)
