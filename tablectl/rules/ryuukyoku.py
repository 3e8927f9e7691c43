"""Payments when a hand ends without a winner: noten payment, nagashi mangan, abortive draws."""

from __future__ import annotations

from collections.abc import Iterable

from tablectl.rules.event import RyuukyokuKind
from tablectl.rules.ledger import Entry
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.seat import SEATS, BySeat, Seat
from tablectl.rules.settlement import Settlement

NAGASHI_SHARE = 2000
"""What a seat pays for a nagashi mangan, twice where the dealer pays or gets it (DR6)."""


def exhaustive(tenpai: BySeat[bool], ruleset: Ruleset) -> Settlement:
    """The noten pay the pool to the tenpai, each side in equal parts (DR1)."""
    getting = sum(tenpai)
    entries: tuple[Entry, ...] = ()
    if 0 < getting < len(SEATS):
        pool = ruleset.noten_pool
        share, fine = pool // getting, -(pool // (len(SEATS) - getting))
        entries = tuple(Entry(seat, share if tenpai[seat] else fine, "noten payment") for seat in SEATS)
    return Settlement(RyuukyokuKind.EXHAUSTIVE.value, entries=entries, tenpai=tenpai)


def nagashi_mangan(seats: Iterable[Seat], tenpai: BySeat[bool], dealer: Seat, ruleset: Ruleset) -> Settlement:
    """Paid like a mangan tsumo instead of the noten payment; counters and sticks stay (DR6)."""
    entries: list[Entry] = []
    for winner in seats:
        for payer in SEATS:
            if payer is not winner:
                share = NAGASHI_SHARE * (2 if dealer in (winner, payer) else 1)
                entries += (Entry(payer, -share, "nagashi mangan"), Entry(winner, share, "nagashi mangan"))
    return Settlement("nagashi_mangan", entries=tuple(entries), tenpai=tenpai)


def abortive(kind: RyuukyokuKind) -> Settlement:
    """Nobody pays (AB6)."""
    return Settlement(kind.value)
