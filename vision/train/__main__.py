"""`python -m vision.train`: makes the training material and both networks, the same ones from the same seed."""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from vision.bundle import BundleError
from vision.classify import WINDOW_MM, WINDOW_PIXELS
from vision.find import PIXELS_PER_MM, STRIDE
from vision.models import MODELS
from vision.render.faces import draw_faces
from vision.train import classifier, finder
from vision.train.data import FOLDER, given_parts, load_scenes, load_windows, make, parts, unseen
from vision.train.given import Given, given
from vision.train.networks import ClassifierNet, FinderNet, export, parameters
from vision.train.scenes import SIDE
from vision.train.sources import PHOTOS, photographed_sets, photos, tile_set, untrained_sets
from vision.train.windows import WindowMaker

THRESHOLD = 0.35


def main() -> None:
    options = _options()
    try:
        bundles = given(options.bundle)
    except BundleError as error:
        sys.exit(str(error))
    cv2.setNumThreads(1)
    torch.set_num_threads(options.threads)
    torch.use_deterministic_algorithms(True)
    options.out.mkdir(parents=True, exist_ok=True)
    most = options.parts, options.photo_parts
    windows, scenes = (parts(kind, options.without, *most) for kind in ("windows", "scenes"))
    windows += given_parts(bundles)
    if options.what in ("all", "classifier"):
        make(windows, options.workers)
    if options.what in ("all", "finder"):
        make([*scenes, unseen()], options.workers)
    beside = _start_finder() if options.what == "all" else None
    if options.what in ("all", "classifier"):
        steps, kept = options.classifier_steps, FOLDER / "classifier.pt"
        net = classifier.train(load_windows(windows), steps, options.seed, kept, options.start)
        # Both write `models.json`.
        if beside is not None and beside.wait() != 0:
            sys.exit("the finder's training failed; its own message stands above")
        finish_classifier(net, options.out, options.without, bundles)
    if options.what == "finder":
        net = finder.train(load_scenes(scenes), options.finder_steps, options.seed, FOLDER / "finder.pt")
        finish_finder(net, options.out, options.without)
    if options.what == "checkpoint":
        _finish_checkpoints(options, bundles)


def _start_finder() -> subprocess.Popen[bytes]:
    """The finder's training beside this one: each uses one core."""
    arguments = ["finder" if argument == "all" else argument for argument in sys.argv[1:]]
    if "finder" not in arguments:
        arguments = ["finder", *arguments]
    return subprocess.Popen([sys.executable, "-m", "vision.train", *arguments])


def finish_classifier(net: ClassifierNet, out: Path, without: Sequence[str], bundles: Sequence[Given] = ()) -> None:
    """Choose the temperature, write the network and its entry."""
    held_back = photos([source for source in PHOTOS if source not in without], held_back=True)
    fresh = [tile_set(draw_faces(seed)) for seed in range(1001, 1013)]
    makers = {
        "photographs held back": WindowMaker(fresh, photographed_sets(held_back), held_back, 21, 1.0),
        "unseen drawn styles": WindowMaker(fresh, [], [], 22, 0.0),
    }
    tests = {name: _views(net, maker) for name, maker in makers.items()}
    views, kinds = (np.concatenate(parts) for parts in zip(*tests.values(), strict=True))
    temperature = round(classifier.calibrate(views, kinds), 3)
    # Art that neither the training nor the temperature has seen.
    for name, tiles in untrained_sets().items():
        tests[name] = _views(net, WindowMaker([tiles], [], [], 23, 0.0))
    figures = {name: classifier.report(*test, temperature) for name, test in tests.items()}
    path = out / "classifier.onnx"
    export(net, path, {0: "windows"}, WINDOW_PIXELS)
    size = [WINDOW_PIXELS, WINDOW_PIXELS]
    learnt = {"bundles": {bundle.sha256: bundle.licence for bundle in bundles}} if bundles else {}
    _enter(path, net, figures, without, **learnt, temperature=temperature, input=size, window_mm=WINDOW_MM)


def _views(net: ClassifierNet, maker: WindowMaker) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Class logits of two thousand windows in four turns, and their classes."""
    windows = [maker.window(number) for number in range(2000)]
    images = np.stack([window.image for window in windows])
    return classifier.logits(net, images), np.array([window.kind for window in windows])


def finish_finder(net: FinderNet, out: Path, without: Sequence[str]) -> None:
    """Write the network and its entry, with figures of scenes it was not trained on."""
    figures = {"unseen scenes": finder.report(net, load_scenes([unseen()]), THRESHOLD)}
    path = out / "finder.onnx"
    export(net, path, {0: "pictures", 2: "height", 3: "width"}, SIDE)
    _enter(path, net, figures, without, threshold=THRESHOLD, stride=STRIDE, pixels_per_mm=round(PIXELS_PER_MM, 4))


def _finish_checkpoints(options: argparse.Namespace, bundles: Sequence[Given]) -> None:
    """Write what the checkpoints hold, for a look at a training that is not over."""
    if (FOLDER / "classifier.pt").exists():
        net = ClassifierNet()
        net.load_state_dict(torch.load(FOLDER / "classifier.pt"))
        finish_classifier(net.eval(), options.out, options.without, bundles)
    if (FOLDER / "finder.pt").exists():
        other = FinderNet()
        other.load_state_dict(torch.load(FOLDER / "finder.pt"))
        finish_finder(other.eval(), options.out, options.without)


def _enter(path: Path, net: torch.nn.Module, figures: dict[str, Any], without: Sequence[str], **facts: Any) -> None:
    """Put a network into `models.json`; `without`: sets of photographs it was trained without."""
    listing = path.parent / "models.json"
    models = json.loads(listing.read_text(encoding="utf-8")) if listing.exists() else {}
    models[path.stem] = {
        "file": path.name,
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
        "parameters": parameters(net),
        "without": list(without),
        **facts,
        "figures": figures,
    }
    part = listing.with_suffix(".part")
    part.write_text(json.dumps(models, indent=1) + "\n", encoding="utf-8")
    os.replace(part, listing)
    print(json.dumps({path.name: models[path.stem]}, indent=1), flush=True)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m vision.train", description=__doc__)
    parser.add_argument("what", nargs="?", default="all", choices=("all", "classifier", "finder", "checkpoint"))
    parser.add_argument("--out", type=Path, default=MODELS, help="folder of the ONNX files and models.json")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--without",
        action="append",
        default=[],
        choices=tuple(PHOTOS),
        help="a set of photographs to leave out, to be measured on it",
    )
    parser.add_argument(
        "--bundle",
        action="append",
        default=[],
        type=Path,
        metavar="BUNDLE.zip",
        help="what `tablectl contribute` made: the classifier is trained on its tiles too",
    )
    parser.add_argument("--parts", type=int, help="use at most so many parts of each source, for a quick trial")
    parser.add_argument("--photo-parts", type=int, help="use at most so many parts of each set of photographs")
    parser.add_argument("--classifier-steps", type=int, default=8000)
    parser.add_argument(
        "--start",
        type=Path,
        metavar="CHECKPOINT.pt",
        help="the classifier goes on from this one (data-local/train/classifier.pt of a training), not from nothing",
    )
    parser.add_argument("--finder-steps", type=int, default=9000)
    parser.add_argument("--workers", type=int, default=2, help="processes that make material")
    parser.add_argument(
        "--threads", type=int, default=1, help="threads of a training; another number changes the last digits"
    )
    return parser.parse_args()


if __name__ == "__main__":
    main()
