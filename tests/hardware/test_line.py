"""The whole line on a simulated table: what is read is compared with what was played."""

from __future__ import annotations

import dataclasses
import gzip
import json
from pathlib import Path

import pytest

from hardware.line import Line, dealt, first_hands, recorded, run_headless, tile_art
from tablectl.config import ConfigError, TableConfig
from tablectl.rules.event import HandEnded
from tablectl.rules.ruleset import TENHOU
from tablectl.store import Store


def test_a_hand_is_read_from_pictures_onto_the_ledger(tmp_path: Path) -> None:
    line = Line(first_hands(dealt(1, TENHOU), 1), TableConfig(), Store(tmp_path / "record.sqlite"))
    said: list[str] = []
    comparison = run_headless(line, said.append)
    (hand,) = comparison.hands
    assert not hand.wrong_total
    assert hand.equal, hand.difference
    game = line.controller.game
    assert sum(game.points) + 1000 * game.deposits == 100_000
    assert list(game.points) != [25_000] * 4, "nothing was paid"
    assert any(text.startswith("  == points") for text in said)
    assert line.picture() is not None
    # What was read is on disk, row by row.
    line.controller._store.close()
    assert Store(tmp_path / "record.sqlite").events(1) == line.controller.events


def test_json_lines_are_objects(tmp_path: Path) -> None:
    game = first_hands(dealt(1, TENHOU), 1)
    short = dataclasses.replace(game, events=game.events[:12])
    line = Line(short, TableConfig(), Store(tmp_path / "record.sqlite"))
    said: list[str] = []
    run_headless(line, said.append, as_json=True)
    kinds = [next(iter(json.loads(text))) for text in said]
    assert kinds and set(kinds) <= {"event", "question", "settlement"}


def test_hands_are_counted_by_their_ends() -> None:
    game = dealt(1, TENHOU)
    two = first_hands(game, 2)
    assert sum(isinstance(event, HandEnded) for event in two.events) == 2
    assert isinstance(two.events[-1], HandEnded)
    assert first_hands(game, None) is game
    assert first_hands(game, 10_000).events == game.events


def test_a_game_that_cannot_be_laid_is_named(tmp_path: Path, shared: Path) -> None:
    with pytest.raises(ConfigError, match=r"nowhere\.mjson: cannot be read"):
        recorded(tmp_path / "nowhere.mjson", TENHOU)
    broken = tmp_path / "broken.mjson"
    broken.write_text("{\n")
    with pytest.raises(ConfigError, match=r"broken\.mjson"):
        recorded(broken, TENHOU)
    lines = gzip.decompress((shared / "data/logs/games/g000.mjson.gz").read_bytes()).decode().splitlines()
    start = json.loads(lines[1])
    del start["wall"]
    bare = tmp_path / "bare.mjson"
    bare.write_text("\n".join([lines[0], json.dumps(start), *lines[2:]]))
    with pytest.raises(ConfigError, match="no wall and dice"):
        recorded(bare, TENHOU)


def test_unknown_art_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="art = 'nothing'"):
        tile_art("nothing")
    assert tile_art("table").name == "table"
