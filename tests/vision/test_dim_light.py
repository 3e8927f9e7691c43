"""In a dim and noisy evening the camera's place is found, kept while nothing moves, and found anew after a push."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from hardware.line import NUDGE_ROOM
from hardware.simulated import enrolment_frames
from tablectl.rules.seat import SEATS, BySeat
from tablectl.rules.tile import Tile, parse_tiles
from tablectl.rules.wall import ring
from tablectl.table import SeenHand, SeenTile, TableSnapshot
from vision.bump import Mount, Standing
from vision.calibrate import calibrate
from vision.frame import Frame
from vision.layout import DEFAULT_LAYOUT
from vision.locate import SEEN
from vision.markers import find_markers
from vision.pipeline import Eyes
from vision.render.faces import load_atlas
from vision.render.lighting import under
from vision.render.look import Look
from vision.render.scene import Renderer

SEEDS = [0, 1, 2, 4]
PLAY = TableSnapshot(
    rivers=BySeat.of(
        tuple(SeenTile(tile) for tile in parse_tiles(text)) for text in ("19m4z3s0p2p8s", "1234z", "9s8s2m3m", "1z6z")
    ),
    hands=BySeat(*[SeenHand(standing=13)] * 4),
    walls=BySeat((2,) * 17, (0,) * 5 + (2,) * 12, (2,) * 17, (0,) * 17),
)
PLACES = np.array([(x, y) for x in range(-320, 321, 80) for y in range(-320, 321, 80)], np.float64)
PUSHES = [(3.0, 0.0, 0.0), (0.0, -3.0, 0.0), (-2.2, 2.2, 0.0)]


@cache
def table(seed: int) -> Renderer:
    return Renderer(load_atlas(), replace(under(Look.of(seed), "evening"), room=NUDGE_ROOM))


@cache
def frames(seed: int) -> list[Frame]:
    return [table(seed).frame(PLAY, None, number / 10, number) for number in range(4)]


@pytest.mark.parametrize("seed", SEEDS)
def test_corners_of_markers_are_found(seed: int) -> None:
    apart = []
    for frame in frames(seed):
        markers = find_markers(frame.image)
        assert len(markers) == 4
        for marker, corners in markers.items():
            true = [(x, y, 0) for x, y in DEFAULT_LAYOUT.marker_corners(marker)]
            apart.append(np.linalg.norm(corners - table(seed).pose.project(true), axis=1))
    assert np.sqrt(np.square(apart).mean()) < 0.52  # pixels


@pytest.mark.parametrize("seed", SEEDS)
def test_every_picture_tells_the_place(seed: int) -> None:
    pose = table(seed).pose
    for frame in frames(seed):
        found = calibrate(frame.image, DEFAULT_LAYOUT, height=pose.position[2])
        for z in (0.0, 16.0, 32.0):
            pixels = pose.project(np.column_stack([PLACES, np.full(len(PLACES), z)]))
            plane = np.linalg.inv(found.homography(z))
            thought = cv2.perspectiveTransform(found.lens.straight(pixels)[None], plane)[0]
            assert np.linalg.norm(thought - PLACES, axis=1).max() < 1.1  # millimetres; a tile is 19.5 wide


@pytest.mark.parametrize("seed", SEEDS)
def test_noise_is_no_push_and_a_push_is_not_lost_in_noise(seed: int) -> None:
    first, *later = (frame.image for frame in frames(seed))
    place = calibrate(first, DEFAULT_LAYOUT)
    by_markers, by_spots = Mount(place, first), Mount(replace(place, markers={}), first)
    before = table(seed)
    for image in later:
        assert by_markers.look(image) is by_spots.look(image) is Standing.STILL
    for number, push in enumerate(PUSHES, start=10):
        after = Renderer(load_atlas(), before.look, pose=before.pose.moved(push, (0.0, 0.0, 0.0)))
        image = after.frame(PLAY, None, 0.0, number).image
        assert by_markers.look(image) is by_spots.look(image) is Standing.MOVED


@pytest.mark.parametrize("seed", SEEDS)
def test_a_blank_face_in_a_river_is_not_taken_for_a_back(seed: int) -> None:
    eyes = Eyes()
    for frame in enrolment_frames(table(seed)):
        eyes.feed(frame)
    eyes.enrol(frame)
    rivers = BySeat.of(tuple(SeenTile(tile) for tile in parse_tiles(text)) for text in ("5z1m", "19m5z", "5z", "1z5z"))
    laid = replace(PLAY, rivers=rivers)
    shown = [seen for n in range(3) if (seen := eyes.feed(table(seed).frame(laid, None, 100 + n / 10, n))) is not None]
    assert [[str(tile.tile) for tile in river] for river in shown[-1].rivers] == [
        [str(tile.tile) for tile in river] for river in rivers
    ]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_blank_indicator_is_told_from_the_backs_beside_it(seed: int, seat: int) -> None:
    eyes = Eyes()
    for frame in enrolment_frames(table(seed)):
        eyes.feed(frame)
    eyes.enrol(frame)
    place = ring(SEATS[seat], 9)
    laid = replace(PLAY, dora=(SeenTile(Tile.parse("5z"), stack=place),))
    shown = [seen for n in range(3) if (seen := eyes.feed(table(seed).frame(laid, None, 100 + n / 10, n))) is not None]
    assert [(str(tile.tile), tile.stack) for tile in shown[-1].dora] == [("5z", place)]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_cleared_table_is_still_seen(seed: int) -> None:
    eyes = Eyes()
    shown = [seen for frame in frames(seed)[:3] if (seen := eyes.feed(frame)) is not None]
    assert shown[-1].stale == frozenset()
    place = eyes.calibration
    bare = [table(seed).frame(TableSnapshot(), None, 6.0 + number / 10, number) for number in range(20, 23)]
    cleared = [seen for frame in bare if (seen := eyes.feed(frame)) is not None]
    assert eyes.status == SEEN and eyes.calibration is place
    assert cleared[-1].stale == frozenset()
    assert not any(cleared[-1].rivers)
