"""A hand's end as people enter it: what they may say, what it pays, and the events that record it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tablectl.circumstances import CircumstanceError, Circumstances, read_win
from tablectl.history import hand_name
from tablectl.reader import NotationError
from tablectl.rules.abort import played_aborts
from tablectl.rules.event import LUCK, DrawTold, Event, Fouled, HandEnded, HandStarted, RiichiTold, WinTold
from tablectl.rules.game import Game, play
from tablectl.rules.hanfu import HanFu, below_limits, limits, worth
from tablectl.rules.reading import Win
from tablectl.rules.round import Phase
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.seat import BySeat, Seat
from tablectl.rules.settlement import Settlement, settle_win
from tablectl.rules.words import word

TICKS = ("riichi", "double_riichi", *LUCK)
"""What may be ticked beside the tiles of a win."""


@dataclass(frozen=True, slots=True)
class TypedHand:
    """The tiles of a win: `text` as `tablectl score` reads it, `dora` and `ura` indicators such as `4p1z`, `ticks`."""

    text: str
    dora: str = ""
    ura: str = ""
    ticks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Winner:
    """Who won with what; `liable`: who pays for the yakuman they fed."""

    seat: Seat
    hand: HanFu | TypedHand
    liable: Seat | None = None


@dataclass(frozen=True, slots=True)
class Wins:
    """One win, or several on one tile. `source` and `riichi_tile` as in `tablectl.rules.event.WinTold`."""

    source: Seat
    winners: tuple[Winner, ...]
    riichi_tile: bool = False


HandEnd = Wins | DrawTold | Fouled


@dataclass(frozen=True, slots=True)
class SaidValue:
    """A value that a hand can have: its `name` where it is a limit, and what is paid for it without counters."""

    hand: HanFu
    name: str
    pays: str


def opening(game: Game) -> tuple[Event, ...]:
    """What must be recorded before anything is told of a hand: its beginning, unless it is being played.

    Raises `ValueError` before a game, after it, and between the payment and the end of a hand.
    """
    current = game.round
    if not game.started or game.over:
        raise ValueError("the game is over: begin a new one" if game.over else "no game has begun: begin one first")
    if current is None or current.ended:
        return (HandStarted(hands=BySeat.fill(None, game.ruleset.players)),)
    if current.phase is Phase.OVER:
        raise ValueError(f"{hand_name(game)} is paid already: go on to the next hand, or take its end back")
    return ()


def events_of(end: HandEnd, game: Game) -> tuple[Event, ...]:
    """The events that record this end, from the beginning of the hand where nobody saw it to its end.

    Raises `ValueError` (`IllegalEvent`, too) saying what cannot be and how to mend it.
    """
    events = list(opening(game))
    for event in events:
        game = play(game, event)
    for event in _told(end, game):
        events.append(event)
        game = play(game, event)
    if game.round is not None and game.round.phase is Phase.OVER:
        events.append(HandEnded())
    return tuple(events)


def payments(events: tuple[Event, ...], game: Game) -> tuple[Settlement, ...]:
    """What is paid by the events of a hand's end; nothing where play goes on."""
    for event in events:
        if not isinstance(event, HandEnded):
            game = play(game, event)
    return () if game.round is None else game.round.settlements


def values(winner: Seat, source: Seat, game: Game) -> Iterator[SaidValue]:
    """Every value that the winner's hand can have, below the limits first. Raises `ValueError` for empty chairs."""
    for seat in (winner, source):
        if seat not in game.names.seats:
            raise ValueError(f"seat {seat}: nobody plays on this chair")
    tsumo, rules = winner is source, game.ruleset
    for hand in below_limits(tsumo, rules):
        yield SaidValue(hand, "", _pays(hand, winner, source, game))
    for hand, name in limits(rules):
        times = f"{hand.yakuman} x " if hand.yakuman > 1 else ""
        yield SaidValue(hand, f"{times}{word(name, 'en')}", _pays(hand, winner, source, game))


def _pays(hand: HanFu, winner: Seat, source: Seat, game: Game) -> str:
    """Such as `3,900`, `1,000 / 2,000` (the dealer gives more) or `2,000 all`."""
    settled = settle_win(
        winner=winner,
        source=source,
        value=worth(hand, winner is source, game.ruleset),
        dealer=game.dealer,
        honba=0,
        deposits=0,
        ruleset=game.ruleset,
    )
    amounts = sorted({share.points for share in settled.shares})
    text = " / ".join(f"{points:,}" for points in amounts)
    return f"{text} all" if winner is source and len(amounts) == 1 else text


def _told(end: HandEnd, game: Game) -> Iterator[Event]:
    if not isinstance(end, Wins):
        yield end
        return
    current = game.round
    assert current is not None
    if len(end.winners) > 1 and any(winner.seat is end.source for winner in end.winners):
        raise ValueError("several winners win on one discard: choose from whom, or leave one winner")
    hands: dict[Seat, HanFu | Win] = {}
    for winner in end.winners:
        if winner.seat in hands:
            raise ValueError(f"seat {winner.seat} stands among the winners twice: leave it once")
        hand = winner.hand
        hands[winner.seat] = hand if isinstance(hand, HanFu) else _read(hand, winner.seat, end.source, game)
    for seat, won in hands.items():
        if isinstance(won, Win) and won.riichi and not current.riichi[seat].declared:
            yield RiichiTold(seat)
    for winner in end.winners:
        yield WinTold(winner.seat, end.source, hands[winner.seat], winner.liable, end.riichi_tile)


def _read(typed: TypedHand, seat: Seat, source: Seat, game: Game) -> Win:
    """The win as typed. Raises `ValueError` naming what is wrong with it."""
    if strange := set(typed.ticks) - set(TICKS):
        raise ValueError(f"{', '.join(sorted(strange))}: expected some of {', '.join(TICKS)}")
    current, rules = game.round, game.ruleset
    assert current is not None
    told = Circumstances(
        seat=current.wind_of(seat),
        round_wind=current.wind,
        source=current.wind_of(source),
        dora=typed.dora,
        ura=typed.ura,
        honba=current.honba,
        **dict.fromkeys(typed.ticks, True),
    )
    try:
        win = read_win(typed.text, told, rules)
    except NotationError as error:
        raise ValueError(_in_page_words(error.message)) from None
    except CircumstanceError as error:
        raise ValueError(_in_page_words(str(error))) from None
    # Typed by winds; here melds come from chairs.
    melds = (
        meld if meld.source is None else replace(meld, source=meld.source.right(current.dealer, rules.players))
        for meld in win.melds
    )
    return replace(win, melds=tuple(melds))


def _in_page_words(text: str) -> str:
    """What the command calls `--double-riichi` stands on the page as `double riichi`."""
    return re.sub(r"--([a-z-]+)", lambda found: found[1].replace("-", " "), text)


def draws(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """The abortive draws of the rules with their names."""
    for kind in played_aborts(ruleset):
        yield kind.value, word(kind.value, "en")
