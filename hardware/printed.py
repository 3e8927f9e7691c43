"""The message table as the firmware's header and as a page for people."""

from __future__ import annotations

import re

from hardware.messages import (
    BAUD,
    COLOURS,
    COMMANDS,
    ENUMS,
    LIMITS,
    MAX_PAYLOAD,
    MESSAGES,
    PATTERNS,
    REPLY,
    VERSION,
    Command,
    Greeting,
    Message,
    Status,
    table_hash,
)

C_TYPES = {"B": "uint8_t", "H": "uint16_t", "I": "uint32_t", "i": "int32_t"}
PAGE_TYPES = {"B": "u8", "H": "u16", "I": "u32", "i": "i32"}


def header() -> str:
    """`firmware/messages.h`."""
    out = [
        "/* Printed by `python -m hardware.messages header`: change hardware/messages.py instead. */",
        "#ifndef MESSAGES_H",
        "#define MESSAGES_H",
        "#include <stdint.h>",
        "",
        f"#define VERSION_MAJOR {VERSION[0]}",
        f"#define VERSION_MINOR {VERSION[1]}",
        f"#define TABLE_HASH 0x{table_hash():08x}u",
        f"#define BAUD_RATE {BAUD}ul",
        f"#define MAX_PAYLOAD {MAX_PAYLOAD}",
        f"#define REPLY 0x{REPLY:02x}",
        "",
    ]
    out += [f"#define {name} {number}{'l' if number > 0x7FFF else ''}" for name, (number, _) in LIMITS.items()]
    for enum in ENUMS:
        items = ", ".join(f"{_c_name(enum.__name__, item.name or '')} = {int(item)}" for item in enum)
        out += ["", f"enum {{ {items} }};", f"#define {_upper(enum.__name__)}_COUNT {len(enum)}"]
    masks = ", ".join(f"0x{PATTERNS[pattern]:04x}" for pattern in sorted(PATTERNS))
    colours = ", ".join("{" + ", ".join(map(str, COLOURS[colour])) + "}" for colour in sorted(COLOURS))
    out += ["", f"#define PATTERN_MASKS {{ {masks} }}", f"#define COLOUR_VALUES {{ {colours} }}"]
    for message in MESSAGES:
        out += ["", *_struct(message)]
    return "\n".join([*out, "", "#endif", ""])


def page() -> str:
    """`docs/protocol.md`."""
    out = [
        "# The serial line to the board",
        "",
        "Printed by `python -m hardware.messages page` from the one message table, `hardware/messages.py`;",
        "`firmware/messages.h` is printed from it too.",
        "",
        f"Version {VERSION[0]}.{VERSION[1]}, check number of the table `{table_hash():08x}`. {BAUD:,} baud, 8N1.",
        "",
        "## A frame",
        "",
        "    COBS(payload, CRC-16/CCITT-FALSE of the payload, low byte first) 0x00",
        "",
        f"A payload is a number, a sequence number and a body, {MAX_PAYLOAD} bytes at most. Fields travel",
        "little-endian, without padding. A zero alone says nothing; the computer sends one after opening the port, so",
        "that what came before ends.",
        "",
        "- The computer has one command on its way. Without a reply it sends the same bytes again; when it gives up,",
        "  it begins a new session before anything else.",
        f"- A reply has the command's number + 0x{REPLY:02x}, its sequence number, and a body: a `Result`, then, if it",
        "  is `OK` and the command has one, the answer.",
        "- In a session each command has the sequence number after that of the command before (0 after 255). The board",
        "  answers the newest number again from memory and does nothing; any other number it leaves unanswered: such a",
        "  frame is a late copy, or damage that the check let through.",
        "- `Hello` with another session than the present one is taken with any sequence number.",
        f"- A `Status` (0x{Status.ID:02x}, sequence number 0) comes unasked, at every change and every "
        f"{LIMITS['STATUS_MS'][0]} ms.",
        "- Nothing is told once only: counters count on, and what lamps and displays show is sent whole.",
        "",
        "## Commands",
        "",
    ]
    for command in COMMANDS:
        out += [*_described(command, f"`0x{command.ID:02x}` {command.__name__}"), ""]
    out += ["## Answers", ""]
    out += [
        *_described(Greeting, "Greeting, to `Hello`"),
        "",
        *_described(Status, "Status, to `AskStatus` and unasked"),
        "",
    ]
    out += ["## Values", "", "| enum | values |", "| --- | --- |"]
    for enum in ENUMS:
        values = ", ".join(f"{int(item)} {_words(str(item.name))}" for item in enum)
        out.append(f"| `{enum.__name__}` | {values} |")
    out += ["", "| pattern | two seconds in eighths of a second |", "| --- | --- |"]
    for pattern, mask in PATTERNS.items():
        shown = "".join("#" if mask >> step & 1 else "." for step in range(16))
        out.append(f"| {_words(pattern.name)} | `{shown}` |")
    out += ["", "## Limits", "", "| name | number | meaning |", "| --- | --- | --- |"]
    out += [f"| `{name}` | {number:,} | {meaning} |" for name, (number, meaning) in LIMITS.items()]
    return "\n".join([*out, ""])


def _struct(message: type[Message]) -> list[str]:
    name = _upper(message.__name__).lower()
    out = [f"#define {name.upper()}_ID 0x{message.ID:02x}"] if hasattr(message, "ID") else []
    if not message.layout():
        return out
    lines = []
    for field, code, _ in message.layout():
        many = f"[{code[:-1]}]" if len(code) > 1 else ""
        lines.append(f"  {C_TYPES[code[-1]]} {field}{many};")
    size = f'_Static_assert(sizeof(struct {name}) == {message.size()}, "{name}");'
    return [*out, f"struct __attribute__((packed)) {name} {{", *lines, "};", size]


def _described(message: type[Message], head: str) -> list[str]:
    meaning = " ".join((message.__doc__ or "").split())
    out = [f"### {head}", "", meaning]
    if issubclass(message, Command) and message.ANSWER is not None:
        out[-1] += f" Answer: {message.ANSWER.__name__}."
    if message.layout():
        out += ["", "| field | type | meaning |", "| --- | --- | --- |"]
        for field, code, text in message.layout():
            many = f" x {code[:-1]}" if len(code) > 1 else ""
            out.append(f"| `{field}` | {PAGE_TYPES[code[-1]]}{many} | {text} |")
    return out


def _upper(name: str) -> str:
    """`SetLamps` as SET_LAMPS."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).upper()


def _c_name(enum: str, item: str) -> str:
    return f"{_upper(enum)}_{item}"


def _words(name: str) -> str:
    return name.replace("_", " ").lower()
