"""Furiten: no ron with a wait in the own river, or one let go a moment ago or in riichi (FR1 to FR5)."""

from __future__ import annotations

from tablectl.rules.illegal import IllegalEvent
from tablectl.rules.meld import MeldKind
from tablectl.rules.round import Round
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.seat import BySeat, Seat
from tablectl.rules.shape import waits
from tablectl.rules.tile import Tile


def let_go(current: Round, seat: Seat, *, lifted: bool) -> BySeat[int]:
    """`Round.missed` after nobody won on the tile on offer and `seat` drew or called (FR2, FR3).

    `lifted`: that ends the seat's own temporary furiten, though not that of a riichi. An ankan's tile is not counted:
    kokushi alone could have won on it, and waits for nothing else then.
    """
    missed = current.missed
    if lifted and missed[seat] and not current.riichi[seat].accepted:
        missed = missed.set(seat, 0)
    if current.offered is None or (current.kan is not None and current.kan.kind is MeldKind.ANKAN):
        return missed
    source, tile = current.offered
    bit = 1 << tile.kind
    return BySeat.of(
        mask if other is source or (lifted and other is seat and not current.riichi[other].accepted) else mask | bit
        for other, mask in zip(current.seats, missed, strict=True)
    )


def require_not_furiten(current: Round, seat: Seat, hand: tuple[Tile, ...], ruleset: Ruleset) -> None:
    """Raises `IllegalEvent` when the hand laid open may not win on another's tile."""
    waiting = waits(hand, four_alike=ruleset.chiitoitsu_four_alike)
    if own := waiting & current.rivers[seat].kinds:
        raise IllegalEvent("furiten: this wait is in its own river (FR1)", seat, Tile(min(own)))
    missed = current.missed[seat]
    passed = sorted(kind for kind in waiting if missed >> kind & 1)
    if passed:
        since = "in riichi (FR3)" if current.riichi[seat].accepted else "since its last draw (FR2)"
        raise IllegalEvent(f"furiten: let this wait go {since}", seat, Tile(passed[0]))
