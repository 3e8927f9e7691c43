"""Are two dice fair? What thrown values say of it, and how large a bias so many throws would show.

Each check compares counts with what fair dice give and says how often chance alone would differ as much (`p`). Dice
that look alike are told apart by place only: the bias of one of them shows at half its size in each place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import erfc, sqrt
from statistics import NormalDist

from tablectl.chisquare import noticed, tail
from tablectl.rules.dice import Dice, total

ALPHA = 0.01
"""A check of fair dice gives a smaller p once in a hundred times."""
POWER = 0.8
"""A bias `shows` when it makes p smaller than `ALPHA` four times of five."""
LEAST_EXPECTED = 5.0
"""Chi-square is trusted where each cell is expected so often at least."""
_FACES = 6
_FACE = "one face"
_SUMS = {pips: 6 - abs(7 - pips) for pips in range(2, 13)}
"""In how many of 36 ways two dice give each sum."""


@dataclass(frozen=True, slots=True)
class Check:
    """One question to the throws.

    `needs`: throws below which it says nothing. `freedom`: degrees of freedom of a chi-square `statistic`; 0 for a
    normal deviate. `p`: None with too few throws, or where nothing varies. `shows`: the least true deviation that
    shows, as a share of `of`.
    """

    name: str
    needs: int
    statistic: float
    freedom: int
    p: float | None
    shows: float
    of: str

    @property
    def doubtful(self) -> bool:
        """Fair dice do so once in a hundred times."""
        return self.p is not None and self.p < ALPHA


def checks(throws: Sequence[Dice]) -> tuple[Check, ...]:
    """All checks of throws in the order they were thrown, each (left, right). Raises `ValueError` for no dice."""
    sums = [total(dice) for dice in throws]
    left, right = [dice[0] for dice in throws], [dice[1] for dice in throws]
    return (
        _counts("left die", left, dict.fromkeys(range(1, 7), 1), _FACE),
        _counts("right die", right, dict.fromkeys(range(1, 7), 1), _FACE),
        _counts("both dice together", left + right, dict.fromkeys(range(1, 7), 1), _FACE, 2),
        _counts("sum of two", sums, _SUMS, "the sum 7"),
        _apart("left die after itself", left[:-1], left[1:], "one pair of faces"),
        _apart("right die after itself", right[:-1], right[1:], "one pair of faces"),
        _apart("left against right", left, right, "one pair of faces"),
        _runs("runs of the left die", left),
        _runs("runs of the right die", right),
    )


def verdict(found: Sequence[Check]) -> str:
    """What all checks say together: one p below `ALPHA` is no wonder among so many."""
    told = [check for check in found if check.p is not None]
    if not any(check.of == _FACE for check in told):
        return "too few throws to say anything"
    lowest = min(told, key=lambda check: check.p or 0.0)
    assert lowest.p is not None
    if lowest.p < ALPHA / len(told):
        return f"not fair: fair dice do so once in {1 / max(lowest.p, 1e-12):,.0f} times ({lowest.name})"
    if lowest.doubtful:
        return f"in doubt ({lowest.name}): throw as often again; chance alone does so once in {1 / lowest.p:,.0f} times"
    least = min(check.shows for check in told if check.of == _FACE)
    return f"nothing speaks against these dice; one face less than {least:.0%} off would hardly have shown"


def throws_needed(bias: float) -> int:
    """Throws of a die that show a face which comes too often or too seldom by the share `bias`."""
    return round(noticed(_FACES - 1, ALPHA, POWER) / (bias**2 * _strength(1 / _FACES)))


def _strength(chance: float) -> float:
    """Noncentrality a throw when an outcome of this chance is off by its whole, and the others make up for it alike."""
    return chance / (1 - chance)


def _counts(name: str, values: Sequence[int], ways: dict[int, int], of: str, dice: int = 1) -> Check:
    """Whether values come as often as their ways; `dice` values belong to one throw."""
    whole = sum(ways.values())
    needs = round(LEAST_EXPECTED * whole / min(ways.values()) / dice)
    freedom = len(ways) - 1
    expected = {value: len(values) * way / whole for value, way in ways.items()}
    statistic = sum((values.count(value) - often) ** 2 / often for value, often in expected.items()) if values else 0.0
    p = tail(statistic, freedom) if len(values) >= needs * dice else None
    commonest = max(ways.values()) / whole
    return Check(name, needs, statistic, freedom, p, _shows(len(values), freedom, _strength(commonest)), of)


def _apart(name: str, first: Sequence[int], second: Sequence[int], of: str) -> Check:
    """Whether one value tells anything of another, whatever their own chances are."""
    cells = _FACES**2
    needs = round(LEAST_EXPECTED * cells)
    rows = {face: first.count(face) for face in set(first)}
    columns = {face: second.count(face) for face in set(second)}
    freedom = (len(rows) - 1) * (len(columns) - 1) if first else 0
    pairs = list(zip(first, second, strict=True))
    statistic = 0.0
    for one, often in rows.items():
        for other, as_often in columns.items():
            expected = often * as_often / len(pairs)
            statistic += (pairs.count((one, other)) - expected) ** 2 / expected
    p = tail(statistic, freedom) if len(pairs) >= needs and freedom > 0 else None
    # Of a pair that comes too often, this share is not told by how often its two faces come.
    own = ((_FACES - 1) / _FACES) ** 2
    return Check(name, needs, statistic, freedom, p, _shows(len(pairs), (_FACES - 1) ** 2, own / cells), of)


def _runs(name: str, values: Sequence[int]) -> Check:
    """Whether low (1-3) and high (4-6) follow each other as by chance (Wald and Wolfowitz)."""
    needs = 40
    high = [value > _FACES // 2 for value in values]
    ups = sum(high)
    downs, count = len(high) - ups, len(high)
    statistic, p = 0.0, None
    if ups and downs and count > 2:
        runs = 1 + sum(before != after for before, after in pairwise(high))
        mean = 2 * ups * downs / count + 1
        spread = sqrt((mean - 1) * (mean - 2) / (count - 1))
        if spread > 0:
            statistic = (runs - mean) / spread
            p = erfc(abs(statistic) / sqrt(2)) if count >= needs else None
    normal = NormalDist()
    far = normal.inv_cdf(1 - ALPHA / 2) + normal.inv_cdf(POWER)
    shows = far / sqrt(count - 1) if count > 1 else float("inf")
    return Check(name, needs, statistic, 0, p, shows, "changes between low and high")


def _shows(count: int, freedom: int, strength: float) -> float:
    return sqrt(noticed(freedom, ALPHA, POWER) / (count * strength)) if count else float("inf")
