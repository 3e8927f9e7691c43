"""What a push of a seat's button means."""

from __future__ import annotations

from hardware.device import Push
from tablectl.table import Press
from tablectl.view import TableView


def press_of(push: Push, view: TableView) -> Press | None:
    """The answer to the question asked of this seat, or of everybody: its first choice for a short push, its second for
    a long one. None while nothing that the button could answer is asked."""
    question, choice = view.question, int(push.long)
    if question is None or push.seat is None or question.seat not in (None, push.seat):
        return None
    if choice >= len(question.choices):
        return None
    return Press("answer", push.seat, f"{question.id}:{choice}")
