"""From what lies on the table to what happened: turns, calls, riichi, hidden zones and what is out of order."""

from __future__ import annotations

from dataclasses import replace

from tablectl.referee import Mismatch, Reading, interpret, look
from tablectl.rules.event import Called, Discarded, Drawn, GameStarted, HandStarted, RiichiAccepted, RiichiDeclared
from tablectl.rules.game import new_game, play
from tablectl.rules.meld import Meld
from tablectl.rules.ruleset import TENHOU
from tablectl.rules.seat import BySeat
from tablectl.table import Area, SeenTile
from tests.tablectl.tables import S0, S1, S2, S3, discards, played, table_after, tile, turn, turns, with_river


def test_a_table_as_predicted_is_nothing_new() -> None:
    game = played(*turns("1m", "2m", "3m"))
    assert interpret(game, look(game)) == Reading()
    assert interpret(game, table_after(*turns("1m", "2m", "3m"))) == Reading()


def test_a_new_river_tile_is_a_draw_and_a_discard() -> None:
    game = played(*turns("1m"))
    assert interpret(game, table_after(*turns("1m", "2m"))) == Reading((Drawn(S1), Discarded(S1, tile("2m"))))


def test_turns_missed_while_an_arm_was_in_the_way_are_caught_up() -> None:
    names = ("1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m")
    found = interpret(played(*turns("1m")), table_after(*turns(*names)))
    assert discards(found) == [f"{place % 4}:{name}" for place, name in enumerate(names)][1:]


def test_a_discard_called_before_it_was_seen() -> None:
    pon = Called(S3, Meld.parse("pon:22m+2m<1"))
    true = (*turns("1m", "2m"), pon, Discarded(S3, tile("9p")))
    found = interpret(played(*turns("1m")), table_after(*true))
    assert found == Reading((Drawn(S1), Discarded(S1, tile("2m")), pon, Discarded(S3, tile("9p"))))


def test_riichi_counts_with_the_next_action_not_with_the_stick() -> None:
    declared = (Drawn(S0), RiichiDeclared(S0), Discarded(S0, tile("1m")))
    sticks = BySeat(True, False, False, False)
    found = interpret(played(), replace(table_after(*declared), sticks=sticks))
    assert found == Reading(declared)
    game = played(*declared)
    assert interpret(game, replace(table_after(*declared), sticks=sticks)) == Reading()
    after = replace(table_after(*declared, *turn(S1, "2m")), sticks=sticks)
    assert interpret(game, after) == Reading((RiichiAccepted(S0), *turn(S1, "2m")))


def test_a_stick_laid_before_its_tile_is_waited_for() -> None:
    game = played()
    assert interpret(game, replace(table_after(), sticks=BySeat(True, False, False, False))) == Reading()


def test_a_riichi_tile_called_away_leaves_its_stick() -> None:
    pon = Called(S2, Meld.parse("pon:11m+1m<0"))
    true = (Drawn(S0), RiichiDeclared(S0), Discarded(S0, tile("1m")), RiichiAccepted(S0), pon)
    found = interpret(played(), table_after(*true))
    assert found == Reading(true)


def test_a_discard_out_of_turn_is_named_and_ends_by_itself() -> None:
    game, table = played(*turns("1m")), table_after(*turns("1m"))
    found = interpret(game, with_river(table, S3, SeenTile(tile("9p"))))
    assert isinstance(found, Mismatch)
    assert "seat 3 discarded out of turn" in found.what
    assert interpret(game, table) == Reading()


def test_a_hidden_zone_is_waited_for() -> None:
    game = played(*turns("1m"))
    table = table_after(*turns("1m", "2m", "3m"))
    hidden = replace(with_river(table, S1), stale=frozenset({(S1, Area.RIVER)}))
    assert interpret(game, hidden) == Reading()
    # Seat 1 might have called: its discard alone proves no draw while its melds are hidden.
    table = table_after(*turns("1m", "2m"))
    assert interpret(game, replace(table, stale=frozenset({(S1, Area.MELDS)}))) == Reading()


def test_an_indicator_turned_too_early_is_a_mismatch() -> None:
    table = table_after(*turns("1m"))
    found = interpret(played(*turns("1m")), replace(table, dora=(*table.dora, SeenTile(tile("2z")))))
    assert isinstance(found, Mismatch)
    assert found.where == "dead wall"


def test_a_new_hand_needs_new_walls() -> None:
    game = play(new_game(TENHOU), GameStarted())
    fresh = table_after()
    assert interpret(game, fresh, (2, 1)) == Reading((HandStarted(tile("6p"), (2, 1)),))
    assert interpret(game, fresh) == Reading((HandStarted(tile("6p"), (2, 1)),))
    used = replace(fresh, walls=BySeat.fill((0,) * 17))
    assert interpret(game, used) == Reading()
