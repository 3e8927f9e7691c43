"""Earlier events that the table now clearly contradicts: a face seen better than when it was first read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from tablectl.faces import CLEAR
from tablectl.growth import Growth
from tablectl.laid import Laid
from tablectl.rules.event import Called, Discarded, DoraTurned, Event, HandStarted, RiichiDeclared, Won
from tablectl.rules.game import Game, IllegalEvent, new_game, play
from tablectl.rules.meld import Meld, MeldKind
from tablectl.rules.seat import SEATS
from tablectl.rules.tile import Tile, in_order
from tablectl.table import Area, SeenTile, TableSnapshot
from tablectl.turns import Course
from tablectl.verdict import Choice, Correction


@dataclass(slots=True)
class _Places:
    """Where in the log the things of the newest hand come from: lying discards, melds, indicators."""

    rivers: list[list[int]] = field(default_factory=lambda: [[], [], [], []])
    melds: list[list[int]] = field(default_factory=lambda: [[], [], [], []])
    taken: dict[int, int] = field(default_factory=dict)
    """For a call's place the place of the discard called."""
    indicators: list[int] = field(default_factory=list)

    @classmethod
    def of(cls, log: Sequence[Event]) -> _Places:
        start = next((place for place in range(len(log) - 1, -1, -1) if isinstance(log[place], HandStarted)), len(log))
        out = cls(indicators=[start])
        for place, event in enumerate(log[start + 1 :], start + 1):
            match event:
                case DoraTurned():
                    out.indicators.append(place)
                case Discarded(seat):
                    out.rivers[seat].append(place)
                case Called(seat, meld) if meld.kind is MeldKind.KAKAN:
                    pass
                case Called(seat, meld):
                    if meld.source is not None:
                        out.taken[place] = out.rivers[meld.source].pop()
                    out.melds[seat].append(place)
                case _:
                    pass
        return out


def contradicted(
    game: Game, table: TableSnapshot, new: Growth, log: Sequence[Event], told: frozenset[int]
) -> tuple[Correction, ...] | None:
    """The corrections that one clearly misread tile needs; None when nothing is contradicted or the rules refuse it."""
    if not log:
        return None
    places = _Places.of(log)
    found = (*_rivers(game, table, new, log, places), *_melds(table, new, log, places), *_dora(table, log, places))
    for corrections in found:
        if not any(item.place in told for item in corrections) and _fits(game, log, corrections):
            return corrections
    return None


def contradicted_end(
    game: Game, table: TableSnapshot, log: Sequence[Event], told: frozenset[int]
) -> tuple[Correction, ...] | None:
    """The correction of a win, or of an indicator it counted, whose tiles still lie open and are read better now."""
    if not log:
        return None
    places = _Places.of(log)
    found = list(_wins(table, log))
    if _still_lies(table, log, places):
        found += _dora(table, log, places)
    for corrections in found:
        if not any(item.place in told for item in corrections) and _fits(game, log, corrections):
            return corrections
    return None


def misread_discard(
    game: Game, course: Course, log: Sequence[Event], told: frozenset[int]
) -> tuple[Correction, ...] | None:
    """The newest discard was misread where it was called at once and the meld clearly shows another face."""
    step = course[0] if course else None
    if not log or step is None or step.laid is None or step.laid.called is None or step.kind is MeldKind.KAKAN:
        return None
    place, face = len(log) - 1, _clear(step.laid.called)
    event = log[place]
    if not isinstance(event, Discarded) or place in told or face is None or face == event.tile:
        return None
    if _meld(step.laid, step.kind, face) is None:
        return None
    corrections = (Correction(place, (replace(event, tile=face),)),)
    return corrections if _fits(game, log, corrections) else None


def other_copies(
    game: Game, table: TableSnapshot, log: Sequence[Event], told: frozenset[int], face: Tile
) -> tuple[Choice, ...]:
    """Discards believed to be of a face that lies too often, each as another face it may be; least certain first."""
    places = _Places.of(log)
    found: list[tuple[float, Choice]] = []
    for seat in SEATS:
        if (seat, Area.RIVER) in table.stale:
            continue
        for number, (place, seen) in enumerate(zip(places.rivers[seat], table.rivers[seat], strict=False), 1):
            event = log[place]
            assert isinstance(event, Discarded)
            if event.tile != face or place in told:
                continue
            for other, chance in seen.options:
                correction = (Correction(place, (replace(event, tile=other),)),)
                if other != face and _fits(game, log, correction):
                    label = f"discard {number} of seat {seat} is {other}, not {face}"
                    found.append((chance, Choice(label, (), correction)))
    return tuple(choice for _, choice in sorted(found, key=lambda item: -item[0]))


def _clear(seen: SeenTile) -> Tile | None:
    return seen.tile if seen.confidence >= CLEAR and not seen.face_down else None


def _rivers(
    game: Game, table: TableSnapshot, new: Growth, log: Sequence[Event], places: _Places
) -> Iterator[tuple[Correction, ...]]:
    assert game.round is not None
    called_from = {laid.source for melds in new.melds for laid in melds.called}
    for seat in SEATS:
        if (seat, Area.RIVER) in table.stale:
            continue
        for place, seen in zip(places.rivers[seat], table.rivers[seat], strict=False):
            event, face = log[place], _clear(seen)
            assert isinstance(event, Discarded)
            if place == places.rivers[seat][-1] and seat in called_from:
                continue  # The newest discard may be the one called, and another lies in its place.
            if face is not None and face != event.tile:
                yield (Correction(place, (replace(event, tile=face),)),)
            newest = place == len(log) - 1 and not game.round.riichi[seat].declared
            # Turned and with its stick a moment after it was laid down: riichi after all.
            if newest and seen.sideways and table.sticks[seat] and (seat, Area.STICK) not in table.stale:
                yield (Correction(place, (RiichiDeclared(seat), event)),)


def _melds(
    table: TableSnapshot, new: Growth, log: Sequence[Event], places: _Places
) -> Iterator[tuple[Correction, ...]]:
    for seat in SEATS:
        for place, laid in zip(places.melds[seat], new.melds[seat].known, strict=False):
            event = log[place]
            assert isinstance(event, Called)
            known = event.meld
            if known.called is None or laid.called is None or laid.kind is MeldKind.KAKAN:
                continue
            face = _clear(laid.called)
            meld = _meld(laid, known.kind if known.is_kan else None, face) if face is not None else None
            if meld is None or face is None:
                continue
            if face == known.called and Counter(meld.own) == Counter(known.own):
                continue
            corrections: tuple[Correction, ...] = (Correction(place, (Called(seat, meld),)),)
            discarded = places.taken[place]
            event = log[discarded]
            assert isinstance(event, Discarded)
            if event.tile != face:
                corrections = (Correction(discarded, (replace(event, tile=face),)), *corrections)
            yield corrections


def _meld(laid: Laid, kind: MeldKind | None, called: Tile) -> Meld | None:
    """The meld as it lies, if every face is clear and they form one."""
    own = tuple(face for seen in laid.own if (face := _clear(seen)) is not None)
    if len(own) != len(laid.own):
        return None
    same = all(tile.kind == called.kind for tile in own)
    try:
        return Meld(kind or (MeldKind.PON if same else MeldKind.CHI), own, called, laid.source)
    except ValueError:
        return None


def _wins(table: TableSnapshot, log: Sequence[Event]) -> Iterator[tuple[Correction, ...]]:
    for place in range(len(log) - 1, -1, -1):
        won = log[place]
        if not isinstance(won, Won):
            return
        hand = table.hands[won.seat]
        shown = (*hand.open, *(table.ura if won.ura else ()))
        if (won.seat, Area.HAND) in table.stale or any(_clear(seen) is None for seen in shown):
            continue
        tiles = in_order(seen.tile for seen in hand.open if seen.tile is not None and not seen.apart)
        drawn = [seen.tile for seen in hand.open if seen.tile is not None and seen.apart]
        ura = tuple(seen.tile for seen in table.ura if seen.tile is not None) if won.ura else ()
        tile = drawn[0] if drawn and won.seat is won.source else won.tile
        better = replace(won, hand=tiles, tile=tile, ura=ura)
        if len(tiles) == len(won.hand) and len(ura) == len(won.ura) and better != replace(won, hand=in_order(won.hand)):
            yield (Correction(place, (better,)),)


def _still_lies(table: TableSnapshot, log: Sequence[Event], places: _Places) -> bool:
    """Whether a hand that was won lies there yet: its discards, but for the one that won, and the winner's tiles.

    What is turned up after they were pushed away belongs to the next deal.
    """
    hidden = any((seat, Area.RIVER) in table.stale for seat in SEATS)
    discards = sum(map(len, table.rivers)) >= sum(map(len, places.rivers)) - 1
    won = log[-1]
    return not hidden and discards and isinstance(won, Won) and bool(table.hands[won.seat].open)


def _dora(table: TableSnapshot, log: Sequence[Event], places: _Places) -> Iterator[tuple[Correction, ...]]:
    if any((seat, Area.WALL) in table.stale for seat in SEATS):
        return
    for place, seen in zip(places.indicators, table.dora, strict=False):
        event, face = log[place], _clear(seen)
        assert isinstance(event, HandStarted | DoraTurned)
        if face is not None and face != event.indicator:
            yield (Correction(place, (replace(event, indicator=face),)),)


def corrected_log(log: Sequence[Event], corrections: Sequence[Correction]) -> tuple[Event, ...]:
    """The log with its corrections in place."""
    instead = {item.place: item.events for item in corrections}
    return tuple(new for place, event in enumerate(log) for new in instead.get(place, (event,)))


def _fits(game: Game, log: Sequence[Event], corrections: Sequence[Correction]) -> bool:
    again = new_game(game.ruleset)
    try:
        for event in corrected_log(log, corrections):
            again = play(again, event)
    except IllegalEvent:
        return False
    return True
