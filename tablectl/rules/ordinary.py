"""The table of ordinary yaku (Y1 to Y25)."""

from __future__ import annotations

from tablectl.rules.fu import pair_fu
from tablectl.rules.pattern import (
    DRAGONS,
    Test,
    Yaku,
    concealed_triplets,
    kans,
    triplets_of,
)
from tablectl.rules.reading import Reading, Trait
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.seat import Wind
from tablectl.rules.tile import YAOCHUU, mask
from tablectl.rules.worth import han

_SAME_IN_THREE_SUITS = 1 | 1 << 9 | 1 << 18


def _riichi(times: int, *, opened: bool) -> Test:
    """Riichi once or twice (double riichi is one, too, where the table does not play it), open or not."""
    return lambda r, _: r.win.riichi >= times and (r.win.open_riichi or not opened)


def _ippatsu(reading: Reading, ruleset: Ruleset) -> bool:
    win = reading.win
    return win.ippatsu and not (win.tsumo and win.rinshan and ruleset.ippatsu_broken_by == "any_call")


def _houtei(reading: Reading, ruleset: Ruleset) -> bool:
    return reading.win.houtei and (ruleset.houtei_after_rinshan or not reading.win.rinshan)


def _pinfu(reading: Reading, ruleset: Ruleset) -> bool:
    if len(reading.runs) != 4 or reading.wait != "ryanmen" or pair_fu(reading, ruleset):
        return False
    return ruleset.pinfu_tsumo or not reading.win.tsumo


def _pairs_of_runs(reading: Reading) -> int:
    """Pairs of identical runs; four alike are two pairs, three one (Y6)."""
    return sum([reading.runs.count(kind) // 2 for kind in {*reading.runs}])


def _ryanpeikou(reading: Reading, ruleset: Ruleset) -> bool:
    return _pairs_of_runs(reading) == 2 and (ruleset.ryanpeikou_four_alike or len({*reading.runs}) == 2)


def _triplet_of(kind: int) -> Test:
    bit = 1 << kind
    return lambda r, _: bool(r.triplets & bit)


def _seat_wind(wind: Wind) -> Test:
    bit = 1 << 27 + wind
    return lambda r, _: bool(r.triplets & bit) and r.win.seat_wind is wind


def _round_wind(wind: Wind) -> Test:
    bit = 1 << 27 + wind
    return lambda r, _: bool(r.triplets & bit) and r.win.round_wind is wind


def _kita(reading: Reading, ruleset: Ruleset) -> bool:
    """Of three players nobody is North: a table can make it everybody's yakuhai."""
    return ruleset.players == 3 and ruleset.kita == "yakuhai" and bool(reading.triplets >> 30 & 1)


def _in_three_suits(kinds: int) -> bool:
    return any(kinds >> kind & _SAME_IN_THREE_SUITS == _SAME_IN_THREE_SUITS for kind in range(9))


def _ittsuu(reading: Reading, ruleset: Ruleset) -> bool:
    runs = reading.runs
    return any(base in runs and base + 3 in runs and base + 6 in runs for base in (0, 9, 18))


def _outside(reading: Reading, ruleset: Ruleset) -> bool:
    """Every set and the pair hold a terminal or honour, and there is a run (Y15)."""
    if not YAOCHUU >> reading.pair & 1:
        return False
    return all(kind % 9 in (0, 6) for kind in reading.runs) and not reading.triplets & ~YAOCHUU


def _always(reading: Reading, ruleset: Ruleset) -> bool:
    """Its `needs` say it all."""
    return True


_LUCK = Trait.LUCK
_RUN = Trait.RUN
_THREE_RUNS = Trait.THREE_RUNS
_TRIPLET = Trait.TRIPLET
_HONOUR_TRIPLET = Trait.HONOUR_TRIPLET

ORDINARY: tuple[Yaku, ...] = (
    Yaku("menzen_tsumo", han(1, 0), "Y3", _always, Trait.TSUMO),
    Yaku("riichi", han(1, 0), "Y1", _riichi(1, opened=False), _LUCK),
    Yaku("double_riichi", han(2, 0), "Y11 RI8", _riichi(2, opened=False), _LUCK, replaces=("riichi",)),
    Yaku("ippatsu", han(1, 0), "Y2 RI7", _ippatsu, _LUCK),
    Yaku("chankan", han(1), "Y10", lambda r, _: r.win.chankan, _LUCK),
    Yaku("rinshan", han(1), "Y9", lambda r, _: r.win.rinshan and r.win.tsumo, _LUCK),
    Yaku("haitei", han(1), "Y8", lambda r, _: r.win.haitei and not r.win.rinshan, _LUCK),
    Yaku("houtei", han(1), "Y8", _houtei, _LUCK),
    Yaku("pinfu", han(1, 0), "Y4 FU10", _pinfu, _THREE_RUNS),
    Yaku("tanyao", han(1), "Y5", _always, Trait.SIMPLES_ONLY),
    Yaku("iipeikou", han(1, 0), "Y6", lambda r, _: _pairs_of_runs(r) > 0, _RUN),
    *(Yaku(f"jikaze_{wind}", han(1), "Y7", _seat_wind(wind), _HONOUR_TRIPLET) for wind in Wind),
    *(Yaku(f"bakaze_{wind}", han(1), "Y7", _round_wind(wind), _HONOUR_TRIPLET) for wind in Wind),
    Yaku("kita_yakuhai", han(1), "DO10", _kita, _HONOUR_TRIPLET),
    Yaku("haku", han(1), "Y7", _triplet_of(31), _HONOUR_TRIPLET),
    Yaku("hatsu", han(1), "Y7", _triplet_of(32), _HONOUR_TRIPLET),
    Yaku("chun", han(1), "Y7", _triplet_of(33), _HONOUR_TRIPLET),
    Yaku("chiitoitsu", han(2, 0), "Y12 FU8", lambda r, _: r.form == "chiitoitsu"),
    Yaku("chanta", han(2, 1), "Y15", _outside, _RUN | Trait.HONOUR),
    Yaku("ittsuu", han(2, 1), "Y14", _ittsuu, _THREE_RUNS),
    Yaku("sanshoku_doujun", han(2, 1), "Y13", lambda r, _: _in_three_suits(mask(r.runs)), _THREE_RUNS),
    Yaku("sanshoku_doukou", han(2), "Y18", lambda r, _: _in_three_suits(r.triplets), _TRIPLET),
    Yaku("sankantsu", han(2), "Y19", lambda r, _: kans(r) == 3, _TRIPLET),
    Yaku("toitoi", han(2), "Y16", lambda r, _: r.form == "standard" and not r.runs, _TRIPLET),
    Yaku("sanankou", han(2), "Y17", lambda r, _: concealed_triplets(r) == 3, _TRIPLET),
    Yaku("shousangen", han(2), "Y20", lambda r, _: r.pair >= 31 and triplets_of(r, DRAGONS) == 2, _HONOUR_TRIPLET),
    Yaku("honroutou", han(2), "Y21", _always, Trait.YAOCHUU_ONLY),
    Yaku("ryanpeikou", han(3, 0), "Y24", _ryanpeikou, _THREE_RUNS, replaces=("iipeikou", "isshoku_sanjun")),
    Yaku("junchan", han(3, 2), "Y22", _outside, _RUN | Trait.NO_HONOUR),
    Yaku("honitsu", han(3, 2), "Y23", _always, Trait.ONE_SUIT | Trait.HONOUR),
    Yaku("chinitsu", han(6, 5), "Y25", _always, Trait.ONE_SUIT | Trait.NO_HONOUR),
)
