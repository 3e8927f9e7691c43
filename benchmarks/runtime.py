"""onnxruntime against OpenCV's DNN module on the shipped networks, one thread: `python -m benchmarks.runtime`.

Prints milliseconds (median of several runs, best in brackets) and the greatest difference of the outputs.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.classify import WINDOW_PIXELS
from vision.models import load_model, model_bytes, prepare

CASES = (
    ("classifier, 1 window", "classifier", (1, WINDOW_PIXELS, WINDOW_PIXELS), 100),
    ("classifier, 60 windows", "classifier", (60, WINDOW_PIXELS, WINDOW_PIXELS), 20),
    ("finder, 256 x 256", "finder", (1, 256, 256), 40),
    ("finder, 1064 x 1064", "finder", (1, 1064, 1064), 10),
)
"""What is measured, the model, pictures x height x width, and how often."""


def milliseconds(work: Callable[[], object], runs: int) -> tuple[float, float]:
    """Median and best time of a piece of work, after two runs to warm up."""
    times: list[float] = []
    for _ in range(runs + 2):
        start = time.perf_counter()
        work()
        times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times[2:]), min(times[2:])


def opencv(net: cv2.dnn.Net, pictures: NDArray[np.uint8]) -> NDArray[np.float32]:
    """A pass through OpenCV's DNN module, with the same preparation."""
    net.setInput(prepare(pictures))
    return np.asarray(net.forward(), np.float32)


def measure() -> list[dict[str, Any]]:
    """One row a case: times of both runtimes and how far their outputs differ."""
    cv2.setNumThreads(1)
    random = np.random.default_rng(0)
    rows: list[dict[str, Any]] = []
    for name, model, shape, runs in CASES:
        pictures = random.integers(0, 256, (*shape, 3), np.uint8)
        ours = partial(load_model(model).run, pictures)
        theirs = partial(opencv, cv2.dnn.readNetFromONNX(np.frombuffer(model_bytes(model), np.uint8)), pictures)
        difference = float(np.abs(ours() - theirs()).max())
        times = milliseconds(ours, runs), milliseconds(theirs, runs)
        rows.append({"case": name, "onnxruntime_ms": times[0], "opencv_ms": times[1], "difference": difference})
    return rows


def main() -> None:
    """Print the table, or with `--json` one object."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.runtime", description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--json", action="store_true", help="print one JSON array")
    arguments = parser.parse_args()
    rows = measure()
    if arguments.json:
        print(json.dumps(rows))
        return
    print(f"{'':24}{'onnxruntime, ms':>22}{'OpenCV DNN, ms':>22}{'difference':>12}")
    for row in rows:
        ours, theirs = (f"{median:.2f} ({best:.2f})" for median, best in (row["onnxruntime_ms"], row["opencv_ms"]))
        print(f"{row['case']:24}{ours:>22}{theirs:>22}{row['difference']:12.1e}")


if __name__ == "__main__":
    main()
