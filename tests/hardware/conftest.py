"""What several tests of the hardware look at."""

from __future__ import annotations

import pytest

from tests.hardware.filmed import Filmed, film


@pytest.fixture(scope="session")
def filmed() -> Filmed:
    """The first pictures of a dealt hand, and what was played in them."""
    return film()
