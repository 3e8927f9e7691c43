"""How much a network computes: its multiply-adds for one picture, counted as onnxruntime runs it node by node."""

from __future__ import annotations

import json
import tempfile
from functools import lru_cache
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime

from vision.models import model_bytes, prepare

Shape = tuple[int, ...]


@lru_cache(maxsize=256)
def multiply_adds(model: str, height: int, width: int) -> int:
    """Multiply-adds of a shipped model for one picture of so many pixels; sums, activations and pooling apart.

    Raises `ModelError`.
    """
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL  # the nodes as in the file
    options.intra_op_num_threads = 1
    options.enable_profiling = True
    with tempfile.TemporaryDirectory() as folder:
        options.profile_file_prefix = str(Path(folder) / "nodes")
        session = onnxruntime.InferenceSession(model_bytes(model), options, providers=["CPUExecutionProvider"])
        picture = np.zeros((1, height, width, 3), np.uint8)
        session.run(None, {session.get_inputs()[0].name: prepare(picture)})
        nodes = json.loads(Path(session.end_profiling()).read_text(encoding="utf-8"))
    return sum(of_node(node["args"]) for node in nodes if node["name"].endswith("_kernel_time"))


def of_node(node: dict[str, Any]) -> int:
    """Multiply-adds of a node as a profile of onnxruntime tells it."""
    entries, (output, *_) = _shapes(node["input_type_shape"]), _shapes(node["output_type_shape"])
    match node["op_name"]:
        case "Conv":
            return prod(output) * prod(entries[1][1:])
        case "ConvTranspose":
            return prod(entries[0]) * prod(entries[1][1:])
        case "Gemm" | "MatMul":
            return prod(output) * entries[0][-1]
    return 0


def _shapes(tensors: list[dict[str, list[int]]]) -> list[Shape]:
    """Of tensors as the profile names them, such as `{"float": [1, 3, 48, 48]}`."""
    return [tuple(shape) for tensor in tensors for shape in tensor.values()]
