"""A winning hand read one way: its groups, its pair, and what the winning tile completed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntFlag

from tablectl.rules.meld import Meld, MeldKind
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.seat import Wind
from tablectl.rules.shape import Group, Split, count, is_chiitoitsu, is_kokushi, is_shiisanpuutaa, splits_of
from tablectl.rules.tile import HONOURS, SUIT_MASKS, TILES, YAOCHUU, Tile, mask, print_tiles


@dataclass(frozen=True, slots=True)
class Win:
    """A hand laid open and how it won.

    `hand`: the concealed tiles without the winning `tile`. `riichi`: 0 none, 1 riichi, 2 double riichi; `open_riichi`:
    with the hand shown; `discarder_riichi`: of a ron, whether the discarder is in riichi. `rinshan`: on a replacement
    tile; of a ron, on the discard after one was drawn. `first_turn`: by tsumo on the first draw or by ron before it, no
    call before; `dealers_first_discard`: such a ron on that discard. `renchan`: the dealer's deals or wins in a row,
    this one included, as the rules count them (L14). `indicators` and `ura`: dora indicators as turned. `kita`: north
    tiles set aside (three players).
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
    open_riichi: bool = False
    discarder_riichi: bool = False
    dealers_first_discard: bool = False
    renchan: int = 0
    honba: int = 0
    kita: int = 0

    @property
    def closed(self) -> bool:
        """No meld but ankan."""
        return not any([meld.is_open for meld in self.melds])

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """All tiles, the four of a kan included."""
        return (*self.hand, self.tile, *(tile for meld in self.melds for tile in meld.tiles))


class Trait(IntFlag):
    """What a reading shows at a glance.

    `LUCK`: riichi or any other circumstance of the win but tsumo itself. `ONE_SUIT`: just one of m, p and s.
    """

    NONE = 0
    TSUMO = 1
    LUCK = 2
    RUN = 4
    THREE_RUNS = 8
    TRIPLET = 16
    HONOUR_TRIPLET = 32
    ONE_SUIT = 64
    HONOUR = 128
    NO_HONOUR = 256
    SIMPLES_ONLY = 512
    YAOCHUU_ONLY = 1024


# Plain numbers: an `IntFlag` takes longer to combine than everything else here.
_TSUMO, _LUCK = int(Trait.TSUMO), int(Trait.LUCK)
_TRIPLET, _HONOUR_TRIPLET = int(Trait.TRIPLET), int(Trait.HONOUR_TRIPLET)
_ONE_SUIT, _HONOUR, _NO_HONOUR = int(Trait.ONE_SUIT), int(Trait.HONOUR), int(Trait.NO_HONOUR)
_SIMPLES_ONLY, _YAOCHUU_ONLY = int(Trait.SIMPLES_ONLY), int(Trait.YAOCHUU_ONLY)
_RUN_TRAITS = tuple(int((Trait.RUN if runs else 0) | (Trait.THREE_RUNS if runs > 2 else 0)) for runs in range(5))


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a win.

    `form`: standard, chiitoitsu, kokushi or shiisanpuutaa. `groups`: melds and concealed sets, `pair`: a kind; empty
    and -1 in other forms. `wait`: ryanmen, shanpon, kanchan, penchan or tanki. `closed`: no meld but ankan. `kinds`:
    bit mask of all kinds in the hand. `traits`: of `Trait`. `runs`: first kinds of the runs, ascending. `triplets`: bit
    mask of the kinds of triplets and kans.
    """

    win: Win
    form: str
    groups: tuple[Group, ...]
    pair: int
    wait: str
    closed: bool
    kinds: int
    traits: int
    runs: tuple[int, ...] = ()
    triplets: int = 0

    def __str__(self) -> str:
        """Such as `123m 456p 789s 555z 11z, ryanmen wait`."""
        if self.form != "standard":
            return self.form
        parts = [print_tiles(TILES[kind] for kind in group.kinds) for group in self.groups]
        return f"{' '.join((*parts, print_tiles((TILES[self.pair],) * 2)))}, {self.wait} wait"


def readings(win: Win, ruleset: Ruleset) -> Iterator[Reading]:
    """Every way to read the hand; none when it is not complete."""
    concealed = (*win.hand, win.tile)
    counts = count(concealed)
    kinds = 0
    for tile in win.tiles if win.melds else concealed:
        kinds |= 1 << tile.kind
    closed, traits = win.closed, _traits(win, kinds)
    if not win.melds:
        if is_kokushi(counts):
            yield Reading(win, "kokushi", (), -1, "tanki", closed, kinds, traits)
        if is_chiitoitsu(counts, four_alike=ruleset.chiitoitsu_four_alike):
            yield Reading(win, "chiitoitsu", (), -1, "tanki", closed, kinds, traits)
    called = tuple([_of_meld(meld) for meld in win.melds])
    for split in splits_of(counts):
        runs, triplets = split.runs, split.triplets
        if called:
            runs = tuple(sorted([*runs, *(group.kind for group in called if group.run)]))
            triplets |= mask(group.kind for group in called if not group.run)
        more = traits | _RUN_TRAITS[len(runs)] | (_TRIPLET if triplets else 0)
        if triplets & HONOURS:
            more |= _HONOUR_TRIPLET
        for groups, wait in _completed(split, win):
            yield Reading(win, "standard", called + groups, split.pair, wait, closed, kinds, more, runs, triplets)


def unconnected(win: Win, ruleset: Ruleset) -> Iterator[Reading]:
    """The hand as shiisanpuutaa (L9): with the first tiles alone, and complete in no other way."""
    counts = count((*win.hand, win.tile))
    if win.first_turn and win.tsumo and not win.melds and is_shiisanpuutaa(counts, ruleset.shiisanpuutaa_gap):
        kinds = mask(kind for kind, number in enumerate(counts) if number)
        yield Reading(win, "shiisanpuutaa", (), -1, "tanki", True, kinds, _traits(win, kinds))


def _traits(win: Win, kinds: int) -> int:
    """Those that all readings share."""
    lucky = win.riichi or win.ippatsu or win.rinshan or win.chankan or win.haitei or win.houtei or win.first_turn
    traits = _LUCK if lucky or win.renchan else 0
    if win.tsumo:
        traits |= _TSUMO
    traits |= _HONOUR if kinds & HONOURS else _NO_HONOUR
    if sum([bool(kinds & suit) for suit in SUIT_MASKS]) == 1:
        traits |= _ONE_SUIT
    if not kinds & YAOCHUU:
        traits |= _SIMPLES_ONLY
    elif not kinds & ~YAOCHUU:
        traits |= _YAOCHUU_ONLY
    return traits


def _of_meld(meld: Meld) -> Group:
    first = min([tile.kind for tile in meld.tiles])
    return Group(first, meld.kind is MeldKind.CHI, not meld.is_open, meld.is_kan)


def _completed(split: Split, win: Win) -> Iterator[tuple[tuple[Group, ...], str]]:
    """The concealed groups for every set, or the pair, that the winning tile can have completed."""
    kind, groups = win.tile.kind, split.groups
    # A dict for its order: readings come out the same way every time.
    waits = {"tanki": None} if split.pair == kind else {}
    for place, group in enumerate(groups):
        if group.run:
            if group.kind <= kind <= group.kind + 2:
                waits[_wait(group.kind, kind)] = None
        elif group.kind == kind:
            yield groups if win.tsumo else (*groups[:place], Group(kind, False, False), *groups[place + 1 :]), "shanpon"
    for wait in waits:
        yield groups, wait


def _wait(first: int, kind: int) -> str:
    """How the run from `first` on was completed by this kind."""
    if kind == first + 1:
        return "kanchan"
    low = first % 9
    return "penchan" if (low == 0 and kind == first + 2) or (low == 6 and kind == first) else "ryanmen"
