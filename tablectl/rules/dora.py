"""Dora, ura dora, red fives and north tiles: han that are no yaku (DO1, DO7, DO8, DO10)."""

from __future__ import annotations

from tablectl.rules.pattern import YakuLine
from tablectl.rules.reading import Win
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.tile import Tile, dora_of

_NORTH = 30


def dora_lines(win: Win, ruleset: Ruleset) -> tuple[YakuLine, ...]:
    """What counts, each kind as one line. Ura dora are riichi's alone (DO6)."""
    tiles = win.tiles
    kinds = [tile.kind for tile in tiles]
    if win.kita:
        kinds += [_NORTH] * win.kita
    lines = []
    if number := _matching(win.indicators, kinds, ruleset):
        lines.append(YakuLine("dora", number))
    if number := sum([tile.red for tile in tiles]):
        lines.append(YakuLine("aka", number))
    if win.riichi and (number := _matching(win.ura, kinds, ruleset)):
        lines.append(YakuLine("ura", number))
    if win.kita and ruleset.kita == "dora":
        lines.append(YakuLine("kita", win.kita))
    return tuple(lines)


def _matching(indicators: tuple[Tile, ...], kinds: list[int], ruleset: Ruleset) -> int:
    """One han a tile and indicator; equal indicators add up (DO7)."""
    if ruleset.dora_is_indicator:
        return sum([kinds.count(tile.kind) for tile in indicators])
    return sum([kinds.count(dora_of(tile, ruleset.players).kind) for tile in indicators])
