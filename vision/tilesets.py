"""Learnt tile sets, kept by name: one file a set with the windows it was learnt from and what was learnt.

What was learnt holds for one network. The windows are kept too, so that a set needs not be photographed again when the
network changes: it is learnt anew from them.
"""

from __future__ import annotations

import json
import os
import re
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablectl.home import data_folder
from vision.classes import FACES
from vision.classify import WINDOW_PIXELS, Classifier
from vision.enrol import EnrolError, TileSet
from vision.frame import Image
from vision.selftest import gathered

FORMAT = 1
"""Version of the files written here."""
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")
ENDING = ".npz"


class TileSetError(ValueError):
    """A set that cannot be had; the text says why and what to do."""


@dataclass(frozen=True, slots=True, eq=False)
class StoredSet:
    """A set with its origin.

    `pictures`: the window of each face in each picture. `learnt`: from them, by the network with SHA-256 `network`.
    `right`: share of the views of its self-test that it read right.
    """

    name: str
    enrolled: date
    pictures: tuple[Mapping[str, Image], ...]
    learnt: TileSet
    network: str
    right: float

    def to_json(self) -> dict[str, Any]:
        """For `tablectl enrol --list --json`."""
        return {
            "name": self.name,
            "enrolled": self.enrolled.isoformat(),
            "pictures": len(self.pictures),
            "faces": len(self.learnt.faces),
            "red_fives": [face for face in self.learnt.faces if face[0] == "0"],
            "right": round(self.right, 4),
            "network": self.network,
        }


class TileSets:
    """The sets in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @classmethod
    def of_user(cls) -> TileSets:
        """Those of this user."""
        return cls(data_folder(os.environ) / "tile-sets")

    def names(self) -> tuple[str, ...]:
        """Of all sets, in alphabetical order."""
        files = self._folder.glob(f"*{ENDING}")
        return tuple(sorted(path.stem for path in files if NAME.fullmatch(path.stem)))

    def path(self, name: str) -> Path:
        """The file of a set. Raises `TileSetError` for a name that is none."""
        if not NAME.fullmatch(name):
            raise TileSetError(
                f"{name!r} is no name for a tile set: use 1 to 40 letters a-z, digits, - and _, the first one a letter "
                "or digit"
            )
        return self._folder / f"{name}{ENDING}"

    def save(self, stored: StoredSet) -> None:
        """Write a set, in place of one of the same name. Raises `TileSetError`."""
        path = self.path(stored.name)
        shown = [(face, number, shown[face]) for number, shown in enumerate(stored.pictures) for face in shown]
        about = {
            "format": FORMAT,
            "enrolled": stored.enrolled.isoformat(),
            "network": stored.network,
            "right": stored.right,
        }
        unfinished = path.with_suffix(".part")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with unfinished.open("wb") as file:
                np.savez_compressed(
                    file,
                    about=np.array(json.dumps(about)),
                    windows=np.stack([window for _, _, window in shown]),
                    faces=np.array([face for face, _, _ in shown]),
                    pictures=np.array([number for _, number, _ in shown]),
                    learnt=np.array(stored.learnt.faces),
                    means=stored.learnt.means,
                    precision=stored.learnt.precision,
                )
                file.flush()
                os.fsync(file.fileno())
            unfinished.replace(path)
        except OSError as error:
            raise TileSetError(f"{path}: cannot be written ({error.strerror})") from error

    def load(self, name: str, classifier: Classifier) -> StoredSet:
        """A set for a classifier, learnt anew if its network is another one. Raises `TileSetError`."""
        path = self.path(name)
        if not path.is_file():
            known = ", ".join(self.names()) or "none yet"
            raise TileSetError(f"no tile set {name!r} is enrolled (there are: {known}); see tablectl enrol --help")
        try:
            with path.open("rb") as file, np.load(file, allow_pickle=False) as content:
                stored = _stored(name, {key: content[key] for key in content.files})
        except (OSError, EOFError, ValueError, KeyError, TypeError, zipfile.BadZipFile) as error:
            raise TileSetError(f"{path}: damaged or of another version ({error}); enrol the set again") from error
        if stored.network == classifier.network:
            return stored
        try:
            learnt = TileSet.learn(classifier, gathered(stored.pictures))
        except EnrolError as error:
            raise TileSetError(f"tile set {name!r} cannot be learnt by the new network: {error}") from error
        return StoredSet(name, stored.enrolled, stored.pictures, learnt, classifier.network, stored.right)

    def classifier(self, name: str) -> Classifier:
        """The shipped classifier, taught a set; without a name it knows none. Raises `TileSetError`, `ModelError`."""
        classifier = Classifier()
        if name:
            classifier.tile_set = self.load(name, classifier).learnt
        return classifier

    def delete(self, name: str) -> None:
        """Forget a set. Raises `TileSetError` when there is none."""
        try:
            self.path(name).unlink()
        except FileNotFoundError:
            raise TileSetError(f"no tile set {name!r} is enrolled") from None


def _stored(name: str, content: Mapping[str, NDArray[Any]]) -> StoredSet:
    """Raises `KeyError`, `TypeError` or `ValueError` for content that was not written here."""
    about = json.loads(str(content["about"]))
    if about["format"] != FORMAT:
        raise ValueError(f"format {about['format']}, expected {FORMAT}")
    windows, faces, numbers = content["windows"], content["faces"].tolist(), content["pictures"].tolist()
    learnt = tuple(content["learnt"].tolist())
    expected = (len(faces), WINDOW_PIXELS, WINDOW_PIXELS, 3)
    if windows.shape != expected or windows.dtype != np.uint8 or not {*faces, *learnt} <= set(FACES):
        raise ValueError("not windows of tiles")
    pictures: list[dict[str, Image]] = [{} for _ in range(max(numbers) + 1)]
    for window, face, number in zip(windows, faces, numbers, strict=True):
        pictures[number][face] = window
    tile_set = TileSet(learnt, content["means"].astype(np.float64), content["precision"].astype(np.float64))
    return StoredSet(
        name,
        date.fromisoformat(about["enrolled"]),
        tuple(pictures),
        tile_set,
        str(about["network"]),
        float(about["right"]),
    )
