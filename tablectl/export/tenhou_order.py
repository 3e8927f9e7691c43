"""The order in which the goes of a tenhou.net/6 hand happened, found from its lists alone.

The format lists what each player took and gave, not when. A go is a take with the give beside it, and two goes tell
whether one can follow the other: a call names the discard and its seat; after a discard nobody calls the right
neighbour draws, after a kan or kita the same seat does. What stays open is whether a call took this discard or a later
one like it. So positions are walked breadth first: how many goes of each seat are over, and whose was the last. However
many ways lead to a position, it is looked at once; a hand has few of them besides those it went through.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from tablectl.export.tenhou import KITA, NOTHING_GIVEN, TSUMOGIRI, parse_call, tile_of
from tablectl.rules.event import Called, Discarded, Drawn, Event, KitaLaid, RiichiDeclared
from tablectl.rules.meld import Meld, MeldKind
from tablectl.rules.seat import Seat

MOST_POSITIONS = 5_000
"""Positions after which the lists are refused; a hand that was played has about a hundred."""

Position = tuple[tuple[int, ...], Seat | None]


@dataclass(frozen=True, slots=True)
class Go:
    """What a seat took and what it gave then; nothing after a daiminkan, and where the hand ended on the take."""

    take: Drawn | Called
    gives: tuple[Event, ...] = ()

    def precedes(self, later: Go, players: int) -> bool:
        """Whether the other go can come right after this one."""
        last = self.gives[-1] if self.gives else self.take
        match last, later.take:
            case Discarded(seat, tile), Called(caller, meld):
                return caller is not seat and (meld.source, meld.called) == (seat, tile)
            case Discarded(seat), Drawn(drawer):
                return drawer is seat.right(1, players)
            case ((Called(seat, Meld(is_kan=True)) | KitaLaid(seat)), Drawn(drawer)):
                return drawer is seat
        return False


def goes(seat: Seat, takes: Sequence[object], gives: Sequence[object]) -> tuple[Go, ...]:
    """A seat's two lists. Raises `ValueError` for what is no tile and no call, or does not go together."""
    if not len(takes) - 1 <= len(gives) <= len(takes):
        raise ValueError(f"seat {seat} took {len(takes)} times and gave {len(gives)} times")
    pons: list[Meld] = []
    out: list[Go] = []
    for took, gave in zip_longest(takes, gives):
        take = _take(seat, took)
        if isinstance(take, Called) and take.meld.kind is MeldKind.PON:
            pons.append(take.meld)
        if isinstance(take, Called) and take.meld.is_kan:
            if gave != NOTHING_GIVEN:
                raise ValueError(f"{took!r} of seat {seat} needs a {NOTHING_GIVEN} beside it")
            gave = None
        out.append(Go(take, () if gave is None else _gives(take, gave, pons)))
    return tuple(out)


def _take(seat: Seat, took: object) -> Drawn | Called:
    if not isinstance(took, str):
        return Drawn(seat, tile_of(took))
    meld = parse_call(seat, took)
    if meld.kind in (MeldKind.ANKAN, MeldKind.KAKAN):
        raise ValueError(f"{took!r} of seat {seat} is no call of a discard")
    return Called(seat, meld)


def _gives(take: Drawn | Called, gave: Any, pons: Sequence[Meld]) -> tuple[Event, ...]:
    """A discard, with riichi or without, a kita or a kan of its own."""
    seat, text = take.seat, gave if isinstance(gave, str) else ""
    if text == KITA:
        return (KitaLaid(seat),)
    riichi = text[:1] == "r"
    if text and not riichi:
        return (Called(seat, _kan(seat, text, pons)),)
    number = int(text[1:]) if text[1:].isdecimal() else gave
    if number == TSUMOGIRI and not isinstance(take, Drawn):
        raise ValueError(f"seat {seat} gives {TSUMOGIRI}, the tile just taken, but took none")
    drawn = take.tile if isinstance(take, Drawn) and number == TSUMOGIRI else None
    discarded = Discarded(seat, drawn or tile_of(number), number == TSUMOGIRI)
    return (RiichiDeclared(seat), discarded) if riichi else (discarded,)


def _kan(seat: Seat, text: str, pons: Sequence[Meld]) -> Meld:
    """An ankan, or a kakan of the pon as it was called."""
    meld = parse_call(seat, text)
    if meld.kind is MeldKind.ANKAN:
        return meld
    pon = next((pon for pon in pons if pon.own[0].kind == meld.own[0].kind), None)
    if meld.kind is not MeldKind.KAKAN or pon is None:
        raise ValueError(f"{text!r} of seat {seat} is no kan that it can call")
    return Meld(MeldKind.KAKAN, (*pon.own, meld.own[2]), pon.called, pon.source)


def orders(lists: Sequence[tuple[Go, ...]], dealer: Seat) -> Iterator[tuple[Go, ...]]:
    """Every order in which each go can follow the one before, early calls first; nearly always there is one.

    Raises `ValueError` naming what does not fit in.
    """
    start: Position = (0,) * len(lists), None
    layer, onward = [start], dict[Position, list[Position]]()
    for _ in range(sum(map(len, lists))):
        for position in layer:
            onward[position] = list(_next(position, lists, dealer))
        reached = list(dict.fromkeys(then for position in layer for then in onward[position]))
        if not reached:
            raise ValueError(_stuck(layer[0], lists))
        if len(onward) > MOST_POSITIONS:
            raise ValueError(f"more than {MOST_POSITIONS} ways to order what was taken and given")
        layer = reached
    ends = set(layer)
    for position in reversed(onward):
        onward[position] = [then for then in onward[position] if then in ends or onward.get(then)]
    ways: list[tuple[Position, tuple[Go, ...]]] = [(start, ())]
    while ways:
        position, order = ways.pop()
        if position in ends:
            yield order
        for then in reversed(onward.get(position, ())):
            seat = then[1]
            assert seat is not None
            ways.append((then, (*order, lists[seat][position[0][seat]])))


def _next(position: Position, lists: Sequence[tuple[Go, ...]], dealer: Seat) -> Iterator[Position]:
    """The positions one go on, calls before the draw."""
    counts, last = position
    players = len(lists)
    before = None if last is None else lists[last][counts[last] - 1]
    drawing: list[Position] = []
    for steps in range(1, players + 1):
        seat = dealer if last is None else last.right(steps, players)
        if counts[seat] == len(lists[seat]):
            continue
        go = lists[seat][counts[seat]]
        then = (*counts[:seat], counts[seat] + 1, *counts[seat + 1 :]), seat
        if before is None:
            if isinstance(go.take, Drawn):
                yield then
            return
        if before.precedes(go, players):
            if isinstance(go.take, Drawn):
                drawing.append(then)
            else:
                yield then
    yield from drawing


def _stuck(position: Position, lists: Sequence[tuple[Go, ...]]) -> str:
    counts, last = position
    left = ", ".join(f"{len(mine) - counts[seat]} of seat {seat}" for seat, mine in enumerate(lists))
    where = "at the start" if last is None else f"after turn {counts[last]} of seat {last}"
    return f"what was taken and given does not fit together {where}: no turn left ({left}) can be next"
