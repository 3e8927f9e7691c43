"""Recorded games without pictures, misread as the networks were measured to misread: how much the referee bears.

`python -m benchmarks.noisy_games FILE... [--games N --seed S] [--times 1 2 4]`: the eyes are replaced by true tables
with faces, misses, false tiles and wrong axes drawn from `--measured`, a file of `benchmarks.confusion`, so many times
more often than measured. Prints a line for each tile set; exits with 1 if any total is wrong.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from benchmarks.misreading import Misreader, Misreadings, Slips, load
from benchmarks.recorded_games import chosen
from hardware.line import Played, recorded, run_headless
from hardware.simulated import Shot
from tablectl.config import ConfigError
from tablectl.controller import Controller
from tablectl.rules.event import Event, GameStarted, HandStarted
from tablectl.rules.ruleset import TENHOU
from tablectl.simulate.compare import Comparison
from tablectl.simulate.playback import moments
from tablectl.store import Source, Store
from tablectl.table import Press, TableSnapshot
from vision.frame import Frame

MEASURED = Path(__file__).with_name("confusion.jsonl")


class MisreadLine:
    """A table seen by nobody but told by a `Misreader`, and the controller that keeps its game."""

    def __init__(self, game: Played, misreader: Misreader, store: Store) -> None:
        start = game.events[0]
        assert isinstance(start, GameStarted)
        self.game = game
        self.controller = Controller(store, game.ruleset, start=start, source=Source.SIMULATED)
        self.shots = self._shots()
        self._misreader = misreader
        self._true = TableSnapshot()

    def _shots(self) -> Iterator[Shot]:
        nothing = np.zeros((1, 1, 3), np.uint8)
        resting = (moment for moment in moments(self.game.events) if moment.arm is None)
        for number, moment in enumerate(resting):
            if any(isinstance(event, HandStarted) for event in moment.events):
                self._misreader.new_hand()
            self._true = moment.table
            yield Shot(Frame(nothing, moment.time, number), moment.presses, moment.events, moment.table, True)

    def take(self, frame: Frame, presses: tuple[Press, ...]) -> tuple[Event, ...]:
        """Let the controller have the table of the newest shot as it was misread; returns the events recorded."""
        taken: tuple[Event, ...] = ()
        for press in presses:
            taken += self.controller.press(press, frame.time, Source.SIMULATED)
        return taken + self.controller.feed(self._misreader.look(self._true), frame.time)


@dataclass(frozen=True, slots=True)
class Job:
    """One game, misread as the set of this name."""

    path: Path
    name: str
    times: float
    seed: int


def play(measured: dict[str, Misreadings], job: Job) -> tuple[Job, Comparison]:
    """Play a game."""
    misreader = Misreader(measured[job.name], Slips.of(measured.values()), job.times, job.seed)
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / "record.sqlite")
        comparison = run_headless(MisreadLine(recorded(job.path, TENHOU), misreader, store), lambda _: None)
        store.close()
    return job, comparison


def main() -> None:
    """Read the arguments, play, print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.noisy_games", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--games", type=int, metavar="N", help="so many of the files, by lot")
    parser.add_argument("--seed", type=int, default=1, help="of the lot and of the noise")
    parser.add_argument("--times", nargs="+", type=float, default=[1, 2, 4], help="how many times the measured rates")
    parser.add_argument("--measured", type=Path, default=MEASURED, metavar="FILE")
    parser.add_argument("--sets", nargs="+", metavar="NAME", help="some of the sets in the file")
    parser.add_argument("--jobs", type=int, default=1, help="games played at a time")
    parser.add_argument("--json", action="store_true", help="one JSON object a set and rate")
    options = parser.parse_args()
    try:
        paths = chosen(options.files, options.games, options.seed)
        measured = load(options.measured)
    except (ConfigError, OSError) as error:
        print(error, file=sys.stderr)
        sys.exit(2)
    names = options.sets or list(measured)
    unknown = [name for name in names if name not in measured]
    if unknown:
        print(f"--sets {unknown[0]}: not measured; expected one of {', '.join(measured)}", file=sys.stderr)
        sys.exit(2)
    wrong = 0
    with get_context("spawn").Pool(options.jobs) as pool:
        for times in options.times:
            for name in names:
                jobs = [Job(path, name, times, options.seed + place) for place, path in enumerate(paths)]
                done = pool.map(partial(play, measured), jobs, chunksize=1)
                comparison = Comparison(tuple(hand for _, each in done for hand in each.hands))
                wrong += comparison.wrong_totals
                _print(name, times, comparison, options.json)
    sys.exit(1 if wrong else 0)


def _print(name: str, times: float, comparison: Comparison, as_json: bool) -> None:
    hands = len(comparison.hands)
    if as_json:
        print(json.dumps({"set": name, "times": times, **comparison.to_json()}), flush=True)
        return
    print(
        f"{name}, {times:g} times: {comparison.fully_right} of {hands} hands "
        f"({100 * comparison.fully_right / hands:.1f} %) fully right without a question, "
        f"{comparison.questions} questions, {comparison.wrong_totals} wrong totals",
        flush=True,
    )


if __name__ == "__main__":
    main()
