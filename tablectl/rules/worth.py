"""What a yaku is worth: han closed and open, a limit, or yakuman."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

LimitName = Literal["mangan", "haneman", "baiman", "sanbaiman"]
_LIMITS: tuple[LimitName, ...] = ("mangan", "haneman", "baiman", "sanbaiman")


@dataclass(frozen=True, slots=True)
class Worth:
    """One of: `closed` and `open` han (0 open: closed only), a `limit` that the hand counts at least and alone, or so
    many `yakuman`. `closed_only` bars a limit or yakuman from open hands. All zero: the yaku is not played.

    Prints and parses as `off`, `2`, `2/1` (closed/open), `2/-`, `mangan`, `yakuman`, `double`, with `closed` after a
    limit or yakuman for closed hands only.
    """

    closed: int = 0
    open: int = 0
    limit: LimitName | None = None
    yakuman: int = 0
    closed_only: bool = False

    def __post_init__(self) -> None:
        if min(self.closed, self.open, self.yakuman) < 0 or self.yakuman > 2 or max(self.closed, self.open) > 13:
            raise ValueError(f"{self}: han are 0 to 13, yakuman 0 to 2")
        if bool(self.closed or self.open) + bool(self.limit) + bool(self.yakuman) > 1:
            raise ValueError("a yaku is worth han, a limit or yakuman, one of these")

    @property
    def is_on(self) -> bool:
        """Whether the yaku is played."""
        return bool(self.closed or self.open or self.limit or self.yakuman)

    def han(self, closed: bool) -> int:
        """Han in a closed or an open hand."""
        return self.closed if closed else self.open

    def counts(self, closed: bool) -> bool:
        """Whether a closed or an open hand can have it."""
        if self.limit or self.yakuman:
            return closed or not self.closed_only
        return bool(self.han(closed))

    def __str__(self) -> str:
        if self.yakuman or self.limit:
            name = self.limit or ("", "yakuman", "double")[self.yakuman]
            return f"{name} closed" if self.closed_only else name
        if not self.is_on:
            return "off"
        if self.closed == self.open:
            return str(self.closed)
        return f"{self.closed or '-'}/{self.open or '-'}"

    @classmethod
    def parse(cls, text: str) -> Worth:
        """Read what a worth prints. Raises `ValueError`."""
        name, _, word = text.partition(" ")
        if word in ("", "closed"):
            if name in ("yakuman", "double"):
                return cls(yakuman=1 + (name == "double"), closed_only=bool(word))
            for limit in _LIMITS:
                if name == limit:
                    return cls(limit=limit, closed_only=bool(word))
        if text == "off":
            return cls()
        closed, slash, opened = text.partition("/")
        opened = opened if slash else closed
        if all(part == "-" or part.isdecimal() for part in (closed, opened)):
            return cls(0 if closed == "-" else int(closed), 0 if opened == "-" else int(opened))
        raise ValueError(
            f"{text!r}: expected off, han as 2 or 2/1 or 2/-, mangan, haneman, baiman, sanbaiman, yakuman or double"
        )

    @classmethod
    def read(cls, raw: object, default: Worth | None = None) -> Worth:
        """From a rule file: false, a han number, {closed, open}, a limit's name, "yakuman" or "double".

        True stands for `default`. Raises `ValueError` saying what is allowed.
        """
        if raw is False:
            return cls()
        if raw is True and default is not None and default.is_on:
            return default
        if isinstance(raw, int) and not isinstance(raw, bool):
            return cls(raw, raw)
        if isinstance(raw, dict) and raw and set(raw) <= {"closed", "open"} and all(map(_is_whole, raw.values())):
            return cls(raw.get("closed", 0), raw.get("open", 0))
        if isinstance(raw, str):
            return cls.parse(raw)
        raise ValueError(f"{raw!r}: expected {ALLOWED}")


def _is_whole(raw: object) -> bool:
    return isinstance(raw, int) and not isinstance(raw, bool)


ALLOWED = 'false, a han number, {closed, open}, "mangan", "haneman", "baiman", "sanbaiman", "yakuman" or "double"'
OFF = Worth()
MANGAN = Worth(limit="mangan")
YAKUMAN = Worth(yakuman=1)
DOUBLE = Worth(yakuman=2)


def han(closed: int, opened: int | None = None) -> Worth:
    """So many han; open the same where not said otherwise."""
    return Worth(closed, closed if opened is None else opened)
