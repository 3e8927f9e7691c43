"""Random games under every preset, looked at after every event: `python -m benchmarks.random_games --n N [--seed S]`.

The presets take turns. Every second game is played as anything that the rules allow comes, fouls included, the others
by the simulated players. What must always hold is in `faults`; each fault is printed with the game's seed and preset.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from tablectl.export import mjai, mjai_write
from tablectl.rulefile import load, preset_names
from tablectl.rules.event import (
    Called,
    Discarded,
    DoraTurned,
    Drew,
    Event,
    Fouled,
    GameEnded,
    HandDied,
    HandEnded,
    HandStarted,
    Won,
    from_json,
    to_json,
)
from tablectl.rules.game import Game, new_game, play
from tablectl.rules.hand import Hand
from tablectl.rules.ledger import STICK
from tablectl.rules.legal import legal
from tablectl.rules.river import River
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.tile import Tile
from tablectl.simulate.deal import build, deal

SHOWN_FAULTS = 20
MOST_HANDS = 40
"""After so many hands a wild game is left as it stands; some rules know no end of their own."""
FOULS = 0.002
DEATHS = 0.004
"""Chances, before any event, that a seat commits a foul or its hand dies."""


def wild(seed: int, ruleset: Ruleset, hands: int = MOST_HANDS) -> list[Event]:
    """A game, or so many hands of it, in which whatever the rules allow happens by chance; most wins are taken."""
    rng = Random(seed)
    game = new_game(ruleset)
    events: list[Event] = []
    while not game.ended and hands:
        event = _any(rng, game)
        hands -= isinstance(event, HandEnded)
        events.append(event)
        game = play(game, event)
    return events


def _any(rng: Random, game: Game) -> Event:
    current = game.round
    options = legal(game)
    if any(isinstance(option, HandStarted) for option in options):
        closing = [option for option in options if isinstance(option, GameEnded)]
        return closing[0] if closing and rng.random() < 0.5 else build(rng, game)
    if current is not None and not current.ended and not current.wins and current.foul is None and current.draw is None:
        chance, seat = rng.random(), rng.choice(current.seats)
        if chance < FOULS:
            return Fouled(seat, "false win")
        if chance < DEATHS and seat not in current.dead:
            return HandDied(seat, "wrong number of tiles")
    for kinds, often in (((DoraTurned,), 0.9), ((Won, Drew), 0.7), ((HandEnded,), 0.7), ((Called,), 0.2)):
        favoured = [option for option in options if isinstance(option, kinds)]
        if favoured and rng.random() < often:
            return rng.choice(favoured)
    discards = [option for option in options if isinstance(option, Discarded)]
    return rng.choice(discards if discards and rng.random() < 0.7 else options)


def faults(events: Sequence[Event], ruleset: Ruleset) -> Iterator[str]:
    """What is wrong with a game: points or tiles that came from nowhere, values that do not read back."""
    game = new_game(ruleset)
    for number, event in enumerate(events):
        game = play(game, event)
        yield from (f"event {number}: {what}" for what in faults_of_points(game))
        if from_json(json.loads(json.dumps(to_json(event)))) != event:
            yield f"event {number}: {event} does not read back"
        yield from (f"event {number}: {what}" for what in _faults_of_hand(game))
    written = mjai.read(mjai_write.write(events, ruleset))
    if [line.event for line in written] != list(events):
        yield "mjai lines read back as another game"


def faults_of_points(game: Game) -> Iterator[str]:
    """Points, settlements or results that do not come to the sum they must."""
    total = game.ruleset.start * game.ruleset.players
    lost = game.ruleset.leftover_sticks == "lost" and game.over
    if sum(game.points) + game.deposits * STICK != total and not lost:
        yield f"{list(game.points)} and {game.deposits} sticks are not {total}"
    if game.round is not None and not game.round.ended:
        for settled in game.round.settlements:
            if sum(settled.deltas) != settled.deposits:
                yield f"{settled.kind} pays {list(settled.deltas)} out of {settled.deposits}"
    if game.result is not None and round(1000 * sum(game.result)) != sum(game.points) - total - sum(game.fines):
        yield f"results {list(game.result)}, fines {list(game.fines)}"


def _faults_of_hand(game: Game) -> Iterator[str]:
    current = game.round
    if current is None or current.ended:
        return
    order, wall = current.wall.order, current.wall
    assert order is not None
    taken = {*range(wall.drawn), *(wall.build.rinshan(place) for place in range(wall.replaced))}
    tiles: Counter[Tile] = Counter(tile for place, tile in enumerate(order) if place not in taken)
    for hand, river in zip(current.hands, current.rivers, strict=True):
        tiles.update(hand.all_tiles)
        tiles.update(tile.tile for tile in river.lying)
        if Hand.parse(str(hand)) != hand:
            yield f"hand {hand} does not read back"
        if River.parse(str(river)) != river:
            yield f"river {river} does not read back"
    for won in current.wins:
        if won.seat is won.source:
            tiles[won.tile] += 1
    if tiles != Counter(order):
        yield f"tiles lost {print_counts(Counter(order) - tiles)} or made {print_counts(tiles - Counter(order))}"


def print_counts(tiles: Counter[Tile]) -> str:
    """Such as `2 of 5m, 1 of 7z`."""
    return ", ".join(f"{number} of {tile}" for tile, number in sorted(tiles.items())) or "none"


def main() -> None:
    """Play the games; exit status 1 where one has a fault."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.random_games", description=(__doc__ or "").split("\n\n")[0]
    )
    parser.add_argument("--n", type=int, default=100, help="how many games")
    parser.add_argument("--seed", type=int, default=0, help="of the first game; the next ones count on")
    arguments = parser.parse_args()
    presets = [(name, load(name).rules) for name in preset_names()]
    start, found, happened = time.perf_counter(), 0, Counter[str]()
    for seed in range(arguments.seed, arguments.seed + arguments.n):
        name, rules = presets[seed % len(presets)]
        rules = replace(rules, length="tonpuu") if rules.length == "per_hand" else rules
        events = (wild if seed // len(presets) % 2 else deal)(seed, rules)
        happened.update(event.kind.value if isinstance(event, Drew) else type(event).__name__ for event in events)
        for fault in faults(events, rules):
            found += 1
            if found <= SHOWN_FAULTS:
                print(f"seed {seed}, {name}: {fault}")
    taken = time.perf_counter() - start
    print(f"{arguments.n} games, {sum(happened.values())} events in {taken:.0f} s, {found} faults")
    print(", ".join(f"{count} {kind}" for kind, count in sorted(happened.items())))
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
