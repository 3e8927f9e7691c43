"""Riichi: who may declare it, what it bars, and when a hand is ready (RI1 to RI10)."""

from __future__ import annotations

from dataclasses import replace

from tablectl.rules.hand import Hand
from tablectl.rules.illegal import IllegalEvent
from tablectl.rules.ledger import STICK
from tablectl.rules.meld import Meld, MeldKind
from tablectl.rules.river import River
from tablectl.rules.round import RiichiState, Round
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.seat import Seat
from tablectl.rules.shape import is_tenpai, splits, waits
from tablectl.rules.tile import TILES, Tile
from tablectl.rules.yaku import table_of


def declare_riichi(current: Round, seat: Seat, is_open: bool, points: int, ruleset: Ruleset) -> Round:
    """A seat declared riichi before its discard; `points` are what it owns. Raises `IllegalEvent` (RI1 to RI3, RI9)."""
    current.require_turn(seat, "declared riichi")
    hand = current.hands[seat]
    if is_open and not table_of(ruleset).plays("open_riichi"):
        raise IllegalEvent("open riichi is not played (RI9)", seat)
    if not current.drew:
        raise IllegalEvent("riichi is declared after a draw, not after a call (RI1)", seat)
    if current.riichi[seat].declared:
        raise IllegalEvent("riichi is declared already (RI1)", seat)
    if not hand.is_closed:
        raise IllegalEvent("riichi needs a closed hand (RI1)", seat)
    if seat in current.dead:
        raise IllegalEvent("riichi with a dead hand (PE1)", seat)
    if points < STICK and not ruleset.riichi_below_1000:
        raise IllegalEvent(f"riichi costs {STICK} points, the seat has {points} (RI3)", seat)
    left, needed = current.wall.live_left, ruleset.players
    if ruleset.riichi_needs_own_draw and left < needed:
        raise IllegalEvent(f"riichi needs {needed} tiles in the live wall, {left} are left (RI2)", seat)
    if hand.hidden == 0 and not any(_may_riichi(current, seat, tile, ruleset) for tile in set(hand.tiles)):
        raise IllegalEvent("riichi needs a tenpai hand (RI1, RI5)", seat)
    state = RiichiState(declared=True, double=current.is_first_go(seat), open=is_open)
    return replace(current, riichi=current.riichi.set(seat, state))


def _may_riichi(current: Round, seat: Seat, tile: Tile, ruleset: Ruleset) -> bool:
    """Whether discarding the tile leaves a hand that may be in riichi."""
    rest = current.hands[seat].discard(tile)
    return is_ready(rest, ruleset) and (
        ruleset.riichi_furiten or not waits_of(rest.tiles, ruleset) & {*current.rivers[seat].kinds, tile.kind}
    )


def require_riichi_discard(hand: Hand, river: River, seat: Seat, tile: Tile, ruleset: Ruleset) -> None:
    """The riichi tile leaves a tenpai hand, not furiten where that is barred. Raises `IllegalEvent` (RI1, RI5)."""
    if not is_ready(hand, ruleset):
        raise IllegalEvent("riichi needs a tenpai hand after the discard (RI1)", seat, tile)
    if not ruleset.riichi_furiten and waits_of(hand.tiles, ruleset) & river.kinds:
        raise IllegalEvent("riichi in furiten (RI5)", seat, tile)


def accept_riichi(current: Round, seat: Seat) -> Round:
    """Nobody won on the riichi tile. Raises `IllegalEvent` where no riichi is pending."""
    if current.pending_riichi is not seat:
        raise IllegalEvent("no riichi of this seat waits to be accepted (RI1)", seat)
    state = replace(current.riichi[seat], accepted=True, ippatsu=True)
    return replace(current, riichi=current.riichi.set(seat, state))


def require_riichi_ankan(current: Round, seat: Seat, meld: Meld, ruleset: Ruleset) -> None:
    """In riichi only an ankan of the drawn tile that keeps the waits; what is hidden is not judged (RI4).

    `reading_unchanged`: moreover the three others are a triplet however the hand is read. Raises `IllegalEvent`.
    """
    hand, tile = current.hands[seat], meld.own[0]
    if meld.kind is not MeldKind.ANKAN or ruleset.riichi_ankan == "never":
        raise IllegalEvent(f"{meld.kind.value} in riichi (RI4)", seat, tile)
    if current.drawn is not None and current.drawn.kind != tile.kind:
        raise IllegalEvent(f"ankan in riichi without the drawn tile {current.drawn} (RI4)", seat, tile)
    if hand.hidden or current.drawn is None:
        return
    before = hand.discard(current.drawn).tiles
    waiting = waits_of(before, ruleset)
    if waiting != waits_of(hand.call(meld).tiles, ruleset):
        raise IllegalEvent("ankan in riichi changes the waits (RI4)", seat, tile)
    if ruleset.riichi_ankan == "reading_unchanged" and not _is_always_triplet(tile.kind, before, waiting):
        raise IllegalEvent("ankan in riichi of tiles that can be read otherwise than as a triplet (RI4)", seat, tile)


def _is_always_triplet(kind: int, hand: tuple[Tile, ...], waiting: frozenset[int]) -> bool:
    """Whether three of the kind are a triplet in every reading of every win."""
    return all(split.triplets >> kind & 1 for wait in waiting for split in splits((*hand, TILES[wait])))


def is_ready(hand: Hand, ruleset: Ruleset) -> bool:
    """Whether a wholly known hand to which no tile was drawn is tenpai by the rules of the table (DR2)."""
    own_four, four_alike = ruleset.tenpai_own_four, ruleset.chiitoitsu_four_alike
    return is_tenpai(hand.tiles, hand.melds, own_four=own_four, four_alike=four_alike)


def waits_of(hand: tuple[Tile, ...], ruleset: Ruleset) -> frozenset[int]:
    """The kinds that complete the concealed tiles by the rules of the table."""
    return waits(hand, four_alike=ruleset.chiitoitsu_four_alike)
