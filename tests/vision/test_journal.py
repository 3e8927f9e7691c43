"""A journal survives a cut at any byte and a disk that is full, and says what is missing."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from vision.journal import Journal, JournalError, read_journal


def written(path: Path) -> bytes:
    journal = Journal(path)
    for number in range(3):
        journal.append("note", text=f"line {number}")
    journal.close()
    return path.read_bytes()


def test_lines_are_numbered_and_read_back(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    written(path)
    pages = read_journal(path)
    assert [(entry["seq"], entry["kind"], entry["text"]) for entry in pages.entries] == [
        (0, "note", "line 0"),
        (1, "note", "line 1"),
        (2, "note", "line 2"),
    ]
    assert pages.damage == ()


def test_a_journal_is_never_begun_over_another(tmp_path: Path) -> None:
    data = written(tmp_path / "j.jsonl")
    with pytest.raises(FileExistsError):
        Journal(tmp_path / "j.jsonl")
    assert (tmp_path / "j.jsonl").read_bytes() == data


def test_cut_at_any_byte_the_whole_lines_are_read_and_the_rest_is_told(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    data = written(path)
    first = data.index(b"\n") + 1
    for end in range(first, len(data)):
        path.write_bytes(data[:end])
        pages = read_journal(path)
        whole = data[:end].count(b"\n")
        assert [entry["seq"] for entry in pages.entries] == list(range(whole))
        assert len(pages.damage) == (data[end - 1 : end] != b"\n")
    path.write_bytes(data[: first - 1])
    with pytest.raises(JournalError, match="not one whole line"):
        read_journal(path)


def test_after_a_full_disk_the_journal_goes_on_and_shows_the_gap(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "j.jsonl"
    journal = Journal(path)
    journal.append("note", text="before")
    left = [7]

    def nearly_full(file: int, data: bytes) -> int:
        if not left:
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(file, data[: left.pop()])

    real = os.write
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", nearly_full)
        for _ in range(2):
            with pytest.raises(OSError, match="No space left"):
                journal.append("note", text="lost")
    journal.append("note", text="after")
    journal.close()
    pages = read_journal(path)
    assert [entry["text"] for entry in pages.entries] == ["before", "after"]
    assert pages.damage == (
        'line 2 was cut off after 7 bytes: {"seq":',
        "2 lines before number 3 were not written",
    )


def test_what_is_no_journal_is_named(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match=r"absent\.jsonl: cannot be read"):
        read_journal(tmp_path / "absent.jsonl")
    (tmp_path / "other.jsonl").write_text('{"a": 1}\n[2]\n')
    with pytest.raises(JournalError, match="not one whole line"):
        read_journal(tmp_path / "other.jsonl")
