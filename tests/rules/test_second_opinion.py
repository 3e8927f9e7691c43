"""Random hands valued by the PyPI library `mahjong` as well: an independent second opinion."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import pytest
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.meld import Meld as TheirMeld

from tablectl.rules.meld import Meld, MeldKind
from tablectl.rules.ruleset import TENHOU
from tablectl.rules.score import NotAWin, Win, evaluate
from tablectl.rules.seat import Seat, Wind
from tablectl.rules.settlement import settle_win
from tablectl.rules.tile import TILES, Tile, all_tiles

HANDS = 600
THEIR_RULES = OptionalRules(has_open_tanyao=True, has_aka_dora=True, has_double_yakuman=False)
THEIR_KINDS = {MeldKind.CHI: TheirMeld.CHI, MeldKind.PON: TheirMeld.PON, MeldKind.KAKAN: TheirMeld.SHOUMINKAN}


@dataclass
class Pile:
    """The 136 tiles, shuffled, taken by kind."""

    tiles: list[Tile]

    def has(self, kinds: list[int]) -> bool:
        left = Counter(tile.kind for tile in self.tiles)
        return all(left[kind] >= number for kind, number in Counter(kinds).items())

    def take(self, kinds: list[int]) -> list[Tile]:
        taken = []
        for kind in kinds:
            tile = next(tile for tile in self.tiles if tile.kind == kind)
            self.tiles.remove(tile)
            taken.append(tile)
        return taken


def a_set(rng: Random, pool: list[int]) -> list[int]:
    """The kinds of a run, triplet or kan."""
    kind = rng.choice(pool)
    if kind < 27 and kind % 9 < 7 and rng.random() < 0.6:
        return [kind, kind + 1, kind + 2]
    return [kind] * (4 if rng.random() < 0.15 else 3)


def a_meld(rng: Random, tiles: list[Tile]) -> Meld:
    if tiles[0].kind != tiles[1].kind:
        return Meld(MeldKind.CHI, tuple(tiles[1:]), tiles[0], Seat.S3)
    if len(tiles) == 3:
        return Meld(MeldKind.PON, tuple(tiles[1:]), tiles[0], Seat.S1)
    kind = rng.choice([MeldKind.DAIMINKAN, MeldKind.KAKAN, MeldKind.ANKAN, MeldKind.ANKAN])
    if kind is MeldKind.ANKAN:
        return Meld(kind, tuple(tiles))
    return Meld(kind, tuple(tiles[1:]), tiles[0], Seat.S2)


def a_win(rng: Random) -> Win:
    """A complete hand of sets and a pair, or of seven pairs; few kinds are drawn from, so that rare yaku come up."""
    while True:
        pile = Pile(rng.sample(all_tiles(), 136))
        pool = rng.choice(
            [
                list(range(34)),
                [*range(9 * rng.randrange(3), 27), *range(27, 34)],
                [kind for kind in range(34) if TILES[kind].is_yaochuu],
                [*range(9), *range(27, 34)],
                list(range(18, 27)),
                [kind for kind in range(27) if not TILES[kind].is_yaochuu],
            ]
        )
        if len(pool) >= 7 and rng.random() < 0.1:
            hand = pile.take([kind for kind in rng.sample(pool, 7) for _ in range(2)])
            melds: list[Meld] = []
        else:
            sets = [a_set(rng, pool) for _ in range(4)]
            pair = [rng.choice(pool)] * 2
            if not pile.has([*pair, *(kind for kinds in sets for kind in kinds)]):
                continue
            openness = rng.choice([0.0, 0.0, 0.4])
            hand, melds = pile.take(pair), []
            for kinds in sets:
                tiles = pile.take(kinds)
                if len(kinds) == 4 or rng.random() < openness:
                    melds.append(a_meld(rng, tiles))
                else:
                    hand += tiles
        rng.shuffle(hand)
        return with_luck(rng, hand, melds, pile)


def with_luck(rng: Random, hand: list[Tile], melds: list[Meld], pile: Pile) -> Win:
    """The hand with winds, riichi, dora and one way to win that go together."""
    closed = not any(meld.is_open for meld in melds)
    kans = sum(meld.is_kan for meld in melds)
    tsumo = rng.random() < 0.5
    riichi = rng.choice([0, 1, 1, 2]) if closed else 0
    special = rng.choice(
        ["", "", "", "rinshan" if kans else "", "haitei"] if tsumo else ["", "", "", "houtei", "chankan"]
    )
    copies = Counter(tile.kind for tile in (*hand, *(tile for meld in melds for tile in meld.tiles)))
    if special == "chankan" and copies[hand[-1].kind] > 1:
        special = ""
    indicators = rng.sample(pile.tiles, 2 * (1 + kans))
    return Win(
        hand=tuple(hand[:-1]),
        tile=hand[-1],
        tsumo=tsumo,
        melds=tuple(melds),
        seat_wind=rng.choice(list(Wind)),
        round_wind=rng.choice([Wind.EAST, Wind.SOUTH]),
        riichi=riichi,
        ippatsu=bool(riichi) and special != "rinshan" and rng.random() < 0.2,
        rinshan=special == "rinshan",
        chankan=special == "chankan",
        haitei=special == "haitei",
        houtei=special == "houtei",
        indicators=tuple(indicators[: 1 + kans]),
        ura=tuple(indicators[1 + kans :]) if riichi else (),
    )


class Numbers:
    """The library counts 136 tiles; the first of each five is the red one."""

    def __init__(self) -> None:
        self.used: set[int] = set()

    def of(self, tile: Tile) -> int:
        places = [0] if tile.red else [1, 2, 3] if tile.kind in (4, 13, 22) else [0, 1, 2, 3]
        number = next(4 * tile.kind + place for place in places if 4 * tile.kind + place not in self.used)
        self.used.add(number)
        return number


def second_opinion(win: Win) -> tuple[int, int, int, int] | None:
    """Han, fu (0 and 0 with yakuman), the main and the additional payment; None: no win."""
    numbers = Numbers()
    concealed = [numbers.of(tile) for tile in win.hand]
    tile = numbers.of(win.tile)
    melds = []
    for meld in win.melds:
        kind = THEIR_KINDS.get(meld.kind, TheirMeld.KAN)
        melds.append(TheirMeld(kind, sorted(numbers.of(each) for each in meld.tiles), meld.is_open))
    everything = [*concealed, tile, *(number for meld in melds for number in meld.tiles)]
    result = HandCalculator.estimate_hand_value(
        everything,
        tile,
        melds,
        [numbers.of(each) for each in win.indicators],
        HandConfig(
            is_tsumo=win.tsumo,
            is_riichi=win.riichi == 1,
            is_daburu_riichi=win.riichi == 2,
            is_ippatsu=win.ippatsu,
            is_rinshan=win.rinshan,
            is_chankan=win.chankan,
            is_haitei=win.haitei,
            is_houtei=win.houtei,
            player_wind=27 + win.seat_wind,
            round_wind=27 + win.round_wind,
            options=THEIR_RULES,
        ),
        ura_dora_indicators=[numbers.of(each) for each in win.ura],
    )
    if result.error:
        return None
    yakuman = any(yaku.is_yakuman for yaku in result.yaku)
    han, fu = (0, 0) if yakuman else (result.han, result.fu)
    return han, fu, result.cost["main"], result.cost["additional"]


def our_opinion(win: Win) -> tuple[int, int, int, int] | None:
    try:
        value = evaluate(win, TENHOU)
    except NotAWin:
        return None
    han, fu = (0, 0) if value.yakuman else (value.han, value.fu)
    winner = Seat.S0.right(win.seat_wind)
    source = winner if win.tsumo else winner.right(2)
    settled = settle_win(winner=winner, source=source, value=value, dealer=Seat.S0, honba=0, deposits=0, ruleset=TENHOU)
    paid = sorted(-points for points in settled.deltas if points < 0)
    return han, fu, paid[-1], paid[0] if win.tsumo else 0


def random_wins(seed: int, number: int) -> Iterator[Win]:
    rng = Random(seed)
    for _ in range(number):
        yield a_win(rng)


@pytest.mark.parametrize("seed", [1, 2])
def test_random_hands_are_valued_alike(seed: int) -> None:
    ours, theirs = [], []
    for win in random_wins(seed, HANDS // 2):
        ours.append((str(win), our_opinion(win)))
        theirs.append((str(win), second_opinion(win)))
    assert ours == theirs
    values = [value for _, value in ours]
    assert None in values
    assert len({value[:2] for value in values if value}) > 25
    assert any(value and value[:2] == (0, 0) for value in values)
