"""Buttons, lamps and lines on the pins of a Raspberry Pi, through gpiozero, which is imported when pins are opened.

The library that drives the pins is named in the settings: gpiozero by itself would try one after the other and end
with a message about the last. It debounces by losing edges; here contacts are looked at and debounced by
`hardware.debounce`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from importlib import import_module
from typing import Any

from hardware.debounce import Contact, Length
from hardware.device import DeviceError, Part, Push
from tablectl.config import PinSettings
from tablectl.rules.seat import SEATS
from tablectl.view import TableView

FACTORIES = {"lgpio": "LGPIOFactory", "rpigpio": "RPiGPIOFactory"}
"""The library of `[pins] factory` and its class in `gpiozero.pins`."""
BLINK = 0.25
"""Seconds that a blinking lamp is on, and off."""
SLOW = 1.0
"""The same of the status lamp while something is wrong."""
SHUTDOWN = 2.0
"""Seconds that the shutdown button must be held, so that nobody brushes against it."""


@cache
def open_factory(name: str) -> Any:
    """What makes pins, `name` as in `[pins] factory`: one for all of this program. Raises `DeviceError`."""
    what = f"[pins] factory = {name!r}"
    try:
        return getattr(import_module(f"gpiozero.pins.{name}"), FACTORIES[name])()
    except ImportError as error:
        raise DeviceError(
            f"{what}: cannot be imported ({error}); install it with `sudo apt install python3-gpiozero python3-{name}` "
            "and make the environment with --system-site-packages"
        ) from None
    except Exception as error:  # each library has errors of its own
        raise DeviceError(
            f"{what}: opens no pins ({error}); is this a Raspberry Pi, is its user in the group gpio, and can it write "
            "to the working directory?"
        ) from None


class Panel:
    """Four buttons and four lamps at the seats, without a board: pin to button to ground, pin to lamp to resistor.

    A lamp blinks where a question is asked and is lit where it is a seat's turn.
    """

    parts = frozenset({Part.LAMPS, Part.BUTTONS})

    def __init__(self, pins: PinSettings, factory: Any) -> None:
        with ExitStack() as stack:
            self._buttons = [_button(stack, "buttons", pin, factory) for pin in pins.buttons]
            self._lamps = [_output(stack, "lamps", pin, factory) for pin in pins.lamps]
            self._stack = stack.pop_all()
        self._contacts = [Contact() for _ in SEATS]
        self.given = f"buttons at pins {_list(pins.buttons)}, lamps at pins {_list(pins.lamps)}; {_board(factory)}"

    def show(self, view: TableView, now: float) -> None:
        for seat, lamp in zip(SEATS, self._lamps, strict=True):
            asked = view.question is not None and view.question.seat in (None, int(seat))
            _set(lamp, _blinks(now, BLINK) if asked else view.seats[seat].turn)

    def pushed(self, now: float) -> tuple[Push, ...]:
        out = []
        for seat, button, contact in zip(SEATS, self._buttons, self._contacts, strict=True):
            length = contact.look(bool(button.is_active), now)
            if length is not None:
                out.append(Push(seat, length is Length.LONG))
        return tuple(out)

    def close(self) -> None:
        self._stack.close()


class Case:
    """What sits on the case, each only where its pin is named: a shutdown button and a status lamp."""

    def __init__(self, pins: PinSettings, factory: Any) -> None:
        with ExitStack() as stack:
            self._shutdown = None if pins.shutdown is None else _button(stack, "shutdown", pins.shutdown, factory)
            self._status = None if pins.status is None else _output(stack, "status", pins.status, factory)
            self._stack = stack.pop_all()
        self._contact = Contact(long=SHUTDOWN)

    def show(self, well: bool, now: float) -> None:
        """The status lamp is lit while all is `well` and blinks slowly otherwise."""
        if self._status is not None:
            _set(self._status, well or _blinks(now, SLOW))

    def shut_down(self, now: float) -> bool:
        """Whether the shutdown button has now been held long enough; told once a push."""
        if self._shutdown is None:
            return False
        return self._contact.look(bool(self._shutdown.is_active), now) is Length.LONG

    def close(self) -> None:
        self._stack.close()


@contextmanager
def armed(pins: PinSettings, opener: Callable[[str], Any] = open_factory) -> Iterator[None]:
    """Let the dice motor have power meanwhile, where `pins` name its line. Raises `DeviceError`.

    Before and after, the pin drives nothing and the line is pulled down where it arrives: no motor runs for a program
    that has ended.
    """
    with ExitStack() as stack:
        if pins.arm is not None:
            _output(stack, "arm", pins.arm, opener(pins.factory)).on()
        yield


def _button(stack: ExitStack, key: str, pin: int, factory: Any) -> Any:
    """A contact to ground, held up by the pin itself."""
    return _opened(stack, key, pin, "DigitalInputDevice", pull_up=True, pin_factory=factory)


def _output(stack: ExitStack, key: str, pin: int, factory: Any) -> Any:
    return _opened(stack, key, pin, "DigitalOutputDevice", initial_value=False, pin_factory=factory)


def _opened(stack: ExitStack, key: str, pin: int, kind: str, **options: Any) -> Any:
    """A device of gpiozero that is closed with the stack. Raises `DeviceError`."""
    gpiozero = import_module("gpiozero")
    try:
        return stack.enter_context(getattr(gpiozero, kind)(pin, **options))
    except (gpiozero.GPIOZeroError, OSError) as error:
        raise DeviceError(
            f"[pins] {key}, pin {pin}: cannot be used ({error}); pins are BCM numbers, and each has one use: end the "
            "program that uses it, or take another pin"
        ) from None


def _set(output: Any, on: bool) -> None:
    """Pins are written only when something changes."""
    if bool(output.value) is not on:
        output.value = on


def _blinks(now: float, half: float) -> bool:
    return int(now / half) % 2 == 0


def _board(factory: Any) -> str:
    info = factory.board_info
    return f"Raspberry Pi {info.model} (revision {info.revision})"


def _list(pins: tuple[int, ...]) -> str:
    return ", ".join(map(str, pins))
