"""From what lies on the table to what happened: true tables, hidden zones, missed turns, faces misread or not told."""

from __future__ import annotations

import gzip
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

import pytest

from tablectl.corrections import corrected_log
from tablectl.export.mjai import read
from tablectl.faces import FACES
from tablectl.referee import Mismatch, Question, Reading, interpret, look
from tablectl.rules.event import (
    Called,
    Discarded,
    DoraTurned,
    Drawn,
    Drew,
    Event,
    GameStarted,
    HandEnded,
    HandStarted,
    RiichiAccepted,
    RiichiDeclared,
    RyuukyokuKind,
    Won,
)
from tablectl.rules.game import Game, new_game, play
from tablectl.rules.meld import Meld
from tablectl.rules.ruleset import TENHOU
from tablectl.rules.seat import SEATS, BySeat, Seat
from tablectl.rules.tile import Tile, parse_tiles
from tablectl.simulate.compare import compare, visible
from tablectl.simulate.deal import deal
from tablectl.simulate.playback import Moment, moments
from tablectl.table import Area, Press, SeenHand, SeenTile, TableSnapshot, Zone

S0, S1, S2, S3 = SEATS


def tile(name: str) -> Tile:
    return Tile.parse(name)


def played(*events: Event) -> Game:
    game = new_game(TENHOU)
    for event in (GameStarted(), HandStarted(tile("6p"), (2, 1)), *events):
        game = play(game, event)
    return game


def turn(seat: Seat, name: str) -> tuple[Event, ...]:
    return (Drawn(seat), Discarded(seat, tile(name)))


def turns(*names: str) -> tuple[Event, ...]:
    """Draws and discards in turn order from the dealer."""
    return tuple(event for place, name in enumerate(names) for event in turn(Seat(place % 4), name))


def table_after(*events: Event) -> TableSnapshot:
    """The true table after a hand's events."""
    return list(moments([GameStarted(), HandStarted(tile("6p"), (2, 1)), *events]))[-1].table


def unsure(*options: tuple[str, float]) -> SeenTile:
    best, chance = options[0]
    return SeenTile(tile(best), chance, options=tuple((tile(name), share) for name, share in options))


def with_river(table: TableSnapshot, seat: Seat, *river: SeenTile) -> TableSnapshot:
    return replace(table, rivers=table.rivers.set(seat, river))


def discards(verdict: object) -> list[str]:
    assert isinstance(verdict, Reading), verdict
    return [f"{event.seat}:{event.tile}" for event in verdict.events if isinstance(event, Discarded)]


def test_a_table_as_predicted_is_nothing_new() -> None:
    game = played(*turns("1m", "2m", "3m"))
    assert interpret(game, look(game)) == Reading()
    assert interpret(game, table_after(*turns("1m", "2m", "3m"))) == Reading()


def test_a_new_river_tile_is_a_draw_and_a_discard() -> None:
    game = played(*turns("1m"))
    assert interpret(game, table_after(*turns("1m", "2m"))) == Reading((Drawn(S1), Discarded(S1, tile("2m"))))


def test_turns_missed_while_an_arm_was_in_the_way_are_caught_up() -> None:
    names = ("1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m")
    found = interpret(played(*turns("1m")), table_after(*turns(*names)))
    assert discards(found) == [f"{place % 4}:{name}" for place, name in enumerate(names)][1:]


def test_a_discard_called_before_it_was_seen() -> None:
    pon = Called(S3, Meld.parse("pon:22m+2m<1"))
    true = (*turns("1m", "2m"), pon, Discarded(S3, tile("9p")))
    found = interpret(played(*turns("1m")), table_after(*true))
    assert found == Reading((Drawn(S1), Discarded(S1, tile("2m")), pon, Discarded(S3, tile("9p"))))


def test_riichi_counts_with_the_next_action_not_with_the_stick() -> None:
    declared = (Drawn(S0), RiichiDeclared(S0), Discarded(S0, tile("1m")))
    sticks = BySeat(True, False, False, False)
    found = interpret(played(), replace(table_after(*declared), sticks=sticks))
    assert found == Reading(declared)
    game = played(*declared)
    assert interpret(game, replace(table_after(*declared), sticks=sticks)) == Reading()
    after = replace(table_after(*declared, *turn(S1, "2m")), sticks=sticks)
    assert interpret(game, after) == Reading((RiichiAccepted(S0), *turn(S1, "2m")))


def test_a_stick_laid_before_its_tile_is_waited_for() -> None:
    game = played()
    assert interpret(game, replace(table_after(), sticks=BySeat(True, False, False, False))) == Reading()


def test_a_riichi_tile_called_away_leaves_its_stick() -> None:
    pon = Called(S2, Meld.parse("pon:11m+1m<0"))
    true = (Drawn(S0), RiichiDeclared(S0), Discarded(S0, tile("1m")), RiichiAccepted(S0), pon)
    found = interpret(played(), table_after(*true))
    assert found == Reading(true)


def test_a_called_tile_takes_its_face_from_the_river() -> None:
    before, pon = turns("5p"), Called(S2, Meld.parse("pon:55p+5p<0"))
    table = table_after(*before, pon)
    melds = tuple(replace(seen, tile=None, confidence=0.0) if seen.sideways else seen for seen in table.melds[S2])
    assert interpret(played(*before), replace(table, melds=table.melds.set(S2, melds))) == Reading((pon,))


def test_an_unsure_face_is_asked_and_offers_its_likeliest_faces() -> None:
    table = with_river(table_after(*turns("1m")), S0, unsure(("1m", 0.6), ("9s", 0.3)))
    found = interpret(played(), table)
    assert isinstance(found, Question)
    assert found.seat is S0
    assert [choice.label for choice in found.choices[:2]] == ["1m", "9s"]
    assert found.choices[1].events == (Drawn(S0), Discarded(S0, tile("9s")))
    assert interpret(played(*found.choices[1].events), table) == Reading()


def test_a_face_that_is_used_up_needs_no_question() -> None:
    game = played(*turns("1m", "1m", "1m", "1m"))
    river = table_after(*turns("1m", "1m", "1m", "1m", "9s"))
    found = interpret(game, with_river(river, S0, river.rivers[S0][0], unsure(("1m", 0.6), ("9s", 0.395))))
    assert discards(found) == ["0:9s"]


def test_a_fifth_tile_is_never_believed() -> None:
    game = played(*turns("1m", "1m", "1m", "1m"))
    assert isinstance(interpret(game, table_after(*turns("1m", "1m", "1m", "1m", "1m"))), Question | Mismatch)


def test_turns_before_an_unsure_face_are_read() -> None:
    table = table_after(*turns("1m", "2m"))
    assert discards(interpret(played(), with_river(table, S1, unsure(("2m", 0.5))))) == ["0:1m"]


def test_a_face_seen_clearly_later_corrects_the_log() -> None:
    log = (GameStarted(), HandStarted(tile("6p"), (2, 1)), *turns("1m", "2m"))
    game = played(*turns("1m", "2m"))
    table = table_after(*turns("9s", "2m"))
    found = interpret(game, table, log=log)
    assert isinstance(found, Reading) and found.events == ()
    assert corrected_log(log, found.corrections) == (*log[:3], Discarded(S0, tile("9s")), *log[4:])
    assert interpret(game, table, log=log, told=frozenset({3})) == Reading()
    doubtful = with_river(table, S0, SeenTile(tile("9s"), 0.92))
    assert interpret(game, doubtful, log=log) == Reading()


def test_a_meld_corrects_the_discard_it_called() -> None:
    log = (GameStarted(), HandStarted(tile("6p"), (2, 1)), *turns("3s"))
    pon = Called(S2, Meld.parse("pon:22s+2s<0"))
    found = interpret(played(*turns("3s")), table_after(*turns("2s"), pon), log=log)
    assert isinstance(found, Reading)
    assert [item.events for item in found.corrections] == [(Discarded(S0, tile("2s")),)]


def test_a_discard_out_of_turn_is_named_and_ends_by_itself() -> None:
    game, table = played(*turns("1m")), table_after(*turns("1m"))
    found = interpret(game, with_river(table, S3, SeenTile(tile("9p"))))
    assert isinstance(found, Mismatch)
    assert "seat 3 discarded out of turn" in found.what
    assert interpret(game, table) == Reading()


def test_a_hidden_zone_is_waited_for() -> None:
    game = played(*turns("1m"))
    table = table_after(*turns("1m", "2m", "3m"))
    hidden = replace(with_river(table, S1), stale=frozenset({(S1, Area.RIVER)}))
    assert interpret(game, hidden) == Reading()
    # Seat 1 might have called: its discard alone proves no draw while its melds are hidden.
    table = table_after(*turns("1m", "2m"))
    assert interpret(game, replace(table, stale=frozenset({(S1, Area.MELDS)}))) == Reading()


def test_an_indicator_turned_too_early_is_a_mismatch() -> None:
    table = table_after(*turns("1m"))
    found = interpret(played(*turns("1m")), replace(table, dora=(*table.dora, SeenTile(tile("2z")))))
    assert isinstance(found, Mismatch)
    assert found.where == "dead wall"


WAITING = parse_tiles("234567m234p2255s")


def test_a_hand_that_wins_waits_for_its_ura_indicators() -> None:
    riichi = (Drawn(S0), RiichiDeclared(S0), Discarded(S0, tile("9m")), RiichiAccepted(S0))
    before = (*riichi, *turn(S1, "9s"), *turn(S2, "9p"), *turn(S3, "5s"))
    won = Won(S0, S3, tile("5s"), WAITING, parse_tiles("3z"))
    table = table_after(*before, won)
    game = played(*before)
    assert interpret(game, replace(table, ura=())) == Reading()
    assert interpret(game, table) == Reading((won,))
    game = play(game, won)
    assert interpret(game, table) == Reading()
    assert interpret(game, TableSnapshot()) == Reading((HandEnded(),))


def test_a_drawn_tile_set_apart_wins_by_tsumo() -> None:
    won = Won(S0, S0, tile("5s"), parse_tiles("234567m234p2255s"))
    assert interpret(played(), table_after(Drawn(S0, tile("5s")), won)) == Reading((Drawn(S0), won))


def test_a_second_hand_opened_later_wins_on_the_same_discard() -> None:
    first = Won(S2, S0, tile("5s"), parse_tiles("234567m234p2255s"))
    second = Won(S1, S0, tile("5s"), parse_tiles("234678m678p3334s"))
    game = played(*turns("5s"), first)
    assert interpret(game, table_after(*turns("5s"), first)) == Reading()
    assert interpret(game, table_after(*turns("5s"), second, first)) == Reading((second,))


def test_two_hands_opened_together_win_in_turn_order() -> None:
    first = Won(S1, S0, tile("5s"), parse_tiles("234678m678p3334s"))
    second = Won(S2, S0, tile("5s"), parse_tiles("234567m234p2255s"))
    assert interpret(played(*turns("5s")), table_after(*turns("5s"), second, first)) == Reading((first, second))


def test_a_winning_tile_seen_clearly_later_corrects_the_win() -> None:
    before = turns("5s")
    true = Won(S1, S0, tile("5s"), parse_tiles("234067m234p5678s"))
    misread = replace(true, hand=parse_tiles("234567m234p5678s"))
    log = (GameStarted(), HandStarted(tile("6p"), (2, 1)), *before, misread)
    found = interpret(played(*before, misread), table_after(*before, true), log=log)
    assert isinstance(found, Reading)
    assert [item.events for item in found.corrections] == [(true,)]


def test_a_face_that_lies_too_often_may_be_an_earlier_discard() -> None:
    before = turns("1m", "1m", "1m", "1m")
    log = (GameStarted(), HandStarted(tile("6p"), (2, 1)), *before)
    table = table_after(*before, *turn(S0, "1m"))
    table = replace(table, rivers=table.rivers.set(S2, (unsure(("1m", 0.93), ("7m", 0.06)),)))
    found = interpret(played(*before), table, log=log)
    assert isinstance(found, Question)
    assert found.choices[0].label == "discard 1 of seat 2 is 7m, not 1m"
    assert [item.events for item in found.choices[0].corrections] == [(Discarded(S2, tile("7m")),)]


def test_a_winner_may_take_the_discard_to_its_hand() -> None:
    won = Won(S1, S0, tile("5s"), parse_tiles("234567m234p2255s"))
    table = table_after(*turns("5s"), won)
    hand = SeenHand((*table.hands[S1].open, SeenTile(tile("5s"), apart=True)), standing=0)
    table = replace(with_river(table, S0), hands=table.hands.set(S1, hand))
    assert interpret(played(*turns("5s")), table) == Reading((won,))


@pytest.mark.parametrize(("face", "chance"), [("6s", 0.6), ("6s", 0.95), ("5s", 0.6)])
def test_a_misread_winning_hand_is_never_settled_on_a_guess(face: str, chance: float) -> None:
    before = turns("5s")
    won = Won(S1, S0, tile("5s"), parse_tiles("234567m234p2255s"))
    table = table_after(*before, won)
    *rest, _ = table.hands[S1].open
    misread = SeenTile(tile(face), chance, options=((tile(face), chance), (tile("5s"), 0.04), (tile("0s"), 0.03)))
    hands = table.hands.set(S1, SeenHand((*rest, misread), standing=0))
    found = interpret(played(*before), replace(table, hands=hands))
    assert isinstance(found, Question | Mismatch)
    if isinstance(found, Question):
        assert all(isinstance(choice.events[-1], Won) for choice in found.choices)


def test_nine_terminals_and_honours_laid_open_end_the_hand() -> None:
    hand = parse_tiles("19m19p19s1234z2345m")
    hands = table_after().hands.set(S0, SeenHand(tuple(map(SeenTile, hand)), standing=0))
    found = interpret(played(), replace(table_after(), hands=hands))
    assert isinstance(found, Reading)
    drew = found.events[-1]
    assert isinstance(drew, Drew) and drew.kind is RyuukyokuKind.KYUUSHU_KYUUHAI


def test_a_new_hand_needs_new_walls() -> None:
    game = play(new_game(TENHOU), GameStarted())
    fresh = table_after()
    assert interpret(game, fresh, (2, 1)) == Reading((HandStarted(tile("6p"), (2, 1)),))
    assert interpret(game, fresh) == Reading((HandStarted(tile("6p"), (2, 1)),))
    used = replace(fresh, walls=BySeat.fill((0,) * 17))
    assert interpret(game, used) == Reading()


# Whole games -----------------------------------------------------------------------------------------------------


@dataclass
class Follower:
    """Follows a game as the controller does, answering questions with the truth."""

    true: Sequence[Event]
    game: Game = field(default_factory=lambda: play(new_game(TENHOU), GameStarted()))
    log: list[Event] = field(default_factory=lambda: [GameStarted()])
    dice: tuple[int, int] | None = None
    told: set[int] = field(default_factory=set)
    questions: Counter[int] = field(default_factory=Counter)
    corrections: int = 0
    mismatches: int = 0

    def feed(self, table: TableSnapshot, presses: Iterable[Press] = ()) -> None:
        for press in presses:
            self.dice = (int(press.value[0]), int(press.value[2]))
        for _ in range(24):
            found = interpret(self.game, table, self.dice, log=self.log, told=frozenset(self.told))
            match found:
                case Mismatch():
                    self.mismatches += 1
                    return
                case Question():
                    self.questions[self._hand] += 1
                    events = self._answer(found)
                    self.told |= set(range(len(self.log), len(self.log) + len(events)))
                case Reading(events, ()) if not events:
                    return
                case Reading((), corrections):
                    self.corrections += 1
                    self.log = list(corrected_log(self.log, corrections))
                    self.game = new_game(TENHOU)
                    for event in self.log:
                        self.game = play(self.game, event)
                    continue
                case Reading(events):
                    pass
            for event in events:
                self.game = play(self.game, event)
                self.log.append(event)
                if isinstance(event, HandStarted):
                    self.dice = None
        raise AssertionError("one table explains itself without end")

    @property
    def _hand(self) -> int:
        return sum(isinstance(event, HandStarted) for event in self.log) - 1

    def _answer(self, question: Question) -> tuple[Event, ...]:
        due = _in_order(self.true)[len(_in_order(self.log)) :]
        for choice in question.choices:
            offered = _in_order(choice.events)
            if offered == due[: len(offered)]:
                return choice.events
        raise AssertionError(f"no true choice in {question}")


def _in_order(events: Iterable[Event]) -> list[str]:
    """What can be seen, but for sticks and indicators, which may be read a little later than they were laid."""
    return [text for event in events if not isinstance(event, RiichiAccepted | DoraTurned) and (text := visible(event))]


def at_rest(events: Sequence[Event]) -> Iterator[Moment]:
    return (moment for moment in moments(events) if moment.arm is None)


def is_between(moment: Moment) -> bool:
    """A moment within a hand that eyes may miss; ends and beginnings lie open long enough."""
    keeps = HandStarted | HandEnded | Won | Drew
    shown = any(hand.open or hand.face_down for hand in moment.table.hands)
    return not shown and not any(isinstance(event, keeps) for event in moment.events)


def check(follower: Follower, *, questions: int | None = 0) -> None:
    """Every hand as played, every total right."""
    result = compare(follower.true, follower.log, follower.questions, TENHOU)
    assert [hand.difference for hand in result.hands if not hand.equal] == []
    assert result.wrong_totals == 0
    if questions is not None:
        assert result.questions <= questions


@cache
def dealt_game(seed: int) -> tuple[Event, ...]:
    return tuple(deal(seed, TENHOU))


@pytest.fixture(params=[3, 4])
def dealt(request: pytest.FixtureRequest) -> Sequence[Event]:
    return dealt_game(request.param)


def test_true_tables_give_the_game_back(dealt: Sequence[Event]) -> None:
    follower = Follower(dealt)
    for moment in at_rest(dealt):
        follower.feed(moment.table, moment.presses)
    check(follower)
    assert follower.mismatches == 0


def test_missed_moments_are_caught_up(dealt: Sequence[Event]) -> None:
    rng = random.Random(5)
    follower = Follower(dealt)
    missing = 0
    for moment in at_rest(dealt):
        if missing and is_between(moment):
            missing -= 1
            continue
        follower.feed(moment.table, moment.presses)
        missing = rng.randint(1, 3) if rng.random() < 0.1 else 0
    # Two calls missed at once can be told apart only by the players.
    check(follower, questions=2)


def hide(table: TableSnapshot, before: TableSnapshot, zones: Iterable[Zone]) -> TableSnapshot:
    """The table with some zones still as they were before."""
    names = {Area.RIVER: "rivers", Area.MELDS: "melds", Area.HAND: "hands", Area.WALL: "walls", Area.STICK: "sticks"}
    for seat, area in zones:
        name = names[area]
        table = replace(table, **{name: getattr(table, name).set(seat, getattr(before, name)[seat])})
        if area is Area.WALL:
            table = replace(table, dora=before.dora, ura=before.ura)
    return replace(table, stale=frozenset(zones))


@pytest.mark.parametrize("area", list(Area))
def test_zones_hidden_for_a_moment_lead_nobody_astray(area: Area) -> None:
    events = dealt_game(3)
    rng = random.Random(7)
    follower = Follower(events)
    before = TableSnapshot()
    for moment in at_rest(events):
        if is_between(moment):
            hidden: list[Zone] = [(seat, area) for seat in rng.sample(SEATS, rng.randint(1, 4))]
            follower.feed(hide(moment.table, before, hidden))
        follower.feed(moment.table, moment.presses)
        before = moment.table
    check(follower)


class Misreading:
    """Faces read badly for a while: each tile keeps its fault for some looks, then is read well."""

    def __init__(self, seed: int, share: float, chances: tuple[float, float], looks: int) -> None:
        self.rng, self.share, self.chances, self.looks = random.Random(seed), share, chances, looks
        self.faults: dict[tuple[int, str, int, int, Tile], tuple[SeenTile, int] | None] = {}

    def table(self, hand: int, table: TableSnapshot) -> TableSnapshot:
        def seat_row(name: str, seat: int, row: tuple[SeenTile, ...]) -> tuple[SeenTile, ...]:
            return tuple(self._tile((hand, name, seat, place), seen) for place, seen in enumerate(row))

        return replace(
            table,
            rivers=BySeat.of(seat_row("river", seat, table.rivers[seat]) for seat in SEATS),
            melds=BySeat.of(seat_row("melds", seat, table.melds[seat]) for seat in SEATS),
            hands=BySeat.of(
                replace(table.hands[seat], open=seat_row("hand", seat, table.hands[seat].open)) for seat in SEATS
            ),
            dora=seat_row("dora", 0, table.dora),
            ura=seat_row("ura", 0, table.ura),
        )

    def _tile(self, key: tuple[int, str, int, int], seen: SeenTile) -> SeenTile:
        if seen.tile is None:
            return seen
        where = (*key, seen.tile)
        if where not in self.faults:
            self.faults[where] = (self._fault(seen), self.looks) if self.rng.random() < self.share else None
        fault = self.faults[where]
        if fault is None or fault[1] == 0:
            return seen
        self.faults[where] = (fault[0], fault[1] - 1)
        return fault[0]

    def _fault(self, seen: SeenTile) -> SeenTile:
        assert seen.tile is not None
        other = self.rng.choice([face for face in FACES if face != seen.tile])
        wrong, right = self.chances
        named = sorted([(other, wrong), (seen.tile, right)], key=lambda option: -option[1])
        return replace(seen, tile=named[0][0], confidence=named[0][1], options=tuple(named))


def follow_misread(events: Sequence[Event], misreading: Misreading) -> Follower:
    follower = Follower(events)
    hand = 0
    for moment in at_rest(events):
        hand += any(isinstance(event, HandStarted) for event in moment.events)
        follower.feed(misreading.table(hand, moment.table), moment.presses)
    return follower


def test_unsure_faces_are_asked_and_never_guessed(dealt: Sequence[Event]) -> None:
    follower = follow_misread(dealt, Misreading(3, 0.03, (0.4, 0.5), looks=1000))
    check(follower, questions=None)
    assert follower.questions.total() > 0


def test_misread_faces_are_put_right_when_seen_better(dealt: Sequence[Event]) -> None:
    follower = follow_misread(dealt, Misreading(4, 0.01, (0.93, 0.05), looks=2))
    check(follower, questions=None)
    assert follower.corrections > 0


@pytest.mark.parametrize("name", ["g000", "g004", "g010"])
def test_recorded_games_are_followed(shared: Path, name: str) -> None:
    with gzip.open(shared / "data" / "logs" / "games" / f"{name}.mjson.gz", "rt", encoding="utf-8") as lines:
        events = [line.event for line in read(lines, name)]
    follower = Follower(events)
    for moment in at_rest(events):
        follower.feed(moment.table, moment.presses)
    check(follower)
    assert follower.mismatches == 0
