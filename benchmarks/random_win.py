"""Random complete hands with melds, kans, dora and ways to win that go together."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random

from tablectl.rules.meld import Meld, MeldKind
from tablectl.rules.score import Win
from tablectl.rules.seat import Seat, Wind
from tablectl.rules.shape import KOKUSHI
from tablectl.rules.tile import TILES, Tile, all_tiles

NORTH = 30


@dataclass
class Pile:
    """All tiles of a set, shuffled, taken by kind."""

    tiles: list[Tile]

    def has(self, kinds: list[int]) -> bool:
        """Whether they can be taken together."""
        left = Counter(tile.kind for tile in self.tiles)
        return all(left[kind] >= number for kind, number in Counter(kinds).items())

    def take(self, kinds: list[int]) -> list[Tile]:
        """Take one tile of each."""
        taken = []
        for kind in kinds:
            tile = next(tile for tile in self.tiles if tile.kind == kind)
            self.tiles.remove(tile)
            taken.append(tile)
        return taken


def a_win(rng: Random, players: int = 4) -> Win:
    """A complete hand of sets and a pair, or now and then of seven pairs or the thirteen orphans.

    Few kinds are drawn from, so that rare yaku come up.
    """
    while True:
        tiles = [tile for tile in all_tiles() if players != 3 or not 1 <= tile.kind <= 7]
        pile, kinds = Pile(rng.sample(tiles, len(tiles))), {tile.kind for tile in tiles}
        kita = pile.take([NORTH] * rng.randrange(4)) if players == 3 else []
        pool = [kind for kind in _a_pool(rng) if kind in kinds]
        melds: list[Meld] = []
        shape = rng.random()
        if shape < 0.1 and len(pool) >= 7 and pile.has(pairs := rng.sample(pool, 7) * 2):
            hand = pile.take(pairs)
        elif shape < 0.11 and pile.has(orphans := [*KOKUSHI, rng.choice(KOKUSHI)]):
            hand = pile.take(orphans)
        else:
            sets = [_a_set(rng, pool, players) for _ in range(4)]
            pair = [rng.choice(pool)] * 2
            if not pile.has([*pair, *(kind for group in sets for kind in group)]):
                continue
            openness = rng.choice([0.0, 0.0, 0.4])
            hand = pile.take(pair)
            for group in sets:
                taken = pile.take(group)
                if len(group) == 4 or (rng.random() < openness and (players > 3 or group[0] == group[1])):
                    melds.append(_a_meld(rng, taken))
                else:
                    hand += taken
        rng.shuffle(hand)
        return _with_luck(rng, hand, melds, pile, len(kita), players)


def _a_pool(rng: Random) -> list[int]:
    suit = 9 * rng.randrange(3)
    return rng.choice(
        [
            list(range(34)),
            [*range(suit, 27), *range(27, 34)],
            [kind for kind in range(34) if TILES[kind].is_yaochuu],
            [*range(suit, suit + 9), *range(27, 34)],
            list(range(suit, suit + 9)),
            [kind for kind in range(27) if not TILES[kind].is_yaochuu],
            [19, 20, 21, 23, 25, 32],
        ]
    )


def _a_set(rng: Random, pool: list[int], players: int) -> list[int]:
    """The kinds of a run, triplet or kan."""
    kind = rng.choice(pool)
    if kind < 27 and kind % 9 < 7 and (players > 3 or kind > 8) and rng.random() < 0.6:
        return [kind, kind + 1, kind + 2]
    return [kind] * (4 if rng.random() < 0.15 else 3)


def _a_meld(rng: Random, tiles: list[Tile]) -> Meld:
    if tiles[0].kind != tiles[1].kind:
        return Meld(MeldKind.CHI, tuple(tiles[1:]), tiles[0], Seat.S3)
    if len(tiles) == 3:
        return Meld(MeldKind.PON, tuple(tiles[1:]), tiles[0], Seat.S1)
    kind = rng.choice([MeldKind.DAIMINKAN, MeldKind.KAKAN, MeldKind.ANKAN, MeldKind.ANKAN])
    if kind is MeldKind.ANKAN:
        return Meld(kind, tuple(tiles))
    return Meld(kind, tuple(tiles[1:]), tiles[0], Seat.S2)


def _with_luck(rng: Random, hand: list[Tile], melds: list[Meld], pile: Pile, kita: int, players: int) -> Win:
    """The hand with winds, riichi, dora and one way to win that go together."""
    closed = not any(meld.is_open for meld in melds)
    kans = sum(meld.is_kan for meld in melds)
    tsumo = rng.random() < 0.5
    special = _a_circumstance(rng, tsumo, bool(kans or kita))
    copies = Counter(tile.kind for tile in (*hand, *(tile for meld in melds for tile in meld.tiles)))
    if special == "chankan" and copies[hand[-1].kind] > 1:
        special = ""
    seat_wind = rng.choice(list(Wind)[:players])
    first = not melds and not kita and not special and (tsumo or seat_wind is not Wind.EAST) and rng.random() < 0.03
    riichi = rng.choice([0, 1, 1, 2]) if closed and not first else 0
    indicators = rng.sample(pile.tiles, 2 * (1 + kans))
    return Win(
        hand=tuple(hand[:-1]),
        tile=hand[-1],
        tsumo=tsumo,
        melds=tuple(melds),
        seat_wind=seat_wind,
        round_wind=rng.choice([Wind.EAST, Wind.SOUTH]),
        riichi=riichi,
        open_riichi=bool(riichi) and rng.random() < 0.1,
        ippatsu=bool(riichi) and special != "rinshan" and rng.random() < 0.2,
        rinshan=special == "rinshan",
        chankan=special == "chankan",
        haitei=special == "haitei",
        houtei=special == "houtei",
        first_turn=first,
        renchan=8 if seat_wind is Wind.EAST and rng.random() < 0.02 else 0,
        honba=rng.randrange(4),
        kita=kita,
        indicators=tuple(indicators[: 1 + kans]),
        ura=tuple(indicators[1 + kans :]) if riichi else (),
    )


def _a_circumstance(rng: Random, tsumo: bool, replaced: bool) -> str:
    if tsumo:
        return rng.choice(["", "", "", "rinshan" if replaced else "", "haitei"])
    return rng.choice(["", "", "", "houtei", "chankan"])
