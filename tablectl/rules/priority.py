"""Who gets a tile that several claim (TU5, PT8)."""

from __future__ import annotations

from collections.abc import Sequence

from tablectl.rules.event import Called, Won
from tablectl.rules.meld import MeldKind
from tablectl.rules.ruleset import Ruleset

RANK = {MeldKind.PON: 0, MeldKind.DAIMINKAN: 0, MeldKind.CHI: 1}
"""Calls of a discard, the lower first."""


def granted(claims: Sequence[Won | Called], ruleset: Ruleset) -> tuple[Won | Called, ...]:
    """Those of the claims on one tile that stand, the claims in the order they were voiced.

    Every ron stands before any call, or the nearest alone by head bump. Of calls one stands: pon and kan before chi, or
    where the order of calling decides, the first. No claims: an empty tuple.
    """
    rons = [claim for claim in claims if isinstance(claim, Won)]
    if rons:
        rons.sort(key=lambda won: won.source.distance(won.seat, ruleset.players))
        bump = ruleset.multi_ron == "head_bump" or (len(rons) == 3 and ruleset.triple_ron == "head_bump")
        return tuple(rons[:1] if bump else rons)
    calls = [claim for claim in claims if isinstance(claim, Called)]
    if ruleset.call_order_priority:
        return tuple(calls[:1])
    return tuple(sorted(calls, key=lambda claim: RANK[claim.meld.kind])[:1])
