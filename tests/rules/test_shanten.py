"""How far hands are from tenpai, beside another library."""

from __future__ import annotations

from random import Random

from mahjong.shanten import Shanten

from tablectl.rules.shanten import nearer, shanten
from tablectl.rules.shape import count, waits
from tablectl.rules.tile import all_tiles, parse_tiles


def test_shanten_agrees_with_another_library() -> None:
    rng, other = Random(2), Shanten()
    for _ in range(300):
        size, melds = rng.choice(((14, 0), (13, 0), (11, 1), (10, 1), (7, 2), (4, 3)))
        pool = [tile for tile in all_tiles() if tile.kind < 12 or rng.random() < 0.5]
        hand = rng.sample(pool, size)
        assert shanten(hand, melds) == other.calculate_shanten(count(hand)), hand


def test_nearer_of_a_hand_in_tenpai_are_its_waits() -> None:
    for text in ("1112345678999m", "19m19p19s1234567z", "1122m3344p5566s7z", "123m456p78s44z555z"):
        tiles = parse_tiles(text)
        assert shanten(tiles) == 0
        assert set(nearer(tiles)) == waits(tiles)


def test_nearer_of_a_hand_that_is_not() -> None:
    """A meld, a set, a ryanmen, a pair and three single honours: the ryanmen's tiles bring it nearer, 9m does not."""
    tiles = parse_tiles("123m45p88s147z")
    assert shanten(tiles, 1) == 2
    assert {11, 14} <= set(nearer(tiles, 1))
    assert 8 not in nearer(tiles, 1)
