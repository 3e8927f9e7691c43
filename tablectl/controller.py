"""The one loop: a snapshot or a press in; events onto the disk, then into the game; one `TableView` to every output."""

from __future__ import annotations

import json
import logging
import re
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tablectl.byhand import HandEnd, SaidValue, events_of, opening, payments, values
from tablectl.history import History, payments_changed
from tablectl.look import look
from tablectl.present import foul_view, hand_id, is_paid, present, settlement_view, with_names
from tablectl.referee import interpret
from tablectl.rules.event import (
    Event,
    Fouled,
    GameEnded,
    GameStarted,
    HandEnded,
    HandStarted,
    RiichiDeclared,
    RiichiTold,
    from_json,
)
from tablectl.rules.game import Game, play
from tablectl.rules.illegal import IllegalEvent
from tablectl.rules.round import Phase
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.seat import Seat
from tablectl.store import Amendment, Change, Row, Source, Store, StoreError
from tablectl.table import Press, SeenTile, TableSnapshot, Zone
from tablectl.verdict import Correction, Mismatch, Question, Reading, Verdict
from tablectl.view import SettlementView, TableView

log = logging.getLogger(__name__)

Output = Callable[[TableView], None]

CATCH_UP = 32
"""How many readings in a row one snapshot may give; each must leave less unexplained."""

PEOPLE = (Source.BUTTON, Source.PAGE, Source.REFEREE)
"""Sources that no picture overrules."""


def _is_said(row: Row) -> bool:
    """Whether a person stated the row's event; that nobody saw the first indicator is no statement."""
    unseen = isinstance(row.event, HandStarted) and row.event.indicator is None
    return row.source in PEOPLE and not unseen


class Refused(ValueError):
    """A press that cannot be taken now; the message says why and what to do."""


class Controller:
    """Keeps one table's game.

    Opening resumes the newest game of the record; the first snapshot starts one (`start`) when there is none. `source`
    marks what snapshots tell. All methods may be called from any thread; `now` is seconds on the table's steady clock.
    """

    def __init__(
        self,
        store: Store,
        ruleset: Ruleset,
        *,
        start: GameStarted | None = None,
        source: Source = Source.CAMERA,
        wall_clock: Callable[[], float] = time.time,
    ) -> None:
        self._store = store
        self._ruleset = ruleset
        self._start = start or GameStarted()
        self._source = source
        self._wall_clock = wall_clock
        self._lock = threading.RLock()
        self._outputs: list[Output] = []
        self._snapshot: TableSnapshot | None = None
        self._overruled: TableSnapshot | None = None
        self._dice: tuple[int, int] | None = None
        self._finding: Verdict = Reading(())
        self._questions = 0
        self._camera = ""
        self._troubles: dict[str, str] = {}
        """What is wrong with devices besides the camera."""
        self._unseen: dict[Zone, str] = {}
        """Zones that could not be seen for a while, with the time of day since when."""
        games = store.games()
        self._number = games[-1] if games else 1
        self._history = History.of(store.rows(self._number), ruleset)
        self._notices = (*store.notices, *_unfit(self._history))
        self._failure = ""
        self._view = self._present(number=0)

    @property
    def view(self) -> TableView:
        """What is shown now."""
        return self._view

    @property
    def game(self) -> Game:
        """The game as recorded so far."""
        return self._history.game

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows of this game that stand after all corrections."""
        return self._history.rows

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of `rows`."""
        return tuple(self._history.events)

    @property
    def finding(self) -> Verdict:
        """What the referee made of the newest snapshot."""
        return self._finding

    def subscribe(self, output: Output) -> None:
        """Call `output` with every new view, in order; one that fails is reported and called again next time."""
        with self._lock:
            self._outputs.append(output)

    def set_camera(self, status: str) -> None:
        """Show what the camera is doing, in a few words; empty when there is none."""
        with self._lock:
            if status != self._camera:
                self._camera = status
                self._show()

    def set_trouble(self, device: str, text: str) -> None:
        """Show what is wrong with a device other than the camera, and what to try; empty when nothing is."""
        with self._lock:
            if text != self._troubles.get(device, ""):
                self._troubles[device] = text
                self._show()

    def set_unseen(self, zones: Mapping[Zone, float]) -> None:
        """Show which zones could not be seen for a while; `zones`: with the seconds that each was not."""
        with self._lock:
            if zones.keys() != self._unseen.keys():
                now = self._wall_clock()
                since = {zone: time.localtime(now - seconds) for zone, seconds in zones.items()}
                told = {zone: time.strftime("%H:%M:%S", moment) for zone, moment in since.items()}
                self._unseen = told | {zone: text for zone, text in self._unseen.items() if zone in zones}
                self._show()

    def feed(self, snapshot: TableSnapshot, now: float) -> tuple[Event, ...]:
        """A newly believed table; returns the events it gave, already on disk and in the game.

        When the disk refuses, nothing changes but a warning in the view, and the next snapshot tries again.
        """
        with self._lock:
            self._snapshot = snapshot
            if self._overruled is not None and lies_alike(snapshot, self._overruled):
                self._show()
                return ()
            self._overruled = None
            return self._look(now)

    def press(self, press: Press, now: float, source: Source = Source.PAGE) -> tuple[Event, ...]:
        """A button or page action; returns the events it gave.

        `answer` (`question:choice` or `choice`), `undo` (the last event, or all that the last press recorded), `riichi`
        (of `seat`; pressed again it is taken back), `next_hand` (the tiles of a hand that is paid are pushed together),
        `new_game`, `end_game` (where the leading dealer may stop), `dice` (`3-5`), `event` (JSON of an event recorded
        by hand, or of a list of them), `amend` (JSON list of `{"seq", "change", "event"}`). Raises `Refused`, and
        `StoreError` for the disk.
        """
        with self._lock:
            match press.name:
                case "answer":
                    return self._answer(press.value, now, source)
                case "undo":
                    return self._undo(now, source)
                case "riichi":
                    return self._riichi(press.seat, now, source)
                case "next_hand":
                    return self._next_hand(now, source)
                case "new_game":
                    return self._new_game(now, source)
                case "end_game":
                    return self._end_game(now, source)
                case "dice":
                    self._dice = _read_dice(press.value)
                    return self._look(now)
                case "event":
                    return self._by_hand(press.value, now, source)
                case "amend":
                    return self._amend(_read_amendments(press.value), now, source)
                case other:
                    raise Refused(
                        f"unknown press {other!r}: expected answer, undo, riichi, next_hand, new_game, end_game, dice, "
                        "event or amend"
                    )

    def values(self, winner: Seat, source: Seat) -> tuple[SaidValue, ...]:
        """What the winner's hand can be worth by han and fu; `source` as in `Won`. Raises `Refused`."""
        try:
            return tuple(values(winner, source, self._history.game))
        except ValueError as error:
            raise Refused(self._named(error)) from None

    def preview(self, end: HandEnd) -> tuple[SettlementView, ...]:
        """What this end of the hand would pay, line by line. Raises `Refused` saying what cannot be."""
        with self._lock:
            game = self._history.game
            paid = payments(self._ending(end), game)
            shown = tuple(settlement_view(settlement, game.names, self._ruleset) for settlement in paid)
            return (foul_view(end, shown, game.names, self._ruleset),) if isinstance(end, Fouled) else shown

    def end_hand(self, hand: str, end: HandEnd, now: float, source: Source = Source.PAGE) -> tuple[Event, ...]:
        """Record how the hand ended, as people say; `hand`: the `id` of the view's `hand_end`, so that none is entered
        twice. Returns the events. Raises `Refused`, and `StoreError` for the disk."""
        with self._lock:
            if hand != hand_id(self._history):
                raise Refused("this hand was entered already: look at the points, and enter the next hand or undo")
            taken = self._take(self._ending(end), source, now)
            self._overruled = self._snapshot
            self._finding = Reading(())
            self._show()
            return taken

    def _ending(self, end: HandEnd) -> tuple[Event, ...]:
        """The events of a hand's end. Raises `Refused`."""
        try:
            return events_of(end, self._history.game)
        except ValueError as error:
            raise Refused(self._named(error)) from None

    def _named(self, error: ValueError) -> str:
        """The error with the players' names."""
        return with_names(str(error), self._history.game.names)

    def _look(self, now: float) -> tuple[Event, ...]:
        """Ask the referee about the newest snapshot until it explains no more."""
        taken: list[Event] = []
        if self._snapshot is None:
            self._show()
            return ()
        try:
            if not self._history.rows:
                taken += self._record((self._start,), self._source, now)
            for _ in range(CATCH_UP):
                finding = interpret(
                    self._history.game,
                    self._snapshot,
                    self._dice,
                    log=self._history.events,
                    told=frozenset(place for place, row in enumerate(self._history.rows) if _is_said(row)),
                )
                if not isinstance(finding, Reading) or not (finding.events or finding.corrections):
                    break
                if finding.corrections:
                    before = look(self.game).dice
                    self._rewrite(self._amendments(finding.corrections), now, self._source)
                    if before != look(self.game).dice == self._dice:
                        self._dice = None  # told late, they were this hand's
                taken += self._record(finding.events, self._source, now)
            self._ask(finding)
            self._failure = ""
        except (IllegalEvent, Refused) as error:
            self._ask(Mismatch(str(error), "", ""))
        except StoreError as error:
            self._failure = str(error)
        self._show()
        return tuple(taken)

    def _ask(self, finding: Verdict) -> None:
        if isinstance(finding, Question) and finding != self._finding:
            self._questions += 1
        self._finding = finding

    def _record(self, events: Sequence[Event], source: Source, now: float) -> tuple[Event, ...]:
        """Check against the rules, write, then take over; all events or none. A game that is over is closed.

        Returns what was recorded. Raises `IllegalEvent`, `StoreError`.
        """
        wall = self._wall_clock()
        history = self._history
        for event in events:
            history = history.add(Row(0, self._number, event, source, wall, now))
        if history.game.over and not history.game.ended:
            events = (*events, GameEnded())
            history = history.add(Row(0, self._number, GameEnded(), source, wall, now))
        seqs = self._store.append(self._number, events, source, wall=wall, monotonic=now)
        written = [Row(seq, self._number, event, source, wall, now) for seq, event in zip(seqs, events, strict=True)]
        self._history = replace(history, rows=(*self._history.rows, *written))
        if any(isinstance(event, HandStarted) for event in events):
            self._dice = None
            self._notices = ()
        return tuple(events)

    def _answer(self, value: str, now: float, source: Source) -> tuple[Event, ...]:
        question = self._finding
        if not isinstance(question, Question):
            raise Refused("there is no open question")
        number, _, index = value.rpartition(":")
        if number and number != str(self._questions):
            raise Refused(f"question {number} is closed; answer the one shown now")
        if not index.isdecimal() or int(index) >= len(question.choices):
            raise Refused(f"answer {value!r}: expected 0 to {len(question.choices) - 1}")
        choice = question.choices[int(index)]
        events = tuple(choice.events)
        if choice.corrections:
            self._rewrite(self._amendments(choice.corrections), now, source)
        taken = self._take(events, source, now)
        self._finding = Reading(())
        return (*taken, *self._look(now))

    def _by_hand(self, value: str, now: float, source: Source) -> tuple[Event, ...]:
        data = _read_json(value)
        events = tuple(_read_event(item) for item in (data if isinstance(data, list) else [data]))
        taken = self._take(events, source, now)
        return (*taken, *self._look(now))

    def _riichi(self, seat: Seat | None, now: float, source: Source) -> tuple[Event, ...]:
        """A seat declares riichi; pressed again, it did not."""
        if seat is None:
            raise Refused("riichi: say of which seat")
        hand = self._hand_rows()
        said = [row for row in hand if row.source in PEOPLE and row.event in (RiichiTold(seat), RiichiDeclared(seat))]
        if said:
            return self._amend((Amendment(said[-1].seq, Change.STRIKE),), now, source)
        game, current = self._history.game, self._history.game.round
        on_turn = current is not None and current.phase is Phase.DISCARD and current.turn is seat and current.drew
        try:
            events = (*opening(game), RiichiDeclared(seat) if on_turn else RiichiTold(seat))
            for event in events:
                game = play(game, event)
        except ValueError as error:
            raise Refused(self._named(error)) from None
        taken = self._take(events, source, now)
        self._show()
        return taken

    def _hand_rows(self) -> tuple[Row, ...]:
        """The rows of the hand being played; none between two hands."""
        rows = self._history.rows
        current = self._history.game.round
        if current is None or current.phase is Phase.OVER:
            return ()
        start = max(place for place, row in enumerate(rows) if isinstance(row.event, HandStarted))
        return rows[start:]

    def _next_hand(self, now: float, source: Source) -> tuple[Event, ...]:
        if not is_paid(self.game):
            raise Refused("the hand is not over: enter how it ended first")
        taken = self._take((HandEnded(),), source, now)
        self._overruled = self._snapshot
        self._show()
        return taken

    def _new_game(self, now: float, source: Source) -> tuple[Event, ...]:
        if self._history.rows:
            if not self.game.over:
                raise Refused("the game is not over; finish it first")
            self._number += 1
            self._history = History.of((), self._ruleset)
        self._notices = ()
        taken = self._take((self._start,), source, now)
        self._show()
        return taken

    def _end_game(self, now: float, source: Source) -> tuple[Event, ...]:
        """The leading dealer stops, where the rules leave that to it (EN2, EN3)."""
        if not self.game.may_stop:
            raise Refused(
                "the game cannot be ended by choice now: only between hands, by a dealer who leads the last one"
            )
        taken = self._take((GameEnded(),), source, now)
        self._show()
        return taken

    def _take(self, events: Sequence[Event], source: Source, now: float) -> tuple[Event, ...]:
        """Record what a person said. Raises `Refused` when the rules do not allow it, `StoreError`."""
        try:
            return self._record(events, source, now)
        except IllegalEvent as error:
            raise Refused(str(error)) from error

    def _undo(self, now: float, source: Source) -> tuple[Event, ...]:
        if len(self._history.rows) < 2:
            raise Refused("there is nothing to undo")
        last = self._history.rows[-1]
        pressed = [row for row in self._history.rows[1:] if last.source in PEOPLE and _together(row, last)]
        strikes = tuple(Amendment(row.seq, Change.STRIKE) for row in reversed(pressed or [last]))
        return self._amend(strikes, now, source)

    def _amend(self, amendments: Sequence[Amendment], now: float, source: Source) -> tuple[Event, ...]:
        """A person's correction: the table as it lies now is not read again until it changes."""
        self._rewrite(amendments, now, source)
        self._overruled = self._snapshot
        self._finding = Reading(())
        self._show()
        return tuple(item.event for item in amendments if item.event is not None)

    def _rewrite(self, amendments: Sequence[Amendment], now: float, source: Source) -> None:
        """Correct the record if all of the game still fits. Raises `Refused`, `StoreError`."""
        rows = self._store.rows(self._number)
        last = rows[-1].seq if rows else 0
        wall = self._wall_clock()
        more = [
            Row(last + place, self._number, item.event, source, wall, now, item.seq, item.change)
            for place, item in enumerate(amendments, 1)
        ]
        try:
            corrected = History.of((*rows, *more), self._ruleset)
        except ValueError as error:
            raise Refused(str(error)) from error
        fresh = [misfit for misfit in corrected.misfits if misfit not in self._history.misfits]
        if fresh:
            raise Refused(f"with this correction a later event no longer fits; correct both at once: {fresh[0]}")
        self._store.amend(self._number, amendments, source, wall=wall, monotonic=now)
        self._notices = (*_unfit(corrected), *payments_changed(self._history, corrected))
        self._history = corrected

    def _amendments(self, corrections: Sequence[Correction]) -> tuple[Amendment, ...]:
        """What the referee read better, as amendments of the rows it means."""
        out: list[Amendment] = []
        for correction in corrections:
            seq = self._history.rows[correction.place].seq
            if not correction.events:
                out.append(Amendment(seq, Change.STRIKE))
                continue
            first, *more = correction.events
            out.append(Amendment(seq, Change.REPLACE, first))
            out += [Amendment(seq, Change.INSERT, event) for event in reversed(more)]
        return tuple(out)

    def _present(self, number: int) -> TableView:
        troubles = [f"no {device}: {text}" for device, text in self._troubles.items() if text]
        return present(
            self._history,
            number=number,
            ruleset=self._ruleset,
            question=self._finding if isinstance(self._finding, Question) else None,
            question_id=self._questions,
            mismatch=self._finding if isinstance(self._finding, Mismatch) else None,
            warnings=tuple(filter(None, (self._failure, *troubles, *self._notices))),
            camera=self._camera,
            snapshot=self._snapshot,
            unseen=self._unseen,
            dice=self._dice,
        )

    def _show(self) -> None:
        """Hand a new view to every output, unless nothing a person sees has changed."""
        view = self._present(self._view.number)
        if view == self._view:
            return
        self._view = replace(view, number=view.number + 1)
        for output in self._outputs:
            try:
                output(self._view)
            except Exception:
                log.exception("output %r failed; the table plays on", output)


def _together(one: Row, other: Row) -> bool:
    """Whether one press recorded both."""
    return (one.source, one.wall, one.monotonic) == (other.source, other.wall, other.monotonic)


def _unfit(history: History) -> tuple[str, ...]:
    return tuple(f"no longer fits: {misfit}" for misfit in history.misfits)


def lies_alike(one: TableSnapshot, other: TableSnapshot) -> bool:
    """The same tiles lie the same way, whatever the dice and the certainty, place, time and number of the pictures."""
    return _lying(one) == _lying(other)


def _lying(snapshot: TableSnapshot) -> TableSnapshot:
    def bare(tiles: tuple[SeenTile, ...]) -> tuple[SeenTile, ...]:
        return tuple(replace(tile, confidence=1.0, options=(), at=None) for tile in tiles)

    return replace(
        snapshot,
        number=0,
        time=0.0,
        rivers=snapshot.rivers.map(bare),
        melds=snapshot.melds.map(bare),
        hands=snapshot.hands.map(lambda hand: replace(hand, open=bare(hand.open))),
        dora=bare(snapshot.dora),
        ura=bare(snapshot.ura),
        dice=None,
        dice_unclear="",
        stale=frozenset(),
    )


def _read_json(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise Refused(f"not valid JSON: {error}") from None


def _read_event(data: Any) -> Event:
    if not isinstance(data, dict):
        raise Refused(f"event {data!r}: expected an object with a type")
    try:
        return from_json(data)
    except ValueError as error:
        raise Refused(str(error)) from None


def _read_amendments(text: str) -> tuple[Amendment, ...]:
    data = _read_json(text)
    if not isinstance(data, list) or not data:
        raise Refused("amend: expected a list of objects with seq, change and event")
    out = []
    for item in data:
        if not isinstance(item, dict) or type(item.get("seq")) is not int:
            raise Refused(f"amend {item!r}: expected seq, a number, with change and event")
        event = item.get("event")
        try:
            change = Change(item.get("change"))
            out.append(Amendment(item["seq"], change, None if event is None else _read_event(event)))
        except ValueError as error:
            raise Refused(str(error)) from None
    return tuple(out)


def _read_dice(text: str) -> tuple[int, int]:
    if not re.fullmatch("[1-6]-[1-6]", text):
        raise Refused(f"dice {text!r}: expected two numbers from 1 to 6 such as 3-5")
    return int(text[0]), int(text[2])
