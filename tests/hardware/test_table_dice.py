"""Dice behind the page's button: rolled, read in the watched table, asked for where unclear, always logged."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from hardware.device import DeviceError
from hardware.dice import Rolled, RollKeeper, Unclear
from hardware.rollers import CryptographicRoller
from hardware.seeing import Seeing
from hardware.table_dice import TableDice, seen_dice
from tablectl.controller import Controller
from tablectl.rolllog import RollLog, RollSource, read_rolls
from tablectl.rules.ruleset import Ruleset
from tablectl.store import Source, Store
from tablectl.web.app import create_app
from vision.frame import Frame
from vision.pipeline import Eyes
from vision.render.rolls import Case, View, roll

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


def test_a_blind_table_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.seeing.PATIENCE", 0.01)
    seeing = Seeing(Eyes(), Controller(Store(tmp_path / "record.sqlite"), Ruleset()), Source.CAMERA)
    with pytest.raises(DeviceError, match="no pictures"):
        seen_dice(seeing).roll(1)
