"""docs/rules.md, printed from the rules themselves: `tablectl rules doc > docs/rules.md`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tablectl.rulefile import DEFAULT, RuleFile, load, preset_names
from tablectl.rules.contradiction import CONTRADICTIONS
from tablectl.rules.option import shown
from tablectl.rules.profile import OPTIONS
from tablectl.rules.worth import ALLOWED
from tablectl.rules.yaku import BY_NAME

_HEAD = """# Rules

Printed from the code by `tablectl rules doc`; a test keeps it true. Every rule that tables set differently is a field
of `tablectl.rules.ruleset.Ruleset`. A table takes a preset or a rule file, in its settings:

```toml
[rules]
preset = "wrc-2025"        # or a file: "thursday.toml"
kuitan = false             # what differs
```

A rule file starts from a preset or from another file and says where its rules come from:

```toml
[preset]
title = "Thursday table"
extends = "wrc-2025"
unverified = ["noten_pool"]        # rules that nobody has confirmed yet

[rules]
red_fives = { p = 1, s = 1 }
toitoi = { closed = 3, open = 2 }  # a yaku and its worth
hyakumangoku = { value = "yakuman", threshold = 90 }

[marks]
T = "agreed on 3 May"

[sources]
red_fives = "T"
toitoi = "T; as in the old club"
```

`tablectl rules list` names the presets, `show` prints one, `check FILE` finds every mistake with its line, `diff A B`
compares two. The items (EQ1 to EN11, PE1) are those of the rule checklist, by which the tests are named, too.
"""
_LOCAL_YAKU = """## How to add a local yaku

One entry in `tablectl/rules/local.py` and one test. Say a house plays *all odd*: a hand of 1, 3, 5, 7, 9 alone, two
han closed, one open. The kinds of a hand are a bit mask; kind 0 is 1m, kind 26 is 9s:

```python
_ODD = mask(kind for kind in range(27) if kind % 9 % 2 == 0)

_local("all_odd", han(2, 1), "L22", lambda r, _: not r.kinds & ~_ODD)
```

The test takes one hand that has it and one that misses it by a pair:

```python
def test_all_odd() -> None:
    rules = read({"all_odd": True})
    assert yaku(value("111333m55577p11s", "1s", ruleset=rules))["all_odd"] == 2
    assert "all_odd" not in yaku(value("111333m55577p22s", "2s", ruleset=rules))
```

From then on rule files set it by name (`all_odd = true`, `all_odd = 3`), `tablectl rules show` lists it, and this page
prints it; a row in `tablectl/rules/words.py` gives its names. The other fields of an entry (what it replaces, what it
follows, which hands need no test) stand in `tablectl.rules.pattern.Yaku`. A program that brings a yaku of its own
leaves the tables alone and calls `tablectl.rules.yaku.register` with such an entry.
"""


def document() -> str:
    """The whole page."""
    default = load(DEFAULT)
    files = [load(name) for name in preset_names()]
    return "\n".join([_HEAD, *_options(default), *_contradictory(), *_yaku(), *_presets(files), _LOCAL_YAKU])


def _options(default: RuleFile) -> Iterator[str]:
    section = ""
    for name, option in OPTIONS.items():
        if option.section != section:
            if section:
                yield ""
            section = option.section
            yield f"## {section}\n"
            yield from _row(("rule", "values", "default", "meaning", "source of the default", "item"), head=True)
        source = default.source(name) + " ?" * (name in default.unverified)
        yield from _row(
            (f"`{name}`", option.values, shown(getattr(default.rules, name)), option.means, source, option.item)
        )
    marks = "; ".join(f"{mark}: {text}" for mark, text in default.marks.items())
    yield f"\nMarks of the sources: {marks}. A `?`: sources are silent or disagree.\n"


def _contradictory() -> Iterator[str]:
    yield "## What cannot stand together\n"
    yield from _row(("rules", "why, and the way out"), head=True)
    for entry in CONTRADICTIONS:
        yield from _row((", ".join(f"`{name}`" for name in entry.fields), entry.text))
    yield ""


def _yaku() -> Iterator[str]:
    yield "## Yaku\n"
    yield f"To be set: {ALLOWED}; true for the worth here. Worths read closed/open, `-`: not in such a hand.\n"
    yield from _row(("yaku", "worth", "played by default", "item"), head=True)
    for name, yaku in BY_NAME.items():
        played = f"as `{yaku.follows}`" if yaku.follows else "yes" if yaku.played else "no"
        yield from _row((f"`{name}`", yaku.worth, played, yaku.item))
    yield ""


def _presets(files: Iterable[RuleFile]) -> Iterator[str]:
    yield "## Presets\n"
    yield "Unverified: rules on which the sources are silent or disagree; let the table confirm them.\n"
    yield from _row(("preset", "title", "edition", "starts from", "sets", "unverified", "note"), head=True)
    for file in files:
        unverified = ", ".join(f"`{name}`" for name in sorted(file.unverified))
        yield from _row(
            (f"`{file.name}`", file.title, file.edition, file.extends, len(file.changed), unverified, file.note)
        )
    yield ""


def _row(cells: Iterable[object], head: bool = False) -> Iterator[str]:
    texts = [str(cell).replace("|", "\\|") for cell in cells]
    yield f"| {' | '.join(texts)} |"
    if head:
        yield f"|{' --- |' * len(texts)}"
