"""Lines of the keys of a TOML text, whatever form the keys have."""

from __future__ import annotations

import tomllib

from hypothesis import given
from hypothesis import strategies as st

from tablectl.toml_lines import key_lines

TEXT = '''# [no] table = 1
title = "a # no comment, b = 2" # a comment with x = 1

[rules] # head
uma = [ # over lines
  15, 5,
  -5, -15, # last = 1
]
red_fives = { m = 1, s = { deep = [1, { far = 2 }] } }
yaku.toitoi = "much"
"quoted key" = 'single ] quotes'
long = """
x = 1
[nowhere]
"""
start = 25000
when = 2023-04-01 10:00:00
share = 1.5

[rules.chiitoitsu]
han = 2

[[rows]]
name = "a"
[[rows]]
name = "b"
[ dotted . "head" ]
last=true'''


def test_each_form_of_key_is_found() -> None:
    tomllib.loads(TEXT)
    assert key_lines(TEXT) == {
        ("title",): 2,
        ("rules",): 4,
        ("rules", "uma"): 5,
        ("rules", "red_fives"): 9,
        ("rules", "red_fives", "m"): 9,
        ("rules", "red_fives", "s"): 9,
        ("rules", "red_fives", "s", "deep"): 9,
        ("rules", "red_fives", "s", "deep", "far"): 9,
        ("rules", "yaku"): 10,
        ("rules", "yaku", "toitoi"): 10,
        ("rules", "quoted key"): 11,
        ("rules", "long"): 12,
        ("rules", "start"): 16,
        ("rules", "when"): 17,
        ("rules", "share"): 18,
        ("rules", "chiitoitsu"): 20,
        ("rules", "chiitoitsu", "han"): 21,
        ("rows",): 23,
        ("rows", "name"): 24,
        ("dotted",): 27,
        ("dotted", "head"): 27,
        ("dotted", "head", "last"): 28,
    }


def test_other_line_ends_and_no_text() -> None:
    assert key_lines("a = 1\r\n[b]\r\nc = 2\r\n") == {("a",): 1, ("b",): 2, ("b", "c"): 3}
    assert key_lines("") == {}


VALUES = st.sampled_from(
    [
        "1",
        "-2.5",
        "true",
        '"x = 1 # ]"',
        "'[y]'",
        "[1, [2, 3]]",
        "[\n 1,\n 2 # z = 3\n]",
        "{ k = 1 }",
        '"""\nq = 1\n"""',
    ]
)


@given(st.lists(st.tuples(st.integers(0, 2), VALUES), max_size=8))
def test_every_key_stands_where_it_was_written(entries: list[tuple[int, str]]) -> None:
    text, expected, line = "", {}, 1
    for number, (blank, value) in enumerate(entries):
        line += blank
        expected["rules", f"k{number}"] = line + 1
        text += "\n" * blank + f"k{number} = {value}\n"
        line += 1 + value.count("\n")
    text = "[rules]\n" + text
    tomllib.loads(text)
    assert {path: at for path, at in key_lines(text).items() if len(path) == 2} == expected
