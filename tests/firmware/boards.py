"""The firmware's own image on a simulated chip, and a driver that speaks to it over a port."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hardware.mcu import Answered, Happening, Linked, Lost, Mcu, Unanswered
from hardware.messages import Command, Result, Status
from hardware.port import SerialPort

FIRMWARE = Path(__file__).parents[2] / "firmware"
MV_PER_MA = 0.2
"""Across the sense resistor."""
NFAULT, CURRENT = "B4", 0


@dataclass(frozen=True)
class Built:
    """What `make` made."""

    folder: Path
    told: str

    def path(self, name: str) -> Path:
        return self.folder / name


class Chip:
    """The image on the simulator. Its time passes in `run`."""

    def __init__(self, built: Built) -> None:
        command = [built.path("avr_board"), built.path("tablectl.elf")]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True)
        assert self._process.stdout is not None
        self.path = self._process.stdout.readline().strip()
        self.time = 0.0

    def tell(self, command: str) -> dict[str, Any]:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(command + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        assert answer, f"the simulator died of {command!r}"
        return dict(json.loads(answer))

    def run(self, milliseconds: float) -> None:
        self.tell(f"run {round(milliseconds * 1000)}")
        self.time += milliseconds / 1000

    def press(self, button: int, down: bool) -> None:
        self.tell(f"pin D{2 + button} {int(not down)}")

    def load(self, milliampere: float) -> None:
        self.tell(f"adc {CURRENT} {round(milliampere * MV_PER_MA)}")

    def driver_fault(self, fault: bool) -> None:
        self.tell(f"pin {NFAULT} {int(not fault)}")

    @property
    def state(self) -> dict[str, Any]:
        return self.tell("state")

    @property
    def lamps(self) -> list[tuple[int, int, int]]:
        """Red, green, blue of each lamp as its chain has decoded them."""
        data = bytes.fromhex(self.state["lamps"])
        return [(data[i + 1], data[i], data[i + 2]) for i in range(0, len(data), 3)]

    @property
    def power(self) -> float:
        """Share of full power that the motor gets."""
        state = self.state
        if not state["awake"] or not state["pwm_period_us"]:
            return 0.0
        return float(state["pwm_high_us"] / state["pwm_period_us"])

    def digits(self, seat: int) -> tuple[int, ...]:
        registers = bytes.fromhex(self.state["displays"][seat])
        return tuple(registers[8:0:-1])

    def unplug(self) -> None:
        """The port vanishes with the board."""
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            assert stream is not None
            stream.close()


class Rig:
    """A computer with its board: the driver over pyserial, the chip behind it, one clock."""

    def __init__(self, built: Built) -> None:
        self._built = built
        self.chip = Chip(built)
        self.offset = 0.0
        self.happened: list[Happening] = []
        self.port: SerialPort | None = None
        self.mcu = Mcu(self._open, session=1)

    def _open(self) -> SerialPort:
        self.port = SerialPort(self.chip.path)
        return self.port

    @property
    def now(self) -> float:
        return self.offset + self.chip.time

    def run(self, milliseconds: int, step: int = 10) -> list[Happening]:
        """Let time pass; what happened meanwhile."""
        out: list[Happening] = []
        for _ in range(0, milliseconds, step):
            self.chip.run(step)
            out += self.mcu.poll(self.now)
        self.happened += out
        return out

    def link(self) -> Linked:
        """Wait for the board."""
        for _ in range(400):
            for happening in self.run(10):
                if isinstance(happening, Linked):
                    self.chip.load(100)
                    return happening
        raise AssertionError(self.happened)

    def ask(self, command: Command) -> Result:
        """What becomes of a command."""
        self.mcu.ask(command)
        for _ in range(100):
            for happening in self.run(5, step=5):
                if isinstance(happening, Answered) and happening.command is command:
                    return happening.reply.result
                assert not isinstance(happening, Unanswered | Lost), happening
        raise AssertionError("neither an answer nor its loss")

    def status(self) -> Status:
        """The newest one, not older than a change."""
        found = [item for item in self.run(270) if isinstance(item, Status)]
        return found[-1]

    def replug(self) -> None:
        """Another board of the same kind at another path."""
        self.offset = self.now
        self.chip = Chip(self._built)

    def close(self) -> None:
        self.mcu.close()
        self.chip.unplug()
