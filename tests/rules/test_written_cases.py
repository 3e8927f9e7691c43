"""Every written case is run by a test: of each kind one takes its cases as parameters."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from tests.rules.written import every_case


@pytest.mark.usefixtures("shared")
def test_every_case_is_run() -> None:
    cases = every_case()
    sources = "".join(path.read_text(encoding="utf-8") for path in sorted(Path(__file__).parent.glob("test_*.py")))
    run = set(re.findall(r'parametrize\("case", written\("(\w+)"\)\)', sources))
    assert [f"{case['id']} of kind {case['kind']}" for case in cases if case["kind"] not in run] == []
    times = Counter(case["id"] for case in cases)
    assert {f"R{number:02}" for number in range(1, 51)} <= set(times)
    assert set(times.values()) == {1}, "an ID names one case"
