"""The presets: each reads, each rule has a source, and what they are known for holds."""

from __future__ import annotations

import tomllib

import pytest

from tablectl.rulefile import PRESETS, load, parse, preset_names, written
from tablectl.rules.profile import flat
from tablectl.rules.ruleset import TENHOU
from tablectl.rules.worth import MANGAN, OFF, han
from tablectl.rules.yaku import BY_NAME, worth_of

ASSOCIATIONS = ("ema-2016", "ema-2025", "wrc-2015", "wrc-2025", "m-league", "jpml-a", "saikouisen")


@pytest.mark.parametrize("name", preset_names())
def test_every_rule_that_a_preset_sets_has_a_source(name: str) -> None:
    data = tomllib.loads((PRESETS / f"{name}.toml").read_text(encoding="utf-8"))
    assert {"title", "edition"} <= set(data["preset"])
    assert {rule for rule, _ in flat(data["rules"])} == set(data["sources"])
    used = {mark.strip() for source in data["sources"].values() for mark in source.split(";")[0].split(",")}
    assert used == set(data["marks"]), "marks are explained in the file, and only those it uses"


@pytest.mark.parametrize("name", preset_names())
def test_what_is_only_presumed_is_unverified(name: str) -> None:
    file = load(name)
    assert {rule for rule in file.changed if file.source(rule).startswith("NONE")} <= file.unverified


@pytest.mark.parametrize("name", preset_names())
def test_presets_read_back_as_written(name: str) -> None:
    file = load(name)
    again = parse(written(file), name)
    assert (again.rules, again.sources, again.unverified, again.marks) == (
        file.rules,
        file.sources,
        file.unverified,
        file.marks,
    )


def test_tenhou_is_the_default() -> None:
    assert load("tenhou").rules == TENHOU


@pytest.mark.parametrize("name", ASSOCIATIONS)
def test_associations_play_without_abortive_draws_bankruptcy_or_further_winds(name: str) -> None:
    rules = load(name).rules
    assert not (rules.kyuushu_kyuuhai or rules.suufon_renda or rules.suucha_riichi or rules.west_entry)
    assert (rules.suukan_sanra, rules.bankruptcy, rules.agari_yame, rules.tenpai_yame) == ("off",) * 4
    assert (rules.nagashi_mangan, rules.chombo, rules.double_yakuman) == ("off", "fixed", False)


def test_european_and_world_rules() -> None:
    ema, ema25, wrc, wrc25 = (load(name).rules for name in ("ema-2016", "ema-2025", "wrc-2015", "wrc-2025"))
    assert (ema.kiriage_mangan, ema25.kiriage_mangan, wrc.kiriage_mangan) == (False, True, True)
    assert (ema.multi_ron, ema.triple_ron, wrc.multi_ron, wrc.triple_ron) == ("all", "paid", "head_bump", "head_bump")
    assert (wrc.kazoe_yakuman, wrc25.kazoe_yakuman) == ("none", "single")
    assert (wrc.multiple_yakuman, wrc25.multiple_yakuman) == (False, True)
    assert (wrc.riichi_needs_own_draw, wrc25.riichi_needs_own_draw) == (True, False)
    assert {rules.uma for rules in (ema, ema25, wrc, wrc25)} == {(15, 5, -5, -15)}
    assert {worth_of("renhou", rules) for rules in (ema, ema25, wrc, wrc25)} == {MANGAN}


def test_japanese_leagues() -> None:
    league, jpml, saikouisen = (load(name).rules for name in ("m-league", "jpml-a", "saikouisen"))
    assert (league.uma, league.oka, league.leftover_sticks) == ((30, 10, -10, -30), True, "split")
    assert (league.double_wind_pair_fu, league.kan_dora_open, league.kazoe_yakuman) == (2, "at_once", "none")
    assert jpml.uma_by_below == ((8, 3, 1, -12), (8, 4, -4, -8), (12, -1, -3, -8))
    assert (jpml.ura_dora, jpml.kan_dora_closed, worth_of("ippatsu", jpml)) == (False, "none", OFF)
    assert (saikouisen.pao_yakuman, saikouisen.dice_throws) == ((), "two")
    students = load("student-league").rules
    assert (students.nagashi_mangan, students.chombo, worth_of("renhou", students)) == ("win", "dead_hand", han(4))
    a, m = load("rmu-a").rules, load("rmu-m").rules
    assert (a.start, a.oka, m.start, m.oka, m.uma) == (30000, False, 25000, True, (30, 10, -10, -30))


def test_online_rooms() -> None:
    soul = load("mahjong-soul").rules
    assert (soul.triple_ron, soul.double_yakuman, soul.pao_scope) == ("paid", True, "liable_yakuman_only")
    sanma = load("tenhou-3p").rules
    assert (sanma.players, sanma.start, sanma.target, sanma.honba_value) == (3, 35000, 40000, 200)
    assert (len(sanma.uma), sanma.red_fives, sanma.kita) == (3, (0, 1, 1), "dora")


def test_other_tables() -> None:
    classic = load("classic").rules
    assert (classic.renchan, classic.noten_pool, worth_of("ippatsu", classic)) == ("win", 0, OFF)
    warsaw = load("warsaw-25k").rules
    assert (warsaw.paarenchan_counts, warsaw.bankruptcy, warsaw.kan_dora_added) == (
        "wins",
        "below_zero",
        "after_discard",
    )
    rrc = load("pantheon-rrc").rules
    assert (rrc.kazoe_yakuman, rrc.multiple_yakuman, rrc.suucha_riichi) == ("single", True, True)
    home = load("seed-default").rules
    assert (home.double_yakuman, home.nagashi_mangan, home.agari_yame) == (True, "win", "choice")
    assert load("two-player").rules.uma == (10, -10)


def test_party_plays_every_yaku_there_is() -> None:
    rules = load("party").rules
    assert [name for name in BY_NAME if not worth_of(name, rules).is_on] == []
