"""Rules that cannot stand together: each entry is met by one rule set, and none by the defaults."""

from __future__ import annotations

import pytest

from tablectl.rules.contradiction import CONTRADICTIONS, contradictions
from tablectl.rules.profile import OPTIONS, read
from tablectl.rules.ruleset import TENHOU

CLASHES: list[dict[str, object]] = [
    {"players": 3},
    {"uma": [50, 10, -10, -30]},
    {"uma_by_below": [[8, 3, 1, -12], [8, 4, -4, -8], [12, -1, -3, -7]]},
    {"players": 3, "uma": [10, 0, -10], "uma_by_below": [[8, 3, 1, -12]] * 3},
    {"start": 40000},
    {"players": 3, "uma": [10, 0, -10], "red_fives": [1, 1, 1]},
    {"west_entry": False},
    {"length": "per_hand"},
    {"bankruptcy": False, "bankruptcy_limit": -5000},
    {"ura_dora": False},
    {"kan_dora_closed": "none", "kan_dora_open": "none", "kan_dora_added": "none"},
    {"open_riichi_tsumo_only": True},
    {"aotenjou": True, "kiriage_mangan": True},
    {"aotenjou": True, "kazoe_yakuman": "multiple"},
    {"most_yakuman": 1, "double_yakuman": True},
    {"most_yakuman": 4, "multiple_yakuman": False},
    {"multi_ron": "head_bump", "triple_ron": "paid"},
    {"seat_draw": "other"},
    {"stick_kit": "custom", "stick_kit_custom": [1, 0, 0, 0, 0], "start": 5000},
]


@pytest.mark.parametrize(("entry", "raw"), list(zip(CONTRADICTIONS, CLASHES, strict=True)))
def test_each_contradiction_is_found(entry: object, raw: dict[str, object]) -> None:
    assert entry in contradictions(read(raw))


def test_the_defaults_have_none_and_fields_are_options() -> None:
    assert contradictions(TENHOU) == ()
    assert {name for entry in CONTRADICTIONS for name in entry.fields} <= set(OPTIONS)


def test_head_bump_for_two_and_a_draw_for_three_may_stand_together() -> None:
    assert contradictions(read({"multi_ron": "head_bump", "triple_ron": "abort"})) == ()
