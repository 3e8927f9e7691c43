"""Liability (pao): who fed a set so dangerous that they pay for the win, and for how much of it."""

from __future__ import annotations

from dataclasses import dataclass

from tablectl.rules.limit import YAKUMAN_BASE
from tablectl.rules.meld import MeldKind
from tablectl.rules.reading import Win
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.score import HandValue
from tablectl.rules.seat import Seat

DAIMINKAN = "daiminkan"
"""Stands for a yakuman's name in the `Pao` of who fed an open kan that drew the winning tile (PA5)."""


@dataclass(frozen=True, slots=True)
class Pao:
    """`source` fed the set that completed a `yakuman` of `seat` and is liable for it."""

    seat: Seat
    source: Seat
    yakuman: str


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a win's base points, and who is liable for it, if anybody.

    `as_tsumo`: whoever is liable pays what all would have paid for the tsumo, rounded for each, not a ron's amount.
    """

    base: int
    liable: Seat | None = None
    as_tsumo: bool = False


def fed_by(win: Win, value: HandValue, ruleset: Ruleset) -> tuple[str, ...]:
    """What of a win somebody may be liable for (PA1, PA5)."""
    fed: list[str] = [name for name in value.yakuman if name in ruleset.pao_yakuman]
    if ruleset.daiminkan_pao and win.rinshan and any(meld.kind is MeldKind.DAIMINKAN for meld in win.melds):
        fed.append(DAIMINKAN)
    return tuple(fed)


def parts(value: HandValue, pao: tuple[Pao, ...], ruleset: Ruleset) -> tuple[Part, ...]:
    """The base points of a win, by who is liable for them.

    Every liable seat answers for its own yakuman. The rest is theirs, too, in equal parts, where the rules say so
    (`pao_scope`, PA4); else it is that of an open kan's feeder (PA5), else nobody's. `pao`: those of this win.
    """
    found: list[Part] = []
    left = value.base
    multiples = dict(zip(value.yakuman, value.multiples, strict=True))
    for each in pao:
        if each.yakuman in multiples:
            base = min(YAKUMAN_BASE * multiples[each.yakuman], left)
            found.append(Part(base, each.source))
            left -= base
    fed = [each.source for each in pao if each.yakuman == DAIMINKAN]
    if found and ruleset.pao_scope == "whole_hand":
        found += [Part(left // len(found), part.liable) for part in found]
    else:
        found.append(Part(left, fed[0], as_tsumo=True) if fed else Part(left))
    return tuple(part for part in found if part.base)
