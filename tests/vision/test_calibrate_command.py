"""`tablectl calibrate`: prints, looks, says what is missing, keeps what it found for `tablectl run`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest
from typer.testing import CliRunner, Result

from hardware.live import Live, eyes_of
from tablectl.__main__ import app
from tablectl.config import CameraSettings, ConfigError, TableConfig
from tablectl.store import Store
from tablectl.table import TableSnapshot
from vision.frame import Frame, Image
from vision.layout import DEFAULT_LAYOUT
from vision.lens import Lens, LensError
from vision.markers import find_markers
from vision.render.faces import load_atlas
from vision.render.look import Look
from vision.render.scene import Renderer
from vision.saved import Saved, lens_path, load, save, save_lens
from vision.survey import scales, slant, survey

BEND = (-0.12, 0.02, 0.0006, -0.0004, 0.0)


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return Renderer(load_atlas(), replace(Look.of(3), bend=BEND))


@pytest.fixture(scope="module")
def table(renderer: Renderer) -> Image:
    return renderer.frame(TableSnapshot(), None, 0.0, 0).image


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*words: str) -> Result:
    return CliRunner().invoke(app, ["calibrate", *words])


def picture(image: Image, name: str = "table.png") -> str:
    cv2.imwrite(name, image)
    return name


def without(image: Image, *markers: int) -> Image:
    covered = image.copy()
    for x, y in (np.rint(find_markers(image)[marker].mean(axis=0)).astype(int) for marker in markers):
        covered[max(y - 60, 0) : y + 60, max(x - 60, 0) : x + 60] = 60
    return covered


def test_the_printed_sheets_hold_every_marker() -> None:
    result = run("--print", "sheet.pdf", "--paper", "letter")
    assert result.exit_code == 0 and "100 %" in result.stdout
    with pypdfium2.PdfDocument("sheet.pdf") as document:
        pages = [np.ascontiguousarray(page.render(scale=3).to_numpy()[..., :3]) for page in document]
    assert [sorted(find_markers(page)) for page in pages] == [[0, 1], [2, 3], []]
    for page in pages[:2]:
        for corners in find_markers(page).values():
            side = np.linalg.norm(np.diff(corners, axis=0), axis=1) / 3 / 72 * 25.4
            assert side == pytest.approx([DEFAULT_LAYOUT.marker] * 3, abs=0.3)
            assert corners[0][1] == pytest.approx(corners[1][1], abs=1), "upright"


def test_a_good_picture_is_kept_and_used(table: Image) -> None:
    result = run(picture(table), "--height", "1012", "--draw", "seen.png")
    assert result.exit_code == 0, result.output
    assert "marker 3 (left far): seen" in result.stdout
    assert "camera 1012 mm above the cloth" in result.stdout and "field of view 57 x 44 degrees" in result.stdout
    assert "!" not in result.stdout
    drawn = cv2.imread("seen.png")
    assert drawn is not None and (drawn != table).any(axis=2).sum() > 10_000
    saved = load(Path("calibration.json"))
    assert saved is not None and saved.corners is None
    assert saved.lens.bend[0] == pytest.approx(-0.12, abs=0.02)
    eyes_of(TableConfig())


def test_what_is_missing_is_said_and_nothing_is_kept(table: Image) -> None:
    result = run(picture(without(table, 0, 3)))
    assert result.exit_code == 1
    assert "! marker 0 (left near) is not seen" in result.stdout and "not calibrated" in result.stderr
    assert not Path("calibration.json").exists()


def test_a_camera_is_looked_through_until_all_is_well(table: Image) -> None:
    Path("filmed").mkdir()
    for seconds, image in enumerate((without(table, 0, 1), without(table, 0, 1), without(table, 0), table)):
        cv2.imwrite(f"filmed/{seconds:04}.500.png", image)
    Path("table.toml").write_text('[camera]\nsource = "images"\npath = "filmed"\ncalibration = "kept/place.json"\n')
    result = run("--config", "table.toml")
    assert result.exit_code == 0, result.output
    # Said once: two markers are missing. The third picture is good enough.
    assert result.stdout.count("! marker 1 (right near) is not seen") == 1
    assert result.stdout.count("? marker 0 (left near) is not seen") == 1
    assert Path("kept/place.json").exists()
    Path("filmed/0002.500.png").unlink()
    Path("filmed/0003.500.png").unlink()
    assert run("--config", "table.toml").exit_code == 1


def test_corners_marked_by_a_person_serve_as_well(renderer: Renderer, table: Image) -> None:
    half = DEFAULT_LAYOUT.field / 2
    pixels = renderer.pose.project([(-half, -half, 0), (half, -half, 0), (half, half, 0), (-half, half, 0)])
    save_lens(lens_path("wide", Path("calibration.json")), renderer.pose.lens)
    bare = picture(without(table, 0, 1, 2, 3))
    result = run(bare, "--lens", "wide", "--corners", " ".join(f"{x:.0f},{y:.0f}" for x, y in pixels))
    assert result.exit_code == 0, result.output
    saved = load(Path("calibration.json"))
    assert saved is not None and saved.lens == renderer.pose.lens
    assert np.array(saved.corners) == pytest.approx(np.rint(pixels))
    assert run(bare, "--corners", "1,2 3,4").exit_code == 2
    mixed = run(bare, "--corners", " ".join(f"{x:.0f},{y:.0f}" for x, y in pixels[::-1]))
    assert mixed.exit_code == 1 and "crossed or mirrored" in mixed.stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["absent.png"], "absent.png: no such file"),
        ([], "[camera] source = 'simulated' shows no table: give a PICTURE"),
        (["a.png", "b.png"], "2 pictures: a table is calibrated from one"),
        (["--lens", "none", "a.png"], "lenses/none.json: no such file; known: none"),
        (["--lens", "../x", "a.png"], "letters, digits"),
        (["--measure-lens", "wide"], "0 pictures show the chart: at least 6"),
        (["--print", "no/folder/sheet.pdf"], "cannot be written"),
    ],
)
def test_mistakes_are_told_in_one_sentence(words: list[str], message: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert message in result.stderr and len(result.stderr.splitlines()) == 1


def test_a_survey_names_light_focus_distance_and_the_rim(renderer: Renderer, table: Image) -> None:
    lens = renderer.pose.lens
    good = survey(table, DEFAULT_LAYOUT, lens)
    assert good.calibration is not None and good.wrong == ()
    assert slant(good.calibration) == pytest.approx(1, abs=0.5)
    middle = renderer.pose.focal / (renderer.pose.position[2] - 16)
    assert scales(good.calibration, DEFAULT_LAYOUT).max() == pytest.approx(middle, rel=0.03)
    dark = survey((table * 0.1).astype(np.uint8), DEFAULT_LAYOUT, lens)
    assert any("black" in text or "dark" in text for text in dark.wrong + dark.doubtful)
    assert any("blurred" in text for text in survey(cv2.GaussianBlur(table, (0, 0), 4), DEFAULT_LAYOUT, lens).doubtful)
    far = cv2.resize(table, (1014, 760), interpolation=cv2.INTER_AREA)
    assert any("too far away" in text for text in survey(far, DEFAULT_LAYOUT, lens).wrong)
    wider = replace(DEFAULT_LAYOUT, field=980.0)
    assert any("outside the picture" in text for text in survey(table, wider, lens).wrong)
    assert any("height is a guess" in text for text in survey(table, DEFAULT_LAYOUT).doubtful)


def test_what_was_kept_comes_back_and_damage_is_named(tmp_path: Path) -> None:
    lens = Lens(1000.0, (960.0, 540.0), (1920, 1080), BEND)
    path = tmp_path / "kept" / "table.json"
    assert load(path) is None
    for saved in (Saved(lens), Saved(lens, ((1.0, 2.0), (3.0, 4.0), (5.0, 6.0), (7.5, 8.0)))):
        save(path, saved)
        assert load(path) == saved
    for damage in ('{"lens": {"focal": 1}}', '{"lens"', "[]", path.read_text().replace("1000.0", "-1.0")):
        path.write_text(damage)
        with pytest.raises(LensError, match=r"table\.json: "):
            load(path)
    with pytest.raises(ConfigError, match=r"table\.json"):
        eyes_of(TableConfig(camera=CameraSettings(calibration=str(path))))


def test_corners_marked_on_the_page_are_used_and_kept(renderer: Renderer, table: Image, tmp_path: Path) -> None:
    save(Path("calibration.json"), Saved(renderer.pose.lens))
    live = Live(TableConfig(), Store(tmp_path / "record.sqlite"))
    with pytest.raises(ValueError, match="no camera picture yet"):
        live.mark(((0, 1), (1, 1), (1, 0), (0, 0)))
    assert live.outlined() is None
    bare = without(table, 0, 1, 2, 3)
    live.take(Frame(bare, 0.0, 0))
    assert "0 of 4 corner markers are seen" in live.controller.view.camera
    half = DEFAULT_LAYOUT.field / 2
    pixels = renderer.pose.project([(-half, -half, 0), (half, -half, 0), (half, half, 0), (-half, half, 0)])
    shares = tuple((float(x), float(y)) for x, y in (pixels + 0.5) / renderer.pose.size)
    with pytest.raises(ValueError, match="crossed or mirrored"):
        live.mark(shares[::-1])
    live.mark(shares)
    live.take(Frame(bare, 0.1, 1))
    assert live.controller.view.camera == "the table is seen"
    saved = load(Path("calibration.json"))
    assert saved is not None and saved.lens == renderer.pose.lens
    assert np.array(saved.corners) == pytest.approx(pixels)
    outlined = cv2.imdecode(np.frombuffer(live.outlined() or b"", np.uint8), cv2.IMREAD_COLOR)
    assert outlined is not None and np.abs(outlined.astype(int) - bare).max() > 100
