"""Pages to print, drawn in millimetres and written as PDF: lines stay lines, exact as the printer is.

Places are millimetres from the page's left and upper edge, y downwards.
"""

from __future__ import annotations

from enum import Enum
from pathlib import Path

from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from vision.layout import Point
from vision.markers import CELLS, marker_cells

EDGE = 5.0
"""Printers leave so much of each edge white, millimetres."""
CHECK = 100.0
"""Length of the line that tells whether a page was printed at its true size, millimetres."""


class Paper(Enum):
    """A size of paper: width and height upright, millimetres."""

    A4 = "a4"
    A3 = "a3"
    LETTER = "letter"

    @property
    def size(self) -> tuple[float, float]:
        """Width and height, millimetres."""
        return {"a4": (210.0, 297.0), "a3": (297.0, 420.0), "letter": (215.9, 279.4)}[self.value]


class Sheet:
    """Draws pages one after the other; `save` writes them. What would not be printed is refused with `ValueError`.

    `width`, `height`: of the page in millimetres; `lying`: the longer side is the width.
    """

    def __init__(self, paper: Paper, title: str, lying: bool = False) -> None:
        self.width, self.height = sorted(paper.size, reverse=lying)
        self._paper = paper
        self._canvas = Canvas("", pagesize=(self.width * mm, self.height * mm), pageCompression=1, invariant=1)
        self._canvas.setTitle(title)
        self._canvas.setCreator("tablectl")

    def text(self, at: Point, words: str, size: float = 4.0, bold: bool = False, centred: bool = False) -> None:
        """One line of text from `at`, or with its middle there; `at` is on its base line, `size` in millimetres."""
        if not words.isascii():
            raise ValueError(f"{words!r}: the page's font has ASCII letters only")
        font = "Helvetica-Bold" if bold else "Helvetica"
        length = stringWidth(words, font, size)
        left = at[0] - length / 2 if centred else at[0]
        self._check((left, at[1] - 0.75 * size), (left + length, at[1] + 0.25 * size))
        self._canvas.setFont(font, size * mm)
        self._canvas.drawString(*self._points((left, at[1])), words)

    def line(self, start: Point, end: Point, width: float = 0.2, dashed: bool = False) -> None:
        """A black line so many millimetres wide."""
        self._check(start, end)
        self._canvas.setLineWidth(width * mm)
        self._canvas.setDash([2 * mm, 1.5 * mm] if dashed else [])
        self._canvas.line(*self._points(start), *self._points(end))

    def rectangle(self, at: Point, size: Point, filled: bool = False, width: float = 0.2, dashed: bool = False) -> None:
        """A black rectangle or the outline of one; `at`: its left upper corner, `size`: its width and height."""
        low = (at[0] + size[0], at[1] + size[1])
        self._check(at, low)
        self._canvas.setLineWidth(width * mm)
        self._canvas.setDash([2 * mm, 1.5 * mm] if dashed else [])
        self._canvas.rect(
            *self._points((at[0], low[1])), size[0] * mm, size[1] * mm, stroke=not filled, fill=int(filled)
        )

    def polygon(self, *points: Point) -> None:
        """A black area with these corners."""
        self._check(*points)
        path = self._canvas.beginPath()
        path.moveTo(*self._points(points[0]))
        for point in points[1:]:
            path.lineTo(*self._points(point))
        path.close()
        self._canvas.drawPath(path, stroke=0, fill=1)

    def marker(self, marker: int, at: Point, side: float) -> None:
        """A marker of the dictionary 4x4_50 with its left upper corner `at`. Leave a cell (a sixth) white around it."""
        cell = side / CELLS
        for row, blacks in enumerate(marker_cells(marker)):
            column = 0
            while column < CELLS:  # one rectangle for each run: no hairlines between cells
                run = column
                while run < CELLS and blacks[run]:
                    run += 1
                if run > column:
                    place = (at[0] + column * cell, at[1] + row * cell)
                    self.rectangle(place, ((run - column) * cell, cell), filled=True)
                column = run + 1

    def check_line(self, at: Point) -> None:
        """A line of `CHECK` millimetres from `at` to the right, and what it is for."""
        end = (at[0] + CHECK, at[1])
        self.line(at, end, 0.3)
        for x, _ in (at, end):
            self.line((x, at[1] - 2), (x, at[1] + 2), 0.3)
        words = f"This line is {CHECK:.0f} mm long. If a ruler says otherwise, print again at 100 % (actual size)."
        self.text((at[0], at[1] + 5), words, 3)

    def next_page(self, lying: bool = False) -> None:
        """End this page and begin another of the same paper."""
        self._canvas.showPage()
        self.width, self.height = sorted(self._paper.size, reverse=lying)
        self._canvas.setPageSize((self.width * mm, self.height * mm))

    def save(self, path: Path) -> None:
        """Write all pages. Raises `OSError`. Nothing can be drawn after it."""
        path.write_bytes(self._canvas.getpdfdata())

    def _points(self, point: Point) -> tuple[float, float]:
        """In PDF's own units from the left lower corner."""
        return point[0] * mm, (self.height - point[1]) * mm

    def _check(self, *points: Point) -> None:
        for x, y in points:
            if not (EDGE <= x <= self.width - EDGE and EDGE <= y <= self.height - EDGE):
                raise ValueError(
                    f"({x:.1f}, {y:.1f}) mm is outside what is printed of a page of {self.width:g} x {self.height:g} mm"
                )
