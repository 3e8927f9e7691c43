"""A recorded game as people would tell it who list no tiles: riichi, han and fu, tenpai."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tablectl.byhand import HandEnd, Winner, Wins
from tablectl.rules.event import (
    DrawTold,
    Event,
    Fouled,
    GameEnded,
    GameStarted,
    HandEnded,
    HandStarted,
    RiichiAccepted,
    RiichiTold,
    WinTold,
)
from tablectl.rules.game import Game, new_game, play
from tablectl.rules.hanfu import HanFu
from tablectl.rules.limit import LEAST_HAN
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.score import HandValue
from tablectl.rules.seat import BySeat


def told(events: Iterable[Event], ruleset: Ruleset) -> Iterator[Event]:
    """What is told of each hand that is over; payments come out as recorded."""
    game = new_game(ruleset)
    for event in events:
        game = play(game, event)
        match event:
            case GameStarted() | GameEnded() | Fouled():
                yield event
            case HandStarted():
                yield HandStarted(hands=BySeat.fill(None, ruleset.players))
            case RiichiAccepted(seat):
                yield RiichiTold(seat)
            case HandEnded():
                yield from ending(game)
                yield event


def ending(game: Game) -> Iterator[WinTold | DrawTold]:
    """How the hand just over ended."""
    current = game.round
    assert current is not None
    for won, settled in zip(current.wins, current.settlements, strict=False):
        assert settled.value is not None
        yield WinTold(won.seat, won.source, said(settled.value), settled.pao[0].source if settled.pao else None)
    if current.draw is not None:
        settled = current.settlements[0]
        tenpai = () if settled.tenpai is None else tuple(seat for seat in current.seats if settled.tenpai[seat])
        yield DrawTold(current.draw, tenpai, settled.nagashi)


def as_entered(game: Game) -> HandEnd:
    """How the hand just over would be entered on the page."""
    told = tuple(ending(game))
    wins = [event for event in told if isinstance(event, WinTold)]
    if not wins:
        (drew,) = told
        assert isinstance(drew, DrawTold)
        return drew
    winners = (Winner(won.seat, won.hand, won.liable) for won in wins if isinstance(won.hand, HanFu))
    return Wins(wins[0].source, tuple(winners))


def said(value: HandValue) -> HanFu:
    """Han and fu, or the limit's least han."""
    if value.yakuman:
        return HanFu(yakuman=sum(value.multiples))
    if value.limit in LEAST_HAN and value.han >= LEAST_HAN["mangan"]:
        return HanFu(LEAST_HAN[value.limit])
    return HanFu(13) if value.limit == "yakuman" else HanFu(value.han, value.fu)
