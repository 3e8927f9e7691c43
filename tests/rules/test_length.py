"""Who deals next, with how many counters, which wind follows, and when a game is over or may be stopped."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from tablectl.rules.length import Ending, HandName, can_stop, next_hand
from tablectl.rules.ruleset import TENHOU, Ruleset
from tablectl.rules.seat import BySeat, Seat, Wind

S0, S1, S2, S3 = Seat
EAST_1 = HandName()
SOUTH_4 = HandName(1, 4, S3)
WEST_1 = HandName(2, 1, S0)
LOW = BySeat(29000, 28000, 23000, 20000)
DEALER_LEADS = BySeat(24000, 22000, 21000, 33000)
BEHIND = BySeat(35000, 25000, 21000, 19000)
NOTEN = Ending(tenpai=BySeat.fill(False))


def won(*seats: Seat) -> Ending:
    return Ending(winners=seats)


def tenpai(*seats: Seat) -> Ending:
    return Ending(tenpai=BySeat.of(seat in seats for seat in Seat))


def after(hand: HandName, ending: Ending, points: BySeat[int] = LOW, rules: Ruleset = TENHOU) -> HandName | None:
    return next_hand(hand, ending, points, S0, rules)


@pytest.mark.parametrize(
    ("ending", "rules", "stays", "honba"),
    [
        (won(S0), TENHOU, True, 3),
        (won(S2, S0), TENHOU, True, 3),
        (won(S1), TENHOU, False, 0),
        (tenpai(S0, S2), TENHOU, True, 3),
        (tenpai(S2), TENHOU, False, 3),
        (tenpai(S0), replace(TENHOU, renchan="win"), False, 3),
        (won(S0), replace(TENHOU, renchan="win"), True, 3),
        (NOTEN, replace(TENHOU, renchan="always"), True, 3),
        (won(S1), replace(TENHOU, renchan="always"), False, 0),
        (won(S0), replace(TENHOU, renchan="never"), False, 0),
        (tenpai(S0), replace(TENHOU, renchan="never"), False, 3),
        # DR4: a table that starts counting anew when the deal passes.
        (NOTEN, replace(TENHOU, honba_when_deal_passes=False), False, 0),
        (tenpai(S0), replace(TENHOU, honba_when_deal_passes=False), True, 3),
        # AB6: each abortive draw has a rule of its own.
        (Ending(aborted="suufon_renda"), TENHOU, True, 3),
        (Ending(aborted="suufon_renda"), replace(TENHOU, abort_renchan=("kyuushu_kyuuhai",)), False, 3),
        (Ending(aborted="kyuushu_kyuuhai"), replace(TENHOU, abort_renchan=("kyuushu_kyuuhai",)), True, 3),
        (Ending(aborted="suufon_renda"), replace(TENHOU, abort_honba=False), True, 2),
        # AB7, PE1: after a foul the hand is played again.
        (Ending(foul=True), TENHOU, True, 2),
    ],
)
def test_who_deals_next(ending: Ending, rules: Ruleset, stays: bool, honba: int) -> None:
    """EN1, DE3: the deal goes to the right-hand neighbour, never to the winner."""
    expected = HandName(0, 1, S0, honba) if stays else HandName(0, 2, S1, honba)
    assert after(HandName(honba=2), ending, rules=rules) == expected


@pytest.mark.parametrize(
    ("length", "players", "winds"),
    [
        ("tonpuu", 4, "E"),
        ("hanchan", 4, "ES"),
        ("hanchan", 3, "ES"),
        ("hanchan", 2, "ES"),
        ("issou", 4, "ESWN"),
        ("tonpei", 4, "EN"),
        ("tonton", 4, "EE"),
    ],
)
def test_how_long_a_game_lasts(length: str, players: int, winds: str) -> None:
    """LE1, LE2, LE3: every seat deals once in each wind; the last hand has no further one."""
    rules = replace(TENHOU, length=length, players=players, west_entry=False)  # type: ignore[arg-type]
    hand: HandName | None = EAST_1
    names = []
    points = BySeat.fill(25000, players)
    while hand is not None:
        assert hand.dealer == (hand.number - 1) % players
        names.append(f"{hand.wind(rules)}{hand.number}")
        hand = next_hand(hand, Ending(tenpai=BySeat.fill(False, players)), points, S0, rules)
    assert names == [f"{wind}{number}" for wind in winds for number in range(1, players + 1)]


def test_single_hands_have_no_end_of_their_own() -> None:
    """LE1: the winds go round, and the game may be stopped after each hand."""
    rules = replace(TENHOU, length="per_hand", west_entry=False, sudden_death="off", agari_yame="off")
    hand = EAST_1
    for _ in range(20):
        assert can_stop(hand, NOTEN, LOW, S0, rules)
        following = after(hand, NOTEN, rules=rules)
        assert following is not None
        hand = following
    assert (hand.lap, hand.wind(rules), hand.number) == (5, Wind.SOUTH, 1)
    assert after(hand, NOTEN, BySeat(-100, 30000, 30000, 40100), rules) is None


@pytest.mark.parametrize(
    ("length", "extra", "laps"), [("tonpuu", 1, 2), ("tonpuu", 0, 4), ("hanchan", 1, 3), ("hanchan", 0, 4)]
)
def test_further_winds_while_nobody_has_the_target(length: str, extra: int, laps: int) -> None:
    """EN5: one or several, none after North where there is no number."""
    rules = replace(TENHOU, length=length, extra_winds=extra)  # type: ignore[arg-type]
    hand: HandName | None = EAST_1
    hands = []
    while hand is not None:
        hands.append(hand)
        hand = after(hand, NOTEN, rules=rules)
    assert len(hands) == 4 * laps
    assert all(after.wind(rules) - before.wind(rules) in (0, 1) for before, after in pairwise(hands))
    assert after(HandName(rules.length == "hanchan", 4, S3), NOTEN, DEALER_LEADS, rules) is None


def test_a_further_wind_ends_when_somebody_reaches_the_target() -> None:
    """EN5: at once, when the dealer does not stay, or only with the wind."""
    at_once, never = replace(TENHOU, sudden_death="at_once"), replace(TENHOU, sudden_death="off")
    assert after(WEST_1, won(S1), BEHIND) is None
    assert after(WEST_1, tenpai(S0), DEALER_LEADS) == replace(WEST_1, honba=1)
    assert after(WEST_1, tenpai(S0), DEALER_LEADS, at_once) is None
    assert after(WEST_1, won(S1), BEHIND, never) == HandName(2, 2, S1)
    assert after(HandName(2, 4, S3), won(S1), BEHIND, never) is None
    assert after(WEST_1, won(S1), LOW, at_once) == HandName(2, 2, S1)


@pytest.mark.parametrize(("ending", "field"), [(won(S3), "agari_yame"), (tenpai(S3), "tenpai_yame")])
def test_the_leading_dealer_of_the_last_hand_stops(ending: Ending, field: str) -> None:
    """EN2, EN3: not at all, by choice or always."""
    again = replace(SOUTH_4, honba=1)
    for rule, following, may in (("off", again, False), ("choice", again, True), ("auto", None, False)):
        rules = replace(TENHOU, **{field: rule})
        assert after(SOUTH_4, ending, DEALER_LEADS, rules) == following
        assert can_stop(SOUTH_4, ending, DEALER_LEADS, S0, rules) == may
        for points in (BEHIND, LOW):
            assert after(SOUTH_4, ending, points, rules) == again
            assert not can_stop(SOUTH_4, ending, points, S0, rules)
        assert not can_stop(replace(SOUTH_4, number=3), ending, DEALER_LEADS, S0, rules)
        other = {"agari_yame": "auto", "tenpai_yame": "auto", field: "off"}
        assert after(SOUTH_4, ending, DEALER_LEADS, replace(rules, **other)) == again  # type: ignore[arg-type]


def test_without_further_winds_a_leading_dealer_needs_no_target() -> None:
    """EN2"""
    rules = replace(TENHOU, west_entry=False, sudden_death="off")
    assert after(SOUTH_4, won(S3), BySeat(25000, 25000, 21000, 29000), rules) is None
    # Of equals the one that dealt first stands before.
    assert after(SOUTH_4, won(S3), BySeat(29000, 25000, 17000, 29000), rules) == replace(SOUTH_4, honba=1)


def test_an_abortive_draw_never_ends_the_game() -> None:
    """EN4: neither in the last hand nor below zero; the dealer stays there whatever the rules say."""
    rules = replace(TENHOU, abort_renchan=())
    aborted = Ending(aborted="suucha_riichi")
    assert after(SOUTH_4, aborted, DEALER_LEADS) == replace(SOUTH_4, honba=1)
    assert after(SOUTH_4, aborted, DEALER_LEADS, rules) == replace(SOUTH_4, honba=1)
    assert after(SOUTH_4, aborted, LOW, rules) == HandName(2, 1, S0, 1)
    assert after(EAST_1, aborted, BySeat(-100, 40000, 30000, 30100)) == replace(EAST_1, honba=1)
    assert not can_stop(SOUTH_4, aborted, DEALER_LEADS, S0, replace(TENHOU, tenpai_yame="choice"))


@pytest.mark.parametrize(
    ("rule", "limit", "lowest", "over"),
    [
        ("below_zero", 0, 0, False),
        ("below_zero", 0, -100, True),
        ("at_zero", 0, 0, True),
        ("at_zero", 0, 100, False),
        ("off", 0, -90000, False),
        ("below_zero", -10000, -10000, False),
        ("below_zero", -10000, -10100, True),
    ],
)
def test_bankruptcy(rule: str, limit: int, lowest: int, over: bool) -> None:
    """EN6"""
    rules = replace(TENHOU, bankruptcy=rule, bankruptcy_limit=limit)  # type: ignore[arg-type]
    assert (after(EAST_1, won(S1), BySeat(lowest, 30000, 30000, 40000 - lowest), rules) is None) == over


def test_a_foul_in_the_last_hand_ends_the_game_where_the_rules_say_so() -> None:
    """PE1"""
    rules = replace(TENHOU, chombo_ends_last_hand=True)
    assert after(SOUTH_4, Ending(foul=True), LOW, rules) is None
    assert after(SOUTH_4, Ending(foul=True), LOW) == SOUTH_4
    assert after(EAST_1, Ending(foul=True), LOW, rules) == EAST_1


def test_a_further_wind_played_to_its_end_has_one_last_hand() -> None:
    """EN2, EN5: without sudden death the leading dealer stops in its fourth hand, not before."""
    leads = BySeat(35000, 25000, 21000, 19000)
    for yame in ("auto", "choice"):
        rules = replace(TENHOU, sudden_death="off", agari_yame=yame)  # type: ignore[arg-type]
        assert after(WEST_1, won(S0), leads, rules) == replace(WEST_1, honba=1)
        assert not can_stop(WEST_1, won(S0), leads, S0, rules)
        west_4 = HandName(2, 4, S3)
        following = after(west_4, won(S3), DEALER_LEADS, rules)
        assert following is None or can_stop(west_4, won(S3), DEALER_LEADS, S0, rules)
    assert after(WEST_1, won(S0), leads) is None


def test_a_dealer_who_stays_without_tenpai_does_not_stop_for_it() -> None:
    """EN1, EN3: where the dealer stays at every draw."""
    rules = replace(TENHOU, renchan="always")
    assert after(SOUTH_4, NOTEN, DEALER_LEADS, rules) == replace(SOUTH_4, honba=1)
    assert after(SOUTH_4, tenpai(S3), DEALER_LEADS, rules) is None
    assert not can_stop(SOUTH_4, NOTEN, DEALER_LEADS, S0, replace(rules, tenpai_yame="choice"))


def test_the_dealer_may_have_to_pass_the_last_hand() -> None:
    """LE3: then it ends the game, or the next wind follows; before it and after a foul or an abortive draw all stay."""
    rules = replace(TENHOU, last_hand_renchan=False)
    for ending in (won(S3), tenpai(S3)):
        assert after(SOUTH_4, ending, BEHIND, rules) is None
        assert after(SOUTH_4, ending, LOW, rules) == HandName(2, 1, S0, 0 if ending.winners else 1)
    assert after(replace(SOUTH_4, number=3, dealer=S2), won(S2), BEHIND, rules) == HandName(1, 3, S2, 1)
    assert after(SOUTH_4, Ending(foul=True), BEHIND, rules) == SOUTH_4
    assert after(SOUTH_4, Ending(aborted="suucha_riichi"), BEHIND, rules) == replace(SOUTH_4, honba=1)
