"""Tiles in any picture: of unknown scale, any rotation, squeezed or slightly slanting, with or without markers.

Where the table's markers are seen they tell size and slant (`vision.overhead`). Otherwise, for the finder knows tiles
of one size only, the picture is shown to it in several sizes and squeezes (`vision.view`), and the classifier judges
which view is right: in a wrong one the finder's peaks are no tiles, or badly cut ones. The best view is refined, its
neighbours in size add tiles that lie nearer or farther, and overlapping finds are settled by confidence.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tablectl.table import SURE
from vision.census import ANY_SET, resolve
from vision.classes import BACK, NONE
from vision.classify import Classifier, Face
from vision.condition import complaint
from vision.evidence import FEW, shows_tiles
from vision.find import PIXELS_PER_MM, Finder, Found
from vision.frame import Image
from vision.layout import DEFAULT_LAYOUT
from vision.markers import Markers, covers, find_markers
from vision.models import load_model
from vision.overhead import Overhead
from vision.settle import Candidate, settle, straighten
from vision.view import SQUEEZES, View, views
from vision.window import Corners, Place, Windows

SIZES, BEST_SIZES = 9, 4
"""So many sizes with the strongest peaks are judged by the classifier; so many of them are tried in every squeeze."""
PROMISING = 8
"""So many of those views are judged by the classifier."""
SAMPLE = 16
"""So many peaks of a view are judged; the rest count as much as these do on average."""
SIZE_WEIGHT = 1.5
"""Tiles count by their length in the picture to this power; 1 favours pips, 2 (the area) a few chance finds."""
BACK_WEIGHT = 0.1
"""A back counts so much of a face in the choice of the view: at some size any plain rectangle looks like one."""
BEST_WEIGHT = 0.1
"""The best find of a view counts so much."""
MOST_TILES = 250
"""The peaks of a view that are looked at, the best ones: a full set is 136 tiles."""
CLIMB = (1.1, 1.05)
"""Steps in size and squeeze by which the best view is refined."""
NEARER = (1.0, 1 / 1.15, 1.15, 1 / 1.32, 1.32)
"""Sizes about the best one in which tiles are looked for, since a slanting picture shows some tiles larger."""
NO_TILE = "no tile is seen: show tiles with their faces up, not smaller than 16 pixels across"
CLOSE_UPS = (1.0, 0.94, 0.88)
"""Parts of the picture's sides that such a tile may take."""


@dataclass(frozen=True, slots=True)
class ReadTile:
    """A tile read from a picture.

    `name`: its class, see `vision.classes`. `score`: the probability of that class. `polygon`: the outline of its face
    in pixels, clockwise from the corner that is top left when the face stands upright.
    """

    name: str
    score: float
    polygon: Corners

    @property
    def centre(self) -> tuple[float, float]:
        """Middle of the outline."""
        return sum(x for x, _ in self.polygon) / 4, sum(y for _, y in self.polygon) / 4

    @classmethod
    def of(cls, place: Place, face: Face) -> ReadTile:
        """What a window at a place showed, as it lies in the picture.

        The place says which way the long side runs, so the face stands upright in the window or on its head.
        """
        head = 2 if face.turns[2] > face.turns[0] else 0
        first, second, third, fourth = place.corners[head:] + place.corners[:head]
        return cls(face.name, face.score, (first, second, third, fourth))

    @property
    def turn(self) -> int:
        """Quarter turns clockwise of the face against upright in the picture, 0 to 3."""
        first, second, _, fourth = self.polygon
        right = second[0] - first[0], second[1] - first[1]
        down = fourth[0] - first[0], fourth[1] - first[1]
        slant = math.atan2(right[1] - down[0], right[0] + down[1])  # the mean of both sides' turning
        return round(slant / (math.pi / 2)) % 4

    def to_json(self) -> dict[str, Any]:
        """As printed by `tablectl read --json`."""
        polygon = [[round(x, 1), round(y, 1)] for x, y in self.polygon]
        return {"class": self.name, "score": round(self.score, 4), "polygon": polygon, "turn": self.turn}


@dataclass(frozen=True, slots=True)
class PhotoReading:
    """Everything read from one picture of so many pixels; tiles from top to bottom, left to right.

    `remark`: what is wrong with the picture, in plain words; None for a good one.
    """

    width: int
    height: int
    tiles: tuple[ReadTile, ...]
    remark: str | None = None

    def to_json(self, image: str) -> dict[str, Any]:
        """As printed by `tablectl read --json`; `image` names the picture."""
        tiles = [tile.to_json() for tile in self.tiles]
        return {"image": image, "width": self.width, "height": self.height, "tiles": tiles, "remark": self.remark}


class Reader:
    """Reads photographs with a finder and a classifier (by default the shipped ones).

    `tiles`: how many of each face the set on the table has, see `vision.census`.
    """

    def __init__(
        self,
        finder: Finder | None = None,
        classifier: Classifier | None = None,
        tiles: Mapping[str, int] = ANY_SET,
    ) -> None:
        self._finder = finder or Finder()
        self._classifier = classifier or Classifier()
        self._tiles = tiles

    @classmethod
    def of(cls, models: Path) -> Reader:
        """With the networks of a folder. Raises `ModelError`."""
        return cls(Finder(load_model("finder", models)), Classifier(load_model("classifier", models)))

    def read(self, image: Image) -> PhotoReading:
        """All tiles in a picture; none, with a remark, if it shows none.

        Where the table's markers are seen, the picture is read as from straight above and at a known scale.
        """
        height, width = image.shape[:2]
        fault = complaint(image)
        if fault is not None and fault.hopeless:
            return PhotoReading(width, height, (), fault.text)
        markers = find_markers(image)
        overhead = Overhead.of(image, markers)
        tiles = self._from_above(overhead) if overhead else self._from_anywhere(image, markers, fault is not None)
        remark = fault.text if fault else None if tiles else NO_TILE
        return PhotoReading(width, height, tuple(sorted(tiles, key=lambda tile: tile.centre[::-1])), remark)

    def _from_anywhere(self, image: Image, markers: Markers, faulty: bool) -> list[ReadTile]:
        look = _Look(image, self._finder, self._classifier, self._tiles)
        tiles = look.tiles()
        sure = {tile.name for tile in tiles if tile.score >= SURE and tile.name != BACK}
        if len(sure) < FEW and (one := look.close_up()):
            # A single tile that fills the picture: what was read are its pips, much the same all of them.
            return one
        if not shows_tiles(((tile.name, tile.score) for tile in tiles), faulty):
            return []
        return [tile for tile in tiles if not any(covers(marker, tile.centre) for marker in markers.values())]

    def _from_above(self, overhead: Overhead) -> list[ReadTile]:
        look = _Look(overhead.image, self._finder, self._classifier, self._tiles)
        view = View.of(PIXELS_PER_MM / overhead.scale, 1.0)
        tiles = [replace(tile, polygon=overhead.to_photo(tile.polygon)) for tile in look.tiles(view)]
        return [tile for tile in tiles if overhead.may_hold(tile.centre)]


class _Look:
    """One picture being looked at; remembers what each view showed."""

    def __init__(self, image: Image, finder: Finder, classifier: Classifier, tiles: Mapping[str, int]) -> None:
        self._image, self._tiles = image, tiles
        self._windows = Windows(image)
        self._finder = finder
        self._classifier = classifier
        self._found: dict[View, tuple[Found, ...]] = {}
        self._worth: dict[View, float] = {}

    def tiles(self, view: View | None = None) -> list[ReadTile]:
        """What is there, seen about as in `view` (by default the best one)."""
        view = view or self.best_view()
        seen = [candidate for step in NEARER for candidate in self.at(view.scaled(step, step))] if view else []
        places = straighten(settle(seen))
        faces = resolve(self._classifier.classify(self._windows.cut(places)), self._tiles)
        return [ReadTile.of(place, face) for place, face in zip(places, faces, strict=True) if face.name != NONE]

    def close_up(self) -> list[ReadTile]:
        """The one tile that fills the picture, upright or sideways; none where that is not sure."""
        height, width = self._image.shape[:2]
        places: list[Place] = []
        for part in CLOSE_UPS:
            across, along = part / DEFAULT_LAYOUT.tile_width, part / DEFAULT_LAYOUT.tile_length
            places += (
                Place(width / 2, height / 2, (width * across, 0.0), (0.0, height * along)),
                Place(width / 2, height / 2, (0.0, height * across), (-width * along, 0.0)),
            )
        seen = zip(places, self._classifier.classify(self._windows.cut(places)), strict=True)
        faces = [(place, face) for place, face in seen if face.name not in (NONE, BACK) and face.score >= SURE]
        return [ReadTile.of(*max(faces, key=lambda found: found[1].score))] if faces else []

    def best_view(self) -> View | None:
        """The view whose peaks are worth most; None if none shows a tile."""
        height, width = self._image.shape[:2]
        strong = sorted(views(width, height), key=self.promise, reverse=True)[:SIZES]
        sizes = sorted(strong, key=self.worth, reverse=True)[:BEST_SIZES]
        squeezed = {view.squeezed(squeeze) for view in sizes for squeeze in SQUEEZES}
        promising = sorted(squeezed, key=self.promise, reverse=True)[:PROMISING]
        best = max(promising, key=self.worth, default=None)
        if best is None or not self.worth(best):
            return None
        for step in CLIMB:
            for x, y in ((step, step), (step, 1 / step)):
                best = max((best, best.scaled(x, y), best.scaled(1 / x, 1 / y)), key=self.worth)
        return best

    def find(self, view: View) -> tuple[Found, ...]:
        """The finder's peaks in a view."""
        if view not in self._found:
            self._found[view] = self._finder.find(view.of_picture(self._image))[:MOST_TILES]
        return self._found[view]

    def promise(self, view: View) -> float:
        """What the finder alone thinks of a view; see `worth`."""
        return float(sum(peak.score**2 for peak in self.find(view)) / view.size**SIZE_WEIGHT)

    def worth(self, view: View) -> float:
        """What the peaks of a view are worth together, judged by a sample of them.

        Larger tiles count more: a picture enlarged too much shows many corners and pips that look a little like tiles,
        one shrunk too much has few places where anything could be seen. The best one counts little: a single find is
        easily chance, and one tile alone that fills the picture is looked for apart. Sure ones count far more than
        unsure ones, of which any view has some.
        """
        if view not in self._worth:
            found = self.find(view)
            sample = found[:: max(1, len(found) // SAMPLE)]
            judged = self._judge(view, sample)
            worths = [seen.worth**2 * (BACK_WEIGHT if seen.face.name == BACK else 1.0) for seen in judged]
            worth = (sum(worths) - (1 - BEST_WEIGHT) * max(worths, default=0.0)) * len(found) / max(len(sample), 1)
            self._worth[view] = worth / view.size**SIZE_WEIGHT
        return self._worth[view]

    def at(self, view: View) -> list[Candidate]:
        """Every peak in a view with its face."""
        return self._judge(view, self.find(view))

    def _judge(self, view: View, found: Sequence[Found]) -> list[Candidate]:
        places = [view.place(peak) for peak in found]
        faces = self._classifier.classify(self._windows.cut(places))
        return [Candidate(view, peak, face) for peak, face in zip(found, faces, strict=True)]
