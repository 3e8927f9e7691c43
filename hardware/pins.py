"""Which pin does what, on the Nano, on the Raspberry Pi beside it, and on a Raspberry Pi alone: stands here once.

The wiring diagrams, the tables of the build guide and the panel's pins are made from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum


class Way(Enum):
    """Which way a signal goes, seen from the board that the table is of."""

    IN = "in"
    OUT = "out"
    SPARE = "spare"


@dataclass(frozen=True, slots=True)
class Pin:
    """One pin. `name`: printed on the board (`D8`) or Broadcom's (`GPIO17`); `place`: the chip's port (`PB0`) or the
    number on the 40-pin header (`11`); `part`: what it leads to, `terminal`: where there; `note`: what lies between."""

    name: str
    place: str
    way: Way
    part: str
    terminal: str
    note: str = ""

    @property
    def gpio(self) -> int:
        """Broadcom's number. Raises `ValueError` for a Nano's pin."""
        return int(self.name.removeprefix("GPIO"))


BUTTONS, DRIVER, LAMPS, DISPLAYS = "buttons", "motor driver DRV8833", "seat lamps", "four score displays MAX7219"
POWER_BUTTON, STATUS = "shutdown button", "status LED"
GATE, HOST = "AND gate 74AHCT08", "Raspberry Pi"
FREE, OWN = "not connected", "on the board"
BUTTON = "to ground; pull-up in the chip"

NANO: tuple[Pin, ...] = (
    Pin("D0", "PD0", Way.IN, HOST, "USB, data to the Nano", "by the USB socket"),
    Pin("D1", "PD1", Way.OUT, HOST, "USB, data from the Nano", "by the USB socket"),
    Pin("D2", "PD2", Way.IN, BUTTONS, "seat 0, bottom", BUTTON),
    Pin("D3", "PD3", Way.IN, BUTTONS, "seat 1, right", BUTTON),
    Pin("D4", "PD4", Way.IN, BUTTONS, "seat 2, top", BUTTON),
    Pin("D5", "PD5", Way.IN, BUTTONS, "seat 3, left", BUTTON),
    Pin("D6", "PD6", Way.IN, BUTTONS, "centre: roll, confirm", BUTTON),
    Pin("D7", "PD7", Way.OUT, DRIVER, "AIN2, direction"),
    Pin("D8", "PB0", Way.OUT, LAMPS, "DIN of the first lamp", "330 ohm"),
    Pin("D9", "PB1", Way.SPARE, FREE, "servo or solenoid"),
    Pin("D10", "PB2", Way.OUT, GATE, "input 1A", "10 kohm to ground"),
    Pin("D11", "PB3", Way.OUT, DRIVER, "AIN1, speed"),
    Pin("D12", "PB4", Way.IN, DRIVER, "nFAULT", "pull-up in the chip"),
    Pin("D13", "PB5", Way.OUT, OWN, "heartbeat LED"),
    Pin("A0", "PC0", Way.IN, DRIVER, "AISEN, motor current", "1 kohm, 100 nF to ground"),
    Pin("A1", "PC1", Way.OUT, DISPLAYS, "DIN"),
    Pin("A2", "PC2", Way.OUT, DISPLAYS, "CLK"),
    Pin("A3", "PC3", Way.OUT, DISPLAYS, "LOAD (CS)"),
    Pin("A4", "PC4", Way.SPARE, FREE, "I2C data"),
    Pin("A5", "PC5", Way.SPARE, FREE, "I2C clock"),
    Pin("A6", "ADC6", Way.SPARE, FREE, "measures only"),
    Pin("A7", "ADC7", Way.SPARE, FREE, "measures only"),
)
"""An Arduino Nano with an ATmega328P at 5 V and 16 MHz."""

PI: tuple[Pin, ...] = (
    Pin("GPIO17", "11", Way.IN, POWER_BUTTON, "its one side", BUTTON),
    Pin("GPIO27", "13", Way.OUT, STATUS, "its long leg", "330 ohm"),
    Pin("GPIO23", "16", Way.OUT, GATE, "input 1B, motor arm", "10 kohm to ground"),
    Pin("GPIO2", "3", Way.SPARE, FREE, "I2C data"),
    Pin("GPIO3", "5", Way.SPARE, FREE, "I2C clock"),
)
"""The Raspberry Pi of a full table; all that is fast hangs on the Nano."""

PANEL: tuple[Pin, ...] = (
    Pin("GPIO5", "29", Way.IN, BUTTONS, "seat 0, bottom", BUTTON),
    Pin("GPIO6", "31", Way.IN, BUTTONS, "seat 1, right", BUTTON),
    Pin("GPIO13", "33", Way.IN, BUTTONS, "seat 2, top", BUTTON),
    Pin("GPIO19", "35", Way.IN, BUTTONS, "seat 3, left", BUTTON),
    Pin("GPIO12", "32", Way.OUT, LAMPS, "seat 0, bottom", "330 ohm"),
    Pin("GPIO16", "36", Way.OUT, LAMPS, "seat 1, right", "330 ohm"),
    Pin("GPIO20", "38", Way.OUT, LAMPS, "seat 2, top", "330 ohm"),
    Pin("GPIO21", "40", Way.OUT, LAMPS, "seat 3, left", "330 ohm"),
    Pin("GPIO17", "11", Way.IN, POWER_BUTTON, "its one side", BUTTON),
    Pin("GPIO27", "13", Way.OUT, STATUS, "its long leg", "330 ohm"),
)
"""A Raspberry Pi without a Nano: four buttons and four plain LEDs."""


def named(pins: tuple[Pin, ...], part: str, terminal: str) -> Pin:
    """The pin that leads to a terminal of a part. Raises `KeyError`."""
    for pin in pins:
        if (pin.part, pin.terminal) == (part, terminal):
            return pin
    raise KeyError(f"no pin leads to {terminal} of {part}")


def pin_rows(pins: tuple[Pin, ...], place: str) -> Iterator[str]:
    """A table of pins in Markdown; `place`: heading of the second column."""
    yield f"| pin | {place} | way | leads to | there | between |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for pin in pins:
        yield f"| {pin.name} | {pin.place} | {pin.way.value} | {pin.part} | {pin.terminal} | {pin.note} |"
