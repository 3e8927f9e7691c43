"""Point sticks: kits, dots, counters, counted drawers, and payments with the fewest sticks."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablectl.rulefile import load
from tablectl.rules.event import DrawerCounted, GameStarted
from tablectl.rules.exchange import Drawers, Exchange, NoExchange, exchange, transfers
from tablectl.rules.game import new_game, play
from tablectl.rules.illegal import IllegalEvent
from tablectl.rules.ledger import Assertion, Entry, Ledger
from tablectl.rules.ruleset import TENHOU
from tablectl.rules.seat import BySeat, Seat
from tablectl.rules.sticks import DENOMINATIONS, FACES, KITS, Face, Sticks, changed, drawer, kit, read_stick

S0, S1, S2, S3 = Seat
KIT = KITS["1-2-4-10"]
few = st.builds(Sticks, st.tuples(*(st.integers(0, 4),) * 5))


@pytest.mark.parametrize("name", list(KITS))
def test_every_kit_is_worth_25000(name: str) -> None:
    """EQ5: both distributions and the one with a 500."""
    assert KITS[name].points == 25_000
    assert kit(replace(TENHOU, stick_kit=name)) == KITS[name]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "start", "sticks"),
    [
        ("1-1-9-10", 20_000, "1x10000 1x5000 4x1000 10x100"),
        ("1-1-9-10", 27_000, "1x10000 1x5000 11x1000 10x100"),
        ("1-2-4-10", 20_000, "1x10000 1x5000 4x1000 10x100"),
        ("1-2-4-10", 30_000, "1x10000 2x5000 9x1000 10x100"),
        ("1-2-4-10", 35_000, "1x10000 2x5000 14x1000 10x100"),
        ("500s", 24_000, "1x10000 2x5000 3x1000 1x500 5x100"),
        ("500s", 25_300, "1x10000 2x5000 4x1000 1x500 8x100"),
        ("1-2-4-10", 24_700, "1x10000 2x5000 4x1000 7x100"),
        ("1-2-4-10", 0, "-"),
    ],
)
def test_other_starting_points_change_the_1000s_first(name: str, start: int, sticks: str) -> None:
    """EQ5."""
    assert str(kit(replace(TENHOU, stick_kit=name, start=start))) == sticks  # type: ignore[arg-type]


def test_a_kit_of_the_house_and_points_it_cannot_make() -> None:
    """EQ5."""
    rules = replace(TENHOU, stick_kit="custom", stick_kit_custom=(0, 2, 14, 1, 5))
    assert str(kit(rules)) == "2x5000 14x1000 1x500 5x100"
    with pytest.raises(ValueError, match="24950 points: expected a multiple of 100"):
        kit(replace(rules, start=24_950))
    with pytest.raises(ValueError, match=r"2000 points: 8000 cannot be taken out of 2x5000"):
        changed(Sticks.parse("2x5000"), 2000)


def test_points_without_sticks() -> None:
    """EQ8: no kit; who pays whom is told in points."""
    assert kit(replace(TENHOU, stick_kit="none")) is None
    assert transfers(BySeat(-4000, 8000, -2000, -2000)) == ((S0, S1, 4000), (S2, S1, 2000), (S3, S1, 2000))
    assert transfers(BySeat(-1500, 1500, 1500, -1500)) == ((S0, S1, 1500), (S3, S2, 1500))
    assert transfers(BySeat(-2000, -2000, 5000)) == ((S0, S2, 2000), (S1, S2, 2000))


def test_sticks_are_read_by_their_dots() -> None:
    """EQ6."""
    assert [read_stick(dots) for dots in (8, 1, 5, 9)] == [100, 1000, 5000, 10000]
    assert read_stick(1, "red") == 1000
    assert read_stick(1, "black", (*FACES, Face(500, 1, "black"))) == 500
    with pytest.raises(ValueError, match=r"3 dots: no stick looks so; dots are 8 black = 100, 1 red = 1000, 5 = 5000"):
        read_stick(3)
    with pytest.raises(ValueError, match="8 red dots: no stick looks so"):
        read_stick(8, "red")
    with pytest.raises(ValueError, match="1 dots: several sticks look so"):
        read_stick(1, None, (*FACES, Face(500, 1, "black")))


def test_a_counted_drawer_reports_the_difference_and_moves_no_point() -> None:
    """EQ5, EQ7: counters on the table are the dealer's own sticks."""
    right = drawer(S0, Sticks.parse("1x10000 2x5000 4x1000 8x100"), counters=2)
    assert right == DrawerCounted(S0, 25_000)
    game = play(play(new_game(TENHOU), GameStarted()), right)
    assert (game.book.assertions, game.book.differences) == ((Assertion(S0, 25_000, 25_000),), ())
    short = play(game, drawer(S1, Sticks.parse("1x10000 2x5000 4x1000")))
    over = play(short, drawer(S2, KIT + Sticks.of(100)))
    assert [(found.seat, found.difference) for found in over.book.differences] == [(S1, -1000), (S2, 100)]
    assert over.points == BySeat.fill(25_000) and over.deposits == 0
    again = play(over, drawer(S1, KIT))
    assert [found.seat for found in again.book.differences] == [S2]


def test_a_count_follows_the_payments_so_far() -> None:
    """EQ8: a riichi stick laid down is no longer in the drawer; later entries leave the count as it was."""
    ledger = Ledger(BySeat.fill(25_000)).add(Entry(S0, -1000, "riichi"))
    counted = ledger.count(S0, 24_000, ledger.points[S0]).add(Entry(S0, -300, "honba"))
    assert (counted.differences, counted.points[S0], counted.deposits) == ((), 23_700, 1300)


@pytest.mark.parametrize(
    ("event", "why"),
    [(DrawerCounted(S0, 24_950), "smallest stick is worth 100"), (DrawerCounted(S3, 35_000), "nobody plays")],
)
def test_a_count_that_cannot_be_is_refused(event: DrawerCounted, why: str) -> None:
    """EQ6"""
    game = play(new_game(load("tenhou-3p").rules), GameStarted(names=BySeat("A", "B", "C")))
    with pytest.raises(IllegalEvent, match=why):
        play(game, event)
    with pytest.raises(IllegalEvent, match="has not started"):
        play(new_game(TENHOU), drawer(S0, KIT))


@settings(deadline=None)
@given(few)
def test_sticks_print_and_parse(sticks: Sticks) -> None:
    assert Sticks.parse(str(sticks)) == sticks
    assert sum(points * number for points, number in sticks.by_points) == sticks.points


def test_what_is_no_set_of_sticks_is_refused() -> None:
    with pytest.raises(ValueError, match="'4*1000': expected a count and points such as 4x1000".replace("*", r"\*")):
        Sticks.parse("4*1000")
    with pytest.raises(ValueError, match="no stick of 200 points"):
        Sticks.parse("4x200")
    with pytest.raises(ValueError, match="fewer than no sticks of 5000"):
        _ = Sticks.parse("1x10000") - Sticks.parse("1x5000")


def _told(drawers: Drawers, *changes: int) -> list[str]:
    return [str(handed) for handed in exchange(drawers, BySeat(*changes)).moves]


def test_change_is_given_where_it_saves_sticks() -> None:
    drawers = Drawers(BySeat.fill(KIT))
    assert _told(drawers, 0, 0, 0, 0) == []
    assert _told(drawers, -1000, 1000, 0, 0) == ["seat 0 to seat 1: 1x1000"]
    assert _told(drawers, -8000, 8000, 0, 0) == ["seat 0 to seat 1: 1x10000", "seat 1 to seat 0: 2x1000"]
    assert _told(drawers, -3900, 0, 3900, 0) == ["seat 0 to seat 2: 1x5000", "seat 2 to seat 0: 1x1000 1x100"]


def test_riichi_sticks_go_to_the_table_and_come_from_it() -> None:
    drawers = Drawers(BySeat.fill(KIT))
    laid = exchange(drawers, BySeat(0, -1000, 0, 0))
    assert [str(handed) for handed in laid.moves] == ["seat 1 to the table: 1x1000"]
    drawers = drawers.move(laid.moves[0])
    assert drawers.table == Sticks.of(1000)
    assert _told(drawers, 0, 0, 1000, 0) == ["the table to seat 2: 1x1000"]
    with pytest.raises(NoExchange, match="2000 come from the table, where 1000 lie"):
        exchange(drawers, BySeat(0, 0, 2000, 0))


def test_another_player_helps_with_change() -> None:
    drawers = Drawers(BySeat(Sticks.of(10000), Sticks.of(5000), Sticks.of(1000, 5), Sticks()))
    assert _told(drawers, -6000, 6000, 0, 0) == [
        "seat 0 to seat 1: 1x10000",
        "seat 2 to seat 1: 1x1000",
        "seat 2 to seat 0: 4x1000",
        "seat 1 to seat 2: 1x5000",
    ]


def test_what_cannot_be_paid_is_told() -> None:
    drawers = Drawers(BySeat(Sticks.of(10000), Sticks.of(5000), Sticks.of(1000, 5), Sticks()))
    with pytest.raises(NoExchange, match="seat 3 has 0 in sticks and is 1000 short"):
        exchange(drawers, BySeat(0, 1000, 0, -1000))
    with pytest.raises(NoExchange, match="too few sticks below 1000 to make 10000, 5000, 4900, 100"):
        exchange(drawers, BySeat(0, 0, -100, 100))
    with pytest.raises(NoExchange, match="too few sticks below 10000 to make 9000, 5000, 5000, 0, 1000"):
        exchange(drawers, BySeat(-1000, 0, 0, 0))
    with pytest.raises(ValueError, match=r"changes \[50, -50\]: expected multiples of 100"):
        exchange(Drawers(BySeat(KIT, KIT)), BySeat(50, -50))


def _fewest_between_two(payer: Sticks, taker: Sticks, points: int) -> int | None:
    """By trying every net exchange."""
    sizes: list[int] = []
    for net in product(*(range(-theirs, mine + 1) for mine, theirs in zip(payer.counts, taker.counts, strict=True))):
        if sum(each * kind for each, kind in zip(net, DENOMINATIONS, strict=True)) == points:
            sizes.append(sum(map(abs, net)))
    return min(sizes, default=None)


@settings(max_examples=40, deadline=None)
@given(few, few, st.integers(0, 120))
def test_between_two_no_fewer_sticks_would_do(payer: Sticks, taker: Sticks, hundreds: int) -> None:
    points = min(hundreds * 100, payer.points)
    fewest = _fewest_between_two(payer, taker, points)
    try:
        found: Exchange | None = exchange(Drawers(BySeat(payer, taker)), BySeat(-points, points))
    except NoExchange:
        found = None
    assert (None if found is None else found.sticks) == fewest


@settings(max_examples=80, deadline=None)
@given(st.lists(few, min_size=2, max_size=4), st.data())
def test_sticks_are_neither_made_nor_lost(held: list[Sticks], data: st.DataObject) -> None:
    """Every proposal can be carried out in its order and brings the changes about, the riichi stick included."""
    changes = [-data.draw(st.integers(0, sticks.points // 100)) * 100 for sticks in held]
    changes[0] = -sum(changes[1:]) - data.draw(st.sampled_from((0, 1000)))
    drawers = Drawers(BySeat.of(held))
    try:
        found = exchange(drawers, BySeat.of(changes))
    except NoExchange:
        return
    after = drawers
    for handed in found.moves:
        after = after.move(handed)
    assert [sticks.points for sticks in after.seats] == [
        sticks.points + change for sticks, change in zip(held, changes, strict=True)
    ]
    nothing = Sticks()
    assert sum(after.seats, after.table) == sum(held, nothing)
