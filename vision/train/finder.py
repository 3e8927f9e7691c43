"""Training the finder on scenes, and how well it does on scenes it has not seen."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from vision.find import APART, STRIDE, Found, read_peaks, suppress
from vision.models import prepare
from vision.train.data import Scenes
from vision.train.networks import FinderNet
from vision.train.scenes import CELLS, SIDE

BATCH = 16
RATE = 2.5e-3
_SPREAD = 1.15
"""Standard deviation of a target peak, cells."""
_BETWEEN = math.radians(7)
"""Tiles this near to 45 degrees count as upright or sideways, as they like."""


def train(material: Scenes, steps: int, seed: int, checkpoint: Path | None = None) -> FinderNet:
    """A network after so many steps of 16 scenes each; `checkpoint`: where to keep it every thousand steps."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    net = FinderNet()
    net.to(memory_format=torch.channels_last)
    optimizer = torch.optim.AdamW(net.parameters(), RATE, weight_decay=0.01)
    order, start = rng.permutation(len(material.images)), 0
    for step in range(steps):
        if start + BATCH > len(order):
            order, start = rng.permutation(len(order)), 0
        batch, start = order[start : start + BATCH], start + BATCH
        for group in optimizer.param_groups:
            group["lr"] = RATE * min(1, (step + 1) / 200) * (0.5 + 0.5 * math.cos(math.pi * step / steps))
        images, tiles, judged = turned(rng, material.images[batch], material.tiles[batch], material.judged[batch])
        pictures = torch.from_numpy(prepare(images))
        gain = (1 + 0.1 * torch.randn(BATCH, 1, 1, 1)) * (1 + 0.05 * torch.randn(BATCH, 3, 1, 1))
        pictures = ((pictures + 1) * gain - 1).contiguous(memory_format=torch.channels_last)
        heat_loss, place_loss, angle_loss = losses(net(pictures), *targets(tiles, judged))
        loss = heat_loss + 0.5 * place_loss + 0.3 * angle_loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 200 == 199:
            parts = " ".join(f"{part.item():.3f}" for part in (heat_loss, place_loss, angle_loss))
            print(f"finder: step {step + 1} of {steps}, heat, place, angle loss {parts}", flush=True)
        if checkpoint and step % 1000 == 999:
            torch.save(net.state_dict(), checkpoint)
    net.eval()
    return net


def turned(
    rng: np.random.Generator, images: NDArray[np.uint8], tiles: NDArray[np.float32], judged: NDArray[np.uint8]
) -> tuple[NDArray[np.uint8], NDArray[np.float32], NDArray[np.uint8]]:
    """The batch mirrored and turned in one of eight ways; faces do not matter to the finder."""
    tiles = tiles.copy()
    if rng.random() < 0.5:
        images, judged = images[:, :, ::-1], judged[:, :, ::-1]
        tiles[..., 0], tiles[..., 2] = SIDE - tiles[..., 0], -tiles[..., 2]
    if rng.random() < 0.5:
        images, judged = images[:, ::-1], judged[:, ::-1]
        tiles[..., 1], tiles[..., 2] = SIDE - tiles[..., 1], -tiles[..., 2]
    if rng.random() < 0.5:
        images, judged = images.transpose(0, 2, 1, 3), judged.transpose(0, 2, 1)
        tiles[..., 0], tiles[..., 1] = tiles[..., 1].copy(), tiles[..., 0].copy()
        tiles[..., 2] = -math.pi / 2 - tiles[..., 2]
    return np.ascontiguousarray(images), tiles, np.ascontiguousarray(judged)


def targets(tiles: NDArray[np.float32], judged: NDArray[np.uint8]) -> tuple[Tensor, Tensor, Tensor]:
    """Heat (N x 2), weights of the heat (N x 2), and near centres dx, dy, sine, cosine and a weight (N x 5)."""
    count = len(tiles)
    heat = np.zeros((count, 2, CELLS, CELLS), np.float32)
    weight = np.repeat(judged[:, None].astype(np.float32), 2, 1)
    place = np.zeros((count, 5, CELLS, CELLS), np.float32)
    nearest = np.full((count, CELLS, CELLS), np.inf, np.float32)
    rows, columns = np.mgrid[0:CELLS, 0:CELLS].astype(np.float32) + 0.5
    for scene, tile in np.argwhere(tiles[..., 3] >= 0):
        x, y, angle, found = tiles[scene, tile]
        right, down = x / STRIDE - columns, y / STRIDE - rows
        square = right**2 + down**2
        if not found:
            weight[scene, :, square < 12] = 0
            continue
        slant = abs(math.sin(angle)), abs(math.cos(angle))
        axis = int(slant[0] > slant[1])
        peak = np.exp(-square / (2 * _SPREAD**2))
        # The cell the centre lies in is the peak itself.
        peak[int(y / STRIDE), int(x / STRIDE)] = 1
        np.maximum(heat[scene, axis], peak, out=heat[scene, axis])
        if abs(math.atan2(*slant) - math.pi / 4) < _BETWEEN:
            weight[scene, 1 - axis, square < 6] = 0
        # On top of the judged area: a labelled tile always counts.
        weight[scene, axis, square < 1] = 1
        own = (square < 2.3) & (square < nearest[scene])
        nearest[scene][own] = square[own]
        values = (right, down, math.sin(2 * angle), math.cos(2 * angle), 1.0)
        for channel, value in enumerate(values):
            place[scene, channel][own] = value[own] if isinstance(value, np.ndarray) else value
    return torch.from_numpy(heat), torch.from_numpy(weight), torch.from_numpy(place)


def losses(outputs: Tensor, heat: Tensor, weight: Tensor, place: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Focal loss of the heat, absolute errors of the offsets and of the doubled angle."""
    chance = torch.sigmoid(outputs[:, :2]).clamp(1e-4, 1 - 1e-4)
    peak = (heat > 0.999).float()
    hit = peak * (1 - chance) ** 2 * chance.log()
    miss = (1 - peak) * (1 - heat) ** 4 * chance**2 * (1 - chance).log()
    heat_loss = -((hit + miss) * weight).sum() / peak.sum().clamp(min=1)
    near = place[:, 4:]
    total = near.sum().clamp(min=1)
    place_loss = ((outputs[:, 2:4] - place[:, :2]).abs() * near).sum() / total
    angle_loss = ((outputs[:, 4:6] - place[:, 2:4]).abs() * near).sum() / total
    return heat_loss, place_loss, angle_loss


def found(net: FinderNet, images: NDArray[np.uint8], threshold: float) -> list[tuple[Found, ...]]:
    """What the network finds in scenes."""
    results: list[tuple[Found, ...]] = []
    with torch.no_grad():
        for start in range(0, len(images), BATCH):
            outputs = net(torch.from_numpy(prepare(images[start : start + BATCH]))).numpy()
            results += [suppress(read_peaks(maps, threshold), APART) for maps in outputs]
    return results


def report(net: FinderNet, material: Scenes, threshold: float) -> dict[str, float]:
    """Recall, precision, share of right axes, and mean errors of place (pixels) and angle (degrees)."""
    hits = misses = false = axes = 0
    places: list[float] = []
    angles: list[float] = []
    for peaks, rows, judged in zip(
        found(net, material.images, threshold), material.tiles, material.judged, strict=True
    ):
        tiles = [row for row in rows if row[3] >= 0]
        left = {place for place, row in enumerate(tiles) if row[3] == 1}
        for peak in peaks:
            near = [(math.hypot(peak.x - row[0], peak.y - row[1]), place) for place, row in enumerate(tiles)]
            distance, place = min(near, default=(math.inf, -1))
            if distance < 9 and place in left:
                left.discard(place)
                hits += 1
                slant = float(tiles[place][2])
                turn = (peak.angle - slant + math.pi / 2) % math.pi - math.pi / 2
                axes += abs(turn) < math.pi / 4
                places.append(distance)
                angles.append(abs(math.degrees(turn)))
            elif distance >= 9 and judged[min(int(peak.y / STRIDE), CELLS - 1), min(int(peak.x / STRIDE), CELLS - 1)]:
                false += 1
        misses += len(left)
    return {
        "tiles": hits + misses,
        "recall": round(hits / max(hits + misses, 1), 4),
        "precision": round(hits / max(hits + false, 1), 4),
        "axis": round(axes / max(hits, 1), 4),
        "place": round(float(np.mean(places)), 2) if places else 0.0,
        "angle": round(float(np.median(angles)), 2) if angles else 0.0,
    }
