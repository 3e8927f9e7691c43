"""Who pays whom for a win: ron, tsumo, counters, riichi sticks and liability."""

from __future__ import annotations

from dataclasses import dataclass

from tablectl.rules.ledger import Entry, changes
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.score import YAKUMAN_BASE, HandValue
from tablectl.rules.seat import SEATS, BySeat, Seat

STICK = 1000
"""Points of a riichi stick."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """What changes hands for one win or one draw.

    `kind`: ron, tsumo, exhaustive, nagashi_mangan or an abortive draw's name. `honba` and `deposits` are the counters
    and sticks that this settlement pays out. `pao`: who is liable. `tenpai`: who is, at an exhaustive draw. `entries`
    sum to the points of the sticks paid out.
    """

    kind: str
    winner: Seat | None = None
    source: Seat | None = None
    value: HandValue | None = None
    entries: tuple[Entry, ...] = ()
    honba: int = 0
    deposits: int = 0
    pao: Seat | None = None
    tenpai: BySeat[bool] | None = None

    @property
    def deltas(self) -> BySeat[int]:
        """What each seat gets or gives."""
        return changes(self.entries)


def up(points: int) -> int:
    """Rounded up to hundreds: what one seat pays."""
    return -(-points // 100) * 100


def settle_win(
    *,
    winner: Seat,
    source: Seat,
    value: HandValue,
    dealer: Seat,
    honba: int,
    deposits: int,
    pao: Seat | None,
    ruleset: Ruleset,
) -> Settlement:
    """The payment for a win; `source` is the winner itself for a tsumo.

    `honba` and `deposits` are 0 for all but the nearest of several winners (PT7). `pao`: who fed the last set of a
    yakuman.
    """
    tsumo = winner is source
    if pao in (winner, source) and not tsumo:
        # The discarder is liable already for all of it.
        pao = None
    shares = _shares(winner, source, value.base, dealer)
    counters = _counters(winner, source, honba, ruleset)
    reasons = {seat: "tsumo" if tsumo else "ron" for seat in SEATS}
    if pao is not None:
        liable = value.base if ruleset.pao_scope == "whole_hand" else YAKUMAN_BASE
        shares = _with_pao(winner, source, value.base, liable, dealer, pao)
        if tsumo or ruleset.pao_ron_honba == "liable":
            counters = {pao: sum(counters.values())}
        reasons[pao] = "pao"
    entries: list[Entry] = []
    for seat in SEATS:
        for points, reason in ((shares.get(seat, 0), reasons[seat]), (counters.get(seat, 0), "honba")):
            if points:
                entries += (Entry(seat, -points, reason), Entry(winner, points, reason))
    if deposits:
        entries.append(Entry(winner, deposits * STICK, "riichi sticks"))
    kind = "tsumo" if tsumo else "ron"
    return Settlement(kind, winner, source, value, tuple(entries), honba, deposits, pao)


def _shares(winner: Seat, source: Seat, base: int, dealer: Seat) -> dict[Seat, int]:
    """What each seat pays for the hand alone (section 12 of the checklist)."""
    if winner is not source:
        return {source: up(base * (6 if winner is dealer else 4))}
    double = (winner, dealer)
    return {seat: up(base * (2 if winner is dealer or seat in double else 1)) for seat in SEATS if seat is not winner}


def _counters(winner: Seat, source: Seat, honba: int, ruleset: Ruleset) -> dict[Seat, int]:
    """What each seat pays for the counters (PT5)."""
    if winner is not source:
        return {source: honba * ruleset.honba_value}
    return {seat: honba * ruleset.honba_value // 3 for seat in SEATS if seat is not winner}


def _with_pao(winner: Seat, source: Seat, base: int, liable: int, dealer: Seat, pao: Seat) -> dict[Seat, int]:
    """The shares when one seat is liable for `liable` of the base: all of it by tsumo, half by ron (PA2, PA3)."""
    rest = _shares(winner, source, base - liable, dealer)
    whole = up(liable * (6 if winner is dealer else 4))
    if winner is source:
        return {**rest, pao: rest.get(pao, 0) + whole}
    return {source: rest[source] + whole // 2, pao: whole // 2}
