"""One dealt hand for all."""

from __future__ import annotations

import pytest

from hardware.line import Played, dealt, first_hands
from tablectl.rules.ruleset import TENHOU


@pytest.fixture(scope="session")
def one_hand() -> Played:
    """A hand without a kan: after one, an indicator comes to the record with the draw that follows only."""
    return first_hands(dealt(3, TENHOU), 1)
