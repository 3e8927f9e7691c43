"""Lines, boxes and words of a wiring diagram, written as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape

INK, PALE, PAPER, PANEL = "#1f2933", "#8a96a3", "#fbfaf7", "#ffffff"
FONT = "'DejaVu Sans', 'Noto Sans', Arial, sans-serif"
Place = tuple[float, float]


@dataclass(slots=True)
class Sheet:
    """A drawing of `width` by `height`; things drawn later lie over earlier ones."""

    width: int
    height: int
    title: str
    parts: list[str] = field(default_factory=list)

    def svg(self) -> str:
        """The whole file."""
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" width="{self.width}" '
            f'height="{self.height}" font-family="{FONT}" role="img" aria-label="{escape(self.title)}">'
        )
        ground = f'<rect width="{self.width}" height="{self.height}" rx="14" fill="{PAPER}"/>'
        return "\n".join((head, ground, *self.parts, "</svg>")) + "\n"

    def text(
        self, at: Place, words: str, size: float = 13, colour: str = INK, anchor: str = "start", bold: bool = False
    ) -> None:
        """Words with the middle of their height at a place."""
        weight = ' font-weight="bold"' if bold else ""
        self.parts.append(
            f'<text x="{at[0]:g}" y="{at[1] + 0.36 * size:g}" font-size="{size:g}" fill="{colour}" '
            f'text-anchor="{anchor}"{weight}>{escape(words)}</text>'
        )

    def box(self, at: Place, size: Place, edge: str = INK, fill: str = PANEL, radius: float = 8) -> None:
        """A box by its upper left corner."""
        self.parts.append(
            f'<rect x="{at[0]:g}" y="{at[1]:g}" width="{size[0]:g}" height="{size[1]:g}" rx="{radius:g}" fill="{fill}" '
            f'stroke="{edge}" stroke-width="1.6"/>'
        )

    def wire(self, points: Sequence[Place], colour: str, width: float = 2.4, rim: bool = True) -> None:
        """A wire, with a rim of paper so that one that crosses below it is seen to pass."""
        path = " ".join(f"{x:g},{y:g}" for x, y in points)
        for stroke, thick in ((PAPER, width + 4), (colour, width))[not rim :]:
            self.parts.append(
                f'<polyline points="{path}" fill="none" stroke="{stroke}" stroke-width="{thick:g}" '
                'stroke-linejoin="round" stroke-linecap="round"/>'
            )

    def dot(self, at: Place, colour: str, radius: float = 4) -> None:
        """A joint of wires, or a pad."""
        self.parts.append(f'<circle cx="{at[0]:g}" cy="{at[1]:g}" r="{radius:g}" fill="{colour}"/>')

    def resistor(self, at: Place, words: str, colour: str, upright: bool = False) -> None:
        """A resistor or fuse in the middle of a wire, its value beside it."""
        wide, high = (11.0, 30.0) if upright else (30.0, 11.0)
        self.box((at[0] - wide / 2, at[1] - high / 2), (wide, high), colour, PAPER, 2)
        if upright:
            self.text((at[0] + 11, at[1]), words, 11, colour)
        else:
            self.text((at[0], at[1] - 13), words, 11, colour, "middle")

    def ground(self, at: Place) -> None:
        """Earth: three bars across the right end of a wire."""
        for place, half in enumerate((9, 6, 3)):
            x = at[0] + 4 * place
            self._stroke((x, at[1] - half), (x, at[1] + half), INK)

    def capacitor(self, at: Place, words: str) -> None:
        """Two plates across an upright wire."""
        self.box((at[0] - 3, at[1] - 3), (6, 6), PAPER, PAPER, 0)
        for y in (-4, 4):
            self._stroke((at[0] - 13, at[1] + y), (at[0] + 13, at[1] + y), INK, 3)
        self.text((at[0] + 18, at[1]), words, 11)

    def button(self, at: Place, colour: str) -> None:
        """A push button to ground, its wire coming from the left."""
        x, y = at
        for away in (0, 26):
            self.dot((x + away, y), colour, 3)
        self._stroke((x - 1, y - 7), (x + 27, y - 7), colour, 2.4)
        self._stroke((x + 13, y - 7), (x + 13, y - 12), colour, 2.4)
        self._stroke((x + 26, y), (x + 42, y), INK)
        self.ground((x + 42, y))

    def led(self, at: Place, colour: str) -> None:
        """An LED to ground, its wire coming from the left."""
        x, y = at
        points = f"{x:g},{y - 7:g} {x:g},{y + 7:g} {x + 14:g},{y:g}"
        self.parts.append(f'<polygon points="{points}" fill="{colour}"/>')
        self._stroke((x + 15, y - 8), (x + 15, y + 8), colour, 2.4)
        for away in (4, 9):
            self._stroke((x + away, y - 9), (x + away + 5, y - 14), colour)
        self._stroke((x + 15, y), (x + 42, y), INK)
        self.ground((x + 42, y))

    def _stroke(self, start: Place, end: Place, colour: str, width: float = 1.8) -> None:
        self.parts.append(
            f'<line x1="{start[0]:g}" y1="{start[1]:g}" x2="{end[0]:g}" y2="{end[1]:g}" stroke="{colour}" '
            f'stroke-width="{width:g}" stroke-linecap="round"/>'
        )
