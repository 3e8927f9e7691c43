"""Every tile of the wall has its place; draws, replacement tiles and indicators come from where they lie."""

from __future__ import annotations

import pytest

from tablectl.rules.seat import SEATS, Seat
from tablectl.rules.tile import all_tiles
from tablectl.rules.wall import BUILDS, FOUR, INDICATORS, STACKS, TILES_IN_WALL, Place, Wall, dealt, ring

S0, S1, S2, S3 = Seat


def test_ring_numbers_grow_clockwise() -> None:
    assert [ring(seat, 0) for seat in (S0, S3, S2, S1)] == [0, 17, 34, 51]
    assert sorted(ring(seat, stack) for seat in SEATS for stack in range(17)) == list(range(STACKS))
    with pytest.raises(ValueError, match="stack 17"):
        ring(S0, 17)


@pytest.mark.parametrize(
    ("dealer", "dice", "owner", "stack"),
    [(S0, (2, 3), S0, 5), (S0, (1, 1), S1, 2), (S0, (3, 4), S2, 7), (S1, (6, 6), S0, 12), (S3, (1, 3), S2, 4)],
)
def test_the_dice_break_the_wall(dealer: Seat, dice: tuple[int, int], owner: Seat, stack: int) -> None:
    wall = Wall(dealer, dice)
    assert wall.place(0) == Place(owner, stack, True)
    assert wall.place(1) == Place(owner, stack, False)
    assert wall.first == ring(owner, stack)


def test_every_tile_has_a_place_of_its_own() -> None:
    wall = Wall(S2, (4, 5))
    places = {wall.place(number) for number in range(TILES_IN_WALL)}
    assert len(places) == TILES_IN_WALL and None not in places


def test_the_dead_wall_lies_on_the_other_side_of_the_break() -> None:
    wall = Wall(S0, (4, 5))
    rinshan = [wall.place(FOUR.rinshan(taken)) for taken in range(4)]
    assert rinshan == [Place(S0, 8, True), Place(S0, 8, False), Place(S0, 7, True), Place(S0, 7, False)]
    assert [wall.place(number) for number in INDICATORS] == [Place(S0, stack, True) for stack in (6, 5, 4, 3, 2)]
    assert wall.dead_stacks == {ring(S0, stack) for stack in range(2, 9)}


def test_drawing_goes_on_to_the_left_neighbours_wall() -> None:
    wall = Wall(S0, (6, 3))
    assert wall.place(15) == Place(S0, 16, False)
    assert wall.place(16) == Place(S3, 0, True)


def test_a_kan_takes_one_tile_from_the_live_wall() -> None:
    wall = Wall(S0, (4, 5))
    assert wall.live_left == 70
    after = wall.draw().draw(rinshan=True)
    assert after.live_left == 68
    assert after.moved == (121,)
    assert after.place(121) in {place for place in map(after.place, range(120, 122)) if place and not place.upper}
    assert ring(S0, 1) in after.dead_stacks


def test_the_wall_ends() -> None:
    wall = Wall(S0, (1, 2))
    for _ in range(70):
        wall = wall.draw()
    assert wall.live_left == 0
    with pytest.raises(ValueError, match="used up"):
        wall.draw()
    with pytest.raises(ValueError, match="used up"):
        wall.draw(rinshan=True)


def test_heights_count_what_still_lies() -> None:
    wall = Wall(S0, (4, 5)).draw().draw(rinshan=True)
    heights = wall.heights
    assert heights is not None
    assert sum(sum(row) for row in heights) == 136 - 52 - 2
    assert heights[S0][:10] == (2, 2, 2, 2, 2, 2, 2, 2, 1, 0)


def test_without_dice_no_place_is_told() -> None:
    wall = Wall(S0)
    assert (wall.first, wall.place(0), wall.heights, wall.dead_stacks) == (None, None, None, frozenset())
    assert wall.live_left == 70


def test_the_deal_goes_round_in_fours() -> None:
    order = all_tiles()
    hands = dealt(order, S1)
    assert hands[S1] == (*order[0:4], *order[16:20], *order[32:36], order[48])
    assert hands[S0] == (*order[12:16], *order[28:32], *order[44:48], order[51])


@pytest.mark.parametrize(("players", "tiles", "a_wall"), [(4, 136, 17), (3, 108, 18), (2, 136, 17)])
def test_walls_of_two_to_four_players(players: int, tiles: int, a_wall: int) -> None:
    """WA1, WA5, WA6: the dead wall is the last fourteen tiles, its indicators on the third stack and on."""
    build = BUILDS[players]
    wall = Wall(S0, (3, 4), build.dealt, build=build)
    assert (build.tiles, build.stacks_a_wall, build.live_end) == (tiles, a_wall, tiles - 14)
    assert len({wall.place(number) for number in range(tiles)}) == tiles
    heights = wall.heights
    assert heights is not None
    assert sum(map(sum, heights)) == tiles - 13 * players
    assert wall.live_left == tiles - 14 - 13 * players
    assert build.indicators[0] == tiles - 6


def test_a_second_throw_is_added_to_the_first() -> None:
    """WA2: 7 picks the wall across, 7 + 5 stacks stay; beyond its end counting goes on in the next wall."""
    assert Wall(S0, (3, 4), second=(2, 3)).place(0) == Place(S2, 12, True)
    assert Wall(S0, (6, 6), second=(6, 6)).place(0) == Place(S2, 7, True)


def test_the_deal_of_three_goes_round_in_fours() -> None:
    """WA3"""
    order = all_tiles((0, 0, 0), 3)
    hands = dealt(order, S2, 3)
    assert hands[S2] == (*order[0:4], *order[12:16], *order[24:28], order[36])
    assert hands[S1] == (*order[8:12], *order[20:24], *order[32:36], order[38])
