"""The checklist's yaku and fu, a hand or a few each: what counts, at how much, and what does not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablectl.rules.meld import Meld
from tablectl.rules.profile import read
from tablectl.rules.score import HandValue, NotAWin, Win, evaluate
from tablectl.rules.seat import Wind
from tablectl.rules.tile import Tile, parse_tiles
from tablectl.rules.yaku import named

More = dict[str, object]


def value(text: str, rules: More | None = None, **more: object) -> HandValue:
    """A win of South in the East round, by ron unless said otherwise: concealed tiles, + the last one, then melds."""
    hand, *melds = text.split()
    tiles, last = hand.split("+")
    win = Win(parse_tiles(tiles), Tile.parse(last), False, tuple(map(Meld.parse, melds)), Wind.SOUTH, Wind.EAST)
    return evaluate(replace(win, **more), read(rules or {}))  # type: ignore[arg-type]


def counted(of: HandValue) -> dict[str, int]:
    """Yaku and their han; of yakuman how many each counts."""
    return {line.name: line.han for line in of.yaku} | dict(zip(of.yakuman, of.multiples, strict=True))


TSUMO: More = {"tsumo": True}
EAST: More = {"seat_wind": Wind.EAST}
PLAIN = "234567m34588p45s+6s"
OPEN = "456m34599p45s+6s chi:23m+4m<0"
QUADS = "ankan:2222m daiminkan:333p+3p<0 kakan:444s+4s<1"


@pytest.mark.parametrize(
    ("item", "hand", "more", "expected"),
    [
        ("Y1", PLAIN, {"riichi": 1}, {"riichi": 1, "pinfu": 1, "tanyao": 1}),
        ("Y2", PLAIN, {"riichi": 1, "ippatsu": True}, {"riichi": 1, "ippatsu": 1, "pinfu": 1, "tanyao": 1}),
        ("Y3", PLAIN, TSUMO, {"menzen_tsumo": 1, "pinfu": 1, "tanyao": 1}),
        ("Y4", "123567m345p44z45s+6s", {}, {"pinfu": 1}),
        ("Y5", "567m34588p45s+6s chi:23m+4m<0", {}, {"tanyao": 1}),
        ("Y6", "223344m567p99s45s+6s", {}, {"iipeikou": 1, "pinfu": 1}),
        ("Y7", "456m34599p55z+5z pon:22z+2z<0", {}, {"jikaze_S": 1, "haku": 1}),
        ("Y7", "456m34599p66z+6z pon:77z+7z<0", {}, {"hatsu": 1, "chun": 1}),
        ("Y7", "456m3459p+9p pon:11z+1z<1 chi:23s+4s<1", EAST, {"jikaze_E": 1, "bakaze_E": 1}),
        ("Y8", OPEN, {**TSUMO, "haitei": True}, {"haitei": 1}),
        ("Y8", OPEN, {"houtei": True}, {"houtei": 1}),
        ("Y9", "456m3459p+9p chi:23m+4m<0 daiminkan:222p+2p<3", {**TSUMO, "rinshan": True}, {"rinshan": 1}),
        ("Y10", OPEN, {"chankan": True}, {"chankan": 1}),
        ("Y11", PLAIN, {"riichi": 2}, {"double_riichi": 2, "pinfu": 1, "tanyao": 1}),
        ("Y12", "1133m2255p3377s1z+1z", {}, {"chiitoitsu": 2}),
        ("Y13", "345678m345p9934s+5s", {}, {"sanshoku_doujun": 2, "pinfu": 1}),
        ("Y13", "678m345p9934s+5s chi:34m+5m<0", {}, {"sanshoku_doujun": 1}),
        ("Y14", "123456789m34p99s+5p", {}, {"ittsuu": 2, "pinfu": 1}),
        ("Y14", "456789m34p99s+5p chi:12m+3m<0", {}, {"ittsuu": 1}),
        ("Y15", "123789m12p99s444z+3p", {}, {"chanta": 2}),
        ("Y15", "789m12p99s444z+3p chi:12m+3m<0", {}, {"chanta": 1}),
        ("Y16", "44m22p+2p pon:33s+3s<0 pon:88p+8p<1 pon:99m+9m<2", {}, {"toitoi": 2}),
        ("Y17", "222444m666p99p45s+6s", {}, {"sanankou": 2}),
        ("Y18", "222p99p22245s+6s pon:22m+2m<0", {}, {"sanshoku_doukou": 2}),
        ("Y19", f"46m99p+5m {QUADS}", {}, {"sankantsu": 2}),
        ("Y20", "456m77z46s+5s pon:55z+5z<0 pon:66z+6z<1", {}, {"shousangen": 2, "haku": 1, "hatsu": 1}),
        ("Y21", "11m44z+4z pon:99m+9m<2 pon:11p+1p<0 pon:99s+9s<2", {}, {"toitoi": 2, "honroutou": 2}),
        ("Y21", "1199m1199p1199s4z+4z", {}, {"chiitoitsu": 2, "honroutou": 2}),
        ("Y22", "123789m12399p78s+9s", {}, {"junchan": 3, "pinfu": 1}),
        ("Y22", "123m12399p78s+9s chi:78m+9m<0", {}, {"junchan": 2}),
        ("Y23", "12334578m33344z+9m", {}, {"honitsu": 3}),
        ("Y23", "34578m33344z+9m chi:12m+3m<0", {}, {"honitsu": 2}),
        ("Y24", "223344m667788p9s+9s", {}, {"ryanpeikou": 3}),
        ("Y25", "1134455678999s+6s", {}, {"chinitsu": 6}),
        ("Y25", "1123456778m+9m pon:99m+9m<0", {}, {"chinitsu": 5}),
    ],
)
def test_ordinary_yaku(item: str, hand: str, more: More, expected: dict[str, int]) -> None:
    assert counted(value(hand, **more)) == expected


@pytest.mark.parametrize(
    ("item", "hand", "rules", "more", "absent"),
    [
        ("Y2", PLAIN, {"ippatsu": False}, {"riichi": 1, "ippatsu": True}, "ippatsu"),
        ("Y3", OPEN, {}, {**TSUMO, "haitei": True}, "menzen_tsumo"),
        ("Y4", "123567m345p22z45s+6s", {}, {"riichi": 1}, "pinfu"),
        ("Y4", "123567m345p44z46s+5s", {}, {"riichi": 1}, "pinfu"),
        ("Y5", "567m34588p45s+6s chi:23m+4m<0", {"kuitan": False}, {"houtei": True}, "tanyao"),
        ("Y6", "223344m99s45s+6s chi:56p+7p<0", {}, {"houtei": True}, "iipeikou"),
        ("Y8", OPEN, {}, {**TSUMO, "haitei": True, "rinshan": True}, "haitei"),
        ("Y8", OPEN, {"houtei_after_rinshan": False}, {"houtei": True, "rinshan": True, "chankan": True}, "houtei"),
        ("Y9", PLAIN, {}, {**TSUMO, "rinshan": True, "riichi": 1, "ippatsu": True}, "ippatsu"),
        ("Y11", PLAIN, {"double_riichi": False}, {"riichi": 2}, "double_riichi"),
        ("Y16", "44m22p+2p pon:33s+3s<0 pon:88p+8p<1 chi:12m+3m<3", {}, {"houtei": True}, "toitoi"),
        ("Y17", "222444m66p99p456s+6p", {}, {"riichi": 1}, "sanankou"),
        ("Y18", "99m56p111222z+7p pon:33z+3z<0", {}, {"riichi": 1}, "sanshoku_doukou"),
        ("Y24", "222233334444m9s+9s", {"ryanpeikou_four_alike": False}, {}, "ryanpeikou"),
        ("Y24", "223344m667788p9s+9s", {}, {}, "chiitoitsu"),
    ],
)
def test_what_does_not_count(item: str, hand: str, rules: More, more: More, absent: str) -> None:
    assert absent not in counted(value(hand, rules, **more))


def test_four_alike_are_two_pairs_only_by_option() -> None:
    """Y12."""
    with pytest.raises(NotAWin, match="not a complete hand"):
        value("1111m2255p3377s1z+1z")
    assert counted(value("1111m2255p3377s1z+1z", {"chiitoitsu_four_alike": True})) == {"chiitoitsu": 2}


SEVEN_WINDS = "1122334455667z+7z"
GATES = "1112345678999m+5m"
NO_HATSU = "2233444466688s+8s"
ALL_WINDS = "111222333444z5z+5z"


@pytest.mark.parametrize(
    ("item", "hand", "rules", "more", "expected"),
    [
        ("K1", PLAIN, {}, {**TSUMO, **EAST, "first_turn": True}, {"tenhou": 1}),
        ("K2", PLAIN, {}, {**TSUMO, "first_turn": True}, {"chiihou": 1}),
        ("K2", PLAIN, {"chiihou_old": True}, {"first_turn": True, "dealers_first_discard": True}, {"chiihou": 1}),
        ("K3 L7", PLAIN, {"renhou": True}, {"first_turn": True}, {"renhou": 1}),
        ("K3", PLAIN, {"renhou": 4}, {"first_turn": True}, {"renhou": 4, "pinfu": 1, "tanyao": 1}),
        ("K3", PLAIN, {}, {"first_turn": True}, {"pinfu": 1, "tanyao": 1}),
        ("K4", "456m9p555666777z+9p", {}, {}, {"daisangen": 1}),
        ("K5", "45m111222333z44z+6m", {}, {}, {"shousuushii": 1}),
        ("K6", "5m444z+5m pon:11z+1z<0 pon:22z+2z<1 pon:33z+3z<3", {}, {}, {"daisuushii": 1}),
        ("K6", "5m444z+5m pon:11z+1z<0 pon:22z+2z<1 pon:33z+3z<3", {"double_yakuman": True}, {}, {"daisuushii": 2}),
        ("K7", "222444m666p99p55s+5s", {}, TSUMO, {"suuankou": 1}),
        ("K7", "222444m666p9p555s+9p", {}, {}, {"suuankou_tanki": 1}),
        ("K7", "222444m666p9p555s+9p", {"double_yakuman": True}, {}, {"suuankou_tanki": 2}),
        ("K7", "222444m666p99p55s+5s", {}, {}, {"sanankou": 2, "toitoi": 2}),
        ("K8", "119m19p19s123456z+7z", {}, {}, {"kokushi": 1}),
        ("K8", "19m19p19s1234567z+1m", {"double_yakuman": True}, {}, {"kokushi_13": 2}),
        ("K9", "1112345678899m+9m", {}, {}, {"chuuren": 1}),
        ("K9", GATES, {"double_yakuman": True}, {}, {"chuuren_9": 2}),
        ("K9", GATES.replace("m", "s"), {"chuuren_man_only": True}, {}, {"chinitsu": 6}),
        ("K10", SEVEN_WINDS, {}, {}, {"tsuuiisou": 1}),
        ("K11", "11199m11p+1p pon:99p+9p<0 pon:11s+1s<2", {}, {}, {"chinroutou": 1}),
        ("K12", "223344666s88s66z+6z", {}, {}, {"ryuuiisou": 1}),
        ("K12", NO_HATSU, {}, {}, {"ryuuiisou": 1}),
        ("K12 L20", NO_HATSU, {"pure_ryuuiisou": True}, {}, {"pure_ryuuiisou": 2}),
        ("K13", f"5p+5p {QUADS} kakan:777s+7s<0", {}, {}, {"suukantsu": 1}),
        ("K14", ALL_WINDS, {}, {}, {"suuankou_tanki": 1, "daisuushii": 1, "tsuuiisou": 1}),
    ],
)
def test_yakuman(item: str, hand: str, rules: More, more: More, expected: dict[str, int]) -> None:
    assert counted(value(hand, rules, **more)) == expected


def test_green_needs_hatsu_only_by_option() -> None:
    """K12."""
    assert "ryuuiisou" not in counted(value(NO_HATSU, {"ryuuiisou_needs_hatsu": True}))


@pytest.mark.parametrize(
    ("rules", "base"),
    [
        ({}, 24000),
        ({"double_yakuman": True}, 40000),
        ({"multiple_yakuman": False}, 8000),
        ({"double_yakuman": True, "most_yakuman": 3}, 24000),
    ],
)
def test_yakuman_stack(rules: More, base: int) -> None:
    """K14: added up, doubled, singly, and up to so many."""
    assert value(ALL_WINDS, rules).base == base


def test_a_true_yakuman_comes_before_as_many_counted_han() -> None:
    """K16."""
    best = value("3344405566m777z+6m", tsumo=True, riichi=1, ippatsu=True, haitei=True, indicators=parse_tiles("5m"))
    assert (best.yakuman, best.base) == (("suuankou",), 8000)
    assert any(other.han >= 13 and other.base == best.base for other in best.others)


OPENED: More = {"riichi": 1, "open_riichi": True}
DOUBLE: More = {**OPENED, "riichi": 2}
NO_DEAL_IN: More = {"open_riichi": {"han": 2, "deal_in_yakuman": False}}
LAST: More = {"tsumo": True, "haitei": True, "riichi": 2}
PLAINLY = {"pinfu": 1, "tanyao": 1}
MANY_RANKS = "6677778888999m+9m"
EXACTLY: More = {"hyakumangoku": {"threshold": 108, "exact_double": True}}
SPREAD = "147m258p369s1234z+1z"
TOO_CLOSE = "146m258p369s1234z+1z"


@pytest.mark.parametrize(
    ("item", "hand", "rules", "more", "expected"),
    [
        (
            "L1",
            PLAIN,
            {"open_riichi": True},
            {**OPENED, **TSUMO},
            {"menzen_tsumo": 1, "pinfu": 1, "tanyao": 1, "open_riichi": 2},
        ),
        ("L1 RI9", PLAIN, {"open_riichi": True}, OPENED, {"open_riichi_deal_in": 1}),
        (
            "L1 RI9",
            PLAIN,
            {"open_riichi": True},
            {**OPENED, "discarder_riichi": True},
            {"open_riichi": 2, "pinfu": 1, "tanyao": 1},
        ),
        (
            "RI10",
            PLAIN,
            {"open_riichi": {"han": 2, "deal_in_yakuman": False}},
            {**OPENED, "riichi": 2},
            {"open_double_riichi": 3, "pinfu": 1, "tanyao": 1},
        ),
        ("L2", "123m456p22289s22z+7s", {"sanshoku_tsuukan": True}, {}, {"sanshoku_tsuukan": 2}),
        ("L3", "222333444m67s99p+8s", {"sanrenkou": True}, {}, {"sanrenkou": 2, "sanankou": 2}),
        ("L4", "12312312m456s99p+3m", {"isshoku_sanjun": True}, {}, {"isshoku_sanjun": 2}),
        ("L5", "22233344455m99p+5m", {"suurenkou": True}, {}, {"suurenkou": 1}),
        ("L6", "222233334444m9s+9s", {"isshoku_yonjun": True}, {}, {"isshoku_yonjun": 1}),
        ("L8", "2233445566778p+8p", {"daisharin": True}, {}, {"daisharin": 1}),
        ("L8", "2233445566778s+8s", {"daisharin": {"other_suits": True}}, {}, {"daisharin": 1}),
        ("L9", SPREAD, {"shiisanpuutaa": True}, {**TSUMO, "first_turn": True}, {"shiisanpuutaa": 1}),
        ("L10", MANY_RANKS, {"hyakumangoku": True}, {}, {"hyakumangoku": 1}),
        (
            "L10",
            MANY_RANKS,
            {"hyakumangoku": {"threshold": 108, "exact_double": True}},
            {},
            {"hyakumangoku_exact": 2},
        ),
        ("L11", "111555777s99s77z+7z", {"benikujaku": True}, {}, {"benikujaku": 1}),
        ("L12", "12345678s11144z+9s", {"touhoku_shinkansen": True}, {}, {"touhoku_shinkansen": 1}),
        ("L13", SEVEN_WINDS, {"daichisei": True}, {}, {"daichisei": 2, "tsuuiisou": 1}),
        ("L13", SEVEN_WINDS, {"daichisei": {"plus_tsuuiisou": False}}, {}, {"daichisei": 2}),
        ("L14", PLAIN, {"paarenchan": True}, {**EAST, "renchan": 8}, {"paarenchan": 1}),
        (
            "L15",
            PLAIN,
            {"ishi_no_ue_nimo_sannen": True},
            {**TSUMO, "riichi": 2, "haitei": True},
            {"ishi_no_ue_nimo_sannen": 2},
        ),
        ("L16", "22334466688s77z+7z", {"kouitten": True}, {}, {"kouitten": 1}),
        ("L17", "123m456p78s33z555z+9s", {"uumensai": True}, {}, {"uumensai": 2, "haku": 1}),
        ("L18", "123345888p99s55z+9s", {"tuibudao": True}, {}, {"tuibudao": 1}),
        ("L19", "12334556778p99s+9p", {"golden_gate_bridge": True}, {}, {"golden_gate_bridge": 2}),
    ],
)
def test_local_yaku(item: str, hand: str, rules: More, more: More, expected: dict[str, int]) -> None:
    assert counted(value(hand, rules, **more)) == expected
    try:
        off = counted(value(hand, **more))
    except NotAWin:
        off = {}
    assert not set(rules) & set(off)


def test_riichi_tanyao_pinfu_has_a_name_of_its_own() -> None:
    """L21: no han of its own."""
    rules = read({"riichi_tan_pin": True})
    best = value(PLAIN, {"riichi_tan_pin": True}, riichi=1)
    assert (best.han, named(best.yaku, rules)) == (3, ("riichi_tan_pin",))
    assert named(value(PLAIN, riichi=1).yaku, read({})) == named(value(PLAIN).yaku, rules) == ()


@pytest.mark.parametrize(
    ("rules", "hand"),
    [
        ({"shiisanpuutaa": True}, TOO_CLOSE),
        ({"hyakumangoku": {"threshold": 109}}, MANY_RANKS),
        ({"tuibudao": {"pin_only": True}}, "123345888p99s55z+9s"),
        ({"touhoku_shinkansen": {"suit": "s"}}, "12345678m11144z+9m"),
        ({"golden_gate_bridge": {"suit": "p"}}, "12334556778m99s+9m"),
        ({"daisharin": True}, "2233445566778s+8s"),
    ],
)
def test_local_yaku_by_their_own_settings(rules: More, hand: str) -> None:
    """L8 L9 L10 L12 L18 L19: what just misses by the gap, the sum or the suit."""
    try:
        counts = counted(value(hand, rules, tsumo=True, first_turn=hand == TOO_CLOSE, riichi=1))
    except NotAWin:
        counts = {}
    assert not set(rules) & set(counts)


def fu(of: HandValue) -> tuple[int, list[int]]:
    """The fu, and the items that they are made of."""
    return of.fu, [line.fu for line in of.fu_lines]


NO_PINFU: More = {"pinfu_tsumo": False}


@pytest.mark.parametrize(
    ("item", "hand", "rules", "more", "expected"),
    [
        ("FU1 FU11", PLAIN, {}, {}, (30, [20, 10])),
        ("FU2", OPEN, {}, {**TSUMO, "haitei": True}, (30, [20, 2])),
        ("FU2", f"46m99p+5m {QUADS}", {}, {**TSUMO, "rinshan": True}, (60, [20, 16, 8, 8, 2, 2])),
        ("FU2", f"46m99p+5m {QUADS}", {"rinshan_tsumo_fu": False}, {**TSUMO, "rinshan": True}, (60, [20, 16, 8, 8, 2])),
        ("FU3", "234567m34588p46s+5s", {}, {}, (40, [20, 10, 2])),
        ("FU3", "234567m34588p12s+3s", {}, {"riichi": 1}, (40, [20, 10, 2])),
        ("FU3", "234567m345p4567s+4s", {}, {}, (40, [20, 10, 2])),
        ("FU3", "234567m88p34599s+8p", {}, {"riichi": 1}, (40, [20, 10, 2])),
        ("FU4", "123567m345p22z45s+6s", {}, {"riichi": 1}, (40, [20, 10, 2])),
        ("FU4", "123567m345p11z45s+6s", {}, {"riichi": 1, **EAST}, (40, [20, 10, 4])),
        ("FU4", "123567m345p11z45s+6s", {"double_wind_pair_fu": 2}, {"riichi": 1, **EAST}, (40, [20, 10, 2])),
        ("FU4", "123567m345p44z45s+6s", {}, {}, (30, [20, 10])),
        ("FU5", "111m222p99p45645s+6s", {}, {"riichi": 1}, (50, [20, 10, 8, 4])),
        ("FU5", "46m99p+5m ankan:1111z daiminkan:999s+9s<0 pon:55z+5z<1", {}, {}, (80, [20, 32, 16, 4, 2])),
        ("FU6", "222444m66p99p456s+6p", {}, {"riichi": 1}, (40, [20, 10, 4, 4, 2])),
        ("FU8", "1133m2255p3377s1z+1z", {}, {}, (25, [25])),
        ("FU8", "1133m2255p3377s1z+1z", {"chiitoitsu": {"han": 1, "fu": 50}}, {}, (50, [50])),
        ("FU9", OPEN, {}, {"houtei": True}, (30, [20, 10])),
        ("FU9", OPEN, {"open_pinfu_ron_fu": 20}, {"houtei": True}, (20, [20])),
        ("FU10", PLAIN, {}, TSUMO, (20, [20])),
        ("FU10", PLAIN, NO_PINFU, TSUMO, (30, [20, 2])),
        ("FU12", "46m99p+5m ankan:1111z ankan:9999m ankan:1111s", {}, {}, (130, [20, 10, 32, 32, 32, 2])),
    ],
)
def test_fu(item: str, hand: str, rules: More, more: More, expected: tuple[int, list[int]]) -> None:
    assert fu(value(hand, rules, **more)) == expected
