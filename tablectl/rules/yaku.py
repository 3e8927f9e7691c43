"""The table of yaku: name, han closed and open, and when a reading has it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from tablectl.rules.fu import pair_fu
from tablectl.rules.reading import Reading
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.seat import Wind
from tablectl.rules.shape import count
from tablectl.rules.tile import TILES, dora_of
from tablectl.rules.worth import Worth

Test = Callable[[Reading, Ruleset], bool]


@dataclass(frozen=True, slots=True)
class Yaku:
    """`closed` and `open`: han; 0 open: closed only. `test`: whether a reading has it, its openness aside.

    `needs`: `run` or `triplet` where only a reading with one can have it, so that others need no test.
    """

    name: str
    closed: int
    open: int
    test: Test
    needs: str = ""

    @property
    def worth(self) -> Worth:
        """Han closed and open."""
        return Worth(self.closed, self.open)


@dataclass(frozen=True, slots=True)
class YakuLine:
    """A yaku of a hand and the han it counts."""

    name: str
    han: int


def _mask(kinds: Iterable[int]) -> int:
    return sum(1 << kind for kind in kinds)


_SUITS = tuple(_mask(range(base, base + 9)) for base in (0, 9, 18))
_HONOURS = _mask(range(27, 34))
_WINDS = _mask(range(27, 31))
_DRAGONS = _mask(range(31, 34))
_YAOCHUU = _mask(tile.kind for tile in TILES if tile.is_yaochuu)
_GREEN = _mask((19, 20, 21, 23, 25, 32))
_SAME_IN_THREE_SUITS = 1 | 1 << 9 | 1 << 18


def _has(kind: int) -> Test:
    bit = 1 << kind
    return lambda reading, ruleset: bool(reading.triplets & bit)


def _seat_wind(wind: Wind) -> Test:
    bit = 1 << 27 + wind
    return lambda reading, ruleset: bool(reading.triplets & bit) and reading.win.seat_wind is wind


def _round_wind(wind: Wind) -> Test:
    bit = 1 << 27 + wind
    return lambda reading, ruleset: bool(reading.triplets & bit) and reading.win.round_wind is wind


def _pinfu(reading: Reading, ruleset: Ruleset) -> bool:
    return len(reading.runs) == 4 and reading.wait == "ryanmen" and pair_fu(reading, ruleset) == 0


def _tanyao(reading: Reading, ruleset: Ruleset) -> bool:
    return not reading.kinds & _YAOCHUU and (reading.closed or ruleset.kuitan)


def _pairs_of_runs(reading: Reading) -> int:
    runs = reading.runs
    return 0 if len(runs) < 2 else sum([runs.count(kind) // 2 for kind in {*runs}])


def _in_three_suits(kinds: int) -> bool:
    return any(kinds >> kind & _SAME_IN_THREE_SUITS == _SAME_IN_THREE_SUITS for kind in range(9))


def _sanshoku_doujun(reading: Reading, ruleset: Ruleset) -> bool:
    return len(reading.runs) > 2 and _in_three_suits(_mask({*reading.runs}))


def _ittsuu(reading: Reading, ruleset: Ruleset) -> bool:
    runs = reading.runs
    return len(runs) > 2 and any(base in runs and base + 3 in runs and base + 6 in runs for base in (0, 9, 18))


def _outside(reading: Reading) -> bool:
    """Every set and the pair hold a terminal or honour, and there is a run (Y15)."""
    if not reading.runs or not _YAOCHUU >> reading.pair & 1:
        return False
    return all(group.kind % 9 in (0, 6) if group.run else _YAOCHUU >> group.kind & 1 for group in reading.groups)


def _concealed_triplets(reading: Reading) -> int:
    return sum([group.concealed and not group.run for group in reading.groups])


def _kans(reading: Reading) -> int:
    return sum([group.kan for group in reading.groups])


def _suits(reading: Reading) -> int:
    """How many of the three suits the hand has."""
    return sum([bool(reading.kinds & suit) for suit in _SUITS])


def _honitsu(reading: Reading, ruleset: Ruleset) -> bool:
    return bool(reading.kinds & _HONOURS) and _suits(reading) == 1


def _chinitsu(reading: Reading, ruleset: Ruleset) -> bool:
    return not reading.kinds & _HONOURS and _suits(reading) == 1


YAKU: tuple[Yaku, ...] = (
    Yaku("menzen_tsumo", 1, 0, lambda r, _: r.win.tsumo),
    Yaku("riichi", 1, 0, lambda r, _: r.win.riichi == 1),
    Yaku("double_riichi", 2, 0, lambda r, _: r.win.riichi == 2),
    Yaku("ippatsu", 1, 0, lambda r, _: r.win.ippatsu),
    Yaku("chankan", 1, 1, lambda r, _: r.win.chankan),
    Yaku("rinshan", 1, 1, lambda r, _: r.win.rinshan),
    Yaku("haitei", 1, 1, lambda r, _: r.win.haitei),
    Yaku("houtei", 1, 1, lambda r, _: r.win.houtei),
    Yaku("pinfu", 1, 0, _pinfu, "run"),
    Yaku("tanyao", 1, 1, _tanyao),
    Yaku("iipeikou", 1, 0, lambda r, _: _pairs_of_runs(r) == 1, "run"),
    *(Yaku(f"jikaze_{wind}", 1, 1, _seat_wind(wind), "triplet") for wind in Wind),
    *(Yaku(f"bakaze_{wind}", 1, 1, _round_wind(wind), "triplet") for wind in Wind),
    Yaku("haku", 1, 1, _has(31), "triplet"),
    Yaku("hatsu", 1, 1, _has(32), "triplet"),
    Yaku("chun", 1, 1, _has(33), "triplet"),
    Yaku("chiitoitsu", 2, 0, lambda r, _: r.form == "chiitoitsu"),
    Yaku("chanta", 2, 1, lambda r, _: bool(r.kinds & _HONOURS) and _outside(r), "run"),
    Yaku("ittsuu", 2, 1, _ittsuu, "run"),
    Yaku("sanshoku_doujun", 2, 1, _sanshoku_doujun, "run"),
    Yaku("sanshoku_doukou", 2, 2, lambda r, _: bool(r.triplets) and _in_three_suits(r.triplets), "triplet"),
    Yaku("sankantsu", 2, 2, lambda r, _: _kans(r) == 3, "triplet"),
    Yaku("toitoi", 2, 2, lambda r, _: r.form == "standard" and not r.runs, "triplet"),
    Yaku("sanankou", 2, 2, lambda r, _: _concealed_triplets(r) == 3, "triplet"),
    Yaku("shousangen", 2, 2, lambda r, _: r.pair >= 31 and (r.triplets & _DRAGONS).bit_count() == 2, "triplet"),
    Yaku("honroutou", 2, 2, lambda r, _: not r.kinds & ~_YAOCHUU),
    Yaku("ryanpeikou", 3, 0, lambda r, _: _pairs_of_runs(r) == 2, "run"),
    Yaku("junchan", 3, 2, lambda r, _: not r.kinds & _HONOURS and _outside(r), "run"),
    Yaku("honitsu", 3, 2, _honitsu),
    Yaku("chinitsu", 6, 5, _chinitsu),
)
"""Ordinary yaku (Y1 to Y25)."""


def _is_chuuren(reading: Reading) -> bool:
    win = reading.win
    if win.melds or reading.kinds & _HONOURS or _suits(reading) != 1:
        return False
    counts = count(win.tiles)[win.tile.kind - win.tile.kind % 9 :][:9]
    return all(have >= need for have, need in zip(counts, (3, 1, 1, 1, 1, 1, 1, 1, 3), strict=True))


def _nine_waits(reading: Reading) -> bool:
    """Without the winning tile the hand is 1112345678999."""
    counts = count(reading.win.hand)[reading.win.tile.kind - reading.win.tile.kind % 9 :][:9]
    return counts == [3, 1, 1, 1, 1, 1, 1, 1, 3]


def _thirteen_waits(reading: Reading) -> bool:
    return len(set(reading.win.hand)) == 13


YAKUMAN: tuple[Yaku, ...] = (
    Yaku("tenhou", 1, 0, lambda r, _: r.win.first_turn and r.win.seat_wind is Wind.EAST),
    Yaku("chiihou", 1, 0, lambda r, _: r.win.first_turn and r.win.seat_wind is not Wind.EAST),
    Yaku("daisangen", 1, 1, lambda r, _: r.triplets & _DRAGONS == _DRAGONS, "triplet"),
    Yaku("suuankou", 1, 0, lambda r, _: _concealed_triplets(r) == 4 and r.wait == "shanpon", "triplet"),
    Yaku("suuankou_tanki", 1, 0, lambda r, _: _concealed_triplets(r) == 4 and r.wait == "tanki", "triplet"),
    Yaku("tsuuiisou", 1, 1, lambda r, _: not r.kinds & ~_HONOURS),
    Yaku("ryuuiisou", 1, 1, lambda r, _: not r.kinds & ~_GREEN),
    Yaku("chinroutou", 1, 1, lambda r, _: not r.kinds & ~(_YAOCHUU & ~_HONOURS), "triplet"),
    Yaku("chuuren", 1, 0, lambda r, _: _is_chuuren(r) and not _nine_waits(r)),
    Yaku("chuuren_9", 1, 0, lambda r, _: _is_chuuren(r) and _nine_waits(r)),
    Yaku("kokushi", 1, 0, lambda r, _: r.form == "kokushi" and not _thirteen_waits(r)),
    Yaku("kokushi_13", 1, 0, lambda r, _: r.form == "kokushi" and _thirteen_waits(r)),
    Yaku("daisuushii", 1, 1, lambda r, _: r.triplets & _WINDS == _WINDS, "triplet"),
    Yaku("shousuushii", 1, 1, lambda r, _: 27 <= r.pair <= 30 and (r.triplets & _WINDS).bit_count() == 3, "triplet"),
    Yaku("suukantsu", 1, 1, lambda r, _: _kans(r) == 4, "triplet"),
)
"""Yakuman, each single (K1 to K13)."""
BY_NAME: Mapping[str, Yaku] = {yaku.name: yaku for yaku in (*YAKU, *YAKUMAN)}
"""Every yaku by its name."""


def _candidates(table: tuple[Yaku, ...], closed: bool, runs: bool, triplets: bool) -> tuple[tuple[Test, YakuLine], ...]:
    """The tests worth making of such readings, with the line each gives."""
    wanted = {"", *(["run"] if runs else []), *(["triplet"] if triplets else [])}
    lines = [(yaku, yaku.closed if closed else yaku.open) for yaku in table if yaku.needs in wanted]
    return tuple((yaku.test, YakuLine(yaku.name, han)) for yaku, han in lines if han)


_YAKU_BY_READING = [_candidates(YAKU, bool(n & 4), bool(n & 2), bool(n & 1)) for n in range(8)]
_YAKUMAN_BY_READING = [_candidates(YAKUMAN, bool(n & 4), bool(n & 2), bool(n & 1)) for n in range(8)]


def yaku_of(reading: Reading, ruleset: Ruleset) -> tuple[YakuLine, ...]:
    """The ordinary yaku of a reading, in the table's order."""
    return tuple([line for test, line in _YAKU_BY_READING[_form(reading)] if test(reading, ruleset)])


def yakuman_of(reading: Reading, ruleset: Ruleset) -> tuple[YakuLine, ...]:
    """The yakuman of a reading, in the table's order."""
    return tuple([line for test, line in _YAKUMAN_BY_READING[_form(reading)] if test(reading, ruleset)])


def _form(reading: Reading) -> int:
    return 4 * reading.closed + 2 * bool(reading.runs) + bool(reading.triplets)


def dora_lines(reading: Reading) -> tuple[YakuLine, ...]:
    """Dora, ura dora and red fives; they are no yaku (DO7, DO8)."""
    win = reading.win
    tiles = win.tiles
    kinds = [tile.kind for tile in tiles]
    numbers = {
        "dora": sum([kinds.count(dora_of(tile).kind) for tile in win.indicators]),
        "aka": sum([tile.red for tile in tiles]),
        "ura": sum([kinds.count(dora_of(tile).kind) for tile in win.ura]),
    }
    return tuple(YakuLine(name, number) for name, number in numbers.items() if number)
