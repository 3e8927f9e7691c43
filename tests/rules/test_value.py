"""What a hand is worth beyond its yaku: minimum, limits, house yaku; and that no input breaks the scorer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablectl.rules import yaku
from tablectl.rules.meld import Meld
from tablectl.rules.pattern import Yaku, always
from tablectl.rules.profile import ProfileError, read
from tablectl.rules.reading import Trait
from tablectl.rules.ruleset import TENHOU
from tablectl.rules.score import HandValue, NotAWin, Win, evaluate
from tablectl.rules.seat import Wind
from tablectl.rules.tile import TILES, Tile, parse_tiles
from tablectl.rules.worth import Worth, han
from tablectl.rules.yaku import BY_NAME, register, worth_of

PLAIN = "234567m34588p45s+6s"
Rules = dict[str, object]


def value(text: str, rules: Rules | None = None, **more: object) -> HandValue:
    """A win of South in the East round: concealed tiles, + the last one, then melds."""
    hand, *melds = text.split()
    tiles, last = hand.split("+")
    win = Win(parse_tiles(tiles), Tile.parse(last), False, tuple(map(Meld.parse, melds)), Wind.SOUTH, Wind.EAST)
    return evaluate(replace(win, **more), read(rules or {}))  # type: ignore[arg-type]


def names(of: HandValue) -> list[str]:
    return [*(line.name for line in of.yaku), *of.yakuman]


@pytest.mark.parametrize(
    ("worth", "indicators", "limit", "base", "counted"),
    [
        ("mangan", "", "mangan", 2000, ["renhou"]),
        ("baiman", "", "baiman", 4000, ["renhou"]),
        ("mangan", "777p", "baiman", 4000, ["pinfu", "tanyao", "dora"]),
        (2, "", "", 1920, ["pinfu", "tanyao", "renhou"]),
    ],
)
def test_a_yaku_can_stand_for_a_limit(
    worth: object, indicators: str, limit: str, base: int, counted: list[str]
) -> None:
    """K3: the hand counts at least that much; more counted han go before, never both."""
    best = value(PLAIN, {"renhou": worth}, first_turn=True, indicators=parse_tiles(indicators))
    assert (best.limit, best.base, names(best)) == (limit, base, counted)


def test_the_two_han_minimum() -> None:
    """LE4, DO8: from five counters on, and dora never help."""
    rules: Rules = {"ryanhan_shibari_from_honba": 5}
    assert value(PLAIN, rules, honba=5).han == 2
    one = "123456m34588p45s+6s"
    assert value(one, rules, honba=4).han == 1
    with pytest.raises(NotAWin, match="less than 2 han") as caught:
        value(one, rules, honba=5, indicators=parse_tiles("7p"))
    assert caught.value.reason == "below_minimum"


def test_an_open_riichi_can_be_for_tsumo_alone() -> None:
    """RI9, L1."""
    rules: Rules = {"open_riichi": {"han": 2, "tsumo_only": True}}
    with pytest.raises(NotAWin) as caught:
        value(PLAIN, rules, riichi=1, open_riichi=True)
    assert caught.value.reason == "open_riichi_tsumo_only"
    assert "open_riichi" in names(value(PLAIN, rules, riichi=1, open_riichi=True, tsumo=True))


def test_paarenchan_needs_a_yaku_unless_the_table_says_otherwise() -> None:
    """L14."""
    nothing = "456m34599p45s+6s chi:23m+4m<0"
    win = {"seat_wind": Wind.EAST, "renchan": 8}
    with pytest.raises(NotAWin, match="no yaku"):
        value(nothing, {"paarenchan": {"needs_yaku": True}}, **win)
    assert value(nothing, {"paarenchan": {"needs_yaku": False}}, **win).yakuman == ("paarenchan",)


def test_without_limits_everything_counts() -> None:
    """PT3: yakuman are 13 han, what they are made of is not counted again, and dora count."""
    best = value("222444m666p99p55s+5s", {"aotenjou": True}, tsumo=True, indicators=parse_tiles("1m"))
    assert names(best) == ["menzen_tsumo", "dora", "suuankou"]
    assert (best.han, best.fu, best.limit, best.base) == (17, 40, "", 40 << 19)


@pytest.mark.parametrize(
    ("rules", "indicators", "names_and_han"),
    [
        ({}, "7p", ["dora", 2]),
        ({}, "77p", ["dora", 4]),
        ({"dora_is_indicator": True}, "8p", ["dora", 2]),
        ({"players": 3}, "1m", []),
    ],
)
def test_dora(rules: Rules, indicators: str, names_and_han: list[object]) -> None:
    """DO1, DO7: equal indicators add up; of three players 1m points to 9m."""
    lines = [(line.name, line.han) for line in value(PLAIN, rules, indicators=parse_tiles(indicators)).yaku]
    assert [part for line in lines if line[0] == "dora" for part in line] == names_and_han


def test_north_tiles_of_three_players() -> None:
    """DO10: dora each, or a yakuhai for everybody, or nothing."""
    norths = "456p34599s44z+4z pon:55z+5z<0"
    assert {line.name for line in value(norths, {"players": 3, "kita": "yakuhai"}).yaku} == {"kita_yakuhai", "haku"}
    assert value(norths, {"players": 3}, kita=1).han == 2
    assert value(norths, {"players": 3, "kita": False}, kita=1).han == 1


def test_a_cap_of_yakuman_is_a_number() -> None:
    """K14."""
    four = "111222333444z5z+5z"
    assert value(four, {"multiple_yakuman": 2}).base == 16000
    with pytest.raises(ProfileError):
        read({"multiple_yakuman": 99})


@pytest.fixture
def own_yaku() -> Iterator[Yaku]:
    own = Yaku("all_green_gates", han(3, 1), "L22", always, Trait.ALL_RANKS, played=False, replaces=("chinitsu",))
    register(own)
    yield own
    del yaku._by_name[own.name]
    yaku.table_of.cache_clear()


def test_a_house_adds_a_yaku_of_its_own(own_yaku: Yaku) -> None:
    """L22: an entry and a line in the rule file; what it replaces is gone."""
    some = "2223334445566m+7m"
    plain = "1123345678999m+4m"
    assert BY_NAME[own_yaku.name] is own_yaku
    assert not worth_of(own_yaku.name, TENHOU).is_on
    assert "chinitsu" in names(value(plain))
    assert own_yaku.name in names(value(plain, {own_yaku.name: True}))
    assert "chinitsu" not in names(value(plain, {own_yaku.name: {"closed": 3, "open": 1}}))
    assert own_yaku.name not in names(value(some, {own_yaku.name: True}))
    with pytest.raises(ValueError, match="already"):
        register(own_yaku)


@pytest.mark.parametrize(
    ("name", "hand", "more"),
    [
        ("kanburi", PLAIN, {"rinshan": True}),
        ("iipin_mouyue", "234567m23p34588s+1p", {"haitei": True, "tsumo": True}),
        ("chuupin_raoyui", "234567m78p34588s+9p", {"houtei": True}),
        ("shiiaru_raotai", "1m+1m pon:22z+2z<0 chi:23p+4p<0 chi:67p+8p<0 chi:23s+4s<0", {}),
        ("sanfuurenkou", "111222333z234p5s+5s", {"riichi": 1}),
    ],
)
def test_further_local_yaku(name: str, hand: str, more: dict[str, object]) -> None:
    """L22."""
    assert name in names(value(hand, {name: True}, **more))
    assert name not in names(value(hand, {}, **more))


TILE = st.sampled_from(TILES)
FLAGS = ("tsumo", "ippatsu", "rinshan", "chankan", "haitei", "houtei", "first_turn", "open_riichi", "discarder_riichi")
PARTY: Rules = {name: True for name in BY_NAME if name not in ("riichi_tan_pin",)}


@settings(max_examples=300, deadline=None)
@given(
    st.lists(TILE, max_size=16),
    st.lists(TILE, max_size=4).map(tuple),
    TILE,
    st.sets(st.sampled_from(FLAGS)),
    st.sampled_from(list(Wind)),
    st.booleans(),
)
def test_whatever_is_laid_open_has_a_value_or_a_reason(
    hand: list[Tile], sets: tuple[Tile, ...], last: Tile, flags: set[str], wind: Wind, party: bool
) -> None:
    """Triplets are thrown in, so that some hands are complete; impossible ones are refused like others."""
    tiles = tuple((list(sets) * 3 + [last, *hand])[:13])
    win = Win(tiles, last, False, seat_wind=wind, riichi=len(hand) % 3, indicators=sets)
    win = replace(win, **{flag: flag in flags for flag in FLAGS})  # type: ignore[arg-type]
    try:
        found = evaluate(win, read(PARTY) if party else TENHOU)
    except NotAWin as refused:
        assert refused.reason
    else:
        assert found.base > 0
        assert str(found.reading)
        assert all(other.base <= found.base for other in found.others)


WORTHS = st.one_of(
    st.builds(Worth, st.integers(0, 13), st.integers(0, 13)),
    st.builds(Worth, limit=st.sampled_from(["mangan", "haneman", "baiman", "sanbaiman"]), closed_only=st.booleans()),
    st.builds(Worth, yakuman=st.integers(1, 2), closed_only=st.booleans()),
)


@given(WORTHS)
def test_a_worth_prints_and_parses(worth: Worth) -> None:
    assert Worth.parse(str(worth)) == worth
