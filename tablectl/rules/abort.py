"""Abortive draws: what ends a hand before the wall is used up (AB1 to AB5)."""

from __future__ import annotations

from tablectl.rules.event import RyuukyokuKind
from tablectl.rules.illegal import IllegalEvent
from tablectl.rules.round import Phase, Round
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.tile import Tile

MOST_KANS = 4
"""Kans in one hand (WA11)."""
KYUUSHU_KINDS = 9
"""Kinds of terminals and honours for a kyuushu kyuuhai (AB1)."""
_WINDS = range(27, 31)


def played_aborts(ruleset: Ruleset) -> tuple[RyuukyokuKind, ...]:
    """The abortive draws that the rules have."""
    four = ruleset.players == 4
    played = {
        RyuukyokuKind.KYUUSHU_KYUUHAI: ruleset.kyuushu_kyuuhai,
        RyuukyokuKind.SUUFON_RENDA: four and ruleset.suufon_renda,
        RyuukyokuKind.SUUCHA_RIICHI: four and ruleset.suucha_riichi,
        RyuukyokuKind.SUUKAN_SANRA: ruleset.suukan_sanra != "off",
        RyuukyokuKind.SANCHA_HOU: four and ruleset.triple_ron == "abort",
    }
    return tuple(kind for kind, is_played in played.items() if is_played)


def must_abort(current: Round, ruleset: Ruleset) -> RyuukyokuKind | None:
    """The draw that ends the hand once nobody won on the tile on offer, None if it goes on (AB2 to AB4).

    Four equal winds and four riichi are draws of four players only.
    """
    if current.phase is Phase.DRAW:
        return RyuukyokuKind.SUUKAN_SANRA if _draws_by_kan(current, ruleset) else None
    if current.phase is not Phase.REACT:
        return None
    if ruleset.players == 4:
        if ruleset.suufon_renda and current.unbroken:
            first = [river.tiles[0].tile.kind for river in current.rivers if len(river.tiles) == 1]
            if len(first) == 4 and len(set(first)) == 1 and first[0] in _WINDS:
                return RyuukyokuKind.SUUFON_RENDA
        if ruleset.suucha_riichi and all(state.accepted for state in current.riichi):
            return RyuukyokuKind.SUUCHA_RIICHI
    if ruleset.suukan_sanra == "after_discard" and _four_kans_of_several(current):
        return RyuukyokuKind.SUUKAN_SANRA
    return None


def _draws_by_kan(current: Round, ruleset: Ruleset) -> bool:
    """Whether the kan just called ends the hand unless it is robbed (AB3)."""
    if current.kan is None:
        return False
    return current.kans > MOST_KANS or (ruleset.suukan_sanra == "at_once" and _four_kans_of_several(current))


def _four_kans_of_several(current: Round) -> bool:
    kans = [sum(meld.is_kan for meld in hand.melds) for hand in current.hands]
    return sum(kans) == MOST_KANS and max(kans) < MOST_KANS


def yaochuu_kinds(tiles: tuple[Tile, ...]) -> int:
    """How many kinds of terminals and honours there are."""
    return len({tile.kind for tile in tiles if tile.is_yaochuu})


def require_kyuushu(current: Round, shown: tuple[Tile, ...] | None, ruleset: Ruleset) -> None:
    """The seat to discard may call off its first go with the hand `shown`. Raises `IllegalEvent` (AB1)."""
    seat = current.turn
    if not ruleset.kyuushu_kyuuhai:
        raise IllegalEvent("kyuushu kyuuhai is not played (AB1)", seat)
    if current.phase is not Phase.DISCARD or not current.drew or not current.is_first_go(seat):
        raise IllegalEvent("kyuushu kyuuhai: only after the first own draw and before any call (AB1)", seat)
    if current.riichi[seat].declared:
        raise IllegalEvent("kyuushu kyuuhai between riichi and its discard (AB1)", seat)
    if shown is None:
        raise IllegalEvent("kyuushu kyuuhai: the seat to discard shows its hand, no other (AB1)", seat)
    if (kinds := yaochuu_kinds(shown)) < KYUUSHU_KINDS:
        raise IllegalEvent(f"kyuushu kyuuhai with {kinds} kinds, it needs {KYUUSHU_KINDS} (AB1)", seat)
