"""Drawn tile sets: the choices that make one style. `vision.render.drawing` draws its faces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from vision.render import birds, dots, fonts, sticks
from vision.render.canvas import Motif
from vision.render.palette import Palette, random_palette
from vision.render.plumage import random_plumage
from vision.render.wear import Wear

T = TypeVar("T")

HAKU = ("blank", "frame", "double", "cut corners", "character", "ornate", "beads", "lozenge", "letter")
"""Manners of the white dragon."""
RED_FIVES = ("all", "core", "hollow", "marked", "gold")
"""Manners of red fives: all ink red; red with white cores; hollow in red; plain with a mark; red with golden marks."""
MARKS = ("none", "dot", "dots", "bar", "star", "corners")
"""Extra signs on red fives."""


@dataclass(frozen=True, slots=True)
class Style:
    """One drawn tile set. Sizes are shares of the face or tile widths."""

    seed: int
    """Of what varies within the style (bird details, sizes of single characters)."""
    numbers: fonts.AnyFont
    honours: fonts.AnyFont
    latin: fonts.AnyFont
    """Of corner numerals and letters."""
    bold: int
    lean: float
    dot: Motif
    great_dot: Motif
    stick: sticks.Stick
    bird: birds.Bird
    colours: Palette
    red_hearts: bool
    """Dots carry a red heart instead of one in their own colour."""
    dot_inks: int
    """Which of `dots.SCHEMES` colours the dots."""
    stick_inks: int
    """Which of `sticks.SCHEMES` colours the sticks."""
    slant: int
    """The three dots of 7p fall to the right (1) or to the left (-1)."""
    eight: tuple[float, int]
    """8s: lean of its inner sticks in degrees, and whether they meet above (1) or below (-1) in the upper half."""
    five: str
    ten_thousand: str
    east: str
    green: str
    number_share: float
    """Height of the numbers above the ten-thousand, 0.28 to 0.5."""
    red_dragon: int
    """0 the character, 1 with a long upright stroke, 2 in a box, 3 in a circle."""
    haku: str
    corners: bool
    """Honours carry a curl in each corner."""
    index: str
    """Corner numerals: empty for none, `left`, `right` or `both`."""
    index_size: float
    letters: str
    """Corner letters of the seven honours."""
    red_five: str
    mark: str
    spread: tuple[float, float]
    """How far the ink reaches over the face, across and down."""
    dot_size: float
    stick_width: float
    wear: Wear


def random_style(seed: int) -> Style:
    """An invented tile set. Never uses what is reserved for the style `table`."""
    rng = np.random.default_rng(seed)
    numbers = _hand(rng, "萬")
    honours = numbers if rng.random() < 0.6 and "東" not in numbers.lacks else _hand(rng, "東")
    colours = random_palette(rng)
    wan = [sign for sign in "萬" * 9 + "万" if sign not in numbers.lacks] or ["万"]
    east = [sign for sign in "東" * 9 + "东" if sign not in honours.lacks]
    green = [sign for sign in "發" * 8 + "発" + "发" if sign not in honours.lacks]
    red_five = str(rng.choice(RED_FIVES, p=(0.6, 0.12, 0.08, 0.12, 0.08)))
    # A five that differs by nothing else needs a mark.
    marked = red_five == "marked" or not colours.numbers_differ_from_red
    index = pick(rng, ("", "", "", "", "left", "left", "right", "both", "both"))
    # Signs in the corners leave less room.
    close = float(rng.uniform(0.66, 0.9 if index else 1.0)) if rng.random() < 0.5 else 0.88 if index else 0.96
    return Style(
        seed=seed,
        numbers=numbers,
        honours=honours,
        latin=pick(rng, fonts.TYPES),
        bold=int(rng.integers(0, 10)),
        lean=float(rng.normal(0, 0.05)) if rng.random() < 0.5 else 0.0,
        dot=pick(rng, dots.DOTS) if rng.random() < 0.4 else dots.random_roundel(rng, False),
        great_dot=pick(rng, dots.GREAT_DOTS) if rng.random() < 0.25 else dots.random_roundel(rng, True),
        stick=pick(rng, sticks.STICKS) if rng.random() < 0.35 else sticks.random_cane(rng),
        bird=pick(rng, birds.BIRDS) if rng.random() < 0.5 else random_plumage(rng),
        colours=colours,
        red_hearts=bool(rng.random() < 0.35),
        dot_inks=int(rng.integers(len(dots.SCHEMES))),
        stick_inks=int(rng.integers(len(sticks.SCHEMES))),
        slant=1 if rng.random() < 0.85 else -1,
        eight=(float(rng.uniform(20, 34)), 1 if rng.random() < 0.6 else -1),
        five="伍" if rng.random() < 0.6 else "五",
        ten_thousand=pick(rng, wan),
        east=pick(rng, east),
        green=pick(rng, green),
        number_share=float(rng.uniform(0.3, 0.46)),
        red_dragon=int(rng.choice(4, p=(0.5, 0.42, 0.04, 0.04))),
        haku=str(rng.choice(HAKU, p=(0.34, 0.12, 0.14, 0.08, 0.08, 0.12, 0.04, 0.04, 0.04))),
        corners=bool(rng.random() < 0.04),
        index=index,
        index_size=float(rng.uniform(0.12, 0.2)),
        letters=pick(rng, ("ESWNPFC", "ESWNPFC", "ESWNBFC", "ESWNWGR", "ESWNBGR")),
        red_five=red_five,
        mark=pick(rng, MARKS[1:]) if marked or red_five == "gold" or rng.random() < 0.25 else "none",
        spread=(close * float(rng.uniform(0.92, 1.0)), close * float(rng.uniform(0.92, 1.0))),
        dot_size=float(rng.uniform(0.9, 1.3)),
        stick_width=float(rng.uniform(0.11, 0.2)),
        wear=random_wear(rng),
    )


def _hand(rng: np.random.Generator, wanted: str) -> fonts.AnyFont:
    """A font; three sets in four are engraved after brush writing, and few write as in China today."""
    brushes = fonts.BRUSHES + fonts.BRUSHES[:2]
    while True:
        font = pick(rng, brushes if rng.random() < 0.75 else fonts.TYPES)
        if wanted not in font.lacks or rng.random() < 0.4:
            return font


def random_wear(rng: np.random.Generator) -> Wear:
    """Most sets are new, cut a little unevenly; one in five is old."""
    old = rng.random() < 0.2
    return Wear(
        wobble=float(rng.uniform(0, 1.0)),
        rough=float(rng.uniform(0, 0.25)) if rng.random() < 0.7 else float(rng.uniform(0.25, 0.5)),
        depth=float(rng.uniform(0, 0.4)),
        chipped=float(rng.uniform(0.02, 0.14)) if old or rng.random() < 0.1 else 0.0,
        faded=float(rng.uniform(0.1, 0.4)) if old or rng.random() < 0.1 else 0.0,
    )


TABLE = Style(
    seed=0,
    numbers=fonts.RESERVED_FONTS[1],
    honours=fonts.RESERVED_FONTS[0],
    latin=fonts.RESERVED_FONTS[0],
    bold=7,
    lean=0,
    dot=dots.coin,
    great_dot=dots.great_coin,
    stick=sticks.leafed,
    bird=birds.swallow,
    colours=Palette(
        numbers=(44, 36, 34),
        ten_thousand=(36, 30, 190),
        winds=(44, 36, 34),
        first=(96, 44, 24),
        second=(58, 104, 28),
        third=(36, 30, 190),
        bamboo=(52, 98, 30),
        bamboo_second=(52, 98, 30),
        green=(50, 100, 26),
        white=(96, 44, 24),
        red=(36, 30, 190),
        red_five=(36, 30, 190),
        body=(226, 236, 238),
        back=(34, 146, 236),
    ),
    red_hearts=False,
    dot_inks=0,
    stick_inks=0,
    slant=1,
    eight=(26, 1),
    five="伍",
    ten_thousand="萬",
    east="東",
    green="發",
    number_share=0.36,
    red_dragon=0,
    haku="blank",
    corners=False,
    index="",
    index_size=0.16,
    letters="ESWNPFC",
    red_five="all",
    mark="none",
    spread=(0.9, 0.92),
    dot_size=1.0,
    stick_width=0.17,
    wear=Wear(),
)
"""The art of simulated tables: its fonts, dots, sticks and bird are used nowhere else."""


def pick(rng: np.random.Generator, choices: Sequence[T]) -> T:
    """One of the choices, all equally likely."""
    return choices[int(rng.integers(len(choices)))]
