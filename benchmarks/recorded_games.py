"""Recorded games through rendered pictures: how many hands are read fully right, asked about, or totalled wrong.

`python -m benchmarks.recorded_games FILE... [--look SEED] [--art NAME] [--no-enrol] [--jobs N]`: the first file is
played under look SEED, the next under SEED + 1, and so on. Prints one line a game and their sum; exits with 1 if any
total is wrong.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import cv2

from hardware.line import Line, recorded, run_headless
from tablectl.config import SimulateSettings, TableConfig
from tablectl.rules.ruleset import TENHOU
from tablectl.simulate.compare import Comparison
from tablectl.store import Store


def play(simulate: SimulateSettings, job: tuple[int, Path]) -> tuple[Path, int, Comparison]:
    """One game: its file, the look it was drawn with, and the comparison."""
    cv2.setNumThreads(1)
    number, path = job
    look = simulate.look + number
    config = TableConfig(simulate=SimulateSettings(art=simulate.art, look=look, enrol=simulate.enrol))
    with tempfile.TemporaryDirectory() as folder:
        line = Line(recorded(path, TENHOU), config, Store(Path(folder) / "record.sqlite"))
        return path, look, run_headless(line, _silent)


def main() -> None:
    """Read the arguments, play, print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.recorded_games", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--look", type=int, default=0)
    parser.add_argument("--art", default="table")
    parser.add_argument("--no-enrol", action="store_true")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    simulate = SimulateSettings(art=options.art, look=options.look, enrol=not options.no_enrol)
    hands = right = questions = wrong = 0
    with get_context("spawn").Pool(options.jobs) as pool:
        for path, look, comparison in pool.imap(partial(play, simulate), enumerate(options.files)):
            count = len(comparison.hands)
            print(
                f"{path.name} look {look}: {comparison.fully_right} of {count} hands fully right without a question, "
                f"{comparison.questions} questions, {comparison.wrong_totals} wrong totals",
                flush=True,
            )
            for hand in comparison.hands:
                if not hand.fully_right:
                    print(f"  hand {hand.number}: {hand.questions} questions; {hand.difference or 'right'}", flush=True)
            hands, right = hands + count, right + comparison.fully_right
            questions, wrong = questions + comparison.questions, wrong + comparison.wrong_totals
    share = 100 * right / hands
    print(f"all: {right} of {hands} hands ({share:.1f} %) fully right, {questions} questions, {wrong} wrong totals")
    sys.exit(1 if wrong else 0)


def _silent(_: str) -> None:
    pass


if __name__ == "__main__":
    main()
