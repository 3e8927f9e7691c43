"""A table that is killed at every event, and its record cut at every byte of the last writes: is anything lost?

`python -m benchmarks.crashes [--seed S --hands N --kills N --writes N --every BYTES]`: a dealt game is played through
the controller by a child process that tells each press once a view has shown it, and is ended with SIGKILL after every
one (or after `--kills` of them); now and then a press is undone. Then the last `--writes` writes are cut off the log
and the file byte by byte. Prints what was found; exits with 1 if anything is not as docs/record.md promises.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import tempfile
import time
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from tablectl.backups import Backups
from tablectl.controller import Controller
from tablectl.recordfile import BrokenRecord, log_of
from tablectl.restore import restore
from tablectl.rules.event import ALL_HIDDEN, Drawn, Event, GameEnded, HandEnded, HandStarted, to_json
from tablectl.rules.ruleset import TENHOU
from tablectl.simulate.deal import deal
from tablectl.store import Row, Store, StoreError
from tablectl.table import Press
from tablectl.view import TableView

UNDONE = 20
"""Every so manieth press is undone and pressed again."""
LATEST = 0.006
"""Seconds after a press was shown within which the process is killed: about what the next one takes."""
TAILED = 16
"""Every so manieth cut is made once more with zeros and once more with garbage behind it."""
GARBAGE = Random(1).randbytes(1 << 16)


@dataclass(frozen=True, slots=True)
class Play:
    """A game as presses, the rows of its record, and how many of them stand after each press."""

    presses: tuple[Press, ...]
    rows: tuple[Row, ...]
    after: tuple[int, ...]

    def prefix(self, rows: Sequence[Row]) -> bool:
        """Whether these are the first rows of the game, whenever they were written."""
        return [_said(row) for row in rows] == [_said(row) for row in self.rows[: len(rows)]]

    def shown(self, rows: int) -> int:
        """How many whole presses so many rows hold."""
        return bisect_right(self.after, rows)


def _said(row: Row) -> tuple[object, ...]:
    return row.seq, row.game, row.event, row.source, row.amends, row.change


def presses(seed: int, hands: int | None) -> Iterator[Press]:
    """A dealt game as somebody tells it who sees the open table."""
    ended, place = 0, 0
    pending: tuple[Event, ...] = ()
    for event in deal(seed, TENHOU)[1:]:
        match event:
            case HandStarted():
                event = replace(event, hands=ALL_HIDDEN, wall=None)
            case Drawn():
                event = replace(event, tile=None)
            case GameEnded():
                return
        pending = (*pending, event)
        if isinstance(event, Drawn) and place % 3 == 0:
            place += 1
            continue  # told with what follows: a write of two rows
        place += 1
        yield Press("event", None, json.dumps([to_json(item) for item in pending]))
        if place % UNDONE == 0:
            yield Press("undo")
            yield Press("event", None, json.dumps([to_json(pending[-1])]))
        pending = ()
        ended += isinstance(event, HandEnded)
        if hands is not None and ended >= hands:
            return


def played(seed: int, hands: int | None, folder: Path) -> Play:
    """The whole game, without a crash."""
    told = (Press("new_game"), *presses(seed, hands))
    with closing(Store(folder / "whole.sqlite")) as store:
        controller = Controller(store, TENHOU)
        after = []
        for press in told:
            controller.press(press, 0.0)
            after.append(store.last)
        return Play(told, store.rows(1), tuple(after))


def play_on(path: Path, play: Play, pipe: int) -> None:
    """Go on where the record ends; tell the number of each press once an output was given its view."""
    store = Store(path)
    controller = Controller(store, TENHOU)
    number = play.shown(store.last)

    def output(view: TableView) -> None:
        os.write(pipe, b"%d\n" % number)

    controller.subscribe(output)
    while number < len(play.presses):
        controller.press(play.presses[number], 0.0)
        number += 1


@dataclass(frozen=True, slots=True)
class Kills:
    """`ahead`: starts after which the record held a write that nobody had been shown. `missing`: presses that were
    shown and are not there; `wrong`: starts that failed, or whose record was not the game's."""

    kills: int
    ahead: int
    missing: int
    wrong: int


def kill(play: Play, folder: Path, most: int | None, seed: int) -> Kills:
    """Play the game in child processes, each killed after the first press that it showed."""
    rng = Random(seed)
    path = folder / "killed.sqlite"
    kills = ahead = missing = wrong = shown = 0
    while shown < len(play.presses) and (most is None or kills < most):
        shown = max(shown, _killed_child(path, play, rng.uniform(0, LATEST)))
        kills += 1
        try:  # on a copy: the next child finds the files as the kill left them
            with closing(Store(_copy(path, folder / "looked-at"))) as store:
                rows = store.rows(1)
                wrong += not play.prefix(rows) or len(rows) not in (0, *play.after)
                wrong += bool(rows) and len(Controller(store, TENHOU).rows) == 0
        except StoreError:
            wrong += 1
            break
        missing += max(0, shown - play.shown(len(rows)))
        ahead += play.shown(len(rows)) > shown
        shown = play.shown(len(rows))
    return Kills(kills, ahead, missing, wrong)


def _killed_child(path: Path, play: Play, delay: float) -> int:
    """Returns how many presses of the game it told to have been shown, its predecessors' included; 0 for none."""
    told, pipe = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(told)
            play_on(path, play, pipe)
        finally:
            os._exit(0)
    os.close(pipe)
    with open(told, "rb") as lines:
        first = lines.readline()
        time.sleep(delay)
        os.kill(child, signal.SIGKILL)
        rest = lines.read().splitlines(keepends=True)
    os.waitpid(child, 0)
    return max((int(line) + 1 for line in (first, *rest) if line.endswith(b"\n")), default=0)


def _copy(path: Path, folder: Path, cut: int | None = None, log_cut: int | None = None, tail: bytes = b"") -> Path:
    """The record and its log, each as long as said; `tail` behind the log."""
    folder.mkdir(exist_ok=True)
    copy = folder / path.name
    for old in folder.iterdir():
        old.unlink()
    copy.write_bytes(path.read_bytes()[:cut])
    if log_of(path).exists():
        log_of(copy).write_bytes(log_of(path).read_bytes()[:log_cut] + tail)
    return copy


def cut_log(play: Play, folder: Path, writes: int, every: int) -> Counter[str]:
    """Cut the log at every byte of the last writes, at some also with zeros or garbage behind the cut."""
    found: Counter[str] = Counter()
    path = folder / "cut.sqlite"
    with closing(Store(path)) as store:
        controller = Controller(store, TENHOU)
        ends: dict[int, int] = {}
        for press in play.presses:
            controller.press(press, 0.0)
            length = log_of(path).stat().st_size
            if ends and length <= max(ends):
                ends.clear()  # the log was carried over into the file and begun anew
            ends[length] = store.last
        sizes = sorted(ends)
        start, last = sizes[-min(writes + 1, len(sizes))], sizes[-1]
        state = _copy(path, folder / "state")
    for tail_of, told, step in (
        (lambda n: b"", "cut", every),
        (bytes, "zeros", every * TAILED),
        (lambda n: GARBAGE[:n], "garbage", every * TAILED),
    ):
        _cut_log(play, folder, state, range(start, last + 1, step), ends, tail_of, told, found)
    return found


def _cut_log(
    play: Play,
    folder: Path,
    state: Path,
    cuts: range,
    ends: dict[int, int],
    tail_of: Callable[[int], bytes],
    told: str,
    found: Counter[str],
) -> None:
    sizes = sorted(ends)
    for cut in cuts:
        copy = _copy(state, folder / "looked-at", log_cut=cut, tail=tail_of(sizes[-1] - cut))
        whole = sizes[bisect_right(sizes, cut) - 1]
        found[f"log, {told}"] += 1
        try:
            with closing(Store(copy)) as store:
                rows = store.rows(1)
                right = play.prefix(rows) and len(rows) == ends[whole]
                found["wrong"] += not right
                found["loss not told"] += not store.notices and cut != whole
                found["loss told"] += bool(store.notices)
        except StoreError:
            found["wrong"] += 1


def cut_file(play: Play, folder: Path, pages: int, every: int) -> Counter[str]:
    """Cut the file itself at every byte of its last pages: closed, and with its log beside it; put it back."""
    found: Counter[str] = Counter()
    path = folder / "file.sqlite"
    backups = Backups(path, folder / "backups")
    with closing(Store(path)) as store:
        controller = Controller(store, TENHOU)
        for press in play.presses[:-9]:
            controller.press(press, 0.0)
        backups.make(store)
    with closing(Store(path)) as store:
        controller = Controller(store, TENHOU)
        for press in play.presses[-9:]:
            controller.press(press, 0.0)
        open_state = _copy(path, folder / "open")
    closed_state = _copy(path, folder / "closed")
    for state, told in ((open_state, "with its log"), (closed_state, "closed")):
        length = state.stat().st_size
        for place, cut in enumerate(range(max(1, length - 4096 * pages), length, every)):
            copy = _copy(state, folder / "looked-at", cut=cut)
            found[f"file, {told}"] += 1
            try:
                with closing(Store(copy)) as store:
                    rows = store.rows(1)
                    found["opened, every event there"] += len(rows) == len(play.rows)
                    found["wrong"] += not play.prefix(rows) or len(rows) != len(play.rows)
            except BrokenRecord:
                found["refused"] += 1
                found["changed by the refusal"] += copy.stat().st_size != cut
                if place % 97 == 0:
                    _put_back(play, copy, backups, found)
    return found


def _put_back(play: Play, copy: Path, backups: Backups, found: Counter[str]) -> None:
    done = restore(replace(backups, record=copy))
    with closing(Store(copy)) as store:
        rows = store.rows(1)
    found["put back"] += 1
    found["put back, every event there"] += len(rows) == len(play.rows)
    found["wrong"] += (
        not play.prefix(rows) or len(rows) < play.after[-10] or (len(rows) < len(play.rows) and not done.missing)
    )


def main() -> None:
    """Read the arguments, play, print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.crashes", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="of the game and of the moments of the kills")
    parser.add_argument("--hands", type=int, metavar="N", help="so many hands of the game")
    parser.add_argument("--kills", type=int, metavar="N", help="so many at most; every press without it")
    parser.add_argument("--writes", type=int, default=4, metavar="N", help="how many of the last writes are cut")
    parser.add_argument("--pages", type=int, default=2, metavar="N", help="how many of the file's last pages are cut")
    parser.add_argument("--every", type=int, default=1, metavar="BYTES", help="cut at every so manieth byte")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as disk, tempfile.TemporaryDirectory(dir=_memory()) as memory:
        play = played(options.seed, options.hands, Path(memory))
        kills = kill(play, Path(disk), options.kills, options.seed)
        logs = cut_log(play, Path(memory), options.writes, options.every)
        files = cut_file(play, Path(memory), options.pages, options.every)
    told: dict[str, Any] = {
        "presses": len(play.presses),
        "rows": len(play.rows),
        "kills": kills.kills,
        "ahead": kills.ahead,
    }
    told |= {"missing": kills.missing, "wrong after a kill": kills.wrong, "log": dict(logs), "file": dict(files)}
    if options.json:
        print(json.dumps(told))
    else:
        print(f"a game of {len(play.presses)} presses, {len(play.rows)} rows")
        print(f"killed {kills.kills} times: {kills.missing} shown presses missing, {kills.wrong} starts wrong")
        print(f"  {kills.ahead} times the record held one more than was shown")
        for name, found in (("log", logs), ("file", files)):
            print(f"{name} cut: " + ", ".join(f"{key} {count:,}" for key, count in found.items()))
    sys.exit(1 if kills.missing or kills.wrong or logs["wrong"] or logs["loss not told"] or files["wrong"] else 0)


def _memory() -> str | None:
    """Opening a record syncs it, which takes long on a disk and tells nothing about cut files."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


if __name__ == "__main__":
    main()
