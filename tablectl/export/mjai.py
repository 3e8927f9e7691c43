"""mjai JSON lines as our events; `tablectl.export.mjai_write` writes them.

An mjai line states more than what happened: scores, payments, counters, the value of a win. `read` keeps that beside
each event for comparison; the writer computes it. Tiles are `1m`..`9s`, `5mr` `5pr` `5sr`, `E S W N P F C` and `?` for
what was never seen; hands that were hidden until they were laid open stand as `hora_tehais` and `tehais` beside the
win or draw. What mjai has no word for is written in its manner: `open` riichi, `dead_hand` and `chombo`, a second throw
of `dice`, a `first_dealer` that is not seat 0; and what people `told` of a hand whose
tiles nobody listed stands as an event of `tablectl.rules.event`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tablectl.rules.event import (
    Called,
    Discarded,
    DoraTurned,
    DrawerCounted,
    Drawn,
    Drew,
    Event,
    Fouled,
    GameEnded,
    GameStarted,
    HandDied,
    HandEnded,
    HandStarted,
    KitaLaid,
    RiichiAccepted,
    RiichiDeclared,
    RyuukyokuKind,
    Won,
    from_json,
)
from tablectl.rules.hand import NORTH
from tablectl.rules.meld import Meld, MeldKind
from tablectl.rules.seat import BySeat, Seat, seats
from tablectl.rules.tile import RED_FIVES, TILES, Tile, in_order

HONOURS = "ESWNPFC"
NAMES: dict[Tile, str] = {
    **{tile: HONOURS[tile.kind - 27] if tile.is_honour else str(tile) for tile in TILES},
    **{tile: f"5{tile.suit}r" for tile in RED_FIVES},
}
_TILES = {name: tile for tile, name in NAMES.items()}
_CALLS = {"chi": MeldKind.CHI, "pon": MeldKind.PON, "daiminkan": MeldKind.DAIMINKAN}


class MjaiError(ValueError):
    """A line that is no mjai event or does not fit those before; names the file and the line."""

    def __init__(self, file: str, line: int, what: str) -> None:
        super().__init__(f"{file}, line {line}: {what}")
        self.file = file
        self.line = line
        self.what = what


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a record.

    `number`: counted from 1. `event`: what happened. `stated`: the line as it stands, with what only the record says
    (`scores`, `deltas`, `honba`, `kyotaku`, `oya`, `final`, ...).
    """

    number: int
    event: Event
    stated: Mapping[str, Any]


def read(lines: Iterable[str], name: str = "record") -> tuple[Line, ...]:
    """Read mjai lines; `name` is the file's for messages. Raises `MjaiError` naming file and line."""
    reader = _Reader()
    out: list[Line] = []
    for number, text in enumerate(lines, 1):
        if not text.strip():
            continue
        try:
            stated = json.loads(text)
            if not isinstance(stated, dict):
                raise ValueError("expected one JSON object a line")
            out.append(Line(number, reader.event(stated), stated))
        except KeyError as error:
            raise MjaiError(name, number, f"{error} is missing") from None
        except json.JSONDecodeError as error:
            raise MjaiError(name, number, f"no JSON: {error.msg}") from None
        except (ValueError, TypeError, IndexError) as error:
            raise MjaiError(name, number, str(error)) from None
    if not out or not isinstance(out[0].event, GameStarted):
        raise MjaiError(name, out[0].number if out else 1, "a record begins with start_game")
    return tuple(out)


def _tile(text: str) -> Tile:
    tile = _TILES.get(text)
    if tile is None:
        raise ValueError(f"tile {text!r}: expected 1m to 9s, 5mr, 5pr, 5sr or one of E S W N P F C")
    return tile


def _tiles(texts: Iterable[str]) -> tuple[Tile, ...]:
    return tuple(_tile(text) for text in texts)


def _hand(texts: list[str]) -> tuple[Tile, ...] | None:
    """A dealt hand; None when it is hidden."""
    return None if "?" in texts else _tiles(texts)


@dataclass(slots=True)
class _Reader:
    """Follows the hands: a win, a draw and an added kan tile are told without the tiles they need."""

    hands: list[list[Tile] | None] = field(default_factory=list)
    pons: dict[tuple[Seat, int], Meld] = field(default_factory=dict)
    turn: Seat = Seat.S0

    def event(self, line: Mapping[str, Any]) -> Event:
        """The line as an event. Raises `ValueError` or `KeyError`."""
        kind = line["type"]
        if not self.hands and kind not in ("start_game", "start_kyoku", "end_game"):
            raise ValueError(f"{kind} before start_kyoku")
        if "actor" in line:
            self.turn = Seat(line["actor"])
        seat = self.turn
        match kind:
            case "start_game":
                return self._start_game(line)
            case "start_kyoku":
                return self._start(line)
            case "tsumo":
                tile = None if line["pai"] == "?" else _tile(line["pai"])
                hand = self.hands[seat]
                if hand is not None:
                    if tile is None:
                        self.hands[seat] = None
                    else:
                        hand.append(tile)
                return Drawn(seat, tile)
            case "dahai":
                tile = _tile(line["pai"])
                self._take(seat, (tile,))
                return Discarded(seat, tile, line.get("tsumogiri"))
            case "reach":
                return RiichiDeclared(seat, bool(line.get("open", False)))
            case "reach_accepted":
                return RiichiAccepted(seat)
            case "dora":
                return DoraTurned(_tile(line["dora_marker"]))
            case "chi" | "pon" | "daiminkan" | "ankan" | "kakan":
                return Called(seat, self._meld(seat, kind, line))
            case "nukidora":
                self._take(seat, (NORTH,))
                return KitaLaid(seat)
            case "dead_hand" | "chombo":
                return (HandDied if kind == "dead_hand" else Fouled)(seat, str(line.get("reason", "")))
            case "counted":
                return DrawerCounted(seat, int(line["points"]))
            case "told":
                return from_json(line["event"])
            case "hora":
                return self._win(seat, line)
            case "ryukyoku":
                return self._draw(line)
            case "end_kyoku":
                return HandEnded()
            case "end_game":
                return GameEnded()
        raise ValueError(f"unknown event type {kind!r}")

    def _start_game(self, line: Mapping[str, Any]) -> GameStarted:
        rules, names = line.get("rules", {}), line.get("names")
        if not isinstance(rules, dict) or not isinstance(names, list | None):
            raise ValueError("start_game: rules must be an object and names a list")
        players = rules.get("players", 4 if names is None else len(names))
        if players not in (2, 3, 4):
            raise ValueError(f"a game of {players} players, expected 2 to 4")
        if names is None:
            names = [f"P{seat}" for seat in seats(players)]
        elif len(names) != players:
            raise ValueError(f"{len(names)} names for {players} players")
        return GameStarted(Seat(line.get("first_dealer", 0)), BySeat.of(map(str, names)))

    def _start(self, line: Mapping[str, Any]) -> HandStarted:
        hands = BySeat.of(_hand(texts) for texts in line["tehais"])
        self.hands = [None if hand is None else list(hand) for hand in hands]
        self.pons = {}
        dice, wall = line.get("dice"), line.get("wall")
        return HandStarted(
            None if line["dora_marker"] == "?" else _tile(line["dora_marker"]),
            (int(dice[0]), int(dice[1])) if dice else None,
            hands,
            _tiles(wall) if wall else None,
            (int(dice[2]), int(dice[3])) if dice and len(dice) > 2 else None,
        )

    def _take(self, seat: Seat, tiles: tuple[Tile, ...]) -> None:
        hand = self.hands[seat]
        if hand is None:
            return
        for tile in tiles:
            if tile not in hand:
                raise ValueError(f"seat {seat} does not hold {NAMES[tile]}")
            hand.remove(tile)

    def _meld(self, seat: Seat, kind: str, line: Mapping[str, Any]) -> Meld:
        if kind == "ankan":
            own = _tiles(line["consumed"])
            self._take(seat, own)
            return Meld(MeldKind.ANKAN, own)
        tile = _tile(line["pai"])
        if kind == "kakan":
            pon = self.pons.pop((seat, tile.kind), None)
            if pon is None:
                raise ValueError(f"seat {seat} has no pon of {NAMES[tile.plain]}")
            self._take(seat, (tile,))
            return Meld(MeldKind.KAKAN, (*pon.own, tile), pon.called, pon.source)
        own = _tiles(line["consumed"])
        self._take(seat, own)
        meld = Meld(_CALLS[kind], own, tile, Seat(line["target"]))
        if kind == "pon":
            self.pons[seat, tile.kind] = meld
        return meld

    def _win(self, seat: Seat, line: Mapping[str, Any]) -> Won:
        tile, source = _tile(line["pai"]), Seat(line["target"])
        hand = self.hands[seat]
        if "hora_tehais" in line:
            return Won(seat, source, tile, _tiles(line["hora_tehais"]), _tiles(line.get("uradora_markers", ())))
        if hand is None:
            raise ValueError(f"seat {seat} won with a hand that the record hides")
        concealed = list(hand)
        if source is seat:
            if tile not in concealed:
                raise ValueError(f"seat {seat} does not hold {NAMES[tile]}")
            concealed.remove(tile)
        return Won(seat, source, tile, in_order(concealed), _tiles(line.get("uradora_markers", ())))

    def _draw(self, line: Mapping[str, Any]) -> Drew:
        reason = line["reason"]
        kind = RyuukyokuKind.EXHAUSTIVE if reason == "nagashi_mangan" else RyuukyokuKind(reason)
        if "tehais" in line:
            return Drew(kind, BySeat.of(_hand(texts) for texts in line["tehais"]))
        players = seats(len(self.hands))
        showing = {
            RyuukyokuKind.EXHAUSTIVE: [seat for seat in players if line["tenpais"][seat]],
            RyuukyokuKind.SANCHA_HOU: [seat for seat in players if line["tenpais"][seat]],
            RyuukyokuKind.KYUUSHU_KYUUHAI: [self.turn],
            RyuukyokuKind.SUUCHA_RIICHI: list(players),
        }.get(kind, [])
        shown: list[tuple[Tile, ...] | None] = [None] * len(players)
        for seat in showing:
            hand = self.hands[seat]
            if hand is None:
                raise ValueError(f"seat {seat} shows a hand that the record hides")
            shown[seat] = in_order(hand)
        return Drew(kind, BySeat.of(shown))
