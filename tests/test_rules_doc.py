"""docs/rules.md is as the code prints it, and what it shows works."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tablectl.config import parse as parse_settings
from tablectl.rulefile import load, parse
from tablectl.rules import local, yaku
from tablectl.rules.profile import read
from tablectl.rules.score import HandValue, Win, evaluate
from tablectl.rules.tile import Tile, parse_tiles
from tablectl.rules_doc import document

PAGE = Path(__file__).parent.parent / "docs/rules.md"


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", document(), re.DOTALL)


def test_the_page_is_as_the_code_prints_it() -> None:
    assert PAGE.read_text(encoding="utf-8") == document(), "write it: python -m tablectl rules doc > docs/rules.md"


def test_its_rule_files_can_be_read() -> None:
    settings, house = blocks("toml")
    assert parse_settings(settings, "table.toml").ruleset() == replace(load("wrc-2025").rules, kuitan=False)
    assert parse(house, "thursday.toml").rules.hyakumangoku_threshold == 90


def test_its_local_yaku_works(monkeypatch: pytest.MonkeyPatch) -> None:
    """L22: the entry and the test that the page shows, run as they stand there."""
    entry, test = blocks("python")
    made: list[yaku.Yaku] = []
    exec(entry, dict(vars(local)) | {"_local": lambda *a, **more: made.append(local._local(*a, **more))})
    monkeypatch.setattr(yaku, "_by_name", names := dict(yaku.BY_NAME))
    monkeypatch.setattr("tablectl.rules.yaku.BY_NAME", names)
    monkeypatch.setattr("tablectl.rules.profile.BY_NAME", names)
    yaku.register(*made)
    space: dict[str, Any] = {"read": read, "value": _value, "yaku": _yaku}
    exec(test, space)
    space["test_all_odd"]()


def _value(hand: str, tile: str, **more: Any) -> HandValue:
    return evaluate(Win(parse_tiles(hand), Tile.parse(tile), tsumo=False), more["ruleset"])


def _yaku(value: HandValue) -> dict[str, int]:
    return {line.name: line.han for line in value.yaku}
