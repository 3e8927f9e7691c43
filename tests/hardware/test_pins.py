"""The pin table is right by itself, and by what the chips can do."""

from __future__ import annotations

import pytest

from hardware.pins import BUTTONS, DRIVER, FREE, LAMPS, NANO, PANEL, PI, Pin, Way, named

NANO_PORTS = (
    {f"D{n}": f"PD{n}" for n in range(8)}
    | {f"D{n}": f"PB{n - 8}" for n in range(8, 14)}
    | {f"A{n}": f"PC{n}" for n in range(6)}
    | {"A6": "ADC6", "A7": "ADC7"}
)
HEADER = {
    **{2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19, 9: 21, 25: 22},
    **{11: 23, 8: 24, 7: 26, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37, 20: 38, 21: 40},
}
"""Broadcom's number to the number on the header, the same on every Pi with 40 pins."""


def test_the_nano_has_these_pins_and_no_others() -> None:
    assert {pin.name: pin.place for pin in NANO} == NANO_PORTS
    assert len(NANO) == len(NANO_PORTS)


@pytest.mark.parametrize("pins", (PI, PANEL), ids=("beside", "alone"))
def test_the_header_has_these_pins(pins: tuple[Pin, ...]) -> None:
    assert {pin.gpio: int(pin.place) for pin in pins}.items() <= HEADER.items()
    assert len({pin.name for pin in pins}) == len(pins)


def test_what_the_nanos_chip_can_do() -> None:
    """A6 and A7 only measure; pulse widths come from timer 2 at PB3; what is measured lies at the converter."""
    by_name = {pin.name: pin for pin in NANO}
    assert all(by_name[name].way is not Way.OUT for name in ("A6", "A7"))
    assert named(NANO, DRIVER, "AIN1, speed").place == "PB3"
    assert named(NANO, DRIVER, "AISEN, motor current").place.startswith(("PC", "ADC"))
    buttons = [pin.place for pin in NANO if pin.part == BUTTONS]
    assert buttons == ["PD2", "PD3", "PD4", "PD5", "PD6"], "one read of a port takes all of them"


def test_every_seat_has_a_button_and_a_lamp() -> None:
    for part in (BUTTONS, LAMPS):
        assert [pin.terminal.split(",")[0] for pin in PANEL if pin.part == part] == [f"seat {n}" for n in range(4)]


def test_a_pin_is_free_or_leads_somewhere() -> None:
    for pin in (*NANO, *PI, *PANEL):
        assert (pin.way is Way.SPARE) == (pin.part == FREE), pin
    with pytest.raises(KeyError, match="no pin leads to nowhere"):
        named(PI, DRIVER, "nowhere")
    with pytest.raises(ValueError):
        _ = NANO[0].gpio
