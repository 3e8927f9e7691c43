"""Points as a ledger: entries, never balances. What the seats lack lies on the table as riichi sticks."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tablectl.rules.seat import BySeat, Seat, seats

STICK = 1000
"""Points of a riichi stick."""
RIICHI, RIICHI_RETURNED, STICKS_TAKEN = "riichi", "riichi stick back", "riichi sticks"
"""Reasons of entries that put sticks on the table and take them off it."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Points that a seat got (or gave, below zero), and why."""

    seat: Seat
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class Assertion:
    """A drawer counted by hand: the seat has so many points, where the entries said `expected`. Moves no point."""

    seat: Seat
    counted: int
    expected: int

    @property
    def difference(self) -> int:
        """Points found above what the entries said, below zero where some are missing."""
        return self.counted - self.expected


@dataclass(frozen=True, slots=True)
class Ledger:
    """What every seat started with and all that changed since; `assertions`: what was counted in between."""

    start: BySeat[int]
    entries: tuple[Entry, ...] = ()
    assertions: tuple[Assertion, ...] = ()

    def add(self, *entries: Entry) -> Ledger:
        """The ledger with more entries."""
        return replace(self, entries=self.entries + entries)

    def count(self, seat: Seat, points: int, expected: int) -> Ledger:
        """The ledger with a drawer counted."""
        return replace(self, assertions=(*self.assertions, Assertion(seat, points, expected)))

    @property
    def differences(self) -> tuple[Assertion, ...]:
        """The newest count of each seat where it is not what the entries said."""
        newest = {assertion.seat: assertion for assertion in self.assertions}
        return tuple(newest[seat] for seat in sorted(newest) if newest[seat].difference)

    @property
    def points(self) -> BySeat[int]:
        """What each seat owns now."""
        return BySeat.of(
            start + change for start, change in zip(self.start, changes(self.entries, len(self.start)), strict=True)
        )

    @property
    def deposits(self) -> int:
        """Points that lie on the table as riichi sticks."""
        return -sum(entry.points for entry in self.entries)

    @property
    def staked(self) -> BySeat[int]:
        """Points of the riichi sticks on the table by who laid them down: who wins takes them all."""
        staked = BySeat.fill(0, len(self.start))
        for entry in self.entries:
            if entry.reason in (RIICHI, RIICHI_RETURNED):
                staked = staked.set(entry.seat, staked[entry.seat] - entry.points)
            elif entry.reason == STICKS_TAKEN:
                staked = BySeat.fill(0, len(self.start))
        return staked


def changes(entries: tuple[Entry, ...], players: int = 4) -> BySeat[int]:
    """The sum of the entries for each seat."""
    sums = dict.fromkeys(seats(players), 0)
    for entry in entries:
        sums[entry.seat] += entry.points
    return BySeat.of(sums.values())


def split(points: int, count: int) -> tuple[int, ...]:
    """So many parts, alike in whole hundreds; what is left over goes to the first ones, a hundred each.

    Points below a hundred stay with the first.
    """
    hundreds, rest = divmod(points, 100)
    part, left = divmod(hundreds, count)
    parts = [100 * (part + (place < left)) for place in range(count)]
    parts[0] += rest
    return tuple(parts)
