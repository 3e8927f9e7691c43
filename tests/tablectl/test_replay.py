"""Recorded games come out as recorded; whatever differs is named with its file and line."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from tablectl.replay import replay_file

FEATURED = (0, 1, 2, 3, 4, 5, 10, 11)
"""Sancha hou, nagashi mangan, pao, suukan sanra, suucha riichi, double ron, chankan, agari yame, all kinds of kans."""


def games(shared: Path) -> Path:
    return shared / "data" / "logs" / "games"


def record(shared: Path, game: str) -> list[str]:
    return gzip.decompress((games(shared) / f"{game}.mjson.gz").read_bytes()).decode().splitlines()


def test_recorded_games_come_out_as_recorded(shared: Path) -> None:
    results = [replay_file(games(shared) / f"g{number:03}.mjson.gz") for number in FEATURED]
    assert [str(difference) for result in results for difference in result.differences] == []
    assert all(result.events for result in results)
    assert sum(result.hands for result in results) > 60


@pytest.mark.parametrize(
    ("kind", "key", "value", "what"),
    [
        ("start_kyoku", "honba", 3, "honba: recorded 3, computed"),
        ("start_kyoku", "kyotaku", 9, "riichi sticks: recorded 9, computed"),
        ("start_kyoku", "oya", 3, "dealer: recorded 3, computed"),
        ("hora", "deltas", [0, 0, 0, 0], "payment: recorded [0, 0, 0, 0], computed"),
        ("reach_accepted", "scores", [1, 2, 3, 4], "scores: recorded [1, 2, 3, 4], computed"),
        ("end_game", "final", [[0, 0], [0, 0], [0, 0], [0, 0]], "final points and results: recorded"),
    ],
)
def test_a_changed_record_is_found(shared: Path, tmp_path: Path, kind: str, key: str, value: object, what: str) -> None:
    lines = [json.loads(text) for text in record(shared, "g000")]
    number = next(place for place, line in enumerate(lines) if line["type"] == kind)
    lines[number][key] = value
    path = tmp_path / "changed.mjson"
    path.write_text("\n".join(map(json.dumps, lines)))
    (difference,) = replay_file(path).differences
    assert (difference.file, difference.line) == ("changed.mjson", number + 1)
    assert difference.what.startswith(what)


def test_a_dora_indicator_turned_late_or_wrong_is_found(shared: Path, tmp_path: Path) -> None:
    lines = record(shared, "g003")
    number = next(place for place, line in enumerate(lines) if '"dora"' in line and '"ankan"' in lines[place - 1])
    late = [*lines[:number], lines[number + 1], lines[number], *lines[number + 2 :]]
    other = [*lines[:number], '{"type":"dora","dora_marker":"P"}', *lines[number + 1 :]]
    for name, changed, what in (("late", late, "1 dora indicator due"), ("other", other, "refused: tile 5z: the wall")):
        path = tmp_path / f"{name}.mjson"
        path.write_text("\n".join(changed))
        difference = replay_file(path).differences[0]
        assert difference.line == number + 1
        assert difference.what.startswith(what)


def test_a_broken_file_is_named_and_the_others_are_replayed(shared: Path, tmp_path: Path) -> None:
    whole = games(shared) / "g002.mjson.gz"
    cut = tmp_path / "cut.mjson.gz"
    cut.write_bytes(whole.read_bytes()[:1000])
    garbled = tmp_path / "garbled.mjson"
    garbled.write_text("\n".join([*record(shared, "g002")[:5], "{"]))
    short = tmp_path / "short.mjson"
    short.write_text("\n".join(record(shared, "g002")[:20]))
    results = [replay_file(path) for path in (cut, garbled, tmp_path / "absent.mjson", short, whole)]
    assert [result.file for result in results if result.differences] == [
        "cut.mjson.gz",
        "garbled.mjson",
        "absent.mjson",
        "short.mjson",
    ]
    texts = [str(difference) for result in results for difference in result.differences]
    assert "cannot be read" in texts[0]
    assert texts[1].startswith("garbled.mjson, line 6: ")
    assert "No such file" in texts[2]
    assert texts[3] == "short.mjson, line 20: the record breaks off before the game is over"
    assert [result.events > 0 for result in results] == [False, False, False, True, True]


def test_a_result_prints_as_json(shared: Path) -> None:
    result = replay_file(games(shared) / "g002.mjson.gz")
    assert result.events == 440
    assert json.loads(json.dumps(result.to_json())) == {
        "game": "g002.mjson.gz",
        "hands": 5,
        "equal": True,
        "differences": [],
    }
