"""What `make` does around the image: flashes boards with either bootloader, and fails where a tool is missing."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.firmware.boards import FIRMWARE, Built

AVRDUDE = """#!/bin/sh
echo "$@" >> {asked}
case "$*" in *"-b {baud} "*) exit 0;; *) echo "stk500_getsync(): not in sync" >&2; exit 1;; esac
"""
"""A bootloader that hears one rate only."""


def make(*arguments: str, first_on_path: Path | None = None) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join(filter(None, (str(first_on_path or ""), os.environ["PATH"])))
    return subprocess.run(
        ["make", "-C", str(FIRMWARE), *arguments],
        env=os.environ | {"PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(("baud", "tries"), [(115200, 1), (57600, 2), (9600, 2)])
def test_either_bootloader_is_flashed(built: Built, tmp_path: Path, baud: int, tries: int) -> None:
    asked = tmp_path / "asked"
    (tmp_path / "avrdude").write_text(AVRDUDE.format(asked=asked, baud=baud))
    (tmp_path / "avrdude").chmod(0o755)
    done = make("flash", f"OUT={built.folder}", "PORT=/dev/ttyNANO", first_on_path=tmp_path)
    told = asked.read_text().splitlines()
    assert len(told) == tries and (done.returncode == 0) is (baud != 9600), done.stdout + done.stderr
    assert all(
        f"-p m328p -P /dev/ttyNANO -b {rate} " in line for rate, line in zip((115200, 57600), told, strict=False)
    )
    assert all(line.endswith(f"flash:w:{built.path('tablectl.hex')}:i") for line in told)
    assert ("not flashed" in done.stdout) is (baud == 9600)


@pytest.mark.parametrize("target", ["avr", "size", "sim"])
def test_without_a_tool_the_build_fails_so_nothing_is_skipped(tmp_path: Path, target: str) -> None:
    """As where gcc-avr or libsimavr is missing: every test of the chip needs this build."""
    for name, words in (("avr-gcc", "avr-gcc: not found"), ("cc", "cannot find -lsimavr")):
        (tmp_path / name).write_text(f"#!/bin/sh\necho '{words}' >&2\nexit 127\n")
        (tmp_path / name).chmod(0o755)
    done = make(target, f"OUT={tmp_path}", first_on_path=tmp_path)
    assert done.returncode != 0 and ("simavr" if target == "sim" else "avr-gcc") in done.stderr


def test_a_program_too_large_for_the_chip_is_refused(built: Built) -> None:
    told = make("size", f"OUT={built.folder}", "FLASH_BYTES=1024")
    assert told.returncode != 0 and "flash" in told.stdout
    assert make("size", f"OUT={built.folder}").returncode == 0


def test_warnings_are_errors(tmp_path: Path) -> None:
    """Every file gets a function that nobody uses."""
    (tmp_path / "sloppy.h").write_text("static void unused(void) {}\n")
    done = make("host", f"OUT={tmp_path}", f"CC=cc -include {tmp_path / 'sloppy.h'}")
    assert done.returncode != 0 and "unused" in done.stderr
