"""Settlements explained: every step of the sum, and every term in four languages."""

from __future__ import annotations

import re
from dataclasses import replace
from string import Formatter

import pytest

from tablectl.rules.event import RyuukyokuKind
from tablectl.rules.explain import explain, explanation, title, why_not
from tablectl.rules.foul import chombo
from tablectl.rules.fu import fu_lines
from tablectl.rules.limit import LIMITS
from tablectl.rules.meld import Meld
from tablectl.rules.pao import DAIMINKAN, Pao
from tablectl.rules.reading import readings
from tablectl.rules.ruleset import TENHOU, Ruleset
from tablectl.rules.ryuukyoku import abortive, exhaustive, nagashi_mangan
from tablectl.rules.score import HandValue, NotAWin, Win, evaluate
from tablectl.rules.seat import BySeat, Seat, Wind
from tablectl.rules.sentence import PATTERNS, Sentence, Term, sentence
from tablectl.rules.settlement import Settlement, settle_win
from tablectl.rules.tile import Tile, parse_tiles
from tablectl.rules.words import FU, LANGUAGES, TERMS, YAKU, Language, Row, word
from tablectl.rules.worth import MANGAN, han
from tablectl.rules.yaku import BY_NAME

S0, S1, S2, S3 = Seat


def value(hand: str, tile: str, *melds: str, ruleset: Ruleset = TENHOU, **more: object) -> HandValue:
    win = Win(parse_tiles(hand), Tile.parse(tile), False, tuple(map(Meld.parse, melds)), Wind.SOUTH, Wind.EAST)
    return evaluate(replace(win, **more), ruleset)  # type: ignore[arg-type]


def won(
    hand: HandValue, source: Seat = S2, *, honba: int = 0, deposits: int = 0, pao: tuple[Pao, ...] = ()
) -> Settlement:
    """Seat 1, South while seat 0 deals, wins."""
    return settle_win(
        winner=S1, source=source, value=hand, dealer=S0, honba=honba, deposits=deposits, pao=pao, ruleset=TENHOU
    )


CHEAP = value("234567m34588p45s", "6s")
DAISANGEN = value("555666777z2344m", "1m")
SUUANKOU = value("3344405566m777z", "6m", tsumo=True, riichi=1, ippatsu=True, haitei=True, indicators=parse_tiles("5m"))
LIMITED = value("222333444m5577p", "5p", indicators=parse_tiles("1111m"))


def test_a_ron_is_explained_so_that_it_can_be_checked() -> None:
    assert explain(won(CHEAP, honba=2, deposits=3), TENHOU) == (
        "read as 234m 567m 345p 456s 88p, ryanmen wait",
        "pinfu: 1 han",
        "tanyao: 1 han",
        "base: 20 fu",
        "closed ron: 10 fu",
        "fu: 20 + 10 = 30",
        "2 han 30 fu: base 30 x 2^4 = 480 points",
        "seat 2 pays 2,000 (ron: 480 x 4 = 1,920)",
        "seat 2 pays 600 (2 honba)",
        "seat 1 takes 3,000 (riichi sticks: 3)",
        "seat 1: +5,600, seat 2: -2,600",
    )


def test_fu_are_told_item_by_item_and_rounded() -> None:
    """FU5, FU7."""
    lines = explain(won(value("1123m", "1m", "pon:55z+5z<0", "ankan:9999p", "chi:34s+5s<0")), TENHOU)
    assert lines[1:8] == (
        "haku: 1 han",
        "base: 20 fu",
        "open triplet of 5z: 4 fu",
        "concealed kan of 9p: 32 fu",
        "tanki wait: 2 fu",
        "fu: 20 + 4 + 32 + 2 = 58, rounded up to 60",
        "1 han 60 fu: base 60 x 2^3 = 480 points",
    )
    seven = explain(won(value("1133m2255p3377s1z", "1z")), TENHOU)
    assert "chiitoitsu: 25 fu" in seven and not any(line.startswith("fu:") for line in seven)


@pytest.mark.parametrize(
    ("hand", "rules", "line"),
    [
        (("234567m34588p45s", "6s", 1), TENHOU, "4 han 30 fu: base 30 x 2^6 = 1,920 points"),
        (
            ("234567m34588p45s", "6s", 1),
            replace(TENHOU, kiriage_mangan=True),
            "4 han 30 fu: base 30 x 2^6 = 1,920, rounded up to mangan: 2,000 points",
        ),
        (("234567m34588p46s", "5s", 2), TENHOU, "4 han 40 fu: base 40 x 2^6 = 2,560, more than mangan: 2,000 points"),
        (("234567m34588p45s", "6s", 2), TENHOU, "5 han 30 fu: mangan, base 2,000 points"),
        (("234567m34588p45s", "6s", 10), TENHOU, "13 han 30 fu: kazoe yakuman, base 8,000 points"),
    ],
)
def test_why_a_limit_is_reached(hand: tuple[str, str, int], rules: Ruleset, line: str) -> None:
    """PT1, PT2, K15."""
    tiles, tile, dora = hand
    hand = value(tiles, tile, ruleset=rules, riichi=1, indicators=parse_tiles("1m" * dora))
    assert line in explain(won(hand), rules)


def test_who_pays_a_tsumo() -> None:
    lines = explain(won(value("234567m34588p45s", "6s", tsumo=True), S1, honba=1), TENHOU)
    assert lines[-7:-1] == (
        "seat 0 pays 1,300 (tsumo: 640 x 2 = 1,280)",
        "seat 0 pays 100 (1 honba)",
        "seat 2 pays 700 (tsumo: 640 x 1 = 640)",
        "seat 2 pays 100 (1 honba)",
        "seat 3 pays 700 (tsumo: 640 x 1 = 640)",
        "seat 3 pays 100 (1 honba)",
    )


def test_who_is_liable_for_what() -> None:
    """PA2, PA3."""
    pao = (Pao(S1, S3, "daisangen"),)
    assert explain(won(DAISANGEN, S1, honba=1, pao=pao), TENHOU) == (
        "daisangen: yakuman",
        "yakuman: base 8,000 points",
        "seat 3 is liable for daisangen (pao)",
        "seat 3 pays 32,000 (pao: 8,000 x 4 = 32,000)",
        "seat 3 pays 300 (1 honba)",
        "seat 1: +32,300, seat 3: -32,300",
    )
    half = explain(won(DAISANGEN, S2, pao=pao), TENHOU)
    assert "seat 2 pays 16,000 (ron: 8,000 x 2 = 16,000)" in half
    assert "seat 3 pays 16,000 (pao: 8,000 x 2 = 16,000)" in half


def test_yakuman_add_up_or_are_counted_in_part() -> None:
    """K14, PT3."""
    hand = ("111222333444z5z", "5z")
    assert explain(won(value(*hand)), TENHOU)[:4] == (
        "suuankou tanki: yakuman",
        "tsuuiisou: yakuman",
        "daisuushii: yakuman",
        "3 yakuman: base 24,000 points",
    )
    double = replace(TENHOU, double_yakuman=True, most_yakuman=2)
    assert explain(won(value(*hand, ruleset=double)), double)[:4] == (
        "suuankou tanki: 2 yakuman",
        "tsuuiisou: yakuman",
        "daisuushii: 2 yakuman",
        "2 yakuman counted of 5 yakuman: base 16,000 points",
    )
    endless = replace(TENHOU, aotenjou=True)
    lines = explain(won(value(*hand, ruleset=endless)), endless)
    assert "daisuushii: 13 han" in lines


RENHOU = replace(TENHOU, yaku=(("renhou", MANGAN),))


def test_a_yaku_that_stands_for_a_limit() -> None:
    """K3."""
    lines = explain(won(value("234567m34588p45s", "6s", first_turn=True, ruleset=RENHOU)), RENHOU)
    assert lines[:3] == (
        "renhou: mangan",
        "mangan: base 2,000 points",
        "or 234m 567m 345p 456s 88p, ryanmen wait (pinfu, tanyao): 2 han 30 fu, 2,000 instead of 8,000",
    )


def test_why_another_reading_lost() -> None:
    triplets = explain(won(value("222333444m5577p", "5p")), TENHOU)
    runs = [line for line in triplets if line.startswith("or ")]
    assert runs == [
        "or 234m 234m 234m 555p 77p, shanpon wait (tanyao, iipeikou): 2 han 40 fu, 2,600 instead of 8,000",
    ]
    counted = explain(won(SUUANKOU, S1), TENHOU)
    assert any(line.endswith("as many points, but a true yakuman comes first") for line in counted)
    (fewer,) = [line for line in explain(won(LIMITED), TENHOU) if line.startswith("or ")]
    assert fewer.endswith(
        "(tanyao, iipeikou, dora): 14 han 40 fu, as many points, but more han and then more fu come first"
    )


def test_a_reading_with_the_same_yaku_and_fu_is_told_once() -> None:
    hand = value("123456789m1199p", "9p")
    assert not any(line.startswith("or ") for line in explain(won(hand), TENHOU))


def test_draws() -> None:
    """DR1, DR6, AB6."""
    assert explain(exhaustive(BySeat(True, False, False, True), TENHOU), TENHOU) == (
        "tenpai: seat 0, seat 3",
        "seat 1 pays 1,500 (noten payment)",
        "seat 2 pays 1,500 (noten payment)",
        "seat 0: +1,500, seat 1: -1,500, seat 2: -1,500, seat 3: +1,500",
    )
    assert explain(exhaustive(BySeat.fill(False), TENHOU), TENHOU) == ("tenpai: nobody", "nobody pays")
    nagashi = explain(nagashi_mangan((S1,), BySeat.fill(False), S0, TENHOU), TENHOU)
    assert nagashi[1:3] == ("nagashi mangan: seat 1", "seat 0 pays 4,000 (nagashi mangan: 2,000 x 2 = 4,000)")
    draw = abortive(RyuukyokuKind.SUUCHA_RIICHI, TENHOU)
    assert (title(draw).say(), explain(draw, TENHOU)) == ("suucha riichi", ("nobody pays",))


def test_a_foul() -> None:
    """PE1."""
    paid = chombo(S1, S0, (S2,), TENHOU)
    assert title(paid).say() == "chombo of seat 1"
    assert explain(paid, TENHOU) == (
        "seat 1 pays 4,000 (chombo: 2,000 x 2 = 4,000)",
        "seat 1 pays 2,000 (chombo: 2,000 x 1 = 2,000)",
        "seat 1 pays 2,000 (chombo: 2,000 x 1 = 2,000)",
        "seat 2 takes 1,000 (riichi stick back)",
        "seat 0: +4,000, seat 1: -8,000, seat 2: +3,000, seat 3: +2,000",
    )


def test_titles_name_the_seats() -> None:
    names = ("Ann", "Bo", "Cy", "Di")
    assert title(won(CHEAP, S1)).say(seat=names.__getitem__) == "Bo wins by tsumo"
    assert title(won(CHEAP, S2)).say(seat=names.__getitem__) == "Bo wins by ron from Cy"
    assert title(won(CHEAP, S2)).say("ja", names.__getitem__) == "Bo ロン和了（放銃 Cy）"


def test_sentences_are_plain_data_for_programs() -> None:
    told = explanation(won(CHEAP), TENHOU)
    assert told[1].to_json() == {"says": "yaku", "yaku": "pinfu", "han": 1}
    assert told[7].to_json() == {
        "says": "pays",
        "seat": 2,
        "points": 2000,
        "why": {"says": "product", "reason": "ron", "base": 480, "times": 4, "product": 1920},
    }
    assert told[8].to_json()["changes"] == [
        {"says": "change", "seat": 1, "points": 2000},
        {"says": "change", "seat": 2, "points": -2000},
    ]


SETTLEMENTS = (
    won(CHEAP, honba=2, deposits=3),
    won(value("222333444m5577p", "5p")),
    won(SUUANKOU, S1),
    won(LIMITED),
    won(value("111222333444z5z", "5z")),
    won(value("111222333444z5z", "5z", ruleset=replace(TENHOU, most_yakuman=2))),
    won(value("1123m", "1m", "pon:55z+5z<0", "ankan:9999p", "chi:34s+5s<0"), S1),
    won(value("1133m2255p3377s1z", "1z")),
    won(value("234567m34588p46s", "5s", riichi=1, indicators=parse_tiles("11m"))),
    won(value("234567m34588p45s", "6s", riichi=1, ippatsu=True, indicators=parse_tiles("111m"))),
    won(DAISANGEN, S2, honba=1, pao=(Pao(S1, S3, "daisangen"),)),
    exhaustive(BySeat(True, False, False, True), TENHOU),
    exhaustive(BySeat.fill(False), TENHOU),
    nagashi_mangan((S1,), BySeat.fill(False), S0, TENHOU),
    chombo(S1, S0, (S2,), TENHOU),
    *(abortive(kind, TENHOU) for kind in RyuukyokuKind),
)


def refused(hand: str, tile: str, ruleset: Ruleset = TENHOU, **more: object) -> tuple[Sentence, ...]:
    """Why a hand of South does not win."""
    win = replace(Win(parse_tiles(hand), Tile.parse(tile), False, (), Wind.SOUTH), **more)  # type: ignore[arg-type]
    with pytest.raises(NotAWin) as caught:
        evaluate(win, ruleset)
    return why_not(win, caught.value, ruleset)


REFUSED = (
    refused("234567m34588p46s", "6s"),
    refused("147m258p369s1234z", "5z"),
    refused("123m456p78s44z111m", "9s"),
    refused("123m456p78s44z111m", "9s", replace(TENHOU, ryanhan_shibari_from_honba=5), honba=5, riichi=1),
    refused(
        "234567m34588p45s",
        "6s",
        replace(TENHOU, yaku=(("open_riichi", han(2, 0)),), open_riichi_tsumo_only=True),
        riichi=1,
        open_riichi=True,
    ),
)


def test_why_a_hand_does_not_win() -> None:
    """DO8, LE4, RI9."""
    said = [[told.say() for told in why] for why in REFUSED]
    assert said[0] == ["not a complete hand", "before 6s it is tenpai and waits for 5s"]
    assert said[1][1].startswith("before the winning tile it is 6 from tenpai (shanten)")
    assert said[2] == ["complete, but without a yaku; dora are none", "closed: riichi or tsumo would be a yaku"]
    assert said[3] == ["complete, but 2 han of yaku are needed with 5 honba, dora aside"]
    assert said[4] == ["an open riichi wins by tsumo alone"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_is_said_in_every_language(language: Language) -> None:
    for settlement in SETTLEMENTS:
        for told in (title(settlement), *explanation(settlement, TENHOU)):
            _is_said(told, language)
    for told in (told for why in REFUSED for told in why):
        _is_said(told, language)


def _is_said(told: Sentence, language: Language) -> None:
    text = told.say(language)
    assert text and "_" not in text
    assert language == "en" or not re.search("[a-zA-Z]{2,}", text), text


def test_every_sentence_is_used() -> None:
    def names(raw: object) -> set[str]:
        if isinstance(raw, dict):
            return {str(raw.get("says"))}.union(*map(names, raw.values()))
        return set().union(*map(names, raw)) if isinstance(raw, list) else set()

    told = [title(settlement) for settlement in SETTLEMENTS]
    told += [line for settlement in SETTLEMENTS for line in explanation(settlement, TENHOU)]
    told += [line for why in REFUSED for line in why]
    assert set(PATTERNS) - {"seat", "base_kiriage", "assumed", "worth_same"} <= set().union(
        *(names(line.to_json()) for line in told)
    )


@pytest.mark.parametrize("name", PATTERNS)
def test_a_sentence_has_the_same_blanks_in_every_language(name: str) -> None:
    blanks = [sorted((blank, spec) for _, blank, spec, _ in Formatter().parse(row) if blank) for row in PATTERNS[name]]
    assert len(blanks) == len(LANGUAGES) and all(row == blanks[0] for row in blanks)


@pytest.mark.parametrize("rows", [YAKU, FU, TERMS])
def test_a_term_has_four_names(rows: dict[str, Row]) -> None:
    for name, row in rows.items():
        assert len(row) == len(LANGUAGES) and all(row), name
        assert row[0].isascii() and not any(re.search("[a-zA-Z]", other) for other in row[1:]), name


def test_every_yaku_has_its_names() -> None:
    """Local ones, too; nothing else is named but what a hand counts beside yaku."""
    assert {*BY_NAME, "dora", "aka", "ura", "kita"} == set(YAKU)


def test_every_fu_item_has_its_names() -> None:
    wins = (
        Win(parse_tiles("234567m34588p45s"), Tile.parse("6s"), False),
        Win(parse_tiles("1133m2255p3377s1z"), Tile.parse("1z"), False),
        Win(parse_tiles("12m444p66z"), Tile.parse("3m"), True, tuple(map(Meld.parse, ("ankan:1111z", "pon:55z+5z<0")))),
        Win(
            parse_tiles("13m444p66z"),
            Tile.parse("2m"),
            True,
            tuple(map(Meld.parse, ("kakan:222z+2z<1", "chi:34s+5s<0"))),
        ),
        Win(parse_tiles("12m444p6667z"), Tile.parse("3m"), True),
        Win(parse_tiles("12345m444p6667z7z"), Tile.parse("3m"), True),
        Win(parse_tiles("67m567p34588s"), Tile.parse("8m"), False, (Meld.parse("chi:34m+2m<0"),)),
        Win(parse_tiles("123456m444p6667z"), Tile.parse("7z"), True),
    )
    items = {
        line.name.partition(" of ")[0]
        for win in wins
        for reading in readings(win, TENHOU)
        for line in fu_lines(reading, TENHOU)
    }
    assert items == set(FU)


def test_every_limit_draw_wait_and_wind_has_its_names() -> None:
    limits = ["yakuman", *(name for _, name, _ in LIMITS)]
    draws = ["nagashi_mangan", *(kind.value for kind in RyuukyokuKind)]
    others = ["ryanmen", "shanpon", "kanchan", "penchan", "tanki", "kazoe_yakuman", DAIMINKAN, *map(str, Wind)]
    for name in (*limits, *draws, *others):
        assert name in TERMS, name


def test_a_house_yaku_goes_by_the_name_it_was_given() -> None:
    assert word("thursday_special", "ja") == "thursday special"
    assert sentence("yaku", yaku=Term("thursday_special"), han=2).say() == "thursday special: 2 han"
