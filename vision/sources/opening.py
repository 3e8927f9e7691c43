"""From `[camera]` to the source it names."""

from __future__ import annotations

from pathlib import Path

from tablectl.config import CameraSettings
from vision.sources.files import ImageFolder, VideoFile
from vision.sources.picamera import PiCamera
from vision.sources.source import Source
from vision.sources.usb import UsbCamera


def open_source(settings: CameraSettings) -> Source:
    """The source that the settings name. Raises `SourceError` naming key and device, and what to try."""
    match settings.source:
        case "video":
            return VideoFile(Path(settings.path))
        case "images":
            return ImageFolder(Path(settings.path), settings.rate)
        case "camera":
            return UsbCamera(settings)
        case "picamera":
            return PiCamera(settings)
        case other:
            raise ValueError(f"{other!r} has no frames to read")
