"""Colours of a tile set: its inks, body and back."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vision.render.canvas import Colour

BLACK, NAVY, GREEN, BLUE, RED = (34, 32, 30), (84, 42, 26), (52, 96, 26), (166, 82, 30), (38, 30, 186)
BROWN, VIVID_GREEN, VIVID_BLUE = (30, 52, 84), (70, 140, 20), (200, 90, 20)
BODIES: tuple[Colour, ...] = ((232, 238, 238), (214, 228, 232), (202, 222, 230), (240, 240, 236))
"""Whites and ivories of tile bodies."""
TINTED_BODIES: tuple[Colour, ...] = (
    (168, 204, 222), (206, 206, 206), (226, 210, 190), (206, 224, 204), (214, 206, 236), (180, 218, 240),
)  # fmt: skip
"""Yellowed, grey, bluish, greenish, pink, butter."""
DARK_BODIES: tuple[Colour, ...] = ((40, 38, 36), (74, 46, 30), (46, 62, 30), (44, 30, 70))
"""Black, navy, bottle green, wine; their inks are light."""
BACKS: tuple[Colour, ...] = (
    (30, 140, 235), (40, 165, 232), (112, 112, 22), (150, 82, 22), (62, 60, 58), (60, 32, 160),
    (92, 132, 32), (200, 150, 60),
)  # fmt: skip
"""Ambers, yellows, teals, blues, black, wine, green."""
MORE_BACKS: tuple[Colour, ...] = (
    *BACKS, (60, 150, 70), (190, 120, 190), (180, 150, 230), (90, 120, 150), (120, 120, 120), (150, 200, 120),
    (40, 60, 110), (230, 190, 120), (20, 90, 220), (120, 40, 90),
)  # fmt: skip
"""Also grass, violet, pink, wood, grey, mint, brown, sky, vermilion, plum."""
SCHEMES = ("classic", "black", "two", "blue", "vivid", "pastel", "dark")


@dataclass(frozen=True, slots=True)
class Palette:
    """Blue-green-red colours."""

    numbers: Colour
    """Numbers above the ten-thousands."""
    ten_thousand: Colour
    winds: Colour
    first: Colour
    """First colour of dots."""
    second: Colour
    third: Colour
    """Third colour of dots, red in most sets."""
    bamboo: Colour
    bamboo_second: Colour
    green: Colour
    """Green dragon."""
    white: Colour
    """Frame of the white dragon."""
    red: Colour
    """Red dragon, red parts of bamboo and birds."""
    red_five: Colour
    body: Colour
    back: Colour

    @property
    def numbers_differ_from_red(self) -> bool:
        """Whether a red number can be told from a plain one."""
        return float(np.abs(np.subtract(self.numbers, self.red_five)).max()) > 70


def random_palette(rng: np.random.Generator) -> Palette:
    """Colours that go together."""
    scheme = str(rng.choice(SCHEMES, p=(0.46, 0.07, 0.1, 0.13, 0.12, 0.07, 0.05)))

    def shade(*choices: Colour) -> Colour:
        blue, green, red = np.clip(np.array(choices[int(rng.integers(len(choices)))]) + rng.normal(0, 16, 3), 0, 235)
        return float(blue), float(green), float(red)

    ink, red = shade(BLACK, BLACK, NAVY, BLUE), shade(RED)
    first, bamboo = shade(BLACK, NAVY, GREEN, BLUE), shade(GREEN, GREEN, GREEN, BLACK, NAVY)
    bodies = BODIES if rng.random() < 0.75 else TINTED_BODIES
    palette = Palette(
        numbers=ink,
        ten_thousand=red if rng.random() < 0.88 else shade(BLACK, NAVY),
        winds=ink if rng.random() < 0.75 else shade(BLACK, NAVY, BLUE),
        first=first,
        second=first if rng.random() < 0.35 else shade(GREEN, BLUE, NAVY),
        third=red,
        bamboo=bamboo,
        bamboo_second=bamboo if rng.random() < 0.7 else shade(BLUE, NAVY),
        green=ink if rng.random() < 0.3 else shade(GREEN),
        white=shade(BLUE, NAVY, BLACK, GREEN, RED),
        red=red,
        red_five=red,
        body=shade_near(rng, bodies[int(rng.integers(len(bodies)))], 8),
        back=shade_near(rng, MORE_BACKS[int(rng.integers(len(MORE_BACKS)))], 20),
    )
    if scheme == "black":
        one = shade(BLACK, BLACK, NAVY, BROWN, BLUE)
        return replace(palette, **_inks(one, one, one, one), red_five=red if rng.random() < 0.8 else one)
    if scheme == "two":
        one = shade(BLACK, NAVY, GREEN, BLUE)
        return replace(palette, **_inks(one, one, one, red))
    if scheme == "blue":
        blue, green = shade(BLUE, VIVID_BLUE, NAVY), shade(GREEN, VIVID_GREEN)
        numbers = red if rng.random() < 0.15 else blue
        return replace(palette, **{**_inks(blue, blue, green, red), "numbers": numbers})
    if scheme == "vivid":
        return replace(palette, **_inks(shade(BLACK, VIVID_BLUE), shade(VIVID_BLUE), shade(VIVID_GREEN), red))
    if scheme == "pastel":
        share = float(rng.uniform(0.25, 0.5))
        names = ("numbers", "ten_thousand", "winds", "first", "second", "third", "bamboo", "bamboo_second", "green",
                 "white", "red", "red_five")  # fmt: skip
        return replace(palette, **{name: _mixed(getattr(palette, name), palette.body, share) for name in names})
    if scheme == "dark":
        light = shade((225, 228, 230), (150, 215, 235), (170, 205, 215))
        inks = _inks(light, shade((230, 190, 120), light), shade((130, 210, 120), light), shade((90, 90, 235)))
        body = shade_near(rng, DARK_BODIES[int(rng.integers(len(DARK_BODIES)))], 6)
        return replace(palette, **inks, red_five=inks["red"], body=body)
    return palette


def _inks(dark: Colour, dots: Colour, green: Colour, red: Colour) -> dict[str, Colour]:
    return {
        "numbers": dark, "winds": dark, "first": dots, "second": green, "bamboo": green, "bamboo_second": green,
        "green": green, "white": dots, "ten_thousand": red, "third": red, "red": red,
    }  # fmt: skip


def _mixed(ink: Colour, body: Colour, share: float) -> Colour:
    blue, green, red = np.asarray(ink) * (1 - share) + np.asarray(body) * share
    return float(blue), float(green), float(red)


def shade_near(rng: np.random.Generator, colour: Colour, spread: float) -> Colour:
    """A colour near another: lighter or darker by a standard deviation `spread`, each channel by a third of it."""
    blue, green, red = np.clip(np.array(colour) + rng.normal(0, spread) + rng.normal(0, spread / 3, 3), 0, 250)
    return float(blue), float(green), float(red)
