"""A person at a simulated table who knows what was played and answers questions truthfully."""

from __future__ import annotations

from collections.abc import Sequence

from tablectl.rules.event import Event, HandStarted, RiichiAccepted
from tablectl.simulate.compare import visible
from tablectl.verdict import Choice, Question


def truthful_choice(question: Question, played: Sequence[Event]) -> int | None:
    """The choice that tells most of what was truly played in this hand and nothing else; None when none does.

    `played`: the true events so far.
    """
    start = max((place for place, event in enumerate(played) if isinstance(event, HandStarted)), default=0)
    true = {text for event in played[start:] if (text := visible(event)) is not None}
    best: int | None = None
    for place, choice in enumerate(question.choices):
        told = _told(choice)
        if told <= true and (best is None or len(told) > len(_told(question.choices[best]))):
            best = place
    return best


def _told(choice: Choice) -> set[str]:
    """What a choice says happened; a riichi stick may be laid later than it is told."""
    events = (*choice.events, *(event for correction in choice.corrections for event in correction.events))
    return {text for event in events if not isinstance(event, RiichiAccepted) and (text := visible(event)) is not None}
