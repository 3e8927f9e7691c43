"""Written cases of what may be done: each is a test named by its ID, its words laid out as a position."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from tablectl.rules.event import (
    Discarded,
    DoraTurned,
    Drawn,
    Drew,
    Event,
    GameStarted,
    HandStarted,
    RiichiAccepted,
    RiichiDeclared,
    RyuukyokuKind,
    Won,
)
from tablectl.rules.game import Game, new_game, play
from tablectl.rules.legal import legal
from tablectl.rules.length import HandName
from tablectl.rules.seat import BySeat, Seat
from tablectl.rules.tile import Tile, parse_tiles
from tests.rules.playing import S0, S1, S2, after, called, left, played, refused, turn, turns, value, won, yaku
from tests.rules.written import Case, rules_of, written

Asked = tuple[Game, tuple[Event, ...]]
"""A position, and the events of which the case asks whether each may come next."""

REASONS = {
    "no yaku": "has no yaku",
    "suji swap": "kuikae.*TU7",
    "only 3s and 6s remain, both barred": "leaves only discards that are kuikae.*TU7",
    "no own draw left": "RI2",
    "only ron on the last discard": "WA10",
    "not tenpai": "DR2",
}
"""What the reasons of the cases read like in a refusal."""


def dealt(case: Case, seat: Seat, hand: str, dora: str = "3z") -> Game:
    """A first hand of which one seat's tiles are known."""
    hands = BySeat[tuple[Tile, ...] | None].fill(None).set(seat, parse_tiles(hand))
    return after(new_game(rules_of(case)), GameStarted(), HandStarted(Tile.parse(dora), None, hands))


def dora_alone(case: Case) -> Asked:
    """Three dora: the pair of nines and a red five."""
    game = after(dealt(case, S1, "12m406p78934s99p1z", dora="8p"), *turns(S0, "3m"), called(S1, "chi:12m+3m<0"))
    game = after(game, Discarded(S1, Tile.parse("1z")), *turns(S2, "9s9s2s"))
    return game, (won(S1, S0, "2s", "406p78934s99p"),)


def two_han_with_counters(case: Case) -> Asked:
    """A closed wait keeps pinfu away, a further go ippatsu."""
    hand = "234567m345p4688s"
    game = after(dealt(case, S1, hand), *turns(S0, "1z"), Drawn(S1, Tile.parse("9m")))
    game = after(game, Discarded(S1, Tile.parse("9m")), *turns(S2, "1z2z2z"), Drawn(S1, Tile.parse("9p")))
    game = after(game, RiichiDeclared(S1), Discarded(S1, Tile.parse("9p")), RiichiAccepted(S1), *turns(S2, "9s4z4z"))
    game = after(game, Drawn(S1, Tile.parse("5z")), Discarded(S1, Tile.parse("5z")), *turn(S2, "5s"))
    honba = case["situation"]["honba"]
    game = replace(game, hand=HandName(honba=honba), round=replace(played(game), honba=honba))
    return game, (won(S1, S2, "5s", hand, ura="1s"),)


def swap_of_the_run(case: Case) -> Asked:
    game = after(dealt(case, S1, "345s19m19p123456z"), *turn(S0, "6s"), called(S1, "chi:45s+6s<0"))
    return game, (Discarded(S1, Tile.parse(case["situation"]["discard"]), False),)


def no_part_of_the_swap(case: Case) -> Asked:
    game = after(dealt(case, S1, "234567s19m19p123z"), *turn(S0, "8s"), called(S1, "chi:67s+8s<0"))
    return game, (Discarded(S1, Tile.parse(case["situation"]["discard"]), False),)


def only_swaps_left(case: Case) -> Asked:
    game = dealt(case, S1, "112233z3456s567z")
    for wind, rest in (("1z", "5z"), ("2z", "6z"), ("3z", "7z")):
        game = after(game, *turn(S0, wind), called(S1, f"pon:{wind[0]}{wind}+{wind}<0"))
        game = after(game, Discarded(S1, Tile.parse(rest)), *turns(S2, "9m9p"))
    return after(game, *turn(S0, "6s")), (called(S1, "chi:45s+6s<0"),)


def riichi_near_the_end(case: Case) -> Asked:
    game = after(dealt(case, S0, "234567m34588p45s"), Drawn(S0, Tile.parse("1z")))
    return left(game, case["situation"]["live_tiles"]), (RiichiDeclared(S0),)


def calls_of_the_last_discard(case: Case) -> Asked:
    game = left(after(dealt(case, S2, "444m19p19s123456z"), *turn(S0, "4m")), case["situation"]["live_tiles"])
    return game, (called(S2, "pon:44m+4m<0"), called(S2, "daiminkan:444m+4m<0"))


def dealers_ankan_first(case: Case) -> Asked:
    game = after(dealt(case, S0, "1111z234567m88m4s"), Drawn(S0, Tile.parse("5s")), called(S0, "ankan:1111z"))
    game = after(game, DoraTurned(Tile.parse("9m")), Drawn(S0, Tile.parse("6s")))
    return game, (won(S0, S0, "6s", "234567m88m45s"),)


def waits_for_its_own_four(case: Case) -> Asked:
    hand = "234567m789p1111z"
    game = after(dealt(case, S0, hand), Drawn(S0, Tile.parse("9s")), Discarded(S0, Tile.parse("9s")))
    shown = BySeat[tuple[Tile, ...] | None].fill(None).set(S0, parse_tiles(hand))
    return left(after(game, *turns(S1, "9s9s2s")), 0), (Drew(RyuukyokuKind.EXHAUSTIVE, shown),)


POSITIONS: dict[str, Callable[[Case], Asked]] = {
    "R18": dora_alone,
    "R19": two_han_with_counters,
    "R20": swap_of_the_run,
    "R21": no_part_of_the_swap,
    "R22": only_swaps_left,
    "R23": riichi_near_the_end,
    "R24": calls_of_the_last_discard,
    "R25": dealers_ankan_first,
    "R26": waits_for_its_own_four,
}


@pytest.mark.parametrize("case", written("legality"))
def test_legality(case: Case) -> None:
    name, expected = case["id"], dict(case["expect"])
    assert name in POSITIONS, f"{name} {case['title']}: write its position"
    game, asked = POSITIONS[name](case)
    valid = expected.pop("tenpai" if "tenpai" in expected else "valid")
    reason = expected.pop("reason", "not tenpai")
    tenhou = expected.pop("tenhou", None)
    assert not expected, "not compared"
    for event in asked:
        # The win of a hidden riichi hand is no part of the list: its ura indicators are not known.
        if not isinstance(event, Won):
            assert (event in legal(game)) is valid
        if not valid:
            refused(game, REASONS[reason], event)
            continue
        following = play(game, event)
        if han := re.search(r"(\d+) han", case["situation"].get("hand", "")):
            assert value(following).han == int(han[1])
        if tenhou is not None:
            assert ("tenhou" in yaku(following)) is tenhou
            assert ("rinshan" in yaku(following)) is not tenhou
