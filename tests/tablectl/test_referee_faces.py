"""Faces that are unsure, misread or not told: asked, reasoned out, corrected later, never guessed."""

from __future__ import annotations

from dataclasses import replace

from tablectl.corrections import corrected_log
from tablectl.referee import Mismatch, Question, Reading, interpret
from tablectl.rules.event import Called, Discarded, Drawn
from tablectl.rules.meld import Meld
from tablectl.table import SeenTile
from tests.tablectl.tables import (
    S0,
    S1,
    S2,
    START,
    discards,
    played,
    table_after,
    tile,
    turn,
    turns,
    unsure,
    with_river,
)


def test_a_called_tile_takes_its_face_from_the_river() -> None:
    before, pon = turns("5p"), Called(S2, Meld.parse("pon:55p+5p<0"))
    table = table_after(*before, pon)
    melds = tuple(replace(seen, tile=None, confidence=0.0) if seen.sideways else seen for seen in table.melds[S2])
    assert interpret(played(*before), replace(table, melds=table.melds.set(S2, melds))) == Reading((pon,))


def test_an_unsure_face_is_asked_and_offers_its_likeliest_faces() -> None:
    table = with_river(table_after(*turns("1m")), S0, unsure(("1m", 0.6), ("9s", 0.3)))
    found = interpret(played(), table)
    assert isinstance(found, Question)
    assert found.seat is S0
    assert [choice.label for choice in found.choices[:2]] == ["1m", "9s"]
    assert found.choices[1].events == (Drawn(S0), Discarded(S0, tile("9s")))
    assert interpret(played(*found.choices[1].events), table) == Reading()


def test_a_face_that_is_used_up_needs_no_question() -> None:
    game = played(*turns("1m", "1m", "1m", "1m"))
    river = table_after(*turns("1m", "1m", "1m", "1m", "9s"))
    found = interpret(game, with_river(river, S0, river.rivers[S0][0], unsure(("1m", 0.6), ("9s", 0.395))))
    assert discards(found) == ["0:9s"]


def test_a_fifth_tile_is_never_believed() -> None:
    game = played(*turns("1m", "1m", "1m", "1m"))
    assert isinstance(interpret(game, table_after(*turns("1m", "1m", "1m", "1m", "1m"))), Question | Mismatch)


def test_turns_before_an_unsure_face_are_read() -> None:
    table = table_after(*turns("1m", "2m"))
    assert discards(interpret(played(), with_river(table, S1, unsure(("2m", 0.5))))) == ["0:1m"]


def test_a_face_seen_clearly_later_corrects_the_log() -> None:
    log = (*START, *turns("1m", "2m"))
    game = played(*turns("1m", "2m"))
    table = table_after(*turns("9s", "2m"))
    found = interpret(game, table, log=log)
    assert isinstance(found, Reading) and found.events == ()
    assert corrected_log(log, found.corrections) == (*log[:3], Discarded(S0, tile("9s")), *log[4:])
    assert interpret(game, table, log=log, told=frozenset({3})) == Reading()
    doubtful = with_river(table, S0, SeenTile(tile("9s"), 0.92))
    assert interpret(game, doubtful, log=log) == Reading()


def test_a_meld_corrects_the_discard_it_called() -> None:
    log = (*START, *turns("3s"))
    pon = Called(S2, Meld.parse("pon:22s+2s<0"))
    found = interpret(played(*turns("3s")), table_after(*turns("2s"), pon), log=log)
    assert isinstance(found, Reading)
    assert [item.events for item in found.corrections] == [(Discarded(S0, tile("2s")),)]


def test_a_face_that_lies_too_often_may_be_an_earlier_discard() -> None:
    before = turns("1m", "1m", "1m", "1m")
    log = (*START, *before)
    table = table_after(*before, *turn(S0, "1m"))
    table = replace(table, rivers=table.rivers.set(S2, (unsure(("1m", 0.93), ("7m", 0.06)),)))
    found = interpret(played(*before), table, log=log)
    assert isinstance(found, Question)
    assert found.choices[0].label == "discard 1 of seat 2 is 7m, not 1m"
    assert [item.events for item in found.choices[0].corrections] == [(Discarded(S2, tile("7m")),)]
