"""Where each key of a TOML text stands: `tomllib` tells values without their lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

Path = tuple[str, ...]
_TOKEN = re.compile(
    r"""
    (?P<skip> [ \t\r]+ | \#[^\n]* )
    | (?P<quoted> \"{3}(?:\\.|[^\\])*?\"{3,5} | '{3}.*?'{3,5} | "(?:\\.|[^"\\\n])*" | '[^'\n]*' )
    | (?P<plain> [\n\[\]{}=.,] | [^\s\[\]{}=.,\#"']+ )
    """,
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class _Token:
    """`text`: a mark, word or line end, or what stands between quotes (`quoted`)."""

    text: str
    line: int
    quoted: bool

    def is_mark(self, marks: str) -> bool:
        return not self.quoted and self.text in marks


def key_lines(text: str) -> Mapping[Path, int]:
    """The line (from 1) of every table header and key, by its whole path; `text` is valid TOML.

    Of a key set more than once (tables in a list) the first line is told.
    """
    lines: dict[Path, int] = {}
    tokens = _tokens(text)
    table: Path = ()
    for token in tokens:
        if token.is_mark("["):
            table = _key(next(tokens), tokens, "]", (), lines)
        elif not token.is_mark("\n]"):
            _value(tokens, _key(token, tokens, "=", table, lines), lines)
    return lines


def _tokens(text: str) -> Iterator[_Token]:
    line = 1
    for match in _TOKEN.finditer(text):
        if match.lastgroup != "skip":
            found = match.group()
            quoted = match.lastgroup == "quoted"
            yield _Token(found[1:-1] if quoted else found, line, quoted)
        line += match.group().count("\n")


def _key(first: _Token, tokens: Iterator[_Token], end: str, table: Path, lines: dict[Path, int]) -> Path:
    """A dotted key from its `first` token to `end`; it and the tables it opens are noted."""
    path = table
    token = first
    while not token.is_mark(end):
        if not token.is_mark(".["):
            path = (*path, token.text)
            lines.setdefault(path, first.line)
        token = next(tokens)
    return path


def _value(tokens: Iterator[_Token], path: Path, lines: dict[Path, int]) -> str:
    """Pass over a value, noting the keys of tables inside; returns the mark that ended it."""
    for token in tokens:
        if token.is_mark("{"):
            _inside(tokens, path, lines, keyed=True)
        elif token.is_mark("["):
            _inside(tokens, path, lines, keyed=False)
        elif token.is_mark("\n,]}"):
            return token.text
    return ""


def _inside(tokens: Iterator[_Token], path: Path, lines: dict[Path, int], keyed: bool) -> None:
    """Pass over a table in braces or a list to its end."""
    for token in tokens:
        if token.is_mark("]}"):
            return
        if token.is_mark("\n,"):
            continue
        if keyed:
            ended = _value(tokens, _key(token, tokens, "=", path, lines), lines)
        else:
            ended = _item(token, tokens, path, lines)
        if ended in ("]", "}"):
            return


def _item(token: _Token, tokens: Iterator[_Token], path: Path, lines: dict[Path, int]) -> str:
    """Pass over what begins with `token` in a list; returns the mark that ended it."""
    if token.is_mark("{["):
        _inside(tokens, path, lines, keyed=token.text == "{")
    return _value(tokens, path, lines)
