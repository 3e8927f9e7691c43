"""Cases written down in the shared data, each a test named by its ID."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from tablectl.rules.profile import read
from tablectl.rules.ruleset import TENHOU, Ruleset
from tests.conftest import shared_folder

Case = dict[str, Any]
PATH = shared_folder() / "data" / "scoring-cases.jsonl"


def every_case() -> list[Case]:
    """All cases of the file; none where there is no shared data."""
    lines = PATH.read_text(encoding="utf-8").splitlines() if PATH.is_file() else []
    return [json.loads(line) for line in lines if line.strip()]


def written(kind: str) -> list[Any]:
    """The cases of a kind as parameters of a test; without shared data a single one that is skipped."""
    if not PATH.is_file():
        skipped = pytest.mark.skip(reason=f"no {PATH}: set TABLECTL_SHARED to the folder of shared data")
        return [pytest.param({}, id=kind, marks=skipped)]
    return [pytest.param(case, id=case["id"]) for case in every_case() if case["kind"] == kind]


def rules_of(case: Case) -> Ruleset:
    """The rules of a case; three players count 200 a counter where it does not say otherwise (PT5)."""
    situation = case["situation"]
    players = case["rules"].get("players", situation.get("players", 4))
    base = TENHOU if players == 4 else replace(TENHOU, honba_value=100 * (players - 1), uma=(0,) * players)
    told = {name: situation[name] for name in ("start", "target") if name in situation}
    return read({"players": players, **told, **case["rules"]}, base)
