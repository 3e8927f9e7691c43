"""A share of `python -m benchmarks.link_noise`: driver and core on a line with faults both ways."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

from benchmarks.link_noise import BadLine, Figures, Trial
from hardware import board
from hardware.board import SerialBoard
from hardware.device import DeviceError
from hardware.hostboard import HostBoard


@pytest.mark.parametrize("seed", [1, 2])
def test_both_sides_do_nothing_wrong_and_come_back(core: HostBoard, seed: int) -> None:
    figures = Trial(seed, core).run(25_000)
    print("\n".join(figures.lines()))
    assert not figures.wrong
    assert all(count > 1000 for count in figures.faults.values()) and len(figures.faults) == 5
    assert 0.8 * figures.rolls < figures.starts <= figures.rolls
    assert 0.9 * figures.pushes < figures.told_pushes <= figures.pushes
    assert figures.answered > 4000


def test_a_shake_rolls_once_or_says_that_it_did_not(core: HostBoard, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board, "RUN", 100)
    monkeypatch.setattr(board, "SETTLE", 50)
    line, now = BadLine(core, Random(5), Figures()), [0.0]

    def sleep(seconds: float) -> None:
        now[0] += seconds

    def opened() -> SerialBoard:
        while True:
            core.start()  # opening the port resets it
            with suppress(DeviceError):  # greetings are lost now and then
                return SerialBoard(lambda: line, "a board on a bad line", lambda: now[0], sleep)

    shaken, rolled = opened(), 0
    for _ in range(200):
        before = core.starts
        try:
            shaken.shake()
            rolled += 1
            assert core.starts == before + 1
        except DeviceError:
            assert core.starts <= before + 1
            shaken.close()
            shaken = opened()
    assert rolled > 150
