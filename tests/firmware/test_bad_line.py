"""A share of `python -m benchmarks.link_noise`: driver and core on a line with faults both ways."""

from __future__ import annotations

import pytest

from benchmarks.link_noise import Trial
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
