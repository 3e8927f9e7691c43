"""What is shown adds up: tiles, points, names and words."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from tablectl.history import History
from tablectl.present import present, with_names
from tablectl.rules.event import (
    Called,
    Discarded,
    Drawn,
    Event,
    GameStarted,
    HandStarted,
    RiichiAccepted,
    RiichiDeclared,
    Won,
    describe,
)
from tablectl.rules.game import new_game
from tablectl.rules.meld import Meld
from tablectl.rules.ruleset import TENHOU
from tablectl.rules.seat import BySeat, Seat
from tablectl.rules.tile import Tile, parse_tiles
from tablectl.simulate.deal import deal
from tablectl.store import Row, Source
from tablectl.table import Area, SeenHand, SeenTile, TableSnapshot
from tablectl.verdict import Choice, Mismatch, Question
from tablectl.view import TableView, TileView

S0, S1, S2, S3 = Seat
NAMES = BySeat("Ann", "Bo", "Cy", "Di")
START = GameStarted(S1, NAMES)
HAND = HandStarted(Tile.parse("4p"), (3, 5))


def history(*events: Event) -> History:
    return History.of((Row(seq, 1, event, Source.CAMERA, 0.0, 0.0) for seq, event in enumerate(events, 1)), TENHOU)


def view(*events: Event, **options: object) -> TableView:
    played = history(START, *events)
    assert played.misfits == ()
    return present(played, number=1, ruleset=TENHOU, **options)  # type: ignore[arg-type]


def discard(seat: Seat, tile: str) -> tuple[Event, ...]:
    return (Drawn(seat), Discarded(seat, Tile.parse(tile)))


def test_in_a_whole_game_all_tiles_and_points_are_always_on_show() -> None:
    played = History(new_game(TENHOU))
    hands = 0
    for seq, event in enumerate(deal(3, TENHOU), 1):
        played = played.add(Row(seq, 1, event, Source.SIMULATED, 0.0, 0.0))
        hands += isinstance(event, HandStarted)
        if seq % 5:
            continue
        shown = present(played, number=seq, ruleset=TENHOU)
        points = sum(seat.points for seat in shown.seats) + 1000 * shown.deposits
        assert points == 100_000
        current = played.game.round
        if current is None or current.phase.value == "over":
            continue
        tiles = sum(stack.height for stack in shown.walls)
        for seat in shown.seats:
            tiles += sum(not tile.away for tile in seat.river) + sum(map(len, seat.melds)) + seat.hidden
        assert tiles == 136, f"after event {seq}"
        assert [seat.turn for seat in shown.seats].count(True) == 1
        assert sorted(stack.indicator for stack in shown.walls if stack.indicator) == sorted(
            face for face in shown.dora if face != "back"
        )
        assert shown.tiles_left is not None
        live = shown.tiles_left + 14
        assert live == sum(stack.height for stack in shown.walls)
        json.dumps(shown.to_json())
    assert hands > 1
    last = present(played, number=1, ruleset=TENHOU)
    assert last.over and [rank.place for rank in last.ranking] == [1, 2, 3, 4]
    assert [action.name for action in last.actions] == ["undo", "new_game"]


def test_before_the_first_hand() -> None:
    shown = view()
    assert (shown.round, shown.walls, shown.dora, shown.tiles_left) == ("East 1", (), (), None)
    assert [(seat.name, seat.wind, seat.points) for seat in shown.seats] == [
        ("Ann", "N", 25000), ("Bo", "E", 25000), ("Cy", "S", 25000), ("Di", "W", 25000)
    ]  # fmt: skip
    assert [event.text for event in shown.events] == ["game started, Bo deals first"]


def test_a_hand_being_played() -> None:
    pon = Called(S3, Meld.parse("pon:99m+9m<1"))
    shown = view(HAND, *discard(S1, "9m"), pon, Discarded(S3, Tile.parse("1z")))
    bo, di = shown.seats[1], shown.seats[3]
    assert (shown.round, shown.phase) == ("East 1", "Ann to draw")
    assert shown.seats[0].turn and bo.dealer and bo.wind == "E"
    assert bo.river == (TileView("9m", away=True),)
    assert di.river == (TileView("1z", last=True),)
    assert di.melds == ((TileView("9m"), TileView("9m", sideways=True), TileView("9m")),)
    assert [seat.hidden for seat in shown.seats] == [13, 13, 13, 10]
    assert shown.dora == ("4p", "back", "back", "back", "back")
    assert shown.dead_wall is not None and (shown.dead_wall.tiles, shown.dead_wall.kans) == (14, 0)
    # Dice 8 from Bo: the wall before Ann, eight stacks stay on its right; seven of them are the dead wall.
    assert shown.dead_wall.place == "before Ann"
    assert [(stack.seat, stack.stack) for stack in shown.walls if stack.dead] == [(0, place) for place in range(1, 8)]
    assert [stack.stack for stack in shown.walls if stack.indicator == "4p"] == [5]
    assert shown.tiles_left == 69
    assert [event.text for event in shown.events[-3:]] == [
        "Bo discarded 9m", "Di called pon 999m from Bo", "Di discarded 1z"
    ]  # fmt: skip


def test_riichi_is_declared_then_accepted() -> None:
    declared = (HAND, Drawn(S1), RiichiDeclared(S1), Discarded(S1, Tile.parse("3s")))
    shown = view(*declared)
    assert (shown.seats[1].riichi, shown.seats[1].points, shown.deposits) == ("declared", 25000, 0)
    assert shown.seats[1].river == (TileView("3s", sideways=True, last=True),)
    shown = view(*declared, RiichiAccepted(S1))
    assert (shown.seats[1].riichi, shown.seats[1].points, shown.deposits) == ("accepted", 24000, 1)


def test_without_the_dice_the_walls_are_left_out() -> None:
    shown = view(replace(HAND, dice=None))
    assert shown.walls == () and shown.tiles_left == 70
    assert shown.dead_wall is not None and shown.dead_wall.place == "not known"


def test_a_win_is_shown_with_its_hand_and_payment() -> None:
    before = (*discard(S1, "1z"), *discard(S2, "9m"), *discard(S3, "9p"), *discard(S0, "9s"))
    hand = parse_tiles("123m456p78s11z555z")
    shown = view(HAND, *before, Drawn(S1), Won(S1, S1, Tile.parse("9s"), hand))
    (settlement,) = shown.settlements
    assert settlement.title == "Bo wins by tsumo"
    assert settlement.changes[1] == -sum(settlement.changes[seat] for seat in (0, 2, 3)) > 0
    assert [seat.change for seat in shown.seats] == list(settlement.changes)
    assert not any("seat" in line for line in settlement.lines)
    assert [tile.face for tile in shown.seats[1].hand] == [*map(str, hand), "9s"]
    assert shown.phase == "hand over" and not any(seat.turn for seat in shown.seats)


def test_what_the_camera_adds() -> None:
    opened = SeenHand((SeenTile(Tile.parse("1m")), SeenTile(None), SeenTile(None, face_down=True)))
    table = TableSnapshot(
        hands=BySeat(opened, SeenHand(), SeenHand(), SeenHand()),
        stale=frozenset({(S2, Area.RIVER), (S0, Area.HAND)}),
    )
    shown = view(HAND, snapshot=table, camera="live")
    assert [tile.face for tile in shown.seats[0].hand] == ["1m", "unknown", "back"]
    assert shown.seats[0].hidden == 10
    assert shown.stale == ("0 hand", "2 river") and shown.camera == "live" and shown.unseen == ()
    shown = view(HAND, snapshot=table, unseen={(S2, Area.WALL): "21:04:12"})
    assert shown.stale == ("0 hand", "2 river", "2 wall")
    assert shown.unseen == ("Cy: wall not seen since 21:04:12",)


def test_questions_and_notices_speak_of_players() -> None:
    question = Question(S2, "Which tile did seat 2 discard?", (Choice("5p", ()), Choice("seat 3 drew", ())))
    mismatch = Mismatch("Seat 1: a tile too many", "river", "TU1")
    shown = view(HAND, question=question, question_id=4, mismatch=mismatch, warnings=("disk full",))
    assert shown.question is not None
    assert (shown.question.id, shown.question.seat) == (4, 2)
    assert (shown.question.text, shown.question.choices) == ("Which tile did Cy discard?", ("5p", "Di drew"))
    assert [notice.text for notice in shown.notices] == ["disk full", "Bo: a tile too many (river): TU1"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [("seat 0 pays seat 3", "Ann pays Di"), ("Seat 2", "Cy"), ("seat 4, seats 2", "seat 4, seats 2")],
)
def test_names_stand_for_seats(text: str, expected: str) -> None:
    assert with_names(text, NAMES) == expected


def test_every_event_of_a_game_has_words() -> None:
    words = {type(event): describe(event, NAMES) for event in deal(3, TENHOU)}
    assert all(words.values()) and len(words) >= 9
    assert not any("seat" in text for text in words.values())


def test_deltas_rebuild_the_view() -> None:
    old = view(HAND)
    new = replace(view(HAND, *discard(S1, "1z")), number=2)
    assert {**old.to_json(), **new.changes_since(old)} == new.to_json()
    assert "ranking" not in new.changes_since(old)
