"""A hand that ends without a winner: whether this draw is to be had, and what was shown for it."""

from __future__ import annotations

from dataclasses import replace

from tablectl.rules.abort import must_abort, require_kyuushu
from tablectl.rules.event import Drew, HiddenHands, RyuukyokuKind, Won
from tablectl.rules.hand import Hand
from tablectl.rules.illegal import IllegalEvent
from tablectl.rules.riichi import is_ready, waits_of
from tablectl.rules.round import Phase, Round
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.ryuukyoku import abortive, exhaustive, nagashi_mangan
from tablectl.rules.score import NotAWin, Win, evaluate
from tablectl.rules.seat import BySeat, Seat
from tablectl.rules.settlement import Settlement
from tablectl.rules.tile import TILES, in_order
from tablectl.rules.win import judge, on_offer, require_fits


def draw(current: Round, event: Drew, deposits: int, ruleset: Ruleset) -> Round:
    """The hand ended without a winner; `deposits`: riichi sticks on the table.

    Raises `IllegalEvent` where this draw is not to be had.
    """
    kind = event.kind
    if len(event.hands) != len(current.hands):
        raise IllegalEvent(f"{kind.value}: hands of {len(event.hands)} seats, {len(current.hands)} play (EQ1)")
    if kind is RyuukyokuKind.SANCHA_HOU:
        _require_three_rons(current, event, ruleset)
    elif current.phase is Phase.OVER:
        raise IllegalEvent(f"{kind.value}: the hand is over")
    elif kind is RyuukyokuKind.KYUUSHU_KYUUHAI:
        require_kyuushu(current, event.hands[current.turn], ruleset)
        if any(event.hands[seat] is not None for seat in current.seats if seat is not current.turn):
            raise IllegalEvent("kyuushu kyuuhai: the seat to discard shows its hand, no other (AB1)", current.turn)
    elif kind is RyuukyokuKind.EXHAUSTIVE:
        _require_exhausted(current, ruleset)
    elif must_abort(current, ruleset) is not kind:
        raise IllegalEvent(f"{kind.value}: the table does not show it")
    if kind is not RyuukyokuKind.SANCHA_HOU:
        current.refuse_pending(kind.value)
    current = _show(current, event, ruleset)
    settlement = abortive(kind, ruleset)
    if kind is RyuukyokuKind.EXHAUSTIVE:
        settlement = _settle_exhaustive(current, event, deposits, ruleset)
    return replace(current, phase=Phase.OVER, wins=(), draw=kind, settlements=(settlement,))


def _show(current: Round, event: Drew, ruleset: Ruleset) -> Round:
    """The hands laid open at a draw, checked against what is known."""
    for seat in current.seats:
        shown = event.hands[seat]
        if shown is not None:
            require_fits(current, seat, shown)
            seen = current.see(current.show(seat, shown), ruleset, seat)
            hand = replace(current.hands[seat], tiles=shown, hidden=0)
            current = replace(current, seen=seen, hands=current.hands.set(seat, hand))
    return current


def _settle_exhaustive(current: Round, event: Drew, deposits: int, ruleset: Ruleset) -> Settlement:
    for seat in current.seats:
        hand = current.hands[seat]
        if event.hands[seat] is not None:
            if seat not in current.dead and not is_tenpai_at_draw(current, seat, ruleset):
                raise IllegalEvent("the hand shown at the draw is not tenpai (DR2)", seat)
        elif seat in current.dead:
            continue
        elif current.riichi[seat].accepted:
            raise IllegalEvent("a hand in riichi must be shown at the draw (RI6)", seat)
        elif ruleset.tenpai_must_show and hand.hidden == 0 and is_tenpai_at_draw(current, seat, ruleset):
            raise IllegalEvent("a hand in tenpai must be shown at the draw (DR3)", seat)
    tenpai = BySeat.of(event.hands[seat] is not None and seat not in current.dead for seat in current.seats)
    nagashi = [seat for seat in current.seats if is_nagashi(current, seat, ruleset)]
    if not nagashi:
        return exhaustive(tenpai, ruleset)
    # The last drawer made the last discard.
    nagashi.sort(key=lambda seat: current.turn.distance(seat, ruleset.players))
    if ruleset.nagashi_multiple == "nearest":
        del nagashi[1:]
    return nagashi_mangan(nagashi, tenpai, current.dealer, ruleset, current.honba, deposits)


def is_nagashi(current: Round, seat: Seat, ruleset: Ruleset) -> bool:
    """Whether all discards of the seat are terminals or honours and none was called, by the rules in force (DR6)."""
    if ruleset.nagashi_mangan == "off" or seat in current.dead:
        return False
    if ruleset.nagashi_closed_only and not current.hands[seat].is_closed:
        return False
    tiles = current.rivers[seat].tiles
    return bool(tiles) and all(tile.tile.is_yaochuu and tile.called_by is None for tile in tiles)


def is_tenpai_at_draw(current: Round, seat: Seat, ruleset: Ruleset) -> bool:
    """Whether a wholly known hand counts as tenpai; where it needs a yaku, one that needs no luck (DR2)."""
    hand = current.hands[seat]
    if not is_ready(hand, ruleset):
        return False
    return not ruleset.tenpai_needs_yaku or any(
        _has_yaku(current, seat, hand, wait, ruleset) for wait in waits_of(hand.tiles, ruleset)
    )


def _has_yaku(current: Round, seat: Seat, hand: Hand, wait: int, ruleset: Ruleset) -> bool:
    """Whether a ron on the kind would have a yaku."""
    win = Win(
        hand=hand.tiles,
        tile=TILES[wait],
        tsumo=False,
        melds=hand.melds,
        seat_wind=current.wind_of(seat),
        round_wind=current.wind,
        riichi=int(current.riichi[seat].accepted),
        honba=current.honba,
    )
    try:
        evaluate(win, ruleset)
    except NotAWin:
        return False
    return True


def _require_exhausted(current: Round, ruleset: Ruleset) -> None:
    if current.phase is not Phase.REACT or current.wall.live_left > 0:
        raise IllegalEvent(f"exhaustive draw with {current.wall.live_left} tiles in the live wall")
    if (ends := must_abort(current, ruleset)) is not None:
        raise IllegalEvent(f"exhaustive draw although the hand is drawn otherwise: {ends.value}")


def _require_three_rons(current: Round, event: Drew, ruleset: Ruleset) -> None:
    if ruleset.triple_ron != "abort":
        raise IllegalEvent("three rons are not a draw here (AB5)")
    offered = on_offer(current)
    if offered is None:
        raise IllegalEvent("sancha hou: no tile to win on (AB5)")
    source, tile = offered
    winners = [seat for seat in current.seats if seat is not source]
    if len(winners) != 3 or event.hands[source] is not None or any(event.hands[seat] is None for seat in winners):
        raise IllegalEvent(f"sancha hou: all but seat {source} show their hands (AB5)")
    for seat in winners:
        hand = event.hands[seat]
        if hand is not None and seat not in [won.seat for won in current.wins]:
            # Ura are not turned for a draw and no yaku depends on them.
            phase = Phase.REACT if current.kan is None else Phase.DRAW
            alone = replace(current, phase=phase, wins=(), settlements=())
            judge(alone, Won(seat, source, tile, hand), replace(ruleset, ura_dora=False))


def tenpai_hands(current: Round, ruleset: Ruleset) -> HiddenHands:
    """The known hands that would be shown at an exhaustive draw."""
    return BySeat.of(
        in_order(hand.tiles)
        if hand.hidden == 0 and seat not in current.dead and is_tenpai_at_draw(current, seat, ruleset)
        else None
        for seat, hand in zip(current.seats, current.hands, strict=True)
    )
