"""A table under a camera, or recorded by one: its source is opened, followed and, when it fails, opened again."""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2

from hardware.backoff import Backoff, in_a_row
from hardware.camera import open_camera
from hardware.camera_child import Opener
from hardware.line import sees_dice, settlement_block
from hardware.seeing import Seeing
from tablectl.config import CameraSettings, ConfigError, TableConfig
from tablectl.controller import Controller
from tablectl.rules.event import GameStarted, HandEnded, describe, to_json
from tablectl.rules.seat import BySeat, Seat
from tablectl.store import Source as Teller
from tablectl.store import Store
from tablectl.verdict import Question
from vision.draw import draw_zones
from vision.layout import Point, layout_of
from vision.lens import LensError
from vision.pipeline import Eyes
from vision.saved import Saved, load, save
from vision.sources.source import SourceError
from vision.tilesets import TileSets

log = logging.getLogger(__name__)

RETRY = Backoff()


def controller_of(config: TableConfig, store: Store) -> Controller:
    """The controller of a real table: its players are those of `[table]`."""
    ruleset = config.ruleset()
    names = BySeat.of(config.table.names[: ruleset.players])
    return Controller(store, ruleset, start=GameStarted(Seat(config.table.first_dealer), names))


def eyes_of(config: TableConfig) -> Eyes:
    """Eyes for the table's camera, as it was calibrated, and for its tile set.

    Raises `ConfigError` where the camera's place cannot be read or the settings do not fit together, `TileSetError`
    where the set cannot be read.
    """
    try:
        saved = load(Path(config.camera.calibration))
    except LensError as error:
        raise ConfigError(str(error)) from None
    lens, corners = (None, None) if saved is None else (saved.lens, saved.corners)
    classifier = TileSets.of_user().classifier(config.table.tile_set)
    layout, dice = layout_of(config), sees_dice(config, config.ruleset())
    return Eyes(layout, classifier=classifier, confidence=config.confidence, dice=dice, lens=lens, corners=corners)


class Live(Seeing):
    """The table that the source of `[camera]` shows."""

    def __init__(self, config: TableConfig, store: Store, opener: Opener = open_camera, retry: Backoff = RETRY) -> None:
        super().__init__(eyes_of(config), controller_of(config, store), Teller.CAMERA)
        self._settings, self._open, self._retry = config.camera, opener, retry
        self._layout = layout_of(config)

    def outlined(self) -> bytes | None:
        """The newest frame with the field and its zones where the eyes think they are, as JPEG."""
        frame, place = self._newest, self._eyes.calibration
        if frame is None:
            return None
        known = place is not None and place.size == (frame.image.shape[1], frame.image.shape[0])
        drawn = draw_zones(frame.image, place, self._layout) if place is not None and known else frame.image
        return bytes(cv2.imencode(".jpg", drawn, [cv2.IMWRITE_JPEG_QUALITY, 80])[1])

    def mark(self, corners: tuple[Point, ...]) -> None:
        """Find the table by the field's corners, shares of the picture's width and height, and keep them.

        Raises `ValueError` where they are those of no table, or cannot be kept.
        """
        frame = self._newest
        if frame is None:
            raise ValueError("there is no camera picture yet")
        height, width = frame.image.shape[:2]
        pixels = tuple((x * width - 0.5, y * height - 0.5) for x, y in corners)
        found = self._eyes.mark(pixels, (width, height))
        save(Path(self._settings.calibration), Saved(found.lens, pixels))

    def follow(self, stop: threading.Event) -> None:
        """Take frames until told to stop, at the pace they came. Whatever the source does, the page plays on.

        A device that fails is opened again, the later the more often it failed; a file that has ended or fails is not.
        """
        failures = 0
        while not stop.is_set():
            begun = time.monotonic()
            try:
                if not self._follow_once(stop):
                    return
            except SourceError as error:
                self.lose(f"no camera: {error}")
            except Exception as error:
                log.exception("reading the table failed")
                self.lose(f"no camera: an error of the program ({error!r}); the log tells more")
            failures = in_a_row(failures, time.monotonic() - begun)
            stop.wait(self._retry.after(failures))

    def _follow_once(self, stop: threading.Event) -> bool:
        """Open the source and take its frames; whether it is worth opening again. Raises `SourceError`."""
        source = self._open(self._settings)
        start = time.monotonic()
        told = ""
        frames = 0
        try:
            while not stop.is_set():
                try:
                    frame = source.read()
                except SourceError as error:
                    if source.live:
                        raise
                    self.lose(f"no camera: {error}")
                    return False
                if frame is None:
                    self.lose(f"no camera: the {self._settings.source} has ended after {frames} pictures")
                    return False
                frames += 1
                if source.given != told:
                    told = source.given
                    log.info("camera: %s", told)
                if not source.live:
                    frame = replace(frame, time=start + frame.time)
                    stop.wait(max(0.0, frame.time - time.monotonic()))
                self.take(frame)
        finally:
            source.close()
        return True


def run_live_headless(live: Live, settings: CameraSettings, say: Callable[[str], None], as_json: bool) -> int:
    """Take every frame as fast as it comes, `say` what is recorded and asked; how many frames there were.

    Questions stay open until later pictures answer them. Raises `SourceError`.
    """
    source = open_camera(settings)
    frames, asked = 0, None
    try:
        if not as_json:
            say(source.given)
        while (frame := source.read()) is not None:
            frames += 1
            for event in live.take(frame):
                say(json.dumps({"event": to_json(event)}) if as_json else describe(event))
                if isinstance(event, HandEnded):
                    for text in settlement_block(live.controller, as_json):
                        say(text)
            finding = live.controller.finding
            if isinstance(finding, Question) and finding != asked:
                asked = finding
                say(json.dumps({"question": finding.text}) if as_json else f"? {finding.text}")
    finally:
        source.close()
    return frames
