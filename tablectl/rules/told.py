"""What people tell of a hand: riichi and how it ended, whatever of it was seen. Each returns the next `Round` or
refuses."""

from __future__ import annotations

from dataclasses import replace

from tablectl.rules.abort import played_aborts
from tablectl.rules.event import DrawTold, RyuukyokuKind, WinTold
from tablectl.rules.hanfu import HanFu, worth
from tablectl.rules.illegal import IllegalEvent
from tablectl.rules.ledger import RIICHI, RIICHI_RETURNED, STICK, Entry
from tablectl.rules.pao import Pao, fed_by
from tablectl.rules.reading import Win
from tablectl.rules.round import Phase, RiichiState, Round
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.ryuukyoku import abortive, exhaustive, nagashi_mangan
from tablectl.rules.score import HandValue, NotAWin, evaluate
from tablectl.rules.seat import BySeat, Seat
from tablectl.rules.settlement import Claim, Settlement, settle_wins


def tell_riichi(current: Round, seat: Seat, points: int, ruleset: Ruleset) -> Round:
    """A seat is in riichi, at whatever turn; `points` are what it owns. Raises `IllegalEvent` (RI1, RI3)."""
    _refuse_over(current, "riichi")
    if current.riichi[seat].declared:
        raise IllegalEvent("riichi is declared already (RI1)", seat)
    if not current.hands[seat].is_closed:
        raise IllegalEvent("riichi needs a closed hand (RI1)", seat)
    if seat in current.dead:
        raise IllegalEvent("riichi with a dead hand (PE1)", seat)
    if points < STICK and not ruleset.riichi_below_1000:
        raise IllegalEvent(f"riichi costs {STICK} points, the seat has {points} (RI3)", seat)
    return replace(current, riichi=current.riichi.set(seat, RiichiState(declared=True, accepted=True, told=True)))


def settle_sticks(current: Round, won: WinTold | None = None) -> tuple[Round, tuple[Entry, ...]]:
    """Whose stick lies at the end that is told, with what the ledger gets for it.

    A riichi whose tile was on offer counts unless that tile was won on; a stick that lay already then goes back.
    """
    entries: list[Entry] = []
    riichi = current.riichi
    source = None if won is None or won.source is won.seat else won.source
    for seat in current.seats:
        if riichi[seat].is_pending and seat is not source:
            riichi = riichi.set(seat, replace(riichi[seat], accepted=True))
            entries.append(Entry(seat, -STICK, RIICHI))
    if won is not None and won.riichi_tile and source is not None and riichi[source].accepted:
        riichi = riichi.set(source, RiichiState(declared=True))
        entries.append(Entry(source, STICK, RIICHI_RETURNED))
    return replace(current, riichi=riichi), tuple(entries)


def tell_win(current: Round, event: WinTold, deposits: int, ruleset: Ruleset) -> Round:
    """A hand won, as told; `deposits`: riichi sticks on the table.

    A further winner may follow on the same tile. Raises `IllegalEvent` for a hand that cannot have won so.
    """
    seat, source = event.seat, event.source
    if source not in current.seats:
        raise IllegalEvent("nobody plays on this chair (EQ1)", source)
    if seat in current.dead:
        raise IllegalEvent("a dead hand cannot win (PE1)", seat)
    if event.riichi_tile and (source is seat or not current.riichi[source].declared):
        raise IllegalEvent("no riichi tile of this seat to win on: it is not in riichi (RI1)", source)
    if current.phase is Phase.OVER:
        _require_further(current, event, ruleset)
    claims = [
        Claim(paid.winner, paid.value, paid.pao)
        for paid in current.settlements
        if paid.winner is not None and paid.value is not None
    ]
    settlements = settle_wins(
        [*claims, _claim(current, event, ruleset)],
        source=source,
        dealer=current.dealer,
        honba=current.honba,
        deposits=deposits,
        own=current.riichi.map(lambda riichi: int(riichi.accepted)),
        ruleset=ruleset,
    )
    paid = [settled.winner for settled in settlements]
    told = {each.seat: each for each in (*current.told, event)}
    return replace(
        current,
        phase=Phase.OVER,
        wins=tuple(won for won in current.wins if won.seat in paid),
        told=tuple(told[winner] for winner in paid if winner in told),
        bumped=current.bumped | {won for won in (*(claim.seat for claim in claims), seat) if won not in paid},
        settlements=settlements,
    )


def _refuse_over(current: Round, what: str) -> None:
    if current.phase is Phase.OVER:
        raise IllegalEvent(f"{what} although the hand is over; take its end back first")


def _require_further(current: Round, event: WinTold, ruleset: Ruleset) -> None:
    """Another winner on the tile that the first won on. Raises `IllegalEvent`."""
    winners = [settled.winner for settled in current.settlements]
    first = current.settlements[0]
    if event.seat is event.source or first.kind != "ron" or first.source is not event.source:
        raise IllegalEvent("the hand is over already; take its end back first", event.seat)
    if event.seat in winners or event.seat in current.bumped:
        raise IllegalEvent("has won already", event.seat)
    if len(winners) + len(current.bumped) == 2 and ruleset.triple_ron == "abort":
        raise IllegalEvent("three rons are a draw, sancha hou (AB5)", event.seat)


def _claim(current: Round, event: WinTold, ruleset: Ruleset) -> Claim:
    """What the hand is worth and who is liable for it. Raises `IllegalEvent`."""
    won, tsumo = event.hand, event.seat is event.source
    if isinstance(won, HanFu):
        try:
            value = worth(won, tsumo, ruleset)
        except ValueError as error:
            raise IllegalEvent(str(error), event.seat) from None
        if won.yakuman > 1 and event.liable is not None:
            raise IllegalEvent("liable for one of several yakuman: tell the tiles (PA1)", event.liable)
        fed: tuple[str, ...] = value.yakuman if ruleset.pao_yakuman else ()
    else:
        if bool(won.riichi) != current.riichi[event.seat].accepted:
            why = "counts riichi, but its stick does not lie" if won.riichi else "is in riichi, so it counts"
            raise IllegalEvent(f"{why} (RI1)", event.seat)
        win = in_game(won, event, current, ruleset)
        try:
            value = evaluate(win, ruleset)
        except NotAWin as error:
            raise IllegalEvent(f"no win: {error}", event.seat, won.tile) from None
        fed = fed_by(win, value, ruleset)
    return Claim(event.seat, value, _liable(event, fed, value, ruleset))


def _liable(event: WinTold, fed: tuple[str, ...], value: HandValue, ruleset: Ruleset) -> tuple[Pao, ...]:
    liable = event.liable
    if liable is None:
        return ()
    if liable is event.seat:
        raise IllegalEvent("liable is another player who fed the last set (PA1)", liable)
    if not fed:
        known = ", ".join(ruleset.pao_yakuman) or "nothing"
        raise IllegalEvent(f"nothing to be liable for; these rules have it for {known} (PA1)", liable)
    return tuple(Pao(event.seat, liable, name) for name in fed)


def in_game(won: Win, event: WinTold, current: Round, ruleset: Ruleset) -> Win:
    """The win with what the game knows: seats, round, counters."""
    tsumo = event.seat is event.source
    return replace(
        won,
        tsumo=tsumo,
        seat_wind=current.wind_of(event.seat),
        round_wind=current.wind,
        discarder_riichi=not tsumo and current.riichi[event.source].accepted,
        dealers_first_discard=won.first_turn and not tsumo and event.source is current.dealer,
        renchan=current.streak.running(event.seat, current.dealer, ruleset),
        honba=current.honba,
    )


def tell_draw(current: Round, event: DrawTold, deposits: int, ruleset: Ruleset) -> Round:
    """The hand ended without a winner, as told; `deposits`: riichi sticks on the table.

    Raises `IllegalEvent` for a draw that the rules do not have, and tenpai seats that cannot be.
    """
    kind = event.kind
    name = kind.value.replace("_", " ")
    _refuse_over(current, name)
    for seat in (*event.tenpai, *event.nagashi):
        if seat not in current.seats:
            raise IllegalEvent("nobody plays on this chair (EQ1)", seat)
    if kind is RyuukyokuKind.EXHAUSTIVE:
        settlement = _exhausted(current, event, deposits, ruleset)
    else:
        if kind not in played_aborts(ruleset):
            raise IllegalEvent(f"{name} is not played (AB1 to AB5)")
        if event.tenpai or event.nagashi:
            raise IllegalEvent(f"{name}: nobody pays, so tenpai does not matter (AB6)")
        if kind is RyuukyokuKind.SUUCHA_RIICHI:
            for seat in current.seats:
                if not current.riichi[seat].accepted:
                    raise IllegalEvent(f"{name}, but this seat is not in riichi; say so first (AB4)", seat)
        settlement = abortive(kind, ruleset)
    return replace(current, phase=Phase.OVER, draw=kind, settlements=(settlement,))


def _exhausted(current: Round, event: DrawTold, deposits: int, ruleset: Ruleset) -> Settlement:
    for seat in current.seats:
        if seat in current.dead and seat in event.tenpai:
            raise IllegalEvent("a dead hand counts as noten (PE1)", seat)
        if current.riichi[seat].accepted and seat not in event.tenpai and seat not in current.dead:
            raise IllegalEvent(
                "a hand in riichi is tenpai at the draw; take the riichi back if it was none (RI6)", seat
            )
    tenpai = BySeat.of(seat in event.tenpai for seat in current.seats)
    if not event.nagashi:
        return exhaustive(tenpai, ruleset)
    if ruleset.nagashi_mangan == "off":
        raise IllegalEvent("nagashi mangan is not played (DR6)", event.nagashi[0])
    nagashi = event.nagashi[:1] if ruleset.nagashi_multiple == "nearest" else event.nagashi
    return nagashi_mangan(nagashi, tenpai, current.dealer, ruleset, current.honba, deposits)
