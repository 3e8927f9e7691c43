"""`tablectl dice`: a line a picture, JSON for programs, plain words for what is no picture."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
from typer.testing import CliRunner

from tablectl.__main__ import app
from vision.render.rolls import Case, View, roll

runner = CliRunner()


def test_a_bowl_is_read_and_an_empty_one_is_unclear(tmp_path: Path) -> None:
    drawn, empty = roll(200, View.BOWL, Case.CLEAR), roll(0, View.BOWL, Case.MISSING)
    assert drawn.values is not None
    for name, picture in (("clear.png", drawn.draw()), ("empty.png", empty.draw())):
        cv2.imwrite(str(tmp_path / name), picture)
    files = [str(tmp_path / name) for name in ("clear.png", "empty.png")]
    result = runner.invoke(app, ["dice", *files, "--json"])
    clear, other = (json.loads(line) for line in result.stdout.splitlines())
    assert sorted(clear["values"]) == sorted(drawn.values)
    assert clear["unclear"] is None
    assert [die["value"] for die in clear["dice"]] == clear["values"]
    assert other["values"] is None
    assert other["unclear"] in ("none", "one", "cocked")
    assert result.exit_code == 0
    said = runner.invoke(app, ["dice", files[1]]).stdout
    assert said == f"{files[1]}: unclear, {other['reason']}\n"


def test_what_is_no_picture_is_named_and_exits_2(tmp_path: Path) -> None:
    text = tmp_path / "note.jpg"
    text.write_text("not a picture")
    result = runner.invoke(app, ["dice", str(text)])
    assert result.exit_code == 2
    assert "note.jpg: not a picture" in result.stderr
