"""The turns of a hand: drawing, discarding, riichi and calls. Each function returns the next `Round` or refuses."""

from __future__ import annotations

from dataclasses import replace

from tablectl.rules.hand import Hand
from tablectl.rules.illegal import IllegalEvent
from tablectl.rules.ledger import STICK
from tablectl.rules.meld import Meld, MeldKind
from tablectl.rules.pao import Pao
from tablectl.rules.river import RiverTile
from tablectl.rules.round import Phase, RiichiState, Round
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.seat import SEATS, BySeat, Seat
from tablectl.rules.shape import is_tenpai, waits
from tablectl.rules.tile import Tile

"""Points a riichi costs (RI1)."""
MOST_KANS = 4
"""Kans in one hand (WA11)."""
OWN_DRAW = 4
"""Live tiles left with which every seat still draws once (RI2)."""
DRAGONS = frozenset((31, 32, 33))
WINDS = frozenset((27, 28, 29, 30))


def draw(current: Round, seat: Seat, tile: Tile | None, ruleset: Ruleset) -> Round:
    """A seat took the next tile; None: not seen. Raises `IllegalEvent` when it is not its turn or none is left."""
    if current.phase is Phase.REACT:
        if seat is not current.turn.right():
            raise IllegalEvent(f"drew out of turn, seat {current.turn.right()} is next", seat, tile)
        _refuse_pending(current, "drew")
        if (ends := must_abort(current, ruleset)) is not None:
            raise IllegalEvent(f"drew although the hand is drawn: {ends}", seat, tile)
    elif current.phase is not Phase.DRAW:
        raise IllegalEvent(f"drew while seat {current.turn} is to discard", seat, tile)
    elif seat is not current.turn:
        raise IllegalEvent(f"drew out of turn, seat {current.turn} is next", seat, tile)
    rinshan = current.kan is not None
    if not rinshan and current.wall.live_left == 0:
        raise IllegalEvent("drew although the live wall is used up", seat, tile)
    lies = current.wall.tile(current.wall.next_tile(rinshan=rinshan))
    if tile is not None and lies is not None and tile != lies:
        raise IllegalEvent(f"the wall has {lies} as the next tile", seat, tile)
    drawing = replace(
        _undisturbed(current) if rinshan else current,
        wall=current.wall.draw(rinshan=rinshan),
        hands=current.hands.set(seat, current.hands[seat].draw(tile)),
        seen=current.seen if tile is None else current.see((tile,), ruleset, seat),
        missed=_passed(current, seat, lifted=True),
        turn=seat,
        phase=Phase.DISCARD,
        drew=True,
        drawn=tile,
        rinshan=rinshan,
        kan=None,
        called=None,
    )
    return drawing


def discard(current: Round, seat: Seat, tile: Tile, tsumogiri: bool | None, ruleset: Ruleset) -> Round:
    """A seat laid a tile into its river. Raises `IllegalEvent` naming the rule."""
    _require_turn(current, seat, "discarded", tile)
    riichi = current.riichi[seat]
    if tsumogiri and not current.drew:
        raise IllegalEvent("cannot discard a drawn tile right after a call", seat, tile)
    if tsumogiri and current.drawn is not None and tile != current.drawn:
        raise IllegalEvent(f"the tile drawn was {current.drawn}", seat, tile)
    if riichi.accepted and (tsumogiri is False or (current.drawn is not None and tile != current.drawn)):
        raise IllegalEvent("in riichi only the drawn tile may be discarded (RI1)", seat, tile)
    if current.called is not None and tile.kind in barred(current.called, ruleset):
        raise IllegalEvent("kuikae: swaps the tile just called (TU7)", seat, tile)
    if tsumogiri is False and current.drawn is not None:
        _refuse_only_drawn(current, seat, tile)
    shown = current.show(seat, (tile,))
    hand = current.hands[seat].discard(tile)
    if riichi.is_pending and hand.hidden == 0 and not is_ready(hand, ruleset):
        raise IllegalEvent("riichi needs a tenpai hand after the discard (RI1)", seat, tile)
    sideways = riichi.declared and not current.rivers[seat].has_sideways
    if riichi.ippatsu:
        riichi = replace(riichi, ippatsu=False)
    missed = current.missed
    if ruleset.furiten_lift == "own_discard" and not riichi.accepted:
        missed = missed.set(seat, 0)
    return replace(
        current,
        hands=current.hands.set(seat, hand),
        rivers=current.rivers.set(seat, current.rivers[seat].add(RiverTile(tile, tsumogiri, sideways))),
        riichi=current.riichi.set(seat, riichi),
        seen=current.see(shown, ruleset, seat) if shown else current.seen,
        missed=missed,
        phase=Phase.REACT,
        last_discard=(seat, tile),
        drew=False,
        drawn=None,
        rinshan=False,
        called=None,
        dora_due=current.dora_due + current.dora_later,
        dora_later=0,
        dora_early=0,
    )


def declare_riichi(current: Round, seat: Seat, points: int, ruleset: Ruleset) -> Round:
    """A seat declared riichi before its discard; `points` are what it owns. Raises `IllegalEvent` (RI1 to RI3)."""
    _require_turn(current, seat, "declared riichi")
    hand = current.hands[seat]
    if not current.drew:
        raise IllegalEvent("riichi is declared after a draw, not after a call (RI1)", seat)
    if current.riichi[seat].declared:
        raise IllegalEvent("riichi is declared already (RI1)", seat)
    if any(meld.is_open for meld in hand.melds):
        raise IllegalEvent("riichi needs a closed hand (RI1)", seat)
    if points < STICK and not ruleset.riichi_below_1000:
        raise IllegalEvent(f"riichi costs {STICK} points, the seat has {points} (RI3)", seat)
    if ruleset.riichi_needs_own_draw and current.wall.live_left < OWN_DRAW:
        left = current.wall.live_left
        raise IllegalEvent(f"riichi needs {OWN_DRAW} tiles in the live wall, {left} are left (RI2)", seat)
    if hand.hidden == 0 and not any(is_ready(hand.discard(tile), ruleset) for tile in set(hand.tiles)):
        raise IllegalEvent("riichi needs a tenpai hand (RI1)", seat)
    state = RiichiState(declared=True, double=current.is_first_go(seat))
    return replace(current, riichi=current.riichi.set(seat, state))


def accept_riichi(current: Round, seat: Seat) -> Round:
    """Nobody won on the riichi tile. Raises `IllegalEvent` where no riichi is pending."""
    if current.pending_riichi is not seat:
        raise IllegalEvent("no riichi of this seat waits to be accepted (RI1)", seat)
    state = replace(current.riichi[seat], accepted=True, ippatsu=True)
    return replace(current, riichi=current.riichi.set(seat, state))


def call(current: Round, seat: Seat, meld: Meld, ruleset: Ruleset) -> Round:
    """A seat laid down a meld. Raises `IllegalEvent` naming the rule."""
    if meld.is_kan and current.kans == MOST_KANS:
        raise IllegalEvent("four kans are called already (WA11)", seat, meld.own[0])
    if current.wall.live_left == 0:
        raise IllegalEvent(f"{meld.kind.value} with no tile left in the live wall (WA10)", seat, meld.own[0])
    if meld.kind is MeldKind.ANKAN or meld.kind is MeldKind.KAKAN:
        return _call_own(current, seat, meld, ruleset)
    return _call_discard(current, seat, meld, ruleset)


def _call_discard(current: Round, seat: Seat, meld: Meld, ruleset: Ruleset) -> Round:
    """Chi, pon or daiminkan."""
    name, tile = meld.kind.value, meld.called
    assert tile is not None
    if current.phase is not Phase.REACT or current.last_discard is None:
        raise IllegalEvent(f"{name} while there is no discard to call (TU2)", seat, tile)
    source, discarded = current.last_discard
    if meld.source is not source or tile != discarded:
        raise IllegalEvent(f"{name}: the last discard is {discarded} of seat {source} (TU2)", seat, tile)
    if seat is source:
        raise IllegalEvent(f"{name} of its own discard (TU2)", seat, tile)
    if meld.kind is MeldKind.CHI and seat is not source.right():
        raise IllegalEvent(f"chi from seat {source}: only from the left neighbour (TU2)", seat, tile)
    if current.riichi[seat].declared:
        raise IllegalEvent(f"{name} in riichi (RI1)", seat, tile)
    _refuse_pending(current, name)
    if (ends := must_abort(current, ruleset)) is not None:
        raise IllegalEvent(f"{name} although the hand is drawn: {ends}", seat, tile)
    shown = current.show(seat, meld.own)
    hand = current.hands[seat].call(meld)
    if not meld.is_kan and hand.hidden == 0 and {tile.kind for tile in hand.tiles} <= barred(meld, ruleset):
        raise IllegalEvent(f"{name} leaves only discards that are kuikae (TU7)", seat, tile)
    called = replace(
        _undisturbed(current),
        hands=current.hands.set(seat, hand),
        rivers=current.rivers.set(source, current.rivers[source].take(seat)),
        seen=current.see(shown, ruleset, seat) if shown else current.seen,
        missed=_passed(current, seat, lifted=ruleset.furiten_lift == "draw_or_call"),
        pao=_fed(current, seat, meld),
        turn=seat,
        phase=Phase.DISCARD,
        called=meld,
        last_discard=None,
    )
    return _add_kan(called, meld, ruleset.kan_dora_open) if meld.is_kan else called


def _call_own(current: Round, seat: Seat, meld: Meld, ruleset: Ruleset) -> Round:
    """Ankan or kakan."""
    name, tile = meld.kind.value, meld.own[-1]
    _require_turn(current, seat, f"called {name}", tile)
    if not current.drew:
        raise IllegalEvent(f"{name} right after a call: only after a draw (TU3)", seat, tile)
    hand = current.hands[seat]
    riichi = current.riichi[seat]
    if riichi.is_pending:
        raise IllegalEvent(f"{name} between riichi and its discard (RI1)", seat, tile)
    added = meld.own
    if meld.kind is MeldKind.KAKAN:
        added = meld.own[2:]
        pon = Meld(MeldKind.PON, meld.own[:2], meld.called, meld.source)
        if pon not in hand.melds:
            raise IllegalEvent(f"kakan of {pon} that was not called (TU3)", seat, tile)
    shown = current.show(seat, added)
    if riichi.accepted:
        _require_riichi_ankan(current, seat, meld, ruleset)
    called = replace(
        current,
        hands=current.hands.set(seat, hand.call(meld)),
        seen=current.see(shown, ruleset, seat) if shown else current.seen,
        last_discard=None,
    )
    return _add_kan(called, meld, ruleset.kan_dora_added if added != meld.own else ruleset.kan_dora_closed)


def _add_kan(called: Round, meld: Meld, timing: str) -> Round:
    """A kan was called: what waited for the next kan is due, the new indicator by its own rule (DO2)."""
    due = called.dora_due + called.dora_later + (timing == "at_once")
    return replace(
        called,
        phase=Phase.DRAW,
        drew=False,
        drawn=None,
        rinshan=False,
        kan=meld,
        called=None,
        dora_due=due,
        dora_later=int(timing == "after_discard"),
        dora_early=0,
    )


def _require_riichi_ankan(current: Round, seat: Seat, meld: Meld, ruleset: Ruleset) -> None:
    """In riichi only an ankan of the drawn tile that keeps the waits (RI4); what is hidden is not judged."""
    hand, tile = current.hands[seat], meld.own[0]
    if meld.kind is not MeldKind.ANKAN or ruleset.riichi_ankan == "never":
        raise IllegalEvent(f"{meld.kind.value} in riichi (RI4)", seat, tile)
    if current.drawn is not None and current.drawn.kind != tile.kind:
        raise IllegalEvent(f"ankan in riichi without the drawn tile {current.drawn} (RI4)", seat, tile)
    if hand.hidden == 0 and current.drawn is not None:
        before = hand.discard(current.drawn).tiles
        if waits(before) != waits(hand.call(meld).tiles):
            raise IllegalEvent("ankan in riichi changes the waits (RI4)", seat, tile)


def barred(meld: Meld, ruleset: Ruleset) -> frozenset[int]:
    """The kinds that may not be discarded right after this call (TU7)."""
    assert meld.called is not None
    called = meld.called.kind
    if ruleset.kuikae == "allowed":
        return frozenset()
    if meld.kind is not MeldKind.CHI or ruleset.kuikae == "same_tile":
        return frozenset((called,))
    own = sorted(tile.kind for tile in meld.own)
    if called < own[0] and called % 9 < 6:
        return frozenset((called, called + 3))
    if called > own[1] and called % 9 > 2:
        return frozenset((called, called - 3))
    return frozenset((called,))


def is_ready(hand: Hand, ruleset: Ruleset) -> bool:
    """Whether a wholly known hand to which no tile was drawn is tenpai by the rules of the table (DR2)."""
    return is_tenpai(hand.tiles, hand.melds, own_four=ruleset.tenpai_own_four)


def must_abort(current: Round, ruleset: Ruleset) -> str | None:
    """The abortive draw that ends the hand once nobody won on the last discard, None if it goes on (AB2 to AB4)."""
    if current.phase is not Phase.REACT:
        return None
    first = [river.tiles[0].tile.kind for river in current.rivers if len(river.tiles) == 1]
    if ruleset.suufon_renda and current.unbroken and len(first) == 4 and len(set(first)) == 1 and first[0] in WINDS:
        return "suufon_renda"
    if ruleset.suucha_riichi and all(state.accepted for state in current.riichi):
        return "suucha_riichi"
    if ruleset.suukan_sanra != "off" and current.kans == MOST_KANS:
        kanners = sum(any(meld.is_kan for meld in hand.melds) for hand in current.hands)
        if kanners > 1:
            return "suukan_sanra"
    return None


def _require_turn(current: Round, seat: Seat, what: str, tile: Tile | None = None) -> None:
    if current.phase is not Phase.DISCARD or seat is not current.turn:
        waiting = {Phase.DISCARD: "discards", Phase.DRAW: "draws"}.get(current.phase)
        next_is = f"seat {current.turn} {waiting} next" if waiting else "it has not drawn"
        raise IllegalEvent(f"{what} out of turn: {next_is}", seat, tile)


def _refuse_pending(current: Round, what: str) -> None:
    if current.pending_riichi is not None:
        raise IllegalEvent(f"{what} before the riichi of seat {current.turn} was accepted (RI1)")


def _refuse_only_drawn(current: Round, seat: Seat, tile: Tile) -> None:
    """A discard from the hand needs a copy besides the drawn tile."""
    hand = current.hands[seat]
    if hand.hidden == 0 and tile == current.drawn and hand.tiles.count(tile) == 1:
        raise IllegalEvent("the only copy is the tile just drawn, so it was not from the hand", seat, tile)


def _undisturbed(current: Round) -> Round:
    """The round after a call that stood: no ippatsu, no first go (RI7, RI8)."""
    if not current.unbroken and not any(state.ippatsu for state in current.riichi):
        return current
    riichi = current.riichi.map(lambda state: replace(state, ippatsu=False) if state.ippatsu else state)
    return replace(current, unbroken=False, riichi=riichi)


def _passed(current: Round, seat: Seat, *, lifted: bool) -> BySeat[int]:
    """`missed` after the tile on offer was let go and `seat` drew or called (FR2, FR3).

    An ankan's tile is not counted: but for kokushi nobody could have won on it.
    """
    if current.offered is None or (current.kan is not None and current.kan.kind is MeldKind.ANKAN):
        return current.missed.set(seat, 0) if lifted and not current.riichi[seat].accepted else current.missed
    source, tile = current.offered
    bit = 1 << tile.kind
    return BySeat.of(
        0
        if lifted and other is seat and not current.riichi[other].accepted
        else current.missed[other]
        if other is source
        else current.missed[other] | bit
        for other in SEATS
    )


def _fed(current: Round, seat: Seat, meld: Meld) -> tuple[Pao, ...]:
    """Liability when this call completes three dragon or four wind sets (PA1)."""
    assert meld.called is not None and meld.source is not None
    sets = {other.own[0].kind for other in (*current.hands[seat].melds, meld) if other.kind is not MeldKind.CHI}
    for name, kinds in (("daisangen", DRAGONS), ("daisuushii", WINDS)):
        if meld.called.kind in kinds and kinds <= sets:
            return (*current.pao, Pao(seat, meld.source, name))
    return current.pao
