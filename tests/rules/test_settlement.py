"""Who pays whom."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablectl.rules.event import RyuukyokuKind
from tablectl.rules.ledger import Entry, Ledger
from tablectl.rules.pao import Pao
from tablectl.rules.ruleset import TENHOU, Ruleset
from tablectl.rules.ryuukyoku import abortive, exhaustive, nagashi_mangan
from tablectl.rules.score import HandValue, Win, evaluate
from tablectl.rules.seat import BySeat, Seat
from tablectl.rules.settlement import Settlement, settle_win
from tablectl.rules.tile import Tile, parse_tiles

S0, S1, S2, S3 = Seat
CHEAP = evaluate(Win(parse_tiles("234567m34588p45s"), Tile.parse("6s"), False), TENHOU)
DAISANGEN = evaluate(Win(parse_tiles("555666777z2344m"), Tile.parse("1m"), False), TENHOU)


def settled(
    winner: Seat,
    source: Seat,
    value: HandValue = CHEAP,
    *,
    honba: int = 0,
    deposits: int = 0,
    dealer: Seat = S0,
    pao: Seat | None = None,
    ruleset: Ruleset = TENHOU,
) -> Settlement:
    return settle_win(
        winner=winner,
        source=source,
        value=value,
        dealer=dealer,
        honba=honba,
        deposits=deposits,
        pao=() if pao is None else (Pao(winner, pao, "daisangen"),),
        ruleset=ruleset,
    )


@pytest.mark.parametrize(
    ("winner", "source", "honba", "deposits", "deltas"),
    [
        (S1, S2, 0, 0, [0, 2000, -2000, 0]),
        (S0, S2, 0, 0, [2900, 0, -2900, 0]),
        (S1, S1, 0, 0, [-1000, 2000, -500, -500]),
        (S0, S0, 0, 0, [3000, -1000, -1000, -1000]),
        (S1, S2, 2, 3, [0, 5600, -2600, 0]),
        (S1, S1, 1, 1, [-1100, 3300, -600, -600]),
    ],
)
def test_payments(winner: Seat, source: Seat, honba: int, deposits: int, deltas: list[int]) -> None:
    assert list(settled(winner, source, honba=honba, deposits=deposits).deltas) == deltas


THREE = replace(TENHOU, players=3, honba_value=200)
TWO = replace(TENHOU, players=2, honba_value=100)


@pytest.mark.parametrize(
    ("winner", "source", "rules", "deltas"),
    [
        (S1, S2, THREE, [0, 2200, -2200]),
        (S1, S1, THREE, [-1100, 1700, -600]),
        (S0, S0, THREE, [2200, -1100, -1100]),
        (S1, S1, replace(THREE, tsumo_loss=False), [-1300, 2200, -900]),
        (S0, S0, replace(THREE, tsumo_loss=False), [3200, -1600, -1600]),
        (S1, S0, TWO, [-2100, 2100]),
        (S1, S1, TWO, [-1100, 1100]),
        (S1, S1, replace(TWO, tsumo_loss=False), [-2100, 2100]),
    ],
)
def test_three_and_two_players(winner: Seat, source: Seat, rules: Ruleset, deltas: list[int]) -> None:
    """EQ1, PT5: each payer of a tsumo gives its part of the counters; a missing seat's part is lost or shared."""
    assert list(settled(winner, source, honba=1, ruleset=rules).deltas) == deltas


def test_counters_of_another_value() -> None:
    rules = replace(TENHOU, honba_value=1500)
    assert list(settled(S1, S1, honba=1, ruleset=rules).deltas) == [-1500, 3500, -1000, -1000]


@pytest.mark.parametrize(
    ("source", "pao", "honba_by", "deltas"),
    [
        (S2, S3, "discarder", [0, 0, 33300, -32300]),
        (S1, S3, "discarder", [0, -16300, 32300, -16000]),
        (S1, S3, "liable", [0, -16000, 32300, -16300]),
        (S3, S3, "discarder", [0, 0, 32300, -32300]),
    ],
)
def test_pao(source: Seat, pao: Seat, honba_by: str, deltas: list[int]) -> None:
    deposits = 1 if source is S2 else 0
    rules = replace(TENHOU, pao_ron_honba=honba_by)  # type: ignore[arg-type]
    result = settled(S2, source, DAISANGEN, honba=1, deposits=deposits, pao=pao, ruleset=rules)
    assert list(result.deltas) == deltas


def test_the_liable_pays_for_one_yakuman_only_where_the_rules_say_so() -> None:
    double = replace(DAISANGEN, yakuman=("daisangen", "tsuuiisou"), multiples=(1, 1), base=16000)
    assert list(settled(S1, S1, double, pao=S2).deltas) == [0, 64000, -64000, 0]
    rules = replace(TENHOU, pao_scope="liable_yakuman_only")
    assert list(settled(S1, S1, double, pao=S2, ruleset=rules).deltas) == [-16000, 64000, -40000, -8000]


@pytest.mark.parametrize(
    ("tenpai", "deltas"),
    [
        ((True, False, False, False), [3000, -1000, -1000, -1000]),
        ((True, True, False, False), [1500, 1500, -1500, -1500]),
        ((True, True, True, False), [1000, 1000, 1000, -3000]),
        ((True, True, True, True), [0, 0, 0, 0]),
        ((False, False, False, False), [0, 0, 0, 0]),
        ((True, False, False), [2000, -1000, -1000]),
        ((True, False, True), [1000, -2000, 1000]),
        ((True, True, True), [0, 0, 0]),
        ((False, False, False), [0, 0, 0]),
        ((True, False), [1000, -1000]),
        ((True, True), [0, 0]),
    ],
)
def test_noten_payments(tenpai: tuple[bool, ...], deltas: list[int]) -> None:
    """DR1"""
    rules = {4: TENHOU, 3: THREE, 2: TWO}[len(tenpai)]
    assert list(exhaustive(BySeat.of(tenpai), rules).deltas) == deltas


def test_other_noten_pools() -> None:
    """DR1: also one that does not part evenly, or none."""
    three = BySeat(True, False, True, True)
    assert list(exhaustive(three, replace(TENHOU, noten_pool=1000)).deltas) == [400, -1000, 300, 300]
    assert list(exhaustive(three, replace(TENHOU, noten_pool=0)).deltas) == [0, 0, 0, 0]
    assert list(exhaustive(BySeat(True, False), replace(TWO, noten_pool_2p=1500)).deltas) == [1500, -1500]
    assert list(exhaustive(BySeat(True, False, False), replace(THREE, noten_pool_3p=3000)).deltas) == [
        3000,
        -1500,
        -1500,
    ]


def test_nagashi_mangan_of_two() -> None:
    """DR6, Y26"""
    result = nagashi_mangan((S1, S3), BySeat.fill(False), S0, TENHOU)
    assert list(result.deltas) == [-8000, 6000, -4000, 6000]


@pytest.mark.parametrize(
    ("rules", "nagashi", "dealer", "deltas"),
    [
        # As a draw counters and sticks stay (DR5).
        (TENHOU, (S1,), S0, [-4000, 8000, -2000, -2000]),
        (TENHOU, (S0,), S0, [12000, -4000, -4000, -4000]),
        # As a win the first of them gets both.
        (replace(TENHOU, nagashi_mangan="win"), (S1,), S0, [-4200, 10600, -2200, -2200]),
        (replace(TENHOU, nagashi_mangan="win"), (S3, S1), S0, [-8200, 4000 + 1800, -4200, 8600]),
        # Three players lose the missing seat's part, or share it.
        (THREE, (S0,), S2, [6000, -2000, -4000]),
        (replace(THREE, tsumo_loss=False), (S0,), S2, [8000, -3000, -5000]),
        (TWO, (S1,), S0, [-4000, 4000]),
    ],
)
def test_nagashi_mangan(rules: Ruleset, nagashi: tuple[Seat, ...], dealer: Seat, deltas: list[int]) -> None:
    """DR6, Y26"""
    tenpai = BySeat.fill(False, rules.players)
    settled = nagashi_mangan(nagashi, tenpai, dealer, rules, honba=2, deposits=2)
    assert list(settled.deltas) == deltas
    assert (settled.nagashi, settled.winner) == (nagashi, nagashi[0] if rules.nagashi_mangan == "win" else None)
    assert settled.deposits == (2000 if rules.nagashi_mangan == "win" else 0)


def test_nobody_pays_for_an_abortive_draw() -> None:
    assert list(abortive(RyuukyokuKind.SUUFON_RENDA, TENHOU).deltas) == [0, 0, 0, 0]


def test_the_ledger_keeps_points_and_sticks() -> None:
    ledger = Ledger(BySeat.fill(25000)).add(Entry(S1, -1000, "riichi"))
    assert (list(ledger.points), ledger.deposits) == ([25000, 24000, 25000, 25000], 1000)
    ledger = ledger.add(*settled(S2, S3, honba=1, deposits=1).entries)
    assert (list(ledger.points), ledger.deposits) == ([25000, 24000, 28300, 22700], 0)
