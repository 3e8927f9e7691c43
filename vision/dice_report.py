"""Pictures of dice read one after the other: all that `tablectl dice` does."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from vision.calibrate import CalibrationError, calibrate
from vision.dice import Throw, read_picture, read_table
from vision.frame import Image
from vision.layout import DEFAULT_LAYOUT, Layout
from vision.picture import PictureError, open_picture


def read_throw(image: Image, layout: Layout = DEFAULT_LAYOUT) -> Throw:
    """The dice in their place on a table with its markers; in a picture without them, those anywhere in it."""
    try:
        calibration = calibrate(image, layout)
    except CalibrationError:
        return read_picture(image)
    return read_table(image, calibration, layout.dice_middle, layout.dice_half)


def describe(picture: Path, throw: Throw) -> str:
    """A throw in a line for people."""
    if throw.values is not None:
        return f"{picture}: {throw.values[0]} and {throw.values[1]}"
    assert throw.why is not None
    return f"{picture}: unclear, {throw.why.value}"


def read_dice(pictures: Sequence[Path], as_json: bool = False) -> int:
    """The whole of `tablectl dice`, to standard output and error; returns the exit status: 2 when a file cannot be
    read as a picture, else 0."""
    status = 0
    for picture in pictures:
        try:
            throw = read_throw(open_picture(picture))
        except PictureError as error:
            print(f"tablectl: {error}", file=sys.stderr)
            status = 2
            continue
        print(json.dumps({"picture": str(picture), **throw.to_json()}) if as_json else describe(picture, throw))
    return status
