"""The diagrams and tables of the build guide are as the pin table has them, and show every pin."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import pytest

from hardware.pins import FREE, NANO, OWN, PANEL, PI, Pin
from hardware.power import FUSE_HOLD, MOTOR_LIMIT, RAILS
from hardware.wiring import DOCS, diagrams, with_tables

DRAWN = diagrams()


@pytest.mark.parametrize("name", DRAWN)
def test_the_diagrams_are_as_drawn_now(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == DRAWN[name], "draw them: python -m hardware.wiring"


def test_the_tables_are_as_printed_now() -> None:
    page = (DOCS / "build.md").read_text(encoding="utf-8")
    assert with_tables(page) == page, "write them: python -m hardware.wiring"
    assert re.findall(r"<!-- table (\S+) -->", page) == ["nano", "pi", "panel", "power"]


@pytest.mark.parametrize(
    ("name", "pins"), (("wiring-nano.svg", NANO), ("wiring-pi.svg", PI), ("wiring-panel.svg", PANEL))
)
def test_every_pin_is_in_its_diagram(name: str, pins: Sequence[Pin]) -> None:
    words = ["".join(item.itertext()) for item in ElementTree.fromstring(DRAWN[name]).iter() if "text" in item.tag]
    for pin in pins:
        assert any(pin.name.replace("GPIO", "GPIO ") in text for text in words), pin
        if pin.part not in (FREE, OWN):
            assert {pin.part, pin.terminal} <= set(words), pin


@pytest.mark.parametrize("name", DRAWN)
def test_no_words_overlap_or_leave_the_sheet(name: str) -> None:
    """As wide as an ordinary sans serif: 0.6 of its size a letter at most."""
    root = ElementTree.fromstring(DRAWN[name])
    wide, high = (float(root.attrib[key]) for key in ("width", "height"))
    boxes = []
    for item in root.iter("{http://www.w3.org/2000/svg}text"):
        if "transform" in item.attrib or not item.text:
            continue
        size, x, y = (float(item.attrib[key]) for key in ("font-size", "x", "y"))
        long = 0.56 * size * len(item.text)
        left = x - {"start": 0.0, "middle": long / 2, "end": long}[item.attrib["text-anchor"]]
        boxes.append((left, y - 0.7 * size, left + long, y + 0.1 * size, item.text))
    for left, top, right, bottom, text in boxes:
        assert left >= 0 and top >= 0 and right <= wide and bottom <= high, text
    for one, other in combinations(boxes, 2):
        apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
        assert apart, (one[4], other[4])


def test_the_supplies_bear_the_worst_case() -> None:
    for rail in RAILS:
        assert rail.enough, rail
        assert rail.usual < rail.most
    assert MOTOR_LIMIT < FUSE_HOLD, "the driver chops before the fuse opens"


def test_the_guide_shows_every_diagram_and_every_file_it_names_is_there() -> None:
    page = (DOCS / "build.md").read_text(encoding="utf-8")
    linked = re.findall(r"\]\(([^)#:]+)\)", page)
    assert set(DRAWN) <= set(linked)
    for name in linked:
        assert (DOCS / name).exists(), name
    assert Path(DOCS / "../hardware/print/dice_unit.scad").exists()
