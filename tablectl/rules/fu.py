"""Fu: the items of a reading, as lines (FU1 to FU12)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from tablectl.rules.reading import Group, Reading
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.tile import TILES

BASE = 20
CHIITOITSU = 25
OPEN_PINFU = 30


@dataclass(frozen=True, slots=True)
class FuLine:
    """One item and its fu, before rounding."""

    name: str
    fu: int


def fu_lines(reading: Reading, ruleset: Ruleset) -> tuple[FuLine, ...]:
    """The items that count, the base first; none for kokushi, which has no sets to count (FU8)."""
    if reading.form == "kokushi":
        return ()
    if reading.form == "chiitoitsu":
        return (FuLine("chiitoitsu", CHIITOITSU),)
    win = reading.win
    lines = [FuLine("base", BASE)]
    if reading.closed and not win.tsumo:
        lines.append(FuLine("closed ron", 10))
    lines += [_of_triplet(group) for group in reading.groups if not group.run]
    if (pair := pair_fu(reading, ruleset)) > 0:
        lines.append(FuLine(f"pair of {TILES[reading.pair]}", pair))
    if reading.wait in ("kanchan", "penchan", "tanki"):
        lines.append(FuLine(f"{reading.wait} wait", 2))
    if win.tsumo and not _is_pinfu(reading, lines) and (not win.rinshan or ruleset.rinshan_tsumo_fu):
        lines.append(FuLine("tsumo", 2))
    if not reading.closed and not win.tsumo and len(lines) == 1:
        lines.append(FuLine("open hand without other fu", OPEN_PINFU - BASE))
    return tuple(lines)


def rounded(lines: tuple[FuLine, ...]) -> int:
    """The fu of a hand: rounded up to tens, but for the 25 of chiitoitsu (FU7)."""
    total = sum(line.fu for line in lines)
    return total if total == CHIITOITSU else -(-total // 10) * 10


def pair_fu(reading: Reading, ruleset: Ruleset) -> int:
    """Fu of the pair: dragons and winds of seat and round (FU4)."""
    if reading.pair >= 31:
        return 2
    winds = [27 + reading.win.seat_wind, 27 + reading.win.round_wind].count(reading.pair)
    return (0, 2, ruleset.double_wind_pair_fu)[winds]


@cache
def _of_triplet(group: Group) -> FuLine:
    """2 for an open triplet of simples; twice for concealed, for terminals and honours, four times for a kan (FU5)."""
    tile = TILES[group.kind]
    fu = 2 * (2 if group.concealed else 1) * (2 if tile.is_yaochuu else 1) * (4 if group.kan else 1)
    return FuLine(f"{'concealed' if group.concealed else 'open'} {'kan' if group.kan else 'triplet'} of {tile}", fu)


def _is_pinfu(reading: Reading, lines: list[FuLine]) -> bool:
    """A closed hand without other fu: its tsumo counts none (FU2, FU10)."""
    return reading.closed and len(lines) == 1
