"""The printed form: every face has a cell, the markers are found where the form says, on every paper."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.vision.photograph import PRINTED, page
from vision.classes import FACES
from vision.form import Form
from vision.form_view import FormView
from vision.markers import EMPTY_MARKER, FORM_MARKERS, find_every, find_markers
from vision.paper import Paper


@pytest.mark.parametrize("paper", list(Paper))
def test_a_printed_form_tells_its_paper_and_its_cells(paper: Paper, tmp_path: Path) -> None:
    form = Form.on(paper)
    printed = page(form, tmp_path)
    found = find_markers(printed, wanted=FORM_MARKERS)
    assert set(found) == set(form.markers)
    for marker, corners in form.markers.items():
        assert (found[marker] + 0.5) / PRINTED == pytest.approx(np.array(corners), abs=0.3)
    middles = [corners.mean(0) / PRINTED for corners in find_every(printed, EMPTY_MARKER)]
    cells = [form.face_at((float(x), float(y))) for x, y in middles]
    assert sorted(filter(None, cells)) == sorted(FACES)
    view = FormView.of(printed)
    assert view is not None
    assert view.form == form
    assert view.empty == set(FACES)
    assert view.photographed == pytest.approx(PRINTED, rel=0.1)  # the faces lie nearer to the camera


def test_cells_hold_the_tiles_they_are_said_to() -> None:
    assert Form.on(Paper.A4).largest == (23, 32)
    assert Form.on(Paper.A3).largest == (31, 42)
    form = Form.on(Paper.LETTER)
    assert [form.face_at(form.centre(face)) for face in FACES] == list(FACES)
    x, y = form.centre("7z")
    assert form.face_at((x + form.cell[0], y)) is None
    assert form.face_at((2.0, 2.0)) is None


def test_a_picture_without_the_form_shows_none() -> None:
    assert FormView.of(np.full((300, 400, 3), 200, np.uint8)) is None
