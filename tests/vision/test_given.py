"""Bundles as training material: windows show what their crops are, and only what may be trained on is taken."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.vision.bundled import Files, bundle, changed, edit
from vision.bundle import MANIFEST, Bundle, BundleError, Licence, write_bundle
from vision.classes import CLASSES, INDEX
from vision.crop import CROP_PIXELS
from vision.frame import Image
from vision.train.data import WINDOWS_A_PART, given_parts, load_windows, make, parts
from vision.train.given import GivenWindows, given
from vision.train.windows import HALF_KNOWN


def striped(channel: int) -> Image:
    """A dark tile with a stripe of one colour down its length."""
    image = np.full((CROP_PIXELS, CROP_PIXELS, 3), 40, np.uint8)
    middle = CROP_PIXELS // 2
    image[middle - 30 : middle + 30, middle - 8 : middle + 8, channel] = 250
    return image


def stripes() -> Bundle:
    """Blue, green and red stripes: so many of them, of three classes."""
    made = bundle()
    crops = [replace(crop, image=striped(channel)) for channel, crop in enumerate(made.crops)]
    return replace(made, crops=(*crops, *crops[:1] * 20))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    write_bundle(tmp_path / "b.zip", stripes())
    return tmp_path / "b.zip"


def test_windows_show_the_class_and_turn_they_are_labelled_with(path: Path) -> None:
    maker = GivenWindows(*given([path]))
    windows = [maker.window(number) for number in range(90)]
    colours = {INDEX[crop.name]: channel for channel, crop in enumerate(stripes().crops[:3])}
    counts = np.bincount([window.kind for window in windows], minlength=len(CLASSES))
    assert all(counts[kind] > 15 for kind in colours), "a class with one crop is shown as often as one with many"
    assert {window.turn for window in windows} == {HALF_KNOWN, HALF_KNOWN + 1}
    right = 0
    for window in windows:
        middle = window.image[8:40, 8:40].astype(float)
        colour = middle.mean((0, 1)).argmax()
        bright = middle[..., colour] >= np.percentile(middle[..., colour], 80)
        rows, columns = np.nonzero(bright)
        right += (colour, rows.std() < columns.std()) == (colours[window.kind], window.turn == HALF_KNOWN + 1)
    # The dimmest rooms and the hardest lamps hide a stripe now and then.
    assert right > 0.9 * len(windows)


def test_windows_are_the_same_for_the_same_file_wherever_it_lies(path: Path, tmp_path: Path) -> None:
    shutil.copy(path, tmp_path / "copy.zip")
    write_bundle(tmp_path / "other.zip", replace(stripes(), tile_set="another"))
    maker, copy, other = (GivenWindows(*given([tmp_path / name])) for name in ("b.zip", "copy.zip", "other.zip"))
    for number in reversed(range(6)):
        assert (maker.window(number).image == copy.window(number).image).all()
        assert (maker.window(number).image != other.window(number).image).any(), "seeds of its own"


def test_each_bundle_is_taken_once_in_an_order_of_its_own(path: Path, tmp_path: Path) -> None:
    shutil.copy(path, tmp_path / "copy.zip")
    write_bundle(tmp_path / "other.zip", replace(bundle(), licence=Licence.CC_BY))
    found = given([path, tmp_path / "other.zip", tmp_path / "copy.zip"])
    again = given([tmp_path / "other.zip", path])
    assert [one.sha256 for one in found] == [one.sha256 for one in again] == sorted(one.sha256 for one in found)
    assert sorted(one.licence for one in found) == ["CC BY 4.0", "CC0 1.0"]


def test_a_bundle_has_a_part_of_its_own_beside_the_others(path: Path, tmp_path: Path) -> None:
    found = given([path])
    (part,) = given_parts(found)
    assert part.path(tmp_path).name == f"windows-bundle-{found[0].sha256}-00.npz"
    assert part not in parts("windows")
    make([part], 1, tmp_path)
    material, maker = load_windows([part], tmp_path), GivenWindows(*found)
    assert len(material.images) == len(material.kinds) == len(material.turns) == WINDOWS_A_PART
    for number in (0, WINDOWS_A_PART - 1):
        window = maker.window(number)
        assert (material.images[number] == window.image).all()
        assert (material.kinds[number], material.turns[number]) == (window.kind, window.turn)


def emptied(files: Files) -> None:
    for name in [name for name in files if name.startswith("crops/")]:
        files.pop(name)
    files["labels.jsonl"] = b""


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (edit(MANIFEST, "CC0-1.0", "CC-BY-NC-4.0"), "licence 'CC-BY-NC-4.0' does not permit training"),
        (edit(MANIFEST, "CC0-1.0", ""), "licence '' does not permit training"),
        (emptied, "there is no crop in it to learn from"),
    ],
)
def test_what_may_not_or_cannot_be_trained_on_is_refused(
    path: Path, tmp_path: Path, change: Callable[[Files], None], reason: str
) -> None:
    shutil.copy(path, tmp_path / "good.zip")
    changed(path, change)
    with pytest.raises(BundleError, match=rf"b\.zip: .*{reason}"):
        given([tmp_path / "good.zip", path])
