"""Drawn throws read and counted: `python -m benchmarks.dice --n 20`.

A throw that lies clear should be read; whatever lies otherwise may be unclear, and where a die is cocked, covered,
missing or one too many it must be. A value that is not what a person would say is wrong. The throws are drawn from
seeds from 20,000 on; the reader's limits were chosen on lower ones.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import cv2

from vision.dice import Throw, read_picture, read_table
from vision.render.rolls import Case, View, roll

FIRST_SEED = 20_000
MORE_CLEAR = 4
"""So many times as many throws lie clear as in each other way."""


@dataclass(slots=True)
class Tally:
    """How throws of one view and case were read; `seeds`: of those that were wrong."""

    counts: Counter[str] = field(default_factory=Counter)
    seeds: list[int] = field(default_factory=list)


def verdict(seed: int, view: View, case: Case) -> str:
    """`read`, `unclear` or `wrong`."""
    drawn = roll(seed, view, case)
    picture = drawn.draw()
    throw: Throw = read_picture(picture) if view is View.BOWL else read_table(picture, drawn.calibration)
    if throw.values is None:
        return "unclear"
    return "read" if drawn.values is not None and sorted(throw.values) == sorted(drawn.values) else "wrong"


def measure(count: int, first: int = FIRST_SEED) -> Iterator[tuple[View, Case, Tally]]:
    """So many throws of each view and case, and `MORE_CLEAR` times as many clear ones."""
    for case in Case:
        for view in View:
            tally = Tally()
            for seed in range(first, first + count * (MORE_CLEAR if case is Case.CLEAR else 1)):
                said = verdict(seed, view, case)
                tally.counts[said] += 1
                if said == "wrong":
                    tally.seeds.append(seed)
            yield view, case, tally


def main() -> None:
    """Print a line for each view and case, or with `--json` one object a line; exit status 1 when a value was wrong."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.dice", description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--n", type=int, default=20, help="throws of each kind; four times as many clear ones")
    parser.add_argument("--seed", type=int, default=FIRST_SEED, help="the first throw's")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    whole: Counter[str] = Counter()
    for view, case, tally in measure(options.n, options.seed):
        whole += tally.counts
        read, unclear, wrong = (tally.counts[said] for said in ("read", "unclear", "wrong"))
        if options.json:
            row = {"case": case.value, "view": view.value, "read": read, "unclear": unclear, "wrong": wrong}
            print(json.dumps({**row, "wrong_seeds": tally.seeds}), flush=True)
        else:
            seeds = f" (seeds {', '.join(map(str, tally.seeds))})" if tally.seeds else ""
            line = f"{case.value:22}{view.value:16}{read:5} read {unclear:5} unclear {wrong:5} wrong"
            print(line + seeds, flush=True)
    if not options.json:
        said = whole["read"] + whole["wrong"]
        print(f"{whole['wrong']} wrong of {said} throws that were told, of {whole.total()} in all")
    sys.exit(1 if whole["wrong"] else 0)


if __name__ == "__main__":
    main()
