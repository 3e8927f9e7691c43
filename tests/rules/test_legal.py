"""`legal` lists what happened in recorded games, and with known hands just what `play` takes."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from pathlib import Path

import pytest

from benchmarks.random_games import wild
from tablectl.export.mjai import read
from tablectl.replay import rules_of
from tablectl.rulefile import load
from tablectl.rules.event import (
    Called,
    Discarded,
    Drawn,
    Drew,
    Event,
    GameEnded,
    GameStarted,
    HandEnded,
    HandStarted,
    KitaLaid,
    RiichiAccepted,
    RiichiDeclared,
    RyuukyokuKind,
    Won,
)
from tablectl.rules.game import Game, new_game, play
from tablectl.rules.legal import is_legal, legal
from tablectl.rules.meld import Meld, MeldKind
from tablectl.rules.round import Round
from tablectl.rules.ruleset import TENHOU, Ruleset
from tablectl.rules.seat import BySeat, Seat
from tablectl.rules.tile import Tile, all_tiles, in_order, parse_tiles
from tablectl.rules.win import on_offer, ura_count

FACES = sorted(set(all_tiles()))
GAMES = ("g000", "g002", "g003", "g004", "g010")


def sorted_own(event: Event) -> Event:
    """The event with own tiles in order, as `legal` lists them."""
    if isinstance(event, Called) and event.meld.kind is not MeldKind.KAKAN:
        meld = event.meld
        return Called(event.seat, Meld(meld.kind, tuple(sorted(meld.own)), meld.called, meld.source))
    return event


def positions(shared: Path, name: str) -> Iterator[tuple[Game, Event]]:
    """Every position of a recorded game with what came next; starts of hands are left out."""
    path = shared / "data" / "logs" / "games" / f"{name}.mjson.gz"
    lines = read(gzip.decompress(path.read_bytes()).decode().splitlines())
    game = new_game(rules_of(lines[0], TENHOU))
    for line in lines:
        if not isinstance(line.event, GameStarted | HandStarted):
            yield game, sorted_own(line.event)
        game = play(game, line.event)


@pytest.mark.parametrize("name", GAMES)
def test_what_happened_was_legal(shared: Path, name: str) -> None:
    for number, (game, event) in enumerate(positions(shared, name)):
        if number % 3 == 0 or not isinstance(event, Drawn | Discarded):
            assert event in legal(game)


def conceivable(game: Game) -> Iterator[Event]:
    """Every draw, discard, riichi, call and end with any seat and any face; the tile of a draw is the wall's."""
    current = game.round
    assert current is not None and current.wall.order is not None
    yield HandEnded()
    yield GameEnded()
    yield from conceivable_draws(current)
    for seat in current.seats:
        yield from (RiichiDeclared(seat), RiichiDeclared(seat, True), RiichiAccepted(seat), KitaLaid(seat))
        yield from conceivable_wins(current, seat, game.ruleset)
        for tile in FACES:
            yield from (Discarded(seat, tile, True), Discarded(seat, tile, False))
        for rinshan in (False, True):
            if current.wall.live_left:
                yield Drawn(seat, current.wall.order[current.wall.next_tile(rinshan=rinshan)])
        for kind in range(34):
            yield Called(seat, Meld(MeldKind.ANKAN, tuple(t for t in sorted(all_tiles()) if t.kind == kind)))
        for meld in current.hands[seat].melds:
            if meld.kind is MeldKind.PON:
                for tile in (face for face in FACES if face.kind == meld.own[0].kind):
                    yield Called(seat, Meld(MeldKind.KAKAN, (*meld.own, tile), meld.called, meld.source))
        if current.last_discard is not None:
            yield from (Called(seat, meld) for meld in conceivable_calls(*current.last_discard))


def conceivable_draws(current: Round) -> Iterator[Event]:
    """Every kind of draw with nobody's hand shown, everybody's, one seat's, all but one's, and those in tenpai."""
    hands = current.hands.map(lambda hand: in_order(hand.tiles))
    hidden = BySeat[tuple[Tile, ...] | None].fill(None, len(hands))
    for kind in RyuukyokuKind:
        yield from (Drew(kind, hidden), Drew(kind, BySeat.of(hands)))
        for seat in current.seats:
            yield Drew(kind, hidden.set(seat, hands[seat]))
            yield Drew(kind, BySeat[tuple[Tile, ...] | None].of(hands).set(seat, None))


def conceivable_wins(current: Round, seat: Seat, ruleset: Ruleset) -> Iterator[Event]:
    """A win on the tile on offer, or on the one drawn."""
    order, hand = current.wall.order, in_order(current.hands[seat].tiles)
    assert order is not None
    places = current.wall.build.indicators
    for count in {0, ura_count(current, seat, ruleset)}:
        ura = tuple(order[place + 1] for place in places[:count])
        offered = on_offer(current)
        if offered is not None:
            yield Won(seat, *offered, hand, ura)
        if current.drawn is not None and current.drawn in hand:
            rest = list(hand)
            rest.remove(current.drawn)
            yield Won(seat, seat, current.drawn, tuple(rest), ura)


def conceivable_calls(source: Seat, tile: Tile) -> Iterator[Meld]:
    same = [face for face in FACES if face.kind == tile.kind]
    for count, kind in ((2, MeldKind.PON), (3, MeldKind.DAIMINKAN)):
        yield from (Meld(kind, own, tile, source) for own in combinations_with_replacement(same, count))
    near = [face for face in FACES if face.suit == tile.suit != "z" and 0 < abs(face.kind - tile.kind) < 3]
    for own in product(near, near):
        if own[0] < own[1] and len({own[0].kind, own[1].kind, tile.kind}) == 3:
            kinds = sorted((own[0].kind, own[1].kind, tile.kind))
            if kinds[2] - kinds[0] == 2:
                yield Meld(MeldKind.CHI, own, tile, source)


@pytest.mark.parametrize(("name", "start"), [("g003", 0), ("g004", 5), ("g010", 9), ("g011", 3)])
def test_with_known_hands_the_list_is_exact(shared: Path, name: str, start: int) -> None:
    """What `play` takes among all conceivable events is what the list holds of them."""
    checked = 0
    for number, (game, _) in enumerate(positions(shared, name)):
        if number % 23 == start and not game.over:
            listed = set(legal(game))
            for event in conceivable(game):
                if isinstance(event, Drew) and event.kind is RyuukyokuKind.EXHAUSTIVE:
                    continue
                assert is_legal(game, event) == (event in listed), event
            checked += 1
    assert checked > 25


@pytest.mark.parametrize("name", ["tenhou-3p", "two-player", "party", "m-league", "ema-2016"])
def test_by_other_rules_the_list_is_exact_too(name: str) -> None:
    """EQ1, TU2, DO10, RI9: three and two players, kita, open riichi, and what else presets set."""
    rules = load(name).rules
    game, checked = new_game(rules), 0
    for number, event in enumerate(wild(11, rules, hands=3)):
        current = game.round
        if number % 19 == 0 and current is not None and not current.ended and not game.over:
            listed = set(legal(game))
            for option in conceivable(game):
                # An exhaustive draw lists all who are tenpai; others may keep that to themselves.
                if not (isinstance(option, Drew) and option.kind is RyuukyokuKind.EXHAUSTIVE):
                    assert is_legal(game, option) == (option in listed), option
            checked += 1
        game = play(game, event)
    assert checked > 10


def begun() -> Game:
    return play(play(new_game(TENHOU), GameStarted()), HandStarted(Tile.parse("3z")))


def test_a_hidden_hand_may_do_whatever_is_not_seen_to_be_impossible() -> None:
    game = begun()
    assert legal(game) == (Drawn(Seat.S0),)
    drawn = legal(play(game, Drawn(Seat.S0)))
    assert {event.tile for event in drawn if isinstance(event, Discarded)} == set(FACES)
    assert RiichiDeclared(Seat.S0) in drawn
    after = play(play(game, Drawn(Seat.S0)), Discarded(Seat.S0, Tile.parse("5m")))
    melds = [str(event.meld) for event in legal(after) if isinstance(event, Called) and event.seat is Seat.S1]
    assert {"chi:34m+5m<0", "chi:46m+5m<0", "chi:67m+5m<0", "pon:50m+5m<0", "daiminkan:550m+5m<0"} <= set(melds)
    assert "pon:00m+5m<0" not in melds
    others = [str(event.meld) for event in legal(after) if isinstance(event, Called) and event.seat is Seat.S2]
    assert others and not any(meld.startswith("chi") for meld in others)


def test_a_known_hand_that_wins_is_listed() -> None:
    hands = (None, parse_tiles("234567m34588p45s"), None, None)
    game = play(new_game(TENHOU), GameStarted())
    game = play(game, HandStarted(Tile.parse("3z"), None, type(game.points).of(hands)))
    game = play(play(game, Drawn(Seat.S0)), Discarded(Seat.S0, Tile.parse("6s")))
    assert [event.seat for event in legal(game) if isinstance(event, Won)] == [Seat.S1]


def test_before_and_after_a_game() -> None:
    fresh = new_game(TENHOU)
    assert legal(fresh) == (GameStarted(),)
    started = play(fresh, GameStarted())
    assert {event.indicator for event in legal(started) if isinstance(event, HandStarted)} == set(FACES)
