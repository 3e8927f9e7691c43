"""A whole game from a seed: shuffled walls and simple players, as many as the rules say, that do nothing forbidden."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from tablectl.rules.event import (
    Called,
    Discarded,
    DoraTurned,
    Drew,
    Event,
    GameStarted,
    HandStarted,
    KitaLaid,
    RiichiDeclared,
    RyuukyokuKind,
    Won,
)
from tablectl.rules.game import Game, new_game, play
from tablectl.rules.legal import legal
from tablectl.rules.meld import Meld, MeldKind
from tablectl.rules.riichi import is_ready
from tablectl.rules.round import Round
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.seat import BySeat, Seat
from tablectl.rules.tile import Tile, all_tiles
from tablectl.rules.wall import BUILDS, dealt

CALLS = {MeldKind.CHI: 0.1, MeldKind.PON: 0.2, MeldKind.DAIMINKAN: 0.3, MeldKind.KAKAN: 0.8, MeldKind.ANKAN: 0.8}
"""How often a player makes a call it may make."""
YAKUHAI_CALLS = 0.8
"""How often it calls a dragon or its own wind."""
RIICHI = 0.9
DRAWS = 0.7
"""How often nine terminals and honours are shown."""


def deal(seed: int, ruleset: Ruleset) -> list[Event]:
    """Play one game to its end; the same seed gives the same events. All hands and walls are known."""
    rng = Random(seed)
    game = new_game(ruleset)
    events: list[Event] = [GameStarted(names=game.names)]
    game = play(game, events[0])
    while not game.ended:
        current = game.round
        if current is None or (current.ended and not game.over):
            event: Event = build(rng, game)
        else:
            event = _choose(rng, current, legal(game), ruleset)
        events.append(event)
        game = play(game, event)
    return events


def build(rng: Random, game: Game, order: tuple[Tile, ...] | None = None) -> HandStarted:
    """Shuffle (or take the wall in this order), build, throw the dice and deal the next hand."""
    rules = game.ruleset
    if order is None:
        wall = list(all_tiles(rules.red_fives, rules.players))
        rng.shuffle(wall)
        order = tuple(wall)
    first, second = _throw(rng), _throw(rng) if rules.dice_throws == "two" else None
    hands = BySeat[tuple[Tile, ...] | None].of(dealt(order, game.dealer, rules.players))
    return HandStarted(order[BUILDS[rules.players].indicators[0]], first, hands, order, second)


def _throw(rng: Random) -> tuple[int, int]:
    return rng.randint(1, 6), rng.randint(1, 6)


def _choose(rng: Random, current: Round, options: Iterable[Event], ruleset: Ruleset) -> Event:
    """Win and turn indicators at once, declare and call by chance, else go on: discard, or pass."""
    discards: list[Discarded] = []
    others: list[Event] = []
    draws: list[Drew] = []
    # Three rons are a draw, so draws are looked at before wins.
    for option in sorted(options, key=lambda option: not isinstance(option, Drew)):
        match option:
            case DoraTurned() | Won() | KitaLaid():
                return option
            case Drew(kind):
                if kind is RyuukyokuKind.SANCHA_HOU or (kind is RyuukyokuKind.KYUUSHU_KYUUHAI and rng.random() < DRAWS):
                    return option
                draws.append(option)
            case RiichiDeclared():
                if rng.random() < RIICHI:
                    return option
            case Called(seat, meld):
                if rng.random() < _eagerness(current, seat, meld):
                    return option
            case Discarded():
                discards.append(option)
            case _:
                others.append(option)
    if not discards:
        return (*draws, *others)[0]
    rng.shuffle(discards)
    return min(discards, key=lambda option: _loss(current, option, ruleset))


def _eagerness(current: Round, seat: Seat, meld: Meld) -> float:
    kind = meld.own[0].kind
    if meld.kind is MeldKind.PON and (kind >= 31 or kind - 27 in (current.wind_of(seat), current.wind)):
        return YAKUHAI_CALLS
    return CALLS[meld.kind]


def _loss(current: Round, option: Discarded, ruleset: Ruleset) -> float:
    """What discarding a tile costs: neighbours and copies it could have made sets with; tenpai comes first."""
    hand = current.hands[option.seat]
    rest = hand.discard(option.tile)
    if is_ready(rest, ruleset):
        return -1.0
    return sum(_closeness(option.tile, other) for other in rest.tiles) + (0.5 if option.tile.red else 0.0)


def _closeness(tile: Tile, other: Tile) -> float:
    if tile.kind == other.kind:
        return 3.0
    if tile.is_honour or tile.suit != other.suit:
        return 0.0
    return {1: 2.0, 2: 1.0}.get(abs(tile.number - other.number), 0.0)
