"""The whole line on a simulated table: frames -> eyes -> controller; headless with a report, or behind the page."""

from __future__ import annotations

import json
import threading
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from hardware.seeing import Seeing
from hardware.simulated import Shot, enrolment_frames, shots
from hardware.trouble import CameraTrouble
from tablectl.config import ConfigError, SimulateSettings, TableConfig
from tablectl.controller import Controller, Refused
from tablectl.export.mjai import MjaiError, read
from tablectl.replay import rules_of, text_lines
from tablectl.rules.event import Event, GameStarted, HandEnded, HandStarted, describe, to_json
from tablectl.rules.explain import explain
from tablectl.rules.game import Game
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.settlement import Settlement
from tablectl.simulate.compare import Comparison, compare
from tablectl.simulate.deal import deal
from tablectl.simulate.keeper import hand_recorded_by_hand, hands_begun, truthful_choice
from tablectl.simulate.playback import moments
from tablectl.store import Source, Store
from tablectl.table import Press
from tablectl.verdict import Question, Reading
from vision.frame import Frame
from vision.layout import layout_of
from vision.pipeline import Eyes
from vision.render.faces import ATLAS_NAMES, FaceSet, load_art, load_atlas
from vision.render.lighting import under
from vision.render.look import Look, shake
from vision.render.scene import Renderer
from vision.sources.source import SourceError
from vision.tilesets import TileSets

Printer = Callable[[str], None]
NUDGE_ROOM = 1.15
"""Field of view of a camera that will be pushed: 15 mm and 2 degrees at 1.2 m move the picture by 57 mm on the table,
and all four markers are to stay in it."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game whose every tile is known, and its rules; `name` for people."""

    name: str
    events: tuple[Event, ...]
    ruleset: Ruleset


def dealt(seed: int, ruleset: Ruleset) -> Played:
    """A game of four simple players."""
    return Played(f"dealt from seed {seed}", tuple(deal(seed, ruleset)), ruleset)


def recorded(path: Path, ruleset: Ruleset) -> Played:
    """A recorded mjai game. Raises `ConfigError` naming the file and what is wrong with it."""
    try:
        lines = read(text_lines(path), path.name)
        rules = rules_of(lines[0], ruleset, path.name)
    except MjaiError as error:
        raise ConfigError(str(error)) from None
    except (OSError, EOFError, UnicodeDecodeError, zlib.error) as error:
        raise ConfigError(f"{path}: cannot be read: {error}") from None
    events = tuple(line.event for line in lines)
    if any(isinstance(event, HandStarted) and (event.wall is None or event.dice is None) for event in events):
        raise ConfigError(f"{path}: has no wall and dice for every hand; a table can only be laid from a whole record")
    return Played(path.name, events, rules)


def first_hands(game: Played, hands: int | None) -> Played:
    """The game up to the end of so many hands; all of it for None."""
    if hands is None:
        return game
    ends = [place for place, event in enumerate(game.events) if isinstance(event, HandEnded)]
    last = ends[hands - 1] + 1 if hands <= len(ends) else len(game.events)
    return Played(game.name, game.events[:last], game.ruleset)


def tile_art(name: str) -> FaceSet:
    """A style of the shipped atlas, or a folder of artwork. Raises `ConfigError`."""
    if name in ATLAS_NAMES:
        return load_atlas(name)
    try:
        return load_art(Path(name))
    except (OSError, ValueError, RuntimeError) as error:
        choices = ", ".join(ATLAS_NAMES)
        raise ConfigError(f"[simulate] art = {name!r}: {error}; expected one of {choices}, or a folder") from None


def sees_dice(config: TableConfig, ruleset: Ruleset) -> bool:
    """Whether the camera is to read the dice. Raises `ConfigError` where one throw does not break the wall."""
    if config.dice.camera and ruleset.dice_throws != "one":
        raise ConfigError(
            f"{config.origin}: [dice] camera = true: it reads one throw a hand, but these rules have "
            f"dice_throws = {ruleset.dice_throws!r}; tell the dice by hand, with camera = false"
        )
    return config.dice.camera


def simulated_look(simulate: SimulateSettings) -> Look:
    """The look that the settings ask for."""
    look = Look.of(simulate.look)
    if simulate.light != "own":
        look = under(look, simulate.light)
    return replace(look, room=NUDGE_ROOM) if simulate.nudge else look


class Watched(Protocol):
    """A table whose game is known, whoever looks at it."""

    game: Played
    controller: Controller
    shots: Iterator[Shot]

    def take(self, frame: Frame, presses: tuple[Press, ...]) -> tuple[Event, ...]: ...


class Line(Seeing):
    """A simulated table, the eyes above it, and the controller that keeps its game."""

    def __init__(self, game: Played, config: TableConfig, store: Store) -> None:
        start = game.events[0]
        assert isinstance(start, GameStarted)
        layout = layout_of(config)
        classifier = TileSets.of_user().classifier(config.table.tile_set)
        dice = sees_dice(config, game.ruleset)
        eyes = Eyes(layout, classifier=classifier, confidence=config.confidence, dice=dice)
        controller = Controller(store, game.ruleset, start=start, source=Source.SIMULATED)
        super().__init__(eyes, controller, Source.SIMULATED)
        self.game = game
        self.look = simulated_look(config.simulate)
        self.layout = layout
        renderer = Renderer(tile_art(config.simulate.art), self.look, layout)
        if config.simulate.enrol and not config.table.tile_set:
            for frame in enrolment_frames(renderer):
                eyes.feed(frame)
            eyes.enrol(frame)
        steps = list(moments(game.events, seen_throws=dice))
        # Somewhere in the middle half of the game.
        nudge = round(len(steps) * (0.5 + shake(self.look.seed, "nudge")[0] / 4)) if config.simulate.nudge else None
        self.shots: Iterator[Shot] = shots(steps, renderer, nudge)
        quarters = [steps[len(steps) * part // 4].time for part in (1, 2, 3)]
        self._trouble = CameraTrouble(quarters) if config.simulate.trouble else None

    def take(self, frame: Frame, presses: tuple[Press, ...] = ()) -> tuple[Event, ...]:
        """As at every table; where the simulated camera is in trouble, what was pressed counts and nothing is seen."""
        try:
            if self._trouble is not None:
                self._trouble.check(frame)
        except SourceError as error:
            self.lose(f"no camera: {error}")
            return self._press(presses, frame.time)
        return super().take(frame, presses)


def run_headless(
    line: Watched, say: Printer, as_json: bool = False, after: Callable[[Shot], None] = lambda shot: None
) -> Comparison:
    """Play the whole game, questions answered truthfully; `say` each event and each hand's settlement.

    `after` is called when a shot has been looked at and what it asked was answered.
    """
    controller = line.controller
    played: list[Event] = []
    asked: Counter[int] = Counter()
    last: Question | None = None
    for shot in line.shots:
        played += shot.events
        taken: list[Event] = []
        hand = hands_begun(played) - 1
        if HandEnded() in shot.events and not (is_settled(controller.game) and hands_begun(controller.events) > hand):
            # Nobody pushes the tiles together before the hand is on record.
            asked[hand] += 1
            say(json.dumps({"recorded_by_hand": hand}) if as_json else f"! hand {hand} was not read to its end")
            try:
                for press in hand_recorded_by_hand(controller.rows, played):
                    taken += controller.press(press, shot.frame.time, Source.REFEREE)
            except Refused as error:  # an earlier hand on record is wrong
                say(json.dumps({"refused": str(error)}) if as_json else f"! hand {hand} is lost: {error}")
        taken += line.take(shot.frame, shot.presses)
        while isinstance(controller.finding, Question) and controller.finding != last:
            last = controller.finding
            asked[hand] += 1
            choice = truthful_choice(last, played)
            answer = "no choice is true" if choice is None else last.choices[choice].label
            say(json.dumps({"question": last.text, "answer": answer}) if as_json else f"? {last.text} -> {answer}")
            if choice is not None:
                taken += controller.press(Press("answer", last.seat, str(choice)), shot.frame.time, Source.SIMULATED)
        if isinstance(controller.finding, Reading):
            last = None
        for event in taken:
            say(json.dumps({"event": to_json(event)}) if as_json else describe(event))
            if isinstance(event, HandEnded):
                for text in settlement_block(controller, as_json):
                    say(text)
        after(shot)
    return compare(played, controller.events, asked, line.game.ruleset)


def is_settled(game: Game) -> bool:
    """Whether the newest hand has its payments."""
    return game.round is not None and bool(game.round.settlements)


def settlement_block(controller: Controller, as_json: bool) -> list[str]:
    """How the hand that just ended was settled."""
    game = controller.game
    assert game.round is not None
    points = list(game.points)
    settlements: tuple[Settlement, ...] = game.round.settlements
    if as_json:
        lines = [list(explain(settlement, game.ruleset)) for settlement in settlements]
        return [json.dumps({"settlement": lines, "points": points})]
    out: list[str] = []
    for settlement in settlements:
        how = "" if settlement.winner is None else f", seat {settlement.winner}"
        out.append(f"  -- {settlement.kind.replace('_', ' ')}{how}")
        out += [f"     {text}" for text in explain(settlement, game.ruleset)]
    return [*out, f"  == points {points}"]


def run_live(line: Line, pace: float, stop: threading.Event) -> None:
    """Play the game at people's pace, `pace` times faster; while a question is open the table waits for its answer."""
    start = time.monotonic()
    waited = 0.0
    for shot in line.shots:
        while isinstance(line.controller.finding, Question) and not stop.is_set():
            before = time.monotonic()
            stop.wait(0.1)
            waited += time.monotonic() - before
        if stop.wait(max(0.0, start + waited + shot.frame.time / pace - time.monotonic())):
            return
        line.take(shot.frame, shot.presses)
