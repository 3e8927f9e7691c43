"""The message table: its bytes, what is printed from it, and the frames of its messages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.codec import Decoder, Reply, decode, encode, frame, payload_of
from hardware.messages import MESSAGES, BadMessage, Clear, Command, Message, Result, Roll, Status, table_hash
from hardware.printed import header, page

ROOT = Path(__file__).parents[2]
VECTORS = json.loads((ROOT / "firmware" / "vectors.json").read_text())
NAMES = {message.__name__: message for message in MESSAGES}
RANGES = {"B": (0, 255), "H": (0, 65535), "I": (0, 2**32 - 1), "i": (-(2**31), 2**31 - 1)}


def built(name: str, fields: dict[str, Any]) -> Message:
    values = {key: tuple(value) if isinstance(value, list) else value for key, value in fields.items()}
    return NAMES[name](**values)


def told(row: dict[str, Any]) -> Command | Reply | Status:
    """What a row of the vectors says."""
    message = None if row["fields"] is None else built(row["message"], row["fields"])
    if "result" not in row:
        assert isinstance(message, Command | Status)
        return message
    commands = [kind for kind in MESSAGES if issubclass(kind, Command)]
    command = next(kind for kind in commands if (kind if message is None else kind.ANSWER) is NAMES[row["message"]])
    return Reply(command, row["seq"], Result(row["result"]), message)


def messages() -> st.SearchStrategy[Message]:
    """Any message with any values that fit."""

    def of(kind: type[Message]) -> st.SearchStrategy[Message]:
        parts = {}
        for name, code, _ in kind.layout():
            number = st.integers(*RANGES[code[-1]])
            many = int(code[:-1] or 0)
            parts[name] = st.tuples(*[number] * many) if many else number
        return st.builds(kind, **parts)

    return st.one_of([of(kind) for kind in MESSAGES])


@pytest.mark.parametrize(("path", "text"), [("firmware/messages.h", header()), ("docs/protocol.md", page())])
def test_what_is_printed_is_on_disk(path: str, text: str) -> None:
    assert (ROOT / path).read_text() == text, "print it again: python -m hardware.messages header|page"


def test_numbers_of_messages_are_distinct_and_none_is_a_reply_to_another() -> None:
    numbers = [message.ID for message in MESSAGES if hasattr(message, "ID")]
    assert len(set(numbers)) == len(numbers)
    assert {number | 0x80 for number in numbers if number < 0x80}.isdisjoint(numbers)
    assert table_hash() == table_hash() < 2**32


@pytest.mark.parametrize("row", VECTORS["frames"], ids=lambda row: f"{row['message']}-{row['seq']}")
def test_golden_frames(row: dict[str, Any]) -> None:
    wire, payload, message = bytes.fromhex(row["frame"]), bytes.fromhex(row["payload"]), told(row)
    assert frame(payload) == wire and payload_of(wire[:-1]) == payload
    if isinstance(message, Command):
        assert encode(message, row["seq"]) == wire
    else:
        assert decode(payload) == message
        assert Decoder().feed(wire) == [message]


@pytest.mark.parametrize("name", VECTORS["broken"])
def test_broken_frames_are_counted_and_harm_no_other(name: str) -> None:
    decoder = Decoder()
    sound = bytes.fromhex(next(row["frame"] for row in VECTORS["frames"] if row["message"] == "Status"))
    assert decoder.feed(bytes.fromhex(VECTORS["broken"][name])) == []
    assert decoder.damaged == 1
    assert len(decoder.feed(sound)) == 1


@given(messages())
def test_messages_come_back_from_their_bytes(message: Message) -> None:
    assert type(message).from_bytes(message.to_bytes()) == message


def test_values_and_lengths_that_do_not_fit_are_refused() -> None:
    with pytest.raises(BadMessage):
        Clear(256).to_bytes()
    with pytest.raises(BadMessage):
        Clear.from_bytes(b"")
    for payload in (b"\x82\x01", b"\x82\x01\x63", b"\xa1\x01\x00\x00", b"\x10\x01\x00", b"\xc0\x00\x01"):
        with pytest.raises(BadMessage):
            decode(payload)


@given(st.lists(st.sampled_from([row for row in VECTORS["frames"] if row["payload"][0] in "89ac"])), st.data())
def test_a_stream_is_read_alike_however_it_is_cut(rows: list[dict[str, Any]], data: st.DataObject) -> None:
    stream = b"\0".join(bytes.fromhex(row["frame"]) for row in rows)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=8)))
    decoder = Decoder()
    out = []
    for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        out += decoder.feed(stream[start:end])
    assert out == [told(row) for row in rows] and decoder.damaged == 0


@given(st.binary(max_size=400))
def test_noise_gives_no_message_and_never_swallows_what_follows(noise: bytes) -> None:
    decoder = Decoder()
    decoder.feed(noise + b"\0")
    assert decoder.feed(frame(b"\xa1\x07\x00")) == [Reply(NAMES["Stop"], 7, Result.OK)]  # type: ignore[arg-type]


def test_a_roll_says_in_its_error_what_does_not_fit() -> None:
    with pytest.raises(BadMessage, match="power=300"):
        Roll(1, 1, 300, 1, 1).to_bytes()
