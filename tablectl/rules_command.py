"""`tablectl rules`: list, show, check and compare rule sets; print their documentation."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated

import typer

from tablectl.failure import fail
from tablectl.rulefile import RuleFile, RuleFileError, load, preset_names, rule_names, written
from tablectl.rules.option import shown
from tablectl.rules.profile import OPTIONS
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.yaku import BY_NAME, worth_of
from tablectl.rules_doc import document

app = typer.Typer(no_args_is_help=True, help="List, show, check and compare the rules of a table.")
Json = Annotated[bool, typer.Option("--json", help="JSON instead of text")]
_WIDEST = 32
"""A longer cell runs into the next column."""
Name = Annotated[str, typer.Argument(metavar="NAME", help="a preset, or a file *.toml")]


@app.command("list")
def list_presets(as_json: Json = False) -> None:
    """List the presets."""
    files = [load(name) for name in preset_names()]
    if as_json:
        keys = ("name", "title", "edition", "valid_from", "extends")
        print(json.dumps([{key: getattr(file, key) for key in keys} | _unverified(file) for file in files]))
        return
    rows = [(file.name, file.extends, f"{len(file.unverified)} unverified", _edition(file)) for file in files]
    print("\n".join(_columns(rows)))


@app.command()
def show(
    name: Name,
    changed: Annotated[bool, typer.Option(help="only what it sets itself")] = False,
    as_json: Json = False,
    as_toml: Annotated[bool, typer.Option("--toml", help="a rule file that stands alone")] = False,
) -> None:
    """Show every rule of a preset or file: value, source, and `?` where no source confirms it.

    Local yaku that are not played are left out."""
    file = _load(name)
    if as_toml:
        print(written(file), end="")
        return
    names = [rule for rule in rule_names() if not changed or rule in file.changed]
    if as_json:
        print(json.dumps(_as_json(file, names)))
        return
    print(_title(file))
    section = ""
    rows: list[tuple[str, ...]] = []
    for rule in names:
        value, source = value_of(rule, file.rules), file.source(rule) + " ?" * (rule in file.unverified)
        if rule in BY_NAME and (value, source) == ("off", "default"):
            continue
        here = OPTIONS[rule].section if rule in OPTIONS else "Yaku"
        if here != section:
            section = here
            rows.extend([("",), (section,)])
        rows.append((f"  {rule}", value, source))
    print("\n".join(_columns(rows)))
    if file.marks:
        print("\nMarks\n" + "\n".join(_columns([(f"  {mark}", text) for mark, text in file.marks.items()])))


@app.command()
def check(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="files *.toml, or presets")],
    as_json: Json = False,
) -> None:
    """Check rule files: every mistake with file, line, rule and what is allowed; exit status 1 if there is any."""
    right = True
    for name in files:
        try:
            file = load(name)
        except RuleFileError as error:
            right = False
            if as_json:
                keys = ("file", "line", "key", "text")
                problems = [{key: getattr(problem, key) for key in keys} for problem in error.problems]
                print(json.dumps({"file": name, "right": False, "problems": problems}))
            else:
                print(error, file=sys.stderr)
        else:
            if as_json:
                print(json.dumps({"file": name, "right": True, "problems": []}))
            else:
                unverified = f", {len(file.unverified)} unverified" if file.unverified else ""
                print(f"{name}: right; {len(file.changed)} rules set{unverified}")
    sys.exit(0 if right else 1)


@app.command()
def diff(a: Name, b: Name, as_json: Json = False) -> None:
    """Show the rules that differ; exit status 1 if any do."""
    one, other = _load(a), _load(b)
    rows = list(differences(one.rules, other.rules))
    if as_json:
        print(json.dumps({rule: [left, right] for rule, left, right in rows}))
    elif rows:
        print("\n".join(_columns([("", one.name, other.name), *rows])))
    else:
        print("the same rules")
    sys.exit(1 if rows else 0)


@app.command()
def doc() -> None:
    """Print docs/rules.md: every rule with its values, default, meaning and source."""
    print(document(), end="")


def value_of(rule: str, rules: Ruleset) -> str:
    """The value of an option or the worth of a yaku, in words."""
    return shown(getattr(rules, rule)) if rule in OPTIONS else str(worth_of(rule, rules))


def differences(a: Ruleset, b: Ruleset) -> Iterator[tuple[str, str, str]]:
    """Each option or yaku that differs, with both values in words."""
    for rule in rule_names():
        values = value_of(rule, a), value_of(rule, b)
        if values[0] != values[1]:
            yield rule, *values


def _load(name: str) -> RuleFile:
    try:
        return load(name)
    except RuleFileError as error:
        fail(str(error))


def _title(file: RuleFile) -> str:
    lines = [f"{file.name}: {_edition(file)}"]
    if file.extends:
        lines.append(f"starts from {file.extends}")
    return "\n".join(lines + [file.note] * bool(file.note))


def _edition(file: RuleFile) -> str:
    return (file.title or "rules without a title") + f" ({file.edition})" * bool(file.edition)


def _as_json(file: RuleFile, names: Iterable[str]) -> dict[str, object]:
    rules = {
        rule: {
            "value": getattr(file.rules, rule) if rule in OPTIONS else str(worth_of(rule, file.rules)),
            "source": file.source(rule),
            "item": OPTIONS[rule].item if rule in OPTIONS else BY_NAME[rule].item,
        }
        for rule in names
    }
    keys = ("name", "title", "edition", "valid_from", "extends", "note")
    return {key: getattr(file, key) for key in keys} | _unverified(file) | {"rules": rules, "marks": dict(file.marks)}


def _unverified(file: RuleFile) -> dict[str, list[str]]:
    return {"unverified": [rule for rule in rule_names() if rule in file.unverified]}


def _columns(rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    """The rows as lines with aligned columns; a row of one cell is a heading."""
    full = [row for row in rows if len(row) > 1]
    widths = [min(max(len(row[place]) for row in full), _WIDEST) for place in range(len(full[0]))] if full else []
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=False)).rstrip()
