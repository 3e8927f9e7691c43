"""Panel and case on gpiozero's mock pins, as a Raspberry Pi 4 and a 5; contacts bounce as real ones do."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from hardware.device import DeviceError, Push
from hardware.gpio import BLINK, FACTORIES, SHUTDOWN, SLOW, Case, Panel, armed, open_factory
from tablectl.config import PinSettings
from tablectl.rules.seat import SEATS, Seat
from tablectl.view import QuestionView, SeatView, TableView

PINS = PinSettings(shutdown=17, status=27, arm=23)
STEP = 0.01


@pytest.fixture(params=["c03115", "d04171"], ids=["Pi 4", "Pi 5"])
def factory(request: pytest.FixtureRequest) -> Iterator[Any]:
    """Mock pins of a board by its revision number."""
    made = MockFactory(request.param)
    yield made
    assert Device.pin_factory is None, "a factory was chosen that nobody named"
    made.close()


class Clock:
    """Looks at a device again and again; `turn` sets a pin at a time."""

    def __init__(self, factory: Any) -> None:
        self._factory, self.now = factory, 0.0

    def look(self, device: Panel, seconds: float) -> list[Push]:
        told: list[Push] = []
        for _ in range(round(seconds / STEP)):
            told += device.pushed(self.now)
            self.now += STEP
        return told

    def push(self, device: Panel, pin: int, seconds: float) -> list[Push]:
        """Hold a button that bounces at both edges."""
        told, contact = [], self._factory.pin(pin)
        for move, back, held in (
            (contact.drive_low, contact.drive_high, seconds),
            (contact.drive_high, contact.drive_low, 0.2),
        ):
            for bounce in (move, back, move, back):
                bounce()
                told += self.look(device, STEP)
            move()
            told += self.look(device, held)
        return told


def view(turn: Seat | None = None, question: QuestionView | None = None) -> TableView:
    seats = tuple(SeatView(seat, "", "E", 25000, turn=seat == turn) for seat in SEATS)
    return TableView(1, "East 1", seats, question=question)


def lit(factory: Any, pins: tuple[int, ...]) -> list[bool]:
    return [bool(factory.pin(pin).state) for pin in pins]


def test_each_seat_has_a_button(factory: Any) -> None:
    panel, clock = Panel(PINS, factory), Clock(factory)
    clock.look(panel, 0.1)
    for seat, pin in zip(SEATS, PINS.buttons, strict=True):
        assert clock.push(panel, pin, 0.15) == [Push(seat)]
        assert clock.push(panel, pin, 1.5) == [Push(seat, long=True)]
    panel.close()


def test_several_push_at_once(factory: Any) -> None:
    panel, clock = Panel(PINS, factory), Clock(factory)
    clock.look(panel, 0.1)
    for pin in PINS.buttons:
        factory.pin(pin).drive_low()
    clock.look(panel, 0.1)
    for pin in PINS.buttons:
        factory.pin(pin).drive_high()
    assert clock.look(panel, 0.1) == [Push(seat) for seat in SEATS]
    panel.close()


def test_lamps_tell_whose_turn_it_is_and_who_is_asked(factory: Any) -> None:
    panel = Panel(PINS, factory)
    assert lit(factory, PINS.lamps) == [False] * 4
    panel.show(view(turn=Seat.S2), 0.0)
    assert lit(factory, PINS.lamps) == [False, False, True, False]
    asked = view(turn=Seat.S2, question=QuestionView(1, "?", ("a", "b"), seat=1))
    for half in range(4):
        panel.show(asked, (half + 0.5) * BLINK)
        assert lit(factory, PINS.lamps) == [False, half % 2 == 0, True, False]
    panel.show(view(question=QuestionView(1, "?", ("a",))), BLINK / 2)
    assert lit(factory, PINS.lamps) == [True] * 4
    written = len(factory.pin(PINS.lamps[0]).states)
    for _ in range(100):
        panel.show(view(question=QuestionView(1, "?", ("a",))), BLINK / 2)
    assert len(factory.pin(PINS.lamps[0]).states) == written, "pins are written only when something changes"
    panel.close()
    assert {factory.pin(pin).function for pin in PINS.lamps} == {"input"}


def test_the_case_shuts_down_and_tells_trouble(factory: Any) -> None:
    case, button = Case(PINS, factory), factory.pin(17)
    assert lit(factory, (27,)) == [False]
    case.show(True, SLOW * 1.5)
    assert lit(factory, (27,)) == [True]
    seen = []
    for half in range(4):
        case.show(False, (half + 0.5) * SLOW)
        seen += lit(factory, (27,))
    assert seen == [True, False, True, False]
    for held, expected in ((SHUTDOWN - 0.3, 0), (SHUTDOWN + 5, 1)):
        case.shut_down(100.0)
        case.shut_down(101.0)
        button.drive_low()
        assert sum(case.shut_down(101.0 + place * STEP) for place in range(round(held / STEP))) == expected
        button.drive_high()
        case.shut_down(110.0)
        case.shut_down(111.0)
    case.close()


def test_the_motor_has_power_only_meanwhile(factory: Any) -> None:
    line = factory.pin(23)
    with armed(PINS, lambda _: factory):
        assert (line.function, bool(line.state)) == ("output", True)
    assert line.function == "input", "let go, the line is pulled down"
    with pytest.raises(ZeroDivisionError), armed(PINS, lambda _: factory):
        raise ZeroDivisionError
    assert line.function == "input"
    with armed(PinSettings(), lambda _: factory):
        assert set(factory.pins.values()) == {line}, "no other pin was touched"


def test_a_line_that_is_in_use_is_named_and_no_dice_are_shaken(factory: Any) -> None:
    case = Case(replace(PINS, status=23), factory)
    entered = False
    with pytest.raises(DeviceError, match=r"\[pins\] arm, pin 23: cannot be used"), armed(PINS, lambda _: factory):
        entered = True
    assert not entered
    case.close()


def test_a_case_has_only_what_is_named(factory: Any) -> None:
    case = Case(PinSettings(), factory)
    case.show(True, 0.0)
    assert case.shut_down(0.0) is False
    case.close()
    assert factory.pins == {}


def test_a_pin_that_is_in_use_is_named_and_nothing_stays_open(factory: Any) -> None:
    case = Case(PinSettings(lamps=(2, 3, 4, 7), status=20), factory)
    with pytest.raises(DeviceError, match=r"\[pins\] lamps, pin 20: cannot be used .* take another pin"):
        Panel(PinSettings(), factory)
    Panel(PinSettings(lamps=(12, 16, 26, 21)), factory).close()  # the first two were let go
    case.close()
    Panel(PinSettings(), factory).close()


def test_pins_that_the_board_does_not_have_are_named(factory: Any) -> None:
    with pytest.raises(DeviceError, match=r"\[pins\] status, pin 99: cannot be used"):
        Case(replace_unchecked(PinSettings(), 99), factory)


def replace_unchecked(pins: PinSettings, status: int) -> PinSettings:
    """As if the settings allowed it."""
    changed = replace(pins)
    object.__setattr__(changed, "status", status)
    return changed


def test_what_was_found_is_told(factory: Any) -> None:
    panel = Panel(PINS, factory)
    assert panel.given.startswith("buttons at pins 5, 6, 13, 19, lamps at pins 12, 16, 20, 21; Raspberry Pi ")
    assert f"(revision {factory.board_info.revision})" in panel.given
    panel.close()


@pytest.mark.parametrize("name", FACTORIES)
def test_without_its_library_it_says_how_to_get_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, f"gpiozero.pins.{name}", None)
    with pytest.raises(DeviceError, match=rf"\[pins\] factory = '{name}': cannot be imported .*python3-{name}`"):
        open_factory(name)


def test_pins_are_made_by_one_factory(monkeypatch: pytest.MonkeyPatch) -> None:
    """RPi.GPIO lets all pins go with the first that is closed; a device that is opened again takes no further chip."""
    made: list[object] = []

    class Factory:
        def __init__(self) -> None:
            made.append(self)

    module = type(sys)("gpiozero.pins.rpigpio")
    monkeypatch.setattr(module, "RPiGPIOFactory", Factory, raising=False)
    monkeypatch.setitem(sys.modules, "gpiozero.pins.rpigpio", module)
    open_factory.cache_clear()
    assert open_factory("rpigpio") is open_factory("rpigpio") and len(made) == 1
    open_factory.cache_clear()


def test_a_library_that_finds_no_pins_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    class Chipless:
        def __init__(self) -> None:
            raise RuntimeError("can not open gpiochip")  # what lgpio raises is no error of gpiozero

    module = type(sys)("gpiozero.pins.lgpio")
    monkeypatch.setattr(module, "LGPIOFactory", Chipless, raising=False)
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", module)
    with pytest.raises(DeviceError, match=r"factory = 'lgpio': opens no pins \(can not open gpiochip\)"):
        open_factory("lgpio")
