"""Who gets a tile that several claim."""

from __future__ import annotations

from dataclasses import replace

from tablectl.rules.event import Discarded
from tablectl.rules.priority import granted
from tablectl.rules.ruleset import TENHOU
from tablectl.rules.tile import Tile
from tests.rules.playing import CLOSED, OTHER, S0, S1, S2, S3, after, begun, called, refused, turn, won

CHI, PON, KAN = called(S1, "chi:34m+5m<0"), called(S2, "pon:55m+5m<0"), called(S3, "daiminkan:555m+5m<0")
NEAR, FAR = won(S2, S0, "6s", CLOSED), won(S3, S0, "6s", OTHER)


def test_ron_comes_before_pon_and_kan_and_those_before_chi() -> None:
    """TU5"""
    assert granted((CHI, PON), TENHOU) == (PON,)
    assert granted((CHI, KAN), TENHOU) == (KAN,)
    assert granted((CHI, PON, FAR, NEAR), TENHOU) == (NEAR, FAR)
    assert granted((), TENHOU) == ()


def test_where_the_first_to_call_goes_first_a_ron_still_stands_before_it() -> None:
    """TU5"""
    first = replace(TENHOU, call_order_priority=True)
    assert granted((CHI, PON), first) == (CHI,)
    assert granted((CHI, NEAR), first) == (NEAR,)


def test_head_bump_leaves_the_nearest_winner() -> None:
    """PT8"""
    assert granted((FAR, NEAR), replace(TENHOU, multi_ron="head_bump")) == (NEAR,)
    assert granted((FAR, NEAR), replace(TENHOU, triple_ron="head_bump")) == (NEAR, FAR)


def test_who_pons_the_winning_tile_has_not_won() -> None:
    """TU6: the hand plays on, and the tile is gone."""
    game = after(begun(), *turn(S0, "8p"), called(S1, "pon:88p+8p<0"))
    refused(game, "no tile to win on", won(S1, S0, "8p", "23456777m45s"))
    after(game, Discarded(S1, Tile.parse("9s")))
