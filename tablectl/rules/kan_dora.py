"""When a kan's dora indicator is turned and for which tile it counts first (DO2 to DO5, DO9)."""

from __future__ import annotations

from dataclasses import replace

from tablectl.rules.illegal import IllegalEvent
from tablectl.rules.meld import MeldKind
from tablectl.rules.round import Phase, Round
from tablectl.rules.ruleset import KanDora, Ruleset
from tablectl.rules.tile import Tile


def timing(kind: MeldKind, ruleset: Ruleset) -> KanDora:
    """When the new indicator of this kind of kan is turned (DO2)."""
    if kind is MeldKind.ANKAN:
        return ruleset.kan_dora_closed
    return ruleset.kan_dora_added if kind is MeldKind.KAKAN else ruleset.kan_dora_open


def after_kan(current: Round, kind: MeldKind, ruleset: Ruleset) -> Round:
    """What waited for the next kan is due, the new indicator by its own rule; a robbed kan turns none (DO5)."""
    when = timing(kind, ruleset)
    at_once = int(when == "at_once")
    due = current.dora_due + current.dora_later + at_once
    later = int(when == "after_discard")
    return replace(current, dora_due=due, dora_fresh=at_once, dora_later=later, dora_early=0)


def turn_dora(current: Round, indicator: Tile, ruleset: Ruleset) -> Round:
    """A further indicator was turned. Raises `IllegalEvent` where none is due or it cannot be this one."""
    early = current.dora_due == 0 and current.dora_later > 0 and current.phase is Phase.DISCARD
    if current.dora_due == 0 and not early:
        raise IllegalEvent("no dora indicator is due (DO2)", None, indicator)
    if not current.indicators:
        raise IllegalEvent("the first dora indicator was not seen (DO2)", None, indicator)
    lies = current.wall.tile(current.wall.build.indicators[len(current.indicators)])
    if lies is not None and lies != indicator:
        raise IllegalEvent(f"the wall has {lies} as the next dora indicator", None, indicator)
    turned = replace(current, indicators=(*current.indicators, indicator), seen=current.see((indicator,), ruleset))
    if early:
        return replace(turned, dora_later=current.dora_later - 1, dora_early=current.dora_early + 1)
    # Those due longest are turned first.
    fresh = int(current.dora_due == current.dora_fresh)
    return replace(
        turned,
        dora_due=current.dora_due - 1,
        dora_fresh=current.dora_fresh - fresh,
        dora_early=current.dora_early + fresh,
    )


def owed(current: Round, tsumo: bool, ruleset: Ruleset) -> int:
    """Indicators that must be turned before a win on the present tile counts (DO3 to DO5)."""
    if not tsumo:
        return current.dora_due - current.dora_fresh
    on_rinshan = current.rinshan and ruleset.kan_dora_on_rinshan_win
    return current.dora_due + (current.dora_later if on_rinshan else 0)


def counted(current: Round, tsumo: bool, ruleset: Ruleset) -> int:
    """How many of the indicators turned count for a win on the present tile (DO3 to DO5)."""
    if tsumo and current.rinshan and ruleset.kan_dora_on_rinshan_win:
        return len(current.indicators)
    return len(current.indicators) - current.dora_early
