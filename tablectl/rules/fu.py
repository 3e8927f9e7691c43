"""Fu: the items of a reading, as lines (FU1 to FU12)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from tablectl.rules.reading import Reading
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.tile import TILES


@dataclass(frozen=True, slots=True)
class FuLine:
    """One item and its fu, before rounding."""

    name: str
    fu: int


_BASE = FuLine("base", 20)
_CLOSED_RON = FuLine("closed ron", 10)
_TSUMO = FuLine("tsumo", 2)
_OPEN_PINFU = FuLine("open hand without other fu", 10)
_WAITS = {wait: FuLine(f"{wait} wait", 2) for wait in ("kanchan", "penchan", "tanki")}
_FIRST_WIND, _NORTH, _FIRST_DRAGON = 27, 30, 31


def fu_lines(reading: Reading, ruleset: Ruleset) -> tuple[FuLine, ...]:
    """The items that count, the base first; none for kokushi and shiisanpuutaa, which have no sets to count (FU8)."""
    win = reading.win
    if reading.form == "chiitoitsu":
        return (_chiitoitsu(ruleset.chiitoitsu_fu),)
    if reading.form != "standard":
        # Where hands have no limits these need fu as well: a single wait and how it was won (PT3).
        return (_BASE, _WAITS["tanki"], _TSUMO if win.tsumo else _CLOSED_RON) if ruleset.aotenjou else ()
    lines = [_BASE]
    closed, tsumo = reading.closed, win.tsumo
    if closed and not tsumo:
        lines.append(_CLOSED_RON)
    if reading.triplets:
        lines += [_TRIPLETS[group.concealed][group.kan][group.kind] for group in reading.groups if not group.run]
    if reading.pair >= _FIRST_WIND and (pair := pair_fu(reading, ruleset)):
        lines.append(_of_pair(reading.pair, pair))
    if (wait := _WAITS.get(reading.wait)) is not None:
        lines.append(wait)
    if tsumo:
        # Pinfu: a closed hand without other fu (FU2, FU10).
        pinfu = closed and len(lines) == 1 and ruleset.pinfu_tsumo
        if not pinfu and (ruleset.rinshan_tsumo_fu or not win.rinshan):
            lines.append(_TSUMO)
    elif not closed and len(lines) == 1 and ruleset.open_pinfu_ron_fu > _BASE.fu:
        lines.append(_OPEN_PINFU)
    return tuple(lines)


def rounded(lines: tuple[FuLine, ...]) -> int:
    """The fu of a hand: rounded up to tens, but for a sum that stands alone, as chiitoitsu's 25 does (FU7)."""
    if len(lines) == 1:
        return lines[0].fu
    total = 0
    for line in lines:
        total += line.fu
    return -(-total // 10) * 10


def pair_fu(reading: Reading, ruleset: Ruleset) -> int:
    """Fu of the pair: dragons and winds of seat and round (FU4), for three players north where it is yakuhai (DO10)."""
    pair, win = reading.pair, reading.win
    if pair >= _FIRST_DRAGON:
        return 2
    winds = (pair == _FIRST_WIND + win.seat_wind) + (pair == _FIRST_WIND + win.round_wind)
    if pair == _NORTH and ruleset.players == 3 and ruleset.kita == "yakuhai":
        return 2
    return (0, 2, ruleset.double_wind_pair_fu)[winds]


@cache
def _chiitoitsu(fu: int) -> FuLine:
    return FuLine("chiitoitsu", fu)


@cache
def _of_pair(kind: int, fu: int) -> FuLine:
    return FuLine(f"pair of {TILES[kind]}", fu)


def _of_triplet(kind: int, concealed: bool, kan: bool) -> FuLine:
    """2 for an open triplet of simples; twice for concealed, for terminals and honours, four times for a kan (FU5)."""
    tile = TILES[kind]
    fu = 2 * (2 if concealed else 1) * (2 if tile.is_yaochuu else 1) * (4 if kan else 1)
    return FuLine(f"{'concealed' if concealed else 'open'} {'kan' if kan else 'triplet'} of {tile}", fu)


_TRIPLETS = [
    [[_of_triplet(kind, concealed, kan) for kind in range(34)] for kan in (False, True)] for concealed in (False, True)
]
"""By concealed, kan and kind."""
