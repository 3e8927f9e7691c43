"""What the eyes believe of each zone, and the snapshot that all of it makes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from tablectl.rules.seat import SEATS, BySeat
from tablectl.table import EMPTY_HAND, Area, SeenHand, SeenTile, TableSnapshot, Zone
from vision.observe import TileObservation
from vision.thrown import Thrown
from vision.zones import turning_order


@dataclass(slots=True)
class Belief:
    """What is believed of one zone. `tiles`: as last read, in no order for a wall."""

    tiles: tuple[TileObservation, ...] = ()
    row: tuple[SeenTile, ...] = ()
    """A river or melds in order."""
    hand: SeenHand = EMPTY_HAND
    dora: dict[int, SeenTile] = field(default_factory=dict)
    """Indicators by ring number."""
    ura: dict[int, SeenTile] = field(default_factory=dict)
    stick: bool = False
    due: bool = True
    """It has to be read or compared when it is at rest."""
    doubtful: tuple[str, ...] = ()
    doubts: int = 0
    """The last reading that did not fit, and how many times it came."""

    def says(self, area: Area) -> tuple[str, ...]:
        """What it comes to, in words that can be compared."""
        if area is Area.WALL:  # of its backs nothing is told
            return tuple(f"{place} {seen.tile}" for place, seen in sorted((self.dora | self.ura).items()))
        return (*names(self.tiles), "stick" * self.stick)


def names(tiles: Iterable[TileObservation]) -> tuple[str, ...]:
    """What tiles show and how they lie."""
    return tuple(tile.best[0] + "_" * tile.sideways for tile in tiles)


def snapshot(
    beliefs: Mapping[Zone, Belief], number: int, time: float, stale: frozenset[Zone], thrown: Thrown | None = None
) -> TableSnapshot:
    """The table as it is believed; `thrown`: its dice, where they are looked for."""
    dora = {place: seen for seat in SEATS for place, seen in beliefs[seat, Area.WALL].dora.items()}
    ura = {place: seen for seat in SEATS for place, seen in beliefs[seat, Area.WALL].ura.items()}
    return TableSnapshot(
        number=number,
        time=time,
        rivers=BySeat.of(beliefs[seat, Area.RIVER].row for seat in SEATS),
        melds=BySeat.of(beliefs[seat, Area.MELDS].row for seat in SEATS),
        hands=BySeat.of(beliefs[seat, Area.HAND].hand for seat in SEATS),
        sticks=BySeat.of(beliefs[seat, Area.STICK].stick for seat in SEATS),
        dora=tuple(dora[place] for place in turning_order(dora)),
        ura=tuple(ura[place] for place in turning_order(ura)),
        dice=None if thrown is None else thrown.dice,
        dice_unclear="" if thrown is None else thrown.unclear,
        stale=stale,
    )


def alike(table: TableSnapshot, other: TableSnapshot) -> bool:
    """Whether two snapshots show the same things, whenever they were taken and whatever is stale."""
    bare = [replace(each, number=0, time=0.0, stale=frozenset()) for each in (table, other)]
    return bare[0] == bare[1]
