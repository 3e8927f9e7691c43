"""Whose discard completed what: liability as the hand's calls tell it."""

from __future__ import annotations

from dataclasses import replace

from tablectl.rules import profile
from tablectl.rules.event import Discarded, DoraTurned, Drawn
from tablectl.rules.game import play
from tablectl.rules.pao import DAIMINKAN, Pao
from tablectl.rules.ruleset import TENHOU
from tablectl.rules.tile import Tile
from tests.rules.playing import S0, S1, S2, S3, after, begun, called, played, riichi, turn, turns, won


def test_the_fourth_wind_makes_its_feeder_liable_even_in_riichi() -> None:
    """PA1: riichi is no excuse."""
    game = begun()
    for tile in "123":
        game = after(game, *turn(S0, f"{tile}z"), called(S2, f"pon:{tile}{tile}z+{tile}z<0"))
        game = after(game, Discarded(S2, Tile.parse(f"{tile}m")), *turn(S3, f"{tile}m"))
    game = after(game, *turns(S0, "9s"), *riichi(S1, "4z"), called(S2, "pon:44z+4z<1"))
    assert played(game).pao == (Pao(S2, S1, "daisuushii"),)


def test_an_ankan_completes_nothing_and_a_later_kakan_lifts_nothing() -> None:
    """PA1"""
    game = begun()
    for tile in "56":
        game = after(game, *turn(S0, f"{tile}z"), called(S2, f"pon:{tile}{tile}z+{tile}z<0"))
        game = after(game, Discarded(S2, Tile.parse(f"{tile}m")), *turn(S3, f"{tile}m"))
    own = after(game, *turns(S0, "9s8s"), Drawn(S2), called(S2, "ankan:7777z"))
    assert played(own).pao == ()
    pon = after(
        game, *turn(S0, "7z"), called(S2, "pon:77z+7z<0"), Discarded(S2, Tile.parse("9p")), *turns(S3, "9p8p8p")
    )
    kakan = after(pon, Drawn(S2), called(S2, "kakan:777z+7z<0"))
    assert played(kakan).pao == (Pao(S2, S0, "daisangen"),)


def test_the_fourth_kan_of_a_seat_makes_its_feeder_liable_where_suukantsu_has_liability() -> None:
    """PA1, K13"""
    for rules, liable in ((TENHOU, ()), (profile.read({"pao_yakuman": ["suukantsu"]}), (Pao(S2, S0, "suukantsu"),))):
        game = after(begun(rules), *turns(S0, "9s8s"), Drawn(S2))
        for tile in "123":
            game = after(game, called(S2, f"ankan:{tile * 4}p"), Drawn(S2))
        game = after(game, Discarded(S2, Tile.parse("9p")), *turn(S3, "9p"), *turn(S0, "4p"))
        assert played(play(game, called(S2, "daiminkan:444p+4p<0"))).pao == liable


def test_the_feeder_of_an_open_kan_may_pay_the_whole_win_on_its_replacement_tile() -> None:
    """PA5"""
    for rules, pao in ((TENHOU, ()), (replace(TENHOU, daiminkan_pao=True), (Pao(S1, S0, DAIMINKAN),))):
        game = after(begun(rules), *turn(S0, "5z"), called(S1, "daiminkan:555z+5z<0"), Drawn(S1))
        win = play(game, won(S1, S1, "6s", "234567m88p45s"))
        assert played(win).settlements[0].pao == pao
        assert (win.points[S2] == win.points[S3] == 25000) is bool(pao)
        # A further kan draws a tile of its own.
        again = after(game, called(S1, "ankan:1111p"), DoraTurned(Tile.parse("9s")), DoraTurned(Tile.parse("8s")))
        win = after(again, Drawn(S1), won(S1, S1, "6s", "234m88m45s"))
        assert played(win).settlements[0].pao == ()
