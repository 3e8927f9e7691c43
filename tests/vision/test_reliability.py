"""Confidence against truth."""

from __future__ import annotations

import numpy as np
import pytest

from vision.reliability import bands, gap


def test_honest_confidence_has_a_small_gap_and_boasting_a_large_one() -> None:
    rng = np.random.default_rng(1)
    scores = rng.uniform(0.2, 1.0, 20_000)
    honest = rng.random(20_000) < scores
    assert gap(bands(scores, honest)) < 0.02
    assert gap(bands(np.full(100, 0.99), np.arange(100) < 60)) == pytest.approx(0.39)


def test_every_answer_is_in_one_band() -> None:
    scores = np.array([0.0, 0.5, 0.7, 0.8999, 0.9, 0.98, 0.99, 1.0])
    found = bands(scores, scores > 0.6)
    assert sum(band.count for band in found) == len(scores)
    assert [band.count for band in found if band.least >= 0.98] == [1, 2]
    assert all(band.least <= band.confidence <= band.most for band in found)


def test_nothing_read_is_no_band() -> None:
    assert bands([], []) == ()
    assert gap(()) == 0.0


@pytest.mark.parametrize(("scores", "right"), (([0.5], [True, False]), ([1.5], [True])))
def test_what_is_no_confidence_is_refused(scores: list[float], right: list[bool]) -> None:
    with pytest.raises(ValueError, match="confidence"):
        bands(scores, right)
