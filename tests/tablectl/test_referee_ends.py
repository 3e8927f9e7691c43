"""Hands laid open: wins and a draw by what they show."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablectl.referee import Mismatch, Question, Reading, interpret
from tablectl.rules.event import Discarded, Drawn, Drew, HandEnded, RiichiAccepted, RiichiDeclared, RyuukyokuKind, Won
from tablectl.rules.game import play
from tablectl.rules.seat import BySeat
from tablectl.rules.tile import parse_tiles
from tablectl.table import Area, SeenHand, SeenTile, TableSnapshot, Zone
from tests.tablectl.tables import S0, S1, S2, S3, START, played, table_after, tile, turn, turns, unsure, with_river

WAITING = parse_tiles("234567m234p2255s")


def test_a_hand_that_wins_waits_for_its_ura_indicators() -> None:
    riichi = (Drawn(S0), RiichiDeclared(S0), Discarded(S0, tile("9m")), RiichiAccepted(S0))
    before = (*riichi, *turn(S1, "9s"), *turn(S2, "9p"), *turn(S3, "5s"))
    won = Won(S0, S3, tile("5s"), WAITING, parse_tiles("3z"))
    table = table_after(*before, won)
    game = played(*before)
    assert interpret(game, replace(table, ura=())) == Reading()
    assert interpret(game, table) == Reading((won,))
    game = play(game, won)
    assert interpret(game, table) == Reading()
    assert interpret(game, TableSnapshot()) == Reading((HandEnded(),))


@pytest.mark.parametrize(("other", "asked"), [("1z", False), ("9p", False), ("3m", False), ("1s", True)])
def test_a_doubtful_ura_is_asked_only_where_it_changes_what_is_paid(other: str, asked: bool) -> None:
    riichi = (Drawn(S0), RiichiDeclared(S0), Discarded(S0, tile("9m")), RiichiAccepted(S0))
    before = (*riichi, *turn(S1, "9s"), *turn(S2, "9p"), *turn(S3, "5s"))
    won = Won(S0, S3, tile("5s"), WAITING, parse_tiles("3z"))
    table = table_after(*before, won)
    doubtful = unsure(("3z", 0.6), (other, 0.395))
    found = interpret(played(*before), replace(table, ura=(replace(doubtful, stack=table.ura[0].stack),)))
    if asked:
        assert isinstance(found, Question) and found.choices[0].events == (won,)
    else:
        assert found == Reading((won,))


def test_a_drawn_tile_set_apart_wins_by_tsumo() -> None:
    won = Won(S0, S0, tile("5s"), WAITING)
    assert interpret(played(), table_after(Drawn(S0, tile("5s")), won)) == Reading((Drawn(S0), won))


def test_a_second_hand_opened_later_wins_on_the_same_discard() -> None:
    first = Won(S2, S0, tile("5s"), WAITING)
    second = Won(S1, S0, tile("5s"), parse_tiles("234678m678p3334s"))
    game = played(*turns("5s"), first)
    assert interpret(game, table_after(*turns("5s"), first)) == Reading()
    assert interpret(game, table_after(*turns("5s"), second, first)) == Reading((second,))


def test_two_hands_opened_together_win_in_turn_order() -> None:
    first = Won(S1, S0, tile("5s"), parse_tiles("234678m678p3334s"))
    second = Won(S2, S0, tile("5s"), WAITING)
    assert interpret(played(*turns("5s")), table_after(*turns("5s"), second, first)) == Reading((first, second))


def test_a_winning_tile_seen_clearly_later_corrects_the_win() -> None:
    before = turns("5s")
    true = Won(S1, S0, tile("5s"), parse_tiles("234067m234p5678s"))
    misread = replace(true, hand=parse_tiles("234567m234p5678s"))
    log = (*START, *before, misread)
    found = interpret(played(*before, misread), table_after(*before, true), log=log)
    assert isinstance(found, Reading)
    assert [item.events for item in found.corrections] == [(true,)]


@pytest.mark.parametrize("hidden", [frozenset(), frozenset({(S2, Area.RIVER)}), frozenset({(S1, Area.HAND)})])
def test_the_next_deal_corrects_nothing_of_the_hand_before(hidden: frozenset[Zone]) -> None:
    before = turns("5s")
    won = Won(S1, S0, tile("5s"), parse_tiles("234067m234p5678s"))
    next_deal = TableSnapshot(dora=(SeenTile(tile("1m"), 1.0),), stale=hidden)
    found = interpret(played(*before, won), next_deal, log=(*START, *before, won))
    assert found == (Reading() if hidden else Reading((HandEnded(),)))
    swept = replace(table_after(*before, won), hands=BySeat(*[SeenHand()] * 4), dora=next_deal.dora)
    assert interpret(played(*before, won), swept, log=(*START, *before, won)) == Reading()


def test_a_winner_may_take_the_discard_to_its_hand() -> None:
    won = Won(S1, S0, tile("5s"), WAITING)
    table = table_after(*turns("5s"), won)
    hand = SeenHand((*table.hands[S1].open, SeenTile(tile("5s"), apart=True)), standing=0)
    table = replace(with_river(table, S0), hands=table.hands.set(S1, hand))
    assert interpret(played(*turns("5s")), table) == Reading((won,))


@pytest.mark.parametrize(("face", "chance"), [("6s", 0.6), ("6s", 0.95), ("5s", 0.6)])
def test_a_misread_winning_hand_is_never_settled_on_a_guess(face: str, chance: float) -> None:
    before = turns("5s")
    won = Won(S1, S0, tile("5s"), WAITING)
    table = table_after(*before, won)
    *rest, _ = table.hands[S1].open
    misread = SeenTile(tile(face), chance, options=((tile(face), chance), (tile("5s"), 0.04), (tile("0s"), 0.03)))
    hands = table.hands.set(S1, SeenHand((*rest, misread), standing=0))
    found = interpret(played(*before), replace(table, hands=hands))
    assert isinstance(found, Question | Mismatch)
    if isinstance(found, Question):
        assert all(isinstance(choice.events[-1], Won) for choice in found.choices)


def test_nine_terminals_and_honours_laid_open_end_the_hand() -> None:
    hand = parse_tiles("19m19p19s1234z2345m")
    hands = table_after().hands.set(S0, SeenHand(tuple(map(SeenTile, hand)), standing=0))
    found = interpret(played(), replace(table_after(), hands=hands))
    assert isinstance(found, Reading)
    drew = found.events[-1]
    assert isinstance(drew, Drew) and drew.kind is RyuukyokuKind.KYUUSHU_KYUUHAI
