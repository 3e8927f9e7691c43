"""What is shown: a game's history and what the referee makes of the table, as one `TableView`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from tablectl.history import History, Settled, hand_name
from tablectl.laid import lay_meld
from tablectl.rules.event import (
    describe,
    to_json,
)
from tablectl.rules.explain import explain, title
from tablectl.rules.game import Game
from tablectl.rules.ledger import Assertion
from tablectl.rules.round import Phase, Round
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.seat import SEATS, BySeat, Seat
from tablectl.rules.settlement import Settlement
from tablectl.rules.wall import INDICATORS, LIVE_END, STACKS_A_WALL, TILES_IN_WALL, ring
from tablectl.store import Row
from tablectl.table import SeenTile, TableSnapshot, Zone
from tablectl.verdict import Mismatch, Question
from tablectl.view import (
    BACK,
    UNKNOWN,
    ActionView,
    DeadWallView,
    EventView,
    NoticeView,
    QuestionView,
    RankView,
    SeatView,
    SettlementView,
    StackView,
    TableView,
    TileView,
)

EVENTS_SHOWN = 40


def present(
    history: History,
    *,
    number: int,
    ruleset: Ruleset,
    question: Question | None = None,
    question_id: int = 0,
    mismatch: Mismatch | None = None,
    warnings: Sequence[str] = (),
    camera: str = "",
    snapshot: TableSnapshot | None = None,
    unseen: Mapping[Zone, str] | None = None,
    dice: tuple[int, int] | None = None,
) -> TableView:
    """The view with this number. `warnings` are shown as they are; `snapshot` adds hands laid open and stale zones;
    `unseen`: zones that could not be seen for a while, with the time of day since when; `dice`: thrown for the next
    hand."""
    game = history.game
    current = game.round
    last = history.settled[-1] if history.settled else Settled("", ())
    hidden = unseen or {}
    notices = [NoticeView("warning", text) for text in warnings]
    notices += [NoticeView("warning", _count_text(found, game.names)) for found in game.book.differences]
    if mismatch is not None:
        notices.append(NoticeView("warning", with_names(_mismatch_text(mismatch), game.names)))
    return TableView(
        number=number,
        round=_round_name(game),
        phase=_phase_text(game),
        seats=tuple(_seat(game, seat, last.changes[seat], snapshot) for seat in SEATS),
        honba=game.honba,
        deposits=game.deposits,
        tiles_left=current.wall.live_left if current else None,
        dora=_indicators(current) if current else (),
        ura=tuple(str(tile) for win in current.wins[-1:] for tile in win.ura) if current else (),
        walls=_walls(current) if current else (),
        dead_wall=_dead_wall(current, game.names) if current else None,
        question=_question(question, question_id, game.names),
        notices=tuple(notices),
        settlements=tuple(_settlement(item, game.names, ruleset) for item in last.settlements),
        events=tuple(_event(row, game.names) for row in history.rows[-EVENTS_SHOWN:]),
        ranking=_ranking(game),
        actions=_actions(history),
        dice=dice,
        camera=camera,
        stale=_zones(snapshot, hidden),
        unseen=tuple(_unseen_text(zone, since, game.names) for zone, since in sorted(hidden.items(), key=_by_name)),
        over=game.over,
    )


def _round_name(game: Game) -> str:
    if game.over:
        return "Game over"
    return hand_name(game).partition(",")[0] if game.round else "No hand yet"


def _phase_text(game: Game) -> str:
    current = game.round
    if game.over or current is None:
        return ""
    if current.ended:
        return "waiting for the next deal"
    if current.phase is Phase.OVER:
        return "hand over"
    name = game.names[_to_act(current)]
    return f"{name} to discard" if current.phase is Phase.DISCARD else f"{name} to draw"


def _to_act(current: Round) -> Seat:
    """The seat that draws or discards next, if nobody calls."""
    return current.turn.right() if current.phase is Phase.REACT else current.turn


def _seat(game: Game, seat: Seat, change: int, snapshot: TableSnapshot | None) -> SeatView:
    current = game.round
    bare = SeatView(int(seat), game.names[seat], str(seat.wind(game.dealer)), game.points[seat])
    if current is None:
        return bare
    playing = current.phase is not Phase.OVER
    hand = current.hands[seat]
    shown = _open_hand(current, seat, snapshot)
    return replace(
        bare,
        change=0 if playing else change,
        wind=str(seat.wind(current.dealer)),
        dealer=seat is current.dealer,
        turn=playing and seat is _to_act(current),
        riichi="accepted" if current.riichi[seat].accepted else "declared" if current.riichi[seat].declared else "",
        river=_river(current, seat),
        melds=tuple(tuple(map(_seen, lay_meld(meld, seat))) for meld in hand.melds),
        hand=shown,
        hidden=max(0, len(hand.tiles) + hand.hidden - len(shown)) if playing else 0,
    )


def _open_hand(current: Round, seat: Seat, snapshot: TableSnapshot | None) -> tuple[TileView, ...]:
    """The hand as it lies open, else as a win told it."""
    if snapshot is not None and snapshot.hands[seat].open:
        return tuple(map(_seen, snapshot.hands[seat].open))
    return tuple(TileView(str(tile)) for win in current.wins if win.seat is seat for tile in (*win.hand, win.tile))


def _river(current: Round, seat: Seat) -> tuple[TileView, ...]:
    newest = current.last_discard
    tiles = current.rivers[seat].tiles
    return tuple(
        TileView(
            str(lying.tile),
            sideways=lying.sideways,
            away=lying.called_by is not None,
            last=newest is not None and newest[0] is seat and place == len(tiles) - 1,
        )
        for place, lying in enumerate(tiles)
    )


def _seen(tile: SeenTile) -> TileView:
    face = BACK if tile.face_down else UNKNOWN if tile.tile is None else str(tile.tile)
    return TileView(face, sideways=tile.sideways, added=tile.added)


def _indicators(current: Round) -> tuple[str, ...]:
    """Five places; those not turned yet show their backs."""
    turned = tuple(map(str, current.indicators))
    return turned + (BACK,) * (5 - len(turned))


def _walls(current: Round) -> tuple[StackView, ...]:
    """The stacks that still stand; none where the break is not known."""
    wall, heights = current.wall, current.wall.heights
    if heights is None or current.ended:
        return ()
    dead = wall.dead_stacks
    places = [wall.place(number) for number in INDICATORS[: len(current.indicators)]]
    faces = {place.ring: str(tile) for place, tile in zip(places, current.indicators, strict=True) if place is not None}
    return tuple(
        StackView(int(seat), stack, height, ring(seat, stack) in dead, faces.get(ring(seat, stack), ""))
        for seat in SEATS
        for stack, height in enumerate(heights[seat])
        if height
    )


def _dead_wall(current: Round, names: BySeat[str]) -> DeadWallView:
    walls = sorted({-(stack // STACKS_A_WALL) % 4 for stack in current.wall.dead_stacks})
    place = f"before {' and '.join(names[seat] for seat in walls)}" if walls else "not known"
    return DeadWallView(TILES_IN_WALL - LIVE_END, current.kans, place)


def _question(question: Question | None, number: int, names: BySeat[str]) -> QuestionView | None:
    if question is None:
        return None
    seat = None if question.seat is None else int(question.seat)
    labels = tuple(with_names(choice.label, names) for choice in question.choices)
    return QuestionView(number, with_names(question.text, names), labels, seat)


def _mismatch_text(mismatch: Mismatch) -> str:
    where = f" ({mismatch.where})" if mismatch.where else ""
    return f"{mismatch.what}{where}{': ' if mismatch.rule else ''}{mismatch.rule}"


def _settlement(settlement: Settlement, names: BySeat[str], ruleset: Ruleset) -> SettlementView:
    lines = explain(settlement, ruleset, seat=names.__getitem__)
    return SettlementView(title(settlement).say(seat=names.__getitem__), lines, tuple(settlement.deltas))


def with_names(text: str, names: BySeat[str]) -> str:
    """A text of the rules or the referee with the players' names for `seat 0` to `seat 3`."""
    return re.sub(r"\b[Ss]eat ([0-3])\b", lambda found: names[int(found[1])], text)


def _event(row: Row, names: BySeat[str]) -> EventView:
    assert row.event is not None
    return EventView(row.seq, describe(row.event, names), row.source.value, to_json(row.event))


def _ranking(game: Game) -> tuple[RankView, ...]:
    placement, result = game.placement, game.result
    if placement is None or result is None:
        return ()
    places = (RankView(int(seat), placement[seat], game.points[seat], result[seat]) for seat in SEATS)
    return tuple(sorted(places, key=lambda rank: rank.place))


def _actions(history: History) -> tuple[ActionView, ...]:
    actions = []
    if len(history.rows) > 1:
        actions.append(ActionView("undo", "Undo the last event"))
    if history.game.may_stop:
        actions.append(ActionView("end_game", "End the game here"))
    if history.game.over or not history.rows:
        actions.append(ActionView("new_game", "New game"))
    return tuple(actions)


def _count_text(found: Assertion, names: BySeat[str]) -> str:
    word = "too many" if found.difference > 0 else "too few"
    return (
        f"{names[found.seat]} counted {found.counted:,} points, {abs(found.difference):,} {word}: "
        f"{found.expected:,} were expected; count again, or look for a payment that went wrong"
    )


def _zones(snapshot: TableSnapshot | None, hidden: Iterable[Zone]) -> tuple[str, ...]:
    stale = {*hidden, *(() if snapshot is None else snapshot.stale)}
    return tuple(sorted(f"{seat} {area.value}" for seat, area in stale))


def _by_name(entry: tuple[Zone, str]) -> tuple[int, str]:
    (seat, area), _ = entry
    return seat, area.value


def _unseen_text(zone: Zone, since: str, names: BySeat[str]) -> str:
    seat, area = zone
    return f"{names[seat]}: {area.value} not seen since {since}"
