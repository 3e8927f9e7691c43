"""A set of a hand: run, triplet or kan."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Group:
    """A set: a run from `kind` on, or three or four of it. `concealed`: not called and not completed by ron."""

    kind: int
    run: bool
    concealed: bool = True
    kan: bool = False

    @property
    def kinds(self) -> tuple[int, ...]:
        """The kinds of its tiles."""
        return (self.kind, self.kind + 1, self.kind + 2) if self.run else (self.kind,) * (4 if self.kan else 3)

    @property
    def mask(self) -> int:
        """Its kinds as a bit mask."""
        return (7 if self.run else 1) << self.kind
