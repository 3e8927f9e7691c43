"""How a hand ends: a hand laid open as a win, or a draw. What was hidden is judged here, once it is shown."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from tablectl.rules.event import Drew, RyuukyokuKind, Won
from tablectl.rules.hand import Hand
from tablectl.rules.illegal import IllegalEvent
from tablectl.rules.meld import MeldKind
from tablectl.rules.round import Phase, Round
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.ryuukyoku import abortive, exhaustive, nagashi_mangan
from tablectl.rules.score import HandValue, NotAWin, Win, evaluate
from tablectl.rules.seat import SEATS, BySeat, Seat
from tablectl.rules.settlement import Claim, Settlement, settle_wins
from tablectl.rules.shape import waits
from tablectl.rules.tile import Tile, in_order
from tablectl.rules.turn import is_ready, must_abort
from tablectl.rules.wall import INDICATORS

KYUUSHU_KINDS = 9
"""Kinds of terminals and honours for a kyuushu kyuuhai (AB1)."""


def win(current: Round, event: Won, deposits: int, ruleset: Ruleset) -> Round:
    """A hand was laid open as a win; `deposits`: riichi sticks on the table.

    Raises `IllegalEvent` when the tile was not there to be won on, the hand does not fit what is known of it, has no
    yaku, or is furiten.
    """
    seat, source = event.seat, event.source
    seen, value = _judge(current, event, ruleset)
    values = {won.winner: won.value for won in current.settlements if won.winner is not None and won.value is not None}
    values[seat] = value
    settlements = settle_wins(
        [Claim(winner, value, current.pao_of(winner)) for winner, value in values.items()],
        source=source,
        dealer=current.dealer,
        honba=current.honba,
        deposits=deposits,
        own=current.riichi.map(lambda riichi: int(riichi.accepted)),
        ruleset=ruleset,
    )
    won = {each.seat: each for each in (*current.wins, event)}
    return replace(
        current,
        seen=seen,
        phase=Phase.OVER,
        wins=tuple(won[settled.winner] for settled in settlements if settled.winner is not None),
        settlements=settlements,
        hands=current.hands.set(seat, Hand(event.hand, 0, current.hands[seat].melds)),
    )


def _judge(current: Round, event: Won, ruleset: Ruleset) -> tuple[bytes, HandValue]:
    """Every face seen with the hand laid open, and its value. Raises `IllegalEvent` when it does not win."""
    seat, source, tile = event.seat, event.source, event.tile
    if seat is source:
        _require_own_draw(current, event)
    else:
        _require_offered(current, event, ruleset)
    seen = _lay_open(current, event, ruleset)
    robs_ankan = current.kan is not None and current.kan.kind is MeldKind.ANKAN
    owed = current.dora_due - (robs_ankan and ruleset.kan_dora_closed == "at_once")
    if owed > 0:
        raise IllegalEvent(f"{owed} dora indicator still to be turned before the win counts (DO2)", seat, tile)
    if seat is not source:
        _require_not_furiten(current, event)
    value = _value(current, event, ruleset)
    if robs_ankan and (not ruleset.kokushi_ankan_chankan or not _is_kokushi(value)):
        raise IllegalEvent("an ankan may be robbed by kokushi only, if at all (Y10)", seat, tile)
    return seen, value


def _require_own_draw(current: Round, event: Won) -> None:
    """Tsumo: right after the own draw, on the tile drawn."""
    if current.phase is not Phase.DISCARD or current.turn is not event.seat or not current.drew:
        raise IllegalEvent("tsumo without a draw of its own", event.seat, event.tile)
    if current.riichi[event.seat].is_pending:
        raise IllegalEvent("tsumo between riichi and its discard (RI1)", event.seat, event.tile)
    if current.drawn is not None and event.tile != current.drawn:
        raise IllegalEvent(f"tsumo, but the tile drawn was {current.drawn}", event.seat, event.tile)


def _require_offered(current: Round, event: Won, ruleset: Ruleset) -> None:
    """Ron: on the last discard or a robbed kan; a further winner on the same tile as the first."""
    if current.wins:
        first = current.wins[0]
        offered = None if first.seat is first.source else (first.source, first.tile)
        if event.seat in [won.seat for won in current.wins]:
            raise IllegalEvent("has won already", event.seat, event.tile)
        if len(current.wins) == 2 and ruleset.triple_ron == "abort":
            raise IllegalEvent("three rons are a draw, sancha hou (AB5)", event.seat, event.tile)
        nearest = min(event.source.distance(won.seat) for won in current.wins)
        if ruleset.multi_ron == "head_bump" and event.source.distance(event.seat) > nearest:
            raise IllegalEvent("only the nearest winner is paid, head bump (PT8)", event.seat, event.tile)
    else:
        offered = current.offered
        # Only a riichi tile leaves its discarder with a chance of ippatsu while others react.
        if current.phase is Phase.REACT and current.riichi[current.turn].ippatsu:
            raise IllegalEvent("ron on a riichi tile after the riichi was accepted (RI1)", event.seat, event.tile)
    if offered != (event.source, event.tile):
        there = f"the tile to win on is {offered[1]} of seat {offered[0]}" if offered else "no tile to win on"
        raise IllegalEvent(f"ron from seat {event.source}: {there}", event.seat, event.tile)


def _lay_open(current: Round, event: Won, ruleset: Ruleset) -> bytes:
    """Check a shown hand against what is known; returns every face seen now."""
    hand = current.hands[event.seat]
    tsumo = event.seat is event.source
    shown = (*event.hand, event.tile) if tsumo else event.hand
    count = len(hand.tiles) + hand.hidden
    if len(shown) != count:
        raise IllegalEvent(f"{len(event.hand)} concealed tiles shown, expected {count - tsumo}", event.seat, event.tile)
    missing = Counter(hand.tiles) - Counter(shown)
    if missing:
        tile = min(missing)
        raise IllegalEvent("the hand holds this tile, but it is not among those shown", event.seat, tile)
    ura = _ura(current, event, ruleset)
    return current.see((*current.show(event.seat, shown), *ura), ruleset, event.seat)


def _ura(current: Round, event: Won, ruleset: Ruleset) -> tuple[Tile, ...]:
    """The ura indicators that were not shown by another winner before; checks their number (DO6)."""
    counted = ura_count(current, event.seat, ruleset)
    if len(event.ura) != counted:
        raise IllegalEvent(f"{len(event.ura)} ura indicators shown, expected {counted} (DO6)", event.seat)
    for place, tile in enumerate(event.ura):
        lies = current.wall.tile(INDICATORS[place] + 1)
        if lies is not None and lies != tile:
            raise IllegalEvent(f"the wall has {lies} as ura indicator {place + 1}", event.seat, tile)
    before = next((won.ura for won in current.wins if won.ura), None)
    if before is not None and event.ura:
        if before != event.ura:
            raise IllegalEvent("another winner showed other ura indicators", event.seat, event.ura[0])
        return ()
    return event.ura


def ura_count(current: Round, seat: Seat, ruleset: Ruleset) -> int:
    """How many ura indicators a win of this seat turns (DO6)."""
    if not current.riichi[seat].accepted or not ruleset.ura_dora:
        return 0
    return len(current.indicators) - current.dora_early if ruleset.kan_ura_dora else 1


def _require_not_furiten(current: Round, event: Won) -> None:
    """No ron with a wait in the own river or one let go since (FR1 to FR3)."""
    waiting = waits(event.hand)
    if own := waiting & current.rivers[event.seat].kinds:
        raise IllegalEvent("furiten: this wait is in its own river (FR1)", event.seat, Tile(min(own)))
    missed = current.missed[event.seat]
    passed = sorted(kind for kind in waiting if missed >> kind & 1)
    if passed:
        since = "in riichi (FR3)" if current.riichi[event.seat].accepted else "since its last draw (FR2)"
        raise IllegalEvent(f"furiten: let this wait go {since}", event.seat, Tile(passed[0]))


def _value(current: Round, event: Won, ruleset: Ruleset) -> HandValue:
    seat, tsumo = event.seat, event.seat is event.source
    riichi = current.riichi[seat]
    chankan = not tsumo and current.kan is not None
    last = current.wall.live_left == 0
    try:
        return evaluate(
            Win(
                hand=event.hand,
                tile=event.tile,
                tsumo=tsumo,
                melds=current.hands[seat].melds,
                seat_wind=seat.wind(current.dealer),
                round_wind=current.wind,
                riichi=(2 if riichi.double else 1) if riichi.accepted else 0,
                ippatsu=riichi.ippatsu,
                rinshan=tsumo and current.rinshan,
                chankan=chankan,
                haitei=tsumo and last and not current.rinshan,
                houtei=not tsumo and last and not chankan,
                first_turn=tsumo and current.is_first_go(seat),
                indicators=current.indicators[: len(current.indicators) - current.dora_early],
                ura=event.ura,
            ),
            ruleset,
        )
    except NotAWin as error:
        raise IllegalEvent(f"no win: {error}", seat, event.tile) from None


def _is_kokushi(value: HandValue) -> bool:
    return any(name.startswith("kokushi") for name in value.yakuman)


def draw(current: Round, event: Drew, ruleset: Ruleset) -> Round:
    """The hand ended without a winner. Raises `IllegalEvent` where this draw is not to be had."""
    kind = event.kind
    if kind is RyuukyokuKind.SANCHA_HOU:
        _require_three_rons(current, event, ruleset)
    elif current.phase is Phase.OVER:
        raise IllegalEvent(f"{kind.value}: the hand is over")
    elif kind is RyuukyokuKind.KYUUSHU_KYUUHAI:
        _require_kyuushu(current, event, ruleset)
    elif kind is RyuukyokuKind.EXHAUSTIVE:
        _require_exhausted(current, ruleset)
    elif must_abort(current, ruleset) != kind.value:
        raise IllegalEvent(f"{kind.value}: the table does not show it")
    current = _show(current, event, ruleset)
    settlement = abortive(kind, ruleset)
    if kind is RyuukyokuKind.EXHAUSTIVE:
        settlement = _settle_exhaustive(current, event, ruleset)
    return replace(current, phase=Phase.OVER, wins=(), draw=kind, settlements=(settlement,))


def _show(current: Round, event: Drew, ruleset: Ruleset) -> Round:
    """The hands laid open at a draw, checked against what is known."""
    for seat in SEATS:
        shown = event.hands[seat]
        if shown is None:
            continue
        hand = current.hands[seat]
        if len(shown) != len(hand.tiles) + hand.hidden:
            expected = len(hand.tiles) + hand.hidden
            raise IllegalEvent(f"{len(shown)} concealed tiles shown, expected {expected}", seat)
        if missing := Counter(hand.tiles) - Counter(shown):
            raise IllegalEvent("the hand holds this tile, but it is not among those shown", seat, min(missing))
        seen = current.see(current.show(seat, shown), ruleset, seat)
        current = replace(current, seen=seen, hands=current.hands.set(seat, Hand(shown, 0, hand.melds)))
    return current


def _settle_exhaustive(current: Round, event: Drew, ruleset: Ruleset) -> Settlement:
    for seat in SEATS:
        if event.hands[seat] is None:
            if current.riichi[seat].accepted:
                raise IllegalEvent("a hand in riichi must be shown at the draw (RI6)", seat)
        elif not is_ready(current.hands[seat], ruleset):
            raise IllegalEvent("the hand shown at the draw is not tenpai (DR2)", seat)
    tenpai = event.hands.map(lambda hand: hand is not None)
    nagashi = tuple(seat for seat in SEATS if is_nagashi(current, seat))
    if nagashi and ruleset.nagashi_mangan != "off":
        return nagashi_mangan(nagashi, tenpai, current.dealer, ruleset)
    return exhaustive(tenpai, ruleset)


def is_nagashi(current: Round, seat: Seat) -> bool:
    """All discards of the seat are terminals or honours and none was called (DR6)."""
    tiles = current.rivers[seat].tiles
    return bool(tiles) and all(tile.tile.is_yaochuu and tile.called_by is None for tile in tiles)


def _require_exhausted(current: Round, ruleset: Ruleset) -> None:
    if current.phase is not Phase.REACT or current.wall.live_left > 0:
        raise IllegalEvent(f"exhaustive draw with {current.wall.live_left} tiles in the live wall")
    if current.pending_riichi is not None:
        raise IllegalEvent("exhaustive draw before the riichi was accepted (RI1)", current.pending_riichi)
    if (ends := must_abort(current, ruleset)) is not None:
        raise IllegalEvent(f"exhaustive draw although the hand is drawn otherwise: {ends}")


def _require_kyuushu(current: Round, event: Drew, ruleset: Ruleset) -> None:
    seat = current.turn
    if not ruleset.kyuushu_kyuuhai:
        raise IllegalEvent("kyuushu kyuuhai is not played (AB1)", seat)
    if current.phase is not Phase.DISCARD or not current.drew or not current.is_first_go(seat):
        raise IllegalEvent("kyuushu kyuuhai: only after the first own draw and before any call (AB1)", seat)
    if current.riichi[seat].declared:
        raise IllegalEvent("kyuushu kyuuhai between riichi and its discard (AB1)", seat)
    shown = event.hands[seat]
    if shown is None or any(event.hands[other] is not None for other in SEATS if other is not seat):
        raise IllegalEvent("kyuushu kyuuhai: the seat to discard shows its hand, no other (AB1)", seat)
    if yaochuu_kinds(shown) < KYUUSHU_KINDS:
        raise IllegalEvent(f"kyuushu kyuuhai with {yaochuu_kinds(shown)} kinds, it needs {KYUUSHU_KINDS} (AB1)", seat)


def yaochuu_kinds(tiles: tuple[Tile, ...]) -> int:
    """How many kinds of terminals and honours there are."""
    return len({tile.kind for tile in tiles if tile.is_yaochuu})


def _require_three_rons(current: Round, event: Drew, ruleset: Ruleset) -> None:
    if ruleset.triple_ron != "abort":
        raise IllegalEvent("three rons are not a draw here (AB5)")
    offered = current.offered
    if current.wins and current.wins[0].seat is not current.wins[0].source:
        offered = (current.wins[0].source, current.wins[0].tile)
    if offered is None:
        raise IllegalEvent("sancha hou: no tile to win on (AB5)")
    source, tile = offered
    winners = [seat for seat in SEATS if seat is not source]
    if event.hands[source] is not None or any(event.hands[seat] is None for seat in winners):
        raise IllegalEvent(f"sancha hou: all but seat {source} show their hands (AB5)")
    for seat in winners:
        hand = event.hands[seat]
        if hand is not None and seat not in [won.seat for won in current.wins]:
            # Ura are not turned for a draw and no yaku depends on them.
            phase = Phase.REACT if current.kan is None else Phase.DRAW
            alone = replace(current, phase=phase, wins=(), settlements=())
            _judge(alone, Won(seat, source, tile, hand), replace(ruleset, ura_dora=False))


def winning_hand(current: Round, seat: Seat) -> tuple[Tile, ...]:
    """The concealed tiles of a wholly known hand as an event tells them, without the tile of a tsumo."""
    hand = list(current.hands[seat].tiles)
    if current.phase is Phase.DISCARD and seat is current.turn and current.drawn is not None:
        hand.remove(current.drawn)
    return in_order(hand)


def tenpai_hands(current: Round, ruleset: Ruleset) -> BySeat[tuple[Tile, ...] | None]:
    """The known hands that would be shown at an exhaustive draw."""
    hands = [current.hands[seat] for seat in SEATS]
    return BySeat.of(in_order(hand.tiles) if hand.hidden == 0 and is_ready(hand, ruleset) else None for hand in hands)
