"""Kans and the dora indicators they turn."""

from __future__ import annotations

from tablectl.rules.event import (
    Discarded,
    DoraTurned,
    Drawn,
)
from tablectl.rules.game import play
from tablectl.rules.tile import Tile
from tests.rules.playing import (
    S0,
    S1,
    S2,
    S3,
    after,
    begun,
    called,
    left,
    played,
    refused,
    turn,
    turns,
    won,
    yaku,
)


def test_an_ankan_turns_its_indicator_at_once() -> None:
    game = after(begun(), Drawn(S0), called(S0, "ankan:1111z"))
    assert played(game).dora_due == 1
    game = play(game, DoraTurned(Tile.parse("7s")))
    assert [str(tile) for tile in played(game).indicators] == ["3z", "7s"]
    refused(game, "out of turn", Discarded(S0, Tile.parse("1m")))
    game = play(game, Drawn(S0))
    assert (played(game).rinshan, played(game).wall.live_left) == (True, 68)


def test_an_open_kan_turns_its_indicator_after_the_discard() -> None:
    game = after(begun(), *turn(S0, "1z"), called(S1, "daiminkan:111z+1z<0"))
    refused(game, "no dora indicator is due", DoraTurned(Tile.parse("7s")))
    game = after(game, Drawn(S1), Discarded(S1, Tile.parse("9m")))
    assert played(game).dora_due == 1
    late = after(game, *turns(S2, "9m9p"))
    assert len(played(play(late, DoraTurned(Tile.parse("7s")))).indicators) == 2
    refused(game, "still to be turned", won(S2, S1, "9m", "12378m123p22444z"))


def test_an_open_kans_indicator_may_be_turned_just_before_the_discard() -> None:
    game = after(begun(), *turn(S0, "1z"), called(S1, "daiminkan:111z+1z<0"), Drawn(S1), DoraTurned(Tile.parse("7s")))
    assert played(game).dora_early == 1
    win = play(game, won(S1, S1, "8s", "234567m9988s"))
    assert "dora" not in yaku(win)
    discarded = play(game, Discarded(S1, Tile.parse("9m")))
    assert (played(discarded).dora_early, played(discarded).dora_due) == (0, 0)


def test_the_next_kan_makes_an_open_kans_indicator_due() -> None:
    game = after(begun(), *turn(S0, "1z"), called(S1, "daiminkan:111z+1z<0"), Drawn(S1), called(S1, "ankan:9999s"))
    assert played(game).dora_due == 2


def test_kans_end_with_the_wall_and_after_four() -> None:
    game = after(begun(), *turn(S0, "1z"))
    for meld in ("pon:11z+1z<0", "daiminkan:111z+1z<0"):
        refused(left(game, 0), "no tile left", called(S1, meld))
    own = after(begun(), Drawn(S0))
    for kan in ("1111m", "9999m", "1111p", "9999p"):
        own = after(own, called(S0, f"ankan:{kan}"), Drawn(S0))
    refused(own, "four kans", called(S0, "ankan:1111s"))


def test_a_robbed_kan() -> None:
    game = after(begun(), *turns(S0, "9m3s"), called(S2, "pon:33s+3s<1"), Discarded(S2, Tile.parse("9m")))
    game = after(game, *turns(S3, "1z2z3z"), Drawn(S2), called(S2, "kakan:333s+3s<1"))
    win = play(game, won(S0, S2, "3s", "123m456p77712s55z"))
    assert "chankan" in yaku(win)
    assert played(win).dora_due == 0
    refused(game, "tile to win on is 3s of seat 2", won(S0, S2, "9m", "123m456p77712s55z"))
    refused(play(game, Drawn(S2)), "no tile to win on", won(S0, S2, "3s", "123m456p77712s55z"))
