"""A win by its han and fu alone, as people say it when nobody lists the tiles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tablectl.rules.limit import LIMITS, YAKUMAN_HAN, limited, yakuman_base
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.score import HandValue
from tablectl.rules.yaku import worth_of

FU = (20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110)
"""What the fu of a hand come to; others are told where the rules give chiitoitsu another number."""
MOST_YAKUMAN = 6
_PINFU_TSUMO_HAN = 2


@dataclass(frozen=True, slots=True)
class HanFu:
    """So many `han` with `fu`, dora included; or so many `yakuman`. `fu` 0: a limit makes them idle.

    Raises `ValueError` for both or neither.
    """

    han: int = 0
    fu: int = 0
    yakuman: int = 0

    def __post_init__(self) -> None:
        if min(self.han, self.fu, self.yakuman) < 0 or bool(self.han) == bool(self.yakuman):
            raise ValueError(f"{self.han} han, {self.fu} fu, {self.yakuman} yakuman: say han with fu, or yakuman")
        if self.yakuman and self.fu:
            raise ValueError(f"{self.yakuman} yakuman with {self.fu} fu: fu have no effect, leave them out")
        if self.yakuman > MOST_YAKUMAN:
            raise ValueError(f"{self.yakuman} yakuman: a hand has {MOST_YAKUMAN} at most")

    def __str__(self) -> str:
        if self.yakuman:
            return "yakuman" if self.yakuman == 1 else f"{self.yakuman} yakuman"
        return f"{self.han} han {self.fu} fu" if self.fu else f"{self.han} han"


def worth(told: HanFu, tsumo: bool, ruleset: Ruleset) -> HandValue:
    """What the hand is worth; nothing is known of its yaku. Raises `ValueError` for han and fu that no hand has."""
    if told.yakuman:
        base = yakuman_base((told.yakuman,), ruleset)
        return HandValue(0, 0, (), ("yakuman",), (told.yakuman,), "yakuman", base, (), None)
    if why := _impossible(told, tsumo, ruleset):
        raise ValueError(f"{told} by {'tsumo' if tsumo else 'ron'}: {why}")
    limit, base = limited(told.han, told.fu, ruleset)
    return HandValue(told.han, told.fu, (), (), (), limit, base, (), None)


def below_limits(tsumo: bool, ruleset: Ruleset) -> Iterator[HanFu]:
    """Every han and fu that a hand can have where fu count, by fu."""
    most = YAKUMAN_HAN if ruleset.aotenjou else LIMITS[-1][0] - 1
    for fu in sorted({*FU, ruleset.chiitoitsu_fu}):
        for han in range(1, most + 1):
            if not _impossible(HanFu(han, fu), tsumo, ruleset):
                yield HanFu(han, fu)


def limits(ruleset: Ruleset) -> Iterator[tuple[HanFu, str]]:
    """The least han of every limit with its name, then yakuman as often as they may count."""
    if not ruleset.aotenjou:
        for han, name, _ in reversed(LIMITS):
            yield HanFu(han), name
        if ruleset.kazoe_yakuman != "none":
            yield HanFu(YAKUMAN_HAN), "kazoe_yakuman"
    for times in range(1, min(MOST_YAKUMAN, ruleset.most_yakuman or MOST_YAKUMAN) + 1):
        yield HanFu(yakuman=times), "yakuman"


def _impossible(told: HanFu, tsumo: bool, ruleset: Ruleset) -> str:
    """Why no hand has these han and fu; empty where one can."""
    han, fu = told.han, told.fu
    if not ruleset.aotenjou and han >= LIMITS[-1][0] and not fu:
        return ""
    if fu == ruleset.chiitoitsu_fu and fu % 10:
        least = worth_of("chiitoitsu", ruleset).closed + tsumo
        return "" if han >= least > tsumo else f"chiitoitsu has {least} han at least"
    if fu == FU[0]:
        if not tsumo:
            return "" if ruleset.open_pinfu_ron_fu == fu else "a ron has 30 fu at least, chiitoitsu aside"
        if not ruleset.pinfu_tsumo and ruleset.rinshan_tsumo_fu:
            return "pinfu by tsumo has 30 fu in these rules"
        return "" if han >= _PINFU_TSUMO_HAN else "pinfu by tsumo has 2 han at least"
    if fu in FU and not fu % 10:
        return ""
    known = ", ".join(map(str, sorted({*FU, ruleset.chiitoitsu_fu} - ({25} - {ruleset.chiitoitsu_fu}))))
    return f"fu are one of {known}"
