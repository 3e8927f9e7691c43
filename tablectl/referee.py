"""The referee: compares what lies on the table with what the rules predict and turns the difference into events.

The camera sees no draws and no concealed hands; they follow from what is laid down. What cannot be told for certain is
asked; what the rules do not allow is a `Mismatch` that ends by itself once the table makes sense again.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from tablectl.corrections import contradicted, contradicted_end, misread_discard, other_copies
from tablectl.ending import NOTHING, is_last_discard, read_ending, read_late_win
from tablectl.faces import CHOICES, crowded, decide, is_sure, left_over, offer, possible
from tablectl.growth import Growth, growth
from tablectl.late_throw import late_throw
from tablectl.look import look, lying
from tablectl.narrate import Told, narrate
from tablectl.rules.dice import Dice
from tablectl.rules.event import Drew, Event, GameEnded, HandEnded, HandStarted, RyuukyokuKind, describe
from tablectl.rules.game import Game, IllegalEvent
from tablectl.rules.round import Phase, Round
from tablectl.rules.seat import SEATS, BySeat
from tablectl.table import Area, TableSnapshot
from tablectl.turns import Course, courses
from tablectl.verdict import Choice, Correction, Mismatch, Question, Reading, Verdict

__all__ = ["Choice", "Correction", "Mismatch", "Question", "Reading", "Verdict", "interpret", "look"]

SHOWN_NOTHING = (RyuukyokuKind.SUUFON_RENDA, RyuukyokuKind.SUUKAN_SANRA, RyuukyokuKind.SUUCHA_RIICHI)
"""Draws after which the tiles may be pushed together without showing a hand."""
FULL_WALLS = 68
"""Least tiles in the walls to take them for a new hand's: half of all, while 83 stand after the deal."""
FIRST_DISCARDS = 4
"""Most discards with which a hand that was not seen to begin is taken up."""


def interpret(
    game: Game,
    table: TableSnapshot,
    dice: Dice | None = None,
    *,
    log: Sequence[Event] = (),
    told: frozenset[int] = frozenset(),
) -> Verdict:
    """What happened since `game`, if the table lies as `table` shows.

    One snapshot may need several calls: play the events of a reading, then call again until a reading is empty.
    `dice`: the dealer's throw reported since the last hand began. `log`: all events of the game so far, for
    corrections; `told`: places in it that a person stated and that no picture overrules.
    """
    if game.over:
        return NOTHING if game.ended else Reading((GameEnded(),))
    current = game.round
    if current is None or current.ended:
        return _new_hand(game, table, dice)
    if current.settlements:
        if _is_cleared(table):
            return Reading((HandEnded(),))  # what lies there from now on belongs to the next hand
        corrections = contradicted_end(game, table, log, told)
        if corrections is not None:
            return Reading((), corrections)
        return read_late_win(game, table)
    table = _with_won_tile_back(current, table)
    new = growth(current, table)
    if isinstance(new, Mismatch):
        return _ended_unshown(game, table) or (NOTHING if _is_partly_hidden(table) else new)
    ways = courses(current, table, new)
    if not ways:
        return _ended_unshown(game, table) or _unexplained(game, table, new)
    if () in ways:
        corrections = contradicted(game, table, new, log, told)
        if corrections is not None:
            return Reading((), corrections)
    verdict = _narrate_all(game, table, ways)
    if not isinstance(verdict, Reading):
        corrections = contradicted(game, table, new, log, told) or misread_discard(game, ways[0], log, told)
        if corrections is not None:
            return Reading((), corrections)
    if verdict == NOTHING:
        verdict = read_ending(game, table)
    if not isinstance(verdict, Reading):
        return _with_other_copies(verdict, game, table, log, told)
    if verdict == NOTHING:
        verdict = _early_indicator(game, table)
    return verdict if verdict != NOTHING else late_throw(game, table, dice, log, told)


def _with_other_copies(
    verdict: Question | Mismatch, game: Game, table: TableSnapshot, log: Sequence[Event], told: frozenset[int]
) -> Question | Mismatch:
    """Where a face lies too often it may be an earlier discard that was misread."""
    face = crowded(table, game.ruleset)
    others = other_copies(game, table, log, told, face) if face is not None else ()
    if not others:
        return verdict
    if isinstance(verdict, Question):
        return replace(verdict, choices=(*others, *verdict.choices)[:CHOICES])
    return Question(None, f"There are not so many {face}. Which was misread?", others[:CHOICES])


def _narrate_all(game: Game, table: TableSnapshot, ways: tuple[Course, ...]) -> Verdict:
    """The one course that the rules allow; a question where they allow several."""
    verdicts: list[Verdict] = []
    for course in ways:
        verdict = narrate(game, course, table)
        if verdict not in verdicts:
            verdicts.append(verdict)
    allowed = [verdict for verdict in verdicts if not isinstance(verdict, Mismatch)]
    if not allowed:
        return verdicts[0]
    readings = [verdict for verdict in allowed if isinstance(verdict, Reading)]
    if len(allowed) == 1 or not readings:
        return allowed[0]
    if len(readings) == 1:
        return readings[0]
    choices = tuple(Choice(", then ".join(map(describe, read.events)), read.events) for read in readings)
    return Question(None, "What happened?", choices)


def _new_hand(game: Game, table: TableSnapshot, dice: Dice | None) -> Verdict:
    """The next hand, once its indicator is turned on walls that are not the old ones."""
    if len(table.dora) != 1 or any((seat, Area.WALL) in table.stale for seat in SEATS):
        return NOTHING
    if any(hand.open for hand in table.hands) or not (dice or _is_rebuilt(game, table)):
        return NOTHING
    seen = table.dora[0]
    options = possible(seen, left_over(Counter(), game.ruleset))
    face = decide(options)
    thrown = dice or table.dice
    if face is not None:
        return Reading((HandStarted(face, thrown),))
    choices = tuple(Choice(str(tile), (HandStarted(tile, thrown),)) for tile in offer(seen, options))
    return Question(game.dealer, "Which dora indicator is turned?", choices)


def _is_rebuilt(game: Game, table: TableSnapshot) -> bool:
    """Whether these are the walls of a new hand and not the old ones with the rivers pushed away.

    Told by the walls' tiles where they are counted, else by another indicator, else by a few first discards.
    """
    counted = [wall for wall in table.walls if wall is not None]
    if counted:
        return sum(map(sum, counted)) >= FULL_WALLS
    old = game.round
    discards = sum(map(len, table.rivers))
    if old is None or (not discards and is_sure(table.dora[0]) and table.dora[0].tile != old.indicators[0]):
        return True
    return 0 < discards <= FIRST_DISCARDS < sum(len(lying(old, seat)) for seat in SEATS)


def _is_cleared(table: TableSnapshot) -> bool:
    """Rivers, melds and hands are pushed away."""
    seen = all((seat, area) not in table.stale for seat in SEATS for area in (Area.RIVER, Area.MELDS, Area.HAND))
    return seen and not (any(table.rivers) or any(table.melds) or any(hand.open for hand in table.hands))


def _with_won_tile_back(current: Round, table: TableSnapshot) -> TableSnapshot:
    """The table with a discard back in its river that a winner took to lie beside the open hand."""
    if current.phase is not Phase.REACT or current.last_discard is None:
        return table
    source, tile = current.last_discard
    river = lying(current, source)
    if (source, Area.RIVER) in table.stale or len(table.rivers[source]) != len(river) - 1:
        return table
    for seat in SEATS:
        hand = table.hands[seat]
        rest = tuple(seen for seen in hand.open if not seen.apart)
        taken = [seen for seen in hand.open if seen.apart]
        if seat is not source and len(taken) == 1 and taken[0].tile in (tile, None):
            hands = table.hands.set(seat, replace(hand, open=rest))
            return replace(table, hands=hands, rivers=table.rivers.set(source, (*table.rivers[source], river[-1])))
    return table


def _is_partly_hidden(table: TableSnapshot) -> bool:
    return any(area in (Area.RIVER, Area.MELDS) for _, area in table.stale)


def _ended_unshown(game: Game, table: TableSnapshot) -> Verdict | None:
    """The tiles were pushed together with no hand shown: right after some abortive draws, else something was missed."""
    current = game.round
    assert current is not None
    begun = any(lying(current, seat) or current.hands[seat].melds for seat in SEATS)
    if not begun or not _is_cleared(table):
        return None
    for kind in SHOWN_NOTHING:
        try:
            return Reading(Told(game).accept().play(Drew(kind)).events)
        except IllegalEvent:
            continue
    if is_last_discard(Told(game)):
        with contextlib.suppress(IllegalEvent):
            draw = Told(game).accept().play(Drew(RyuukyokuKind.EXHAUSTIVE)).events
            return Question(None, "Exhaustive draw: was nobody tenpai?", (Choice("nobody", draw),))
    return Mismatch("the tiles were pushed together before the end of the hand was read", "table", "record it by hand")


def _unexplained(game: Game, table: TableSnapshot, new: Growth) -> Verdict:
    """Say what lies wrong, unless a zone that could explain it is not seen yet."""
    current = game.round
    assert current is not None
    if _is_partly_hidden(table):
        return NOTHING
    early = [seat for seat in SEATS if table.sticks[seat] and not current.riichi[seat].declared]
    if early:
        without = replace(table, sticks=BySeat.of(table.sticks[seat] and seat not in early for seat in SEATS))
        ways = courses(current, without, new)
        if () in ways:
            # The stick was laid before the tile: wait for the tile.
            return NOTHING
        if ways:
            rule = "turn the riichi tile; sticks of earlier hands do not lie before a river"
            return Mismatch(f"a stick of seat {early[0]} lies, but no discard sideways", f"seat {early[0]} river", rule)
    for seat in SEATS:
        fewer = len(lying(current, seat)) - len(new.rivers[seat])
        if fewer > 0:
            what = f"seat {seat}: {fewer} of the discards no longer in the river"
            return Mismatch(what, f"seat {seat} river", "a discard stays in its river unless it is called")
    for seat in SEATS:
        if new.melds[seat].called or new.melds[seat].raised:
            return Mismatch(
                f"seat {seat} laid down a meld that no discard explains",
                f"seat {seat} melds",
                "the sideways tile is the newest discard of the seat it points to",
            )
    grown = [seat for seat in SEATS if len(new.rivers[seat]) > len(lying(current, seat))]
    return Mismatch(
        f"seat {grown[0]} discarded out of turn; it is seat {current.turn}'s turn" if grown else "the table changed",
        f"seat {grown[0]} river" if grown else "table",
        "discards follow in turn order",
    )


def _early_indicator(game: Game, table: TableSnapshot) -> Verdict:
    current = game.round
    assert current is not None
    if len(table.dora) <= len(current.indicators) or any((seat, Area.WALL) in table.stale for seat in SEATS):
        return NOTHING
    if current.dora_later:
        # Many turn it together with the kan; it counts when it is due.
        return NOTHING
    return Mismatch("a dora indicator is turned that is not due", "dead wall", "DO2")
