"""Before a hand: building the walls, the throw for the break, the dead wall and the deal, told step by step.

Stacks in texts are counted from 1 from the right end of a wall in its owner's view; `Place.stack` counts from 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Literal

from tablectl.rules.dice import Dice, pointed, total
from tablectl.rules.instruction import Action, Instruction, listed
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.seat import Seat, Wind
from tablectl.rules.wall import BUILDS, DEAD_WALL, Build, Place, Wall

_WINDS = ("East", "South", "West", "North")


@dataclass(frozen=True, slots=True)
class Building:
    """The walls of a hand from the shuffle to the last tile dealt.

    `before` and `next` tell what to do until the dice lie; then `wall` is known and `steps` tell the rest.
    `first_dealer`: who keeps the dealer marker. `throws`: the dealer's, and where two are added that of the seat it
    points to (WA2).
    """

    dealer: Seat
    build: Build
    wind: Wind = Wind.EAST
    number: int = 1
    honba: int = 0
    first_dealer: Seat = Seat.S0
    dice_throws: Literal["one", "two"] = "one"
    dealing: Literal["chonchon", "plain"] = "chonchon"
    throws: tuple[Dice, ...] = ()

    @property
    def before(self) -> tuple[Instruction, ...]:
        """What is done before the dice are thrown: the walls (WA1), the dealer marker (EQ4), the counters (EQ7)."""
        build, told = self.build, list[Instruction]()
        walls = f"{build.walls} walls of {build.stacks_a_wall} stacks of two"
        together = "to a square" if build.walls == 4 else "together"
        text = f"Shuffle all {build.tiles} tiles face down, build {walls} and push them {together}."
        told.append(Instruction(Action.BUILD, text))
        if self.number == 1:
            what = "lays the dealer marker out" if self.wind is Wind.EAST else "turns the dealer marker"
            # Counters may have come over from the last round, or this is its first hand dealt again.
            unless = ", unless it lies so already" if self.honba else ""
            text = f"Seat {self.first_dealer} {what}, {_WINDS[self.wind]} up{unless}."
            told.append(Instruction(Action.MARKER, text, seat=self.first_dealer))
        if self.honba:
            text = f"Seat {self.dealer} has {self.honba} of its own 100 sticks out as counters."
        else:
            text = "No counters lie out; who put some out takes them back."
        told.append(Instruction(Action.COUNTERS, text, seat=self.dealer if self.honba else None))
        return tuple(told)

    @property
    def next(self) -> Instruction | None:
        """Who throws the dice now; None when they lie (WA2)."""
        if not self.throws:
            return Instruction(Action.THROW, f"Seat {self.dealer}, the dealer, throws the dice.", seat=self.dealer)
        if len(self.throws) < self._wanted:
            owner = pointed(self.dealer, self.throws[0], self.build.walls)
            # Two players build four walls; the dealer throws for a wall that nobody sits at.
            thrower = owner if owner < self.build.players else self.dealer
            text = f"Seat {thrower} throws the dice again for the wall before seat {owner}; both throws are added."
            return Instruction(Action.THROW, text, seat=thrower)
        return None

    def throw(self, dice: Dice) -> Building:
        """The dice were thrown. Raises `ValueError` when they lie already or cannot show this."""
        if self.next is None:
            raise ValueError(f"dice {dice} thrown: the wall is broken already by {self.throws}")
        total(dice)
        return replace(self, throws=(*self.throws, dice))

    @property
    def wall(self) -> Wall | None:
        """The wall as it stands after the deal, None until the dice lie."""
        if len(self.throws) < self._wanted:
            return None
        second = self.throws[1] if len(self.throws) > 1 else None
        return Wall(self.dealer, self.throws[0], self.build.dealt, build=self.build, second=second)

    @property
    def steps(self) -> tuple[Instruction, ...]:
        """What is done once the dice lie, up to the dealer's fourteenth tile. Empty until then."""
        return () if self.wall is None else tuple(_steps(self.wall, self.dealing))

    @property
    def _wanted(self) -> int:
        return 1 if self.dice_throws == "one" else 2


def building(ruleset: Ruleset, *, dealer: Seat, wind: Wind, number: int, honba: int, first_dealer: Seat) -> Building:
    """The walls of the next hand by the rules of the table."""
    build, throws, dealing = BUILDS[ruleset.players], ruleset.dice_throws, ruleset.dealing
    return Building(dealer, build, wind, number, honba, first_dealer, throws, dealing)


def deal_order(
    dealer: Seat, players: int, dealing: Literal["chonchon", "plain"]
) -> tuple[tuple[Seat, tuple[int, ...]], ...]:
    """Who takes which tiles of the wall, in order, by number (WA3, WA4).

    Three rounds of four, then one each, upper before lower. Chonchon: the dealer takes its last two at once, the upper
    tiles of the next stack and the next but one, which leaves no gap for four and two players; for three they are those
    of the next two stacks. Plain: the dealer's fourteenth comes last.
    """
    order: list[tuple[Seat, tuple[int, ...]]] = []
    for block in range(3 * players):
        order.append((dealer.right(block, players), tuple(range(4 * block, 4 * block + 4))))
    rest = list(range(12 * players, 13 * players + 1))
    if dealing == "chonchon":
        both = rest[0], rest[players - players % 2]
        order.append((dealer, both))
        others = [number for number in rest if number not in both]
        return (*order, *((dealer.right(place, players), (number,)) for place, number in enumerate(others, 1)))
    return (*order, *((dealer.right(place, players), (number,)) for place, number in enumerate(rest)))


def _steps(wall: Wall, dealing: Literal["chonchon", "plain"]) -> Iterator[Instruction]:
    build, players = wall.build, wall.build.players
    first, last = _place(wall, 0), _place(wall, build.tiles - 1)
    text = (
        f"Break the wall between {named((last, first))}: drawing begins with {named((first,))} and goes on clockwise."
    )
    yield Instruction(Action.BREAK, text, seat=wall.dealer, places=(first,))
    dead = tuple(_place(wall, number) for number in range(build.tiles - 2, build.tiles - 2 - DEAD_WALL, -2))
    text = f"The dead wall is {named(dead)}, {len(dead)} stacks on the other side of the break."
    yield Instruction(Action.BREAK, text, places=dead)
    indicator = _place(wall, build.indicators[0])
    text = f"Turn the dora indicator, the upper tile of {named((indicator,))}, the 3rd stack from the break."
    yield Instruction(Action.TURN, text, seat=indicator.seat, places=(indicator,))
    put_away = Instruction(Action.DICE, f"Seat {wall.dealer} puts the dice to its right.", seat=wall.dealer)
    if dealing == "chonchon":
        yield put_away
    for seat, numbers in deal_order(wall.dealer, players, dealing):
        if dealing == "plain" and numbers == (build.dealt,):
            yield put_away
        places = tuple(_place(wall, number) for number in numbers)
        if len(numbers) == 4:
            text = f"Seat {seat} takes {named(places)}."
        else:
            tiles = [f"the {'upper' if place.upper else 'lower'} tile of {named((place,))}" for place in places]
            text = f"Seat {seat} takes {listed(tuple(tiles))}."
        yield Instruction(Action.DEAL, text, seat=seat, places=places)


def _place(wall: Wall, number: int) -> Place:
    place = wall.place(number)
    assert place is not None
    return place


def named(places: tuple[Place, ...]) -> str:
    """The stacks of the places: `stacks 16 and 17 before seat 0 and stack 1 before seat 3`."""
    parts: list[str] = []
    for seat, of_seat in groupby(places, key=lambda place: place.seat):
        stacks = tuple(dict.fromkeys(place.stack + 1 for place in of_seat))
        if len(stacks) > 2:
            parts.append(f"stacks {stacks[0]} to {stacks[-1]} before seat {seat}")
        else:
            parts.append(f"stack{'s' if len(stacks) > 1 else ''} {listed(stacks)} before seat {seat}")
    return listed(tuple(parts))
