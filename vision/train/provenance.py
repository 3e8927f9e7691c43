"""Everything the networks learned from, with its licence: the list that the model cards show.

`python -m vision.train.provenance classifier` prints the table of a card; a test compares. What the training left out
or added is named behind it.
"""

from __future__ import annotations

import argparse
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from vision.render.fonts import FONTS
from vision.train.data import DRAWN as DRAWN_PARTS
from vision.train.data import SCENE_PARTS, TABLE_SHARE, WINDOW_PARTS
from vision.train.given import given
from vision.train.sources import ART, ART_COUNTS, DRAWN, PHOTOS

FREE = ("this project, MIT", "MIT", "CC0 1.0", "CC BY 4.0", "SIL OFL 1.1", "public domain")
"""Licences under which weights may be trained and given away."""
ORIGINS = {
    "fluffystuff-regular": "FluffyStuff riichi-mahjong-tiles",
    "hongkong-samoheen": "samoheen mahjong-tiles",
    "font-noto-symbols2": "Noto Sans Symbols 2",
    "riichi-box": "alanchoi00/mahjong_detection",
    "green-table-hands": "alanchoi00/mahjong_detection; Roboflow riichimahjongdetection/chinese-mahjong-detection v4",
    "riichi-standing": "leo-miura-robot/mahjong-detect; Roboflow leomiurarobot/mahjong-bmblq v4/v5",
    "macro-crops": "Cyfef/Detection-of-mahjong-tiles-and-determination-of-winning-cards",
}
"""Who made the art and photographs."""


@dataclass(frozen=True, slots=True)
class Source:
    """What was learned from, under which licence, and how."""

    name: str
    licence: str
    use: str


def listed(
    model: str, without: Collection[str] = (), bundles: Mapping[str, str] = MappingProxyType({})
) -> list[Source]:
    """The sources of `classifier` or `finder`, trained without some sets of photographs. Raises `KeyError`.

    `bundles`: SHA-256 of each bundle that the classifier was trained on -> its licence.
    """
    parts = {"classifier": WINDOW_PARTS, "finder": SCENE_PARTS}[model]
    used = {source: count for source, count in parts.items() if source not in without}
    total = sum(used.values()) + len(bundles)
    drawn = f"{used[DRAWN_PARTS] / total:.0%} of the material"
    if model == "finder":
        drawn += f", {TABLE_SHARE:.0%} of it whole tables of simulated games"
    found = [Source(f"{DRAWN} tile sets drawn by `vision/render` (seeds 1 to {DRAWN})", FREE[0], drawn)]
    for licence in sorted({font.licence for font in FONTS}, reverse=True):
        packages = dict.fromkeys(_package(font.package) for font in FONTS if font.licence == licence)
        found.append(Source("fonts " + ", ".join(packages), licence, "characters of the drawn sets"))
    found += [
        Source(f"art `{name}`: {ORIGINS[name]}", licence, f"as {ART_COUNTS} drawn sets")
        for name, licence in ART.items()
    ]
    found += [
        Source(f"photographs `{name}`: {ORIGINS[name]}", PHOTOS[name], f"{used[name] / total:.0%} of the material")
        for name in PHOTOS
        if name in used
    ]
    found += [
        Source(
            f"tiles given by contributors of tablectl: bundle `{digest}`", licence, f"{1 / total:.0%} of the material"
        )
        for digest, licence in bundles.items()
    ]
    return found


def _package(name: str) -> str:
    return name if name.startswith("fonts-") else f"@fontsource/{name}"


def table(model: str, without: Collection[str] = (), bundles: Mapping[str, str] = MappingProxyType({})) -> str:
    """The sources as the table of a model card; see `listed`."""
    rows = [f"| {source.name} | {source.licence} | {source.use} |" for source in listed(model, without, bundles)]
    return "\n".join(["| source | licence | used for |", "| --- | --- | --- |", *rows])


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m vision.train.provenance", description=__doc__)
    parser.add_argument("model", choices=("classifier", "finder"))
    parser.add_argument("without", nargs="*", help="sets of photographs that were left out")
    parser.add_argument("--bundle", action="append", default=[], type=Path, help="a bundle that was trained on")
    options = parser.parse_args()
    print(table(options.model, options.without, {one.sha256: one.licence for one in given(options.bundle)}))


if __name__ == "__main__":
    main()
