"""The diagrams and tables of the build guide are as the pin table has them, and show every pin."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
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


Box = tuple[float, float, float, float, str]


def words_of(root: ElementTree.Element) -> list[Box]:
    """Left, top, right, bottom of each text, as wide as an ordinary sans serif, and the text."""
    boxes = []
    for item in root.iter("{http://www.w3.org/2000/svg}text"):
        if "transform" in item.attrib or not item.text:
            continue
        size, x, y = (float(item.attrib[key]) for key in ("font-size", "x", "y"))
        long = 0.6 * size * len(item.text)
        left = x - {"start": 0.0, "middle": long / 2, "end": long}[item.attrib["text-anchor"]]
        boxes.append((left, y - 0.7 * size, left + long, y + 0.1 * size, item.text))
    return boxes


def wires_of(root: ElementTree.Element) -> Iterator[tuple[float, float, float, float]]:
    """Left, top, right, bottom of each level or upright piece of a wire."""
    for item in root.iter("{http://www.w3.org/2000/svg}polyline"):
        points = [tuple(map(float, point.split(","))) for point in item.attrib["points"].split()]
        for (x, y), (u, v) in pairwise(points):
            assert x == u or y == v, "wires are level or upright"
            yield min(x, u), min(y, v), max(x, u), max(y, v)


@pytest.mark.parametrize("name", DRAWN)
def test_no_words_overlap_or_leave_the_sheet(name: str) -> None:
    root = ElementTree.fromstring(DRAWN[name])
    wide, high = (float(root.attrib[key]) for key in ("width", "height"))
    boxes = words_of(root)
    for left, top, right, bottom, text in boxes:
        assert left >= 0 and top >= 0 and right <= wide and bottom <= high, text
    for one, other in combinations(boxes, 2):
        apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
        assert apart, (one[4], other[4])


@pytest.mark.parametrize("name", DRAWN)
def test_no_wire_runs_through_words(name: str) -> None:
    root = ElementTree.fromstring(DRAWN[name])
    for left, top, right, bottom, text in words_of(root):
        for x, y, u, v in wires_of(root):
            assert u <= left or right <= x or v <= top or bottom <= y, (text, (x, y, u, v))


def test_what_the_firmware_does_not_read_is_not_wired() -> None:
    """Each pin of the chip that leads somewhere is named in its layer; the USB chip sees to its own two."""
    source = (DOCS.parent / "firmware/avr/hal_avr.c").read_text(encoding="utf-8")
    head = source[: source.index("*/")]
    named = set(re.findall(r"[AD]\d+", head))
    for low, high in re.findall(r"([AD]\d+)\.\.([AD]\d+)", head):
        named |= {f"{low[0]}{n}" for n in range(int(low[1:]), int(high[1:]) + 1)}
    named |= {"D1"} if "D0/D1" in head else set()
    assert {pin.name for pin in NANO if pin.part != FREE} == named


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
