"""The drawn table: true geometry, stable pictures, clear refusals."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tablectl.rules.seat import SEATS, BySeat, Seat
from tablectl.rules.tile import Tile, parse_tiles
from tablectl.table import SeenHand, SeenTile, TableSnapshot
from vision.layout import DEFAULT_LAYOUT
from vision.render import look as looks
from vision.render.camera import CameraPose
from vision.render.faces import load_atlas
from vision.render.look import Look
from vision.render.place import Piece, Shape, pieces
from vision.render.scene import Renderer

BACK = SeenTile(None, face_down=True)


def seen(text: str, sideways: tuple[int, ...] = ()) -> tuple[SeenTile, ...]:
    return tuple(SeenTile(tile, sideways=place in sideways) for place, tile in enumerate(parse_tiles(text)))


def one(name: str, **how: bool) -> SeenTile:
    return SeenTile(Tile.parse(name), **how)


TABLE = TableSnapshot(
    rivers=BySeat(seen("19m4z7z3s0p2p8s", (6,)), seen("1234z"), seen("9s8s2m3m3p5z7z6z1m1p2s2s4m6m7p9p"), seen("1z6z")),
    melds=BySeat(
        (*seen("777z", (2,)), one("5m"), one("5m", sideways=True), one("0m", sideways=True, added=True), one("5m")),
        (BACK, one("2z"), one("2z"), BACK),
        (),
        (),
    ),
    hands=BySeat(
        SeenHand((*seen("234567m88p"), one("6s", apart=True))),
        SeenHand(standing=11),
        SeenHand(face_down=10),
        SeenHand(standing=13),
    ),
    sticks=BySeat(True, False, True, False),
    dora=(SeenTile(Tile.parse("3p"), stack=4), SeenTile(Tile.parse("1s"), stack=3)),
    ura=(SeenTile(Tile.parse("5z"), stack=4), SeenTile(Tile.parse("9m"), stack=3)),
    walls=BySeat((2, 2, 2, 1, 1, 2, 2) + (0,) * 10, (0,) * 5 + (1,) + (2,) * 11, (2,) * 17, (0,) * 17),
    dice=(1, 5),
)


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return Renderer(load_atlas(), Look.of(1))


def test_a_camera_sees_its_aim_in_the_middle_and_tall_things_farther_out() -> None:
    pose = CameraPose.aimed((30.0, -40.0, 900.0), (3.0, 2.0), 2.0, 800.0)
    top, aim = pose.project([(300, 0, 16), (3, 2, 0)])
    assert aim == pytest.approx((1014, 760))
    seen_at = np.linalg.inv(pose.homography(0)) @ (*top, 1)
    # Similar triangles: the distance from the point below the camera grows by 16 / (900 - 16).
    assert seen_at[:2] / seen_at[2] - (300, 0) == pytest.approx((270 * 16 / 884, 40 * 16 / 884))
    flat = pose.homography(16) @ (300, 0, 1)
    assert flat[:2] / flat[2] == pytest.approx(top)


def test_a_camera_below_the_cloth_is_refused() -> None:
    with pytest.raises(ValueError, match="camera height -5"):
        CameraPose.aimed((0.0, 0.0, -5.0), (0.0, 0.0), 0.0, 800.0)


@pytest.mark.parametrize("seed", range(20))
def test_every_look_keeps_the_field_in_the_picture(seed: int) -> None:
    pose = Look.of(seed).pose(DEFAULT_LAYOUT)
    corners = pose.project([(x, y, 0) for x in (-400, 400) for y in (-400, 400)])
    assert (corners > 0).all()
    assert (corners < pose.size).all()


def test_a_look_prints_as_what_it_is() -> None:
    look = Look.of(7)
    assert eval(repr(look), vars(looks)) == look
    assert look != Look.of(8)


@pytest.mark.parametrize("seed", [1, 2, 7])
def test_markers_lie_where_the_layout_says(seed: int) -> None:
    renderer = Renderer(load_atlas(), Look.of(seed))
    image = renderer.frame(TABLE, None, 0.0, 0).image
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), parameters)
    corners, ids, _ = detector.detectMarkers(image)
    assert sorted(ids.ravel()) == [0, 1, 2, 3]
    for marker, found in zip(ids.ravel(), corners, strict=True):
        true = renderer.pose.project([(*point, 0) for point in DEFAULT_LAYOUT.marker_corners(int(marker))])
        assert np.abs(found[0] - true).max() < 0.7


def test_every_flat_tile_is_named_where_it_lies(renderer: Renderer) -> None:
    quads = renderer.true_quads(TABLE)
    names = [quad.name for quad in quads]
    # Stacks with tiles left (two of seat 0 show an indicator), ten tiles of a noten hand, two of a kan.
    assert names.count("back") == (7 - 2) + 12 + 17 + 10 + 2
    open_tiles = 8 + 4 + 16 + 2 + 7 + 2 + 9 + 2 + 2
    assert len(names) - names.count("back") == open_tiles
    assert names.count("0m") == 1
    image = renderer.frame(TABLE, None, 0.0, 0).image
    back = np.array(load_atlas().back) * renderer.look.light
    for quad in quads:
        x, y = np.rint(quad.corners.mean(axis=0)).astype(int)
        colour = image[y - 8 : y + 9, x - 8 : x + 9].reshape(-1, 3).mean(axis=0)
        assert (np.abs(colour - back).max() < 60) == (quad.name == "back"), quad


def test_turns_and_long_sides_tell_owner_and_sideways_tiles(renderer: Renderer) -> None:
    quads = {quad.name: quad for quad in renderer.true_quads(replace(TABLE, walls=BySeat.fill(None)))}

    def wide(name: str) -> bool:
        across, down = np.ptp(quads[name].corners, axis=0)
        return bool(across > down)

    assert not wide("0p") and quads["0p"].turn in (0, 2)
    assert wide("2p") and quads["2p"].turn in (1, 3)
    assert wide("3z") and quads["3z"].turn in (1, 3)
    top = quads["0p"].corners[:2].mean(axis=0) - quads["0p"].corners[2:].mean(axis=0)
    assert (top[1] < 0) == (quads["0p"].turn == 0)


def test_a_kan_tile_is_added_towards_the_middle(renderer: Renderer) -> None:
    quads = renderer.true_quads(TableSnapshot(melds=TABLE.melds))
    red = next(quad for quad in quads if quad.name == "0m").corners.mean(axis=0)
    below = min((q.corners.mean(axis=0) for q in quads if q.name == "5m"), key=lambda c: float(np.linalg.norm(c - red)))
    assert abs(red[0] - below[0]) < 6
    assert red[1] < below[1]


def test_the_river_wraps_after_six_but_not_in_its_third_row() -> None:
    look = replace(Look.of(1), row_turn=0.0, row_shift=0.0)
    table = TableSnapshot(rivers=BySeat(seen("1" * 21 + "m"), (), (), ()))
    lines = [round((DEFAULT_LAYOUT.river_top - piece.y) // 26) for piece in pieces(table, DEFAULT_LAYOUT, look)]
    assert lines == [0] * 6 + [1] * 6 + [2] * 9


def test_tiles_do_not_lie_inside_each_other() -> None:
    for seed in range(8):
        look = Look.of(seed)
        flat = [p for p in pieces(TABLE, DEFAULT_LAYOUT, look) if p.shape is Shape.TILE and p.z == 0]

        def box(piece: Piece) -> cv2.typing.RotatedRect:
            # Turned neighbours may touch with their rounded corners: 1 mm.
            return ((piece.x, piece.y), (piece.size[0] - 1, piece.size[1] - 1), piece.angle)

        for place, first in enumerate(flat):
            for second in flat[place + 1 :]:
                if abs(first.x - second.x) < 27 and abs(first.y - second.y) < 27:
                    meeting = cv2.rotatedRectangleIntersection(box(first), box(second))
                    area = 0.0 if meeting[1] is None else cv2.contourArea(meeting[1])
                    assert area < 1.0, (look, first, second)


def test_what_is_left_alone_does_not_move(renderer: Renderer) -> None:
    after = replace(TABLE, rivers=TABLE.rivers.set(3, seen("1z6z8p")), hands=TABLE.hands.set(3, SeenHand(standing=12)))
    before_pieces = set(pieces(TABLE, DEFAULT_LAYOUT, renderer.look))
    after_pieces = set(pieces(after, DEFAULT_LAYOUT, renderer.look))
    assert len(after_pieces - before_pieces) == 1
    assert len(before_pieces - after_pieces) == 1


def test_drawing_only_the_change_gives_the_same_picture() -> None:
    tables = [
        TABLE,
        replace(TABLE, rivers=TABLE.rivers.set(3, seen("1z6z8p")), dice=(2, 2)),
        replace(TABLE, walls=BySeat.fill((2,) * 17), ura=(), sticks=BySeat.fill(False)),
        TableSnapshot(),
        TABLE,
    ]
    follower = Renderer(load_atlas(), Look.of(2))
    for number, table in enumerate(tables):
        follower.frame(table, None, float(number), number)
        fresh = Renderer(load_atlas(), Look.of(2))
        expected = fresh.frame(table, None, float(number), number + 100)
        got = follower.frame(table, None, float(number), number + 100)
        assert np.array_equal(got.image, expected.image)


def test_noise_is_new_in_every_frame_and_true_to_the_look(renderer: Renderer) -> None:
    first, again, second = (renderer.frame(TABLE, None, 0.0, number).image for number in (1, 1, 2))
    assert np.array_equal(first, again)
    spread = (first[200:400, 600:900].astype(float) - second[200:400, 600:900]).std() / np.sqrt(2)
    assert 0.3 * renderer.look.noise < spread < 1.2 * renderer.look.noise


@pytest.mark.parametrize("seat", SEATS)
def test_an_arm_reaches_in_from_its_own_side(renderer: Renderer, seat: Seat) -> None:
    frame, still = renderer.frame(TABLE, seat, 1.5, 9), renderer.frame(TABLE, None, 1.5, 9)
    assert (frame.time, frame.number) == (1.5, 9)
    covered = np.abs(frame.image.astype(int) - still.image).max(axis=2) > 40
    assert 0.01 < covered.mean() < 0.25
    edges = (covered[-5:], covered[:, -5:], covered[:5], covered[:, :5])
    assert edges[seat].any()
    assert not edges[(seat + 2) % 4].any()


def test_indicators_of_unknown_stacks_lie_on_seat_0s_wall(renderer: Renderer) -> None:
    quads = renderer.true_quads(TableSnapshot(dora=seen("3p1s")))
    assert [quad.name for quad in quads] == ["3p", "1s"]
    for quad, stack in zip(quads, (4, 3), strict=True):
        true = renderer.pose.project([(DEFAULT_LAYOUT.stack_x(stack), DEFAULT_LAYOUT.wall_y, 32.0)])[0]
        assert np.linalg.norm(quad.corners.mean(axis=0) - true) < 8


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (TableSnapshot(rivers=BySeat((SeenTile(None),), (), (), ())), "tile=None"),
        (TableSnapshot(dora=(SeenTile(Tile(3), stack=0),), walls=BySeat.fill((0,) * 17)), "4m on stack 0"),
    ],
)
def test_a_table_that_cannot_be_is_refused(renderer: Renderer, table: TableSnapshot, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        renderer.frame(table, None, 0.0, 0)
