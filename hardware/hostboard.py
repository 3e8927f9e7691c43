"""A board without hardware: the firmware's own core, compiled for this machine, behind the same bytes as a real one."""

from __future__ import annotations

import ctypes
import hashlib
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from hardware.messages import Reset, limit
from hardware.port import PortLost

FIRMWARE = Path(__file__).parents[1] / "firmware"
FREE_MA = 120
"""Milliampere that a small gear motor draws when nothing holds it."""
BOUNCE = 5
"""Milliseconds in which a contact opens and closes after it was moved."""
ROOM = 1 << 16
_DIGITS = (0x7E, 0x30, 0x6D, 0x79, 0x33, 0x5B, 0x5F, 0x70, 0x7F, 0x7B)
SEGMENTS = {code: str(digit) for digit, code in enumerate(_DIGITS)} | {0: " ", 1: "-"}
"""What a MAX7219's segments show; its highest bit is a dot."""


def build_library(folder: Path | None = None) -> Path:
    """The core as a library, compiled if these sources were not yet. Raises `PortLost` without a compiler."""
    sources = sorted([*FIRMWARE.glob("*.c"), FIRMWARE / "host" / "hal_host.c"])
    headers = sorted([*FIRMWARE.glob("*.h"), *FIRMWARE.glob("host/*.h")])
    if not headers:
        raise PortLost(f"no simulated board: {FIRMWARE} is missing; it comes with the source of this program")
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in (*sources, *headers))).hexdigest()[:16]
    base = os.environ.get("XDG_CACHE_HOME")
    folder = folder or (Path(base) if base else Path.home() / ".cache") / "tablectl"
    target = folder / f"board-{digest}.so"
    if target.exists():
        return target
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        raise PortLost("no simulated board: it needs a C compiler; install one (Debian: apt install gcc libc6-dev)")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        made = Path(scratch) / "board.so"
        command = [compiler, "-std=c11", "-O2", "-fPIC", "-shared", *map(str, sources), "-o", str(made)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise PortLost(f"no simulated board: {compiler} failed: {done.stderr.strip()[-400:]}")
        made.replace(target)
    return target


class HostBoard:
    """One board. Its time passes in `run`; what a person or the motor would do to it is set from outside. Its contacts
    bounce, and its cable can be pulled."""

    def __init__(self, library: Path | None = None) -> None:
        self._library = _private(library or build_library())
        self._boot = 0
        self._buttons = self._before = self._bouncing = 0
        self.plugged = True
        self.start()

    def start(self, reset: Reset = Reset.POWER) -> None:
        """Begin anew."""
        self._boot += 1
        self._library.host_start(self._boot, int(reset))
        self._library.host_press(self._buttons)
        self.load(FREE_MA)

    def unplug(self) -> None:
        """Pull its cable: it has no power, and its port is gone."""
        self.plugged = False

    def plug(self) -> None:
        """Put the cable in again: it starts anew."""
        self.plugged = True
        self.start()

    def open(self) -> None:
        """Its port is opened or used. Raises `PortLost` while it is unplugged."""
        if not self.plugged:
            raise PortLost("the simulated board is unplugged")

    def feed(self, data: bytes) -> None:
        """Bytes arrive over the line."""
        self._library.host_feed(data, len(data))

    def take(self) -> bytes:
        """The bytes it has sent."""
        out = ctypes.create_string_buffer(ROOM)
        count = self._library.host_take(out, ROOM)
        return out.raw[:count]

    def run(self, milliseconds: int) -> None:
        """Let time pass."""
        for _ in range(min(self._bouncing, milliseconds)):
            self._bouncing -= 1
            self._library.host_press(self._before if self._bouncing % 2 else self._buttons)
            self._library.host_run(1)
            milliseconds -= 1
        self._library.host_run(milliseconds)

    def press(self, button: int, down: bool) -> None:
        """Push a button or let it go; it bounces."""
        self._before, self._bouncing = self._buttons, BOUNCE
        self._buttons = self._buttons | 1 << button if down else self._buttons & ~(1 << button)

    def load(self, milliampere: int) -> None:
        """What the motor draws while it has power."""
        self._library.host_load(milliampere)

    def driver_fault(self, fault: bool) -> None:
        """The motor driver's fault pin."""
        self._library.host_driver_fault(fault)

    @property
    def power(self) -> int:
        """Of the motor, of 255."""
        return int(self._library.host_power())

    @property
    def starts(self) -> int:
        """How often the motor was switched on."""
        return int(self._library.host_starts())

    @property
    def lamps(self) -> tuple[tuple[int, int, int], ...]:
        """Red, green and blue of each lamp, as last written to the chain."""
        out = ctypes.create_string_buffer(3 * limit("LAMPS"))
        self._library.host_lamps(out)
        return tuple((red, green, blue) for green, red, blue in zip(*[iter(out.raw)] * 3, strict=True))

    def digits(self, seat: int) -> tuple[int, ...]:
        """The segments of a seat's display, left to right, as a MAX7219 holds them."""
        out = ctypes.create_string_buffer(limit("SEATS"))
        segments = []
        for place in range(limit("DIGITS"), 0, -1):
            self._library.host_display(place, out)
            segments.append(out.raw[seat])
        return tuple(segments)

    def text(self, seat: int) -> str:
        """What a seat's display reads."""
        return "".join(SEGMENTS[code & 0x7F] + "." * (code >> 7) for code in self.digits(seat)).strip()


class HostPort:
    """The port of a `HostBoard`, whose time passes with a clock's. Raises `PortLost` while that is unplugged."""

    def __init__(self, board: HostBoard, clock: Callable[[], float] = time.monotonic) -> None:
        self._board, self._clock = board, clock
        self._passed = 0
        self._opened = clock()
        board.open()

    def read(self) -> bytes:
        self._board.open()
        due = round((self._clock() - self._opened) * 1000)
        self._board.run(max(0, due - self._passed))
        self._passed = max(self._passed, due)
        return self._board.take()

    def write(self, data: bytes) -> None:
        self._board.open()
        self._board.feed(data)

    def close(self) -> None:
        """Nothing to let go."""


def _private(library: Path) -> ctypes.CDLL:
    """The library with a state of its own: the core keeps one board, and a file is loaded once a process."""
    with tempfile.TemporaryDirectory() as folder:
        copy = shutil.copy(library, folder)
        loaded = ctypes.CDLL(str(copy))
    loaded.host_take.restype = loaded.host_starts.restype = loaded.host_shows.restype = ctypes.c_uint32
    loaded.host_power.restype = ctypes.c_uint8
    loaded.host_start.argtypes = [ctypes.c_uint16, ctypes.c_uint8]
    loaded.host_feed.argtypes = [ctypes.c_char_p, ctypes.c_uint32]
    loaded.host_take.argtypes = [ctypes.c_char_p, ctypes.c_uint32]
    loaded.host_run.argtypes = [ctypes.c_uint32]
    loaded.host_press.argtypes = [ctypes.c_uint8]
    loaded.host_load.argtypes = [ctypes.c_uint16]
    loaded.host_driver_fault.argtypes = [ctypes.c_bool]
    loaded.host_lamps.argtypes = [ctypes.c_char_p]
    loaded.host_display.argtypes = [ctypes.c_uint8, ctypes.c_char_p]
    return loaded
