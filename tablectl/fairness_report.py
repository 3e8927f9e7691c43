"""What `tablectl dice report` says of a roll log, for people and for programs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from tablectl.fairness import ALPHA, POWER, Check, checks, throws_needed, verdict
from tablectl.rolllog import Rolls, RollSource

BIASES = (0.2, 0.1, 0.05)
"""Biases of one face for which the throws that show them are told."""


def fairness_lines(rolls: Rolls, source: RollSource) -> Iterator[str]:
    """The rolls from one source: how many, what each check says, and what so many can show."""
    throws, thrown = rolls.clear(source), rolls.of(source)
    unclear = len(thrown) - len(throws)
    yield f"{source.value}: {len(throws):,} throws, {unclear:,} more unclear ({unclear / len(thrown):.1%})"
    yield f"  {thrown[0].time:%Y-%m-%d %H:%M} to {thrown[-1].time:%Y-%m-%d %H:%M} UTC"
    found = checks(throws)
    for check in found:
        yield f"{'?' if check.doubtful else ' '} {check.name:24}{_result(check, len(throws))}"
    yield f"  {verdict(found)}"
    if unclear:
        yield "  unclear throws are left out: if some faces are harder to read than others, that is not seen here"
    needed = ", ".join(f"{throws_needed(bias):,} for {bias:.0%} off" for bias in BIASES)
    yield f"  throws after which one face shows: {needed} (p below {ALPHA}, {POWER:.0%} of the times)"


def fairness_json(rolls: Rolls, source: RollSource) -> dict[str, Any]:
    """The same as JSON values."""
    throws = rolls.clear(source)
    found = checks(throws)
    return {
        "source": source.value,
        "throws": len(throws),
        "unclear": len(rolls.of(source)) - len(throws),
        "alpha": ALPHA,
        "power": POWER,
        "checks": [asdict(check) for check in found],
        "verdict": verdict(found),
    }


def _result(check: Check, throws: int) -> str:
    if check.p is None:
        if throws < check.needs:
            return f"{check.needs} throws needed"
        return "one value never changes"
    kind = f"chi-square({check.freedom})" if check.freedom else "deviate"
    return f"p = {check.p:.3f}   {kind} = {check.statistic:.2f}; shows {check.of} {check.shows:.0%} off"
