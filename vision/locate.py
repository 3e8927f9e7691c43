"""Where the camera stands, found from the first picture, looked after, and found again after a push."""

from __future__ import annotations

from collections.abc import Sequence

from vision.bump import Mount, Standing
from vision.calibrate import Calibration, CalibrationError, calibrate, from_corners
from vision.condition import complaint
from vision.frame import Frame
from vision.layout import Layout, Point
from vision.lens import Lens

CHECK_EVERY = 5.0
"""Seconds between looks at how the camera stands."""
TRY_EVERY = 0.5
"""Seconds between trials to find its place."""
SEEN = "the table is seen"


class Locator:
    """Follows one camera. `lens`, `corners`: see `vision.pipeline.Eyes`."""

    def __init__(self, layout: Layout, lens: Lens | None = None, corners: Sequence[Point] | None = None) -> None:
        self._layout, self._lens, self._corners = layout, lens, corners
        self.calibration: Calibration | None = None
        """Where the camera is; None while that is not known. Another one whenever it was found anew."""
        self.status = "looking for the table's markers"
        """In plain words: whether the table is seen, and if not, what to do."""
        self._mount: Mount | None = None
        self._marked: tuple[Point, ...] | None = None
        self._checked = float("-inf")

    @property
    def checked(self) -> float:
        """When it was last looked at how the camera stands."""
        return self._checked

    def look(self, frame: Frame) -> None:
        """Find the camera's place, or see to it that it is still the one known, when it is time to."""
        size = (frame.image.shape[1], frame.image.shape[0])
        if self._marked is not None:
            self._corners, self._marked = self._marked, None
            self.forget("looking at the corners that were marked")
        if self.calibration is not None and self.calibration.size != size:
            self.forget(self.status)
        if frame.time - self._checked >= (TRY_EVERY if self.calibration is None else CHECK_EVERY):
            self.check(frame)

    def check(self, frame: Frame) -> None:
        """Look now: much of the picture changed at once, or it is time to."""
        self._checked = frame.time
        fault = complaint(frame.image)
        if fault is not None:
            self.calibration, self._mount, self.status = None, None, fault.text
            return
        if self._mount is not None:
            if self._mount.look(frame.image) is not Standing.MOVED:
                return  # where it was, or all hidden for a moment: what lies still is still read
            if self._corners is not None:
                self._corners = self._mount.carried(self._corners)
        self._find(frame)

    def mark(self, corners: Sequence[Point], size: tuple[int, int]) -> Calibration:
        """Take the field's corners from a person, in pixels of a picture of `size`: from the next picture on the table
        is found by them. Callable from any thread. Raises `CalibrationError`."""
        calibration = from_corners(corners, size, self._layout, self._lens)
        self._marked = tuple(corners)
        return calibration

    def forget(self, status: str) -> None:
        """Nothing is known any more, for the reason in `status`."""
        self.calibration, self._mount, self.status = None, None, status
        self._checked = float("-inf")

    def _find(self, frame: Frame) -> None:
        image, layout = frame.image, self._layout
        try:
            if self._corners is not None:
                size = (image.shape[1], image.shape[0])
                self.calibration = from_corners(self._corners, size, layout, self._lens)
            else:
                self.calibration = calibrate(image, layout, self._lens)
        except CalibrationError as error:
            moved = "the camera or the table was pushed: " if self._mount is not None else ""
            self.calibration, self._mount, self.status = None, None, moved + str(error)
            return
        self._mount = Mount(self.calibration, image)
        self.status = SEEN
