"""The printed form in a picture, as it would look from straight above at the height of the tiles' faces."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.form import Form
from vision.frame import Image
from vision.layout import DEFAULT_LAYOUT, Point
from vision.markers import EMPTY_MARKER, FORM_MARKERS, Markers, find_every, find_markers
from vision.paper import Paper

Floats = NDArray[np.float64]
FEWEST_MARKERS = 3
"""A tile may hide one of the four from a camera that looks at a slant."""
FOCALS = (0.5, 3.0)
"""Focal lengths of cameras, in longer sides of their pictures."""
USUAL_FOCAL = 0.8
"""Taken where the picture does not tell: a camera that looks straight down needs it for the tiles' height alone."""
MOST_SCALE = 4.0
"""Pixels a millimetre of the view: as many as the picture has, but no more than this."""


@dataclass(frozen=True, slots=True, eq=False)
class FormView:
    """`image` shows the page at `scale` pixels a millimetre, the plane of the tiles' faces in its true shape;
    `photographed`: pixels a millimetre of the photograph itself; `empty`: the faces on whose cells no tile lies."""

    form: Form
    image: Image
    scale: float
    photographed: float
    empty: frozenset[str]

    @classmethod
    def of(cls, photo: Image) -> FormView | None:
        """The form in a picture; None where too few of its markers are seen."""
        markers = find_markers(photo, wanted=FORM_MARKERS)
        for paper in Paper:
            form = Form.on(paper)
            seen = {marker: markers[marker] for marker in form.markers if marker in markers}
            if len(seen) >= FEWEST_MARKERS:
                return cls._from(form, seen, photo)
        return None

    @classmethod
    def _from(cls, form: Form, seen: Markers, photo: Image) -> FormView:
        page = np.array([corner for marker in seen for corner in form.markers[marker]], np.float64)
        pixels = np.concatenate([seen[marker] for marker in seen])
        paper, plane = _planes(page, pixels, (photo.shape[1], photo.shape[0]))
        width, height = form.size
        ends = cv2.perspectiveTransform(np.array([[(0, 0), (width, 0), (width, height), (0, height)]]), plane)[0]
        photographed = float(np.sqrt(cv2.contourArea(ends.astype(np.float32)) / (width * height)))
        scale = min(photographed, MOST_SCALE)
        to_page = np.array([[1 / scale, 0, 0.5 / scale], [0, 1 / scale, 0.5 / scale], [0, 0, 1]])
        flags = cv2.INTER_AREA | cv2.WARP_INVERSE_MAP
        size = (round(width * scale), round(height * scale))
        image = cv2.warpPerspective(photo, plane @ to_page, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
        bare = [corners.mean(0) for corners in find_every(photo, EMPTY_MARKER)]
        points = cv2.perspectiveTransform(np.array([bare]), np.linalg.inv(paper))[0] if bare else []
        faces = [form.face_at((float(x), float(y))) for x, y in points]
        empty = frozenset(face for face in faces if face is not None)
        return cls(form, np.asarray(image, np.uint8), scale, photographed, empty)

    def face_at(self, pixel: Point) -> str | None:
        """The face in whose cell a pixel of the view lies."""
        return self.form.face_at((pixel[0] / self.scale, pixel[1] / self.scale))


def _planes(page: Floats, pixels: Floats, size: tuple[int, int]) -> tuple[Floats, Floats]:
    """3 x 3 maps from page millimetres to pixels: on the paper, where the given points lie, and at the height of the
    tiles' faces."""
    width, height = size
    focal = _focal(page, pixels, size)
    lens = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])
    world = np.column_stack([page, np.zeros(len(page))])
    _, turn, shift = cv2.solvePnP(world, pixels, lens, np.zeros(4), flags=cv2.SOLVEPNP_IPPE)
    rotation = np.asarray(cv2.Rodrigues(turn)[0], np.float64)
    # With y downwards on the page, z leads into it.
    raised = shift.ravel() - rotation[:, 2] * DEFAULT_LAYOUT.tile_height
    paper, faces = (lens @ np.column_stack([rotation[:, :2], origin]) for origin in (shift.ravel(), raised))
    return paper, faces


def _focal(page: Floats, pixels: Floats, size: tuple[int, int]) -> float:
    """The focal length in pixels that a plane's picture tells, its optical axis in the middle of the picture.

    The page's sides are square to each other and equally scaled: two equations for 1 / focal^2.
    """
    longer = max(size)
    centred = (pixels - np.array(size) / 2) / longer
    plane, _ = cv2.findHomography(page / np.ptp(page, 0).max(), centred)
    across, down = plane[:, 0], plane[:, 1]
    factors = np.array([across[:2] @ down[:2], across[:2] @ across[:2] - down[:2] @ down[:2]])
    constants = np.array([-across[2] * down[2], down[2] ** 2 - across[2] ** 2])
    inverse = float(factors @ constants) / max(float(factors @ factors), 1e-12)
    slanting = float(np.hypot(across[2], down[2]))
    if slanting < 0.1 or inverse <= 0:
        return USUAL_FOCAL * longer
    return float(np.clip(inverse**-0.5, *FOCALS)) * longer
