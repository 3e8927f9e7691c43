"""Training the classifier, and the temperature that makes its confidence honest."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as functional
from numpy.typing import NDArray
from torch import Tensor

from tablectl.table import SURE
from vision.classes import BACK, CLASSES, INDEX, NONE
from vision.models import prepare
from vision.reliability import bands
from vision.train.data import Windows
from vision.train.networks import TURNS, ClassifierNet
from vision.train.windows import HALF_KNOWN

BATCH = 256
RATE = 2e-3
PALE = 0.12
"""Share of windows that lose some of their colour."""
_SYMMETRIC = {
    *(INDEX[name] for name in ("1p", "2p", "3p", "4p", "5p", "0p", "8p", "9p")),
    *(INDEX[name] for name in ("2s", "4s", "5s", "0s", "6s", "8s", "9s", "5z", BACK, NONE)),
}
"""Faces that look the same after a half turn, in at least some tile sets."""
_HALF = torch.tensor([place in _SYMMETRIC for place in range(len(CLASSES))])


def train(
    material: Windows, steps: int, seed: int, checkpoint: Path | None = None, earlier: Path | None = None
) -> ClassifierNet:
    """A network after so many steps of 256 windows each; `checkpoint`: where to keep it every thousand steps and at the
    end; `earlier`: such a file to go on from, instead of from nothing."""
    torch.manual_seed(seed)
    net = ClassifierNet()
    if earlier:
        net.load_state_dict(torch.load(earlier))
    net.to(memory_format=torch.channels_last)
    optimizer = torch.optim.AdamW(net.parameters(), RATE, weight_decay=0.02)
    kinds, turns = torch.from_numpy(material.kinds), torch.from_numpy(material.turns)
    order = torch.randperm(len(kinds))
    start = 0
    for step in range(steps):
        if start + BATCH > len(order):
            order, start = torch.randperm(len(kinds)), 0
        batch, start = order[start : start + BATCH], start + BATCH
        for group in optimizer.param_groups:
            group["lr"] = RATE * min(1, (step + 1) / 200) * (0.5 + 0.5 * math.cos(math.pi * step / steps))
        windows = _jittered(torch.from_numpy(prepare(material.images[batch.numpy()])))
        loss = _loss(net(windows.contiguous(memory_format=torch.channels_last)), kinds[batch], turns[batch])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 200 == 199:
            print(f"classifier: step {step + 1} of {steps}, loss {loss.item():.3f}", flush=True)
        if checkpoint and step % 1000 == 999:
            torch.save(net.state_dict(), checkpoint)
    net.eval()
    if checkpoint:
        torch.save(net.state_dict(), checkpoint)
    return net


def _jittered(windows: Tensor) -> Tensor:
    """Shifted by up to two pixels, brighter or darker, tinted, and now and then with little colour left: sets differ in
    which of their strokes are red, green or blue."""
    count = len(windows)
    down, right = (int(shift) for shift in torch.randint(-2, 3, (2,)))
    windows = torch.roll(windows, (down, right), (2, 3))
    gain = (1 + 0.12 * torch.randn(count, 1, 1, 1)) * (1 + 0.05 * torch.randn(count, 3, 1, 1))
    lit = (windows + 1) * gain - 1
    pale = (torch.rand(count, 1, 1, 1) < PALE) * torch.rand(count, 1, 1, 1)
    lit = lit + (lit.mean(1, keepdim=True) - lit) * pale
    return lit + 0.03 * torch.randn_like(windows)


def _loss(outputs: Tensor, kinds: Tensor, turns: Tensor) -> Tensor:
    kind_loss = functional.cross_entropy(outputs[:, : len(CLASSES)], kinds, label_smoothing=0.02)
    known = turns >= 0
    chances = outputs[known, len(CLASSES) :].log_softmax(1)
    # Half-known turns 4 and 5 stand for 0 or 2 and for 1 or 3.
    first = turns[known] % HALF_KNOWN
    one = chances.gather(1, first[:, None])[:, 0]
    other = chances.gather(1, ((first + 2) % TURNS)[:, None])[:, 0]
    either = _HALF[kinds[known]] | (turns[known] >= HALF_KNOWN)
    turn_loss = -torch.where(either, torch.logaddexp(one, other), one).mean()
    return kind_loss + 0.5 * turn_loss


def logits(net: ClassifierNet, images: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Class logits in each of the four quarter turns: N x 4 x 39."""
    views: list[NDArray[np.float64]] = []
    with torch.no_grad():
        for quarters in range(TURNS):
            turned = np.ascontiguousarray(np.rot90(images, -quarters, (1, 2)))
            parts = [net(torch.from_numpy(prepare(turned[at : at + BATCH]))) for at in range(0, len(images), BATCH)]
            views.append(torch.cat(parts)[:, : len(CLASSES)].double().numpy())
    return np.stack(views, 1)


def confidence(views: NDArray[np.float64], temperature: float) -> NDArray[np.float64]:
    """Class probabilities, averaged over the views as the reader does."""
    powers = np.exp((views - views.max(-1, keepdims=True)) / temperature)
    return np.asarray((powers / powers.sum(-1, keepdims=True)).mean(1))


def calibrate(views: NDArray[np.float64], kinds: NDArray[np.int64]) -> float:
    """The temperature under which the right classes are likeliest."""

    def surprise(temperature: float) -> float:
        chances = confidence(views, temperature)[np.arange(len(kinds)), kinds]
        return float(-np.log(chances.clip(1e-9)).mean())

    return min((float(t) for t in np.geomspace(0.3, 3, 93)), key=surprise)


def report(views: NDArray[np.float64], kinds: NDArray[np.int64], temperature: float) -> dict[str, Any]:
    """Share right, share sure, share wrong among those, and how honest the confidence is."""
    chances = confidence(views, temperature)
    right, sure = chances.argmax(1) == kinds, chances.max(1) >= SURE
    return {
        "windows": len(kinds),
        "right": round(float(right.mean()), 4),
        "sure": round(float(sure.mean()), 4),
        "wrong_when_sure": round(float(1 - right[sure].mean()) if sure.any() else 0.0, 4),
        "none_right": round(float(right[kinds == INDEX[NONE]].mean()), 4) if (kinds == INDEX[NONE]).any() else 1.0,
        "reliability": [band.to_json() for band in bands(chances.max(1), right)],
    }
