"""Many short random games, their points alone looked at: `python -m benchmarks.random_payments --n N [--seed S]`.

Walls are loaded so that every seat starts one tile short of a hand: most hands end in a win, often of several seats,
with riichi, kans, liability and fouls by chance. The presets take turns. After every event what the seats and the table
hold together must be what they started with; a settlement must sum to the sticks it pays out, results to the fines.
`benchmarks.random_games` looks at fewer games and at everything.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from random import Random

from benchmarks.random_games import faults_of_points
from tablectl.rulefile import load, preset_names
from tablectl.rules.event import Called, DoraTurned, Drew, Event, Fouled, HandEnded, HandStarted, RiichiDeclared, Won
from tablectl.rules.game import Game, new_game, play
from tablectl.rules.illegal import IllegalEvent
from tablectl.rules.legal import candidates
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.seat import Seat
from tablectl.rules.tile import Tile, all_tiles
from tablectl.rules.wall import dealt
from tablectl.simulate.deal import build

SETS, SHOWN_FAULTS, MOST_HANDS = 4, 20, 24
EAGER: tuple[tuple[type, float], ...] = (
    (DoraTurned, 1.0),
    (Won, 0.9),
    (RiichiDeclared, 0.6),
    (Called, 0.25),
    (Drew, 0.5),
)
"""What is tried first, and how often."""
FOULS = 0.002


def loaded(rng: Random, ruleset: Ruleset) -> tuple[Tile, ...]:
    """A wall that deals every seat, whoever deals, four sets and a pair less one tile."""
    tiles = list(all_tiles(ruleset.red_fives, ruleset.players))
    rng.shuffle(tiles)
    places = dealt(tuple(range(len(tiles))), Seat.S0, ruleset.players)
    order: dict[int, Tile] = {}
    for own in places:
        hand = _hand(rng, tiles)
        hand.pop(rng.randrange(len(hand)))
        for tile in hand:
            tiles.remove(tile)
        order.update(zip(own, hand, strict=True))
    return tuple(order[place] if place in order else tiles.pop() for place in range(len(tiles) + len(order)))


def _hand(rng: Random, tiles: Sequence[Tile]) -> list[Tile]:
    """Four sets and a pair out of these tiles, half of the sets in one suit."""
    while True:
        suit = 9 * rng.randrange(4)
        left = Counter(tile.kind for tile in tiles)
        kinds: list[int] = []
        for _ in range(SETS):
            near = [kind for kind in left if suit <= kind < suit + 9] if rng.random() < 0.5 else list(left)
            kind = rng.choice(near or list(left))
            run = kind < 27 and kind % 9 < 7 and rng.random() < 0.6
            kinds += (kind, kind + 1, kind + 2) if run else (kind,) * 3
        kinds += (rng.choice(list(left)),) * 2
        needed = Counter(kinds)
        if all(left[kind] >= number for kind, number in needed.items()):
            return [tile for kind, number in needed.items() for tile in _of_kind(tiles, kind)[:number]]


def _of_kind(tiles: Sequence[Tile], kind: int) -> list[Tile]:
    return [tile for tile in tiles if tile.kind == kind]


def next_event(rng: Random, game: Game) -> tuple[Event, Game]:
    """Something that the rules allow, and the game after it."""
    current = game.round
    if current is not None and not current.ended and not current.settlements and rng.random() < FOULS:
        foul = Fouled(rng.choice(current.seats), "false win")
        return foul, play(game, foul)
    options = list(candidates(game))
    if any(isinstance(option, HandStarted) for option in options):
        start = build(rng, game, loaded(rng, game.ruleset))
        return start, play(game, start)
    rng.shuffle(options)
    # What is tried first is sorted last.
    for kind, often in reversed(EAGER):
        if rng.random() < often:
            options = [*_those(options, kind, True), *_those(options, kind, False)]
    for option in options:
        try:
            return option, play(game, option)
        except IllegalEvent:
            continue
    raise AssertionError(f"nothing may follow {game}")


def _those(options: Sequence[Event], kind: type, wanted: bool) -> list[Event]:
    return [option for option in options if isinstance(option, kind) is wanted]


def game_faults(seed: int, ruleset: Ruleset) -> tuple[list[str], Counter[str]]:
    """What is wrong with the points of one game, and what happened in it."""
    rng, game, hands = Random(seed), new_game(ruleset), 0
    found: list[str] = []
    happened: Counter[str] = Counter()
    while not game.ended and hands < MOST_HANDS:
        event, game = next_event(rng, game)
        hands += isinstance(event, HandEnded)
        happened[type(event).__name__] += 1
        found += (f"{event}: {what}" for what in faults_of_points(game))
    return found, happened


def _games(seeds: range) -> tuple[list[str], Counter[str]]:
    presets = [(name, load(name).rules) for name in preset_names()]
    found: list[str] = []
    happened: Counter[str] = Counter()
    for seed in seeds:
        name, ruleset = presets[seed % len(presets)]
        wrong, events = game_faults(seed, ruleset)
        found += (f"seed {seed}, {name}: {fault}" for fault in wrong)
        happened += events
    return found, happened


def main() -> None:
    """Play the games; exit status 1 where one has a fault."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.random_payments", description=(__doc__ or "").split("\n\n")[0]
    )
    parser.add_argument("--n", type=int, default=1000, help="how many games")
    parser.add_argument("--seed", type=int, default=0, help="of the first game; the next ones count on")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    options = parser.parse_args()
    start = time.perf_counter()
    last = options.seed + options.n
    parts = [range(first, min(first + 100, last)) for first in range(options.seed, last, 100)]
    found: list[str] = []
    happened: Counter[str] = Counter()
    with ProcessPoolExecutor(options.jobs) as pool:
        for wrong, events in pool.map(_games, parts):
            found += wrong
            happened += events
    print("\n".join(found[:SHOWN_FAULTS]), end="\n" if found else "")
    taken = time.perf_counter() - start
    print(f"{options.n} games, {sum(happened.values())} events in {taken:.0f} s, {len(found)} faults")
    print(", ".join(f"{count} {name}" for name, count in sorted(happened.items())))
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
