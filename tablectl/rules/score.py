"""The value of a win: the best reading by points, and the others."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tablectl.rules.fu import FuLine, fu_lines, rounded
from tablectl.rules.reading import Reading, Win, readings
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.tile import print_tiles
from tablectl.rules.yaku import YakuLine, dora_lines, yaku_of, yakuman_of

__all__ = ["HandValue", "NotAWin", "Win", "evaluate"]

MANGAN = 2000
YAKUMAN_BASE = 8000
LIMITS = (
    (13, "yakuman", 8000),
    (11, "sanbaiman", 6000),
    (8, "baiman", 4000),
    (6, "haneman", 3000),
    (5, "mangan", MANGAN),
)
"""Least han, name and base points of the limits (PT1)."""


class NotAWin(ValueError):
    """The tiles are no complete hand, or the hand has no yaku; the message says which."""


@dataclass(frozen=True, slots=True)
class HandValue:
    """What a hand is worth.

    `han` counts dora; 0 for yakuman. `fu` is rounded, 0 for kokushi. `yakuman`: names; with any of them `yaku` is
    empty. `limit`: '' below mangan. `base`: points before who pays what. `reading`: how the tiles are parted. `others`:
    the other readings that win, best first.
    """

    han: int
    fu: int
    yaku: tuple[YakuLine, ...]
    yakuman: tuple[str, ...]
    limit: str
    base: int
    fu_lines: tuple[FuLine, ...]
    reading: Reading
    others: tuple[HandValue, ...] = ()


def evaluate(win: Win, ruleset: Ruleset) -> HandValue:
    """The value of the best reading. Raises `NotAWin`."""
    found = list(readings(win))
    if not found:
        raise NotAWin(f"{print_tiles((*win.hand, win.tile))} is not a complete hand")
    values = [value for reading in found if (value := _value(reading, ruleset)) is not None]
    if not values:
        raise NotAWin(f"{print_tiles((*win.hand, win.tile))} has no yaku")
    if len(values) == 1:
        return values[0]
    # A true yakuman comes before as many points by counted han (K16).
    values.sort(key=lambda value: (value.base, bool(value.yakuman), value.han, value.fu), reverse=True)
    return replace(values[0], others=tuple(values[1:]))


def _value(reading: Reading, ruleset: Ruleset) -> HandValue | None:
    lines = fu_lines(reading, ruleset)
    fu = rounded(lines)
    yakuman = tuple(line.name for line in yakuman_of(reading, ruleset))
    if yakuman:
        base = YAKUMAN_BASE * len(yakuman)
        return HandValue(0, fu, (), yakuman, "yakuman", base, lines, reading)
    yaku = yaku_of(reading, ruleset)
    if not yaku:
        return None
    yaku += dora_lines(reading)
    han = sum(line.han for line in yaku)
    limit, base = limited(han, fu, ruleset)
    return HandValue(han, fu, yaku, (), limit, base, lines, reading)


def limited(han: int, fu: int, ruleset: Ruleset) -> tuple[str, int]:
    """The limit's name, '' below mangan, and the base points (PT1, PT2, K15)."""
    for least, name, base in LIMITS:
        if han >= least and (name != "yakuman" or ruleset.kazoe_yakuman == "single"):
            return name, base
    base = fu << (han + 2)
    if base >= MANGAN or (ruleset.kiriage_mangan and (han, fu) in ((4, 30), (3, 60))):
        return "mangan", MANGAN
    return "", base
