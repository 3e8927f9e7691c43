"""Birds for 1s put together from parts: a pose, a tail, wings, a crest, a ground and a manner of filling."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from vision.render.canvas import TALL, Canvas, Colour, Point, around, bezier


@dataclass(frozen=True, slots=True)
class Pose:
    """Where the parts of a bird that faces right are, in canvas units; angles in degrees clockwise from the right."""

    body: Point
    lean: float
    """Direction from tail to breast."""
    head: Point
    bend: Point
    """The neck curves by this point."""
    beak: float
    """Direction of the beak."""
    tail: float
    """Direction of the tail's feathers."""
    reach: float
    """Length of the tail's feathers."""


POSES: dict[str, Pose] = {
    "standing": Pose((0.52, 0.74), -25, (0.76, 0.34), (0.8, 0.56), 10, 195, 0.42),
    "looking back": Pose((0.5, 0.8), -30, (0.46, 0.32), (0.8, 0.48), 185, 215, 0.42),
    "stooping": Pose((0.5, 0.66), 40, (0.74, 0.98), (0.72, 0.8), 60, 225, 0.5),
    "rising": Pose((0.5, 0.68), -55, (0.66, 0.26), (0.62, 0.44), -30, 115, 0.48),
    "diving": Pose((0.5, 0.6), 55, (0.62, 0.96), (0.62, 0.8), 70, 240, 0.52),
    "perched": Pose((0.52, 0.62), -80, (0.6, 0.26), (0.58, 0.42), 20, 100, 0.5),
    "gliding": Pose((0.46, 0.68), -35, (0.76, 0.46), (0.68, 0.56), -25, 150, 0.4),
    "before its tail": Pose((0.5, 0.86), -60, (0.56, 0.5), (0.6, 0.7), 15, 265, 0.6),
}


@dataclass(slots=True, eq=False)
class _Sketch:
    """A bird while it is drawn: parts are placed facing right and mirrored when it faces left."""

    canvas: Canvas
    rng: np.random.Generator
    pose: Pose
    mirrored: bool
    size: float
    inks: tuple[Colour, Colour, Colour]
    filling: str

    def at(self, point: Point) -> Point:
        x = 0.5 + (point[0] - 0.5) * self.size
        return 1 - x if self.mirrored else x, TALL / 2 + (point[1] - TALL / 2) * self.size

    def turn(self, angle: float) -> float:
        return 180 - angle if self.mirrored else angle

    def disc(self, centre: Point, radius: float, ink: int | None) -> None:
        self.canvas.disc(self.at(centre), radius * self.size, None if ink is None else self.inks[ink])

    def ring(self, centre: Point, radius: float, ink: int) -> None:
        self.canvas.ring(self.at(centre), radius * self.size, 0.02, self.inks[ink])

    def stroke(self, points: list[Point], widths: tuple[float, float], ink: int) -> None:
        self.canvas.stroke([self.at(point) for point in points], widths, self.inks[ink])

    def line(self, points: list[Point], thickness: float, ink: int | None) -> None:
        self.canvas.line([self.at(point) for point in points], thickness, None if ink is None else self.inks[ink])

    def polygon(self, points: list[Point], ink: int) -> None:
        """Filled, or its outline alone, by the manner of filling."""
        corners = [self.at(point) for point in points]
        if self.filling == "outline":
            self.canvas.polygon(corners, None)
            self.canvas.line(corners, 0.024, self.inks[ink], closed=True)
        else:
            self.canvas.polygon(corners, self.inks[ink])

    def leaf(self, root: Point, angle: float, length: float, width: float, ink: int) -> None:
        """A pointed oval from its root outwards, with a vein."""
        tip = around(root, length, (angle,))[0]
        sides = [around(around(root, length * 0.5, (angle,))[0], width, (angle + turn,))[0] for turn in (-90, 90)]
        self.polygon([*bezier([root, sides[0], tip], 12), *bezier([tip, sides[1], root], 12)], ink)
        if self.filling == "striped":
            self.line([around(root, length * 0.2, (angle,))[0], around(root, length * 0.8, (angle,))[0]], 0.018, None)

    @property
    def rump(self) -> Point:
        return around(self.pose.body, 0.13, (self.pose.lean + 180,))[0]


Part = Callable[[_Sketch], None]


def _spread(sketch: _Sketch, count: int, width: float) -> list[float]:
    return [float(angle) for angle in sketch.pose.tail + np.linspace(-width / 2, width / 2, count)]


def _fan(sketch: _Sketch) -> None:
    """Feathers with an eye at each tip."""
    for place, angle in enumerate(_spread(sketch, int(sketch.rng.integers(5, 10)), 110)):
        tip = around(sketch.rump, sketch.pose.reach, (angle,))[0]
        sketch.line([sketch.rump, tip], 0.022, place % 2)
        sketch.disc(tip, 0.062, 1 - place % 2)
        sketch.disc(tip, 0.028, 2 if place % 3 else None)


def _cluster(sketch: _Sketch) -> None:
    """A round tail full of rings."""
    middle = around(sketch.rump, sketch.pose.reach * 0.72, (sketch.pose.tail,))[0]
    radius = sketch.pose.reach * 0.62
    sketch.disc(middle, radius + 0.03, 0)
    sketch.disc(middle, radius, None)
    for share, count in ((0.86, 12), (0.5, 7), (0.0, 1)):
        for point in around(middle, radius * share, np.arange(count) * 360 / count):
            sketch.ring(point, 0.042, 0)
            if sketch.filling != "outline":
                sketch.disc(point, 0.018, int(share > 0.6) + 1)


def _streamers(sketch: _Sketch) -> None:
    """Long curling ribbons."""
    bow = float(sketch.rng.choice([-50, 50]))
    for place, angle in enumerate(_spread(sketch, int(sketch.rng.integers(3, 6)), 60)):
        bends = [around(sketch.rump, sketch.pose.reach * s, (angle + t,))[0] for s, t in ((0.6, bow), (1.25, -10.0))]
        sketch.stroke([sketch.rump, *bends], (0.06, 0.02), (0, 2, 1)[place % 3])


def _sickle(sketch: _Sketch) -> None:
    """Feathers that rise and fall over."""
    for place in range(int(sketch.rng.integers(3, 6))):
        angle = sketch.pose.tail + 50 - 6 * place
        top = around(sketch.rump, sketch.pose.reach * (1.1 - 0.1 * place), (angle,))[0]
        end = around(sketch.rump, sketch.pose.reach * (1.0 - 0.08 * place), (sketch.pose.tail - 30 + 5 * place,))[0]
        sketch.stroke([sketch.rump, top, end], (0.07, 0.025), place % 2)


def _fork(sketch: _Sketch) -> None:
    for ink, angle in enumerate((sketch.pose.tail - 14, sketch.pose.tail + 14)):
        sketch.leaf(sketch.rump, angle, sketch.pose.reach * 1.1, 0.07, ink)


def _wedge(sketch: _Sketch) -> None:
    """A broad barred tail."""
    ends = around(sketch.rump, sketch.pose.reach, [sketch.pose.tail + turn for turn in (-24, -8, 8, 24)])
    sketch.polygon([sketch.rump, *ends], 1)
    for share in (0.45, 0.65, 0.85):
        bar = around(sketch.rump, sketch.pose.reach * share, (sketch.pose.tail - 20, sketch.pose.tail + 20))
        sketch.line(bar, 0.025, 0 if sketch.filling == "outline" else None)


def _plumes(sketch: _Sketch) -> None:
    """Stalks with rings."""
    for place, angle in enumerate(_spread(sketch, int(sketch.rng.integers(4, 7)), 95)):
        bend = around(sketch.rump, sketch.pose.reach * 0.6, (angle + 25,))[0]
        tip = around(sketch.rump, sketch.pose.reach * 1.05, (angle,))[0]
        sketch.stroke([sketch.rump, bend, tip], (0.04, 0.022), (0, 1, 2)[place % 3])
        sketch.ring(tip, 0.045, (1, 0)[place % 2])


def _long_leaf(sketch: _Sketch) -> None:
    """One or two long feathers, red between others."""
    sketch.leaf(sketch.rump, sketch.pose.tail + 16, sketch.pose.reach * 0.9, 0.09, 0)
    sketch.leaf(sketch.rump, sketch.pose.tail - 4, sketch.pose.reach * 1.2, 0.1, 2)


TAILS: dict[str, Part] = {
    "fan": _fan, "cluster": _cluster, "streamers": _streamers, "sickle": _sickle, "fork": _fork, "wedge": _wedge,
    "plumes": _plumes, "long leaf": _long_leaf,
}  # fmt: skip


def _folded(sketch: _Sketch) -> None:
    body, lean = sketch.pose.body, sketch.pose.lean
    root = around(body, 0.08, (lean,))[0]
    sketch.leaf(root, lean + 172, 0.3, 0.13, 1)
    for place in range(3):
        mark = around(root, 0.08 + 0.06 * place, (lean + 172,))[0]
        sketch.line(around(mark, 0.04, (lean - 60, lean + 100)), 0.016, 0 if sketch.filling == "outline" else None)


def _raised(sketch: _Sketch) -> None:
    """Flight feathers standing up."""
    for place in range(int(sketch.rng.integers(4, 7))):
        sketch.leaf(sketch.pose.body, -75 - 19 * place, 0.42 - 0.03 * place, 0.055, place % 2)


def _open(sketch: _Sketch) -> None:
    """One wing to either side of the body."""
    for side in (-1, 1):
        for place in range(4):
            angle = sketch.pose.lean + side * (62 + 17 * place)
            sketch.leaf(sketch.pose.body, angle, 0.42 - 0.05 * place, 0.05, (0, 1)[place % 2])


def _pointed(sketch: _Sketch) -> None:
    """Two narrow wings, a swift's."""
    for side, ink in ((-1, 0), (1, 1)):
        angle = sketch.pose.lean + side * 100
        bend = around(sketch.pose.body, 0.26, (angle - side * 35,))[0]
        sketch.stroke([sketch.pose.body, bend, around(sketch.pose.body, 0.46, (angle,))[0]], (0.15, 0.015), ink)


def _comma(sketch: _Sketch) -> None:
    """A curled wing on the body."""
    body, lean = sketch.pose.body, sketch.pose.lean
    sketch.stroke([around(body, 0.08, (lean,))[0], *around(body, 0.2, (lean - 110, lean + 170))], (0.12, 0.03), 1)
    sketch.disc(around(body, 0.04, (lean,))[0], 0.035, 2)


WINGS: dict[str, Part] = {"folded": _folded, "raised": _raised, "open": _open, "pointed": _pointed, "comma": _comma}


def _no_part(sketch: _Sketch) -> None:
    """Nothing there."""


def _beads(sketch: _Sketch) -> None:
    for angle in (-40, 0, 40):
        tip = around(sketch.pose.head, 0.14, (sketch.pose.beak - 100 + angle,))[0]
        sketch.line([sketch.pose.head, tip], 0.013, 0)
        sketch.disc(tip, 0.022, 2)


def _comb(sketch: _Sketch) -> None:
    for angle in (-40, 0, 40):
        sketch.disc(around(sketch.pose.head, 0.085, (sketch.pose.beak - 95 + angle,))[0], 0.04, 2)


def _lock(sketch: _Sketch) -> None:
    """A long feather from the nape."""
    head, back = sketch.pose.head, sketch.pose.beak + 180
    bend = around(head, 0.14, (back + 35,))[0]
    sketch.stroke([head, bend, around(head, 0.24, (back,))[0]], (0.05, 0.015), 2)


CRESTS: dict[str, Part] = {"none": _no_part, "beads": _beads, "comb": _comb, "lock": _lock}


def _legs(sketch: _Sketch) -> None:
    x, y = sketch.pose.body
    for shift in (-0.06, 0.05):
        foot = x + shift + 0.02, min(y + 0.4, 1.22)
        sketch.line([(x + shift, y + 0.1), foot], 0.02, 2)
        for toe in (-0.06, 0, 0.06):
            sketch.line([foot, (foot[0] + toe, foot[1] + 0.04)], 0.015, 2)


def _twig(sketch: _Sketch) -> None:
    y = min(sketch.pose.body[1] + 0.38, 1.2)
    sketch.stroke([(0.1, y + 0.08), (0.5, y - 0.02), (0.92, y + 0.05)], (0.05, 0.025), 0)
    for x, angle in ((0.2, -40), (0.75, -140), (0.86, 40)):
        sketch.leaf((x, y), angle, 0.13, 0.05, 1)


def _rock(sketch: _Sketch) -> None:
    _legs(sketch)
    for x, radius in ((0.3, 0.1), (0.5, 0.14), (0.7, 0.09)):
        sketch.disc((x, 1.3), radius, 0)


def _trailing(sketch: _Sketch) -> None:
    """Legs stretched behind in flight."""
    for turn in (12, 28):
        foot = around(sketch.pose.body, 0.42, (sketch.pose.lean + 180 - turn,))[0]
        sketch.line([sketch.pose.body, foot], 0.02, 2)


GROUNDS: dict[str, Part] = {"none": _no_part, "legs": _legs, "twig": _twig, "rock": _rock, "trailing": _trailing}
FILLINGS = ("solid", "solid", "striped", "outline")


@dataclass(frozen=True, slots=True)
class Plumage:
    """A bird by the names of its parts; calling it draws it (`vision.render.birds.Bird`)."""

    pose: str
    tail: str
    wing: str
    crest: str
    ground: str
    filling: str
    mirrored: bool

    def __call__(self, canvas: Canvas, rng: np.random.Generator, first: Colour, second: Colour, red: Colour) -> None:
        pose = POSES[self.pose]
        inks = first, second, red
        sketch = _Sketch(canvas, rng, pose, self.mirrored, 0.6, inks, self.filling)
        GROUNDS[self.ground](sketch)
        TAILS[self.tail](sketch)
        if self.wing in ("raised", "open", "pointed"):
            WINGS[self.wing](sketch)
        self._trunk(sketch)
        if self.wing in ("folded", "comma"):
            WINGS[self.wing](sketch)
        CRESTS[self.crest](sketch)
        self._head(sketch)
        canvas.fit(float(rng.uniform(0.04, 0.12)))

    def _trunk(self, sketch: _Sketch) -> None:
        pose, rng = sketch.pose, sketch.rng
        half, thick = float(rng.uniform(0.17, 0.22)), float(rng.uniform(0.1, 0.14))
        turn = math.radians(pose.lean)
        outline = [
            (
                pose.body[0] + half * x * math.cos(turn) - thick * y * math.sin(turn),
                pose.body[1] + half * x * math.sin(turn) + thick * y * math.cos(turn),
            )
            for x, y in around((0.0, 0.0), 1.0, range(0, 360, 12))
        ]
        breast = around(pose.body, half * 0.6, (pose.lean,))[0]
        sketch.stroke([breast, pose.bend, pose.head], (0.15, 0.08), 0)
        sketch.polygon(outline, 0)
        if sketch.filling == "striped":
            for share in (-0.5, 0.0, 0.5):
                middle = around(pose.body, half * share, (pose.lean,))[0]
                sketch.line(around(middle, thick * 0.7, (pose.lean - 90, pose.lean + 90)), 0.02, None)

    def _head(self, sketch: _Sketch) -> None:
        head, beak = sketch.pose.head, sketch.pose.beak
        sketch.disc(head, 0.075, 0 if self.crest == "comb" else 1)
        tip = around(head, float(sketch.rng.uniform(0.15, 0.2)), (beak,))[0]
        sides = around(head, 0.065, (beak - 35, beak + 35))
        sketch.canvas.polygon([sketch.at(point) for point in (sides[0], tip, sides[1])], sketch.inks[2])
        eye = around(head, 0.02, (beak - 60,))[0]
        sketch.disc(eye, 0.028, None)
        sketch.disc(eye, 0.013, 0)


def random_plumage(rng: np.random.Generator) -> Plumage:
    """A bird of any parts that go together."""
    names = [str(rng.choice(sorted(part))) for part in (POSES, TAILS, WINGS, CRESTS)]
    flying = names[0] in ("rising", "diving", "gliding") or names[2] in ("open", "pointed")
    ground = str(rng.choice(("none", "trailing") if flying else ("legs", "legs", "twig", "rock")))
    filling = FILLINGS[int(rng.integers(len(FILLINGS)))]
    return Plumage(names[0], names[1], names[2], names[3], ground, filling, bool(rng.random() < 0.5))
