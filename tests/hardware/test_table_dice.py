"""Dice behind the page's button: rolled, read in the watched table, asked for where unclear, always logged."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from hardware import table_dice
from hardware.device import DeviceError
from hardware.dice import Rolled, RollKeeper, Unclear
from hardware.roll_button import RollButton
from hardware.rollers import CryptographicRoller
from hardware.seeing import Seeing
from hardware.table_dice import TableDice, seen_dice, table_roller
from tablectl.config import BoardSettings, CameraSettings, DiceSettings, TableConfig, parse
from tablectl.controller import Controller
from tablectl.rolllog import RollLog, RollSource, read_rolls
from tablectl.rules.dice import Dice
from tablectl.rules.ruleset import Ruleset
from tablectl.store import Source, Store, StoreError
from tablectl.table import TableSnapshot
from tablectl.web.app import create_app
from vision import dice_report
from vision.dice import SeenDie, Throw
from vision.dice_report import read_throw
from vision.frame import Frame, Image
from vision.layout import layout_of
from vision.pipeline import Eyes
from vision.render.faces import load_atlas
from vision.render.look import Look
from vision.render.rolls import Case, View, roll
from vision.render.scene import Renderer

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


@dataclass
class Scripted:
    """Answers as told; what is an error is raised."""

    outcomes: list[Rolled | Unclear | DeviceError] = field(default_factory=list)
    source = RollSource.ROLLER

    def roll(self, roll_id: int) -> Rolled | Unclear:
        outcome = self.outcomes.pop(0)
        if isinstance(outcome, DeviceError):
            raise outcome
        return outcome


@pytest.fixture
def log(tmp_path: Path) -> Iterator[RollLog]:
    with closing(RollLog(tmp_path / "dice.jsonl")) as opened:
        yield opened


def test_the_page_rolls_asks_and_takes_a_persons_word(tmp_path: Path, log: RollLog) -> None:
    controller = Controller(Store(tmp_path / "record.sqlite"), Ruleset())
    roller = Scripted([Rolled((2, 6)), Unclear("a die does not lie flat"), DeviceError("the plug is out")])
    client = TestClient(
        create_app(controller, cup=TableDice(RollKeeper(roller, log, lambda: NOON))),
        base_url="http://localhost",
        client=("127.0.0.1", 1),
    )
    assert client.get("/api/roll").json() == {"label": "Roll the dice"}
    assert client.post("/api/roll", json={}).json() == {"dice": [2, 6]}
    assert controller.view.dice == (2, 6)
    unclear = client.post("/api/roll", json={})
    assert (unclear.status_code, unclear.json()["detail"]) == (
        409,
        "the dice are unclear: a die does not lie flat; or say what they show",
    )
    assert controller.view.dice == (2, 6)
    assert client.post("/api/roll", json={"dice": [4, 1]}).status_code == 200
    assert controller.view.dice == (4, 1)
    assert "the plug is out" in client.post("/api/roll", json={}).json()["detail"]
    assert client.post("/api/roll", json={"dice": [0, 7]}).status_code == 422
    rolls = read_rolls(log.path).rolls
    assert [(r.source.value, r.dice) for r in rolls] == [("roller", (2, 6)), ("roller", None), ("pressed", (4, 1))]


def test_only_the_tables_own_page_rolls(tmp_path: Path, log: RollLog) -> None:
    controller = Controller(Store(tmp_path / "record.sqlite"), Ruleset())
    cup = TableDice(RollKeeper(CryptographicRoller(), log, lambda: NOON))
    client = TestClient(create_app(controller, cup=cup), base_url="http://localhost", client=("192.0.2.7", 1))
    assert client.post("/api/roll", json={}).status_code == 403
    assert read_rolls(log.path).rolls == ()
    without = TestClient(create_app(controller), base_url="http://localhost", client=("127.0.0.1", 1))
    assert without.get("/api/roll").json() == {"label": ""}
    assert without.post("/api/roll", json={}).status_code == 409


def test_dice_on_a_watched_table_are_read(tmp_path: Path) -> None:
    """The frames go on in one thread while the page asks in another."""
    drawn = roll(200, View.BOWL, Case.CLEAR)
    picture = drawn.draw()
    seeing = Seeing(Eyes(), Controller(Store(tmp_path / "record.sqlite"), Ruleset()), Source.CAMERA)
    stop = threading.Event()

    def frames() -> None:
        number = 0
        while not stop.is_set():
            seeing.take(Frame(picture, number / 10, number))
            number += 1

    camera = threading.Thread(target=frames)
    camera.start()
    try:
        outcome = seen_dice(seeing).roll(1)
    finally:
        stop.set()
        camera.join()
    assert isinstance(outcome, Rolled) and drawn.values is not None
    assert sorted(outcome.dice) == sorted(drawn.values)


def test_dice_are_read_in_the_bowl_that_the_settings_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[object, ...]] = []
    shown = Throw((2, 3), None, (SeenDie(10, 10, 30, 2), SeenDie(50, 10, 30, 3)))

    def read(image: Image, *place: object) -> Throw:
        asked.append(place)
        return shown

    monkeypatch.setattr(table_dice, "read_table", read)
    monkeypatch.setattr(dice_report, "read_table", read)
    image = Renderer(load_atlas("river"), Look.of(2)).frame(TableSnapshot(), None, 0.0, 0).image
    config = TableConfig(camera=CameraSettings("camera"), dice=DiceSettings("board", bowl=(100.0, -50.0, 60.0)))
    seeing = Seeing(Eyes(layout_of(config)), Controller(Store(tmp_path / "r.sqlite"), Ruleset()), Source.CAMERA)
    for number in range(3):
        seeing.take(Frame(image, number / 10, number))
    assert seeing.calibration is not None
    monkeypatch.setattr(seeing, "next_frame", lambda: Frame(image, 1.0, 9))
    shaken: list[str] = []
    roller = table_roller(
        replace(config, board=BoardSettings("serial", "/dev/tty")), seeing, lambda: shaken.append("!")
    )
    assert roller is not None and roller.source is RollSource.ROLLER
    assert isinstance(roller.roll(1), Rolled) and shaken == ["!"]
    read_throw(image, layout_of(config))
    assert [place[1:] for place in asked] == [((100.0, -50.0), 60.0)] * 3


@pytest.mark.parametrize(
    ("roller", "kind", "camera", "source"),
    [
        ("hand", "none", "camera", "hand"),
        ("hand", "none", "simulated", None),
        ("cryptographic", "none", "camera", "cryptographic"),
        ("simulated", "none", "camera", "simulated"),
        ("board", "serial", "camera", "roller"),
        ("board", "serial", "simulated", "roller"),
        ("board", "simulated", "camera", "cryptographic"),
        ("board", "none", "camera", "roller"),
    ],
)
def test_the_roller_is_that_of_the_settings(
    tmp_path: Path, roller: str, kind: str, camera: str, source: str | None
) -> None:
    seeing = Seeing(Eyes(), Controller(Store(tmp_path / "record.sqlite"), Ruleset()), Source.CAMERA)
    config = parse(
        f'[dice]\nroller="{roller}"\n[board]\nkind="{kind}"\nport="x"\n[camera]\nsource="{camera}"', "t.toml"
    )
    made = table_roller(config, seeing, lambda: None)
    assert (None if made is None else made.source.value) == source


def test_dice_that_a_board_shakes_and_no_camera_sees_are_asked_for(log: RollLog) -> None:
    shaken, told = list[str](), list[str]()
    config = TableConfig(dice=DiceSettings("board"), board=BoardSettings("serial", "/dev/tty"))
    roller = table_roller(config, None, lambda: shaken.append("!"))
    assert roller is not None
    cup = TableDice(RollKeeper(roller, log, lambda: NOON), told.append)
    with pytest.raises(ValueError, match="no camera sees them; or say what they show"):
        cup.roll()
    cup.press((6, 1))
    assert shaken == ["!"] and told == ["the dice are unclear: no camera sees them; or say what they show", ""]
    assert [(roll.source.value, roll.dice) for roll in read_rolls(log.path).rolls] == [
        ("roller", None),
        ("pressed", (6, 1)),
    ]


def test_dice_that_are_rolling_are_not_rolled_again_and_that_is_no_trouble(log: RollLog) -> None:
    told: list[str] = []
    again: list[str] = []

    def shake() -> None:
        with pytest.raises(ValueError) as caught:
            cup.roll()
        again.append(str(caught.value))

    cup = TableDice(RollKeeper(CryptographicRoller(shake=shake), log, lambda: NOON), told.append)
    cup.roll()
    assert (again, told) == (["the dice are rolling"], [""])


def test_the_middle_button_tells_the_table_or_what_is_wrong(log: RollLog, caplog: pytest.LogCaptureFixture) -> None:
    taken: list[Dice] = []

    def take(dice: Dice) -> None:
        if taken:
            raise StoreError("the disk is full")
        taken.append(dice)

    def push() -> tuple[Dice | None, str]:
        button.push()
        button.wait(30)
        return button.dice, button.trouble

    roller = Scripted([Rolled((2, 6)), Unclear("glare"), Rolled((1, 1))])
    button = RollButton(TableDice(RollKeeper(roller, log, lambda: NOON)), take)
    assert push() == ((2, 6), "") and taken == [(2, 6)]
    assert push() == (None, "the dice are unclear: glare; or say what they show")
    dice, trouble = push()
    assert dice is None and "the disk is full" in trouble


def test_a_blind_table_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.seeing.PATIENCE", 0.01)
    seeing = Seeing(Eyes(), Controller(Store(tmp_path / "record.sqlite"), Ruleset()), Source.CAMERA)
    with pytest.raises(DeviceError, match="no pictures"):
        seen_dice(seeing).roll(1)
