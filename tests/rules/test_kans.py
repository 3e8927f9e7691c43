"""Kans and the dora indicators they turn."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablectl.rules import profile
from tablectl.rules.event import (
    Discarded,
    DoraTurned,
    Drawn,
    Drew,
    RyuukyokuKind,
)
from tablectl.rules.game import Game, play
from tablectl.rules.ruleset import TENHOU, Ruleset
from tablectl.rules.tile import Tile
from tests.rules.playing import (
    CLOSED,
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
    """DO2"""
    game = after(begun(), Drawn(S0), called(S0, "ankan:1111z"))
    assert played(game).dora_due == 1
    game = play(game, DoraTurned(Tile.parse("7s")))
    assert [str(tile) for tile in played(game).indicators] == ["3z", "7s"]
    refused(game, "out of turn", Discarded(S0, Tile.parse("1m")))
    game = play(game, Drawn(S0))
    assert (played(game).rinshan, played(game).wall.live_left) == (True, 68)


def test_an_open_kan_turns_its_indicator_after_the_discard() -> None:
    """DO2"""
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
    """DO2"""
    game = after(begun(), *turn(S0, "1z"), called(S1, "daiminkan:111z+1z<0"), Drawn(S1), called(S1, "ankan:9999s"))
    assert played(game).dora_due == 2


def test_kans_end_with_the_wall_and_after_four() -> None:
    """WA10, WA11, DO9: at most four kans and five indicators."""
    game = after(begun(), *turn(S0, "1z"))
    for meld in ("pon:11z+1z<0", "daiminkan:111z+1z<0"):
        refused(left(game, 0), "no tile left", called(S1, meld))
    own = after(begun(), Drawn(S0))
    for kan in ("1111m", "9999m", "1111p", "9999p"):
        own = after(own, called(S0, f"ankan:{kan}"), Drawn(S0))
    refused(own, "four kans", called(S0, "ankan:1111s"))


def test_a_robbed_kan() -> None:
    """Y10, DO5"""
    game = after(begun(), *turns(S0, "9m3s"), called(S2, "pon:33s+3s<1"), Discarded(S2, Tile.parse("9m")))
    game = after(game, *turns(S3, "1z2z3z"), Drawn(S2), called(S2, "kakan:333s+3s<1"))
    win = play(game, won(S0, S2, "3s", "123m456p77712s55z"))
    assert "chankan" in yaku(win)
    assert played(win).dora_due == 0
    refused(game, "tile to win on is 3s of seat 2", won(S0, S2, "9m", "123m456p77712s55z"))
    refused(play(game, Drawn(S2)), "no tile to win on", won(S0, S2, "3s", "123m456p77712s55z"))


@pytest.mark.parametrize(
    ("timing", "after_kan", "after_discard"), [("at_once", 1, 1), ("after_discard", 0, 1), ("none", 0, 0)]
)
@pytest.mark.parametrize("kind", ["closed", "open", "added"])
def test_each_kind_of_kan_turns_its_indicator_by_its_own_rule(
    kind: str, timing: str, after_kan: int, after_discard: int
) -> None:
    """DO2"""
    rules = profile.read({f"kan_dora_{kind}": timing})
    if kind == "closed":
        game = after(begun(rules), Drawn(S0), called(S0, "ankan:1111p"))
    elif kind == "open":
        game = after(begun(rules), *turns(S1.right(3), "1p"), called(S1, "daiminkan:111p+1p<0"))
    else:
        game = after(begun(rules), *turn(S0, "1p"), called(S1, "pon:11p+1p<0"), Discarded(S1, Tile.parse("9m")))
        game = after(game, *turns(S2, "1z2z3z"), Drawn(S1), called(S1, "kakan:111p+1p<0"))
    assert played(game).dora_due == after_kan
    seat = played(game).turn
    if timing == "none":
        refused(game, "no dora indicator", DoraTurned(Tile.parse("9s")))
    assert played(after(game, Drawn(seat), Discarded(seat, Tile.parse("9p")))).dora_due == after_discard


def open_kan(ruleset: Ruleset) -> Game:
    """Seat 1 has made an open kan, drawn, and discarded 6s; nothing is turned yet."""
    game = after(begun(ruleset), *turn(S0, "1z"), called(S1, "daiminkan:111z+1z<0"), Drawn(S1))
    return play(game, Discarded(S1, Tile.parse("6s")))


def test_a_ron_on_the_discard_after_an_open_kan_may_count_its_indicator() -> None:
    """DO3: 7m makes 8m dora; a win without waiting for it must not count it, turned or not."""
    win = won(S2, S1, "6s", "234678m34588p45s")
    counts = open_kan(TENHOU)
    refused(counts, "still to be turned", win)
    assert "dora" in yaku(after(counts, DoraTurned(Tile.parse("7m")), win))
    rules = replace(TENHOU, kan_dora_on_ron_of_that_discard=False)
    assert "dora" not in yaku(after(open_kan(rules), win))
    assert "dora" not in yaku(after(open_kan(rules), DoraTurned(Tile.parse("7m")), win))
    later = after(open_kan(rules), DoraTurned(Tile.parse("7m")), *turns(S2, "9m"), *turn(S3, "6s"))
    assert "dora" in yaku(play(later, won(S2, S3, "6s", "234678m34588p45s")))


def test_a_win_on_the_replacement_tile_may_count_the_indicator_of_its_kan() -> None:
    """DO4"""
    for rules, expected in ((TENHOU, False), (replace(TENHOU, kan_dora_on_rinshan_win=True), True)):
        game = after(begun(rules), *turn(S0, "1z"), called(S1, "daiminkan:111z+1z<0"), Drawn(S1))
        win = won(S1, S1, "8s", "234678m9988s")
        if expected:
            refused(game, "still to be turned", win)
        game = after(game, DoraTurned(Tile.parse("7m")), win)
        assert ("dora" in yaku(game)) is expected
        assert "rinshan" in yaku(game)


def test_a_robbed_kan_counts_no_indicator_even_if_turned() -> None:
    """DO5"""
    rules = replace(TENHOU, kan_dora_added="at_once")
    game = after(begun(rules), *turns(S0, "9m3s"), called(S2, "pon:33s+3s<1"), Discarded(S2, Tile.parse("9m")))
    game = after(game, *turns(S3, "1z2z3z"), Drawn(S2), called(S2, "kakan:333s+3s<1"))
    win = won(S0, S2, "3s", "123m456p77712s55z")
    assert "dora" not in yaku(play(game, win))
    assert "dora" not in yaku(after(game, DoraTurned(Tile.parse("6s")), win))


def test_houtei_after_a_replacement_tile_is_left_to_the_rules() -> None:
    """Y8, Y9: the last tile drawn from the dead wall is rinshan, not haitei."""
    for rules, expected in ((TENHOU, True), (replace(TENHOU, houtei_after_rinshan=False), False)):
        game = left(after(begun(rules), *turns(S0, "1z2z3z4z"), Drawn(S0)), 1)
        game = after(game, called(S0, "ankan:1111p"), DoraTurned(Tile.parse("9m")), Drawn(S0))
        assert played(game).wall.live_left == 0
        assert "haitei" not in yaku(play(game, won(S0, S0, "6s", "234567m88m45s")))
        game = play(game, Discarded(S0, Tile.parse("6s")))
        assert ("houtei" in yaku(play(game, won(S1, S0, "6s", CLOSED)))) is expected


@pytest.mark.parametrize("rule", ["off", "after_discard", "at_once", "fifth_kan"])
def test_four_kans_of_two_seats_by_each_rule(rule: str) -> None:
    """AB3, WA11"""
    rules = profile.read({"suukan_sanra": rule})
    game = after(begun(rules), Drawn(S0), called(S0, "ankan:1111m"), Drawn(S0), Discarded(S0, Tile.parse("1z")))
    game = play(game, Drawn(S1))
    for kan in ("9999m", "1111p"):
        game = after(game, called(S1, f"ankan:{kan}"), Drawn(S1))
    game = play(game, called(S1, "ankan:9999p"))
    drawn = Drew(RyuukyokuKind.SUUKAN_SANRA)
    if rule == "at_once":
        refused(game, "suukan_sanra", Drawn(S1))
        assert played(play(game, drawn)).draw is RyuukyokuKind.SUUKAN_SANRA
        return
    game = after(game, Drawn(S1), Discarded(S1, Tile.parse("2z")))
    if rule == "after_discard":
        refused(game, "suukan_sanra", Drawn(S2))
        return
    refused(game, "does not show it", drawn)
    game = play(game, Drawn(S2))
    fifth = called(S2, "ankan:1111s")
    if rule == "off":
        refused(game, "four kans", fifth)
        return
    game = play(game, fifth)
    assert played(game).dora_due == 4
    refused(game, "suukan_sanra", Drawn(S2))
    assert played(play(game, drawn)).draw is RyuukyokuKind.SUUKAN_SANRA


def test_four_kans_of_one_seat_never_draw_the_hand() -> None:
    """AB3: nobody else may call a fifth."""
    game = after(begun(), Drawn(S0))
    for kan in ("1111m", "9999m", "1111p", "9999p"):
        game = after(game, called(S0, f"ankan:{kan}"), Drawn(S0))
    game = after(game, Discarded(S0, Tile.parse("2z")), Drawn(S1))
    refused(game, "four kans", called(S1, "ankan:1111s"))
