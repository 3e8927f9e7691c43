"""Single tiles: where they lie, what may be said of their faces, and when they are left as they were."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tablectl.rules.seat import BySeat, Seat
from tablectl.rules.tile import Tile, parse_tiles
from tablectl.table import Area, SeenTile, TableSnapshot
from vision.calibrate import calibrate
from vision.classes import BACK, CLASSES, INDEX, NONE
from vision.classify import Classifier
from vision.find import PIXELS_PER_MM, Finder, Found
from vision.frame import Image
from vision.layout import DEFAULT_LAYOUT as LAY
from vision.models import Model
from vision.observe import Observer, TileObservation
from vision.rectify import Region, SeatView
from vision.render.faces import load_atlas
from vision.render.look import Look
from vision.render.scene import Renderer
from vision.stick import SCALE, STICK_TOP, stick_lies
from vision.window import Windows
from vision.zones import read_region

RIVER = read_region(LAY, Area.RIVER)
FIRST = (LAY.river_left + 9.75, LAY.river_top - 13)
SECOND = (FIRST[0] + 19.8, FIRST[1])


class Peaks(Finder):
    """Finds tiles at given places of the seat's frame, whatever the picture shows."""

    threshold = 0.5

    def __init__(self, *places: tuple[float, float], score: float = 0.9) -> None:
        self.places = list(places)
        self.score = score

    def find(self, image: Image, least: float | None = None, rim: int = 0) -> tuple[Found, ...]:
        scale = PIXELS_PER_MM
        return tuple(
            Found((x - RIVER.left) * scale + rim, (RIVER.top - y) * scale + rim, False, 0.0, self.score)
            for x, y in self.places
        )


class Logits:
    """A network that sees the given classes in every window, and counts the windows."""

    def __init__(self, **logits: float) -> None:
        self.row = np.zeros(len(CLASSES) + 4, np.float32)
        for name, logit in logits.items():
            self.row[INDEX[name.strip("_")]] = logit
        self.row[len(CLASSES)] = 9
        self.windows = 0

    def classifier(self) -> Classifier:
        return Classifier(Model(self.run, {"temperature": 1.0}))

    def run(self, pictures: NDArray[np.uint8]) -> NDArray[np.float32]:
        self.windows += len(pictures)
        return np.tile(self.row, (len(pictures), 1))


def table(text: str) -> TableSnapshot:
    return TableSnapshot(rivers=BySeat(tuple(map(SeenTile, parse_tiles(text))), (), (), ()))


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return Renderer(load_atlas(), Look.of(3))


@pytest.fixture(scope="module")
def view(renderer: Renderer) -> SeatView:
    return SeatView(calibrate(renderer.frame(TableSnapshot(), None, 0.0, 0).image, LAY), LAY, Seat.S0)


def observation(**logits: float) -> TileObservation:
    """A tile whose classes have these logarithms of probabilities, the others next to none."""
    kinds = np.full(len(CLASSES), -20.0)
    for name, logit in logits.items():
        kinds[INDEX[name.strip("_")]] = logit
    return TileObservation(*FIRST, 16.0, False, 0.0, 0.9, kinds, np.ones(4), 1, np.zeros((10, 8, 3), np.int16))


def test_a_sure_face_is_named_with_its_place(view: SeatView) -> None:
    seen = observation(_3p=0.0).seen(0.9, LAY, view)
    assert seen.tile == Tile.parse("3p")
    assert seen.confidence > 0.99
    assert seen.at == FIRST


def test_an_unsure_face_is_unknown_and_offers_the_likeliest(view: SeatView) -> None:
    seen = observation(_5p=np.log(0.6), _0p=np.log(0.3), _6p=np.log(0.1)).seen(0.9, LAY, view)
    assert seen.tile is None and not seen.face_down
    assert [(str(tile), round(chance, 3)) for tile, chance in seen.options] == [("5p", 0.6), ("0p", 0.3), ("6p", 0.1)]
    assert seen.confidence == pytest.approx(0.6)


def test_a_back_is_face_down(view: SeatView) -> None:
    seen = observation(**{BACK: 0.0, "_5z": -4.0}).seen(0.9, LAY, view)
    assert seen.tile is None and seen.face_down


def test_a_haku_in_its_place_is_a_tile_even_if_it_looks_like_none(view: SeatView) -> None:
    doubted = observation(_5z=np.log(0.55), **{NONE: np.log(0.45)})
    assert doubted.none == pytest.approx(0.45)
    assert doubted.seen(0.9, LAY, view).tile == Tile.parse("5z")


def test_a_tile_left_alone_keeps_its_reading_even_if_it_is_not_found_again(renderer: Renderer, view: SeatView) -> None:
    finder, network = Peaks(FIRST), Logits(_4m=12.0)
    observer = Observer(finder, network.classifier(), LAY, 0.9, 0.5)
    image = renderer.frame(table("4m"), None, 0.0, 0).image
    first = observer.look(view, Windows(image), image, RIVER, 16.0)
    assert [tile.best[0] for tile in first] == ["4m"]
    seen_once, finder.places = network.windows, []
    again = renderer.frame(table("4m"), None, 0.0, 1).image
    assert observer.look(view, Windows(again), again, RIVER, 16.0, first) == first
    assert network.windows == seen_once


def test_a_tile_that_went_or_was_exchanged_is_read_anew(renderer: Renderer, view: SeatView) -> None:
    finder, network = Peaks(FIRST), Logits(_3m=12.0)
    observer = Observer(finder, network.classifier(), LAY, 0.9, 0.5)
    image = renderer.frame(table("3m"), None, 0.0, 0).image
    first = observer.look(view, Windows(image), image, RIVER, 16.0)
    network.row[INDEX["2m"]] = 24.0
    # The closest faces of all.
    other = renderer.frame(table("2m"), None, 0.0, 1).image
    second = observer.look(view, Windows(other), other, RIVER, 16.0, first)
    assert [tile.best[0] for tile in second] == ["2m"]
    gone = renderer.frame(table(""), None, 0.0, 2).image
    finder.places = []
    assert observer.look(view, Windows(gone), gone, RIVER, 16.0, second) == ()


def test_an_unsure_tile_is_looked_at_again_a_few_times(renderer: Renderer, view: SeatView) -> None:
    network = Logits(_4m=3.0)
    observer = Observer(Peaks(FIRST), network.classifier(), LAY, 0.9, 0.5)
    image = renderer.frame(table("4m"), None, 0.0, 0).image
    tiles: tuple[TileObservation, ...] = ()
    for views in (1, 2, 3, 4, 4):
        tiles = observer.look(view, Windows(image), image, RIVER, 16.0, tiles)
        assert [tile.views for tile in tiles] == [views]


def test_only_the_changed_part_is_looked_at(renderer: Renderer, view: SeatView) -> None:
    network = Logits(_4m=12.0)
    image = renderer.frame(table("44m"), None, 0.0, 0).image
    early = Observer(Peaks(FIRST), network.classifier(), LAY, 0.9, 0.5)
    first = early.look(view, Windows(image), image, RIVER, 16.0)
    sizes: list[tuple[int, int]] = []

    class Sizes(Peaks):
        def find(self, image: Image, least: float | None = None, rim: int = 0) -> tuple[Found, ...]:
            sizes.append((image.shape[1] - 2 * rim, image.shape[0] - 2 * rim))
            return (Found(image.shape[1] / 2, image.shape[0] / 2, False, 0.0, 0.9),)

    observer = Observer(Sizes(), network.classifier(), LAY, 0.9, 0.5)
    changed = Region(SECOND[0] - 12, SECOND[1] - 30, SECOND[0] + 48, SECOND[1] + 18)
    blank = np.zeros_like(image)  # what does not look different is not even compared
    both = observer.look(view, Windows(blank), blank, RIVER, 16.0, first, changed=changed)
    assert len(both) == 2 and both[0] is first[0]
    assert (both[1].x, both[1].y) == pytest.approx((SECOND[0] + 18, SECOND[1] - 6), abs=1), "its middle"
    assert sizes == [(80, 64)], "60 x 48 mm"
    far = Region(500, 500, 600, 600)
    assert observer.look(view, Windows(blank), blank, RIVER, 16.0, both, changed=far) == both
    assert len(sizes) == 1


def test_what_was_missed_or_never_was_there_is_put_right(renderer: Renderer, view: SeatView) -> None:
    finder, network = Peaks(FIRST), Logits(_4m=12.0)
    observer = Observer(finder, network.classifier(), LAY, 0.9, 0.5)
    image = renderer.frame(table("44m"), None, 0.0, 0).image
    seen = observer.look(view, Windows(image), image, RIVER, 16.0)
    finder.places, network.windows = [FIRST, SECOND], 0
    both = observer.look_again(view, Windows(image), image, RIVER, 16.0, seen)
    assert [round(tile.x) for tile in both] == [round(FIRST[0]), round(SECOND[0])]
    assert both[0] is seen[0] and network.windows == 1, "what is sure is not classified again"
    finder.score = 0.2  # a tile is hardly found, but it is believed
    assert observer.look_again(view, Windows(image), image, RIVER, 16.0, both) == both
    finder.places, network.row[INDEX[NONE]] = [FIRST], 30.0
    assert observer.look_again(view, Windows(image), image, RIVER, 16.0, both) == both[:1], "nothing lies there"


def glared(image: Image, view: SeatView) -> Image:
    """The picture with a blown-out spot on the first tile of the river."""
    (place,) = view.places([(FIRST, 16.0, 0.0)])
    shone = image.copy()
    cv2.circle(shone, (round(place.x), round(place.y)), round(12 * place.pixels_per_mm), (255, 255, 255), -1)
    return shone


def test_glare_is_no_blank_face(renderer: Renderer, view: SeatView) -> None:
    network = Logits(_5z=12.0)
    observer = Observer(Peaks(FIRST), network.classifier(), LAY, 0.9, 0.5)
    image = renderer.frame(table("4m"), None, 0.0, 0).image
    shone = glared(image, view)
    (tile,) = observer.look(view, Windows(shone), shone, RIVER, 16.0)
    seen = tile.seen(0.9, LAY, view)
    assert seen.tile is None and not seen.face_down
    assert seen.options[0] == (Tile.parse("5z"), pytest.approx(0.5, abs=0.02))
    (tile,) = observer.look(view, Windows(image), image, RIVER, 16.0)
    assert tile.seen(0.9, LAY, view).tile == Tile.parse("5z"), "as the network sees it"


def test_a_tile_that_glare_comes_to_cover_stays_as_it_was(renderer: Renderer, view: SeatView) -> None:
    finder, network = Peaks(FIRST), Logits(_4m=12.0)
    observer = Observer(finder, network.classifier(), LAY, 0.9, 0.5)
    image = renderer.frame(table("4m"), None, 0.0, 0).image
    first = observer.look(view, Windows(image), image, RIVER, 16.0)
    shone, finder.places = glared(image, view), []
    assert observer.look(view, Windows(shone), shone, RIVER, 16.0, first) == first


def test_what_looks_like_no_tile_is_left_out(renderer: Renderer, view: SeatView) -> None:
    network = Logits(**{NONE: 12.0})
    image = renderer.frame(table("4m"), None, 0.0, 0).image
    assert Observer(Peaks(SECOND, score=0.5), network.classifier(), LAY, 0.9, 0.5).look(
        view, Windows(image), image, RIVER, 16.0
    ) == ()  # fmt: skip
    observer = Observer(Peaks(), network.classifier(), LAY, 0.9, 0.5)
    assert observer.probe(view, Windows(image), [(FIRST, False)], 16.0) == ()


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("dice", [None, (2, 6)])
def test_a_stick_is_told_from_cloth_dice_and_tiles(seed: int, dice: tuple[int, int] | None) -> None:
    renderer = Renderer(load_atlas(), Look.of(seed))
    rivers = BySeat.of(tuple(map(SeenTile, parse_tiles("5z" * count))) for count in (0, 3, 6, 8))
    for number, sticks in enumerate((BySeat(True, False, True, False), BySeat(False, True, False, True))):
        table = TableSnapshot(rivers=rivers, sticks=sticks, dice=dice)
        image = renderer.frame(table, None, 0.0, number).image
        calibration = calibrate(image, LAY)
        for seat in Seat:
            own = SeatView(calibration, LAY, seat)
            patch = own.rectify(image, read_region(LAY, Area.STICK), STICK_TOP, SCALE)
            assert stick_lies(patch, LAY) == sticks[seat]
