"""A course of turns as events: every face decided or asked, every event allowed by the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from tablectl.faces import CHOICES, Candidate, candidate, decide, left_over, likeliest, offer, possible
from tablectl.laid import Laid
from tablectl.look import visible
from tablectl.rules.event import (
    Called,
    Discarded,
    DoraTurned,
    Drawn,
    Event,
    RiichiAccepted,
    RiichiDeclared,
)
from tablectl.rules.game import Game, IllegalEvent, play
from tablectl.rules.meld import Meld, MeldKind
from tablectl.rules.round import Round
from tablectl.rules.seat import SEATS, Seat
from tablectl.rules.tile import RED_FIVES, TILES, Tile
from tablectl.table import SeenTile, TableSnapshot
from tablectl.turns import Course, Step
from tablectl.verdict import Choice, Mismatch, Question, Reading, Verdict


@dataclass(frozen=True, slots=True)
class Told:
    """A game and the events that led to it."""

    game: Game
    events: tuple[Event, ...] = ()

    def play(self, *events: Event) -> Told:
        """The same with more events. Raises `IllegalEvent`."""
        game = self.game
        for event in events:
            game = play(game, event)
        return Told(game, self.events + events)

    @property
    def round(self) -> Round:
        """The hand being played."""
        assert self.game.round is not None
        return self.game.round

    def accept(self) -> Told:
        """Nobody won on a riichi tile: its stick counts now.

        The stick itself is no sign of it: many lay it together with the tile and take it back after a ron.
        """
        states = [(seat, self.round.riichi[seat]) for seat in SEATS]
        return self.play(*(RiichiAccepted(seat) for seat, riichi in states if riichi.declared and not riichi.accepted))


def narrate(game: Game, course: Course, table: TableSnapshot) -> Verdict:
    """Play the steps of a course as far as their faces are certain; a question about the first that is not.

    A `Mismatch` names the rule that forbids the course.
    """
    told = Told(game)
    for step in course:
        told = _turn_dora(told, table)
        options = _faces(told.game, step)
        if not options:
            return Mismatch(f"seat {step.seat}: no face is possible for the new tile", f"seat {step.seat}", "EQ1")
        chosen = decide(options)
        if chosen is None:
            return Reading(told.events) if told.events else _ask(told, step, options)
        try:
            told = told.play(*_before(told, step), *_events(step, chosen))
        except IllegalEvent as error:
            return Mismatch(str(error), f"seat {step.seat}", "")
    told = _turn_dora(told, table)
    if not told.events and (unsure := _dora_due(told, table)) is not None:
        return _ask_dora(told, unsure)
    return Reading(told.events)


Face = Tile | Meld


def _faces(game: Game, step: Step) -> list[Candidate[Face]]:
    """Every face the step's new tiles can have, with what speaks for it."""
    left = left_over(visible(game), game.ruleset)
    if step.tile is not None:
        return [Candidate(item.value, item.weight, item.weakest) for item in possible(step.tile, left)]
    assert step.laid is not None
    melds = _melds(game, step.seat, step.laid, step.kind, left)
    return [Candidate(item.value, item.weight, item.weakest) for item in melds]


def _melds(
    game: Game, owner: Seat, laid: Laid, kind: MeldKind | None, left: Counter[Tile]
) -> Iterator[Candidate[Meld]]:
    current = game.round
    assert current is not None
    if kind is MeldKind.KAKAN:
        assert laid.added is not None
        for pon in current.hands[owner].melds:
            if pon.kind is MeldKind.PON and pon.source is laid.source and pon.called is not None:
                for face in _copies(pon.called):
                    if left[face] > 0:
                        meld = Meld(MeldKind.KAKAN, (*pon.own, face), pon.called, pon.source)
                        seen = (laid.added, *laid.own, *([laid.called] if laid.called else []))
                        faces = (face, *pon.own, pon.called)
                        yield candidate(meld, zip(seen, faces, strict=True))
        return
    if laid.called is None:
        shown = [tile for tile in laid.own if not tile.face_down]
        for tile in TILES:
            # An ankan holds all four copies, whichever of them lie face up.
            all_four = tuple(face for face in _copies(tile) for _ in range(left[face]))
            if len(all_four) == 4:
                reds = [face for face in all_four if face.red]
                up = [*reds, *(face for face in all_four if not face.red)][:2]
                meld = Meld(MeldKind.ANKAN, all_four)
                ways = [candidate(meld, zip(shown, order, strict=True)) for order in (up, up[::-1])]
                yield max(ways, key=lambda item: item.weight)
        return
    taken = current.last_discard
    assert taken is not None
    called = taken[1]
    own = laid.own
    for faces, made in _partners(called, kind, len(own)):
        need = Counter(faces)
        if all(left[face] >= count for face, count in need.items()):
            pairs = [(laid.called, called), *zip(own, faces, strict=True)]
            yield candidate(Meld(made, faces, called, laid.source), pairs)


def _partners(called: Tile, kind: MeldKind | None, count: int) -> Iterator[tuple[tuple[Tile, ...], MeldKind]]:
    """Own tiles that make a meld with the called one, in every order they may lie."""
    if kind is not MeldKind.DAIMINKAN and called.kind < 27:
        number = called.kind % 9
        for low in (-2, -1, 1):
            first, second = (low, low + 1) if low != -1 else (-1, 1)
            if number + first >= 0 and number + second <= 8:
                for one in _copies(TILES[called.kind + first]):
                    for two in _copies(TILES[called.kind + second]):
                        yield (one, two), MeldKind.CHI
                        yield (two, one), MeldKind.CHI
    same = _copies(called)
    rows: list[tuple[Tile, ...]] = [()]
    for _ in range(count):
        rows = [(*row, face) for row in rows for face in same]
    for row in rows:
        yield row, MeldKind.DAIMINKAN if kind is MeldKind.DAIMINKAN else MeldKind.PON


def _copies(tile: Tile) -> tuple[Tile, ...]:
    """The faces of one kind: plain and, for fives, red."""
    return (tile.plain, *(red for red in RED_FIVES if red.kind == tile.kind))


def _before(told: Told, step: Step) -> tuple[Event, ...]:
    """What the table does not show but must have come before the step."""
    events: tuple[Event, ...] = ()
    if step.drew or (step.laid is not None and step.laid.called is not None and step.kind is not MeldKind.KAKAN):
        events = told.accept().events[len(told.events) :]
    return (*events, Drawn(step.seat)) if step.drew else events


def _events(step: Step, face: Face) -> tuple[Event, ...]:
    if isinstance(face, Meld):
        return (Called(step.seat, face),)
    discarded = Discarded(step.seat, face)
    return (RiichiDeclared(step.seat), discarded) if step.riichi else (discarded,)


def _ask(told: Told, step: Step, options: list[Candidate[Face]]) -> Question | Mismatch:
    """One choice for every likely face that the rules allow here."""
    choices: list[Choice] = []
    refused = ""
    for face in likeliest(options, len(options)):
        try:
            more = told.play(*_before(told, step), *_events(step, face)).events
        except IllegalEvent as error:
            refused = refused or str(error)
            continue
        label = str(face) if isinstance(face, Tile) else f"{face.kind.value} {' '.join(map(str, face.tiles))}"
        if not any(choice.label == label for choice in choices):
            choices.append(Choice(label, more))
    if not choices:
        return Mismatch(refused, f"seat {step.seat}", "")
    if step.tile is None:
        return Question(step.seat, f"Which tiles did seat {step.seat} lay down?", tuple(choices[:CHOICES]))
    named = step.tile.options or step.tile.tile is not None
    return Question(
        step.seat, f"Which tile did seat {step.seat} discard?", tuple(choices[:CHOICES] if named else choices)
    )


def _dora_due(told: Told, table: TableSnapshot) -> SeenTile | None:
    """The indicator that lies turned and must be, but is not in the game yet."""
    turned = len(told.round.indicators)
    return table.dora[turned] if told.round.dora_due and len(table.dora) > turned else None


def _turn_dora(told: Told, table: TableSnapshot) -> Told:
    """Take over the indicators that are due, lie turned and are certain."""
    while (seen := _dora_due(told, table)) is not None:
        face = decide(possible(seen, left_over(visible(told.game), told.game.ruleset)))
        if face is None:
            break
        told = told.play(DoraTurned(face))
    return told


def _ask_dora(told: Told, seen: SeenTile) -> Question:
    options = possible(seen, left_over(visible(told.game), told.game.ruleset))
    choices = tuple(Choice(str(face), (DoraTurned(face),)) for face in offer(seen, options))
    return Question(None, "Which dora indicator was turned?", choices)
