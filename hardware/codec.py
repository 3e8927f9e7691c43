"""Frames of the serial line: bytes in, messages out. No port, no clock."""

from __future__ import annotations

from binascii import crc_hqx
from dataclasses import dataclass

from cobs import cobs

from hardware.messages import COMMANDS, MAX_PAYLOAD, REPLY, BadMessage, Command, Message, Result, Status

CHECK_BYTES = 2
FRAME_CAP = MAX_PAYLOAD + CHECK_BYTES + 1
"""Bytes of a sound frame at most, without its zero: COBS adds one."""
ANSWERS = {command.ID | REPLY: command for command in COMMANDS}


@dataclass(frozen=True, slots=True)
class Reply:
    """What became of a command: its class, the sequence number it was sent with, and its answer if it has one."""

    command: type[Command]
    seq: int
    result: Result
    answer: Message | None = None


def frame(payload: bytes) -> bytes:
    """The bytes on the line, with the zero that ends them."""
    check = crc_hqx(payload, 0xFFFF).to_bytes(CHECK_BYTES, "little")
    return bytes(cobs.encode(payload + check)) + b"\0"


def payload_of(coded: bytes) -> bytes:
    """The payload of a frame without its zero. Raises `BadMessage`."""
    try:
        data = bytes(cobs.decode(coded))
    except cobs.DecodeError as error:
        raise BadMessage(str(error)) from None
    payload, check = data[:-CHECK_BYTES], data[-CHECK_BYTES:]
    if len(payload) < 2 or len(payload) > MAX_PAYLOAD or crc_hqx(payload, 0xFFFF) != int.from_bytes(check, "little"):
        raise BadMessage("the check fails")
    return payload


def encode(command: Command, seq: int) -> bytes:
    """A command as it goes over the line."""
    return frame(bytes((command.ID, seq)) + command.to_bytes())


def decode(payload: bytes) -> Reply | Status:
    """What the board says. Raises `BadMessage`."""
    number, seq, body = payload[0], payload[1], payload[2:]
    if number == Status.ID:
        return Status.from_bytes(body)
    command = ANSWERS.get(number)
    if command is None or not body:
        raise BadMessage(f"number 0x{number:02x} with {len(body)} bytes is no reply")
    try:
        result = Result(body[0])
    except ValueError as error:
        raise BadMessage(str(error)) from None
    if command.ANSWER is not None and result is Result.OK:
        return Reply(command, seq, result, command.ANSWER.from_bytes(body[1:]))
    if len(body) > 1:
        raise BadMessage(f"{len(body) - 1} bytes after {command.__name__}'s result")
    return Reply(command, seq, result)


class Decoder:
    """Cuts a stream at its zeros. `damaged` counts what was no sound frame."""

    def __init__(self) -> None:
        self.damaged = 0
        self._coded = bytearray()

    def feed(self, data: bytes) -> list[Reply | Status]:
        """What became whole with these bytes, in order."""
        out: list[Reply | Status] = []
        *whole, rest = data.split(b"\0")
        for part in whole:
            self._coded += part
            if self._coded:
                try:
                    out.append(decode(payload_of(bytes(self._coded))))
                except BadMessage:
                    self.damaged += 1
            self._coded.clear()
        self._coded += rest
        del self._coded[FRAME_CAP + 1 :]  # too long already: enough to know
        return out
