"""The rule checklist is the measure: each of its items has a test that names it."""

from __future__ import annotations

import re
from pathlib import Path

from tablectl.rules.profile import OPTIONS
from tablectl.rules.yaku import BY_NAME

TESTS = Path(__file__).parents[1]
ITEMS = (TESTS / "data/checklist.txt").read_text(encoding="utf-8").split()


def test_every_item_is_named_by_a_test() -> None:
    own = Path(__file__)
    sources = "\n".join(path.read_text(encoding="utf-8") for path in sorted(TESTS.rglob("test_*.py")) if path != own)
    named = set(re.findall(r"\b[A-Z]{1,2}\d+\b", sources))
    missing = [item for item in ITEMS if item not in named]
    assert not missing, f"{len(missing)} of {len(ITEMS)} items without a test: {' '.join(missing)}"


def test_options_and_yaku_name_items_of_the_list() -> None:
    named = {name: option.item for name, option in OPTIONS.items()} | {name: y.item for name, y in BY_NAME.items()}
    wrong = {name: item for name, item in named.items() if not item or set(item.split()) - set(ITEMS)}
    assert not wrong
