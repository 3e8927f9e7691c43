"""The one loop: on disk before it is shown, asked once, undone and corrected without losing a hand."""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tablectl import controller as controller_module
from tablectl.controller import Controller, Refused, lies_alike
from tablectl.rules.event import (
    Discarded,
    Drawn,
    Event,
    GameStarted,
    HandEnded,
    HandStarted,
    Won,
    to_json,
)
from tablectl.rules.ruleset import TENHOU
from tablectl.rules.seat import BySeat, Seat
from tablectl.rules.tile import Tile, parse_tiles
from tablectl.store import Source, Store, StoreError
from tablectl.table import Area, Press, SeenTile, TableSnapshot
from tablectl.verdict import Choice, Correction, Mismatch, Question, Reading, Verdict
from tablectl.view import TableView

S0, S1, S2, S3 = Seat
START = GameStarted(S0, BySeat("Ann", "Bo", "Cy", "Di"))
HAND = HandStarted(Tile.parse("4p"), (3, 5))


def discard(seat: Seat, tile: str) -> tuple[Event, ...]:
    return (Drawn(seat), Discarded(seat, Tile.parse(tile)))


FIRST_TURNS = (*discard(S0, "1z"), *discard(S1, "9m"), *discard(S2, "9p"), *discard(S3, "1s"))
WIN = (Drawn(S0), Won(S0, S0, Tile.parse("9s"), parse_tiles("123m456p78s11z555z")))


class Script:
    """Stands in for the referee: what it makes of the snapshot with a number, once played nothing more."""

    def __init__(self) -> None:
        self.verdicts: dict[int, list[Verdict]] = {}
        self.dice: tuple[int, int] | None = None
        self.told: frozenset[int] = frozenset()

    def on(self, number: int, *verdicts: Verdict) -> TableSnapshot:
        """A snapshot unlike all others that gives these verdicts, one a look."""
        self.verdicts[number] = list(verdicts)
        river = tuple(SeenTile(Tile(kind)) for kind in range(number))
        return TableSnapshot(number, float(number), rivers=BySeat(river, (), (), ()))

    def __call__(
        self, game: object, table: TableSnapshot, dice: tuple[int, int] | None, *, log: object, told: frozenset[int]
    ) -> Verdict:
        self.dice, self.told = dice, told
        waiting = self.verdicts.get(table.number, [])
        if waiting and not isinstance(waiting[0], Reading):
            return waiting[0]
        return waiting.pop(0) if waiting else Reading()


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Script:
    script = Script()
    monkeypatch.setattr(controller_module, "interpret", script)
    return script


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path / "record.sqlite")
    yield store
    store.close()


def open_table(store: Store) -> Controller:
    return Controller(store, TENHOU, start=START, wall_clock=lambda: 1000.0)


@pytest.fixture
def table(store: Store, script: Script) -> Controller:
    """A table in its first hand, after the first turns."""
    table = open_table(store)
    table.feed(script.on(1, Reading((HAND,)), Reading(FIRST_TURNS)), 1.0)
    return table


def test_a_first_snapshot_starts_the_game_and_is_read_to_its_end(table: Controller, store: Store) -> None:
    assert store.events(1) == (START, HAND, *FIRST_TURNS)
    assert table.view.round == "East 1"
    assert table.view.seats[1].river[0].face == "9m"
    assert table.view.events[-1].text == "Di discarded 1s"
    assert [row.source for row in store.rows(1)] == [Source.CAMERA] * 10
    assert {(row.wall, row.monotonic) for row in store.rows(1)} == {(1000.0, 1.0)}


def test_every_event_is_on_disk_before_the_view_changes(table: Controller, store: Store, script: Script) -> None:
    shown: list[tuple[int, int]] = []

    def output(view: TableView) -> None:
        shown.append((view.number, view.events[-1].seq - store.rows(1)[-1].seq))

    table.subscribe(output)
    number = table.view.number
    for place, event in enumerate((*discard(S0, "2z"), *discard(S1, "2m"))):
        assert table.feed(script.on(2 + place, Reading((event,))), 2.0) == (event,)
    assert shown == [(number + step, 0) for step in (1, 2, 3, 4)]


def test_an_unchanged_table_makes_no_new_view(table: Controller, script: Script) -> None:
    before = table.view
    assert table.feed(script.on(1), 2.0) == ()
    assert table.view is before


def test_events_against_the_rules_are_shown_and_not_recorded(table: Controller, store: Store, script: Script) -> None:
    before = store.events(1)
    assert table.feed(script.on(2, Reading((*discard(S0, "2z"), *discard(S3, "2z")))), 2.0) == ()
    assert store.events(1) == before
    assert [notice.level for notice in table.view.notices] == ["warning"]
    assert "Di" in table.view.notices[0].text or "Bo" in table.view.notices[0].text
    assert table.feed(script.on(3, Reading(discard(S0, "2z"))), 3.0) == discard(S0, "2z")
    assert table.view.notices == ()


def test_a_mismatch_is_shown_until_the_table_makes_sense(table: Controller, script: Script) -> None:
    table.feed(script.on(2, Mismatch("seat 2 has a tile too many", "seat 2 river", "TU1")), 2.0)
    assert [notice.text for notice in table.view.notices] == ["Cy has a tile too many (Cy river): TU1"]
    table.feed(script.on(3), 3.0)
    assert table.view.notices == ()


ASK = Question(S0, "Which tile did seat 0 discard?", (Choice("5p", discard(S0, "5p")), Choice("0p", discard(S0, "0p"))))


def test_a_question_is_answered_by_one_press(table: Controller, store: Store, script: Script) -> None:
    snapshot = script.on(2, ASK)
    assert table.feed(snapshot, 2.0) == ()
    asked = table.view.question
    assert asked is not None
    assert (asked.text, asked.choices, asked.seat) == ("Which tile did Ann discard?", ("5p", "0p"), 0)
    script.verdicts[2] = []
    assert table.press(Press("answer", S0, f"{asked.id}:1"), 3.0) == discard(S0, "0p")
    assert table.view.question is None
    assert store.rows(1)[-1].source is Source.PAGE
    assert table.view.seats[0].river[-1].face == "0p"
    table.feed(replace(snapshot, time=4.0), 4.0)
    assert script.told == frozenset({10, 11}), "what a person said is not read again"


def test_a_late_or_wrong_answer_is_refused(table: Controller, store: Store, script: Script) -> None:
    with pytest.raises(Refused, match="no open question"):
        table.press(Press("answer", S0, "0"), 2.0)
    table.feed(script.on(2, ASK), 2.0)
    first = table.view.question
    table.feed(script.on(3, replace(ASK, text="And now?")), 3.0)
    second = table.view.question
    assert first is not None and second is not None and first.id != second.id
    before = store.events(1)
    for value, why in ((f"{first.id}:0", "is closed"), (f"{second.id}:2", "expected 0 to 1"), ("x", "expected 0 to 1")):
        with pytest.raises(Refused, match=why):
            table.press(Press("answer", S0, value), 4.0)
    assert store.events(1) == before
    assert table.press(Press("answer", S0, "0"), 5.0, Source.BUTTON) == discard(S0, "5p")
    assert store.rows(1)[-1].source is Source.BUTTON


def test_a_question_seen_again_keeps_its_number(table: Controller, script: Script) -> None:
    table.feed(script.on(2, ASK), 2.0)
    before = table.view
    table.feed(script.on(3, ASK), 3.0)
    assert table.view is before


def test_undo_strikes_the_last_event_and_does_not_read_it_again(
    table: Controller, store: Store, script: Script
) -> None:
    snapshot = script.on(2, Reading(discard(S0, "5p")), Reading(discard(S1, "5p")))
    table.feed(script.on(2, Reading(discard(S0, "5p"))), 2.0)
    assert table.press(Press("undo"), 3.0) == ()
    assert store.events(1) == (START, HAND, *FIRST_TURNS, Drawn(S0))
    script.verdicts[2] = [Reading((Discarded(S0, Tile.parse("5p")),))]
    assert table.feed(replace(snapshot, number=2, time=4.0), 4.0) == ()
    assert table.feed(script.on(3, Reading((Discarded(S0, Tile.parse("0p")),))), 5.0) != ()
    assert store.events(1)[-1] == Discarded(S0, Tile.parse("0p"))
    assert len(store.rows(1)) == 14


def test_everything_but_the_start_can_be_undone(table: Controller, store: Store) -> None:
    while table.view.actions:
        assert [action.name for action in table.view.actions] == ["undo"]
        table.press(Press("undo"), 2.0)
    assert store.events(1) == (START,)
    with pytest.raises(Refused, match="nothing to undo"):
        table.press(Press("undo"), 2.0)


def test_a_restart_resumes_where_the_record_ends(table: Controller, store: Store, script: Script) -> None:
    table.feed(script.on(2, Reading(discard(S0, "5p"))), 2.0)
    table.press(Press("undo"), 3.0)
    again = open_table(store)
    assert again.game == table.game
    assert replace(again.view, number=0) == replace(table.view, number=0)
    assert again.feed(script.on(3, Reading((Discarded(S0, Tile.parse("0p")),))), 4.0)
    assert again.view.number == 1


def settle(table: Controller, script: Script) -> None:
    table.feed(script.on(2, Reading(WIN)), 2.0)


def test_a_win_is_shown_line_by_line(table: Controller, script: Script) -> None:
    settle(table, script)
    (settlement,) = table.view.settlements
    assert settlement.title == "Ann wins by tsumo"
    assert settlement.lines
    assert sum(settlement.changes) == 0 and settlement.changes[0] > 0
    assert [seat.change for seat in table.view.seats] == list(settlement.changes)
    assert [seat.points for seat in table.view.seats] == [25000 + change for change in settlement.changes]
    table.feed(script.on(3, Reading((HandEnded(), HAND))), 3.0)
    assert table.view.settlements == (settlement,), "shown until the next one"
    assert table.view.honba == 1


def test_a_correction_replays_the_game_and_reports_payments_that_changed(
    table: Controller, store: Store, script: Script
) -> None:
    settle(table, script)
    table.feed(script.on(3, Reading((HandEnded(), HAND, *discard(S0, "1m")))), 3.0)
    before = [seat.points for seat in table.view.seats]
    dora = replace(HAND, indicator=Tile.parse("4z"))  # haku is dora now: three han more
    amendment = [{"seq": 2, "change": "replace", "event": to_json(dora)}]
    assert table.press(Press("amend", None, json.dumps(amendment)), 4.0) == (dora,)
    after = [seat.points for seat in table.view.seats]
    (notice,) = table.view.notices
    assert notice.text.startswith("East 1: the payment changed; put right: Ann +")
    assert f"Bo {after[1] - before[1]:+,}" in notice.text
    assert store.events(1)[1] == dora
    assert open_table(store).game == table.game
    assert table.view.seats[0].river[-1].face == "1m", "the hand being played goes on"


def test_a_correction_that_later_events_forbid_is_refused_whole(table: Controller, store: Store) -> None:
    before = store.rows(1)
    for amendment, why in (
        ({"seq": 5, "change": "strike", "event": None}, "a later event no longer fits"),
        ({"seq": 99, "change": "strike"}, "row 99"),
        ({"seq": 5, "change": "replace"}, "replace needs an event"),
        ({"seq": 5, "change": "burn", "event": None}, "burn"),
        ({"seq": 5, "change": "replace", "event": {"type": "Discarded"}}, "seat"),
        ({"seq": "5", "change": "strike"}, "seq, a number"),
        (7, "seq, a number"),
    ):
        with pytest.raises(Refused, match=why):
            table.press(Press("amend", None, json.dumps([amendment])), 2.0)
    for text in ("{", "[]", "{}"):
        with pytest.raises(Refused):
            table.press(Press("amend", None, text), 2.0)
    assert store.rows(1) == before


def test_the_referees_own_corrections_rewrite_the_record(table: Controller, store: Store, script: Script) -> None:
    better = Correction(3, (Discarded(S0, Tile.parse("2z")),))
    table.feed(script.on(2, Reading((), (better,)), Reading(discard(S0, "5p"))), 2.0)
    assert store.events(1)[3] == Discarded(S0, Tile.parse("2z"))
    assert table.view.seats[0].river[0].face == "2z"
    assert store.events(1)[-2:] == discard(S0, "5p")


def test_an_event_can_be_recorded_by_hand(table: Controller, store: Store) -> None:
    event = Drawn(S0)
    assert table.press(Press("event", None, json.dumps(to_json(event))), 2.0) == (event,)
    assert store.rows(1)[-1].source is Source.PAGE
    for text, why in (
        (json.dumps(to_json(Drawn(S2))), "2"),
        ('{"type": "Danced"}', "Danced"),
        ("3", "object"),
        ("{", "JSON"),
    ):
        with pytest.raises(Refused, match=why):
            table.press(Press("event", None, text), 3.0)
    assert store.events(1)[-1] == event


def test_zones_unseen_for_a_while_are_told_with_the_time_of_day(store: Store) -> None:
    clock = [1000.0]
    table = Controller(store, TENHOU, start=START, wall_clock=lambda: clock[0])
    river, wall = (Seat.S2, Area.RIVER), (Seat.S0, Area.WALL)
    since = time.strftime("%H:%M:%S", time.localtime(994))
    table.set_unseen({river: 6.0})
    (told,) = table.view.unseen
    assert told.endswith(f"river not seen since {since}")
    assert table.view.stale == ("2 river",)
    clock[0] = 1010.0
    number = table.view.number
    table.set_unseen({river: 16.0})
    assert table.view.number == number, "nothing new is shown"
    table.set_unseen({river: 17.0, wall: 5.0})
    assert told in table.view.unseen and len(table.view.unseen) == 2, "it keeps its time"
    table.set_unseen({})
    assert table.view.unseen == () and table.view.stale == ()


def test_dice_wait_for_the_hand_they_open(store: Store, script: Script) -> None:
    table = open_table(store)
    table.feed(script.on(1), 1.0)
    table.press(Press("dice", S0, "2-6"), 2.0)
    table.feed(script.on(2), 3.0)
    assert script.dice == (2, 6)
    table.feed(script.on(3, Reading((HAND,))), 4.0)
    assert script.dice is None
    for value in ("7-1", "3", ""):
        with pytest.raises(Refused, match="from 1 to 6"):
            table.press(Press("dice", S0, value), 5.0)


def test_dice_that_came_late_are_not_kept_for_the_next_hand(store: Store, script: Script) -> None:
    table = open_table(store)
    bare = HandStarted(Tile.parse("4p"), None)
    table.feed(script.on(1, Reading((bare,))), 1.0)
    script.verdicts[1] = [Reading((), (Correction(1, (replace(bare, dice=(2, 6)),)),))]
    table.press(Press("dice", S0, "2-6"), 2.0)
    assert script.dice is None, "asked again after the correction"
    assert table.events[1] == replace(bare, dice=(2, 6))
    table.press(Press("dice", S0, "1-3"), 3.0)
    table.feed(script.on(2), 4.0)
    assert script.dice == (1, 3)
    better = HandStarted(Tile.parse("5p"), (2, 6))
    table.feed(script.on(3, Reading((), (Correction(1, (better,)),))), 5.0)
    assert script.dice == (1, 3), "an indicator read better uses up no throw"


def test_a_table_lies_alike_whatever_its_dice() -> None:
    table = TableSnapshot()
    assert lies_alike(table, replace(table, dice=(1, 2), dice_unclear="rolling"))


def test_a_failing_output_stops_neither_table_nor_other_outputs(table: Controller, script: Script) -> None:
    shown: list[TableView] = []

    def broken(view: TableView) -> None:
        raise RuntimeError("lamp burnt out")

    table.subscribe(broken)
    table.subscribe(shown.append)
    table.feed(script.on(2, Reading(discard(S0, "5p"))), 2.0)
    assert shown == [table.view]


def test_a_full_disk_is_reported_and_the_event_tried_again(
    table: Controller, store: Store, script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = table.game
    with monkeypatch.context() as patch:
        patch.setattr(store, "append", _full_disk)
        assert table.feed(script.on(2, Reading(discard(S0, "5p"))), 2.0) == ()
        assert table.game is game
        assert table.view.notices[0].text == "the disk is full"
        with pytest.raises(StoreError):
            table.press(Press("event", None, json.dumps(to_json(Drawn(S0)))), 2.0)
    table.feed(script.on(3, Reading(discard(S0, "5p"))), 3.0)
    assert table.view.notices == ()
    assert store.events(1)[-2:] == discard(S0, "5p")


def _full_disk(*_: object, **__: object) -> None:
    raise StoreError("the disk is full")


def test_a_running_game_is_not_replaced(table: Controller, store: Store) -> None:
    with pytest.raises(Refused, match="not over"):
        table.press(Press("new_game"), 2.0)
    with pytest.raises(Refused, match="unknown press 'dance'"):
        table.press(Press("dance"), 2.0)
    assert store.games() == (1,)


def test_a_record_that_the_rules_refuse_still_opens(store: Store, script: Script) -> None:
    bad = Discarded(S2, Tile.parse("5p"))
    store.append(1, (START, HAND, bad, *FIRST_TURNS), Source.CAMERA, wall=0, monotonic=0)
    table = open_table(store)
    assert len(table.view.notices) == 1 and "no longer fits: 3:" in table.view.notices[0].text
    assert table.view.seats[3].river[0].face == "1s"
    table.press(Press("amend", None, '[{"seq": 3, "change": "strike"}]'), 1.0)
    assert table.view.notices == ()
    assert store.events(1) == (START, HAND, *FIRST_TURNS)


def test_presses_and_snapshots_from_several_threads_are_taken_one_by_one(
    table: Controller, store: Store, script: Script
) -> None:
    def undo_often() -> None:
        for _ in range(20):
            table.press(Press("event", None, json.dumps(to_json(Drawn(S0)))), 2.0)
            table.press(Press("undo"), 2.0)

    def look_often() -> None:
        for number in range(2, 30):
            table.feed(script.on(number), 2.0)

    threads = [threading.Thread(target=work) for work in (undo_often, look_often)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert store.events(1) == (START, HAND, *FIRST_TURNS)
    assert [row.seq for row in store.rows(1)] == list(range(1, 51))
    assert sqlite3.threadsafety > 0


def test_snapshots_lie_alike_whatever_the_certainty_and_time() -> None:
    one = TableSnapshot(1, 1.0, rivers=BySeat((SeenTile(Tile(3), 0.9, at=(1.0, 2.0)),), (), (), ()))
    other = replace(one, number=2, time=9.0, rivers=BySeat((SeenTile(Tile(3), 0.99, at=(1.1, 2.0)),), (), (), ()))
    assert lies_alike(one, other)
    assert not lies_alike(one, replace(other, rivers=BySeat((SeenTile(Tile(4)),), (), (), ())))
    assert not lies_alike(one, replace(other, sticks=BySeat(True, False, False, False)))
