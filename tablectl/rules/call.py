"""Calls: chi, pon and the kans, what may not be discarded after them (kuikae), and who is liable for what they feed."""

from __future__ import annotations

from dataclasses import replace

from tablectl.rules.abort import MOST_KANS, must_abort
from tablectl.rules.furiten import let_go
from tablectl.rules.illegal import IllegalEvent
from tablectl.rules.kan_dora import after_kan
from tablectl.rules.meld import Meld, MeldKind
from tablectl.rules.pao import Pao
from tablectl.rules.riichi import require_riichi_ankan
from tablectl.rules.round import Phase, Round
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.seat import Seat

DRAGONS = frozenset((31, 32, 33))
WINDS = frozenset((27, 28, 29, 30))


def call(current: Round, seat: Seat, meld: Meld, ruleset: Ruleset) -> Round:
    """A seat laid down a meld. Raises `IllegalEvent` naming the rule."""
    if meld.is_kan and current.kans >= MOST_KANS and (ruleset.suukan_sanra != "fifth_kan" or current.kans > MOST_KANS):
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
    if meld.kind is MeldKind.CHI and ruleset.players == 3:
        raise IllegalEvent("chi: three players do not call it (TU2)", seat, tile)
    if meld.kind is MeldKind.CHI and seat is not current.after(source):
        raise IllegalEvent(f"chi from seat {source}: only from the left neighbour (TU2)", seat, tile)
    if current.riichi[seat].declared:
        raise IllegalEvent(f"{name} in riichi (RI1)", seat, tile)
    current.refuse_pending(name)
    if (ends := must_abort(current, ruleset)) is not None:
        raise IllegalEvent(f"{name} although the hand is drawn: {ends.value}", seat, tile)
    shown = current.show(seat, meld.own)
    hand = current.hands[seat].call(meld)
    if not meld.is_kan and hand.hidden == 0 and {tile.kind for tile in hand.tiles} <= barred(meld, ruleset):
        raise IllegalEvent(f"{name} leaves only discards that are kuikae (TU7)", seat, tile)
    called = replace(
        undisturbed(current, ruleset),
        hands=current.hands.set(seat, hand),
        rivers=current.rivers.set(source, current.rivers[source].take(seat)),
        seen=current.see(shown, ruleset, seat) if shown else current.seen,
        missed=let_go(current, seat, lifted=ruleset.furiten_lift == "draw_or_call"),
        pao=_fed(current, seat, meld, ruleset),
        turn=seat,
        phase=Phase.DISCARD,
        rinshan=False,
        called=meld,
        last_discard=None,
        dora_fresh=0,
        dora_early=0,
    )
    return _add_kan(called, meld, ruleset) if meld.is_kan else called


def _call_own(current: Round, seat: Seat, meld: Meld, ruleset: Ruleset) -> Round:
    """Ankan or kakan."""
    name, tile = meld.kind.value, meld.own[-1]
    current.require_turn(seat, f"called {name}", tile)
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
        require_riichi_ankan(current, seat, meld, ruleset)
    called = replace(
        current,
        hands=current.hands.set(seat, hand.call(meld)),
        seen=current.see(shown, ruleset, seat) if shown else current.seen,
        last_discard=None,
    )
    return _add_kan(called, meld, ruleset)


def _add_kan(called: Round, meld: Meld, ruleset: Ruleset) -> Round:
    """A kan waits for its replacement tile; a fifth one draws the hand and turns no indicator (AB3, DO9)."""
    waiting = replace(called, phase=Phase.DRAW, drew=False, drawn=None, rinshan=False, fed=None, kan=meld, called=None)
    return waiting if waiting.kans > MOST_KANS else after_kan(waiting, meld.kind, ruleset)


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


def undisturbed(current: Round, ruleset: Ruleset) -> Round:
    """The round after a call that stood: no ippatsu, no first go (RI7, RI8).

    Where only the calls of others break ippatsu, the seat's own ankan or kita leaves its own.
    """
    if not current.unbroken and not any(state.ippatsu for state in current.riichi):
        return current
    spared = current.turn if ruleset.ippatsu_broken_by == "others_call" and current.phase is Phase.DRAW else None
    riichi = current.riichi
    for seat in current.seats:
        if riichi[seat].ippatsu and seat is not spared:
            riichi = riichi.set(seat, replace(riichi[seat], ippatsu=False))
    return replace(current, unbroken=False, riichi=riichi)


def _fed(current: Round, seat: Seat, meld: Meld, ruleset: Ruleset) -> tuple[Pao, ...]:
    """Liability when this call completes three dragon sets, four wind sets or four kans (PA1)."""
    assert meld.called is not None and meld.source is not None
    own = current.hands[seat].melds
    sets = {other.own[0].kind for other in (*own, meld) if other.kind is not MeldKind.CHI}
    kind = meld.called.kind
    completed = {
        "daisangen": kind in DRAGONS and sets >= DRAGONS,
        "daisuushii": kind in WINDS and sets >= WINDS,
        "suukantsu": meld.is_kan and sum(other.is_kan for other in own) == MOST_KANS - 1,
    }
    return (*current.pao, *(Pao(seat, meld.source, name) for name in ruleset.pao_yakuman if completed[name]))
