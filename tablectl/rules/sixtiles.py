"""The seat draw with six tiles and three throws (SE3), and the choice among all methods."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tablectl.rules.dice import Dice, pointed, total
from tablectl.rules.instruction import Action, Instruction, listed
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.seat import Seat, Wind, seats
from tablectl.rules.seatdraw import SeatDraw, Seating, WindDraw, wind_of, wind_tile
from tablectl.rules.tile import Tile

ODD = Tile.parse("1p")
EVEN = Tile.parse("2p")


@dataclass(frozen=True, slots=True)
class SixTileDraw(SeatDraw):
    """All winds, 1p and 2p in a row; three throws say where East is, who takes first and from which end.

    `chairs`: where people sit while they draw. `shuffler`: who laid the row. `throws`: by the player opposite, by whom
    it points to, by who sits in the East chair found. `row`: the tiles from left to right once open. `taken`: tiles
    taken so far. `odd_from`: the end from which an odd total takes, an even one takes from the other.
    """

    odd_from: Tile = ODD
    shuffler: Seat | None = None
    throws: tuple[Dice, ...] = ()
    row: tuple[Tile, ...] = ()
    taken: int = 0

    @property
    def next(self) -> Instruction | None:
        """What to do now; None when the chairs are known."""
        if self._standing:
            return self._sit
        tiles = self._tiles
        if self.shuffler is None:
            text = f"One player lays {listed(tiles)} face down, shuffles them into a row; say from which chair."
            return Instruction(Action.SHUFFLE, text, self.names, tiles=tiles, chairs=seats(self.players))
        thrower = self._thrower
        if thrower is not None:
            text = f"{self._by_chair[thrower]} throws the dice, {_FOR[len(self.throws)]}."
            return Instruction(Action.THROW, text, (self._by_chair[thrower],), seat=thrower)
        if not self.row:
            person = self._by_chair[self.shuffler]
            ends = f"of {ODD} and {EVEN} the left one goes to the left end, the other to the right"
            text = f"{person} turns the row up; {ends}."
            return Instruction(Action.OPEN, text, (person,), seat=self.shuffler, tiles=tiles)
        if self.taken == self.players:
            return None
        (person, wind), end = self._takes[self.taken], self._end
        text = f"{person} takes the tile next to the {end} end, {wind_tile(wind)} ({wind})."
        return Instruction(Action.DRAW, text, (person,), tiles=(wind_tile(wind),))

    @property
    def east(self) -> Seat | None:
        """The chair that is East, known after the second throw."""
        if self.shuffler is None or len(self.throws) < 2:
            return None
        second = pointed(self._opposite, self.throws[0], self.players)
        return pointed(second, self.throws[1], self.players)

    @property
    def seating(self) -> Seating | None:
        """Who moves where: the drawer of East to the East chair, the others counter-clockwise from it."""
        east = self.east
        if self.next is not None or east is None:
            return None
        chairs = tuple((name, east.right(wind, self.players)) for name, wind in self._takes)
        return Seating(replace(self, chairs=chairs)._by_chair, east)

    def choose(self, seat: Seat, person: str | None = None) -> SixTileDraw:
        """A person sat down, or the shuffler was named. Raises `ValueError` when the chair is not free."""
        now = self._expect(person, f"chair {seat} chosen", Action.SIT, Action.SHUFFLE)
        if seat not in now.chairs:
            raise ValueError(f"chair {seat}: expected one of {listed(now.chairs)}. {now.text}")
        if now.action is Action.SHUFFLE:
            return replace(self, shuffler=seat)
        if person is None:
            raise ValueError(f"chair {seat}: expected who sits there. {now.text}")
        return replace(self, chairs=(*self.chairs, (person, seat)))

    def throw(self, dice: Dice) -> SixTileDraw:
        """The dice were thrown. Raises `ValueError` when no throw is due or the dice cannot show this."""
        self._expect(None, f"dice {dice} thrown", Action.THROW)
        total(dice)
        return replace(self, throws=(*self.throws, dice))

    def open_row(self, tiles: tuple[Tile, ...]) -> SixTileDraw:
        """The row was turned up, from left to right. Raises `ValueError` unless it holds the tiles that were laid."""
        self._expect(None, "tiles opened", Action.OPEN)
        if sorted(tiles) != sorted(self._tiles):
            raise ValueError(f"row {listed(tiles)}: expected {listed(self._tiles)} in some order")
        return replace(self, row=tiles)

    def draw(self, person: str, tile: Tile) -> SixTileDraw:
        """A person took a tile. Raises `ValueError` for the wrong person or tile."""
        now = self._expect(person, f"{person} drew {tile}", Action.DRAW)
        if tile not in now.tiles:
            raise ValueError(f"{person} took {tile}: expected {now.tiles[0]}. {now.text}")
        return replace(self, taken=self.taken + 1)

    @property
    def _tiles(self) -> tuple[Tile, ...]:
        return (*(wind_tile(wind) for wind in tuple(Wind)[: self.players]), ODD, EVEN)

    @property
    def _opposite(self) -> Seat:
        """Across from the shuffler; of three the right neighbour, of two the other."""
        assert self.shuffler is not None
        return self.shuffler.right(self.players // 2, self.players)

    @property
    def _thrower(self) -> Seat | None:
        """Who throws next, None when all three throws are made."""
        match len(self.throws):
            case 0:
                return self._opposite
            case 1:
                return pointed(self._opposite, self.throws[0], self.players)
            case 2:
                return self.east
        return None

    @property
    def _end(self) -> Tile:
        """The end of the row from which the winds are taken."""
        odd = total(self.throws[2]) % 2 == 1
        return self.odd_from if odd else EVEN if self.odd_from == ODD else ODD

    @property
    def _takes(self) -> tuple[tuple[str, Wind], ...]:
        """Who takes which wind, in order: from the person the last throw points to, counter-clockwise."""
        assert self.east is not None
        winds = [wind_of(tile) for tile in self.row if tile not in (ODD, EVEN)]
        if self.row.index(self._end) > self.row.index(EVEN if self._end == ODD else ODD):
            winds.reverse()
        first = pointed(self.east, self.throws[2], self.players)
        people = self._by_chair
        return tuple((people[first.right(go, self.players)], wind) for go, wind in enumerate(winds))


_FOR = ("to find who throws next", "to find the East chair", "to find who takes first, and from which end")


def seat_draw(names: tuple[str, ...], ruleset: Ruleset) -> SeatDraw:
    """The draw by the rules of the table. Raises `ValueError` for the wrong number of people."""
    if len(names) != ruleset.players:
        raise ValueError(f"{len(names)} people: the rules are for {ruleset.players}")
    match ruleset.seat_draw:
        case "free":
            return SeatDraw(names)
        case "other":
            return SeatDraw(names, ruleset.seat_draw_text)
        case "six_tiles":
            return SixTileDraw(names, odd_from=Tile.parse(ruleset.six_tiles_odd_from))
    return WindDraw(names, form=ruleset.seat_draw)
