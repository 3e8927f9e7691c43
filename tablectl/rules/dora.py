"""Dora, ura dora, red fives and north tiles: han that are no yaku (DO1, DO7, DO8, DO10)."""

from __future__ import annotations

from functools import cache

from tablectl.rules.pattern import YakuLine
from tablectl.rules.reading import Win
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.tile import COUNT, COUNT_BITS, REDS_AT, TILES, Tile, dora_of, packed

_NORTH = TILES[30]
_DORA = {players: [COUNT_BITS * dora_of(tile, players).kind for tile in TILES] for players in (4, 3, 2)}
"""Where the kind that an indicator points to is counted, by how many play and by the indicator's kind."""
_INDICATED = [COUNT_BITS * tile.kind for tile in TILES]


def dora_lines(win: Win, ruleset: Ruleset) -> tuple[YakuLine, ...]:
    """What counts, each kind as one line. Ura dora are riichi's alone (DO6)."""
    tiles = packed(win.hand) + win.tile.one
    for meld in win.melds:
        tiles += meld.packed
    reds = tiles >> REDS_AT
    if win.kita:
        tiles += win.kita * _NORTH.one
    dora = _INDICATED if ruleset.dora_is_indicator else _DORA[ruleset.players]
    lines = []
    if number := _pointed_to(win.indicators, tiles, dora):
        lines.append(_line("dora", number))
    if reds:
        lines.append(_line("aka", reds))
    if win.riichi and ruleset.ura_dora and (number := _pointed_to(_ura(win, ruleset), tiles, dora)):
        lines.append(_line("ura", number))
    if win.kita and ruleset.kita == "dora":
        lines.append(_line("kita", win.kita))
    return tuple(lines)


def _ura(win: Win, ruleset: Ruleset) -> tuple[Tile, ...]:
    """The ura indicators that count: the first alone where those below kan dora do not (DO6)."""
    return win.ura if ruleset.kan_ura_dora else win.ura[:1]


def _pointed_to(indicators: tuple[Tile, ...], tiles: int, dora: list[int]) -> int:
    """One han a tile and indicator; equal indicators add up (DO7)."""
    number = 0
    for indicator in indicators:
        number += tiles >> dora[indicator.kind] & COUNT
    return number


@cache
def _line(name: str, number: int) -> YakuLine:
    return YakuLine(name, number)
