"""From a bouncing contact to pushes; the time is passed in, nothing is waited for."""

from __future__ import annotations

from enum import Enum

SETTLE = 0.02
"""Seconds that a contact must stay as it is to count; data sheets of small push buttons allow up to 10 ms of bounce."""
LONG = 0.8
"""Seconds after which a push that is still held is a long one."""


class Length(Enum):
    """How long a button was held."""

    SHORT = "short"
    LONG = "long"


class Contact:
    """One button. A short push is told when it is let go, a long one while it is still held. A contact that is closed
    from the start counts once it has been opened."""

    def __init__(self, settle: float = SETTLE, long: float = LONG) -> None:
        self._settle, self._long = settle, long
        self._raw: bool | None = None
        self._since = 0.0
        self._closed: bool | None = None
        self._pushed: float | None = None
        """Since when a push is held that was not told yet."""

    def look(self, closed: bool, now: float) -> Length | None:
        """How the contact is now, in seconds on a steady clock; the push that this ends or makes a long one."""
        if closed is not self._raw:
            self._raw, self._since = closed, now
        if closed is not self._closed and now - self._since >= self._settle:
            before, self._closed = self._closed, closed
            if closed and before is not None:
                self._pushed = self._since
            elif not closed and self._pushed is not None:
                self._pushed = None
                return Length.SHORT
        if self._closed and self._pushed is not None and now - self._pushed >= self._long:
            self._pushed = None
            return Length.LONG
        return None
