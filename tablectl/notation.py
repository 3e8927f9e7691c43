"""Hands as people type them: `34588s234567m (2<34p) [1111z] +6s`, read with every mistake pointed at.

Concealed tiles stand as everywhere, the winning tile after a plus. A called meld stands in round brackets; a mark after
the called tile says where it came from: `<` left, `^` across, `>` right. Without one the first tile came from the left:
`(234p)`, `(555z)`. Four tiles are an open kan, `(5<55+5z)` is a pon with the fourth added, `[1111z]` a closed kan. The
notation of `tablectl.rules.meld`, `pon:55z+5z<1` with the number of a seat, is read, too.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, NoReturn, TypeVar

from tablectl.rules.meld import Meld, MeldKind
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.seat import Seat
from tablectl.rules.tile import SUITS, Tile, print_tiles

T = TypeVar("T")
MARKS = {4: "<^>", 3: "<>", 2: "<"}
"""Where a called tile can come from, for so many players; two only have each other."""
_STEPS = {"<": -1, "^": 2, ">": 1}
_LONG_MELD = re.compile(r"[a-z]+:\S*")
_ORDINALS = ("first", "second", "third", "fourth", "fifth")


class NotationError(ValueError):
    """A mistake in a typed text: what is wrong and how to mend it.

    `start` and `end` enclose the place within `text`; where something is missing they are equal. Prints as the text,
    carets below the place, and the message.
    """

    def __init__(self, text: str, start: int, end: int, message: str) -> None:
        super().__init__(message)
        self.text, self.start, self.end, self.message = text, start, end, message

    def __str__(self) -> str:
        shown = "".join(mark if mark.isprintable() else "?" for mark in self.text)
        carets = "^" * max(1, _columns(shown[self.start : self.end]))
        return f"{shown}\n{' ' * _columns(shown[: self.start])}{carets}\n{self.message}"


def _columns(text: str) -> int:
    """How wide a terminal shows a text."""
    return sum(0 if unicodedata.combining(mark) else 1 + (unicodedata.east_asian_width(mark) in "WF") for mark in text)


@dataclass(frozen=True, slots=True)
class Placed(Generic[T]):
    """A tile or meld and where it stands in the text."""

    what: T
    start: int
    end: int


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


def _mark(source: Seat, seat: Seat, players: int) -> str:
    """The mark of where a tile came from to a seat, empty when it cannot."""
    return next((mark for mark in MARKS[players] if seat.right(_STEPS[mark], players) is source), "")


def _no_caller(source: Seat, seat: Seat) -> str:
    return f"seat {source} can discard nothing to seat {seat}"


def print_hand(tiles: Iterable[Tile], tile: Tile, melds: Iterable[Meld], seat: Seat, players: int = 4) -> str:
    """The hand of a seat as `parse_hand` reads it. Raises `ValueError` for a meld from no other seat."""
    parts = (print_tiles(tiles), *(print_meld(meld, seat, players) for meld in melds), f"+{tile}")
    return " ".join(filter(None, parts))


def print_meld(meld: Meld, seat: Seat, players: int = 4) -> str:
    """A meld of a seat in brackets, the called tile first with its mark. Raises `ValueError` as `print_hand` does."""
    if meld.called is None or meld.source is None:
        return f"[{print_tiles(meld.own)}]"
    mark = _mark(meld.source, seat, players)
    if not mark:
        raise ValueError(f"{meld}: {_no_caller(meld.source, seat)}")
    faces = [str(tile)[0] for tile in meld.own]
    if meld.kind is MeldKind.KAKAN:
        faces.insert(2, "+")
    return f"({str(meld.called)[0]}{mark}{''.join(faces)}{meld.called.suit})"


def parse_hand(text: str, ruleset: Ruleset, seat: Seat) -> TypedHand:
    """Read the hand that a seat won with. Raises `NotationError`."""
    reader = _Reader(text, ruleset, seat)
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
        elif found := _LONG_MELD.match(text, reader.at):
            called.append(reader.long_meld(found[0]))
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
    reader = _Reader(text, ruleset, Seat.S0)
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
            message = (
                f"a {_ORDINALS[most]} {tile}: in these rules {red} of the four fives are red, written 0{tile.suit}"
            )
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


@dataclass(slots=True)
class _Typed:
    """A tile within a meld: `mark` where it came from; `added` to a pon later."""

    tile: Placed[Tile]
    mark: str
    added: bool


def _is_run(tiles: Iterable[Tile]) -> bool:
    kinds = sorted(tile.kind for tile in tiles)
    return kinds[0] < 27 and kinds[0] % 9 < 7 and kinds == list(range(kinds[0], kinds[0] + 3))


class _Reader:
    """Reads a text from left to right; `at`: the next place."""

    def __init__(self, text: str, ruleset: Ruleset, seat: Seat) -> None:
        self.text, self.players, self.seat = text, ruleset.players, seat
        self.at = 0

    @property
    def mark(self) -> str:
        return self.text[self.at : self.at + 1]

    def fail(self, start: int, end: int, message: str) -> NoReturn:
        raise NotationError(self.text, start, end, message)

    def more(self) -> bool:
        """Whether there is anything after the spaces that stand here."""
        while self.mark.isspace():
            self.at += 1
        return self.at < len(self.text)

    def group(self) -> list[Placed[Tile]]:
        """Digits and their suit."""
        start = self.at
        while self.mark.isascii() and self.mark.isdigit():
            self.at += 1
        if self.at == start:
            self._unexpected()
        suit = self._suit(start)
        return [self._tile(place, suit) for place in range(start, self.at - 1)]

    def winning_tile(self) -> Placed[Tile]:
        """A plus and one tile."""
        start = self.at
        self.at += 1
        if not self.more():
            self.fail(start, start + 1, "no tile after the plus: write the winning tile, such as +6p")
        tiles = self.group()
        if len(tiles) > 1:
            self.fail(tiles[0].start, tiles[-1].end, f"{len(tiles)} tiles after the plus: one tile wins")
        return tiles[0]

    def long_meld(self, word: str) -> Placed[Meld]:
        """A meld such as `pon:55z+5z<1`."""
        start = self.at
        self.at += len(word)
        try:
            meld = Meld.parse(word)
        except ValueError as error:
            self.fail(start, self.at, f"{error}; write it as pon:55z+5z<1, or as (555z)")
        if meld.source is not None and not _mark(meld.source, self.seat, self.players):
            self.fail(self.at - 1, self.at, _no_caller(meld.source, self.seat))
        return self._checked(meld, start)

    def meld(self) -> Placed[Meld]:
        """A meld in brackets."""
        start, closed = self.at, self.mark == "["
        close = "]" if closed else ")"
        self.at += 1
        typed: list[_Typed] = []
        while self.more() and self.mark != close:
            if self.mark in "()[]":
                self.fail(start, start + 1, f"no {close} after this bracket")
            typed += self._meld_group()
        if not self.mark:
            self.fail(start, start + 1, f"no {close} after this bracket")
        self.at += 1
        try:
            meld = self._ankan(typed) if closed else self._call(typed)
        except NotationError:
            raise
        except ValueError as error:
            self.fail(start, self.at, str(error))
        return self._checked(meld, start)

    def _meld_group(self) -> list[_Typed]:
        """Digits with marks and a plus among them, and their suit."""
        start, added = self.at, False
        digits: list[tuple[int, bool]] = []
        marks: dict[int, str] = {}
        while self.mark and (self.mark in "+<^>" or (self.mark.isascii() and self.mark.isdigit())):
            if self.mark == "+":
                added = True
            elif self.mark in _STEPS:
                if not digits or digits[-1][0] in marks:
                    self.fail(self.at, self.at + 1, f"{self.mark} stands after the digit of the called tile: (2<34p)")
                marks[digits[-1][0]] = self.mark
            else:
                digits.append((self.at, added))
                added = False
            self.at += 1
        if self.at == start:
            self._unexpected()
        if added:
            self.fail(self.at - 1, self.at, "no tile after the plus: a fourth tile added to a pon stands as (5<55+5z)")
        suit = self._suit(start)
        return [_Typed(self._tile(place, suit), marks.get(place, ""), plus) for place, plus in digits]

    def _ankan(self, typed: list[_Typed]) -> Meld:
        for one in typed:
            if one.mark or one.added:
                self.fail(one.tile.start, one.tile.end, "nothing in a closed kan was called: no marks, no plus")
        tiles = tuple(one.tile.what for one in typed)
        if len(tiles) != 4 or len({tile.kind for tile in tiles}) > 1:
            raise ValueError("square brackets hold a closed kan, four alike: [1111z]; called melds stand in round ones")
        return Meld(MeldKind.ANKAN, tiles)

    def _call(self, typed: list[_Typed]) -> Meld:
        marked = [one for one in typed if one.mark] or typed[:1]
        if len(marked) > 1:
            self.fail(marked[1].tile.start, marked[1].tile.end, "a second called tile: a meld has one")
        if not 3 <= len(typed) <= 4:
            raise ValueError(
                f"{len(typed)} tile{'s' * (len(typed) != 1)} in a meld: a run or pon has three, a kan four"
            )
        called = marked[0]
        if called.added or any(one.added for one in typed[:3]):
            raise ValueError("the plus stands before the fourth tile, added to a pon: (5<55+5z)")
        mark = called.mark or "<"
        if mark not in MARKS[self.players]:
            self.fail(called.tile.start, called.tile.end + 1, f"{mark}: nobody sits there with {self.players} players")
        own = tuple(one.tile.what for one in typed if one is not called)
        alike = len({one.tile.what.kind for one in typed}) == 1
        kind = MeldKind.PON if alike else MeldKind.CHI
        if len(typed) == 4:
            kind = MeldKind.KAKAN if typed[3].added else MeldKind.DAIMINKAN
            if not alike:
                raise ValueError("four tiles in a meld are a kan, all alike")
        elif not alike and not _is_run(one.tile.what for one in typed):
            raise ValueError("neither a run nor three alike: (234p), (555z)")
        return Meld(kind, own, called.tile.what, self.seat.right(_STEPS[mark], self.players))

    def _checked(self, meld: Meld, start: int) -> Placed[Meld]:
        """The meld placed, if its kind can be called from there."""
        if meld.kind is MeldKind.CHI:
            if self.players == 3:
                self.fail(start, self.at, "three players call no runs")
            if meld.source is not self.seat.right(-1, self.players):
                self.fail(start, self.at, "a run is called from the left only: (2<34p)")
        return Placed(meld, start, self.at)

    def _suit(self, start: int) -> str:
        """The suit's letter that closes the digits from `start` on."""
        suit = self.mark
        if suit and suit in SUITS:
            self.at += 1
            return suit
        digits = self.text[start : self.at]
        if suit.isalpha():
            self.fail(self.at, self.at + 1, f"{suit!r} is no suit: m characters, p dots, s bamboos, z honours")
        self.fail(start, self.at, f"no suit after {digits}: m characters, p dots, s bamboos, z honours")

    def _tile(self, place: int, suit: str) -> Placed[Tile]:
        digit = self.text[place]
        if suit == "z" and digit not in "1234567":
            self.fail(place, place + 1, f"no tile {digit}z: 1z to 7z are East, South, West, North, haku, hatsu, chun")
        return Placed(Tile.parse(digit + suit), place, place + 1)

    def _unexpected(self) -> NoReturn:
        mark = self.mark
        if mark in SUITS:
            message = (
                f"{mark} without digits before it: write tiles as 123{mark}"
                if mark != "z"
                else "z without digits before it"
            )
        elif mark in ")]":
            message = f"{mark} without an opening bracket"
        else:
            message = f"{mark!r} means nothing here: tiles are digits and a suit m, p, s or z, melds stand in brackets"
        self.fail(self.at, self.at + 1, message)
