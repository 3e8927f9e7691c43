"""The printed parts: OpenSCAD renders each into one closed body, of the size that the motor and the camera need."""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from math import hypot
from pathlib import Path

import pytest

from vision.layout import DEFAULT_LAYOUT

SCAD = Path(__file__).parents[2] / "hardware/print/dice_unit.scad"
Corner = tuple[float, float, float]


def number(name: str) -> float:
    """A parameter as it stands in the file."""
    found = re.search(rf"^{name} = ([\d.]+);", SCAD.read_text(), re.MULTILINE)
    assert found is not None, name
    return float(found[1])


def rendered(part: str, folder: Path) -> list[tuple[Corner, Corner, Corner]]:
    """The triangles of a part, its circles coarse so that it is quick."""
    out = folder / f"{part}.stl"
    told = subprocess.run(
        ["openscad", "-o", str(out), "-D", f'part="{part}"', "-D", "$fn=12", str(SCAD)], capture_output=True, text=True
    )
    assert told.returncode == 0, told.stderr
    assert "WARNING" not in told.stderr, told.stderr
    corners = [tuple(map(float, line.split()[1:])) for line in out.read_text().splitlines() if "vertex" in line]
    return [tuple(corners[n : n + 3]) for n in range(0, len(corners), 3)]  # type: ignore[misc]


def size(triangles: list[tuple[Corner, Corner, Corner]]) -> tuple[float, ...]:
    return tuple(
        max(corner[axis] for triangle in triangles for corner in triangle)
        - min(corner[axis] for triangle in triangles for corner in triangle)
        for axis in range(3)
    )


@pytest.mark.parametrize("part", ("cup", "disc", "lamps"))
def test_a_part_is_one_closed_body_of_its_size(part: str, tmp_path: Path) -> None:
    triangles = rendered(part, tmp_path)
    assert len(triangles) > 50
    edges = Counter((t[n], t[(n + 1) % 3]) for t in triangles for n in range(3))
    assert all(edges[b, a] == count for (a, b), count in edges.items()), "each edge has a triangle at either side"
    wide, deep, high = size(triangles)
    inner, wall = number("inner"), number("wall")
    if part == "cup":
        assert wide == pytest.approx(inner + 2 * wall + 20, abs=0.1)
        assert 70 < high < 90
    elif part == "disc":
        assert wide == pytest.approx(inner - 2 * number("gap"), abs=0.1)
        assert high < 10
    else:
        assert wide == pytest.approx(number("leds") * number("led_pitch") + 2 * wall)
        assert deep < 20


@pytest.mark.parametrize(
    ("part", "bridges"),
    (("cup", {5.0: "over the wires", 30.0: "over the motor"}), ("disc", {}), ("lamps", {4.0: "over the strip"})),
)
def test_nothing_hangs_in_the_air(part: str, bridges: dict[float, str], tmp_path: Path) -> None:
    """What faces down more steeply than printers bear lies on the bed or is a bridge, held at both sides."""
    hanging = set()
    for one, two, three in rendered(part, tmp_path):
        a, b = ([corner[n] - one[n] for n in range(3)] for corner in (two, three))
        across = (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
        down = -across[2] / (hypot(*across) or 1.0)
        if down > 0.75:
            hanging.add(round(max(one[2], two[2], three[2]), 1))
    assert hanging - {0.0} == set(bridges)


def test_an_unknown_part_is_refused(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="expected cup, disc or lamps"):
        rendered("lid", tmp_path)


def test_the_camera_looks_where_the_dice_lie() -> None:
    assert number("inner") / 2 <= DEFAULT_LAYOUT.dice_half
    assert number("gap") < 1
