"""Rule files: presets and house rules as TOML, each rule with the source it was taken from.

[preset]
title = "Thursday table"
extends = "wrc-2025"              # a preset, or another file beside this one
unverified = ["noten_pool"]       # rules that no source confirms

[rules]                           # options and yaku, see docs/rules.md
red_fives = { p = 1, s = 1 }

[marks]                           # what the marks below stand for
T = "agreed on 3 May"

[sources]                         # rule -> marks, after a semicolon a remark
red_fives = "T"
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tablectl.rules.contradiction import contradictions
from tablectl.rules.option import shown
from tablectl.rules.profile import OPTIONS, ProfileError, flat, read
from tablectl.rules.ruleset import TENHOU, Ruleset
from tablectl.rules.yaku import BY_NAME
from tablectl.toml_lines import key_lines

PRESETS = Path(__file__).parent / "presets"
DEFAULT = "tenhou"
"""The preset whose rules hold where no other says anything."""
_TABLES = ("preset", "rules", "marks", "sources")
_TEXTS = ("title", "edition", "valid_from", "extends", "note")
Lines = Mapping[tuple[str, ...], int]


@dataclass(frozen=True, slots=True)
class Problem:
    """One mistake: the `file`, its `line` (0: the file as a whole), the `key` it is about, and what is wrong."""

    file: str
    line: int
    key: str
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.text}" if self.line else f"{self.file}: {self.text}"


class RuleFileError(ValueError):
    """Rules that cannot be read; `problems` are all that were found."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class RuleFile:
    """A rule set with where it comes from.

    `name`: a preset's name or a file's path; `edition` and `valid_from`: of the rules, as their issuer calls them;
    `extends`: what it starts from; `changed`: the rules it sets itself. `sources`, `unverified` and `marks` are those
    of the whole chain.
    """

    name: str
    rules: Ruleset
    title: str = ""
    edition: str = ""
    valid_from: str = ""
    extends: str = ""
    note: str = ""
    changed: tuple[str, ...] = ()
    sources: Mapping[str, str] = field(default_factory=dict)
    unverified: frozenset[str] = frozenset()
    marks: Mapping[str, str] = field(default_factory=dict)

    def source(self, name: str) -> str:
        """Where a rule's value comes from: its marks, or "default" when nothing in the chain sets it."""
        return self.sources.get(name, "default")


def rule_names() -> tuple[str, ...]:
    """Everything that can be set: options, then yaku."""
    return (*OPTIONS, *BY_NAME)


def preset_names() -> tuple[str, ...]:
    """The presets that come with the program."""
    return tuple(sorted(path.stem for path in PRESETS.glob("*.toml")))


def load(name: str, folder: Path = Path(), chain: tuple[Path, ...] = ()) -> RuleFile:
    """A preset by its name, or a file (`*.toml`, relative to `folder`). Raises `RuleFileError`.

    `chain`: the files that extend it, first to last.
    """
    own = name.endswith(".toml")
    if not own and name not in preset_names():
        raise RuleFileError(Problem(name, 0, "preset", f"no such preset: {_expected()}"))
    path = folder / name if own else PRESETS / f"{name}.toml"
    if path.resolve() in chain:
        names = " -> ".join(link.name for link in (*chain, path))
        raise RuleFileError(Problem(str(path), 0, "extends", f"extends itself: {names}"))
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise RuleFileError(Problem(str(path), 0, "", f"cannot be read ({error.strerror})")) from None
    except UnicodeDecodeError:
        raise RuleFileError(Problem(str(path), 0, "", "not a UTF-8 text file")) from None
    return parse(text, str(path) if own else name, path.parent, (*chain, path.resolve()))


def parse(text: str, name: str, folder: Path = Path(), chain: tuple[Path, ...] = ()) -> RuleFile:
    """Read TOML text; `name` stands for it in errors, files it extends lie in `folder`. Raises `RuleFileError`."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RuleFileError(Problem(name, 0, "", f"not valid TOML: {error}")) from None
    lines = key_lines(text)
    head, raw = (table if isinstance(table := data.get(key, {}), dict) else {} for key in ("preset", "rules"))
    problems = sorted((*_misplaced(data, name, lines), *_mistakes(raw, name, lines)), key=lambda each: each.line)
    base = RuleFile(DEFAULT, TENHOU)
    if isinstance(head.get("extends"), str):
        try:
            base = _base(head["extends"], ("preset", "extends"), name, folder, lines, chain)
        except RuleFileError as error:
            problems += error.problems
    if problems:
        raise RuleFileError(*problems)
    changed = tuple(key for key, _ in flat(raw))
    return RuleFile(
        name,
        _change(base.rules, raw, name, lines),
        **{key: head.get(key, "") for key in _TEXTS},
        changed=changed,
        sources={**base.sources, **dict.fromkeys(changed, Path(name).stem), **data.get("sources", {})},
        unverified=base.unverified - set(changed) | set(head.get("unverified", ())),
        marks={**base.marks, **data.get("marks", {})},
    )


def rules_of_table(raw: Mapping[str, object], file: str, lines: Lines) -> Ruleset:
    """The `[rules]` of a table's settings: `preset` names a preset or a file beside the settings, other keys change it.

    Raises `RuleFileError`.
    """
    options = dict(raw)
    base = _base(options.pop("preset", DEFAULT), ("rules", "preset"), file, Path(file).parent, lines, ())
    return _change(base.rules, options, file, lines)


def _change(base: Ruleset, raw: Mapping[str, object], file: str, lines: Lines) -> Ruleset:
    try:
        rules = read(raw, base)
    except ProfileError:
        raise RuleFileError(*_mistakes(raw, file, lines)) from None
    if problems := tuple(_contradictions(rules, file, lines)):
        raise RuleFileError(*problems)
    return rules


def _mistakes(raw: Mapping[str, object], file: str, lines: Lines) -> Iterator[Problem]:
    """Every rule that cannot be read."""
    for path, entry in _entries(raw):
        try:
            read(entry)
        except ProfileError as error:
            yield Problem(file, _line(lines, error.key, path), error.key, str(error))


def written(file: RuleFile) -> str:
    """The file as TOML that stands alone: whatever its chain sets, with nothing left to extend."""
    head = {key: getattr(file, key) for key in _TEXTS if key != "extends" and getattr(file, key)}
    worths = dict(file.rules.yaku)
    names = [name for name in rule_names() if name in file.sources]
    tables: dict[str, Mapping[str, object]] = {
        "preset": head | {"unverified": [name for name in rule_names() if name in file.unverified]},
        "rules": {name: str(worths[name]) if name in worths else getattr(file.rules, name) for name in names},
        "marks": file.marks,
        "sources": {name: file.sources[name] for name in names},
    }
    return "\n".join(
        f"[{table}]\n" + "".join(f"{_key(key)} = {_toml(value)}\n" for key, value in entries.items())
        for table, entries in tables.items()
    )


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _toml(key)


def _toml(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_toml, value))}]"
    # JSON texts, numbers and truth values are TOML; the one character that only TOML wants escaped is DEL.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _base(
    name: object, key: tuple[str, ...], file: str, folder: Path, lines: Lines, chain: tuple[Path, ...]
) -> RuleFile:
    """What a file starts from, named under `key`. That nothing has the name is a mistake of this file."""
    if isinstance(name, str) and (name.endswith(".toml") or name in preset_names()):
        return load(name, folder, chain)
    raise RuleFileError(Problem(file, lines.get(key, 0), key[-1], f"{key[-1]} = {name!r}: {_expected()}"))


def _expected() -> str:
    return f"expected a file *.toml or one of {', '.join(preset_names())}"


def _entries(raw: Mapping[str, object]) -> Iterator[tuple[tuple[str, ...], Mapping[str, object]]]:
    """Each key of a `[rules]` table by itself, with its path in the file."""
    for key, value in raw.items():
        if key == "yaku" and isinstance(value, Mapping):
            yield from ((("rules", key, yaku), {key: {yaku: worth}}) for yaku, worth in value.items())
        else:
            yield ("rules", key), {key: value}


def _line(lines: Lines, rule: str, path: tuple[str, ...]) -> int:
    """Where a rule is set that the entry at `path` set: a yaku's own setting may stand on a line of its own."""
    setting = rule.removeprefix(f"{path[-1]}_")
    return lines.get((*path, setting)) or lines.get(path, 0)


def _contradictions(rules: Ruleset, file: str, lines: Lines) -> Iterator[Problem]:
    for clash in contradictions(rules):
        line, key = max((lines.get(("rules", name), 0), name) for name in clash.fields)
        values = ", ".join(f"{name} = {shown(getattr(rules, name))}" for name in clash.fields)
        yield Problem(file, line, key, f"{values}: {clash.text}")


def _misplaced(data: Mapping[str, Any], file: str, lines: Lines) -> Iterator[Problem]:
    """What is wrong outside the rules themselves."""

    def problem(path: tuple[str, ...], text: str) -> Problem:
        return Problem(file, lines.get(path, 0), path[-1], text)

    for name, table in data.items():
        if name not in _TABLES:
            expected = ", ".join(f"[{known}]" for known in _TABLES)
            if name in rule_names():
                yield problem((name,), f"{name}: a rule outside [rules]; write [rules] on a line above it")
            elif isinstance(table, dict):
                yield problem((name,), f"[{name}]: expected {expected}")
            else:
                yield problem((name,), f"{name}: stands in no table; expected {expected} on a line above it")
        elif not isinstance(table, dict):
            yield problem((name,), f"{name} = {table!r}: expected a table [{name}]")
        elif name != "rules":
            for key, value in table.items():
                if reason := _unfit(name, key, value, data):
                    yield problem((name, key), f"[{name}] {key}: {reason}")


def _unfit(table: str, key: str, value: object, data: Mapping[str, Any]) -> str:
    """What is wrong with an entry of another table than the rules; nothing when it is right."""
    if table == "preset" and key == "unverified":
        unknown = [name for name in value if name not in rule_names()] if isinstance(value, list) else [value]
        return f"expected a list of rules; no rule is named {', '.join(map(str, unknown))}" if unknown else ""
    if table == "preset" and key not in _TEXTS:
        return f"unknown key; expected {', '.join(_TEXTS)} or unverified"
    if table == "sources" and key not in dict(flat(data.get("rules", {}))):
        return "a source for a rule that this file does not set"
    return "" if isinstance(value, str) else "expected a text"
