"""Payments when a hand ends without a winner: noten payment, nagashi mangan, abortive draws."""

from __future__ import annotations

from collections.abc import Iterable

from tablectl.rules.event import RyuukyokuKind
from tablectl.rules.ledger import STICK, STICKS_TAKEN, Entry, split
from tablectl.rules.limit import MANGAN, up
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.seat import BySeat, Seat
from tablectl.rules.settlement import Settlement, tsumo_shares


def noten_pool(ruleset: Ruleset) -> int:
    """What the noten pay together (DR1)."""
    return {4: ruleset.noten_pool, 3: ruleset.noten_pool_3p, 2: ruleset.noten_pool_2p}[ruleset.players]


def exhaustive(tenpai: BySeat[bool], ruleset: Ruleset) -> Settlement:
    """The noten pay the pool to the tenpai, each side in equal parts (DR1).

    A pool that does not part into hundreds weighs on the first chairs of either side.
    """
    getting = [seat for seat in tenpai.seats if tenpai[seat]]
    paying = [seat for seat in tenpai.seats if not tenpai[seat]]
    points: dict[Seat, int] = {}
    if getting and paying and (pool := noten_pool(ruleset)):
        points |= zip(getting, split(pool, len(getting)), strict=True)
        points |= zip(paying, (-part for part in split(pool, len(paying))), strict=True)
    entries = tuple(Entry(seat, points[seat], "noten payment") for seat in tenpai.seats if seat in points)
    kind = RyuukyokuKind.EXHAUSTIVE.value
    return Settlement(kind, entries=entries, tenpai=tenpai, players=ruleset.players)


def nagashi_mangan(
    nagashi: Iterable[Seat],
    tenpai: BySeat[bool],
    dealer: Seat,
    ruleset: Ruleset,
    honba: int = 0,
    deposits: int = 0,
) -> Settlement:
    """Each is paid like a mangan tsumo instead of the noten payment (DR6).

    As a draw, counters and sticks stay. As a win the first of `nagashi` gets the `honba` and the riichi sticks
    `deposits`.
    """
    nagashi = tuple(nagashi)
    shares = tuple(
        share for winner in nagashi for share in tsumo_shares(winner, dealer, MANGAN, "nagashi mangan", ruleset)
    )
    entries = [entry for share in shares for entry in share.entries]
    if ruleset.nagashi_mangan != "win":
        honba = deposits = 0
    winner = nagashi[0]
    payers = [seat for seat in tenpai.seats if seat is not winner]
    if counters := up(honba * ruleset.honba_value / len(payers)):
        for seat in payers:
            entries += (Entry(seat, -counters, "honba"), Entry(winner, counters, "honba"))
    if deposits:
        entries.append(Entry(winner, deposits * STICK, STICKS_TAKEN))
    return Settlement(
        "nagashi_mangan",
        winner=winner if ruleset.nagashi_mangan == "win" else None,
        entries=tuple(entries),
        honba=honba,
        deposits=deposits * STICK,
        shares=shares,
        tenpai=tenpai,
        nagashi=nagashi,
        players=ruleset.players,
    )


def abortive(kind: RyuukyokuKind, ruleset: Ruleset) -> Settlement:
    """Nobody pays (AB6)."""
    return Settlement(kind.value, players=ruleset.players)
