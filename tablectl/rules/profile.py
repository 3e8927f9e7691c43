"""Rule sets as plain data, as TOML files and JSON lines hold them: names and values in, `Ruleset` out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from difflib import get_close_matches
from typing import Any

from tablectl.rules.option import Option, option_of
from tablectl.rules.ruleset import TENHOU, Ruleset
from tablectl.rules.worth import ALLOWED, Worth
from tablectl.rules.yaku import BY_NAME

OPTIONS: Mapping[str, Option] = {
    entry.name: option for entry in fields(Ruleset) if (option := option_of(entry)) is not None
}
"""Every option by its field's name, in the order of `Ruleset`."""
_ALIASES = {
    "chombo": {"mangan_payment": "reverse_mangan"},
    "touhoku_shinkansen_suit": {"sou": "s"},
    "golden_gate_bridge_suit": {"pin": "p"},
}
"""Other words in use for a value."""


class ProfileError(ValueError):
    """A rule that does not exist or cannot be so. `key`: its name as written; the text says what is allowed."""

    def __init__(self, key: str, text: str) -> None:
        super().__init__(f"{key}: {text}")
        self.key = key


def read(raw: Mapping[str, object], base: Ruleset = TENHOU) -> Ruleset:
    """The rules of `base` with these changed.

    Keys are options (`OPTIONS`) and yaku (`tablectl.rules.yaku.BY_NAME`); a table under a yaku's name sets its worth
    (`han` or `closed` and `open`, or `value`) and its own settings: `hyakumangoku = {threshold = 100}` switches the
    yaku on and sets `hyakumangoku_threshold`. What is read may contradict itself, see `tablectl.rules.contradiction`.
    Raises `ProfileError`.
    """
    changes: dict[str, Any] = {}
    yaku = dict(base.yaku)
    for key, value in flat(raw):
        if key in OPTIONS:
            changes[key] = _read_option(key, value)
        elif key in BY_NAME:
            yaku[key] = _read_worth(key, value)
        else:
            raise ProfileError(key or '""', _unknown(key))
    return replace(base, **changes, yaku=tuple(yaku.items()))


def flat(raw: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    """The single rules that plain data sets, unread: tables of yaku are taken apart."""
    for key, value in raw.items():
        if key == "yaku" and isinstance(value, Mapping):
            yield from flat(value)
        elif key == "chombo" and isinstance(value, int) and not isinstance(value, bool):
            yield from (("chombo", "fixed"), ("chombo_points", value))
        elif key == "multiple_yakuman" and isinstance(value, int) and not isinstance(value, bool):
            yield from (("multiple_yakuman", True), ("most_yakuman", value))
        elif isinstance(value, Mapping) and key in BY_NAME:
            own = {name: part for name, part in value.items() if f"{key}_{name}" in OPTIONS}
            worth = {name: part for name, part in value.items() if name not in own}
            yield key, next(iter(worth.values())) if worth.keys() in ({"value"}, {"han"}) else worth or True
            yield from ((f"{key}_{name}", part) for name, part in own.items())
        else:
            yield key, value


def _unknown(key: str) -> str:
    near = get_close_matches(key, (*OPTIONS, *BY_NAME), n=3, cutoff=0.7)
    hint = f"did you mean {' or '.join(near)}?" if near else "docs/rules.md lists them all"
    return f"no rule has this name; {hint}"


def _read_option(key: str, value: object) -> Any:
    if isinstance(value, str):
        value = _ALIASES.get(key, {}).get(value, value)
    try:
        return OPTIONS[key].values.read(value)
    except ValueError as error:
        raise ProfileError(key, f"{value!r}: {error}") from None


def _read_worth(key: str, value: object) -> Worth:
    try:
        return Worth.read(value, BY_NAME[key].worth)
    except ValueError:
        own = [name.removeprefix(f"{key}_") for name in OPTIONS if name.startswith(f"{key}_")]
        settings = f"; settings of its own: {', '.join(own)}" if own else ""
        allowed = f"expected {ALLOWED}, or true for {BY_NAME[key].worth}{settings}"
        raise ProfileError(key, f"{value!r}: {allowed}") from None
