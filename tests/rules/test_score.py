"""Values of wins: the readings, fu and limits that are easy to get wrong."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from mahjong.agari import Agari

from tablectl.rules.meld import Meld
from tablectl.rules.ruleset import TENHOU, Ruleset
from tablectl.rules.score import HandValue, NotAWin, Win, evaluate, limited
from tablectl.rules.seat import Wind
from tablectl.rules.shape import count, is_complete, is_tenpai, splits, waits
from tablectl.rules.tile import TILES, Tile, all_tiles, parse_tiles


def value(
    hand: str, tile: str, *melds: str, tsumo: bool = False, ruleset: Ruleset = TENHOU, **more: object
) -> HandValue:
    win = Win(parse_tiles(hand), Tile.parse(tile), tsumo, tuple(map(Meld.parse, melds)), Wind.SOUTH, Wind.EAST)
    return evaluate(replace(win, **more), ruleset)  # type: ignore[arg-type]


def yaku(of: HandValue) -> dict[str, int]:
    return {line.name: line.han for line in of.yaku}


@pytest.mark.parametrize(
    ("hand", "tile", "tsumo", "fu", "names"),
    [
        ("234567m34588p45s", "6s", True, 20, {"menzen_tsumo", "pinfu", "tanyao"}),
        ("234567m34588p45s", "6s", False, 30, {"pinfu", "tanyao"}),
        ("234567m34588p46s", "5s", False, 40, {"tanyao"}),
        ("112233m112233p1s", "1s", False, 40, {"ryanpeikou", "junchan"}),
        ("1133m2255p3377s1z", "1z", False, 25, {"chiitoitsu"}),
        ("222333444m5577p", "5p", False, 50, {"sanankou", "toitoi", "tanyao"}),
    ],
)
def test_the_best_reading_counts(hand: str, tile: str, tsumo: bool, fu: int, names: set[str]) -> None:
    best = value(hand, tile, tsumo=tsumo)
    assert (set(yaku(best)), best.fu) == (names, fu)


def test_other_readings_are_kept() -> None:
    best = value("222333444m5577p", "5p")
    assert [sorted(yaku(other)) for other in best.others]
    assert all(other.base <= best.base for other in best.others)
    assert str(best.reading).endswith("shanpon wait")


def test_fu_are_told_item_by_item() -> None:
    best = value("1123m", "1m", "pon:55z+5z<0", "ankan:9999p", "chi:34s+5s<1")
    assert [(line.name, line.fu) for line in best.fu_lines] == [
        ("base", 20),
        ("open triplet of 5z", 4),
        ("concealed kan of 9p", 32),
        ("tanki wait", 2),
    ]
    assert best.fu == 60


def test_an_open_hand_without_fu_counts_thirty() -> None:
    best = value("67m567p34588s", "8m", "chi:34m+2m<0")
    assert (best.fu, best.fu_lines[-1].fu) == (30, 10)


def test_the_pair_of_both_winds() -> None:
    both = value("234m345p67s11z", "8s", "pon:55z+5z<0", seat_wind=Wind.EAST)
    assert [line.fu for line in both.fu_lines if line.name == "pair of 1z"] == [4]
    two = value(
        "234m345p67s11z", "8s", "pon:55z+5z<0", seat_wind=Wind.EAST, ruleset=replace(TENHOU, double_wind_pair_fu=2)
    )
    assert [line.fu for line in two.fu_lines if line.name == "pair of 1z"] == [2]


@pytest.mark.parametrize(
    ("hand", "tile", "tsumo", "names"),
    [
        ("19m19p19s1234567z", "1z", False, ("kokushi_13",)),
        ("119m19p19s123456z", "7z", False, ("kokushi",)),
        ("1112345678999m", "5m", False, ("chuuren_9",)),
        ("1112345678899m", "9m", False, ("chuuren",)),
        ("111m222p333s4455z", "5z", True, ("suuankou",)),
        ("111m222p333s4445z", "5z", False, ("suuankou_tanki",)),
        ("555666777z2344m", "4m", False, ("daisangen",)),
        ("1122334455667z", "7z", False, ("tsuuiisou",)),
        ("11122233z444z55m", "3z", False, ("daisuushii",)),
        ("11122233z44z555m", "3z", False, ("shousuushii",)),
        ("223344666888s6z", "6z", False, ("ryuuiisou",)),
    ],
)
def test_yakuman(hand: str, tile: str, tsumo: bool, names: tuple[str, ...]) -> None:
    best = value(hand, tile, tsumo=tsumo)
    assert (best.yakuman, best.limit, best.base) == (names, "yakuman", 8000)


def test_a_true_yakuman_is_named_before_as_many_counted_han() -> None:
    best = value("3344405566m777z", "6m", tsumo=True, riichi=1, ippatsu=True, haitei=True, indicators=parse_tiles("5m"))
    assert best.yakuman == ("suuankou",)
    assert any(other.han >= 13 and other.base == best.base for other in best.others)


def test_yakuman_add_up() -> None:
    best = value("111222333444z5z", "5z", tsumo=False)
    assert set(best.yakuman) == {"daisuushii", "tsuuiisou", "suuankou_tanki"}
    assert best.base == 24000


@pytest.mark.parametrize(
    ("han", "fu", "name", "base"),
    [
        (1, 30, "", 240),
        (4, 30, "", 1920),
        (3, 60, "", 1920),
        (4, 40, "mangan", 2000),
        (5, 20, "mangan", 2000),
        (7, 30, "haneman", 3000),
        (10, 30, "baiman", 4000),
        (12, 30, "sanbaiman", 6000),
        (13, 30, "yakuman", 8000),
    ],
)
def test_limits(han: int, fu: int, name: str, base: int) -> None:
    assert limited(han, fu, TENHOU) == (name, base)


def test_limit_options() -> None:
    assert limited(4, 30, replace(TENHOU, kiriage_mangan=True)) == ("mangan", 2000)
    assert limited(13, 30, replace(TENHOU, kazoe_yakuman="none")) == ("sanbaiman", 6000)


@pytest.mark.parametrize(
    ("hand", "tile", "message"),
    [("123m456p789s1122z", "3z", "not a complete hand"), ("123m456p78s44z", "9s", "has no yaku")],
)
def test_what_does_not_win_is_told_apart(hand: str, tile: str, message: str) -> None:
    melds = () if len(parse_tiles(hand)) == 13 else ("pon:99m+9m<0",)
    with pytest.raises(NotAWin, match=message):
        value(hand, tile, *melds)


def test_dora_are_no_yaku() -> None:
    with pytest.raises(NotAWin, match="no yaku"):
        value("123m456p78s44z", "9s", "pon:99m+9m<0", indicators=parse_tiles("8m"))


def test_shapes_agree_with_another_library() -> None:
    rng, agari = Random(1), Agari()
    complete = 0
    suit = [tile for tile in all_tiles((0, 0, 0)) if tile.kind < 9 or tile.kind > 30]
    for _ in range(6000):
        hand = rng.sample(suit, 14)
        counts = count(hand)
        assert is_complete(hand) == agari.is_agari(counts)
        complete += is_complete(hand)
    assert complete > 20


def test_waits() -> None:
    assert waits(parse_tiles("1112345678999m")) == frozenset(range(9))
    assert waits(parse_tiles("19m19p19s1234567z")) == {tile.kind for tile in TILES if tile.is_yaochuu}
    assert waits(parse_tiles("123m1z")) == {27}
    assert waits(parse_tiles("147m147p147s1234z")) == frozenset()


def test_waiting_for_the_own_fourth_tile_only() -> None:
    hand, pon = parse_tiles("2m"), [Meld.parse("pon:22m+2m<0")]
    assert not is_tenpai(hand, pon)
    assert is_tenpai(hand, pon, own_four=True)
    assert is_tenpai(hand)


def test_every_way_to_part_a_hand() -> None:
    assert len(splits(parse_tiles("111222333m44p"))) == 2
    assert len(splits(parse_tiles("11122233344m"))) == 3
    assert splits(parse_tiles("12m")) == ()
