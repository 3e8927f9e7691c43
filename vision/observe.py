"""From a part of a picture to single tiles: where each lies in its seat's frame and what its face may be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import atan2, cos, dist, log, pi, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from tablectl.table import SeenTile
from vision.classes import BACK, BLANK, FACES, INDEX, NONE, tile_of
from vision.classify import WINDOW_MM, WINDOW_PIXELS, Classifier, Face
from vision.find import MARGIN, PIXELS_PER_MM, Finder
from vision.frame import Image
from vision.layout import Layout, Point
from vision.read import ReadTile
from vision.rectify import Region, SeatView
from vision.window import Place, Windows

SAME_PLACE = 9.0
"""Two observations nearer than this are one tile, millimetres: half a tile's width."""
MOST_VIEWS = 4
"""An unsure face is looked at again so many times in all; more views of the same light teach nothing new."""
OPTIONS = 6
"""Faces named for a question."""
LEAST_OPTION = 0.001
FOUND = 0.6
"""A spot of this finder's score is a tile whatever the classifier says: a blank haku looks like none. The zone's order
decides."""
WEAK = 0.12
"""Finder's score of hardly visible tiles, such as a sideways haku between others."""
ACROSS = 0.8
"""Probability that a face lies across its window from which the tile's length is taken to run the other way."""
EVEN = 30
"""Grey levels by which the two ends of a back may differ; the top of a standing tile is half back, half body."""
MOST_SKEW = 0.12
"""Radians by which a row may lie askew."""
RIM = MARGIN / PIXELS_PER_MM
"""What lies around a region is shown to the finder, too, millimetres."""
_LEAST = 1e-6
"""Smallest probability a single view may state."""
_SAMPLE = (8, 10)
"""A tile is remembered by a sample of so many columns and rows."""
_ALIKE = 20
"""Grey levels by which a point of a sample may change while the tile is left alone: more than noise changes, less than
another face does, even 3m for 2m in dim light."""
CLIPPED = 250
"""Grey level, reached in all colours, from which a point of a sample is blown out: what is printed there is lost."""
GLARE, MORE_GLARE = 0.4, 0.25
"""Share of a sample that must be blown out for its face not to be called blank; and how much more than when a tile was
read, for the tile not to be observed."""
FACE_UP_ODDS = log(10)
"""Logarithm of how many tiles lie face up, where tiles do, for one that does not."""
BACK_SHARE = 0.1
"""A back is seen as such, whatever the light: of what the classifier gives it beside a blank face, so much counts."""
MOST_BLANK = 0.5
"""Most probability of the blank face there."""
Sample = NDArray[np.int16]


@dataclass(frozen=True, eq=False)
class TileObservation:
    """A tile as it was seen.

    `x`, `y`: centre in its seat's frame, `z`: height of its upper side, millimetres. `sideways`: its length runs along
    the x axis. `skew`: radians clockwise from the axis. `score`: the finder's, 0 to 1. `kinds`: logarithms of the
    probabilities of `CLASSES`, the mean of so many `views`. `turns`: probabilities of the face being turned by 0
    to 3 quarters clockwise against that. `sample`: how it looked.
    """

    x: float
    y: float
    z: float
    sideways: bool
    skew: float
    score: float
    kinds: NDArray[np.float64]
    turns: NDArray[np.float64]
    views: int
    sample: Sample

    @property
    def angle(self) -> float:
        """Radians of its length clockwise from the y axis."""
        return self.skew + (pi / 2 if self.sideways else 0.0)

    @cached_property
    def probabilities(self) -> NDArray[np.float64]:
        """Of the classes, given all views."""
        powers = np.exp(self.kinds - self.kinds.max())
        return np.asarray(powers / powers.sum())

    @property
    def none(self) -> float:
        """Probability that no tile lies there, in the classifier's view."""
        return float(self.probabilities[INDEX[NONE]])

    @property
    def face_down(self) -> bool:
        """Its back is up."""
        return self.face_up < 0.5

    @property
    def face_up(self) -> float:
        """Probability that it shows a face, given that it is a tile."""
        return 1 - float(self._as_tile[INDEX[BACK]])

    def among_faces(self) -> TileObservation:
        """The same where tiles lie face up, as in a river: one that shows its back is rare there, and in dim light a
        blank face looks like one."""
        kinds = self.kinds.copy()
        kinds[INDEX[BACK]] -= FACE_UP_ODDS
        return replace(self, kinds=kinds)

    @cached_property
    def colour(self) -> NDArray[np.float64]:
        """Its mean blue, green and red."""
        return np.asarray(self.sample.mean(axis=(0, 1)))

    @property
    def even(self) -> bool:
        """Both ends look alike, as those of a back do."""
        ends = self.sample[:3].mean(axis=(0, 1)) - self.sample[-3:].mean(axis=(0, 1))
        return bool(np.abs(ends).max() < EVEN)

    @property
    def best(self) -> tuple[str, float]:
        """The likeliest class of a tile and its probability."""
        shares = self._as_tile
        place = int(shares.argmax())
        return (*FACES, BACK)[place], float(shares[place])

    def seen(self, limit: float, layout: Layout, view: SeatView) -> SeenTile:
        """As a `TableSnapshot` holds it; the face is unknown below the probability `limit`."""
        at = layout.to_table(view.seat, (self.x, self.y))
        if self.face_down:
            return SeenTile(None, self.best[1], self.sideways, face_down=True, at=at)
        shares = self._as_tile[: len(FACES)]
        order = shares.argsort()[::-1][:OPTIONS]
        options = tuple(
            (tile, float(shares[place]))
            for place in order
            if shares[place] >= LEAST_OPTION and (tile := tile_of(FACES[place])) is not None
        )
        best, confidence = options[0]
        return SeenTile(best if confidence >= limit else None, confidence, self.sideways, options=options, at=at)

    @cached_property
    def _as_tile(self) -> NDArray[np.float64]:
        """Probabilities given that a tile lies there, which its place among others tells better than its looks."""
        shares = self.probabilities[: INDEX[NONE]]
        return np.asarray(shares / max(float(shares.sum()), _LEAST))


class Observer:
    """Finds and reads the tiles of regions.

    `limit`: least probability of a face to be named. `least`: mean of both networks' opinions from which a weak spot
    is a tile.
    """

    def __init__(self, finder: Finder, classifier: Classifier, layout: Layout, limit: float, least: float) -> None:
        self._finder, self._classifier, self._layout = finder, classifier, layout
        self._limit, self._least = limit, least

    def look(
        self,
        view: SeatView,
        windows: Windows,
        image: Image,
        region: Region,
        z: float,
        earlier: Iterable[TileObservation] = (),
        *,
        changed: Region | None = None,
        closely: bool = False,
    ) -> tuple[TileObservation, ...]:
        """The tiles whose centres lie in a region of a picture; looked at `closely`, the hardly visible ones too.

        Of the tiles seen `earlier` those that look as before are kept as they were, found again or not. `changed`: the
        only part of the region that needs to be looked at.
        """
        part = region if changed is None else region.overlap(changed)
        if part is None:
            return tuple(earlier)
        tiles = list(earlier)
        near = tiles if changed is None else [tile for tile in tiles if part.holds((tile.x, tile.y))]
        alike = {id(tile) for tile in self.unchanged(view, windows, near)}
        kept = [tile for tile in tiles if id(tile) in alike or all(tile is not other for other in near)]
        patch = view.rectify(image, part.grown(RIM), z)
        found = self._finder.find(patch.image, WEAK if closely else None, round(RIM * PIXELS_PER_MM))
        turns = [_wrapped(tile.angle - (pi / 2 if tile.sideways else 0.0)) for tile in found]
        turns += [tile.skew for tile in kept]
        skew = float(np.clip(np.median(turns), -MOST_SKEW, MOST_SKEW)) if turns else 0.0
        new: list[tuple[Point, bool, float]] = []
        again: dict[int, Point] = {}
        for spot in found:
            point = patch.at(spot.x, spot.y)
            place = next((place for place, old in enumerate(kept) if dist(point, (old.x, old.y)) < SAME_PLACE), None)
            if place is None:
                new.append((point, spot.sideways, spot.score))
            elif kept[place].best[1] < self._limit and kept[place].views < MOST_VIEWS:
                again[place] = point
        for place, point in again.items():
            kept[place] = self._look_again(view, windows, kept[place], point)
        return tuple(kept) + self._read(view, windows, new, z, skew)

    def look_again(
        self,
        view: SeatView,
        windows: Windows,
        image: Image,
        region: Region,
        z: float,
        believed: Iterable[TileObservation],
    ) -> tuple[TileObservation, ...]:
        """The tiles of a region as if nothing were known of it: those believed in stay where something like a tile is
        still seen, those not sure of get another look, and those missed so far are added."""
        patch = view.rectify(image, region.grown(RIM), z)
        found = self._finder.find(patch.image, WEAK, round(RIM * PIXELS_PER_MM))
        spots = [(patch.at(spot.x, spot.y), spot.sideways, spot.score) for spot in found]
        kept: list[TileObservation] = []
        for tile in believed:
            near = [point for point, _, _ in spots if dist(point, (tile.x, tile.y)) < SAME_PLACE]
            if not near:
                kept += self._read(view, windows, [((tile.x, tile.y), tile.sideways, 0.0)], z, tile.skew)
            elif tile.best[1] < self._limit and tile.views < MOST_VIEWS:
                kept.append(self._look_again(view, windows, tile, near[0]))
            else:
                kept.append(tile)
        skew = float(np.median([tile.skew for tile in kept])) if kept else 0.0
        missed = [
            spot
            for spot in spots
            if spot[2] >= self._finder.threshold and all(dist(spot[0], (tile.x, tile.y)) >= SAME_PLACE for tile in kept)
        ]
        return (*kept, *self._read(view, windows, missed, z, skew))

    def probe(
        self, view: SeatView, windows: Windows, places: Sequence[tuple[Point, bool]], z: float
    ) -> tuple[TileObservation, ...]:
        """The tiles at places where one should lie that the finder did not see; places without one are left out."""
        spots = [(point, sideways, 1 - self._least) for point, sideways in places]
        return self._read(view, windows, spots, z, 0.0)

    def _read(
        self, view: SeatView, windows: Windows, spots: Sequence[tuple[Point, bool, float]], z: float, skew: float
    ) -> tuple[TileObservation, ...]:
        tiles = self._read_as(view, windows, spots, z, skew)
        across = [place for place, tile in enumerate(tiles) if tile.turns[1] + tile.turns[3] > ACROSS]
        # The face may tell better than the finder which way a tile lies.
        turned = self._read_as(
            view, windows, [(spots[place][0], not spots[place][1], spots[place][2]) for place in across], z, skew
        )
        for place, tile in zip(across, turned, strict=True):
            if tile.turns[0] + tile.turns[2] > ACROSS:
                tiles[place] = tile
        return tuple(tile for tile in tiles if tile.score >= FOUND or (tile.score + 1 - tile.none) / 2 >= self._least)

    def _read_as(
        self, view: SeatView, windows: Windows, spots: Sequence[tuple[Point, bool, float]], z: float, skew: float
    ) -> list[TileObservation]:
        lying = [(point, z, skew + (pi / 2 if sideways else 0.0)) for point, sideways, _ in spots]
        cut = windows.cut(view.places(lying))
        tiles: list[TileObservation] = []
        for (point, sideways, score), face, window in zip(spots, self._classifier.classify(cut), cut, strict=True):
            sample = _sample(window)
            kinds = np.log(np.maximum(_seen(face.kinds, sample), _LEAST))
            tiles.append(TileObservation(*point, z, sideways, skew, score, kinds, face.turns, 1, sample))
        return tiles

    def unchanged(self, view: SeatView, windows: Windows, earlier: Iterable[TileObservation]) -> list[TileObservation]:
        """Those of some tiles that lie and look as before, or cannot be seen for glare."""
        tiles = list(earlier)
        cut = windows.cut(places_of(view, tiles))
        return [tile for tile, window in zip(tiles, cut, strict=True) if _stays(tile.sample, _sample(window))]

    def _look_again(self, view: SeatView, windows: Windows, tile: TileObservation, point: Point) -> TileObservation:
        """Add a view from where the tile was found this time."""
        cut = windows.cut(view.places([(point, tile.z, tile.angle)]))
        shares = _seen(self._classifier.classify(cut)[0].kinds, _sample(cut[0]))
        kinds = (tile.kinds * tile.views + np.log(np.maximum(shares, _LEAST))) / (tile.views + 1)
        return replace(tile, kinds=kinds, views=tile.views + 1)


def places_of(view: SeatView, tiles: Iterable[TileObservation]) -> list[Place]:
    """Where tiles lie in the picture."""
    return view.places(((tile.x, tile.y), tile.z, tile.angle) for tile in tiles)


def outline(view: SeatView, tile: TileObservation) -> ReadTile:
    """A tile for drawing on the picture."""
    return ReadTile.of(places_of(view, [tile])[0], Face(tile.probabilities, tile.turns))


def _wrapped(angle: float) -> float:
    """The same direction of a line within a quarter turn of zero."""
    return atan2(sin(2 * angle), cos(2 * angle)) / 2


def _sample(window: Image) -> Sample:
    """The tile in the middle of a window, coarsely."""
    scale = WINDOW_PIXELS / WINDOW_MM
    half_width, half_length = round(8.5 * scale), round(11.5 * scale)  # without its rim
    middle = WINDOW_PIXELS // 2
    tile = window[middle - half_length : middle + half_length, middle - half_width : middle + half_width]
    return cv2.resize(tile, _SAMPLE, interpolation=cv2.INTER_AREA).astype(np.int16)


def _stays(then: Sample, now: Sample) -> bool:
    """Whether a tile that looked so is still there: it looks alike, or glare covers it."""
    return bool(np.abs(then - now).max() < _ALIKE) or _glare(now) - _glare(then) > MORE_GLARE


def _glare(sample: Sample) -> float:
    """The share that is blown out."""
    return float((sample.min(axis=2) >= CLIPPED).mean())


def _seen(kinds: NDArray[np.float64], sample: Sample) -> NDArray[np.float64]:
    """Probabilities of the classes, glare not taken for a blank face, nor that for a back."""
    blank = INDEX[BLANK]
    kinds, both, back = kinds.copy(), kinds[blank] + kinds[INDEX[BACK]], BACK_SHARE * kinds[INDEX[BACK]]
    kinds[INDEX[BACK]] = both * back / max(back + kinds[blank], _LEAST)
    kinds[blank] = both - kinds[INDEX[BACK]]
    if kinds[blank] <= MOST_BLANK or _glare(sample) < GLARE:
        return kinds
    others = np.ones(len(kinds)) / (len(kinds) - 1)
    others[blank] = 0
    return np.asarray((1 - MOST_BLANK) * others + MOST_BLANK * (np.arange(len(kinds)) == blank))
