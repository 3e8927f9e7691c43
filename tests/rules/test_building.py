"""The walls are built, broken and dealt as told, for four, three and two players."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablectl.rules.building import Building, building, deal_order
from tablectl.rules.dice import pointed
from tablectl.rules.instruction import Action, Instruction
from tablectl.rules.ruleset import TENHOU
from tablectl.rules.seat import Seat, Wind, seats
from tablectl.rules.tile import Tile, all_tiles
from tablectl.rules.tileset import faults
from tablectl.rules.wall import BUILDS, Place, dealt

S0, S1, S2, S3 = Seat
DEALINGS: tuple[Literal["chonchon", "plain"], ...] = ("chonchon", "plain")
dice = st.tuples(st.integers(1, 6), st.integers(1, 6))


def test_a_set_is_counted() -> None:
    """EQ1, EQ2: 34 kinds of four, three players without 2m to 8m; a faulty set is told tile by tile."""
    assert (len(all_tiles()), faults(reversed(all_tiles()), TENHOU)) == (136, ())
    sanma = replace(TENHOU, players=3)
    without = tuple(tile for tile in all_tiles() if not 1 <= tile.kind <= 7)
    assert (len(without), faults(without, sanma)) == (108, ())
    assert len(faults(without, TENHOU)) == 8
    faulty = (*all_tiles()[1:], Tile.parse("3p"))
    assert [str(fault) for fault in faults(faulty, TENHOU)] == [
        "3 of 1m, the set has 4",
        "5 of 3p, the set has 4",
    ]


def _texts(steps: tuple[Instruction, ...], *actions: Action) -> list[str]:
    return [step.text for step in steps if step.action in actions]


def test_before_the_throw() -> None:
    """WA1, EQ4: the marker is turned at each new round wind. EQ7: counters are the dealer's own sticks."""
    east = building(TENHOU, dealer=S2, wind=Wind.EAST, number=1, honba=0, first_dealer=S2)
    assert [step.text for step in east.before] == [
        "Shuffle all 136 tiles face down, build 4 walls of 17 stacks of two and push them to a square.",
        "Seat 2 lays the dealer marker out, East up.",
        "No counters lie out; who put some out takes them back.",
    ]
    south = replace(east, wind=Wind.SOUTH)
    assert _texts(south.before, Action.MARKER) == ["Seat 2 turns the dealer marker, South up."]
    carried = replace(south, honba=2)
    assert _texts(carried.before, Action.MARKER) == [
        "Seat 2 turns the dealer marker, South up, unless it lies so already."
    ]
    later = replace(south, dealer=S3, number=2, honba=3)
    assert _texts(later.before, Action.MARKER, Action.COUNTERS) == [
        "Seat 3 has 3 of its own 100 sticks out as counters."
    ]
    three = building(replace(TENHOU, players=3), dealer=S0, wind=Wind.EAST, number=2, honba=0, first_dealer=S0)
    assert three.before[0].text == (
        "Shuffle all 108 tiles face down, build 3 walls of 18 stacks of two and push them together."
    )


def test_one_throw_breaks_the_wall() -> None:
    """WA2, WA3, WA4, WA5, WA6, WA12."""
    begun = Building(S1, BUILDS[4])
    assert begun.next is not None and begun.next.text == "Seat 1, the dealer, throws the dice."
    assert (begun.wall, begun.steps) == (None, ())
    thrown = begun.throw((5, 6))
    assert thrown.next is None
    told = [step.text for step in thrown.steps]
    assert told[:7] == [
        "Break the wall between stacks 11 and 12 before seat 3: drawing begins with stack 12 before seat 3 and goes on "
        "clockwise.",
        "The dead wall is stacks 11 to 5 before seat 3, 7 stacks on the other side of the break.",
        "Turn the dora indicator, the upper tile of stack 9 before seat 3, the 3rd stack from the break.",
        "Seat 1 puts the dice to its right.",
        "Seat 1 takes stacks 12 and 13 before seat 3.",
        "Seat 2 takes stacks 14 and 15 before seat 3.",
        "Seat 3 takes stacks 16 and 17 before seat 3.",
    ]
    assert told[-4:] == [
        "Seat 1 takes the upper tile of stack 2 before seat 1 and the upper tile of stack 4 before seat 1.",
        "Seat 2 takes the lower tile of stack 2 before seat 1.",
        "Seat 3 takes the upper tile of stack 3 before seat 1.",
        "Seat 0 takes the lower tile of stack 3 before seat 1.",
    ]


def test_the_plain_deal_puts_the_dice_away_before_the_fourteenth_tile() -> None:
    """WA4, WA12."""
    told = [step.text for step in Building(S0, BUILDS[4], dealing="plain").throw((1, 1)).steps]
    assert told[-2] == "Seat 0 puts the dice to its right."
    assert told[-1].startswith("Seat 0 takes the upper tile of stack")
    assert told.count("Seat 0 puts the dice to its right.") == 1


def test_two_throws_are_added_and_may_reach_the_next_wall() -> None:
    """WA2: the wall that the first throw finds is counted off by both."""
    once = Building(S1, BUILDS[4], dice_throws="two").throw((6, 6))
    assert once.next is not None and once.next.text == (
        "Seat 0 throws the dice again for the wall before seat 0; both throws are added."
    )
    assert once.steps == ()
    twice = once.throw((6, 5))
    assert twice.wall is not None and twice.wall.place(0) == Place(S3, 6, True)
    with pytest.raises(ValueError, match="the wall is broken already"):
        twice.throw((1, 1))
    with pytest.raises(ValueError, match="dice 7-1"):
        once.throw((7, 1))
    two = Building(S1, BUILDS[2], dice_throws="two").throw((1, 2))
    assert two.next is not None and (two.next.seat, "before seat 3" in two.next.text) == (S1, True)


@pytest.mark.parametrize("players", [4, 3, 2])
def test_plain_dealing_is_the_order_of_the_wall(players: int) -> None:
    """WA3, EQ1."""
    order = all_tiles((1, 1, 1))[: BUILDS[players].tiles]
    hands = dealt(order, S1, players)
    for seat in seats(players):
        numbers = [number for who, block in deal_order(S1, players, "plain") if who is seat for number in block]
        assert tuple(order[number] for number in numbers[:13]) == hands[seat]
        assert numbers[13:] == ([13 * players] if seat is S1 else [])


@pytest.mark.parametrize("players", [4, 3, 2])
@pytest.mark.parametrize("dealing", DEALINGS)
def test_every_dealt_tile_is_taken_once(players: int, dealing: Literal["chonchon", "plain"]) -> None:
    """WA3, WA4: thirteen tiles each, the dealer fourteen, no gap left in the wall."""
    taken = deal_order(S0, players, dealing)
    assert sorted(number for _, block in taken for number in block) == list(range(13 * players + 1))
    counts = Counter(seat for seat, block in taken for _ in block)
    assert counts == {seat: 14 if seat is S0 else 13 for seat in seats(players)}
    if dealing == "chonchon":
        assert all(number % 2 == 0 for number in taken[3 * players][1])


@settings(deadline=None)
@given(st.sampled_from((4, 3, 2)), st.data())
def test_the_break_lies_where_the_dice_say(players: int, data: st.DataObject) -> None:
    """WA1, WA2, WA5, WA6: seat and stack numbers of the wall, the dead wall, the indicator and every block."""
    build = BUILDS[players]
    dealer = data.draw(st.sampled_from(seats(players)))
    throws = data.draw(st.lists(dice, min_size=1, max_size=2))
    state = Building(dealer, build, dice_throws="one" if len(throws) == 1 else "two")
    for throw in throws:
        state = state.throw(throw)
    wall, steps = state.wall, state.steps
    assert wall is not None
    break_, dead, turn = steps[:3]
    owner, count = pointed(dealer, throws[0], build.walls), sum(map(sum, throws))
    beyond = count >= build.stacks_a_wall
    first = Place(owner.right(-1, build.walls) if beyond else owner, count % build.stacks_a_wall, True)
    assert break_.places == (first,)
    assert len(dead.places) == 7 and turn.places == (dead.places[2],)
    blocks = [step.places for step in steps if step.action is Action.DEAL]
    assert all(len({(place.seat, place.stack) for place in block}) == 2 for block in blocks if len(block) == 4)
    places = [place for block in blocks for place in block]
    assert len(set(places)) == len(places) == 13 * players + 1
    stacks = {(place.seat, place.stack) for place in places}
    assert stacks.isdisjoint((place.seat, place.stack) for place in dead.places)
    assert places[0] == first
