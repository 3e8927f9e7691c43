"""The message table of the serial line to the board. It stands here once.

`python -m hardware.messages header` prints `firmware/messages.h` from it, `... page` prints `docs/protocol.md`; a test
compares both with what is on disk. Numbers travel little-endian and without padding.
"""

from __future__ import annotations

import struct
import sys
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, fields
from enum import IntEnum, IntFlag
from typing import Annotated, Any, ClassVar, Self, get_type_hints

VERSION = (1, 0)
"""Protocol, major and minor. The bytes of `Hello` and `Greeting` never change, so that any two versions can tell."""
BAUD = 500_000
"""Bits a second: divides 16 MHz without a rest (115,200 would be 2.1 % off)."""
MAX_PAYLOAD = 64
"""Bytes between two zeros at most, decoded and without the check."""
REPLY = 0x80
"""Added to a command's number in its reply."""
U8, U16, U32, I32 = "B", "H", "I", "i"


class Button(IntEnum):
    """Bits and counters of buttons: one a seat, one in the middle."""

    SEAT0 = 0
    SEAT1 = 1
    SEAT2 = 2
    SEAT3 = 3
    CENTRE = 4


class Lamp(IntEnum):
    """The four lamps of a seat; seat s has the lamps 4 s to 4 s + 3."""

    DEALER = 0
    TURN = 1
    RIICHI = 2
    PROMPT = 3


class Pattern(IntEnum):
    """How a lamp is lit over time: no two that are not off look alike, whatever the colour."""

    OFF = 0
    STEADY = 1
    BLINK = 2
    FAST = 3
    DOUBLE = 4
    SHORT = 5


PATTERNS = {
    Pattern.OFF: 0x0000,
    Pattern.STEADY: 0xFFFF,
    Pattern.BLINK: 0x0F0F,
    Pattern.FAST: 0x5555,
    Pattern.DOUBLE: 0x0505,
    Pattern.SHORT: 0x0001,
}
"""Two seconds of each pattern in steps of an eighth of a second, first step in the lowest bit."""


class Colour(IntEnum):
    """The colours of lamps."""

    WHITE = 0
    RED = 1
    AMBER = 2
    GREEN = 3
    BLUE = 4
    VIOLET = 5


COLOURS = {
    Colour.WHITE: (255, 255, 255),
    Colour.RED: (255, 0, 0),
    Colour.AMBER: (255, 120, 0),
    Colour.GREEN: (0, 255, 0),
    Colour.BLUE: (0, 60, 255),
    Colour.VIOLET: (160, 0, 255),
}
"""Red, green and blue at full brightness."""


class Result(IntEnum):
    """What became of a command."""

    OK = 0
    LENGTH = 1
    UNKNOWN = 2
    RANGE = 3
    NO_SESSION = 4
    BUSY = 5
    FAULT = 6
    HOT = 7
    OLD = 8


class Fault(IntFlag):
    """What went wrong. All but none must be acknowledged by `Clear` before the next roll."""

    NONE = 0
    STALL = 1
    OVER_CURRENT = 2
    DRIVER = 4
    NO_CURRENT = 8
    LINK = 16
    WATCHDOG = 32


class Motor(IntEnum):
    """What the dice motor does."""

    IDLE = 0
    ROLLING = 1
    SETTLING = 2


class Outcome(IntEnum):
    """What became of the newest roll."""

    NONE = 0
    RUNNING = 1
    DONE = 2
    STOPPED = 3
    FAILED = 4


class Reset(IntEnum):
    """Why the board began anew."""

    POWER = 0
    PIN = 1
    BROWN_OUT = 2
    WATCHDOG = 3


LIMITS = {
    "SEATS": (4, "seats"),
    "BUTTONS": (len(Button), "buttons"),
    "LAMPS": (16, "lamps in the chain, four a seat"),
    "DIGITS": (8, "digits of a seat's display"),
    "BRIGHTNESS_CAP": (64, "of 255: 16 white lamps then draw 0.25 A instead of 0.96 A"),
    "POINTS_CAP": (499_999, "points shown at most, so that a difference fits seven digits"),
    "DEBOUNCE_MS": (15, "a button counts once it was the same for so long"),
    "LONG_MS": (800, "a press held for so long is a long one"),
    "STATUS_MS": (250, "a status is sent at every change and so often"),
    "SILENT_MS": (1500, "without a sound frame for so long the motor stops and lamps and displays say so"),
    "RUN_CAP_MS": (4000, "longest run of the motor"),
    "SETTLE_CAP_MS": (5000, "longest wait for the dice to lie still"),
    "HEAT_CAP_MS": (4000, "run time the motor may use up at once"),
    "COOL_RATIO": (5, "milliseconds of rest that give back one of run time"),
    "RAMP_MS": (100, "the motor's power rises over so long"),
    "START_MS": (200, "a motor that starts may draw stall current for so long"),
    "STALL_MS": (50, "stall current for so long is a stall"),
    "STALL_MA": (450, "milliampere of a 6 V N20 gear motor that is held"),
    "OVER_MS": (5, "current over the cap for so long stops the motor"),
    "OVER_MA": (1200, "milliampere; the driver itself chops at 1000 with a 0.2 ohm sense resistor"),
    "OPEN_MS": (300, "no current for so long: the motor is not connected or not armed"),
    "OPEN_MA": (15, "milliampere that any turning motor draws"),
    "DRIVER_MS": (5, "the driver's fault pin low for so long is a fault"),
    "NOBODY": (255, "instead of a seat whose points are taken off: the points themselves"),
}
"""Numbers both sides keep, each with its meaning."""


class BadMessage(ValueError):
    """Bytes that are not what the table says, or values that do not fit a message."""


@dataclass(frozen=True, slots=True)
class Message:
    """A message: its number and how its fields travel."""

    ID: ClassVar[int]

    @classmethod
    def layout(cls) -> tuple[tuple[str, str, str], ...]:
        """Name, `struct` code and meaning of each field."""
        return _layout(cls)

    @classmethod
    def size(cls) -> int:
        """Bytes of its body."""
        return struct.calcsize(_format(cls))

    def to_bytes(self) -> bytes:
        """The body. Raises `BadMessage` where a value does not fit its field."""
        values: list[int] = []
        for item in fields(self):
            value: Any = getattr(self, item.name)
            values += value if isinstance(value, tuple) else (value,)
        try:
            return struct.pack(_format(type(self)), *values)
        except struct.error as error:
            raise BadMessage(f"{self}: {error}") from None

    @classmethod
    def from_bytes(cls, body: bytes) -> Self:
        """The message of a body. Raises `BadMessage`."""
        if len(body) != cls.size():
            raise BadMessage(f"{cls.__name__}: {len(body)} bytes, expected {cls.size()}")
        values = iter(struct.unpack(_format(cls), body))
        out: dict[str, Any] = {}
        for name, code, _ in _layout(cls):
            many = int(code[:-1] or 0)
            out[name] = tuple(next(values) for _ in range(many)) if many else next(values)
        return cls(**out)


@dataclass(frozen=True, slots=True)
class Command(Message):
    """A message to the board. Each is answered with a result and, after success, with an `ANSWER` if it has one."""

    ANSWER: ClassVar[type[Message] | None] = None


@dataclass(frozen=True, slots=True)
class Greeting(Message):
    """Who the board is. Its bytes never change."""

    major: Annotated[int, U8, "version of this table"]
    minor: Annotated[int, U8, "version of this table"]
    table: Annotated[int, U32, "check number of this table: equal on both sides, or nothing is driven"]
    release: Annotated[tuple[int, ...], "3" + U8, "version of the firmware"]
    build: Annotated[int, U32, "first seven digits of the commit it was built from"]
    boot: Annotated[int, U16, "how often the board has started, kept without power"]
    reset: Annotated[int, U8, "why it started last: `Reset`"]
    roll: Annotated[int, U16, "number of the newest roll since it started"]


@dataclass(frozen=True, slots=True)
class Status(Message):
    """How things stand, whole: whatever is lost on the way, the next one tells it. Sent unasked and as an answer."""

    ID: ClassVar[int] = 0xC0
    boot: Annotated[int, U16, "as in the greeting; another one tells that the board has started again"]
    time: Annotated[int, U32, "milliseconds since then; an older status than one already seen tells nothing"]
    motor: Annotated[int, U8, "`Motor`"]
    faults: Annotated[int, U8, "bits of `Fault`"]
    roll: Annotated[int, U16, "number of the newest roll; 0: none"]
    outcome: Annotated[int, U8, "`Outcome` of that roll"]
    current: Annotated[int, U16, "most milliampere that it drew"]
    held: Annotated[int, U8, "bit n: button n is held"]
    presses: Annotated[tuple[int, ...], "5" + U8, "short presses of each button so far, modulo 256"]
    longs: Annotated[tuple[int, ...], "5" + U8, "long presses of each button so far, modulo 256"]
    damaged: Annotated[int, U16, "frames that did not pass the check, modulo 65536"]
    stale: Annotated[int, U16, "frames that came out of order, modulo 65536"]
    lost: Annotated[int, U16, "bytes that came faster than they were taken, modulo 65536"]


@dataclass(frozen=True, slots=True)
class Hello(Command):
    """Begin a session. Until then nothing is driven; the order of frames is counted anew from this one. Its bytes never
    change."""

    ID: ClassVar[int] = 0x01
    ANSWER: ClassVar[type[Message] | None] = Greeting
    session: Annotated[int, U16, "any number other than that of the session before"]


@dataclass(frozen=True, slots=True)
class AskStatus(Command):
    """Tell how things stand. Sent twice a second, so that the board knows somebody is there."""

    ID: ClassVar[int] = 0x02
    ANSWER: ClassVar[type[Message] | None] = Status


@dataclass(frozen=True, slots=True)
class SetLamps(Command):
    """What all lamps show from now on."""

    ID: ClassVar[int] = 0x10
    brightness: Annotated[int, U8, "of 255; the board never goes above its cap"]
    lamps: Annotated[tuple[int, ...], "16" + U8, "each 16 x `Pattern` + `Colour`"]


@dataclass(frozen=True, slots=True)
class SetScores(Command):
    """What all seats' displays show from now on."""

    ID: ClassVar[int] = 0x11
    brightness: Annotated[int, U8, "0 to 15"]
    points: Annotated[tuple[int, ...], "4" + I32, "of each seat"]
    against: Annotated[tuple[int, ...], "4" + U8, "for each seat's display, the seat whose points are taken off"]


@dataclass(frozen=True, slots=True)
class Roll(Command):
    """Shake the dice once, then wait for them to lie still. The number of the newest roll again: nothing moves, OK."""

    ID: ClassVar[int] = 0x20
    boot: Annotated[int, U16, "as greeted: a roll meant for the board before it started again never happens"]
    roll: Annotated[int, U16, "1 to 65535; newer than the newest one by less than 32768"]
    power: Annotated[int, U8, "of 255"]
    run: Annotated[int, U16, "milliseconds"]
    settle: Annotated[int, U16, "milliseconds"]


@dataclass(frozen=True, slots=True)
class Stop(Command):
    """Motor off."""

    ID: ClassVar[int] = 0x21


@dataclass(frozen=True, slots=True)
class Clear(Command):
    """These faults are known and their cause is gone."""

    ID: ClassVar[int] = 0x22
    faults: Annotated[int, U8, "bits of `Fault`"]


COMMANDS: tuple[type[Command], ...] = (Hello, AskStatus, SetLamps, SetScores, Roll, Stop, Clear)
MESSAGES: tuple[type[Message], ...] = (*COMMANDS, Greeting, Status)
ENUMS: tuple[type[IntEnum | IntFlag], ...] = (Button, Lamp, Pattern, Colour, Result, Fault, Motor, Outcome, Reset)


_LAYOUTS: dict[type[Message], tuple[tuple[str, str, str], ...]] = {}
"""Reading type hints takes long."""


def limit(name: str) -> int:
    """The number of that name in `LIMITS`."""
    return LIMITS[name][0]


def lamp(pattern: Pattern, colour: Colour = Colour.WHITE) -> int:
    """A lamp of `SetLamps`."""
    return pattern << 4 | colour


def table_lines() -> Iterator[str]:
    """All that both sides must agree on, line by line."""
    yield f"{VERSION} {BAUD} {MAX_PAYLOAD} {REPLY}"
    yield from (f"{name} {number}" for name, (number, _) in LIMITS.items())
    for enum in ENUMS:
        yield f"{enum.__name__} " + " ".join(f"{item.name}={int(item)}" for item in enum)
    yield from (f"{pattern.name} {mask}" for pattern, mask in PATTERNS.items())
    yield from (f"{colour.name} {rgb}" for colour, rgb in COLOURS.items())
    for message in MESSAGES:
        shape = " ".join(f"{name}:{code}" for name, code, _ in message.layout())
        yield f"{message.__name__} {getattr(message, 'ID', '')} {shape}"


def table_hash() -> int:
    """The check number of this table."""
    return zlib.crc32("\n".join(table_lines()).encode())


def _layout(message: type[Message]) -> tuple[tuple[str, str, str], ...]:
    if message not in _LAYOUTS:
        hints = get_type_hints(message, include_extras=True)
        _LAYOUTS[message] = tuple((item.name, *hints[item.name].__metadata__) for item in fields(message))
    return _LAYOUTS[message]


def _format(message: type[Message]) -> str:
    return "<" + "".join(code for _, code, _ in _layout(message))


if __name__ == "__main__":
    from hardware.printed import header, page

    sys.stdout.write({"header": header, "page": page}[sys.argv[1]]())
