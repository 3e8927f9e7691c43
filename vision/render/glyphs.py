"""Characters as masks, drawn with free fonts; only drawing new art needs them, shipped art is in the atlas."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from vision.render.fonts import AnyFont

Mask = NDArray[np.uint8]
"""Height x width, 0 where there is no ink, 255 where there is."""

_SIZE = 160
_MISSING = "\U0010fffd"


_FULL = 0.62
"""Strokes are widened no further than to this share of ink: a heavier character closes up."""


def glyph(font: AnyFont, character: str, width: float, height: float, bold: int = 0, lean: float = 0) -> Mask:
    """A character's ink stretched to a width and height in pixels.

    `bold`: pixels (at 160 pixels a character) by which strokes are widened. `lean`: rightward shift of the top as a
    share of the height. Raises `ValueError` when the font lacks the character and `OSError` when it is not installed.
    """
    ink = _ink(font, character)
    if lean:
        tall, wide = ink.shape
        room = round(abs(lean) * tall)
        matrix = np.array([[1, -lean, max(lean, 0) * tall], [0, 1, 0]])
        ink = np.asarray(cv2.warpAffine(ink, matrix, (wide + room, tall)), np.uint8)
    for step in range(bold, 0, -1):
        wider = np.asarray(cv2.dilate(np.pad(ink, step), _disc(step)), np.uint8)
        # Few strokes cannot close up.
        if character in "一二三八中" or wider.mean() < _FULL * 255:
            ink = wider
            break
    size = max(2, round(width)), max(2, round(height))
    return np.asarray(cv2.resize(ink, size, interpolation=cv2.INTER_AREA), np.uint8)


def _disc(size: int) -> Mask:
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)), np.uint8)


@lru_cache(maxsize=4096)
def _ink(font: AnyFont, character: str) -> Mask:
    """The character cut to its ink. Raises `ValueError` for nothing, or the font's box for missing characters."""
    ink = _raster(font, character, character)
    if not ink.any() or np.array_equal(ink, _raster(font, character, _MISSING)):
        raise ValueError(f"{font.file(character)} has no picture of the character {character!r}")
    rows, columns = np.where(ink > 40)
    return ink[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]


def _raster(font: AnyFont, part: str, character: str) -> Mask:
    """A character in the file of a font that has the character `part`."""
    face = ImageFont.truetype(str(font.file(part)), _SIZE, index=font.index)
    picture = Image.new("L", (2 * _SIZE, 2 * _SIZE))
    ImageDraw.Draw(picture).text((_SIZE // 2, _SIZE // 4), character, 255, font=face)
    return np.asarray(picture, np.uint8)
