"""Which answer a push gives."""

from __future__ import annotations

import pytest

from hardware.buttons import press_of
from hardware.device import Push
from tablectl.rules.seat import SEATS, Seat
from tablectl.table import Press
from tablectl.view import QuestionView, SeatView, TableView

SIDES = tuple(SeatView(seat, "", "E", 25000) for seat in SEATS)


@pytest.mark.parametrize(
    ("question", "push", "press"),
    [
        (None, Push(Seat.S1), None),
        (QuestionView(7, "?", ("5p", "0p"), 1), Push(Seat.S1), Press("answer", Seat.S1, "7:0")),
        (QuestionView(7, "?", ("5p", "0p"), 1), Push(Seat.S1, long=True), Press("answer", Seat.S1, "7:1")),
        (QuestionView(7, "?", ("5p", "0p"), 1), Push(Seat.S2), None),
        (QuestionView(7, "?", ("5p", "0p"), 1), Push(None), None),
        (QuestionView(7, "?", ("5p",)), Push(Seat.S3), Press("answer", Seat.S3, "7:0")),
        (QuestionView(7, "?", ("5p",)), Push(Seat.S3, long=True), None),
    ],
)
def test_a_push_answers_what_its_seat_is_asked(question: QuestionView | None, push: Push, press: Press | None) -> None:
    assert press_of(push, TableView(1, "East 1", SIDES, question=question)) == press
