"""Recorded games for the tests of logs, each read and written once."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.round_trips import Events, recorded
from tablectl.export.tenhou_write import write
from tablectl.rules.ruleset import Ruleset


def path_of(shared: Path, game: str) -> Path:
    """Where the game lies."""
    return shared / "data" / "logs" / "games" / f"{game}.mjson.gz"


@cache
def game_of(shared: Path, game: str) -> tuple[Events, Ruleset]:
    """Its events and its rules."""
    return recorded(path_of(shared, game))


@cache
def text_of(shared: Path, game: str) -> str:
    """The game as tenhou.net/6 JSON."""
    return write(*game_of(shared, game), game)


def log_of(shared: Path, game: str) -> dict[str, Any]:
    """What that JSON holds."""
    document = json.loads(text_of(shared, game))
    assert isinstance(document, dict)
    return document
