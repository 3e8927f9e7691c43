"""Bamboo sticks and their places: the bamboo suit from 2s on."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from vision.render.canvas import Canvas, Colour, Point

Stick = Callable[[Canvas, Point, float, float, float, Colour], None]
"""Draws one stick: canvas, centre, width, length, lean in degrees clockwise, colour."""


def _at(centre: Point, lean: float, across: float, along: float) -> Point:
    sine, cosine = math.sin(math.radians(lean)), math.cos(math.radians(lean))
    return centre[0] + across * cosine - along * sine, centre[1] + across * sine + along * cosine


def _bar(canvas: Canvas, centre: Point, width: float, length: float, lean: float, colour: Colour | None) -> None:
    corners = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    canvas.polygon([_at(centre, lean, x * width / 2, y * length / 2) for x, y in corners], colour)


def bone(canvas: Canvas, centre: Point, width: float, length: float, lean: float, colour: Colour) -> None:
    _bar(canvas, centre, width * 0.6, length * 0.92, lean, colour)
    for along in (-0.44, 0, 0.44):
        canvas.ellipse(_at(centre, lean, 0, along * length), (width / 2, length * 0.075), lean, colour)
    for along in (-0.23, 0.23):
        _bar(canvas, _at(centre, lean, 0, along * length), width * 0.18, length * 0.26, lean, None)


def capsules(canvas: Canvas, centre: Point, width: float, length: float, lean: float, colour: Colour) -> None:
    for along in (-0.25, 0.25):
        middle = _at(centre, lean, 0, along * length)
        canvas.ellipse(middle, (width * 0.46, length * 0.25), lean, colour)
        canvas.ellipse(middle, (width * 0.17, length * 0.13), lean, None)


def plain(canvas: Canvas, centre: Point, width: float, length: float, lean: float, colour: Colour) -> None:
    _bar(canvas, centre, width * 0.8, length, lean, colour)
    _bar(canvas, centre, width * 0.2, length * 0.74, lean, None)


def jointed(canvas: Canvas, centre: Point, width: float, length: float, lean: float, colour: Colour) -> None:
    for along in (-1, 0, 1):
        middle = _at(centre, lean, 0, along * length / 3)
        canvas.ellipse(middle, (width * 0.45, length / 6.2), lean, colour)
        canvas.disc(middle, width * 0.13, None)


def chain(canvas: Canvas, centre: Point, width: float, length: float, lean: float, colour: Colour) -> None:
    for along in (-0.26, 0.26):
        middle = _at(centre, lean, 0, along * length)
        canvas.ellipse(middle, (width * 0.4, length * 0.2), lean, colour, line=width * 0.22)
    _bar(canvas, centre, width * 0.9, length * 0.1, lean, colour)
    for along in (-0.48, 0.48):
        _bar(canvas, _at(centre, lean, 0, along * length), width * 0.8, length * 0.08, lean, colour)


def spindle(canvas: Canvas, centre: Point, width: float, length: float, lean: float, colour: Colour) -> None:
    """Wide ends, narrow waist."""
    outline = (
        (-1, -1),
        (1, -1),
        (0.45, -0.2),
        (0.8, 0),
        (0.45, 0.2),
        (1, 1),
        (-1, 1),
        (-0.45, 0.2),
        (-0.8, 0),
        (-0.45, -0.2),
    )
    canvas.polygon([_at(centre, lean, x * width * 0.48, y * length / 2) for x, y in outline], colour)
    for along in (-0.32, 0.32):
        canvas.ellipse(_at(centre, lean, 0, along * length), (width * 0.12, length * 0.11), lean, None)


def leafed(canvas: Canvas, centre: Point, width: float, length: float, lean: float, colour: Colour) -> None:
    """Reserved for the style `table`: a stalk with nodes and short leaves."""
    _bar(canvas, centre, width * 0.44, length, lean, colour)
    _bar(canvas, centre, width * 0.44, length * 0.05, lean, None)
    for along, side in ((-0.36, -1), (-0.16, 1), (0.16, -1), (0.36, 1)):
        middle = _at(centre, lean, side * width * 0.26, along * length)
        canvas.ellipse(middle, (width * 0.3, length * 0.06), lean - 35 * side, colour)


STICKS: tuple[Stick, ...] = (bone, capsules, plain, jointed, chain, spindle)

ENDS = ("round", "flat", "flared", "knobs")
KNOTS = ("gap", "bulge", "line", "ring", "waist")
MARKS = ("slot", "dots", "none", "hollow", "groove")


@dataclass(frozen=True, slots=True)
class Cane:
    """A stick put together: segments with their ends, knots between them, marks cut into them."""

    segments: int
    end: str
    knot: str
    mark: str
    breadth: float
    """Share of the width that a segment takes."""

    def __call__(self, canvas: Canvas, centre: Point, width: float, length: float, lean: float, colour: Colour) -> None:
        step, half = length / self.segments, width * self.breadth / 2
        for place in range(self.segments):
            along = (place - (self.segments - 1) / 2) * step
            self._segment(canvas, _at(centre, lean, 0, along), half, step * 0.94, lean, colour)
        for place in range(1, self.segments):
            self._knot(canvas, _at(centre, lean, 0, (place - self.segments / 2) * step), width, length, lean, colour)

    def _segment(self, canvas: Canvas, middle: Point, half: float, long: float, lean: float, colour: Colour) -> None:
        if self.end == "round":
            canvas.line([_at(middle, lean, 0, side * max(long / 2 - half, 0)) for side in (-1, 1)], 2 * half, colour)
        else:
            _bar(canvas, middle, 2 * half * (0.7 if self.end == "flared" else 1), long, lean, colour)
        if self.end == "flared":
            for side in (-1, 1):
                _bar(canvas, _at(middle, lean, 0, side * long * 0.45), 2.3 * half, long * 0.1, lean, colour)
        if self.end == "knobs":
            for side in (-1, 1):
                canvas.ellipse(_at(middle, lean, 0, side * long * 0.44), (half * 1.25, long * 0.09), lean, colour)
        if self.mark == "slot":
            _bar(canvas, middle, half * 0.5, long * 0.5, lean, None)
        elif self.mark == "groove":
            _bar(canvas, _at(middle, lean, half * 0.4, 0), half * 0.3, long * 0.7, lean, None)
        elif self.mark == "hollow":
            canvas.ellipse(middle, (half * 0.55, long * 0.33), lean, None)
        elif self.mark == "dots":
            for share in (-0.25, 0.25):
                canvas.disc(_at(middle, lean, 0, share * long), half * 0.34, None)

    def _knot(self, canvas: Canvas, middle: Point, width: float, length: float, lean: float, colour: Colour) -> None:
        if self.knot == "bulge":
            canvas.ellipse(middle, (width * 0.5, length * 0.05), lean, colour)
        elif self.knot == "line":
            _bar(canvas, middle, width, length * 0.03, lean, colour)
        elif self.knot == "ring":
            canvas.ellipse(middle, (width * 0.42, length * 0.055), lean, None)
            canvas.ellipse(middle, (width * 0.42, length * 0.055), lean, colour, line=width * 0.14)
        elif self.knot == "waist":
            for side in (-1, 1):
                canvas.disc(_at(middle, lean, side * width * self.breadth * 0.5, 0), width * 0.14, None)


def random_cane(rng: np.random.Generator) -> Cane:
    """A stick of one to three segments."""
    end, knot, mark = (names[int(rng.integers(len(names)))] for names in (ENDS, KNOTS, MARKS))
    return Cane(int(rng.choice((1, 2, 2, 2, 3))), end, knot, mark, float(rng.uniform(0.55, 0.95)))


StickPlace = tuple[float, float, int]
"""Across and down as shares of the face; ink 0 first colour, 1 second colour, 2 red."""


def _rows(rows: tuple[float, ...], red_column: bool = False) -> tuple[StickPlace, ...]:
    return tuple((x, y, 2 if red_column and x == 0.5 else 0) for x in (0.2, 0.5, 0.8) for y in rows)


_CORNERS: tuple[StickPlace, ...] = tuple((x, y, 0) for x in (0.25, 0.75) for y in (0.26, 0.74))
STICK_PLACES: dict[int, tuple[StickPlace, ...]] = {
    2: ((0.5, 0.27, 0), (0.5, 0.73, 1)),
    3: ((0.5, 0.26, 1), (0.27, 0.74, 0), (0.73, 0.74, 0)),
    4: _CORNERS,
    5: (*_CORNERS, (0.5, 0.5, 2)),
    6: _rows((0.26, 0.74)),
    7: ((0.5, 0.15, 2), *_rows((0.5, 0.83))),
    9: _rows((0.17, 0.5, 0.83), red_column=True),
}
STICK_LENGTH = {2: 0.38, 3: 0.38, 4: 0.38, 5: 0.36, 6: 0.4, 7: 0.28, 9: 0.28}
"""Shares of the face's height."""
SCHEMES: tuple[dict[int, str], ...] = (
    {},
    {},
    {2: "00", 3: "000", 5: "00000", 7: "0" * 7, 9: "0" * 9},
    {2: "00", 3: "000", 6: "010101", 7: "2010101", 9: "021021021"},
    {2: "01", 3: "200", 5: "01102", 7: "2111111", 9: "120120120"},
    {6: "001100", 7: "2001100", 9: "000222111"},
)
"""Colours of the sticks of each number in the order of `STICK_PLACES`, where they are not those given there."""
