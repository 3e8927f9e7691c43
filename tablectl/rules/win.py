"""A hand laid open as a win, judged by what the table knows: the tile won on, the shown tiles, furiten and value."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from tablectl.rules.event import Won
from tablectl.rules.furiten import require_not_furiten
from tablectl.rules.illegal import IllegalEvent
from tablectl.rules.kan_dora import counted, owed
from tablectl.rules.meld import MeldKind
from tablectl.rules.pao import DAIMINKAN, Pao
from tablectl.rules.round import Phase, Round
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.score import HandValue, NotAWin, Win, evaluate
from tablectl.rules.seat import Seat
from tablectl.rules.settlement import Claim, settle_wins
from tablectl.rules.tile import Tile, in_order


def win(current: Round, event: Won, deposits: int, ruleset: Ruleset) -> Round:
    """A hand was laid open as a win; `deposits`: riichi sticks on the table.

    Raises `IllegalEvent` when the tile was not there to be won on, the hand does not fit what is known of it, has no
    yaku, is furiten or dead.
    """
    seat, source = event.seat, event.source
    seen, value = judge(current, event, ruleset)
    values = {won.winner: won.value for won in current.settlements if won.winner is not None and won.value is not None}
    values[seat] = value
    settlements = settle_wins(
        [Claim(winner, value, _liable(current, winner, ruleset)) for winner, value in values.items()],
        source=source,
        dealer=current.dealer,
        honba=current.honba,
        deposits=deposits,
        own=current.riichi.map(lambda riichi: int(riichi.accepted)),
        ruleset=ruleset,
    )
    won = {each.seat: each for each in (*current.wins, event)}
    winners = [settled.winner for settled in settlements if settled.winner is not None]
    return replace(
        current,
        seen=seen,
        phase=Phase.OVER,
        wins=tuple(won[winner] for winner in winners),
        bumped=current.bumped | {told for told in values if told not in winners},
        settlements=settlements,
        hands=current.hands.set(seat, replace(current.hands[seat], tiles=event.hand, hidden=0)),
    )


def _liable(current: Round, seat: Seat, ruleset: Ruleset) -> tuple[Pao, ...]:
    """Who is liable for yakuman of the seat, and for an open kan that drew the winning tile (PA1, PA5).

    The feeder answers for the tile drawn right after its kan, not for that of a further one.
    """
    pao = tuple(each for each in current.pao if each.seat is seat)
    return pao if current.fed is None or not ruleset.daiminkan_pao else (*pao, Pao(seat, current.fed, DAIMINKAN))


def judge(current: Round, event: Won, ruleset: Ruleset) -> tuple[bytes, HandValue]:
    """Every face seen with the hand laid open, and its value. Raises `IllegalEvent` when it does not win."""
    seat, source, tile = event.seat, event.source, event.tile
    tsumo = seat is source
    if seat in current.dead:
        raise IllegalEvent("a dead hand cannot win (PE1)", seat, tile)
    if not current.indicators:
        raise IllegalEvent("the dora indicator was not seen: tell the hand's han and fu, or all its tiles (DO1)", seat)
    if current.riichi[seat].told:
        raise IllegalEvent("its riichi tile was not seen: tell the hand's han and fu, or all its tiles (RI1)", seat)
    if tsumo:
        _require_own_draw(current, event)
    else:
        _require_offered(current, event, ruleset)
    seen = _lay_open(current, event, ruleset)
    if (missing := owed(current, tsumo, ruleset)) > 0:
        raise IllegalEvent(f"{missing} dora indicator still to be turned before the win counts (DO2)", seat, tile)
    if not tsumo:
        require_not_furiten(current, seat, event.hand, ruleset)
    value = _value(current, event, ruleset)
    robs_ankan = current.kan is not None and current.kan.kind is MeldKind.ANKAN
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
    """Ron: on the last discard or a robbed kan or kita; a further winner on the same tile as the first."""
    seat, source, tile = event.seat, event.source, event.tile
    offered = on_offer(current)
    if current.wins:
        if seat in [won.seat for won in current.wins]:
            raise IllegalEvent("has won already", seat, tile)
        if seat in current.bumped:
            raise IllegalEvent("a nearer winner took its place, head bump (PT8)", seat, tile)
        if len(current.wins) + len(current.bumped) == 2 and ruleset.triple_ron == "abort":
            raise IllegalEvent("three rons are a draw, sancha hou (AB5)", seat, tile)
        nearest = min(source.distance(won.seat, ruleset.players) for won in current.wins)
        if ruleset.multi_ron == "head_bump" and source.distance(seat, ruleset.players) > nearest:
            raise IllegalEvent("only the nearest winner is paid, head bump (PT8)", seat, tile)
    # Only a riichi tile leaves its discarder with a chance of ippatsu while others react.
    elif current.phase is Phase.REACT and current.riichi[current.turn].ippatsu:
        raise IllegalEvent("ron on a riichi tile after the riichi was accepted (RI1)", seat, tile)
    if offered != (source, tile):
        there = f"the tile to win on is {offered[1]} of seat {offered[0]}" if offered else "no tile to win on"
        raise IllegalEvent(f"ron from seat {source}: {there}", seat, tile)
    if current.riichi[seat].open and ruleset.open_riichi_tsumo_only:
        raise IllegalEvent("an open riichi wins by tsumo alone (RI9)", seat, tile)


def on_offer(current: Round) -> tuple[Seat, Tile] | None:
    """The tile that others may win on, after a first win on it, too."""
    if not current.wins:
        return current.offered
    first = current.wins[0]
    return None if first.seat is first.source else (first.source, first.tile)


def _lay_open(current: Round, event: Won, ruleset: Ruleset) -> bytes:
    """Check a shown hand against what is known; returns every face seen now."""
    tsumo = event.seat is event.source
    shown = (*event.hand, event.tile) if tsumo else event.hand
    require_fits(current, event.seat, shown)
    ura = _ura(current, event, ruleset)
    return current.see((*current.show(event.seat, shown), *ura), ruleset, event.seat)


def require_fits(current: Round, seat: Seat, shown: tuple[Tile, ...]) -> None:
    """The concealed tiles shown are as many as the hand has and hold those known of it. Raises `IllegalEvent` (TU8)."""
    hand = current.hands[seat]
    if len(shown) != (expected := len(hand.tiles) + hand.hidden):
        raise IllegalEvent(f"{len(shown)} concealed tiles shown, expected {expected} (TU8)", seat)
    if missing := Counter(hand.tiles) - Counter(shown):
        raise IllegalEvent("the hand holds this tile, but it is not among those shown", seat, min(missing))


def _ura(current: Round, event: Won, ruleset: Ruleset) -> tuple[Tile, ...]:
    """The ura indicators that were not shown by another winner before; checks their number (DO6)."""
    expected = ura_count(current, event.seat, ruleset)
    if len(event.ura) != expected:
        raise IllegalEvent(f"{len(event.ura)} ura indicators shown, expected {expected} (DO6)", event.seat)
    for place, tile in enumerate(event.ura):
        lies = current.wall.tile(current.wall.build.indicators[place] + 1)
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
    tsumo = seat is current.turn and current.phase is Phase.DISCARD
    return counted(current, tsumo, ruleset) if ruleset.kan_ura_dora else 1


def _value(current: Round, event: Won, ruleset: Ruleset) -> HandValue:
    seat, source, tsumo = event.seat, event.source, event.seat is event.source
    riichi = current.riichi[seat]
    robs = not tsumo and (current.kan is not None or current.kita)
    last = current.wall.live_left == 0
    try:
        return evaluate(
            Win(
                hand=event.hand,
                tile=event.tile,
                tsumo=tsumo,
                melds=current.hands[seat].melds,
                seat_wind=current.wind_of(seat),
                round_wind=current.wind,
                riichi=(2 if riichi.double else 1) if riichi.accepted else 0,
                open_riichi=riichi.accepted and riichi.open,
                discarder_riichi=not tsumo and current.riichi[source].accepted,
                ippatsu=riichi.ippatsu,
                rinshan=current.rinshan,
                chankan=robs and not current.kita,
                haitei=tsumo and last and not current.rinshan,
                houtei=not tsumo and last and not robs,
                first_turn=current.is_first_go(seat),
                dealers_first_discard=not tsumo and source is current.dealer and current.is_first_discard,
                renchan=current.streak.running(seat, current.dealer, ruleset),
                honba=current.honba,
                indicators=current.indicators[: counted(current, tsumo, ruleset)],
                ura=event.ura,
                kita=current.hands[seat].kita,
            ),
            ruleset,
        )
    except NotAWin as error:
        raise IllegalEvent(f"no win: {error}", seat, event.tile) from None


def _is_kokushi(value: HandValue) -> bool:
    return any(name.startswith("kokushi") for name in value.yakuman)


def winning_hand(current: Round, seat: Seat) -> tuple[Tile, ...]:
    """The concealed tiles of a wholly known hand as an event tells them, without the tile of a tsumo."""
    hand = list(current.hands[seat].tiles)
    if current.phase is Phase.DISCARD and seat is current.turn and current.drawn is not None:
        hand.remove(current.drawn)
    return in_order(hand)
