"""Drawn tables through the eyes: what is shown comes out, what is hidden stays as it was believed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import count

import cv2
import numpy as np
import pytest

from hardware.simulated import enrolment_frames
from tablectl.rules.seat import SEATS, BySeat, Seat
from tablectl.rules.tile import Tile, parse_tiles
from tablectl.table import SURE, Area, SeenHand, SeenTile, TableSnapshot
from vision.classify import Classifier
from vision.find import Finder, Found
from vision.frame import Frame, Image
from vision.layout import DEFAULT_LAYOUT as LAYOUT
from vision.pipeline import Eyes
from vision.render.faces import load_atlas
from vision.render.look import Look
from vision.render.scene import Renderer

BACK = SeenTile(None, face_down=True)


def row(text: str, sideways: tuple[int, ...] = ()) -> tuple[SeenTile, ...]:
    return tuple(SeenTile(tile, sideways=place in sideways) for place, tile in enumerate(parse_tiles(text)))


def one(name: str, **how: bool) -> SeenTile:
    return SeenTile(Tile.parse(name), **how)


TABLE = TableSnapshot(
    rivers=BySeat(row("19m4z7z3s0p2p8s", (6,)), row("1234z"), row("9s8s2m3m3p5z7z6z1m1p2s2s4m6m7p"), row("1z6z")),
    melds=BySeat(
        (*row("777z", (2,)), one("5m"), one("5m", sideways=True), one("0m", sideways=True, added=True), one("5m")),
        (BACK, one("2z"), one("2z"), BACK),
        (),
        (),
    ),
    hands=BySeat(
        SeenHand((*row("234567m"), one("6s", apart=True))),
        SeenHand(standing=11),
        SeenHand(face_down=13),
        SeenHand(standing=13),
    ),
    sticks=BySeat(True, False, True, False),
    dora=(SeenTile(Tile.parse("3p"), stack=4), SeenTile(Tile.parse("1s"), stack=3)),
    ura=(SeenTile(Tile.parse("6z"), stack=4), SeenTile(Tile.parse("9m"), stack=3)),
    walls=BySeat((2, 2, 2, 2, 2, 2, 2) + (0,) * 10, (0,) * 5 + (1,) + (2,) * 11, (2,) * 17, (0,) * 17),
    dice=(1, 5),
)
EVERY_FACE = TableSnapshot(
    rivers=BySeat(row("123456789m1234z0m"), row("123456789p567z0p"), row("123456789s0s"), ()),
)


class Player:
    """A camera over a drawn table: gives frames at ten a second."""

    def __init__(self, seed: int) -> None:
        self.renderer = Renderer(load_atlas(), Look.of(seed))
        self._numbers = count()

    def frame(self, table: TableSnapshot, arm: Seat | None = None) -> Frame:
        number = next(self._numbers)
        return self.renderer.frame(table, arm, number / 10, number)

    def frames(self, table: TableSnapshot, arm: Seat | None = None, times: int = 2) -> Iterator[Frame]:
        return (self.frame(table, arm) for _ in range(times))


@pytest.fixture(scope="module")
def networks() -> tuple[Finder, Classifier]:
    """As in play the set on the table is learnt, from one picture: what a network makes of a new one is its own."""
    finder, classifier = Finder(), Classifier()
    pupil = Eyes(finder=finder, classifier=classifier)
    for frame in enrolment_frames(Player(3).renderer):
        pupil.feed(frame)
    pupil.enrol(frame)
    return finder, classifier


@pytest.fixture
def eyes(networks: tuple[Finder, Classifier]) -> Eyes:
    return Eyes(finder=networks[0], classifier=networks[1])


def last(eyes: Eyes, frames: Iterable[Frame]) -> TableSnapshot | None:
    """The last snapshot that frames gave."""
    seen = [snapshot for frame in frames if (snapshot := eyes.feed(frame)) is not None]
    return seen[-1] if seen else None


def lying(tiles: Iterable[SeenTile]) -> list[tuple[bool, bool, bool, bool, int | None]]:
    return [(seen.sideways, seen.face_down, seen.added, seen.apart, seen.stack) for seen in tiles]


def wrong_faces(seen: Iterable[SeenTile], true: Iterable[SeenTile]) -> list[tuple[Tile, Tile | None]]:
    return [(a.tile, b.tile) for a, b in zip(seen, true, strict=True) if a.tile is not None and a.tile != b.tile]


def rows(table: TableSnapshot) -> list[tuple[SeenTile, ...]]:
    return [*table.rivers, *table.melds, *(hand.open for hand in table.hands), table.dora, table.ura]


@pytest.mark.parametrize("seed", [1, 2, 4])
def test_a_table_comes_out_as_it_lies(eyes: Eyes, seed: int) -> None:
    seen = last(eyes, Player(seed).frames(TABLE, times=3))
    assert seen is not None
    assert eyes.status == "the table is seen"
    assert seen.stale == frozenset()
    for read, true in zip(rows(seen), rows(TABLE), strict=True):
        assert lying(read) == lying(true)
        assert wrong_faces(read, true) == []
    assert seen.sticks == TABLE.sticks
    assert [hand.face_down for hand in seen.hands] == [0, 0, 13, 0]
    assert [hand.standing for hand in seen.hands] == [None] * 4


def test_no_face_is_read_wrong(eyes: Eyes) -> None:
    seen = last(eyes, Player(1).frames(EVERY_FACE, times=3))
    assert seen is not None
    for read, true in zip(seen.rivers, EVERY_FACE.rivers, strict=True):
        assert wrong_faces(read, true) == []


def test_of_a_set_that_is_not_learnt_only_what_is_sure_is_named_and_all_have_options() -> None:
    seen = last(Eyes(), Player(1).frames(EVERY_FACE, times=3))
    assert seen is not None
    for read, true in zip(seen.rivers, EVERY_FACE.rivers, strict=True):
        assert lying(read) == lying(true)
        for tile in read:
            best, confidence = tile.options[0]
            assert tile.confidence == confidence
            assert tile.tile == (best if confidence >= SURE else None)
            assert sum(chance for _, chance in tile.options) <= 1.000001
            assert tile.at is not None


def test_nothing_comes_out_while_nothing_changes(eyes: Eyes) -> None:
    player = Player(1)
    assert last(eyes, player.frames(EVERY_FACE, times=5)) is not None
    assert last(eyes, player.frames(EVERY_FACE, times=3)) is None


def test_a_discard_is_seen_when_the_arm_is_gone(eyes: Eyes) -> None:
    player = Player(2)
    before = TableSnapshot(rivers=BySeat(row("1m"), (), (), ()))
    after = TableSnapshot(rivers=BySeat(row("1m9p"), (), (), ()))
    assert last(eyes, player.frames(before)) is not None
    for arm in player.frames(before, Seat.S0, times=4):
        hidden = eyes.feed(arm)
        assert hidden is None or len(hidden.rivers[0]) == 1
    assert eyes.feed(player.frame(after)) is None
    seen = eyes.feed(player.frame(after))
    assert seen is not None
    assert len(seen.rivers[0]) == 2
    assert seen.stale == frozenset()


def test_under_an_arm_the_old_belief_stays_and_is_stale(eyes: Eyes) -> None:
    player = Player(2)
    before = TableSnapshot(rivers=BySeat(row("1m"), (), row("3z"), ()))
    # Behind the arm of seat 0 its tile vanishes; in another river one is laid down.
    after = TableSnapshot(rivers=BySeat((), (), row("3z6p"), ()))
    assert last(eyes, player.frames(before)) is not None
    arm = player.renderer.frame(after, Seat.S0, 5.0, 11).image
    seen = last(eyes, (Frame(arm, 5.0 + step / 10, step) for step in range(3)))
    assert seen is not None
    assert len(seen.rivers[0]) == 1
    hidden = (Seat.S0, Area.HAND) if (Seat.S0, Area.HAND) in seen.stale else (Seat.S0, Area.RIVER)
    assert hidden in seen.stale
    assert eyes.unseen(5.0) == {}
    assert eyes.unseen(11.0)[hidden] == pytest.approx(10.9), "since the last frame without an arm"
    assert len(seen.rivers[2]) == 2


def test_a_river_with_a_hole_is_not_believed_at_once(eyes: Eyes) -> None:
    player = Player(2)
    whole = TableSnapshot(rivers=BySeat(row("1m9p3z6s"), (), (), ()))
    assert last(eyes, player.frames(whole)) is not None
    first = next(iter(player.frames(whole, times=1)))
    x, y = np.rint(player.renderer.true_quads(whole)[1].corners.mean(axis=0)).astype(int)
    holed = first.image.copy()
    holed[y - 26 : y + 26, x - 20 : x + 20] = holed[y - 60 : y - 59, x - 20 : x + 20]
    for step in range(3):
        seen = eyes.feed(Frame(holed, first.time + 0.1 * (step + 1), step))
        assert seen is None or len(seen.rivers[0]) == 4


def test_a_tile_that_was_missed_is_found_when_the_zone_is_looked_over(networks: tuple[Finder, Classifier]) -> None:
    class Shy(Finder):
        awake = False

        def find(self, image: Image, least: float | None = None, rim: int = 0) -> tuple[Found, ...]:
            return super().find(image, least, rim) if self.awake else ()

    finder, player = Shy(), Player(2)
    eyes = Eyes(finder=finder, classifier=networks[1])
    table = TableSnapshot(rivers=BySeat(row("1m9p"), (), (), ()))
    seen = last(eyes, player.frames(table))
    assert seen is not None and seen.rivers[0] == ()
    finder.awake = True
    late = [replace(player.frame(table), time=5.0 + number / 2) for number in range(6)]
    told = [eyes.feed(frame) for frame in late]
    # One zone a second, and the same must be told twice.
    assert told[:2] == [None, None]
    found = next(snapshot for snapshot in told if snapshot is not None)
    assert [str(tile.tile) for tile in found.rivers[0]] == ["1m", "9p"]


def test_a_pushed_table_without_markers_is_stale_until_it_is_found_again(eyes: Eyes) -> None:
    player = Player(1)
    assert last(eyes, player.frames(TABLE)) is not None
    shifted = [np.roll(player.frame(TABLE).image, (9, -14), (0, 1)) for _ in range(4)]
    bare = [image.copy() for image in shifted[:2]]
    for image in bare:
        for marker in range(4):
            x, y = player.renderer.pose.project([(*np.mean(LAYOUT.marker_corners(marker), axis=0), 0)])[0].astype(int)
            cv2.circle(image, (x - 14, y + 9), 70, (90, 90, 90), -1)
    gone = [eyes.feed(Frame(image, 6.0 + number / 10, 0)) for number, image in enumerate(bare)]
    blind = [snapshot for snapshot in gone if snapshot is not None]
    assert len(blind) == 1 and len(blind[0].stale) == 20
    assert "pushed" in eyes.status and "0 of 4 corner markers" in eyes.status
    assert blind[0].rivers[0] != (), "what was seen stands"
    seen = last(eyes, (Frame(image, 7.0 + number / 10, 0) for number, image in enumerate(shifted)))
    assert seen is not None and seen.stale == frozenset()
    assert eyes.status == "the table is seen"


def test_without_markers_it_says_what_to_do(eyes: Eyes) -> None:
    boxes = np.random.default_rng(1).integers(40, 200, (30, 40, 1)).repeat(20, 0).repeat(20, 1).repeat(3, 2)
    assert eyes.feed(Frame(boxes.astype(np.uint8), 0.0, 0)) is None
    assert "0 of 4 corner markers" in eyes.status
    assert eyes.overlay() == ()
    assert last(eyes, (replace(frame, time=frame.time + 1) for frame in Player(1).frames(EVERY_FACE))) is not None
    assert eyes.status == "the table is seen"


def test_a_pushed_camera_is_noticed_and_placed_anew(eyes: Eyes) -> None:
    player = Player(1)
    assert last(eyes, player.frames(TABLE)) is not None
    old = eyes.calibration
    pushed = [
        Frame(np.roll(frame.image, (9, -14), (0, 1)), frame.time + 1, 0) for frame in player.frames(TABLE, times=6)
    ]
    seen = last(eyes, pushed)
    assert eyes.calibration is not old
    assert seen is not None
    for read, true in zip(rows(seen), rows(TABLE), strict=True):
        assert lying(read) == lying(true)


def test_a_tile_that_went_while_the_camera_was_pushed_is_gone(eyes: Eyes) -> None:
    player = Player(1)
    table = TableSnapshot(rivers=BySeat(row("5p"), (), (), row("19m")))
    seen = last(eyes, player.frames(table))
    assert seen is not None and [len(river) for river in seen.rivers] == [1, 0, 0, 2]
    pushed = (
        Frame(np.roll(frame.image, (9, -14), (0, 1)), frame.time + 1, 0)
        for frame in player.frames(TableSnapshot(rivers=BySeat((), (), (), row("1m"))), times=6)
    )
    seen = last(eyes, pushed)
    assert seen is not None and [len(river) for river in seen.rivers] == [0, 0, 0, 1]


def test_bare_cloth_is_not_searched(networks: tuple[Finder, Classifier]) -> None:
    class Searching(Finder):
        searched = 0

        def find(self, image: Image, least: float | None = None, rim: int = 0) -> tuple[Found, ...]:
            self.searched += 1
            return super().find(image, least, rim)

    finder, player = Searching(), Player(1)
    seen = last(Eyes(finder=finder, classifier=networks[1]), player.frames(TableSnapshot()))
    assert seen is not None and seen.stale == frozenset()
    assert finder.searched == 0


def test_the_overlay_outlines_the_tiles(eyes: Eyes) -> None:
    player = Player(1)
    table = TableSnapshot(rivers=TABLE.rivers)
    last(eyes, player.frames(table))
    true = sorted(tuple(quad.corners.mean(axis=0)) for quad in player.renderer.true_quads(table))
    drawn = eyes.overlay()
    assert len(drawn) == len(true)
    for x, y in true:
        assert min(np.hypot(x - tile.centre[0], y - tile.centre[1]) for tile in drawn) < 4


@pytest.mark.parametrize("seat", SEATS)
def test_every_seat_is_read_alike(eyes: Eyes, seat: Seat) -> None:
    empty: tuple[SeenTile, ...] = ()
    table = TableSnapshot(
        rivers=BySeat.fill(empty).set(seat, row("2345678m", (5,))),
        melds=BySeat.fill(empty).set(seat, row("666z", (0,))),
    )
    seen = last(eyes, Player(4).frames(table))
    assert seen is not None
    assert [len(river) for river in seen.rivers] == [7 if each == seat else 0 for each in SEATS]
    assert lying(seen.rivers[seat]) == lying(table.rivers[seat])
    assert lying(seen.melds[seat]) == lying(table.melds[seat])


def test_a_blank_sideways_tile_between_others_is_found(eyes: Eyes) -> None:
    table = TableSnapshot(melds=BySeat.fill(row("555z", (0,))))
    seen = last(eyes, Player(0).frames(table))
    assert seen is not None
    for read, true in zip(seen.melds, table.melds, strict=True):
        assert lying(read) == lying(true)
        assert wrong_faces(read, true) == []
