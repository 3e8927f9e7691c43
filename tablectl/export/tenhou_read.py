"""tenhou.net/6 JSON -> our events.

The lists of a hand are put in order by `tablectl.export.tenhou_order` and played by the rules. What the format leaves
out is added: accepted riichi, when a kan's dora is turned, the hands shown at the end.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from tablectl.export.hands import ExportError
from tablectl.export.tenhou import ALL_NOTEN, ALL_TENPAI, DRAWS, EXHAUSTIVE, WON, tile_of
from tablectl.export.tenhou_order import Go, goes, in_turn
from tablectl.rules.event import (
    Called,
    DoraTurned,
    Drew,
    Event,
    GameEnded,
    GameStarted,
    HandEnded,
    HandStarted,
    RiichiAccepted,
    RyuukyokuKind,
    Won,
)
from tablectl.rules.game import Game, new_game, play
from tablectl.rules.riichi import is_ready
from tablectl.rules.round import Round
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.seat import BySeat, Seat, seats
from tablectl.rules.tile import Tile, in_order
from tablectl.rules.win import ura_count


def read(text: str, ruleset: Ruleset, name: str = "log") -> tuple[Event, ...]:
    """The events of a whole game played by these rules; seat 0 deals first.

    What is not in the format comes back as it usually is: the dora of an ankan is turned at once, that of another kan
    before the discard or with the next kan; at a nagashi mangan everybody in tenpai shows. Raises `ExportError` naming
    the file and its line, or the hand and what is wrong.
    """
    names, log = _document(text, ruleset.players, name)
    started = GameStarted(names=BySeat.of(names))
    game = play(new_game(ruleset), started)
    events: list[Event] = [started]
    for number, raw in enumerate(log, 1):
        try:
            game, played = _hand(game, _Entry.read(raw, game))
        except (ValueError, TypeError, IndexError) as error:
            where = f"hand {number} ({game.wind.name.title()} {game.number})"
            raise ExportError(f"{name}: {where}: {error}") from None
        events += played
    return (*events, GameEnded()) if game.over else tuple(events)


def _document(text: str, players: int, name: str) -> tuple[list[str], list[Any]]:
    """The names of those who play, and the hands."""
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        raise ExportError(f"{name}, line {error.lineno}: no JSON: {error.msg}") from None
    except (ValueError, RecursionError) as error:
        raise ExportError(f"{name}: no JSON that can be read: {error}") from None
    match document:
        case {"name": list(names), "log": list(log)}:
            if len(names) < players:
                raise ExportError(f"{name}: {len(names)} names for {players} players")
            return list(map(str, names[:players])), log
    raise ExportError(f"{name}: expected a JSON object with name and log, as tenhou.net/6 has it")


@dataclass(frozen=True, slots=True)
class _Entry:
    """One hand of the log as it stands, tiles and all; `lists` by seat."""

    header: list[int]
    points: list[int]
    indicators: tuple[Tile, ...]
    ura: tuple[Tile, ...]
    dealt: BySeat[tuple[Tile, ...] | None]
    lists: tuple[tuple[Go, ...], ...]
    result: list[Any]

    @classmethod
    def read(cls, raw: Any, game: Game) -> _Entry:
        """Raises `ValueError` or `TypeError`."""
        if not isinstance(raw, list) or len(raw) != 17 or not all(isinstance(part, list) for part in raw):
            raise ValueError("expected a list of 17 lists")
        header, points, indicators, ura, *lists, result = raw
        if not result or (result[0] != WON and result[0] not in DRAWS):
            raise ValueError(f"result {result[:1]}: expected {WON} or one of {', '.join(DRAWS)}")
        players = game.ruleset.players
        if any(part for part in lists[3 * players :]):
            raise ValueError(f"more than {players} players")
        return cls(
            header,
            points[:players],
            tuple(map(tile_of, indicators)),
            tuple(map(tile_of, ura)),
            BySeat.of(tuple(map(tile_of, lists[3 * seat])) for seat in seats(players)),
            tuple(
                goes(seat, lists[3 * seat + 1], lists[3 * seat + 2], game.dealer, players) for seat in seats(players)
            ),
            result,
        )

    @property
    def stated(self) -> list[int]:
        """What each place gets, less what it pays."""
        return [sum(deltas[seat] for deltas in self.result[1::2]) for seat in range(len(self.lists))]


def _hand(game: Game, entry: _Entry) -> tuple[Game, list[Event]]:
    """One hand played. Raises `ValueError` when the entry does not fit the game so far or cannot be played."""
    header = [4 * game.wind + game.number - 1, game.honba, game.deposits]
    if entry.header != header:
        raise ValueError(f"the file has hand, honba and sticks {entry.header}, by the rules they are {header}")
    if entry.points != list(game.points):
        raise ValueError(f"the file has points {entry.points}, by the rules they are {list(game.points)}")
    if not entry.indicators:
        raise ValueError("the dora indicator is missing")
    playing = _Playing(game, entry)
    playing.play(in_turn(entry.lists))
    return playing.game, playing.events


@dataclass(slots=True)
class _Playing:
    """A hand as it is played."""

    game: Game
    entry: _Entry
    events: list[Event] = field(default_factory=list)

    @property
    def round(self) -> Round:
        """The hand so far."""
        assert self.game.round is not None
        return self.game.round

    def play(self, order: Iterable[Go]) -> None:
        """Play the hand to its end. Raises `ValueError` for what the rules refuse or pay otherwise than the file."""
        entry = self.entry
        self._add(HandStarted(entry.indicators[0], None, entry.dealt))
        for go in order:
            self._turn_due()
            if self.round.pending_riichi is not None:
                self._add(RiichiAccepted(self.round.turn))
            self._add(go.take)
            self._turn_due()
            if not (go.gives and isinstance(go.gives[0], Called)):
                self._turn_later()
            self._add(*go.gives)
        self._turn_due()
        self._add(*_ending(self.round, entry, self.game.ruleset))
        turned = len(self.round.indicators)
        if turned != len(entry.indicators):
            raise ValueError(f"the file has {len(entry.indicators)} dora indicators, by the rules they are {turned}")
        paid = [sum(settled.deltas[seat] for settled in self.round.settlements) for seat in self.round.seats]
        if entry.stated != paid:
            raise ValueError(f"the file has payments {entry.stated}, by the rules they are {paid}")
        self._add(HandEnded())

    def _add(self, *events: Event) -> None:
        for event in events:
            self.game = play(self.game, event)
            self.events.append(event)

    def _turn_due(self) -> None:
        while self.round.dora_due and len(self.round.indicators) < len(self.entry.indicators):
            self._turn()

    def _turn_later(self) -> None:
        """After the replacement tile, what is due after the discard is turned already."""
        if self.round.dora_later and self.round.rinshan and len(self.round.indicators) < len(self.entry.indicators):
            self._turn()

    def _turn(self) -> None:
        self._add(DoraTurned(self.entry.indicators[len(self.round.indicators)]))


def _ending(current: Round, entry: _Entry, ruleset: Ruleset) -> Iterator[Event]:
    """The wins or the draw; a riichi just declared stands unless its tile is won on."""
    if entry.result[0] == WON:
        for place, source, *_ in entry.result[2::2]:
            yield _won(current, entry, Seat(place), Seat(source), ruleset)
        return
    kind = DRAWS[entry.result[0]]
    if current.pending_riichi is not None and kind is not RyuukyokuKind.SANCHA_HOU:
        yield RiichiAccepted(current.turn)
    hands = (
        in_order(hand.tiles) if _shows(current, entry, kind, Seat(seat), ruleset) else None
        for seat, hand in enumerate(current.hands)
    )
    yield Drew(kind, BySeat.of(hands))


def _won(current: Round, entry: _Entry, seat: Seat, source: Seat, ruleset: Ruleset) -> Won:
    hand = list(current.hands[seat].tiles)
    if seat is source:
        tile = current.drawn
        if tile is not None:
            hand.remove(tile)
    else:
        tile = None if current.offered is None else current.offered[1]
    if tile is None:
        raise ValueError(f"seat {seat} won, but there is no tile to win on")
    return Won(seat, source, tile, in_order(hand), entry.ura[: ura_count(current, seat, ruleset)])


def _shows(current: Round, entry: _Entry, kind: RyuukyokuKind, seat: Seat, ruleset: Ruleset) -> bool:
    """Whether the seat lays its hand open at the draw."""
    name, *deltas = entry.result
    match kind:
        case RyuukyokuKind.EXHAUSTIVE:
            if name in (ALL_TENPAI, ALL_NOTEN):
                return bool(name == ALL_TENPAI)
            if name == EXHAUSTIVE and deltas and any(deltas[0]):
                return bool(deltas[0][seat] > 0)
            return is_ready(current.hands[seat], ruleset)
        case RyuukyokuKind.KYUUSHU_KYUUHAI:
            return seat is current.turn
        case RyuukyokuKind.SANCHA_HOU:
            return seat is not current.turn
        case RyuukyokuKind.SUUCHA_RIICHI:
            return True
    return False
