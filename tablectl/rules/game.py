"""A whole game: `play` takes one event after the other and computes every consequence."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tablectl.rules import outcome, turn
from tablectl.rules.event import (
    Called,
    Discarded,
    DoraTurned,
    Drawn,
    Drew,
    Event,
    GameEnded,
    GameStarted,
    HandEnded,
    HandStarted,
    RiichiAccepted,
    RiichiDeclared,
    RyuukyokuKind,
    Won,
)
from tablectl.rules.illegal import IllegalEvent
from tablectl.rules.ledger import STICK, Entry, Ledger
from tablectl.rules.placement import placement, results
from tablectl.rules.round import Phase, Round, deal, turn_dora
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.seat import SEATS, BySeat, Seat, Wind

__all__ = ["Game", "IllegalEvent", "new_game", "play"]

_NAMES = BySeat("P0", "P1", "P2", "P3")
HANDS_A_WIND = 4


@dataclass(frozen=True, slots=True)
class Game:
    """Everything that follows from the events so far.

    `wind`, `number`, `dealer` and `honba` are those of the hand being played, after its end those of the next.
    `book`: payments of hands that are over, and riichi sticks. `round` stays after the hand's end until the next one
    starts. `over`: no further hand is played. `ended`: the game was closed and placed.
    """

    ruleset: Ruleset
    book: Ledger
    names: BySeat[str] = _NAMES
    first_dealer: Seat = Seat.S0
    started: bool = False
    wind: Wind = Wind.EAST
    number: int = 1
    dealer: Seat = Seat.S0
    honba: int = 0
    round: Round | None = None
    over: bool = False
    ended: bool = False

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
        """Each seat's place, 1 to 4, once the game is over."""
        return placement(self.points, self.first_dealer) if self.over else None

    @property
    def result(self) -> BySeat[float] | None:
        """Each seat's final result in thousands of points, uma and oka included, once the game is over (EN8, EN9)."""
        return results(self.points, self.first_dealer, self.ruleset) if self.over else None


def new_game(ruleset: Ruleset) -> Game:
    """A game before `GameStarted`."""
    return Game(ruleset, Ledger(BySeat.fill(ruleset.start)))


def play(game: Game, event: Event) -> Game:
    """The game after one more event. Raises `IllegalEvent` naming seat, tile and rule when it cannot have happened."""
    match event:
        case GameStarted(first_dealer, names):
            if game.started:
                raise IllegalEvent("the game has started already")
            return replace(game, names=names, first_dealer=first_dealer, dealer=first_dealer, started=True)
        case HandStarted():
            return _start_hand(game, event)
        case GameEnded():
            if not game.over or game.ended:
                raise IllegalEvent("the game is closed already" if game.ended else "the game is not over yet (LE1)")
            return replace(game, ended=True)
    current = game.round
    if current is None or current.ended:
        raise IllegalEvent(f"{type(event).__name__} between two hands")
    if isinstance(event, HandEnded):
        return _end_hand(game, current)
    if current.phase is Phase.OVER and not isinstance(event, Won | Drew):
        raise IllegalEvent(f"{type(event).__name__} although the hand is over")
    ruleset = game.ruleset
    match event:
        case Drawn(seat, tile):
            current = turn.draw(current, seat, tile, ruleset)
        case Discarded(seat, tile, tsumogiri):
            current = turn.discard(current, seat, tile, tsumogiri, ruleset)
        case RiichiDeclared(seat):
            current = turn.declare_riichi(current, seat, game.points[seat], ruleset)
        case RiichiAccepted(seat):
            current = turn.accept_riichi(current, seat)
            game = replace(game, book=game.book.add(Entry(seat, -STICK, "riichi")))
        case Called(seat, meld):
            current = turn.call(current, seat, meld, ruleset)
        case DoraTurned(indicator):
            current = turn_dora(current, indicator, ruleset)
        case Won():
            current = outcome.win(current, event, _sticks(game), ruleset)
        case Drew():
            current = outcome.draw(current, event, ruleset)
    return replace(game, round=current)


def _sticks(game: Game) -> int:
    """Riichi sticks before any payment of the hand being played."""
    return game.book.deposits // STICK


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
    )
    return replace(game, round=current)


def _end_hand(game: Game, current: Round) -> Game:
    """Who deals next, with how many counters, and whether the game is over."""
    if current.phase is not Phase.OVER:
        raise IllegalEvent("the hand is neither won nor drawn yet")
    stays = _dealer_stays(current, game.ruleset)
    dealer_won = any(won.seat is current.dealer for won in current.wins)
    honba = game.honba + 1 if stays or not current.wins else 0
    game = replace(game, book=game.ledger, honba=honba, round=replace(current, ended=True))
    if _is_over(game, current, stays, dealer_won):
        top = placement(game.points, game.first_dealer)
        left = game.book.deposits
        if left and game.ruleset.leftover_sticks == "top":
            first = next(seat for seat in SEATS if top[seat] == 1)
            game = replace(game, book=game.book.add(Entry(first, left, "riichi sticks left over")))
        return replace(game, over=True)
    if stays:
        return game
    last = current.number == HANDS_A_WIND
    return replace(
        game,
        dealer=game.dealer.right(),
        number=1 if last else current.number + 1,
        wind=Wind(game.wind + 1) if last else game.wind,
    )


def _dealer_stays(current: Round, ruleset: Ruleset) -> bool:
    """Renchan (EN1, AB6)."""
    if current.wins:
        stays = any(won.seat is current.dealer for won in current.wins)
        return (stays and ruleset.renchan != "never") or ruleset.renchan == "always"
    if current.draw is not None and current.draw is not RyuukyokuKind.EXHAUSTIVE:
        return current.draw.value in ruleset.abort_renchan
    tenpai = current.settlements[0].tenpai
    return ruleset.renchan == "always" or (
        ruleset.renchan == "tenpai" and tenpai is not None and tenpai[current.dealer]
    )


def _is_over(game: Game, current: Round, stays: bool, dealer_won: bool) -> bool:
    """Whether the game ends with this hand (LE1, EN2 to EN6)."""
    ruleset, points = game.ruleset, game.points
    lowest, highest = min(points), max(points)
    if ruleset.bankruptcy == "below_zero" and lowest < 0:
        return True
    if ruleset.bankruptcy == "at_zero" and lowest <= 0:
        return True
    last_wind = _LAST_WIND[ruleset.length]
    overtime = current.wind > last_wind
    last_hand = current.wind == last_wind and current.number == HANDS_A_WIND
    if not overtime and not last_hand:
        return False
    reached = highest >= ruleset.target
    if overtime and ruleset.sudden_death and reached:
        return True
    if stays:
        leads = placement(points, game.first_dealer)[current.dealer] == 1 and points[current.dealer] >= ruleset.target
        stop = ruleset.agari_yame if dealer_won else ruleset.tenpai_yame
        aborted = current.draw not in (None, RyuukyokuKind.EXHAUSTIVE)
        return leads and stop == "auto" and not aborted
    if not ruleset.west_entry or reached:
        return True
    # One extra wind is played at most (EN5).
    return current.wind == last_wind + 1 and current.number == HANDS_A_WIND


_LAST_WIND = {"tonpuu": Wind.EAST, "hanchan": Wind.SOUTH}
