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


CHUN = {"type": "pon", "tiles": "777z"}


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


def test_words_of_other_authors() -> None:
    """Y7, K7: winds and rarer forms of a yakuman under several names; FU9: the lift as an item or not."""
    south = {"closed": "234m456p7899s", "win": "6s", "melds": ["pon 222z"]}
    for name in ("jikaze", "seat_wind", "jikaze_S", "yakuhai_south"):
        assert differences(with_hand({}, {"yaku": [[name, 1]]}, {}, **south)) == {}
    tanki = {"closed": "111m333p777999s5z", "win": "5z", "melds": []}
    for name in ("suuankou", "suuankou_tanki"):
        doubled = {"han": 26, "yakuman": 2, "yaku": [[name, "double"]], "limit": "double_yakuman"}
        assert differences(with_hand({"double_yakuman": True}, doubled, {}, **tanki)) == {}
        assert list(differences(with_hand({}, {"yaku": [[name, "double"]]}, {}, **tanki))) == ["yaku"]
    simples = {"closed": "678m6788p345s", "win": "5p", "melds": ["chi 234p"]}
    for lines in ([["futei", 20]], [["base", 20], ["open pinfu", 10]]):
        assert differences(with_hand({}, {"fu": 30, "fu_lines": lines}, {}, **simples)) == {}


def test_fu_items_in_unknown_words_are_compared_by_number() -> None:
    lines = [["futei", 20], ["haku", 4], ["222p closed triplet", 4], ["East twice", 4]]
    hand = {"closed": "222p34567s11z", "win": "8s", "melds": ["pon 555z"]}
    assert differences(with_hand({}, {"fu": 40, "fu_lines": lines}, {"seat": "E"}, **hand)) == {}
    lines[3] = ["East twice", 2]
    assert list(differences(with_hand({}, {"fu_lines": lines}, {"seat": "E"}, **hand))) == ["fu_lines"]


@pytest.mark.parametrize("pao", [{}, {"pao": "N"}, {"pao": 2}, {"pao": {"seat": "N"}}, {"pao": {"daisangen": "N"}}])
def test_liability_is_told_or_follows_from_the_melds(pao: dict[str, Any]) -> None:
    """PA2: who fed the third dragon pays a tsumo; the melds of a case are in the order of their calls."""
    dragons = {"closed": "23m99p", "win": "1m", "melds": ["pon 555z", "pon 666z", {**CHUN, "from": 2}], "by": "tsumo"}
    assert differences(with_hand({}, {"deltas": {"S": 32300, "N": -32300}}, {}, **dragons, **pao)) == {}
    shared = {"deltas": {"E": -16100, "S": 32300, "W": -8100, "N": -8100}}
    assert differences(with_hand({}, shared, {}, **dragons, pao=None)) == {}


def test_liability_for_one_of_two_yakuman() -> None:
    """PA4: for the four winds alone, double, beside all honours."""
    winds = {"closed": "5z", "win": "5z", "melds": [f"pon {kind}{kind}{kind}z" for kind in "1342"], "by": "tsumo"}
    rules = {"pao_scope": "liable_yakuman_only", "daisuushii": "double"}
    paid = {"yakuman": 3, "deltas": {"E": -16000, "S": 96000, "W": -8000, "N": -72000}}
    assert differences(with_hand(rules, paid, {"honba": 0, "pao": "N"}, **winds)) == {}


def test_liability_for_an_open_kan() -> None:
    """PA5: who fed the kan pays the tsumo on its replacement tile."""
    kan = {"type": "daiminkan", "tiles": "2222m", "from": 2}
    hand = {"closed": "345m456p4699s", "win": "5s", "melds": [kan], "by": "tsumo", "flags": ["rinshan"]}
    fed = {"fu": 40, "deltas": {"S": 1800, "N": -1800}}
    assert differences(with_hand({"daiminkan_pao": True}, fed, {}, **hand)) == {}
    assert list(differences(with_hand({}, fed, {}, **hand))) == ["deltas"]


def test_hands_that_may_not_win_and_what_else_is_said_of_them() -> None:
    """FR1: furiten bars a ron, FR4: not a tsumo. Y1: no riichi in an open hand."""
    plain = {"closed": "123456m678p4599s", "win": "3s", "melds": []}
    no = {"valid": False, "reason": "furiten", "han": 0, "yaku": [], "deltas": {}}
    assert differences(with_hand({}, no, {}, **plain, flags=["furiten"])) == {}
    assert differences(with_hand({}, {"han": 2}, {}, **{**plain, "by": "tsumo"}, flags=["furiten"])) == {}
    called = {"closed": "678m6788p345s", "win": "5p", "melds": ["chi 234p"], "riichi": 1}
    assert differences(with_hand({}, {"valid": False}, {}, **called)) == {}


@pytest.mark.parametrize("situation", [{"renchan": 8}, {"wins_in_a_row": 8}, {"paarenchan": True}])
def test_hands_in_a_row(situation: dict[str, Any]) -> None:
    """L14: the count is told in words of several authors."""
    eighth = {"closed": "123456m678p4599s", "win": "3s", "melds": []}
    expect = {"yaku": [["paarenchan", "yakuman"]], "deltas": {"E": 50100, "W": -50100}}
    case = with_hand({"paarenchan": "yakuman"}, expect, {"seat": "E", "honba": 7, **situation}, **eighth)
    assert differences(case) == {}


@pytest.mark.parametrize(
    ("rules", "seat", "event", "deltas"),
    [
        ({"ishi_no_ue_nimo_sannen": "double"}, "S", "double riichi, haitei", [-32000, 64000, -16000, -16000]),
        ({"paarenchan": "yakuman"}, "E", "riichi, ron, the eighth win in a row", [48000, 0, -48000, 0]),
        ({"renhou": "mangan"}, "S", "ron before the first own draw", [0, 8000, -8000, 0]),
        ({}, "S", "double riichi and rinshan, self-draw", [-3900, 7900, -2000, -2000]),
    ],
)
def test_hands_in_words(rules: dict[str, Any], seat: str, event: str, deltas: list[int]) -> None:
    """K3, L14, L15, Y9: what happened is told, the tiles are left open."""
    told = {"seat": seat, "dealer": "E", "discarder": "W", "event": event}
    expect = {"deltas": dict(zip("ESWN", deltas, strict=True))}
    case = {"id": "B", "kind": "win", "title": "in words", "rules": rules, "situation": told, "expect": expect}
    assert differences(case) == {}


def test_counters_of_three_players() -> None:
    """PT5: 200 each, 100 from each payer of a tsumo, where a case says nothing else."""
    hand = {"closed": "99m456p78p345s678s", "win": "9p", "melds": [], "by": "tsumo"}
    paid = {"deltas": {"E": -900, "S": 1500, "W": -600}}
    assert differences(with_hand({"players": 3}, paid, {"honba": 2}, **hand)) == {}


@pytest.mark.parametrize(("rule", "ura"), [({}, 3), ({"kan_ura_dora": False}, 1), ({"ura_dora": False}, 0)])
def test_ura_indicators_that_do_not_count(rule: dict[str, bool], ura: int) -> None:
    """DO6: the first alone without kan ura dora, none without ura dora, whatever was turned."""
    hand = {"closed": "123456m678p4599s", "win": "3s", "melds": [], "riichi": 1, "ura_indicators": ["9m", "8s"]}
    assert differences(with_hand(rule, {"han": 2 + ura}, {}, **hand)) == {}


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
