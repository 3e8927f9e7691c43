"""Birds for 1s, each drawn from simple strokes; sizes vary with the random numbers handed in."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from vision.render.canvas import Canvas, Colour, Point, around, bezier

Bird = Callable[[Canvas, "np.random.Generator", Colour, Colour, Colour], None]
"""Draws one bird: canvas, random numbers, first colour, second colour, red."""


def _eye(canvas: Canvas, centre: Point, size: float, colour: Colour) -> None:
    canvas.disc(centre, size, None)
    canvas.disc(centre, size * 0.45, colour)


def _legs(canvas: Canvas, start: Point, foot: float, colour: Colour) -> None:
    for shift in (-0.05, 0.05):
        x = start[0] + shift
        canvas.line([(x, start[1]), (x + 0.01, foot)], 0.018, colour)
        for toe in (-0.05, 0, 0.05):
            canvas.line([(x + 0.01, foot), (x + 0.01 + toe, foot + 0.035)], 0.014, colour)


def peacock(canvas: Canvas, rng: np.random.Generator, first: Colour, second: Colour, red: Colour) -> None:
    """Standing in profile, long tail with eyes hanging down behind."""
    side = 1 if rng.random() < 0.5 else -1
    body = 0.5 + side * 0.08, rng.uniform(0.62, 0.72)
    head = 0.5 + side * rng.uniform(0.2, 0.28), rng.uniform(0.2, 0.3)
    for k in range(int(rng.integers(4, 8))):
        end = 0.5 - side * (0.36 - 0.085 * k), 1.02 + 0.045 * k
        canvas.stroke([body, (body[0] - side * 0.24, body[1] + 0.02 * k), end], (0.035, 0.02), (first, second)[k % 2])
        canvas.disc(end, 0.055, (second, first)[k % 2])
        canvas.disc(end, 0.025, red)
    canvas.ellipse(body, (0.2, 0.12), -35 * side, first)
    for k in range(4):
        wing = [(body[0] + side * 0.05, body[1] - 0.06 + 0.04 * k), (body[0] - side * 0.2, body[1] - 0.04 + 0.06 * k)]
        canvas.line(wing, 0.016, None)
    canvas.stroke([(body[0] + side * 0.08, body[1]), (head[0] + side * 0.06, 0.45), head], (0.15, 0.07), second)
    canvas.disc(head, 0.065, second)
    _eye(canvas, (head[0] + side * 0.015, head[1] - 0.01), 0.022, first)
    canvas.polygon(
        [
            (head[0] + side * 0.05, head[1] - 0.02),
            (head[0] + side * 0.15, head[1] + 0.02),
            (head[0] + side * 0.05, head[1] + 0.03),
        ],
        red,
    )
    for angle in (-110, -90, -70):
        tip = around(head, 0.15, (angle - 15 * side,))[0]
        canvas.line([head, tip], 0.012, red)
        canvas.disc(tip, 0.018, red)
    _legs(canvas, (body[0], body[1] + 0.1), rng.uniform(0.98, 1.08), red)


def fan(canvas: Canvas, rng: np.random.Generator, first: Colour, second: Colour, red: Colour) -> None:
    """Seen from the front before its spread tail."""
    centre = 0.5, rng.uniform(0.62, 0.72)
    reach, count = rng.uniform(0.4, 0.46), int(rng.integers(9, 15))
    for rank, share in enumerate((1.0, 0.7)):
        for angle in np.linspace(155, 385, count - 2 * rank):
            tip = around(centre, reach * share, (float(angle),))[0]
            canvas.line([centre, tip], 0.022, first)
            canvas.ellipse(tip, (0.07, 0.045), float(angle), (first, second)[rank])
            canvas.ellipse(tip, (0.03, 0.02), float(angle), red if rng.random() < 0.6 else None)
    canvas.ellipse((0.5, centre[1] + 0.13), (0.12, 0.2), 0, second)
    for row in range(3):
        canvas.line(
            [
                (0.43, centre[1] + 0.1 + 0.08 * row),
                (0.5, centre[1] + 0.14 + 0.08 * row),
                (0.57, centre[1] + 0.1 + 0.08 * row),
            ],
            0.014,
            None,
        )
    canvas.stroke(
        [(0.5, centre[1] + 0.05), (0.5 + rng.uniform(-0.1, 0.1), centre[1] - 0.05), (0.5, centre[1] - 0.16)],
        (0.11, 0.06),
        second,
    )
    head = 0.5, centre[1] - 0.17
    canvas.disc(head, 0.06, second)
    for angle in (-120, -90, -60):
        canvas.line([head, around(head, 0.14, (angle,))[0]], 0.014, red)
    canvas.polygon([(0.47, head[1]), (0.53, head[1]), (0.5, head[1] + 0.07)], red)
    _legs(canvas, (0.5, centre[1] + 0.3), 1.16, red)


def sparrow(canvas: Canvas, rng: np.random.Generator, first: Colour, second: Colour, red: Colour) -> None:
    """A round bird on a twig."""
    side = 1 if rng.random() < 0.5 else -1
    body = 0.5, rng.uniform(0.64, 0.74)
    wide = rng.uniform(0.22, 0.3)
    for spread in (-0.06, 0.0, 0.06):
        canvas.stroke(
            [body, (0.5 - side * 0.3, body[1] + 0.15), (0.5 - side * 0.4, body[1] + 0.3 + spread * 2)],
            (0.08, 0.03),
            (first, second)[spread == 0],
        )
    canvas.ellipse(body, (wide, wide * 0.72), 30 * side, first)
    canvas.ellipse((body[0] - side * 0.06, body[1] + 0.02), (wide * 0.66, wide * 0.36), 40 * side, second)
    for k in range(3):
        canvas.ellipse(
            (body[0] - side * (0.02 + 0.05 * k), body[1] + 0.02 + 0.02 * k), (wide * 0.4, 0.012), 40 * side, None
        )
    head = body[0] + side * 0.2, body[1] - 0.22
    canvas.disc(head, rng.uniform(0.1, 0.14), first)
    _eye(canvas, (head[0] + side * 0.03, head[1] - 0.02), 0.03, first)
    canvas.polygon(
        [
            (head[0] + side * 0.1, head[1] - 0.04),
            (head[0] + side * 0.22, head[1]),
            (head[0] + side * 0.1, head[1] + 0.03),
        ],
        red,
    )
    canvas.disc((head[0], head[1] + 0.08), 0.03, red)
    foot = body[1] + wide * 0.75
    _legs(canvas, (0.5 + side * 0.05, foot - 0.05), foot + 0.12, red)
    canvas.stroke([(0.1, foot + 0.2), (0.5, foot + 0.13), (0.9, foot + 0.2)], (0.05, 0.03), second)
    for x in (0.2, 0.78):
        canvas.ellipse((x, foot + 0.12), (0.08, 0.03), 40 if x < 0.5 else -40, first)


def crane(canvas: Canvas, rng: np.random.Generator, first: Colour, second: Colour, red: Colour) -> None:
    """Rising with open wings."""
    side = 1 if rng.random() < 0.5 else -1
    body = 0.5, rng.uniform(0.66, 0.76)
    head = 0.5 + side * rng.uniform(0.22, 0.32), rng.uniform(0.28, 0.4)
    for wing in (-1, 1):
        root = body[0] + wing * 0.03, body[1]
        for k in range(int(rng.integers(5, 8))):
            angle = -90 + wing * (18 + 17 * k)
            tip = around(root, 0.46 - 0.025 * k, (angle,))[0]
            bend = around(root, 0.3, (angle - wing * 16,))[0]
            canvas.stroke([root, bend, tip], (0.05, 0.018), (first, second)[k % 2])
    canvas.ellipse(body, (0.2, 0.1), -50 * side, first)
    canvas.stroke([body, (body[0] + side * 0.02, 0.45), head], (0.1, 0.05), first)
    canvas.disc(head, 0.055, red)
    canvas.polygon(
        [(head[0], head[1] - 0.03), (head[0] + side * 0.2, head[1] + 0.01), (head[0], head[1] + 0.03)], second
    )
    _eye(canvas, head, 0.02, first)
    for shift in (-0.03, 0.05):
        canvas.stroke([body, (body[0] - side * 0.12, 1.0), (body[0] - side * (0.2 + shift), 1.2)], (0.03, 0.015), red)
    for k in range(3):
        canvas.stroke(
            [body, (body[0] - side * 0.1, 0.9), (body[0] - side * (0.3 - 0.09 * k), 1.04 + 0.04 * k)],
            (0.05, 0.02),
            second,
        )


def pheasant(canvas: Canvas, rng: np.random.Generator, first: Colour, second: Colour, red: Colour) -> None:
    """Stretched from corner to corner with tail plumes sweeping up, drawn in open brush strokes."""
    side = 1 if rng.random() < 0.5 else -1

    def at(x: float, y: float) -> Point:
        return 0.5 + side * (x - 0.5), y

    body = at(0.56, rng.uniform(0.78, 0.86))
    for k in range(int(rng.integers(4, 7))):
        tip = at(0.1 + 0.11 * k, 0.22 + 0.03 * abs(k - 2))
        canvas.stroke(
            [body, at(0.3 + 0.06 * k, 0.7), at(0.08 + 0.13 * k, 0.5), tip], (0.04, 0.025), (first, red, second)[k % 3]
        )
        canvas.ring(tip, 0.035, 0.022, (second, first)[k % 2])
    canvas.ellipse(body, (0.2, 0.1), 25 * side, first, line=0.03)
    for k in range(4):
        canvas.line([at(0.46 + 0.06 * k, body[1] - 0.06), at(0.5 + 0.06 * k, body[1] + 0.06)], 0.02, second)
    head = at(0.82, rng.uniform(0.6, 0.68))
    canvas.stroke([at(0.68, body[1]), at(0.78, body[1] - 0.04), head], (0.09, 0.07), second)
    canvas.disc(head, 0.07, red if rng.random() < 0.5 else second)
    _eye(canvas, head, 0.024, first)
    canvas.polygon([at(0.87, head[1] - 0.03), at(0.97, head[1] + 0.01), at(0.87, head[1] + 0.03)], first)
    canvas.line([at(0.8, head[1] - 0.05), at(0.76, head[1] - 0.15)], 0.02, red)
    canvas.line([at(0.84, head[1] - 0.05), at(0.84, head[1] - 0.16)], 0.02, red)
    _legs(canvas, (body[0], body[1] + 0.08), 1.1, red)
    canvas.stroke([at(0.2, 1.18), at(0.5, 1.12), at(0.85, 1.2)], (0.03, 0.03), first)


def rooster(canvas: Canvas, rng: np.random.Generator, first: Colour, second: Colour, red: Colour) -> None:
    """Breast forward, comb and sickle tail."""
    side = 1 if rng.random() < 0.5 else -1

    def at(x: float, y: float) -> Point:
        return 0.5 + side * (x - 0.5), y

    body = at(0.52, rng.uniform(0.72, 0.8))
    for k in range(int(rng.integers(4, 7))):
        end = at(0.08 + 0.03 * k, 0.95 - 0.1 * k)
        canvas.stroke([at(0.42, body[1]), at(0.16, 0.4 + 0.05 * k), end], (0.05, 0.025), (first, second)[k % 2])
    canvas.polygon(
        bezier([at(0.3, body[1] - 0.1), at(0.4, 1.1), at(0.75, 1.1), at(0.86, 0.7), at(0.72, 0.3), at(0.66, 0.4)]),
        first,
    )
    canvas.polygon(
        bezier([at(0.36, body[1] - 0.04), at(0.42, body[1] + 0.2), at(0.64, body[1] + 0.1), at(0.66, body[1] - 0.06)]),
        second,
    )
    for k in range(3):
        canvas.line([at(0.42 + 0.07 * k, body[1]), at(0.46 + 0.06 * k, body[1] + 0.09)], 0.016, None)
    head = at(0.7, rng.uniform(0.3, 0.38))
    canvas.disc(head, 0.08, first)
    canvas.stroke([head, at(0.74, 0.5), at(0.66, body[1] - 0.04)], (0.12, 0.16), first)
    for k in range(3):
        canvas.disc(at(0.63 + 0.06 * k, head[1] - 0.09), 0.04, red)
    canvas.ellipse(at(0.77, head[1] + 0.11), (0.03, 0.055), 0, red)
    canvas.polygon([at(0.77, head[1] - 0.03), at(0.89, head[1] + 0.01), at(0.77, head[1] + 0.04)], red)
    _eye(canvas, head, 0.028, first)
    _legs(canvas, (body[0], body[1] + 0.18), 1.14, red)


def swallow(canvas: Canvas, rng: np.random.Generator, first: Colour, second: Colour, red: Colour) -> None:
    """Reserved for the style `table`: diving, with a forked tail and a blossom twig."""
    body = 0.52, 0.7
    canvas.stroke([body, (0.4, 0.42), (0.12, 0.2)], (0.13, 0.02), first)
    canvas.stroke([body, (0.66, 0.46), (0.93, 0.34)], (0.13, 0.02), first)
    for sweep in (-0.08, 0.1):
        canvas.stroke([body, (0.62 + sweep, 0.95), (0.68 + 2.2 * sweep, 1.2)], (0.09, 0.015), first)
    canvas.ellipse(body, (0.13, 0.2), -20, first)
    canvas.ellipse((0.49, 0.72), (0.07, 0.13), -20, None)
    canvas.disc((0.42, 0.5), 0.085, first)
    canvas.disc((0.41, 0.56), 0.045, red)
    canvas.polygon([(0.35, 0.47), (0.24, 0.5), (0.36, 0.53)], second)
    _eye(canvas, (0.41, 0.48), 0.026, first)
    canvas.stroke([(0.08, 1.22), (0.22, 1.02), (0.36, 0.98)], (0.04, 0.02), second)
    for centre in ((0.16, 0.98), (0.32, 1.12)):
        for point in around(centre, 0.05, range(0, 360, 72)):
            canvas.disc(point, 0.034, red)
        canvas.disc(centre, 0.02, None)


BIRDS: tuple[Bird, ...] = (peacock, fan, sparrow, crane, pheasant, rooster)
