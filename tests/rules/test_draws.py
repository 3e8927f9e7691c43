"""Hands that end without a winner."""

from __future__ import annotations

from collections.abc import Iterable

from tablectl.rules.event import (
    Discarded,
    Drawn,
    Drew,
    Event,
    HandEnded,
    HandStarted,
    RyuukyokuKind,
)
from tablectl.rules.game import Game, play
from tablectl.rules.round import Phase
from tablectl.rules.ruleset import TENHOU, Ruleset
from tablectl.rules.seat import BySeat
from tablectl.rules.tile import Tile, parse_tiles
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
    riichi,
    turn,
    turns,
)


def exhausted(ruleset: Ruleset = TENHOU, events: Iterable[Event] = ()) -> Game:
    """The last discard was made by seat 3."""
    game = after(begun(ruleset), *events)
    while played(game).turn is not S3 or played(game).phase is not Phase.REACT:
        seat = played(game).turn.right() if played(game).phase is Phase.REACT else played(game).turn
        game = after(game, *turn(seat, "5p" if seat is S0 else "5s" if seat is S1 else "5m"))
    return left(game, 0)


def test_an_exhaustive_draw_pays_the_tenpai() -> None:
    drew = Drew(RyuukyokuKind.EXHAUSTIVE, BySeat(parse_tiles(CLOSED), None, None, None))
    game = play(exhausted(), drew)
    assert list(game.points) == [28000, 24000, 24000, 24000]
    assert (play(game, HandEnded()).dealer, play(game, HandEnded()).honba) == (S0, 1)
    passed = after(exhausted(), Drew(RyuukyokuKind.EXHAUSTIVE), HandEnded())
    assert (passed.dealer, passed.number, passed.honba) == (S1, 2, 1)


def test_a_hand_shown_at_a_draw_must_be_tenpai_and_riichi_must_show() -> None:
    noten = BySeat(parse_tiles("147m147p147s1234z"), None, None, None)
    refused(exhausted(), "not tenpai", Drew(RyuukyokuKind.EXHAUSTIVE, noten))
    refused(exhausted(events=riichi(S0, "1z")), "must be shown", Drew(RyuukyokuKind.EXHAUSTIVE))
    refused(exhausted(), "13", Drew(RyuukyokuKind.EXHAUSTIVE, BySeat(parse_tiles("147m"), None, None, None)))


def test_nagashi_mangan_is_found_in_the_river() -> None:
    game = after(begun(), *turns(S0, "5m5p5s1z5m5p5s9m"))
    game = play(left(game, 0), Drew(RyuukyokuKind.EXHAUSTIVE))
    assert list(game.points) == [21000, 23000, 23000, 33000]
    assert played(game).settlements[0].kind == "nagashi_mangan"
    taken = after(begun(), *turns(S0, "5m5p5s1z"), called(S0, "pon:11z+1z<3"), Discarded(S0, Tile.parse("5p")))
    taken = after(taken, *turns(S1, "5s5m9m"))
    assert list(play(left(taken, 0), Drew(RyuukyokuKind.EXHAUSTIVE)).points) == [25000] * 4


def test_kyuushu_kyuuhai() -> None:
    nine = parse_tiles("19m19p19s123z44556m")
    first = after(begun(), *turn(S0, "1z"), Drawn(S1))
    drawn = after(first, Drew(RyuukyokuKind.KYUUSHU_KYUUHAI, BySeat(None, nine, None, None)), HandEnded())
    assert (drawn.dealer, drawn.honba) == (S0, 1)
    eight = parse_tiles("19m19p19s12z344556m")
    refused(first, "with 8 kinds", Drew(RyuukyokuKind.KYUUSHU_KYUUHAI, BySeat(None, eight, None, None)))
    refused(first, "shows its hand", Drew(RyuukyokuKind.KYUUSHU_KYUUHAI))
    later = after(begun(), *turns(S0, "1z2z3z4z5z"), Drawn(S1))
    refused(later, "first own draw", Drew(RyuukyokuKind.KYUUSHU_KYUUHAI, BySeat(None, nine, None, None)))


def test_four_equal_winds_draw_the_hand() -> None:
    game = after(begun(), *turns(S0, "2z2z2z2z"))
    refused(game, "suufon_renda", Drawn(S0))
    assert after(game, Drew(RyuukyokuKind.SUUFON_RENDA), HandEnded()).honba == 1
    other = after(begun(), *turns(S0, "2z2z2z4z"))
    refused(other, "the table does not show it", Drew(RyuukyokuKind.SUUFON_RENDA))


def test_four_riichi_draw_the_hand() -> None:
    events = (*riichi(S0, "9m"), *riichi(S1, "9m"), *riichi(S2, "9m"), *riichi(S3, "1z"))
    game = after(begun(), *events)
    refused(game, "suucha_riichi", Drawn(S0))
    ended = after(game, Drew(RyuukyokuKind.SUUCHA_RIICHI), HandEnded())
    assert (list(ended.points), ended.deposits, ended.dealer) == ([24000] * 4, 4, S0)
    started = play(ended, HandStarted(Tile(0)))
    assert (played(started).honba, played(started).deposits) == (1, 4)


def test_four_kans_of_two_seats_draw_the_hand_after_the_discard() -> None:
    game = after(begun(), Drawn(S0), called(S0, "ankan:1111m"), Drawn(S0), Discarded(S0, Tile.parse("1z")))
    game = play(game, Drawn(S1))
    for kan in ("9999m", "1111p", "9999p"):
        game = after(game, called(S1, f"ankan:{kan}"), Drawn(S1))
    game = play(game, Discarded(S1, Tile.parse("2z")))
    refused(game, "suukan_sanra", Drawn(S2))
    game = after(game, Drew(RyuukyokuKind.SUUKAN_SANRA), HandEnded())
    assert (game.honba, game.dealer) == (1, S0)
