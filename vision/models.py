"""The shipped networks: what `models/models.json` says of them, checked and loaded into onnxruntime."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray

MODELS = Path(__file__).parent / "models"
THREADS = 1
"""Threads a network runs on: the controller's other work needs the other cores."""


class ModelError(RuntimeError):
    """A model that is missing, damaged or not what this program expects; the text says how to mend it."""


@dataclass(frozen=True, slots=True)
class Model:
    """A network and its entry in `models.json`."""

    run: Callable[[NDArray[np.uint8]], NDArray[np.float32]]
    """A batch of BGR pictures (N x height x width x 3) to the network's output."""
    card: dict[str, Any]


def model_card(name: str, folder: Path = MODELS) -> dict[str, Any]:
    """The entry of a model in `models.json`. Raises `ModelError`."""
    path = folder / "models.json"
    try:
        cards = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ModelError(f"{path}: cannot be read ({error.strerror}); install the package again") from error
    except ValueError as error:
        raise ModelError(f"{path}: not valid JSON ({error}); install the package again") from error
    card = cards.get(name) if isinstance(cards, dict) else None
    if not isinstance(card, dict) or not {"file", "sha256"} <= card.keys():
        raise ModelError(f"{path}: no entry {name!r} with file and sha256; install the package again")
    return card


def model_bytes(name: str, folder: Path = MODELS) -> bytes:
    """The ONNX file of a model, checked against its SHA-256. Raises `ModelError`."""
    card = model_card(name, folder)
    path = folder / str(card["file"])
    try:
        content = path.read_bytes()
    except OSError as error:
        raise ModelError(f"{path}: cannot be read ({error.strerror}); install the package again") from error
    digest = hashlib.sha256(content).hexdigest()
    if digest != card["sha256"]:
        raise ModelError(
            f"{path}: SHA-256 is {digest}, models.json says {card['sha256']}; "
            "the file is damaged or models.json is of another version, install the package again"
        )
    return content


def load_model(name: str, folder: Path = MODELS) -> Model:
    """Load a model (`finder` or `classifier`) from a folder with a `models.json`. Raises `ModelError`."""
    content, card = model_bytes(name, folder), model_card(name, folder)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = THREADS
    options.log_severity_level = 3
    try:
        session = onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime raises classes of its own that it does not export
        raise ModelError(f"{folder / str(card['file'])}: onnxruntime cannot load it ({error})") from error
    entry = session.get_inputs()[0].name

    def run(pictures: NDArray[np.uint8]) -> NDArray[np.float32]:
        return np.asarray(session.run(None, {entry: prepare(pictures)})[0], np.float32)

    return Model(run, card)


def prepare(pictures: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Pictures as the networks take them: N x 3 x height x width, BGR, -1 to 1."""
    return np.ascontiguousarray(pictures.transpose(0, 3, 1, 2), np.float32) / np.float32(127.5) - np.float32(1)
