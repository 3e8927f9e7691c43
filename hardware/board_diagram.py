"""A board with its pins where they really are, and what hangs on them at both sides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from hardware.drawing import INK, PALE, Sheet
from hardware.pins import (
    BUTTONS,
    DISPLAYS,
    DRIVER,
    FREE,
    GATE,
    HOST,
    LAMPS,
    POWER_BUTTON,
    STATUS,
    Pin,
)

ROW = 27
HEAD = 34
BLOCK = 300
"""Width of the block of a part."""
GAP = 18
"""Between two blocks."""
NOTE = 15
"""Height of the line under a pin that says what lies between."""
CHANNEL = 13
"""Between two upright wires."""
COLOURS = {
    BUTTONS: "#0b6e99",
    DRIVER: "#b3541e",
    GATE: "#8c2f5f",
    LAMPS: "#2e7d32",
    DISPLAYS: "#5b4ba8",
    HOST: "#4a5568",
    POWER_BUTTON: "#b3261e",
    STATUS: "#2e7d32",
}
PRESSED, LIT = (BUTTONS, POWER_BUTTON), (LAMPS, STATUS)
RESISTOR = "330 ohm"


@dataclass(frozen=True, slots=True)
class Board:
    """A board seen from above. `left`, `right`: what is printed at each pad, from the top; pads that `pins` do not
    mention are power or free. `key`: a pin's pad."""

    title: str
    below: str
    left: tuple[str, ...]
    right: tuple[str, ...]
    width: int = 190


NANO_BOARD = Board(
    "Arduino Nano",
    "ATmega328P, 5 V, 16 MHz; seen from above, USB at the top; one GND goes to the ground of the table supply",
    ("D13", "3V3", "AREF", *(f"A{n}" for n in range(8)), "5V", "RST", "GND", "VIN"),
    (*(f"D{n}" for n in range(12, 1, -1)), "GND", "RST", "D0", "D1"),
)
_POWER = {1: "3V3", 17: "3V3", 2: "5V", 4: "5V"} | dict.fromkeys((6, 9, 14, 20, 25, 30, 34, 39), "GND")
PI_HEADER = Board(
    "Raspberry Pi, 40-pin header",
    "pin 1 at the top left, where the board's corner is; the USB sockets are at the bottom; any GND will do",
    tuple(str(n) for n in range(1, 40, 2)),
    tuple(str(n) for n in range(2, 41, 2)),
    260,
)
LEFT, TOP, WIDE = 24, 84, 1200


def draw_board(board: Board, pins: Sequence[Pin], title: str, order: Sequence[str]) -> str:
    """The diagram as SVG; `order`: parts of either side from the top."""
    by_pad = {pin.name if pin.name in (*board.left, *board.right) else pin.place: pin for pin in pins}
    rows = max(len(board.left), len(board.right))
    high = max(
        TOP + rows * ROW + 60,
        *(_Side(board, by_pad, side, order).bottom + 40 for side in ("left", "right")),
    )
    sheet = Sheet(WIDE, high, title)
    sheet.text((WIDE / 2, 30), title, 20, anchor="middle", bold=True)
    sheet.text((WIDE / 2, 56), board.below, 12, PALE, "middle")
    for side in ("left", "right"):
        _Side(board, by_pad, side, order).draw(sheet)
    _draw_pads(sheet, board, by_pad, rows)
    return sheet.svg()


def _draw_pads(sheet: Sheet, board: Board, by_pad: dict[str, Pin], rows: int) -> None:
    left, middle = (WIDE - board.width) / 2, WIDE / 2
    sheet.box((left, TOP - 8), (board.width, rows * ROW + 16), INK, "#e8eef2", 10)
    for pads, x, anchor, away in (
        (board.left, left, "start", 1),
        (board.right, left + board.width, "end", -1),
    ):
        for place, pad in enumerate(pads):
            y = TOP + ROW * (place + 0.5)
            pin = by_pad.get(pad)
            used = pin is not None and pin.part != FREE
            sheet.dot((x, y), INK if used else PALE, 5)
            shown = pad if pin is None or pin.name == pad else f"{pad}  {pin.name.replace('GPIO', 'GPIO ')}"
            if pin is None and pad.isdigit():
                shown = f"{pad}  {_POWER.get(int(pad), '')}".rstrip()
            if anchor == "end" and pad.isdigit():
                shown = "  ".join(reversed(shown.split("  ")))
            sheet.text((x + away * 13, y), shown, 12, INK if used else PALE, anchor, used)
    sheet.parts.append(
        f'<text x="{middle:g}" y="{TOP + rows * ROW / 2:g}" font-size="15" fill="{PALE}" text-anchor="middle" '
        f'transform="rotate(-90 {middle:g} {TOP + rows * ROW / 2:g})">{board.title}</text>'
    )


@dataclass(frozen=True, slots=True)
class _Block:
    """A part at one side: its pins, and where its upper edge is."""

    part: str
    pins: tuple[Pin, ...]
    top: float

    @property
    def high(self) -> float:
        return self.y(len(self.pins)) - self.top - ROW / 2 + 10

    def y(self, place: int) -> float:
        """Of a pin's row; a note takes a line of its own."""
        return self.top + HEAD + ROW * (place + 0.5) + NOTE * sum(bool(_note(pin)) for pin in self.pins[:place])


class _Side:
    """The blocks at one side of a board, each as near to its pins as the ones above let it."""

    def __init__(self, board: Board, by_pad: dict[str, Pin], side: str, order: Sequence[str]) -> None:
        self.side = side
        pads = board.left if side == "left" else board.right
        self.pad_y = {by_pad[pad]: TOP + ROW * (n + 0.5) for n, pad in enumerate(pads) if pad in by_pad}
        self.edge = (WIDE - board.width) / 2 if side == "left" else (WIDE + board.width) / 2
        self.blocks = tuple(self._placed(order))

    @property
    def bottom(self) -> int:
        return round(max((block.top + block.high for block in self.blocks), default=0))

    def _placed(self, order: Sequence[str]) -> Iterable[_Block]:
        below = float(TOP - 8)
        wanted = sorted(
            (pin for pin in self.pad_y if pin.part in order), key=lambda pin: (order.index(pin.part), self.pad_y[pin])
        )
        for part, group in groupby(wanted, key=lambda pin: pin.part):
            pins = tuple(group)
            block = _Block(part, pins, max(below, self.pad_y[pins[0]] - HEAD - ROW / 2))
            below = block.top + block.high + GAP
            yield block

    def draw(self, sheet: Sheet) -> None:
        ends = {pin: block.y(n) for block in self.blocks for n, pin in enumerate(block.pins)}
        bent = [pin for pin in ends if abs(ends[pin] - self.pad_y[pin]) > 1]
        down = sorted((pin for pin in bent if ends[pin] > self.pad_y[pin]), key=lambda pin: -self.pad_y[pin])
        up = sorted((pin for pin in bent if ends[pin] < self.pad_y[pin]), key=lambda pin: self.pad_y[pin])
        channel = {pin: n for n, pin in enumerate((*down, *up))}
        sign = -1 if self.side == "left" else 1
        inner = LEFT + BLOCK if self.side == "left" else WIDE - LEFT - BLOCK
        for block in self.blocks:
            colour = COLOURS[block.part]
            sheet.box((inner - BLOCK if self.side == "left" else inner, block.top), (BLOCK, block.high), colour)
            middle = inner + sign * BLOCK / 2
            sheet.text((middle, block.top + 18), block.part, 14, colour, "middle", True)
        for pin, y in ends.items():
            colour = COLOURS[pin.part]
            turn = self.edge + sign * (24 + CHANNEL * channel.get(pin, 0))
            sheet.wire(((self.edge, self.pad_y[pin]), (turn, self.pad_y[pin]), (turn, y), (inner, y)), colour)
        for block in self.blocks:
            for place, pin in enumerate(block.pins):
                self._row(sheet, pin, inner, block.y(place), sign)

    def _row(self, sheet: Sheet, pin: Pin, inner: float, y: float, sign: int) -> None:
        """What is at the block's end of a wire."""
        colour, anchor = COLOURS[pin.part], "start" if sign > 0 else "end"
        if pin.note == RESISTOR:
            sheet.resistor((inner - sign * 32, y), "330 Ω", colour)
        pressed, lit = pin.part in PRESSED, pin.part in LIT and "DIN" not in pin.terminal
        if pressed or lit:
            sheet.wire(((inner, y), (inner + sign * 26, y)), colour, rim=False)
            if sign < 0:
                sheet.parts.append(f'<g transform="translate({2 * inner:g} 0) scale(-1 1)">')
            (sheet.button if pressed else sheet.led)((inner + 20, y), colour)
            if sign < 0:
                sheet.parts.append("</g>")
        sheet.dot((inner, y), colour)
        start = inner + sign * (88 if pressed or lit else 14)
        sheet.text((start, y), pin.terminal, 12, anchor=anchor)
        sheet.text((start, y + NOTE), _note(pin), 10.5, PALE, anchor)


def _note(pin: Pin) -> str:
    """What is written under a pin's name: nothing that is drawn anyway."""
    drawn = pin.note == RESISTOR or pin.part in PRESSED
    return "" if drawn else pin.note.replace("kohm", "kΩ").replace("ohm", "Ω")
