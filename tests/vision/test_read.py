"""Photographs of unknown scale are read: geometry with stand-in networks, files good and bad, real pictures."""

from __future__ import annotations

import json
import math
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image as Pillow

from vision.classes import CLASSES, INDEX, NONE
from vision.classify import Classifier
from vision.draw import draw
from vision.find import PIXELS_PER_MM, Finder, Found
from vision.frame import Image
from vision.models import Model, ModelError, load_model
from vision.picture import open_picture
from vision.read import PhotoReading, Reader, ReadTile
from vision.report import report
from vision.window import Place

FELT = (60, 140, 40)


class Blobs(Finder):
    """Finds plain light rectangles about as large as a tile; the less alike the lower the score."""

    def __init__(self) -> None:
        pass

    def find(self, image: Image) -> tuple[Found, ...]:
        light = (image.min(2) > 150).astype(np.uint8)
        found: list[Found] = []
        for contour in cv2.findContours(light, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]:
            (x, y), (width, height), degrees = cv2.minAreaRect(contour)
            if width > height:
                width, height, degrees = height, width, degrees - 90
            sizes = (width + 1) / (19.5 * PIXELS_PER_MM), (height + 1) / (26 * PIXELS_PER_MM)
            score = math.exp(-sum(math.log(max(size, 1e-3)) ** 2 for size in sizes) * 20)
            if score > 0.3:
                angle = math.remainder(math.radians(degrees), math.pi)
                found.append(Found(x + 0.5, y + 0.5, abs(angle) > math.pi / 4, angle, score))
        return tuple(sorted(found, key=lambda tile: -tile.score))


def stripes(pictures: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Takes a light window for a 4p turned so that its dark quarter is at the top; no dark quarter, no tile."""
    middle = pictures[:, 8:40, 12:36].mean(3)
    sides = [middle[:, :6], middle[:, :, -6:], middle[:, -6:], middle[:, :, :6]]
    dark = np.stack([255 - side.mean((1, 2)) for side in sides], 1)
    answer = np.zeros((len(pictures), len(CLASSES) + 4), np.float32)
    answer[:, len(CLASSES) :] = dark / 10
    answer[:, INDEX["4p"]] = 6
    answer[:, INDEX[NONE]] = np.where((dark.max(1) > 60) & (np.median(middle, (1, 2)) > 150), 0, 12)
    return answer


READER = Reader(Blobs(), Classifier(Model(stripes, {"temperature": 1.0})))


def paint(image: Image, place: Place) -> None:
    """A light tile with a dark band at its top edge that leaves the outline light."""
    for across, top, bottom, colour in ((9.75, -13, 13, (235, 235, 235)), (8, -12, -8, (160, 160, 160))):
        shape = [place.at(-across, top), place.at(across, top), place.at(across, bottom), place.at(-across, bottom)]
        cv2.fillPoly(image, [np.rint((np.array(shape) - 0.5) * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)


def scene(width: int, height: int, x_scale: float, y_scale: float, degrees: float) -> tuple[Image, list[Place]]:
    """Six tiles apart on felt, at these pixels a millimetre."""
    image = np.full((height, width, 3), FELT, np.uint8)
    angle = math.radians(degrees)
    across = (x_scale * math.cos(angle), y_scale * math.sin(angle))
    along = (-x_scale * math.sin(angle), y_scale * math.cos(angle))
    middle = Place(width / 2, height / 2, across, along)
    places = [
        Place(*middle.at(column * 30 - 30, row * 36 - 18), across, along) for row in range(2) for column in range(3)
    ]
    for place in places:
        paint(image, place)
    return image, places


@pytest.mark.parametrize(
    ("x_scale", "y_scale", "degrees"),
    [
        pytest.param(2.0, 2.0, 0, id="upright"),
        pytest.param(2.1, 2.1, 90, id="sideways"),
        pytest.param(1.9, 1.9, 217, id="turned"),
        pytest.param(3.4, 3.4, 10, id="near"),
        pytest.param(0.9, 0.9, 0, id="far"),
        pytest.param(1.5, 2.0, 0, id="squeezed sideways"),
        pytest.param(2.4, 1.8, 0, id="squeezed upwards"),
        pytest.param(1.6, 2.1, 35, id="squeezed and slanting"),
    ],
)
def test_scale_squeeze_and_turn_are_found_out(x_scale: float, y_scale: float, degrees: float) -> None:
    image, places = scene(400, 360, x_scale, y_scale, degrees)
    reading = READER.read(image)
    assert (reading.width, reading.height) == (400, 360)
    assert [tile.name for tile in reading.tiles] == ["4p"] * 6
    for place in places:
        tile = min(reading.tiles, key=lambda tile: math.dist(tile.centre, (place.x, place.y)))
        error = np.abs(np.array(tile.polygon) - place.corners).max()
        assert error < 0.16 * 26 * max(x_scale, y_scale)
        assert tile.turn == round(degrees / 90) % 4


def test_felt_alone_has_no_tiles() -> None:
    assert READER.read(np.full((300, 400, 3), FELT, np.uint8)).tiles == ()


def test_light_rectangles_without_a_face_are_no_tiles() -> None:
    image = np.full((300, 400, 3), FELT, np.uint8)
    cv2.rectangle(image, (100, 100), (139, 152), (235, 235, 235), cv2.FILLED)
    assert READER.read(image).tiles == ()


@pytest.mark.parametrize("size", [(1, 1), (3, 900), (60, 60)])
def test_odd_sizes_do_no_harm(size: tuple[int, int]) -> None:
    reading = READER.read(np.zeros((*size, 3), np.uint8))
    assert (reading.height, reading.width, reading.tiles) == (*size, ())


def test_a_reading_as_json() -> None:
    tile = ReadTile("0p", 0.98765, ((1, 28), (1, 2), (20.55, 2), (20.55, 28)))
    assert PhotoReading(640, 480, (tile,)).to_json("a.jpg") == {
        "image": "a.jpg",
        "width": 640,
        "height": 480,
        "tiles": [{"class": "0p", "score": 0.9877, "polygon": [[1, 28], [1, 2], [20.6, 2], [20.6, 28]], "turn": 3}],
        "remark": None,
    }


def test_drawing_leaves_the_picture_alone_and_marks_each_tile() -> None:
    image, places = scene(400, 360, 2, 2, 0)
    before = image.copy()
    drawn = draw(image, READER.read(image))
    assert (image == before).all()
    changed = (drawn != image).any(2)
    assert all(changed[round(place.y), round(place.x) - 12 : round(place.x) + 12].any() for place in places)


def save(folder: Path, name: str = "table.png") -> Path:
    Pillow.fromarray(scene(400, 360, 2, 2, 0)[0][..., ::-1]).save(folder / name)
    return folder / name


def bad_files(folder: Path) -> dict[Path, str]:
    """Files that cannot be read, with a word of the complaint about each."""
    good = save(folder).read_bytes()
    contents = {"empty.png": b"", "text.jpg": b"no picture at all", "cut.png": good[: len(good) // 2]}
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    for name, size in (("huge.ppm", b"12000 9000"), ("bomb.ppm", b"90000 90000")):
        (folder / name).write_bytes(b"P6 " + size + b" 255\n" + b"x" * 99)
    words = {
        "empty.png": "empty",
        "text.jpg": "JPEG or PNG",
        "cut.png": "damaged",
        "huge.ppm": "smaller",
        "bomb.ppm": "smaller",
        "none.png": "no such file",
        ".": "directory",
    }
    return {folder / name: word for name, word in words.items()}


def test_bad_files_are_named_and_the_others_read(tmp_path: Path) -> None:
    good = tmp_path / "good.png"
    save(tmp_path).rename(good)
    bad = bad_files(tmp_path)
    said: list[str] = []
    complaints: list[str] = []
    photos = [*bad, good]
    assert not report(photos, READER, said.append, complaints.append, as_json=True)
    assert [json.loads(line)["image"] for line in said] == [str(good)]
    assert len(json.loads(said[0])["tiles"]) == 6
    for (path, word), complaint in zip(bad.items(), complaints, strict=True):
        assert str(path) in complaint and word in complaint


def test_the_report_for_people_and_the_drawn_picture(tmp_path: Path) -> None:
    photo, drawn = save(tmp_path), tmp_path / "new" / "drawn.png"
    said: list[str] = []
    assert report([photo], READER, said.append, pytest.fail, drawn=drawn)
    assert said == [f"{photo}: 6 tiles\n  4p 4p 4p\n  4p 4p 4p"]
    assert open_picture(drawn).shape == (360, 400, 3)


def test_several_drawn_pictures_go_into_a_folder(tmp_path: Path) -> None:
    photos = [save(tmp_path, "a.png"), save(tmp_path, "b.png")]
    assert report(photos, READER, lambda line: None, pytest.fail, drawn=tmp_path / "drawn")
    assert sorted(path.name for path in (tmp_path / "drawn").iterdir()) == ["a.png", "b.png"]


def test_a_drawn_picture_that_cannot_be_written_is_a_complaint(tmp_path: Path) -> None:
    complaints: list[str] = []
    assert not report([save(tmp_path)], READER, lambda line: None, complaints.append, drawn=tmp_path / "drawn.xyz")
    assert "drawn.xyz" in complaints[0]


def test_exif_orientation_is_obeyed(tmp_path: Path) -> None:
    picture = Pillow.new("RGB", (40, 20), "white")
    exif = Pillow.Exif()
    exif[0x0112] = 6
    picture.save(tmp_path / "turned.jpg", exif=exif)
    assert open_picture(tmp_path / "turned.jpg").shape == (40, 20, 3)


@pytest.mark.parametrize("mode", ["1", "L", "P", "RGBA", "LA", "CMYK", "I;16", "F"])
def test_every_kind_of_pixel_becomes_bgr(tmp_path: Path, mode: str) -> None:
    path = tmp_path / ("a.tif" if mode in ("CMYK", "I;16", "F") else "a.png")
    Pillow.new(mode, (30, 20)).save(path)
    assert open_picture(path).shape == (20, 30, 3) and open_picture(path).dtype == np.uint8


def test_transparent_ground_is_white(tmp_path: Path) -> None:
    Pillow.new("RGBA", (4, 4), (0, 0, 0, 0)).save(tmp_path / "a.png")
    assert (open_picture(tmp_path / "a.png") == 255).all()


def test_a_missing_or_damaged_model_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"models\.json"):
        load_model("finder", tmp_path)
    (tmp_path / "models.json").write_text(json.dumps({"finder": {"file": "finder.onnx", "sha256": "0" * 64}}))
    with pytest.raises(ModelError, match=r"finder\.onnx"):
        load_model("finder", tmp_path)
    (tmp_path / "finder.onnx").write_bytes(b"damaged")
    with pytest.raises(ModelError, match="SHA-256"):
        load_model("finder", tmp_path)
    with pytest.raises(ModelError, match="classifier"):
        load_model("classifier", tmp_path)
