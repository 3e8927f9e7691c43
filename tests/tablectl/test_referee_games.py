"""Whole games followed by their tables: true ones, with moments missed, zones hidden and faces misread."""

from __future__ import annotations

import gzip
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

import pytest

from tablectl.corrections import corrected_log
from tablectl.export.mjai import read
from tablectl.faces import FACES
from tablectl.referee import Mismatch, Question, Reading, interpret
from tablectl.rules.event import DoraTurned, Drew, Event, GameStarted, HandEnded, HandStarted, RiichiAccepted, Won
from tablectl.rules.game import Game, new_game, play
from tablectl.rules.ruleset import TENHOU
from tablectl.rules.seat import SEATS, BySeat
from tablectl.rules.tile import Tile
from tablectl.simulate.compare import compare, visible
from tablectl.simulate.deal import deal
from tablectl.simulate.playback import Moment, moments
from tablectl.table import Area, Press, SeenTile, TableSnapshot, Zone


@dataclass
class Follower:
    """Follows a game as the controller does, answering questions with the truth."""

    true: Sequence[Event]
    game: Game = field(default_factory=lambda: play(new_game(TENHOU), GameStarted()))
    log: list[Event] = field(default_factory=lambda: [GameStarted()])
    dice: tuple[int, int] | None = None
    told: set[int] = field(default_factory=set)
    questions: Counter[int] = field(default_factory=Counter)
    corrections: int = 0
    mismatches: int = 0

    def feed(self, table: TableSnapshot, presses: Iterable[Press] = ()) -> None:
        for press in presses:
            self.dice = (int(press.value[0]), int(press.value[2]))
        for _ in range(24):
            found = interpret(self.game, table, self.dice, log=self.log, told=frozenset(self.told))
            match found:
                case Mismatch():
                    self.mismatches += 1
                    return
                case Question():
                    self.questions[self._hand] += 1
                    events = self._answer(found)
                    self.told |= set(range(len(self.log), len(self.log) + len(events)))
                case Reading(events, ()) if not events:
                    return
                case Reading((), corrections):
                    self.corrections += 1
                    self.log = list(corrected_log(self.log, corrections))
                    self.game = new_game(TENHOU)
                    for event in self.log:
                        self.game = play(self.game, event)
                    continue
                case Reading(events):
                    pass
            for event in events:
                self.game = play(self.game, event)
                self.log.append(event)
                if isinstance(event, HandStarted):
                    self.dice = None
        raise AssertionError("one table explains itself without end")

    @property
    def _hand(self) -> int:
        return sum(isinstance(event, HandStarted) for event in self.log) - 1

    def _answer(self, question: Question) -> tuple[Event, ...]:
        due = _in_order(self.true)[len(_in_order(self.log)) :]
        for choice in question.choices:
            offered = _in_order(choice.events)
            if offered == due[: len(offered)]:
                return choice.events
        raise AssertionError(f"no true choice in {question}")


def _in_order(events: Iterable[Event]) -> list[str]:
    """What can be seen, but for sticks and indicators, which may be read a little later than they were laid."""
    return [text for event in events if not isinstance(event, RiichiAccepted | DoraTurned) and (text := visible(event))]


def at_rest(events: Sequence[Event]) -> Iterator[Moment]:
    return (moment for moment in moments(events) if moment.arm is None)


def is_between(moment: Moment) -> bool:
    """A moment within a hand that eyes may miss; ends and beginnings lie open long enough."""
    keeps = HandStarted | HandEnded | Won | Drew
    shown = any(hand.open or hand.face_down for hand in moment.table.hands)
    return not shown and not any(isinstance(event, keeps) for event in moment.events)


def check(follower: Follower, *, questions: int | None = 0) -> None:
    """Every hand as played, every total right."""
    result = compare(follower.true, follower.log, follower.questions, TENHOU)
    assert [hand.difference for hand in result.hands if not hand.equal] == []
    assert result.wrong_totals == 0
    if questions is not None:
        assert result.questions <= questions


@cache
def dealt_game(seed: int) -> tuple[Event, ...]:
    return tuple(deal(seed, TENHOU))


@pytest.fixture(params=[3, 4])
def dealt(request: pytest.FixtureRequest) -> Sequence[Event]:
    return dealt_game(request.param)


def test_true_tables_give_the_game_back(dealt: Sequence[Event]) -> None:
    follower = Follower(dealt)
    for moment in at_rest(dealt):
        follower.feed(moment.table, moment.presses)
    check(follower)
    assert follower.mismatches == 0


def test_missed_moments_are_caught_up(dealt: Sequence[Event]) -> None:
    rng = random.Random(5)
    follower = Follower(dealt)
    missing = 0
    for moment in at_rest(dealt):
        if missing and is_between(moment):
            missing -= 1
            continue
        follower.feed(moment.table, moment.presses)
        missing = rng.randint(1, 3) if rng.random() < 0.1 else 0
    # Two calls missed at once can be told apart only by the players.
    check(follower, questions=2)


def hide(table: TableSnapshot, before: TableSnapshot, zones: Iterable[Zone]) -> TableSnapshot:
    """The table with some zones still as they were before."""
    names = {Area.RIVER: "rivers", Area.MELDS: "melds", Area.HAND: "hands", Area.WALL: "walls", Area.STICK: "sticks"}
    for seat, area in zones:
        name = names[area]
        table = replace(table, **{name: getattr(table, name).set(seat, getattr(before, name)[seat])})
        if area is Area.WALL:
            table = replace(table, dora=before.dora, ura=before.ura)
    return replace(table, stale=frozenset(zones))


@pytest.mark.parametrize("area", list(Area))
def test_zones_hidden_for_a_moment_lead_nobody_astray(area: Area) -> None:
    events = dealt_game(3)
    rng = random.Random(7)
    follower = Follower(events)
    before = TableSnapshot()
    for moment in at_rest(events):
        if is_between(moment):
            hidden: list[Zone] = [(seat, area) for seat in rng.sample(SEATS, rng.randint(1, 4))]
            follower.feed(hide(moment.table, before, hidden))
        follower.feed(moment.table, moment.presses)
        before = moment.table
    check(follower)


class Misreading:
    """Faces read badly for a while: each tile keeps its fault for some looks, then is read well."""

    def __init__(self, seed: int, share: float, chances: tuple[float, float], looks: int) -> None:
        self.rng, self.share, self.chances, self.looks = random.Random(seed), share, chances, looks
        self.faults: dict[tuple[int, str, int, int, Tile], tuple[SeenTile, int] | None] = {}

    def table(self, hand: int, table: TableSnapshot) -> TableSnapshot:
        def seat_row(name: str, seat: int, row: tuple[SeenTile, ...]) -> tuple[SeenTile, ...]:
            return tuple(self._tile((hand, name, seat, place), seen) for place, seen in enumerate(row))

        return replace(
            table,
            rivers=BySeat.of(seat_row("river", seat, table.rivers[seat]) for seat in SEATS),
            melds=BySeat.of(seat_row("melds", seat, table.melds[seat]) for seat in SEATS),
            hands=BySeat.of(
                replace(table.hands[seat], open=seat_row("hand", seat, table.hands[seat].open)) for seat in SEATS
            ),
            dora=seat_row("dora", 0, table.dora),
            ura=seat_row("ura", 0, table.ura),
        )

    def _tile(self, key: tuple[int, str, int, int], seen: SeenTile) -> SeenTile:
        if seen.tile is None:
            return seen
        where = (*key, seen.tile)
        if where not in self.faults:
            self.faults[where] = (self._fault(seen), self.looks) if self.rng.random() < self.share else None
        fault = self.faults[where]
        if fault is None or fault[1] == 0:
            return seen
        self.faults[where] = (fault[0], fault[1] - 1)
        return fault[0]

    def _fault(self, seen: SeenTile) -> SeenTile:
        assert seen.tile is not None
        other = self.rng.choice([face for face in FACES if face != seen.tile])
        wrong, right = self.chances
        named = sorted([(other, wrong), (seen.tile, right)], key=lambda option: -option[1])
        return replace(seen, tile=named[0][0], confidence=named[0][1], options=tuple(named))


def follow_misread(events: Sequence[Event], misreading: Misreading) -> Follower:
    follower = Follower(events)
    hand = 0
    for moment in at_rest(events):
        hand += any(isinstance(event, HandStarted) for event in moment.events)
        follower.feed(misreading.table(hand, moment.table), moment.presses)
    return follower


def test_unsure_faces_are_asked_and_never_guessed(dealt: Sequence[Event]) -> None:
    follower = follow_misread(dealt, Misreading(3, 0.03, (0.4, 0.5), looks=1000))
    check(follower, questions=None)
    assert follower.questions.total() > 0


def test_misread_faces_are_put_right_when_seen_better(dealt: Sequence[Event]) -> None:
    follower = follow_misread(dealt, Misreading(4, 0.01, (0.93, 0.05), looks=2))
    check(follower, questions=None)
    assert follower.corrections > 0


@pytest.mark.parametrize("name", ["g000", "g004", "g010"])
def test_recorded_games_are_followed(shared: Path, name: str) -> None:
    with gzip.open(shared / "data" / "logs" / "games" / f"{name}.mjson.gz", "rt", encoding="utf-8") as lines:
        events = [line.event for line in read(lines, name)]
    follower = Follower(events)
    for moment in at_rest(events):
        follower.feed(moment.table, moment.presses)
    check(follower)
    assert follower.mismatches == 0
