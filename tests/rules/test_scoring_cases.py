"""Written cases of wins, and the benchmark that compares them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from benchmarks.recorded_wins import rows
from benchmarks.scoring_cases import Comparison, differences
from tests.rules.written import written

CASE: dict[str, Any] = {
    "id": "A",
    "kind": "win",
    "title": "three fives and a guest wind",
    "rules": {"uumensai": 2},
    "situation": {"round_wind": "E", "seat": "S", "dealer": "E", "honba": 1, "riichi_sticks": 0},
    "hand": {
        "closed": "111m234p567s5z",
        "win": "5z",
        "melds": [{"type": "pon", "tiles": "333z", "from": 1}],
        "by": "ron",
        "discarder": "W",
        "riichi": 0,
        "flags": [],
        "dora_indicators": [],
        "ura_indicators": [],
    },
    "expect": {
        "valid": True,
        "han": 2,
        "fu": 40,
        "yaku": [["uumensai", 2]],
        "fu_lines": [["futei", 20], ["111m closed triplet", 8], ["333z pon set", 4], ["pair", 2], ["tanki", 2]],
        "deltas": {"E": 0, "S": 2900, "W": -2900, "N": 0},
    },
}


def with_expected(**facts: object) -> dict[str, Any]:
    return {**CASE, "expect": {**CASE["expect"], **facts}}


def with_hand(
    rules: dict[str, Any], expect: dict[str, Any], situation: dict[str, Any], **hand: object
) -> dict[str, Any]:
    return {
        **CASE,
        "rules": rules,
        "situation": {**CASE["situation"], **situation},
        "hand": {**CASE["hand"], **hand},
        "expect": expect,
    }


@pytest.mark.parametrize("case", written("win"))
def test_win(case: dict[str, Any]) -> None:
    assert differences(case) == {}


def test_the_cases_of_wins_are_counted(shared: Path) -> None:
    """Those of settlements, legality and the end are left out."""
    result = Comparison()
    for raw in rows(shared / "data" / "scoring-cases.jsonl"):
        result.add(raw)
    assert result.wrong == []
    assert result.cases >= 26
    assert {"settle", "legality", "end"} <= set(result.left_out)


@pytest.mark.parametrize(
    ("facts", "name"),
    [
        ({"han": 3}, "han"),
        ({"fu": 30}, "fu"),
        ({"yaku": [["uumensai", 1]]}, "yaku"),
        ({"limit": "mangan"}, "limit"),
        ({"yakuman": 1}, "yakuman"),
        ({"fu_lines": [["futei", 20]]}, "fu_lines"),
        ({"deltas": {"S": 2600}}, "deltas"),
        ({"valid": False}, "valid"),
        ({"points": 2600}, "case"),
    ],
)
def test_what_differs_is_found(facts: dict[str, Any], name: str) -> None:
    assert differences(CASE) == {}
    assert list(differences(with_expected(**facts))) == [name]


def test_what_is_not_understood_differs() -> None:
    assert "no rule has this name" in differences({**CASE, "rules": {"uumensay": 2}})["case"]
    assert "flag 'lucky'" in differences(with_hand({}, {}, {}, flags=["lucky"]))["case"]


def test_a_hand_without_yaku() -> None:
    case = with_hand({}, {"valid": False, "reason": "no yaku"}, {})
    assert differences(case) == {}
    assert "no yaku" in differences(with_hand({}, {"han": 2}, {}))["han"]


def test_flags_kita_and_three_players() -> None:
    """An open riichi (RI9), kita (DO10) and payments of three seats are read from a case."""
    ready = {"closed": "234567p34588s99p", "win": "2s", "melds": [], "riichi": 1}
    plain = {"closed": "456m456p3458899s", "win": "8s", "melds": [], "riichi": 1}
    deal_in = {"han": 13, "yakuman": ["open_riichi_deal_in"], "limit": "yakuman", "deltas": {"S": 32300, "W": -32300}}
    assert differences(with_hand({"open_riichi": 2}, deal_in, {}, **plain, flags=["open_riichi"])) == {}
    kita = {"han": 3, "yaku": [["riichi", 1], ["nukidora", 2]], "deltas": {"E": 0, "S": 5400, "W": -5400}}
    three = with_hand(
        {"players": 3, "honba_value": 200},
        kita,
        {"players": 3},
        **{**plain, "closed": "999m456p3458899s", "melds": [{"type": "kita", "tiles": "44z"}]},
    )
    assert differences(three) == {}
    assert differences({**three, "hand": {**three["hand"], **ready}})["han"].startswith("none")
