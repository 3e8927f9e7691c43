"""A game as a camera sees it comes to its end; every consequence is computed."""

from __future__ import annotations

import gzip
from dataclasses import replace
from pathlib import Path

import pytest

from tablectl.export.mjai import read
from tablectl.replay import rules_of
from tablectl.rules.event import (
    Discarded,
    Drawn,
    Drew,
    Event,
    GameEnded,
    HandEnded,
    HandStarted,
    RiichiAccepted,
    RyuukyokuKind,
    Won,
)
from tablectl.rules.game import Game, new_game, play
from tablectl.rules.length import HandName
from tablectl.rules.ruleset import TENHOU, Ruleset
from tablectl.rules.seat import BySeat, Seat, Wind
from tablectl.rules.tile import parse_tiles
from tests.rules.playing import (
    CLOSED,
    OTHER,
    S0,
    S1,
    S3,
    START,
    after,
    left,
    played,
    refused,
    riichi,
    turn,
    turns,
)


def at(wind: Wind, number: int, points: tuple[int, int, int, int], ruleset: Ruleset = TENHOU) -> Game:
    """A hand of a game that stands so."""
    game = play(new_game(ruleset), START[0])
    ledger = replace(game.book, start=BySeat.of(points))
    game = replace(game, book=ledger, hand=HandName(int(wind), number, Seat(number - 1)))
    return play(game, START[1])


def drawn_out(game: Game, *tenpai: Seat) -> Game:
    """The hand ended in an exhaustive draw with these seats tenpai; nobody has nagashi."""
    first = played(game).dealer
    faces = ("5m", "5p", "5s", "6s")
    hands = (CLOSED, OTHER)
    game = after(game, *(event for place in range(4) for event in turn(first.right(place), faces[place])))
    shown = {seat: parse_tiles(hands[place]) for place, seat in enumerate(tenpai)}
    return after(
        left(game, 0), Drew(RyuukyokuKind.EXHAUSTIVE, BySeat.of(shown.get(seat) for seat in Seat)), HandEnded()
    )


def test_the_game_ends_after_the_last_hand_with_the_target_reached() -> None:
    game = drawn_out(at(Wind.SOUTH, 4, (31000, 29000, 25000, 15000)))
    assert game.over
    assert game.placement == BySeat(1, 2, 3, 4)
    assert game.result == BySeat(41.0, 9.0, -15.0, -35.0)
    refused(game, "no hand follows", START[1])
    closed = play(game, GameEnded())
    refused(closed, "closed already", GameEnded())


def test_west_is_entered_below_the_target_and_ends_on_reaching_it() -> None:
    game = drawn_out(at(Wind.SOUTH, 4, (29000, 29000, 27000, 15000)))
    assert (game.over, game.wind, game.number) == (False, Wind.WEST, 1)
    assert drawn_out(at(Wind.WEST, 1, (29000, 29000, 27000, 15000)), S1).over
    assert drawn_out(at(Wind.WEST, 4, (29000, 29000, 27000, 15000))).over
    short = replace(TENHOU, west_entry=False)
    assert drawn_out(at(Wind.SOUTH, 4, (29000, 29000, 27000, 15000), short)).over


def test_the_dealer_stops_when_leading_in_the_last_hand() -> None:
    assert drawn_out(at(Wind.SOUTH, 4, (25000, 25000, 21000, 29000)), S3).over
    behind = drawn_out(at(Wind.SOUTH, 4, (35000, 25000, 21000, 19000)), S3)
    assert (behind.over, behind.honba, behind.number) == (False, 1, 4)
    poor = drawn_out(at(Wind.SOUTH, 4, (25000, 25000, 25000, 25000)), S3)
    assert not poor.over


def test_a_tonpuu_ends_with_east() -> None:
    assert drawn_out(at(Wind.EAST, 4, (31000, 29000, 25000, 15000), replace(TENHOU, length="tonpuu"))).over
    assert not drawn_out(at(Wind.EAST, 4, (31000, 29000, 25000, 15000))).over


def test_below_zero_ends_the_game_and_zero_does_not() -> None:
    assert drawn_out(at(Wind.EAST, 2, (900, 33100, 33000, 33000)), S1).over
    assert not drawn_out(at(Wind.EAST, 2, (1000, 33000, 33000, 33000)), S1).over


def test_sticks_left_over_go_to_the_first() -> None:
    game = at(Wind.SOUTH, 4, (33000, 27000, 25000, 15000))
    game = after(game, *riichi(S3, "1z"), *turns(S0, "5m5p5s6s"))
    game = left(after(game, *turns(S0, "5m5p5s")), 0)
    drew = Drew(RyuukyokuKind.EXHAUSTIVE, BySeat(None, None, None, parse_tiles(OTHER)))
    game = after(game, drew, HandEnded())
    # The dealer kept the deal and plays on; the stick stays on the table.
    assert (game.over, game.deposits) == (False, 1)
    game = after(game, START[1])
    game = drawn_out(game)
    assert game.over
    assert (sum(game.points), game.deposits) == (100000, 0)


def hidden(event: Event) -> Event:
    match event:
        case HandStarted():
            return HandStarted(event.indicator, event.dice)
        case Drawn(seat):
            return Drawn(seat)
        case Discarded(seat, tile):
            return Discarded(seat, tile)
    return event


@pytest.mark.parametrize("game", ["g001", "g002", "g003", "g004", "g010", "g131"])
def test_a_camera_comes_to_the_same_as_a_record(shared: Path, game: str) -> None:
    path = shared / "data" / "logs" / "games" / f"{game}.mjson.gz"
    lines = read(gzip.decompress(path.read_bytes()).decode().splitlines())
    known = seen = new_game(rules_of(lines[0], TENHOU))
    for line in lines:
        known, seen = play(known, line.event), play(seen, hidden(line.event))
        if isinstance(line.event, RiichiAccepted | Won | Drew | HandEnded):
            assert (seen.points, seen.deposits, seen.honba) == (known.points, known.deposits, known.honba)
            assert (seen.dealer, seen.over) == (known.dealer, known.over)
    assert seen.result == known.result
