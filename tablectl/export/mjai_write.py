"""Our events as mjai JSON lines; the words are told in `tablectl.export.mjai`, which reads them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from tablectl.export.mjai import NAMES
from tablectl.rules.event import (
    Called,
    Discarded,
    DoraTurned,
    DrawerCounted,
    Drawn,
    DrawTold,
    Drew,
    Event,
    Fouled,
    GameEnded,
    GameStarted,
    HandDied,
    HandEnded,
    HandStarted,
    HiddenHands,
    KitaLaid,
    RiichiAccepted,
    RiichiDeclared,
    RiichiTold,
    WinTold,
    Won,
    to_json,
)
from tablectl.rules.game import Game, new_game, play
from tablectl.rules.hand import NORTH
from tablectl.rules.limit import YAKUMAN_HAN
from tablectl.rules.meld import Meld, MeldKind
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.seat import Seat
from tablectl.rules.settlement import Settlement
from tablectl.rules.tile import Tile
from tablectl.rules.wall import HAND_TILES


def write(events: Iterable[Event], ruleset: Ruleset) -> Iterator[str]:
    """The events as mjai lines, with scores and payments computed. Raises `IllegalEvent` if they cannot be played."""
    game = new_game(ruleset)
    for event in events:
        before, game = game, play(game, event)
        yield json.dumps(_line(before, game, event), separators=(",", ":"))


def _texts(tiles: Iterable[Tile]) -> list[str]:
    return [NAMES[tile] for tile in tiles]


def _line(before: Game, game: Game, event: Event) -> dict[str, Any]:
    match event:
        case GameStarted(first_dealer, names):
            line: dict[str, Any] = {"type": "start_game", "names": list(names), "rules": _rules(game.ruleset)}
            return line | {"first_dealer": int(first_dealer)} if first_dealer else line
        case HandStarted():
            return _start_line(game, event)
        case Drawn(seat, tile):
            return {"type": "tsumo", "actor": int(seat), "pai": "?" if tile is None else NAMES[tile]}
        case Discarded(seat, tile, tsumogiri):
            line = {"type": "dahai", "actor": int(seat), "pai": NAMES[tile]}
            return line if tsumogiri is None else line | {"tsumogiri": tsumogiri}
        case RiichiDeclared(seat, is_open):
            return {"type": "reach", "actor": int(seat)} | ({"open": True} if is_open else {})
        case RiichiAccepted(seat):
            return {"type": "reach_accepted", "actor": int(seat)} | _payment(before, game)
        case Called(seat, meld):
            return _call_line(seat, meld)
        case KitaLaid(seat):
            return {"type": "nukidora", "actor": int(seat), "pai": NAMES[NORTH]}
        case HandDied(seat, reason):
            return {"type": "dead_hand", "actor": int(seat), "reason": reason}
        case Fouled(seat, reason):
            return {"type": "chombo", "actor": int(seat), "reason": reason} | _payment(before, game)
        case DrawerCounted(seat, points):
            return {"type": "counted", "actor": int(seat), "points": points}
        case DoraTurned(indicator):
            return {"type": "dora", "dora_marker": NAMES[indicator]}
        case Won():
            return _win_line(before, game, event)
        case Drew():
            return _draw_line(before, game, event)
        case RiichiTold() | WinTold() | DrawTold():
            return {"type": "told", "event": to_json(event)} | _payment(before, game)
        case HandEnded():
            return {"type": "end_kyoku"}
        case GameEnded():
            result = game.result
            assert result is not None
            return {"type": "end_game", "final": [[game.points[seat], result[seat]] for seat in result.seats]}


def _rules(ruleset: Ruleset) -> dict[str, Any]:
    """What a record says of its rules; red fives as counts of m, p and s where they are not one a suit or none."""
    red = ruleset.red_fives[ruleset.players == 3 :]  # three players have no 5m
    aka: bool | list[int] = any(red) if set(red) in ({0}, {1}) else list(ruleset.red_fives)
    return {"aka": aka, "kuitan": ruleset.kuitan, "length": ruleset.length, "players": ruleset.players}


def _payment(before: Game, game: Game) -> dict[str, Any]:
    deltas = [now - then for now, then in zip(game.points, before.points, strict=True)]
    return {"deltas": deltas, "scores": list(game.points)}


def _start_line(game: Game, event: HandStarted) -> dict[str, Any]:
    line: dict[str, Any] = {
        "type": "start_kyoku",
        "bakaze": str(game.wind),
        "kyoku": game.number,
        "honba": game.honba,
        "kyotaku": game.deposits,
        "oya": int(game.dealer),
        "scores": list(game.points),
        "dora_marker": "?" if event.indicator is None else NAMES[event.indicator],
        "tehais": _hands(event.hands),
    }
    if event.dice is not None:
        line["dice"] = [*event.dice, *(event.second or ())]
    if event.wall is not None:
        line["wall"] = _texts(event.wall)
    return line


def _hands(hands: HiddenHands) -> list[list[str]]:
    return [["?"] * HAND_TILES if hand is None else _texts(hand) for hand in hands]


def _call_line(seat: Seat, meld: Meld) -> dict[str, Any]:
    line: dict[str, Any] = {"type": meld.kind.value, "actor": int(seat)}
    if meld.called is None or meld.source is None:
        return line | {"consumed": _texts(meld.own)}
    if meld.kind is MeldKind.KAKAN:
        return line | {"pai": NAMES[meld.own[2]], "consumed": _texts((*meld.own[:2], meld.called))}
    return line | {"target": int(meld.source), "pai": NAMES[meld.called], "consumed": _texts(meld.own)}


def _win_line(before: Game, game: Game, event: Won) -> dict[str, Any]:
    settled = _settlement_of(game, event.seat)
    value = settled.value
    assert value is not None
    line: dict[str, Any] = {
        "type": "hora",
        "actor": int(event.seat),
        "target": int(event.source),
        "pai": NAMES[event.tile],
        "uradora_markers": _texts(event.ura),
        "fu": value.fu,
        "fan": value.han,
        "yakus": [[yaku.name, yaku.han] for yaku in value.yaku] + [[name, YAKUMAN_HAN] for name in value.yakuman],
    }
    if _was_hidden(before, event.seat):
        line["hora_tehais"] = _texts(event.hand)
    line |= _payment(before, game)
    return line | {"pao": int(settled.pao[0].source)} if settled.pao else line


def _was_hidden(game: Game, seat: Seat) -> bool:
    """Whether not every concealed tile of the seat is known."""
    return game.round is not None and not game.round.knows(seat)


def _settlement_of(game: Game, seat: Seat) -> Settlement:
    assert game.round is not None
    return next(settled for settled in game.round.settlements if settled.winner is seat)


def _draw_line(before: Game, game: Game, event: Drew) -> dict[str, Any]:
    assert game.round is not None
    kind = game.round.settlements[0].kind
    tenpai = [hand is not None for hand in event.hands]
    line = {"type": "ryukyoku", "reason": kind, "tenpais": tenpai}
    if any(shown and _was_hidden(before, Seat(seat)) for seat, shown in enumerate(tenpai)):
        line["tehais"] = _hands(event.hands)
    return line | _payment(before, game)
