"""What was read against what was played."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from tablectl.controller import Controller
from tablectl.rules.event import ALL_HIDDEN, Discarded, Drawn, Event, HandEnded, HandStarted, to_json
from tablectl.rules.ruleset import TENHOU
from tablectl.rules.tile import Tile
from tablectl.simulate.compare import compare
from tablectl.simulate.deal import deal
from tablectl.simulate.keeper import hand_recorded_by_hand, truthful_choice
from tablectl.store import Store
from tablectl.table import Press
from tablectl.verdict import Choice, Question

EVENTS = tuple(deal(1, TENHOU))
FIRST_END = next(place for place, event in enumerate(EVENTS) if isinstance(event, HandEnded))


def test_the_same_game_is_fully_right() -> None:
    result = compare(EVENTS, EVENTS, {}, TENHOU)
    assert result.fully_right == len(result.hands) > 4
    assert result.wrong_totals == 0


def test_a_question_keeps_a_hand_from_being_fully_right() -> None:
    result = compare(EVENTS, EVENTS, {1: 2}, TENHOU)
    assert (result.questions, result.fully_right) == (2, len(result.hands) - 1)
    assert result.to_json()["differences"] == [{"hand": 1, "questions": 2, "difference": ""}]


def test_a_misread_discard_is_named_and_no_wrong_total() -> None:
    place = next(place for place, event in enumerate(EVENTS) if isinstance(event, Discarded))
    true = EVENTS[place]
    assert isinstance(true, Discarded)
    hidden = [_hidden(event) for event in EVENTS[: FIRST_END + 1]]
    other = Tile.parse("9s" if true.tile != Tile.parse("9s") else "1s")
    read = [*hidden[:place], replace(true, tile=other, tsumogiri=None), *hidden[place + 1 : place + 2]]
    (hand, *_) = compare(EVENTS, read, {}, TENHOU).hands
    assert not hand.equal and not hand.wrong_total
    assert (
        hand.difference == f"played: seat {true.seat} discarded {true.tile}; read: seat {true.seat} discarded {other}"
    )


def test_a_hand_that_was_not_read_is_no_wrong_total() -> None:
    result = compare(EVENTS, EVENTS[: FIRST_END + 1], {}, TENHOU)
    assert result.hands[0].fully_right
    assert {hand.difference for hand in result.hands[1:]} == {"the hand was not read"}
    assert result.wrong_totals == 0


def test_the_keeper_chooses_what_was_played() -> None:
    place = next(place for place, event in enumerate(EVENTS) if isinstance(event, Discarded))
    true = EVENTS[place]
    assert isinstance(true, Discarded)
    wrong = replace(true, tile=Tile.parse("9s" if true.tile != Tile.parse("9s") else "1s"))
    question = Question(true.seat, "which?", (Choice("wrong", (wrong,)), Choice("true", (true,))))
    assert truthful_choice(question, EVENTS[: place + 1]) == 1
    assert truthful_choice(replace(question, choices=question.choices[:1]), EVENTS[: place + 1]) is None


def _hidden(event: Event) -> Event:
    """Tiles in hands as a camera knows them."""
    match event:
        case HandStarted():
            return replace(event, hands=ALL_HIDDEN, wall=None)
        case Drawn():
            return replace(event, tile=None)
    return event


def test_a_lost_hand_is_recorded_by_hand(tmp_path: Path) -> None:
    """However much of the hand was read, the record ends as the hand was played."""
    played = EVENTS[: FIRST_END + 1]
    for read in (1, 2, 9, 20):
        controller = Controller(Store(tmp_path / f"{read}.sqlite"), TENHOU)
        controller.press(Press("new_game"), 0.0)
        for event in map(_hidden, EVENTS[1:read]):
            controller.press(Press("event", None, json.dumps(to_json(event))), 0.0)
        for press in hand_recorded_by_hand(controller.rows, played):
            controller.press(press, 1.0)
        controller.press(Press("event", None, json.dumps(to_json(HandEnded()))), 2.0)
        assert compare(played, controller.events, {}, TENHOU).fully_right == 1


def test_a_hand_of_which_not_even_the_beginning_was_read_is_recorded_by_hand(tmp_path: Path) -> None:
    second_end = next(place for place in range(FIRST_END + 1, len(EVENTS)) if isinstance(EVENTS[place], HandEnded))
    played = EVENTS[: second_end + 1]
    controller = Controller(Store(tmp_path / "record.sqlite"), TENHOU)
    controller.press(Press("new_game"), 0.0)
    first = [to_json(event) for event in map(_hidden, EVENTS[1:FIRST_END])]
    controller.press(Press("event", None, json.dumps(first)), 0.0)
    for press in hand_recorded_by_hand(controller.rows, played):
        controller.press(press, 1.0)
    controller.press(Press("event", None, json.dumps(to_json(HandEnded()))), 2.0)
    assert compare(played, controller.events, {}, TENHOU).fully_right == 2
