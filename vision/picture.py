"""Picture files: opened safely, turned upright, as the 8-bit BGR arrays everything else works on."""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
from PIL import Image as Pillow
from PIL import ImageOps, UnidentifiedImageError

from vision.frame import Image

FORMATS = ("JPEG", "PNG", "WEBP", "BMP", "TIFF", "GIF", "PPM")
"""What is opened; the others either need outside programs or are not pictures from a camera."""
MOST_PIXELS = 100_000_000
"""A larger picture is refused before it is unpacked: no camera makes it, and it could fill the memory."""


class PictureError(ValueError):
    """A file that cannot be read as a picture; the text names the file and says how to mend it."""


def open_picture(path: Path) -> Image:
    """The picture in a file as height x width x 3 BGR bytes, turned as its EXIF orientation asks.

    Of several frames the first counts; transparency is laid on white. Raises `PictureError`.
    """
    try:
        if path.stat().st_size == 0:
            raise PictureError(f"{path}: the file is empty; copy or take the picture again")
        with warnings.catch_warnings(action="ignore", category=Pillow.DecompressionBombWarning):
            opened = Pillow.open(path, formats=FORMATS)
        with opened as picture:
            if picture.width * picture.height > MOST_PIXELS:
                raise PictureError(
                    f"{path}: {picture.width} x {picture.height} pixels are more than {MOST_PIXELS // 10**6} million; "
                    "save it smaller (a whole table needs about 2000 x 2000)"
                )
            return _bgr(picture)
    except FileNotFoundError:
        raise PictureError(f"{path}: no such file; check the name") from None
    except UnidentifiedImageError:
        raise PictureError(f"{path}: not a picture this program can open; save it as JPEG or PNG") from None
    except Pillow.DecompressionBombError:
        raise PictureError(
            f"{path}: far too many pixels; save it smaller than {MOST_PIXELS // 10**6} million"
        ) from None
    except (OSError, SyntaxError, EOFError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "cut short or damaged"
        raise PictureError(f"{path}: cannot be read ({reason}); copy or take the picture again") from error


def _bgr(picture: Pillow.Image) -> Image:
    """Decode a picture that is open."""
    if picture.mode.startswith(("I", "F")):  # 16 or 32 bits of grey: Pillow would clip them, so stretch them instead
        grey = np.asarray(picture, np.float64)
        low, high = float(grey.min()), float(grey.max())
        picture = Pillow.fromarray(((grey - low) * (255 / max(high - low, 1))).astype(np.uint8))
    upright = ImageOps.exif_transpose(picture)
    if upright.has_transparency_data:
        ground = Pillow.new("RGBA", upright.size, "white")
        upright = Pillow.alpha_composite(ground, upright.convert("RGBA"))
    return np.ascontiguousarray(np.asarray(upright.convert("RGB"))[..., ::-1])
