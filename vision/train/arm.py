"""Hands and arms over a painted table. Each returns what it hides: 255 there."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.canvas import Colour
from vision.render.palette import shade_near
from vision.render.style import pick
from vision.train.cloth import CLOTHS, PRINTS
from vision.train.patterns import pattern
from vision.train.things import FINE, as_colour, at

Floats = NDArray[np.float32]
Mask = NDArray[np.uint8]
SKINS: tuple[Colour, ...] = (
    (136, 168, 216), (112, 148, 204), (80, 112, 166), (52, 74, 112), (160, 185, 228), (96, 128, 190),
)  # fmt: skip


def skin(rng: np.random.Generator) -> Colour:
    """Some tone."""
    return shade_near(rng, pick(rng, SKINS), 15)


def finger(
    rng: np.random.Generator, image: Floats, tip: tuple[float, float], angle: float, tone: Colour, length: float = 55
) -> Mask:
    """A finger whose tip lies at a point and which comes from `angle`, radians clockwise from the right."""
    hidden = np.zeros(image.shape[:2], np.uint8)
    thick = rng.uniform(13, 19) * FINE
    towards = np.array([math.cos(angle), math.sin(angle)])
    bend = towards + np.array([-towards[1], towards[0]]) * rng.normal(0, 0.2)
    end = np.array(tip) + towards * thick / 2
    joint = end + towards * 0.45 * length * FINE
    root = joint + bend * 0.6 * length * FINE
    colour = np.array(tone)
    for grown, shade, aside in ((1.0, rng.uniform(0.7, 0.85), 0.0), (0.82, 1.0, 0.0), (0.4, 1.07, -0.08)):
        shift = np.array([-towards[1], towards[0]]) * aside * thick
        width, ink = max(1, round(thick * grown)), as_colour(colour * shade)
        for first, second in ((end, joint), (joint, root)):
            cv2.line(image, at(*(first + shift)), at(*(second + shift)), ink, width)
    for first, second in ((end, joint), (joint, root)):
        cv2.line(hidden, at(*first), at(*second), 255, round(thick))
    if rng.random() < 0.5:
        nail = shade_near(rng, pick(rng, (as_colour(colour * 1.12), (190, 190, 235), (60, 40, 190))), 10)
        axes = (round(thick * 0.32), round(thick * 0.24))
        cv2.ellipse(image, at(*end), axes, math.degrees(angle), 0, 360, nail, -1)
    return hidden


def arm(rng: np.random.Generator, image: Floats, x: float, y: float) -> Mask:
    """A hand with fingers and sleeve; its fingers' roots at a point."""
    hidden = np.zeros(image.shape[:2], np.uint8)
    tone, angle = skin(rng), rng.uniform(0, 2 * math.pi)
    towards = np.array([math.cos(angle), math.sin(angle)])
    across = np.array([-towards[1], towards[0]])
    palm = np.array([x, y]) + towards * 48 * FINE
    cuff, end = palm + towards * rng.uniform(25, 70) * FINE, palm + towards * 400 * FINE
    for ink, width in ((as_colour(np.array(tone) * 0.8), 40), (tone, 35)):
        cv2.line(image, at(*palm), at(*end), ink, round(width * FINE))
        cv2.circle(image, at(*palm), round((width - 4) * FINE), ink, -1)
    cv2.line(hidden, at(*palm), at(*end), 255, round(40 * FINE))
    cv2.circle(hidden, at(*palm), round(36 * FINE), 255, -1)
    for place in rng.permutation(int(rng.integers(1, 6))):
        tip = np.array([x, y]) + across * (place - 1.5) * 16 * FINE - towards * rng.normal(18, 10) * FINE
        hidden |= finger(rng, image, (float(tip[0]), float(tip[1])), angle + rng.normal(0, 0.12), tone)
    sleeve = np.zeros(image.shape[:2], np.uint8)
    cv2.line(sleeve, at(*(cuff + towards * 30 * FINE)), at(*end), 255, round(rng.uniform(55, 80) * FINE))
    _clothe(rng, image, sleeve)
    return hidden | sleeve


def _clothe(rng: np.random.Generator, image: Floats, sleeve: Mask) -> None:
    left, top, width, height = cv2.boundingRect(sleeve)
    if width == 0:
        return
    part = slice(top, top + height), slice(left, left + width)
    fabric = np.empty((height, width, 3), np.float32)
    fabric[:] = shade_near(rng, pick(rng, CLOTHS), 25)
    if rng.random() < 0.5:
        print_ = np.array(pick(rng, (*PRINTS, *CLOTHS)), np.float32)
        share = pattern(rng, max(width, height))[:height, :width, None] * np.float32(rng.uniform(0.2, 1))
        fabric += (print_ - fabric) * share
    image[part] = np.where(sleeve[part][..., None] > 0, fabric, image[part])
