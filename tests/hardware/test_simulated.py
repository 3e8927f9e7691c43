"""A known game as frames and presses."""

from __future__ import annotations

from itertools import islice

import numpy as np

from hardware.simulated import REST_FRAMES, shots
from tablectl.rules.event import HandStarted
from tablectl.rules.ruleset import TENHOU
from tablectl.simulate.deal import deal
from tablectl.simulate.playback import moments
from vision.render.faces import load_atlas
from vision.render.look import Look
from vision.render.scene import Renderer


def test_frames_count_up_and_carry_presses_and_events_once() -> None:
    events = deal(1, TENHOU)
    several = list(islice(shots(moments(events), Renderer(load_atlas("table"), Look.of(2))), 2 * REST_FRAMES + 1))
    assert [shot.frame.number for shot in several] == list(range(len(several)))
    times = [shot.frame.time for shot in several]
    assert times == sorted(times) and len(set(times)) == len(times)
    assert [press.name for shot in several for press in shot.presses] == ["dice"]
    told = [event for shot in several for event in shot.events]
    assert told == list(events[: len(told)])
    assert any(isinstance(event, HandStarted) for event in told)
    # Two frames of one table at rest differ by noise alone.
    apart = np.abs(several[0].frame.image.astype(int) - several[1].frame.image.astype(int))
    assert 0 < apart.mean() < 10
