"""The table of local yaku (L1 to L22, K3): off unless a table plays them. To add one, add an entry."""

from __future__ import annotations

from functools import partial
from itertools import permutations

from tablectl.rules.pattern import (
    GREEN,
    HATSU,
    Yaku,
    always,
    concealed_triplets,
    triplets_of,
)
from tablectl.rules.reading import Reading, Trait
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.seat import Wind
from tablectl.rules.tile import DRAGONS, HONOURS, SUIT_MASKS, WINDS, mask
from tablectl.rules.worth import DOUBLE, YAKUMAN, Worth, han

EIGHT = 8
"""Deals or wins in a row that make a paarenchan (L14)."""
_CLOSED = Worth(yakuman=1, closed_only=True)
_CLOSED_DOUBLE = Worth(yakuman=2, closed_only=True)
_EAST, _NORTH, _CHUN = 1 << 27, 1 << 30, 1 << 33
_ONE_DOT, _NINE_DOTS = 9, 17
_PEACOCK = mask((18, 22, 24, 26, 33))
"""1 5 7 9 of bamboos and chun."""
_POINT_SYMMETRIC = mask((9, 10, 11, 12, 13, 16, 17, 19, 21, 22, 23, 25, 26, 31))
"""1 2 3 4 5 8 9 of dots, 2 4 5 6 8 9 of bamboos and haku."""
_BIG_WHEELS = tuple(mask(range(base + 1, base + 8)) for base in (9, 0, 18))
"""2 to 8 of dots, of characters, of bamboos."""


def _open_riichi_deal_in(reading: Reading, ruleset: Ruleset) -> bool:
    """A seat in riichi itself could not help it (RI9)."""
    win = reading.win
    return not win.tsumo and not win.discarder_riichi and ruleset.open_riichi_deal_in_yakuman


def _straight(reading: Reading) -> int | None:
    """The first kind of the suit with the runs 123 456 789."""
    runs = reading.runs
    return next((base for base in (0, 9, 18) if base in runs and base + 3 in runs and base + 6 in runs), None)


def _sanshoku_tsuukan(reading: Reading, ruleset: Ruleset) -> bool:
    runs = reading.runs
    return any(a in runs and b + 3 in runs and c + 6 in runs for a, b, c in permutations((0, 9, 18)))


def _in_a_row(reading: Reading, number: int) -> bool:
    """So many consecutive triplets of one suit."""
    found = [reading.triplets & suit for suit in SUIT_MASKS]
    for _ in range(number - 1):
        found = [triplets & triplets >> 1 for triplets in found]
    return any(found)


def _suurenkou(reading: Reading, ruleset: Ruleset) -> bool:
    return _in_a_row(reading, 4) and (ruleset.suurenkou_plus_suuankou or concealed_triplets(reading) < 4)


def _alike(reading: Reading, number: int) -> bool:
    """So many identical runs."""
    return any(reading.runs.count(kind) >= number for kind in reading.runs)


def _daisharin(reading: Reading, ruleset: Ruleset) -> bool:
    wheels = _BIG_WHEELS if ruleset.daisharin_other_suits else _BIG_WHEELS[:1]
    return reading.form == "chiitoitsu" and reading.kinds in wheels


def _ranks(reading: Reading) -> int:
    """The sum of ranks of a hand of characters, 0 for another (L10)."""
    if reading.kinds & ~SUIT_MASKS[0]:
        return 0
    return sum(tile.number for tile in reading.win.tiles)


def _touhoku_shinkansen(reading: Reading, ruleset: Ruleset) -> bool:
    base = _straight(reading)
    if base is None or (ruleset.touhoku_shinkansen_suit == "s" and base != 18):
        return False
    if ruleset.touhoku_shinkansen_closed_only and not reading.closed:
        return False
    return (reading.triplets | 1 << reading.pair) & HONOURS == _EAST | _NORTH


def _paarenchan(reading: Reading, ruleset: Ruleset) -> bool:
    return reading.win.renchan >= EIGHT and reading.win.seat_wind is Wind.EAST


def _ishi_no_ue(reading: Reading, ruleset: Ruleset) -> bool:
    win = reading.win
    return win.haitei or (win.houtei and ruleset.ishi_no_ue_nimo_sannen_houtei)


def _uumensai(reading: Reading, ruleset: Ruleset) -> bool:
    """Four sets and a pair, one each of m, p, s, winds and dragons."""
    return reading.form == "standard" and all(reading.kinds & kinds for kinds in (*SUIT_MASKS, WINDS, DRAGONS))


def _tuibudao(reading: Reading, ruleset: Ruleset) -> bool:
    allowed = _POINT_SYMMETRIC & SUIT_MASKS[1] if ruleset.tuibudao_pin_only else _POINT_SYMMETRIC
    return not reading.kinds & ~allowed


def _golden_gate_bridge(reading: Reading, ruleset: Ruleset) -> bool:
    runs = reading.runs
    first = runs[0]
    if first % 9 or (ruleset.golden_gate_bridge_suit == "p" and first != 9):
        return False
    return runs == (first, first + 2, first + 4, first + 6)


def _all_called(reading: Reading, ruleset: Ruleset) -> bool:
    """One tile alone in the hand, four sets called."""
    return len(reading.win.hand) == 1 and all(meld.is_open for meld in reading.win.melds)


def _kouitten(reading: Reading, ruleset: Ruleset) -> bool:
    return bool(reading.kinds & _CHUN) and not reading.kinds & ~(GREEN & ~HATSU | _CHUN)


_RIICHI = ("riichi", "double_riichi")
_local = partial(Yaku, played=False)

LOCAL: tuple[Yaku, ...] = (
    _local("renhou", YAKUMAN, "K3 L7", lambda r, _: not r.win.tsumo, Trait.FIRST_TURN),
    _local("open_riichi", han(2, 0), "L1 RI9", always, Trait.OPEN_RIICHI, replaces=_RIICHI),
    _local(
        "open_double_riichi",
        han(3, 0),
        "L1 RI10",
        always,
        Trait.OPEN_RIICHI | Trait.DOUBLE_RIICHI,
        follows="open_riichi",
        replaces=(*_RIICHI, "open_riichi"),
    ),
    _local("open_riichi_deal_in", _CLOSED, "L1 RI9", _open_riichi_deal_in, Trait.OPEN_RIICHI, follows="open_riichi"),
    _local("sanshoku_tsuukan", han(2, 1), "L2", _sanshoku_tsuukan, Trait.THREE_RUNS),
    _local("sanrenkou", han(2), "L3", lambda r, _: _in_a_row(r, 3), Trait.THREE_TRIPLETS),
    _local("isshoku_sanjun", han(2), "L4", lambda r, _: _alike(r, 3), Trait.THREE_RUNS, replaces=("iipeikou",)),
    _local("suurenkou", YAKUMAN, "L5", _suurenkou, Trait.FOUR_TRIPLETS, replaces=("toitoi", "sanrenkou")),
    _local(
        "isshoku_yonjun",
        YAKUMAN,
        "L6",
        lambda r, _: _alike(r, 4),
        Trait.FOUR_RUNS,
        replaces=("iipeikou", "ryanpeikou", "isshoku_sanjun"),
    ),
    _local(
        "daisharin",
        _CLOSED,
        "L8",
        _daisharin,
        Trait.SIMPLES_ONLY | Trait.ONE_SUIT,
        replaces=("chiitoitsu", "tanyao", "chinitsu"),
    ),
    _local("shiisanpuutaa", _CLOSED, "L9", lambda r, _: r.form == "shiisanpuutaa"),
    _local(
        "hyakumangoku",
        YAKUMAN,
        "L10",
        lambda r, rules: _ranks(r) >= rules.hyakumangoku_threshold,
        Trait.ONE_SUIT | Trait.NO_HONOUR,
        replaces=("chinitsu",),
    ),
    _local(
        "hyakumangoku_exact",
        DOUBLE,
        "L10",
        lambda r, rules: rules.hyakumangoku_exact_double and _ranks(r) == rules.hyakumangoku_threshold,
        Trait.ONE_SUIT | Trait.NO_HONOUR,
        follows="hyakumangoku",
        replaces=("hyakumangoku", "chinitsu"),
    ),
    _local(
        "benikujaku",
        YAKUMAN,
        "L11",
        lambda r, _: r.kinds == _PEACOCK,
        Trait.ONE_SUIT | Trait.FOUR_TRIPLETS,
        replaces=("toitoi", "honitsu"),
    ),
    _local(
        "touhoku_shinkansen",
        YAKUMAN,
        "L12",
        _touhoku_shinkansen,
        Trait.THREE_RUNS | Trait.ONE_SUIT | Trait.HONOUR,
        replaces=("ittsuu", "honitsu"),
    ),
    _local(
        "daichisei",
        _CLOSED_DOUBLE,
        "L13",
        lambda r, _: r.form == "chiitoitsu" and not r.kinds & ~HONOURS,
        Trait.YAOCHUU_ONLY,
        replaces=("tsuuiisou",),
        beside="daichisei_plus_tsuuiisou",
    ),
    _local("paarenchan", YAKUMAN, "L14", _paarenchan, Trait.RENCHAN),
    _local("ishi_no_ue_nimo_sannen", _CLOSED_DOUBLE, "L15", _ishi_no_ue, Trait.DOUBLE_RIICHI),
    _local("kouitten", YAKUMAN, "L16", _kouitten, Trait.ONE_SUIT | Trait.HONOUR, replaces=("honitsu",)),
    _local("uumensai", han(2), "L17", _uumensai, Trait.HONOUR),
    _local("tuibudao", YAKUMAN, "L18", _tuibudao),
    _local("golden_gate_bridge", DOUBLE, "L19", _golden_gate_bridge, Trait.FOUR_RUNS),
    _local(
        "pure_ryuuiisou",
        DOUBLE,
        "L20 K12",
        lambda r, _: not r.kinds & ~(GREEN & ~HATSU),
        Trait.ONE_SUIT | Trait.NO_HONOUR,
        replaces=("ryuuiisou", "chinitsu"),
    ),
    _local("kanburi", han(1), "L22", lambda r, _: not r.win.tsumo, Trait.RINSHAN),
    _local("iipin_mouyue", han(1), "L22", lambda r, _: r.win.tile.kind == _ONE_DOT, Trait.HAITEI),
    _local("chuupin_raoyui", han(1), "L22", lambda r, _: r.win.tile.kind == _NINE_DOTS, Trait.HOUTEI),
    _local("shiiaru_raotai", han(1), "L22", _all_called),
    _local("sanfuurenkou", han(2), "L22", lambda r, _: triplets_of(r, WINDS) == 3, Trait.THREE_WINDS),
)
