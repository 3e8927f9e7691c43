"""What may happen next, as far as the open table tells."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

from tablectl.rules.abort import KYUUSHU_KINDS, must_abort, yaochuu_kinds
from tablectl.rules.draw import tenpai_hands
from tablectl.rules.event import (
    Called,
    Discarded,
    DoraTurned,
    Drawn,
    Drew,
    Event,
    GameEnded,
    GameStarted,
    HandEnded,
    HandStarted,
    KitaLaid,
    RiichiAccepted,
    RiichiDeclared,
    RyuukyokuKind,
    Won,
)
from tablectl.rules.game import Game, play
from tablectl.rules.illegal import IllegalEvent
from tablectl.rules.meld import Meld, MeldKind
from tablectl.rules.round import Phase, Round
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.seat import BySeat, Seat
from tablectl.rules.seen import unseen
from tablectl.rules.shape import is_complete
from tablectl.rules.tile import Tile, faces_of, four_of, in_order
from tablectl.rules.win import on_offer, ura_count, winning_hand


def legal(game: Game) -> tuple[Event, ...]:
    """Every event that may come next; `play` takes each of them.

    With all hands and the wall known the list is exact, but that an exhaustive draw stands with all in tenpai showing
    their hands, where some may keep them. A hidden hand may discard or call with any face of which a copy
    is still unseen, draws None, and its win is not listed: only the hand laid open tells it. Where a face is not known
    beforehand (indicators, the start of a hand) each possible one stands in the list. Own tiles and shown hands are
    sorted. Fouls (`HandDied`, `Fouled`) and counts (`DrawerCounted`) are no part of it: they may come at any time.
    """
    return tuple(event for event in candidates(game) if is_legal(game, event))


def is_legal(game: Game, event: Event) -> bool:
    """Whether `play` takes the event."""
    try:
        play(game, event)
    except IllegalEvent:
        return False
    return True


def candidates(game: Game) -> Iterator[Event]:
    """A few more events than are legal."""
    current, ruleset = game.round, game.ruleset
    if not game.started:
        yield GameStarted(names=game.names)
    elif game.over:
        yield GameEnded()
    elif current is None or current.ended:
        yield GameEnded()
        for tile in faces_of(ruleset.red_fives, ruleset.players):
            yield HandStarted(tile, hands=BySeat.fill(None, ruleset.players))
    elif current.phase is Phase.OVER:
        yield HandEnded()
        yield from _wins(current, ruleset)
    else:
        yield from _indicators(current, ruleset)
        yield from _wins(current, ruleset)
        if current.phase is Phase.DISCARD:
            yield from _own_turn(current, ruleset)
        elif current.phase is Phase.DRAW:
            yield _next_draw(current, current.turn)
            yield from _abortive(current, ruleset)
        else:
            yield from _reactions(current, ruleset)
            yield from _abortive(current, ruleset)


def _abortive(current: Round, ruleset: Ruleset) -> Iterator[Event]:
    """The draw that the table shows (AB2 to AB4); four riichi lay all hands open."""
    kind = must_abort(current, ruleset)
    if kind is not None:
        shows = kind is RyuukyokuKind.SUUCHA_RIICHI
        yield Drew(kind, current.hands.map(lambda hand: in_order(hand.tiles) if shows and not hand.hidden else None))


def _indicators(current: Round, ruleset: Ruleset) -> Iterator[Event]:
    if current.dora_due or current.dora_later:
        lies = current.wall.tile(current.wall.build.indicators[len(current.indicators)])
        for tile in unseen(current.seen, ruleset) if lies is None else (lies,):
            yield DoraTurned(tile)


def _next_draw(current: Round, seat: Seat) -> Event:
    rinshan = current.kan is not None or current.kita
    if current.wall.order is None or current.wall.live_left == 0 or not current.knows(seat):
        return Drawn(seat)
    return Drawn(seat, current.wall.order[current.wall.next_tile(rinshan=rinshan)])


def _wins(current: Round, ruleset: Ruleset) -> Iterator[Event]:
    """Tsumo of the seat to discard, or ron of every other: known hands that are complete."""
    tsumo = current.phase is Phase.DISCARD and current.drawn is not None
    offered = (current.turn, current.drawn) if tsumo and current.drawn is not None else on_offer(current)
    if offered is None:
        return
    source, tile = offered
    winners: list[Seat] = []
    for seat in current.seats:
        if not current.knows(seat) or (seat is source) is not tsumo:
            continue
        hand = winning_hand(current, seat)
        # Thirteen unconnected tiles may win on the first draw.
        if is_complete((*hand, tile), four_alike=ruleset.chiitoitsu_four_alike) or current.is_first_go(seat):
            winners.append(seat)
            yield Won(seat, source, tile, hand, _ura(current, seat, ruleset))
    if len(winners) == 3:
        hands = BySeat.of(winning_hand(current, seat) if seat in winners else None for seat in current.seats)
        yield Drew(RyuukyokuKind.SANCHA_HOU, hands)


def _ura(current: Round, seat: Seat, ruleset: Ruleset) -> tuple[Tile, ...]:
    order = current.wall.order
    if order is None:
        return ()
    return tuple(order[place + 1] for place in current.wall.build.indicators[: ura_count(current, seat, ruleset)])


def _faces(current: Round, seat: Seat, ruleset: Ruleset) -> tuple[Tile, ...]:
    """Faces the seat may hold, in order."""
    hidden = unseen(current.seen, ruleset) if current.hands[seat].hidden else ()
    return in_order({*current.hands[seat].tiles, *hidden})


def _own_turn(current: Round, ruleset: Ruleset) -> Iterator[Event]:
    """Riichi, kans, discards and kyuushu kyuuhai of the seat to discard."""
    seat = current.turn
    hand = current.hands[seat]
    faces = _faces(current, seat, ruleset)
    if not current.riichi[seat].declared and current.drew:
        yield from (RiichiDeclared(seat), RiichiDeclared(seat, True))
    for tile in faces:
        if hand.hidden:
            yield Discarded(seat, tile)
            continue
        if tile == current.drawn:
            yield Discarded(seat, tile, True)
        if tile != current.drawn or hand.tiles.count(tile) > 1:
            yield Discarded(seat, tile, False)
    if not current.drew:
        return
    yield KitaLaid(seat)
    for meld in _own_kans(current, seat, faces, ruleset):
        yield Called(seat, meld)
    if current.knows(seat) and current.is_first_go(seat) and yaochuu_kinds(hand.tiles) >= KYUUSHU_KINDS:
        hidden = BySeat[tuple[Tile, ...] | None].fill(None, ruleset.players)
        yield Drew(RyuukyokuKind.KYUUSHU_KYUUHAI, hidden.set(seat, in_order(hand.tiles)))


def _own_kans(current: Round, seat: Seat, faces: tuple[Tile, ...], ruleset: Ruleset) -> Iterator[Meld]:
    kinds = {tile.kind for tile in faces}
    for kind in sorted(kinds):
        four = four_of(kind, ruleset.red_fives)
        if current.hands[seat].hidden or sum(tile.kind == kind for tile in current.hands[seat].tiles) == 4:
            yield Meld(MeldKind.ANKAN, four)
    for pon in current.hands[seat].melds:
        if pon.kind is MeldKind.PON:
            for tile in faces:
                if tile.kind == pon.own[0].kind:
                    yield Meld(MeldKind.KAKAN, (*pon.own, tile), pon.called, pon.source)


def _reactions(current: Round, ruleset: Ruleset) -> Iterator[Event]:
    """What may follow a discard."""
    source = current.turn
    if current.riichi[source].is_pending:
        yield RiichiAccepted(source)
    yield _next_draw(current, current.after(source))
    if current.wall.live_left == 0:
        yield Drew(RyuukyokuKind.EXHAUSTIVE, tenpai_hands(current, ruleset))
        return
    for seat in current.seats:
        if seat is not source and not current.riichi[seat].declared:
            yield from (Called(seat, meld) for meld in _calls(current, seat, ruleset))


def _calls(current: Round, seat: Seat, ruleset: Ruleset) -> Iterator[Meld]:
    """Chi, pon and daiminkan of the last discard."""
    assert current.last_discard is not None
    source, tile = current.last_discard
    faces = _faces(current, seat, ruleset)
    same = [face for face in faces if face.kind == tile.kind]
    for count, kind in ((2, MeldKind.PON), (3, MeldKind.DAIMINKAN)):
        for own in combinations_with_replacement(same, count):
            if _holds(current, seat, own):
                yield Meld(kind, own, tile, source)
    if seat is not current.after(source) or tile.is_honour:
        return
    for low, high in ((-2, -1), (-1, 1), (1, 2)):
        if tile.kind % 9 + low >= 0 and tile.kind % 9 + high <= 8:
            lower = [face for face in faces if face.kind == tile.kind + low]
            upper = [face for face in faces if face.kind == tile.kind + high]
            for first in lower:
                for second in upper:
                    yield Meld(MeldKind.CHI, (first, second), tile, source)


def _holds(current: Round, seat: Seat, own: tuple[Tile, ...]) -> bool:
    hand = current.hands[seat]
    return hand.hidden > 0 or all(own.count(tile) <= hand.tiles.count(tile) for tile in own)
