"""The order in which the goes of a tenhou.net/6 hand happened, derived from its lists alone.

The format lists what each seat took and gave, not when. A go is a take with the give beside it, and every take tells
whose go came right before: a call names the seat that fed it, a draw follows the left neighbour's discard or, after a
kan or kita, the seat's own. So the hand is walked backwards from its last go, and each seat's goes are used from the
last to the first: there is one way. The last is of the one seat after which nobody goes once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from tablectl.export.tenhou import KITA, NOTHING_GIVEN, TSUMOGIRI, parse_call, tile_of
from tablectl.rules.event import Called, Discarded, Drawn, Event, KitaLaid, RiichiDeclared
from tablectl.rules.meld import Meld, MeldKind
from tablectl.rules.seat import Seat


@dataclass(frozen=True, slots=True)
class Go:
    """What a seat took and what it gave then; nothing after a daiminkan, and where the hand ended on the take.

    `after`: whose go came right before, None for the first of the hand.
    """

    take: Drawn | Called
    gives: tuple[Event, ...]
    after: Seat | None

    @property
    def goes_on(self) -> bool:
        """Whether the same seat draws next, a replacement tile."""
        last = self.gives[-1] if self.gives else self.take
        return isinstance(last, KitaLaid) or (isinstance(last, Called) and last.meld.is_kan)


def goes(seat: Seat, takes: Sequence[object], gives: Sequence[object], dealer: Seat, players: int) -> tuple[Go, ...]:
    """A seat's two lists. Raises `ValueError` for what is no tile and no call, or does not go together."""
    if not len(takes) - 1 <= len(gives) <= len(takes):
        raise ValueError(f"seat {seat} took {len(takes)} times and gave {len(gives)} times")
    pons: list[Meld] = []
    out: list[Go] = []
    for took, gave in zip_longest(takes, gives):
        take = _take(seat, took)
        after = seat.right(players - 1, players)
        if isinstance(take, Called):
            source = take.meld.source
            if source is None or source >= players:
                raise ValueError(f"{took!r} of seat {seat} calls from seat {source}, where nobody plays")
            after = source
            if take.meld.kind is MeldKind.PON:
                pons.append(take.meld)
            elif take.meld.is_kan:
                if gave != NOTHING_GIVEN:
                    raise ValueError(f"{took!r} of seat {seat} needs a {NOTHING_GIVEN} beside it")
                gave = None
        elif out and out[-1].goes_on:
            after = seat
        first = seat is dealer and not out
        out.append(Go(take, () if gave is None else _gives(take, gave, pons), None if first else after))
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


def in_turn(lists: Sequence[tuple[Go, ...]]) -> tuple[Go, ...]:
    """The goes of all seats in the order in which they happened. Raises `ValueError` naming what does not fit."""
    followed = Counter(go.after for mine in lists for go in mine)
    ends = {seat: len(mine) - followed[Seat(seat)] for seat, mine in enumerate(lists)}
    if sorted(ends.values()) != [*[0] * (len(lists) - 1), 1]:
        counts = ", ".join(f"seat {seat} {len(mine)} and {followed[Seat(seat)]}" for seat, mine in enumerate(lists))
        raise ValueError(f"takes that do not fit together: how often a seat goes and others after it: {counts}")
    left = [list(mine) for mine in lists]
    seat: Seat | None = Seat(max(ends, key=ends.__getitem__))
    out: list[Go] = []
    while seat is not None and left[seat]:
        out.append(left[seat].pop())
        seat = out[-1].after
    if any(left):
        rest = ", ".join(f"{len(mine)} of seat {seat}" for seat, mine in enumerate(left) if mine)
        raise ValueError(f"takes that do not fit together: the first {rest} lead nowhere")
    return tuple(reversed(out))
