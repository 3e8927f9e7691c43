"""Who pays whom for a win: ron, tsumo, counters, riichi sticks and liability."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tablectl.rules.ledger import STICK, STICKS_TAKEN, Entry, changes, split
from tablectl.rules.limit import up
from tablectl.rules.pao import Pao, Part, parts
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.score import HandValue
from tablectl.rules.seat import BySeat, Seat, seats


@dataclass(frozen=True, slots=True)
class Claim:
    """A hand laid open as a win: whose, what it is worth, who is liable for it (`Pao` of other yakuman do no harm)."""

    seat: Seat
    value: HandValue
    pao: tuple[Pao, ...] = ()


@dataclass(frozen=True, slots=True)
class Share:
    """What `payer` gives `to` for the hand alone: `base` points times `times`, rounded up to hundreds.

    `times` may be broken where a missing seat's part is shared. `reason`: ron, tsumo, pao, nagashi mangan or chombo.
    """

    payer: Seat
    to: Seat
    base: int
    times: float
    reason: str

    @property
    def points(self) -> int:
        """The payment."""
        return up(self.base * self.times)

    @property
    def entries(self) -> tuple[Entry, Entry]:
        """The payment given and got."""
        return Entry(self.payer, -self.points, self.reason), Entry(self.to, self.points, self.reason)


@dataclass(frozen=True, slots=True)
class Settlement:
    """What changes hands for one win or one draw.

    `kind`: ron, tsumo, exhaustive, nagashi_mangan, chombo or an abortive draw's name. `honba`: counters that are paid
    (at least in part). `deposits`: points of riichi sticks taken. `shares`: the payments for the hand alone. `pao`: who
    is liable, and for which yakuman. `tenpai`: who is, at an exhaustive draw. `nagashi`: seats with nagashi mangan,
    nearest to the last drawer first. `entries` sum to `deposits`.
    """

    kind: str
    winner: Seat | None = None
    source: Seat | None = None
    value: HandValue | None = None
    entries: tuple[Entry, ...] = ()
    honba: int = 0
    deposits: int = 0
    shares: tuple[Share, ...] = ()
    pao: tuple[Pao, ...] = ()
    tenpai: BySeat[bool] | None = None
    nagashi: tuple[Seat, ...] = ()
    players: int = 4

    @property
    def deltas(self) -> BySeat[int]:
        """What each seat gets or gives."""
        return changes(self.entries, self.players)


def settle_win(
    *,
    winner: Seat,
    source: Seat,
    value: HandValue,
    dealer: Seat,
    honba: int,
    deposits: int,
    pao: tuple[Pao, ...] = (),
    ruleset: Ruleset,
) -> Settlement:
    """The payment for a single win; `source` is the winner itself for a tsumo, `deposits` are riichi sticks."""
    claims = [Claim(winner, value, pao)]
    return settle_wins(claims, source=source, dealer=dealer, honba=honba, deposits=deposits, ruleset=ruleset)[0]


def paid(claims: Sequence[Claim], source: Seat, ruleset: Ruleset) -> tuple[Claim, ...]:
    """Those that are paid, nearest to the discarder in turn first: all, or the first by head bump (PT8)."""
    nearest = sorted(claims, key=lambda claim: source.distance(claim.seat, ruleset.players))
    bump = ruleset.multi_ron == "head_bump" or (len(nearest) == 3 and ruleset.triple_ron == "head_bump")
    return tuple(nearest[:1] if bump else nearest)


def settle_wins(
    claims: Sequence[Claim],
    *,
    source: Seat,
    dealer: Seat,
    honba: int,
    deposits: int,
    own: BySeat[int] | None = None,
    ruleset: Ruleset,
) -> tuple[Settlement, ...]:
    """The payments for all hands that won on one tile, nearest to the discarder first (PT5 to PT8).

    `honba`: counters, `deposits`: riichi sticks on the table, `own`: those of them that each seat laid down in this
    hand, for tables that give winners their own back.
    """
    claims = paid(claims, source, ruleset)
    count = len(claims)
    counters = {
        "first": (honba * ruleset.honba_value, *(0,) * (count - 1)),
        "each": (honba * ruleset.honba_value,) * count,
        "split": split(honba * ruleset.honba_value, count),
    }[ruleset.honba_on_multi_ron]
    sticks = _sticks(claims, deposits, own, ruleset)
    return tuple(
        _settle(claim, source, dealer, honba if points else 0, points, taken, ruleset)
        for claim, points, taken in zip(claims, counters, sticks, strict=True)
    )


def _sticks(claims: Sequence[Claim], deposits: int, own: BySeat[int] | None, ruleset: Ruleset) -> tuple[int, ...]:
    """Points of riichi sticks for each winner, nearest first (PT6, PT7)."""
    if ruleset.sticks_on_multi_ron == "split":
        return split(deposits * STICK, len(claims))
    back = [0] * len(claims)
    if ruleset.sticks_on_multi_ron == "own_back_rest_first" and own is not None:
        back = [own[claim.seat] for claim in claims]
    back[0] += deposits - sum(back)
    return tuple(sticks * STICK for sticks in back)


def _settle(
    claim: Claim, source: Seat, dealer: Seat, honba: int, counters: int, deposits: int, ruleset: Ruleset
) -> Settlement:
    winner, players = claim.seat, ruleset.players
    tsumo = winner is source
    owed = parts(claim.value, claim.pao, ruleset)
    shares = [share for part in owed for share in _part(part, winner, source, dealer, ruleset)]
    shares.sort(key=lambda share: share.payer)
    liable = {share.payer for share in shares if share.reason == "pao"}
    payers = {source} if not tsumo else {seat for seat in seats(players) if seat is not winner}
    if liable and (tsumo or ruleset.pao_ron_honba == "liable"):
        # Of two liable seats the nearest in turn pays the counters.
        payers = {min(liable, key=lambda seat: winner.distance(seat, players))}
    entries: list[Entry] = []
    for seat in seats(players):
        for share in shares:
            if share.payer is seat:
                entries += share.entries
        if counters and seat in payers:
            points = up(counters / len(payers))
            entries += (Entry(seat, -points, "honba"), Entry(winner, points, "honba"))
    if deposits:
        entries.append(Entry(winner, deposits, STICKS_TAKEN))
    return Settlement(
        kind="tsumo" if tsumo else "ron",
        winner=winner,
        source=source,
        value=claim.value,
        entries=tuple(entries),
        honba=honba,
        deposits=deposits,
        shares=tuple(shares),
        pao=tuple(pao for pao in claim.pao if pao.source in liable),
        players=players,
    )


def _part(part: Part, winner: Seat, source: Seat, dealer: Seat, ruleset: Ruleset) -> Iterator[Share]:
    """Who pays for a part of the hand (section 12 of the checklist, PA2, PA3, PA5)."""
    base, liable = part.base, part.liable
    whole = 6 if winner is dealer else 4
    if winner is source:
        if liable is None:
            yield from tsumo_shares(winner, dealer, base, "tsumo", ruleset)
        elif part.as_tsumo:
            for share in tsumo_shares(winner, dealer, base, "pao", ruleset):
                yield Share(liable, winner, base, share.times, "pao")
        else:
            yield Share(liable, winner, base, whole, "pao")
    elif liable is None or liable is source:
        # A liable discarder pays all of it anyway.
        yield Share(source, winner, base, whole, "ron")
    else:
        yield Share(source, winner, base, whole // 2, "ron")
        yield Share(liable, winner, base, whole // 2, "pao")


def tsumo_shares(winner: Seat, dealer: Seat, base: int, reason: str, ruleset: Ruleset) -> tuple[Share, ...]:
    """What all the others give: twice the base where the dealer pays or gets it, else once.

    With fewer than four players a missing seat's part is lost (`tsumo_loss`), or shared by the payers before rounding,
    so that they give as much as by ron.
    """
    payers = [seat for seat in seats(ruleset.players) if seat is not winner]
    times: list[float] = [2 if dealer in (winner, seat) else 1 for seat in payers]
    if not ruleset.tsumo_loss:
        missing = (6 if winner is dealer else 4) - sum(times)
        times = [own + missing / len(payers) for own in times]
    return tuple(Share(seat, winner, base, own, reason) for seat, own in zip(payers, times, strict=True))
