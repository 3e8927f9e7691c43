"""One picture from a camera with its time and number."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
"""Height x width x 3, blue-green-red, 8 bits."""
Grey = NDArray[np.uint8]
"""Height x width, 8 bits."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """`image`: BGR picture; `time`: seconds on a monotonic clock; `number`: counts up from 0 in one stream.

    `small`: the same view in grey and few pixels, where the camera makes one beside the picture.
    """

    image: Image
    time: float
    number: int
    small: Grey | None = None
