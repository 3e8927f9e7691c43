"""Characters as masks, drawn with free fonts; only drawing new art needs them, shipped art is in the atlas."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Mask = NDArray[np.uint8]
"""Height x width, 0 where there is no ink, 255 where there is."""


@dataclass(frozen=True, slots=True)
class Font:
    """A font file of a Debian package and the licence that package states for it."""

    package: str
    path: str
    licence: str
    index: int = 0

    @property
    def file(self) -> Path:
        return Path("/usr/share/fonts") / self.path


FONTS: tuple[Font, ...] = (
    Font("fonts-kouzan-mouhitsu", "truetype/kouzan-mouhitsu/kouzan-mouhitsu.ttf", "public domain"),
    Font("fonts-kouzan-mouhitsu", "truetype/kouzan-mouhitsu/kouzan-mouhitsu-gyosho.ttf", "public domain"),
    Font("fonts-aoyagi-kouzan-t", "truetype/aoyagi-kouzan-t/AoyagiKouzanT.ttf", "public domain"),
    Font("fonts-lxgw-wenkai", "truetype/lxgw-wenkai/LXGWWenKai-Bold.ttf", "SIL OFL 1.1"),
    Font("fonts-klee", "truetype/klee/KleeOne-SemiBold.ttf", "SIL OFL 1.1"),
    Font("fonts-noto-cjk-extra", "opentype/noto/NotoSerifCJK-Black.ttc", "SIL OFL 1.1"),
    Font("fonts-noto-cjk-extra", "opentype/noto/NotoSerifCJK-SemiBold.ttc", "SIL OFL 1.1", 3),
    Font("fonts-noto-cjk", "opentype/noto/NotoSansCJK-Bold.ttc", "SIL OFL 1.1"),
    Font("fonts-morisawa-bizud-mincho", "truetype/bizud-mincho/BIZUDMincho-Regular.ttf", "SIL OFL 1.1"),
    Font("fonts-sawarabi-mincho", "truetype/sawarabi-mincho/sawarabi-mincho-medium.ttf", "SIL OFL 1.1"),
    Font("fonts-reggae", "truetype/reggae/ReggaeOne-Regular.ttf", "SIL OFL 1.1"),
    Font("fonts-seto", "truetype/seto/setofont.ttf", "SIL OFL 1.1"),
)
"""Fonts of the drawn styles."""

RESERVED_FONTS: tuple[Font, ...] = (
    Font("fonts-aoyagi-soseki", "truetype/aoyagi-soseki/aoyagi-soseki.ttf", "public domain"),
    Font("fonts-dejima-mincho", "truetype/dejima-mincho/dejima-mincho-r227.ttf", "MIT"),
)
"""Fonts of the style `table` alone, so that it stays art no network was trained on."""

_SIZE = 160
_MISSING = "\U0010fffd"


def glyph(fonts: tuple[Font, ...], character: str, width: float, height: float, bold: int = 0) -> Mask:
    """A character's ink stretched to a width and height in pixels, in the first font that has it.

    `bold`: pixels (at 160 pixels a character) by which strokes are widened. Raises `ValueError` when no font has the
    character and `OSError` when a font is not installed.
    """
    for font in fonts:
        ink = _ink(font, character)
        if ink is not None:
            if bold > 0:
                ink = np.asarray(cv2.dilate(np.pad(ink, bold), _disc(bold)), np.uint8)
            size = max(2, round(width)), max(2, round(height))
            return np.asarray(cv2.resize(ink, size, interpolation=cv2.INTER_AREA), np.uint8)
    raise ValueError(f"no font of {[font.package for font in fonts]} has the character {character!r}")


def _disc(size: int) -> Mask:
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)), np.uint8)


@lru_cache(maxsize=4096)
def _ink(font: Font, character: str) -> Mask | None:
    """The character cut to its ink; None when the font draws nothing or its box for missing characters."""
    ink = _raster(font, character)
    if not ink.any() or np.array_equal(ink, _raster(font, _MISSING)):
        return None
    rows, columns = np.where(ink > 40)
    return ink[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]


def _raster(font: Font, character: str) -> Mask:
    try:
        face = ImageFont.truetype(str(font.file), _SIZE, index=font.index)
    except OSError as error:
        raise OSError(f"{font.file}: cannot be read; install the Debian package {font.package}") from error
    picture = Image.new("L", (2 * _SIZE, 2 * _SIZE))
    ImageDraw.Draw(picture).text((_SIZE // 2, _SIZE // 4), character, 255, font=face)
    return np.asarray(picture, np.uint8)
