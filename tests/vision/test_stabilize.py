"""What moved, what an arm hides and what is new, on drawn pictures."""

from __future__ import annotations

import numpy as np
import pytest

from tablectl.rules.seat import SEATS, BySeat, Seat
from tablectl.rules.tile import Tile
from tablectl.table import Area, SeenHand, SeenTile, TableSnapshot, Zone
from vision.calibrate import calibrate
from vision.frame import Frame, Image
from vision.layout import DEFAULT_LAYOUT
from vision.rectify import Region
from vision.render.faces import load_atlas
from vision.render.lighting import LIGHTS, under
from vision.render.look import Look
from vision.render.scene import Renderer
from vision.stabilize import Watch, small_of
from vision.zones import on_table, read_region

RIVER: Zone = (Seat.S0, Area.RIVER)
OTHER: Zone = (Seat.S2, Area.RIVER)
EMPTY = TableSnapshot()
ONE = TableSnapshot(rivers=BySeat((SeenTile(Tile.parse("5p")),), (), (), ()))


def region(zone: Zone) -> Region:
    return on_table(DEFAULT_LAYOUT, zone[0], read_region(DEFAULT_LAYOUT, zone[1]))


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return Renderer(load_atlas(), Look.of(5))  # a noisy camera


@pytest.fixture(scope="module")
def frames(renderer: Renderer) -> dict[str, list[Image]]:
    return {
        "empty": [renderer.frame(EMPTY, None, 0.0, number).image for number in range(3)],
        "arm": [renderer.frame(EMPTY, Seat.S0, 0.0, number).image for number in (11, 11, 12)],
        "one": [renderer.frame(ONE, None, 0.0, number).image for number in range(20, 23)],
    }


@pytest.fixture
def watch(frames: dict[str, list[Image]]) -> Watch:
    """An empty table that was read."""
    zones = (RIVER, OTHER)
    watch = Watch(DEFAULT_LAYOUT, calibrate(frames["empty"][0], DEFAULT_LAYOUT), map(region, zones))
    for time, image in enumerate(frames["empty"][:2]):
        assert not watch.hidden.any()
        watch.look(Frame(image, time, 0))
    for zone in zones:
        assert watch.difference(zone, region(zone)) is not None
        watch.accept(zone, region(zone))
    return watch


def test_noise_is_no_motion(watch: Watch, frames: dict[str, list[Image]]) -> None:
    watch.look(Frame(frames["empty"][2], 2.0, 0))
    assert watch.at_rest(region(RIVER))
    assert watch.difference(RIVER, region(RIVER)) is None


def test_a_tile_is_new_where_it_lies_and_at_rest_with_the_second_frame(
    watch: Watch, frames: dict[str, list[Image]]
) -> None:
    watch.look(Frame(frames["one"][0], 2.0, 0))
    assert not watch.at_rest(region(RIVER))
    assert watch.at_rest(region(OTHER))
    watch.look(Frame(frames["one"][1], 3.0, 0))
    assert watch.at_rest(region(RIVER))
    assert watch.difference(RIVER, region(RIVER)) is not None
    assert watch.difference(OTHER, region(OTHER)) is None
    watch.accept(RIVER, region(RIVER))
    watch.look(Frame(frames["one"][2], 4.0, 0))
    assert watch.difference(RIVER, region(RIVER)) is None


def test_since_when_nothing_moved_is_told(watch: Watch, frames: dict[str, list[Image]]) -> None:
    assert not watch.moved_since(0.0)
    watch.look(Frame(frames["one"][0], 2.0, 0))
    assert watch.moved_since(1.0) and not watch.moved_since(2.0)


@pytest.mark.parametrize("light", LIGHTS)
def test_bare_cloth_is_told_from_faces_and_backs_in_any_light(light: str) -> None:
    hands = BySeat(SeenHand(), SeenHand(), SeenHand(face_down=13), SeenHand())
    haku = (SeenTile(Tile.parse("5z")),)
    table = TableSnapshot(rivers=BySeat(haku, (), (), ()), hands=hands)
    image = Renderer(load_atlas(), under(Look.of(1), light)).frame(table, None, 0.0, 0).image  # a woven cloth
    watch = Watch(DEFAULT_LAYOUT, calibrate(image, DEFAULT_LAYOUT), [])
    watch.look(Frame(image, 0.0, 0))
    zones = [RIVER, OTHER, *((seat, area) for seat in SEATS for area in (Area.MELDS, Area.HAND, Area.WALL))]
    covered = {zone: part for zone in zones if (part := watch.covered(region(zone))) is not None}
    assert covered.keys() == {RIVER, (Seat.S2, Area.HAND)}
    x, y = DEFAULT_LAYOUT.river_left + 9.75, DEFAULT_LAYOUT.river_top - 13
    assert covered[RIVER].holds((x, y)) and not covered[RIVER].holds((x + 50, y))
    backs = on_table(DEFAULT_LAYOUT, Seat.S2, Region(-140, -282, 93, -278))
    assert covered[Seat.S2, Area.HAND].overlap(backs) == backs


def test_an_arm_hides_what_it_covers_even_when_it_rests(watch: Watch, frames: dict[str, list[Image]]) -> None:
    hand = on_table(DEFAULT_LAYOUT, Seat.S0, Region(-150, -300, 340, -260))
    for time, image in enumerate((frames["arm"][0], frames["arm"][1]), 2):
        watch.look(Frame(image, time, 0))
    assert watch.hidden.any()
    assert not watch.at_rest(hand)
    assert watch.at_rest(on_table(DEFAULT_LAYOUT, Seat.S2, Region(-150, -300, 150, -260)))
    for time, image in enumerate(frames["empty"][:2], 4):
        watch.look(Frame(image, time, 0))
    assert watch.at_rest(hand)
    assert not watch.hidden.any()


def test_a_thing_put_down_at_the_edge_becomes_part_of_the_table(
    watch: Watch, frames: dict[str, list[Image]], renderer: Renderer
) -> None:
    x, y = np.rint(renderer.pose.project([(0, -390, 0)])[0]).astype(int)

    def with_cup(image: Image) -> Image:
        cup = image.copy()
        cup[y - 30 : y + 30, x - 30 : x + 30] = (30, 60, 200)
        return cup

    for place in range(3):
        watch.look(Frame(with_cup(frames["empty"][place]), 2.0 + place, 0))
    assert watch.hidden.any()
    watch.look(Frame(with_cup(frames["empty"][0]), 9.0, 0))
    watch.look(Frame(with_cup(frames["empty"][1]), 10.0, 0))
    assert not watch.hidden.any()


def test_dimmed_light_changes_nothing(watch: Watch, frames: dict[str, list[Image]]) -> None:
    for time in (2.0, 3.0):
        watch.look(Frame((frames["empty"][2] * 0.8).astype(np.uint8), time, 0))
    assert watch.at_rest(region(RIVER))
    assert watch.difference(RIVER, region(RIVER)) is None


def test_where_a_tile_was_laid_is_told(watch: Watch, frames: dict[str, list[Image]]) -> None:
    for time in (2.0, 3.0):
        watch.look(Frame(frames["one"][0], time, 0))
    part = watch.difference(RIVER, region(RIVER))
    assert part is not None
    tile = (DEFAULT_LAYOUT.river_left + 9.75, DEFAULT_LAYOUT.river_top - 13)
    assert part.grown(-10).holds(tile), "with all of it"
    assert part.right - part.left < 90 and part.top - part.bottom < 90, "and little around"


def test_a_small_picture_of_the_camera_serves_as_well(watch: Watch, frames: dict[str, list[Image]]) -> None:
    def small(name: str, place: int, time: float) -> Frame:
        image = frames[name][place]
        return Frame(image[:1], time, 0, small_of(image))  # the large one is not looked at

    watch.look(small("empty", 2, 2.0))
    assert watch.at_rest(region(RIVER)) and watch.difference(RIVER, region(RIVER)) is None
    watch.look(small("one", 0, 3.0))
    watch.look(small("one", 1, 4.0))
    assert watch.difference(RIVER, region(RIVER)) is not None


def lamp(image: Image, left: float, right: float) -> Image:
    """The picture under a lamp that lights its sides unequally."""
    gain = np.linspace(left, right, image.shape[1])[None, :, None]
    return (image * gain).clip(0, 255).astype(np.uint8)


@pytest.mark.parametrize("sides", [(0.55, 1.0), (1.25, 0.8), (0.6, 0.6)])
def test_a_switched_lamp_hides_nothing(
    watch: Watch, frames: dict[str, list[Image]], sides: tuple[float, float]
) -> None:
    for time in (2.0, 3.0):
        watch.look(Frame(lamp(frames["empty"][2], *sides), time, 0))
    assert watch.at_rest(region(RIVER))
    assert watch.hidden.mean() < 0.02
    # Under the new light an arm is an arm.
    for time in (4.0, 5.0):
        watch.look(Frame(lamp(frames["arm"][0], *sides), time, 0))
    assert watch.hidden.mean() > 0.03
    assert not watch.at_rest(on_table(DEFAULT_LAYOUT, Seat.S0, Region(-150, -300, 340, -260)))


def test_an_arm_is_no_change_of_light(watch: Watch, frames: dict[str, list[Image]], renderer: Renderer) -> None:
    arms = [renderer.frame(EMPTY, seat, 0.0, number).image for number, seat in enumerate((Seat.S0, Seat.S1), 30)]
    both = np.where(np.abs(arms[0].astype(int) - frames["empty"][0]) > 40, arms[0], arms[1])
    for time in (2.0, 3.0):
        watch.look(Frame(both, time, 0))
    for seat in (Seat.S0, Seat.S1):
        assert not watch.at_rest(on_table(DEFAULT_LAYOUT, seat, Region(-150, -300, 340, -260)))


def test_an_arm_over_the_table_at_first_is_not_taken_for_the_table(frames: dict[str, list[Image]]) -> None:
    """As after a knock against the camera, when all is read anew while somebody reaches over."""
    watch = Watch(DEFAULT_LAYOUT, calibrate(frames["empty"][0], DEFAULT_LAYOUT), map(region, (RIVER, OTHER)))
    for time, image in enumerate([frames["empty"][0], frames["arm"][0]]):
        watch.look(Frame(image, time, 0))
    assert watch.hidden.any() and watch.at_rest(region(OTHER))
    watch.accept(OTHER, region(OTHER))
    for time, image in enumerate(frames["empty"][1:], 2):
        watch.look(Frame(image, time, 0))
    assert not watch.hidden.any()
    assert watch.at_rest(region(RIVER))
