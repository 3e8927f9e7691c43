"""A whole game: `play` takes one event after the other and computes every consequence."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tablectl.rules.call import call
from tablectl.rules.draw import draw as end_in_draw
from tablectl.rules.event import (
    Called,
    Discarded,
    DoraTurned,
    DrawerCounted,
    Drawn,
    DrawTold,
    Drew,
    Event,
    Fouled,
    GameEnded,
    GameStarted,
    HandDied,
    HandEnded,
    HandStarted,
    KitaLaid,
    RiichiAccepted,
    RiichiDeclared,
    RiichiTold,
    RyuukyokuKind,
    WinTold,
    Won,
)
from tablectl.rules.foul import die, foul
from tablectl.rules.illegal import IllegalEvent
from tablectl.rules.kan_dora import turn_dora
from tablectl.rules.ledger import RIICHI, STICK, Entry, Ledger
from tablectl.rules.length import Ending, HandName, can_stop, next_hand
from tablectl.rules.placement import left_over, placement, results
from tablectl.rules.riichi import accept_riichi, declare_riichi
from tablectl.rules.round import NO_STREAK, Phase, Round, Streak, deal
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.seat import BySeat, Seat, Wind, seats
from tablectl.rules.told import settle_sticks, tell_draw, tell_riichi, tell_win
from tablectl.rules.turn import discard, draw, lay_kita
from tablectl.rules.win import win

__all__ = ["Game", "IllegalEvent", "new_game", "play"]

_FIRST = HandName()


@dataclass(frozen=True, slots=True)
class Game:
    """Everything that follows from the events so far.

    `hand`: the name of the hand being played, after its end that of the next. `streak`: what ran over hands before it.
    `book`: payments of hands that are over, and riichi sticks; `fines`: points taken off the results for fouls.
    `round` stays after the hand's end until the next one starts. `may_stop`: a further hand may be played, or the game
    be ended by choice. `over`: no further hand is played. `ended`: the game was closed and placed.
    """

    ruleset: Ruleset
    book: Ledger
    names: BySeat[str]
    fines: BySeat[int]
    first_dealer: Seat = Seat.S0
    started: bool = False
    hand: HandName = _FIRST
    streak: Streak = NO_STREAK
    round: Round | None = None
    may_stop: bool = False
    over: bool = False
    ended: bool = False

    @property
    def wind(self) -> Wind:
        """The round wind."""
        return self.hand.wind(self.ruleset)

    @property
    def number(self) -> int:
        """Which hand of the round it is, from 1."""
        return self.hand.number

    @property
    def dealer(self) -> Seat:
        """Who is East."""
        return self.hand.dealer

    @property
    def honba(self) -> int:
        """The counters."""
        return self.hand.honba

    @property
    def ledger(self) -> Ledger:
        """All payments so far, those of a hand just won or drawn included."""
        if self.round is None or self.round.ended or not self.round.settlements:
            return self.book
        return self.book.add(*(entry for settled in self.round.settlements for entry in settled.entries))

    @property
    def points(self) -> BySeat[int]:
        """What each seat owns."""
        return self.ledger.points

    @property
    def deposits(self) -> int:
        """Riichi sticks that lie on the table."""
        return self.ledger.deposits // STICK

    @property
    def placement(self) -> BySeat[int] | None:
        """Each seat's place, from 1, once the game is over."""
        return placement(self.points, self.first_dealer) if self.over else None

    @property
    def result(self) -> BySeat[float] | None:
        """Each seat's final result in thousands of points, uma and oka included, once the game is over (EN8, EN9)."""
        return results(self.points, self.first_dealer, self.ruleset, self.fines) if self.over else None


def new_game(ruleset: Ruleset) -> Game:
    """A game before `GameStarted`."""
    players = ruleset.players
    names = BySeat.of(f"P{seat}" for seat in seats(players))
    return Game(ruleset, Ledger(BySeat.fill(ruleset.start, players)), names, BySeat.fill(0, players))


def play(game: Game, event: Event) -> Game:
    """The game after one more event. Raises `IllegalEvent` naming seat, tile and rule when it cannot have happened."""
    match event:
        case GameStarted():
            return _start(game, event)
        case HandStarted():
            return _start_hand(game, event)
        case GameEnded():
            if game.ended or not (game.over or game.may_stop):
                raise IllegalEvent("the game is closed already" if game.ended else "the game is not over yet (LE1)")
            return replace(game if game.over else _finish(game), ended=True)
        case DrawerCounted():
            return _count(game, event)
    current = game.round
    if current is None or current.ended:
        raise IllegalEvent(f"{type(event).__name__} between two hands")
    if isinstance(event, HandEnded):
        return _end_hand(game, current)
    seat = getattr(event, "seat", None)
    if seat is not None and seat not in current.seats:
        raise IllegalEvent("nobody plays on this chair (EQ1)", seat)
    if current.phase is Phase.OVER and not isinstance(event, Won | Drew | WinTold | DrawTold | RiichiTold):
        raise IllegalEvent(f"{type(event).__name__} although the hand is over")
    ruleset = game.ruleset
    match event:
        case Drawn(seat, tile):
            current = draw(current, seat, tile, ruleset)
        case Discarded(seat, tile, tsumogiri):
            current = discard(current, seat, tile, tsumogiri, ruleset)
        case RiichiDeclared(seat, is_open):
            current = declare_riichi(current, seat, is_open, game.points[seat], ruleset)
        case RiichiAccepted(seat):
            current = accept_riichi(current, seat)
            game = replace(game, book=game.book.add(Entry(seat, -STICK, RIICHI)))
        case Called(seat, meld):
            current = call(current, seat, meld, ruleset)
        case KitaLaid(seat):
            current = lay_kita(current, seat, ruleset)
        case DoraTurned(indicator):
            current = turn_dora(current, indicator, ruleset)
        case Won():
            current = win(current, event, _sticks(game), ruleset)
        case Drew():
            current = end_in_draw(current, event, _sticks(game), ruleset)
        case RiichiTold(seat):
            current = tell_riichi(current, seat, game.points[seat], ruleset)
            game = replace(game, book=game.book.add(Entry(seat, -STICK, RIICHI)))
        case WinTold():
            current, entries = settle_sticks(current, event)
            game = replace(game, book=game.book.add(*entries))
            current = tell_win(current, event, _sticks(game), ruleset)
        case DrawTold():
            current, entries = settle_sticks(current)
            game = replace(game, book=game.book.add(*entries))
            current = tell_draw(current, event, _sticks(game), ruleset)
        case HandDied(seat):
            current = die(current, seat)
        case Fouled():
            current = foul(current, event, ruleset)
    return replace(game, round=current)


def _sticks(game: Game) -> int:
    """Riichi sticks before any payment of the hand being played."""
    return game.book.deposits // STICK


def _start(game: Game, event: GameStarted) -> Game:
    if game.started:
        raise IllegalEvent("the game has started already")
    if len(event.names) != game.ruleset.players:
        raise IllegalEvent(f"{len(event.names)} names for {game.ruleset.players} players (EQ1)")
    if event.first_dealer not in event.names.seats:
        raise IllegalEvent("the first dealer does not play (EQ1)", event.first_dealer)
    first = event.first_dealer
    return replace(game, names=event.names, first_dealer=first, hand=HandName(dealer=first), started=True)


def _start_hand(game: Game, event: HandStarted) -> Game:
    if not game.started:
        raise IllegalEvent("a hand before the game started")
    if game.over:
        raise IllegalEvent("the game is over, no hand follows (LE1)")
    if game.round is not None and not game.round.ended:
        raise IllegalEvent("a hand before the last one ended")
    current = deal(
        event,
        game.ruleset,
        wind=game.wind,
        number=game.number,
        dealer=game.dealer,
        honba=game.honba,
        deposits=game.deposits,
        streak=game.streak,
    )
    return replace(game, round=current, may_stop=False)


def _count(game: Game, event: DrawerCounted) -> Game:
    """A drawer was counted against the entries (EQ5, EQ6)."""
    if not game.started or event.seat not in game.book.start.seats:
        why = "nobody plays on this chair (EQ1)" if game.started else "the game has not started"
        raise IllegalEvent(f"a drawer counted, but {why}", event.seat)
    if event.points % 100:
        raise IllegalEvent(f"{event.points} points counted, but the smallest stick is worth 100 (EQ6)", event.seat)
    return replace(game, book=game.book.count(event.seat, event.points, game.points[event.seat]))


def _end_hand(game: Game, current: Round) -> Game:
    """Who deals next, with how many counters, and whether the game is over."""
    if current.phase is not Phase.OVER:
        raise IllegalEvent("the hand is neither won nor drawn yet")
    ruleset, ending = game.ruleset, _ending(current, game.ruleset)
    if current.foul is not None and ruleset.chombo == "fixed":
        seat = current.foul.seat
        game = replace(game, fines=game.fines.set(seat, game.fines[seat] + ruleset.chombo_points))
    game = replace(game, book=game.ledger, round=replace(current, ended=True))
    standing = (game.hand, ending, game.points, game.first_dealer, ruleset)
    following = next_hand(*standing)
    if following is None:
        return _finish(game)
    streak = game.streak if ending.foul else game.streak.after(ending.winners, following.dealer is current.dealer)
    return replace(game, hand=following, streak=streak, may_stop=can_stop(*standing))


def _ending(current: Round, ruleset: Ruleset) -> Ending:
    if current.foul is not None:
        return Ending(foul=True)
    winners = tuple(each.winner for each in current.settlements if each.winner is not None and not each.nagashi)
    if current.draw in (None, RyuukyokuKind.EXHAUSTIVE):
        settled = current.settlements[0]
        counts = settled.nagashi if ruleset.nagashi_mangan == "win" else ()
        return Ending(winners or counts, settled.tenpai)
    return Ending(aborted=current.draw.value)


def _finish(game: Game) -> Game:
    """The game is over: nobody plays on for the riichi sticks that are left (EN7)."""
    return replace(
        game, over=True, may_stop=False, book=game.book.add(*left_over(game.book, game.first_dealer, game.ruleset))
    )
