"""What reading a table costs on this machine: milliseconds of one thread, and multiply-adds of the networks.

A drawn table of 1920 x 1080 pixels is looked at: nothing new, one more discard, the first picture (it tells where the
camera is), everything for the first time. The same with the networks on onnxruntime, which is what `vision.models`
uses, and on OpenCV's DNN module.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import count, islice

import cv2
import numpy as np
from numpy.typing import NDArray

from tablectl.rules.ruleset import TENHOU
from tablectl.simulate.deal import deal
from tablectl.simulate.playback import moments
from tablectl.table import TableSnapshot
from vision.classify import WINDOW_PIXELS, Classifier
from vision.find import Finder
from vision.frame import Frame
from vision.models import Model, load_model, model_bytes, prepare
from vision.operations import multiply_adds
from vision.pipeline import Eyes
from vision.render.faces import load_atlas
from vision.render.look import Look
from vision.render.scene import Renderer

SIZE = (1920, 1080)
STEP = 0.1
"""Seconds between frames."""
IDLE_FRAMES = 20
DISCARDS = 6
COLD_STARTS = 4
WANTED = list(range(50, 50 + DISCARDS + 1))
"""Tiles in the rivers of the table that is read, most of a hand, and of those that follow."""
RUNTIMES = ("onnxruntime", "OpenCV DNN")
DEFAULT_RUNTIME = RUNTIMES[0]
PASSES = (
    ("classifier, 1 window", "classifier", (1, WINDOW_PIXELS, WINDOW_PIXELS), 40),
    ("classifier, 60 windows", "classifier", (60, WINDOW_PIXELS, WINDOW_PIXELS), 6),
    ("finder, 256 x 256", "finder", (1, 256, 256), 12),
    ("finder, 1072 x 1072", "finder", (1, 1072, 1072), 3),
)
"""Single passes: what, the model, pictures x height x width, and how often."""
THROWS = ((3, 5), (6, 1), (2, 4), (1, 3))
IDLE, ZONE, DICE = "idle frame", "one changed zone", "two dice, one look"
PLACE, TABLE = "camera's place found", "whole table, cold"
GOALS = {IDLE: 5.0, ZONE: 25.0, DICE: 25.0, TABLE: 150.0}
"""Most milliseconds."""
Run = Callable[[NDArray[np.uint8]], NDArray[np.float32]]


@dataclass(frozen=True, slots=True)
class Cost:
    """Of one kind of work: milliseconds (median, best) by runtime, and multiply-adds of the networks."""

    work: str
    milliseconds: dict[str, tuple[float, float]]
    operations: int


def measure() -> tuple[list[Cost], float]:
    """The costs of single passes and of a table, and how far the two runtimes' answers differ at most.

    Raises `ModelError`.
    """
    cv2.setNumThreads(1)
    runs = {name: {model: _run(name, model) for model in ("finder", "classifier")} for name in RUNTIMES}
    costs: list[Cost] = []
    difference = 0.0
    random = np.random.default_rng(0)
    for work, model, shape, often in PASSES:
        pictures = random.integers(0, 256, (*shape, 3), np.uint8)
        answers = [runs[name][model](pictures) for name in RUNTIMES]
        difference = max(difference, float(np.abs(answers[0] - answers[1]).max()))
        times = {
            name: _middle([_timed(partial(runs[name][model], pictures)) for _ in range(often)]) for name in RUNTIMES
        }
        costs.append(Cost(work, times, shape[0] * multiply_adds(model, *shape[1:])))
    frames = Frames.draw()
    tables = {name: _table(frames, runs[name]) for name in RUNTIMES}
    for work in tables[DEFAULT_RUNTIME]:
        times = {name: _middle([spent for spent, _ in tables[name][work]]) for name in RUNTIMES}
        counted = [operations for _, operations in tables[DEFAULT_RUNTIME][work]]
        costs.append(Cost(work, times, round(statistics.median(counted))))
    return costs, difference


@dataclass(frozen=True, slots=True, eq=False)
class Frames:
    """Pictures of one table. `start`: at rest. `idle`: the same in more frames. `discards`: one more tile each time.
    `throws`: no tile but other dice each time."""

    start: tuple[Frame, ...]
    idle: tuple[Frame, ...]
    discards: tuple[tuple[Frame, ...], ...]
    throws: tuple[tuple[Frame, ...], ...]

    @classmethod
    def draw(cls) -> Frames:
        """A dealt game in its unseen art, from where its rivers are well filled."""
        renderer = Renderer(load_atlas("table"), replace(Look.of(0), size=SIZE))
        tables = [moment.table for moment in moments(deal(1, TENHOU)) if moment.arm is None]
        full = [sum(map(len, table.rivers)) for table in tables]
        first = next(place for place in range(len(full)) if full[place : place + DISCARDS + 1] == WANTED)
        number = count()

        def rest(table: TableSnapshot, frames: int) -> tuple[Frame, ...]:
            return tuple(renderer.frame(table, None, STEP * place, place) for place in islice(number, frames))

        start, *later = tables[first : first + DISCARDS + 1]
        discards = tuple(rest(table, 3) for table in later)
        throws = tuple(rest(TableSnapshot(dice=dice), 4) for dice in THROWS)
        return cls(rest(start, 4), rest(start, IDLE_FRAMES), discards, throws)


def _run(runtime: str, model: str) -> Run:
    """A model on a runtime, pictures prepared the same way."""
    if runtime == DEFAULT_RUNTIME:
        return load_model(model).run
    net = cv2.dnn.readNetFromONNX(np.frombuffer(model_bytes(model), np.uint8))

    def run(pictures: NDArray[np.uint8]) -> NDArray[np.float32]:
        net.setInput(prepare(pictures))
        return np.asarray(net.forward(), np.float32)

    return run


def _table(frames: Frames, runs: dict[str, Run]) -> dict[str, list[tuple[float, int]]]:
    """Milliseconds and multiply-adds of each look at the table, by kind of work."""
    passes: list[tuple[str, tuple[int, ...]]] = []

    def noted(model: str) -> Model:
        def run(pictures: NDArray[np.uint8]) -> NDArray[np.float32]:
            passes.append((model, pictures.shape))
            return runs[model](pictures)

        return Model(run, load_model(model).card)

    finder, classifier = Finder(noted("finder")), Classifier(noted("classifier"))

    def feed(eyes: Eyes, frame: Frame) -> tuple[float, int]:
        passes.clear()
        spent = _timed(lambda: eyes.feed(frame))
        return spent, sum(count * multiply_adds(model, *size) for model, (count, *size, _) in passes)

    out: dict[str, list[tuple[float, int]]] = {IDLE: [], ZONE: [], DICE: [], PLACE: [], TABLE: []}
    for _ in range(COLD_STARTS):
        eyes = Eyes(finder=finder, classifier=classifier)
        first, *later = (feed(eyes, frame) for frame in frames.start)
        out[PLACE].append(first)
        out[TABLE].append(max(later))
    out[IDLE] = [feed(eyes, frame) for frame in frames.idle]
    out[ZONE] = [max(feed(eyes, frame) for frame in rest) for rest in frames.discards]
    eyes = Eyes(finder=finder, classifier=classifier, dice=True)
    looks = [max(feed(eyes, frame) for frame in rest) for rest in frames.throws]
    out[DICE] = looks[1:]  # with the first one the table is found
    return out


def _timed(work: Callable[[], object]) -> float:
    """Milliseconds of this process's own time: what else the machine does is left out."""
    start = time.process_time()
    work()
    return (time.process_time() - start) * 1000


def _middle(times: Sequence[float]) -> tuple[float, float]:
    return statistics.median(times), min(times)
