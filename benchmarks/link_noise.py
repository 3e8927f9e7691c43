"""A bad line between the driver and the firmware's core: frames damaged, lost, doubled, late and mixed with noise, both
ways, while lamps are set, dice rolled and buttons pushed. Counts what went wrong.

    python -m benchmarks.link_noise --frames 1000000 --seed 1
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import dataclass, field
from random import Random

from hardware.board import pushes_between
from hardware.hostboard import HostBoard
from hardware.mcu import Answered, Happening, Linked, Lost, Mcu, Unanswered
from hardware.messages import Clear, Fault, Greeting, Result, Roll, SetLamps, Status, limit
from hardware.port import Port

STEP = 5
"""Milliseconds from one look at the line to the next."""
SHARE = 0.06
"""Of all frames, that each kind of fault happens to."""
FAULTS = ("damaged", "lost", "doubled", "late", "noise before")
PUSH = 8
"""Looks that a button is held, and that it is let go, at least: longer than it is debounced."""
RESET_EVERY = 20_000
"""Frames from one start of the board to the next."""
CALM = 4000
"""Looks at a line that is whole again, within which all must be well."""


@dataclass(slots=True)
class Figures:
    """What happened. `wrong`: what must not; `given_up`: commands whose answer never came, told as such."""

    frames: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    answered: int = 0
    given_up: int = 0
    lost_boards: int = 0
    starts: int = 0
    rolls: int = 0
    pushes: int = 0
    told_pushes: int = 0
    wrong: Counter[str] = field(default_factory=Counter)

    def lines(self) -> list[str]:
        """For people."""
        faults = ", ".join(f"{self.faults[name]:,} {name}" for name in FAULTS)
        return [
            f"{self.frames:,} frames both ways: {faults}",
            f"{self.answered:,} commands answered, {self.given_up:,} given up, link lost {self.lost_boards:,} times",
            f"{self.rolls:,} rolls asked for, motor started {self.starts:,} times; {self.pushes:,} pushes, "
            f"{self.told_pushes:,} told (none from before a silence of two seconds)",
            f"wrong: {dict(self.wrong) or 'nothing'}",
        ]


class BadLine:
    """A port to a board whose frames meet with faults both ways; whole again once `share` is 0."""

    def __init__(self, board: HostBoard, random: Random, figures: Figures) -> None:
        self.share = SHARE
        self._board, self._random, self._figures = board, random, figures
        self._rest = b""
        self._late: dict[str, list[bytes]] = {"to": [], "from": []}

    def read(self) -> bytes:
        self._board.run(STEP)
        *frames, self._rest = (self._rest + self._board.take()).split(b"\0")
        return b"".join(self._through(frame + b"\0", "from") for frame in frames)

    def write(self, data: bytes) -> None:
        self._board.feed(self._through(data, "to"))

    def close(self) -> None:
        self._late = {"to": [], "from": []}

    def _through(self, frame: bytes, way: str) -> bytes:
        """What arrives of a frame, and of those that are late."""
        self._figures.frames += 1
        late, out = self._late[way], b""
        if late and self._random.random() < 0.3:
            out = late.pop(self._random.randrange(len(late)))
        kind = int(self._random.random() / self.share) if self.share else len(FAULTS)
        if kind >= len(FAULTS):
            return out + frame
        self._figures.faults[FAULTS[kind]] += 1
        match FAULTS[kind]:
            case "damaged":
                return out + self._damaged(frame)
            case "lost":
                return out
            case "doubled":
                return out + frame + frame
            case "late":
                late.append(frame)
                return out
            case _:
                return out + self._random.randbytes(self._random.randrange(1, 60)) + frame

    def _damaged(self, frame: bytes) -> bytes:
        data = bytearray(frame)
        at = self._random.randrange(len(data))
        match self._random.randrange(4):
            case 0:
                data[at] ^= 1 << self._random.randrange(8)
            case 1:
                del data[at]
            case 2:
                del data[at:]
            case _:
                for _ in range(self._random.randrange(2, 9)):
                    data[self._random.randrange(len(data))] ^= 1 << self._random.randrange(8)
        return bytes(data)


class Trial:
    """One board on a bad line, and somebody who sets lamps, rolls and pushes buttons by lot."""

    def __init__(self, seed: int, board: HostBoard | None = None) -> None:
        self.figures = Figures()
        self._random = Random(seed)
        self._board = board or HostBoard()
        self._line = BadLine(self._board, self._random, self.figures)
        self._mcu = Mcu(self._open, session=seed)
        self._now = 0.0
        self._greeting: Greeting | None = None
        self._status: Status | None = None
        self._newest_roll = self._boot_rolls = 0
        self._pushed = [0] * limit("BUTTONS")
        self._held: tuple[int, int] | None = None
        self._lamps = SetLamps(64, (0,) * limit("LAMPS"))

    def run(self, frames: int) -> Figures:
        """Until so many frames were sent, then over a whole line until all must be well again."""
        next_reset = RESET_EVERY
        while self.figures.frames < frames:
            self._step()
            self._act()
            if self.figures.frames >= next_reset:
                next_reset += RESET_EVERY
                self._reset()
        self._line.share = 0.0
        for _ in range(CALM):
            self._step()
        self._check_recovered()
        self.figures.starts += self._board.starts
        return self.figures

    def _open(self) -> Port:
        return self._line

    def _reset(self) -> None:
        """The board loses its power for a moment."""
        self.figures.starts += self._board.starts
        self._boot_rolls = 0
        self._held = None
        self._board.start()
        for button in range(limit("BUTTONS")):
            self._board.press(button, False)

    def _step(self) -> None:
        self._now += STEP / 1000
        for happening in self._mcu.poll(self._now):
            self._take(happening)
        if self._board.starts > self._boot_rolls:
            self.figures.wrong["motor started more often than rolls were asked for"] += 1
        if self._held is not None:
            button, left = self._held
            self._held = (button, left - 1) if left > 1 - PUSH else None
            if left == 0:
                self._board.press(button, False)

    def _take(self, happening: Happening) -> None:
        figures = self.figures
        match happening:
            case Linked(greeting):
                if self._status is not None and self._status.boot != greeting.boot:
                    self._status = None
                self._greeting, self._newest_roll = greeting, greeting.roll
            case Status():
                if self._status is not None:
                    figures.told_pushes += len(pushes_between(self._status, happening))
                self._status = happening
                if figures.told_pushes > figures.pushes:
                    figures.wrong["a push that nobody made"] += 1
            case Answered(command, reply):
                figures.answered += 1
                fine = (Result.OK, Result.BUSY, Result.HOT, Result.FAULT) if isinstance(command, Roll) else (Result.OK,)
                if reply.result not in fine:
                    figures.wrong[f"{type(command).__name__}: {reply.result.name}"] += 1
                if isinstance(command, Roll) and reply.result is Result.OK and not self._board.starts:
                    figures.wrong["a roll that is said to have happened and has not"] += 1
            case Unanswered():
                figures.given_up += 1
            case Lost():
                figures.lost_boards += 1

    def _act(self) -> None:
        if self._held is None and self._random.random() < 0.05:
            button = self._random.randrange(limit("BUTTONS"))
            self._held = (button, PUSH)
            self._board.press(button, True)
            self.figures.pushes += 1
        if not self._mcu.idle or self._greeting is None:
            return
        match self._random.randrange(4):
            case 0:
                self._newest_roll += 1
                self._boot_rolls += 1
                self.figures.rolls += 1
                self._mcu.ask(Roll(self._greeting.boot, self._newest_roll, 255, 1, 1))
            case 1:
                self._mcu.ask(Clear(int(Fault.LINK)))
            case _:
                self._lamps = SetLamps(64, tuple(16 + self._random.randrange(6) for _ in range(limit("LAMPS"))))
                self._mcu.ask(self._lamps)

    def _check_recovered(self) -> None:
        if not self._mcu.ready:
            self.figures.wrong["the board is not there over a whole line"] += 1
        last = SetLamps(64, (16,) * limit("LAMPS"))
        self._mcu.ask(last)
        for _ in range(50):
            self._step()
        if self._board.lamps != ((64, 64, 64),) * limit("LAMPS"):
            self.figures.wrong["lamps do not show what was set"] += 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--frames", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    figures = Trial(options.seed).run(options.frames)
    print("\n".join(figures.lines()))
    raise SystemExit(1 if figures.wrong else 0)


if __name__ == "__main__":
    main()
