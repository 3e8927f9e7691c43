"""A bouncing contact, its time injected."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.debounce import LONG, SETTLE, Contact, Length

STEP = 0.005
"""Seconds between two looks."""


def pushes(levels: list[tuple[float, bool]], until: float) -> list[tuple[float, Length]]:
    """What a contact tells that changes at these times, looked at all the time, with the time of each."""
    contact, told, level, changes = Contact(), [], False, list(levels)
    for place in range(round(until / STEP) + 1):
        now = place * STEP
        while changes and changes[0][0] <= now:
            level = changes.pop(0)[1]
        length = contact.look(level, now)
        if length is not None:
            told.append((now, length))
    return told


def test_a_short_push_is_told_when_it_is_let_go_and_a_long_one_while_it_is_held() -> None:
    ((short, length),) = pushes([(0.1, True), (0.3, False)], 1.0)
    assert length is Length.SHORT and 0.3 + SETTLE <= short <= 0.3 + SETTLE + 2 * STEP
    ((long, length),) = pushes([(0.1, True), (3.0, False)], 4.0)
    assert length is Length.LONG and 0.1 + LONG <= long <= 0.1 + LONG + 2 * STEP


def test_a_spike_is_no_push() -> None:
    assert pushes([(0.1, True), (0.1 + SETTLE - 2 * STEP, False)], 1.0) == []
    # Nor does a gap end one.
    gap = [(0.1, True), (0.2, False), (0.2 + SETTLE - 2 * STEP, True), (0.4, False)]
    assert [length for _, length in pushes(gap, 1.0)] == [Length.SHORT]


def test_a_contact_that_is_closed_from_the_start_counts_once_it_was_open() -> None:
    assert pushes([(0.0, True)], 3.0) == []
    told = pushes([(0.0, True), (1.0, False), (1.2, True), (1.4, False)], 3.0)
    assert [length for _, length in told] == [Length.SHORT]


def test_looks_that_come_late_lose_nothing_that_is_still_held() -> None:
    contact = Contact()
    assert [contact.look(level, now) for level, now in ((False, 0.0), (False, 1.0), (True, 2.0))] == [None] * 3
    assert contact.look(True, 5.0) is Length.LONG  # nobody looked for three seconds
    assert [contact.look(level, now) for level, now in ((False, 5.1), (False, 6.0))] == [None, None]


@st.composite
def bouncing(draw: st.DrawFn) -> tuple[int, list[tuple[float, bool]]]:
    """So many pushes of 60 to 700 ms, and the changes of a contact that bounces at each edge for less than it takes to
    settle."""
    count, now, changes = draw(st.integers(0, 5)), 0.1, []
    for level in (True, False) * count:
        bounces = sorted(draw(st.lists(st.floats(0, SETTLE * 0.7), max_size=9)))
        changes += [(now + after, level is (place % 2 == 0)) for place, after in enumerate(bounces)]
        changes.append((now + SETTLE * 0.8, level))
        now += draw(st.floats(0.06, 0.7))
    return count, changes


@given(bouncing())
@settings(max_examples=50)
def test_however_it_bounces_each_push_counts_once(drawn: tuple[int, list[tuple[float, bool]]]) -> None:
    count, changes = drawn
    assert [length for _, length in pushes(changes, 8.0)] == [Length.SHORT] * count
