"""Base points: the formula, and the limits that take its place (PT1 to PT3, K14, K15)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tablectl.rules.ruleset import Ruleset
from tablectl.rules.worth import LimitName

MANGAN = 2000
YAKUMAN_BASE = 8000
YAKUMAN_HAN = 13
LIMITS: tuple[tuple[int, LimitName, int], ...] = (
    (11, "sanbaiman", 6000),
    (8, "baiman", 4000),
    (6, "haneman", 3000),
    (5, "mangan", MANGAN),
)
"""Least han, name and base points of the limits below yakuman (PT1)."""
LEAST_HAN: Mapping[str, int] = {name: han for han, name, _ in LIMITS}
_LEAST = min(LEAST_HAN.values())
_BY_HAN = {
    han: next((name, base) for least, name, base in LIMITS if han >= least) for han in range(_LEAST, YAKUMAN_HAN + 1)
}
_KIRIAGE = ((4, 30), (3, 60))


def limited(han: int, fu: int, ruleset: Ruleset) -> tuple[str, int]:
    """The limit's name, '' below mangan, and the base points of a hand that is no yakuman."""
    if ruleset.aotenjou:
        return "", fu << (han + 2)
    if han >= YAKUMAN_HAN and ruleset.kazoe_yakuman != "none":
        times = han // YAKUMAN_HAN if ruleset.kazoe_yakuman == "multiple" else 1
        return "yakuman", YAKUMAN_BASE * _capped(times, ruleset)
    if han >= _LEAST:
        return _BY_HAN[min(han, YAKUMAN_HAN)]
    base = fu << (han + 2)
    if base >= MANGAN or (ruleset.kiriage_mangan and (han, fu) in _KIRIAGE):
        return "mangan", MANGAN
    return "", base


def yakuman_base(multiples: Sequence[int], ruleset: Ruleset) -> int:
    """The base points of a hand with these yakuman: all together, or the highest alone (K14)."""
    times = sum(multiples) if ruleset.multiple_yakuman else max(multiples)
    return YAKUMAN_BASE * _capped(times, ruleset)


def _capped(times: int, ruleset: Ruleset) -> int:
    return min(times, ruleset.most_yakuman or times)


def payments(base: int, *, dealer: bool, tsumo: bool) -> tuple[int, int]:
    """What the discarder pays, and 0; or by tsumo what the dealer and what another pays (PT4).

    A winning dealer gets the first amount from all. Every payment is rounded up to hundreds.
    """
    if tsumo:
        return up(2 * base), up(2 * base if dealer else base)
    return up(6 * base if dealer else 4 * base), 0


def up(points: float) -> int:
    """Rounded up to hundreds: what one seat pays."""
    return int(-(-points // 100) * 100)
