"""What a camera's set-up leaves on disk: measured lenses by name, and how the camera of a table was calibrated."""

from __future__ import annotations

import json
import math
import re
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from vision.layout import Point
from vision.lens import Lens, LensError

LENSES = "lenses"
"""Folder of measured lenses, beside the table's calibration."""


@dataclass(frozen=True, slots=True)
class Saved:
    """How a table's camera is found again. `lens`: measured, or the one that fitted; `corners`: of the field in pixels
    as a person marked them, None for a table with markers."""

    lens: Lens
    corners: tuple[Point, ...] | None = None


def lens_path(name: str, calibration: Path) -> Path:
    """Where the lens of a name lies, beside the file of a calibration. Raises `LensError`."""
    if not re.fullmatch(r"[\w-]+", name):
        raise LensError(f"{name!r}: a lens is named in letters, digits, - and _")
    return calibration.parent / LENSES / f"{name}.json"


def save_lens(path: Path, lens: Lens) -> None:
    """Keep a lens. Raises `LensError`."""
    _write(path, asdict(lens))


def load_lens(path: Path) -> Lens:
    """A lens that was kept. Raises `LensError` naming the file and what is wrong with it."""
    return _lens(path, _read(path))


def save(path: Path, saved: Saved) -> None:
    """Keep how a table's camera was calibrated. Raises `LensError`."""
    _write(path, {"lens": asdict(saved.lens), "corners": saved.corners})


def load(path: Path) -> Saved | None:
    """What was kept of a table's camera; None if nothing was. Raises `LensError`."""
    if not path.exists():
        return None
    told = _read(path)
    corners = told.get("corners")
    if corners is None:
        return Saved(_lens(path, told.get("lens")))
    try:
        marked = tuple((float(x), float(y)) for x, y in corners)
    except (TypeError, ValueError):
        raise LensError(f"{path}: corners = {corners!r}: expected four pairs of pixels; calibrate again") from None
    if len(marked) != 4 or not all(math.isfinite(value) for point in marked for value in point):
        raise LensError(f"{path}: corners = {corners!r}: expected four pairs of pixels; calibrate again")
    return Saved(_lens(path, told.get("lens")), marked)


def _lens(path: Path, told: Any) -> Lens:
    try:
        (x, y), (width, height), (k1, k2, p1, p2, k3) = told["centre"], told["size"], told["bend"]
        bend = (float(k1), float(k2), float(p1), float(p2), float(k3))
        lens = Lens(float(told["focal"]), (float(x), float(y)), (int(width), int(height)), bend)
    except (KeyError, TypeError, ValueError):
        raise LensError(f"{path}: not a lens: focal, centre, size and bend are expected; measure it again") from None
    if lens.focal <= 0 or min(lens.size) <= 0 or not all(map(math.isfinite, (lens.focal, *lens.centre, *bend))):
        raise LensError(f"{path}: no lens has a focal length of {lens.focal} in {lens.size}; measure it again")
    return lens


def _read(path: Path) -> dict[str, Any]:
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        known = ", ".join(sorted(other.stem for other in path.parent.glob("*.json"))) or "none"
        raise LensError(f"{path}: no such file; known: {known}") from None
    except OSError as error:
        raise LensError(f"{path}: cannot be read ({error.strerror})") from None
    except ValueError:
        raise LensError(f"{path}: damaged; delete it and calibrate again") from None
    if not isinstance(told, dict):
        raise LensError(f"{path}: damaged; delete it and calibrate again")
    return told


def _write(path: Path, told: dict[str, Any]) -> None:
    """All or nothing: a new file takes the old one's place."""
    half = path.with_suffix(".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        half.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
        half.replace(path)
    except OSError as error:
        raise LensError(f"{path}: cannot be written ({error.strerror}); choose another folder") from None
