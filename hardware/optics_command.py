"""The command `tablectl optics`: where to hang a camera, before it is bought."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from typing import Annotated, Any

import typer

from hardware.optics import CAMERAS, CELL, CELLS, EDGE, GOAL, HEIGHTS, LEAST, MARGIN, Optics, OpticsError, parallax
from tablectl.failure import fail
from vision.calibrate import HEIGHTS as CALIBRATED
from vision.layout import DEFAULT_LAYOUT


def optics(
    camera: Annotated[
        str, typer.Argument(metavar="CAMERA", help=f"one of {', '.join(CAMERAS)}; without one all are compared")
    ] = "",
    pixels: Annotated[str, typer.Option(metavar="WxH", help="of another camera: its whole sensor")] = "",
    fov: Annotated[str, typer.Option(metavar="AxD", help="its field of view, degrees across and down")] = "",
    focal: Annotated[float | None, typer.Option(metavar="MM", help="or its focal length ...")] = None,
    pitch: Annotated[float | None, typer.Option(metavar="UM", help="... and the pitch of its pixels")] = None,
    height: Annotated[float | None, typer.Option(metavar="MM", help="over the cloth [the lowest that will do]")] = None,
    field: Annotated[float, typer.Option(metavar="MM", help="side of the square that must be seen")] = (
        DEFAULT_LAYOUT.field
    ),
    margin: Annotated[float, typer.Option(metavar="MM", help="of table around it")] = MARGIN,
    as_json: Annotated[bool, typer.Option("--json", help="one JSON object a camera")] = False,
) -> None:
    """Say how high a camera must hang, how many pixels a millimetre it gives there, and what they are enough for.

    Exit status: 0 when tiles are read well, 1 when there are too few pixels for that, 2 for what cannot be.
    """
    try:
        chosen = _chosen(camera, pixels, fov, focal, pitch)
        many = len(chosen) > 1
        for one in chosen:
            lowest = one.lowest(field, margin)
            at = lowest if height is None else height
            if not many:
                _possible(one, at, lowest, field + 2 * margin)
            values = measured(one, at, lowest)
            print(json.dumps(values) if as_json else row(values) if many else "\n".join(lines(values)))
    except OpticsError as error:
        fail(str(error))
    sys.exit(0 if many or values["pixels_per_mm"] >= LEAST else 1)


def measured(camera: Optics, height: float, lowest: float) -> dict[str, Any]:
    """All figures of a camera at a height, lengths in millimetres."""
    full, half = camera.density(height), camera.half().density(height)
    return {
        "camera": camera.name,
        "pixels": list(camera.pixels),
        "view": [round(angle, 1) for angle in camera.view],
        "source": camera.source,
        "lowest": round(lowest),
        "height": round(height),
        "seen": [round(side) for side in camera.seen(height)],
        "covers": height >= lowest - 0.5,
        "pixels_per_mm": round(full, 2),
        "half": round(half, 2),
        "marker": round(CELL * CELLS / full, 1),
        "marker_half": round(CELL * CELLS / half, 1),
        "die": round(EDGE / full, 1),
        "parallax": {name: round(parallax(height, over), 1) for name, over in HEIGHTS.items()},
    }


def row(values: dict[str, Any]) -> str:
    """A camera in a line."""
    mark = " " if values["pixels_per_mm"] >= GOAL else "?" if values["pixels_per_mm"] >= LEAST else "!"
    if not values["covers"]:
        mark = "!"
    across, down = values["view"]
    return (
        f"{mark} {values['camera']:22}{across:5.0f} x {down:3.0f} degrees  lowest {values['lowest']:5} mm  at "
        f"{values['height']:5} mm {values['pixels_per_mm']:4.1f} pixels/mm, sees {values['seen'][0]} x "
        f"{values['seen'][1]} mm"
    )


def lines(values: dict[str, Any]) -> Iterator[str]:
    """A camera in full."""
    across, down = values["view"]
    width, high = values["pixels"]
    origin = f" ({values['source']})" * bool(values["source"])
    yield f"{values['camera']}: {width} x {high} pixels, {across:g} x {down:g} degrees{origin}"
    yield f"  lowest height {values['lowest']} mm over the cloth"
    yield f"  at {values['height']} mm: {values['seen'][0]} x {values['seen'][1]} mm are seen"
    enough = "well" if values["pixels_per_mm"] >= GOAL else "with doubts" if values["pixels_per_mm"] >= LEAST else "not"
    yield f"  {values['pixels_per_mm']:.2f} pixels a millimetre; half as many pixels: {values['half']:.2f}"
    tile = " x ".join(
        f"{side * values['pixels_per_mm']:.0f}" for side in (DEFAULT_LAYOUT.tile_length, DEFAULT_LAYOUT.tile_width)
    )
    yield f"  a tile has {tile} pixels: read {enough}"
    yield f"  markers of {values['marker']:g} mm or more, {values['marker_half']:g} mm with half the pixels"
    yield f"  dice of {values['die']:g} mm or more"
    told = ", ".join(f"{name} {away:g} mm" for name, away in values["parallax"].items())
    yield f"  350 mm off the axis a top seems too far out by: {told}"


def _chosen(camera: str, pixels: str, fov: str, focal: float | None, pitch: float | None) -> tuple[Optics, ...]:
    """The cameras that were asked for. Raises `OpticsError`."""
    own = [pixels, fov, focal, pitch]
    if not any(own):
        if camera and camera not in CAMERAS:
            raise OpticsError(f"camera {camera!r}: expected one of {', '.join(CAMERAS)}, or --pixels with --fov")
        return (CAMERAS[camera],) if camera else tuple(CAMERAS.values())
    if camera:
        raise OpticsError(f"camera {camera!r} has its own numbers: leave out --pixels, --fov, --focal and --pitch")
    width, high = _pair(pixels, "--pixels", "4608x2592")
    size = (round(width), round(high))
    if fov and focal is None and pitch is None:
        return (Optics("your camera", size, _pair(fov, "--fov", "102x67")),)
    if focal is not None and pitch is not None and not fov:
        return (Optics.of_lens("your camera", size, focal, pitch),)
    raise OpticsError("another camera needs --pixels with either --fov, or both --focal and --pitch")


def _pair(text: str, name: str, example: str) -> tuple[float, float]:
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*[x,]\s*(\d+(?:\.\d+)?)", text.strip())
    if found is None:
        raise OpticsError(f"{name} {text!r}: expected two numbers such as {example}")
    return float(found[1]), float(found[2])


def _possible(camera: Optics, height: float, lowest: float, side: float) -> None:
    """Raise `OpticsError` for a height at which the table is not seen whole or cannot be calibrated."""
    low, high = CALIBRATED
    if not low <= height <= high:
        raise OpticsError(
            f"a camera {height:.0f} mm high: expected {low:.0f} to {high:.0f} mm; for this lens {lowest:.0f} mm or more"
        )
    if height < lowest - 0.5:
        wide, deep = camera.seen(height)
        raise OpticsError(
            f"from {height:.0f} mm the {camera.name} sees {wide:.0f} x {deep:.0f} mm, the table needs {side:.0f} both "
            f"ways: hang it {lowest:.0f} mm high or more, or take a wider lens"
        )
