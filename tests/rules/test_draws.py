"""Hands that end without a winner."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tablectl.rules import profile
from tablectl.rules.event import (
    Discarded,
    Drawn,
    Drew,
    Event,
    HandEnded,
    HandStarted,
    RiichiAccepted,
    RiichiDeclared,
    RyuukyokuKind,
)
from tablectl.rules.game import Game, play
from tablectl.rules.hand import Hand
from tablectl.rules.legal import legal
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
    """DR1"""
    drew = Drew(RyuukyokuKind.EXHAUSTIVE, BySeat(parse_tiles(CLOSED), None, None, None))
    game = play(exhausted(), drew)
    assert list(game.points) == [28000, 24000, 24000, 24000]
    assert (play(game, HandEnded()).dealer, play(game, HandEnded()).honba) == (S0, 1)
    passed = after(exhausted(), Drew(RyuukyokuKind.EXHAUSTIVE), HandEnded())
    assert (passed.dealer, passed.number, passed.honba) == (S1, 2, 1)


def test_a_hand_shown_at_a_draw_must_be_tenpai_and_riichi_must_show() -> None:
    """DR2, RI6"""
    noten = BySeat(parse_tiles("147m147p147s1234z"), None, None, None)
    refused(exhausted(), "not tenpai", Drew(RyuukyokuKind.EXHAUSTIVE, noten))
    refused(exhausted(events=riichi(S0, "1z")), "must be shown", Drew(RyuukyokuKind.EXHAUSTIVE))
    refused(exhausted(), "13", Drew(RyuukyokuKind.EXHAUSTIVE, BySeat(parse_tiles("147m"), None, None, None)))


def test_nagashi_mangan_is_found_in_the_river() -> None:
    """DR6"""
    game = after(begun(), *turns(S0, "5m5p5s1z5m5p5s9m"))
    game = play(left(game, 0), Drew(RyuukyokuKind.EXHAUSTIVE))
    assert list(game.points) == [21000, 23000, 23000, 33000]
    assert played(game).settlements[0].kind == "nagashi_mangan"
    taken = after(begun(), *turns(S0, "5m5p5s1z"), called(S0, "pon:11z+1z<3"), Discarded(S0, Tile.parse("5p")))
    taken = after(taken, *turns(S1, "5s5m9m"))
    assert list(play(left(taken, 0), Drew(RyuukyokuKind.EXHAUSTIVE)).points) == [25000] * 4


def test_kyuushu_kyuuhai() -> None:
    """AB1"""
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
    """AB2"""
    game = after(begun(), *turns(S0, "2z2z2z2z"))
    refused(game, "suufon_renda", Drawn(S0))
    assert after(game, Drew(RyuukyokuKind.SUUFON_RENDA), HandEnded()).honba == 1
    other = after(begun(), *turns(S0, "2z2z2z4z"))
    refused(other, "the table does not show it", Drew(RyuukyokuKind.SUUFON_RENDA))


def test_a_riichi_on_the_fourth_wind_stands_and_its_stick_stays() -> None:
    """AB2, RI1, DR5: the draw comes once nobody won on the riichi tile."""
    game = after(begun(), *turns(S0, "2z2z2z"), Drawn(S3), RiichiDeclared(S3), Discarded(S3, Tile.parse("2z")))
    refused(game, "RI1", Drew(RyuukyokuKind.SUUFON_RENDA))
    assert not [event for event in legal(game) if isinstance(event, Drew)]
    ended = after(game, RiichiAccepted(S3), Drew(RyuukyokuKind.SUUFON_RENDA), HandEnded())
    assert (list(ended.points), ended.deposits) == ([25000, 25000, 25000, 24000], 1)


def test_four_riichi_draw_the_hand() -> None:
    """AB4"""
    events = (*riichi(S0, "9m"), *riichi(S1, "9m"), *riichi(S2, "9m"), *riichi(S3, "1z"))
    game = after(begun(), *events)
    refused(game, "suucha_riichi", Drawn(S0))
    ended = after(game, Drew(RyuukyokuKind.SUUCHA_RIICHI), HandEnded())
    assert (list(ended.points), ended.deposits, ended.dealer) == ([24000] * 4, 4, S0)
    started = play(ended, HandStarted(Tile(0)))
    assert (played(started).honba, played(started).deposits) == (1, 4)


def test_four_kans_of_two_seats_draw_the_hand_after_the_discard() -> None:
    """AB3"""
    game = after(begun(), Drawn(S0), called(S0, "ankan:1111m"), Drawn(S0), Discarded(S0, Tile.parse("1z")))
    game = play(game, Drawn(S1))
    for kan in ("9999m", "1111p", "9999p"):
        game = after(game, called(S1, f"ankan:{kan}"), Drawn(S1))
    game = play(game, Discarded(S1, Tile.parse("2z")))
    refused(game, "suukan_sanra", Drawn(S2))
    game = after(game, Drew(RyuukyokuKind.SUUKAN_SANRA), HandEnded())
    assert (game.honba, game.dealer) == (1, S0)


def drew(*shown: str | None) -> Drew:
    return Drew(RyuukyokuKind.EXHAUSTIVE, BySeat.of(None if hand is None else parse_tiles(hand) for hand in shown))


def test_a_wait_for_tiles_all_held_is_noten_unless_the_rules_count_it() -> None:
    """DR2: 1111m with a pon of three and the pair wait for a fifth 1m."""
    hand = "1111m234p567s888p"
    refused(exhausted(), "not tenpai", drew(hand, None, None, None))
    game = play(exhausted(replace(TENHOU, tenpai_own_four=True)), drew(hand, None, None, None))
    assert game.points[S0] == 28000


def test_tenpai_may_need_a_yaku() -> None:
    """DR2: seat 1 has called a chi; its hand would be complete, but without a yaku."""
    rules = replace(TENHOU, tenpai_needs_yaku=True)
    hand, yakuless = "234m567p99s45s", "123m567p99s45s"
    for ruleset in (TENHOU, rules):
        game = after(begun(ruleset), *turn(S0, "3m"), called(S1, "chi:12m+3m<0"), Discarded(S1, Tile.parse("8p")))
        game = left(after(game, *turn(S2, "5p"), *turn(S3, "5m")), 0)
        if ruleset is TENHOU:
            assert play(game, drew(None, yakuless, None, None)).points[S1] == 28000
        else:
            refused(game, "not tenpai", drew(None, yakuless, None, None))
    assert play(exhausted(rules), drew(None, f"{hand}567s", None, None)).points[S1] == 28000


def test_whoever_is_known_to_be_tenpai_may_have_to_show() -> None:
    """DR3"""
    for rules in (TENHOU, replace(TENHOU, tenpai_must_show=True)):
        game = exhausted(rules)
        current = played(game)
        known = current.hands.set(S1, Hand(parse_tiles(CLOSED)))
        game = replace(game, round=replace(current, hands=known))
        if rules is TENHOU:
            assert list(play(game, drew(None, None, None, None)).points) == [25000] * 4
        else:
            refused(game, "must be shown", drew(None, None, None, None))


def nagashi(ruleset: Ruleset, discards: str = "5m5p5s1z5m5p5s9m", meld: str = "") -> Game:
    game = begun(ruleset)
    if meld:
        game = after(game, *turn(S0, "3m"), *turn(S1, "4s"), *turn(S2, "8s"), called(S3, meld))
        return after(game, Discarded(S3, Tile.parse("9m")), *turns(S0, "5m5p5s9m"))
    return after(game, *turns(S0, discards))


def test_nagashi_mangan_as_a_win_takes_counters_and_sticks_and_the_dealer_passes() -> None:
    """DR6, Y26"""
    for kind, total in (("draw", 33000), ("win", 33000 + 600)):
        game = nagashi(profile.read({"nagashi_mangan": kind}))
        game = replace(game, round=replace(played(left(game, 0)), honba=2))
        game = play(game, drew(CLOSED, None, None, None))
        assert game.points[S3] == total
        # The dealer in tenpai stays at a draw only.
        assert play(game, HandEnded()).dealer == (S0 if kind == "draw" else S1)


def test_nagashi_mangan_may_need_a_closed_hand() -> None:
    """DR6"""
    for closed_only in (False, True):
        game = nagashi(replace(TENHOU, nagashi_closed_only=closed_only), meld="chi:67s+8s<2")
        settled = played(play(left(game, 0), drew(None, None, None, None))).settlements[0]
        assert (settled.kind == "nagashi_mangan") is not closed_only


def test_of_several_nagashi_mangan_the_nearest_to_the_last_drawer_may_count_alone() -> None:
    """DR6: seats 1 and 2 have it, seat 3 drew last."""
    for rule, expected in (("all", (S1, S2)), ("nearest", (S1,))):
        rules = profile.read({"nagashi_multiple": rule})
        game = left(after(begun(rules), *turns(S0, "5m1z9p5s")), 0)
        assert played(play(game, drew(None, None, None, None))).settlements[0].nagashi == expected


def test_abortive_draws_are_off_where_the_rules_say_so() -> None:
    """AB1, AB2, AB4"""
    off = replace(TENHOU, kyuushu_kyuuhai=False, suufon_renda=False, suucha_riichi=False)
    nine = parse_tiles("19m19p19s123z44556m")
    hands = BySeat(nine, None, None, None)
    refused(after(begun(off), Drawn(S0)), "not played", Drew(RyuukyokuKind.KYUUSHU_KYUUHAI, hands))
    winds = after(begun(off), *turns(S0, "2z2z2z2z"))
    refused(winds, "does not show it", Drew(RyuukyokuKind.SUUFON_RENDA))
    play(winds, Drawn(S0))
    four = after(begun(off), *riichi(S0, "9m"), *riichi(S1, "9m"), *riichi(S2, "9m"), *riichi(S3, "1z"))
    refused(four, "does not show it", Drew(RyuukyokuKind.SUUCHA_RIICHI))
    play(four, Drawn(S0))


def test_an_abortive_draw_pays_nothing_and_may_pass_the_deal() -> None:
    """AB6, DR5: a stick stays for the next winner."""
    for rules, dealer in ((TENHOU, S0), (replace(TENHOU, abort_renchan=("suucha_riichi",)), S1)):
        game = after(begun(rules), *turn(S0, "2z"), *turn(S1, "2z"), *turn(S2, "2z"), *riichi(S3, "2z"))
        game = after(game, Drew(RyuukyokuKind.SUUFON_RENDA), HandEnded())
        assert (game.dealer, game.honba, game.deposits, list(game.points)) == (dealer, 1, 1, [25000] * 3 + [24000])


def test_a_draw_adds_a_counter_though_the_deal_passes_unless_that_resets_it() -> None:
    """DR4"""
    for rules, honba in ((TENHOU, 1), (replace(TENHOU, honba_when_deal_passes=False), 0)):
        game = after(exhausted(rules), drew(None, None, None, None), HandEnded())
        assert (game.dealer, game.honba) == (S1, honba)
