"""Turn order, known hands and kuikae."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablectl.rules.event import (
    Discarded,
    DoraTurned,
    Drawn,
    Drew,
    Event,
    GameEnded,
    HandEnded,
    HandStarted,
    RiichiAccepted,
    RiichiDeclared,
    RyuukyokuKind,
)
from tablectl.rules.game import new_game, play
from tablectl.rules.round import Phase
from tablectl.rules.ruleset import TENHOU
from tablectl.rules.seat import BySeat
from tablectl.rules.tile import Tile, parse_tiles
from tests.rules.playing import (
    S0,
    S1,
    S2,
    S3,
    START,
    after,
    begun,
    called,
    played,
    refused,
    turn,
    turns,
)


def test_turns_go_round() -> None:
    game = after(begun(), *turns(S0, "1z2z3z4z9p"))
    current = played(game)
    assert (current.turn, current.phase) == (S0, Phase.REACT)
    assert str(current.rivers[S0]) == "1z 9p"
    assert current.hands[S0].hidden == 13
    assert current.wall.live_left == 65


@pytest.mark.parametrize(
    ("events", "rule"),
    [
        ((Drawn(S1),), "seat 1: drew out of turn, seat 0 is next"),
        ((*turn(S0, "1z"), Drawn(S2)), "seat 2: drew out of turn, seat 1 is next"),
        ((Discarded(S0, Tile(0)),), "seat 0, tile 1m: discarded out of turn"),
        ((Drawn(S0), Discarded(S1, Tile(0))), "seat 1, tile 1m: discarded out of turn: seat 0 discards next"),
        ((Drawn(S0), Drawn(S1)), "drew while seat 0 is to discard"),
        ((*turn(S0, "5m"), called(S2, "chi:34m+5m<0")), "only from the left neighbour"),
        ((*turn(S0, "5m"), called(S1, "pon:66m+6m<0")), "the last discard is 5m of seat 0"),
        ((*turn(S0, "5m"), called(S1, "pon:55m+5m<2")), "the last discard is 5m of seat 0"),
        ((Drawn(S0), called(S1, "pon:55m+5m<0")), "no discard to call"),
        ((*turn(S0, "5m"), called(S1, "pon:55m+5m<0"), called(S1, "ankan:1111p")), "right after a call"),
        ((Drawn(S0), called(S0, "kakan:555m+5m<2")), "that was not called"),
        ((Drawn(S0), DoraTurned(Tile(0))), "no dora indicator is due"),
        ((*turn(S0, "5m"), called(S1, "chi:34m+5m<0"), RiichiDeclared(S1)), "not after a call"),
        ((HandEnded(),), "neither won nor drawn"),
        ((GameEnded(),), "not over yet"),
        ((START[1],), "before the last one ended"),
        ((START[0],), "started already"),
        ((Drawn(S0), Drew(RyuukyokuKind.EXHAUSTIVE)), "69 tiles in the live wall"),
        ((RiichiAccepted(S0),), "no riichi"),
    ],
)
def test_what_cannot_happen_is_refused(events: tuple[Event, ...], rule: str) -> None:
    """TU2, TU3: who may draw, discard and call, and when."""
    refused(begun(), rule, *events)


def test_a_refusal_names_seat_tile_and_rule() -> None:
    error = refused(begun(), "fifth|copy 5", *turns(S0, "9m9m9m9m"), *turn(S0, "9m"))
    assert (error.seat, error.tile) == (S0, Tile.parse("9m"))
    assert "EQ1" in error.rule


def test_a_fifth_copy_is_refused_wherever_it_shows() -> None:
    """EQ1, EQ2"""
    three = after(begun(), *turns(S0, "9m9m9m1z"))
    refused(three, "EQ1", *turn(S0, "9m"), called(S1, "pon:99m+9m<0"))
    refused(begun(), "EQ1", *turns(S0, "0m0m"))
    refused(after(begun(), *turns(S0, "3z3z3z")), "EQ1", *turn(S3, "3z"))


def test_a_called_tile_counts_once() -> None:
    game = after(begun(), *turn(S0, "9m"), called(S1, "pon:99m+9m<0"), Discarded(S1, Tile.parse("1z")))
    game = after(game, *turn(S2, "9m"))
    assert str(played(game).rivers[S0]) == "9m>1"


KNOWN = BySeat(parse_tiles("123456789m1122p"), None, None, None)


def test_a_known_hand_discards_only_what_it_holds() -> None:
    game = after(new_game(TENHOU), START[0], HandStarted(Tile.parse("4p"), None, KNOWN), Drawn(S0, Tile.parse("9s")))
    refused(game, "does not hold", Discarded(S0, Tile.parse("8s")))
    refused(game, "the tile drawn was 9s", Discarded(S0, Tile.parse("1m"), True))
    refused(game, "not from the hand", Discarded(S0, Tile.parse("9s"), False))
    refused(game, "tenpai", RiichiDeclared(S0), Discarded(S0, Tile.parse("1m")))
    assert play(game, Discarded(S0, Tile.parse("9s"), True)).round is not None


def test_a_deal_that_cannot_be_is_refused() -> None:
    game = after(new_game(TENHOU), START[0])
    refused(game, "12 tiles dealt", HandStarted(Tile(0), None, BySeat(parse_tiles("123456789m111p"), None, None, None)))
    refused(game, "EQ1", HandStarted(Tile(0), None, BySeat(parse_tiles("1111m456789m111p"), None, None, None)))
    refused(game, "dice 0-7", HandStarted(Tile(0), (0, 7)))


@pytest.mark.parametrize(
    ("discarded", "meld", "barred", "allowed"),
    [
        ("5m", "chi:34m+5m<0", "25m", "6m"),
        ("5m", "chi:67m+5m<0", "58m", "2m"),
        ("5m", "chi:46m+5m<0", "5m", "28m"),
        ("3m", "chi:12m+3m<0", "3m", "6m"),
        ("7m", "chi:89m+7m<0", "7m", "4m"),
        ("5z", "pon:55z+5z<0", "5z", "6z"),
    ],
)
def test_kuikae(discarded: str, meld: str, barred: str, allowed: str) -> None:
    game = after(begun(), *turn(S0, discarded), called(S1, meld))
    for tile in parse_tiles(barred):
        refused(game, "kuikae", Discarded(S1, tile))
    for tile in parse_tiles(allowed):
        play(game, Discarded(S1, tile))
    free = replace(game, ruleset=replace(TENHOU, kuikae="allowed"))
    for tile in parse_tiles(barred):
        play(free, Discarded(S1, tile))
