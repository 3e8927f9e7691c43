"""Imports run one way: tablectl.rules <- tablectl <- vision <- hardware; rules is pure."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LAYERS = ("tablectl.rules", "tablectl", "vision", "hardware")
IMPURE = {"os", "sys", "io", "time", "datetime", "threading", "asyncio", "logging", "random", "pathlib", "socket"}
SOURCES = sorted(path for top in ("tablectl", "vision", "hardware") for path in (ROOT / top).rglob("*.py"))


def layer(module: str) -> int | None:
    """The number of the layer a module belongs to, None for anything that is not ours."""
    matches = [place for place, name in enumerate(LAYERS) if module == name or module.startswith(name + ".")]
    return min(matches) if matches else None


def imported(path: Path) -> Iterator[str]:
    """Every module name a source file imports, wherever in the file."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield node.module or ""


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_imports_run_one_way(path: Path) -> None:
    module = name_of(path)
    if module == "tablectl.__main__":
        return
    own = layer(module)
    assert own is not None
    for name in imported(path):
        other = layer(name)
        assert other is None or other <= own, f"{module} imports {name}"
        if own == 0:
            top = name.split(".")[0]
            assert other == 0 or top in sys.stdlib_module_names, (
                f"{module} imports {name}, outside the standard library"
            )
            assert top not in IMPURE, f"{module} imports {name}: rules do no I/O and read no clock"


def test_training_and_web_stay_out_of_the_reader() -> None:
    """`vision.train` needs torch and is never imported at run time."""
    for path in SOURCES:
        module = name_of(path)
        if not module.startswith("vision.train"):
            assert not any(name.startswith(("vision.train", "torch")) for name in imported(path)), module
