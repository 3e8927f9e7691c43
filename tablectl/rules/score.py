"""The value of a win: the best reading by points, and the others."""

from __future__ import annotations

from typing import Literal

from tablectl.rules.dora import dora_lines
from tablectl.rules.fu import FuLine, fu_lines, rounded
from tablectl.rules.limit import YAKUMAN_BASE, limited, yakuman_base
from tablectl.rules.reading import Reading, Win, readings, unconnected
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.tile import print_tiles
from tablectl.rules.value import value
from tablectl.rules.yaku import Table, YakuLine, table_of

__all__ = ["YAKUMAN_BASE", "HandValue", "NotAWin", "Win", "evaluate", "limited"]

Reason = Literal["incomplete", "no_yaku", "below_minimum", "open_riichi_tsumo_only"]


class NotAWin(ValueError):
    """A hand that may not win; `reason` says why for programs, the message for people."""

    def __init__(self, reason: Reason, text: str) -> None:
        super().__init__(text)
        self.reason = reason


@value
class HandValue:
    """What a hand is worth.

    `han` counts dora. `fu` is rounded. `yaku`: lines, dora included; empty beside yakuman. `yakuman`: names;
    `multiples`: how many yakuman each of them counts. With yakuman `han` is 0 and `fu` has no effect; without limits
    (PT3) yaku and yakuman stand together and all count. `limit`: '' below mangan; `yakuman` also for counted han (K15).
    `base`: points before who pays what, with all yakuman and their cap (K14). `reading`: how the tiles are parted, None
    where only han and fu were told (`tablectl.rules.hanfu`).
    `others`: the hand's other values, best first: of other readings, or a yaku's limit against counted han.
    """

    han: int
    fu: int
    yaku: tuple[YakuLine, ...]
    yakuman: tuple[str, ...]
    multiples: tuple[int, ...]
    limit: str
    base: int
    fu_lines: tuple[FuLine, ...]
    reading: Reading | None
    others: tuple[HandValue, ...] = ()

    def beside(self, others: tuple[HandValue, ...]) -> HandValue:
        """The same value, with those that it is better than."""
        return HandValue(
            self.han,
            self.fu,
            self.yaku,
            self.yakuman,
            self.multiples,
            self.limit,
            self.base,
            self.fu_lines,
            self.reading,
            others,
        )


def evaluate(win: Win, ruleset: Ruleset) -> HandValue:
    """The value of the best reading. Raises `NotAWin`."""
    table = table_of(ruleset)
    found = readings(win, ruleset)
    if not found and table.plays("shiisanpuutaa"):
        found = unconnected(win, ruleset)
    if not found:
        raise NotAWin("incomplete", f"{print_tiles((*win.hand, win.tile))} is not a complete hand")
    if win.open_riichi and not win.tsumo and ruleset.open_riichi_tsumo_only and table.plays("open_riichi"):
        raise NotAWin("open_riichi_tsumo_only", "an open riichi wins by tsumo alone")
    dora, least = dora_lines(win, ruleset), least_han(win, ruleset)
    values = []
    for reading in found:
        values += _values(reading, table, dora, least)
    if not values:
        raise _without_yaku(win, found, table)
    if len(values) == 1:
        return values[0]
    # A true yakuman comes before as many points by counted han (K16).
    values.sort(key=lambda value: (value.base, bool(value.yakuman), value.han, value.fu), reverse=True)
    best, *others = values
    return best.beside(tuple(others))


def least_han(win: Win, ruleset: Ruleset) -> int:
    """How many han of yaku a win needs, dora aside (DO8, LE4)."""
    return 2 if 0 < ruleset.ryanhan_shibari_from_honba <= win.honba else 1


def _values(reading: Reading, table: Table, dora: tuple[YakuLine, ...], least: int) -> list[HandValue]:
    """What the reading is worth by han or yakuman, and by each yaku that stands for a limit."""
    have, ruleset = table.of(reading), table.ruleset
    if not have or (reading.win.renchan and ruleset.paarenchan_needs_yaku and have.is_only("paarenchan")):
        return []
    items = fu_lines(reading, ruleset)
    fu = rounded(items)
    names, multiples = have.yakuman, have.multiples
    if names and not ruleset.aotenjou:
        base = yakuman_base(multiples, ruleset)
        return [HandValue(0, fu, (), names, multiples, "yakuman", base, items, reading)]
    values = []
    if have.han >= least:
        han = have.han
        for line in dora:
            han += line.han
        limit, base = limited(han, fu, ruleset)
        values.append(HandValue(han, fu, have.lines + dora, names, multiples, limit, base, items, reading))
    for line in have.limits:
        limit, base = limited(line.han, fu, ruleset)
        values.append(HandValue(line.han, fu, (line,), (), (), limit, base, items, reading))
    return values


def _without_yaku(win: Win, found: list[Reading], table: Table) -> NotAWin:
    hand = print_tiles((*win.hand, win.tile))
    least = least_han(win, table.ruleset)
    if least > 1 and any(table.of(reading) for reading in found):
        return NotAWin("below_minimum", f"{hand} has less than {least} han of yaku, dora aside, with {win.honba} honba")
    return NotAWin("no_yaku", f"{hand} has no yaku")
