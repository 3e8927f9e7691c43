"""How long to wait before a device that failed is tried again."""

from __future__ import annotations

from dataclasses import dataclass

STEADY = 10.0
"""Seconds that a device must have worked for its next failure to count as the first one."""


@dataclass(frozen=True, slots=True)
class Backoff:
    """Seconds after the `first` failure, twice as long after each further one in a row, never more than `most`."""

    first: float = 0.5
    most: float = 30.0

    def after(self, failures: int) -> float:
        """Seconds to wait after so many failures in a row, one or more."""
        return min(self.most, self.first * 2.0 ** min(failures - 1, 32))


def in_a_row(failures: int, worked: float) -> int:
    """How many failures in a row there are after one more, the device having `worked` for so many seconds."""
    return 1 if worked >= STEADY else failures + 1
