"""The throw of a hand: two looks at rest, new since the table was cleared, never what may be another's."""

from __future__ import annotations

from vision.dice import SeenDie, Throw, Why
from vision.thrown import OLD, UNSEEN, Thrown


def showing(first: int, second: int, x: float = 50.0) -> Throw:
    return Throw((first, second), None, (SeenDie(x, 50, 26, first), SeenDie(x + 60, 70, 26, second)))


NONE, ONE, COCKED = (Throw(None, why) for why in (Why.NONE, Why.ONE, Why.COCKED))


def frames(thrown: Thrown, *throws: Throw | None, cleared: bool = True, played: bool = False) -> None:
    """Frames of a table: what its dice show to whoever looks, None while something moves over them."""
    for throw in throws:
        if thrown.follow(cleared=cleared, played=played, rests=throw is not None):
            assert throw is not None
            thrown.look(throw)


def after_a_hand(*throws: Throw) -> Thrown:
    """A hand was played and pushed together; since then this was seen."""
    thrown = Thrown()
    frames(thrown, showing(1, 1), cleared=False, played=True)
    frames(thrown, *throws)
    return thrown


def test_a_throw_is_told_by_two_looks_that_agree() -> None:
    thrown = Thrown()
    frames(thrown, showing(3, 5))
    assert thrown.dice is None and thrown.unclear == ""
    frames(thrown, showing(3, 5))
    assert thrown.dice == (3, 5) and thrown.unclear == ""
    assert not thrown.follow(cleared=True, played=False, rests=True), "nothing is left to be looked at"


def test_looks_that_differ_and_dice_that_cannot_be_told_are_unclear() -> None:
    for throws, why in (
        ((showing(3, 5), showing(3, 6)), Why.UNSTEADY),
        ((showing(3, 5), showing(3, 5, x=70)), Why.UNSTEADY),
        ((showing(3, 5), COCKED), Why.COCKED),
        ((COCKED, showing(3, 5)), Why.COCKED),
        ((ONE, ONE), Why.ONE),
        ((NONE, NONE), Why.NONE),
    ):
        thrown = Thrown()
        frames(thrown, *throws)
        assert thrown.dice is None and thrown.unclear == why.value


def test_an_arm_between_two_looks_begins_anew_and_hides_what_was_told() -> None:
    thrown = Thrown()
    frames(thrown, showing(3, 5), None, showing(2, 2))
    assert thrown.dice is None
    frames(thrown, showing(2, 2))
    assert thrown.dice == (2, 2)
    frames(thrown, None)
    assert thrown.dice is None
    frames(thrown, showing(6, 1, x=80), showing(6, 1, x=80))
    assert thrown.dice == (6, 1), "it was thrown again"


def test_dice_taken_away_stay_told_but_none_that_were_touched() -> None:
    thrown = Thrown()
    frames(thrown, showing(3, 5), showing(3, 5), None, NONE, NONE)
    assert thrown.dice == (3, 5)
    frames(thrown, None, ONE, ONE)
    assert thrown.dice is None and thrown.unclear == Why.ONE.value
    frames(thrown, None, NONE, NONE)
    assert thrown.dice is None and thrown.unclear == Why.NONE.value


def test_dice_that_lie_as_before_the_hand_were_not_thrown() -> None:
    thrown = after_a_hand(showing(4, 4), showing(4, 4), showing(4, 4))
    assert thrown.dice is None and thrown.unclear == OLD
    frames(thrown, None, showing(4, 4, x=80), showing(4, 4, x=80))
    assert thrown.dice == (4, 4), "the same values, thrown again"
    assert after_a_hand(NONE, showing(4, 4), showing(4, 4)).dice == (4, 4)


def test_nothing_is_read_while_a_hand_is_played_or_its_tiles_are_out_of_sight() -> None:
    thrown = Thrown()
    assert not thrown.follow(cleared=False, played=False, rests=True)
    frames(thrown, showing(3, 5), showing(3, 5))
    assert not thrown.follow(cleared=False, played=True, rests=True)
    assert not thrown.follow(cleared=False, played=True, rests=False)
    assert thrown.dice == (3, 5), "it stays the throw of the hand"
    frames(thrown, showing(3, 5))
    assert thrown.dice is None and thrown.unclear == "", "the tiles were pushed together"


def test_a_throw_that_was_never_seen_at_rest_is_said_to_be_so() -> None:
    thrown = Thrown()
    frames(thrown, showing(3, 5), None)
    frames(thrown, showing(3, 5), cleared=False, played=True)
    assert thrown.dice is None and thrown.unclear == UNSEEN


def test_what_lies_there_after_the_camera_moved_may_be_an_old_throw() -> None:
    thrown = after_a_hand(NONE)
    thrown.moved()
    frames(thrown, showing(4, 4), showing(4, 4), showing(4, 4))
    assert thrown.dice is None and thrown.unclear == OLD
    told = after_a_hand(NONE, showing(4, 4), showing(4, 4))
    told.moved()
    frames(told, None, showing(4, 4, x=90), showing(4, 4, x=90))
    assert told.dice == (4, 4)
