"""Random hands valued by the PyPI library `mahjong` as well: an independent second opinion."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.random_hands import RULES, Race

HANDS = 450


@pytest.mark.parametrize("seed", [1, 2])
def test_random_hands_are_valued_alike(seed: int) -> None:
    """Under every option of the library: PT1 PT2 PT3 K14 K15 FU2 FU9 FU10."""
    race = Race()
    race.draw(HANDS, seed)
    assert race.wrong == []
    assert len(race.hands) == HANDS
    assert {rules.name for _, rules in race.hands} == {rules.name for rules in RULES}


def test_a_difference_is_found() -> None:
    race = Race()
    race.draw(30, 1)
    win, rules = race.hands[0]
    race.add(replace(win, honba=2), replace(rules, ours=replace(rules.ours, honba_value=1200)))
    race.run()
    lines = list(race.lines())
    assert (len(race.wrong), lines[0]) == (1, "30 of 31 wins equal, 1 different")
    assert "ratio" in lines[-1]
