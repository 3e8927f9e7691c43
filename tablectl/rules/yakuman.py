"""The table of yakuman (K1 to K13). What they replace matters where hands have no limits (PT3)."""

from __future__ import annotations

from tablectl.rules.pattern import GREEN, HATSU, Yaku, always, concealed_triplets, kans, triplets_of
from tablectl.rules.reading import Reading, Trait
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.seat import Wind
from tablectl.rules.shape import count
from tablectl.rules.tile import DRAGONS, HONOURS, WINDS
from tablectl.rules.worth import YAKUMAN, Worth

_CLOSED = Worth(yakuman=1, closed_only=True)
_NINE_GATES = [3, 1, 1, 1, 1, 1, 1, 1, 3]


def _tenhou(reading: Reading, ruleset: Ruleset) -> bool:
    win = reading.win
    return win.seat_wind is Wind.EAST and reading.form != "shiisanpuutaa"


def _chiihou(reading: Reading, ruleset: Ruleset) -> bool:
    win = reading.win
    if win.seat_wind is Wind.EAST or reading.form == "shiisanpuutaa":
        return False
    return win.tsumo or (ruleset.chiihou_old and win.dealers_first_discard)


def _daisangen(reading: Reading, ruleset: Ruleset) -> bool:
    return triplets_of(reading, DRAGONS) == 3


def _daisuushii(reading: Reading, ruleset: Ruleset) -> bool:
    return triplets_of(reading, WINDS) == 4


def _shousuushii(reading: Reading, ruleset: Ruleset) -> bool:
    return 27 <= reading.pair <= 30


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


def _ryuuiisou(reading: Reading, ruleset: Ruleset) -> bool:
    if reading.kinds & ~GREEN:
        return False
    return bool(reading.kinds & HATSU) or not ruleset.ryuuiisou_needs_hatsu


def _suuankou(reading: Reading, ruleset: Ruleset) -> bool:
    return concealed_triplets(reading) == 4


def _suuankou_tanki(reading: Reading, ruleset: Ruleset) -> bool:
    return reading.wait == "tanki" and concealed_triplets(reading) == 4


_DRAGONS = ("haku", "hatsu", "chun", "shousangen")
_TRIPLETS = ("toitoi", "sanankou")
_OUTSIDE = ("toitoi", "honroutou")
_GATES = ("chuuren", "chinitsu")

YAKUMAN_TABLE: tuple[Yaku, ...] = (
    Yaku("tenhou", _CLOSED, "K1", _tenhou, Trait.FIRST_TURN | Trait.TSUMO),
    Yaku("chiihou", _CLOSED, "K2", _chiihou, Trait.FIRST_TURN, replaces=("renhou",)),
    Yaku("daisangen", YAKUMAN, "K4", _daisangen, Trait.TWO_DRAGONS, replaces=_DRAGONS),
    Yaku("suuankou", _CLOSED, "K7", _suuankou, Trait.FOUR_TRIPLETS, replaces=_TRIPLETS),
    Yaku(
        "suuankou_tanki",
        _CLOSED,
        "K7",
        _suuankou_tanki,
        Trait.FOUR_TRIPLETS,
        follows="suuankou",
        doubled=True,
        replaces=("suuankou", *_TRIPLETS),
    ),
    Yaku("tsuuiisou", YAKUMAN, "K10", lambda r, _: not r.kinds & ~HONOURS, Trait.YAOCHUU_ONLY, replaces=_OUTSIDE),
    Yaku("ryuuiisou", YAKUMAN, "K12", _ryuuiisou, Trait.ONE_SUIT, replaces=("honitsu",)),
    Yaku("chinroutou", YAKUMAN, "K11", always, Trait.YAOCHUU_ONLY | Trait.NO_HONOUR, replaces=_OUTSIDE),
    Yaku("chuuren", _CLOSED, "K9", _chuuren, Trait.ALL_RANKS, replaces=("chinitsu",)),
    Yaku(
        "chuuren_9",
        _CLOSED,
        "K9",
        _chuuren_9,
        Trait.ALL_RANKS,
        follows="chuuren",
        doubled=True,
        replaces=("chuuren", "chinitsu"),
    ),
    Yaku("kokushi", _CLOSED, "K8", always, Trait.THIRTEEN_KINDS, replaces=("honroutou",)),
    Yaku(
        "kokushi_13",
        _CLOSED,
        "K8",
        lambda r, _: len({*r.win.hand}) == 13,
        Trait.THIRTEEN_KINDS,
        follows="kokushi",
        doubled=True,
        replaces=("kokushi", "honroutou"),
    ),
    Yaku("daisuushii", YAKUMAN, "K6", _daisuushii, Trait.THREE_WINDS, doubled=True, replaces=("toitoi",)),
    Yaku("shousuushii", YAKUMAN, "K5", _shousuushii, Trait.THREE_WINDS),
    Yaku("suukantsu", YAKUMAN, "K13", lambda r, _: kans(r) == 4, Trait.THREE_KANS, replaces=("toitoi", "sankantsu")),
)
