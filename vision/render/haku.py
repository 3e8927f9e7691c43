"""The white dragon: blank, framed in many ways, or lettered."""

from __future__ import annotations

import numpy as np

from vision.render import glyphs
from vision.render.canvas import FINE, TALL, Canvas, Colour, Point
from vision.render.style import Style


def draw_haku(canvas: Canvas, style: Style, rng: np.random.Generator) -> None:
    """Draw it in the style's manner; the character itself is drawn like other honours."""
    ink = style.colours.white
    inset, line = float(rng.uniform(0.08, 0.2)), float(rng.uniform(0.015, 0.05))
    inner = inset + line + float(rng.uniform(0.03, 0.07))
    if style.haku in ("frame", "double", "ornate", "lozenge"):
        _box(canvas, inset, line, ink)
    if style.haku == "double":
        _box(canvas, inner, line * 0.5 + 0.005, ink)
    if style.haku == "cut corners":
        _box(canvas, inset, line, ink, cut=0.1)
    if style.haku == "ornate":
        _box(canvas, inner, 0.016, ink, cut=0.07)
        for point in _corners(inner + 0.02):
            canvas.disc(point, 0.022, ink)
    if style.haku == "beads":
        left, top, right, bottom = inset, inset, 1 - inset, TALL - inset
        for share in np.linspace(0, 1, 8):
            x, y = left + share * (right - left), top + share * (bottom - top)
            for point in ((x, top), (x, bottom), (left, y), (right, y)):
                canvas.disc((float(point[0]), float(point[1])), 0.026, ink)
    if style.haku == "lozenge":
        middle = 0.5, TALL / 2
        reach = 0.5 - inner
        canvas.line(
            [(0.5, middle[1] - reach), (0.5 + reach, middle[1]), (0.5, middle[1] + reach), (0.5 - reach, middle[1])],
            0.02, ink, closed=True,
        )  # fmt: skip
    if style.haku == "letter":
        letter = glyphs.glyph(style.latin, style.letters[4], FINE * 0.5, FINE * 0.7, style.bold)
        canvas.stamp(letter, (0.5, TALL / 2), ink)


def _corners(inset: float) -> list[Point]:
    return [(inset, inset), (1 - inset, inset), (1 - inset, TALL - inset), (inset, TALL - inset)]


def _box(canvas: Canvas, inset: float, line: float, ink: Colour, cut: float = 0) -> None:
    """A frame, its corners cut off."""
    if not cut:
        canvas.line(_corners(inset), line, ink, closed=True)
        return
    left, right, top, bottom = inset, 1 - inset, inset, TALL - inset
    points = [
        (left + cut, top), (right - cut, top), (right, top + cut), (right, bottom - cut),
        (right - cut, bottom), (left + cut, bottom), (left, bottom - cut), (left, top + cut),
    ]  # fmt: skip
    canvas.line(points, line, ink, closed=True)
