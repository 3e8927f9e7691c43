"""The statistics on seeded streams: fair ones pass as often as they should, each kind of bias is found by its check."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest

from tablectl.fairness import ALPHA, Check, checks, throws_needed, verdict
from tablectl.rules.dice import Dice

Stream = Callable[[random.Random], Iterator[Dice]]


def fair(rng: random.Random) -> Iterator[Dice]:
    while True:
        yield rng.randint(1, 6), rng.randint(1, 6)


def heavy(rng: random.Random) -> Iterator[Dice]:
    """The left die shows six 20 % too often."""
    while True:
        yield rng.choices(range(1, 7), (0.96, 0.96, 0.96, 0.96, 0.96, 1.2))[0], rng.randint(1, 6)


def both_heavy(rng: random.Random) -> Iterator[Dice]:
    """Both dice show six 15 % too often."""
    while True:
        first, second = rng.choices(range(1, 7), (0.97, 0.97, 0.97, 0.97, 0.97, 1.15), k=2)
        yield first, second


def equal_sums(rng: random.Random) -> Iterator[Dice]:
    """One throw of eight comes out as seven, with each face of each die as often as ever."""
    while True:
        first, second = rng.randint(1, 6), rng.randint(1, 6)
        yield (first, 7 - first) if rng.random() < 0.125 else (first, second)


def sticky(rng: random.Random) -> Iterator[Dice]:
    """The right die was not shaken once in ten times."""
    last = rng.randint(1, 6)
    while True:
        last = last if rng.random() < 0.1 else rng.randint(1, 6)
        yield rng.randint(1, 6), last


def turning(rng: random.Random) -> Iterator[Dice]:
    """The left die goes from low to high and back more often than by chance."""
    last = 1
    while True:
        low = last > 3 if rng.random() < 0.6 else last <= 3
        last = rng.randint(1, 3) if low else rng.randint(4, 6)
        yield last, rng.randint(1, 6)


def copied(rng: random.Random) -> Iterator[Dice]:
    """Once in ten throws both dice show the same."""
    while True:
        first = rng.randint(1, 6)
        yield first, first if rng.random() < 0.1 else rng.randint(1, 6)


def found(stream: Stream, count: int, seed: int) -> dict[str, Check]:
    source = stream(random.Random(seed))
    return {check.name: check for check in checks([next(source) for _ in range(count)])}


@pytest.mark.parametrize(
    ("stream", "names", "count"),
    (
        (heavy, ("left die",), 3000),
        (both_heavy, ("both dice together",), 3000),
        (equal_sums, ("sum of two", "left against right"), 3000),
        (sticky, ("right die after itself", "runs of the right die"), 3000),
        (turning, ("runs of the left die", "left die after itself"), 3000),
        (copied, ("left against right",), 3000),
    ),
)
def test_each_bias_is_found_by_its_check(stream: Stream, names: tuple[str, ...], count: int) -> None:
    for seed in range(3):
        told = found(stream, count, seed)
        assert all(told[name].doubtful for name in names), (seed, told)


def test_a_check_doubts_fair_dice_once_in_a_hundred_times() -> None:
    """200 fair streams and nine checks of each: 18 doubts are expected, and each p is spread evenly."""
    told = [check for seed in range(200) for check in found(fair, 240, seed).values()]
    assert len(told) == 1800
    assert 6 <= sum(check.doubtful for check in told) <= 36
    for name in {check.name for check in told}:
        values = [check.p for check in told if check.name == name and check.p is not None]
        assert len(values) == 200
        assert 0.40 < sum(values) / 200 < 0.60, name


def test_the_statistic_by_hand() -> None:
    """60 throws of the left die: 5, 8, 9, 8, 10, 20 times 1 to 6 (a textbook's example): 13.4."""
    left = [face for face, often in enumerate((5, 8, 9, 8, 10, 20), 1) for _ in range(often)]
    check = checks([(face, 1) for face in left])[0]
    assert check.statistic == pytest.approx(13.4)
    assert check.freedom == 5
    assert check.p == pytest.approx(0.0199, abs=1e-4)


def test_a_power_that_is_promised_is_kept() -> None:
    """Of streams as long as `throws_needed` says, four of five show the bias."""
    count = throws_needed(0.2)
    assert (count, throws_needed(0.1), throws_needed(0.05)) == (2234, 8935, 35739)
    shown = sum(found(heavy, count, seed)["left die"].doubtful for seed in range(30))
    assert 0.6 < shown / 30 < 0.97
    assert found(heavy, count, 0)["left die"].shows == pytest.approx(0.2, abs=1e-4)


def test_verdicts() -> None:
    assert verdict(checks([])) == verdict(checks([(1, 2)])) == "too few throws to say anything"
    assert verdict(tuple(found(fair, 500, 1).values())).startswith("nothing speaks against these dice; one face less")
    assert verdict(tuple(found(copied, 5000, 1).values())).startswith("not fair")
    streams = [tuple(found(fair, 300, seed).values()) for seed in range(40)]
    doubted = [told for told in streams if any(check.doubtful for check in told)]
    assert {verdict(told).partition("(")[0] for told in doubted} == {"in doubt "}


def test_dice_that_never_change_are_no_error() -> None:
    told = {check.name: check for check in checks([(6, 6)] * 400)}
    assert told["left die"].p is not None and told["left die"].p < ALPHA
    for name in ("left against right", "left die after itself", "runs of the left die"):
        assert told[name].p is None
    assert verdict(tuple(told.values())).startswith("not fair")


def test_no_dice_are_refused() -> None:
    with pytest.raises(ValueError, match="0-7"):
        checks([(0, 7)])
