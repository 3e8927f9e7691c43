"""Reads tiles and melds as people type them, from left to right; every mistake has its place."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, NoReturn, TypeVar

from tablectl.rules.meld import Meld, MeldKind
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.seat import Seat
from tablectl.rules.tile import SUITS, Tile

T = TypeVar("T")
MARKS = {4: "<^>", 3: "<>", 2: "<"}
"""Where a called tile can come from, for so many players; two only have each other."""
_STEPS = {"<": -1, "^": 2, ">": 1}
_LONG_MELD = re.compile(r"[a-z]+:\S*")


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


def mark_of(source: Seat, seat: Seat, players: int) -> str:
    """The mark of where a tile came from to a seat, empty when it cannot."""
    return next((mark for mark in MARKS[players] if seat.right(_STEPS[mark], players) is source), "")


def no_caller(source: Seat, seat: Seat) -> str:
    """That a seat can call nothing from a source."""
    return f"seat {source} can discard nothing to seat {seat}"


@dataclass(slots=True)
class _Typed:
    """A tile within a meld: `mark` where it came from; `added` to a pon later."""

    tile: Placed[Tile]
    mark: str
    added: bool


def _is_run(tiles: Iterable[Tile]) -> bool:
    kinds = sorted(tile.kind for tile in tiles)
    return kinds[0] < 27 and kinds[0] % 9 < 7 and kinds == list(range(kinds[0], kinds[0] + 3))


class Reader:
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

    def long_word(self) -> str:
        """A word such as `pon:55z+5z<1`, empty where none stands here."""
        found = _LONG_MELD.match(self.text, self.at)
        return found[0] if found else ""

    def long_meld(self, word: str) -> Placed[Meld]:
        """A meld such as `pon:55z+5z<1`."""
        start = self.at
        self.at += len(word)
        try:
            meld = Meld.parse(word)
        except ValueError as error:
            self.fail(start, self.at, f"{error}; write it as pon:55z+5z<1, or as (555z)")
        if meld.source is not None and not mark_of(meld.source, self.seat, self.players):
            self.fail(self.at - 1, self.at, no_caller(meld.source, self.seat))
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
