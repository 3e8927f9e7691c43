"""The kinds of boards that the settings may name, each opened."""

from __future__ import annotations

import time
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from hardware.boards import OPENERS, open_board
from hardware.device import DeviceError, Part, Shaker
from hardware.pins import BUTTONS, LAMPS, PANEL
from tablectl.config import BoardSettings, PinSettings, TableConfig
from tablectl.controller import Controller
from tablectl.rules.event import GameStarted
from tablectl.rules.ruleset import TENHOU
from tablectl.store import Source, Store


def test_every_kind_has_what_opens_it() -> None:
    assert {"none", *OPENERS} == set(get_args(get_type_hints(BoardSettings)["kind"]))


def test_the_simulated_board_is_the_firmwares_core(tmp_path: Path) -> None:
    board = open_board(TableConfig(board=BoardSettings("simulated")))
    assert board.parts == set(Part) and isinstance(board, Shaker)
    assert board.given.startswith("the simulated board: firmware ")
    controller = Controller(Store(tmp_path / "record.sqlite"), TENHOU, start=GameStarted(), source=Source.SIMULATED)
    board.show(controller.view, time.monotonic())
    assert board.pushed(time.monotonic()) == ()
    board.close()


def test_a_serial_board_that_is_not_there_is_named() -> None:
    config = TableConfig(board=BoardSettings("serial", port="/dev/serial/by-id/nothing"))
    with pytest.raises(DeviceError, match=r"\[board\] port = '/dev/serial/by-id/nothing'"):
        open_board(config)


def test_the_panels_pins_are_those_of_the_wiring() -> None:
    settings = PinSettings()
    for part, pins in ((BUTTONS, settings.buttons), (LAMPS, settings.lamps)):
        assert [pin.gpio for pin in PANEL if pin.part == part] == list(pins)
