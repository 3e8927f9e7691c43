"""The roll log: nothing written is lost or changed, whatever the last line looks like."""

from __future__ import annotations

import io
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tablectl.rolllog import Roll, RollLog, RollLogError, RollSource, read_rolls, write_csv

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
ROLLS = (
    Roll(1, NOON, RollSource.ROLLER, (3, 5), picture="ab" * 32),
    Roll(2, NOON, RollSource.ROLLER, None, "a die does not lie flat", "cd" * 32),
    Roll(3, NOON, RollSource.PRESSED, (6, 1)),
)


def written(path: Path, rolls: tuple[Roll, ...] = ROLLS) -> bytes:
    with closing(RollLog(path)) as log:
        for roll in rolls:
            log.append(roll)
    return path.read_bytes()


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "dice.jsonl"
    written(path)
    rolls = read_rolls(path)
    assert rolls.rolls == ROLLS
    assert rolls.damage == ()
    assert rolls.clear(RollSource.ROLLER) == ((3, 5),)
    assert rolls.next_id == 4


def test_a_log_cut_off_at_any_byte_goes_on(tmp_path: Path) -> None:
    """What was whole stays, the rest is kept and told, and no number is given twice."""
    whole = written(tmp_path / "whole.jsonl")
    path = tmp_path / "cut.jsonl"
    last = whole.rindex(b"\n", 0, -1)
    for cut in (0, 1, 90, *range(last - 1, len(whole) + 1)):
        path.write_bytes(whole[:cut])
        lines = whole[:cut].count(b"}")
        torn = cut > 0 and whole[cut - 1 : cut] not in (b"\n", b"}")
        with closing(RollLog(path)) as log:
            assert log.before.rolls == ROLLS[:lines]
            assert len(log.before.damage) == torn
            new = log.take_id()
            assert new == lines + torn + 1
            log.append(Roll(new, NOON, RollSource.CRYPTOGRAPHIC, (1, 2)))
        after = read_rolls(path)
        assert after.rolls == (*ROLLS[:lines], Roll(new, NOON, RollSource.CRYPTOGRAPHIC, (1, 2)))
        assert path.read_bytes().startswith(whole[:cut])
        assert len(after.damage) == torn
        assert all(f"line {lines + 1} is no roll" in text for text in after.damage)


@pytest.mark.parametrize(
    "line",
    (
        '{"id": 4, "time": "2026-05-01", "source": "roller", "dice": [0, 7], "unclear": "", "picture": ""}',
        '{"id": 4, "time": "2026-05-01", "source": "roller", "dice": [1, 2, 3], "unclear": "", "picture": ""}',
        '{"id": 4, "time": "2026-05-01", "source": "roller", "dice": [true, 2], "unclear": "", "picture": ""}',
        '{"id": 4, "time": "2026-05-01", "source": "nobody", "dice": [1, 2], "unclear": "", "picture": ""}',
        '{"id": "4", "time": "2026-05-01", "source": "roller", "dice": [1, 2], "unclear": "", "picture": ""}',
        '{"id": 4, "time": "noon", "source": "roller", "dice": [1, 2], "unclear": "", "picture": ""}',
        '{"id": 4}',
        "[1, 2]",
        "null",
    ),
)
def test_a_line_that_is_no_roll_is_told(tmp_path: Path, line: str) -> None:
    path = tmp_path / "dice.jsonl"
    written(path)
    with path.open("a") as out:
        out.write(line + "\n")
    rolls = read_rolls(path)
    assert rolls.rolls == ROLLS
    assert rolls.damage == (f"line 4 is no roll ({len(line)} bytes): {line[:60]}",)


def test_a_number_that_stands_twice_is_told(tmp_path: Path) -> None:
    written(tmp_path / "dice.jsonl", (*ROLLS, ROLLS[0]))
    assert read_rolls(tmp_path / "dice.jsonl").damage == ("roll 1 stands twice",)


def test_one_program_at_a_time_writes(tmp_path: Path) -> None:
    path = tmp_path / "dice.jsonl"
    with closing(RollLog(path)), pytest.raises(RollLogError, match="another program"):
        RollLog(path)
    RollLog(path).close()


def test_what_cannot_be_opened_is_named(tmp_path: Path) -> None:
    with pytest.raises(RollLogError, match=r"absent\.jsonl: cannot be read"):
        read_rolls(tmp_path / "absent.jsonl")
    with pytest.raises(RollLogError, match="cannot be written"):
        RollLog(tmp_path)


def test_csv() -> None:
    out = io.StringIO()
    write_csv(ROLLS, out)
    assert out.getvalue().splitlines() == [
        "id,time,source,left,right,unclear,picture",
        f"1,2026-05-01T12:00:00.000+00:00,roller,3,5,,{'ab' * 32}",
        f"2,2026-05-01T12:00:00.000+00:00,roller,,,a die does not lie flat,{'cd' * 32}",
        "3,2026-05-01T12:00:00.000+00:00,pressed,6,1,,",
    ]
