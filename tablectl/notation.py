"""Hands as people type them: `34588s234567m (2<34p) [1111z] +6s`, read with every mistake pointed at.

Concealed tiles stand as everywhere, the winning tile after a plus. A called meld stands in round brackets; a mark after
the called tile says where it came from: `<` left, `^` across, `>` right. Without one the first tile came from the left:
`(234p)`, `(555z)`. Four tiles are an open kan, `(5<55+5z)` is a pon with the fourth added, `[1111z]` a closed kan. The
notation of `tablectl.rules.meld`, `pon:55z+5z<1` with the number of a seat, is read, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from tablectl.reader import NotationError, Placed, Reader, mark_of, no_caller
from tablectl.rules.meld import Meld, MeldKind
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.seat import Seat
from tablectl.rules.tile import Tile, print_tiles

_ORDINALS = ("first", "second", "third", "fourth", "fifth")


@dataclass(frozen=True, slots=True)
class TypedHand:
    """A hand as typed: `concealed` tiles without the winning one, the tile it `won` on, and `called` melds."""

    text: str
    concealed: tuple[Placed[Tile], ...]
    won: Placed[Tile]
    called: tuple[Placed[Meld], ...]

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The concealed tiles without the winning one."""
        return tuple(placed.what for placed in self.concealed)

    @property
    def melds(self) -> tuple[Meld, ...]:
        """The melds in the order typed."""
        return tuple(placed.what for placed in self.called)

    def wrong(self, placed: Placed[Tile] | Placed[Meld], message: str) -> NotationError:
        """The error that points at a tile or meld."""
        return NotationError(self.text, placed.start, placed.end, message)


def print_hand(tiles: Iterable[Tile], tile: Tile, melds: Iterable[Meld], seat: Seat, players: int = 4) -> str:
    """The hand of a seat as `parse_hand` reads it. Raises `ValueError` for a meld from no other seat."""
    parts = (print_tiles(tiles), *(print_meld(meld, seat, players) for meld in melds), f"+{tile}")
    return " ".join(filter(None, parts))


def print_meld(meld: Meld, seat: Seat, players: int = 4) -> str:
    """A meld of a seat in brackets, the called tile first with its mark. Raises `ValueError` as `print_hand` does."""
    if meld.called is None or meld.source is None:
        return f"[{print_tiles(meld.own)}]"
    mark = mark_of(meld.source, seat, players)
    if not mark:
        raise ValueError(f"{meld}: {no_caller(meld.source, seat)}")
    faces = [str(tile)[0] for tile in meld.own]
    if meld.kind is MeldKind.KAKAN:
        faces.insert(2, "+")
    return f"({str(meld.called)[0]}{mark}{''.join(faces)}{meld.called.suit})"


def parse_hand(text: str, ruleset: Ruleset, seat: Seat) -> TypedHand:
    """Read the hand that a seat won with. Raises `NotationError`."""
    reader = Reader(text, ruleset, seat)
    concealed: list[Placed[Tile]] = []
    won: Placed[Tile] | None = None
    called: list[Placed[Meld]] = []
    while reader.more():
        if reader.mark == "+":
            if won is not None:
                reader.fail(reader.at, reader.at + 1, "a second winning tile: put a plus before one tile only")
            won = reader.winning_tile()
        elif reader.mark in "([":
            called.append(reader.meld())
        elif word := reader.long_word():
            called.append(reader.long_meld(word))
        else:
            concealed += reader.group()
    tiles = [*concealed, *([] if won is None else [won])]
    every = [*tiles, *(Placed(tile, meld.start, meld.end) for meld in called for tile in meld.what.tiles)]
    check_copies(text, sorted(every, key=lambda placed: placed.start), ruleset)
    if len(called) > 4:
        reader.fail(called[4].start, called[4].end, "a fifth meld: a hand has four sets and a pair")
    _check_number(text, concealed, won, len(called))
    assert won is not None
    return TypedHand(text, tuple(concealed), won, tuple(called))


def parse_indicators(text: str, ruleset: Ruleset) -> tuple[Placed[Tile], ...]:
    """Read tiles in groups, such as `4p1z`. Raises `NotationError`."""
    reader = Reader(text, ruleset, Seat.S0)
    placed: list[Placed[Tile]] = []
    while reader.more():
        placed += reader.group()
    if not placed:
        reader.fail(0, len(text), "no tile: write one such as 4p, several as 4p1z")
    check_copies(text, placed, ruleset)
    return tuple(placed)


def check_copies(text: str, placed: Iterable[Placed[Tile]], ruleset: Ruleset, others: Iterable[Tile] = ()) -> None:
    """No tile oftener than the set has it, `others` lying elsewhere. Raises `NotationError` (EQ1, EQ3)."""
    kinds, faces = Counter(tile.kind for tile in others), Counter(others)
    for place in placed:
        tile = place.what
        kinds[tile.kind] += 1
        faces[tile] += 1
        red = ruleset.red_fives[tile.kind // 9] if tile.kind in (4, 13, 22) else 0
        most = red if tile.red else 4 - red
        message = ""
        if ruleset.players == 3 and 0 < tile.kind < 8:
            message = f"{tile}: three players play without 2m to 8m"
        elif tile.red and not red:
            message = f"{tile}: these rules have no red five of this suit, write {tile.plain}"
        elif kinds[tile.kind] > 4:
            message = f"a fifth {tile.plain}: a set has four of each tile"
        elif faces[tile] > most:
            fives = "one of the four fives is" if red == 1 else f"{red} of the four fives are"
            message = f"a {_ORDINALS[most]} {tile}: in these rules {fives} red, written 0{tile.suit}"
        if message:
            raise NotationError(text, place.start, place.end, message)


def _check_number(text: str, concealed: list[Placed[Tile]], won: Placed[Tile] | None, melds: int) -> None:
    """Thirteen tiles and the winning one, three tiles fewer for each meld. Raises `NotationError`."""
    needed, count = 13 - 3 * melds, len(concealed)
    beside = f"beside {melds} meld{'s' if melds > 1 else ''} " if melds else ""
    rule = f"{needed} {beside}and the winning tile make a hand"
    if not concealed and won is None and not melds:
        raise NotationError(text, 0, len(text), "no tiles: write a hand such as 34588s234567m45p +6p")
    if won is None and count == needed + 1:
        last = concealed[-1]
        raise NotationError(text, last.start, last.end, f"no winning tile: put a plus before it, such as +{last.what}")
    if count > needed:
        extra = concealed[needed:]
        raise NotationError(
            text, extra[0].start, extra[-1].end, f"{count} concealed tiles, {count - needed} too many: {rule}"
        )
    if count < needed:
        place = concealed[-1].end if concealed else len(text)
        raise NotationError(text, place, place, f"{count} concealed tiles, {needed - count} missing: {rule}")
    if won is None:
        raise NotationError(text, len(text), len(text), "no winning tile: write it last after a plus, such as +6p")
