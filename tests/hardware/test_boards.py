"""The kinds of boards that the settings may name, each opened."""

from __future__ import annotations

import time
from pathlib import Path
from typing import get_args, get_type_hints

import pytest
from gpiozero.pins.mock import MockFactory

from hardware import board, boards
from hardware.boards import OPENERS, open_board
from hardware.device import DeviceError, Part, Shaker
from hardware.hostboard import HostBoard, HostPort
from hardware.pins import BUTTONS, LAMPS, PANEL
from tablectl.config import BoardSettings, PinSettings, TableConfig
from tablectl.controller import Controller
from tablectl.rules.event import GameStarted
from tablectl.rules.ruleset import TENHOU
from tablectl.store import Source, Store


def test_every_kind_has_what_opens_it() -> None:
    assert {"none", *OPENERS} == set(get_args(get_type_hints(BoardSettings)["kind"]))


def test_the_simulated_board_is_the_firmwares_core(tmp_path: Path) -> None:
    opened = open_board(TableConfig(board=BoardSettings("simulated")))
    assert opened.parts == set(Part) and isinstance(opened, Shaker)
    assert opened.given.startswith("the simulated board: firmware ")
    controller = Controller(Store(tmp_path / "record.sqlite"), TENHOU, start=GameStarted(), source=Source.SIMULATED)
    opened.show(controller.view, time.monotonic())
    assert opened.pushed(time.monotonic()) == ()
    opened.close()


def test_a_serial_board_that_is_not_there_is_named() -> None:
    config = TableConfig(board=BoardSettings("serial", port="/dev/serial/by-id/nothing"))
    with pytest.raises(DeviceError, match=r"\[board\] port = '/dev/serial/by-id/nothing'"):
        open_board(config)


@pytest.mark.parametrize("revision", ["c03115", "d04171"], ids=["Pi 4", "Pi 5"])
def test_the_motor_of_a_serial_board_is_armed_while_it_shakes(revision: str, monkeypatch: pytest.MonkeyPatch) -> None:
    factory, core = MockFactory(revision), HostBoard()
    seen: set[tuple[bool, bool]] = set()

    class Watched(HostPort):
        def read(self) -> bytes:
            data = super().read()
            seen.add((core.power > 0, bool(factory.pin(23).state)))
            return data

    monkeypatch.setattr(boards, "SerialPort", lambda path: Watched(core))
    monkeypatch.setattr(boards, "open_factory", lambda name: factory)
    monkeypatch.setattr(board, "RUN", 50)
    monkeypatch.setattr(board, "SETTLE", 50)
    opened = open_board(TableConfig(board=BoardSettings("serial", port="/dev/tty"), pins=PinSettings(arm=23)))
    assert isinstance(opened, Shaker)
    assert seen == {(False, False)}, "no power before it shakes"
    seen.clear()
    opened.shake()
    assert seen == {(False, True), (True, True)} and core.starts == 1
    assert factory.pin(23).function == "input"
    core.load(900)
    core.driver_fault(True)
    with pytest.raises(DeviceError, match=r"\[board\] port = '/dev/tty': the motor driver reports a fault"):
        opened.shake()
    assert factory.pin(23).function == "input"
    opened.close()


def test_the_panels_pins_are_those_of_the_wiring() -> None:
    settings = PinSettings()
    for part, pins in ((BUTTONS, settings.buttons), (LAMPS, settings.lamps)):
        assert [pin.gpio for pin in PANEL if pin.part == part] == list(pins)
