"""The command `tablectl score`: what people type, what they read, what programs get."""

from __future__ import annotations

import json
import re
import shlex
from doctest import ELLIPSIS, OutputChecker
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from tablectl.__main__ import app
from tablectl.circumstances import Circumstances
from tablectl.reader import NotationError
from tablectl.rules.ruleset import TENHOU
from tablectl.rules.words import LANGUAGES
from tablectl.scored import score

HAND = "34588s234567m45p +6p"
runner = CliRunner()


def scored(*arguments: str, status: int = 0) -> dict[str, Any]:
    result = runner.invoke(app, ["score", *arguments, "--json"])
    assert result.exit_code == status, result.output
    return dict(json.loads(result.stdout))


def refused(*arguments: str) -> str:
    """What is said about a mistake."""
    result = runner.invoke(app, ["score", *arguments])
    assert (result.exit_code, result.stdout) == (2, ""), result.output
    return result.stderr


def test_a_hand_is_explained_to_people() -> None:
    result = runner.invoke(app, ["score", HAND, "--tsumo", "--seat", "S", "--round", "E", "--dora", "4p", "--riichi"])
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "34588s234567m45p +6p",
        "South wins by tsumo",
        "  read as 234m 567m 456p 345s 88s, ryanmen wait",
        "  menzen tsumo: 1 han",
        "  riichi: 1 han",
        "  pinfu: 1 han",
        "  tanyao: 1 han",
        "  dora: 1 han",
        "  base: 20 fu",
        "  5 han 20 fu: mangan, base 2,000 points",
        "  East pays 4,000 (tsumo: 2,000 x 2 = 4,000)",
        "  West pays 2,000 (tsumo: 2,000 x 1 = 2,000)",
        "  North pays 2,000 (tsumo: 2,000 x 1 = 2,000)",
        "  East: -4,000, South: +8,000, West: -2,000, North: -2,000",
    ]


def test_the_readme_shows_what_the_command_prints() -> None:
    text = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    examples = re.findall(r"^    \$ tablectl (score .*)\n((?:    .*\n)+)", text, re.MULTILINE)
    assert len(examples) == 2
    for command, shown in examples:
        output = runner.invoke(app, shlex.split(command)).output
        assert OutputChecker().check_output(dedent(shown), output, ELLIPSIS), output


def test_programs_get_one_object() -> None:
    out = scored("2m345p678s (555z) [6666z] +2m", "--from", "W", "--honba", "2", "--sticks", "1")
    assert (out["valid"], out["hand"], out["by"]) == (True, "2m345p678s (5<55z) [6666z] +2m", "ron")
    assert (out["han"], out["fu"], out["limit"], out["base"]) == (2, 60, None, 960)
    assert out["yaku"] == [["haku", 1], ["hatsu", 1]]
    assert out["fu_lines"][2] == ["concealed kan of 6z", 32]
    assert out["deltas"] == {"E": 0, "S": 5500, "W": -4500, "N": 0}
    assert sum(payment["points"] for payment in out["payments"]) == 1000
    assert {"says": "yaku", "yaku": "haku", "han": 1, "text": "haku: 1 han"} in out["explanation"]
    assert out["assumed"] == ["--seat S", "--round E"]


def test_what_was_not_said_is_assumed_and_told() -> None:
    result = runner.invoke(app, ["score", HAND])
    assert "South wins by ron from East" in result.stdout
    assert result.stdout.splitlines()[-1] == "  assumed: --seat S --round E --from E"
    assert scored("34588s555m45p [1111z] +6p", "--rinshan")["by"] == "tsumo"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language(language: str) -> None:
    result = runner.invoke(app, ["score", HAND, "--lang", language])
    pinfu = {"en": "pinfu: 1 han", "ja": "平和 1翻", "zh-Hans": "平和 1番", "zh-Hant": "平和 1番"}[language]
    assert f"  {pinfu}" in result.stdout.splitlines()


def test_why_another_reading_lost_is_told() -> None:
    out = scored("222333444m5577p +5p")
    assert [other["han"] for other in out["others"]].count(2) == 1
    assert any("instead of 8,000" in line["text"] for line in out["explanation"])


def test_who_is_liable() -> None:
    """PA3."""
    out = scored("5z (1>11z) (2<22z) (3^33z) (4>44z) +5z", "--from", "N", "--pao", "W")
    assert out["deltas"]["W"] + out["deltas"]["N"] == -out["deltas"]["S"] == -64000
    assert any(line["says"] == "liable" and line["seat"] == "W" for line in out["explanation"])
    assert "nothing to be liable for" in refused(HAND, "--pao", "W")
    assert "liable is another player" in refused(HAND, "--pao", "S")


@pytest.mark.parametrize(
    ("arguments", "reason", "says"),
    [
        (["34588s234567m46p +7p"], "incomplete", "before 7p it is tenpai and waits for 5p"),
        (["1358s234567m147p +9p"], "incomplete", "it is 3 from tenpai (shanten); nearer with"),
        (["123m456p78s44z (999m) +9s"], "no_yaku", "without a yaku; dora are none"),
        (["123m456p78s44z111m +9s"], "no_yaku", "closed: riichi or tsumo would be a yaku"),
        (
            [HAND.replace("88s", "99s"), "--honba", "5", "--set", "ryanhan_shibari_from_honba=5"],
            "below_minimum",
            "2 han",
        ),
        (
            [HAND, "--open-riichi", "--set", "open_riichi=2", "--set", "open_riichi_tsumo_only=true"],
            "open_riichi_tsumo_only",
            "an open riichi wins by tsumo alone",
        ),
    ],
)
def test_a_hand_that_does_not_win_says_why(arguments: list[str], reason: str, says: str) -> None:
    """Y3, DO8, LE4, RI9."""
    out = scored(*arguments, status=1)
    assert (out["valid"], out["reason"]) == (False, reason)
    assert any(says in line["text"] for line in out["explanation"])


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        (["34588s234567m45q +6p"], ["34588s234567m45q +6p", "               ^", "'q' is no suit"]),
        (["34588s234m46p (234p) +5p", "--riichi"], ["", "              ^^^^^^", "riichi with an open hand: drop"]),
        (["34588s234m46p (2222s) +5p", "--riichi"], ["", "              ^^^^^^^", "or write a closed kan as [2222s]"]),
        (["34588s234m46p [1111z] +5p", "--first-turn"], ["", "              ^^^^^^^", "a meld on the first turn"]),
        (["34588s234567m66p +6p", "--chankan"], ["", "             ^", "the robbed kan takes all four 6p"]),
        ([HAND, "--dora", "4p8z"], ["--dora 4p8z", "         ^", "no tile 8z"]),
        (["66688s234567m45p +6p", "--dora", "6s6s6p"], ["--dora 6s6s6p", "         ^", "a fifth 6s"]),
        ([HAND, "--dora", "4p", "--ura", "q", "--riichi"], ["--ura q", "      ^", "'q' means nothing here"]),
    ],
)
def test_a_mistake_is_pointed_at(arguments: list[str], lines: list[str]) -> None:
    text, carets, message = refused(*arguments).splitlines()
    assert text == (lines[0] or arguments[0]) and carets == lines[1]
    assert lines[2] in message


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--renchan", "8", "--seat", "E"], "--renchan: these rules do not play paarenchan"),
        (["--renchan", "8", "--seat", "S", "--rules", "party"], "--renchan counts deals or wins of the dealer"),
        (["--ippatsu"], "--ippatsu without riichi: add"),
        (["--ura", "1z"], "--ura without riichi"),
        (["--haitei", "--from", "E"], "--haitei is a tsumo"),
        (["--houtei", "--tsumo"], "--houtei is a ron"),
        (["--chankan", "--tsumo"], "--chankan is a ron"),
        (["--chankan", "--houtei", "--from", "E"], "a robbed kan is no discard"),
        (["--rinshan", "--tsumo"], "--rinshan without a kan: write one as"),
        (["--rinshan", "--tsumo", "--riichi", "--ippatsu"], "the kan has broken ippatsu"),
        (["--first-turn", "--riichi"], "nothing but the deal comes before it"),
        (["--first-turn", "--seat", "E", "--from", "S"], "East draws first"),
        (["--discarder-riichi", "--tsumo"], "nobody discarded"),
        (["--kita", "1"], "by three players only"),
        (["--tsumo", "--from", "E"], "--tsumo and --from exclude each other"),
        (["--from", "S"], "--from S: this is the winner"),
        (["--open-riichi"], "these rules do not play it"),
        (["--seat", "N", "--rules", "tenhou-3p"], "of 3 players nobody is North"),
        (["--dora", "1z1z1z2z2z2z"], "6 indicators, there are five at most"),
        (["--dora", "1z", "--ura", "1z2z", "--riichi"], "more indicators than --dora has"),
        (["--rules", "nobody"], "no such preset"),
        (["--set", "kuitan"], "no value; write it as kuitan=VALUE"),
        (["--set", "kuitan=perhaps"], "kuitan: 'perhaps': expected true or false"),
        (["--set", "kuitann=true"], "did you mean kuitan"),
    ],
)
def test_what_cannot_be_together_is_named(arguments: list[str], says: str) -> None:
    assert says in refused(HAND, *arguments)


def test_options_that_are_no_words_of_the_command() -> None:
    for arguments, says in ((["--seat", "X"], "expected E, S, W or N"), (["--lang", "fr"], "zh-Hant")):
        result = runner.invoke(app, ["score", HAND, *arguments])
        assert result.exit_code == 2 and says in result.stderr.replace("\n", " ")


def test_mistakes_are_objects_for_programs() -> None:
    out = scored("34588s234567m45q +6p", status=2)
    assert (out["valid"], out["text"], out["start"], out["end"]) == (False, "34588s234567m45q +6p", 15, 16)
    assert out["message"].startswith("'q' is no suit")
    assert "without riichi" in scored(HAND, "--ippatsu", status=2)["message"]


def test_rules_change_what_a_hand_is_worth() -> None:
    open_hand = ["34588s45p (234m) (567m) +6p", "--from", "W"]
    assert scored(*open_hand)["yaku"] == [["tanyao", 1]]
    assert scored(*open_hand, "--set", "kuitan=false", status=1)["reason"] == "no_yaku"
    dealt = [HAND, "--from", "E", "--riichi", "--dora", "1m"]
    assert scored(*dealt)["deltas"]["S"] == 7700
    assert scored(*dealt, "--rules", "wrc-2025")["deltas"]["S"] == 8000


def test_three_players() -> None:
    """EQ1, DO10."""
    out = scored("345567p45688s11z +1z", "--players", "3", "--tsumo", "--kita", "2")
    assert ["kita", 2] in out["yaku"]
    assert set(out["deltas"]) == {"E", "S", "W"}
    norths = refused("345567p45688s44z +4z", "--players", "3", "--tsumo", "--kita", "2")
    assert "--kita 2: more than four north tiles, 3 in the hand" in norths


def test_cases_written_down_by_others(shared: Path) -> None:
    lines = (shared / "data/scoring-cases.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [case for case in map(json.loads, lines) if case["kind"] == "win" and case.get("hand")]
    for case in cases:
        hand, expected, situation = case["hand"], case["expect"], case["situation"]
        out = scored(*_typed(hand), *_told(hand, situation), *_set(case["rules"]))
        assert out["deltas"] == expected["deltas"], case["id"]
        if "yakuman" not in expected:
            assert sorted(out["yaku"]) == sorted(expected["yaku"]), case["id"]
            assert (out["han"], out["fu"], out["limit"]) == (expected["han"], expected["fu"], expected.get("limit"))
    assert len(cases) > 20


def _typed(hand: dict[str, Any]) -> list[str]:
    melds = [_meld(meld["type"], meld["tiles"], " >^<"[meld["from"] or 0]) for meld in hand["melds"]]
    return [" ".join([hand["closed"], *melds, f"+{hand['win']}"])]


def _meld(kind: str, tiles: str, mark: str) -> str:
    if kind == "ankan":
        return f"[{tiles}]"
    return f"({tiles[0]}{mark}{tiles[1:3]}+{tiles[3:]})" if kind == "kakan" else f"({tiles[0]}{mark}{tiles[1:]})"


def _told(hand: dict[str, Any], situation: dict[str, Any]) -> list[str]:
    told = ["--tsumo"] if hand["by"] == "tsumo" else ["--from", hand["discarder"]]
    told += ["--seat", situation["seat"], "--round", situation["round_wind"]]
    told += ["--honba", str(situation["honba"]), "--sticks", str(situation["riichi_sticks"])]
    told += ["", "--riichi", "--double-riichi"][hand["riichi"] : hand["riichi"] + 1] if hand["riichi"] else []
    told += [f"--{flag.replace('_', '-')}" for flag in hand["flags"]]
    for option, tiles in (("--dora", hand["dora_indicators"]), ("--ura", hand["ura_indicators"])):
        told += [option, "".join(tiles)] if tiles else []
    return told


def _set(rules: dict[str, Any]) -> list[str]:
    def toml(value: Any) -> str:
        if isinstance(value, dict):
            return "{" + ", ".join(f"{key} = {toml(part)}" for key, part in value.items()) + "}"
        return json.dumps(value)

    return [word for name, value in rules.items() for word in ("--set", f"{name}={toml(value)}")]


@settings(deadline=None)
@given(st.text(alphabet="0123456789mpsz()[]<^>+ ") | st.text())
def test_any_text_is_scored_or_pointed_at(text: str) -> None:
    try:
        out = score(text, Circumstances(), 0, None, TENHOU)
    except NotationError as error:
        assert 0 <= error.start <= error.end <= len(text)
    else:
        assert out.say("en")
