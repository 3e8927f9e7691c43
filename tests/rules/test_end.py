"""The end of a hand as the game takes it: the next hand, a stop by choice, and what is left on the table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablectl.rules.event import GameEnded, GameStarted, HandEnded, HandStarted, RyuukyokuKind
from tablectl.rules.game import Game, new_game, play
from tablectl.rules.illegal import IllegalEvent
from tablectl.rules.ledger import RIICHI, Entry, Ledger
from tablectl.rules.legal import legal
from tablectl.rules.length import HandName
from tablectl.rules.round import Phase
from tablectl.rules.ruleset import TENHOU, Ruleset
from tablectl.rules.ryuukyoku import abortive, exhaustive, nagashi_mangan
from tablectl.rules.seat import BySeat, Seat, Wind
from tablectl.rules.settlement import Settlement
from tablectl.rules.tile import Tile

S0, S1, S2, S3 = Seat
SOUTH_4 = HandName(1, 4, S3)
CHOICE = replace(TENHOU, agari_yame="choice", tenpai_yame="choice")
DEALER_LEADS = BySeat(25000, 22000, 20000, 33000)


def ended(
    settlement: Settlement,
    *,
    hand: HandName = SOUTH_4,
    points: BySeat[int] = DEALER_LEADS,
    sticks: int = 0,
    draw: RyuukyokuKind = RyuukyokuKind.EXHAUSTIVE,
    rules: Ruleset = TENHOU,
) -> Game:
    """A game after a hand that was drawn so; the sticks on the table are seat 0's."""
    game = play(new_game(rules), GameStarted())
    book = Ledger(points).add(*(Entry(S0, -1000, RIICHI) for _ in range(sticks)))
    game = play(replace(game, book=book, hand=hand), HandStarted(Tile.parse("1m")))
    assert game.round is not None
    over = replace(game.round, phase=Phase.OVER, draw=draw, settlements=(settlement,))
    return play(replace(game, round=over), HandEnded())


def tenpai(*seats: Seat) -> BySeat[bool]:
    return BySeat.of(seat in seats for seat in Seat)


def test_the_leading_dealer_may_end_the_game_or_play_on() -> None:
    """EN3: by choice; the game offers both."""
    game = ended(exhaustive(tenpai(S3), TENHOU), rules=CHOICE, sticks=1)
    assert (game.over, game.may_stop, game.hand) == (False, True, replace(SOUTH_4, honba=1))
    assert GameEnded() in legal(game)
    stopped = play(game, GameEnded())
    assert (stopped.over, stopped.ended, stopped.may_stop, stopped.deposits) == (True, True, False, 0)
    assert list(stopped.points) == [23000, 21000, 19000, 37000]
    assert stopped.result == BySeat(3.0, -19.0, -31.0, 47.0)
    again = play(game, HandStarted(Tile.parse("1m")))
    assert (again.may_stop, again.over) == (False, False)
    with pytest.raises(IllegalEvent, match="not over yet"):
        play(again, GameEnded())


def test_who_does_not_lead_may_not_end_the_game() -> None:
    """EN3"""
    game = ended(exhaustive(tenpai(S3), TENHOU), points=BySeat(40000, 22000, 20000, 18000), rules=CHOICE)
    assert (game.over, game.may_stop) == (False, False)
    assert GameEnded() not in legal(game)


def test_an_abortive_draw_goes_on() -> None:
    """EN4, AB6"""
    kind = RyuukyokuKind.SUUFON_RENDA
    game = ended(abortive(kind, TENHOU), draw=kind)
    assert (game.over, game.hand) == (False, replace(SOUTH_4, honba=1))


@pytest.mark.parametrize(
    ("kind", "ready", "following"),
    [
        # A win that is not the dealer's moves the deal and takes the counters, tenpai or not.
        ("win", (S1,), HandName(0, 3, S2, 0)),
        ("draw", (S1,), HandName(0, 2, S1, 3)),
        ("draw", (), HandName(0, 3, S2, 3)),
    ],
)
def test_the_dealer_after_a_nagashi_mangan(kind: str, ready: tuple[Seat, ...], following: HandName) -> None:
    """DR6, DR4, DR5"""
    rules = replace(TENHOU, nagashi_mangan=kind)  # type: ignore[arg-type]
    settled = nagashi_mangan((S3,), tenpai(*ready), S1, rules, honba=2, deposits=1)
    game = ended(settled, hand=HandName(0, 2, S1, 2), sticks=1, rules=rules)
    assert game.hand == following
    assert game.deposits == (0 if kind == "win" else 1)


def test_further_winds_follow_the_last() -> None:
    """EN5, LE2"""
    points = BySeat(29000, 28000, 23000, 20000)
    game = ended(exhaustive(tenpai(), TENHOU), points=points)
    assert (game.wind, game.number, game.dealer, game.honba) == (Wind.WEST, 1, S0, 1)
    tonton = replace(TENHOU, length="tonton")
    second = ended(exhaustive(tenpai(), TENHOU), points=points, hand=HandName(0, 4, S3), rules=tonton)
    assert (second.wind, second.number, second.over) == (Wind.EAST, 1, False)


@pytest.mark.parametrize(("rule", "first"), [("top", 34000), ("lost", 33000), ("returned", 33000)])
def test_sticks_at_the_end(rule: str, first: int) -> None:
    """EN7"""
    rules = replace(TENHOU, leftover_sticks=rule)  # type: ignore[arg-type]
    game = ended(exhaustive(tenpai(), rules), sticks=1, rules=rules)
    assert game.over
    assert (game.points[S3], game.points[S0]) == (first, 25000 if rule == "returned" else 24000)
    assert game.result is not None
    assert sum(game.result) == (-1 if rule == "lost" else 0)
