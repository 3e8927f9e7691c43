"""The table of ordinary yaku (Y1 to Y25)."""

from __future__ import annotations

from functools import cache

from tablectl.rules.fu import pair_fu
from tablectl.rules.pattern import (
    Test,
    Yaku,
    always,
    concealed_triplets,
    kans,
)
from tablectl.rules.reading import Reading, Trait
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.seat import Wind
from tablectl.rules.tile import YAOCHUU, mask
from tablectl.rules.worth import han

_SAME_IN_THREE_SUITS = 1 | 1 << 9 | 1 << 18


def _ippatsu(reading: Reading, ruleset: Ruleset) -> bool:
    """Not on the tile after a kan that broke it (Y9)."""
    win = reading.win
    return not (win.rinshan and win.tsumo and ruleset.ippatsu_broken_by == "any_call")


def _houtei(reading: Reading, ruleset: Ruleset) -> bool:
    return ruleset.houtei_after_rinshan or not reading.win.rinshan


def _pinfu(reading: Reading, ruleset: Ruleset) -> bool:
    if reading.wait != "ryanmen" or pair_fu(reading, ruleset):
        return False
    return ruleset.pinfu_tsumo or not reading.win.tsumo


@cache
def _pairs_of_runs(runs: tuple[int, ...]) -> int:
    """Pairs of identical runs; four alike are two pairs, three one (Y6)."""
    return sum(runs.count(kind) // 2 for kind in {*runs})


def _ryanpeikou(reading: Reading, ruleset: Ruleset) -> bool:
    return _pairs_of_runs(reading.runs) == 2 and (ruleset.ryanpeikou_four_alike or len({*reading.runs}) == 2)


def _seat_wind(wind: Wind) -> Test:
    return lambda r, _: r.win.seat_wind is wind


def _round_wind(wind: Wind) -> Test:
    return lambda r, _: r.win.round_wind is wind


def _kita(reading: Reading, ruleset: Ruleset) -> bool:
    """Of three players nobody is North: a table can make it everybody's yakuhai."""
    return ruleset.players == 3 and ruleset.kita == "yakuhai"


@cache
def _in_three_suits(kinds: int) -> bool:
    """The same of all three suits."""
    return any(kinds >> kind & _SAME_IN_THREE_SUITS == _SAME_IN_THREE_SUITS for kind in range(9))


@cache
def _is_straight(runs: tuple[int, ...]) -> bool:
    """123 456 789 of one suit."""
    return any(base in runs and base + 3 in runs and base + 6 in runs for base in (0, 9, 18))


@cache
def _same_runs(runs: tuple[int, ...]) -> bool:
    return _in_three_suits(mask(runs))


@cache
def _all_at_ends(runs: tuple[int, ...]) -> bool:
    """Each 123 or 789."""
    return all(kind % 9 in (0, 6) for kind in runs)


def _outside(reading: Reading, ruleset: Ruleset) -> bool:
    """Every set and the pair hold a terminal or honour, and there is a run (Y15)."""
    if not YAOCHUU >> reading.pair & 1:
        return False
    return not reading.triplets & ~YAOCHUU and _all_at_ends(reading.runs)


ORDINARY: tuple[Yaku, ...] = (
    Yaku("menzen_tsumo", han(1, 0), "Y3", always, Trait.TSUMO),
    Yaku("riichi", han(1, 0), "Y1", always, Trait.RIICHI),
    Yaku("double_riichi", han(2, 0), "Y11 RI8", always, Trait.DOUBLE_RIICHI, replaces=("riichi",)),
    Yaku("ippatsu", han(1, 0), "Y2 RI7", _ippatsu, Trait.IPPATSU),
    Yaku("chankan", han(1), "Y10", always, Trait.CHANKAN),
    Yaku("rinshan", han(1), "Y9", always, Trait.RINSHAN | Trait.TSUMO),
    Yaku("haitei", han(1), "Y8", lambda r, _: not r.win.rinshan, Trait.HAITEI),
    Yaku("houtei", han(1), "Y8", _houtei, Trait.HOUTEI),
    Yaku("pinfu", han(1, 0), "Y4 FU10", _pinfu, Trait.FOUR_RUNS),
    Yaku("tanyao", han(1), "Y5", always, Trait.SIMPLES_ONLY),
    Yaku("iipeikou", han(1, 0), "Y6", lambda r, _: _pairs_of_runs(r.runs) > 0, Trait.TWO_RUNS),
    *(Yaku(f"jikaze_{wind}", han(1), "Y7", _seat_wind(wind), Trait.SEAT_WIND_TRIPLET) for wind in Wind),
    *(Yaku(f"bakaze_{wind}", han(1), "Y7", _round_wind(wind), Trait.ROUND_WIND_TRIPLET) for wind in Wind),
    Yaku("kita_yakuhai", han(1), "DO10", _kita, Trait.NORTH_TRIPLET),
    Yaku("haku", han(1), "Y7", always, Trait.HAKU_TRIPLET),
    Yaku("hatsu", han(1), "Y7", always, Trait.HATSU_TRIPLET),
    Yaku("chun", han(1), "Y7", always, Trait.CHUN_TRIPLET),
    Yaku("chiitoitsu", han(2, 0), "Y12 FU8", always, Trait.SEVEN_PAIRS),
    Yaku("chanta", han(2, 1), "Y15", _outside, Trait.RUN | Trait.HONOUR),
    Yaku("ittsuu", han(2, 1), "Y14", lambda r, _: _is_straight(r.runs), Trait.THREE_RUNS),
    Yaku("sanshoku_doujun", han(2, 1), "Y13", lambda r, _: _same_runs(r.runs), Trait.THREE_RUNS),
    Yaku("sanshoku_doukou", han(2), "Y18", lambda r, _: _in_three_suits(r.triplets), Trait.THREE_TRIPLETS),
    Yaku("sankantsu", han(2), "Y19", lambda r, _: kans(r) == 3, Trait.THREE_KANS),
    Yaku("toitoi", han(2), "Y16", always, Trait.FOUR_TRIPLETS),
    Yaku("sanankou", han(2), "Y17", lambda r, _: concealed_triplets(r) == 3, Trait.THREE_TRIPLETS),
    Yaku("shousangen", han(2), "Y20", lambda r, _: r.pair >= 31, Trait.TWO_DRAGONS),
    Yaku("honroutou", han(2), "Y21", always, Trait.YAOCHUU_ONLY),
    Yaku("ryanpeikou", han(3, 0), "Y24", _ryanpeikou, Trait.FOUR_RUNS, replaces=("iipeikou", "isshoku_sanjun")),
    Yaku("junchan", han(3, 2), "Y22", _outside, Trait.RUN | Trait.NO_HONOUR),
    Yaku("honitsu", han(3, 2), "Y23", always, Trait.ONE_SUIT | Trait.HONOUR),
    Yaku("chinitsu", han(6, 5), "Y25", always, Trait.ONE_SUIT | Trait.NO_HONOUR),
)
