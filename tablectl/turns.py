"""The turns that lead from the game to what lies on the table, found by the growth of rivers and melds.

Every step uses up something that lies there newly, so that a few turns missed while an arm was in the way cost little.
Faces do not matter here, only places, turn order and whose discard was called; the rules judge the result afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tablectl.faces import is_sure
from tablectl.growth import Growth
from tablectl.laid import Laid
from tablectl.look import lying
from tablectl.rules.meld import MeldKind
from tablectl.rules.round import Phase, Round
from tablectl.rules.seat import SEATS, Seat
from tablectl.table import Area, SeenTile, TableSnapshot

MOST_NODES = 4000
"""Positions looked at before giving up: many times what a few missed turns need."""
MOST_COURSES = 8


@dataclass(frozen=True, slots=True)
class Step:
    """One action as it was seen: a discard (`tile`) or a call (`laid`, as `kind`; None: chi or pon).

    `drew`: a draw comes before it. `riichi`: the discard declares riichi.
    """

    seat: Seat
    drew: bool = False
    tile: SeenTile | None = None
    riichi: bool = False
    laid: Laid | None = None
    kind: MeldKind | None = None


Course = tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class _Node:
    """A position: how many tiles lie in each river, how many new melds were called and raised, and whose turn it is.

    `loose`: the newest discard where it does not stay in its river, so that it must be called.
    """

    phase: Phase
    turn: Seat
    placed: tuple[int, ...]
    called: tuple[int, ...] = (0, 0, 0, 0)
    raised: tuple[int, ...] = (0, 0, 0, 0)
    loose: SeenTile | None = None
    drew: bool = False
    riichi: frozenset[Seat] = frozenset()
    steps: Course = ()


def courses(current: Round, table: TableSnapshot, new: Growth) -> tuple[Course, ...]:
    """All short ways to the table as it lies; an empty course where nothing is new, none where nothing explains it."""
    found: list[Course] = []
    waiting = list(_starts(current, new))[::-1]
    seen = 0
    while waiting and seen < MOST_NODES and len(found) < MOST_COURSES:
        node = waiting.pop()
        seen += 1
        if _explained(node, table, new):
            if node.steps not in found:
                found.append(node.steps)
            continue
        waiting += list(_following(node, table, new))[::-1]
    return tuple(found)


def _starts(current: Round, new: Growth) -> Iterator[_Node]:
    rivers = [lying(current, seat) for seat in SEATS]
    riichi = frozenset(seat for seat in SEATS if current.riichi[seat].declared)
    placed = tuple(len(river) for river in rivers)
    stays = True
    if current.phase is Phase.REACT and rivers[current.turn]:
        newest = rivers[current.turn][-1]
        if any(laid.source is current.turn for melds in new.melds for laid in melds.called):
            yield _Node(Phase.REACT, current.turn, _plus(placed, current.turn, -1), loose=newest, riichi=riichi)
            # Another tile lies in its place: it was called and the next discard followed.
            there = new.rivers[current.turn][len(rivers[current.turn]) - 1 :][:1]
            stays = all(not is_sure(seen) or seen.tile == newest.tile for seen in there)
    if stays:
        yield _Node(current.phase, current.turn, placed, riichi=riichi)


def _explained(node: _Node, table: TableSnapshot, new: Growth) -> bool:
    if node.loose is not None:
        return False
    for seat in SEATS:
        melds = new.melds[seat]
        if node.placed[seat] != len(new.rivers[seat]):
            return False
        if node.called[seat] != len(melds.called) or node.raised[seat] != len(melds.raised):
            return False
        if table.sticks[seat] and seat not in node.riichi and (seat, Area.STICK) not in table.stale:
            return False
    return True


def _following(node: _Node, table: TableSnapshot, new: Growth) -> Iterator[_Node]:
    match node.phase:
        case Phase.REACT if node.loose is not None:
            for seat in SEATS:
                laid = _next_call(node, new, seat)
                if laid is not None and laid.source is node.turn and seat is not node.turn:
                    yield _call(node, seat, laid)
        case Phase.REACT:
            yield replace(node, phase=Phase.DRAW, turn=node.turn.right())
        case Phase.DRAW:
            yield replace(node, phase=Phase.DISCARD, drew=True)
        case Phase.DISCARD:
            # A hidden call of this seat would look like its draw; wait until river and melds are both seen.
            if (node.turn, Area.RIVER) not in table.stale and (node.turn, Area.MELDS) not in table.stale:
                yield from _discards(node, table, new)
                yield from _kans(node, new)


def _discards(node: _Node, table: TableSnapshot, new: Growth) -> Iterator[_Node]:
    seat = node.turn
    place = node.placed[seat]
    if place < len(new.rivers[seat]):
        tile = new.rivers[seat][place]
        # After a riichi tile was called away the next discard lies sideways and declares nothing.
        riichi = tile.sideways and seat not in node.riichi
        yield replace(_discard(node, tile, riichi), placed=_plus(node.placed, seat))
    for caller in SEATS:
        laid = _next_call(node, new, caller)
        if laid is None or laid.source is not seat or laid.called is None or caller is seat:
            continue
        seen = replace(laid.called, sideways=False)
        yield replace(_discard(node, seen, False), loose=seen)
        if table.sticks[seat] and seat not in node.riichi:
            yield replace(_discard(node, seen, True), loose=replace(seen, sideways=True))


def _discard(node: _Node, tile: SeenTile, riichi: bool) -> _Node:
    return replace(
        node,
        phase=Phase.REACT,
        drew=False,
        riichi=node.riichi | {node.turn} if riichi else node.riichi,
        steps=(*node.steps, Step(node.turn, node.drew, tile=tile, riichi=riichi)),
    )


def _kans(node: _Node, new: Growth) -> Iterator[_Node]:
    seat = node.turn
    laid = _next_call(node, new, seat)
    if laid is not None and laid.kind is MeldKind.ANKAN:
        step = Step(seat, node.drew, laid=laid, kind=MeldKind.ANKAN)
        called = _plus(node.called, seat)
        yield replace(node, phase=Phase.DRAW, drew=False, called=called, steps=(*node.steps, step))
    raised = new.melds[seat].raised
    if node.raised[seat] < len(raised):
        laid = raised[node.raised[seat]]
        new_calls = new.melds[seat].called
        # A pon that was itself not seen must be called before it is raised.
        if laid not in new_calls or new_calls.index(laid) < node.called[seat]:
            step = Step(seat, node.drew, laid=laid, kind=MeldKind.KAKAN)
            more = _plus(node.raised, seat)
            yield replace(node, phase=Phase.DRAW, drew=False, raised=more, steps=(*node.steps, step))


def _call(node: _Node, seat: Seat, laid: Laid) -> _Node:
    kind = MeldKind.PON if laid.kind is MeldKind.KAKAN else laid.kind
    return replace(
        node,
        phase=Phase.DRAW if kind is MeldKind.DAIMINKAN else Phase.DISCARD,
        turn=seat,
        called=_plus(node.called, seat),
        loose=None,
        steps=(*node.steps, Step(seat, laid=laid, kind=kind)),
    )


def _next_call(node: _Node, new: Growth, seat: Seat) -> Laid | None:
    called = new.melds[seat].called
    return called[node.called[seat]] if node.called[seat] < len(called) else None


def _plus(counts: tuple[int, ...], seat: Seat, change: int = 1) -> tuple[int, ...]:
    return tuple(count + change if place == seat else count for place, count in enumerate(counts))
