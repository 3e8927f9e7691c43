"""A bundle holds what it says and nothing else; one that was changed is refused with the reason."""

from __future__ import annotations

import hashlib
import struct
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.vision.bundled import Files, bundle, changed, edit
from vision.bundle import EVENTS, LABELS, MANIFEST, BundleError, Licence
from vision.bundle import read_bundle as read
from vision.bundle import write_bundle as write


def test_what_was_written_is_read(tmp_path: Path) -> None:
    path, given = tmp_path / "b.zip", bundle()
    listed = write(path, given)
    got = read(path)
    for one, other in zip(given.crops, got.crops, strict=True):
        assert (one.image == other.image).all()
        assert one.to_json("x") == other.to_json("x")
    assert (got.licence, got.tile_set, got.tile_mm, got.models) == (
        Licence.CC0,
        "a set of plastic",
        (19.5, 26.0),
        {"finder": "ab" * 32},
    )
    assert got.events == given.events and got.session == given.session
    with zipfile.ZipFile(path) as archive:
        for line in listed:
            digest, name = line.split("  ")
            assert hashlib.sha256(archive.read(name)).hexdigest() == digest
        assert sorted(archive.namelist()) == [line.split("  ")[1] for line in listed]
    assert not list(tmp_path.glob("*.part"))


def test_the_same_content_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one.zip", "two.zip"):
        write(tmp_path / name, bundle())
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()


def test_no_word_of_a_person_is_in_it(tmp_path: Path) -> None:
    write(tmp_path / "b.zip", bundle())
    with zipfile.ZipFile(tmp_path / "b.zip") as archive:
        whole = b"".join(archive.read(name) for name in archive.namelist())
    for word in (b"Aki", b"Ben", b"Chika", b"Dora", b"looked"):
        assert word not in whole
    assert b'"names":["P0","P1","P2","P3"]' in whole


def test_both_licences_stand_in_the_bundle(tmp_path: Path) -> None:
    for licence in Licence:
        write(tmp_path / "b.zip", replace(bundle(), licence=licence))
        assert read(tmp_path / "b.zip").licence is licence
        with zipfile.ZipFile(tmp_path / "b.zip") as archive:
            assert b"creativecommons.org" in archive.read("LICENSE.txt")


def put(name: str, data: bytes) -> Callable[[Files], None]:
    return lambda files: files.update({name: data})


def with_text(files: Files) -> None:
    """A picture that carries a name."""
    data = files["crops/00001.png"]
    text = b"tEXtAuthor\0Aki"
    chunk = struct.pack(">I", len(text) - 4) + text + struct.pack(">I", zlib.crc32(text))
    files["crops/00001.png"] = data[:33] + chunk + data[33:]


@pytest.mark.parametrize(
    ("change", "honest", "reason"),
    [
        (edit(LABELS, '"0p"', '"5p"'), False, "labels.jsonl is not as the manifest says"),
        (put("notes.txt", b"mine"), False, "notes.txt is not in the manifest"),
        (put("notes.txt", b"mine"), True, "notes.txt does not belong in a bundle"),
        (put("crops/../x.png", b""), True, r"crops/../x.png does not belong"),
        (lambda files: files.pop("crops/00002.png"), False, "crops/00002.png is missing"),
        (lambda files: files.pop("crops/00002.png"), True, "does not have one line for each crop"),
        (lambda files: files.pop(MANIFEST), False, "manifest.json is missing"),
        (edit(MANIFEST, "CC0-1.0", "mine"), True, "licence 'mine' does not permit training; CC0-1.0 and CC-BY-4.0 do"),
        (edit(MANIFEST, "CC0-1.0", "CC-BY-4.0"), True, "LICENSE.txt is not that of CC-BY-4.0"),
        (edit(EVENTS, '"P0"', '"Aki"'), True, "no event without names"),
        (edit(EVENTS, '"reason":""', '"reason":"Aki"'), True, "no event without names"),
        (edit(EVENTS, '"time":0', '"who":"Aki","time":0'), True, "no event without names"),
        (edit(LABELS, '"label":"0p"', '"label":"none"'), True, "the line of crops/00001.png is not as it must be"),
        (edit(LABELS, '"seat":1', '"who":"Aki","seat":1'), True, "the line of crops/00001.png is not as it must be"),
        (edit(LABELS, '"zone":"river"', '"zone":"dora"'), True, "has a value that cannot be"),
        (edit(LABELS, '"turn":1', '"turn":7'), True, "has a value that cannot be"),
        (put("crops/00001.png", b"GIF89a"), True, "crops/00001.png is no PNG"),
        (with_text, True, r"carries more than a picture \(tEXt\)"),
    ],
)
def test_a_bundle_that_is_not_as_it_must_be_is_refused(
    tmp_path: Path, change: Callable[[Files], None], honest: bool, reason: str
) -> None:
    path = tmp_path / "b.zip"
    write(path, bundle())
    changed(path, change, honest)
    with pytest.raises(BundleError, match=reason):
        read(path)


def test_a_date_a_comment_and_no_zip_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "b.zip"
    write(path, bundle())
    with zipfile.ZipFile(path, "a") as archive:
        archive.comment = b"from Aki"
    with pytest.raises(BundleError, match="carries a comment"):
        read(path)
    write(path, bundle())
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr(zipfile.ZipInfo("crops/00004.png", (2026, 5, 3, 18, 30, 0)), b"")
    with pytest.raises(BundleError, match="carries a date"):
        read(path)
    path.write_bytes(b"PK no")
    with pytest.raises(BundleError, match="not a bundle"):
        read(path)
    with pytest.raises(BundleError, match=r"absent\.zip: cannot be read"):
        read(tmp_path / "absent.zip")
    with pytest.raises(BundleError, match="cannot be written"):
        write(tmp_path / "no" / "b.zip", bundle())
