"""Liability: for which yakuman, how much of a tsumo or a ron, and who pays the counters."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablectl.rules.pao import DAIMINKAN, Pao
from tablectl.rules.ruleset import TENHOU, Ruleset
from tablectl.rules.score import HandValue, Win, evaluate
from tablectl.rules.seat import Seat
from tablectl.rules.settlement import Settlement, settle_win
from tablectl.rules.tile import Tile, parse_tiles

S0, S1, S2, S3 = Seat
CHEAP = evaluate(Win(parse_tiles("234567m34588p45s"), Tile.parse("6s"), False), TENHOU)
ONLY_OWN = replace(TENHOU, pao_scope="liable_yakuman_only")


def yakuman(*names: str, times: int = 1) -> HandValue:
    """A hand with these yakuman, the first one counted so many times."""
    multiples = (times, *(1 for _ in names[1:]))
    return replace(CHEAP, yakuman=names, multiples=multiples, limit="yakuman", base=8000 * sum(multiples))


def paid(
    value: HandValue,
    winner: Seat,
    source: Seat,
    *pao: tuple[Seat, str],
    honba: int = 0,
    rules: Ruleset = TENHOU,
) -> Settlement:
    return settle_win(
        winner=winner,
        source=source,
        value=value,
        dealer=S0,
        honba=honba,
        deposits=0,
        pao=tuple(Pao(winner, liable, name) for liable, name in pao),
        ruleset=rules,
    )


@pytest.mark.parametrize(
    ("source", "rules", "deltas"),
    [
        # PA2: the liable seat pays all of a tsumo, counters included.
        (S1, TENHOU, [0, 32600, 0, -32600]),
        # PA3: half of a ron from another seat; the counters by either.
        (S2, TENHOU, [0, 32600, -16600, -16000]),
        (S2, replace(TENHOU, pao_ron_honba="liable"), [0, 32600, -16000, -16600]),
        # Its own discard costs all of it.
        (S3, TENHOU, [0, 32600, 0, -32600]),
    ],
)
def test_the_liable_seat_pays(source: Seat, rules: Ruleset, deltas: list[int]) -> None:
    settled = paid(yakuman("daisangen"), S1, source, (S3, "daisangen"), honba=2, rules=rules)
    assert list(settled.deltas) == deltas
    assert settled.pao == (() if source is S3 else (Pao(S1, S3, "daisangen"),))


def test_a_yakuman_that_the_hand_has_not_makes_nobody_liable() -> None:
    """PA1"""
    settled = paid(yakuman("tsuuiisou"), S1, S1, (S3, "daisangen"))
    assert (list(settled.deltas), settled.pao) == ([-16000, 32000, -8000, -8000], ())


@pytest.mark.parametrize(
    ("source", "rules", "deltas"),
    [
        (S1, TENHOU, [0, 64000, 0, -64000]),
        (S1, ONLY_OWN, [-16000, 64000, -8000, -40000]),
        (S2, TENHOU, [0, 64000, -32000, -32000]),
        (S2, ONLY_OWN, [0, 64000, -48000, -16000]),
    ],
)
def test_of_several_yakuman_for_its_own_or_for_all(source: Seat, rules: Ruleset, deltas: list[int]) -> None:
    """PA4"""
    value = yakuman("daisangen", "tsuuiisou")
    assert list(paid(value, S1, source, (S3, "daisangen"), rules=rules).deltas) == deltas


def test_a_double_yakuman_is_liable_for_both_parts() -> None:
    """PA4, K6"""
    value = yakuman("daisuushii", "tsuuiisou", times=2)
    settled = paid(value, S1, S1, (S3, "daisuushii"), rules=ONLY_OWN)
    assert list(settled.deltas) == [-16000, 96000, -8000, -72000]


@pytest.mark.parametrize(
    ("source", "names", "rules", "deltas"),
    [
        # Each answers for its own; the nearest in turn pays the counter.
        (S1, ("daisangen", "suukantsu"), ONLY_OWN, [0, 64300, -32300, -32000]),
        (S0, ("daisangen", "suukantsu"), ONLY_OWN, [-32300, 64300, -16000, -16000]),
        # What nobody fed is shared with the whole hand, and paid by all without.
        (S1, ("daisangen", "suukantsu", "tsuuiisou"), TENHOU, [0, 96300, -48300, -48000]),
        (S1, ("daisangen", "suukantsu", "tsuuiisou"), ONLY_OWN, [-16000, 96300, -40300, -40000]),
        # The discarder, liable for one, pays that one alone and half of the other.
        (S2, ("daisangen", "suukantsu"), TENHOU, [0, 64300, -48300, -16000]),
    ],
)
def test_two_liable_seats(source: Seat, names: tuple[str, ...], rules: Ruleset, deltas: list[int]) -> None:
    """PA1: one fed the third dragon, the other the fourth kan."""
    settled = paid(yakuman(*names), S1, source, (S2, "daisangen"), (S3, "suukantsu"), honba=1, rules=rules)
    assert list(settled.deltas) == deltas


def test_the_feeder_of_an_open_kan_pays_the_whole_tsumo() -> None:
    """PA5: what all would have paid, each part rounded; by ron nobody is liable."""
    value = replace(CHEAP, base=240)
    settled = paid(value, S1, S1, (S3, DAIMINKAN), honba=1)
    assert list(settled.deltas) == [0, 1100 + 300, 0, -1100 - 300]
    assert [(share.times, share.points) for share in settled.shares] == [(2, 500), (1, 300), (1, 300)]
    assert list(paid(value, S0, S0, (S3, DAIMINKAN)).deltas) == [1500, 0, 0, -1500]


def test_a_yakuman_fed_by_one_on_the_open_kan_of_another() -> None:
    """PA4, PA5: each pays its own part where the scope is the own yakuman."""
    value = yakuman("daisangen", "tsuuiisou")
    fed = ((S2, "daisangen"), (S3, DAIMINKAN))
    assert list(paid(value, S1, S1, *fed, rules=ONLY_OWN).deltas) == [0, 64000, -32000, -32000]
    assert list(paid(value, S1, S1, *fed).deltas) == [0, 64000, -64000, 0]


def test_three_players_pay_a_yakuman_as_by_ron() -> None:
    """PA2: nothing is lost with the missing seat."""
    rules = replace(TENHOU, players=3, honba_value=200)
    settled = paid(yakuman("daisangen"), S1, S1, (S2, "daisangen"), honba=1, rules=rules)
    assert list(settled.deltas) == [0, 32200, -32200]
