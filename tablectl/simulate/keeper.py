"""A person at a simulated table who knows what was played: answers truthfully, records a lost hand by hand."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace

from tablectl.rules.event import ALL_HIDDEN, Drawn, Event, HandEnded, HandStarted, RiichiAccepted, to_json
from tablectl.simulate.compare import visible
from tablectl.store import Change, Row
from tablectl.table import Press
from tablectl.verdict import Choice, Question


def truthful_choice(question: Question, played: Sequence[Event]) -> int | None:
    """The choice that tells most of what was truly played in this hand and nothing else; None when none does.

    `played`: the true events so far.
    """
    true = {text for event in played[hand_start(played) :] if (text := visible(event)) is not None}
    best: int | None = None
    for place, choice in enumerate(question.choices):
        told = _told(choice)
        if told <= true and (best is None or len(told) > len(_told(question.choices[best]))):
            best = place
    return best


def hand_start(events: Sequence[Event]) -> int:
    """The place at which the newest hand began."""
    return max((place for place, event in enumerate(events) if isinstance(event, HandStarted)), default=0)


def hands_begun(events: Sequence[Event]) -> int:
    """How many hands events tell the beginning of."""
    return sum(isinstance(event, HandStarted) for event in events)


def hand_recorded_by_hand(rows: Sequence[Row], played: Sequence[Event]) -> Iterator[Press]:
    """What a person presses at the end of a hand that was not read to its end: its rows are struck and the hand is
    recorded as it was played, as far as the open table told. Where even its beginning was not read, the hand before is
    ended first.

    `rows`: those that stand; `played`: the true events up to the end of the hand.
    """
    events = [row.event for row in rows if row.event is not None]
    begun, start = hands_begun(events), hand_start(events)
    told: list[Event] = []
    if begun and HandEnded() not in events[start:]:
        if begun < hands_begun(played):
            told.append(HandEnded())
        else:
            strikes = [{"seq": row.seq, "change": Change.STRIKE.value} for row in rows[start:]]
            yield Press("amend", None, json.dumps(strikes))
    for event in played[hand_start(played) :]:
        match event:
            case HandEnded():
                break
            case HandStarted():
                event = replace(event, hands=ALL_HIDDEN, wall=None)
            case Drawn():
                event = replace(event, tile=None)
        told.append(event)
    yield Press("event", None, json.dumps([to_json(event) for event in told]))


def _told(choice: Choice) -> set[str]:
    """What a choice says happened; a riichi stick may be laid later than it is told."""
    events = (*choice.events, *(event for correction in choice.corrections for event in correction.events))
    return {text for event in events if not isinstance(event, RiichiAccepted) and (text := visible(event)) is not None}
