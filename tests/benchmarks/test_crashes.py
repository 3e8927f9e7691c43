"""Killed and cut, in short: the command counts the same over a whole game."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path


def test_nothing_shown_is_lost_by_kills_and_cuts() -> None:
    command = [sys.executable, "-m", "benchmarks.crashes", "--hands", "1", "--kills", "8", "--every", "1499", "--json"]
    memory = {"TMPDIR": "/dev/shm"} if os.access("/dev/shm", os.W_OK) else {}
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=Path(__file__).parents[2], env=os.environ | memory, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    told = json.loads(done.stdout)
    assert (told["kills"], told["missing"], told["wrong after a kill"]) == (8, 0, 0)
    log, file = told["log"], told["file"]
    assert log["wrong"] == log["loss not told"] == 0 and log["log, cut"] > 10 and log["log, garbage"] > 0
    assert file["wrong"] == file["changed by the refusal"] == 0 and file["refused"] >= file["file, closed"] > 0
    assert file["put back"] > 0
