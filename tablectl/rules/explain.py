"""A settlement as lines that a person can check with pencil and paper."""

from __future__ import annotations

from tablectl.rules.ledger import STICK
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.score import HandValue
from tablectl.rules.settlement import Settlement


def explain(settlement: Settlement, ruleset: Ruleset) -> tuple[str, ...]:
    """Yaku, fu with their sum, limit and base points, then who pays what and why.

    A payment reads `seat 0 pays 1,000 (ron: 240 x 4 = 960)`; it is rounded up to hundreds.
    """
    lines = [] if settlement.value is None else _value(settlement.value)
    if settlement.tenpai is not None:
        tenpai = [f"seat {seat}" for seat in settlement.tenpai.seats if settlement.tenpai[seat]]
        lines.append(f"tenpai: {', '.join(tenpai) or 'nobody'}")
    lines += [f"seat {pao.source} is liable for {pao.yakuman} (pao)" for pao in settlement.pao]
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


def _payments(settlement: Settlement) -> list[str]:
    lines = []
    # The shares lead to the first entries, in the same order; a share's amount is what it is rounded from.
    shares = iter(settlement.shares)
    for entry in settlement.entries:
        if entry.points < 0:
            reason = entry.reason
            if reason == "honba":
                reason = f"{settlement.honba} honba"
            elif (share := next(shares, None)) is not None:
                reason += f": {share.base:,} x {share.times:g} = {share.base * share.times:,.0f}"
            lines.append(f"seat {entry.seat} pays {-entry.points:,} ({reason})")
    if settlement.deposits:
        sticks = settlement.deposits / STICK
        name = f"{sticks:g} riichi stick{'s' if sticks > 1 else ''}"
        lines.append(f"seat {settlement.winner} takes {settlement.deposits:,} ({name})")
    deltas = settlement.deltas
    gains = [(seat, deltas[seat]) for seat in deltas.seats if deltas[seat]]
    lines.append(", ".join(f"seat {seat}: {points:+,}" for seat, points in gains) or "nobody pays")
    return lines
