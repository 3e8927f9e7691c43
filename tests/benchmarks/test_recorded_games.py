"""Which games are played, and how a long run goes on where it stopped."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.reading_score import Counts
from benchmarks.recorded_games import Job, chosen, lines, resumed
from tablectl.config import ConfigError, SimulateSettings


def test_games_are_drawn_by_lot_and_always_the_same(shared: Path) -> None:
    files = sorted((shared / "data/logs/games").glob("g1[34]9*.gz"))  # one of four players, one of three
    assert chosen(files, 1, seed=5) == files[:1]
    files = sorted((shared / "data/logs/games").glob("g13*.gz"))
    picked = chosen(files, 3, seed=5)
    assert len(set(picked)) == 3 and set(picked) <= set(files)
    assert chosen(reversed(files), 3, seed=5) == picked
    assert chosen(files, None, seed=5) == files
    with pytest.raises(ConfigError, match="only 0 whole games of four players"):
        chosen([], 1, seed=5)


def test_games_already_played_in_the_same_way_are_kept(tmp_path: Path) -> None:
    done, other = Job(Path("a/g1.gz"), SimulateSettings()), Job(Path("a/g1.gz"), SimulateSettings(light="lamp"))
    assert resumed([done, other], None) == ([], [done, other])
    keep = tmp_path / "kept.jsonl"
    assert resumed([done, other], keep) == ([], [done, other])
    result = done.key | {"hands": 2, "fully_right": 1, "questions": 1, "wrong_totals": 0, "counts": Counts().to_json()}
    keep.write_text(json.dumps(result) + "\n")
    results, left = resumed([done, other, Job(done.path, done.simulate, 1)], keep)
    assert left == [other, Job(done.path, done.simulate, 1)]
    assert "1 of 2 (50.0 %), 1 questions" in lines(results)[0]
