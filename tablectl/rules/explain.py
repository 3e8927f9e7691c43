"""A settlement as lines that a person can check with pencil and paper."""

from __future__ import annotations

from tablectl.rules.ruleset import Ruleset
from tablectl.rules.score import HandValue
from tablectl.rules.seat import SEATS
from tablectl.rules.settlement import STICK, Settlement, up


def explain(settlement: Settlement, ruleset: Ruleset) -> tuple[str, ...]:
    """Yaku, fu with their sum, limit and base points, then who pays what and why.

    A payment reads `seat 0 pays 1,000 (ron: 240 x 4 = 960)`; it is rounded up to hundreds.
    """
    lines = [] if settlement.value is None else _value(settlement.value)
    if settlement.tenpai is not None:
        tenpai = [f"seat {seat}" for seat in SEATS if settlement.tenpai[seat]]
        lines.append(f"tenpai: {', '.join(tenpai) or 'nobody'}")
    if settlement.pao is not None:
        lines.append(f"seat {settlement.pao} is liable (pao)")
    return (*lines, *_payments(settlement))


def _value(value: HandValue) -> list[str]:
    if value.yakuman:
        names = [name.replace("_", " ") for name in value.yakuman]
        times = f" = {len(names)} yakuman" if len(names) > 1 else ""
        return [f"{', '.join(names)}: yakuman{times}", f"base {value.base:,} points"]
    lines = [f"read as {value.reading}"]
    lines += [f"{line.name.replace('_', ' ')}: {line.han} han" for line in value.yaku]
    fu = sum(line.fu for line in value.fu_lines)
    items = " + ".join(f"{line.fu} {line.name}" for line in value.fu_lines)
    lines.append(f"fu: {items} = {fu}{f', rounded up to {value.fu}' if fu != value.fu else ''}")
    if value.limit:
        lines.append(f"{value.han} han {value.fu} fu: {value.limit}, base {value.base:,} points")
    else:
        lines.append(f"{value.han} han {value.fu} fu: base {value.fu} x 2^{value.han + 2} = {value.base:,} points")
    return lines


def _times(base: int, points: int) -> str:
    """How a payment follows from the base points: a dealer pays and gets more (section 12 of the checklist)."""
    times = next(times for times in (1, 2, 4, 6) if up(base * times) == points)
    return f": {base:,} x {times} = {base * times:,}"


def _payments(settlement: Settlement) -> list[str]:
    lines = []
    for entry in settlement.entries:
        if entry.points < 0:
            reason = entry.reason
            if reason == "honba":
                reason = f"{settlement.honba} honba"
            elif settlement.value is not None and settlement.pao is None:
                reason += _times(settlement.value.base, -entry.points)
            lines.append(f"seat {entry.seat} pays {-entry.points:,} ({reason})")
    if settlement.deposits:
        sticks = f"{settlement.deposits} riichi stick{'s' if settlement.deposits > 1 else ''}"
        lines.append(f"seat {settlement.winner} takes {settlement.deposits * STICK:,} ({sticks})")
    gains = [(seat, settlement.deltas[seat]) for seat in SEATS if settlement.deltas[seat]]
    lines.append(", ".join(f"seat {seat}: {points:+,}" for seat, points in gains) or "nobody pays")
    return lines
