"""Rolling, reading from two agreeing stills, logging and soaking, without any device."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from hardware.device import DeviceError
from hardware.dice import (
    STILLS,
    UNCLEAR_IN_A_ROW,
    PictureRoller,
    Rolled,
    RollKeeper,
    Unclear,
    digest,
    soak,
)
from hardware.rollers import REST, CryptographicRoller, camera_roller, simulated_roller
from tablectl.rolllog import RollLog, RollSource, read_rolls
from vision.dice import SeenDie, Throw, Why
from vision.frame import Frame, Image
from vision.render.rolls import Case, View, roll

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def throw(left: int, right: int, x: float = 50.0) -> Throw:
    return Throw((left, right), None, (SeenDie(x, 50, 30, left), SeenDie(x + 60, 50, 30, right)))


COCKED = Throw(None, Why.COCKED)


class Scripted:
    """Stills that are read as told; each is a picture of its own."""

    def __init__(self, *throws: Throw) -> None:
        self.throws, self.shaken, self.taken = list(throws), list[int](), 0

    def still(self) -> Image:
        self.taken += 1
        return np.full((2, 2, 3), self.taken, np.uint8)

    def read(self, image: Image) -> Throw:
        return self.throws[min(int(image[0, 0, 0]), len(self.throws)) - 1]

    @property
    def roller(self) -> PictureRoller:
        return PictureRoller(RollSource.ROLLER, self.shaken.append, self.still, self.read)


def picture(number: int) -> str:
    return digest(np.full((2, 2, 3), number, np.uint8))


def test_two_agreeing_stills_are_a_roll() -> None:
    script = Scripted(throw(3, 5), throw(3, 5))
    assert script.roller.roll(7) == Rolled((3, 5), picture(2))
    assert script.shaken == [7]


def test_dice_still_rolling_are_waited_for() -> None:
    script = Scripted(COCKED, throw(3, 5), throw(3, 5, x=90), throw(3, 4, x=90), throw(3, 4, x=90))
    assert script.roller.roll(1) == Rolled((3, 4), picture(5))


@pytest.mark.parametrize(
    ("last", "why"), ((COCKED, Why.COCKED), (throw(1, 1), Why.UNSTEADY)), ids=("cocked", "unsteady")
)
def test_what_never_agrees_is_unclear(last: Throw, why: Why) -> None:
    moving = (throw(1, 1), throw(2, 2)) * (STILLS // 2 - 1)
    script = Scripted(*moving, throw(2, 3), last)
    assert script.roller.roll(1) == Unclear(why.value, picture(STILLS))
    assert script.taken == STILLS


def test_every_roll_is_logged_with_its_picture(tmp_path: Path) -> None:
    script = Scripted(throw(3, 5), throw(3, 5), *[COCKED] * STILLS)
    path = tmp_path / "dice.jsonl"
    with closing(RollLog(path)) as log:
        keeper = RollKeeper(script.roller, log, lambda: NOON)
        assert keeper.roll() == Rolled((3, 5), picture(2))
        unclear = keeper.roll()
        assert isinstance(unclear, Unclear)
        keeper.press((6, 2))
        with pytest.raises(ValueError, match="6-7"):
            keeper.press((6, 7))
    rolls = read_rolls(path).rolls
    assert [(r.id, r.source.value, r.dice, r.unclear) for r in rolls] == [
        (1, "roller", (3, 5), ""),
        (2, "roller", None, Why.COCKED.value),
        (3, "pressed", (6, 2), ""),
    ]
    assert [r.picture for r in rolls] == [picture(2), unclear.picture, ""]
    assert script.shaken == [1, 2]


class Counting:
    """A roller that stops after some rolls."""

    source = RollSource.ROLLER

    def __init__(self, most: int, unclear: int = 0) -> None:
        self.ids, self.most, self.unclear = list[int](), most, unclear

    def roll(self, roll_id: int) -> Rolled | Unclear:
        self.ids.append(roll_id)
        if len(self.ids) > self.most:
            raise DeviceError("the plug is out")
        return Unclear("glare") if self.unclear and len(self.ids) % self.unclear == 0 else Rolled((1, 6))


def test_a_soak_goes_on_where_it_stopped(tmp_path: Path) -> None:
    path = tmp_path / "dice.jsonl"
    told: list[int] = []
    first, second = Counting(5, unclear=3), Counting(99)
    with closing(RollLog(path)) as log, pytest.raises(DeviceError, match="plug"):
        soak(RollKeeper(first, log, lambda: NOON), 10, lambda have, _: told.append(have))
    with closing(RollLog(path)) as log:
        assert soak(RollKeeper(second, log, lambda: NOON), 10, lambda have, _: told.append(have)) == 6
        assert soak(RollKeeper(second, log, lambda: NOON), 3, lambda have, _: told.append(have)) == 0
    rolls = read_rolls(path)
    assert len(rolls.clear(RollSource.ROLLER)) == 10
    assert told == [1, 2, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    assert first.ids == [1, 2, 3, 4, 5, 6]
    assert second.ids[0] == 6, "the roll that failed left no line, so that its number is free"


def test_a_soak_that_sees_nothing_stops(tmp_path: Path) -> None:
    roller = Counting(999, unclear=1)
    with closing(RollLog(tmp_path / "log")) as log, pytest.raises(DeviceError, match="the last one: glare"):
        soak(RollKeeper(roller, log, lambda: NOON), 5, lambda _have, _: None)
    assert len(roller.ids) == UNCLEAR_IN_A_ROW


def test_the_cryptographic_roller_is_even() -> None:
    asked: list[int] = []

    def below(count: int) -> int:
        asked.append(count)
        return len(asked) % count

    assert CryptographicRoller(below).roll(1) == Rolled((2, 3))
    assert asked == [6, 6]
    seen = {CryptographicRoller().roll(place).dice for place in range(2000)}
    assert len(seen) == 36


@pytest.mark.parametrize("roll_id", (1, 2))
def test_simulated_dice_are_drawn_and_read(roll_id: int) -> None:
    truth = roll(3_000_000 + roll_id, View.BOWL, Case.CLEAR).values
    outcome = simulated_roller(3).roll(roll_id)
    assert isinstance(outcome, Rolled) and truth is not None
    assert sorted(outcome.dice) == sorted(truth)
    assert len(outcome.picture) == 64


class Film:
    """Frames a half second apart; the dice come to rest after the third."""

    live, given = True, "film"

    def __init__(self, pictures: list[Image]) -> None:
        self.frames: Iterator[Frame] = (Frame(image, 0.5 * n, n) for n, image in enumerate(pictures))
        self.read_frames = 0

    def read(self) -> Frame | None:
        self.read_frames += 1
        return next(self.frames, None)

    def close(self) -> None: ...


def test_dice_thrown_by_hand_are_read_after_they_had_time_to_rest() -> None:
    before, after = (roll(seed, View.BOWL, Case.CLEAR) for seed in (201, 200))
    film = Film([before.draw()] * 3 + [after.draw()] * 3)
    asked: list[int] = []
    outcome = camera_roller(RollSource.HAND, asked.append, film).roll(9)
    assert isinstance(outcome, Rolled) and after.values is not None
    assert sorted(outcome.dice) == sorted(after.values)
    assert asked == [9]
    assert film.read_frames == REST / 0.5 + 3
    with pytest.raises(DeviceError, match="ended"):
        camera_roller(RollSource.HAND, asked.append, film).roll(10)
