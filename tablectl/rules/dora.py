"""Dora, ura dora, red fives and north tiles: han that are no yaku (DO1, DO7, DO8, DO10)."""

from __future__ import annotations

from tablectl.rules.pattern import YakuLine
from tablectl.rules.reading import Win
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.tile import TILES, dora_of

_NORTH = 30
_DORA = {players: [dora_of(tile, players).kind for tile in TILES] for players in (4, 3, 2)}
"""The kind that an indicator points to, by how many play and by kind."""
_INDICATED = list(range(34))


def dora_lines(win: Win, ruleset: Ruleset) -> tuple[YakuLine, ...]:
    """What counts, each kind as one line. Ura dora are riichi's alone (DO6)."""
    tiles = win.tiles
    kinds = [tile.kind for tile in tiles]
    if win.kita:
        kinds += [_NORTH] * win.kita
    dora = _INDICATED if ruleset.dora_is_indicator else _DORA[ruleset.players]
    lines = []
    # One han a tile and indicator; equal indicators add up (DO7).
    if number := sum([kinds.count(dora[tile.kind]) for tile in win.indicators]):
        lines.append(YakuLine("dora", number))
    if number := sum([tile.red for tile in tiles]):
        lines.append(YakuLine("aka", number))
    if win.riichi and (number := sum([kinds.count(dora[tile.kind]) for tile in win.ura])):
        lines.append(YakuLine("ura", number))
    if win.kita and ruleset.kita == "dora":
        lines.append(YakuLine("kita", win.kita))
    return tuple(lines)
