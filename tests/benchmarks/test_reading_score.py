"""What a judge counts of a table that is seen truly, and of one that is not."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from benchmarks.misreading import Misreader, Misreadings, Slips
from benchmarks.noisy_games import MisreadLine
from benchmarks.reading_score import Counts, Judge, as_lying, face_up, match
from hardware.line import Played, run_headless
from hardware.simulated import FRAME_TIME, Shot
from tablectl.controller import Controller
from tablectl.rules.seat import SEATS, BySeat
from tablectl.rules.tile import Tile, parse_tiles
from tablectl.store import Store
from tablectl.table import SeenTile, TableSnapshot
from vision.classes import BACK
from vision.layout import DEFAULT_LAYOUT, Layout
from vision.render.look import Look
from vision.render.place import Shape, pieces

LOOK = Look.of(3)


@dataclass
class Sight:
    """A table whose believed snapshot the test decides."""

    controller: Controller
    seen: TableSnapshot
    layout: Layout = DEFAULT_LAYOUT
    look: Look = LOOK


def located(table: TableSnapshot) -> TableSnapshot:
    """A true table with the place of every tile, as perfect eyes have it."""
    flat = [piece for piece in pieces(table, DEFAULT_LAYOUT, LOOK) if piece.shape is Shape.TILE]
    order = iter(flat)
    rivers, melds, hands = [], [], []

    def placed(row: tuple[SeenTile, ...]) -> tuple[SeenTile, ...]:
        # Pieces come in the order of the rows: river, melds, open hand, seat by seat.
        return tuple(
            replace(tile, at=(piece.x, piece.y), options=((tile.tile, 1.0),) if tile.tile else ())
            for tile, piece in zip(row, order, strict=False)
        )

    for seat in SEATS:
        rivers.append(placed(table.rivers[seat]))
        melds.append(placed(table.melds[seat]))
        hand = table.hands[seat]
        hands.append(replace(hand, open=placed(hand.open)))
        placed((SeenTile(None, face_down=True),) * hand.face_down)
    left = [piece for piece in order if piece.face != BACK]
    # Dora indicators lie on a wall, ura indicators on the cloth before it.
    dora, ura = (
        tuple(
            replace(tile, at=(piece.x, piece.y), options=((tile.tile, 1.0),))
            for tile in row
            for piece in left
            if tile.tile and (piece.face, piece.z > 0) == (str(tile.tile), high)
        )
        for row, high in ((table.dora, True), (table.ura, False))
    )
    return replace(table, rivers=BySeat.of(rivers), melds=BySeat.of(melds), hands=BySeat.of(hands), dora=dora, ura=ura)


def test_a_game_that_is_seen_truly_scores_everything(tmp_path: Path, one_hand: Played) -> None:
    line = MisreadLine(one_hand, Misreader(Misreadings(), Slips(0, 0, 0), 1, 1), Store(tmp_path / "record.sqlite"))
    sight = Sight(line.controller, TableSnapshot())
    judge = Judge(sight)

    def watch(shot: Shot) -> None:
        sight.seen = located(shot.table)
        judge.watch(shot)

    comparison = run_headless(line, lambda _: None, after=watch)
    assert comparison.fully_right == len(comparison.hands) == 1
    counts = judge.counts
    assert counts.tiles > 40 and counts.states > 30
    assert counts.tiles == counts.found == counts.kind == counts.sure == counts.axis
    assert (counts.false, counts.wrong, counts.missed) == (0, 0, 0)
    assert counts.states == counts.seen == counts.kept
    assert counts.delay(0.5) == 0


def river(text: str, sideways: tuple[int, ...] = ()) -> TableSnapshot:
    row = tuple(SeenTile(tile, sideways=place in sideways) for place, tile in enumerate(parse_tiles(text)))
    return TableSnapshot(rivers=BySeat((), row, (), ()))


def faulty(table: TableSnapshot, *, missing: int, wrong: int, unsure: int, turned: int) -> TableSnapshot:
    """The table seen with one tile of seat 1's river missing, one misread, one unsure, one turned, one too many."""
    row = list(located(table).rivers[1])
    east = Tile.parse("1z")
    row[wrong] = replace(row[wrong], tile=east, options=((east, 0.95),))
    row[unsure] = replace(row[unsure], tile=None, confidence=0.5)
    row[turned] = replace(row[turned], sideways=not row[turned].sideways)
    extra = SeenTile(east, at=(300.0, 300.0), options=((east, 1.0),))
    del row[missing]
    return replace(table, rivers=BySeat((), (*row, extra), (), ()))


def test_every_fault_is_counted_once(tmp_path: Path, one_hand: Played) -> None:
    line = MisreadLine(one_hand, Misreader(Misreadings(), Slips(0, 0, 0), 1, 1), Store(tmp_path / "record.sqlite"))
    shot = next(line.shots)
    truth = river("123m456p", (2,))
    sight = Sight(line.controller, faulty(truth, missing=0, wrong=1, unsure=3, turned=4))
    judge = Judge(sight)
    for number in range(2):
        judge.watch(replace(shot, table=truth, frame=replace(shot.frame, time=number * FRAME_TIME)))
    counts = judge.counts
    assert (counts.tiles, counts.found, counts.false) == (6, 5, 1)
    assert (counts.kind, counts.sure, counts.wrong, counts.axis) == (4, 4, 1, 4)
    assert (counts.states, counts.seen) == (2, 0)


def test_tiles_are_matched_by_place_not_by_face() -> None:
    truth = river("11m")
    lying = face_up(truth, DEFAULT_LAYOUT, LOOK)
    matched, false = match(located(truth), lying)
    assert len(matched) == 2 and not false
    assert all(axis for _, axis in matched.values())
    far = replace(located(truth), rivers=BySeat((), (SeenTile(None, at=(0.0, 0.0)),), (), ()))
    assert match(far, lying) == ({}, ((0.0, 0.0),))


def test_a_state_is_what_lies_not_how_surely_it_is_known() -> None:
    one = river("12m", (1,))
    assert as_lying(one) == as_lying(located(one))
    assert as_lying(one) != as_lying(river("12m"))
    down = SeenTile(None, face_down=True)
    kans = [(down, *(SeenTile(tile) for tile in parse_tiles(text)), down) for text in ("05m", "50m", "15m")]
    red_first, red_last, other = (as_lying(TableSnapshot(melds=BySeat(kan, (), (), ()))) for kan in kans)
    assert red_first == red_last != other
    assert as_lying(one) != as_lying(replace(one, sticks=BySeat(False, True, False, False)))
    back = TableSnapshot(melds=BySeat((SeenTile(Tile.parse("1m"), face_down=True),), (), (), ()))
    unknown = TableSnapshot(melds=BySeat((SeenTile(None, face_down=True),), (), (), ()))
    assert as_lying(back) == as_lying(unknown)


def test_counts_add_up_and_survive_json() -> None:
    counts = Counts(tiles=4, found=3)
    counts.delays.update({1: 18, 2: 1, 40: 1})
    again = Counts.of_json(counts.to_json())
    assert again == counts
    again.add(counts)
    assert (again.tiles, again.found, again.delays.total()) == (8, 6, 40)
    assert (counts.delay(0.5), counts.delay(0.95), counts.delay(1.0)) == (1, 2, 40)
    assert Counts().delay(0.5) == 0
    assert any("4 (75.00 %)" in line for line in counts.lines())


@pytest.mark.parametrize("seat", SEATS)
def test_sideways_is_judged_from_every_side(seat: int) -> None:
    rows: list[tuple[SeenTile, ...]] = [(), (), (), ()]
    rows[seat] = (SeenTile(Tile.parse("1m")), SeenTile(Tile.parse("2m"), sideways=True))
    truth = TableSnapshot(rivers=BySeat.of(rows))
    matched, _ = match(located(truth), face_up(truth, DEFAULT_LAYOUT, LOOK))
    assert [axis for _, axis in matched.values()] == [True, True]
