"""Hands and results as CSV for a spreadsheet: a row a hand, then a row with the game's result.

The columns are described in `docs/export.md`. Seats are 0 to 3; a column ending in a seat's number is that seat's. With
several winners a cell holds one value each, in the order paid, `; ` between.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tablectl.export.hands import PlayedGame, PlayedHand, play_hands
from tablectl.rules.event import Event
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.score import HandValue
from tablectl.rules.seat import SEATS, BySeat
from tablectl.rules.settlement import Settlement

_BY_SEAT = ("name", "before", "delta", "after", "tenpai", "place", "result")
COLUMNS: tuple[str, ...] = (
    *("row", "game", "started", "hand", "wind", "number", "honba", "sticks", "dealer"),
    *("ending", "winner", "from", "liable", "han", "fu", "limit", "yaku"),
    *(f"{name}_{seat}" for name in _BY_SEAT for seat in SEATS),
)
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the beginning of a formula."""


def write(events: Iterable[Event], ruleset: Ruleset, game: str, started: str = "") -> str:
    """The rows with their header; `game` and `started` (a time) stand in every row as given.

    A hand still being played has no row, a game that is not over no result. Raises `ExportError`.
    """
    played = play_hands(events, ruleset)
    rows = [_hand(hand) for hand in played.hands]
    if played.game.result is not None:
        rows.append(_result(played))
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, COLUMNS)
    writer.writeheader()
    for row in rows:
        writer.writerow({"game": _plain(game), "started": _plain(started), **row})
    return text.getvalue()


def _plain(text: str) -> str:
    """A text that no spreadsheet computes."""
    return f"'{text}" if text.startswith(_FORMULA) else text


def _by_seat(name: str, values: BySeat[Any]) -> dict[str, Any]:
    return {f"{name}_{seat}": value for seat, value in enumerate(values)}


def _each(settlements: Iterable[Settlement], cell: Callable[[Settlement], object]) -> str:
    return "; ".join(str(cell(settled)) for settled in settlements)


def _hand(hand: PlayedHand) -> Mapping[str, Any]:
    before, after, current = hand.before, hand.after, hand.after.round
    assert current is not None
    settlements = current.settlements
    deltas = BySeat.of(now - then for now, then in zip(after.points, before.points, strict=True))
    row: dict[str, Any] = {
        "row": "hand",
        "hand": hand.number,
        "wind": before.wind,
        "number": before.number,
        "honba": before.honba,
        "sticks": before.deposits,
        "dealer": before.dealer,
        "ending": settlements[0].kind,
        **_by_seat("name", after.names.map(_plain)),
        **_by_seat("before", before.points),
        **_by_seat("delta", deltas),
        **_by_seat("after", after.points),
    }
    if settlements[0].value is not None:
        row |= {
            "winner": _each(settlements, lambda settled: settled.winner),
            "from": _each(settlements, lambda settled: settled.source),
            "liable": _each(settlements, _liable) if any(settled.pao for settled in settlements) else "",
            "han": _each(settlements, lambda settled: _value(settled).han),
            "fu": _each(settlements, lambda settled: _value(settled).fu),
            "limit": _each(settlements, lambda settled: _value(settled).limit),
            "yaku": _each(settlements, lambda settled: _yaku(_value(settled))),
        }
    elif settlements[0].source is not None:
        row["from"] = settlements[0].source
    tenpai = settlements[0].tenpai
    return row if tenpai is None else row | _by_seat("tenpai", tenpai.map(int))


def _liable(settled: Settlement) -> str:
    return ", ".join(dict.fromkeys(str(pao.source) for pao in settled.pao))


def _value(settled: Settlement) -> HandValue:
    assert settled.value is not None
    return settled.value


def _yaku(value: HandValue) -> str:
    """`riichi 1, pinfu 1, dora 2`; a yakuman's name alone."""
    return ", ".join((*value.yakuman, *(f"{line.name} {line.han}" for line in value.yaku)))


def _result(played: PlayedGame) -> Mapping[str, Any]:
    game = played.game
    assert game.placement is not None and game.result is not None
    return {
        "row": "result",
        **_by_seat("name", game.names.map(_plain)),
        **_by_seat("before", BySeat.fill(game.ruleset.start, len(game.names))),
        **_by_seat("delta", game.points.map(lambda points: points - game.ruleset.start)),
        **_by_seat("after", game.points),
        **_by_seat("place", game.placement),
        **_by_seat("result", game.result),
    }
