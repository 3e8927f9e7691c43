"""The table of yakuman (K1 to K13). What they replace matters where hands have no limits (PT3)."""

from __future__ import annotations

from tablectl.rules.pattern import DRAGONS, GREEN, HATSU, WINDS, Yaku, concealed_triplets, kans, triplets_of
from tablectl.rules.reading import Reading, Trait
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.seat import Wind
from tablectl.rules.shape import count
from tablectl.rules.tile import HONOURS
from tablectl.rules.worth import YAKUMAN, Worth

_CLOSED = Worth(yakuman=1, closed_only=True)
_TRIPLET = Trait.TRIPLET
_HONOUR_TRIPLET = Trait.HONOUR_TRIPLET
_NINE_GATES = [3, 1, 1, 1, 1, 1, 1, 1, 3]


def _tenhou(reading: Reading, ruleset: Ruleset) -> bool:
    win = reading.win
    return win.first_turn and win.tsumo and win.seat_wind is Wind.EAST and reading.form != "shiisanpuutaa"


def _chiihou(reading: Reading, ruleset: Ruleset) -> bool:
    win = reading.win
    if not win.first_turn or win.seat_wind is Wind.EAST or reading.form == "shiisanpuutaa":
        return False
    return win.tsumo or (ruleset.chiihou_old and win.dealers_first_discard)


def _daisangen(reading: Reading, ruleset: Ruleset) -> bool:
    return triplets_of(reading, DRAGONS) == 3


def _shousuushii(reading: Reading, ruleset: Ruleset) -> bool:
    return 27 <= reading.pair <= 30 and triplets_of(reading, WINDS) == 3


def _chuuren(reading: Reading, ruleset: Ruleset) -> bool:
    win = reading.win
    if win.melds or (ruleset.chuuren_man_only and win.tile.kind >= 9):
        return False
    counts = count(win.tiles)[win.tile.kind - win.tile.kind % 9 :]
    return all(have >= need for have, need in zip(counts, _NINE_GATES, strict=False))


def _chuuren_9(reading: Reading, ruleset: Ruleset) -> bool:
    """Without the winning tile the hand is 1112345678999."""
    first = reading.win.tile.kind - reading.win.tile.kind % 9
    return _chuuren(reading, ruleset) and count(reading.win.hand)[first : first + 9] == _NINE_GATES


def _kokushi_13(reading: Reading, ruleset: Ruleset) -> bool:
    return reading.form == "kokushi" and len(set(reading.win.hand)) == 13


def _ryuuiisou(reading: Reading, ruleset: Ruleset) -> bool:
    if reading.kinds & ~GREEN:
        return False
    return bool(reading.kinds & HATSU) or not ruleset.ryuuiisou_needs_hatsu


YAKUMAN_TABLE: tuple[Yaku, ...] = (
    Yaku("tenhou", _CLOSED, "K1", _tenhou, Trait.LUCK),
    Yaku("chiihou", _CLOSED, "K2", _chiihou, Trait.LUCK, replaces=("renhou",)),
    Yaku("daisangen", YAKUMAN, "K4", _daisangen, _HONOUR_TRIPLET, replaces=("haku", "hatsu", "chun", "shousangen")),
    Yaku("suuankou", _CLOSED, "K7", lambda r, _: concealed_triplets(r) == 4, _TRIPLET, replaces=("toitoi", "sanankou")),
    Yaku(
        "suuankou_tanki",
        _CLOSED,
        "K7",
        lambda r, _: concealed_triplets(r) == 4 and r.wait == "tanki",
        _TRIPLET,
        follows="suuankou",
        doubled=True,
        replaces=("suuankou", "toitoi", "sanankou"),
    ),
    Yaku(
        "tsuuiisou",
        YAKUMAN,
        "K10",
        lambda r, _: not r.kinds & ~HONOURS,
        Trait.YAOCHUU_ONLY | Trait.HONOUR,
        replaces=("toitoi", "honroutou"),
    ),
    Yaku("ryuuiisou", YAKUMAN, "K12", _ryuuiisou, Trait.ONE_SUIT, replaces=("honitsu",)),
    Yaku(
        "chinroutou",
        YAKUMAN,
        "K11",
        lambda r, _: r.form == "standard",
        Trait.YAOCHUU_ONLY | Trait.NO_HONOUR,
        replaces=("toitoi", "honroutou"),
    ),
    Yaku("chuuren", _CLOSED, "K9", _chuuren, Trait.ONE_SUIT | Trait.NO_HONOUR, replaces=("chinitsu",)),
    Yaku(
        "chuuren_9",
        _CLOSED,
        "K9",
        _chuuren_9,
        Trait.ONE_SUIT | Trait.NO_HONOUR,
        follows="chuuren",
        doubled=True,
        replaces=("chuuren", "chinitsu"),
    ),
    Yaku("kokushi", _CLOSED, "K8", lambda r, _: r.form == "kokushi", Trait.YAOCHUU_ONLY, replaces=("honroutou",)),
    Yaku(
        "kokushi_13",
        _CLOSED,
        "K8",
        _kokushi_13,
        Trait.YAOCHUU_ONLY,
        follows="kokushi",
        doubled=True,
        replaces=("kokushi", "honroutou"),
    ),
    Yaku(
        "daisuushii",
        YAKUMAN,
        "K6",
        lambda r, _: triplets_of(r, WINDS) == 4,
        _HONOUR_TRIPLET,
        doubled=True,
        replaces=("toitoi",),
    ),
    Yaku("shousuushii", YAKUMAN, "K5", _shousuushii, _HONOUR_TRIPLET),
    Yaku("suukantsu", YAKUMAN, "K13", lambda r, _: kans(r) == 4, _TRIPLET, replaces=("toitoi", "sankantsu")),
)
