"""What `make` would do on a machine, by the packages that it has."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DPKG = """#!/bin/sh
case "$*" in *python3-picamera2*) {answer};; *) echo 'install ok installed';; esac
"""
PYTHON = """#!/bin/sh
echo '{told}'
"""


def planned(tmp_path: Path, target: str, camera: bool, numpy: str) -> list[str]:
    """The commands that would be run."""
    answer = "echo 'install ok installed'" if camera else "exit 1"
    for name, text in (("dpkg-query", DPKG.format(answer=answer)), ("python3", PYTHON.format(told=numpy))):
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o755)
    done = subprocess.run(
        ["make", "-n", f"VENV={tmp_path}/venv", f"{tmp_path}/venv/.{target}"],
        cwd=ROOT,
        env=os.environ | {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


@pytest.mark.parametrize("target", ["run", "test"])
@pytest.mark.parametrize(
    ("camera", "numpy", "shared", "kept"),
    [(False, "numpy<2", False, False), (True, "numpy<2", True, True), (True, "", True, False)],
    ids=("no picamera2", "Bookworm", "Trixie"),
)
def test_beside_apts_picamera2_its_libraries_are_shared_and_kept(
    tmp_path: Path, target: str, camera: bool, numpy: str, shared: bool, kept: bool
) -> None:
    commands = planned(tmp_path, target, camera, numpy)
    (venv,) = (line for line in commands if "-m venv" in line)
    assert ("--system-site-packages" in venv) is shared
    install = next(line for line in commands if "pip install" in line and "-e" in line)
    assert install.endswith(" 'numpy<2'") is kept


def test_the_version_of_the_systems_numpy_is_told() -> None:
    """The condition as it stands in the Makefile."""
    code = (ROOT / "Makefile").read_text().split("-c 'import numpy as n; ")[1].split("'")[0]
    for version, told in (("1.24.2", "numpy<2"), ("1.26.4", "numpy<2"), ("2.2.4", ""), ("10.0.0", "")):
        done = subprocess.run(
            [
                "python3",
                "-c",
                f"from types import SimpleNamespace\nn = SimpleNamespace(__version__={version!r})\n{code}",
            ],
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.strip() == told, version
