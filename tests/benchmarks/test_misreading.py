"""True tables misread as measured: repeatable, lasting, as often as asked for."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.misreading import Misreader, Misreadings, Slips, load
from benchmarks.noisy_games import MisreadLine
from hardware.line import Played, run_headless
from tablectl.rules.seat import BySeat
from tablectl.rules.tile import Tile, parse_tiles
from tablectl.simulate.compare import Comparison
from tablectl.store import Store
from tablectl.table import SeenTile, TableSnapshot

NEVER = Slips(0, 0, 0)
DOUBT = ((Tile.parse("6m"), 0.6), (Tile.parse("5m"), 0.4))


def measured(plain: int, doubts: int) -> Misreadings:
    return Misreadings({"5m": plain}, {"5m": [DOUBT] * doubts}, tiles=99)


def table(text: str) -> TableSnapshot:
    return TableSnapshot(rivers=BySeat(tuple(map(SeenTile, parse_tiles(text))), (), (), ()))


def test_a_set_without_faults_is_read_as_it_lies() -> None:
    true = table("123456789m0s1z")
    seen = Misreader(Misreadings(), NEVER, 4, 1).look(true)
    assert [tile.tile for tile in seen.rivers[0]] == [tile.tile for tile in true.rivers[0]]
    assert all(tile.confidence > 0.97 for tile in seen.rivers[0])


def test_a_misread_tile_stays_so_until_the_tiles_are_pushed_together() -> None:
    misreader = Misreader(measured(1, 1), NEVER, 1, seed=2)
    first = misreader.look(table("55555555m")).rivers[0]
    assert {tile.tile for tile in first} == {None, Tile.parse("5m")}, "half of them, unsure"
    assert next(tile for tile in first if tile.tile is None).options == DOUBT
    grown = misreader.look(table("555555551m")).rivers[0]
    assert grown[:8] == first
    misreader.new_hand()
    assert misreader.look(table("55555555m")).rivers[0] != first


@pytest.mark.parametrize(("times", "share"), [(1, 0.1), (2, 0.2), (4, 0.4)])
def test_faults_come_as_often_as_measured_times_a_factor(times: float, share: float) -> None:
    misreader = Misreader(measured(90, 10), NEVER, times, seed=3)
    unsure = 0
    for _ in range(50):
        misreader.new_hand()
        unsure += sum(tile.tile is None for tile in misreader.look(table("5" * 18 + "m")).rivers[0])
    assert unsure / 900 == pytest.approx(share, abs=0.04)


def test_slips_last_until_the_row_changes() -> None:
    true = table("12m")
    missed = Misreader(Misreadings(), Slips(1, 0, 0), 1, 1)
    assert len(missed.look(true).rivers[0]) == 1
    assert len(missed.look(replace(true, number=1)).rivers[0]) == 1
    turned = Misreader(Misreadings(), Slips(0, 1, 0), 1, 1).look(true).rivers[0]
    assert [tile.sideways for tile in turned] == [False, True]
    more = Misreader(measured(0, 1), Slips(0, 0, 1), 1, 1).look(true).rivers[0]
    assert len(more) == 3 and more[2].options == DOUBT
    called = Misreader(Misreadings(), Slips(1, 0, 0), 1, 1)
    called.look(true)
    assert len(called.look(table("1m")).rivers[0]) == 1, "a row that shrinks has no new tile to miss"


def test_slips_of_all_sets_count_together_and_are_never_impossible() -> None:
    slips = Slips.of([Misreadings(tiles=100, missed=3), Misreadings(tiles=99, axis=1)])
    assert slips == Slips(missed=4 / 200, axis=2 / 200, false=1 / 200)


def test_measurements_survive_their_file(tmp_path: Path) -> None:
    found = Misreadings(tiles=7, missed=1)
    found.add("5m", ((Tile.parse("5m"), 0.99),))
    found.add("5m", ((Tile.parse("0m"), 0.98), (Tile.parse("5m"), 0.02)))
    assert found.doubt("5m") == 0.5 and found.doubt("1z") == 0
    path = tmp_path / "confusion.jsonl"
    path.write_text(json.dumps({"set": "mine", **found.to_json()}) + "\n")
    assert load(path) == {"mine": found}
    assert str(found) == (
        "2 faces read, 1 of them not plainly right, 1 wrong, 1 wrong with confidence; "
        "1 of 7 missed, 0 axes wrong, 0 false"
    )


def follow(game: Played, tmp_path: Path, misreader: Misreader) -> Comparison:
    line = MisreadLine(game, misreader, Store(tmp_path / "record.sqlite"))
    return run_headless(line, lambda _: None)


def test_a_game_read_without_faults_needs_nobody(tmp_path: Path, one_hand: Played) -> None:
    comparison = follow(one_hand, tmp_path, Misreader(Misreadings(), NEVER, 1, 1))
    assert (comparison.fully_right, comparison.questions, comparison.wrong_totals) == (1, 0, 0)


def test_unsure_faces_are_asked_for(tmp_path: Path, one_hand: Played) -> None:
    unsure = {f"{number}p": [((Tile.parse(f"{number}p"), 0.5),)] for number in range(1, 10)}
    comparison = follow(one_hand, tmp_path, Misreader(Misreadings(doubts=unsure), NEVER, 1, 1))
    assert comparison.questions > 0
    assert comparison.wrong_totals == 0
