"""Rule files: chains of presets and house rules, and mistakes named by file, line, rule and what is allowed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablectl.rulefile import RuleFile, RuleFileError, load, parse, rule_names, rules_of_table, written
from tablectl.rules.contradiction import contradictions
from tablectl.rules.option import Choice, Several, Switch
from tablectl.rules.profile import OPTIONS, read
from tablectl.rules.ruleset import TENHOU
from tablectl.rules.worth import Worth, han
from tablectl.rules.yaku import BY_NAME

HOUSE = """
[preset]
title = "Thursday"
extends = "wrc-2025"
unverified = ["noten_pool"]
[rules]
red_fives = { p = 1 }
yaku.toitoi = { closed = 3, open = 2 }
chombo = 8000
[marks]
T = "agreed on 3 May"
[sources]
red_fives = "T"
"""


def problems(text: str, folder: Path = Path()) -> list[str]:
    with pytest.raises(RuleFileError) as caught:
        parse(text, "house.toml", folder)
    return str(caught.value).splitlines()


def test_house_rules_start_from_a_preset() -> None:
    base = load("wrc-2025")
    house = parse(HOUSE, "house.toml")
    assert house.rules == replace(
        base.rules,
        red_fives=(0, 1, 0),
        yaku=(*base.rules.yaku, ("toitoi", Worth(3, 2))),
        chombo="fixed",
        chombo_points=8000,
    )
    assert (house.title, house.extends) == ("Thursday", "wrc-2025")
    assert house.changed == ("red_fives", "toitoi", "chombo", "chombo_points")
    assert (house.source("red_fives"), house.source("toitoi"), house.source("uma")) == (
        "T",
        "house",
        base.source("uma"),
    )
    assert house.marks == {**base.marks, "T": "agreed on 3 May"}


def test_what_a_file_sets_is_verified_unless_it_says_otherwise() -> None:
    assert {"kan_dora_open", "noten_pool"} <= load("wrc-2025").unverified
    house = parse('[preset]\nextends = "wrc-2025"\n[rules]\nkan_dora_open = "at_once"', "house.toml")
    assert "kan_dora_open" not in house.unverified and "noten_pool" in house.unverified


def test_nothing_named_is_the_default() -> None:
    assert parse("", "empty.toml").rules == TENHOU
    assert parse("", "empty.toml").source("uma") == "default"


def test_files_extend_files_beside_them(tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_text('[preset]\nextends = "m-league"\n[rules]\ntoitoi = 3\n')
    (tmp_path / "thursday.toml").write_text('[preset]\nextends = "club.toml"\n[rules]\nkuitan = false\n')
    file = load(str(tmp_path / "thursday.toml"))
    assert file.rules == replace(
        load("m-league").rules, kuitan=False, yaku=(*load("m-league").rules.yaku, ("toitoi", han(3)))
    )
    assert file.source("toitoi") == "club"


def test_a_circle_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text('[preset]\nextends = "b.toml"\n')
    (tmp_path / "b.toml").write_text('[preset]\nextends = "a.toml"\n')
    with pytest.raises(RuleFileError, match=r"extends itself: a\.toml -> b\.toml -> a\.toml"):
        load("a.toml", tmp_path)


def test_every_mistake_is_named_with_its_line() -> None:
    text = (
        "[rules]\nkuitann = true\nkuikae = 'yes'\n"
        "uma = [15,\n  'x', -5, -15]\nyaku.toitoi = 'much'\n[rules.chiitoitsu]\nhan = 2\nfu = 99\n"
    )
    found = problems(text)
    assert found[0].startswith("house.toml:2: kuitann: no rule has this name; did you mean kuitan")
    assert found[1] == "house.toml:3: kuikae: 'yes': expected forbidden, same_tile or allowed"
    assert found[2] == "house.toml:4: uma: [15, 'x', -5, -15]: expected a list of 2 to 4 numbers"
    assert found[3].startswith("house.toml:6: toitoi: 'much': expected false, a han number")
    assert found[4] == "house.toml:9: chiitoitsu_fu: 99: expected a whole number from 20 to 50"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[preset]\nextend = 'x'", "house.toml:2: [preset] extend: unknown key; expected title, edition"),
        ("[preset]\ntitle = 3", "house.toml:2: [preset] title: expected a text"),
        (
            "\n[preset]\nextends = 'nobody'",
            "house.toml:3: extends = 'nobody': expected a file *.toml or one of classic",
        ),
        ("[preset]\nextends = 'absent.toml'", "absent.toml: cannot be read"),
        (
            "[preset]\nunverified = ['x']",
            "house.toml:2: [preset] unverified: expected a list of rules; no rule is named x",
        ),
        ("[ruls]", "house.toml:1: [ruls]: expected [preset], [rules], [marks], [sources]"),
        ("kuitan = true", "house.toml:1: kuitan: a rule outside [rules]; write [rules] on a line above it"),
        ("title = 'x'", "house.toml:1: title: stands in no table; expected [preset], [rules], [marks], [sources] on"),
        ("rules = 1", "house.toml:1: rules = 1: expected a table [rules]"),
        ("[rules]\nkuitan = true\n[sources]\numa = 'T'", "house.toml:4: [sources] uma: a source for a rule that this"),
        ("[rules\n", "house.toml: not valid TOML"),
        ("[rules]\nchiitoitsu = { fuu = 50 }", "house.toml:2: chiitoitsu: {'fuu': 50}: expected false"),
    ],
)
def test_mistakes_outside_the_rules(text: str, message: str) -> None:
    assert problems(text)[0].startswith(message)


def test_a_mistake_in_one_table_hides_none_in_another() -> None:
    text = "[preset]\nextends = 'nobody'\nunverified = ['x']\n[rules]\nkuitan = 1\n[sources]\numa = 'T'\n"
    assert [problem.split(": ")[0] for problem in problems(text)] == [
        "house.toml:3",
        "house.toml:5",
        "house.toml:7",
        "house.toml:2",
    ]


def test_a_contradiction_is_told_where_the_file_makes_it() -> None:
    assert problems("[rules]\nkuitan = false\nura_dora = false\n") == [
        "house.toml:3: ura_dora = false, kan_ura_dora = true: kan_ura_dora needs ura_dora; write kan_ura_dora = false"
    ]
    assert problems("[rules]\numa = [10, -10]") == [
        "house.toml:2: players = 4, uma = [10, -10]: uma needs one number for each player"
    ]


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "latin.toml").write_bytes(b"# \xe9")
    for name, words in (("absent.toml", "cannot be read"), ("latin.toml", "UTF-8"), ("nobody", "no such preset")):
        with pytest.raises(RuleFileError, match=words):
            load(name, tmp_path)


def test_a_chain_is_written_as_one_file() -> None:
    house = parse(HOUSE, "house.toml")
    alone = parse(written(house), "alone.toml")
    assert (alone.rules, alone.unverified) == (house.rules, house.unverified)
    assert (alone.sources, alone.marks, alone.title) == (house.sources, house.marks, "Thursday")
    assert alone.extends == ""


TEXTS = st.text(st.characters(exclude_categories=("Cs",)), max_size=5)
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["han", "value", "m", "x"]), inner),
    max_leaves=4,
)


@settings(deadline=None)
@given(st.dictionaries(st.sampled_from([*rule_names(), "yaku", "start_", ""]), JUNK, max_size=3))
def test_whatever_stands_in_a_rules_table_is_read_or_refused_by_name(raw: dict[str, object]) -> None:
    try:
        rules_of_table(raw, "t", {})
    except RuleFileError as error:
        assert all(problem.key and problem.text for problem in error.problems)


VALID = [
    (name, value)
    for name, option in OPTIONS.items()
    for value in (option.values.names if isinstance(option.values, Choice) else (True, False))
    if isinstance(option.values, Choice | Switch | Several)
]


@given(
    st.dictionaries(st.sampled_from(list(BY_NAME)), st.sampled_from([3, "2/-", "mangan", "double closed"])), st.data()
)
def test_rules_that_are_written_read_back_the_same(worths: dict[str, object], data: st.DataObject) -> None:
    rules = read({**dict(data.draw(st.lists(st.sampled_from(VALID), max_size=20))), **worths})
    sources = dict.fromkeys([*OPTIONS, *worths], "T")
    text = written(RuleFile("t", rules, sources=sources, marks={"T": "test"}))
    if contradictions(rules):
        with pytest.raises(RuleFileError):
            parse(text, "t")
    else:
        assert (parse(text, "t").rules, parse(text, "t").sources) == (rules, sources)


@given(TEXTS, TEXTS)
def test_texts_are_written_so_that_they_read_back(mark: str, text: str) -> None:
    file = RuleFile("t", TENHOU, title=text, marks={mark: text})
    again = parse(written(file), "t")
    assert (again.title, again.marks) == (text, {mark: text})
