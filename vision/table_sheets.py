"""What is printed to set up a table's camera: four corner markers to cut out, and the chart for its lens."""

from __future__ import annotations

from vision.chart import draw_chart
from vision.layout import Layout, Point
from vision.markers import TABLE_MARKERS
from vision.paper import Paper, Sheet

CORNERS = ("left near", "right near", "right far", "left far")
"""Where each marker lies, as seat 0 sees the table."""
TAB = 14.0
"""Length of the part of a cut-out that says how to lay it, millimetres."""


def table_sheets(layout: Layout, paper: Paper) -> Sheet:
    """Markers to cut out, two a page, then the chart. Raises `ValueError` where a marker does not fit the paper."""
    sheet = Sheet(paper, "tablectl: table markers and lens chart")
    margin = layout.field / 2 - layout.marker_centre - layout.marker / 2
    side = layout.marker + 2 * margin
    step = side + TAB + 25
    for page, pair in enumerate((TABLE_MARKERS[:2], TABLE_MARKERS[2:])):
        if page:
            sheet.next_page()
        lines = (
            f"Cut along the dashed lines. Lay each piece into its corner of the {layout.field:.0f} mm play field:",
            "the tab with the arrow towards the middle of the table, the arrow pointing away from seat 0,",
            "two edges on the edges of the field. Seat 0 sits at the bottom of the camera's picture.",
            f"Centres of neighbouring markers then lie {2 * layout.marker_centre:.0f} mm apart. Fix them flat.",
        )
        sheet.text((20, 22), "tablectl: table markers", 7, bold=True)
        for number, words in enumerate(lines):
            sheet.text((20, 32 + 5.5 * number), words, 3.8)
        for number, marker in enumerate(pair):
            _piece(sheet, marker, (30, 66 + number * step), layout, margin)
        sheet.check_line((20, sheet.height - 20))
    sheet.next_page(lying=True)
    draw_chart(sheet)
    sheet.text((15, 9), "tablectl: lens chart. Glue it flat to something stiff; its scale does not matter.", 3.5)
    return sheet


def _piece(sheet: Sheet, marker: int, at: Point, layout: Layout, margin: float) -> None:
    """One piece to cut out, its marker upright as seat 0 sees it, and which corner it is for."""
    side = layout.marker + 2 * margin
    near = marker in (0, 1)
    left, top = at
    # The tab leads into the field, so that the other edges lie on the field's own.
    over = TAB if near else 0.0
    sheet.rectangle((left, top), (side, side + TAB), dashed=True)
    sheet.marker(marker, (left + margin, top + over + margin), layout.marker)
    base = top + (TAB if near else side + TAB) - 3
    x = left + side / 2 - 8
    sheet.polygon((x, base - 8), (x + 3, base - 4), (x - 3, base - 4))
    sheet.line((x, base), (x, base - 4), 1.2)
    sheet.text((x + 6, base - 1.5), f"{marker}", 6, bold=True)
    beside = left + side + 6
    sheet.text((beside, top + over + side / 2), f"Marker {marker}: {CORNERS[marker]} corner", 5, bold=True)
    sheet.text((beside, top + over + side / 2 + 7), "as seat 0 sees the table", 4)
    sheet.text((beside, top + over + side / 2 + 14), f"black square: {layout.marker:.0f} mm", 4)
