"""Recorded games through rendered pictures: how well the table is read, and how many hands are fully right.

`python -m benchmarks.recorded_games FILE... [--games N --seed S] [--hands N]`: of the files given, N games of four
players are drawn by lot (all without `--games`); with `--hands` only the beginnings of them are played: more tables in
less time. The first is played under look `--look`, the next under the following one, and so on; lights and tile sets
take turns. Arms pass over the table; with `--nudge` somebody knocks against the camera once a game. Prints the figures
of each game and of all; exits with 1 if any total is wrong.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2

from benchmarks.reading_score import Counts, Judge
from hardware.line import Line, first_hands, recorded, run_headless
from tablectl.config import ConfigError, SimulateSettings, TableConfig
from tablectl.rules.ruleset import TENHOU
from tablectl.store import Store
from vision.models import model_card
from vision.render.lighting import LIGHTS


@dataclass(frozen=True, slots=True)
class Job:
    """One game to play and how it is drawn."""

    path: Path
    simulate: SimulateSettings
    first_hands: int | None = None
    """Only so many hands of it; None for all."""

    @property
    def key(self) -> dict[str, Any]:
        """What its result depends on, the program apart."""
        how = self.simulate
        networks = [model_card(name)["sha256"][:12] for name in ("finder", "classifier")]
        return {
            "game": self.path.name,
            "first_hands": self.first_hands,
            "look": how.look,
            "art": how.art,
            "light": how.light,
            "nudge": how.nudge,
            "enrol": how.enrol,
            "networks": networks,
        }


def play(job: Job) -> dict[str, Any]:
    """Play a game; its key, how its hands compare, and what was counted."""
    cv2.setNumThreads(1)
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / "record.sqlite")
        game = first_hands(recorded(job.path, TENHOU), job.first_hands)
        line = Line(game, TableConfig(simulate=job.simulate), store)
        judge = Judge(line)
        comparison = run_headless(line, lambda _: None, after=judge.watch)
        store.close()
    return job.key | comparison.to_json() | {"counts": judge.counts.to_json()}


def chosen(files: Iterable[Path], games: int | None, seed: int) -> list[Path]:
    """All files, or by lot so many that a table of four can be laid from. Raises `ConfigError` for too few."""
    if games is None:
        return list(files)
    every = sorted(files)
    random.Random(seed).shuffle(every)
    picked: list[Path] = []
    for path in every:
        if len(picked) < games and _can_be_laid(path):
            picked.append(path)
    if len(picked) < games:
        raise ConfigError(f"--games {games}: only {len(picked)} whole games of four players among the files")
    return picked


def _can_be_laid(path: Path) -> bool:
    try:
        return recorded(path, TENHOU).ruleset.players == 4
    except ConfigError:
        return False


def lines(results: list[dict[str, Any]]) -> list[str]:
    """Results in words, for one game or for all."""
    total = Counts()
    for result in results:
        total.add(Counts.of_json(result["counts"]))
    hands, right, questions, wrong = (
        sum(result[name] for result in results) for name in ("hands", "fully_right", "questions", "wrong_totals")
    )
    share = f"{100 * right / hands:.1f} %" if hands else "no hand"
    first = f"hands fully right {right} of {hands} ({share}), {questions} questions, {wrong} wrong totals"
    return [f"  {line}" for line in (first, *total.lines())]


def main() -> None:
    """Read the arguments, play, print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.recorded_games", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--games", type=int, metavar="N", help="so many of the files, by lot")
    parser.add_argument("--seed", type=int, default=1, help="of the lot")
    parser.add_argument("--hands", type=int, metavar="N", help="only the first N hands of each game")
    parser.add_argument("--look", type=int, default=0, help="the first game's; the others follow")
    parser.add_argument("--art", nargs="+", default=["table"], help="styles or folders of artwork, in turn")
    parser.add_argument("--light", nargs="+", default=["own"], choices=["own", *LIGHTS], help="in turn")
    parser.add_argument("--nudge", action="store_true", help="the camera is pushed once a game")
    parser.add_argument("--no-enrol", action="store_true", help="the tile set is not learnt from a picture before")
    parser.add_argument("--jobs", type=int, default=1, help="games played at a time")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="keeps finished games and goes on after them")
    parser.add_argument("--json", action="store_true", help="one JSON object a game")
    options = parser.parse_args()
    try:
        paths = chosen(options.files, options.games, options.seed)
    except ConfigError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
    lights, arts = options.light, options.art
    jobs = []
    for place, path in enumerate(paths):
        # A set is seen in every light before the next one comes.
        art, light = arts[place // len(lights) % len(arts)], lights[place % len(lights)]
        how = SimulateSettings(
            art=art, look=options.look + place, enrol=not options.no_enrol, light=light, nudge=options.nudge
        )
        jobs.append(Job(path, how, options.hands))
    results, left = resumed(jobs, options.keep)
    for result in results:
        _print(result, options.json)
    with get_context("spawn").Pool(options.jobs) as pool:
        for result in pool.imap(play, left):
            if options.keep:
                with options.keep.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(result) + "\n")
            results.append(result)
            _print(result, options.json)
    if not options.json:
        print("all", *lines(results), sep="\n")
    sys.exit(1 if any(result["wrong_totals"] for result in results) else 0)


def resumed(jobs: list[Job], keep: Path | None) -> tuple[list[dict[str, Any]], list[Job]]:
    """The results of jobs that a file holds already, and the jobs that are left to do."""
    if keep is None or not keep.exists():
        return [], jobs
    kept = [json.loads(line) for line in keep.read_text(encoding="utf-8").splitlines()]
    found = [next((result for result in kept if job.key.items() <= result.items()), None) for job in jobs]
    left = [job for job, result in zip(jobs, found, strict=True) if result is None]
    return [result for result in found if result is not None], left


def _print(result: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print(json.dumps(result), flush=True)
        return
    pushed = ", camera pushed" if result["nudge"] else ""
    print(f"{result['game']}: look {result['look']}, {result['art']}, light {result['light']}{pushed}")
    print(*lines([result]), sep="\n")
    for hand in result["differences"]:
        print(f"  hand {hand['hand']}: {hand['questions']} questions; {hand['difference'] or 'right'}")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
