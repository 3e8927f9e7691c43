"""The wall keeper: at any moment of a hand, where the next tile is, what to move after a kan and what to turn.

Everything is told by the physical tile: its number in drawing order, its place where the dice are known, and for the
dead wall the stack counted from the break, which needs no dice.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tablectl.rules.instruction import Action, Instruction
from tablectl.rules.round import Phase, Round
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.wall import Place, Wall

BESIDE_BREAK = 4
"""Replacement tiles, one for each kan there can be (WA7, WA11)."""
_LATER = "after the next discard, or with the next kan before it"


@dataclass(frozen=True, slots=True)
class Spot:
    """One tile of the wall.

    `from_break`: its stack in the dead wall, 1 beside the break. `single`: an upper tile that was set down when the
    lower one joined the dead wall.
    """

    number: int
    upper: bool
    single: bool
    from_break: int
    place: Place | None

    def __str__(self) -> str:
        half = "single" if self.single else "upper" if self.upper else "lower"
        if self.place is not None:
            return f"the {half} tile of stack {self.place.stack + 1} before seat {self.place.seat}"
        return f"the {half} tile of stack {self.from_break} from the break"


@dataclass(frozen=True, slots=True)
class Move:
    """A live tile joins the dead wall after a kan or kita (WA8): `tile` goes; `set_down`: the one that lay upon it."""

    tile: Spot
    set_down: Spot | None


@dataclass(frozen=True, slots=True)
class WallKeeper:
    """The wall at one moment of a hand (WA5 to WA11, DO2).

    `next`: the tile to be drawn next, a replacement tile while a kan or kita waits for it; None when there is none.
    `live_left`: tiles that can still be drawn. `haitei`: the last of them (WA9), until it is moved
    with the replacement tile waited for. `calls`: whether chi, pon and kan are still possible (WA10). `rinshan`:
    replacement tiles beside the break in drawing order (WA7); when kita has used them up, the tiles moved come next.
    `move`: what joins the dead wall with the replacement tile being drawn, `next_move`: with the next one.

    `turned`: the indicators turned; `ura` lie under them; `turn_now`: those to turn at once; `turn_later`: those to
    turn after the next discard, or with the next kan before it; `kan_dora`: the rest of the dead wall's indicators.
    """

    next: Spot | None
    live_left: int
    haitei: Spot | None
    calls: bool
    rinshan: tuple[Spot, ...]
    move: Move | None
    next_move: Move | None
    turned: tuple[Spot, ...]
    ura: tuple[Spot, ...]
    turn_now: tuple[Spot, ...]
    turn_later: tuple[Spot, ...]
    kan_dora: tuple[Spot, ...]

    @property
    def instructions(self) -> tuple[Instruction, ...]:
        """What the table should do with the wall now, in order."""
        return tuple(self._instructions())

    def _instructions(self) -> Iterator[Instruction]:
        for spot in self.turn_now:
            yield _told(Action.TURN, f"Turn {spot}: a new dora indicator.", spot)
        if self.move is not None:
            first = "" if self.move.set_down is None else f"Set down {self.move.set_down}, then "
            verb = "move" if first else "Move"
            yield _told(Action.MOVE, f"{first}{verb} {self.move.tile} to the dead wall.", self.move.tile)
        if self.next is not None:
            yield _told(Action.DRAW, f"The next tile is {self.next}.", self.next)
        for spot in self.turn_later:
            yield _told(Action.TURN, f"Turn {spot} {_LATER}.", spot)


def keep(current: Round, ruleset: Ruleset) -> WallKeeper:
    """The wall of a hand as it is now."""
    wall, build = current.wall, current.wall.build
    waits = current.phase is Phase.DRAW and (current.kan is not None or current.kita)
    over = current.phase is Phase.OVER
    live = wall.live_left
    indicators = tuple(spot(wall, number) for number in build.indicators)
    turned, now = len(current.indicators), len(current.indicators) + current.dora_due
    later = now + current.dora_later
    ura = turned if ruleset.kan_ura_dora else 1
    return WallKeeper(
        next=None if over or live <= 0 else spot(wall, wall.next_tile(rinshan=waits)),
        live_left=live,
        haitei=spot(wall, build.live_end - wall.replaced - 1) if live > 0 else None,
        calls=live > 0,
        rinshan=tuple(spot(wall, build.rinshan(taken)) for taken in range(wall.replaced, BESIDE_BREAK)),
        move=_move(wall, wall.replaced) if waits else None,
        next_move=_move(wall, wall.replaced + 1 if waits else wall.replaced),
        turned=indicators[:turned],
        ura=tuple(spot(wall, tile.number + 1) for tile in indicators[:ura]) if ruleset.ura_dora else (),
        turn_now=indicators[turned:now],
        turn_later=indicators[now:later],
        kan_dora=indicators[later:],
    )


def spot(wall: Wall, number: int) -> Spot:
    """The tile with this number."""
    upper = number % 2 == 0
    from_break = (wall.build.tiles - number + 1) // 2
    return Spot(number, upper, upper and number + 1 in wall.moved, from_break, wall.place(number))


def _move(wall: Wall, replaced: int) -> Move | None:
    """What joins the dead wall with the replacement tile after so many: the lower tile first, then the one set down."""
    number = wall.build.live_end - 1 - replaced
    if number < wall.drawn:
        return None
    tile = spot(wall, number)
    return Move(tile, spot(wall, number - 1) if not tile.upper and number - 1 >= wall.drawn else None)


def _told(action: Action, text: str, of: Spot) -> Instruction:
    place = of.place
    return Instruction(
        action, text, seat=None if place is None else place.seat, places=() if place is None else (place,)
    )
