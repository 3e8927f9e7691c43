"""Photographs of tiles laid out on a table or on a printed page, drawn as a camera would take them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import cv2
import numpy as np
import pypdfium2

from vision.form import ROWS, Form
from vision.frame import Image
from vision.layout import DEFAULT_LAYOUT, Layout
from vision.render.box import BoxPainter
from vision.render.camera import CameraPose, Floats
from vision.render.faces import FaceSet
from vision.render.light import Light
from vision.render.look import Look
from vision.render.place import Piece, Shape

PRINTED = 6.0
"""Pixels a millimetre of a page laid on the table."""


def page(form: Form, folder: Path) -> Image:
    """The form as it comes out of a printer."""
    form.save(folder / "form.pdf")
    with pypdfium2.PdfDocument(folder / "form.pdf") as document:
        return np.ascontiguousarray(document[0].render(scale=PRINTED * 25.4 / 72).to_numpy()[..., :3])


def on_form(form: Form, faces: Iterable[str], look: Look, layout: Layout = DEFAULT_LAYOUT) -> list[Piece]:
    """A tile on each of these faces' cells, a little askew; the page's middle is the table's."""
    rng = np.random.default_rng((look.seed, 7))
    width, height = form.size
    laid = []
    for face in faces:
        x, y = form.centre(face)
        dx, dy, turn = rng.uniform(-1, 1, 3)
        laid.append(tile(face, x - width / 2 + 2 * dx, height / 2 - y + 2 * dy, 3 * turn, layout))
    return laid


def in_rows(
    look: Look, rows: Sequence[Sequence[str]] = ROWS, layout: Layout = DEFAULT_LAYOUT, gap: float = 6.0
) -> list[Piece]:
    """Tiles laid in rows, touching or nearly so; `gap`: millimetres between rows."""
    rng = np.random.default_rng((look.seed, 8))
    laid = []
    for number, faces in enumerate(rows):
        y = ((len(rows) - 1) / 2 - number) * (layout.tile_length + gap)
        left, lower, turn = rng.uniform(-1, 1, 3) * (4.0, 1.5, 1.0)
        for place, face in enumerate(faces):
            dx, dy, own = rng.uniform(-1, 1, 3)
            x = left + (place - 4.5) * (layout.tile_width + 0.6) + 0.3 * dx
            laid.append(tile(face, x, y + lower + np.deg2rad(turn) * x + 0.5 * dy, turn + own, layout))
    return laid


def tile(face: str, x: float, y: float, angle: float = 0.0, layout: Layout = DEFAULT_LAYOUT) -> Piece:
    """A tile lying with its middle at `x`, `y` (table millimetres), turned counter-clockwise by degrees."""
    size = (layout.tile_width, layout.tile_length, layout.tile_height)
    return Piece(Shape.TILE, face, float(x), float(y), 0.0, float(angle), size)


def photograph(
    faces: FaceSet,
    look: Look,
    laid: Iterable[Piece],
    pose: CameraPose,
    printed: Image | None = None,
    layout: Layout = DEFAULT_LAYOUT,
) -> Image:
    """The picture, with a page `PRINTED` fine under the tiles if there is one."""
    light = Light(look, pose, layout.tile_height)
    width, height = pose.size
    weave = np.random.default_rng((look.seed, 10)).normal(1, 0.06, (height, width, 1))
    picture = np.asarray(weave * look.cloth_colour, np.float32)
    if printed is not None:
        _lay_page(picture, printed, pose)
    picture *= light.gains(pose.size)
    painter = BoxPainter(faces, look, pose, light)
    eye = np.array(pose.position[:2])
    patches = [painter.paint(p) for p in sorted(laid, key=lambda p: -float(np.hypot(*(eye - (p.x, p.y)))))]
    for patch in patches:
        (left, top), (rows, columns) = patch.shadow_at, patch.shadow.shape
        part = picture[top : top + rows, left : left + columns]
        part *= 1 - patch.shadow[: part.shape[0], : part.shape[1], None] / 255
    for patch in patches:
        (left, top), (rows, columns) = patch.at, patch.alpha.shape
        part = picture[top : top + rows, left : left + columns]
        part *= 1 - patch.alpha[..., None] / 255
        part += patch.colour
    blurred = cv2.GaussianBlur(picture, (0, 0), look.blur)
    noise = np.random.default_rng((look.seed, 9)).normal(0, look.noise, blurred.shape)
    exposed = (blurred + noise).clip(0, 255).astype(np.uint8)
    code = cv2.imencode(".jpg", exposed, [cv2.IMWRITE_JPEG_QUALITY, look.quality])[1]
    return np.asarray(cv2.imdecode(code, cv2.IMREAD_COLOR), np.uint8)


def _lay_page(picture: Floats, printed: Image, pose: CameraPose) -> None:
    rows, columns = printed.shape[:2]
    half = 0.5 / PRINTED
    width, height = columns / PRINTED, rows / PRINTED
    to_table = np.array([[1 / PRINTED, 0, half - width / 2], [0, -1 / PRINTED, height / 2 - half], [0, 0, 1]])
    warp = pose.homography() @ to_table
    ink = cv2.warpPerspective(28 + printed.astype(np.float32) * (208 / 255), warp, pose.size, flags=cv2.INTER_AREA)
    cover = cv2.warpPerspective(np.ones((rows, columns, 1), np.float32), warp, pose.size)[..., None]
    picture *= 1 - cover
    picture += ink * cover
