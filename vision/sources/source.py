"""What every source of frames is, and how it says that it cannot go on."""

from __future__ import annotations

from typing import Protocol

from vision.frame import Frame, Image


class SourceError(RuntimeError):
    """There are no (more) frames; the text names the setting and the device, and says what to try."""


class Source(Protocol):
    """Gives frame after frame, all of one size."""

    live: bool
    """It goes on by itself and may come back after a failure; the others are files, which end."""

    @property
    def given(self) -> str:
        """In plain words: what is really delivered."""
        ...

    def read(self) -> Frame | None:
        """The next frame, waited for; None at the end of a file. Raises `SourceError`."""
        ...

    def close(self) -> None:
        """Let go of the device; nothing is read afterwards."""
        ...


def same_size(before: Image | None, now: Image, what: str, hint: str) -> None:
    """Raise `SourceError` where a picture is of another size than the one before it."""
    if before is not None and before.shape != now.shape:
        was, became = (f"{image.shape[1]} x {image.shape[0]}" for image in (before, now))
        raise SourceError(f"{what}: the pictures changed from {was} to {became} pixels in mid-stream; {hint}")
