"""Rooms a table may stand in: an even day, one hard lamp, a dim evening; each seed has its own of each kind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from vision.render.look import Look

Draw = Callable[[float, float], float]


def under(look: Look, light: str) -> Look:
    """The same table in another light of `LIGHTS`. Raises `KeyError` for a light that is not there."""
    rng = np.random.default_rng((look.seed, 5))

    def between(low: float, high: float) -> float:
        return float(rng.uniform(low, high))

    return LIGHTS[light](look, between)


def _daylight(look: Look, between: Draw) -> Look:
    """A large window and a bright ceiling: even, a little cold, hardly a shadow."""
    return _lit(
        replace(
            look,
            slope=(between(-0.08, 0.08), between(-0.08, 0.08)),
            glare=between(0, 15),
            shadow=between(0.1, 0.25),
            gloom=between(0.0, 0.08),
            noise=between(1.0, 2.0),
        ),
        between(0.88, 1.02),
        between(-0.08, 0.02),
    )


def _lamp(look: Look, between: Draw) -> Look:
    """One bare lamp low over the table: its image in the tiles, hard shadows, a dark side."""
    bearing, off = between(0, 2 * np.pi), between(120, 420)
    return _lit(
        replace(
            look,
            slope=(between(-0.22, 0.22), between(-0.22, 0.22)),
            lamp=(off * float(np.cos(bearing)), off * float(np.sin(bearing)), between(950, 1300)),
            glare=between(70, 110),
            shadow=between(0.6, 0.75),
            gloom=between(0.15, 0.3),
            noise=between(2.0, 4.0),
        ),
        between(0.7, 0.9),
        between(0.0, 0.1),
    )


def _evening(look: Look, between: Draw) -> Look:
    """A dim warm room: the sensor turned up, so the picture is noisy and a little soft."""
    return _lit(
        replace(
            look,
            glare=between(10, 40),
            gloom=between(0.15, 0.3),
            noise=between(6.0, 9.0),
            blur=between(0.8, 1.1),
        ),
        between(0.38, 0.52),
        between(0.15, 0.25),
    )


def _lit(look: Look, brightness: float, warmth: float) -> Look:
    return replace(look, light=(brightness * (1 - warmth), brightness, brightness * (1 + warmth)))


LIGHTS: dict[str, Callable[[Look, Draw], Look]] = {"daylight": _daylight, "lamp": _lamp, "evening": _evening}
"""The lights by name."""
