"""The command `tablectl calibrate`: prints markers, measures a lens, and finds where a table's camera stands."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from tablectl.config import ConfigError, TableConfig
from tablectl.config import load as load_config
from tablectl.failure import fail
from vision.chart import measure, see_chart
from vision.draw import draw_zones
from vision.frame import Image
from vision.layout import Layout, Point, layout_of
from vision.lens import Lens, LensError
from vision.paper import Paper
from vision.picture import PictureError, open_picture
from vision.report import save as save_picture
from vision.saved import Saved, lens_path, load_lens, save, save_lens
from vision.sources.opening import open_source
from vision.sources.source import SourceError
from vision.survey import Survey, survey
from vision.table_sheets import table_sheets

LOOK_EVERY = 1.0
"""Seconds between looks through a running camera."""
PATIENCE = 120.0
"""Seconds after which a camera that does not see the table well is given up."""


def calibrate(
    pictures: Annotated[
        list[Path] | None, typer.Argument(metavar="PICTURE...", help="of the table; without one the camera is used")
    ] = None,
    config: Annotated[Path | None, typer.Option(help="settings of the table; see docs/overview.md")] = None,
    print_to: Annotated[
        Path | None, typer.Option("--print", metavar="SHEET.pdf", help="write the markers and the lens chart to print")
    ] = None,
    paper: Annotated[Paper, typer.Option(help="to print on")] = Paper.A4,
    corners: Annotated[
        str,
        typer.Option(
            metavar='"X,Y X,Y X,Y X,Y"',
            help="the field's corners in pixels for a table without markers: left near, right near, right far, left "
            "far as seat 0 sees it, which sits at the bottom of the picture",
        ),
    ] = "",
    height: Annotated[
        float | None, typer.Option(metavar="MM", min=100, max=5000, help="measured height of the camera over the cloth")
    ] = None,
    lens: Annotated[str, typer.Option(metavar="NAME", help="a measured lens [that of the settings]")] = "",
    measure_lens: Annotated[
        str, typer.Option(metavar="NAME", help="measure a lens from PICTURES of the printed chart, and keep it")
    ] = "",
    draw: Annotated[
        Path | None, typer.Option(metavar="OUT.png", help="write the picture with the field and its zones drawn in")
    ] = None,
) -> None:
    """Find where the camera stands over the table, say what is missing for that, and keep it for `tablectl run`.

    \b
      1. tablectl calibrate --print sheet.pdf     cut out the markers, lay them into the corners
      2. tablectl calibrate --measure-lens NAME CHART1.jpg CHART2.jpg ...     for a wide lens
      3. tablectl calibrate                       or with a PICTURE of the table

    Exit status: 0 when all is well, 1 when the table is not seen well enough, 2 for a mistake in what was typed.
    """
    try:
        settings = load_config(config)
        layout = layout_of(settings)
        if print_to is not None:
            _print(print_to, layout, paper)
        elif measure_lens:
            _measure(measure_lens, pictures or [], Path(settings.camera.calibration))
        else:
            marked = _points(corners) if corners else None
            known = _lens(lens or settings.camera.lens, settings)
            sys.exit(0 if _find(pictures or [], settings, layout, known, height, marked, draw) else 1)
    except (ConfigError, LensError, PictureError, SourceError) as error:
        fail(str(error))


def _print(path: Path, layout: Layout, paper: Paper) -> None:
    try:
        table_sheets(layout, paper).save(path)
    except ValueError as error:
        fail(f"markers of {layout.marker:g} mm do not fit on {paper.value}: {error}")
    except OSError as error:
        fail(f"{path}: cannot be written ({error.strerror}); choose another folder")
    print(f"{path}: print all pages at 100 % (actual size) and check the 100 mm line with a ruler")


def _measure(name: str, pictures: list[Path], calibration: Path) -> None:
    """Measure a lens and keep it. Raises `LensError`, `PictureError`."""
    path = lens_path(name, calibration)
    views = []
    for picture in pictures:
        try:
            views.append(see_chart(picture.name, open_picture(picture)))
            print(f"{picture.name}: {len(views[-1].corners)} corners of the chart")
        except LensError as error:
            print(f"left out: {error}")
    found = measure(views)
    save_lens(path, found.lens)
    print(
        f"{path}: focal length {found.lens.focal:.0f} +- {found.doubt:.0f} pixels, bend "
        f"{' '.join(f'{value:.4f}' for value in found.lens.bend)}, {found.error:.2f} pixels error"
    )
    print(f'use it with --lens {name}, or write lens = "{name}" into [camera] of the settings')


def _find(
    pictures: list[Path],
    settings: TableConfig,
    layout: Layout,
    lens: Lens | None,
    height: float | None,
    corners: tuple[Point, ...] | None,
    drawn: Path | None,
) -> bool:
    """Look until the table is seen well, and keep how; whether it was. Raises what the sources raise."""
    if len(pictures) > 1:
        raise PictureError(f"{len(pictures)} pictures: a table is calibrated from one; several are for --measure-lens")
    said: tuple[str, ...] = ()
    for image in _pictures(pictures, settings):
        told = survey(image, layout, lens, height, corners)
        lines = _lines(told)
        if lines != said:
            print(*lines, "", sep="\n")
            said = lines
        if drawn is not None:
            save_picture(drawn, image if told.calibration is None else draw_zones(image, told.calibration, layout))
        if told.calibration is not None and not told.wrong:
            path = Path(settings.camera.calibration)
            save(path, Saved(told.calibration.lens, corners))
            print(f"{path}: the table is seen; `tablectl run` uses it")
            return True
    print("not calibrated: mend what is marked with !", file=sys.stderr)
    return False


def _pictures(pictures: list[Path], settings: TableConfig) -> Iterator[Image]:
    """The picture given, or what the camera sees, one a second until patience is at its end."""
    if pictures:
        yield open_picture(pictures[0])
        return
    if settings.camera.source in ("simulated", "none"):
        raise ConfigError(
            f"{settings.origin}: [camera] source = {settings.camera.source!r} shows no table: give a PICTURE, or name "
            "the camera"
        )
    source = open_source(settings.camera)
    try:
        first = last = None
        while (frame := source.read()) is not None:
            first = frame.time if first is None else first
            if frame.time - first > PATIENCE:
                return
            if last is None or frame.time - last >= LOOK_EVERY:
                last = frame.time
                yield frame.image
    finally:
        source.close()


def _lines(told: Survey) -> tuple[str, ...]:
    """What is well, what could be better (?), what must be mended (!)."""
    return (
        *(f"  {text}" for text in told.seen),
        *(f"? {text}" for text in told.doubtful),
        *(f"! {text}" for text in told.wrong),
    )


def _lens(name: str, settings: TableConfig) -> Lens | None:
    """The lens of a name, None for no name. Raises `LensError`."""
    return load_lens(lens_path(name, Path(settings.camera.calibration))) if name else None


def _points(text: str) -> tuple[Point, ...]:
    """`X,Y X,Y X,Y X,Y` in pixels."""
    try:
        points = tuple((float(x), float(y)) for x, y in (pair.split(",") for pair in text.split()))
    except ValueError:
        points = ()
    if len(points) != 4:
        fail(f"--corners {text!r}: expected four pairs of pixels, such as '310,980 1610,985 1540,90 380,85'")
    return points
