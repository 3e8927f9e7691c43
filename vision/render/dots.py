"""Dots and their places: the circles suit, and the great dot of 1p."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.render.canvas import TALL, Canvas, Colour, Motif, Point, around


def rings(canvas: Canvas, centre: Point, radius: float, colour: Colour, second: Colour) -> None:
    canvas.disc(centre, radius, colour)
    canvas.ring(centre, radius * 0.74, radius * 0.12, None)
    canvas.ring(centre, radius * 0.44, radius * 0.12, None)
    canvas.disc(centre, radius * 0.24, second)


def petals(canvas: Canvas, centre: Point, radius: float, colour: Colour, second: Colour) -> None:
    canvas.disc(centre, radius, colour)
    canvas.ring(centre, radius * 0.82, radius * 0.08, None)
    for point in around(centre, radius * 0.5, range(0, 360, 45)):
        canvas.disc(point, radius * 0.14, None)
    canvas.disc(centre, radius * 0.22, second)


def hollow(canvas: Canvas, centre: Point, radius: float, colour: Colour, second: Colour) -> None:
    canvas.disc(centre, radius, colour)
    canvas.disc(centre, radius * 0.7, None)
    canvas.disc(centre, radius * 0.42, second)


def cross(canvas: Canvas, centre: Point, radius: float, colour: Colour, second: Colour) -> None:
    canvas.disc(centre, radius, colour)
    canvas.ring(centre, radius * 0.78, radius * 0.1, None)
    for angle in (45, 135):
        ends = around(centre, radius * 0.55, (angle, angle + 180))
        canvas.line(ends, radius * 0.16, None)


def target(canvas: Canvas, centre: Point, radius: float, colour: Colour, second: Colour) -> None:
    canvas.disc(centre, radius, colour)
    canvas.ring(centre, radius * 0.66, radius * 0.2, None)
    canvas.disc(centre, radius * 0.3, None)
    canvas.disc(centre, radius * 0.18, second)


def wheel(canvas: Canvas, centre: Point, radius: float, colour: Colour, second: Colour) -> None:
    canvas.ring(centre, radius * 0.9, radius * 0.2, colour)
    for angle in range(0, 180, 45):
        canvas.line(around(centre, radius * 0.8, (angle, angle + 180)), radius * 0.1, colour)
    canvas.disc(centre, radius * 0.34, second)


def cog(canvas: Canvas, centre: Point, radius: float, colour: Colour, second: Colour) -> None:
    for point in around(centre, radius * 0.84, range(0, 360, 30)):
        canvas.disc(point, radius * 0.17, colour)
    canvas.disc(centre, radius * 0.72, colour)
    canvas.disc(centre, radius * 0.5, None)
    canvas.disc(centre, radius * 0.34, second)


def solid(canvas: Canvas, centre: Point, radius: float, colour: Colour, second: Colour) -> None:
    canvas.disc(centre, radius, colour)
    canvas.ring(centre, radius * 0.7, radius * 0.09, None)


def coin(canvas: Canvas, centre: Point, radius: float, colour: Colour, second: Colour) -> None:
    """Reserved for the style `table`: a coin with a square hole in a beaded rim."""
    canvas.disc(centre, radius, colour)
    for point in around(centre, radius * 0.8, range(0, 360, 36)):
        canvas.disc(point, radius * 0.07, None)
    corners = around(centre, radius * 0.5, (45, 135, 225, 315))
    canvas.polygon(corners, None)
    canvas.line(corners, radius * 0.1, second, closed=True)


DOTS: tuple[Motif, ...] = (rings, petals, hollow, cross, target, wheel, cog, solid)


def great_sun(canvas: Canvas, centre: Point, radius: float, colour: Colour, second: Colour) -> None:
    """Leaves around a red heart."""
    for angle in range(0, 360, 24):
        point = around(centre, radius * 0.8, (angle,))[0]
        canvas.ellipse(point, (radius * 0.2, radius * 0.11), angle, colour)
        canvas.ellipse(point, (radius * 0.11, radius * 0.05), angle, None)
    canvas.ring(centre, radius * 0.56, radius * 0.08, colour)
    canvas.disc(centre, radius * 0.4, second)
    canvas.line(around(centre, radius * 0.2, (0, 180)), radius * 0.08, None)
    canvas.line(around(centre, radius * 0.2, (90, 270)), radius * 0.08, None)


def great_rings(canvas: Canvas, centre: Point, radius: float, colour: Colour, second: Colour) -> None:
    """Rings with a pearl chain."""
    canvas.ring(centre, radius * 0.94, radius * 0.1, colour)
    canvas.ring(centre, radius * 0.5, radius * 0.08, colour)
    for point in around(centre, radius * 0.71, range(0, 360, 30)):
        canvas.disc(point, radius * 0.13, colour)
        canvas.disc(point, radius * 0.05, None)
    canvas.disc(centre, radius * 0.34, second)
    canvas.ring(centre, radius * 0.2, radius * 0.06, None)


def great_flower(canvas: Canvas, centre: Point, radius: float, colour: Colour, second: Colour) -> None:
    """A dark disc with a flower cut out."""
    canvas.disc(centre, radius, colour)
    canvas.ring(centre, radius * 0.88, radius * 0.06, None)
    for angle in range(0, 360, 45):
        point = around(centre, radius * 0.55, (angle,))[0]
        canvas.ellipse(point, (radius * 0.24, radius * 0.14), angle, None)
    canvas.disc(centre, radius * 0.3, None)
    for point in around(centre, radius * 0.14, range(0, 360, 90)):
        canvas.disc(point, radius * 0.1, second)


def great_spiral(canvas: Canvas, centre: Point, radius: float, colour: Colour, second: Colour) -> None:
    """Concentric bands, the inner ones red."""
    for share, ink in ((1.0, colour), (0.86, None), (0.76, colour), (0.6, None), (0.5, second), (0.36, None)):
        canvas.disc(centre, radius * share, ink)
    canvas.disc(centre, radius * 0.22, second)
    for angle in range(0, 360, 20):
        canvas.line(around(centre, radius * 0.81, (angle, angle + 6)), radius * 0.08, colour)


def great_coin(canvas: Canvas, centre: Point, radius: float, colour: Colour, second: Colour) -> None:
    """Reserved for the style `table`: a coin in a wreath."""
    for angle in range(0, 360, 18):
        point = around(centre, radius * 0.86, (angle,))[0]
        canvas.ellipse(point, (radius * 0.15, radius * 0.06), angle + 45, colour)
    canvas.disc(centre, radius * 0.68, colour)
    canvas.ring(centre, radius * 0.56, radius * 0.05, None)
    canvas.polygon(around(centre, radius * 0.36, (45, 135, 225, 315)), None)
    canvas.polygon(around(centre, radius * 0.26, (0, 90, 180, 270)), second)


GREAT_DOTS: tuple[Motif, ...] = (great_sun, great_rings, great_flower, great_spiral)

RIMS = ("plain", "double", "leaves", "pearls", "scallops", "rays", "arcs", "spokes")
HEARTS = ("disc", "ring", "cross", "flower", "pinwheel", "sign", "square", "star")


@dataclass(frozen=True, slots=True)
class Roundel:
    """A dot put together: rims from outside inwards, then a heart. Used for small dots and great ones."""

    rims: tuple[str, ...]
    heart: str
    count: int
    """Leaves, pearls, rays of the outermost rim."""
    dark: bool
    """Rims are cut out of a full disc."""

    def __call__(self, canvas: Canvas, centre: Point, radius: float, colour: Colour, second: Colour) -> None:
        # The heart takes a share like a rim's and a half.
        band = radius / (len(self.rims) + 1.4)
        if self.dark:
            canvas.disc(centre, radius, colour)
        for place, rim in enumerate(self.rims):
            middle = radius - band * (place + 0.5)
            _rim(rim, canvas, centre, (middle, band), max(6, self.count - 4 * place), None if self.dark else colour)
        self._heart(canvas, centre, band * 1.25, second)

    def _heart(self, canvas: Canvas, centre: Point, radius: float, ink: Colour) -> None:
        if self.heart in ("disc", "cross", "sign", "flower"):
            canvas.disc(centre, radius, ink)
        if self.heart == "ring":
            canvas.disc(centre, radius, None)
            canvas.ring(centre, radius * 0.75, radius * 0.4, ink)
        elif self.heart in ("cross", "sign"):
            for angle in (0, 90):
                canvas.line(around(centre, radius * 0.6, (angle, angle + 180)), radius * 0.22, None)
            if self.heart == "sign":
                canvas.ring(centre, radius * 0.72, radius * 0.16, None)
        elif self.heart == "flower":
            for point in around(centre, radius * 0.55, range(0, 360, 72)):
                canvas.disc(point, radius * 0.22, None)
        elif self.heart == "pinwheel":
            canvas.disc(centre, radius, None)
            for angle in range(0, 360, 90):
                canvas.polygon([centre, *around(centre, radius, (angle, angle + 25, angle + 50))], ink)
        elif self.heart == "square":
            canvas.polygon(around(centre, radius * 1.05, range(45, 405, 90)), ink)
            canvas.disc(centre, radius * 0.3, None)
        elif self.heart == "star":
            canvas.disc(centre, radius, None)
            shares = np.tile([1.0, 0.45], 5)
            angles = range(0, 360, 36)
            outline = [around(centre, radius * s, (a,))[0] for s, a in zip(shares, angles, strict=True)]
            canvas.polygon(outline, ink)


def _rim(rim: str, canvas: Canvas, centre: Point, band: tuple[float, float], count: int, ink: Colour | None) -> None:
    """One rim in a band given by the radius of its middle and its breadth."""
    middle, breadth = band
    angles = np.arange(count) * 360 / count
    if rim == "plain":
        canvas.ring(centre, middle, breadth * 0.55, ink)
    elif rim == "double":
        for shift in (-0.28, 0.28):
            canvas.ring(centre, middle + breadth * shift, breadth * 0.24, ink)
    elif rim == "leaves":
        for angle, point in zip(angles, around(centre, middle, angles), strict=True):
            axes = breadth * 0.52, min(breadth * 0.4, 2.6 * middle / count)
            canvas.ellipse(point, axes, float(angle), ink, line=breadth * 0.2)
    elif rim == "pearls":
        for point in around(centre, middle, angles):
            canvas.disc(point, min(breadth * 0.38, 2.4 * middle / count), ink)
    elif rim == "scallops":
        canvas.ring(centre, middle - breadth * 0.3, breadth * 0.22, ink)
        for point in around(centre, middle, angles):
            canvas.ring(point, breadth * 0.36, breadth * 0.18, ink)
    elif rim == "rays":
        for angle in angles:
            ends = *around(centre, middle - breadth * 0.4, (angle,)), *around(centre, middle + breadth * 0.4, (angle,))
            canvas.line(ends, breadth * 0.28, ink)
    elif rim == "arcs":
        for angle in angles[::2]:
            canvas.line(around(centre, middle, np.linspace(angle, angle + 440 / count, 6)), breadth * 0.4, ink)
    else:
        canvas.ring(centre, middle + breadth * 0.36, breadth * 0.22, ink)
        for angle in angles:
            ends = *around(centre, middle - breadth * 0.5, (angle,)), *around(centre, middle + breadth * 0.3, (angle,))
            canvas.line(ends, breadth * 0.2, ink)


def random_roundel(rng: np.random.Generator, great: bool) -> Roundel:
    """A dot; great ones have more rims and finer parts."""
    rims = int(rng.integers(2, 5) if great else rng.integers(1, 3))
    return Roundel(
        tuple(RIMS[int(place)] for place in rng.integers(len(RIMS), size=rims)),
        HEARTS[int(rng.integers(len(HEARTS)))],
        int(rng.integers(14, 26) if great else rng.integers(8, 13)),
        bool(rng.random() < 0.35),
    )


PRIMARY, SECONDARY, RED = 0, 1, 2
DotPlace = tuple[float, float, int]
"""Across and down as shares of the face, and which of the three colours."""


def _grid(columns: tuple[float, ...], rows: tuple[float, ...], ink: int) -> tuple[DotPlace, ...]:
    return tuple((x, y, ink) for y in rows for x in columns)


_FOUR = ((0.28, 0.25, 0), (0.72, 0.25, 1), (0.28, 0.75, 1), (0.72, 0.75, 0))
_SLANT = ((0.2, 0.14, 0), (0.5, 0.245, 0), (0.8, 0.35, 0))
DOT_PLACES: dict[int, tuple[DotPlace, ...]] = {
    2: ((0.5, 0.27, 0), (0.5, 0.73, 1)),
    3: ((0.24, 0.2, 0), (0.5, 0.5, 2), (0.76, 0.8, 1)),
    4: _FOUR,
    5: (*_FOUR, (0.5, 0.5, 2)),
    6: (*_grid((0.3, 0.7), (0.18,), 0), *_grid((0.3, 0.7), (0.57, 0.83), 2)),
    7: (*_SLANT, *_grid((0.32, 0.68), (0.61, 0.85), 2)),
    8: _grid((0.31, 0.69), (0.13, 0.375, 0.625, 0.87), 0),
    9: (
        *_grid((0.19, 0.5, 0.81), (0.17,), 0),
        *_grid((0.19, 0.5, 0.81), (0.5,), 2),
        *_grid((0.19, 0.5, 0.81), (0.83,), 1),
    ),
}
SCHEMES: tuple[dict[int, str], ...] = (
    {},
    {},
    {number: "0" * number for number in DOT_PLACES},
    {3: "000", 4: "0000", 5: "00002", 6: "002222", 7: "0002222", 9: "000222000"},
    {3: "201", 6: "112222", 7: "1112222", 8: "1" * 8, 9: "111222000"},
    {2: "10", 5: "01102", 6: "001111", 7: "1110000", 9: "222000111"},
    {2: "20", 3: "020", 5: "11112", 6: "220000", 7: "2220000", 8: "00001111", 9: "000222111"},
)
"""Colours of the dots of each number in the order of `DOT_PLACES`, where they are not those given there."""
DOT_RADIUS = {2: 0.2, 3: 0.165, 4: 0.19, 5: 0.165, 6: 0.15, 7: 0.14, 8: 0.145, 9: 0.145}
"""Tile widths."""


def place(spread: tuple[float, float], x: float, y: float) -> Point:
    """Shares of a face to canvas units, drawn together towards the middle by `spread`."""
    return 0.5 + (x - 0.5) * spread[0], (0.5 + (y - 0.5) * spread[1]) * TALL
