"""Pages to print: what is drawn comes out at its size, and what a printer would cut off is refused."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pypdfium2
import pytest

from vision.frame import Image
from vision.markers import find_markers
from vision.paper import CHECK, Paper, Sheet

SCALE = 8.0
"""Pixels a millimetre of the pages looked at."""


def printed(path: Path) -> list[Image]:
    """The pages of a PDF file as a printer would print them."""
    with pypdfium2.PdfDocument(path) as document:
        return [np.ascontiguousarray(page.render(scale=SCALE * 25.4 / 72).to_numpy()[..., :3]) for page in document]


@pytest.mark.parametrize("paper", list(Paper))
def test_markers_come_out_at_their_place_and_size(paper: Paper, tmp_path: Path) -> None:
    sheet = Sheet(paper, "markers")
    sheet.marker(2, (30.0, 40.0), 48.0)
    sheet.next_page(lying=True)
    sheet.marker(3, (100.0, 120.0), 40.0)
    sheet.save(tmp_path / "sheet.pdf")
    first, second = printed(tmp_path / "sheet.pdf")
    width, height = paper.size
    assert first.shape[:2] == pytest.approx((height * SCALE, width * SCALE), abs=1)
    assert second.shape[:2] == pytest.approx((width * SCALE, height * SCALE), abs=1)
    for page, marker, (left, top), side in ((first, 2, (30, 40), 48), (second, 3, (100, 120), 40)):
        found = find_markers(page)
        assert list(found) == [marker]
        square = np.array([(left, top), (left + side, top), (left + side, top + side), (left, top + side)])
        assert (found[marker] + 0.5) / SCALE == pytest.approx(square, abs=0.15)


def test_lines_and_areas_have_their_length(tmp_path: Path) -> None:
    sheet = Sheet(Paper.A4, "lines")
    sheet.check_line((20.0, 30.0))
    sheet.rectangle((20.0, 100.0), (50.0, 10.0), filled=True)
    sheet.polygon((20.0, 150.0), (70.0, 150.0), (70.0, 170.0))
    sheet.text((105.0, 200.0), "TABLE", 10.0, bold=True, centred=True)
    sheet.save(tmp_path / "sheet.pdf")
    (page,) = printed(tmp_path / "sheet.pdf")
    dark = page[..., 0] < 128
    row = np.flatnonzero(dark[round(30 * SCALE)])
    assert np.ptp(row) / SCALE == pytest.approx(CHECK + 0.3, abs=0.3)
    assert dark[round(99 * SCALE) : round(111 * SCALE)].sum() / SCALE**2 == pytest.approx(500, rel=0.02)
    assert dark[round(149 * SCALE) : round(171 * SCALE)].sum() / SCALE**2 == pytest.approx(500, rel=0.02)
    rows, columns = np.nonzero(dark[round(185 * SCALE) : round(210 * SCALE)])
    assert (columns.min() + columns.max()) / 2 / SCALE == pytest.approx(105, abs=0.5)
    assert np.ptp(rows) / SCALE == pytest.approx(7.2, abs=0.5)  # a capital is 0.72 of the size high


def test_what_would_not_be_printed_is_refused() -> None:
    sheet = Sheet(Paper.A4, "too far out")
    with pytest.raises(ValueError, match=r"\(206.0, 10.0\) mm is outside"):
        sheet.line((10, 10), (206, 10))
    with pytest.raises(ValueError, match="outside"):
        sheet.marker(0, (180, 10), 40)
    with pytest.raises(ValueError, match="outside"):
        sheet.text((10, 10), "a line of text that is far too long for any page of this size", 20)
    with pytest.raises(ValueError, match="ASCII"):
        sheet.text((10, 10), "牌")


def test_the_same_pages_are_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one.pdf", "two.pdf"):
        sheet = Sheet(Paper.LETTER, "same")
        sheet.check_line((20, 20))
        sheet.save(tmp_path / name)
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "two.pdf").read_bytes()
