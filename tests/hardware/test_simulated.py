"""A known game as frames and presses."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

from hardware.simulated import NUDGED_FRAMES, REST_FRAMES, shots
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


@pytest.mark.parametrize("step", [1, 2, 3])
def test_a_pushed_camera_has_the_frames_it_needs_to_find_the_table_again(step: int) -> None:
    steps = list(islice(moments(deal(1, TENHOU)), 5))
    several = list(shots(steps, Renderer(load_atlas("table"), Look.of(2)), nudge=step))
    times = [shot.frame.time for shot in several]
    assert times == sorted(times) and len(set(times)) == len(times)
    rests = [place for place, moment in enumerate(steps) if moment.arm is None]
    pushed = next(place for place in rests if place >= step)
    counts = [len([shot for shot in several if shot.table is moment.table]) for moment in steps]
    arms = [moment.arm is not None for moment in steps]
    assert counts == [1 if arm else NUDGED_FRAMES if place == pushed else REST_FRAMES for place, arm in enumerate(arms)]
    assert sum(shot.settled for shot in several) == len(rests)
