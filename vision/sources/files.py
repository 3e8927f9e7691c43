"""Recorded frames: a video file, or a folder of pictures."""

from __future__ import annotations

import re
from pathlib import Path

import cv2
import numpy as np

from vision.frame import Frame, Image
from vision.picture import PictureError, open_picture
from vision.sources.source import SourceError, same_size

SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff", ".ppm")
"""Files of a folder that are taken for pictures."""
_SECONDS = re.compile(r"\d+\.\d+")
"""A name (without its suffix) that tells the picture's time."""
RATES = (0.1, 240.0)
"""Pictures a second that a video's own figure may be; others are mistakes of whoever wrote it."""


class VideoFile:
    """The frames of a video, timed by the rate that the file states, from 0."""

    live = False

    def __init__(self, path: Path) -> None:
        self._what = f"[camera] source = 'video', path = {str(path)!r}"
        if not path.is_file():
            raise SourceError(f"{self._what}: no such file; check the path")
        self._video = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
        if not self._video.isOpened():
            raise SourceError(f"{self._what}: not a video this program can open; save it as MP4 (H.264) or MJPEG AVI")
        self._rate = float(self._video.get(cv2.CAP_PROP_FPS))
        if not RATES[0] <= self._rate <= RATES[1]:
            raise SourceError(f"{self._what}: says {self._rate:g} pictures a second; save it at a fixed rate")
        self._number = 0
        self._before: Image | None = None

    @property
    def given(self) -> str:
        width, height = (round(self._video.get(key)) for key in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT))
        return f"a video of {width} x {height} pixels, {self._rate:g} pictures a second"

    def read(self) -> Frame | None:
        going_on, picture = self._video.read()
        if not going_on:
            if self._number == 0:
                raise SourceError(f"{self._what}: holds no picture that can be decoded; copy or record it again")
            return None
        image: Image = np.asarray(picture, np.uint8)
        same_size(self._before, image, self._what, "cut the video there")
        self._before = image
        number, self._number = self._number, self._number + 1
        return Frame(image, number / self._rate, number)

    def close(self) -> None:
        self._video.release()


class ImageFolder:
    """The pictures of a folder in order of their names, `rate` a second; `0012.350.jpg` was taken at 12.35 seconds.

    Names tell times only if all of them do.
    """

    live = False

    def __init__(self, folder: Path, rate: float) -> None:
        self._what = f"[camera] source = 'images', path = {str(folder)!r}"
        if not folder.is_dir():
            raise SourceError(f"{self._what}: no such folder; check the path")
        self._files = sorted(path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES)
        if not self._files:
            raise SourceError(f"{self._what}: holds no picture; expected files named *{', *'.join(SUFFIXES)}")
        self._times = [number / rate for number in range(len(self._files))]
        self._timed = all(_SECONDS.fullmatch(path.stem) for path in self._files)
        if self._timed:
            self._files.sort(key=lambda path: float(path.stem))
            self._times = [float(path.stem) for path in self._files]
        self._number = 0
        self._before: Image | None = None

    @property
    def given(self) -> str:
        return f"{len(self._files)} pictures, timed by their {'names' if self._timed else 'order'}"

    def read(self) -> Frame | None:
        if self._number == len(self._files):
            return None
        path, number = self._files[self._number], self._number
        try:
            image = open_picture(path)
        except PictureError as error:
            raise SourceError(f"{self._what}: {error}") from None
        same_size(self._before, image, f"{self._what}, {path.name}", "take it out of the folder")
        self._before = image
        self._number += 1
        return Frame(image, self._times[number], number)

    def close(self) -> None:
        self._number = len(self._files)
