"""Drawn tile sets: the choices that make one style, and the 37 faces drawn by them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from vision.classes import FACES
from vision.render import birds, dots, glyphs, sticks
from vision.render.canvas import FINE, RGBA, TALL, Canvas, Colour, Motif

T = TypeVar("T")

BLACK, NAVY, GREEN, BLUE, RED = (34, 32, 30), (84, 42, 26), (52, 96, 26), (166, 82, 30), (38, 30, 186)
BODIES: tuple[Colour, ...] = ((232, 238, 238), (214, 228, 232), (202, 222, 230), (240, 240, 236))
"""Whites and ivories of tile bodies."""
BACKS: tuple[Colour, ...] = (
    (30, 140, 235), (40, 165, 232), (112, 112, 22), (150, 82, 22), (62, 60, 58), (60, 32, 160),
    (92, 132, 32), (200, 150, 60),
)  # fmt: skip
"""Ambers, yellows, teals, blues, black, wine, green."""


@dataclass(frozen=True, slots=True)
class Style:
    """One drawn tile set. Sizes are shares of the face or tile widths; colours blue-green-red."""

    seed: int
    """Of what varies within the style (bird details, sizes of single characters)."""
    numbers: tuple[glyphs.Font, ...]
    honours: tuple[glyphs.Font, ...]
    bold: int
    dot: Motif
    great_dot: Motif
    stick: sticks.Stick
    bird: birds.Bird
    ink: Colour
    """Numbers above the ten-thousands, winds."""
    first: Colour
    """First colour of dots."""
    second: Colour
    """Second colour of dots."""
    bamboo: Colour
    bamboo_second: Colour
    dragon: Colour
    red: Colour
    red_hearts: bool
    """Dots carry a red heart instead of one in their own colour."""
    five: str
    ten_thousand: str
    frame: int
    """White dragon: 0 blank, 1 a frame, 2 a double frame, 3 a frame with cut corners, 4 the character."""
    index: str
    """Corner numerals: empty for none, `left` or `right`."""
    red_five_dots: bool
    """All of the red five's ink is red; otherwise a plain five with a red mark and frame-free red numeral."""
    mark: int
    """Extra sign on red fives: 0 none, 1 a dot above, 2 a dot on either side, 3 a bar."""
    spread: tuple[float, float]
    """How far the ink reaches over the face, across and down."""
    dot_size: float
    stick_width: float
    body: Colour
    back: Colour


def random_style(seed: int) -> Style:
    """An invented tile set. Never uses what is reserved for the style `table`."""
    rng = np.random.default_rng(seed)

    def shade(*choices: Colour) -> Colour:
        blue, green, red = np.clip(np.array(pick(rng, choices)) + rng.normal(0, 16, 3), 0, 235)
        return float(blue), float(green), float(red)

    ink = shade(BLACK, BLACK, NAVY, BLUE)
    first = shade(BLACK, NAVY, GREEN, BLUE)
    bamboo = shade(GREEN, GREEN, GREEN, BLACK, NAVY)
    order = tuple(glyphs.FONTS[place] for place in rng.permutation(len(glyphs.FONTS)))
    # Four sets in five are engraved after brush writing; printing types are the exception.
    brushed = tuple(sorted(order, key=lambda font: font not in glyphs.FONTS[:5] and rng.random() < 0.6))
    return Style(
        seed=seed,
        numbers=brushed,
        honours=brushed if rng.random() < 0.6 else (*order[3:], *order[:3]),
        bold=int(rng.integers(0, 9)),
        dot=pick(rng, dots.DOTS),
        great_dot=pick(rng, (*dots.GREAT_DOTS, *dots.GREAT_DOTS, *dots.DOTS[:2])),
        stick=pick(rng, sticks.STICKS),
        bird=pick(rng, birds.BIRDS),
        ink=ink,
        first=first,
        second=first if rng.random() < 0.35 else shade(GREEN, BLUE),
        bamboo=bamboo,
        bamboo_second=bamboo if rng.random() < 0.7 else shade(BLUE, NAVY),
        dragon=ink if rng.random() < 0.3 else shade(GREEN),
        red=shade(RED),
        red_hearts=bool(rng.random() < 0.35),
        five="伍" if rng.random() < 0.65 else "五",
        ten_thousand="萬" if rng.random() < 0.93 else "万",
        frame=int(pick(rng, (0, 0, 0, 0, 1, 1, 2, 2, 3, 4))),
        index=pick(rng, ("", "", "", "left", "right")),
        red_five_dots=bool(rng.random() < 0.85),
        mark=int(pick(rng, (0, 0, 0, 0, 0, 1, 2, 3))),
        spread=(float(rng.uniform(0.8, 1.0)), float(rng.uniform(0.82, 1.0))),
        dot_size=float(rng.uniform(0.9, 1.3)),
        stick_width=float(rng.uniform(0.13, 0.2)),
        body=shade_near(rng, pick(rng, BODIES), 8),
        back=shade_near(rng, pick(rng, BACKS), 20),
    )


TABLE = Style(
    seed=0,
    numbers=glyphs.RESERVED_FONTS[::-1],
    honours=glyphs.RESERVED_FONTS,
    bold=7,
    dot=dots.coin,
    great_dot=dots.great_coin,
    stick=sticks.leafed,
    bird=birds.swallow,
    ink=(44, 36, 34),
    first=(96, 44, 24),
    second=(58, 104, 28),
    bamboo=(52, 98, 30),
    bamboo_second=(52, 98, 30),
    dragon=(50, 100, 26),
    red=(36, 30, 190),
    red_hearts=False,
    five="伍",
    ten_thousand="萬",
    frame=0,
    index="",
    red_five_dots=True,
    mark=0,
    spread=(0.9, 0.92),
    dot_size=1.0,
    stick_width=0.17,
    body=(226, 236, 238),
    back=(34, 146, 236),
)
"""The art of simulated tables: its fonts, dots, sticks and bird are used nowhere else."""


def pick(rng: np.random.Generator, choices: Sequence[T]) -> T:
    """One of the choices, all equally likely."""
    return choices[int(rng.integers(len(choices)))]


def shade_near(rng: np.random.Generator, colour: Colour, spread: float) -> Colour:
    """A colour near another: lighter or darker by a standard deviation `spread`, each channel by a third of it."""
    blue, green, red = np.clip(np.array(colour) + rng.normal(0, spread) + rng.normal(0, spread / 3, 3), 0, 250)
    return float(blue), float(green), float(red)


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
        suits = {"m": self._characters, "p": self._circles, "s": self._bamboo, "z": self._honour}
        suits[self._name[1]]()
        if self._style.index:
            self._corner_index()
        if self._is_red and self._style.mark:
            self._red_mark()
        return self._canvas.face()

    def _colour(self, colour: Colour) -> Colour:
        """The colour, or red on a red five of that manner."""
        return self._style.red if self._is_red and self._style.red_five_dots else colour

    def _characters(self) -> None:
        style, rng = self._style, self._rng
        wide, tall = style.spread
        top = {1: 0.09, 2: 0.22, 3: 0.31}.get(self._number, float(rng.uniform(0.3, 0.4)))
        number = style.five if self._number == 5 else "一二三四五六七八九"[self._number - 1]
        upper = glyphs.glyph(
            style.numbers, number, FINE * wide * rng.uniform(0.56, 0.82), FINE * TALL * tall * top, style.bold
        )
        lower = glyphs.glyph(
            style.numbers,
            style.ten_thousand,
            FINE * wide * rng.uniform(0.6, 0.84),
            FINE * TALL * tall * rng.uniform(0.4, 0.5),
            style.bold,
        )
        self._canvas.stamp(upper, dots.place(style.spread, 0.5, 0.26), style.red if self._is_red else style.ink)
        self._canvas.stamp(lower, dots.place(style.spread, 0.5, 0.73), style.red)

    def _circles(self) -> None:
        style = self._style
        colours = (style.first, style.second, style.red)
        if self._number == 1:
            radius = 0.36 * style.spread[0] * float(self._rng.uniform(0.85, 1.12))
            style.great_dot(self._canvas, (0.5, TALL / 2), radius, style.first, style.red)
            return
        for x, y, place in dots.DOT_PLACES[self._number]:
            colour = self._colour(colours[place])
            heart = style.red if style.red_hearts else colour
            radius = dots.DOT_RADIUS[self._number] * style.dot_size * style.spread[0]
            style.dot(self._canvas, dots.place(style.spread, x, y), radius, colour, heart)

    def _bamboo(self) -> None:
        style = self._style
        if self._number == 1:
            style.bird(self._canvas, self._rng, style.bamboo, style.bamboo_second, style.red)
        elif self._number == 8:
            self._eight_sticks()
        else:
            colours = (style.bamboo, style.bamboo_second, style.red)
            length = sticks.STICK_LENGTH[self._number] * TALL * style.spread[1]
            width = style.stick_width * (1 if self._number < 6 else 0.92)
            for x, y, place in sticks.STICK_PLACES[self._number]:
                centre = dots.place(style.spread, x, y)
                style.stick(self._canvas, centre, width, length, 0, self._colour(colours[place]))

    def _eight_sticks(self) -> None:
        style = self._style
        length = 0.37 * TALL * style.spread[1]
        for y, lean in ((0.27, 1), (0.73, -1)):
            for x in (0.16, 0.84):
                centre = dots.place(style.spread, x, y)
                style.stick(self._canvas, centre, style.stick_width * 0.9, length, 0, style.bamboo)
            for side in (-1, 1):
                centre = dots.place(style.spread, 0.5 + side * 0.16, y)
                angle = -26.0 * side * lean
                style.stick(self._canvas, centre, style.stick_width * 0.8, length * 0.95, angle, style.bamboo_second)

    def _honour(self) -> None:
        style = self._style
        if self._number == 5 and style.frame < 4:
            self._white_dragon()
            return
        colour = {5: style.ink, 6: style.dragon, 7: style.red}.get(self._number, style.ink)
        wide, tall = style.spread
        width, height = FINE * wide * self._rng.uniform(0.64, 0.9), FINE * TALL * tall * self._rng.uniform(0.58, 0.88)
        character = "東南西北白發中"[self._number - 1]
        ink = glyphs.glyph(style.honours, character, width, height, style.bold)
        self._canvas.stamp(ink, (0.5, TALL / 2), colour)

    def _white_dragon(self) -> None:
        style = self._style
        inset, line = float(self._rng.uniform(0.12, 0.2)), float(self._rng.uniform(0.015, 0.05))
        if style.frame in (1, 2):
            self._box(inset, line)
        if style.frame == 2:
            self._box(inset + line + 0.03, 0.012)
        if style.frame == 3:
            cut = 0.1
            left, right, top, bottom = inset, 1 - inset, inset, TALL - inset
            corners = [
                (left + cut, top), (right - cut, top), (right, top + cut), (right, bottom - cut),
                (right - cut, bottom), (left + cut, bottom), (left, bottom - cut), (left, top + cut),
            ]  # fmt: skip
            self._canvas.line(corners, line, style.first, closed=True)

    def _box(self, inset: float, line: float) -> None:
        right, bottom = 1 - inset, TALL - inset
        self._canvas.line(
            [(inset, inset), (right, inset), (right, bottom), (inset, bottom)], line, self._style.first, True
        )

    def _corner_index(self) -> None:
        style = self._style
        sign = str(self._number) if self._name[1] != "z" else "ESWNBFC"[self._number - 1]
        ink = glyphs.glyph(style.honours, sign, FINE * 0.11, FINE * 0.16, 3)
        colour = style.red if self._is_red or self._name[1] == "m" else style.first
        self._canvas.stamp(ink, (0.1 if style.index == "left" else 0.9, 0.12), colour)

    def _red_mark(self) -> None:
        red, middle = self._style.red, TALL / 2
        if self._style.mark == 1:
            self._canvas.disc((0.5, 0.07), 0.04, red)
        elif self._style.mark == 2:
            for x in (0.06, 0.94):
                self._canvas.disc((x, middle), 0.045, red)
        else:
            self._canvas.line([(0.3, TALL - 0.06), (0.7, TALL - 0.06)], 0.035, red)
