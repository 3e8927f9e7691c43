"""A winning hand read one way: its groups, its pair, and what the winning tile completed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from tablectl.rules.meld import Meld, MeldKind
from tablectl.rules.seat import Wind
from tablectl.rules.shape import Block, Split, count, is_chiitoitsu, is_kokushi, splits_of
from tablectl.rules.tile import TILES, Tile, print_tiles


@dataclass(frozen=True, slots=True)
class Win:
    """A hand laid open and how it won.

    `hand`: the concealed tiles without the winning `tile`. `riichi`: 0 none, 1 riichi, 2 double riichi. `first_turn`: a
    tsumo on the first draw before any call. `indicators` and `ura`: dora indicators as turned.
    """

    hand: tuple[Tile, ...]
    tile: Tile
    tsumo: bool
    melds: tuple[Meld, ...] = ()
    seat_wind: Wind = Wind.EAST
    round_wind: Wind = Wind.EAST
    riichi: int = 0
    ippatsu: bool = False
    rinshan: bool = False
    chankan: bool = False
    haitei: bool = False
    houtei: bool = False
    first_turn: bool = False
    indicators: tuple[Tile, ...] = ()
    ura: tuple[Tile, ...] = ()

    @property
    def closed(self) -> bool:
        """No meld but ankan."""
        return not any(meld.is_open for meld in self.melds)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """All tiles, the four of a kan included."""
        return (*self.hand, self.tile, *(tile for meld in self.melds for tile in meld.tiles))


@dataclass(frozen=True, slots=True)
class Group:
    """A set: a run from `kind` on, or three or four of it. `concealed`: not called and not completed by ron."""

    kind: int
    run: bool
    concealed: bool
    kan: bool = False

    @property
    def kinds(self) -> tuple[int, ...]:
        """The kinds of its tiles."""
        return (self.kind, self.kind + 1, self.kind + 2) if self.run else (self.kind,) * (4 if self.kan else 3)


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a win.

    `form`: standard, chiitoitsu or kokushi. `groups`: melds and concealed sets; empty in the two other forms. `pair`:
    its kind, -1 in the two other forms. `wait`: ryanmen, shanpon, kanchan, penchan or tanki. `closed`: no meld but
    ankan. `kinds`: bit mask of all kinds in the hand. `runs`: first kinds of the runs, ascending. `triplets`: bit mask
    of the kinds of triplets and kans.
    """

    win: Win
    form: str
    groups: tuple[Group, ...]
    pair: int
    wait: str
    closed: bool
    kinds: int
    runs: tuple[int, ...] = ()
    triplets: int = 0

    def __str__(self) -> str:
        """Such as `123m 456p 789s 555z 11z, ryanmen wait`."""
        if self.form != "standard":
            return self.form
        parts = [print_tiles(TILES[kind] for kind in group.kinds) for group in self.groups]
        return f"{' '.join((*parts, print_tiles((TILES[self.pair],) * 2)))}, {self.wait} wait"


def readings(win: Win) -> Iterator[Reading]:
    """Every way to read the hand; none when it is not complete."""
    concealed = (*win.hand, win.tile)
    closed, counts = win.closed, count(concealed)
    kinds = 0
    for tile in win.tiles if win.melds else concealed:
        kinds |= 1 << tile.kind
    if not win.melds and is_kokushi(counts):
        yield Reading(win, "kokushi", (), -1, "tanki", closed, kinds)
    if not win.melds and is_chiitoitsu(counts):
        yield Reading(win, "chiitoitsu", (), -1, "tanki", closed, kinds)
    called = tuple([_of_meld(meld) for meld in win.melds])
    for split in splits_of(counts):
        for groups, wait in _completed(split, win):
            yield _standard(win, called + groups, split.pair, wait, closed, kinds)


def _standard(win: Win, groups: tuple[Group, ...], pair: int, wait: str, closed: bool, kinds: int) -> Reading:
    runs = tuple(sorted([group.kind for group in groups if group.run]))
    triplets = 0
    for group in groups:
        if not group.run:
            triplets |= 1 << group.kind
    return Reading(win, "standard", groups, pair, wait, closed, kinds, runs, triplets)


def _of_meld(meld: Meld) -> Group:
    first = min(tile.kind for tile in meld.tiles)
    return Group(first, meld.kind is MeldKind.CHI, not meld.is_open, meld.is_kan)


def _completed(split: Split, win: Win) -> Iterator[tuple[tuple[Group, ...], str]]:
    """The concealed groups for every set, or the pair, that the winning tile can have completed."""
    kind = win.tile.kind
    whole = tuple([_group(block.kind, block.run, True) for block in split.blocks])
    # A dict for its order: readings come out the same way every time.
    waits = {"tanki": None} if split.pair == kind else {}
    for place, block in enumerate(split.blocks):
        if block.run:
            if block.kind <= kind <= block.kind + 2:
                waits[_wait(block, kind)] = None
        elif block.kind == kind:
            yield whole if win.tsumo else (*whole[:place], _group(kind, False, False), *whole[place + 1 :]), "shanpon"
    for wait in waits:
        yield whole, wait


@cache
def _group(kind: int, run: bool, concealed: bool) -> Group:
    return Group(kind, run, concealed)


def _wait(block: Block, kind: int) -> str:
    """How a run was completed by this kind."""
    if kind == block.kind + 1:
        return "kanchan"
    low = block.kind % 9
    return "penchan" if (low == 0 and kind == block.kind + 2) or (low == 6 and kind == block.kind) else "ryanmen"
