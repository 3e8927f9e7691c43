"""The command `tablectl selftest`."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import typer

from hardware.camera import open_camera
from hardware.machine import read_machine
from hardware.selftest import Finding, check_all
from tablectl.config import ConfigError, load
from tablectl.failure import fail
from vision.sources.source import SourceError


class Terminal:
    """A person at the terminal."""

    def ask(self, question: str) -> bool:
        return input(f"{question} [y/n] ").strip().lower().startswith("y")

    def tell(self, text: str) -> None:
        print(text, flush=True)


def selftest(
    config: Annotated[Path | None, typer.Option(help="settings of the table; see docs/overview.md")] = None,
    pictures: Annotated[int, typer.Option(min=1, max=10_000, help="so many are taken from the camera")] = 30,
    report: Annotated[Path, typer.Option(metavar="FILE.json", help="where the report is written")] = Path(
        "selftest.json"
    ),
    as_json: Annotated[bool, typer.Option("--json", help="print the report instead of words, and ask nobody")] = False,
) -> None:
    """Try camera, board, lamps, buttons, displays and dice as far as the settings name them, and say what works.

    At a terminal somebody is asked to look at lamps and to push buttons. Exit status: 0 when nothing fails, 1 when
    something does, 2 when the settings cannot be followed.
    """
    try:
        settings = load(config)
        person = Terminal() if sys.stdin.isatty() and not as_json else None
        results = check_all(settings, partial(open_camera, settings.camera), pictures, person)
        told = {
            "tablectl": version("tablectl"),
            "time": datetime.now(UTC).isoformat(timespec="seconds"),
            "machine": asdict(read_machine()),
            "results": [result.to_json() for result in results],
        }
        report.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    except (ConfigError, SourceError, OSError) as error:
        fail(str(error))
    failed = sum(result.finding is Finding.FAILS for result in results)
    if as_json:
        print(json.dumps(told))
    else:
        for result in results:
            print(f"{result.part:9} {result.finding.value:14} {result.words}")
        print(f"{report}: {failed} of {len(results)} parts failed" if failed else f"{report}: nothing fails")
    sys.exit(1 if failed else 0)
