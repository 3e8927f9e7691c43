"""The whole line on a simulated table: what is read is compared with what was played."""

from __future__ import annotations

import dataclasses
import gzip
import json
from pathlib import Path

import pytest

from hardware.line import Line, Played, dealt, first_hands, recorded, run_headless, tile_art
from hardware.simulated import shots
from tablectl.config import ConfigError, DiceSettings, SimulateSettings, TableConfig
from tablectl.rules.event import Discarded, Drawn, Event, GameStarted, HandEnded, HandStarted, Won
from tablectl.rules.ruleset import TENHOU
from tablectl.rules.seat import Seat
from tablectl.rules.tile import Tile, parse_tiles
from tablectl.simulate.playback import moments
from tablectl.store import Store
from vision.render.scene import Renderer


def test_a_hand_is_read_from_pictures_onto_the_ledger(tmp_path: Path) -> None:
    line = Line(first_hands(dealt(1, TENHOU), 1), TableConfig(), Store(tmp_path / "record.sqlite"))
    said: list[str] = []
    comparison = run_headless(line, said.append)
    (hand,) = comparison.hands
    assert not hand.wrong_total
    assert hand.equal, hand.difference
    game = line.controller.game
    assert sum(game.points) + 1000 * game.deposits == 100_000
    assert list(game.points) != [25_000] * 4, "nothing was paid"
    assert any(text.startswith("  == points") for text in said)
    assert line.picture() is not None
    # What was read is on disk, row by row.
    line.controller._store.close()
    assert Store(tmp_path / "record.sqlite").events(1) == line.controller.events


def short_hand(indicator: str, dice: tuple[int, int]) -> tuple[Event, ...]:
    """A hand that seat 0, its dealer, wins with the second discard."""
    return (
        HandStarted(Tile.parse(indicator), dice),
        Drawn(Seat.S0),
        Discarded(Seat.S0, Tile.parse("1z")),
        Drawn(Seat.S1),
        Discarded(Seat.S1, Tile.parse("5p")),
        Won(Seat.S0, Seat.S1, Tile.parse("5p"), parse_tiles("234678m34p55678s")),
        HandEnded(),
    )


@pytest.mark.parametrize("bowl", [None, (130.0, 130.0, 40.0)])
def test_the_throws_of_a_game_are_read_from_pictures(tmp_path: Path, bowl: tuple[float, float, float] | None) -> None:
    game = Played("short", (GameStarted(), *short_hand("9m", (3, 4)), *short_hand("1p", (6, 1))), TENHOU)
    config = TableConfig(dice=DiceSettings(True, bowl), simulate=SimulateSettings(look=3, enrol=False))
    line = Line(game, config, Store(tmp_path / "record.sqlite"))
    comparison = run_headless(line, lambda _: None)
    thrown = [sorted(event.dice or ()) for event in line.controller.events if isinstance(event, HandStarted)]
    assert thrown == [[3, 4], [1, 6]]
    assert [hand.difference for hand in comparison.hands] == ["", ""]


def test_dice_that_nobody_can_read_are_asked_for(tmp_path: Path) -> None:
    game = Played("short", (GameStarted(), *short_hand("9m", (3, 4))), TENHOU)
    config = TableConfig(dice=DiceSettings(camera=True), simulate=SimulateSettings(look=3, enrol=False))
    line = Line(game, config, Store(tmp_path / "record.sqlite"))
    bare = [
        dataclasses.replace(moment, table=dataclasses.replace(moment.table, dice=None))
        for moment in moments(game.events, seen_throws=True)
    ]
    line.shots = shots(bare, Renderer(tile_art("table"), line.look, line.layout))
    said: list[str] = []
    comparison = run_headless(line, said.append)
    assert [text for text in said if text.startswith("?")] == [
        "? What did the dice show? (no dice are seen) -> 3 and 4"
    ]
    assert comparison.hands[0].equal and comparison.questions == 1


def test_rules_that_throw_twice_are_refused_by_name(tmp_path: Path) -> None:
    twice = Played("short", (GameStarted(),), dataclasses.replace(TENHOU, dice_throws="two"))
    with pytest.raises(ConfigError, match=r"\[dice\] camera = true: .*dice_throws = 'two'"):
        Line(twice, TableConfig(dice=DiceSettings(camera=True)), Store(tmp_path / "record.sqlite"))


def test_json_lines_are_objects(tmp_path: Path) -> None:
    game = first_hands(dealt(1, TENHOU), 1)
    short = dataclasses.replace(game, events=game.events[:12])
    line = Line(short, TableConfig(), Store(tmp_path / "record.sqlite"))
    said: list[str] = []
    run_headless(line, said.append, as_json=True)
    kinds = [next(iter(json.loads(text))) for text in said]
    assert kinds and set(kinds) <= {"event", "question", "settlement"}


def test_hands_are_counted_by_their_ends() -> None:
    game = dealt(1, TENHOU)
    two = first_hands(game, 2)
    assert sum(isinstance(event, HandEnded) for event in two.events) == 2
    assert isinstance(two.events[-1], HandEnded)
    assert first_hands(game, None) is game
    assert first_hands(game, 10_000).events == game.events


def test_a_game_that_cannot_be_laid_is_named(tmp_path: Path, shared: Path) -> None:
    with pytest.raises(ConfigError, match=r"nowhere\.mjson: cannot be read"):
        recorded(tmp_path / "nowhere.mjson", TENHOU)
    broken = tmp_path / "broken.mjson"
    broken.write_text("{\n")
    with pytest.raises(ConfigError, match=r"broken\.mjson"):
        recorded(broken, TENHOU)
    lines = gzip.decompress((shared / "data/logs/games/g000.mjson.gz").read_bytes()).decode().splitlines()
    start = json.loads(lines[1])
    del start["wall"]
    bare = tmp_path / "bare.mjson"
    bare.write_text("\n".join([lines[0], json.dumps(start), *lines[2:]]))
    with pytest.raises(ConfigError, match="no wall and dice"):
        recorded(bare, TENHOU)


def test_unknown_art_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="art = 'nothing'"):
        tile_art("nothing")
    assert tile_art("table").name == "table"
