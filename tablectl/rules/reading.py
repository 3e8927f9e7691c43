"""A winning hand read one way: its groups, its pair, and what the winning tile completed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntFlag, auto

from tablectl.rules.group import Group
from tablectl.rules.meld import Meld
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.seat import Wind
from tablectl.rules.shape import Split, is_chiitoitsu, is_kokushi, is_shiisanpuutaa, parts_of, splits_of
from tablectl.rules.tile import HONOURS, SUIT_MASKS, TILES, YAOCHUU, Tile, print_tiles
from tablectl.rules.value import value

HAND = 14
"""Tiles of a hand that wins, a kan counted as three."""


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
        return (*self.hand, self.tile, *[tile for meld in self.melds for tile in meld.tiles])


class Trait(IntFlag):
    """What a reading shows at a glance. `ONE_SUIT`: just one of m, p and s; `ALL_RANKS`: nothing but a whole suit."""

    NONE = 0
    # How it won
    CLOSED = auto()
    TSUMO = auto()
    RIICHI = auto()
    DOUBLE_RIICHI = auto()
    OPEN_RIICHI = auto()
    IPPATSU = auto()
    RINSHAN = auto()
    CHANKAN = auto()
    HAITEI = auto()
    HOUTEI = auto()
    FIRST_TURN = auto()
    RENCHAN = auto()
    # Its kinds of tiles
    ONE_SUIT = auto()
    ALL_RANKS = auto()
    HONOUR = auto()
    NO_HONOUR = auto()
    SIMPLES_ONLY = auto()
    YAOCHUU_ONLY = auto()
    # Its sets
    RUN = auto()
    TWO_RUNS = auto()
    THREE_RUNS = auto()
    FOUR_RUNS = auto()
    TRIPLET = auto()
    THREE_TRIPLETS = auto()
    FOUR_TRIPLETS = auto()
    THREE_KANS = auto()
    SEAT_WIND_TRIPLET = auto()
    ROUND_WIND_TRIPLET = auto()
    NORTH_TRIPLET = auto()
    THREE_WINDS = auto()
    HAKU_TRIPLET = auto()
    HATSU_TRIPLET = auto()
    CHUN_TRIPLET = auto()
    TWO_DRAGONS = auto()
    # Its form
    SEVEN_PAIRS = auto()
    THIRTEEN_KINDS = auto()


# Plain numbers: an `IntFlag` takes longer to combine than everything else here.
_CLOSED, _TSUMO, _FIRST_TURN = int(Trait.CLOSED), int(Trait.TSUMO), int(Trait.FIRST_TURN)
_RIICHI, _DOUBLE_RIICHI = int(Trait.RIICHI), int(Trait.DOUBLE_RIICHI)
_OPEN_RIICHI, _IPPATSU = int(Trait.OPEN_RIICHI), int(Trait.IPPATSU)
_RINSHAN, _CHANKAN, _RENCHAN = int(Trait.RINSHAN), int(Trait.CHANKAN), int(Trait.RENCHAN)
_HAITEI, _HOUTEI = int(Trait.HAITEI), int(Trait.HOUTEI)
_ONE_SUIT, _ALL_RANKS, _HONOUR, _NO_HONOUR = map(int, (Trait.ONE_SUIT, Trait.ALL_RANKS, Trait.HONOUR, Trait.NO_HONOUR))
_SIMPLES_ONLY, _YAOCHUU_ONLY, _THREE_KANS = int(Trait.SIMPLES_ONLY), int(Trait.YAOCHUU_ONLY), int(Trait.THREE_KANS)
_SEAT_WIND, _ROUND_WIND = int(Trait.SEAT_WIND_TRIPLET), int(Trait.ROUND_WIND_TRIPLET)
_SEVEN_PAIRS, _THIRTEEN_KINDS = int(Trait.SEVEN_PAIRS), int(Trait.THIRTEEN_KINDS)
_OF_RUNS = tuple(
    int(traits)
    for traits in (
        Trait.TRIPLET | Trait.THREE_TRIPLETS | Trait.FOUR_TRIPLETS,
        Trait.TRIPLET | Trait.THREE_TRIPLETS | Trait.RUN,
        Trait.TRIPLET | Trait.RUN | Trait.TWO_RUNS,
        Trait.TRIPLET | Trait.RUN | Trait.TWO_RUNS | Trait.THREE_RUNS,
        Trait.RUN | Trait.TWO_RUNS | Trait.THREE_RUNS | Trait.FOUR_RUNS,
    )
)
"""By how many of the four sets are runs."""


def _of_honour_triplets(place: int) -> int:
    """The traits of seven bits: the triplets of E S W N haku hatsu chun."""
    winds, dragons = place & 15, place >> 4
    traits = Trait.NORTH_TRIPLET if winds & 8 else Trait.NONE
    if winds.bit_count() >= 3:
        traits |= Trait.THREE_WINDS
    if dragons.bit_count() >= 2:
        traits |= Trait.TWO_DRAGONS
    for bit, trait in ((1, Trait.HAKU_TRIPLET), (2, Trait.HATSU_TRIPLET), (4, Trait.CHUN_TRIPLET)):
        if dragons & bit:
            traits |= trait
    return int(traits)


_OF_HONOURS = tuple(map(_of_honour_triplets, range(1 << 7)))


@value
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


def readings(win: Win, ruleset: Ruleset) -> list[Reading]:
    """Every way to read the hand; none when it is not complete."""
    parts = parts_of((*win.hand, win.tile))
    called = tuple([meld.group for meld in win.melds])
    m, p, s, z = parts
    if m.tiles + p.tiles + s.tiles + z.tiles + 3 * len(called) != HAND:
        return []
    kinds = m.kinds | p.kinds | s.kinds | z.kinds
    closed, kans = True, 0
    for group in called:
        kinds |= group.mask
        closed = closed and group.concealed
        kans += group.kan
    traits = _traits(win, kinds) | (_CLOSED if closed else 0) | (_THREE_KANS if kans > 2 else 0)
    found = []
    if not called:
        if is_kokushi(parts):
            found.append(Reading(win, "kokushi", (), -1, "tanki", closed, kinds, traits | _THIRTEEN_KINDS))
        if is_chiitoitsu(parts, four_alike=ruleset.chiitoitsu_four_alike):
            found.append(Reading(win, "chiitoitsu", (), -1, "tanki", closed, kinds, traits | _SEVEN_PAIRS))
    for split in splits_of(parts):
        runs, triplets = split.runs, split.triplets
        if called:
            runs = tuple(sorted([*runs, *[group.kind for group in called if group.run]]))
            for group in called:
                if not group.run:
                    triplets |= group.mask
        more = traits | _OF_RUNS[len(runs)]
        if triplets & HONOURS:
            more |= _of_honours(triplets, win)
        for groups, wait in _completed(split, win):
            all_groups = called + groups
            found.append(Reading(win, "standard", all_groups, split.pair, wait, closed, kinds, more, runs, triplets))
    return found


def unconnected(win: Win, ruleset: Ruleset) -> list[Reading]:
    """The hand as shiisanpuutaa (L9): with the first tiles alone, and complete in no other way."""
    parts = parts_of((*win.hand, win.tile))
    if not win.first_turn or not win.tsumo or win.melds or not is_shiisanpuutaa(parts, ruleset.shiisanpuutaa_gap):
        return []
    kinds = sum(part.kinds for part in parts)
    return [Reading(win, "shiisanpuutaa", (), -1, "tanki", True, kinds, _traits(win, kinds) | _CLOSED)]


def _traits(win: Win, kinds: int) -> int:
    """Those that all readings share."""
    traits = _HONOUR if kinds & HONOURS else _NO_HONOUR
    if win.tsumo:
        traits |= _TSUMO
    if win.riichi:
        traits |= _RIICHI
        if win.riichi == 2:
            traits |= _DOUBLE_RIICHI
        if win.open_riichi:
            traits |= _OPEN_RIICHI
        if win.ippatsu:
            traits |= _IPPATSU
    if win.rinshan or win.chankan or win.haitei or win.houtei or win.first_turn or win.renchan:
        traits |= _of_luck(win)
    m, p, s = SUIT_MASKS
    if (kinds & m != 0) + (kinds & p != 0) + (kinds & s != 0) == 1:
        traits |= _ONE_SUIT | (_ALL_RANKS if kinds in SUIT_MASKS else 0)
    if not kinds & YAOCHUU:
        traits |= _SIMPLES_ONLY
    elif not kinds & ~YAOCHUU:
        traits |= _YAOCHUU_ONLY
    return traits


def _of_luck(win: Win) -> int:
    """Those of rarer circumstances."""
    traits = _RINSHAN if win.rinshan else 0
    if win.chankan:
        traits |= _CHANKAN
    if win.haitei:
        traits |= _HAITEI
    if win.houtei:
        traits |= _HOUTEI
    if win.first_turn:
        traits |= _FIRST_TURN
    if win.renchan:
        traits |= _RENCHAN
    return traits


def _of_honours(triplets: int, win: Win) -> int:
    """Those of honours among the triplets."""
    place = triplets >> 27
    traits = _OF_HONOURS[place]
    if place >> win.seat_wind & 1:
        traits |= _SEAT_WIND
    if place >> win.round_wind & 1:
        traits |= _ROUND_WIND
    return traits


def _completed(split: Split, win: Win) -> list[tuple[tuple[Group, ...], str]]:
    """The concealed groups for every set, or the pair, that the winning tile can have completed."""
    kind, groups = win.tile.kind, split.groups
    found = [(groups, "tanki")] if split.pair == kind else []
    for place, group in enumerate(groups):
        first = group.kind
        if group.run:
            if first <= kind <= first + 2 and (run := (groups, _wait(first, kind))) not in found:
                found.append(run)
        elif first == kind:
            if not win.tsumo:
                groups = (*groups[:place], Group(kind, False, concealed=False), *groups[place + 1 :])
            found.append((groups, "shanpon"))
            groups = split.groups
    return found


def _wait(first: int, kind: int) -> str:
    """How the run from `first` on was completed by this kind."""
    if kind == first + 1:
        return "kanchan"
    low = first % 9
    return "penchan" if (low == 0 and kind == first + 2) or (low == 6 and kind == first) else "ryanmen"
