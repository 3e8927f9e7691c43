"""Fouls: a dead hand, and the chombo that ends the hand (PE1, AB7)."""

from __future__ import annotations

from dataclasses import replace

from tablectl.rules.event import Fouled
from tablectl.rules.illegal import IllegalEvent
from tablectl.rules.ledger import RIICHI_RETURNED, STICK, Entry
from tablectl.rules.limit import MANGAN
from tablectl.rules.round import Phase, Round
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.seat import Seat
from tablectl.rules.settlement import Settlement, Share, tsumo_shares


def die(current: Round, seat: Seat) -> Round:
    """The seat may not win this hand any more and counts as noten. Raises `IllegalEvent` where it is dead already."""
    if seat in current.dead:
        raise IllegalEvent("the hand is dead already (PE1)", seat)
    return replace(current, dead=current.dead | {seat})


def foul(current: Round, event: Fouled, ruleset: Ruleset) -> Round:
    """A chombo: the hand ends and is played again, or where the rules say so its seat's hand dies and play goes on."""
    if ruleset.chombo == "dead_hand":
        return replace(current, dead=current.dead | {event.seat})
    riichi = tuple(seat for seat in current.seats if current.riichi[seat].accepted)
    settlement = chombo(event.seat, current.dealer, riichi, ruleset)
    return replace(current, phase=Phase.OVER, foul=event, settlements=(settlement,))


def chombo(seat: Seat, dealer: Seat, riichi: tuple[Seat, ...], ruleset: Ruleset) -> Settlement:
    """What a chombo of `seat` costs now: what a mangan by tsumo would have got from the others, or nothing.

    Nothing is paid where the hand is only played again or the penalty is taken off the final result. The sticks of
    those in `riichi` go back to them.
    """
    shares: tuple[Share, ...] = ()
    if ruleset.chombo == "reverse_mangan":
        won = tsumo_shares(seat, dealer, MANGAN, "chombo", ruleset)
        shares = tuple(replace(share, payer=share.to, to=share.payer) for share in won)
    back = tuple(Entry(other, STICK, RIICHI_RETURNED) for other in riichi)
    return Settlement(
        "chombo",
        source=seat,
        entries=(*(entry for share in shares for entry in share.entries), *back),
        deposits=STICK * len(riichi),
        shares=shares,
        players=ruleset.players,
    )
