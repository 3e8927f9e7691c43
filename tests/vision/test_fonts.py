"""Fonts of the drawn styles: a style's font has its signs, they are fetched by checksum, the card names them all."""

from __future__ import annotations

import hashlib
import io
import subprocess
import tarfile
from dataclasses import replace
from pathlib import Path

import pytest

from vision.render import fonts, glyphs
from vision.render.style import random_style
from vision.train.sources import DRAWN


def test_every_font_is_free() -> None:
    assert {font.licence for font in fonts.FONTS} == {"public domain", "SIL OFL 1.1"}


def test_styles_are_written_with_signs_that_their_fonts_have() -> None:
    for seed in range(1, DRAWN + 1):
        style = random_style(seed)
        assert not set(f"一二三四五伍六七八九{style.ten_thousand}") & set(style.numbers.lacks)
        assert not set(f"{style.east}南西北白{style.green}中") & set(style.honours.lacks)
        assert not set(f"123456789{style.letters}") & set(style.latin.lacks)


def test_missing_sign_or_font_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("vision.render.fonts.FOLDER", tmp_path)
    packed = next(font for font in fonts.FONTS if isinstance(font, fonts.PackedFont) and "萬" in font.lacks)
    with pytest.raises(ValueError, match="lacks the character '萬'"):
        packed.file("萬")
    with pytest.raises(OSError, match=r"fetch the fonts of the drawn styles with `python -m vision\.render\.fonts`"):
        packed.file("万")
    with pytest.raises(OSError, match="install the Debian package fonts-nowhere"):
        fonts.Font("fonts-nowhere", "truetype/nowhere.ttf", "public domain").file("中")
    with pytest.raises(ValueError, match="has no picture of the character '东'"):
        glyphs.glyph(
            replace(fonts.RESERVED_FONTS[0], lacks="", package=fonts.FONTS[0].package, path=fonts.FONTS[0].path),
            "东",
            50,
            50,
        )


def _fetched(folder: Path, checksum: str | None, monkeypatch: pytest.MonkeyPatch) -> fonts.PackedFont:
    """Fetch a font from a stand-in for the registry."""
    contents = {"unicode.json": b'{"[7]": "U+4e00-4e03,U+767d"}', "LICENSE": b"SIL OFL", "README.md": b"words"}
    contents |= {f"files/ink-7-{weight}-normal.woff2": b"font" for weight in (400, 700)}
    packed = folder / "fontsource-ink-1.0.0.tgz"
    with tarfile.open(packed, "w:gz") as archive:
        for name, content in contents.items():
            entry = tarfile.TarInfo(f"package/{name}")
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    data = packed.read_bytes()

    def pack(command: list[str], cwd: str, **_: object) -> subprocess.CompletedProcess[str]:
        assert command == ["npm", "pack", "@fontsource/ink@1.0.0"]
        (Path(cwd) / packed.name).write_bytes(data)
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr("vision.render.fonts.subprocess.run", pack)
    font = fonts.PackedFont("ink", "1.0.0", "", checksum or hashlib.sha256(data).hexdigest(), 700)
    monkeypatch.setattr("vision.render.fonts.FONTS", (font,))
    monkeypatch.setattr("vision.render.fonts.FOLDER", folder / "fonts")
    fonts.fetch(folder / "fonts")
    return font


def test_fonts_are_fetched_and_found_by_character(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    font = _fetched(tmp_path, None, monkeypatch)
    assert font.file("七").read_bytes() == b"font"
    assert font.file("白").name == "ink-7-700-normal.woff2"
    assert sorted(path.name for path in font.folder.rglob("*.*")) == ["ink-7-700-normal.woff2", "unicode.json"]
    with pytest.raises(ValueError, match="lacks the character '九'"):
        font.file("九")


def test_other_font_than_expected_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match=r"@fontsource/ink@1\.0\.0: its SHA-256 is [0-9a-f]{64}, not abc"):
        _fetched(tmp_path, "abc", monkeypatch)
    assert not list((tmp_path / "fonts").iterdir())
