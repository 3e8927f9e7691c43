"""What is new on the table compared with the game: discards, melds and added kan tiles, zone by zone."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from tablectl.faces import is_sure, likelihood
from tablectl.laid import Laid, split_melds
from tablectl.look import lying
from tablectl.rules.meld import Meld, MeldKind
from tablectl.rules.round import Round
from tablectl.rules.seat import SEATS, BySeat, Seat
from tablectl.rules.tile import print_tiles
from tablectl.table import Area, SeenTile, TableSnapshot
from tablectl.verdict import Mismatch


@dataclass(frozen=True, slots=True)
class NewMelds:
    """A seat's melds that the game does not have.

    `known`: how the melds of the game lie, in order. `called`: new ones, oldest first; one that became a kakan since
    stands here as it lies and also in `raised`. `raised`: pons that got their fourth tile.
    """

    known: tuple[Laid, ...] = ()
    called: tuple[Laid, ...] = ()
    raised: tuple[Laid, ...] = ()


@dataclass(frozen=True, slots=True)
class Growth:
    """The table as it must come out: `rivers` whole, `melds` what is new. A stale zone stands as the game has it."""

    rivers: BySeat[tuple[SeenTile, ...]]
    melds: BySeat[NewMelds]


def growth(current: Round, table: TableSnapshot) -> Growth | Mismatch:
    """Compare every zone at rest. A `Mismatch` names meld tiles that are no melds or not those of the game."""
    rivers: list[tuple[SeenTile, ...]] = []
    melds: list[NewMelds] = []
    for seat in SEATS:
        rivers.append(lying(current, seat) if (seat, Area.RIVER) in table.stale else table.rivers[seat])
        if (seat, Area.MELDS) in table.stale:
            melds.append(NewMelds())
            continue
        new = _new_melds(current.hands[seat].melds, table.melds[seat], seat)
        if new is None:
            seen = print_tiles(tile.tile for tile in table.melds[seat] if tile.tile is not None)
            known = ", ".join(map(str, current.hands[seat].melds)) or "none"
            return Mismatch(
                f"the meld tiles {seen} do not show the melds called so far ({known})",
                f"seat {seat} melds",
                "melds lie in the right corner, each with the called tile sideways, and stay there",
            )
        melds.append(new)
    return Growth(BySeat.of(rivers), BySeat.of(melds))


def _new_melds(known: tuple[Meld, ...], tiles: tuple[SeenTile, ...], owner: Seat) -> NewMelds | None:
    best: tuple[float, NewMelds] | None = None
    for split in split_melds(tiles, owner):
        if len(split) < len(known):
            continue
        fit = 1.0
        raised: list[Laid] = []
        for meld, laid in zip(known, split, strict=False):
            if meld.kind is MeldKind.PON and laid.kind is MeldKind.KAKAN:
                raised.append(laid)
            elif laid.kind is not (meld.kind if meld.is_kan else None):
                fit = 0.0
            if laid.source is not meld.source:
                fit = 0.0
            fit *= alike(meld, laid)
        called = split[len(known) :]
        for laid in called:
            fit *= forms(laid)
            if laid.kind is MeldKind.KAKAN:
                raised.append(laid)
        if fit > 0 and (best is None or fit > best[0]):
            best = (fit, NewMelds(split[: len(known)], called, tuple(raised)))
    return None if best is None else best[1]


def alike(meld: Meld, laid: Laid) -> float:
    """How well the faces seen fit a known meld, 0 to 1, never 0: a face may have been misread."""
    left = Counter(tile.kind for tile in meld.tiles)
    fit = 1.0
    for seen in laid.tiles:
        if seen.tile is None or not is_sure(seen):
            continue
        if left[seen.tile.kind] > 0:
            left[seen.tile.kind] -= 1
        else:
            fit *= max(1e-3, likelihood(seen, meld.tiles[0]))
    return fit


def forms(laid: Laid) -> float:
    """How well the faces seen form a set or a run, 0 to 1, never 0."""
    kinds = sorted(seen.tile.kind for seen in laid.tiles if seen.tile is not None and is_sure(seen))
    same = len(set(kinds)) <= 1
    run = laid.kind is None and len(set(kinds)) == len(kinds)
    run = run and (not kinds or (kinds[-1] < 27 and kinds[-1] - kinds[0] <= 2 and kinds[0] // 9 == kinds[-1] // 9))
    return 1.0 if same or run else 1e-3
