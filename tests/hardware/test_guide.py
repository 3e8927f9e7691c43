"""What the build guide prints is what happens."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from textwrap import dedent

import pytest
from typer.testing import CliRunner

from tablectl.__main__ import app
from tablectl.config import parse
from tests.firmware.boards import FIRMWARE

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs/build.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"(?:^    .*\n)+", GUIDE, re.MULTILINE)
SHOWN = [block for block in BLOCKS if block.startswith("    $ tablectl optics")]


def test_its_settings_are_settings() -> None:
    blocks = re.findall(r"^ *```toml\n(.*?)^ *```", GUIDE, re.MULTILINE | re.DOTALL)
    assert blocks
    for block in blocks:
        parse(dedent(block), "docs/build.md")


@pytest.mark.parametrize("block", SHOWN, ids=lambda block: block.splitlines()[0].strip())
def test_commands_print_what_it_shows(block: str) -> None:
    command, *lines = dedent(block).splitlines()
    done = CliRunner().invoke(app, shlex.split(command)[2:])
    assert done.exit_code == 0
    assert [line.strip() for line in done.stdout.splitlines()] == [line.strip() for line in lines]


def test_every_file_and_target_of_its_commands_is_there() -> None:
    for name in re.findall(r"^ +openscad .* (\S+\.scad)", GUIDE, re.MULTILINE):
        assert (ROOT / name).exists(), name
    for folder, target in re.findall(r"make -C (\S+) (\w+)", GUIDE):
        assert re.search(rf"^{target}:", (ROOT / folder / "Makefile").read_text(), re.MULTILINE), target
    for target in re.findall(r"(?:`|^ +)make (\w+)", GUIDE, re.MULTILINE):
        assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.MULTILINE), target


def test_the_packages_it_installs_are_those_that_the_firmware_names() -> None:
    installed = next(line for line in GUIDE.splitlines() if "apt install" in line and "avrdude" in line).split()
    head = (FIRMWARE / "Makefile").read_text().split("\n\n")[0]
    assert {"gcc-avr", "avr-libc", "binutils-avr", "make", "avrdude"} <= set(installed) & set(
        re.findall(r"[\w-]+", head)
    )
