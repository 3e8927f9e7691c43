"""How high a camera hangs: against the figures of known cameras, a drawn table, and everything that cannot be."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from hardware.optics import CAMERAS, HEIGHTS, LEAST, Optics, OpticsError, parallax
from tablectl.__main__ import app
from vision.render.camera import CameraPose

runner = CliRunner()


@pytest.mark.parametrize(
    ("name", "lowest", "density"),
    (
        ("wide", 650, 2.87),
        ("standard", 1150, 3.0),
        ("hq-4mm", 730, 3.5),
        ("hq-6mm", 1095, 3.5),
        ("global-6mm", 1375, 1.27),
    ),
)
def test_known_cameras_over_a_field_of_860_mm(name: str, lowest: float, density: float) -> None:
    camera = CAMERAS[name]
    assert camera.lowest(800, 30) == pytest.approx(lowest, abs=6)
    assert camera.density(camera.lowest(800, 30)) == pytest.approx(density, abs=0.07)


def test_the_wide_camera_at_80_cm() -> None:
    camera = CAMERAS["wide"]
    assert camera.seen(800) == pytest.approx((1976, 1059), abs=1)
    assert camera.density(800) == pytest.approx(2.33, abs=0.01)
    assert camera.half().density(800) == pytest.approx(camera.density(800) / 2)
    assert [parallax(800, over) for over in HEIGHTS.values()] == pytest.approx([7.1, 11.8, 14.6], abs=0.05)


def test_a_drawn_camera_sees_as_far_as_is_said() -> None:
    """The pinhole that draws tables, given the same lens and height, puts the same things at the picture's edge."""
    camera, height = CAMERAS["hq-4mm"], 900.0
    focal = camera.pixels[0] / camera.seen(1.0)[0]
    pose = CameraPose(focal, (0.0, 0.0, height), size=camera.pixels)
    across, down = camera.seen(height)
    (right, _), (_, top) = pose.project([(across / 2, 0, 0), (0, down / 2, 0)])
    assert right == pytest.approx(camera.pixels[0], abs=1)
    assert top == pytest.approx(0, abs=1)
    (seen, _), (flat, _), (middle, _) = pose.project([(350, 0, 16), (350, 0, 0), (0, 0, 0)])
    assert (seen - flat) / (flat - middle) * 350 == pytest.approx(parallax(height, 16), abs=0.01)


@pytest.mark.parametrize(
    ("options", "told"),
    (
        (["fisheye"], "camera 'fisheye': expected one of wide, standard"),
        (["wide", "--fov", "60x40"], "has its own numbers"),
        (["wide", "--height", "300"], "expected 400 to 3000 mm; for this lens 650 mm or more"),
        (["standard", "--height", "800"], "hang it 1150 mm high or more"),
        (["wide", "--field", "0"], "a field of 0 mm"),
        (["wide", "--margin", "-5"], "with -5 mm around"),
        (["--pixels", "4608x2592"], "needs --pixels with either --fov"),
        (["--pixels", "4608x2592", "--fov", "102x67", "--focal", "3"], "needs --pixels with either --fov"),
        (["--pixels", "4608x2592", "--focal", "3"], "both --focal and --pitch"),
        (["--pixels", "4608x2592", "--focal", "0", "--pitch", "1.4"], "a focal length of 0 mm"),
        (["--pixels", "4608x2592", "--focal", "3", "--pitch", "-1"], "a pixel pitch of -1"),
        (["--pixels", "big", "--fov", "102x67"], "--pixels 'big': expected two numbers such as 4608x2592"),
        (["--fov", "102x67"], "--pixels ''"),
        (["--pixels", "0x0", "--fov", "102x67"], "width of 0 pixels"),
        (["--pixels", "4608x2592", "--fov", "180x67"], "field of view of 180 degrees across"),
        (["--pixels", "4608x2592", "--fov", "67x102"], "check both pairs, width first"),
        (["--pixels", "4608x2592", "--fov", "nanxnan"], "expected two numbers"),
    ),
)
def test_what_cannot_be_is_refused(options: list[str], told: str) -> None:
    result = runner.invoke(app, ["optics", *options])
    assert result.exit_code == 2, result.stdout
    assert told in result.stderr
    assert result.stderr.startswith("tablectl: ")


def test_the_command() -> None:
    whole = runner.invoke(app, ["optics"])
    assert whole.exit_code == 0
    assert [line[0] for line in whole.stdout.splitlines()] == [" ", " ", " ", " ", "?", " ", "?"]
    one = runner.invoke(app, ["optics", "wide", "--height", "800"])
    assert one.exit_code == 0
    assert "2.33 pixels a millimetre" in one.stdout and "read well" in one.stdout
    own = runner.invoke(app, ["optics", "--pixels", "1280x720", "--fov", "70x43", "--json"])
    values = json.loads(own.stdout)
    assert own.exit_code == 1 and values["pixels_per_mm"] < LEAST
    assert values["lowest"] == round(Optics("", (1280, 720), (70, 43)).lowest())


def test_nothing_reaches_up_to_the_camera() -> None:
    with pytest.raises(OpticsError, match="must hang above"):
        parallax(20, 26)
