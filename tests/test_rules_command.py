"""`tablectl rules`: what it prints, its exit statuses."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner

from tablectl.__main__ import app
from tablectl.rulefile import preset_names, rule_names
from tablectl.rules.profile import OPTIONS
from tablectl.rules_doc import document

runner = CliRunner()


def test_list_names_every_preset() -> None:
    result = runner.invoke(app, ["rules", "list"])
    assert result.exit_code == 0
    assert [line.split()[0] for line in result.stdout.splitlines()] == list(preset_names())
    entries = json.loads(runner.invoke(app, ["rules", "list", "--json"]).stdout)
    assert [entry["name"] for entry in entries] == list(preset_names())


def test_show_tells_value_source_and_doubt() -> None:
    text = runner.invoke(app, ["rules", "show", "wrc-2025"]).stdout
    lines = {line.split()[0]: line.split() for line in text.splitlines() if line.startswith("  ")}
    assert lines["riichi_needs_own_draw"] == ["riichi_needs_own_draw", "false", "A"]
    assert lines["noten_pool"] == ["noten_pool", "3000", "NONE", "?"]
    assert lines["renhou"] == ["renhou", "mangan", "A"]
    assert lines["A"][:2] == ["A", "EpicOrange/riichi_advanced,"]
    changed = runner.invoke(app, ["rules", "show", "rmu-m", "--changed"]).stdout
    assert "start" in changed and "kuitan" not in changed


def test_show_as_json_has_every_rule() -> None:
    shown = json.loads(runner.invoke(app, ["rules", "show", "tenhou-3p", "--json"]).stdout)
    assert list(shown["rules"]) == list(rule_names())
    assert shown["rules"]["start"] == {"value": 35000, "source": "T, LOG", "item": OPTIONS["start"].item}
    assert "uma" in shown["unverified"] and shown["extends"] == "tenhou"


def test_show_as_toml_is_a_file_that_stands_alone(tmp_path: Path) -> None:
    alone = tmp_path / "alone.toml"
    alone.write_text(runner.invoke(app, ["rules", "show", "warsaw-25k", "--toml"]).stdout)
    assert "extends" not in alone.read_text()
    assert runner.invoke(app, ["rules", "diff", "warsaw-25k", str(alone)]).exit_code == 0


def test_check_tells_mistakes_and_exits_1(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text('[preset]\nextends = "ema-2016"\n[rules]\nkuitan = false\n')
    bad.write_text("[rules]\nkuitan = 3\nuna = [1]\n")
    result = runner.invoke(app, ["rules", "check", str(good), str(bad)])
    assert result.exit_code == 1
    assert f"{good}: right; 1 rules set" in result.stdout
    assert f"{bad}:2: kuitan: 3: expected true or false\n{bad}:3: una: no rule has this name" in result.stderr
    assert runner.invoke(app, ["rules", "check", str(good)]).exit_code == 0
    lines = runner.invoke(app, ["rules", "check", "--json", str(good), str(bad)]).stdout.splitlines()
    assert [json.loads(line)["right"] for line in lines] == [True, False]
    assert [(p["line"], p["key"]) for p in json.loads(lines[1])["problems"]] == [(2, "kuitan"), (3, "una")]


def test_diff_exits_1_where_rules_differ() -> None:
    result = runner.invoke(app, ["rules", "diff", "rmu-a", "rmu-m", "--json"])
    assert result.exit_code == 1
    assert json.loads(result.stdout) == {
        "red_fives": ["[0, 0, 0]", "[1, 1, 1]"],
        "start": ["30000", "25000"],
        "oka": ["false", "true"],
        "uma": ["[15, 5, -5, -15]", "[30, 10, -10, -30]"],
    }
    text = runner.invoke(app, ["rules", "diff", "rmu-a", "rmu-m"]).stdout.splitlines()
    assert text[0].split() == ["rmu-a", "rmu-m"] and text[2].split() == ["start", "30000", "25000"]
    same = runner.invoke(app, ["rules", "diff", "tenhou", "tenhou"])
    assert (same.exit_code, same.stdout) == (0, "the same rules\n")


def test_unknown_names_exit_2() -> None:
    result = runner.invoke(app, ["rules", "show", "nobody"])
    assert result.exit_code == 2 and "no such preset: expected a file *.toml or one of classic" in result.stderr


def test_doc_prints_the_page_of_rules() -> None:
    assert runner.invoke(app, ["rules", "doc"]).stdout == document()
