"""Dice point counter-clockwise; two throws, one throw or East find the first dealer; the deal goes to the right."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tablectl.export.mjai import read
from tablectl.replay import rules_of, text_lines
from tablectl.rules.dice import pointed
from tablectl.rules.event import HandEnded
from tablectl.rules.firstdealer import FirstDealer, first_dealer
from tablectl.rules.game import new_game, play
from tablectl.rules.instruction import Action
from tablectl.rules.ruleset import TENHOU
from tablectl.rules.seat import BySeat, Seat
from tablectl.rules.seatdraw import Seating

S0, S1, S2, S3 = Seat
NAMES = BySeat("Ann", "Bob", "Cem", "Dee")


@pytest.mark.parametrize("thrower", list(Seat))
def test_whom_a_throw_points_to(thrower: Seat) -> None:
    """DE1: 5 9 self, 2 6 10 right, 3 7 11 across, 4 8 12 left."""
    table = {0: (5, 9), 1: (2, 6, 10), 2: (3, 7, 11), 3: (4, 8, 12)}
    for steps, totals in table.items():
        for sum_of_dice in totals:
            dice = (max(1, sum_of_dice - 6), min(6, sum_of_dice - 1))
            assert pointed(thrower, dice) is thrower.right(steps)


def test_fewer_players_count_only_themselves() -> None:
    """DE1 for three and two players: the thrower is 1, the right neighbour 2."""
    assert [pointed(S0, (1, pips), 3) for pips in (1, 2, 3)] == [S1, S2, S0]
    assert [pointed(S1, (1, pips), 2) for pips in (1, 2)] == [S0, S1]


def test_two_throws_by_a_temporary_dealer() -> None:
    """DE2: East throws for the temporary dealer, who throws for the first dealer."""
    search = first_dealer(Seating(NAMES, S1), TENHOU)
    assert search.next is not None and search.next.text == "Bob throws the dice for the temporary dealer."
    search = search.throw((2, 2))
    assert (search.temporary_dealer, search.dealer) == (S0, None)
    assert (
        search.next is not None and search.next.text == "Ann, temporary dealer, throws the dice for the first dealer."
    )
    search = search.throw((6, 5))
    assert (search.dealer, search.next) == (S2, None)
    with pytest.raises(ValueError, match="the first dealer is known already, chair 2"):
        search.throw((1, 1))


def test_one_throw_and_none() -> None:
    """DE2: one throw; or the drawer of East deals first."""
    search = first_dealer(Seating(NAMES, S3), replace(TENHOU, first_dealer="one_throw"))
    assert search.next is not None and search.next.text == "Dee throws the dice for the first dealer."
    assert search.throw((1, 1)).dealer is S0
    assert first_dealer(Seating(NAMES, S3), replace(TENHOU, first_dealer="east")).dealer is S3


def test_after_free_seating_the_table_says_who_throws() -> None:
    """DE2 SE1."""
    search = FirstDealer(BySeat("Ann", "Bob", "Cem"))
    assert search.next is not None and search.next.action is Action.NAME_CHAIR
    with pytest.raises(ValueError, match="chair 3: nobody sits there"):
        search.choose(S3)
    with pytest.raises(ValueError, match=r"thrown: not now. Say who throws the dice"):
        search.throw((1, 1))
    with pytest.raises(ValueError, match="dice 1-9"):
        search.choose(S2).throw((1, 9))
    assert search.choose(S2).throw((1, 1)).throw((1, 2)).dealer is S2
    east = replace(search, method="east")
    assert east.next is not None and east.next.text == "Say who is East."
    assert east.choose(S1).dealer is S1


@pytest.mark.parametrize("name", ["g000", "g020", "g140"])
def test_the_deal_goes_to_the_right_or_stays(shared: Path, name: str) -> None:
    """DE3: whoever wins, the next dealer is the right-hand neighbour unless the dealer stays."""
    lines = read(text_lines(shared / "data" / "logs" / "games" / f"{name}.mjson.gz"), name)
    rules = rules_of(lines[0], TENHOU, name)
    game, passed = new_game(rules), 0
    for line in lines:
        before, game = game, play(game, line.event)
        if isinstance(line.event, HandEnded) and not game.over:
            assert game.dealer in (before.dealer, before.dealer.right(players=rules.players))
            passed += game.dealer is not before.dealer
    assert passed >= 3
