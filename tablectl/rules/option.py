"""One rule that tables set differently: its values, its checklist item, what it means."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import Field, dataclass, field
from typing import Any, Protocol


class Values(Protocol):
    """What may be set. `str()` says what is allowed."""

    def read(self, raw: object) -> Any:
        """The value from a rule file's entry (as TOML or JSON has it). Raises `ValueError` saying what is allowed."""


@dataclass(frozen=True, slots=True)
class Switch:
    """Played or not."""

    def read(self, raw: object) -> bool:
        """True or false."""
        if not isinstance(raw, bool):
            raise ValueError(f"expected {self}")
        return raw

    def __str__(self) -> str:
        return "true or false"


@dataclass(frozen=True, slots=True)
class Choice:
    """One of these. `false` and `true`: what the bare words stand for, if anything."""

    names: tuple[str | int, ...]
    false: str | int | None = None
    true: str | int | None = None

    def read(self, raw: object) -> str | int:
        """The name or number itself."""
        if isinstance(raw, bool):
            stands = self.true if raw else self.false
            if stands is not None:
                return stands
        elif isinstance(raw, (str, int)) and raw in self.names:
            return raw
        raise ValueError(f"expected {self}")

    def __str__(self) -> str:
        words = [str(name) for name in self.names]
        bare = [f"{word} for {name}" for word, name in (("false", self.false), ("true", self.true)) if name is not None]
        return " or ".join((", ".join(words[:-1]), words[-1])) + (f" ({', '.join(bare)})" if bare else "")


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number within bounds, a multiple of `step`; false stands for 0 where `off` is set."""

    low: int
    high: int
    off: bool = False
    step: int = 1

    def read(self, raw: object) -> int:
        """The number."""
        if raw is False and self.off:
            return 0
        if isinstance(raw, bool) or not isinstance(raw, int) or not self.low <= raw <= self.high or raw % self.step:
            raise ValueError(f"expected {self}")
        return raw

    def __str__(self) -> str:
        steps = f" in steps of {self.step}" if self.step > 1 else ""
        return f"a whole number from {self.low:,} to {self.high:,}{steps}{' or false' if self.off else ''}"


@dataclass(frozen=True, slots=True)
class Several:
    """Any of these; true stands for all, false for none."""

    names: tuple[str, ...]

    def read(self, raw: object) -> tuple[str, ...]:
        """Those chosen, in the order of `names`."""
        if isinstance(raw, bool):
            return self.names if raw else ()
        if not isinstance(raw, (list, tuple)) or any(name not in self.names for name in raw):
            raise ValueError(f"expected {self}")
        return tuple(name for name in self.names if name in raw)

    def __str__(self) -> str:
        return f"a list of {', '.join(self.names)} (true for all, false for none)"


@dataclass(frozen=True, slots=True)
class Numbers:
    """A number a place, first to last, or none."""

    least: int
    most: int

    def read(self, raw: object) -> tuple[float, ...]:
        """The numbers."""
        if not isinstance(raw, (list, tuple)) or not self.least <= len(raw) <= self.most:
            raise ValueError(f"expected {self}")
        if any(isinstance(number, bool) or not isinstance(number, (int, float)) for number in raw):
            raise ValueError(f"expected {self}")
        return tuple(raw)

    def __str__(self) -> str:
        count = f"{self.least} to {self.most}" if self.least < self.most else str(self.least)
        return f"a list of {count} numbers"


@dataclass(frozen=True, slots=True)
class RedFives:
    """How many fives of each suit are red."""

    def read(self, raw: object) -> tuple[int, int, int]:
        """Counts of m, p and s."""
        if isinstance(raw, dict):
            if not set(raw) <= set("mps"):
                raise ValueError(f"expected {self}")
            raw = [raw.get(suit, 0) for suit in "mps"]
        if not isinstance(raw, (list, tuple)) or len(raw) != 3:
            raise ValueError(f"expected {self}")
        if any(isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= 4 for count in raw):
            raise ValueError(f"expected {self}")
        return raw[0], raw[1], raw[2]

    def __str__(self) -> str:
        return "{m, p, s}: how many of the four fives of a suit are red"


@dataclass(frozen=True, slots=True)
class Words:
    """Free text for people."""

    def read(self, raw: object) -> str:
        """The text without space around it."""
        if not isinstance(raw, str):
            raise ValueError(f"expected {self}")
        return raw.strip()

    def __str__(self) -> str:
        return "a text"


@dataclass(frozen=True, slots=True)
class Rows:
    """A list of lists of numbers, or an empty list."""

    count: int
    width: int

    def read(self, raw: object) -> tuple[tuple[float, ...], ...]:
        """The rows."""
        if raw in (False, [], ()):
            return ()
        if not isinstance(raw, (list, tuple)) or len(raw) != self.count:
            raise ValueError(f"expected {self}")
        return tuple(Numbers(self.width, self.width).read(row) for row in raw)

    def __str__(self) -> str:
        return f"{self.count} lists of {self.width} numbers, or an empty list"


@dataclass(frozen=True, slots=True)
class Option:
    """`values` it takes, checklist `item`, what it `means` in a sentence, and the `section` it is listed under."""

    values: Values
    item: str
    means: str
    section: str


def section(name: str) -> Callable[..., Any]:
    """Makes the options of one section: `option(default, values, item, means)` as a dataclass field."""

    def option(default: Any, values: Values, item: str, means: str) -> Any:
        return field(default=default, metadata={"option": Option(values, item, means, name)})

    return option


def option_of(entry: Field[Any]) -> Option | None:
    """The option that a dataclass field describes, None where it is none."""
    found = entry.metadata.get("option")
    return found if isinstance(found, Option) else None


def shown(value: object) -> str:
    """A rule's value in words, as rule files write it but for the quotes, which only an empty text has."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return f"[{', '.join(map(shown, value))}]"
    return str(value) or '""'
