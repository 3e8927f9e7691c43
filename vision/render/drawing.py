"""The 37 faces of a style, drawn."""

from __future__ import annotations

import cv2
import numpy as np

from vision.classes import FACES
from vision.render import dots, glyphs, sticks
from vision.render.canvas import FINE, RGBA, TALL, Canvas, Colour, Point, around
from vision.render.haku import draw_haku
from vision.render.style import Style
from vision.render.wear import Wear, worn

GOLD: Colour = (60, 175, 220)


def draw(style: Style) -> dict[str, RGBA]:
    """The 37 faces of a style. Raises `OSError` when a font is not installed."""
    return {name: _Drawing(style, name).face() for name in FACES}


class _Drawing:
    """One face of a style."""

    def __init__(self, style: Style, name: str) -> None:
        self._style, self._name = style, name
        self._canvas = Canvas()
        # Like faces get like sizes, plain and red five the same picture.
        self._rng = np.random.default_rng([style.seed, "mpsz".index(name[1])])
        self._is_red = name[0] == "0"
        self._number = 5 if self._is_red else int(name[0])

    def face(self) -> RGBA:
        style = self._style
        suits = {"m": self._characters, "p": self._circles, "s": self._bamboo, "z": self._honour}
        suits[self._name[1]]()
        if style.index:
            self._corner_index()
        if self._is_red and style.mark != "none":
            self._red_mark()
        face = self._canvas.face()
        if style.wear == Wear():
            return face
        # No two faces are worn alike, but for the blank one that shows nothing.
        return worn(face, style.wear, np.random.default_rng([style.seed, FACES.index(self._name), 1]))

    def _ink(self, colour: Colour) -> Colour:
        """The colour, or that of red fives on one of them."""
        return self._style.colours.red_five if self._is_red and self._style.red_five != "marked" else colour

    def _sign(self, character: str, centre: Point, width: float, height: float, colour: Colour) -> None:
        style = self._style
        font = style.honours if self._name[1] == "z" else style.numbers
        ink = glyphs.glyph(font, character, FINE * width, FINE * height, style.bold, style.lean)
        self._canvas.stamp(ink, centre, colour)
        if self._is_red and style.red_five == "hollow":
            inside = cv2.erode(ink, np.ones((7, 7), np.uint8), borderValue=0)
            self._canvas.stamp(np.asarray(inside, np.uint8), centre, style.colours.body)

    def _characters(self) -> None:
        style, rng = self._style, self._rng
        wide, tall = style.spread[0], TALL * style.spread[1]
        # Few strokes stay flat.
        height = style.number_share * {1: 0.28, 2: 0.65, 3: 0.85}.get(self._number, 1)
        number = style.five if self._number == 5 else "一二三四五六七八九"[self._number - 1]
        middle = style.number_share / 2 + 0.04
        self._sign(
            number, dots.place(style.spread, 0.5, middle), wide * rng.uniform(0.6, 0.84), tall * height,
            self._ink(style.colours.numbers),
        )  # fmt: skip
        share = 0.9 - style.number_share
        self._sign(
            style.ten_thousand,
            dots.place(style.spread, 0.5, 0.98 - share / 2),
            wide * rng.uniform(0.64, 0.86),
            tall * share * rng.uniform(0.88, 1),
            style.colours.red_five if self._is_red and style.red_five == "all" else style.colours.ten_thousand,
        )

    def _circles(self) -> None:
        style = self._style
        inks = style.colours.first, style.colours.second, style.colours.third
        if self._number == 1:
            radius = 0.38 * style.spread[0] ** 0.5 * float(self._rng.uniform(0.85, 1.12))
            style.great_dot(self._canvas, (0.5, TALL / 2), radius, inks[0], inks[2])
            return
        scheme = dots.SCHEMES[style.dot_inks].get(self._number)
        radius = dots.DOT_RADIUS[self._number] * style.dot_size * style.spread[0]
        for k, (x, y, place) in enumerate(dots.DOT_PLACES[self._number]):
            colour = self._ink(inks[int(scheme[k]) if scheme else place])
            heart = self._ink(style.colours.third) if style.red_hearts else colour
            across = 1 - x if style.slant < 0 and self._number == 7 and k < 3 else x
            self._dot(dots.place(style.spread, across, y), radius, colour, heart)

    def _dot(self, centre: Point, radius: float, colour: Colour, heart: Colour) -> None:
        style = self._style
        if self._is_red and style.red_five == "hollow":
            self._canvas.ring(centre, radius * 0.84, radius * 0.2, colour)
            self._canvas.ring(centre, radius * 0.4, radius * 0.16, colour)
            return
        style.dot(self._canvas, centre, radius, colour, heart)
        if self._is_red and style.red_five == "core":
            self._canvas.disc(centre, radius * 0.42, None)

    def _stick(self, centre: Point, width: float, length: float, lean: float, colour: Colour) -> None:
        style = self._style
        style.stick(self._canvas, centre, width, length, lean, colour)
        if self._is_red and style.red_five in ("core", "hollow"):
            share = 0.5 if style.red_five == "core" else 0.9
            self._canvas.ellipse(centre, (width * 0.2, length * share / 2), lean, None)

    def _bamboo(self) -> None:
        style, colours = self._style, self._style.colours
        if self._number == 1:
            style.bird(self._canvas, self._rng, colours.bamboo, colours.bamboo_second, colours.red)
            return
        if self._number == 8:
            self._eight_sticks()
            return
        inks = colours.bamboo, colours.bamboo_second, colours.red
        scheme = sticks.SCHEMES[style.stick_inks].get(self._number)
        length = sticks.STICK_LENGTH[self._number] * TALL * style.spread[1]
        width = style.stick_width * (1 if self._number < 6 else 0.92)
        for k, (x, y, place) in enumerate(sticks.STICK_PLACES[self._number]):
            colour = self._ink(inks[int(scheme[k]) if scheme else place])
            self._stick(dots.place(style.spread, x, y), width, length, 0, colour)

    def _eight_sticks(self) -> None:
        style, colours = self._style, self._style.colours
        length = 0.37 * TALL * style.spread[1]
        angle, meet = style.eight
        for y, lean in ((0.27, meet), (0.73, -meet)):
            for x in (0.16, 0.84):
                centre = dots.place(style.spread, x, y)
                style.stick(self._canvas, centre, style.stick_width * 0.9, length, 0, colours.bamboo)
            for side in (-1, 1):
                centre = dots.place(style.spread, 0.5 + side * 0.16, y)
                style.stick(
                    self._canvas, centre, style.stick_width * 0.8, length * 0.95, -angle * side * lean,
                    colours.bamboo_second,
                )  # fmt: skip

    def _honour(self) -> None:
        style, colours, rng = self._style, self._style.colours, self._rng
        colour = {5: colours.white, 6: colours.green, 7: colours.red}.get(self._number, colours.winds)
        if style.corners:
            self._corner_curls(colour)
        wide, tall = style.spread
        width, height = wide * rng.uniform(0.64, 0.9), TALL * tall * rng.uniform(0.56, 0.84)
        if self._number == 5 and style.haku != "character":
            draw_haku(self._canvas, style, rng)
        elif self._number == 7 and style.red_dragon:
            self._red_dragon(width, height, colour)
        else:
            character = f"{style.east}南西北白{style.green}中"[self._number - 1]
            self._sign(character, (0.5, TALL / 2), width, height, colour)

    def _red_dragon(self, width: float, height: float, colour: Colour) -> None:
        style, canvas, middle = self._style, self._canvas, (0.5, TALL / 2)
        if style.red_dragon == 1:
            self._sign("中", (0.5, TALL * 0.46), width * 0.86, height * 0.6, colour)
            half = height * 0.56
            canvas.stroke([(0.5, middle[1] - half), (0.5, middle[1] + half)], (0.09, 0.05), colour)
        elif style.red_dragon == 2:
            self._sign("中", middle, width * 0.7, height * 0.7, colour)
            corners = [(0.14, 0.18), (0.86, 0.18), (0.86, TALL - 0.18), (0.14, TALL - 0.18)]
            canvas.line(corners, 0.03, colour, closed=True)
        else:
            self._sign("中", middle, width * 0.6, height * 0.6, colour)
            canvas.ring(middle, 0.43, 0.03, colour)

    def _corner_curls(self, colour: Colour) -> None:
        for x, y, start in ((0.09, 0.09, 180), (0.91, 0.09, 270), (0.91, TALL - 0.09, 0), (0.09, TALL - 0.09, 90)):
            self._canvas.line(around((x, y), 0.05, range(start - 60, start + 200, 20)), 0.018, colour)

    def _corner_index(self) -> None:
        style = self._style
        honour = self._name[1] == "z"
        sign = style.letters[self._number - 1] if honour else str(self._number)
        size = FINE * style.index_size
        ink = glyphs.glyph(style.latin, sign, size * 0.5 if sign == "1" else size * 0.68, size, 3)
        red = self._name[1] == "m" or self._is_red or (honour and self._number == 7)
        colour = style.colours.red if red else style.colours.first
        corner = 0.06 + style.index_size / 3, 0.06 + style.index_size / 2
        if style.index in ("left", "both"):
            self._canvas.stamp(ink, corner, colour)
        if style.index == "right":
            self._canvas.stamp(ink, (1 - corner[0], corner[1]), colour)
        if style.index == "both":
            self._canvas.stamp(ink[::-1, ::-1], (1 - corner[0], TALL - corner[1]), colour)

    def _red_mark(self) -> None:
        style, canvas = self._style, self._canvas
        colour = GOLD if style.red_five == "gold" else style.colours.red_five
        if style.mark == "dot":
            canvas.disc((0.5, 0.065), 0.045, colour)
        elif style.mark == "dots":
            for x in (0.06, 0.94):
                canvas.disc((x, TALL / 2), 0.045, colour)
        elif style.mark == "bar":
            canvas.line([(0.3, TALL - 0.06), (0.7, TALL - 0.06)], 0.035, colour)
        elif style.mark == "star":
            centre = 0.89, TALL - 0.12
            points, notches = around(centre, 0.09, range(-90, 270, 72)), around(centre, 0.038, range(-54, 306, 72))
            canvas.polygon([point for pair in zip(points, notches, strict=True) for point in pair], colour)
        else:
            for x in (0.08, 0.92):
                for y in (0.08, TALL - 0.08):
                    canvas.disc((x, y), 0.036, colour)
