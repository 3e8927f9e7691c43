"""Rules that cannot stand together, each with the reason and the way out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tablectl.rules.ruleset import Ruleset
from tablectl.rules.sticks import kit


@dataclass(frozen=True, slots=True)
class Contradiction:
    """`fields`: the options that clash; `clashes`: whether they do in a rule set; `text`: why, and what to write."""

    fields: tuple[str, ...]
    clashes: Callable[[Ruleset], bool]
    text: str


def _no_kan_dora(rules: Ruleset) -> bool:
    return rules.kan_dora_closed == rules.kan_dora_open == rules.kan_dora_added == "none"


def _has_sticks(rules: Ruleset) -> bool:
    """Whether every seat can start with its points in sticks."""
    try:
        kit(rules)
    except ValueError:
        return False
    return True


CONTRADICTIONS: tuple[Contradiction, ...] = (
    Contradiction(("players", "uma"), lambda r: len(r.uma) != r.players, "uma needs one number for each player"),
    Contradiction(("uma",), lambda r: sum(r.uma) != 0, "the numbers of uma must add up to 0; the oka is a rule apart"),
    Contradiction(
        ("uma_by_below",),
        lambda r: any(sum(row) != 0 for row in r.uma_by_below),
        "the numbers of each row of uma_by_below must add up to 0",
    ),
    Contradiction(
        ("players", "uma_by_below"),
        lambda r: bool(r.uma_by_below) and r.players != 4,
        "uma_by_below is for four players; write uma_by_below = []",
    ),
    Contradiction(
        ("start", "target"),
        lambda r: r.target < r.start,
        "the target must not be below the start",
    ),
    Contradiction(
        ("players", "red_fives"),
        lambda r: r.players == 3 and r.red_fives[0] > 0,
        "three players have no 5m; write red_fives with m = 0",
    ),
    Contradiction(
        ("west_entry", "sudden_death"),
        lambda r: r.sudden_death != "off" and not r.west_entry,
        "sudden_death ends a further wind, and west_entry = false plays none; write sudden_death = false",
    ),
    Contradiction(
        ("length", "west_entry"),
        lambda r: r.west_entry and r.length == "per_hand",
        "hands counted singly have no last one; write west_entry = false and sudden_death = false",
    ),
    Contradiction(
        ("bankruptcy", "bankruptcy_limit"),
        lambda r: r.bankruptcy == "off" and r.bankruptcy_limit != 0,
        "a limit needs bankruptcy = below_zero or at_zero",
    ),
    Contradiction(
        ("ura_dora", "kan_ura_dora"),
        lambda r: r.kan_ura_dora and not r.ura_dora,
        "kan_ura_dora needs ura_dora; write kan_ura_dora = false",
    ),
    Contradiction(
        ("kan_ura_dora", "kan_dora_closed", "kan_dora_open", "kan_dora_added"),
        lambda r: r.kan_ura_dora and _no_kan_dora(r),
        "without kan dora there is none below it; write kan_ura_dora = false",
    ),
    Contradiction(
        ("open_riichi_deal_in_yakuman", "open_riichi_tsumo_only"),
        lambda r: r.open_riichi_deal_in_yakuman and r.open_riichi_tsumo_only,
        "an open riichi that wins by tsumo alone is never dealt into; write open_riichi_deal_in_yakuman = false",
    ),
    Contradiction(
        ("aotenjou", "kiriage_mangan"),
        lambda r: r.aotenjou and r.kiriage_mangan,
        "without limits there is no mangan to round up to; write kiriage_mangan = false",
    ),
    Contradiction(
        ("aotenjou", "kazoe_yakuman"),
        lambda r: r.aotenjou and r.kazoe_yakuman == "multiple",
        "without limits no number of han is two yakuman; write kazoe_yakuman = single",
    ),
    Contradiction(
        ("most_yakuman", "double_yakuman"),
        lambda r: r.double_yakuman and r.most_yakuman == 1,
        "no yakuman is double where one counts at most; write double_yakuman = false",
    ),
    Contradiction(
        ("most_yakuman", "multiple_yakuman"),
        lambda r: r.most_yakuman > 1 and not (r.multiple_yakuman or r.double_yakuman),
        "yakuman neither add up nor are double, so one counts at most; write most_yakuman = 0",
    ),
    Contradiction(
        ("multi_ron", "triple_ron"),
        lambda r: r.multi_ron == "head_bump" and r.triple_ron == "paid",
        "head_bump lets the nearest of two win alone, so three cannot be paid; write triple_ron = head_bump or abort",
    ),
    Contradiction(
        ("seat_draw", "seat_draw_text"),
        lambda r: r.seat_draw == "other" and not r.seat_draw_text,
        "a seat draw of the house is told by seat_draw_text; write how it goes",
    ),
    Contradiction(
        ("stick_kit", "stick_kit_custom", "start"),
        lambda r: not _has_sticks(r),
        "the kit cannot be changed to the starting points; write other stick_kit_custom or start",
    ),
)
"""In the order of `Ruleset`."""


def contradictions(rules: Ruleset) -> tuple[Contradiction, ...]:
    """Those that a rule set has."""
    return tuple(entry for entry in CONTRADICTIONS if entry.clashes(rules))
