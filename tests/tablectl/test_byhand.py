"""A table without a camera: hands entered by people, once each, looked at before they count, taken back whole."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from tablectl.byhand import HandEnd, TypedHand, Winner, Wins
from tablectl.controller import Controller, Refused
from tablectl.rules.event import (
    DrawTold,
    Drew,
    Event,
    Fouled,
    GameStarted,
    HandEnded,
    HandStarted,
    RiichiAccepted,
    RiichiTold,
    RyuukyokuKind,
    WinTold,
    Won,
)
from tablectl.rules.game import new_game, play
from tablectl.rules.hanfu import HanFu
from tablectl.rules.ruleset import TENHOU, Ruleset
from tablectl.rules.seat import SEATS, BySeat
from tablectl.simulate.deal import deal
from tablectl.simulate.playback import moments
from tablectl.store import Source, Store
from tablectl.table import Press
from tests.telling import as_entered

S0, S1, S2, S3 = SEATS
START = GameStarted(S0, BySeat("Ann", "Bo", "Cy", "Di"))
RON = Wins(S2, (Winner(S1, HanFu(3, 40)),))
DRAW = DrawTold(RyuukyokuKind.EXHAUSTIVE, (S0, S1))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(Store(tmp_path / "record.sqlite")) as store:
        yield store


def begun(store: Store, rules: Ruleset = TENHOU) -> Controller:
    """A game that a press began."""
    table = Controller(store, rules, start=START, wall_clock=lambda: 1000.0)
    table.press(Press("new_game"), 1.0)
    return table


@pytest.fixture
def table(store: Store) -> Controller:
    return begun(store)


def enter(table: Controller, end: HandEnd, now: float = 2.0) -> tuple[Event, ...]:
    """Accept this end of the hand shown."""
    assert table.view.hand_end is not None
    return table.end_hand(table.view.hand_end.id, end, now)


def points(table: Controller) -> list[int]:
    return [seat.points for seat in table.view.seats]


def test_a_hand_is_entered_in_one_piece(table: Controller, store: Store) -> None:
    assert table.view.round == "East 1" and table.view.seats[0].dealer
    (shown,) = table.preview(RON)
    assert (shown.title, shown.changes) == ("Bo wins by ron from Cy", (0, 5200, -5200, 0))
    assert shown.lines[0] == "3 han 40 fu: base 40 x 2^5 = 1,280 points"
    assert points(table) == [25000] * 4, "looking changes nothing"
    won = WinTold(S1, S2, HanFu(3, 40))
    assert enter(table, RON) == (HandStarted(), won, HandEnded())
    assert store.events(1) == (START, HandStarted(), won, HandEnded())
    assert {row.source for row in store.rows(1)} == {Source.PAGE}
    assert points(table) == [25000, 30200, 19800, 25000]
    assert (table.view.round, table.view.phase) == ("East 2", "waiting for the deal")
    assert [seat.dealer for seat in table.view.seats] == [False, True, False, False]
    assert table.view.settlements == (shown,)


def test_a_hand_is_not_entered_twice(table: Controller) -> None:
    assert table.view.hand_end is not None
    hand = table.view.hand_end.id
    table.end_hand(hand, RON, 2.0)
    with pytest.raises(Refused, match="entered already"):
        table.end_hand(hand, RON, 2.1)
    assert points(table) == [25000, 30200, 19800, 25000]


def test_undo_takes_back_the_whole_entry(table: Controller, store: Store) -> None:
    enter(table, RON, 2.0)
    before = table.game
    enter(table, DRAW, 3.0)
    table.press(Press("undo"), 4.0)
    assert table.game == before
    table.press(Press("undo"), 5.0)
    assert points(table) == [25000] * 4 and table.events == (START,)
    enter(table, DRAW, 6.0)
    assert points(table) == [26500, 26500, 23500, 23500]
    table.press(Press("riichi", S3), 7.0)
    assert Controller(store, TENHOU).game == table.game, "the record replays to the same game"


def test_riichi_is_pressed_and_taken_back(table: Controller) -> None:
    assert table.press(Press("riichi", S1), 2.0) == (HandStarted(), RiichiTold(S1))
    assert (points(table)[1], table.view.deposits, table.view.seats[1].riichi) == (24000, 1, "accepted")
    assert (table.view.phase, table.view.dora, table.view.tiles_left) == ("kept by hand", (), None)
    table.press(Press("riichi", S1), 3.0)
    assert (points(table)[1], table.view.deposits, table.view.seats[1].riichi) == (25000, 0, "")
    table.press(Press("riichi", S1), 4.0)
    with pytest.raises(Refused, match="Bo: a hand in riichi is tenpai"):
        table.preview(DrawTold(RyuukyokuKind.EXHAUSTIVE))
    enter(table, DRAW, 5.0)
    assert (table.view.deposits, table.view.honba) == (1, 1)
    assert table.press(Press("riichi", S1), 6.0)[-1] == RiichiTold(S1), "a new hand, a new riichi"
    with pytest.raises(Refused, match="which seat"):
        table.press(Press("riichi"), 7.0)


def test_a_win_by_its_tiles_is_scored_and_explained(table: Controller) -> None:
    typed = TypedHand("34588s234567m45p +6p", dora="1z", ura="4m", ticks=("riichi", "ippatsu"))
    wins = Wins(S2, (Winner(S1, typed),))
    (shown,) = table.preview(wins)
    assert shown.changes == (0, 9000, -8000, 0), "its own stick comes back"
    assert "ippatsu: 1 han" in shown.lines and "Cy pays 8,000 (ron: 2,000 x 4 = 8,000)" in shown.lines
    assert enter(table, wins)[1] == RiichiTold(S1), "whoever counts riichi has laid a stick"
    assert points(table) == [25000, 33000 - 1000 + 1000, 17000, 25000]
    assert [tile.face for tile in table.view.seats[1].hand][-1] == "6p"


def test_melds_come_from_the_chairs_they_came_from(table: Controller) -> None:
    enter(table, DrawTold(RyuukyokuKind.EXHAUSTIVE))  # Bo deals now
    wins = Wins(S1, (Winner(S2, TypedHand("2m345p678s (555z) [6666z] +2m")),))
    won = enter(table, wins, 3.0)[1]
    assert isinstance(won, WinTold) and not isinstance(won.hand, HanFu)
    assert won.hand.melds[0].source is S1, "left of Cy sits Bo"
    assert [tile.face for tile in table.view.seats[2].melds[0]] == ["5z", "5z", "5z"]


@pytest.mark.parametrize(
    ("end", "why"),
    [
        (Wins(S2, (Winner(S1, TypedHand("34588s234567m45p +6p", ticks=("ippatsu",))),)), "riichi: add riichi or"),
        (Wins(S2, (Winner(S1, TypedHand("34588s234567m4p +6p")),)), "12 concealed tiles, 1 missing"),
        (Wins(S2, (Winner(S1, TypedHand("34588s234567m44p +6p")),)), "not a complete hand"),
        (Wins(S2, (Winner(S1, TypedHand("11114z +6p", ticks=("luck",))),)), "luck: expected some of riichi"),
        (Wins(S2, (Winner(S1, HanFu(2, 20)),)), "Bo: 2 han 20 fu by ron: a ron has 30 fu at least"),
        (Wins(S2, (Winner(S2, HanFu(2, 30)), Winner(S1, HanFu(2, 30)))), "choose from whom"),
        (Wins(S2, (Winner(S1, HanFu(2, 30)), Winner(S1, HanFu(3, 30)))), "Bo stands among the winners twice"),
        (Wins(S2, (Winner(S1, HanFu(2, 30)),), riichi_tile=True), "Cy: no riichi tile"),
        (DrawTold(RyuukyokuKind.SUUCHA_RIICHI), "Ann: suucha riichi, but this seat is not in riichi"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_named(table: Controller, end: HandEnd, why: str) -> None:
    for look in (table.preview, lambda end: enter(table, end)):
        with pytest.raises(Refused, match=why):
            look(end)
    assert points(table) == [25000] * 4 and table.events == (START,)


def test_what_values_a_win_can_have(table: Controller) -> None:
    pays = {(said.hand.han, said.hand.fu, said.hand.yakuman): said.pays for said in table.values(S1, S2)}
    assert (pays[3, 40, 0], pays[5, 0, 0], pays[0, 0, 2]) == ("5,200", "8,000", "64,000")
    own = {(said.hand.han, said.hand.fu): said.pays for said in table.values(S1, S1)}
    assert (own[3, 20], own[4, 25]) == ("700 / 1,300", "1,600 / 3,200")
    dealer = {(said.hand.han, said.hand.fu): said.pays for said in table.values(S0, S0)}
    assert dealer[3, 40] == "2,600 all"


def test_two_and_three_winners(table: Controller) -> None:
    both = (Winner(S1, HanFu(1, 30)), Winner(S3, HanFu(2, 30)))
    shown = table.preview(Wins(S2, both))
    assert [paid.title for paid in shown] == ["Di wins by ron from Cy", "Bo wins by ron from Cy"]
    with pytest.raises(Refused, match="sancha hou"):
        table.preview(Wins(S2, (*both, Winner(S0, HanFu(1, 30)))))
    enter(table, Wins(S2, both))
    assert points(table) == [25000, 26000, 22000, 27000]
    table.press(Press("undo"), 3.0)
    assert points(table) == [25000] * 4
    enter(table, DrawTold(RyuukyokuKind.SANCHA_HOU), 4.0)
    assert (points(table), table.view.honba) == ([25000] * 4, 1)


@pytest.mark.parametrize(
    ("chombo", "changes", "line"),
    [
        ("reverse_mangan", (4000, -8000, 2000, 2000), "the hand is played again"),
        ("replay", (0, 0, 0, 0), "the hand is played again"),
        ("fixed", (0, 0, 0, 0), "20,000 points are taken off the final result; the hand is played again"),
        ("dead_hand", (0, 0, 0, 0), "its hand may not win any more and counts as noten; the hand goes on"),
    ],
)
def test_chombo(store: Store, chombo: str, changes: tuple[int, ...], line: str) -> None:
    table = begun(store, replace(TENHOU, chombo=chombo))  # type: ignore[arg-type]
    (shown,) = table.preview(Fouled(S1))
    assert (shown.title, shown.changes, shown.lines[-1]) == ("chombo of Bo", changes, line)
    events = enter(table, Fouled(S1, "false win"))
    assert (events[-1] == HandEnded()) == (chombo != "dead_hand")
    assert table.view.round == "East 1" and table.view.honba == 0
    table.press(Press("undo"), 3.0)
    assert table.events == (START,)


def test_before_and_after_a_game_nothing_can_be_told(store: Store) -> None:
    table = Controller(store, replace(TENHOU, length="tonpuu"), start=START, wall_clock=lambda: 1000.0)
    assert (table.view.round, table.view.hand_end) == ("No game yet", None)
    for attempt in (lambda: table.preview(RON), lambda: table.press(Press("riichi", S0), 1.0)):
        with pytest.raises(Refused, match="no game has begun"):
            attempt()
    table.press(Press("new_game"), 1.0)
    enter(table, Wins(S2, (Winner(S1, HanFu(yakuman=1)),)))
    assert (table.view.over, table.view.hand_end) == (True, None)
    assert [rank.seat for rank in table.view.ranking] == [1, 0, 3, 2]
    with pytest.raises(Refused, match="the game is over"):
        table.preview(RON)


def test_a_camera_that_goes_away_leaves_a_hand_that_people_end(store: Store) -> None:
    """Half a hand was seen; what was seen of it stays, the rest is told, and the camera takes up the next hand."""
    events = list(deal(5, TENHOU))
    first, second = [place for place, event in enumerate(events) if event == HandEnded()][:2]
    table = Controller(store, TENHOU, start=START, wall_clock=lambda: 1000.0)
    true, played = new_game(TENHOU), 0
    for moment in moments(events):
        for event in moment.events:
            true, played = play(true, event), played + 1
            if isinstance(event, RiichiAccepted) and first // 2 < played < first:
                table.press(Press("riichi", event.seat), 1e3)
            if played == first:
                seen = len(table.events)
                enter(table, as_entered(true), 1e3)
                assert table.game.points == true.points and len(table.events) > seen > 10
        if not first // 2 < played <= first + 1:
            table.feed(moment.table, moment.table.time)
        if played > second + 1:
            break
    assert table.game.points == true.points
    kinds = [type(event) for event in table.events if isinstance(event, Won | Drew | HandEnded | WinTold | DrawTold)]
    assert kinds[0] in (WinTold, DrawTold) and kinds[1] is HandEnded
    assert kinds[2] in (Won, Drew) and kinds[-1] is HandEnded, "the second hand was seen to its end"


def test_the_next_hand_after_one_that_the_camera_saw(store: Store) -> None:
    events = list(deal(5, TENHOU))
    end = next(place for place, event in enumerate(events) if event == HandEnded())
    table = Controller(store, TENHOU, start=START, wall_clock=lambda: 1000.0)
    for moment in moments(events[:end]):
        table.feed(moment.table, moment.table.time)
    assert (table.view.phase, table.view.hand_end) == ("hand over", None)
    with pytest.raises(Refused, match=r"East 1 is paid already: go on to the next hand"):
        table.preview(RON)
    table.press(Press("next_hand"), 1e3)
    assert table.events[-1] == HandEnded() and table.view.hand_end is not None
    with pytest.raises(Refused, match="enter how it ended first"):
        table.press(Press("next_hand"), 1e3)


def test_a_camera_that_comes_late_sees_the_indicator_and_the_rest_of_the_hand(store: Store) -> None:
    """A hand begun by a press is taken up where it stands, and its win counts the dora."""
    events = list(deal(5, TENHOU))
    end = events.index(HandEnded())
    table, true = begun(store), new_game(TENHOU)
    table.press(Press("riichi", S2), 2.0)
    table.press(Press("riichi", S2), 3.0)
    assert table.view.phase == "kept by hand"
    for moment in moments(events[: end + 1]):
        for event in moment.events:
            true = play(true, event)
        table.feed(moment.table, 10.0 + moment.table.time)
    start = next(event for event in table.events if isinstance(event, HandStarted))
    assert start.indicator == next(event.indicator for event in events if isinstance(event, HandStarted))
    assert table.game.points == true.points
