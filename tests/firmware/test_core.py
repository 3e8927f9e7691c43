"""The firmware's core as a library: golden frames, a bad line to it, and what a checker says of its source."""

from __future__ import annotations

import ctypes
import json
import re
import subprocess
from typing import Any

import pytest

from hardware.codec import Decoder, encode
from hardware.hostboard import HostBoard
from hardware.messages import AskStatus, Status
from tests.firmware.boards import FIRMWARE, Built

VECTORS = json.loads((FIRMWARE / "vectors.json").read_text())
FRAMES = 1_000_000


@pytest.fixture(scope="module")
def library(built: Built) -> ctypes.CDLL:
    library = ctypes.CDLL(str(built.path("libboard.so")))
    library.crc16.restype = ctypes.c_uint16
    library.cobs_encode.restype = library.cobs_decode.restype = ctypes.c_uint8
    return library


def test_the_check_has_its_published_value(library: ctypes.CDLL) -> None:
    assert library.crc16(b"123456789", 9) == 0x29B1


@pytest.mark.parametrize("row", VECTORS["frames"], ids=lambda row: f"{row['message']}-{row['seq']}")
def test_golden_frames(library: ctypes.CDLL, row: dict[str, Any]) -> None:
    frame, payload = bytes.fromhex(row["frame"]), bytes.fromhex(row["payload"])
    checked = payload + int(library.crc16(payload, len(payload))).to_bytes(2, "little")
    coded = ctypes.create_string_buffer(128)
    count = library.cobs_encode(checked, len(checked), coded)
    assert coded.raw[:count] + b"\0" == frame
    back = ctypes.create_string_buffer(frame[:-1], 128)
    count = library.cobs_decode(back, len(frame) - 1)
    assert back.raw[:count] == checked


@pytest.mark.parametrize("name", VECTORS["broken"])
def test_broken_frames_are_counted_and_harm_no_other(core: HostBoard, name: str) -> None:
    core.feed(bytes.fromhex(VECTORS["broken"][name]))
    assert core.take() == b""
    core.feed(encode(AskStatus(), 1))
    (reply,) = Decoder().feed(core.take())
    assert not isinstance(reply, Status) and isinstance(reply.answer, Status)
    assert reply.answer.damaged == 1


def test_a_bad_line_makes_the_board_do_nothing_wrong(built: Built) -> None:
    """A million frames, some a fault each, into the core under the address and undefined-behaviour sanitizers."""
    done = subprocess.run([built.path("noise"), "1", str(FRAMES)], capture_output=True, text=True, check=False)
    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
    frames, rolls = done.stdout.splitlines()
    assert int(frames.split()[0]) >= FRAMES
    numbers = [int(number) for number in re.findall(r"\d+", rolls)]
    assert numbers[0] > FRAMES / 20 and numbers[1] == numbers[2] == numbers[3] == 0


def test_a_checker_finds_nothing() -> None:
    done = subprocess.run(["make", "-C", str(FIRMWARE), "check"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
