"""A hand that began without its throw: the camera tells it late, or a person is asked; what was told stands."""

from __future__ import annotations

from dataclasses import replace

from tablectl.late_throw import THROWS
from tablectl.look import look
from tablectl.referee import interpret
from tablectl.rules.dice import Dice
from tablectl.rules.event import Event, GameStarted, HandStarted
from tablectl.rules.game import Game, new_game, play
from tablectl.rules.ruleset import TENHOU
from tablectl.rules.tile import Tile
from tablectl.table import TableSnapshot
from tablectl.verdict import Correction, Question, Reading, Verdict
from tests.tablectl.tables import S0, table_after, turns

INDICATOR = Tile.parse("6p")


def begun(dice: Dice | None, *events: Event) -> tuple[Game, list[Event]]:
    log = [GameStarted(), HandStarted(INDICATOR, dice), *events]
    game = new_game(TENHOU)
    for event in log:
        game = play(game, event)
    return game, log


def read(known: Dice | None, table: TableSnapshot, *events: Event, **how: object) -> Verdict:
    game, log = begun(known, *events)
    return interpret(game, table, log=log, **how)  # type: ignore[arg-type]


def seen(dice: Dice | None, unclear: str = "", *events: Event) -> TableSnapshot:
    return replace(table_after(*events), dice=dice, dice_unclear=unclear)


def corrected(dice: Dice) -> Reading:
    return Reading((), (Correction(1, (HandStarted(INDICATOR, dice),)),))


def test_the_cameras_dice_begin_a_hand_unless_others_were_told() -> None:
    game = play(new_game(TENHOU), GameStarted())
    assert interpret(game, seen((2, 4))) == Reading((HandStarted(INDICATOR, (2, 4)),))
    assert interpret(game, seen((2, 4)), (1, 1)) == Reading((HandStarted(INDICATOR, (1, 1)),))
    assert interpret(game, seen(None, "a die is cocked")) == Reading((HandStarted(INDICATOR, None),))


def test_a_throw_seen_late_is_put_into_the_record_and_never_over_another() -> None:
    assert read(None, seen((2, 4))) == corrected((2, 4))
    assert read((3, 3), seen((2, 4))) == Reading()
    assert read((3, 3), seen(None, "a die is cocked")) == Reading()
    two = turns("1m", "2m")
    assert read(None, seen((2, 4), "", *two), *two) == corrected((2, 4))


def test_what_cannot_be_told_is_asked_of_the_dealer() -> None:
    asked = read(None, seen(None, "a die is cocked"))
    assert isinstance(asked, Question)
    assert asked.seat is S0 and "a die is cocked" in asked.text
    assert len(asked.choices) == len(THROWS) == 21
    (answer,) = [choice for choice in asked.choices if choice.label == "2 and 4"]
    assert answer.corrections == corrected((2, 4)).corrections and not answer.events
    assert read(None, seen(None)) == Reading(), "nobody looks for dice, or they still roll"


def test_the_game_goes_on_while_the_question_is_open() -> None:
    new = read(None, seen(None, "a die is cocked", *turns("1m")))
    assert isinstance(new, Reading) and new.events == turns("1m")


def test_a_throw_told_late_counts_before_the_cameras_until_tiles_are_played() -> None:
    assert read(None, seen((2, 4)), dice=(5, 6)) == corrected((5, 6))
    two = turns("1m", "2m")
    assert read(None, seen(None, "", *two), *two, dice=(5, 6)) == Reading(), "it is the next hand's"


def test_what_a_person_recorded_is_not_rewritten_but_asked() -> None:
    asked = read(None, seen((2, 4)), told=frozenset({1}))
    assert isinstance(asked, Question)
    assert asked.choices[0].label == "2 and 4", "what the camera sees comes first"


def test_the_table_lies_as_the_game_with_or_without_dice() -> None:
    game, log = begun(None)
    assert look(game).dice is None
    assert interpret(game, look(game), log=log) == Reading()
