"""The turns of a hand: drawing, discarding, laying north tiles aside. Each returns the next `Round` or refuses."""

from __future__ import annotations

from dataclasses import replace

from tablectl.rules.abort import must_abort
from tablectl.rules.call import barred, undisturbed
from tablectl.rules.furiten import let_go
from tablectl.rules.hand import NORTH
from tablectl.rules.illegal import IllegalEvent
from tablectl.rules.meld import MeldKind
from tablectl.rules.riichi import require_riichi_discard
from tablectl.rules.river import RiverTile
from tablectl.rules.round import Phase, RiichiState, Round
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.seat import BySeat, Seat
from tablectl.rules.tile import Tile


def draw(current: Round, seat: Seat, tile: Tile | None, ruleset: Ruleset) -> Round:
    """A seat took the next tile; None: not seen. Raises `IllegalEvent` when it is not its turn or none is left."""
    if current.phase is Phase.REACT:
        if seat is not (next_seat := current.after(current.turn)):
            raise IllegalEvent(f"drew out of turn, seat {next_seat} is next", seat, tile)
        current.refuse_pending("drew")
    elif current.phase is not Phase.DRAW:
        raise IllegalEvent(f"drew while seat {current.turn} is to discard", seat, tile)
    elif seat is not current.turn:
        raise IllegalEvent(f"drew out of turn, seat {current.turn} is next", seat, tile)
    if (ends := must_abort(current, ruleset)) is not None:
        raise IllegalEvent(f"drew although the hand is drawn: {ends.value}", seat, tile)
    rinshan = current.kan is not None or current.kita
    if not rinshan and current.wall.live_left == 0:
        raise IllegalEvent("drew although the live wall is used up", seat, tile)
    lies = current.wall.tile(current.wall.next_tile(rinshan=rinshan))
    if tile is not None and lies is not None and tile != lies:
        raise IllegalEvent(f"the wall has {lies} as the next tile", seat, tile)
    return replace(
        undisturbed(current, ruleset) if rinshan else current,
        wall=current.wall.draw(rinshan=rinshan),
        hands=current.hands.set(seat, current.hands[seat].draw(tile)),
        seen=current.seen if tile is None else current.see((tile,), ruleset, seat),
        missed=let_go(current, seat, lifted=True),
        turn=seat,
        phase=Phase.DISCARD,
        drew=True,
        drawn=tile,
        rinshan=rinshan,
        fed=current.kan.source if current.kan is not None and current.kan.kind is MeldKind.DAIMINKAN else None,
        kan=None,
        kita=False,
        called=None,
        dora_fresh=0,
        dora_early=0,
    )


def discard(current: Round, seat: Seat, tile: Tile, tsumogiri: bool | None, ruleset: Ruleset) -> Round:
    """A seat laid a tile into its river. Raises `IllegalEvent` naming the rule."""
    current.require_turn(seat, "discarded", tile)
    riichi = current.riichi[seat]
    if tsumogiri and not current.drew:
        raise IllegalEvent("cannot discard a drawn tile right after a call", seat, tile)
    if tsumogiri and current.drawn is not None and tile != current.drawn:
        raise IllegalEvent(f"the tile drawn was {current.drawn}", seat, tile)
    if riichi.told:
        # Told a moment ago, seen now: this is the riichi tile.
        riichi = RiichiState(declared=True, accepted=True, double=current.is_first_go(seat))
    elif riichi.accepted and (tsumogiri is False or (current.drawn is not None and tile != current.drawn)):
        raise IllegalEvent("in riichi only the drawn tile may be discarded (RI1)", seat, tile)
    if current.called is not None and tile.kind in barred(current.called, ruleset):
        raise IllegalEvent("kuikae: swaps the tile just called (TU7)", seat, tile)
    if tsumogiri is False and current.drawn is not None:
        _refuse_only_drawn(current, seat, tile)
    shown = current.show(seat, (tile,))
    hand = current.hands[seat].discard(tile)
    river = current.rivers[seat].add(
        RiverTile(tile, tsumogiri, riichi.declared and not current.rivers[seat].has_sideways)
    )
    if riichi.is_pending and hand.hidden == 0:
        require_riichi_discard(hand, river, seat, tile, ruleset)
    missed = current.missed
    if ruleset.furiten_lift == "own_discard" and not riichi.accepted:
        missed = missed.set(seat, 0)
    return replace(
        current,
        hands=current.hands.set(seat, hand),
        rivers=current.rivers.set(seat, river),
        riichi=_after_discard(current, seat, riichi),
        seen=current.see(shown, ruleset, seat) if shown else current.seen,
        missed=missed,
        phase=Phase.REACT,
        last_discard=(seat, tile),
        drew=False,
        drawn=None,
        fed=None,
        called=None,
        dora_due=current.dora_due + current.dora_later,
        dora_fresh=0 if ruleset.kan_dora_on_ron_of_that_discard else current.dora_later,
        dora_later=0,
        dora_early=0 if ruleset.kan_dora_on_ron_of_that_discard else current.dora_early,
    )


def _after_discard(current: Round, seat: Seat, riichi: RiichiState) -> BySeat[RiichiState]:
    """A discard ends ippatsu, but for the riichi tile of a riichi told before, which begins it."""
    if current.riichi[seat].told:
        return current.riichi.set(seat, replace(riichi, ippatsu=True))
    return current.riichi.set(seat, replace(riichi, ippatsu=False)) if riichi.ippatsu else current.riichi


def lay_kita(current: Round, seat: Seat, ruleset: Ruleset) -> Round:
    """A seat laid a north tile aside (DO10); others may win on it.

    Like a call it ends ippatsu and the first go once the replacement is drawn. Raises `IllegalEvent` naming the rule.
    """
    if ruleset.players != 3 or ruleset.kita != "dora":
        raise IllegalEvent("north tiles are not laid aside here (DO10)", seat, NORTH)
    current.require_turn(seat, "laid a north tile aside", NORTH)
    riichi = current.riichi[seat]
    if not current.drew:
        raise IllegalEvent("a north tile is laid aside after a draw, not after a call (DO10)", seat, NORTH)
    if current.wall.live_left == 0:
        raise IllegalEvent("a north tile laid aside with no tile left to replace it (DO10)", seat, NORTH)
    if riichi.is_pending:
        raise IllegalEvent("a north tile laid aside between riichi and its discard (RI1)", seat, NORTH)
    if riichi.accepted and current.drawn is not None and current.drawn != NORTH:
        raise IllegalEvent("in riichi only the drawn tile may be laid aside (RI1)", seat, NORTH)
    shown = current.show(seat, (NORTH,))
    return replace(
        current,
        hands=current.hands.set(seat, current.hands[seat].lay_kita()),
        seen=current.see(shown, ruleset, seat) if shown else current.seen,
        phase=Phase.DRAW,
        drew=False,
        drawn=None,
        rinshan=False,
        fed=None,
        kita=True,
        last_discard=None,
    )


def _refuse_only_drawn(current: Round, seat: Seat, tile: Tile) -> None:
    """A discard from the hand needs a copy besides the drawn tile."""
    hand = current.hands[seat]
    if hand.hidden == 0 and tile == current.drawn and hand.tiles.count(tile) == 1:
        raise IllegalEvent("the only copy is the tile just drawn, so it was not from the hand", seat, tile)
