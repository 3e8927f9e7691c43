"""The printed form on which a tile set is laid out to be learnt: one page with a cell for each face.

Places on the form are millimetres from the page's left and upper edge, y downwards, the page lying (its longer side
along x). Four markers at the cells' corners tell where the page lies in a picture, whatever size it was printed in,
and which paper it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from vision.classes import ROWS
from vision.layout import Point
from vision.markers import EMPTY_MARKER, FORM_MARKERS
from vision.paper import Paper, Sheet

ROW_NAMES = ("characters", "dots", "bamboos", "honours")
HONOURS = ("East", "South", "West", "North", "White", "Green", "Red")
COLUMNS = 10
EMPTY_SIDE = 10.0
"""Side of the marker on each cell, millimetres: a tile hides it."""
GAP = 8.0
"""Millimetres between cells and markers: a tile that the camera sees at a slant hides what lies behind it."""
SLACK = 2.0
"""A cell is longer and wider than the largest tile it takes by so much."""


@dataclass(frozen=True, slots=True)
class Form:
    """A form on one kind of paper. `cell`: width and height of a cell; `marker`: side of a marker, millimetres."""

    paper: Paper
    cell: tuple[float, float]
    marker: float

    @classmethod
    def on(cls, paper: Paper) -> Form:
        """The form on a kind of paper: A4 and Letter take tiles up to 23 x 32 mm, A3 up to 31 x 42 mm."""
        return cls(paper, (33.0, 44.0), 36.0) if paper is Paper.A3 else cls(paper, (25.0, 34.0), 22.0)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the page, lying."""
        height, width = self.paper.size
        return width, height

    @property
    def largest(self) -> tuple[float, float]:
        """Width and length of the largest tile that fits into a cell."""
        return self.cell[0] - SLACK, self.cell[1] - SLACK

    def centre(self, face: str) -> Point:
        """Middle of a face's cell."""
        row = next(number for number, faces in enumerate(ROWS) if face in faces)
        left, top = self._origin
        return left + (ROWS[row].index(face) + 0.5) * self.cell[0], top + (row + 0.5) * self.cell[1]

    def face_at(self, point: Point) -> str | None:
        """The face in whose cell a point lies; None beside the cells."""
        column, row = ((point[axis] - self._origin[axis]) // self.cell[axis] for axis in range(2))
        inside = 0 <= row < len(ROWS) and 0 <= column < len(ROWS[int(row)])
        return ROWS[int(row)][int(column)] if inside else None

    @property
    def markers(self) -> dict[int, tuple[Point, Point, Point, Point]]:
        """Corners of each marker by number, clockwise from its own top left."""
        left, top = self._origin
        right, bottom = left + COLUMNS * self.cell[0], top + len(ROWS) * self.cell[1]
        side = self.marker
        places = ((left, top - GAP - side), (right - side, top - GAP - side), (right - side, bottom + GAP))
        first = FORM_MARKERS[4 * list(Paper).index(self.paper)]
        return {
            first + number: ((x, y), (x + side, y), (x + side, y + side), (x, y + side))
            for number, (x, y) in enumerate((*places, (left, bottom + GAP)))
        }

    @property
    def _origin(self) -> Point:
        """The left upper corner of the cells, which lie in the middle of the page."""
        width, height = self.size
        return (width - COLUMNS * self.cell[0]) / 2, (height - len(ROWS) * self.cell[1]) / 2

    def draw(self) -> Sheet:
        """The page to be printed."""
        sheet = Sheet(self.paper, "tablectl: form for a tile set", lying=True)
        for marker, corners in self.markers.items():
            sheet.marker(marker, corners[0], self.marker)
        (left, top), (width, height) = self._origin, self.cell
        for row, faces in enumerate(ROWS):
            for column, face in enumerate(faces):
                at = (left + column * width, top + row * height)
                sheet.rectangle(at, self.cell)
                middle = at[0] + width / 2
                side = EMPTY_SIDE
                sheet.marker(EMPTY_MARKER, (middle - side / 2, at[1] + (height - side) / 2), side)
                sheet.text((middle, at[1] + 7), _name(face), 4.5, bold=True, centred=True)
                sheet.text((middle, at[1] + height - 4), f"{ROW_NAMES[row]} {face}", 2.6, centred=True)
        page_left = left + self.marker + GAP
        across, along = self.largest
        lines = (
            "Lay one tile of each kind on its cell, face up, its foot towards the words below. No red five: leave its "
            "cell empty.",
            "Take the picture from straight above, in even light, so that the page fills it, all four black squares in "
            "sight.",
            f"Cells take tiles up to {across:.0f} x {along:.0f} mm. Then: tablectl enrol NAME PICTURE",
        )
        for number, words in enumerate(lines):
            sheet.text((page_left, top - GAP - self.marker + 5 + 5.5 * number), words, 2.9)
        sheet.check_line((page_left, top + len(ROWS) * height + GAP + 6))
        return sheet

    def save(self, path: Path) -> None:
        """Write the page as PDF. Raises `OSError`."""
        self.draw().save(path)


def _name(face: str) -> str:
    """What a cell says."""
    if face[1] == "z":
        return HONOURS[int(face[0]) - 1]
    return "red 5" if face[0] == "0" else face[0]
