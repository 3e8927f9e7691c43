"""Paying with sticks: who hands whom which sticks, so that the fewest change hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product

from tablectl.rules.seat import BySeat, Seat
from tablectl.rules.sticks import DENOMINATIONS, NO_STICKS, Sticks

Net = tuple[int, ...]
"""Sticks of one kind that each party gives away, below zero where it gets some."""


@dataclass(frozen=True, slots=True)
class Drawers:
    """Balances by denomination: the sticks in each seat's drawer, and the riichi sticks on the table."""

    seats: BySeat[Sticks]
    table: Sticks = NO_STICKS

    def of(self, party: Seat | None) -> Sticks:
        """A seat's sticks, None: those on the table."""
        return self.table if party is None else self.seats[party]

    def move(self, handed: Handed) -> Drawers:
        """After sticks were handed over. Raises `ValueError` where the giver has too few."""
        less = self._set(handed.giver, self.of(handed.giver) - handed.sticks)
        return less._set(handed.taker, less.of(handed.taker) + handed.sticks)

    def _set(self, party: Seat | None, sticks: Sticks) -> Drawers:
        if party is None:
            return replace(self, table=sticks)
        return replace(self, seats=self.seats.set(party, sticks))


@dataclass(frozen=True, slots=True)
class Handed:
    """Sticks go from one party to another; None is the middle of the table."""

    giver: Seat | None
    taker: Seat | None
    sticks: Sticks

    def __str__(self) -> str:
        names = ["the table" if party is None else f"seat {party}" for party in (self.giver, self.taker)]
        return f"{names[0]} to {names[1]}: {self.sticks}"


@dataclass(frozen=True, slots=True)
class Exchange:
    """The sticks to hand over, payments before change. Empty where nothing is due."""

    moves: tuple[Handed, ...]

    @property
    def sticks(self) -> int:
        """How many sticks change hands."""
        return sum(handed.sticks.number for handed in self.moves)


class NoExchange(ValueError):
    """The sticks at the table cannot make these payments; the text says what is missing."""


def exchange(drawers: Drawers, changes: BySeat[int]) -> Exchange:
    """The fewest sticks that bring every seat's change about; what the seats lack goes to the table, and comes from it.

    Seats with nothing to pay or to get help with change only where it cannot be done without them. Raises `NoExchange`
    where it cannot be done at all, `ValueError` for changes that are no multiple of the smallest stick.
    """
    if any(points % DENOMINATIONS[-1] for points in changes):
        raise ValueError(f"changes {list(changes)}: expected multiples of {DENOMINATIONS[-1]}")
    for seat in changes.seats:
        if (short := -changes[seat] - drawers.seats[seat].points) > 0:
            raise NoExchange(f"seat {seat} has {drawers.seats[seat].points} in sticks and is {short} short")
    to_table = -sum(changes)
    if drawers.table.points + to_table < 0:
        raise NoExchange(f"{-to_table} come from the table, where {drawers.table.points} lie")
    involved = [seat for seat in changes.seats if changes[seat]]
    if not involved:
        return Exchange(())
    for seats in (involved, list(changes.seats)):
        parties: list[Seat | None] = [*seats, *([None] if to_table else [])]
        due = [to_table if party is None else changes[party] for party in parties]
        # The table gives no change for what is laid on it.
        held = [NO_STICKS if party is None and to_table > 0 else drawers.of(party) for party in parties]
        nets = _fewest(tuple(-points // DENOMINATIONS[-1] for points in due), tuple(held))
        if nets is not None:
            return Exchange(tuple(_moves(parties, due, nets)))
    after = [sticks.points + points for sticks, points in zip(held, due, strict=True)]
    raise NoExchange(_missing(held, after))


def _fewest(due: Net, held: tuple[Sticks, ...]) -> tuple[Net, ...] | None:
    """For each kind of stick, the smallest first, what each party gives; None where it cannot be done.

    `due`: what each party owes, in the smallest sticks. Kind by kind, what remains must be a multiple of the next kind.
    """
    kinds = DENOMINATIONS[::-1]

    @cache
    def best(kind: int, owed: Net) -> tuple[int, tuple[Net, ...]] | None:
        mine = [sticks.counts[len(kinds) - 1 - kind] for sticks in held]
        last = kind == len(kinds) - 1
        if last:
            fits = sum(owed) == 0 and all(gives <= has for gives, has in zip(owed, mine, strict=True))
            return (_handed(owed), (owed,)) if fits else None
        step, found = kinds[kind + 1] // kinds[kind], None
        for net in _nets(owed, mine, step):
            carried = tuple((owes - gives) // step for owes, gives in zip(owed, net, strict=True))
            rest = best(kind + 1, carried)
            if rest is not None and (found is None or _handed(net) + rest[0] < found[0]):
                found = _handed(net) + rest[0], (net, *rest[1])
        return found

    result = best(0, due)
    return None if result is None else result[1]


def _nets(owed: Net, mine: Sequence[int], step: int) -> Iterator[Net]:
    """Every way to move one kind of stick that leaves each party owing a multiple of the next kind."""
    total = sum(mine)
    choices = [
        [gives for gives in range(has - total, has + 1) if (owes - gives) % step == 0]
        for owes, has in zip(owed[1:], mine[1:], strict=True)
    ]
    for others in product(*choices):
        first = -sum(others)
        if first <= mine[0] and (owed[0] - first) % step == 0:
            yield (first, *others)


def _handed(net: Net) -> int:
    return sum(gives for gives in net if gives > 0)


def _moves(parties: Sequence[Seat | None], due: Sequence[int], nets: tuple[Net, ...]) -> Iterator[Handed]:
    """Who hands what to whom: those who pay first, to those who get most."""
    handed: dict[tuple[int, int], list[int]] = {}
    order = sorted(range(len(parties)), key=lambda place: due[place])
    for kind, net in enumerate(reversed(nets)):
        left = list(net)
        for giver in order:
            for taker in reversed(order):
                sticks = min(left[giver], -left[taker])
                if sticks > 0:
                    handed.setdefault((giver, taker), [0] * len(DENOMINATIONS))[kind] += sticks
                    left[giver] -= sticks
                    left[taker] += sticks
    for giver, taker in sorted(handed, key=lambda pair: (order.index(pair[0]), -order.index(pair[1]))):
        tens, fives, ones, halves, hundreds = handed[giver, taker]
        yield Handed(parties[giver], parties[taker], Sticks((tens, fives, ones, halves, hundreds)))


def _missing(held: Sequence[Sticks], after: Sequence[int]) -> str:
    """Which sticks are too few: each party has room for so many of a kind, and a stick fits where a larger one does."""
    pool, larger = sum(held, NO_STICKS), 0
    for points, count in pool.by_points:
        larger += points * count
        if larger > sum(total - total % points for total in after):
            break
    return f"no exchange is possible: too few sticks below {points} to make {', '.join(map(str, after))}"


def transfers(changes: BySeat[int]) -> tuple[tuple[Seat, Seat, int], ...]:
    """Who pays whom how many points where no sticks are used, for a hand settled at once, too (EQ8).

    Few payments: the largest debt goes to the largest claim. What goes to the table or comes from it is left out.
    """
    left = {seat: changes[seat] for seat in changes.seats}
    paid: list[tuple[Seat, Seat, int]] = []
    while True:
        payer, taker = min(left, key=left.__getitem__), max(left, key=left.__getitem__)
        points = min(-left[payer], left[taker])
        if points <= 0:
            return tuple(paid)
        paid.append((payer, taker, points))
        left[payer] += points
        left[taker] -= points
