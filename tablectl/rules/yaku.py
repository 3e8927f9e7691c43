"""Every yaku by name, what each is worth at a table, and those that a reading has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType

from tablectl.rules.limit import LEAST_HAN, YAKUMAN_HAN
from tablectl.rules.local import LOCAL
from tablectl.rules.ordinary import ORDINARY
from tablectl.rules.pattern import Test, Yaku, YakuLine, always
from tablectl.rules.reading import Reading
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.worth import OFF, Worth
from tablectl.rules.yakuman import YAKUMAN_TABLE

__all__ = ["BY_NAME", "Table", "Yaku", "YakuLine", "named", "register", "table_of", "worth_of"]

_by_name: dict[str, Yaku] = {yaku.name: yaku for yaku in (*ORDINARY, *YAKUMAN_TABLE, *LOCAL)}
BY_NAME: Mapping[str, Yaku] = MappingProxyType(_by_name)
"""Every yaku: ordinary, yakuman, local, and those registered."""


def register(*yaku: Yaku) -> None:
    """Add a house's own yaku (L22); rule files then set them by name like any other.

    To be called once, before rule files are read. Raises `ValueError` where a name is taken.
    """
    for entry in yaku:
        if entry.name in _by_name:
            raise ValueError(f"there is a yaku {entry.name} already")
    _by_name.update({entry.name: entry for entry in yaku})
    table_of.cache_clear()


def worth_of(name: str, ruleset: Ruleset) -> Worth:
    """What a yaku counts at this table, `OFF` where it is not played. Raises `KeyError` for an unknown name."""
    yaku = BY_NAME[name]
    base = worth_of(yaku.follows, ruleset).is_on if yaku.follows else yaku.played
    worth = dict(ruleset.yaku).get(name)
    if worth is None:
        worth = yaku.worth if base else OFF
        if yaku.doubled and ruleset.double_yakuman and worth.is_on:
            worth = replace(worth, yakuman=2)
    if name == "tanyao" and not ruleset.kuitan:
        return replace(worth, open=0)
    if name == "pinfu" and ruleset.pinfu_open:
        return replace(worth, open=worth.closed)
    return worth


@dataclass(frozen=True, slots=True)
class Counted:
    """A yaku as it counts in a closed or an open hand: by its line, or as a limit alone, or as so many yakuman."""

    test: Test
    line: YakuLine
    limit: str
    yakuman: int
    replaces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Together:
    """The yaku of a reading as they count together, less what the rest replaces.

    `lines`: those that add up. `limits`: each stands for a limit by itself. `yakuman`: names; `multiples`: how many
    yakuman each of them counts. `han`: of lines and yakuman.
    """

    lines: tuple[YakuLine, ...]
    limits: tuple[YakuLine, ...]
    yakuman: tuple[str, ...]
    multiples: tuple[int, ...]
    han: int

    def __bool__(self) -> bool:
        """Whether there is any."""
        return bool(self.han or self.limits)

    def is_only(self, name: str) -> bool:
        """Whether it is just this yaku, as a limit or yakuman."""
        return not self.lines and (*self.yakuman, *[line.name for line in self.limits]) == (name,)


class Alike:
    """Readings alike at a glance: the yaku they can have, and what those that they turned out to have come to."""

    __slots__ = ("_candidates", "_found", "tests")

    def __init__(self, candidates: Sequence[Counted]) -> None:
        self._candidates = candidates
        self._found: dict[tuple[bool, ...], Together] = {}
        self.tests = [each.test for each in candidates if each.test is not always]
        """To be made of each reading."""

    def together(self, passed: tuple[bool, ...]) -> Together:
        """What a reading has that gave these answers to the tests, in the table's order."""
        known = self._found.get(passed)
        if known is None:
            known = self._found[passed] = self._together(passed)
        return known

    def _together(self, passed: tuple[bool, ...]) -> Together:
        answers = iter(passed)
        found = [each for each in self._candidates if each.test is always or next(answers)]
        gone = {name for each in found for name in each.replaces}
        found = [each for each in found if each.line.name not in gone]
        yakuman = [each for each in found if each.yakuman]
        lines = [each.line for each in found if not each.limit and not each.yakuman]
        return Together(
            tuple(lines),
            tuple(each.line for each in found if each.limit),
            tuple(each.line.name for each in yakuman),
            tuple(each.yakuman for each in yakuman),
            sum(line.han for line in lines) + YAKUMAN_HAN * sum(each.yakuman for each in yakuman),
        )


class Table:
    """The yaku of one rule set by what a reading shows at a glance; made once, see `table_of`."""

    __slots__ = ("_alike", "_played", "ruleset")

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        worths = [(yaku, worth_of(yaku.name, ruleset)) for yaku in BY_NAME.values()]
        # Plain numbers for what a yaku needs: an `IntFlag` takes longer to combine than everything else here.
        self._played = {
            closed: [
                (int(yaku.needs), _counted(yaku, worth, closed, ruleset))
                for yaku, worth in worths
                if worth.counts(closed)
            ]
            for closed in (True, False)
        }
        self._alike: dict[int, Alike] = {}

    def plays(self, name: str) -> bool:
        """Whether this yaku counts at all."""
        return worth_of(name, self.ruleset).is_on

    def of(self, reading: Reading) -> Together:
        """What a reading has."""
        traits, ruleset = reading.traits, self.ruleset
        alike = self._alike.get(traits)
        if alike is None:
            candidates = [counted for needs, counted in self._played[reading.closed] if not needs & ~traits]
            alike = self._alike[traits] = Alike(candidates)
        return alike.together(tuple([test(reading, ruleset) for test in alike.tests]))


def _counted(yaku: Yaku, worth: Worth, closed: bool, ruleset: Ruleset) -> Counted:
    limit = "" if worth.limit is None or ruleset.aotenjou else worth.limit
    beside = bool(yaku.beside) and getattr(ruleset, yaku.beside)
    line = YakuLine(yaku.name, _han(worth, closed))
    return Counted(yaku.test, line, limit, worth.yakuman, () if beside else yaku.replaces)


def _han(worth: Worth, closed: bool) -> int:
    """Han, also those that a limit or yakuman stands for."""
    if worth.limit is not None:
        return LEAST_HAN[worth.limit]
    return worth.han(closed) + YAKUMAN_HAN * worth.yakuman


@lru_cache(maxsize=64)
def table_of(ruleset: Ruleset) -> Table:
    """The table of a rule set."""
    return Table(ruleset)


def named(lines: tuple[YakuLine, ...], ruleset: Ruleset) -> tuple[str, ...]:
    """Names for several yaku together, which count no han of their own (L21)."""
    have = {line.name for line in lines}
    return ("riichi_tan_pin",) if ruleset.riichi_tan_pin and have >= {"riichi", "tanyao", "pinfu"} else ()
