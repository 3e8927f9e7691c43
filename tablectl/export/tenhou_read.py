"""tenhou.net/6 JSON -> our events.

The format lists what each player took and gave, not in which order things happened: whether a call took this discard or
a later one like it shows only when all of a hand is played through. So the hand is searched for an order in which the
rules let everything happen.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any

from tablectl.export.hands import ExportError
from tablectl.export.tenhou import (
    ALL_NOTEN,
    ALL_TENPAI,
    DRAWS,
    EXHAUSTIVE,
    KITA,
    NOTHING_GIVEN,
    PLACES,
    TSUMOGIRI,
    WON,
    parse_call,
    tile_of,
)
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
from tablectl.rules.game import Game, new_game, play
from tablectl.rules.illegal import IllegalEvent
from tablectl.rules.meld import Meld, MeldKind
from tablectl.rules.riichi import is_ready
from tablectl.rules.round import Phase, Round
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.seat import BySeat, Seat
from tablectl.rules.tile import Tile, in_order
from tablectl.rules.win import ura_count

MOST_STEPS = 20_000
"""Steps after which the search for an order gives up; a recorded hand takes a few hundred."""


def read(text: str, ruleset: Ruleset, name: str = "log") -> tuple[Event, ...]:
    """The events of a whole game played by these rules; seat 0 deals first.

    What is not in the format comes back as it usually is: kan dora are turned as soon as they may be, at a nagashi
    mangan everybody in tenpai shows. Raises `ExportError` naming the file and its line, or the hand and what is wrong.
    """
    try:
        document = json.loads(text)
        names, log = document["name"][: ruleset.players], document["log"]
    except json.JSONDecodeError as error:
        raise ExportError(f"{name}, line {error.lineno}: no JSON: {error.msg}") from None
    except (KeyError, TypeError):
        raise ExportError(f"{name}: expected a JSON object with name and log, as tenhou.net/6 has it") from None
    started = GameStarted(names=BySeat.of(map(str, names)))
    game = play(new_game(ruleset), started)
    events: list[Event] = [started]
    for number, raw in enumerate(log, 1):
        try:
            game, played = _hand(game, _Entry.read(raw, ruleset))
        except (ValueError, TypeError, IndexError) as error:
            where = f"hand {number} ({game.wind.name.title()} {game.number})"
            raise ExportError(f"{name}: {where}: {error}") from None
        events += played
    return (*events, GameEnded()) if game.over else tuple(events)


@dataclass(frozen=True, slots=True)
class _Entry:
    """One hand of the log as it stands, tiles and all; `takes` and `gives` by place."""

    header: list[int]
    points: list[int]
    indicators: tuple[Tile, ...]
    ura: tuple[Tile, ...]
    dealt: tuple[tuple[Tile, ...], ...]
    takes: tuple[list[int | str], ...]
    gives: tuple[list[int | str], ...]
    result: list[Any]

    @classmethod
    def read(cls, raw: Any, ruleset: Ruleset) -> _Entry:
        """Raises `ValueError` or `TypeError`."""
        if not isinstance(raw, list) or len(raw) != 17 or not all(isinstance(part, list) for part in raw):
            raise ValueError("expected a list of 17 lists")
        header, points, indicators, ura, *lists, result = raw
        dealt, takes, gives = lists[0::3], lists[1::3], lists[2::3]
        if not result or (result[0] != WON and result[0] not in DRAWS):
            raise ValueError(f"result {result[:1]}: expected {WON} or one of {', '.join(DRAWS)}")
        if any(part for part in lists[3 * ruleset.players :]):
            raise ValueError(f"more than {ruleset.players} players")
        return cls(
            header,
            points[: ruleset.players],
            tuple(map(tile_of, indicators)),
            tuple(map(tile_of, ura)),
            tuple(tuple(map(tile_of, tiles)) for tiles in dealt[: ruleset.players]),
            tuple(takes[: ruleset.players]),
            tuple(gives[: ruleset.players]),
            result,
        )


def _hand(game: Game, entry: _Entry) -> tuple[Game, tuple[Event, ...]]:
    """One hand played. Raises `ValueError` when the entry does not fit the game so far or cannot be played."""
    header = [4 * game.wind + game.number - 1, game.honba, game.deposits]
    if entry.header != header:
        raise ValueError(f"the file has hand, honba and sticks {entry.header}, by the rules they are {header}")
    if entry.points != list(game.points):
        raise ValueError(f"the file has points {entry.points}, by the rules they are {list(game.points)}")
    if not entry.indicators:
        raise ValueError("the dora indicator is missing")
    deal = _Move((HandStarted(entry.indicators[0], None, BySeat.of(entry.dealt)),))
    state = _search(_State(game).play(deal), entry)
    stated = [sum(deltas[seat] for deltas in entry.result[1::2]) for seat in game.names.seats]
    paid = [sum(settled.deltas[seat] for settled in state.round.settlements) for seat in game.names.seats]
    if stated != paid:
        raise ValueError(f"the file has payments {stated}, by the rules they are {paid}")
    ended = state.play(_Move((HandEnded(),)))
    return ended.game, ended.events


@dataclass(frozen=True, slots=True)
class _Move:
    """What happens next, and whose take and give it uses up."""

    events: tuple[Event, ...]
    take: Seat | None = None
    give: Seat | None = None


@dataclass(frozen=True, slots=True)
class _State:
    """How far a hand is played; `took` and `gave` count what is used up at each place."""

    game: Game
    events: tuple[Event, ...] = ()
    took: tuple[int, ...] = (0,) * PLACES
    gave: tuple[int, ...] = (0,) * PLACES

    @property
    def round(self) -> Round:
        """The hand being played."""
        assert self.game.round is not None
        return self.game.round

    def play(self, move: _Move) -> _State:
        """Raises `IllegalEvent`."""
        game = self.game
        for event in move.events:
            game = play(game, event)
        return _State(game, self.events + move.events, _used(self.took, move.take), _used(self.gave, move.give))


def _used(counts: tuple[int, ...], place: int | None) -> tuple[int, ...]:
    return tuple(count + (place == index) for index, count in enumerate(counts))


def _search(start: _State, entry: _Entry) -> _State:
    """The hand played to its end. Raises `ValueError` saying why the way that got furthest does not go on."""
    ways = [(start, move) for move in _moves(start, entry)]
    furthest, reason = -1, ""
    for _ in range(MOST_STEPS):
        if not ways:
            raise ValueError(reason)
        state, move = ways.pop()
        try:
            state = state.play(move)
            if state.round.phase is Phase.OVER:
                return state
            ways += [(state, move) for move in reversed(_moves(state, entry))]
        except (IllegalEvent, ValueError) as error:
            if len(state.events) > furthest:
                furthest, reason = len(state.events), str(error)
    raise ValueError(f"no order of its takes and gives found in {MOST_STEPS} steps; the furthest: {reason}")


def _moves(state: _State, entry: _Entry) -> list[_Move]:
    """What may come next, the likeliest first. Raises `ValueError` for an entry that means nothing here."""
    current = state.round
    seat = current.turn
    turned = len(current.indicators)
    indicator = entry.indicators[turned] if turned < len(entry.indicators) else None
    if current.dora_due and indicator is not None:
        return [_Move((DoraTurned(indicator),))]
    if current.phase is Phase.DISCARD:
        moves = _give(state, entry, seat)
        if (
            current.dora_later
            and current.rinshan
            and indicator is not None
            and not isinstance(moves[0].events[-1], Called)
        ):
            return [replace(moves[0], events=(DoraTurned(indicator), *moves[0].events))]
        return moves
    accepted = () if current.pending_riichi is None else (RiichiAccepted(seat),)
    if current.phase is Phase.DRAW:
        moves = _draw(state, entry, seat)
    else:
        others = [seat.right(steps, len(current.hands)) for steps in range(1, len(current.hands))]
        calls = [move for other in others for move in _call(state, entry, other)]
        moves = [replace(move, events=accepted + move.events) for move in calls + _draw(state, entry, others[0])]
    return moves or [_ending(state, entry, accepted)]


def _next(lists: tuple[list[int | str], ...], used: tuple[int, ...], place: int) -> int | str | None:
    return lists[place][used[place]] if used[place] < len(lists[place]) else None


def _draw(state: _State, entry: _Entry, seat: Seat) -> list[_Move]:
    take = _next(entry.takes, state.took, seat)
    return [_Move((Drawn(seat, tile_of(take)),), take=seat)] if isinstance(take, int) else []


def _call(state: _State, entry: _Entry, seat: Seat) -> list[_Move]:
    """A call of the last discard, where the seat's next take can be one."""
    take = _next(entry.takes, state.took, seat)
    if not isinstance(take, str):
        return []
    meld = parse_call(seat, take)
    if (meld.source, meld.called) != state.round.last_discard:
        return []
    if meld.kind is not MeldKind.DAIMINKAN:
        return [_Move((Called(seat, meld),), take=seat)]
    if _next(entry.gives, state.gave, seat) != NOTHING_GIVEN:
        raise ValueError(f"{take!r} of seat {seat} needs a {NOTHING_GIVEN} beside it")
    return [_Move((Called(seat, meld),), take=seat, give=seat)]


def _give(state: _State, entry: _Entry, seat: Seat) -> list[_Move]:
    """A discard, with riichi or without, or a kan of its own; the hand's end where nothing is given any more."""
    give = _next(entry.gives, state.gave, seat)
    if give is None:
        return [_ending(state, entry, ())]
    riichi = isinstance(give, str) and give[:1] == "r"
    if give == KITA:
        return [_Move((KitaLaid(seat),), give=seat)]
    if isinstance(give, str) and not riichi:
        return [_Move((Called(seat, _kan(state.round, seat, give)),), give=seat)]
    number = int(give[1:]) if isinstance(give, str) else give
    drawn = state.round.drawn
    if number == TSUMOGIRI and drawn is None:
        raise ValueError(f"seat {seat} gives {TSUMOGIRI}, the tile just taken, but took none")
    tsumogiri = number == TSUMOGIRI
    tile = drawn if drawn is not None and tsumogiri else tile_of(number)
    discarded = Discarded(seat, tile, tsumogiri)
    return [_Move((RiichiDeclared(seat), discarded) if riichi else (discarded,), give=seat)]


def _kan(current: Round, seat: Seat, text: str) -> Meld:
    """An ankan, or a kakan of the pon as it was called."""
    meld = parse_call(seat, text)
    if meld.kind is MeldKind.ANKAN:
        return meld
    kind = meld.own[0].kind
    pons = [pon for pon in current.hands[seat].melds if pon.kind is MeldKind.PON and pon.own[0].kind == kind]
    if meld.kind is not MeldKind.KAKAN or not pons:
        raise ValueError(f"{text!r} of seat {seat} is no kan that it can call")
    return Meld(MeldKind.KAKAN, (*pons[0].own, meld.own[2]), pons[0].called, pons[0].source)


def _ending(state: _State, entry: _Entry, accepted: tuple[Event, ...]) -> _Move:
    """The wins or the draw, once everything is used up; `accepted`: a riichi that stands unless its tile is won on."""
    for place, (takes, gives) in enumerate(zip(entry.takes, entry.gives, strict=True)):
        if state.took[place] < len(takes) or state.gave[place] < len(gives):
            left = [*takes[state.took[place] :], *gives[state.gave[place] :]]
            raise ValueError(f"what seat {place} took and gave does not fit in here: {left}")
    if entry.result[0] == WON:
        return _Move(tuple(_won(state, entry, info[0], info[1]) for info in entry.result[2::2]))
    kind = DRAWS[entry.result[0]]
    current = state.round
    hands = [
        in_order(hand.tiles) if _shows(state, entry, kind, Seat(seat)) else None
        for seat, hand in enumerate(current.hands)
    ]
    stands = () if kind is RyuukyokuKind.SANCHA_HOU else accepted
    return _Move((*stands, Drew(kind, BySeat.of(hands))))


def _won(state: _State, entry: _Entry, place: int, source: int) -> Won:
    current, seat = state.round, Seat(place)
    hand = list(current.hands[seat].tiles)
    if place == source:
        tile = current.drawn
        if tile is not None:
            hand.remove(tile)
    else:
        tile = None if current.offered is None else current.offered[1]
    if tile is None:
        raise ValueError(f"seat {place} won, but there is no tile to win on")
    ura = entry.ura[: ura_count(current, seat, state.game.ruleset)]
    return Won(seat, Seat(source), tile, in_order(hand), ura)


def _shows(state: _State, entry: _Entry, kind: RyuukyokuKind, seat: Seat) -> bool:
    """Whether the seat lays its hand open at the draw."""
    name, *deltas = entry.result
    match kind:
        case RyuukyokuKind.EXHAUSTIVE:
            if name in (ALL_TENPAI, ALL_NOTEN):
                return bool(name == ALL_TENPAI)
            if name == EXHAUSTIVE and deltas and any(deltas[0]):
                return bool(deltas[0][seat] > 0)
            return is_ready(state.round.hands[seat], state.game.ruleset)
        case RyuukyokuKind.KYUUSHU_KYUUHAI:
            return seat is state.round.turn
        case RyuukyokuKind.SANCHA_HOU:
            return seat is not state.round.turn
        case RyuukyokuKind.SUUCHA_RIICHI:
            return True
    return False
