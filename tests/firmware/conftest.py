"""The firmware, built once."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator

import pytest

from hardware.hostboard import HostBoard
from tests.firmware.boards import FIRMWARE, Built, Rig


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    folder = tmp_path_factory.mktemp("firmware")
    command = ["make", "-C", str(FIRMWARE), f"OUT={folder}", "avr", "host", "sim", "size"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return Built(folder, done.stdout)


@pytest.fixture
def rig(built: Built) -> Iterator[Rig]:
    rig = Rig(built)
    yield rig
    rig.close()


@pytest.fixture
def core(built: Built) -> HostBoard:
    return HostBoard(built.path("libboard.so"))
