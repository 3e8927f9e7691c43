"""Recorded games written as logs and read again, every event compared.

    python -m benchmarks.round_trips FILE.mjson.gz ...

Each game goes through mjai, through mjai as a table saw it that saw no concealed tile, and through tenhou.net/6 JSON.
Prints how many came back equal in each, and the first difference of every game that did not; exits 1 then.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from tablectl.export import mjai, mjai_write, tenhou_read, tenhou_write
from tablectl.replay import rules_of, text_lines
from tablectl.rules.event import Called, Discarded, Drawn, Event, HandStarted
from tablectl.rules.meld import MeldKind
from tablectl.rules.ruleset import TENHOU, Ruleset
from tablectl.rules.seat import SEATS, BySeat, Seat
from tablectl.rules.tile import in_order

Events = tuple[Event, ...]


def recorded(path: Path) -> tuple[Events, Ruleset]:
    """The events of a recorded game and its rules. Raises `MjaiError`, `OSError`."""
    record = mjai.read(text_lines(path), path.name)
    return tuple(line.event for line in record), rules_of(record[0], TENHOU, path.name)


def told_by_tenhou(events: Iterable[Event]) -> Events:
    """The events less what tenhou.net/6 cannot tell: dice, the wall, and where in an ankan the red five lies."""
    out: list[Event] = []
    for event in events:
        if isinstance(event, HandStarted):
            event = replace(event, dice=None, wall=None)
        elif isinstance(event, Called) and event.meld.kind is MeldKind.ANKAN:
            event = replace(event, meld=replace(event.meld, own=in_order(event.meld.own)))
        out.append(event)
    return tuple(out)


def unseen(events: Iterable[Event], seats: Collection[Seat] = SEATS) -> Events:
    """The game as a table saw it that never saw a concealed tile of these seats, but when it was shown."""
    out: list[Event] = []
    for event in events:
        match event:
            case HandStarted():
                hands = BySeat.of(None if seat in seats else hand for seat, hand in enumerate(event.hands))
                event = replace(event, wall=None, hands=hands)
            case Drawn(seat) if seat in seats:
                event = Drawn(seat)
            case Discarded(seat) if seat in seats:
                event = replace(event, tsumogiri=None)
        out.append(event)
    return tuple(out)


def through_mjai(events: Events, ruleset: Ruleset) -> tuple[Events, Events]:
    """What should come back and what does."""
    return events, tuple(line.event for line in mjai.read(mjai_write.write(events, ruleset)))


def through_tenhou(events: Events, ruleset: Ruleset) -> tuple[Events, Events]:
    """What should come back and what does."""
    return told_by_tenhou(events), tenhou_read.read(tenhou_write.write(events, ruleset), ruleset)


def through_unseen(events: Events, ruleset: Ruleset) -> tuple[Events, Events]:
    """What should come back and what does."""
    return through_mjai(unseen(events), ruleset)


FORMS: Mapping[str, Callable[[Events, Ruleset], tuple[Events, Events]]] = {
    "mjai": through_mjai,
    "mjai, concealed tiles unseen": through_unseen,
    "tenhou.net/6": through_tenhou,
}


def first_difference(wanted: Events, got: Events) -> str:
    """The first event that is not as it was, in words; empty for equal games."""
    for number, (one, other) in enumerate(zip(wanted, got, strict=False), 1):
        if one != other:
            return f"event {number}: {one} came back as {other}"
    return "" if len(wanted) == len(got) else f"{len(wanted)} events came back as {len(got)}"


def main() -> int:
    """Run on the files named; returns the exit status."""
    parser = argparse.ArgumentParser(description="write recorded games as logs and read them again")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE.mjson.gz")
    files = parser.parse_args().files
    equal = dict.fromkeys(FORMS, 0)
    for path in files:
        events, ruleset = recorded(path)
        for form, through in FORMS.items():
            try:
                difference = first_difference(*through(events, ruleset))
            except ValueError as error:
                difference = str(error)
            equal[form] += not difference
            if difference:
                print(f"{path.name}, {form}: {difference}")
    for form, count in equal.items():
        print(f"{form}: {count} of {len(files)} games came back equal")
    return 0 if all(count == len(files) for count in equal.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
