"""The two networks, and how they are written as ONNX."""

from __future__ import annotations

import os
from pathlib import Path

import torch
import torch.nn.functional as functional
from torch import Tensor, nn

from vision.classes import CLASSES
from vision.classify import WINDOW_PIXELS

TURNS = 4
MAPS = 6
"""Finder outputs: heat upright, heat sideways, dx, dy, sine and cosine of twice the angle."""


def _block(inputs: int, outputs: int, stride: int = 1, kernel: int = 3) -> nn.Sequential:
    convolution = nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False)
    return nn.Sequential(convolution, nn.BatchNorm2d(outputs), nn.ReLU(inplace=True))


class ClassifierNet(nn.Module):  # type: ignore[misc]
    """Windows to 39 class logits followed by 4 turn logits."""

    def __init__(self) -> None:
        super().__init__()
        self.features = nn.Sequential(
            _block(3, 24, 2), _block(24, 32), _block(32, 64, 2), _block(64, 64), _block(64, 96, 2), _block(96, 112)
        )
        cells = (WINDOW_PIXELS // 16) ** 2
        self.drop = nn.Dropout(0.2)
        self.kinds = nn.Linear(112 * cells, len(CLASSES))
        self.turns = nn.Linear(112 * cells, TURNS)

    def forward(self, windows: Tensor) -> Tensor:
        hidden = self.drop(functional.avg_pool2d(self.features(windows), 2).flatten(1))
        return torch.cat([self.kinds(hidden), self.turns(hidden)], 1)


class FinderNet(nn.Module):  # type: ignore[misc]
    """Pictures to `MAPS` maps of a quarter of their size.

    Most of the work is done at an eighth and a sixteenth of the picture's size: there a tile spans a few cells and its
    neighbours are in sight, at a quarter of the cost of working at the size of the maps.
    """

    def __init__(self) -> None:
        super().__init__()
        self.near = nn.Sequential(_block(3, 16, 2), _block(16, 32, 2))
        self.middle = nn.Sequential(_block(32, 48, 2), _block(48, 48))
        self.far = nn.Sequential(_block(48, 64, 2), _block(64, 64), _block(64, 64), nn.Conv2d(64, 48, 1))
        self.both = nn.Sequential(_block(48, 48), nn.Conv2d(48, 24, 1))
        self.beside = nn.Conv2d(32, 24, 1)
        self.last = _block(24, 24)
        self.maps = nn.Conv2d(24, MAPS, 1)
        # Nearly all cells are no centre: start there.
        nn.init.constant_(self.maps.bias[:2], -4.0)

    def forward(self, pictures: Tensor) -> Tensor:
        near = self.near(pictures)
        middle = self.middle(near)
        both = self.both(functional.relu(middle + _doubled(self.far(middle))))
        maps: Tensor = self.maps(self.last(functional.relu(self.beside(near) + _doubled(both))))
        return maps


def _doubled(maps: Tensor) -> Tensor:
    larger: Tensor = functional.interpolate(maps, scale_factor=2.0, mode="nearest")
    return larger


def parameters(net: nn.Module) -> int:
    """How many numbers were learned."""
    return sum(parameter.numel() for parameter in net.parameters())


def export(net: nn.Module, path: Path, dynamic: dict[int, str], side: int) -> None:
    """Write a network as ONNX in one step, so that a reader never meets half a file.

    `dynamic`: names of the input's axes that may vary. `side`: height and width of the trial input, pixels.
    """
    state = net.training
    net.eval()
    plain = net.to(memory_format=torch.contiguous_format)
    written = path.with_suffix(".part")
    torch.onnx.export(
        plain,
        (torch.zeros(1, 3, side, side),),
        str(written),
        input_names=["pictures"],
        output_names=["outputs"],
        dynamic_axes={"pictures": dynamic, "outputs": dynamic},
        opset_version=17,
        dynamo=False,
    )
    os.replace(written, path)
    net.to(memory_format=torch.channels_last)
    net.train(state)
