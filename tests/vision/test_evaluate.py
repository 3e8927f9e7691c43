"""Reads are measured against labels: who is matched, missed, false, ignored."""

from __future__ import annotations

import json
from pathlib import Path
from typing import cast

import numpy as np
import pytest
from PIL import Image as Pillow

from vision.enrol import PLAIN, EnrolError
from vision.evaluate import (
    Figures,
    Label,
    LabelError,
    LabelledPicture,
    count,
    evaluate,
    lessons,
    load_labels,
    main,
    match,
    spread,
)
from vision.frame import Image
from vision.read import PhotoReading, Reader, ReadTile


def label(name: str, x: float, y: float, ignored: bool = False, turn: int | None = None) -> Label:
    """A 40 x 54 box with its top left corner there."""
    return Label(name, np.array([(x, y), (x + 40, y), (x + 40, y + 54), (x, y + 54)], np.float32), turn, ignored)


def read(name: str, x: float, y: float, score: float = 0.95, turn: int = 0) -> ReadTile:
    """A read tile with the same box."""
    box: list[tuple[float, float]] = [(x, y), (x + 40, y), (x + 40, y + 54), (x, y + 54)]
    first, second, third, fourth = box[turn:] + box[:turn]
    return ReadTile(name, score, (first, second, third, fourth))


def figures(labels: list[Label], tiles: list[ReadTile], backs_labelled: bool = False) -> Figures:
    counted = Figures()
    count(counted, labels, tiles, backs_labelled)
    return counted


def test_right_wrong_missed_and_false() -> None:
    got = figures(
        [label("1m", 0, 0), label("2m", 50, 0), label("3m", 100, 0)],
        [read("1m", 2, 1), read("5m", 51, 1), read("9p", 300, 300)],
    )
    assert (got.labelled, got.found, got.right, got.false, got.surely_wrong) == (3, 2, 1, 1, 1)
    assert got.confusions == {("2m", "5m"): 1}
    assert got.whole_right == 0
    assert got.to_json()["recall"] == pytest.approx(2 / 3, abs=1e-4)


def test_an_unsure_mistake_is_not_a_sure_one() -> None:
    got = figures([label("1m", 0, 0)], [read("2m", 0, 0, score=0.6)])
    assert (got.unsure, got.surely_wrong) == (1, 0)


def test_ignored_tiles_count_neither_way() -> None:
    labels = [label("1m", 0, 0), label("2m", 50, 0, ignored=True), label("3m", 100, 0, ignored=True)]
    got = figures(labels, [read("1m", 0, 0), read("7s", 50, 0), read("7s", 55, 20)])
    assert (got.labelled, got.ignored, got.found, got.false, got.whole_right) == (1, 2, 1, 0, 1)


def test_backs_are_false_only_where_backs_are_labelled() -> None:
    assert figures([label("1m", 0, 0)], [read("back", 100, 0)]).false == 0
    assert figures([label("1m", 0, 0)], [read("back", 100, 0)], backs_labelled=True).false == 1


def test_one_tile_read_twice_is_found_once_and_false_once() -> None:
    got = figures([label("1m", 0, 0)], [read("1m", 5, 0), read("2m", 1, 0)])
    assert (got.found, got.right, got.false) == (1, 0, 1)


def test_the_best_overlap_is_matched_first() -> None:
    labels = [label("1m", 0, 0), label("2m", 15, 0)]
    assert sorted(match(labels, [read("2m", 16, 0), read("1m", 8, 0)])) == [(0, 1), (1, 0)]


def test_a_far_smaller_tile_inside_a_label_is_no_match() -> None:
    small = ReadTile("1m", 0.9, ((18, 24), (22, 24), (22, 30), (18, 30)))
    assert match([label("1m", 0, 0)], [small]) == []


def test_turns_count_where_they_are_labelled() -> None:
    got = figures([label("1m", 0, 0, turn=2), label("2m", 50, 0)], [read("1m", 0, 0, turn=2), read("2m", 50, 0)])
    assert (got.turn_known, got.turn_right) == (1, 1)


def write(folder: Path, rows: list[object]) -> Path:
    path = folder / "labels.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in rows) + "\n\n")
    return path


def test_labels_are_loaded_with_polygons_boxes_flowers_and_ignored(tmp_path: Path) -> None:
    tiles = [
        {"class": "1m", "box": [1, 2, 3, 4]},
        {"class": "0p", "polygon": [[0, 0], [4, 1], [4, 6], [0, 5]], "turn": 3},
        {"class": "flower-plant-1", "box": [0, 0, 5, 5]},
        {"class": "2m", "box": [0, 0, 5, 5], "ignore": True},
    ]
    (picture,) = load_labels(write(tmp_path, [{"image": "a.png", "tiles": tiles}]))
    assert [(tile.name, tile.turn, tile.ignored) for tile in picture.labels] == [
        ("1m", None, False),
        ("0p", 3, False),
        ("flower-plant-1", None, True),
        ("2m", None, True),
    ]
    assert picture.labels[0].shape.tolist() == [[1, 2], [3, 2], [3, 4], [1, 4]]


@pytest.mark.parametrize("row", [{"image": "a.png"}, {"image": "a.png", "tiles": [{"class": "1m"}]}, ["no"], 7])
def test_a_bad_line_is_named(tmp_path: Path, row: object) -> None:
    with pytest.raises(LabelError, match="line 2"):
        load_labels(write(tmp_path, [{"image": "a.png", "tiles": []}, row]))


def test_a_file_without_pictures_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LabelError, match="no pictures"):
        load_labels(write(tmp_path, []))


def test_a_limit_spreads_over_the_file() -> None:
    pictures = [LabelledPicture(str(number), ()) for number in range(10)]
    assert [picture.image for picture in spread(pictures, 3)] == ["0", "3", "6"]
    assert len(spread(pictures, 99)) == 10


def test_pictures_are_opened_below_the_root(tmp_path: Path) -> None:
    Pillow.new("RGB", (80, 60), "green").save(tmp_path / "a.png")
    picture = LabelledPicture("a.png", (label("1m", 0, 0),))
    got = evaluate([picture], tmp_path, lambda image, _: [read("1m", 0, 0)] if image.shape == (60, 80, 3) else [])
    assert (got.pictures, got.right, got.whole_right) == (1, 1, 1)
    assert any("found" in line and "1 of 1" in line for line in got.lines())


class Answering:
    """A reader that sees the tiles it is told, a picture after the other."""

    def __init__(self, *readings: list[ReadTile]) -> None:
        self._readings = iter(readings)

    def read(self, image: Image) -> PhotoReading:
        return PhotoReading(image.shape[1], image.shape[0], tuple(next(self._readings)))


def test_a_set_is_learnt_from_the_fewest_pictures_and_these_are_left_out(tmp_path: Path) -> None:
    Pillow.new("RGB", (900, 60), (210, 205, 190)).save(tmp_path / "one.png")
    places = {face: (10.0 + 25 * place, 10.0, 30.0 + 25 * place, 37.0) for place, face in enumerate(PLAIN)}

    def picture(*faces: str) -> LabelledPicture:
        shapes = {face: np.array([places[face][:2], places[face][2:]], np.float32) for face in faces}
        corners = {face: np.array([(a, b), (c, b), (c, d), (a, d)]) for face, ((a, b), (c, d)) in shapes.items()}
        return LabelledPicture("one.png", tuple(Label(face, corners[face].astype(np.float32)) for face in faces))

    def seen(*faces: str) -> list[ReadTile]:
        boxes = [places[face] for face in faces]
        return [ReadTile("1m", 0.5, ((a, b), (c, b), (c, d), (a, d))) for a, b, c, d in boxes]

    few, most, rest = picture("1m", "2m"), picture(*PLAIN[:-1]), picture("1m", PLAIN[-1])
    reader = cast(Reader, Answering(seen(*PLAIN[:-1]), seen("1m", PLAIN[-1])))
    shown, left = lessons([few, most, rest], tmp_path, reader)
    assert [set(windows) for windows in shown] == [set(PLAIN[:-1]), {"1m", PLAIN[-1]}]
    assert left == (few,)
    unseen = cast(Reader, Answering(seen(*PLAIN[:-1]), seen("1m"), []))
    with pytest.raises(EnrolError, match=f"no picture shows {PLAIN[-1]}"):
        lessons([few, most, rest], tmp_path, unseen)


def test_the_command_names_a_missing_label_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "none.jsonl")]) == 1
    assert "none.jsonl" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("photos", "recall", "right"),
    [
        pytest.param("green-table-hands", 0.95, 0.95, id="a set of which other pictures were trained on"),
        pytest.param("riichi-box", 0.98, 0.95, id="a set never trained on"),
        pytest.param("macro-crops", 1.0, 1.0, id="one tile that fills the picture"),
    ],
)
def test_photographs_are_read(shared: Path, photos: str, recall: float, right: float) -> None:
    """A few pictures of each set; the whole sets are measured by the command."""
    folder = shared / "data" / "tiles" / "photos"
    reader = Reader()
    pictures = spread(load_labels(folder / f"{photos}.jsonl"), 4)
    got = evaluate(pictures, folder, lambda image, _: reader.read(image).tiles)
    assert got.found >= recall * got.labelled
    assert got.right >= right * got.found
