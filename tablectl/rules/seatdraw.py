"""The seat draw (basho-gime): who sits where, and who sits in the chair called East (SE1, SE2, SE4).

A draw is a value: `next` tells what to do, `choose`, `draw`, `throw` and `open_row` give the draw after it was done,
and refuse with `ValueError` what cannot be. When `next` is None, `seating` holds the chairs. The six-tile method
(SE3) is in `tablectl.rules.sixtiles`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from tablectl.rules.dice import Dice
from tablectl.rules.instruction import Action, Instruction, listed
from tablectl.rules.seat import BySeat, Seat, Wind, seats
from tablectl.rules.tile import TILES, Tile


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where. `east`: the chair of who drew East and throws first; None where nobody did (SE1, SE4)."""

    names: BySeat[str]
    east: Seat | None = None

    def wind(self, seat: Seat) -> Wind | None:
        """The chair's wind before the first dealer is found: E S W N run counter-clockwise, against a compass (SE5)."""
        return None if self.east is None else seat.wind(self.east, len(self.names))


@dataclass(frozen=True, slots=True)
class SeatDraw:
    """Free seating (SE1), or a method of the house that `text` describes (SE4): people say where they sit.

    `names`: two to four people, each name once. `chairs`: who sits where so far.
    """

    names: tuple[str, ...]
    text: str = ""
    chairs: tuple[tuple[str, Seat], ...] = ()

    def __post_init__(self) -> None:
        if not 2 <= len(self.names) <= 4 or len(set(self.names)) < len(self.names):
            raise ValueError(f"names {listed(self.names)}: expected two to four people, each name once")

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.names)

    @property
    def next(self) -> Instruction | None:
        """What to do now; None when all sit."""
        return self._sit

    @property
    def _sit(self) -> Instruction | None:
        standing, chairs = self._standing, self._free_chairs
        if not standing:
            return None
        how = self.text or f"{listed(standing)} sit{'s' if len(standing) == 1 else ''} where they like"
        return Instruction(Action.SIT, f"{how}; say who sits at which chair.", standing, chairs=chairs)

    @property
    def seating(self) -> Seating | None:
        """Who sits where once the draw is over."""
        return Seating(self._by_chair) if self.next is None else None

    def choose(self, seat: Seat, person: str | None = None) -> SeatDraw:
        """A person took, or the table chose, a chair. Raises `ValueError` when it is taken or not theirs to take."""
        now = self._expect(person, f"chair {seat} chosen", Action.SIT)
        if person is None or seat not in now.chairs:
            raise ValueError(f"chair {seat}: expected a person and one of the chairs {listed(now.chairs)}. {now.text}")
        return replace(self, chairs=(*self.chairs, (person, seat)))

    def draw(self, person: str, tile: Tile) -> SeatDraw:
        """A person drew a tile. Raises `ValueError` when it is not their turn or the tile is not there."""
        raise self._refusal(f"{person} drew {tile}")

    def throw(self, dice: Dice) -> SeatDraw:
        """The dice were thrown. Raises `ValueError` when no throw is due."""
        raise self._refusal(f"dice {dice} thrown")

    def open_row(self, tiles: tuple[Tile, ...]) -> SeatDraw:
        """The row of tiles was turned up, from left to right. Raises `ValueError` when no row is due."""
        raise self._refusal("tiles opened")

    @property
    def _standing(self) -> tuple[str, ...]:
        seated = [name for name, _ in self.chairs]
        return tuple(name for name in self.names if name not in seated)

    @property
    def _free_chairs(self) -> tuple[Seat, ...]:
        taken = [seat for _, seat in self.chairs]
        return tuple(seat for seat in seats(self.players) if seat not in taken)

    @property
    def _by_chair(self) -> BySeat[str]:
        return BySeat.of(name for name, _ in sorted(self.chairs, key=lambda chair: chair[1]))

    def _refusal(self, what: str) -> ValueError:
        now = self.next
        return ValueError(f"{what}: {'the seats are drawn already' if now is None else f'not now. {now.text}'}")

    def _expect(self, person: str | None, what: str, *actions: Action) -> Instruction:
        """What is due now. Raises `ValueError` unless it is one of these actions and this person's."""
        now = self.next
        if now is None or now.action not in actions:
            raise self._refusal(what)
        if person is not None and person not in now.people:
            raise ValueError(f"{person}: expected {listed(now.people, 'or') or 'nobody'}. {now.text}")
        return now


@dataclass(frozen=True, slots=True)
class WindDraw(SeatDraw):
    """Wind tiles face down, one for each (SE2).

    `form`: "east_first" East sits anywhere, the others follow counter-clockwise; "named_chair" a chair is called East
    beforehand and tiles match chairs; "pick" each picks a free chair in the order of the winds. `east`: the chair
    named or taken. `drawn`: who drew which wind so far.
    """

    form: Literal["east_first", "named_chair", "pick"] = "pick"
    east: Seat | None = None
    drawn: tuple[tuple[str, Wind], ...] = ()

    @property
    def next(self) -> Instruction | None:
        """What to do now; None when all sit."""
        if self.form == "named_chair" and self.east is None:
            return Instruction(
                Action.NAME_CHAIR,
                "Name the chair that is East, and lay the dealer marker there.",
                chairs=self._free_chairs,
            )
        left = self._tiles_left
        if left:
            drew = [name for name, _ in self.drawn]
            people = tuple(name for name in self.names if name not in drew)
            shuffle = "" if self.drawn else f"Shuffle {listed(left)} face down. "
            text = f"{shuffle}{listed(people)} draw{'s' if len(people) == 1 else ''} a wind tile."
            return Instruction(Action.DRAW, text, people, tiles=left)
        if not self._standing:
            return None
        person = next(name for name, _ in sorted(self.drawn, key=lambda drawn: drawn[1]) if name in self._standing)
        chairs = self._free_chairs
        return Instruction(Action.SIT, f"{person} sits at chair {listed(chairs, 'or')}.", (person,), chairs=chairs)

    @property
    def seating(self) -> Seating | None:
        """Who sits where once the draw is over."""
        return Seating(self._by_chair, self.east) if self.next is None else None

    def choose(self, seat: Seat, person: str | None = None) -> WindDraw:
        """A chair was named East, or a person sat down. Raises `ValueError` when the chair is taken or not theirs."""
        now = self._expect(person, f"chair {seat} chosen", Action.NAME_CHAIR, Action.SIT)
        if seat not in now.chairs:
            raise ValueError(f"chair {seat}: expected one of {listed(now.chairs)}. {now.text}")
        if now.action is Action.NAME_CHAIR:
            return replace(self, east=seat)
        east = seat if self.east is None else self.east
        if self.form == "east_first":
            return replace(self, east=seat, chairs=self._from_east(seat, self.drawn))
        return replace(self, east=east, chairs=(*self.chairs, (now.people[0], seat)))

    def draw(self, person: str, tile: Tile) -> WindDraw:
        """A person drew a wind tile. Raises `ValueError` when the person or the tile is not to be drawn any more."""
        now = self._expect(person, f"{person} drew {tile}", Action.DRAW)
        if tile not in now.tiles:
            raise ValueError(f"{person} drew {tile}: expected {listed(now.tiles, 'or')}. {now.text}")
        drawn = (*self.drawn, (person, wind_of(tile)))
        if self.form == "named_chair" and self.east is not None and len(drawn) == self.players:
            return replace(self, drawn=drawn, chairs=self._from_east(self.east, drawn))
        return replace(self, drawn=drawn)

    @property
    def _tiles_left(self) -> tuple[Tile, ...]:
        drawn = [wind for _, wind in self.drawn]
        return tuple(wind_tile(wind) for wind in tuple(Wind)[: self.players] if wind not in drawn)

    def _from_east(self, east: Seat, drawn: tuple[tuple[str, Wind], ...]) -> tuple[tuple[str, Seat], ...]:
        return tuple((name, east.right(wind, self.players)) for name, wind in drawn)


def wind_tile(wind: Wind) -> Tile:
    """The tile of a wind."""
    return TILES[27 + wind]


def wind_of(tile: Tile) -> Wind:
    """The wind of a tile. Raises `ValueError` for a tile that is no wind."""
    if not 27 <= tile.kind < 31:
        raise ValueError(f"tile {tile}: expected a wind, 1z to 4z")
    return Wind(tile.kind - 27)
