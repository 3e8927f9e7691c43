"""Videos and folders of pictures as frames."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from tablectl.config import CameraSettings
from vision.frame import Image
from vision.sources.files import ImageFolder, VideoFile
from vision.sources.opening import open_source
from vision.sources.source import Source, SourceError


def picture(shade: int, width: int = 320) -> Image:
    return np.full((240, width, 3), shade, np.uint8)


def shades(source: Source) -> list[tuple[float, int, int]]:
    """Time, number and grey of every frame."""
    frames = iter(source.read, None)
    return [(frame.time, frame.number, round(float(frame.image.mean()))) for frame in frames]


def write_video(path: Path, pictures: list[Image], rate: float = 5.0) -> None:
    height, width = pictures[0].shape[:2]
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), rate, (width, height))
    for image in pictures:
        writer.write(image)
    writer.release()


def test_a_video_gives_its_frames_at_its_own_rate(tmp_path: Path) -> None:
    write_video(tmp_path / "film.avi", [picture(shade) for shade in (40, 80, 120)])
    source = open_source(CameraSettings("video", path=str(tmp_path / "film.avi")))
    assert source.given == "a video of 320 x 240 pixels, 5 pictures a second" and not source.live
    seen = shades(source)
    assert [(time, number) for time, number, _ in seen] == [(0.0, 0), (0.2, 1), (0.4, 2)]
    assert [abs(shade - want) <= 2 for (*_, shade), want in zip(seen, (40, 80, 120), strict=True)] == [True] * 3
    assert source.read() is None
    source.close()


def test_a_video_that_is_none_is_named(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"\[camera\] source = 'video', path = '.*absent.mp4': no such file"):
        VideoFile(tmp_path / "absent.mp4")
    (tmp_path / "note.mp4").write_text("no video")
    with pytest.raises(SourceError, match=r"note\.mp4'.*not a video this program can open; save it as"):
        VideoFile(tmp_path / "note.mp4")


def test_a_folder_gives_its_pictures_by_name(tmp_path: Path) -> None:
    for name, shade in (("b.png", 80), ("a.jpg", 40), ("c.PNG", 120)):
        cv2.imwrite(str(tmp_path / name), picture(shade))
    (tmp_path / "notes.txt").write_text("no picture")
    source = open_source(CameraSettings("images", path=str(tmp_path), rate=4))
    assert source.given == "3 pictures, timed by their order"
    assert shades(source) == [(0.0, 0, 40), (0.25, 1, 80), (0.5, 2, 120)]


def test_names_that_are_seconds_tell_the_times(tmp_path: Path) -> None:
    for name, shade in (("9.5.png", 40), ("10.25.png", 80)):
        cv2.imwrite(str(tmp_path / name), picture(shade))
    source = ImageFolder(tmp_path, 10)
    assert source.given == "2 pictures, timed by their names"
    assert shades(source) == [(9.5, 0, 40), (10.25, 1, 80)]


def test_a_folder_without_pictures_is_named(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"source = 'images', path = '.*': no such folder"):
        ImageFolder(tmp_path / "absent", 10)
    with pytest.raises(SourceError, match=r"holds no picture; expected files named \*\.jpg"):
        ImageFolder(tmp_path, 10)


def test_a_bad_picture_and_one_of_another_size_are_named(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "1.png"), picture(40))
    cv2.imwrite(str(tmp_path / "2.png"), picture(40, width=400))
    source = ImageFolder(tmp_path, 10)
    assert source.read() is not None
    with pytest.raises(SourceError, match=r"2\.png: the pictures changed from 320 x 240 to 400 x 240 pixels"):
        source.read()
    (tmp_path / "2.png").write_text("no picture")
    source = ImageFolder(tmp_path, 10)
    assert source.read() is not None
    with pytest.raises(SourceError, match=r"2\.png: not a picture"):
        source.read()
