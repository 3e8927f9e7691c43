"""All that `tablectl benchmark` does: this machine, what reading a table costs on it, and with which networks."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict

from hardware.cost import DEFAULT_RUNTIME, GOALS, RUNTIMES, Cost, measure
from hardware.machine import UNKNOWN, Machine, read_machine, temperature, throttling
from vision.models import model_card

Printer = Callable[[str], None]
MODELS = ("finder", "classifier")


def report(say: Printer, as_json: bool = False) -> None:
    """Measure and `say` it: lines to paste, or one JSON object. Raises `ModelError`."""
    before = temperature()
    costs, difference = measure()
    machine, heat, slowed = read_machine(), (before, temperature()), throttling()
    models = {name: str(model_card(name)["sha256"]) for name in MODELS}
    if as_json:
        say(
            json.dumps(
                {
                    "machine": asdict(machine),
                    "temperature": heat,
                    "throttling": slowed,
                    "models": models,
                    "runtime": DEFAULT_RUNTIME,
                    "costs": [asdict(cost) for cost in costs],
                    "difference": difference,
                }
            )
        )
        return
    for line in (*_machine_lines(machine), *_heat_lines(heat, slowed), "", *_cost_lines(costs, difference), ""):
        say(line)
    for name, digest in models.items():
        say(f"{name:12}sha256 {digest}")


def _machine_lines(machine: Machine) -> list[str]:
    clock = f", at most {machine.clock} MHz" if machine.clock else ""
    return [
        f"board       {machine.board}",
        f"processor   {machine.cores} x {machine.processor}{clock}, governor {machine.governor}",
        "memory      " + (f"{machine.memory} MiB" if machine.memory else UNKNOWN),
        f"system      {machine.system}; {machine.kernel}",
        f"python      {machine.python}; " + ", ".join(f"{name} {number}" for name, number in machine.packages.items()),
    ]


def _heat_lines(heat: tuple[float | None, float | None], slowed: str) -> list[str]:
    before, after = (UNKNOWN if degrees is None else f"{degrees:.0f} C" for degrees in heat)
    return [f"temperature {before} before, {after} after; throttling: {slowed}"]


def _cost_lines(costs: list[Cost], difference: float) -> list[str]:
    head = "".join(f"{name + ', ms':>22}" for name in RUNTIMES)
    lines = [f"{'one thread, median (best)':28}{head}{'million multiply-adds':>24}"]
    for cost in costs:
        times = "".join(
            f"{f'{middle:.2f} ({best:.2f})':>22}" for middle, best in map(cost.milliseconds.__getitem__, RUNTIMES)
        )
        goal = f"  goal {GOALS[cost.work]:.0f} ms" if cost.work in GOALS else ""
        lines.append(f"{cost.work:28}{times}{cost.operations / 1e6:>24.1f}{goal}")
    return [*lines, f"tablectl uses {DEFAULT_RUNTIME}; the runtimes' answers differ by {difference:.0e} at most"]
