"""Games of three and of two players."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablectl.rules import profile
from tablectl.rules.event import (
    Discarded,
    DoraTurned,
    Drawn,
    Drew,
    Event,
    GameStarted,
    HandEnded,
    HandStarted,
    KitaLaid,
    RiichiAccepted,
    RiichiDeclared,
    RyuukyokuKind,
)
from tablectl.rules.game import Game, new_game, play
from tablectl.rules.legal import legal
from tablectl.rules.ruleset import TENHOU, TENHOU_3P, Ruleset
from tablectl.rules.seat import BySeat, Seat, Wind
from tablectl.rules.tile import Tile, all_tiles
from tests.rules.playing import CLOSED, S0, S1, S2, S3, after, called, left, played, refused, turn, won, yaku

TWO = replace(TENHOU, players=2, uma=(10, -10))
PINFU = "234567p99p45s678s"
"""Waits for 3s and 6s."""


def begun(ruleset: Ruleset = TENHOU_3P) -> Game:
    game = new_game(ruleset)
    hidden = BySeat.fill(None, ruleset.players)
    return after(game, GameStarted(names=game.names), HandStarted(Tile.parse("3z"), None, hidden))


def turns(first: Seat, *tiles: str) -> tuple[Event, ...]:
    """Draw and discard in turn."""
    return tuple(event for place, tile in enumerate(tiles) for event in turn(first.right(place, 3), tile))


def test_three_play_108_tiles_in_turn() -> None:
    """EQ1"""
    assert (len(all_tiles((1, 1, 1), 3)), len(all_tiles((1, 1, 1), 2))) == (108, 136)
    game = after(begun(), *turns(S0, "1z", "2z", "3z", "4z"))
    assert (played(game).turn, played(game).wall.live_left) == (S0, 51)
    refused(game, "copy 1 of a face of which the set has 0", *turn(S1, "5m"))
    refused(game, "nobody plays on this chair", Drawn(S3))


def test_names_and_hands_are_as_many_as_players() -> None:
    """EQ1"""
    fresh = new_game(TENHOU_3P)
    refused(fresh, "4 names for 3 players", GameStarted())
    refused(fresh, "does not play", GameStarted(S3, fresh.names))
    refused(play(fresh, GameStarted(names=fresh.names)), "4 hands dealt to 3 players", HandStarted(Tile.parse("1p")))
    refused(begun(), "hands of 4 seats, 3 play", Drew(RyuukyokuKind.EXHAUSTIVE))


def test_nobody_calls_chi_but_any_may_pon() -> None:
    """TU2"""
    game = after(begun(), *turn(S0, "5p"))
    refused(game, "three players do not call it", called(S1, "chi:34p+5p<0"))
    assert played(play(game, called(S2, "pon:55p+5p<0"))).turn is S2


def test_a_north_laid_aside_is_replaced_from_the_dead_wall() -> None:
    """DO10"""
    game = after(begun(), Drawn(S0), KitaLaid(S0))
    assert played(game).hands[S0].kita == 1
    refused(game, "out of turn", Discarded(S0, Tile.parse("1p")))
    game = play(game, Drawn(S0))
    assert (played(game).rinshan, played(game).wall.live_left) == (True, 53)
    win = play(game, won(S0, S0, "6s", PINFU))
    assert {"rinshan", "kita"} <= set(yaku(win))
    assert "tenhou" not in yaku(win)


@pytest.mark.parametrize(
    ("events", "rule"),
    [
        ((*turn(S0, "5p"), called(S1, "pon:55p+5p<0"), KitaLaid(S1)), "not after a call"),
        ((KitaLaid(S0),), "out of turn"),
        ((Drawn(S0), RiichiDeclared(S0), KitaLaid(S0)), "between riichi and its discard"),
        ((Drawn(S0), *(event for _ in range(4) for event in (KitaLaid(S0), Drawn(S0))), KitaLaid(S0)), "EQ1"),
    ],
)
def test_when_a_north_may_not_be_laid_aside(events: tuple[Event, ...], rule: str) -> None:
    """DO10"""
    refused(begun(), rule, *events)


def test_in_riichi_only_a_drawn_north_is_laid_aside() -> None:
    """DO10, RI1"""
    riichi = (Drawn(S0), RiichiDeclared(S0), Discarded(S0, Tile.parse("1z")), RiichiAccepted(S0))
    game = after(begun(), *riichi, *turns(S1, "2z", "3z"))
    refused(game, "only the drawn tile", Drawn(S0, Tile.parse("9s")), KitaLaid(S0))
    laid = after(game, Drawn(S0, Tile.parse("4z")), KitaLaid(S0))
    assert played(laid).riichi[S0].ippatsu
    assert not played(play(laid, Drawn(S0))).riichi[S0].ippatsu
    refused(left(after(begun(), Drawn(S0)), 0), "no tile left", KitaLaid(S0))


def test_north_tiles_stay_in_the_hand_where_they_are_no_dora() -> None:
    """DO10"""
    for kita in ("yakuhai", "off"):
        rules = profile.read({"kita": kita}, TENHOU_3P)
        refused(after(begun(rules), Drawn(S0)), "not laid aside here", KitaLaid(S0))
    refused(after(begun(TWO), Drawn(S0)), "not laid aside here", KitaLaid(S0))


def test_a_north_laid_aside_may_be_won_on_and_let_go() -> None:
    """DO10, FR2: no chankan."""
    game = after(begun(), *turns(S0, "9p", "9p", "9p"), Drawn(S0), KitaLaid(S0))
    kokushi = won(S1, S0, "4z", "19m19p19s1235677z")
    assert yaku(play(game, kokushi)) == ["kokushi"]
    refused(game, "no yaku|no win", won(S1, S0, "4z", "123456p55789s44z"))
    passed = after(game, Drawn(S0), Discarded(S0, Tile.parse("1p")), *turn(S1, "2p"), *turn(S2, "4z"))
    assert yaku(play(passed, won(S1, S2, "4z", "19m19p19s1235677z"))) == ["kokushi"]
    at_once = after(game, Drawn(S0), Discarded(S0, Tile.parse("4z")))
    refused(at_once, "FR2", won(S1, S0, "4z", "19m19p19s1235677z"))


def test_riichi_needs_three_live_tiles() -> None:
    """RI2"""
    game = after(begun(), Drawn(S0))
    refused(left(game, 2), "3 tiles in the live wall, 2 are left", RiichiDeclared(S0))
    play(left(game, 3), RiichiDeclared(S0))


def test_four_kans_and_four_norths_take_eight_replacement_tiles() -> None:
    """DO10, WA7, WA11: the last four are live tiles that had joined the dead wall."""
    game = after(begun(), Drawn(S0))
    for kan in "1234":
        game = after(game, KitaLaid(S0), Drawn(S0)) if kan == "1" else game
        game = after(game, called(S0, f"ankan:{kan * 4}p"), DoraTurned(Tile.parse(f"{kan}s")), Drawn(S0))
    assert (played(game).wall.replaced, played(game).wall.live_left) == (5, 49)
    build = played(game).wall.build
    assert [build.rinshan(taken) for taken in range(8)] == [106, 107, 104, 105, 93, 92, 91, 90]
    assert build.indicators == (102, 100, 98, 96, 94)


def test_the_deal_goes_round_three_seats_and_tenpai_share_two_thousand() -> None:
    """DE3, DR1"""
    game = left(after(begun(), *turns(S0, "5p", "5s", "6s")), 0)
    drew = Drew(RyuukyokuKind.EXHAUSTIVE, BySeat(None, None, None))
    ended = after(game, drew, HandEnded())
    assert (ended.dealer, ended.number, ended.honba) == (S1, 2, 1)
    assert ended.wind is Wind.EAST
    assert {
        event.seat
        for event in legal(after(ended, HandStarted(Tile.parse("1p"), hands=BySeat.fill(None, 3))))
        if isinstance(event, Drawn)
    } == {S1}


def test_two_players_call_chi_of_each_other() -> None:
    """EQ1, TU2"""
    game = after(begun(TWO), *turn(S0, "5m"))
    assert played(play(game, called(S1, "chi:34m+5m<0"))).turn is S1
    game = after(game, *turn(S1, "9m"), Drawn(S0))
    assert played(game).wall.live_left == 136 - 26 - 14 - 3
    win = after(begun(TWO), *turn(S0, "9m"), *turn(S1, "9p"), *turn(S0, "6s"), won(S1, S0, "6s", CLOSED))
    assert list(win.points) == [23000, 27000]
