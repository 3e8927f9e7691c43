"""What is shown: a game's history and what the referee makes of the table, as one `TableView`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tablectl.byhand import draws
from tablectl.history import History, Settled
from tablectl.laid import lay_meld
from tablectl.rules.event import Fouled, HandEnded, describe, to_json
from tablectl.rules.explain import explain, title
from tablectl.rules.game import Game
from tablectl.rules.ledger import Assertion
from tablectl.rules.reading import Win
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
    HandEndView,
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
        tiles_left=current.wall.live_left if current and is_followed(current) else None,
        dora=_indicators(current) if current and is_followed(current) else (),
        ura=tuple(str(tile) for win in current.wins[-1:] for tile in win.ura) if current else (),
        walls=_walls(current) if current else (),
        dead_wall=_dead_wall(current, game.names) if current and is_followed(current) else None,
        question=_question(question, question_id, game.names),
        notices=tuple(notices),
        settlements=tuple(settlement_view(item, game.names, ruleset) for item in last.settlements),
        events=tuple(_event(row, game.names) for row in history.rows[-EVENTS_SHOWN:]),
        ranking=_ranking(game),
        actions=_actions(history),
        hand_end=_hand_end(history),
        dice=dice,
        camera=camera,
        stale=_zones(snapshot, hidden),
        unseen=tuple(_unseen_text(zone, since, game.names) for zone, since in sorted(hidden.items(), key=_by_name)),
        over=game.over,
    )


def _round_name(game: Game) -> str:
    if game.over:
        return "Game over"
    return f"{game.wind.name.title()} {game.number}" if game.started else "No game yet"


def _phase_text(game: Game) -> str:
    current = game.round
    if game.over or not game.started:
        return ""
    if current is None or current.ended:
        return "waiting for the deal"
    if current.phase is Phase.OVER:
        return "hand over"
    if not is_followed(current):
        return "kept by hand"
    name = game.names[_to_act(current)]
    return f"{name} to discard" if current.phase is Phase.DISCARD else f"{name} to draw"


def _to_act(current: Round) -> Seat:
    """The seat that draws or discards next, if nobody calls."""
    return current.turn.right() if current.phase is Phase.REACT else current.turn


def _seat(game: Game, seat: Seat, change: int, snapshot: TableSnapshot | None) -> SeatView:
    current = game.round
    bare = SeatView(int(seat), game.names[seat], str(seat.wind(game.dealer)), game.points[seat])
    if current is None:
        return replace(bare, dealer=game.started and seat is game.dealer)
    if current.ended:
        return replace(bare, dealer=seat is game.dealer, change=change, **_lying(current, seat, snapshot))
    playing, followed = current.phase is not Phase.OVER, is_followed(current)
    hand = current.hands[seat]
    shown = _open_hand(current, seat, snapshot)
    return replace(
        bare,
        change=0 if playing else change,
        wind=str(seat.wind(current.dealer)),
        dealer=seat is current.dealer,
        turn=playing and followed and seat is _to_act(current),
        riichi="accepted" if current.riichi[seat].accepted else "declared" if current.riichi[seat].declared else "",
        hidden=max(0, len(hand.tiles) + hand.hidden - len(shown)) if playing and followed else 0,
        **_lying(current, seat, snapshot),
    )


def _lying(current: Round, seat: Seat, snapshot: TableSnapshot | None) -> dict[str, Any]:
    """A seat's tiles on the table, by the fields of `SeatView`."""
    melds = current.hands[seat].melds or tuple(meld for won in _told(current, seat) for meld in won.melds)
    return {
        "river": _river(current, seat),
        "melds": tuple(tuple(map(_seen, lay_meld(meld, seat))) for meld in melds),
        "hand": _open_hand(current, seat, snapshot),
    }


def _told(current: Round, seat: Seat) -> Iterator[Win]:
    """The seat's win where its tiles were told."""
    return (won.hand for won in current.told if won.seat is seat and isinstance(won.hand, Win))


def is_followed(current: Round) -> bool:
    """Whether the hand's play is seen; of one kept by people only the end is told."""
    return bool(current.indicators)


def _open_hand(current: Round, seat: Seat, snapshot: TableSnapshot | None) -> tuple[TileView, ...]:
    """The hand as it lies open, else as a win told it."""
    if snapshot is not None and snapshot.hands[seat].open:
        return tuple(map(_seen, snapshot.hands[seat].open))
    seen = (TileView(str(tile)) for win in current.wins if win.seat is seat for tile in (*win.hand, win.tile))
    told = (TileView(str(tile)) for win in _told(current, seat) for tile in (*win.hand, win.tile))
    return (*seen, *told)


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


def settlement_view(settlement: Settlement, names: BySeat[str], ruleset: Ruleset) -> SettlementView:
    """A settlement line by line, with the players' names."""
    lines = explain(settlement, ruleset, seat=names.__getitem__)
    return SettlementView(title(settlement).say(seat=names.__getitem__), lines, tuple(settlement.deltas))


def foul_view(foul: Fouled, paid: Sequence[SettlementView], names: BySeat[str], ruleset: Ruleset) -> SettlementView:
    """What a chombo costs now, and what follows from it by the rules (PE1)."""
    follows = {
        "reverse_mangan": "the hand is played again",
        "replay": "the hand is played again",
        "fixed": f"{ruleset.chombo_points:,} points are taken off the final result; the hand is played again",
        "dead_hand": "its hand may not win any more and counts as noten; the hand goes on",
    }[ruleset.chombo]
    shown = paid[0] if paid else SettlementView(f"chombo of {names[foul.seat]}", (), (0,) * len(names))
    return replace(shown, lines=(*shown.lines, follows))


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


def is_paid(game: Game) -> bool:
    """Whether a hand was paid and waits for the tiles to be pushed together."""
    return game.round is not None and game.round.phase is Phase.OVER and not game.round.ended


def _hand_end(history: History) -> HandEndView | None:
    game = history.game
    if not game.started or game.over or is_paid(game):
        return None
    aborts = tuple(ActionView(kind, name) for kind, name in draws(game.ruleset))
    return HandEndView(hand_id(history), _round_name(game), aborts, game.ruleset.nagashi_mangan != "off")


def hand_id(history: History) -> str:
    """Names the hand whose end may be told; another one as soon as it is."""
    ends = sum(isinstance(row.event, HandEnded) for row in history.rows)
    return f"{history.rows[0].seq}.{ends}" if history.rows else ""


def _actions(history: History) -> tuple[ActionView, ...]:
    actions = []
    if len(history.rows) > 1:
        actions.append(ActionView("undo", "Undo the last event"))
    if is_paid(history.game):
        actions.append(ActionView("next_hand", "Next hand"))
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
