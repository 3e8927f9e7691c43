"""What the board's lamps and displays show of a table."""

from __future__ import annotations

from hardware.messages import Colour, Lamp, Pattern, SetLamps, SetScores, lamp, limit
from tablectl.view import QuestionView, SeatView, TableView

NOBODY = limit("NOBODY")
LAMPS_BRIGHTNESS = 48
DISPLAYS_BRIGHTNESS = 4


def lamps_of(view: TableView) -> SetLamps:
    """Dealer and turn lit, riichi fast while declared and lit once accepted, a prompt that blinks where one is asked.

    Places and patterns tell all of it without colours.
    """
    lamps = [0] * limit("LAMPS")
    for seat in view.seats:
        for place, value in _seat_lamps(seat, view.question).items():
            lamps[len(Lamp) * seat.seat + place] = value
    return SetLamps(LAMPS_BRIGHTNESS, tuple(lamps))


def scores_of(view: TableView, against: tuple[int, ...]) -> SetScores:
    """Each seat's points; `against`: the seat that each display compares with, or `NOBODY`."""
    cap = limit("POINTS_CAP")
    points = [0] * limit("SEATS")
    for seat in view.seats:
        points[seat.seat] = max(-cap, min(cap, seat.points))
    return SetScores(DISPLAYS_BRIGHTNESS, tuple(points), against)


def next_against(seat: int, now: int, seats: int) -> int:
    """Whom a seat's display compares with after the next push: the seats to its right one by one, then nobody."""
    ahead = 1 if now == NOBODY else (now - seat) % seats + 1
    return NOBODY if ahead == seats else (seat + ahead) % seats


def is_asked(question: QuestionView | None, seat: int) -> bool:
    """Whether a question is open that this seat may answer."""
    return question is not None and question.seat in (None, seat)


def _seat_lamps(seat: SeatView, question: QuestionView | None) -> dict[Lamp, int]:
    riichi = {"declared": Pattern.FAST, "accepted": Pattern.STEADY}.get(seat.riichi)
    found = {
        Lamp.DEALER: lamp(Pattern.STEADY, Colour.WHITE) if seat.dealer else None,
        Lamp.TURN: lamp(Pattern.STEADY, Colour.GREEN) if seat.turn else None,
        Lamp.RIICHI: lamp(riichi, Colour.RED) if riichi is not None else None,
        Lamp.PROMPT: lamp(Pattern.BLINK, Colour.AMBER) if is_asked(question, seat.seat) else None,
    }
    return {place: value for place, value in found.items() if value is not None}
